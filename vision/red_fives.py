"""Red fives: fives printed in red alone, of which many sets have one in each suit."""

from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from vision.image import Picture
from vision.quads import sides
from vision.reading import Reading, SeenTile

_FIVES: Final = ("5m", "5p", "5s")

_MIN_CONFIDENCE: Final = 0.8
"""Least confidence of a tile whose colour is looked at. Higher overlooks red fives; lower looks at misread tiles."""

_MIN_SIDE: Final = 14.0
"""Least shorter side of such a tile in pixels: smaller ones have the colours of their neighbours."""

_SIZE: Final = (72, 96)
"""(width, height) of the crop in pixels, enough for the strokes of a character."""

_MARGIN: Final = 8
"""Pixels of the crop's edge that are left out: they show neighbours and the tile's own rim."""

_BODY: Final = 75.0
"""Percentile of the levels that is the body's colour: at most half of a face is ink."""

_MIN_INK: Final = 0.25
"""Least darkness of ink, as a share of the body's level, in its darkest channel. Higher drops pale ink; lower counts
shades of the body."""

_RED: Final = (0.4, 0.2)
"""Excess of red over the other channels, as a share of the darkness: above the first a pixel is red, below the second
it is not. Between them lie blurred edges."""

_MIN_RED: Final = 0.33
"""Least share of red ink of a red five. Of 441 fives in photographs 12 of the 13 that are red have 0.36 and more."""

_MAX_OTHER: Final = 0.12
"""Greatest share of ink of another colour. Red fives have up to 0.08; others from 0.26 on."""

_MOST_RED: Final = 0.5
"""Share of other tiles of the suit that are as red from which the whole suit is printed in red."""


def with_red_fives(reading: Reading, picture: Picture) -> Reading:
    """Return the reading of a picture with `SeenTile.red` of its red fives set.

    Args:
        reading: The reading, in pixels of the picture.
        picture: (height, width, 3) blue-green-red pixels.
    """
    red = [n for n, tile in enumerate(reading.tiles) if tile.tile in _FIVES and _all_red(tile, picture)]
    told = {n for n in red if not _suit_is_red(reading, picture, str(reading.tiles[n].tile)[1])}
    if not told:
        return reading
    tiles = tuple(replace(tile, red=True) if n in told else tile for n, tile in enumerate(reading.tiles))
    return replace(reading, tiles=tiles)


def _suit_is_red(reading: Reading, picture: Picture, suit: str) -> bool:
    """Return True if most other tiles of a suit are printed in red alone."""
    others = [
        _all_red(tile, picture)
        for tile in reading.tiles
        if tile.tile and len(tile.tile) == 2 and tile.tile[1] == suit and tile.tile[0] != "5" and _is_clear(tile)
    ]
    return bool(others) and sum(others) / len(others) >= _MOST_RED


def _is_clear(tile: SeenTile) -> bool:
    quad = np.array(tile.quad)
    return tile.face == "up" and tile.confidence >= _MIN_CONFIDENCE and float(sides(quad).min()) >= _MIN_SIDE


def _all_red(tile: SeenTile, picture: Picture) -> bool:
    """Return True if a tile is clear and its ink is red alone."""
    if not _is_clear(tile):
        return False
    width, height = _SIZE
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    flat = cv2.getPerspectiveTransform(np.array(tile.quad, np.float32), corners)
    crop = cv2.warpPerspective(picture, flat, _SIZE, flags=cv2.INTER_LINEAR)
    levels = crop[_MARGIN:-_MARGIN, _MARGIN:-_MARGIN].reshape(-1, 3).astype(np.float32)
    shares = np.clip(levels / np.maximum(np.percentile(levels, _BODY, axis=0), 1.0), 0.0, 1.2)
    darkness = 1 - shares.min(axis=1)
    ink = darkness > _MIN_INK
    if ink.sum() < 30:
        return False
    excess = (shares[:, 2] - shares[:, :2].max(axis=1))[ink] / darkness[ink]
    return bool((excess > _RED[0]).mean() >= _MIN_RED and (excess < _RED[1]).mean() <= _MAX_OTHER)
