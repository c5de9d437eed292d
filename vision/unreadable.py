"""Tiles of a hand that are covered or blown out by light: they look like white dragons, but nothing shows their face.

A finger or a cup hides most tiles wholly, and then one is missing. Paper, a sleeve and glare leave something plain in
the place of a tile, which is named white dragon. Such a tile has no name, and its hand none until somebody says it.
Nor has a tile beside the hand that resembles none clearly, such as a joker, or a tile of which a part is seen.
"""

from dataclasses import replace
from typing import Final

import numpy as np

from scoring.hand import Win
from scoring.notation import parse
from scoring.tiles import FACES, FLOWERS, PLAYED, WHITE
from vision.finds.blank import NOISE, marks
from vision.image import Picture
from vision.networks.classifier import MARGIN, SIZE
from vision.networks.rectify import TileCrops, rectified
from vision.quads import Array
from vision.reading import Doubt, Reading, SeenTile
from vision.winning import has_won

_WHITE: Final = FACES[WHITE]

_BLOWN_OUT: Final = 250
"""Least level of every channel of a pixel that light blew out. Higher misses reflections that are not quite white;
lower takes white tiles in strong light for them."""

_GLARE: Final = (0.7, 0.25)
"""Least share of such pixels of a tile in glare, and greatest median share of the hand's others. Of 98 white dragons in
photographs of tables none has 0.3, of rendered ones in strong light one 0.67; 25 tiles in drawn glare have 0.73 or
more. A lower first one or a higher second one asks about dragons in overexposed photographs."""


_GUESS: Final = 1 / 3
"""Likelihood of its name below which a tile beside the hand has none, those of all flowers added for a flower. Of eight
such names in 115 photographs of tables none is right. Higher takes names of blurred tiles; lower names jokers."""


def without_guesses(reading: Reading) -> Reading:
    """Return a reading in which tiles beside the hand have no name that is a mere guess, but for what is doubted."""
    needed = {t for group in reading.groups if group.kind != "aside" for t in group.tiles}
    needed |= {doubt.tile for doubt in reading.doubts if doubt.tile is not None}
    tiles = [tile if t in needed or not _is_guess(tile) else _nameless(tile) for t, tile in enumerate(reading.tiles)]
    return replace(reading, tiles=tuple(tiles)) if tiles != [*reading.tiles] else reading


def _is_guess(tile: SeenTile) -> bool:
    alike = FLOWERS if tile.tile in FLOWERS else (tile.tile,)
    likely = tile.confidence + sum(share for face, share in tile.alternatives if face in alike)
    return tile.face == "up" and likely < _GUESS


def _nameless(tile: SeenTile) -> SeenTile:
    """Return a tile without its name, which stays the first of those it may have."""
    named = ((tile.tile, tile.confidence),) if tile.tile else ()
    return replace(tile, tile=None, confidence=0.0, alternatives=(*named, *tile.alternatives), red=False)


def without_unreadable(reading: Reading, picture: Picture) -> Reading:
    """Return the reading of a picture in which bare tiles of the hand that may be any tile have no name.

    That is so where light blows out such a tile and not the others, and where it is doubted and the hand does not win
    with a white dragon there, but would with another tile.
    """
    if reading.hand is None:
        return reading
    ours = [t for group in reading.groups if group.kind in ("concealed", "winning") for t in group.tiles]
    white = [t for t in ours if reading.tiles[t].tile == _WHITE and reading.tiles[t].face == "up"]
    if not white:
        return reading
    crops = rectified(picture, np.array([reading.tiles[t].quad for t in ours], np.float32), SIZE, MARGIN)
    glare = dict(zip(ours, _glare(crops), strict=True))
    bare = dict(zip(ours, marks(crops, np.ones(len(ours), bool)) < NOISE, strict=True))
    dark = float(np.median([glare[t] for t in ours if t not in white] or [1.0])) <= _GLARE[1]
    hidden = [t for t in white if bare[t] and dark and glare[t] >= _GLARE[0]] or _other(reading, white, bare)
    if not hidden:
        return reading
    tiles = [
        replace(tile, tile=None, confidence=0.0, alternatives=()) if t in hidden else tile
        for t, tile in enumerate(reading.tiles)
    ]
    doubts = [doubt for doubt in reading.doubts if doubt.tile not in hidden]
    asked = [Doubt(t, "unreadable") for t in hidden]
    return replace(reading, tiles=tuple(tiles), hand=None, sure=False, doubts=(*asked, *doubts))


def _glare(crops: TileCrops) -> Array:
    """Return (N,) shares of the pixels of crops that light blew out."""
    return np.asarray((crops >= _BLOWN_OUT).all(axis=3).mean(axis=(1, 2)))


def _other(reading: Reading, white: list[int], bare: dict[int, bool]) -> list[int]:
    """Return the least clear of the bare white dragons that are doubted, if the hand wins with another tile alone."""
    doubted = {doubt.tile for doubt in reading.doubts if doubt.kind in ("faces", "covered", "glare")}
    open_ = [t for t in white if bare[t] and t in doubted]
    least = min(open_, key=lambda t: reading.tiles[t].confidence, default=None)
    if least is None or not reading.hand:
        return []
    return [least] if _wins_otherwise(parse(reading.hand), reading.groups[reading.tiles[least].group].kind) else []


def _wins_otherwise(win: Win, kind: str) -> bool:
    """Return True if a hand does not win, but would if one white dragon among its tiles of a kind were another."""
    if has_won(win):
        return False
    if kind == "winning":
        return any(has_won(replace(win, winning=face)) for face in PLAYED)
    rest = list(win.concealed)
    if _WHITE not in rest:
        return False
    rest.remove(_WHITE)
    return any(has_won(replace(win, concealed=tuple(sorted((*rest, face), key=FACES.index)))) for face in PLAYED)
