"""Rows are found in reading order from every side and angle, with crosswise and added tiles, and gaps."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.builders import Laid, camera, quads, row
from vision.geometry.rows import Layout, Row, find_rows


def seen(laid: list[Laid], side: float, tilt: float, away: float = 900.0) -> Layout:
    return find_rows(quads(laid, camera(side, tilt, away)), np.ones(len(laid)))


@settings(max_examples=80, deadline=None)
@given(
    side=st.floats(0, 6.28),
    tilt=st.floats(0, 0.85),
    away=st.floats(600, 2500),
    gap=st.floats(0, 6),
    order=st.randoms(use_true_random=False),
)
def test_one_row_from_anywhere(side: float, tilt: float, away: float, gap: float, order: object) -> None:
    laid = row("1m2m3m4m !5m6m>7m8m 9m", gap=gap)
    shuffled = list(range(len(laid)))
    order.shuffle(shuffled)  # type: ignore[attr-defined]
    layout = seen([laid[i] for i in shuffled], side, tilt, away)
    (found,) = layout.rows
    assert [shuffled[p.tile] for p in found.places] == list(range(9))
    assert [p.crosswise for p in found.places] == [False] * 6 + [True] + [False] * 2
    gaps = [p.gap for p in found.places[1:]]
    apart = [i for i, wide in enumerate(gaps) if wide > gap / 26 + 0.25]
    assert apart == [3, 7]
    assert gaps[0] == pytest.approx(gap / 26, abs=0.12)


def test_upside_down_row_reads_the_other_way() -> None:
    laid = row("1m2m3m4m")
    view = camera(0.0, 0.3)
    upside = find_rows(np.roll(quads(laid, view), 2, axis=1), np.ones(4))
    assert upside.rows[0].tiles == (3, 2, 1, 0)
    told_by_one = find_rows(quads(laid, view), np.array([0, 0, -0.95, 0.1]))
    assert told_by_one.rows[0].tiles == (3, 2, 1, 0)
    as_held = find_rows(quads(laid, view), np.zeros(4))
    assert as_held.rows[0].tiles == (0, 1, 2, 3)


def test_grid_is_rows() -> None:
    laid = [t for y in range(4) for t in row("1m2m3m4m5m", y=-35.3 * y, gap=0.2)]
    layout = seen(laid, 0.4, 0.5)
    assert sorted(r.tiles for r in layout.rows) == [tuple(range(i, i + 5)) for i in range(0, 20, 5)]


@pytest.mark.parametrize("at", ["E>E+EE", ">E+EEE", "EE>E+E"])
def test_added_tile_lies_at_its_set(at: str) -> None:
    laid = row(f"1m2m3m {at}")
    (found,) = seen(laid, 2.0, 0.6).rows
    (place,) = [p for p in found.places if p.added is not None]
    assert place.crosswise
    assert place.added == place.tile + 1
    assert found.tiles == tuple(range(7))


def test_distances_are_in_tile_heights() -> None:
    laid = [*row("1m"), *row("2m", y=350.0)]
    for side in (0.0, 1.0, 2.5):
        layout = seen(laid, side, 0.0)
        assert layout.distances[0, 1] == pytest.approx(10.0, rel=0.02)
        assert layout.nearest(layout.rows[0])[1] == pytest.approx(10.0, rel=0.02)


def test_nothing() -> None:
    assert find_rows(np.zeros((0, 4, 2)), np.zeros(0)).rows == ()


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 30), st.integers(0, 10_000))
def test_any_quads_give_every_tile_one_place(count: int, seed: int) -> None:
    """Even of quads that no table could show: flat, tiny, one on the other."""
    rng = np.random.default_rng(seed)
    corners = rng.uniform(0, 400, (count, 4, 2))
    corners[rng.random(count) < 0.2] = 7.0
    layout = find_rows(corners, rng.uniform(-1, 1, count))
    assert sorted(t for r in layout.rows for t in r.tiles) == list(range(count))
    assert np.isfinite(layout.distances).all()


@pytest.mark.parametrize("side", [0.0, 0.8, -1.6, 3.0])
@pytest.mark.parametrize("melds", [(">5p4p6p", ">7m6m8m", ">FFF"), ("5p>5p5p", "7m>7m7m", "F>FF", "E>EE")])
def test_melds_before_one_another_are_rows_and_their_crosswise_tiles_no_column(
    melds: tuple[str, ...], side: float
) -> None:
    laid = [tile for n, meld in enumerate(melds) for tile in row(meld, y=n * 42.0)]
    found = seen(laid, side, 0.3)
    assert sorted(sorted(r.tiles) for r in found.rows) == [[3 * n, 3 * n + 1, 3 * n + 2] for n in range(len(melds))]


@pytest.mark.parametrize("side", [0.0, 0.8, -1.6, 3.0])
def test_a_row_of_melds_is_one(side: float) -> None:
    (only,) = seen(row(">5s6s7s 9m9m>9m >6m4m5m >4s3s5s 2m >2m", between=20), side, 0.2).rows
    assert len(only.places) == 14


@pytest.mark.parametrize("side", [0.0, 0.8, -1.6, 3.0])
@pytest.mark.parametrize(
    ("x", "y", "turn", "goes_on"),
    [
        (118, 26, 0.2, True),
        (118, -28, 0.0, True),
        (118, 38, 0.0, False),  # a row before another one
        (175, 20, 0.2, False),  # too far
        (118, 20, 0.7, False),  # round a corner
        (40, 26, 0.0, False),  # beside it
    ],
)
def test_a_row_that_bends_goes_on(side: float, x: float, y: float, turn: float, goes_on: bool) -> None:
    piece = [Laid(t.tile, x + t.x * np.cos(turn), y + t.x * np.sin(turn), turn) for t in row("44s", gap=1.0)]
    found = seen([*row("123m456p"), *piece], side, 0.2)
    one, other = sorted(found.rows, key=lambda r: -len(r.places))
    assert found.goes_on(one, other) == goes_on
    assert found.goes_on(other, one) == goes_on
    assert not any(found.goes_on(r, Row(r.places[:1], r.up, 0.0)) for r in found.rows)
