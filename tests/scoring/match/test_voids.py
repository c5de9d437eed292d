"""Nothing recorded earlier moves what was played later: the product, folded on and folded anew, and a model agree."""

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.games.riichi.acts import DeclaredRiichi
from scoring.games.riichi.hand import riichi_of
from scoring.match.match import fold
from scoring.match.records import (
    Act,
    Corrected,
    Drawn,
    FalseWin,
    Penalty,
    Seated,
    Swapped,
    Void,
    Won,
)
from scoring.match.state import Match
from tests.scoring.match.builders import FOUR, grown, records
from tests.scoring.match.model import WORTH, Game, Model

GAMES: Final[tuple[Game, ...]] = ("mcr", "zungjung", "hk", "riichi-ema")


def agree(game: Game, acts: Sequence[Act]) -> Match:
    """Fold acts after a seating on and anew, and compare both with the model: points, deals, counters and seats."""
    log = records(Seated(FOUR, game), *acts, role="referee")
    match, model = fold(log), Model(game)
    assert fold(log, anew=True) == match
    assert grown(log) == match
    refused = {number for number, act in zip(count(2), acts, strict=False) if not model.add(number, act)}
    assert {*match.refused} == refused, acts
    assert list(match.points.values()) == model.points, acts
    assert [(hand.deal, riichi_of(hand).honba) for hand in match.hands] == [hand.place for hand in model.hands], acts
    for hand, other in zip(match.hands, model.hands, strict=True):
        assert hand.seats == {wind: FOUR[place] for wind, place in other.seats.items()}, acts
        assert (hand.taken_back is not None) == (other.how == "taken back")
    assert sum(match.points.values()) + match.on_table == 4 * match.body.start
    return match


def alphabet(game: Game, before: Sequence[Act]) -> Iterator[Act]:
    """Yield the acts that are enumerated after others: ends of a hand, and changes of each of the others."""
    yield Drawn(()) if game == "riichi-ema" else Drawn()
    yield Won("E", WORTH[game][0])
    yield Won("S", WORTH[game][0], payer="E")
    for of, act in enumerate(before, 2):
        if isinstance(act, Void):
            yield Void(of, "x")
        elif not isinstance(act, Corrected):
            yield from (Void(of, "x", played) for played in (None, True, False))
            yield Corrected(of, Won("W", WORTH[game][1]), "x")


def logs(game: Game, length: int, before: tuple[Act, ...] = ()) -> Iterator[tuple[Act, ...]]:
    """Yield every log of so many acts."""
    if not length:
        yield before
        return
    for act in alphabet(game, before):
        yield from logs(game, length - 1, (*before, act))


SHORT: Final = {1: 3, 2: 21, 3: 192, 4: 2_163, 5: 28_758}
"""Number of logs of so many acts after the seating."""

FIVE: Final = ("mcr", "hk", "riichi-ema")
"""Games of which also logs of five acts are enumerated: those of Zung Jung deal as those of MCR do."""


@pytest.mark.parametrize(
    ("game", "length"),
    [(game, length) for length in (1, 2, 3) for game in GAMES]
    + [pytest.param(game, 4, marks=pytest.mark.long) for game in GAMES]
    + [pytest.param(game, 5, marks=pytest.mark.long) for game in FIVE],
)
def test_every_short_log_is_folded_as_the_model_has_it(game: Game, length: int) -> None:
    assert sum(bool(agree(game, acts)) for acts in logs(game, length)) == SHORT[length]


SEATS: Final = st.sampled_from("ESWN")
TWO: Final = st.permutations("ESWN").map(lambda seats: tuple(seats[:2]))
PLACES: Final = st.integers(2, 12)


def ends(game: Game) -> st.SearchStrategy[Act]:
    """Return acts that end a hand, and others in it."""
    worth, waiting = st.sampled_from(WORTH[game]), st.lists(SEATS, unique=True, max_size=4).map(tuple)
    found: list[st.SearchStrategy[Act]] = [
        st.builds(Won, SEATS, worth),
        st.builds(lambda two, points: Won(two[0], points, payer=two[1]), TWO, worth),
        st.builds(Drawn, waiting if game == "riichi-ema" else st.none()),
        st.builds(Penalty, SEATS, st.just(300), st.just("x"), st.just("paid")),
    ]
    if game in ("hk", "riichi-ema"):
        found.append(st.builds(FalseWin, SEATS, st.just("wrong tile")))
    if game == "riichi-ema":
        found.append(st.builds(DeclaredRiichi, SEATS))
    return st.one_of(found)


