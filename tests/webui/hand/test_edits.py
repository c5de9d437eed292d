"""Edits of a hand: each kind, the refused ones, and the rules that no edit may break."""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any, Final, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring import parse
from scoring.findings import findings
from scoring.games.riichi.combine import riichi_findings
from scoring.games.riichi.words import RiichiExtra
from scoring.notation import expand
from scoring.tiles import FACES, FLOWERS
from tests.rows import row_by_row
from vision.reading import Doubt, Reading
from webui.hand.edits import (
    Add,
    AddMeld,
    ChangeMeld,
    Confirm,
    Edit,
    LayMeld,
    MarkRed,
    Move,
    Name,
    SetCircumstances,
    SetGiver,
    SetRules,
    SetWinner,
    SplitMeld,
    WriteTiles,
    edited,
)
from webui.hand.effects import EditRejectedError
from webui.hand.state import (
    Circumstances,
    HandState,
    MeldState,
    Slot,
    Wind,
    from_reading,
    held,
    in_order,
    outcome,
    places,
    same_tiles,
    to_win,
)
from webui.messages import Messages
from webui.messages import hand as words

ENGLISH = Messages.of("en")


def state_of(text: str) -> HandState:
    """`[CCC,2]123m W flowers=f1`: melds and concealed tiles, then the winning tile if there is one; none was seen."""
    first, *more = text.split(" ")
    melds, concealed = re.fullmatch(r"((?:\[.*\])?)(.*)", first).groups()  # type: ignore[union-attr]
    winning = more.pop(0) if more and more[0] in FACES else None
    flowers = parse(more[0]).flower_tiles if more else ()
    return HandState(
        tuple(MeldState(m.kind, tuple(map(Slot, m.tiles)), m.source) for m in parse(melds).melds),  # type: ignore[arg-type]
        tuple(map(Slot, expand(concealed))),
        Slot(winning) if winning else None,
        tuple(map(Slot, flowers)),
    )


def sorted_out(state: HandState) -> tuple[Any, ...]:
    """The tiles of each place in order."""
    melds = [(meld.kind, in_order(meld.tiles), meld.source) for meld in state.melds]
    return melds, in_order(state.concealed), state.winning and state.winning.tile, in_order(state.flowers)


