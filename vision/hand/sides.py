"""Sides of the table, in a picture of a whole table: ponds, and the side at which each group of tiles lies."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from vision.evidence import ALIKE
from vision.geometry import ponds
from vision.geometry.plane import fit_plane
from vision.quads import Array
from vision.reading import Group, Pond, Reading, Side

_SIDES: Final[tuple[Side, ...]] = ("near", "right", "far", "left")
"""Sides of the picture, from the near one on round the table, in the order of play."""

_MIN_PONDS: Final = 3
"""Fewest ponds that show the middle of the table to the groups beside them. Of two the middle may lie at its edge; four
are seldom found."""

_ALIKE_WEIGHT: Final = 0.2
"""Weight of a face that looks the same upside down, beside that of others, in telling which way up its pond lies. More
follows the networks' guesses; less leaves ponds of many such faces open."""


@dataclass(frozen=True, slots=True, eq=False)
class SidesTable:
    """A calibrated table.

    Attributes:
        on_plane: Maps points (..., 2) in pixels to its plane as seen from above.
        place: Its place there; its quarter 0 is chair 1.
    """

    on_plane: Callable[[Array], Array]
    place: ponds.Place


def with_sides(reading: Reading, table: SidesTable | None = None) -> Reading:
    """Return a reading with its ponds, and the sides of its groups if the place of the table is clear.

    Other groups than ponds have the side at which they lie: some players turn the tiles that they show.

    Args:
        reading: The reading; one that has its ponds stays as it is.
        table: The table, if it is calibrated.
    """
    ours = {n for group in reading.groups if group.kind != "aside" for n in group.tiles}
    shown = [n for n, tile in enumerate(reading.tiles) if tile.face == "up" and (reading.hand is None or n not in ours)]
    if reading.ponds or len(shown) < (ponds.FEWEST if table else ponds.TOGETHER):
        return reading
    faces = np.array(shown, np.intp)
    quads = np.array([tile.quad for tile in reading.tiles])
    if table is None:
        plane = fit_plane(quads[faces], reading.size, np.array([reading.tiles[n].confidence for n in faces]))
        flat = plane.ground(quads, reading.size)
    else:
        flat = table.on_plane(quads)
    middles = flat.mean(axis=1)
    weights = np.array([_ALIKE_WEIGHT if reading.tiles[n].tile in ALIKE else 1.0 for n in faces])
    others = np.delete(middles, faces, axis=0)
    found = ponds.find_ponds(flat[faces], weights, others, table.place if table else None)
    if found is None:
        return reading
    by_player, place = found
    lying = faces[[tile for pond in by_player for tile in pond.tiles]]
    sides = _sides(quads[lying].reshape(-1, 2), flat[lying].reshape(-1, 2), place)
    discards = tuple(
        Pond(
            tuple(tuple(int(faces[tile]) for tile in row) for row in pond.rows),
            sides[pond.quarter],
            pond.quarter + 1 if table else 0,
            None if pond.crosswise is None else int(faces[pond.crosswise]),
        )
        for pond in by_player
    )
    side = {tile: pond.side for pond in discards for tile in pond.tiles}
    clear = table is not None or len(discards) >= _MIN_PONDS

    def placed(group: Group) -> Group:
        of = [side[tile] for tile in group.tiles if tile in side]
        if len(of) > len(group.tiles) / 2:
            return replace(group, pond=True, side=max(of, key=of.count))
        if not clear:
            return group
        (quarter,) = place.quarters(middles[list(group.tiles)].mean(axis=0, keepdims=True))
        return replace(group, side=sides[quarter])

    return replace(reading, groups=tuple(map(placed, reading.groups)), ponds=discards)


def _sides(seen: Array, flat: Array, place: ponds.Place) -> tuple[Side, ...]:
    """Return the side of the picture at which the player of each quarter sits.

    Args:
        seen: (N, 2) corners of the tiles of its ponds in pixels.
        flat: (N, 2) the same on the plane of the table.
        place: The place of the table on the plane.
    """
    known = np.column_stack([flat, np.ones(len(flat))])
    pixels = np.linalg.lstsq(known, seen, rcond=None)[0][:2]
    looks = place.turn - np.arange(4) * np.pi / 2
    towards = -np.column_stack([np.cos(looks), np.sin(looks)]) @ pixels
    near = int((towards[:, 1] / np.linalg.norm(towards, axis=1)).argmax())
    return tuple(_SIDES[(quarter - near) % 4] for quarter in range(4))
