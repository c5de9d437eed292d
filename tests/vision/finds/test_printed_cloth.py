"""Prints on a cloth, distinguished from tiles: too many of one face, and none of them clear."""

import numpy as np
import pytest

from scoring.tiles import FACES, WHITE
from vision.evidence import Evidence
from vision.finds.printed_cloth import repeated

EIGHT = FACES.index("8m")


def seen(count: int, face: int = EIGHT, sure: float = 0.6, score: float = 0.9, back: bool = False) -> Evidence:
    """Evidence of so many finds of one face, and one find of another."""
    faces = np.full((count + 1, len(FACES) + 1), (1 - sure) / len(FACES))
    faces[np.arange(count + 1), [face] * count + [FACES.index("1p")]] = sure
    corners = np.array([[0, 0], [30, 0], [30, 40], [0, 40]]) + np.arange(count + 1)[:, None, None] * [40, 0]
    backs = np.array([back] * count + [False])
    none = np.zeros(count + 1)
    return Evidence((640, 480), corners.astype(float), none + score, backs, faces, none, none, none, none + 1)


@pytest.mark.parametrize(
    ("finds", "told"),
    [
        (seen(9), True),
        (seen(30, sure=0.3), True),
        (seen(8), False),  # two sets have as many
        (seen(9, sure=0.95), False),  # tiles indeed, of three sets
        (seen(9, score=0.1), False),  # nobody takes them for tiles
        (seen(9, face=WHITE), False),
        (seen(9, back=True), False),
        (seen(0), False),
    ],
)
def test_more_of_a_face_than_two_sets_hold_are_prints(finds: Evidence, told: bool) -> None:
    assert repeated(finds).tolist() == [told] * (len(finds.scores) - 1) + [False]
