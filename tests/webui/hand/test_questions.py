"""Doubts as questions: their words, the possible answers, and that an answer has its own effect and no other."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from vision.reading import Doubt, DoubtReason, Reading
from webui.hand.edits import Move, edited
from webui.hand.effects import EditRejectedError
from webui.hand.questions import answered, by_weight, few, open_doubts, question, questions
from webui.hand.state import HandState, Unfinished, from_reading, held, in_order, outcome, places
from webui.messages import Messages
from webui.messages import hand as words

ENGLISH = Messages.of("en")

GROUPS = (
    ("pung", "CCC"),
    ("chow", "123s"),
    ("concealed-kong", "5555p"),
    ("concealed", "67m9p"),
    ("winning", "9p"),
    ("flowers", "f1"),
    ("aside", "5m"),
)
"""Tiles 0-2, 3-5, 6-9, 10-12, 13, 14 and 15."""


def hand_of(state: HandState) -> tuple[Any, ...]:
    melds = [(meld.kind, in_order(meld.tiles), meld.source) for meld in state.melds]
    return melds, in_order(state.concealed), state.winning and state.winning.tile, in_order(state.flowers)


AS_IT_IS: tuple[Any, ...] = (
    [("pung", ("C",) * 3, 0), ("chow", ("1s", "2s", "3s"), 0), ("concealed-kong", ("5p",) * 4, 0)],
    ("6m", "7m", "9p"),
    "9p",
    ("f1",),
)


def but(**changes: Any) -> tuple[Any, ...]:
    """The hand of `GROUPS`, but for some of its places; `m0` is the first meld, and None leaves it out."""
    melds, *others = AS_IT_IS
    found = [changes.get(f"m{n}", meld) for n, meld in enumerate(melds)]
    places = [changes.get(name, was) for name, was in zip(("c", "w", "f"), others, strict=True)]
    return [meld for meld in found if meld], *places


@pytest.mark.parametrize(
    ("doubt", "ask", "answers"),
    [
        (
            Doubt(10, "two-faces", {"face": "6m", "other_face": "8m"}),
            "Is this 6m or 8m?",
            {"6m": but(), "8m": but(c=("7m", "8m", "9p"))},
        ),
        (
            Doubt(11, "glare", {"face": "7m"}),
            "Is this 7m or 9m?",  # the likeliest other one, however unlikely
            {
                "7m": but(),
                "9m": but(c=("6m", "9m", "9p")),
                "none": but(c=("6m", "9p")),
                "4s": but(c=("6m", "9p", "4s")),
            },
        ),
        (
            Doubt(13, "none-apart"),
            "Which tile is the winning tile?",
            {"9p": but(), "7m": but(c=("6m", "9p", "9p"), w="7m")},
        ),
        (
            Doubt(0, "none-crosswise"),
            "Was the pung C C C claimed?",
            {
                "opposite": but(m0=("pung", ("C",) * 3, 2)),
                "no": but(m0=None, c=("6m", "7m", "9p", "C", "C", "C")),
            },
        ),
        (
            Doubt(3, "none-crosswise"),
            "Was the chow 1s 2s 3s claimed?",
            {"claimed": but(), "no": but(m1=None, c=("6m", "7m", "9p", "1s", "2s", "3s"))},
        ),
        (
            Doubt(3, "two-groups", {"group": "chow", "other_group": "winning"}),
            "Was the chow 1s 2s 3s claimed?",
            {"claimed": but(), "won": but(m1=None, c=("6m", "7m", "9p", "9p", "2s", "3s"), w="1s")},
        ),
        (
            Doubt(6, "kong-face-up"),
            "Is this four a concealed kong of 5p?",
            {
                "concealed": but(),
                "after": but(m2=("kong", ("5p",) * 4, 3)),
                "no": but(m2=None, c=("6m", "7m", "5p", "5p", "5p", "5p", "9p")),
            },
        ),
        (
            Doubt(1, "two-faces", {"face": "C", "other_face": "F"}),
            "Is this C or F?",
            {"C": but(), "F": but(m0=("pung", ("F",) * 3, 0))},
        ),
        (
            Doubt(12, "scattered"),
            "Does 9p belong here, in the hand?",
            {"right": but(), "won": but(), "aside": but(c=("6m", "7m"))},
        ),
        (
            Doubt(10, "two-groups", {"group": "concealed", "other_group": "winning"}),
            "Does 6m belong here, in the hand?",
            {"won": but(c=("7m", "9p", "9p"), w="6m")},
        ),
        (
            Doubt(15, "cut-off"),
            "Is this tile part of the hand?",
            {"aside": but()},
        ),
        (Doubt(None, "scattered"), "Did we read this hand correctly?", {"right": but()}),
    ],
)
def test_what_is_asked_and_what_each_answer_does(
    reading: Callable[..., Reading], doubt: Doubt, ask: str, answers: dict[str, tuple[Any, ...]]
) -> None:
    """Answering removes the doubt, and changes what the answer names and nothing else."""
    read = reading(GROUPS, (doubt,), {11: (0.7, (("9m", 0.02), ("1s", 0.01)))})
    state = from_reading(read, "mcr")
    asked = question(read, state, 0)
    assert words.question(ENGLISH, asked) == ask
    assert {*answers} - {choice.answer for choice in asked.choices} <= ({"4s"} if asked.any_face else set())
    for answer, expected in answers.items():
        after, effect = answered(read, state, 0, answer)
        assert hand_of(after) == expected
        assert after.settled == {0}
        assert words.effect(ENGLISH, effect)


def test_an_unreadable_tile_is_named_by_any_face(reading: Callable[..., Reading]) -> None:
    read = reading(GROUPS, (Doubt(11, "unreadable"),))
    hidden = replace(read.tiles[11], tile=None, alternatives=())
    read = replace(read, hand=None, tiles=(*read.tiles[:11], hidden, *read.tiles[12:]))
    state = from_reading(read, "mcr")
    assert outcome(state).unfinished == Unfinished("unread", {"count": 1})
    asked = question(read, state, 0)
    assert (words.question(ENGLISH, asked), asked.any_face) == ("Which tile is this?", True)
    named, _ = answered(read, state, 0, "7m")
    assert hand_of(named) == AS_IT_IS
    assert open_doubts(read, named) == []


def test_kongs_that_lie_face_up_are_asked_about_once(reading: Callable[..., Reading]) -> None:
    """One answer says of all of them that they are exposed, or leaves them as they were read."""
    groups = (("concealed-kong", "9999p"), ("concealed-kong", "SSSS"), ("concealed", "123s456m7p"), ("winning", "7p"))
    read = reading(groups, (Doubt(0, "kongs-face-up", {"kongs": ("9p", "S")}),))
    state = from_reading(read, "mcr")
    asked = question(read, state, 0)
    assert words.question(ENGLISH, asked) == "2 kongs lie face up: 9p 9p 9p 9p, S S S S. Concealed or exposed?"
    assert asked.seen == tuple(range(8))
    exposed, _ = answered(read, state, 0, "exposed")
    assert [(meld.kind, meld.source) for meld in exposed.melds] == [("kong", 1), ("kong", 1)]
    concealed, _ = answered(read, state, 0, "concealed")
    assert hand_of(concealed) == hand_of(state)
    for after in (exposed, concealed):
        assert after.settled == {0}
        assert not open_doubts(read, after)


def test_an_answer_that_changes_a_whole_set_says_so(reading: Callable[..., Reading]) -> None:
    read = reading(
        GROUPS,
        (
            Doubt(1, "two-faces", {"face": "C", "other_face": "F"}),
            Doubt(5, "two-faces", {"face": "3s", "other_face": "6s"}),
        ),
    )
    state = from_reading(read, "mcr")
    pung, chow = (question(read, state, n).choices[1] for n in (0, 1))
    assert (words.choice(ENGLISH, pung), pung.tiles) == ("F: the pung is F F F", ("F", "F", "F"))
    assert (words.choice(ENGLISH, chow), chow.tiles) == ("6s: the chow is 4s 5s 6s", ("4s", "5s", "6s"))


def test_a_concealed_kong_face_down_is_named(reading: Callable[..., Reading]) -> None:
    read = reading(
        (("concealed-kong", "????"), ("concealed", "123m456p99s"), ("winning", "E")),
        (Doubt(None, "face-down"),),
    )
    state = from_reading(read, "mcr")
    asked = question(read, state, 0)
    assert (asked.choices, asked.any_face, asked.seen) == ((), True, (0, 1, 2, 3))
    after, _ = answered(read, state, 0, "C")
    assert in_order(after.melds[0].tiles) == ("C",) * 4
    with pytest.raises(EditRejectedError, match=r"fifth-copy: count=\d, face='9s'"):
        answered(read, state, 0, "9s")


def test_a_set_that_may_be_part_of_the_row_can_be_laid_out(reading: Callable[..., Reading]) -> None:
    groups = (("concealed", "123mCCC45678p"), ("winning", "9p"))
    read = reading(
        groups,
        (
            Doubt(1, "two-groups", {"group": "concealed", "other_group": "chow"}),
            Doubt(3, "two-groups", {"group": "concealed", "other_group": "pung"}),
        ),
    )
    state = from_reading(read, "mcr")
    after, _ = answered(read, state, 0, "123m")
    assert [(meld.kind, in_order(meld.tiles)) for meld in after.melds] == [("chow", ("1m", "2m", "3m"))]
    after, _ = answered(read, after, 1, "pung")
    assert [meld.kind for meld in after.melds] == ["chow", "pung"]
    assert after.settled == {0, 1}


@pytest.mark.parametrize(
    ("tile", "answer", "melds", "flowers"),
    [
        ("C", "aside", "pung", ("f1",)),
        ("C", "kong", "kong", ("f1",)),
        ("s2", "hand", "pung", ("f1", "s2")),
        ("f1", "hand", "pung", ("f1", "f3")),
        ("s2", "s4", "pung", ("f1", "s4")),
    ],
)
def test_what_was_left_out_of_the_hand_can_be_taken_in(
    reading: Callable[..., Reading], tile: str, answer: str, melds: str, flowers: tuple[str, ...]
) -> None:
    """A pung's fourth tile, or a flower; one that the hand has already is another."""
    groups = (("pung", "CCC"), ("concealed", "123s5567m9p"), ("concealed", "99p"), ("winning", "9p"), ("flowers", "f1"))
    alternatives = {15: (0.1, (("C", 0.09), ("f1", 0.08), ("f3", 0.05)))}
    read = reading((*groups, ("aside", tile)), (Doubt(15, "left-out"),), alternatives)
    state = from_reading(read, "mcr")
    after, _ = answered(read, state, 0, answer)
    assert after.melds[0].kind == melds
    assert in_order(after.flowers) == flowers
    assert (held(after), after.settled) == (14, {0})


