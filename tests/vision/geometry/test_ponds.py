"""Discards of a whole table in their order, beside hands, kongs and melds, and no ponds among other tiles."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from tests.vision.builders import SIZE, TABLE_SIDE, Laid, before, evidence_from, overhead, row
from vision.geometry.plane import fit_plane
from vision.geometry.ponds import FoundPond, Place, find_ponds

SIX = ("1m5s9pES7s", "2p4s6mWNC", "8m3p")
DEPTH = 200.0
"""Millimetres from a side of the table to its pond's first row."""
FROM = [0.0, 0.3, np.pi / 4, 2.0, -2.5]
"""Turns of the camera round the table, in radians."""


def pond(chair: int, *rows: str, x: float = 0.0) -> list[Laid]:
    """Return rows of discards before a chair, the first one nearest the middle and each from the same left end."""
    left = -3 * 26.6 + x
    laid = []
    for n, text in enumerate(rows):
        line = row(text, y=-36.0 * n)
        ends = min(tile.x - (17.5 if ">" in text and tile.turn else 13.0) for tile in line)
        laid += [replace(tile, x=tile.x + left - ends) for tile in line]
    return before(chair, laid, depth=DEPTH)


def upside_down(laid: list[Laid]) -> list[Laid]:
    """Return the same tiles as a player turns them to those opposite."""
    return [replace(tile, turn=tile.turn + np.pi) for tile in laid]


HAND = before(1, row("234m2345p234678s 5p"), depth=40.0)
KONGS = before(2, [t for n in range(4) for t in row(f"{n + 1}s" * 4, y=36.0 * n)], depth=20.0)
MELDS = [tile for chair in (1, 2, 3, 4) for tile in before(chair, row(">7p8p9p >CCC", x=200.0), depth=40.0)]
MIDDLE = [tile for n in range(3) for tile in row("147p258s", y=38.0 * (n - 1))]


def found(laid: list[Laid], side: float = 0.3, tilt: float = 0.15, known: Place | None = None) -> tuple[FoundPond, ...]:
    seen = evidence_from(laid, overhead(side, tilt))
    flat = fit_plane(seen.quads, SIZE).ground(seen.quads, SIZE)
    ponds = find_ponds(flat, seen.upright, np.zeros((0, 2)), known)
    return ponds[0] if ponds else ()


def in_order(laid: list[Laid], first: int, *counts: int) -> tuple[tuple[int, ...], ...]:
    """Return rows of given numbers of tiles, of those laid one after another from the first one on."""
    ends = [first, *(first + sum(counts[: n + 1]) for n in range(len(counts)))]
    assert ends[-1] <= len(laid)
    return tuple(tuple(range(a, b)) for a, b in pairwise(ends))


@pytest.mark.parametrize("tilt", [0.0, 0.15, 0.8])
@pytest.mark.parametrize("side", FROM)
@pytest.mark.parametrize("chairs", [(1, 2), (1, 3), (4, 1), (2, 3, 4), (1, 2, 3, 4)])
def test_ponds_are_given_in_order_and_round_the_table(chairs: tuple[int, ...], side: float, tilt: float) -> None:
    laid = HAND + MELDS + [tile for chair in chairs for tile in pond(chair, *SIX)]
    ponds = found(laid, side, tilt)
    first = len(HAND) + len(MELDS)
    assert {each.rows for each in ponds} == {in_order(laid, first + 14 * n, 6, 6, 2) for n in range(len(chairs))}
    quarters = {each.tiles[0]: each.quarter for each in ponds}
    turned = [quarters[first + 14 * n] for n in range(len(chairs))]
    assert [(quarter - turned[0]) % 4 for quarter in turned] == [(chair - chairs[0]) % 4 for chair in chairs]
    assert [each.quarter for each in ponds] == sorted(turned)


