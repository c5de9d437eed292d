"""From boxes to true outlines: the table's plane is found from the boxes of all tiles together.

A detector draws a turned rectangle round each tile, but a rectangle on a table seen from the side is none in the
picture. All tiles have one shape and lie on one plane, so a plane is sought whose tiles, seen by the camera and boxed,
give the boxes that were found; on it every tile's own turn follows, and its four corners.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from .layout import ASPECT, Array

FOCAL: Final = 0.8
"""Focal length over the picture's longer side: phones' main cameras have 0.7-0.8, table cameras about 0.9."""

_SMOOTH: Final = tuple((shift, np.exp(-((shift / 3) ** 2)) / 5.3) for shift in range(-6, 7))
_FEWEST: Final = 6  # tiles that are needed to tell a plane
_SAMPLE: Final = 14  # tiles that suffice to find it
_MISFIT: Final = 0.25  # a tile that differs more than this from its box does not lie on the plane
_TURNS: Final = np.radians(np.arange(0, 180, 5.0))
_ASPECTS: Final = (0.69, 0.74, 0.79)
_TILTS: Final = np.radians([12.0, 24.0, 36.0, 48.0, 60.0])
# The camera is held upright, more or less: what is far lies higher in the picture.
_WAYS: Final = np.radians([22.5, 45.0, 67.5, 90.0, 112.5, 135.0, 157.5])


@dataclass(frozen=True, slots=True, eq=False)
class _Boxes:
    """Boxes as centres (N, 2) about the picture's middle, in focal lengths; shape (N, 3) and log size (N,)."""

    centre: Array
    shape: Array
    size: Array