@pytest.mark.parametrize(
    ("groups", "about", "answer", "melds", "winning"),
    [
        ((("concealed", "111p234m5567s"), ("winning", "1p"), ("pung", "CCC")), 10, "kong", ("kong", "pung"), None),
        ((("concealed", "1111p234m556s"), ("winning", "7s"), ("pung", "CCC")), 0, "kong", ("kong", "pung"), "7s"),
        ((("concealed", "111p234m5567s"), ("winning", "1p"), ("pung", "CCC")), 0, "kong", ("kong", "pung"), None),
        ((("pung", "111p"), ("concealed", "1p234m55678s"), ("winning", "5s")), 3, "kong", ("kong",), "5s"),
        ((("pung", "111p"), ("concealed", "1p234m55678s"), ("winning", "5s")), 0, "kong", ("kong",), "5s"),
        ((("pung", "111p"), ("concealed", "234m55678sCC"), ("winning", "1p")), 13, "kong", ("kong",), None),
        ((("concealed", "111p234m5567s"), ("winning", "1p"), ("pung", "CCC")), 10, "right", ("pung",), "1p"),
    ],
)
def test_four_that_lie_like_a_kong_can_be_one(
    reading: Callable[..., Reading],
    groups: tuple[tuple[str, str], ...],
    about: int,
    answer: str,
    melds: tuple[str, ...],
    winning: str | None,
) -> None:
    """Whichever of them lies crosswise, and whatever the others were taken for."""
    read = reading(groups, (Doubt(about, "kong-like", {"other_group": "kong"}),))
    state = from_reading(read, "mcr")
    after, _ = answered(read, state, 0, answer)
    assert tuple(sorted(meld.kind for meld in after.melds)) == melds
    assert [slot.tile for meld in after.melds for slot in meld.tiles].count("1p") == (4 if answer == "kong" else 0)
    assert (after.winning and after.winning.tile) == winning


