"""Tiles printed on a sheet beside real ones, as on a chart of hands: the paper goes on round them.

A tile ends at its side, its shadow and the cloth. A print has no thickness: beyond its outline the paper has the colour
that its ground has. Tiles on a white table look so too; so a sheet counts only where other tiles lie on something else.
"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evidence import LIKELY, Evidence
from vision.image import Picture
from vision.quads import Array, contains, linked, sides

_BEYOND: Final = (0.1, 0.17, 0.23, 0.3)
"""Distances beyond a tile's edge at which its ground is looked at, in shorter sides. More reaches the print of the next
row; less sees the outline of a print."""

_ALONG: Final = np.linspace(0.06, 0.94, 12)
"""Places along an edge at which its ground is looked at. More take longer; fewer decide by single letters."""

_WITHIN: Final = np.linspace(0.08, 0.92, 14)
"""Places across a tile at which its own ground is looked at. More take longer; fewer decide by its print."""

_GROUND: Final = (0.55, 0.85)
"""Quantiles of lightness between which pixels are ground, and not ink or glare. Lower takes ink for ground, higher
glare."""

_DARK: Final = 8.0
"""Lightness, of 255, that counts as nothing in a ratio. More takes two dark grounds for one; less compares noise."""

_LIGHT: Final = 0.12
"""Greatest difference of lightness of one paper, as a logarithm. More takes the white rim of a table for paper; less
misses sheets in uneven light. Chosen with the next three on 38 charts laid into photographs by computer: they find 35
of these, 14 of 16 others, and nothing in 718 photographs without a chart."""

_HUE: Final = 10.0
"""Greatest difference of colour of one paper, as each colour channel of CIE Lab in 0-255. More takes cloth in a
coloured light for paper; less misses white prints on cream paper."""

_PAPER: Final = 0.75
"""Least share of paper at the outer edges of a block of prints. More misses charts with letters close to their tiles;
less takes tiles beside white things for prints."""

_EACH: Final = 0.5
"""Least share of paper at each of the four sides of a block. Standing tiles on a white rim have it at three."""

_TABLE: Final = 0.3
"""Greatest share of what looks like paper at the outer edges of tiles on a table. More takes a chart's worst rows for
the tiles beside it; less misses charts beside tiles on patterned cloth."""

_FEWEST: Final = 6
"""Fewest prints of a sheet. Fewer lose flowers on something white; more miss small cards."""

_OTHERS: Final = 4
"""Fewest clearly named tiles on something else. Fewer take a white table for a sheet; more miss charts beside melds."""

_NAMED: Final = 0.8
"""Probability of its face from which a tile beside a sheet is clearly one. Higher misses charts beside unknown sets;
lower takes letters for the tiles."""

_TOUCHING: Final = 0.35
"""Distance beyond a tile's edge, in its shorter sides, at which the next tile of its block lies. More joins rows of a
chart across a line of text; less parts tiles that are laid loosely."""

_ALIKE: Final = 0.25
"""Greatest difference of the sizes of neighbours in a block, as a logarithm. More joins a chart to the tiles beside it;
less parts blocks in steep perspective."""


def printed(seen: Evidence, picture: Picture) -> NDArray[np.bool_]:
    """Return (N,) True for the finds of a picture that are printed on a sheet, if other tiles lie beside it."""
    prints = np.zeros(len(seen.scores), bool)
    likely = np.flatnonzero(seen.scores >= LIKELY)
    if len(likely) < _FEWEST + _OTHERS:
        return prints
    quads, face = seen.quads[likely], ~seen.backs[likely]
    beside = _beside(quads)
    paper, known = _paper_beyond(picture, quads)
    outer = known & ~beside.any(axis=2)
    on_paper, on_table = np.zeros(len(likely), bool), np.zeros(len(likely), bool)
    for block in linked(np.asarray(beside.any(axis=1))):
        edges, papered = outer[block].sum(axis=0), (outer & paper)[block].sum(axis=0)
        if edges.sum() > 1:
            on_paper[block] = papered.sum() >= _PAPER * edges.sum() and (papered >= _EACH * edges).all()
            on_table[block] = papered.sum() <= _TABLE * edges.sum()
    on_paper &= face
    on_table &= face & (seen.faces[likely, :-1].max(axis=1) >= _NAMED)
    if on_paper.sum() < _FEWEST or on_table.sum() < _OTHERS:
        return prints
    prints = _within(seen.quads, quads[on_paper])
    prints[likely[on_table]] = False
    prints[likely[on_paper]] = True
    return prints


def _within(quads: Array, prints: Array) -> NDArray[np.bool_]:
    """Return (N,) True for finds (N, 4, 2) of the size of some prints (M, 4, 2) with their middles among these."""
    around = cv2.convexHull(prints.reshape(-1, 2).astype(np.float32))
    middles = quads.mean(axis=1)
    inside = np.array([cv2.pointPolygonTest(around, (x, y), measureDist=False) >= 0 for x, y in middles], bool)
    size = np.log(sides(quads).mean(axis=1))
    return np.asarray(inside & (np.abs(size - np.log(np.median(sides(prints).mean(axis=1)))) < _ALIKE))


def _beside(quads: Array) -> NDArray[np.bool_]:
    """Return (N, 4, N) True where a tile of about the same size touches a side of another one."""
    middles = (quads + np.roll(quads, -1, axis=1)) / 2
    out = middles - quads.mean(axis=1, keepdims=True)
    out /= np.maximum(np.linalg.norm(out, axis=2, keepdims=True), 1e-6)
    points = middles + out * _TOUCHING * sides(quads).min(axis=1)[:, None, None]
    spots = np.repeat(points.reshape(-1, 1, 2), 4, axis=1)
    touching = contains(quads, spots).T.reshape(len(quads), 4, len(quads))
    size = np.log(sides(quads).mean(axis=1))
    alike = np.abs(size[:, None] - size) < _ALIKE
    return np.asarray(touching & (alike & ~np.eye(len(quads), dtype=bool))[:, None])


def _paper_beyond(picture: Picture, quads: Array) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return (N, 4) True for sides of tiles beyond which their own ground goes on, and for sides within the picture."""
    lengths = sides(quads)
    side = lengths.min(axis=1)[:, None]
    wide, high = lengths[:, [0, 2]].mean(axis=1)[:, None], lengths[:, [1, 3]].mean(axis=1)[:, None]
    along, beyond = (each.ravel() for each in np.meshgrid(_ALONG, _BEYOND))
    across, up = (each.ravel() for each in np.meshgrid(_WITHIN, _WITHIN))
    over, aside = beyond * side / high, beyond * side / wide
    own, _ = _ground(picture, quads, across, up)
    places = ((along, -over), (1 + aside, along), (along, 1 + over), (-aside, along))
    paper, known = [], []
    for x, y in places:
        ground, within = _ground(picture, quads, x, y)
        light = np.log((ground[:, 0] + _DARK) / (own[:, 0] + _DARK))
        hue = np.abs(ground[:, 1:] - own[:, 1:]).max(axis=1)
        paper.append((np.abs(light) < _LIGHT) & (hue < _HUE))
        known.append(within)
    return np.stack(paper, axis=1), np.stack(known, axis=1)


