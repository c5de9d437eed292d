"""Places on the table: from pixels to the table's own units, and the zones in which a tile may lie.

Hands, melds and flowers lie in a strip along each side: melds begin at the player's right hand, flowers at the left;
walls stand before the strips, and what lies within the walls is a pond, thrown or in rows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.follow.seen import SEATS, Lies, Zone
from vision.quad import Quad
from vision.quads import Array, linked

_UNIT: Final = np.array([[0, 1], [1, 1], [1, 0], [0, 0]], np.float32)
"""Corners of the table in its own units, in the order of a calibration's."""

UP: Final = {1: (0.0, -1.0), 2: (-1.0, 0.0), 3: (0.0, 1.0), 4: (1.0, 0.0)}
"""The way that each seat's player looks, in units of the table."""

STRIP: Final = 0.128
"""Depth of the strips along the sides, in sides of the table. More takes a wall's tiles for a hand's; less drops
tiles that lie before a meld."""

WALL: Final = 0.205
"""Depth at which the walls end. More takes the outer discards for the wall's; less takes indicators for discards."""

_SOFT: Final = 0.012
"""Distance over which one zone passes into the next."""

_HAND_ENDS: Final = 0.6
"""Place along a side, from the player's left, at which melds become more likely than the hand."""

_FAR: Final = 0.06
"""Distance along a side over which the hand passes into the melds."""

_OFF: Final = 0.06
"""Distance outside the corners at which a tile still lies on the table: corners are found a little inside."""

_LINKED: Final = 1.75
"""Distance in tile widths of neighbours in a row. More joins melds and flowers of two players at a corner; less parts
a crosswise tile from its meld."""

_CORNER: Final = 0.88
"""Place along a side beyond which a row begins at the player's right hand."""

_MELD: Final = 4
"""Most tiles of a meld."""

_GAP: Final = 1.27
"""Distance in usual ones at which a tile at the end of an open hand lies apart from it: upright ones touch. More misses
winning tiles; less takes a loose hand's last tile for one."""

_BESIDE: Final = 0.85
"""Probability that such a tile is the winning one."""

_AXIS: Final = 0.1
"""Distance from the middle by which a discard lies nearer to one side than to another."""


class Places:
    """The calibrated table."""

    def __init__(self, corners: Quad | Array) -> None:
        """Take its corners, in pixels, counter-clockwise from the left end of seat 1's side."""
        self.corners: Final = np.asarray(corners, np.float64)
        self._warp: Final = cv2.getPerspectiveTransform(np.asarray(corners, np.float32), _UNIT)

    def moved(self, shift: tuple[float, float]) -> "Places":
        """Return the table after the picture moved by some pixels."""
        return Places(self.corners + np.array(shift))

    def of(self, points: Array) -> Array:
        """Return places (..., 2) in units of the table of points in pixels."""
        flat = np.asarray(points, np.float64).reshape(-1, 1, 2)
        if not len(flat):
            return np.zeros(np.shape(points))
        return np.asarray(cv2.perspectiveTransform(flat, self._warp).reshape(np.shape(points)), np.float64)


def depth(place: Array, seat: int) -> float:
    """Return the distance of a place from a seat's side."""
    x, y = float(place[0]), float(place[1])
    return (1 - y, 1 - x, y, x)[seat - 1]


def along(place: Array, seat: int) -> float:
    """Return how far along a seat's side a place lies, 0 at the player's left hand, 1 at the right."""
    x, y = float(place[0]), float(place[1])
    return (x, 1 - y, 1 - x, y)[seat - 1]


def facing(up: Array, upright: float, alike: bool) -> dict[int, float]:
    """Return the weights of the seats that read a tile upright.

    Args:
        up: (2,) the way from its foot to its top, in units of the table.
        upright: -1 to 1, confidence that it is not upside down.
        alike: True for a face that looks the same upside down.
    """
    length = float(np.hypot(*up))
    if length < 1e-6:
        return {}
    head = 0.5 if alike else (1 + float(np.clip(upright, -1, 1))) / 2
    weights = {}
    for seat in SEATS:
        cosine = float(np.dot(up, UP[seat])) / length
        weights[seat] = head * max(0.0, cosine) ** 2 + (1 - head) * max(0.0, -cosine) ** 2
    return {seat: round(weight, 3) for seat, weight in weights.items() if weight > 0.01}


def crosswise(seat: int, faces: dict[int, float]) -> float:
    """Return the probability that a tile with these weights of facing lies across a seat's row."""
    total = sum(faces.values())
    return sum(faces.get(each, 0.0) for each in SEATS if (each - seat) % 2) / total if total else 0.0


AREAS: Final[tuple[tuple[Zone, int], ...]] = tuple((zone, seat) for zone in ("pond", "hand", "meld") for seat in SEATS)
"""The zones that may be covered, in the order of the numbers of `regions`."""


def regions(places: Places, shape: tuple[int, int], scale: float) -> NDArray[np.uint8]:
    """Return for each cell of a small picture the number of its zone in `AREAS`, from 1; 0 for none.

    Args:
        places: The calibrated table.
        shape: Cells (down, across).
        scale: Cells for each pixel.
    """
    ys, xs = np.mgrid[0 : shape[0], 0 : shape[1]]
    at = places.of(np.stack([xs, ys], axis=-1).astype(np.float64) / scale)
    x, y = at[..., 0], at[..., 1]
    depths = np.stack([1 - y, 1 - x, y, x])
    ends = np.stack([x, 1 - y, 1 - x, y])
    seat, nearest = depths.argmin(axis=0), depths.min(axis=0)
    end = np.take_along_axis(ends, seat[None], axis=0)[0]
    found = np.zeros(shape, np.uint8)
    found[nearest > WALL] = seat[nearest > WALL] + 1
    strip = (nearest > 0) & (nearest < STRIP)
    found[strip] = seat[strip] + 1 + np.where(end[strip] > _HAND_ENDS, 8, 4)
    return found


