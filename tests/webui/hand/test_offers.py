"""Edits offered for a hand: every one is accepted, and one that is chosen already changes nothing."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Any, Final, get_args

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.tiles import FACES, FLOWERS, PLAYED
from tests.long import long_but
from tests.served import make_reading
from tests.webui.any_hand import any_hand
from tests.webui.hand.test_edits import state_of
from vision.reading import Doubt, Reading
from webui.hand.edits import Add, AddMeld, Confirm, Edit, LayMeld, MarkRed, Move, Name, SetCircumstances, edited
from webui.hand.effects import EditRejectedError
from webui.hand.offered import Action, ActionKind, AvailableEdits
from webui.hand.offers import OfferedHand, candidates, is_possible, offers
from webui.hand.state import MELD_SIZE, Circumstances, HandState, MeldState, Slot, from_reading, outcome, places

WHOLE = "[123s,1]456789sCCC9p 9p"
HANDS: Final = 60
"""Hands of each sort that the rule is held against each time; more take longer and find rarer ones."""


def refused(state: HandState, edit: Edit, reading: Reading | None = None) -> str | None:
    """Return the kind of refusal that an edit meets, or None."""
    try:
        edited(state, edit, reading)
    except EditRejectedError as error:
        return error.kind
    return None


def named(actions: tuple[Action, ...]) -> list[str]:
    """Actions as text: their kinds, each with its tiles."""
    return [" ".join([action.kind, *action.tiles]) for action in actions]


@pytest.mark.parametrize(
    ("text", "path", "expected"),
    [
        (WHOLE, "c0", ["make-winning", "lay-chow 4s 5s 6s", "remove"]),
        (WHOLE, "c2", ["make-winning", "lay-chow 4s 5s 6s", "lay-chow 5s 6s 7s", "lay-chow 6s 7s 8s", "remove"]),
        (WHOLE, "c6", ["make-winning", "lay-pung C C C", "remove"]),
        (WHOLE, "w", ["not-winning", "remove"]),
        (WHOLE, "m0.1", ["make-winning", "take-out", "split", "remove-meld"]),
        (
            "12345sEEEE99p 9p",
            "c5",
            ["make-winning", "lay-pung E E E", "lay-kong E E E E", "lay-concealed-kong E E E E", "remove"],
        ),
        ("[CCC,2]456789sC99p 9p", "c6", ["make-winning", "fourth-tile C", "remove"]),
        ("[CCC,2][456s,1]789sC99p 9p", "c0", ["make-winning", "lay-chow 7s 8s 9s", "remove"]),
        ("12s 3s flowers=f1", "f0", ["remove"]),
        ("12s 3s", "w", ["not-winning", "lay-chow 1s 2s 3s", "remove"]),
        ("[111s,1][222s,1][333s,1][444s,1]E E", "c0", ["make-winning", "remove"]),
        ("[111s,1][222s,1][333s,1][444s,1]EEE", "c0", ["make-winning", "remove"]),
    ],
)
def test_the_actions_of_a_tile(text: str, path: str, expected: list[str]) -> None:
    """Offer no fifth meld beside four, but a fourth tile beside its pung."""
    assert named(offers(state_of(text)).tiles[path].actions) == expected


@pytest.mark.parametrize(("rules", "kinds"), [("riichi-mleague", {"red"}), ("riichi-ema", set()), ("mcr", set())])
def test_a_five_is_marked_red_where_the_rules_have_red_fives_and_once_a_suit(rules: str, kinds: set[str]) -> None:
    """Check that the text has the red five, and that the other fives of its suit are no longer offered as red."""
    state = replace(state_of("[456p,1]55m1234567s5p 5p"), rules=rules)

    def marks(state: HandState) -> dict[str, set[str]]:
        fives = {path for path, slot in places(state).items() if slot.tile in ("5m", "5p")}
        found = {path: {each.kind for each in offers(state).tiles[path].actions} for path in fives}
        return {path: actions & {"red", "ordinary"} for path, actions in found.items()}

    assert marks(state) == dict.fromkeys(["m0.1", "c0", "c1", "c9", "w"], kinds)
    marked, _ = edited(state, MarkRed("c9", True))
    assert ("0" in (outcome(marked).text or "")) == bool(kinds)
    if kinds:
        assert marks(marked) == {"m0.1": set(), "w": set(), "c9": {"ordinary"}, "c0": {"red"}, "c1": {"red"}}


def test_a_tile_that_is_not_read_is_named_before_it_moves() -> None:
    state = replace(state_of("12s"), winning=Slot(None))
    tile = offers(state).tiles["w"]
    assert tile.moves == ()
    assert "make-winning" not in named(tile.actions)


def test_a_tile_aside_makes_melds_with_its_group(reading: Callable[..., Reading]) -> None:
    """Tiles of another group that lie aside, or of the hand, are no part of them."""
    read = reading((("concealed", "123456789s"), ("winning", "9p"), ("aside", "CC"), ("aside", "C78s")))
    state = from_reading(read, "mcr")
    offered = offers(state, read).tiles
    assert named(offered["a10"].actions) == ["add C", "make-winning"]
    assert not [action for action in offered["a13"].actions if action.kind == "lay-chow"]
    read = reading((("concealed", "123456s"), ("winning", "9p"), ("aside", "CCC")))
    offered = offers(from_reading(read, "mcr"), read).tiles
    assert named(offered["a8"].actions) == ["add C", "make-winning", "lay-pung C C C"]
    assert offered["a8"].actions[-1].edit == LayMeld(("a8", "a7", "a9"), "pung")


def test_a_hand_with_all_its_tiles_takes_none_from_aside(reading: Callable[..., Reading]) -> None:
    read = reading((("concealed", "123456789sCCC9p"), ("winning", "9p"), ("aside", "E")))
    assert offers(from_reading(read, "mcr"), read).tiles["a14"].actions == ()


def test_open_doubts_of_a_tile_are_confirmed_together(reading: Callable[..., Reading]) -> None:
    doubts = tuple(Doubt(tile, "glare", {"face": "4s"}) for tile in (5, 3, 5))
    read = reading(doubts=doubts)
    state = from_reading(read, "mcr")
    (path,) = [path for path, slot in places(state).items() if slot.seen == 5]
    first = offers(state, read, [0, 1, 2]).tiles[path].actions[0]
    assert first == Action("confirm", Confirm((0, 2)), (places(state)[path].tile or "",))
    assert offers(state, read, [1]).tiles[path].actions[0].kind != "confirm"


def test_a_doubt_about_no_tile_is_not_confirmed_at_a_tile_that_was_added(reading: Callable[..., Reading]) -> None:
    read = reading((("concealed", "123s"),), doubts=(Doubt(None, "scattered"),))
    state, _ = edited(from_reading(read, "mcr"), Add("9p"), read)
    assert "confirm" not in {action.kind for action in offers(state, read, [0]).tiles["c3"].actions}


@pytest.mark.parametrize(
    ("text", "path", "moves"),
    [
        (WHOLE, "c0", "w a m0"),
        (WHOLE, "m0.0", "c w a"),
        ("[123s,1][CCC,2]1s 9p flowers=f1", "f0", "c w a m0 m1"),
        ("[123s,1][CCC,2]1s 9p flowers=f1", "m1.2", "c w a m0"),
    ],
)
def test_where_a_tile_can_be_dropped(text: str, path: str, moves: str) -> None:
    assert " ".join(offers(state_of(text)).tiles[path].moves) == moves


def test_a_flower_taken_for_another_tile_can_be_moved_to_the_flowers() -> None:
    state = replace(state_of("12s 3s"), concealed=(Slot("f1"),))
    assert "f" in offers(state).tiles["c0"].moves


@pytest.mark.parametrize(
    ("text", "kinds", "giver"),
    [
        ("[CCC,2]123s", {"pung": True, "kong": False, "added": False, "concealed-kong": False}, 2),
        ("[CCCC,7]123s", {"pung": False, "kong": False, "added": True, "concealed-kong": False}, 3),
        ("[CCCC]123s", {"pung": False, "kong": False, "added": False, "concealed-kong": True}, None),
        ("[123s,1]123s", {}, None),
    ],
)
def test_what_a_meld_can_be(text: str, kinds: dict[str, bool], giver: int | None) -> None:
    (meld,) = offers(state_of(text)).melds
    assert {choice.value: choice.chosen for choice in meld.kinds} == kinds
    assert [choice.value for choice in meld.givers if choice.chosen] == ([] if giver is None else [giver])
    assert meld.faces == (PLAYED[:27] if text.startswith("[123s") else PLAYED)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", "tiles"),
        ("123456789sCC", "tiles"),
        ("123456789sCC 9p", "tiles"),
        ("123456789sCCC9p", "winning-tile"),
        ("[CCCC]123456789s9p", "winning-tile"),
        (WHOLE, None),
    ],
)
def test_what_a_hand_lacks_next(text: str, wanted: str | None) -> None:
    assert offers(state_of(text)).wanted == wanted


def test_the_faces_that_can_be_added_are_those_with_a_copy_left() -> None:
    state = state_of("1111s22s flowers=f1")
    offered = offers(state)
    assert set(FACES) - set(offered.faces) == {"1s", "f1"}
    for face in FACES:
        assert (refused(state, Add(face)) is None) == (face in offered.faces)


def test_the_melds_that_can_be_added_are_those_with_copies_left() -> None:
    state = state_of("1111s22s")
    offered = offers(state).new_melds
    for kind, faces in offered.items():
        for face in PLAYED:
            assert (refused(state, AddMeld(kind, face)) is None) == (face in faces) or kind == "chow"
    chows = [face for face in offered["chow"] if face[1] == "s"]
    assert chows == ["2s", "3s", "4s", "5s", "6s", "7s"]
    assert not {"8s", "9s", "E"} & set(offered["chow"])


def test_a_fifth_copy_that_was_read_keeps_no_other_meld_away() -> None:
    assert set(offers(HandState(concealed=(Slot("1s"),) * 5)).new_melds["pung"]) == set(PLAYED) - {"1s"}


def test_a_flower_is_taken_from_aside_before_one_is_added(reading: Callable[..., Reading]) -> None:
    read = reading((("concealed", "123s"), ("flowers", "f1"), ("winning", "4s"), ("aside", "s2")))
    edits = {choice.value: (choice.edit, choice.chosen) for choice in offers(from_reading(read, "mcr"), read).flowers}
    assert list(edits) == list(FLOWERS)
    assert edits["f1"] == (Move(("f0",), "a"), True)
    assert edits["s2"] == (Move(("a5",), "f"), False)
    assert edits["f2"] == (Add("f2"), False)


def test_circumstances_that_exclude_each_other_are_cleared() -> None:
    won = Circumstances(self_draw=False, seat="E", discarder="S", kong=True, heaven=True)
    by_name = {
        c.name: {s.value: s for s in c.settings} for c in offers(HandState(won=won, rules="zungjung")).circumstances
    }
    assert by_name["self_draw"][True].sets == {"self_draw": True, "discarder": None, "kong": None, "heaven": False}
    assert by_name["seat"]["S"].sets == {"seat": "S", "discarder": None, "heaven": False}
    assert by_name["seat"]["W"].sets == {"seat": "W", "heaven": False}
    assert list(by_name["discarder"]) == [None, "S", "W", "N"]
    drawn = offers(HandState(won=Circumstances(self_draw=True))).circumstances
    assert [c.name for c in drawn] == ["self_draw", "seat", "round"]


@pytest.mark.parametrize(
    ("rules", "self_draw", "kinds"),
    [
        ("mcr", False, ["last-discard", "robbed-kong", "last-of-kind"]),
        ("mcr", True, ["last-draw", "last-of-kind"]),
        ("mcr", None, ["last-tile", "robbed-kong", "last-of-kind"]),
        ("zungjung", False, ["last-discard", "robbed-kong", "heaven", "earth"]),
    ],
)
def test_the_toggles_follow_the_rules_and_how_it_was_won(rules: str, self_draw: bool | None, kinds: list[str]) -> None:
    offered = offers(HandState(won=Circumstances(self_draw=self_draw), rules=rules))
    assert [toggle.kind for toggle in offered.toggles] == kinds


@pytest.mark.parametrize(
    ("groups", "shown"),
    [
        ((("concealed", "123s456s789sCCC9p"), ("winning", "9p"), ("aside", "9p9p9p")), 0),  # one is held
        ((("concealed", "123s456s78sCCC99p"), ("winning", "9s"), ("aside", "9s9s9s1m")), 3),
        ((("concealed", "123s456s78sCCC99p"), ("winning", "9s"), ("aside", "9s9s1m")), 0),
        ((("concealed", "123s456s78sCCC99p"), ("winning", "9s"), ("aside", "9s9s9s9s")), 0),  # a fifth: one is misread
        ((("concealed", "123s456s78sCCC99p"), ("winning", "9s"), ("aside", "9s9s?1m")), 0),
        ((("pung", "8s8s8s"), ("concealed", "456s79sCCC99p"), ("winning", "8s"), ("aside", "1m2m")), 3),
        ((("pung", "8s8s8s"), ("concealed", "456s79sCCC99p"), ("winning", "8s"), ("aside", "8s1m")), 0),
    ],
)
def test_last_of_its_kind_is_offered_with_the_three_others_that_show(groups: Any, shown: int) -> None:
    reading = make_reading(groups)
    state = from_reading(reading, "mcr")
    if state.melds:
        state = replace(state, melds=(replace(state.melds[0], source=1),))
    (toggle,) = (each for each in offers(state, reading).toggles if each.luck == "last-of-kind")
    assert len(toggle.seen) == shown
    winning = state.winning.tile if state.winning else None
    assert {reading.tiles[n].tile for n in toggle.seen} <= {winning}
    assert not toggle.on


@pytest.mark.parametrize(
    ("text", "self_draw", "offered"),
    [
        ("[1111m]234p55s678sEE E", None, True),
        ("[1111m]234p55s678sEE E", True, True),
        ("[1111m]234p55s678sEE E", False, False),
        ("111m234p55s678sEEE C", None, False),
    ],
)
def test_a_replacement_tile_is_asked_for_only_where_there_is_a_kong(
    text: str, self_draw: bool | None, offered: bool
) -> None:
    state = replace(state_of(text), won=Circumstances(self_draw=self_draw))
    kong = [c for c in offers(state).circumstances if c.name == "kong"]
    assert bool(kong) == offered
    if kong:
        assert kong[0].settings[1].sets | {"self_draw": True} == {"self_draw": True, "kong": True}


@pytest.mark.parametrize("rules", ["mcr", "zungjung"])
@pytest.mark.parametrize("text", ["[EEE,1][1111m]234p55s67s 8s", "[SSS,2][CCCC,1]234p55s67s 8s", "123s456789sCCC9p 9p"])
def test_answers_to_what_is_open_settle_the_score_within_its_range(text: str, rules: str) -> None:
    """Reach both the lowest and the highest total by answers in the order of the questions."""
    state = replace(state_of(text), rules=rules)
    worth = outcome(state).assessment
    assert worth

    def totals(state: HandState) -> set[int]:
        found = outcome(state)
        assert found.assessment
        if found.sheet:
            return {found.sheet.total}
        name = {"self-draw": "self_draw"}.get(found.assessment.open[0], found.assessment.open[0])
        (asked,) = [c for c in offers(state).circumstances if c.name == name]
        assert not [setting for setting in asked.settings if setting.chosen]
        said = [replace(state.won, **setting.sets) for setting in asked.settings]  # type: ignore[arg-type]
        return set().union(*(totals(edited(state, SetCircumstances(won))[0]) for won in said))

    reached = totals(state)
    assert (min(reached), max(reached)) == (worth.low, worth.high)


def test_a_replacement_tile_of_a_kong_that_is_none_can_be_taken_back() -> None:
    state = replace(state_of("111m234p55s678sEEE C"), won=Circumstances(self_draw=True, kong=True))
    kong = next(c for c in offers(state).circumstances if c.name == "kong")
    assert [(setting.value, setting.chosen) for setting in kong.settings] == [(False, False), (True, True)]


def test_luck_is_said_with_the_draw_that_it_needs_and_taken_back() -> None:
    luck = {toggle.luck: toggle for toggle in offers(HandState(rules="zungjung")).toggles}
    assert {name: toggle.sets.get("self_draw") for name, toggle in luck.items()} == {
        "last-tile": None,
        "robbed-kong": False,
        "heaven": True,
        "earth": False,
    }
    for toggle in luck.values():
        state, _ = edited(HandState(rules="zungjung"), SetCircumstances(Circumstances(**toggle.sets)))  # type: ignore[arg-type]
        (back,) = [other for other in offers(state).toggles if other.luck == toggle.luck]
        assert back.on
        after, _ = edited(state, SetCircumstances(replace(state.won, **back.sets)))  # type: ignore[arg-type]
        assert not [other for other in offers(after).toggles if other.on]


def test_a_circumstance_says_who_said_it() -> None:
    won = Circumstances(seat="S", round="E", sources={"seat": "camera", "round": "play"})
    sources = {c.name: c.source for c in offers(HandState(won=won)).circumstances}
    assert sources == {"self_draw": None, "seat": "camera", "round": "play"}


def hands() -> st.SearchStrategy[HandState]:
    """Hands that edits make, one after the other, from no tiles."""
    edits = st.one_of(
        st.builds(Add, st.sampled_from(FACES)),
        st.builds(AddMeld, st.sampled_from(["chow", "pung", "kong", "concealed-kong"]), st.sampled_from(PLAYED)),
        st.builds(Name, st.sampled_from(["c0", "w", "m0.1"]), st.sampled_from(FACES)),
    )

    def made(steps: list[Edit]) -> HandState:
        state = HandState()
        for step in steps:
            if refused(state, step) is None:
                state, _ = edited(state, step)
        return state

    return st.lists(edits, max_size=18).map(made)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(hands())
def test_offers_are_made_and_what_is_chosen_changes_nothing(state: HandState) -> None:
    offered: AvailableEdits = offers(state)
    assert set(offered.tiles) == set(places(state))
    for tile in offered.tiles.values():
        for action in tile.actions:
            after, _ = edited(state, action.edit)
            assert len(places(after)) <= len(places(state))
    for meld in offered.melds:
        for choice in (*meld.kinds, *meld.givers):
            if choice.chosen:
                assert edited(state, choice.edit)[0] == state
        assert sum(choice.chosen for choice in meld.kinds) == bool(meld.kinds)
    for circumstance in offered.circumstances:
        for chosen in [setting for setting in circumstance.settings if setting.chosen]:
            assert {name: asdict(state.won)[name] for name in chosen.sets} == dict(chosen.sets)
        for setting in circumstance.settings:
            sent: dict[str, Any] = asdict(state.won) | dict(setting.sets)
            assert msgspec.convert(sent, Circumstances)


def strange(rng: random.Random) -> tuple[HandState, Reading | None]:
    """A hand that a poor reading may give: too many tiles, melds of unlike ones, flowers anywhere, tiles unknown."""
    few = rng.sample(FACES, rng.choice((3, 8, len(FACES))))
    count = rng.randint(0, 30)
    tiles = "".join(rng.choice(few) for _ in range(count))
    reading = make_reading((("aside", tiles),)) if tiles else None
    rest = [
        Slot(None if rng.random() < 0.1 else seen.tile, n) for n, seen in enumerate(reading.tiles if reading else ())
    ]
    rng.shuffle(rest)

    def take(count: int) -> tuple[Slot, ...]:
        taken = tuple(rest.pop() if rest and rng.random() < 0.8 else Slot(rng.choice(few)) for _ in range(count))
        alike = rng.random() < 0.7
        return tuple(replace(slot, tile=taken[0].tile) if alike else slot for slot in taken)

    kinds = rng.choices(("chow", "pung", "kong", "concealed-kong"), k=rng.choice((0, 1, 2, 4, 5)))
    return HandState(
        melds=tuple(MeldState(kind, take(MELD_SIZE[kind])) for kind in kinds),
        concealed=tuple(slot for _ in range(rng.randint(0, 14)) for slot in take(1)),
        winning=take(1)[0] if rng.random() < 0.6 else None,
        flowers=tuple(slot for _ in range(rng.choice((0, 0, 1, 3))) for slot in take(1)),
    ), reading


def usual(rng: random.Random) -> tuple[HandState, Reading | None]:
    """A hand with the reading that it comes from, if it was read."""
    hand = any_hand(rng)
    return hand.laid, hand.reading


@pytest.mark.parametrize(
    ("some", "first", "count"),
    long_but(
        [(usual, 0, HANDS), (strange, 0, HANDS)],
        [(some, first, count) for some in (usual, strange) for first, count in ((0, HANDS), (HANDS, 2000))],
    ),
)
def test_the_rule_says_of_each_change_what_making_it_says(
    some: Callable[[random.Random], tuple[HandState, Reading | None]], first: int, count: int
) -> None:
    answers: Counter[tuple[str, bool]] = Counter()
    for seed in range(first, first + count):
        state, reading = some(random.Random(seed))
        hand = OfferedHand.of(state, reading)
        for path, slot in {**hand.tiles, **hand.aside}.items():
            for action in candidates(hand, path, slot, (0,) if reading and reading.doubts else ()):
                possible = is_possible(hand, action.edit)
                assert possible == (refused(state, action.edit, reading) is None), (seed, action)
                answers[action.kind, possible] += 1
    found = {kind for kind, possible in answers if possible} - {"dora", "ura"}
    assert found | {"confirm", "red", "ordinary"} == set(get_args(ActionKind))
    assert not all(possible for _, possible in answers)