@pytest.mark.parametrize("side", FROM)
@pytest.mark.parametrize(
    "rows",
    [
        ("1m5s9p", "ES7s", "2p4s6m", "WNC"),
        ("1m5s9pE", "ES7sW", "2p4s6m", "WNC"),
        ("1m5s9pES7s", "2p4s6mWNC", "8m3pFF6s1p", "4m9s1s6pEC"),
    ],
    ids=["three each", "three and four", "six each"],
)
def test_one_row_of_each_player_is_enough(rows: tuple[str, ...], side: float) -> None:
    laid = HAND + [tile for chair, text in enumerate(rows, start=1) for tile in pond(chair, text)]
    ponds = found(laid, side)
    assert sorted(tile for each in ponds for tile in each.tiles) == list(range(len(HAND), len(laid)))
    assert all(each.rows == (tuple(sorted(each.tiles)),) for each in ponds)


@pytest.mark.parametrize("side", FROM)
@pytest.mark.parametrize(
    ("rows", "counts", "crosswise"),
    [
        ((">1m5s9pES7s", "2p4s"), (6, 2), 0),
        (("1m5s>9pES7s", "2p4s"), (6, 2), 2),
        (("1m5s9pES>7s", "2p4s"), (6, 2), 5),
        (("1m5s9pES7s", "2p>4s6m"), (6, 3), 7),
        (("1m5s9pES7s", ">2p"), (6, 1), 6),
        (("1m5s>9pE",), (4,), 2),
    ],
    ids=["first", "amid", "last", "amid the second row", "alone in it", "early"],
)
def test_a_crosswise_tile_is_in_its_place(
    rows: tuple[str, ...], counts: tuple[int, ...], crosswise: int, side: float
) -> None:
    laid = pond(1, *rows) + pond(2, *SIX) + pond(4, *SIX)
    (ours,) = (each for each in found(laid, side) if 0 in each.tiles)
    assert ours.rows == in_order(laid, 0, *counts)
    assert ours.crosswise == crosswise


def test_a_row_goes_on_behind_a_tile_that_is_missing() -> None:
    laid = pond(1, *SIX) + pond(3, *SIX)
    (ours,) = (each for each in found([tile for n, tile in enumerate(laid) if n not in (2, 8)]) if 0 in each.tiles)
    assert ours.rows == in_order(laid, 0, 5, 5, 2)


@pytest.mark.parametrize("seed", range(8))
def test_careless_ponds_and_inexact_corners_leave_the_order(seed: int) -> None:
    rng = np.random.default_rng(seed)

    def careless(tile: Laid) -> Laid:
        x, y, turn = rng.normal(0, (1.5, 1.5, 0.06))
        return replace(tile, x=tile.x + x, y=tile.y + y, turn=tile.turn + turn)

    laid = [careless(tile) for chair in (1, 2, 3, 4) for tile in pond(chair, *SIX)]
    seen = evidence_from(laid, overhead(seed * 0.8, 0.5))
    noisy = seen.quads + rng.normal(0, 0.6, seen.quads.shape)
    ponds = find_ponds(fit_plane(noisy, SIZE).ground(noisy, SIZE), seen.upright, np.zeros((0, 2)))
    assert ponds
    assert {each.rows for each in ponds[0]} == {in_order(laid, 14 * n, 6, 6, 2) for n in range(4)}


def test_of_three_ponds_the_places_tell_whose_they_are() -> None:
    """Some players turn their discards to those opposite."""
    laid = pond(1, *SIX) + upside_down(pond(2, *SIX)) + pond(3, *SIX)
    ponds = found(laid)
    assert {each.rows for each in ponds} == {in_order(laid, 14 * n, 6, 6, 2) for n in range(3)}


def test_a_table_whose_place_is_known_may_have_one_pond() -> None:
    laid = HAND + pond(2, "1m5s9pE")
    seen = evidence_from(laid, overhead(0.0, 0.0))
    middle = evidence_from([Laid("E", 0, 0), *laid], overhead(0.0, 0.0)).quads[0].mean(axis=0)
    ponds = find_ponds(seen.quads, seen.upright, np.zeros((0, 2)), Place(middle, -np.pi / 2))
    assert ponds
    assert ponds[0] == (FoundPond(in_order(laid, len(HAND), 4), 1),)
    elsewhere = Place(middle + (0, 4 * TABLE_SIDE), -np.pi / 2)
    assert find_ponds(seen.quads, seen.upright, np.zeros((0, 2)), elsewhere) is None


