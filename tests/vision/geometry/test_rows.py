"""Rows are found in reading order from every side and angle, with crosswise and added tiles, and gaps."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.builders import Laid, camera, quads, row
from vision.geometry.rows import Layout, find_rows


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
