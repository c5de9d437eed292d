"""The plane of the table tells the short sides of tiles and their sizes, from whatever side and height it is seen."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.builders import SIZE, Laid, camera, quads, row
from vision.geometry.plane import fit_plane

HAND = ">1m23m E>EE 45678p99s 3p"


def numbered_anyhow(corners: np.ndarray, seed: int = 0) -> np.ndarray:
    """Return the same quads, each starting at any of its corners."""
    rng = np.random.default_rng(seed)
    return np.array([np.roll(quad, int(rng.integers(4)), axis=0) for quad in corners])


def seen_as(rough: np.ndarray, size: tuple[int, int]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Corners, inliers and sizes."""
    plane = fit_plane(rough, size)
    return plane.quads, plane.inliers, plane.sizes


def turns(found: np.ndarray, truth: np.ndarray) -> list[int]:
    """By how many corners each quad is shifted from the true one, which begins at the glyph's top left."""
    return [
        int(np.argmin([np.abs(np.roll(f, k, axis=0) - t).sum() for k in range(4)]))
        for f, t in zip(found, truth, strict=True)
    ]


@pytest.mark.parametrize("tilt", [0.0, 0.35, 0.6, 0.85])
@pytest.mark.parametrize("side", [0.0, 0.7, 2.2, 3.14, 4.0, 5.5])
def test_the_short_side_of_every_tile_of_a_hand(tilt: float, side: float) -> None:
    truth = quads([*row(HAND), *row("123m!456p", y=80)], camera(side, tilt))
    rough = numbered_anyhow(truth) + np.random.default_rng(1).normal(0, 0.8, truth.shape)
    found, fits, _ = seen_as(rough, SIZE)
    assert fits.mean() > 0.9
    assert set(turns(found, truth)) <= {0, 2}
    assert (found[:, 3, 1] >= found[:, 0, 1]).all()


@pytest.mark.parametrize("upright", [False, True])
@pytest.mark.parametrize("side", [0.0, 0.7, 3.14])
def test_a_photograph_that_was_squared_for_sending(upright: bool, side: float) -> None:
    """Check tiles that look narrower or wider than tiles are: 0.56 or 0.99 of their height."""
    truth = quads([*row(HAND), *row("123m!456p", y=80)], camera(side, 0.4))
    squared = np.array([SIZE[1] / SIZE[0], 1.0])
    if upright:  # held upright, and squared likewise
        truth, squared = np.array([SIZE[1], 0]) + truth[..., ::-1] * (-1, 1), squared[::-1]
    truth = truth * squared
    found, fits, sizes = seen_as(numbered_anyhow(truth), (SIZE[1], SIZE[1]))
    assert fits.all()
    assert set(turns(found, truth)) <= {0, 2}
    assert np.abs(np.log(sizes)).max() < 0.1


def test_corners_are_only_numbered_anew() -> None:
    seen = numbered_anyhow(quads(row(HAND), camera(1.0, 0.7)))
    found, _, _ = seen_as(seen, SIZE)
    assert [{tuple(c) for c in q} for q in found] == [{tuple(c) for c in q} for q in seen]


def test_what_lies_on_no_plane_begins_with_the_side_that_looks_shorter() -> None:
    seen = quads(row(HAND), camera(0.0, 0.7))
    seen[4] = [[300, 100], [300, 400], [320, 400], [320, 100]]
    found, fits, _ = seen_as(seen, SIZE)
    assert fits.sum() == len(seen) - 1
    assert not fits[4]
    assert found[4].tolist() in (
        [[300, 100], [320, 100], [320, 400], [300, 400]],
        [[320, 100], [300, 100], [300, 400], [320, 400]],
    )


def test_no_plane_is_fitted_to_few_tiles() -> None:
    _, fits, _ = seen_as(quads(row("123m"), camera(0.0, 0.8)), SIZE)
    assert not fits.any()


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 40), st.integers(0, 1000))
def test_any_quads(count: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    laid = [Laid("1m", *rng.uniform(-200, 200, 2), turn=rng.uniform(0, 6.3)) for _ in range(count)]
    seen = quads(laid, camera(0.0, 0.5)) if laid else np.zeros((0, 4, 2))
    found, fits, _ = seen_as(seen + rng.normal(0, 15, seen.shape), SIZE)
    assert found.shape == seen.shape
    assert fits.shape == (count,)
    assert np.isfinite(found).all()


@pytest.mark.parametrize("tilt", [0.0, 0.5, 0.8])
def test_a_find_half_as_large_as_the_tiles_is_told(tilt: float) -> None:
    truth = quads([*row(HAND), Laid("1p", 60, 60)], camera(0.4, tilt))
    truth[-1] = truth[-1].mean(axis=0) + (truth[-1] - truth[-1].mean(axis=0)) / 2
    _, _, sizes = seen_as(truth, SIZE)
    assert sizes[-1] == pytest.approx(0.5, abs=0.08)
    assert sizes[:-1] == pytest.approx(1, abs=0.15)


@pytest.mark.parametrize("side", [0.0, 1.5, 4.0])
def test_the_plane_is_fitted_to_clear_tiles_among_more_faint_prints(side: float) -> None:
    rng = np.random.default_rng(3)
    tiles = quads(row(HAND), camera(side, 0.8))
    around = rng.uniform(0, SIZE, (60, 1, 2))
    prints = around + np.array([[-9, -5], [9, -5], [9, 5], [-9, 5]]) * rng.uniform(0.7, 1.5, (60, 1, 2))
    scores = np.concatenate([np.full(len(tiles), 0.9), rng.uniform(0.06, 0.4, len(prints))])
    plane = fit_plane(np.concatenate([tiles, prints]), SIZE, scores)
    assert plane.inliers[: len(tiles)].all()
    assert plane.sizes[: len(tiles)] == pytest.approx(1, abs=0.1)


@pytest.mark.parametrize("turned", [1, 2, 3])
def test_the_plane_of_a_picture_that_was_turned(turned: int) -> None:
    """Check pictures in which distant tiles are at the bottom, or at a side."""
    seen = quads([*row(HAND), *row("123m!456p", y=80)], camera(0.4, 0.85))
    straight = fit_plane(seen, SIZE)
    size = SIZE
    for _ in range(turned):
        seen, size = np.array([size[1], 0]) + seen[..., ::-1] * (-1, 1), size[::-1]
    plane = fit_plane(seen, size, turned=turned)
    assert plane.inliers.all()
    assert plane.sizes == pytest.approx(straight.sizes, abs=0.01)