def outlined(quads: NDArray[np.floating], size: tuple[int, int]) -> tuple[Array, NDArray[np.bool_]]:
    """Corners of the tiles themselves.

    Args:
        quads: (N, 4, 2) boxes in pixels, clockwise, from a short side on.
        size: (width, height) of the picture.

    Returns:
        (N, 4, 2) corners that begin as near as can be to the box's, with a short side of the tile itself (which may
        look the longer one), and (N,) which of them were found so; the others are the boxes as given.
    """
    boxes = np.asarray(quads, np.float64)
    none = np.zeros(len(boxes), bool)
    if len(boxes) < _FEWEST:
        return boxes, none
    focal = FOCAL * max(size)
    seen = _measured(boxes, np.array(size) / 2, focal)
    step = max(1, -(-len(boxes) // _SAMPLE))
    sample = _Boxes(seen.centre[::step], seen.shape[::step], seen.size[::step])
    flat = _misfit(sample, np.array([[0, 0, aspect] for aspect in _ASPECTS]))[0].min()
    planes = np.array([[t * np.cos(w), t * np.sin(w), ASPECT] for t in _TILTS for w in _WAYS])
    costs, _ = _misfit(sample, planes)
    best = planes[costs.argmin()]
    for reach in (5.0, 2.0):
        near = best + np.array(
            [
                [np.radians(reach) * x, np.radians(reach) * y, 0.008 * reach * z]
                for x in (-1, 0, 1)
                for y in (-1, 0, 1)
                for z in (-1, 0, 1)
            ]
        )
        near[:, 2] = np.clip(near[:, 2], _ASPECTS[0], _ASPECTS[-1])
        costs, _ = _misfit(sample, near)
        best = near[costs.argmin()]
    # Seen from above the boxes are the tiles; a plane must do clearly better.
    if costs.min() > min(0.8 * flat, flat - 0.012):
        return boxes, none
    _, fitted = _misfit(seen, best[None], fine=True)
    edges, misfit = fitted
    return _corners(boxes, edges * focal, misfit < _MISFIT)


def _measured(boxes: Array, middle: Array, focal: float) -> _Boxes:
    centre = np.asarray((boxes.mean(axis=1) - middle) / focal)
    across = (boxes[:, 1] - boxes[:, 0] + boxes[:, 2] - boxes[:, 3]) / 2 / focal
    down = (boxes[:, 3] - boxes[:, 0] + boxes[:, 2] - boxes[:, 1]) / 2 / focal
    shape, size = _tensor(across, down)
    return _Boxes(centre, shape, size)


def _tensor(a: Array, b: Array) -> tuple[Array, Array]:
    """A rectangle's sides as a shape (..., 3) of area 1, alike however its sides are named, and its log size."""
    xx, xy, yy = (a[..., i] * a[..., j] + b[..., i] * b[..., j] for i, j in ((0, 0), (0, 1), (1, 1)))
    area = np.sqrt(np.maximum(xx * yy - xy * xy, 1e-18))
    return np.stack([xx, xy, yy], axis=-1) / area[..., None], 0.5 * np.log(area)


def _misfit(seen: _Boxes, planes: Array, fine: bool = False) -> tuple[Array, tuple[Array, Array]]:
    """How ill the boxes fit tiles on K planes.

    Args:
        planes: (K, 3) lean of the plane's normal along x and y in radians, and width over height of the tiles.

    Returns:
        (K,) mean costs; of the last plane the tiles' sides (N, 2, 2) in focal lengths, across and down, and how far
        each (N,) differs from its box.
    """
    leans, aspects = planes[:, :2], planes[:, 2, None, None, None]
    tilt = np.linalg.norm(leans, axis=1)
    way = leans / np.maximum(tilt, 1e-9)[:, None]
    normal = np.column_stack([way * np.sin(tilt)[:, None], np.cos(tilt)])  # (K, 3)
    first = np.column_stack([normal[:, 2], np.zeros(len(leans)), -normal[:, 0]])
    first /= np.linalg.norm(first, axis=1, keepdims=True)
    second = np.cross(normal, first)
    nearness = normal[:, :2] @ seen.centre.T + normal[:, 2:]  # (K, N): one over the depth
    behind = nearness.min(axis=1) < 0.15  # such a plane's horizon runs through the tiles
    nearness = np.maximum(nearness, 0.15)
    # What a step along either axis of the plane looks like at each tile.
    steps = np.stack(
        [axis[:, None, :2] - seen.centre[None] * axis[:, None, 2:] for axis in (first, second)], axis=-1
    )  # (K, N, 2, 2)
    steps *= nearness[..., None, None]
    turns = np.radians(np.arange(0, 180, 1.0)) if fine else _TURNS
    across = aspects * steps @ np.stack([np.cos(turns), np.sin(turns)])  # (K, N, 2, T)
    down = steps @ np.stack([-np.sin(turns), np.cos(turns)])
    across, down = np.moveaxis(across, -1, -2), np.moveaxis(down, -1, -2)
    shape, size = _boxed(across, down)
    off = np.abs(shape - seen.shape[None, :, None]).sum(axis=-1) / seen.shape[:, [0, 2]].sum(axis=-1)[None, :, None]
    turn = (_aligned(off) if fine else off).argmin(axis=-1)[..., None]
    shape_off = np.take_along_axis(off, turn, axis=-1)[..., 0]
    size_off = seen.size[None] - np.take_along_axis(size, turn, axis=-1)[..., 0]
    scale = np.median(size_off, axis=1, keepdims=True)
    misfit = np.sqrt(shape_off**2 + (size_off - scale) ** 2)
    # A single row leaves some planes open: then cameras are held level, and tiles are of the usual shape.
    unusual = 0.08 * leans[:, 0] ** 2 + 0.01 * leans[:, 1] ** 2 + ((planes[:, 2] - ASPECT) / 0.9) ** 2
    costs = np.minimum(misfit, _MISFIT).mean(axis=1) + behind + unusual
    at = np.arange(len(seen.size)), turn[-1, :, 0]
    # Each tile keeps the size of its own box.
    own = np.exp(np.clip(size_off[-1], scale[-1] - 0.15, scale[-1] + 0.15))[:, None]
    sides = np.stack([across[-1][at] * own, down[-1][at] * own], axis=1)
    return costs, (sides, misfit[-1])


def _aligned(off: Array) -> Array:
    """Misfits (1, N, 180) of every turn in degrees, less for turns that other tiles have, give or take a quarter.

    Two turns can give nearly one box; tiles that lie in rows tell which.
    """
    votes = np.exp(-((off[0] / 0.06) ** 2)).mean(axis=0)
    votes = votes[:90] + votes[90:]
    smooth = sum(np.roll(votes, shift) * weight for shift, weight in _SMOOTH)
    return np.asarray(off - 0.15 * np.tile(smooth, 2))


def _boxed(a: Array, b: Array) -> tuple[Array, Array]:
    """The smallest rectangle round a parallelogram (..., 2) a, b; it lies along one of its sides."""
    found = []
    for along, other in ((a, b), (b, a)):
        length = np.linalg.norm(along, axis=-1, keepdims=True)
        unit = along / np.maximum(length, 1e-12)
        normal = np.stack([-unit[..., 1], unit[..., 0]], axis=-1)
        lean = (other * unit).sum(axis=-1, keepdims=True)
        rise = (other * normal).sum(axis=-1, keepdims=True)
        found.append(((length + np.abs(lean)) * unit, rise * normal))
    areas = [np.linalg.norm(u, axis=-1) * np.linalg.norm(v, axis=-1) for u, v in found]
    smaller = (areas[0] <= areas[1])[..., None]
    return _tensor(*(np.where(smaller, found[0][i], found[1][i]) for i in (0, 1)))


def _corners(boxes: Array, sides: Array, fits: NDArray[np.bool_]) -> tuple[Array, NDArray[np.bool_]]:
    """Corners (N, 4, 2) from the sides, clockwise, begun like the boxes; boxes where nothing fits."""
    centre = boxes.mean(axis=1, keepdims=True)
    across, down = sides[:, 0], sides[:, 1]
    mirrored = across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0] < 0
    down = np.where(mirrored[:, None], -down, down)
    corners = centre + 0.5 * np.stack([-across - down, across - down, across + down, down - across], axis=1)
    upside = np.roll(corners, 2, axis=1)
    # Down the picture, as the boxes are begun.
    flip = np.abs(upside - boxes).sum(axis=(1, 2)) < np.abs(corners - boxes).sum(axis=(1, 2))
    corners = np.where(flip[:, None, None], upside, corners)
    return np.where(fits[:, None, None], corners, boxes), fits
