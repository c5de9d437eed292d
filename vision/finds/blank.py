"""Tiles with nothing on them: white dragons, tiles that lie face down, and the white sides of tiles."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.tiles import WHITE, capacity
from vision.evidence import CLEAR, LIKELY, Evidence
from vision.finds.detections import TileDetections
from vision.geometry.rows import ASPECT, find_rows
from vision.image import Picture
from vision.networks.classifier import SIZE
from vision.networks.rectify import TileCrops, rectified
from vision.quads import Array, sides

_INNER: Final = (slice(SIZE[1] // 6, -(SIZE[1] // 6)), slice(SIZE[0] // 6, -(SIZE[0] // 6)))
"""Rows and columns of a crop without the outer sixth. Cutting off less lets a tile's edge pass for print; more hides
print near the edge."""

_PERCENTILE: Final = 98
"""Percentile of a crop's contrasts taken for the strength of its marks. Higher lets single noisy pixels pass for print;
lower misses small marks."""

_FEWEST: Final = 3
"""Fewest named tiles that tell the colour of the faces of a set. More leaves white dragons beside few tiles unnamed;
fewer lets one wrong name decide the colour."""

_SHADE: Final = 35.0
"""Levels by which shadow may make a face darker than the others, as lightness of CIE Lab in 0-255. More takes darker
backs for white dragons; less takes white dragons in shadow for backs."""

_LIGHT: Final = 60.0
"""Levels by which an apparent back may be brighter, in the same units: a blank face has no print to darken it.

Settled on 600 rendered pictures: white dragons are up to 56 brighter, tops of standing tiles below a lamp 64 and more.
"""

_TINT: Final = 6.0
"""Difference of each hue's channel from the faces' that lamp and shadow may make, in the same units. More takes backs
of a pale colour for white dragons; less takes white dragons under a coloured lamp for backs."""

_OTHER_HUE: Final = 20.0
"""Distance of the hue of a blank tile from the faces' at which it is a back, in the same units. More takes pale backs
for white dragons; less takes white dragons under a coloured lamp for backs. Of 197 white dragons in photographs none is
farther off than 16; backs named as one begin at 21."""

_FRAME: Final = 60.0
"""Strength of the marks, in grey levels, from which a find of the wrong shape is a white dragon by its frame. More
drops faint frames; less takes the coloured half of a side for a frame."""

_NARROW: Final = 0.2
"""Logarithm of width over height, below that of a tile, from which a blank find is the side of a tile. More takes the
sides of thick tiles for white dragons; less drops white dragons of inexact outlines."""

_SMALL: Final = 0.15
"""Logarithm of a size, below that of the other tiles, from which a blank find is the side of a tile, as `_NARROW`."""

_LIKE: Final = (2.2, 0.1, 0.15)
"""Distance in sides, and logarithms of size and of width over height, within which a named tile shows that a white
dragon beside it stands in its row. More takes sides between tiles for white dragons; less drops standing ones."""

_FAINT: Final = 0.2
"""Strength of the marks on a face without a name, beside the median of those with one, below which it is blank.

Settled on 560 rendered scenes: of faces of that colour without a name, printed ones have 0.32 or more; two of 16 blank
ones have 0.1 or less.
"""

_BARE: Final = 0.9
"""Probability that a tile of the faces' colour is a white dragon, or the face it is named, not a back. Higher lets a
back of that colour pass for a sure tile; lower asks about more white dragons."""

_NOTHING: Final = 0.4
"""Probability from which a face is blank: of no known tile this much, and together with the white dragon twice as much.

Higher misses blank tiles that the classifier is unsure of; lower takes unclear faces for blank ones.
"""

NOISE: Final = 30.0
"""Strength of the marks, in grey levels, that light and noise may make on a blank tile. More takes faint prints for
blank tiles; less misses blank tiles in noisy pictures."""

_AROUND: Final = 0.5
"""Share of a tile's width and height beyond each side that is compared with the blank tile. More takes in neighbours;
less, the tile's own edge."""

_GROUND: Final = 8.0
"""Difference of a blank face from the surface beside it, in CIE Lab with the hues counted twice, below which both are
one. More takes blank tiles on white cloth for cloth; less takes cloth for tiles. Blank cells of cloth have up to 7
on three of their sides, 43 white dragons of photographs 10 and more."""

_SIDES_OF_GROUND: Final = 3
"""Sides on which a cell of a cloth looks like its surroundings: a white dragon in a row of them does so on two."""

_RUN: Final = 5
"""Fewest blank tiles and backs that touch and all lie face down, as in a wall. More leaves short walls; fewer takes a
concealed kong of white dragons for one."""

_TOUCH: Final = 0.25
"""Widest gap between tiles that touch, in tile widths. More joins rows; less parts walls that are laid loosely."""

_EITHER: Final = 0.51
"""Probability that a blank tile is a white dragon, not a back: even odds, with the dragon named first. A rule."""


