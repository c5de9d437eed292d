"""Two people who change a hand at once: what is carried over, and what is shown to both.

The hand is a claimed chow of 1-3 bamboo (tiles 0-2 of the reading), concealed 4-9 bamboo, three red dragons and 9 dots
(tiles 3-12: paths c0-c9), won with 9 dots (tile 13); tile 14, the east wind, lies aside.
"""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.served import STRAIGHT, make_reading
from vision.reading import Doubt
from webui.hand.edits import (
    Add,
    ChangeMeld,
    Confirm,
    Edit,
    LayMeld,
    Move,
    Name,
    SetCircumstances,
    SetRules,
    SplitMeld,
    edited,
)
from webui.hand.effects import EditRejectedError
from webui.hand.merging import changed_paths, clash, rebase
from webui.hand.questions import Answer
from webui.hand.state import Circumstances, HandState, Slot, from_reading, places

READING = make_reading(
    (*STRAIGHT, ("aside", "E")),
    doubts=(Doubt(4, "glare", {"face": "5s"}), Doubt(6, "glare", {"face": "7s"}), Doubt(None, "scattered")),
)
HAND = from_reading(READING, "mcr")


def after(edit: Edit | Answer, state: HandState = HAND) -> HandState:
    assert not isinstance(edit, Answer)
    return edited(state, edit, READING)[0]


@pytest.mark.parametrize(
    ("theirs", "mine", "both"),
    [
        (Name("c0", "3s"), Name("c1", "6s"), (Name("c0", "3s"), Name("c1", "6s"))),
        (Move(("c0",), "a"), Name("c1", "6s"), (Move(("c0",), "a"), Name("c0", "6s"))),  # the tile has another path
        (Move(("c0", "c1"), "a"), Move(("c5",), "w"), (Move(("c0", "c1"), "a"), Move(("c3",), "w"))),
        (
            LayMeld(("c6", "c7", "c8"), "pung", 1),
            Name("c9", "8p"),
            (LayMeld(("c6", "c7", "c8"), "pung", 1), Name("c6", "8p")),
        ),
        (SplitMeld(0), Name("c0", "3s"), (SplitMeld(0), Name("c0", "3s"))),
        (LayMeld(("c6", "c7", "c8"), "pung", 1), SplitMeld(0), (SplitMeld(0), LayMeld(("c6", "c7", "c8"), "pung", 1))),
        (Name("c0", "3s"), SetRules("zungjung"), (Name("c0", "3s"), SetRules("zungjung"))),
        (Confirm((0,)), Confirm((1,)), (Confirm((0, 1)),)),
        (Confirm((0,)), Confirm((0, 1)), (Confirm((0, 1)),)),  # both are of one mind
        (Name("c4", "6s"), Confirm((0,)), (Name("c4", "6s"), Confirm((0,)))),
        (
            SetCircumstances(Circumstances(seat="S")),
            SetCircumstances(Circumstances(self_draw=True)),
            (SetCircumstances(Circumstances(seat="S", self_draw=True)),),
        ),
    ],
)
def test_what_touches_other_tiles_is_kept_of_both(theirs: Edit, mine: Edit, both: tuple[Edit, ...]) -> None:
    now = after(theirs)
    assert not clash(mine, HAND, now, READING)
    over = rebase(mine, HAND, now)
    assert over is not None
    wanted = HAND
    for edit in both:
        wanted = after(edit, wanted)
    assert changed_paths(after(over, now), wanted) == frozenset()  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("theirs", "mine"),
    [
        (Name("c0", "3s"), Name("c0", "5s")),
        (Name("c0", "3s"), Name("c0", "3s")),
        (Move(("c0",), "a"), Name("c0", "5s")),
        (Move(("c0",), "w"), Move(("c1",), "w")),  # one tile wins
        (Move(("c0",), "w"), Name("w", "8p")),
        (SplitMeld(0), Name("m0.0", "2s")),
        (SetRules("zungjung"), SetRules("mcr-1998")),
        (SetCircumstances(Circumstances(seat="S")), SetCircumstances(Circumstances(seat="W"))),
        (Name("c1", "6s"), Confirm((0,))),  # the doubt is about that tile
        (Name("c9", "8p"), Confirm((2,))),  # and this one about the whole hand
        (Name("c1", "6s"), Answer(0, "5s")),
        (Name("c9", "8p"), Answer(2, "right")),
        (Confirm((0,)), Answer(0, "5s")),
    ],
)
def test_what_touches_the_same_is_shown_to_both(theirs: Edit, mine: Edit | Answer) -> None:
    assert clash(mine, HAND, after(theirs), READING)