def test_the_side_of_the_table_at_which_other_tiles_lie_is_known() -> None:
    laid = [tile for chair in (1, 2, 3, 4) for tile in pond(chair, *SIX)]
    seen = evidence_from(laid, overhead(0.0, 0.0))
    found = find_ponds(seen.quads, seen.upright, np.zeros((0, 2)))
    assert found
    ponds, place = found
    beside = evidence_from(
        [tile for chair in (1, 2, 3, 4) for tile in before(chair, row("E", x=150))], overhead(0.0, 0.0)
    )
    chairs = [each.quarter for each in sorted(ponds, key=lambda each: each.tiles)]
    assert place.quarters(beside.quads.mean(axis=1)).tolist() == chairs


@pytest.mark.parametrize(
    "laid",
    [
        pytest.param([], id="nothing"),
        pytest.param(HAND, id="a hand"),
        pytest.param([*HAND, *pond(1, *SIX)], id="one pond"),
        pytest.param([*HAND, *MELDS], id="hands with melds"),
        pytest.param([*pond(1, "1m2m3m", "4p5p6p", "7s8s9s"), *pond(2, "1m2m3m", "4p5p6p", "7s8s9s")], id="melds"),
        pytest.param([*KONGS, *pond(1, *SIX)], id="four kongs and one pond"),
        pytest.param([t for n in range(5) for t in row("1m2m3m4m5m6m", y=36.0 * n)], id="a set laid out"),
        pytest.param([*pond(1, *SIX), *pond(2, *SIX), *MIDDLE], id="tiles amid them"),
        pytest.param([*pond(1, *SIX), *upside_down(pond(2, *SIX))], id="two that face different ways"),
        pytest.param([*pond(1, *SIX), *pond(3, *SIX, x=260)], id="two beside each other"),
        pytest.param([*pond(1, "1m5s9p"), *pond(3, "2p4s6m")], id="two that have hardly begun"),
        pytest.param([*before(1, row("1m5s9pES7s"), 60), *before(2, row("2p4s6mWNC"), 60)], id="far from the middle"),
    ],
)
def test_other_tiles_are_no_ponds(laid: list[Laid]) -> None:
    assert found(laid) == ()


def heap(seed: int, count: int, square: bool) -> list[Laid]:
    """Return tiles that were thrown on a heap and spread, at any angle or about square to each other."""
    rng = np.random.default_rng(seed)
    half = np.sqrt(count * 35 * 27 / 0.6) / 2
    laid: list[Laid] = []
    while len(laid) < count:
        x, y = rng.uniform(-half, half, 2)
        turn = rng.integers(4) * np.pi / 2 + rng.normal(0, 0.25) if square else rng.uniform(0, 2 * np.pi)
        if all(np.hypot(x - each.x, y - each.y) > 27 for each in laid):
            laid.append(replace(row("5m")[0], x=x, y=y, turn=turn))
        half *= 1.001
    return laid


@pytest.mark.parametrize(
    ("seed", "count"), [(9, 40), (33, 40), (42, 40), (56, 40), (33, 50), (52, 50), (23, 60), (43, 60)]
)
@pytest.mark.parametrize("square", [True, False])
def test_chance_rows_of_a_heap_are_no_ponds(seed: int, count: int, square: bool) -> None:
    assert not found(heap(seed, count, square))


def test_ponds_beside_some_thrown_tiles_are_found() -> None:
    thrown = [replace(tile, x=tile.x + 500) for tile in heap(1, 20, square=False)]
    assert len(found([tile for chair in (1, 2, 3, 4) for tile in pond(chair, *SIX)] + thrown)) == 4