def white_dragons(crops: TileCrops, faces: Array, detections: TileDetections) -> NDArray[np.bool_]:
    """Return (N,) True for white dragons without a mark: finds of the faces' colour with no other name.

    Such a find looks like a back, or like a face that has no name and is hardly marked beside those that have one. All
    are False if too few tiles tell that colour, or if there would be more white dragons than a set has: then the backs
    have that colour too.

    Args:
        crops: (N, height, width, 3) blue-green-red, as the classifier takes them.
        faces: (N, 43) probabilities of the faces.
        detections: The N finds.
    """
    clear, backs, best = detections.tiles.scores >= CLEAR, detections.backs, faces.argmax(axis=1)
    known = ~backs & (faces.max(axis=1) > 0.5)
    white, named = known & (best == WHITE), known & clear & ~np.isin(best, (WHITE, faces.shape[1] - 1))
    unknown = ~backs & clear & ~known
    if not (backs | unknown).any() or named.sum() < _FEWEST:
        return np.zeros(len(backs), bool)
    off = _off(crops, named)
    lit = (off[:, 0] > -_SHADE) & ((off[:, 0] < _LIGHT) | ~backs)
    alike = lit & (np.abs(off[:, 1:]) < _TINT).all(axis=1)
    strength = marks(crops, named | unknown)
    plain = backs | (unknown & (strength < _FAINT * np.median(strength[named])))
    bare = plain & detections.usual() & alike
    counted = (bare | white) & (detections.tiles.scores >= LIKELY)
    return bare if counted.sum() <= capacity(WHITE) else np.zeros(len(backs), bool)


def coloured_backs(crops: TileCrops, faces: Array, detections: TileDetections) -> NDArray[np.bool_]:
    """Return (N,) True for finds that pass for white dragons, or show nothing, but have another hue than the faces.

    All are False if too few tiles tell the colour of the faces. Arguments as of `white_dragons`.
    """
    best = faces.argmax(axis=1)
    named = ~detections.backs & (detections.tiles.scores >= CLEAR) & (faces.max(axis=1) > 0.5)
    named &= ~np.isin(best, (WHITE, faces.shape[1] - 1))
    blank = (faces[:, WHITE] > 0.5) | (~detections.backs & shows_nothing(crops, faces, detections))
    if not blank.any() or named.sum() < _FEWEST:
        return np.zeros(len(faces), bool)
    return np.asarray(blank & (np.linalg.norm(_off(crops, named)[:, 1:], axis=1) > _OTHER_HUE))


def _off(crops: TileCrops, named: NDArray[np.bool_]) -> Array:
    """Return (N, 3) by how much the ground of crops differs from that of the named ones (N,), in CIE Lab of 0-255."""
    inner = np.ascontiguousarray(crops[:, *_INNER])
    pixels = cv2.cvtColor(inner.reshape(-1, 1, 3), cv2.COLOR_BGR2LAB).reshape(len(crops), -1, 3).astype(np.float64)
    paler = pixels[..., 0] >= np.median(pixels[..., 0], axis=1, keepdims=True)
    colours = (pixels * paler[..., None]).sum(axis=1) / paler.sum(axis=1)[:, None]
    return np.asarray(colours - np.median(colours[named], axis=0))


def sides_of_tiles(faces: Array, strength: Array, detections: TileDetections) -> NDArray[np.bool_]:
    """Return (N,) True for finds that pass for white dragons but are narrower or smaller than a tile.

    A white dragon lies, or stands, as the tiles beside it do. A side is as wide as a tile is thick.

    Args:
        faces: (N, 43) probabilities of the faces.
        strength: (N,) strengths of the marks on white dragons.
        detections: The N finds.
    """
    white = (faces[:, WHITE] > 0.5) & (strength < _FRAME) & ~detections.usual()
    if not white.any():
        return white
    quads = detections.plane.quads
    ground = sides(detections.plane.ground(quads, detections.size))
    shape = np.log((ground[:, 0] + ground[:, 2]) / np.maximum(ground[:, 1] + ground[:, 3], 1e-9) / ASPECT)
    size = np.log(np.maximum(detections.plane.sizes, 1e-3))
    named = (
        ~detections.backs
        & (detections.tiles.scores >= CLEAR)
        & (faces[:, :-1].max(axis=1) > 0.5)
        & (faces[:, WHITE] < 0.5)
    )
    reach, larger, wider = _LIKE
    middles = quads.mean(axis=1)
    near = np.linalg.norm(middles[:, None] - middles, axis=2) < reach * sides(quads).mean(axis=1)[:, None]
    like = near & (np.abs(size[:, None] - size) < larger) & (np.abs(shape[:, None] - shape) < wider)
    return np.asarray(white & ((shape < -_NARROW) | (size < -_SMALL)) & ~(like & named).any(axis=1))


