"""Names of tiles whose mirror images are named more surely."""

from dataclasses import replace

import numpy as np
import pytest

from scoring.tiles import FACES
from tests.vision.drawn import hand_in_picture
from vision.image import Picture
from vision.mirrored import asked_if_mirrored
from vision.networks.classifier import Names
from vision.quads import Quads
from vision.reading import Doubt, Reading

TILE = 7
"""Index of the tile that is named less surely than the others."""


def laid(confidence: float) -> tuple[Reading, Picture]:
    """Return the reading of a hand one tile of which has a confidence, and its picture."""
    reading, picture = hand_in_picture("[777s,3]123m456p78sCC 9s", lambda placed, _: placed)
    tiles = tuple(replace(tile, confidence=confidence if n == TILE else 0.999) for n, tile in enumerate(reading.tiles))
    return replace(reading, tiles=tiles), picture


class Mirror:
    """Names every mirror image alike; keeps what it is shown."""

    def __init__(self, face: str, confidence: float) -> None:
        self.face, self.confidence = face, confidence
        self.shown: list[tuple[Picture, Quads]] = []

    def __call__(self, picture: Picture, quads: Quads) -> Names:
        self.shown.append((picture, quads))
        faces = np.full((len(quads), len(FACES) + 1), (1 - self.confidence) / len(FACES), np.float32)
        faces[:, FACES.index(self.face)] = self.confidence
        return Names(faces, np.zeros((len(quads), 4), np.float32), np.zeros((len(quads), 192), np.float32))


@pytest.mark.parametrize(
    ("seen", "other", "mirrored", "reason"),
    [
        (0.96, True, 0.998, "two-faces"),
        (0.45, False, 0.99, "guess"),
        (0.96, False, 0.998, None),  # prints of two kinds are a little unlike
        (0.78, True, 0.8, None),  # neither is clear
        (0.96, True, 0.95, None),
        (0.99, True, 0.998, None),  # 7 dots are clear, and so are 6 in the mirror
    ],
)
def test_a_mirror_image_with_a_surer_name_is_asked_about(
    seen: float, other: bool, mirrored: float, reason: str | None
) -> None:
    reading, picture = laid(seen)
    own = str(reading.tiles[TILE].tile)
    asked = asked_if_mirrored(reading, picture, Mirror("7p" if other else own, mirrored))
    if reason is None:
        assert asked == reading
    else:
        about = {"face": own} | ({"other_face": "7p"} if other else {})
        assert not asked.sure
        assert asked.doubts == (Doubt(TILE, reason, about),)  # type: ignore[arg-type]


def test_the_crop_is_that_of_the_tile_changed_over() -> None:
    reading, picture = laid(0.96)
    name = Mirror("7p", 0.998)
    asked_if_mirrored(reading, picture, name)
    ((shown, quads),) = name.shown
    assert (shown == picture[:, ::-1]).all()
    (left, *_), own = quads[0], np.array(reading.tiles[TILE].quad)
    assert left == pytest.approx([picture.shape[1] - own[1, 0], own[1, 1]], abs=0.01)


def test_what_is_doubted_already_is_not_looked_at() -> None:
    reading, picture = laid(0.5)
    name = Mirror("7p", 0.998)
    doubted = replace(reading, sure=False)
    assert asked_if_mirrored(doubted, picture, name) == doubted
    assert not name.shown


@pytest.mark.parametrize(("confidence", "asked"), [(0.999, True), (0.7, False)])
def test_a_character_named_better_in_the_mirror_brings_6_and_7_dots_into_doubt(confidence: float, asked: bool) -> None:
    """Check dots that are clear as they are, and as clear in the mirror."""
    reading, picture = laid(0.97)
    tiles = [replace(tile, confidence=0.97 if tile.tile == "3m" else 0.999) for tile in reading.tiles]
    dots = next(n for n, tile in enumerate(tiles) if tile.tile == "6p")
    reading = replace(reading, tiles=tuple(tiles))

    def name(shown: Picture, quads: Quads) -> Names:
        of_one = Mirror("3m", confidence)(shown, quads)
        if len(quads) == 1:
            return of_one
        order = [n for n, tile in enumerate(tiles) if tile.tile != "3m"]
        faces = np.full((len(quads), len(FACES) + 1), 0.0001, np.float32)
        for at, n in enumerate(order):
            faces[at, FACES.index("7p" if n == dots else str(tiles[n].tile))] = 0.99
        return replace(of_one, faces=faces)

    found = asked_if_mirrored(reading, picture, name)
    about = {"face": "6p", "other_face": "7p"}
    assert found.doubts == ((Doubt(dots, "two-faces", about),) if asked else ())
    assert found.sure is not asked