@row_by_row(
    ("before", "edit", "after", "says"),
    [
        ("123m456p789sEEWW W", Name("c0", "9m"), "239m456p789sEEWW W", "1m changed to 9m"),
        ("123m456p789sEEWW W", Name("w", "E"), "123m456p789sEEWW E", "W changed to E"),
        ("[CCC,2]123m456p78sE E", Name("m0.1", "F"), "[FFF,2]123m456p78sE E", "C C C changed to F F F"),
        ("[123m,1]456p789sEEW W", Name("m0.0", "4m"), "[234m,1]456p789sEEW W", "1m 2m 3m changed to 2m 3m 4m"),
        ("[123m,1]456p789sEEW W", Name("m0.2", "9m"), "[789m,1]456p789sEEW W", "1m 2m 3m changed to 7m 8m 9m"),
        ("123m456p789sEEWW W", Move(("c12",), "w"), "123m456p789sEEWW W", "W is the winning tile"),
        ("123m456p789sEEWW W", Move(("c0",), "w"), "23m456p789sEEWWW 1m", "1m is the winning tile"),
        ("123m456p789sEEWW W", Move(("w",), "c"), "123m456p789sEEWWW", "W in the hand"),
        ("123m456p789sEEWW W", Move(("c0", "c1"), "a"), "3m456p789sEEWW W", "1m 2m removed from the hand"),
        ("[CCC,2]C23m456p78sE E", Move(("c0",), "m0"), "[CCCC,2]23m456p78sE E", "C joins C C C"),
        ("[CCCC,6]23m456p78sE E", Move(("m0.3",), "c"), "[CCC,2]C23m456p78sE E", "C in the hand"),
        ("[CCCC]23m456p789s E", Move(("m0.3",), "c"), "[CCC]C23m456p789s E", "C in the hand"),
        ("[123m,1]456p789sEEW W", Move(("m0.0",), "c"), "123m456p789sEEW W", "1m in the hand"),
        ("[123m,1]456p789sEEW W", Move(("m0.0",), "a"), "23m456p789sEEW W", "1m removed from the hand"),
        ("CCC123m456p789s E", LayMeld(("c0", "c1", "c2"), "pung", 3), "[CCC,3]123m456p789s E", None),
        ("CCC123m456p789s E", LayMeld(("c5", "c3", "c4"), "chow"), "[123m,1]CCC456p789s E", None),
        ("CCC123m456p789s C", LayMeld(("c0", "c1", "c2", "w"), "concealed-kong"), "[CCCC]123m456p789s", None),
        ("CCC23m456p789sE E", LayMeld(("c0", "c1", "c2"), "kong", 2), "[CCCC,2]23m456p789sE E", None),
        ("123m456p78s", AddMeld("pung", "C", 1), "[CCC,1]123m456p78s", "pung C C C from the player on the left added"),
        ("123m456p78s", AddMeld("chow", "9s"), "[789s,1]123m456p78s", "chow 7s 8s 9s added"),
        (
            "[CCC,2]23m456p789s E",
            ChangeMeld(0, "kong", 7),
            "[CCCC,7]23m456p789s E",
            "added kong C C C C from the player on the right",
        ),
        ("[CCC,2]C23m456p78sE E", ChangeMeld(0, "concealed-kong"), "[CCCC]23m456p78sE E", "concealed kong C C C C"),
        (
            "[CCCC,7]23m456p789s E",
            ChangeMeld(0, "pung", 3),
            "[CCC,3]23m456p789s E",
            "pung C C C from the player on the right",
        ),
        ("[CCC,2]23m456p789s E", SplitMeld(0), "CCC23m456p789s E", None),
        ("123m456p789sEEWW", Add("W"), "123m456p789sEEWW W", "W added as the winning tile"),
        ("123m456p789sEEW", Add("W"), "123m456p789sEEWW", "W added"),
        ("123m456p789sEEWW W", Add("s4"), "123m456p789sEEWW W flowers=s4", "s4 added"),
        ("123m456p789sEEWW W", Name("c0", "f2"), "23m456p789sEEWW W flowers=f2", "1m changed to f2"),
        ("123m456p789sEEWW W flowers=f1", Name("f0", "f3"), "123m456p789sEEWW W flowers=f3", "f1 changed to f3"),
        ("123m456p789sEEW W flowers=f1", Name("f0", "W"), "123m456p789sEEWW W", "f1 changed to W"),
        ("123m456p789sEEWW W flowers=f1", Move(("f0",), "a"), "123m456p789sEEWW W", "f1 removed from the hand"),
    ],
)
def test_each_edit(before: str, edit: Edit, after: str, says: str | None) -> None:
    """Places lose nothing but what the edit names."""
    changed, effect = edited(state_of(before), edit)
    assert sorted_out(changed) == sorted_out(state_of(after))
    assert says in (None, words.effect(ENGLISH, effect))


