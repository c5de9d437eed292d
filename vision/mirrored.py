"""Pictures that show left and right changed over, as a camera that faces its user does: the prints are mirrored.

A mirrored print may look like another face: 7 dots, whose three upper ones then rise, like 6 dots. The networks name it
less surely than its mirror image.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from scoring.tiles import FACES
from vision.image import Picture
from vision.networks.classifier import Names
from vision.quads import Quads
from vision.reading import Doubt, Reading

_CLEAR: Final = 0.98
"""Confidence from which a name is believed as it stands. Higher names more mirror images; lower trusts 6 dots at .974
that are mirrored 7 dots."""

_SURER: Final = 0.9
"""Confidence above which the name of a mirror image counts. Higher trusts mirrored prints; lower asks about faces that
a set draws unusually: a 5 characters at .78 whose mirror image is a 3 at .80."""

_POOR: Final = 0.6
"""Confidence below which a tile is named poorly, so that a mirror image of the same name is a sign too. Higher asks
about worn prints; lower trusts mirrored prints that keep their name."""

_CHARACTERS: Final = frozenset(f"{rank}m" for rank in range(1, 10))
"""Faces whose mirror image is never of their own name where the print is not mirrored."""

_PRINTED: Final = 0.98
"""Confidence above which a character's own name, surer in its mirror image, tells that the whole picture is mirrored.

Of five such tiles in mirrored hands the least has 0.998, of eight in others the most has 0.70. Then 6 and 7 dots are
doubted, however clear."""


def asked_if_mirrored(reading: Reading, picture: Picture, name: Callable[[Picture, Quads], Names]) -> Reading:
    """Return the reading of a picture, with a doubt about the tile whose mirror image has a name that is surer.

    Args:
        reading: The reading, in pixels of the picture; one that is doubted already stays as it is.
        picture: (height, width, 3) blue-green-red pixels.
        name: Names the tiles at quads of a picture.
    """
    ours = [t for group in reading.groups if group.kind not in ("aside", "flowers") for t in group.tiles]
    up = [t for t in ours if reading.tiles[t].face == "up"]
    faces = [t for t in up if reading.tiles[t].confidence < _CLEAR]
    if not reading.sure or not faces:
        return reading
    named = _mirrored(reading, picture, faces, name)
    doubts: tuple[Doubt, ...]
    for tile in sorted(faces, key=lambda t: reading.tiles[t].confidence):
        seen, (other, confidence) = reading.tiles[tile], named[tile]
        if other is None or confidence < max(_SURER, seen.confidence):
            continue
        if other != seen.tile:
            doubts = (Doubt(tile, "two-faces", {"face": seen.tile, "other_face": other}),)
        elif seen.confidence < _POOR:
            doubts = (Doubt(tile, "guess", {"face": seen.tile}),)
        elif other in _CHARACTERS and confidence > _PRINTED:
            named |= _mirrored(reading, picture, [t for t in up if t not in named], name)
            doubts = tuple(
                Doubt(t, "two-faces", {"face": reading.tiles[t].tile, "other_face": face})
                for t, (face, sure) in named.items()
                if face is not None and face != reading.tiles[t].tile and sure > _SURER
            )
        else:
            continue
        return replace(reading, sure=reading.sure and not doubts, doubts=(*reading.doubts, *doubts))
    return reading


def _mirrored(
    reading: Reading, picture: Picture, tiles: Sequence[int], name: Callable[[Picture, Quads], Names]
) -> dict[int, tuple[str | None, float]]:
    """Return the likeliest face of the mirror image of some tiles, None if it is none, and its confidence."""
    quads = np.array([[reading.tiles[t].quad[corner] for corner in (1, 0, 3, 2)] for t in tiles], np.float32)
    quads = quads.reshape(-1, 4, 2)
    quads[..., 0] = picture.shape[1] - quads[..., 0]
    if not len(quads):
        return {}
    odds = name(np.ascontiguousarray(picture[:, ::-1]), quads).faces
    likeliest = ((FACES[i] if i < len(FACES) else None) for i in odds.argmax(axis=1).tolist())
    return dict(zip(tiles, zip(likeliest, odds.max(axis=1).tolist(), strict=True), strict=True))
