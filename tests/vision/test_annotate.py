"""The marked picture shows every tile, and doubts in red."""

import cv2
import numpy as np

from tests.vision.builders import SIZE, blank, certain, evidence, row
from vision.annotate import annotated
from vision.hand.interpret import read

RED = (0, 0, 230)


def has(picture: np.ndarray, colour: tuple[int, int, int], at: np.ndarray, reach: int = 6) -> bool:
    x, y = at.round().astype(int)
    patch = picture[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1].astype(int)
    return bool((np.abs(patch - colour).max(axis=2) < 12).any())


def test_tiles_are_outlined_and_doubts_red() -> None:
    laid = row("123m456p789sEEEC C")
    faces = certain(laid)
    faces[3] = 1 / 43
    reading = read(evidence(laid, faces=faces))
    picture = blank()
    before = picture.copy()
    drawn = annotated(picture, reading)
    assert np.array_equal(picture, before)
    assert drawn.shape == (SIZE[1], SIZE[0], 3)
    for index, tile in enumerate(reading.tiles):
        edge = (np.array(tile.quad[0]) + np.array(tile.quad[3])) / 2
        assert not np.array_equal(drawn[tuple(edge.round().astype(int)[::-1])], before[0, 0])
        assert has(drawn, RED, edge) == (index == 3) or index in (2, 4)  # neighbours touch


def test_names_cover_no_tile() -> None:
    laid = row("123m456p789sEEEC C") + row("1m9s3pEE", y=140.0)
    reading = read(evidence(laid))
    before = np.full((SIZE[1], SIZE[0], 3), 255, np.uint8)
    drawn = annotated(before, reading)
    for tile in reading.tiles:
        inside = np.zeros(before.shape[:2], np.uint8)
        quad = np.array(tile.quad)
        cv2.fillConvexPoly(inside, (quad.mean(axis=0) + (quad - quad.mean(axis=0)) * 0.7).astype(np.int32), 1)
        assert (drawn[inside > 0] == 255).all()
    above = before[: int(reading.tiles[0].quad[0][1]) - 6], drawn[: int(reading.tiles[0].quad[0][1]) - 6]
    assert not np.array_equal(*above)  # there stand the names of the row


def test_no_tiles() -> None:
    drawn = annotated(blank(), read(evidence([])), "no hand")
    assert (drawn[: SIZE[1] // 2] == blank()[0, 0]).all()
    assert (drawn != blank()).any()  # the bar says that there is no hand


def test_what_is_pointed_at_has_a_ring() -> None:
    reading = read(evidence(row("123m456p789sEEEC C")))
    ring, none = annotated(blank(), reading, pointed=(2,)), annotated(blank(), reading)
    places = np.argwhere((ring != none).any(axis=2))[:, ::-1]
    assert np.allclose((places.min(axis=0) + places.max(axis=0)) / 2, np.mean(reading.tiles[2].quad, axis=0), atol=3)