@pytest.mark.parametrize(
    ("before", "edit", "error", "fix"),
    [
        ("1111m456p789sEEW W", Name("w", "1m"), "5 times 1m: a tile set has four of each tile", "remove another 1m"),
        ("123m456p789sEEWW W", Add("9p"), "That would be 15 tiles", "Remove another tile first"),
        ("123m456p789sEEWW W flowers=f1", Add("f1"), "2 times f1: a tile set has each flower once", "another f1"),
        ("123m456p789sEEWW W", LayMeld(("c0", "c1", "c3"), "chow"), "1m 2m 4p is no chow", "three tiles in a row"),
        ("123m456p789sEEWW W", LayMeld(("c9", "c10", "c11"), "pung"), "E E W is no pung", "three equal tiles"),
        ("123m456p789sEEWW W", LayMeld(("c9", "c10"), "kong", 1), "E E is no kong", "four equal tiles"),
        ("[123m,1]456p789sEEW W", Move(("w",), "m0"), "W cannot join the chow 1m 2m 3m", "split the meld first"),
        ("[CCC,1]456p789sEEW W", Move(("w",), "m0"), "C C C W is no kong", "name its tiles first"),
        ("[123m,1]456p789sEEW W", Name("m0.0", "E"), "E is in no chow", "Split the meld first"),
        ("[CCC,1]456p789sEEW W", Name("m0.0", "f1"), "f1 f1 f1 is no pung", "three equal tiles"),
        ("123m456p789sEEWW W", Move(("c0",), "f"), "1m is no flower", "Say which flower it is"),
        ("123m456p789sEEWW W flowers=f1", Move(("f0",), "c"), "f1 is a flower", "which other tile it is"),
        ("123m456p789sEEWW W", Move(("c0", "c1"), "w"), "2 tiles cannot all be the winning tile", "Choose one"),
        ("123m456p789sEEWW W", Move(("c13",), "a"), "There is no tile at c13", "Load the hand again"),
        ("123m456p789sEEWW W", Move(("a0",), "c"), "Tile 0 is not outside the hand", "Load the hand again"),
        ("123m456p789sEEWW W", SplitMeld(0), "There is no meld 1", "Load the hand again"),
        ("123m456p789sEEWW W", Confirm((0,)), "There is no question 0", "Load the hand again"),
        ("123m456p789sEEWW W", MarkRed("c0", True), "1m is no five", "Only a five"),
        ("[CCC,1][FFF,1][PPP,1][EEE,1]W W", AddMeld("pung", "9s"), "A hand has 4 melds at most", "Split another"),
        ("[CCC,1]456p789sEEW W", Move(("m0.0",), "m0"), "C is in that meld already", "another group"),
    ],
)
def test_what_cannot_be_is_refused_with_what_to_do(before: str, edit: Edit, error: str, fix: str) -> None:
    with pytest.raises(EditRejectedError) as refused:
        edited(state_of(before), edit)
    why, what = words.refusal(ENGLISH, refused.value)
    assert error in why
    assert fix in what


def test_splitting_a_kong_may_leave_a_tile_too_many() -> None:
    """Keep the four tiles: the hand shows that one is too many, and another tile was misread."""
    changed, _ = edited(state_of("[CCCC]123m456p789s E"), SplitMeld(0))
    assert held(changed) == 14
    changed, _ = edited(state_of("[CCCC]123m456p789sE E"), SplitMeld(0))
    assert held(changed) == 15
    problem = outcome(changed).unfinished
    assert problem
    assert (problem.kind, problem.about) == ("too-many", {"held": 15, "over": 1, "size": 14})


def test_how_it_was_won_and_the_rules() -> None:
    state = state_of("123m456p789sEEWW W")
    changed, effect = edited(state, SetCircumstances(Circumstances(self_draw=True, seat="S")))
    assert (changed.won.self_draw, changed.won.seat) == (True, "S")
    assert words.effect(ENGLISH, effect) == "self-drawn: yes, seat wind: S"
    assert edited(state, SetRules("zungjung"))[0].rules == "zungjung"
    with pytest.raises(EditRejectedError, match="unknown-rules"):
        edited(state, SetRules("house"))


def red(state: HandState) -> list[str]:
    """The paths of the red fives."""
    return [path for path, slot in places(state).items() if slot.red]


def test_a_red_five_stays_red_until_it_is_another_tile(reading: Callable[..., Reading]) -> None:
    read = reading((("chow", "456p"), ("concealed", "123m555sEEWW"), ("winning", "W"), ("aside", "5m")))
    read = replace(read, tiles=tuple(replace(tile, red=n in (1, 7, 14)) for n, tile in enumerate(read.tiles)))
    state = from_reading(read, "mcr")
    assert red(state) == ["m0.1", "c4"]
    text = outcome(state).text
    assert text is not None
    assert "0" not in text, "the text of rules without red fives has none"
    assert red(edited(state, SplitMeld(0))[0]) == ["c4", "c11"]
    assert red(edited(state, Name("c4", "6s"))[0]) == ["m0.1"]
    assert red(edited(state, Name("m0.0", "5p"))[0]) == ["c4"]
    assert red(edited(state, WriteTiles("[456p,1]123m555sEEWW W"), read)[0]) == ["m0.1", "c4"]
    out, _ = edited(state, Move(("c5",), "a"), read)
    taken, _ = edited(out, Move(("a14",), "c"), read)
    assert places(taken)["c9"] == Slot("5m", 14, True)