def test_two_who_add_a_missed_tile_may_mean_the_same() -> None:
    short = after(Move(("c0", "c1"), "a"))
    assert clash(Add("E"), short, after(Add("S"), short), READING)


def test_an_answer_is_carried_over_as_it_is() -> None:
    now = after(Name("c9", "8p"))
    assert not clash(Answer(0, "5s"), HAND, now, READING)
    assert rebase(Answer(0, "5s"), HAND, now) == Answer(0, "5s")


def test_what_is_not_there_any_more_is_not_carried_over() -> None:
    unseen = after(Add("E"), replace(HAND, winning=None, concealed=HAND.concealed[:-1]))
    place = next(path for path, slot in places(unseen).items() if slot.seen is None)
    gone = after(Move((place,), "a"), unseen)
    assert rebase(Name(place, "S"), unseen, gone) is None
    assert rebase(ChangeMeld(0, "chow"), HAND, after(SplitMeld(0))) is None


@pytest.mark.parametrize(
    ("first", "second", "tiles"),
    [
        (Name("c0", "2m"), Name("c0", "3m"), "3m 2m 4p 5p"),
        (Name("c0", "2m"), Name("c3", "9s"), "2m 2m 4p 9s"),
        (Move(("c0",), "a"), Name("c1", "9s"), "9s 4p 5p"),
        (Move(("c1",), "a"), Move(("c3",), "a"), "1m 4p"),
        (Add("E"), Name("c3", "9s"), "1m 2m 4p 9s E"),
    ],
)
def test_one_who_edits_on_before_the_answer_means_the_tiles_that_were_shown(
    first: Edit, second: Edit, tiles: str
) -> None:
    shown = replace(HAND, melds=(), winning=None, concealed=tuple(map(Slot, ("1m", "2m", "4p", "5p"))))
    now = after(first, shown)
    over = rebase(second, shown, now)
    assert over is not None
    assert " ".join(slot.tile or "" for slot in after(over, now).concealed) == tiles  # type: ignore[arg-type]


PATHS = st.sampled_from([f"c{n}" for n in range(10)] + ["w", "m0.0", "m0.1", "m0.2", "a14"])
FACES = st.sampled_from(["1s", "4s", "5s", "9p", "8p", "C", "E"])
EDITS = st.one_of(
    st.builds(Name, PATHS, FACES),
    st.builds(Move, PATHS.map(lambda path: (path,)), st.sampled_from(["c", "w", "a"])),
    st.builds(SplitMeld, st.just(0)),
    st.builds(Confirm, st.sampled_from([(0,), (1,), (0, 1)])),
    st.builds(SetRules, st.sampled_from(["mcr", "zungjung"])),
)


@given(EDITS, EDITS)
def test_nothing_that_the_first_did_is_lost(theirs: Edit, mine: Edit) -> None:
    """A change that is carried over changes what it would have changed, and nothing of what was changed before."""
    try:
        now, alone = after(theirs), after(mine)
        if clash(mine, HAND, now, READING):
            return
        over = rebase(mine, HAND, now)
        assert over is not None
        both = after(over, now)
    except EditRejectedError:
        return  # together they are no hand: that is said to the second
    first, second = changed_paths(HAND, now), changed_paths(HAND, alone)
    assert changed_paths(HAND, both) == first | second
