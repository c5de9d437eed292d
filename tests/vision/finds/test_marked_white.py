"""White dragons with a dot or a frame, which look like one circle."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from models.render.faces import draw_face
from models.render.scene import FaceSources
from models.render.styles import random_style
from scoring.tiles import FACES
from tests.vision.fakes import corners, finds_at
from tests.vision.finds.test_faces import LAID, crops, names
from vision.finds.faces import evidence
from vision.finds.marked_white import marked_white

Crop = NDArray[np.uint8]

ONE = np.eye(43)[[FACES.index("1p")]]


def tile(light: float = 1.0) -> Crop:
    """Return the crop of a bare tile that gets darker from left to right, on a dark table."""
    crop = np.full((64, 48, 3), 30, np.uint8)
    shade = np.linspace(1.0, 0.9, 40)[None, :, None] * light
    crop[4:60, 4:44] = (np.array((205.0, 232.0, 240.0)) * shade).astype(np.uint8)
    return crop


def dotted(radius: int, ink: tuple[int, int, int] = (40, 30, 190)) -> Crop:
    crop = tile()
    cv2.circle(crop, (24, 32), radius, ink, -1, cv2.LINE_AA)
    return crop


def framed(within: int = 10, thick: int = 2) -> Crop:
    crop = tile(0.8)
    cv2.rectangle(crop, (within, within + 2), (47 - within, 61 - within), (120, 60, 30), thick)
    return crop


def ringed(radius: int) -> Crop:
    """Return one circle, a thick ring round a small one, as the faintest sets show it."""
    crop = tile()
    cv2.circle(crop, (24, 32), radius, (120, 60, 30), 3, cv2.LINE_AA)
    cv2.circle(crop, (24, 32), radius // 2, (40, 30, 190), -1, cv2.LINE_AA)
    return crop


def small() -> Crop:
    """Return one small circle of a table seen from above: a blue core in a pale ring."""
    crop = tile()
    cv2.circle(crop, (24, 32), 9, (150, 190, 235), -1, cv2.LINE_AA)
    cv2.circle(crop, (24, 32), 5, (110, 60, 20), -1, cv2.LINE_AA)
    return crop


@pytest.mark.parametrize(
    ("crop", "white"),
    [
        *((dotted(radius), True) for radius in (3, 4, 6)),
        (dotted(4, (60, 140, 40)), True),
        (framed(), True),
        (framed(11, 1), True),
        (dotted(12), False),
        (ringed(12), False),
        (ringed(15), False),
        (small(), False),
        (tile(), False),  # nothing tells it from another thing
    ],
)
def test_one_circle_is_a_white_dragon_if_it_is_a_dot_or_a_frame(crop: Crop, white: bool) -> None:
    assert marked_white(crop[None], ONE).tolist() == [white]
    assert not marked_white(crop[None], np.eye(43)[[FACES.index("8p")]]).any()


def drawn(seed: int) -> Crop:
    """Return the crop of one circle of a random set."""
    style = random_style(np.random.default_rng(seed), FaceSources.find(None), False)
    ink = cv2.resize(draw_face(style, "1p", 112), (40, 56), interpolation=cv2.INTER_AREA).astype(np.float64)
    crop, opaque = tile().astype(np.float64), ink[..., 3:] / 255
    crop[4:60, 4:44] = crop[4:60, 4:44] * (1 - opaque) + ink[..., :3] * opaque
    return crop.astype(np.uint8)


@pytest.mark.parametrize("seed", range(30))
def test_the_circles_of_drawn_sets_stay_circles(seed: int) -> None:
    assert not marked_white(drawn(seed)[None], ONE).any()


@pytest.mark.parametrize("mark", [dotted, framed])
def test_such_a_tile_is_named_white_and_asked_about(mark: Callable[[int], Crop]) -> None:
    seen_as = names()
    seen_as.faces[0] = ONE[0]
    pictures = crops()
    pictures[0] = mark(5 if mark is dotted else 10)
    seen = evidence(finds_at(corners(LAID)), pictures, seen_as)
    assert FACES[int(seen.faces[0].argmax())] == "P"
    assert 0.05 < seen.faces[0, FACES.index("1p")] < 0.5