def cells(picture: Picture, seen: Evidence) -> NDArray[np.bool_]:
    """Return (N,) True for blank finds without a name that look like their surroundings, as cells of a cloth do.

    Args:
        picture: (height, width, 3) blue-green-red pixels.
        seen: The N finds.
    """
    found = ~seen.backs & (seen.faces[:, WHITE] > 0.5) & (seen.faces[:, -1] > _NOTHING)
    if not found.any():
        return found
    width, height = SIZE
    crops = rectified(picture, seen.quads[found].astype(np.float32), (2 * width, 2 * height), _AROUND)
    lab = cv2.cvtColor(crops.reshape(-1, 2 * width, 3), cv2.COLOR_BGR2LAB).reshape(crops.shape).astype(np.float64)
    (left, along, right), (above, down, below) = _thirds(width), _thirds(height)
    inside = lab[:, down, along].mean(axis=(1, 2))
    beside = [lab[:, y, x].mean(axis=(1, 2)) for y, x in ((above, along), (below, along), (down, left), (down, right))]
    off = np.linalg.norm((np.array(beside) - inside) * (1.0, 2.0, 2.0), axis=2)
    found[found] = (off < _GROUND).sum(axis=0) >= _SIDES_OF_GROUND
    return found


def _thirds(length: int) -> tuple[slice, slice, slice]:
    """Return the pixels before, within and beyond a tile of a crop twice as long, without those near its edges."""
    edge, first, last = length // 6, length // 2, 3 * length // 2
    return slice(2, first - edge), slice(first + edge, last - edge), slice(last + edge, 2 * length - 2)


def in_walls(faces: Array, backs: NDArray[np.bool_], detections: TileDetections) -> NDArray[np.bool_]:
    """Return (N,) True for blank finds in a row of backs that touch: a back in glare looks like a white dragon.

    Args:
        faces: (N, 43) probabilities of the faces.
        backs: (N,) True for backs.
        detections: The N finds.
    """
    blank = ~backs & (faces[:, WHITE] > 0.5)
    down = np.zeros(len(backs), bool)
    if not blank.any() or not backs.any():
        return down
    at = np.flatnonzero(detections.tiles.scores >= LIKELY)
    for row in find_rows(detections.plane.quads[at], np.zeros(len(at))).rows:
        run: list[int] = []
        for place in (*row.places, None):
            tile = None if place is None else int(at[place.tile])
            shut = tile is not None and bool(blank[tile] or backs[tile])
            if place is None or place.gap > _TOUCH or not shut:
                if len(run) >= _RUN and backs[run].any():
                    down[run] = blank[run]
                run = []
            if tile is not None and shut:
                run.append(tile)
    return down


def as_white_dragons(faces: Array) -> Array:
    """Return (N, 43) probabilities of the faces of bare tiles: mostly each clear name, or else the white dragon."""
    white, nothing = np.eye(faces.shape[1])[[WHITE, -1]]
    best = faces.argmax(axis=1)
    named = ((faces.max(axis=1) > 0.5) & (best != WHITE) & (best != faces.shape[1] - 1))[:, None]
    return np.asarray(_BARE * np.where(named, faces, white) + (1 - _BARE) * np.where(named, nothing, faces))


def white_or_back(kinds: int) -> Array:
    """Return (`kinds`,) probabilities of the faces of a blank tile: white dragon or none; only the hand can tell."""
    white, nothing = np.eye(kinds)[[WHITE, -1]]
    return np.asarray(_EITHER * white + (1 - _EITHER) * nothing)


def shows_nothing(crops: TileCrops, faces: Array, detections: TileDetections) -> NDArray[np.bool_]:
    """Return (N,) True for finds that are clearly whole tiles with nothing on them.

    Such tiles are backs or bare white dragons; which, only the hand tells (`white_or_back`). A find with marks that are
    no known face is neither.

    Args:
        crops: (N, height, width, 3) blue-green-red, as the classifier takes them.
        faces: (N, 43) probabilities of the faces.
        detections: The N finds.
    """
    clear = detections.usual() & (detections.tiles.scores >= CLEAR) & (detections.tiles.whole > 0.5)
    unnamed = clear & (faces[:, -1] > _NOTHING) & (faces[:, WHITE] + faces[:, -1] > 2 * _NOTHING)
    return np.asarray(unnamed & (marks(crops, unnamed) < NOISE))


def marks(crops: TileCrops, where: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return (N,) strengths of the marks on crops in `where` (N,), in grey levels from 0 to 255; 0 for the others."""
    marks = np.zeros(len(crops))
    for at in np.flatnonzero(where):
        grey = cv2.cvtColor(crops[at, *_INNER], cv2.COLOR_BGR2GRAY).astype(np.float32)
        marks[at] = np.percentile(np.abs(grey - cv2.GaussianBlur(grey, (0, 0), SIZE[0] // 6)), _PERCENTILE)
    return marks
