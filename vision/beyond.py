"""A fourth tile beside a claimed pung that no network finds: face down, upright, on its edge, or below a chip.

The networks see faces and backs, not the sides of tiles, and a back beside a hand is as a rule of no account. But the
table looks much the same beyond all tiles of a row. If it looks otherwise beyond the claimed tile, where the fourth of
an added kong lies, or at an end of the pung, where that of another kong lies, something lies there.
"""

from collections.abc import Iterator
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.plane import fit_plane
from vision.geometry.rows import ASPECT
from vision.image import Picture
from vision.networks.exposure import exposure_corrected
from vision.quads import Array, sides
from vision.raised import asked_of_pungs
from vision.reading import Group, Reading

_PATCH: Final = (0.6, 0.26)
"""Extent of a patch of table along the row and across it, in tile heights. A larger one takes in neighbours; a smaller
one lets a pattern of the cloth pass for a tile."""

_STEPS: Final = (0.42, 0.68, 0.94)
"""Distances of the middles of patches from the edge of a tile, in tile heights. At the first one, beyond the line of
the upright tiles' edges, the fourth tile is looked for. Nearer lies the shadow of the tiles, which looks like the side
of one; more take in what lies farther off; fewer show too little of a patterned cloth."""

_NEAREST: Final = 15
"""Most patches that tell how the table looks, the nearest ones. More take in a sheet of paper at the other end of the
hand, white as a tile; fewer show too little of a patterned cloth."""

_ACROSS: Final = 0.5
"""Cosine below which a tile's long side lies crosswise to another's; above the sine of that angle, along it."""

_CLEAR: Final = (0.55, 0.9)
"""Distances within which a tile of the hand, or the fourth tile itself, covers a patch, between middles in tile
heights. More leaves no table beside hands laid closely; less takes tiles for table."""

_TAKEN: Final = 0.8
"""Distance from the place of the fourth tile, between middles in tile heights, within which another tile explains its
look. More overlooks fourth tiles beside ponds; less asks because of tiles that are read."""

_FEWEST: Final = 3
"""Fewest patches that tell how the table looks. More overlooks fourth tiles among others; fewer ask by chance."""

_WEIGHTS: Final = (1.0, 2.0, 2.0, 0.7, 1.4, 1.4)
"""Weights of the mean lightness and hue of a patch in CIE Lab, then of their deviations: a patch of cloth has its
pattern, the side of a tile none."""

_USUAL: Final = 0.8
"""Quantile of the differences between each patch and the one most like it, taken for the usual difference. Higher
overlooks fourth tiles on patterned cloths; lower asks because of the pattern."""

_NOISE: Final = 8.0
"""Difference between patches that light, noise and shadow may make on a plain table. More overlooks dark tiles on dark
tables; less asks because of shadows. Settled with `_UNLIKE`."""

_UNLIKE: Final = 1.75
"""Times the usual difference from which something lies there. Of 705 places beyond tiles of 30 photographed hands 1.4%
are so unlike their neighbours; of 100 rendered tiles beyond their pung 92 (`models/HISTORY.md`)."""

_UNLIKE_AT_END: Final = 4.0
"""Times the usual difference from which something lies at an end of the pung, where the sides of the end tile show too.
Higher overlooks chips; lower asks because of sides, dice and sticks: those of two rendered hands are at 2.5 and 3.4, a
chip on the fourth tile at 11."""


def asked_if_beyond(reading: Reading, picture: Picture) -> Reading:
    """Return the reading of a picture, with a doubt about each claimed pung beyond which something seems to lie.

    Args:
        reading: The reading, in pixels of the picture.
        picture: (height, width, 3) blue-green-red pixels.
    """

    def asked_at(pung: Group, claimed: int) -> int | None:
        found = any(unlike > 1 for unlike in unlikeness(reading, picture, pung, claimed))
        return claimed if found else None

    return asked_of_pungs(reading, "fourth-beside", asked_at)


