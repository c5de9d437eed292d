"""Prints on a cloth are told from tiles by being too many of one face, none of them clearly it."""

from pathlib import Path

import numpy as np
import pytest

from scoring.tiles import FACES, WHITE
from vision import TileReader, open_image
from vision import reader as pipeline
from vision.evidence import Evidence
from vision.finds.repeats import printed

HAND = Path(__file__).parents[2] / "data" / "hand.jpg"
EIGHT = FACES.index("8m")


def seen(count: int, face: int = EIGHT, sure: float = 0.6, score: float = 0.9, back: bool = False) -> Evidence:
    """So many finds of a face, and one of another."""
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
    assert printed(finds).tolist() == [told] * (len(finds.scores) - 1) + [False]


def test_what_is_found_upon_prints_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    reader, picture = TileReader(), open_image(HAND)
    before = reader.look(picture)
    asked: list[int] = []

    def three_of_them(evidence: Evidence) -> np.ndarray:
        asked.append(len(evidence.scores))
        return np.arange(len(evidence.scores)) < 3

    monkeypatch.setattr(pipeline, "printed", three_of_them)
    monkeypatch.setattr(TileReader, "_with_those_beside", lambda self, picture, tiles, lying, turned: (tiles, lying))
    after = reader.look(picture)
    assert asked[0] == len(before.scores)
    assert asked[1:] == [len(before.scores) - 3]
    left = before.quads[3:].mean(axis=1)
    assert np.abs(left[:, None] - after.quads.mean(axis=1)).sum(axis=2).min(axis=1).max() < 2
