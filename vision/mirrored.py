"""Pictures that show left and right changed over, as a camera that faces its user does: the prints are mirrored.

A mirrored print may look like another face: 7 dots, whose three upper ones then rise, like 6 dots. The networks name it
less surely than its mirror image.
"""

from collections.abc import Callable
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


def asked_if_mirrored(reading: Reading, picture: Picture, name: Callable[[Picture, Quads], Names]) -> Reading:
    """Return the reading of a picture, with a doubt about the tile whose mirror image has a name that is surer.

    Args:
        reading: The reading, in pixels of the picture; one that is doubted already stays as it is.
        picture: (height, width, 3) blue-green-red pixels.
        name: Names the tiles at quads of a picture.
    """
    ours = [t for group in reading.groups if group.kind not in ("aside", "flowers") for t in group.tiles]
    faces = [t for t in ours if reading.tiles[t].face == "up" and reading.tiles[t].confidence < _CLEAR]
    if not reading.sure or not faces:
        return reading
    quads = np.array([[reading.tiles[t].quad[corner] for corner in (1, 0, 3, 2)] for t in faces], np.float32)
    quads[..., 0] = picture.shape[1] - quads[..., 0]
    named = name(np.ascontiguousarray(picture[:, ::-1]), quads).faces
    for tile, odds in sorted(zip(faces, named, strict=True), key=lambda each: reading.tiles[each[0]].confidence):
        seen, likeliest, confidence = reading.tiles[tile], int(odds.argmax()), float(odds.max())
        if likeliest == len(FACES) or confidence < max(_SURER, seen.confidence):
            continue
        if FACES[likeliest] != seen.tile:
            doubt = Doubt(tile, "two-faces", {"face": seen.tile, "other_face": FACES[likeliest]})
        elif seen.confidence < _POOR:
            doubt = Doubt(tile, "guess", {"face": seen.tile})
        else:
            continue
        return replace(reading, sure=False, doubts=(*reading.doubts, doubt))
    return reading