def unlikeness(reading: Reading, picture: Picture, pung: Group, claimed: int) -> Iterator[float]:
    """Yield differences of the place of a fourth tile from the table, as shares of the least that makes a doubt.

    The places are those at either side of the claimed tile and at either end of the pung.

    A place with a tile that is read, or with too little table beside it, is left out.
    """
    ours = [t for group in reading.groups if group.kind != "aside" for t in group.tiles]
    others = [t for t, tile in enumerate(reading.tiles) if t not in ours and tile.face == "up"]
    quads = np.array([reading.tiles[t].quad for t in (*ours, *others)])
    plane = fit_plane(quads[: len(ours)], reading.size)
    ground = plane.ground(quads, reading.size)
    own = ground[: len(ours)]
    height = float(np.median(sides(own).reshape(-1, 2, 2).mean(axis=1).max(axis=1)))
    lying, middles = own / height, ground.mean(axis=1) / height
    onto = np.asarray(cv2.findHomography(lying.reshape(-1, 2), quads[: len(ours)].reshape(-1, 2))[0], np.float64)
    edges = sides(lying)
    long = np.where((edges[:, 0] > edges[:, 1])[:, None], lying[:, 1] - lying[:, 0], lying[:, 2] - lying[:, 1])
    long /= np.linalg.norm(long, axis=1, keepdims=True)
    at = ours.index(claimed)
    upright = [ours.index(t) for t in pung.tiles if t != claimed]
    others_at = middles[len(ours) :]
    picture = exposure_corrected(picture)
    meld = [ours.index(t) for t in pung.tiles]
    for up, end, before in ((long[upright[0]], meld[0], meld[1]), (-long[upright[0]], meld[-1], meld[-2])):
        along = np.abs(long @ up)
        half = np.where(along > np.sqrt(1 - _ACROSS**2), 0.5, np.where(along < _ACROSS, ASPECT / 2, np.nan))
        half[at] = ASPECT / 2
        centres = middles[: len(ours), None] + (half[:, None] + _STEPS)[..., None] * up  # (N, steps, 2)
        covered = np.linalg.norm(centres[:, :, None] - middles[: len(ours)], axis=3).min(axis=2) < _CLEAR[0]
        spots = [(centres[at, 0], up, middles[at] + ASPECT * up, others_at)]
        away = np.array([-up[1], up[0]])
        away *= np.sign(away @ (middles[end] - middles[before]))
        wide = 0.5 if end == at else ASPECT / 2
        beside = np.delete(middles, meld, axis=0)
        fourth = middles[end] + (wide + ASPECT / 2) * away
        spots.append((middles[end] + (wide + _STEPS[0]) * away, away, fourth, beside))
        for (there, way, fourth, taken), most in zip(spots, (_UNLIKE, _UNLIKE_AT_END), strict=True):
            if (np.linalg.norm(taken - fourth, axis=1) < _TAKEN).any():
                continue
            free = np.isfinite(half)[:, None] & (np.linalg.norm(centres - fourth, axis=2) > _CLEAR[1]) & ~covered
            table = centres[free]
            table = table[np.argsort(np.linalg.norm(table - there, axis=1))]
            spot, seen = _looks(picture, onto, there[None], way)
            looks, within = _looks(picture, onto, table, up)
            known = looks[within][:_NEAREST]
            if seen[0] and len(known) >= _FEWEST:
                apart = np.linalg.norm(known[:, None] - known, axis=2) + np.where(np.eye(len(known)), np.inf, 0.0)
                usual = float(np.quantile(apart.min(axis=1), _USUAL))
                yield float(np.linalg.norm(known - spot[0], axis=1).min()) / (usual + _NOISE) / most


def _looks(picture: Picture, onto: Array, centres: Array, up: Array) -> tuple[Array, NDArray[np.bool_]]:
    """Return (K, 6) how patches of table look, as in `_WEIGHTS`, and (K,) True for those within the picture.

    Args:
        picture: (height, width, 3) blue-green-red pixels.
        onto: (3, 3) homography from tile heights on the table to pixels.
        centres: (K, 2) middles of the patches on the table.
        up: (2,) direction across the row.
    """
    x, y = (np.linspace(-0.5, 0.5, round(24 * extent)) * extent for extent in _PATCH)
    grid = x[None, :, None] * np.array([-up[1], up[0]]) + y[:, None, None] * up
    spots = (centres[:, None] + grid.reshape(1, -1, 2)).reshape(1, -1, 2)
    at = cv2.perspectiveTransform(spots, onto).reshape(len(centres), -1, 2).astype(np.float32)
    seen = cv2.remap(picture, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    colours = np.asarray(cv2.cvtColor(seen, cv2.COLOR_BGR2LAB), np.float64)
    within = ((at >= 0) & (at < (picture.shape[1], picture.shape[0]))).reshape(len(centres), -1).all(axis=1)
    return np.concatenate([colours.mean(axis=1), colours.std(axis=1)], axis=1) * _WEIGHTS, np.asarray(within)