@pytest.mark.parametrize(("reason", "source"), [("fourth-below", 6), ("fourth-hidden", 2), ("fourth-outside", 2)])
def test_a_pung_that_may_be_a_kong_is_asked_about(
    reading: Callable[..., Reading], reason: DoubtReason, source: int
) -> None:
    """One whose crosswise tile lies on its fourth is an added kong."""
    groups = (("pung", "111p"), ("concealed", "234m55678sCC"), ("winning", "C"))
    read = reading(groups, (Doubt(1, reason, {"other_group": "kong"}),))
    state = from_reading(read, "mcr")
    state = replace(state, melds=(replace(state.melds[0], source=2),))
    asked = question(read, state, 0)
    assert {"kong", "opposite"} <= {choice.answer for choice in asked.choices}
    pung, _ = answered(read, state, 0, "opposite")
    kong, _ = answered(read, state, 0, "kong")
    assert [(meld.kind, meld.source) for meld in pung.melds] == [("pung", 2)]
    assert [(meld.kind, meld.source) for meld in kong.melds] == [("kong", source)]


def test_where_no_tile_was_taken_for_the_winning_one_it_is_asked(reading: Callable[..., Reading]) -> None:
    read = reading((("aside", "123m456p789sEECCC"),), (Doubt(None, "no-hand", {"count": 14}),))
    state = from_reading(read, "mcr")
    assert question(read, state, 0).kind == "which-won"
    after, _ = answered(read, state, 0, "E")
    assert after.winning
    assert after.winning.tile == "E"
    assert open_doubts(read, after) == []  # it wins, and no tile of it may be another