@pytest.mark.parametrize("path", ["m0.1", "c4", "w"])
def test_a_five_is_marked_red_and_ordinary_again(path: str) -> None:
    before = state_of("[456p,1]12345mEESS 5s")
    marked, effect = edited(before, MarkRed(path, True))
    assert red(marked) == [path]
    assert same_tiles(before, marked)
    tile = places(before)[path].tile
    assert words.effect(ENGLISH, effect) == f"{tile} is a red five"
    ordinary, effect = edited(marked, MarkRed(path, False))
    assert (ordinary, words.effect(ENGLISH, effect)) == (before, f"{tile} is no red five")


def test_a_tile_of_the_picture_goes_aside_and_comes_back(reading: Callable[..., Reading]) -> None:
    read = reading((("concealed", "123m456p789sEEWW"), ("winning", "W"), ("aside", "5p"), ("flowers", "f1")))
    state = from_reading(read, "mcr")
    out, _ = edited(state, Move(("c12",), "a"), read)
    assert 12 not in {slot.seen for slot in places(out).values()}
    with pytest.raises(EditRejectedError, match="too-many-tiles: held=15"):
        edited(state, Move(("a14",), "c"), read)
    back, _ = edited(out, Move(("a12",), "c"), read)
    assert back == state
    other, effect = edited(out, Name("a14", "W"), read)
    assert other.concealed[-1] == Slot("W", 14)
    assert (effect.kind, effect.about) == ("named", {"was": ("5p",), "tiles": ("W",)})
    with pytest.raises(EditRejectedError, match="not-aside: index=12"):
        edited(state, Move(("a12",), "c"), read)


DOUBTS = (
    Doubt(0, "none-crosswise"),
    Doubt(0, "two-faces", {"face": "C", "other_face": "F"}),
    Doubt(3, "glare", {"face": "1m"}),
    Doubt(12, "none-apart"),
    Doubt(None, "unusual-order"),
)


@pytest.mark.parametrize(
    ("edit", "settled"),
    [
        (Name("m0.1", "F"), {1}),
        (ChangeMeld(0, "pung", 2), {0}),
        (SplitMeld(0), {0}),
        (Move(("m0.0", "m0.1", "m0.2"), "a"), {0, 1}),
        (Name("c0", "1m"), {2}),
        (Name("c1", "3m"), set()),
        (Move(("c0",), "w"), {3}),
        (Move(("c0",), "a"), {2}),
        (SetCircumstances(Circumstances(self_draw=True)), set()),
        (Confirm((4, 2)), {2, 4}),
    ],
)
def test_who_puts_a_tile_right_has_answered_the_doubt_about_it(
    reading: Callable[..., Reading], edit: Edit, settled: set[int]
) -> None:
    """A face that is named says nothing of the group, and a tile that is moved nothing of its face."""
    read = reading((("pung", "CCC"), ("concealed", "123m456p78s9s"), ("winning", "E")), DOUBTS)
    assert edited(from_reading(read, "mcr"), edit, read)[0].settled == settled


def test_a_kong_that_lies_face_down_is_named(reading: Callable[..., Reading]) -> None:
    read = reading((("concealed-kong", "????"), ("concealed", "123m456p78s")), (Doubt(None, "face-down"),))
    changed, _ = edited(from_reading(read, "mcr"), Name("m0.0", "9p"), read)
    assert in_order(changed.melds[0].tiles) == ("9p",) * 4
    assert changed.settled == {0}