@dataclass(frozen=True, slots=True)
class Strip:
    """The row along a side of which a tile is part.

    Attributes:
        owners: Probability of each seat.
        melds: Probability that they are melds, and no hand.
        beside: Probability that the tile is the winning one, laid beside the hand.
    """

    owners: dict[int, float]
    melds: float
    beside: float = 0.0


def rows(places: Array, faces: Sequence[dict[int, float]], up: Sequence[bool], tile: float) -> dict[int, Strip]:
    """Return the rows along the sides of which tiles are part, by the number of the tile.

    Args:
        places: (N, 2) centres.
        faces: Weights of the seats that read each upright.
        up: True for each that shows its face.
        tile: Width of a tile in units of the table.
    """
    near = [n for n in range(len(places)) if -_OFF < min(depth(places[n], seat) for seat in SEATS) < STRIP + _SOFT]
    if not near:
        return {}
    some = places[near]
    apart = np.linalg.norm(some[:, None] - some[None], axis=2)
    found = {}
    for group in linked(apart < _LINKED * tile):
        at = some[group]
        spread = np.ptp(at, axis=0)
        owners = {}
        for seat in SEATS:
            level = max(depth(place, seat) for place in at)
            weight = _passing((STRIP + tile - level) / _SOFT) * (1.05 - min(1.0, level / STRIP) * 0.5)
            for n in group:
                weight *= 0.2 + faces[near[n]].get(seat, 0.0)
            if len(group) > 1 and spread.max() > 0.6 * tile:
                level_run = spread[0] > spread[1]
                weight *= 4 if level_run == (seat in (1, 3)) else 1
            owners[seat] = weight
        total = sum(owners.values()) or 1.0
        owners = {seat: weight / total for seat, weight in owners.items() if weight > 0.02 * total}
        owner = max(owners, key=lambda seat: owners[seat])
        ends = [along(place, owner) for place in at]
        melds = _passing((float(np.mean(ends)) - _HAND_ENDS) / _FAR)
        shown = any(up[near[n]] for n in group)
        if max(ends) > _CORNER and (shown or len(group) == _MELD):
            melds = max(melds, 0.95)
        elif len(group) > _MELD or not shown:
            melds = min(melds, 0.05)
        lone = _lone(np.array(ends), tile)
        for k, n in enumerate(group):
            found[near[n]] = Strip(owners, melds, _BESIDE if k == lone else 0.0)
    return found


def _lone(ends: Array, tile: float) -> int | None:
    """Return the index of the tile that lies a little apart at one end of a row, by places along it; or None."""
    if len(ends) < 2:
        return None
    order = np.argsort(ends)
    gaps = np.diff(ends[order])
    usual = float(np.median(gaps)) if len(gaps) > 1 else tile
    wide = gaps > _GAP * min(max(usual, 0.9 * tile), 1.2 * tile)
    if wide.sum() != 1:
        return None
    if wide[0] and (len(gaps) > 1 or ends[order[0]] < ends[order[1]]):
        return int(order[0])
    return int(order[-1]) if wide[-1] else None


def lies(
    place: Array, faces: dict[int, float], flower: float, walled: float, row: Strip | None = None
) -> tuple[Lies, ...]:
    """Return the weights of the zones in which a tile may lie.

    Args:
        place: (2,) its centre.
        faces: Weights of the seats that read it upright.
        flower: Probability that it is a flower.
        walled: Probability that it is part of a wall, from its neighbours.
        row: The row along a side of which it is part.
    """
    depths = {seat: depth(place, seat) for seat in SEATS}
    nearest = min(depths.values())
    if nearest <= -_OFF:
        return (Lies("else", 0, 1.0),)
    strip = _passing((STRIP - nearest) / _SOFT) if row else 0.0
    ring = (1 - strip) * _passing((WALL - nearest) / _SOFT)
    inner = 1 - strip - ring
    found: list[Lies] = []
    for seat, weight in row.owners.items() if row and strip > 0.01 else ():
        share = strip * weight
        found += [
            Lies("flowers", seat, share * flower),
            Lies("meld", seat, share * (1 - flower) * row.melds),  # type: ignore[union-attr]
            Lies("hand", seat, share * (1 - flower) * (1 - row.melds) * (1 - row.beside)),  # type: ignore[union-attr]
            Lies("win", seat, share * (1 - flower) * (1 - row.melds) * row.beside),  # type: ignore[union-attr]
        ]
    wall = ring * max(0.25, walled)
    if ring > 0.01:
        found.append(Lies("wall", min(depths, key=lambda seat: depths[seat]), wall))
    pond = inner + ring - wall
    if pond > 0.01:
        x, y = float(place[0]) - 0.5, 0.5 - float(place[1])
        pull = {1: -y, 2: x, 3: y, 4: -x}
        sides = {seat: np.exp(pull[seat] / _AXIS) for seat in SEATS}
        whole = sum(sides.values())
        shares = {seat: 0.7 * sides[seat] / whole + 0.3 * faces.get(seat, 0.0) for seat in SEATS}
        whole = sum(shares.values())
        found += [Lies("pond", seat, pond * share / whole) for seat, share in shares.items()]
    return tuple(Lies(zone, seat, round(float(weight), 3)) for zone, seat, weight in found if weight > 0.005)


def _passing(steps: float) -> float:
    return float(1 / (1 + np.exp(-np.clip(steps, -30, 30))))