def test_which_tile_won_says_nothing_of_the_others(reading: Callable[..., Reading]) -> None:
    """A hand that was put together by naming its winning tile is looked over where a tile of it may be another."""
    groups, doubts = (("aside", "123m456p789sEECCC"),), (Doubt(None, "no-hand", {"count": 14}),)
    read = reading(groups, doubts, {0: (0.8, (("9m", 0.2),))})
    after, _ = answered(read, from_reading(read, "mcr"), 0, "E")
    asked = question(read, after, 0)
    assert (open_doubts(read, after), asked.kind, asked.doubt.reason) == ([0], "hand-right", "unsure")


def test_a_question_stands_once_with_all_its_reasons(reading: Callable[..., Reading]) -> None:
    """Of the hand as a whole, and of a meld about two tiles of which there are doubts; one answer settles them all."""
    doubts = (
        Doubt(None, "scattered"),
        Doubt(0, "none-crosswise"),
        Doubt(None, "unusual-order"),
        Doubt(1, "fourth-hidden", {"other_group": "kong"}),
        Doubt(None, "weak-taken", {"count": 1}),
        Doubt(10, "two-faces", {"face": "6m", "other_face": "8m"}),
        Doubt(10, "hardly-seen"),
    )
    read = reading(GROUPS, doubts)
    state = from_reading(read, "mcr")
    asked = questions(read, state, range(7))
    assert [(each.kind, each.doubts) for each in asked] == [
        ("hand-right", (0, 2, 4)),
        ("claimed", (1, 3)),
        ("one-of-faces", (5, 6)),
    ]
    assert [doubt.reason for doubt in asked[0].also.values()] == ["unusual-order", "weak-taken"]
    assert {"before", "kong", "no"} <= {choice.answer for choice in asked[1].choices}
    assert {"6m", "8m", "none"} <= {choice.answer for choice in asked[2].choices}
    assert answered(read, state, 2, "right")[0].settled == {0, 2, 4}
    assert answered(read, state, 1, "kong")[0].settled >= {1, 3}
    assert answered(read, state, 5, "none")[0].settled >= {5, 6}


@pytest.mark.parametrize("word", ["5q", "", "yes", "7M"])
def test_what_is_no_answer_is_refused_with_the_answers_there_are(reading: Callable[..., Reading], word: str) -> None:
    read = reading(GROUPS, (Doubt(10, "two-faces", {"face": "6m", "other_face": "8m"}),))
    state = from_reading(read, "mcr")
    with pytest.raises(EditRejectedError) as refused:
        answered(read, state, 0, word)
    why, fix = words.refusal(ENGLISH, refused.value)
    assert why == f"“{word}” does not answer “Is this 6m or 8m?”"
    assert fix.startswith("Answer 6m, 8m or a tile as 1m-9m")
    with pytest.raises(EditRejectedError, match="no-such-doubt: doubt=1, known=1"):
        answered(read, state, 1, "6m")