paths = st.sampled_from(["w", "f0", "f1", "a16", "a17", *(f"c{n}" for n in range(8)), *(f"m0.{n}" for n in range(4))])
faces = st.sampled_from(["1m", "2m", "3m", "5m", "C", "E", "9s", "f1", "s3"])
kinds = st.sampled_from(["chow", "pung", "kong", "concealed-kong"])
some = st.lists(paths, min_size=1, max_size=4).map(tuple)
any_edit: Any = st.one_of(
    st.builds(Name, paths, faces),
    st.builds(Move, some, st.sampled_from(["c", "w", "f", "a", "m0", "m1"])),
    st.builds(Add, faces),
    st.builds(LayMeld, some, kinds, st.sampled_from([0, 1, 2, 3, 5])),
    st.builds(AddMeld, kinds, faces),
    st.builds(ChangeMeld, st.integers(0, 2), kinds, st.sampled_from([0, 1, 2, 3, 5, 7])),
    st.builds(SplitMeld, st.integers(0, 2)),
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(any_edit, max_size=12))
def test_no_edit_loses_a_tile_or_makes_one_out_of_nothing(reading: Callable[..., Reading], edits: list[Edit]) -> None:
    """Every tile of the picture is in the hand once or aside; no set has five of a tile; the hand can be scored."""
    read = reading(
        (("pung", "CCC"), ("concealed", "123m456p789s"), ("winning", "E"), ("flowers", "f1"), ("aside", "EC9s"))
    )
    state = from_reading(read, "mcr")
    for edit in edits:
        before = state
        try:
            state, effect = edited(state, edit, read)
        except EditRejectedError:
            continue
        assert words.effect(ENGLISH, effect)
        seen = [slot.seen for slot in places(state).values() if slot.seen is not None]
        assert len(set(seen)) == len(seen)
        copies = Counter(slot.tile for slot in places(state).values())
        assert all(count <= (1 if code in FLOWERS else 4) for code, count in copies.items())
        made = len(places(state)) - len(places(before))
        assert held(state) <= 14 or made <= 0
        scored = outcome(state)
        assert (scored.assessment is None) == (scored.unfinished is not None)


LUCK: Final = ("heaven", "earth", "double_kong", "flower_tile", "man")


@pytest.mark.parametrize("rules", ["mcr", "zungjung", "hk", "riichi-ema"])
@pytest.mark.parametrize("text", ["123m456p789sEEWW W", "[1111m][CCCC]456p78sEE 9s"])
def test_whom_somebody_names_contradicts_nothing_that_was_stated(text: str, rules: str) -> None:
    """Name a winner and a giver of hands in all circumstances that can be: they can be afterwards too."""
    tiles, faults = state_of(text), riichi_findings if rules.startswith("riichi") else findings
    for stated in product((False, True), repeat=len(LUCK)):
        luck = dict(zip(LUCK, stated, strict=True))
        for self_draw, kong, seat in product((None, False, True), (None, False, True), (None, "E", "S")):
            for discarder in (None, "E", "N") if self_draw is False else (None,):
                known = {"self_draw": self_draw, "kong": kong, "seat": seat, "liable": "W", "discarder": discarder}
                state = replace(tiles, rules=rules, won=Circumstances(**known, **luck))  # type: ignore[arg-type]
                if faults(to_win(state)):
                    continue
                for edit in (SetGiver("self"), *map(SetGiver, get_args(Wind)), *map(SetWinner, get_args(Wind))):
                    after = edited(state, edit)[0]
                    assert not faults(to_win(after)), (state.won, edit)
                    assert after.won.liable is None or after.won.liable != after.won.seat


def test_whom_somebody_names_and_what_follows() -> None:
    heaven = replace(state_of("123m456p789sEEWW W"), rules="zungjung", won=Circumstances(True, heaven=True, seat="E"))
    won, effect = edited(heaven, SetGiver("S"))
    assert won.won == Circumstances(
        False, seat="E", discarder="S", sources={"self_draw": "person", "discarder": "person", "seat": "person"}
    )
    assert effect.about["changed"] == (("self_draw", False), ("heaven", False), ("discarder", "S"))
    assert edited(won, SetGiver("E"))[0].won == edited(won, SetGiver("self"))[0].won  # the winner's own wind
    assert edited(won, SetWinner("S"))[0].won.discarder is None
    declared = RiichiExtra(riichi=True, double_riichi=True)
    said = replace(won, rules="riichi-ema", won=replace(won.won, extra=declared, sources={"riichi": "match"}))
    assert edited(said, SetWinner("W"))[0].won.extra == RiichiExtra()  # the match knows it of another player
    mine = replace(said, won=replace(said.won, sources={"riichi": "person"}))
    assert edited(mine, SetWinner("W"))[0].won.extra == declared  # it was said of these tiles