def _ground(
    picture: Picture, quads: Array, x: NDArray[np.floating], y: NDArray[np.floating]
) -> tuple[Array, NDArray[np.bool_]]:
    """Return (N, 3) the colours of the ground at places of tiles, and (N,) True if most of these are in the picture.

    The colours are in CIE Lab, each channel in 0-255.

    Args:
        picture: (height, width, 3) blue-green-red pixels.
        quads: (N, 4, 2) corners of the tiles.
        x: (K,) or (N, K) places from the left edge of each tile to its right one, as 0 to 1.
        y: The same from its upper edge to its lower one.
    """
    x, y = (np.broadcast_to(each, (len(quads), each.shape[-1]))[..., None] for each in (x, y))
    one, two, three, four = (quads[:, [corner]] for corner in range(4))
    points = np.round(one * (1 - x) * (1 - y) + two * x * (1 - y) + three * x * y + four * (1 - x) * y).astype(int)
    last = np.array(picture.shape[1::-1]) - 1
    within = ((points >= 0) & (points <= last)).all(axis=2).mean(axis=1) > 0.75
    column, row = np.moveaxis(np.clip(points, 0, last), 2, 0)
    pixels = cv2.cvtColor(picture[row, column], cv2.COLOR_BGR2LAB).astype(np.float64)
    order = np.argsort(pixels[..., 0], axis=1)
    first, end = (int(share * order.shape[1]) for share in _GROUND)
    return np.take_along_axis(pixels, order[:, first:end, None], axis=1).mean(axis=1), within