def matches(game: Game) -> st.SearchStrategy[list[Act]]:
    """Draw matches with voids, corrections and swaps at every place."""
    voids = st.builds(Void, PLACES, st.just("x"), st.sampled_from((None, None, True, False)))
    corrections = st.builds(Corrected, PLACES, ends(game), st.just("x"))
    swaps = st.builds(Swapped, TWO, st.integers(1, 6), st.just("x"))
    return st.lists(st.one_of(ends(game), ends(game), ends(game), voids, voids, corrections, swaps), max_size=16)


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=40)
@given(st.data())
def test_matches_are_folded_as_the_model_has_them(game: Game, data: st.DataObject) -> None:
    agree(game, data.draw(matches(game)))


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
@settings(settings.get_profile("search"), max_examples=2_000)
@given(st.data())
def test_new_matches_are_folded_as_the_model_has_them(game: Game, data: st.DataObject) -> None:
    agree(game, data.draw(matches(game)))


NOBODY: Final = Drawn(())


@pytest.mark.parametrize("anew", [False, True])
@pytest.mark.parametrize(
    ("acts", "points", "deals"),
    [
        # the third dealer wins with two counters, whatever becomes of the hand before
        ((NOBODY, NOBODY, Won("E", 12_000)), (-4200, -4200, 12_600, -4200), ((1, 0), (2, 1), (3, 2), (3, 3))),
        (
            (NOBODY, NOBODY, Won("E", 12_000), Void(3, "x")),
            (-4200, -4200, 12_600, -4200),
            ((1, 0), (3, 2), (3, 3)),
        ),
        (
            (NOBODY, NOBODY, Won("E", 12_000), Void(3, "x", True)),
            (-4200, -4200, 12_600, -4200),
            ((1, 0), (2, 1), (3, 2), (3, 3)),
        ),
        (
            (NOBODY, NOBODY, Won("E", 12_000), Void(3, "x", False)),
            (-3100, -6100, 12_300, -3100),
            ((1, 0), (2, 1), (3, 0)),
        ),
        ((NOBODY, Won("E", 12_000), Void(2, "x")), (-4100, 12_300, -4100, -4100), ((2, 1), (2, 2))),
        ((NOBODY, Won("E", 12_000), Void(2, "x", False)), (-6000, 12_000, -3000, -3000), ((1, 0), (2, 0))),
        # what a void did is undone with it
        (
            (NOBODY, NOBODY, Won("E", 12_000), Void(3, "x", False), Void(5, "x")),
            (-4200, -4200, 12_600, -4200),
            ((1, 0), (2, 1), (3, 2), (3, 3)),
        ),
        # a hand that was taken back is not played again; the last one is
        (
            (Drawn(("E",)), Won("S", 12_000), Void(2, "x", True), Void(3, "x", True)),
            (0, 0, 0, 0),
            ((1, 0), (1, 1)),
        ),
    ],
)
def test_what_was_played_keeps_its_dealer_and_its_counters(
    acts: Sequence[Act], points: Sequence[int], deals: Sequence[tuple[int, int]], anew: bool
) -> None:
    match = fold(records(Seated(FOUR, "riichi-ema"), *acts, role="referee"), anew=anew)
    assert match.refused == {}
    assert tuple(match.game_points.values()) == points
    assert tuple((hand.deal, riichi_of(hand).honba) for hand in match.hands) == deals


def test_a_hand_that_is_taken_back_keeps_its_fines_and_its_sticks() -> None:
    played = (DeclaredRiichi("E"), Penalty("S", 300, "x", "paid"), Won("W", 12_000), Drawn(()), Void(4, "x", True))
    match = fold(records(Seated(FOUR, "riichi-ema"), *played, role="referee"))
    first, second, third = match.hands
    assert first.points == {"Ann": -900, "Bo": -300, "Chen": 100, "Dai": 100}
    assert (first.taken_back, first.winner, riichi_of(first).declared, first.on_table) == (6, None, ["Ann"], 1000)
    assert (second.number, second.began_with, third.began_with) == (2, 1000, 1000)


def test_only_a_void_of_the_end_of_a_hand_says_whether_it_was_played() -> None:
    match = fold(records(Seated(FOUR), Drawn(), Penalty("E", 10, "x"), Void(3, "x", True), role="referee"))
    assert match.refused[4].kind == "ends-no-hand"


def test_a_void_of_an_earlier_version_leaves_the_hand_in_play_that_it_showed() -> None:
    """Keep the dealer whom the earlier version showed for the hands recorded since."""
    log = records(Seated(FOUR, "riichi-ema"), NOBODY, NOBODY, Won("E", 12_000), Void(3, "x"), role="referee")
    match = fold(log, kept=True)
    assert list(match.points.values()) == [25_800, 25_800, 42_600, 25_800]
    assert list(match.before.values()) == [26_900, 23_900, 42_300, 26_900]
    assert (match.hands[-1].deal, riichi_of(match.hands[-1]).honba) == (3, 0)
    after = fold([*log, *records(Won("E", 12_000, payer="S"))], kept=True)
    assert after.hands[2].winner == "Chen"
    assert after.hands[2].points == {"Ann": 0, "Bo": 0, "Chen": 12_000, "Dai": -12_000}
    assert (after.hands[3].deal, riichi_of(after.hands[3]).honba) == (3, 1)
    assert fold(log).before == {}