def test_one_answer_settles_all_that_is_asked_about_one_tile(reading: Callable[..., Reading]) -> None:
    """Its face, or its place: the other of the two stays open."""
    doubts = (
        Doubt(10, "two-faces", {"face": "6m", "other_face": "8m"}),
        Doubt(10, "copies-seen", {"count": 5, "face": "6m"}),
        Doubt(10, "scattered"),
    )
    read = reading(GROUPS, doubts)
    state = from_reading(read, "mcr")
    assert answered(read, state, 0, "6m")[0].settled == {0, 1}
    assert answered(read, state, 2, "right")[0].settled == {2}


def test_a_question_follows_the_tile_it_is_about(reading: Callable[..., Reading]) -> None:
    """Ask about a tile that was moved at its new place."""
    read = reading(GROUPS, (Doubt(10, "two-faces", {"face": "6m", "other_face": "8m"}),))
    state, _ = edited(from_reading(read, "mcr"), Move(("c0",), "w"), read)
    assert question(read, state, 0).at == "w"
    after, _ = answered(read, state, 0, "8m")
    assert after.winning
    assert (after.winning.tile, after.winning.seen) == ("8m", 10)
    assert "6m" not in {slot.tile for slot in places(after).values()}


def test_what_decides_the_hand_is_asked_first(reading: Callable[..., Reading]) -> None:
    """First what makes it win or not, then what it is worth, then what changes nothing."""
    groups = (("concealed", "123m456p789sEECC"), ("winning", "C"))
    doubts = (
        Doubt(None, "scattered"),
        Doubt(9, "two-faces", {"face": "E", "other_face": "N"}),
        Doubt(13, "none-apart"),
        Doubt(2, "two-faces", {"face": "3m", "other_face": "5m"}),
    )
    read = reading(groups, doubts)
    order = by_weight(read, from_reading(read, "mcr"))
    assert set(order[:2]) == {1, 3}
    assert order[2:] == (2, 0)
    sure = reading(groups)
    assert by_weight(sure, from_reading(sure, "mcr")) == ()


def test_a_picture_of_a_screen_is_asked_about_first_and_once(reading: Callable[..., Reading]) -> None:
    """The answer that the tiles are real settles that alone."""
    read = reading(
        GROUPS, (Doubt(None, "scattered"), Doubt(None, "several-hands", {"count": 2}), Doubt(None, "on-display"))
    )
    state = from_reading(read, "mcr")
    assert by_weight(read, state)[0] == 2
    asked = question(read, state, 2)
    assert words.question(ENGLISH, asked) == "Is this a photo of a screen?"
    assert [words.choice(ENGLISH, choice) for choice in asked.choices] == ["No, these are real tiles"]
    assert set(asked.seen) == {slot.seen for slot in places(state).values()}
    after, _ = answered(read, state, 2, asked.choices[0].answer)
    assert hand_of(after) == AS_IT_IS
    assert open_doubts(read, after) == [0, 1]


def test_more_than_three_questions_end_with_one_about_the_rest(reading: Callable[..., Reading]) -> None:
    """Each question shows what it is about; the last one settles all that is left."""
    faces = [Doubt(n, "two-faces", {"face": "6m", "other_face": "8m"}) for n in (0, 1, 2, 3)]
    read = reading(GROUPS, (*faces, Doubt(None, "scattered"), Doubt(None, "unusual-order"), Doubt(4, "hardly-seen")))
    state = from_reading(read, "mcr")
    every = questions(read, state, open_doubts(read, state))
    asked = few(every)
    assert len(every) == 6
    assert [each.kind for each in asked[:2]] == [each.kind for each in every[:2]]
    assert (len(asked), asked[2].kind, asked[2].about) == (3, "rest-right", {"count": 4})
    assert all(each.seen for each in every)
    assert set(asked[2].seen) == {seen for each in every[2:] for seen in each.seen}
    after, effect = answered(read, state, asked[2].number, asked[2].choices[0].answer)
    assert effect.about["question"] == "rest-right"
    assert set(open_doubts(read, after)) == {n for each in asked[:2] for n in each.doubts}
    with pytest.raises(EditRejectedError):
        answered(read, state, 2, "right 99")
    assert few(every[:3]) == every[:3]
