"""The corners of a table top in a picture from above: its cloth is a quadrilateral of one colour or pattern, before a
rim or a floor of another."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Picture
from vision.quad import Quad
from vision.quads import Array

_SIDE: Final = 480
"""Pixels of the longer side at which a picture is searched. More takes longer; less places corners worse."""

_BLUR: Final = 2.5
"""Standard deviation in those pixels by which patterns of a cloth are smoothed. More joins a narrow rim to the cloth;
less breaks checked cloths."""

_LIGHT: Final = (0.25, 0.8)
"""Weights of the lightness against the colour, one after another. Lower ones join lit and shaded cloth; higher ones
tell a grey cloth from a grey floor."""

_COLOURS: Final = (4, 7, 11)
"""Numbers of colours into which a picture is divided, one after another. More breaks a cloth that is lit unevenly;
fewer join a cloth and a floor of similar colour."""

_SEEN: Final = 2.0
"""Least range of the colours of a picture, in units of CIE Lab, of which an eye tells about two apart. Less finds a
table in the noise of an even picture; more loses one on a floor of its own colour."""

_GAPS: Final = 11
"""Pixels of the square that closes gaps in a cloth, such as tiles. More joins the cloth and the rim; less
leaves walls at its edge outside."""

_SHARE: Final = (0.08, 0.95)
"""Shares of the picture that a table may fill. A wider range takes a paper or the floor for a table."""

_CLOTH: Final = 0.4
"""Least share of a table in the colour of its cloth. Lower takes a rim for the table; higher loses tables full of
tiles."""

_REACHES: Final = (0.14, 0.05, 0.015)
"""Distances from a rough side, in longer sides of the picture, within which the true one is searched in turn."""

_SHIFTS: Final = 17
"""Places of each end of a side that are compared within such a distance. More takes longer; fewer fit worse."""

_FAR: Final = 0.02
"""Share of a side that counts as much as its place a whole distance away. More keeps to the rough outline; less follows
noise."""

_LARGER: Final = 0.3
"""Power of the size of an outline that counts. More takes the rim for the table; less takes the inside of walls."""

_FINE: Final = 6
"""Most outlines that are fitted finely. More takes longer; fewer may miss the right one."""

_STRIP: Final = 0.02
"""Width of the strips on both sides of an edge that are compared, in longer sides of the picture. More joins a wall of
tiles to the edge; less follows noise."""

_SAMPLES: Final = 40
"""Places along a side at which it is compared. More takes longer; fewer follow an arm over the edge."""

_CLEAR: Final = 0.5
"""Least share of a side that has cloth inside and none outside. Lower guesses sides; higher loses those behind arms and
standing tiles."""

_OUTSIDE: Final = 0.25
"""Largest share of a side that may lie outside the picture. More guesses corners; less asks for a higher camera."""

_SQUARE: Final = (0.35, 0.5)
"""Least ratios of opposite and of neighbouring sides: those of a square table, seen at up to 50 degrees. Lower takes
other shapes for a table."""


def find_outline(picture: Picture) -> Quad | None:
    """Find the four corners of the table top in a picture (height, width, 3) of a camera above it.

    Returns:
        The corners in pixels as `Calibration.corners` has them, the side nearest to the bottom of the picture first; or
        None if no outline is clear.
    """
    height, width = picture.shape[:2]
    scale = min(1.0, _SIDE / max(height, width))
    size = (max(8, round(width * scale)), max(8, round(height * scale)))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(small.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    smooth = np.asarray(cv2.GaussianBlur(lab, (0, 0), _BLUR), np.float32)
    rough = [_Outline(cloth, corners).fitted(_REACHES[0]) for cloth in _cloths(smooth) for corners in _rough(cloth)]
    likely = sorted((each for each in rough if each.is_table(size)), key=lambda each: each.worth)[-_FINE:]
    for reach in _REACHES[1:]:
        likely = [each.fitted(reach) for each in likely]
    found = [each for each in likely if each.is_table(size) and each.clear >= _CLEAR and each.filled >= _CLOTH]
    if not found:
        return None
    corners = _in_order(max(found, key=lambda each: each.worth).corners) / scale
    return tuple((float(x), float(y)) for x, y in corners)  # type: ignore[return-value]


@dataclass(frozen=True, slots=True, eq=False)
class _Outline:
    """A possible outline of the table.

    Attributes:
        cloth: (h, w) mask of a colour.
        corners: (4, 2) corners in its pixels.
        clear: Share of the least clear side with cloth inside and none outside.
    """

    cloth: NDArray[np.bool_]
    corners: Array
    clear: float = 0.0

    @property
    def filled(self) -> float:
        """The share of it that the cloth fills."""
        inside = np.zeros(self.cloth.shape, np.uint8)
        cv2.fillConvexPoly(inside, np.round(self.corners).astype(np.int32), 1)
        return float((self.cloth & (inside > 0)).sum() / max(1, int(inside.sum())))

    @property
    def worth(self) -> float:
        """The higher, the likelier it is."""
        return float(self.clear * self.filled * self._share**_LARGER)

    @property
    def _share(self) -> float:
        """The share of the picture that it fills."""
        return float(cv2.contourArea(self.corners.astype(np.float32))) / self.cloth.size

    def is_table(self, size: tuple[int, int]) -> bool:
        """Return True if it may be a square table under a camera whose picture has this size: it covers the middle."""
        quad = np.round(self.corners).astype(np.int32).reshape(-1, 1, 2)
        if cv2.pointPolygonTest(quad, (size[0] / 2, size[1] / 2), measureDist=False) < 0:
            return False
        if not cv2.isContourConvex(quad) or not _SHARE[0] <= self._share <= _SHARE[1]:
            return False
        a, b, c, d = np.linalg.norm(np.roll(self.corners, -1, axis=0) - self.corners, axis=1).tolist()
        opposite = min(min(a, c) / max(a, c), min(b, d) / max(b, d))
        return bool(opposite > _SQUARE[0] and min(a + c, b + d) / max(a + c, b + d) > _SQUARE[1])

    def fitted(self, reach: float) -> "_Outline":
        """Return the outline with each side moved to where the cloth ends, by at most `reach` of the longer side."""
        corners, clear = self.corners, [0.0] * 4
        longer = max(self.cloth.shape)
        shifts = np.linspace(-reach, reach, _SHIFTS) * longer
        a, b = (each.ravel() for each in np.meshgrid(shifts, shifts))
        a, b = a[np.abs(a - b) < reach * longer], b[np.abs(a - b) < reach * longer]
        far = (np.abs(a) + np.abs(b)) / (reach * longer)
        for n in range(4):
            one, other = corners[n], corners[(n + 1) % 4]
            out = _outwards(one, other, corners.mean(axis=0))
            ends = np.stack([one + a[:, None] * out, other + b[:, None] * out], axis=1)
            shares = _clear(self.cloth, ends, out)
            best = int((shares - _FAR * far).argmax())
            clear[n] = float(shares[best])
            corners = _with_side(corners, n, ends[best])
        return replace(self, corners=corners, clear=min(clear))


def _cloths(lab: NDArray[np.float32]) -> Iterator[NDArray[np.bool_]]:
    """Yield masks of each colour of the picture that fills enough of it to be the cloth's."""
    for light in _LIGHT:
        colours = (lab * np.array([light, 1, 1], np.float32)).reshape(-1, 3)
        if np.ptp(colours, axis=0).max() < _SEEN:
            continue
        for count in _COLOURS:
            cv2.setRNGSeed(1)
            stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.5)
            _, _, middles = cv2.kmeans(colours[::7], count, np.zeros(0, np.int32), stop, 1, cv2.KMEANS_PP_CENTERS)
            nearest = ((colours[:, None] - middles[None]) ** 2).sum(axis=2).argmin(axis=1).reshape(lab.shape[:2])
            for colour in range(count):
                cloth = nearest == colour
                if cloth.mean() > _SHARE[0] * _CLOTH:
                    yield cloth


def _rough(cloth: NDArray[np.bool_]) -> Iterator[Array]:
    """Yield rough outlines (4, 2): of the largest area of the cloth, and of all of its areas together."""
    kernel = np.ones((_GAPS, _GAPS), np.uint8)
    whole = cv2.morphologyEx(cloth.astype(np.uint8), cv2.MORPH_CLOSE, kernel)
    whole = cv2.morphologyEx(whole, cv2.MORPH_OPEN, kernel)
    outlines, _ = cv2.findContours(whole, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not outlines:
        return
    largest = max(outlines, key=cv2.contourArea)
    for points in [largest] if len(outlines) == 1 else [largest, np.concatenate(outlines)]:
        hull = cv2.convexHull(points)
        if cv2.contourArea(hull) < _SHARE[0] / 2 * cloth.size:
            continue
        around = cv2.arcLength(hull, True)
        for share in np.linspace(0.01, 0.12, 23):
            corners = cv2.approxPolyDP(hull, float(share) * around, True)
            if len(corners) <= 4:
                break
        if len(corners) == 4:
            yield np.asarray(corners.reshape(4, 2), np.float64)
        else:
            yield np.asarray(cv2.boxPoints(cv2.minAreaRect(hull)), np.float64)


def _clear(cloth: NDArray[np.bool_], ends: Array, out: Array) -> Array:
    """Return for lines with ends (N, 2, 2) the share (N,) with cloth inside and none outside, `out` of the table."""
    along = np.linspace(0.04, 0.96, _SAMPLES)
    points = ends[:, :1] + along[None, :, None] * (ends[:, 1:] - ends[:, :1])
    wide = _STRIP * max(cloth.shape)
    inner = [_at(cloth, points - step * wide * out, True) for step in (0.35, 1.0)]
    outer = [_at(cloth, points + step * wide * out, step < 1) for step in (0.35, 1.0, 2.0)]
    seen = _inside(cloth, points)
    found = (inner[0] | inner[1]) & ~(outer[0] | outer[1] | outer[2]) & seen
    shares = found.sum(axis=1) / np.maximum(1, seen.sum(axis=1))
    return np.asarray(np.where(seen.mean(axis=1) < 1 - _OUTSIDE, 0.0, shares))


def _with_side(corners: Array, n: int, ends: Array) -> Array:
    """Return corners with side n on another line: its ends move along the neighbouring sides."""
    before, after = corners[n - 1], corners[(n + 2) % 4]
    moved = corners.copy()
    for at, far in ((n, before), ((n + 1) % 4, after)):
        crossing = _crossing(ends[0], ends[1] - ends[0], far, corners[at] - far)
        if crossing is not None:
            moved[at] = crossing
    return moved


def _crossing(one: Array, way: Array, other: Array, other_way: Array) -> Array | None:
    ways = np.array([way, -other_way]).T
    if abs(np.linalg.det(ways)) < 0.2 * np.linalg.norm(way) * np.linalg.norm(other_way):
        return None
    return np.asarray(one + np.linalg.solve(ways, other - one)[0] * way)


def _outwards(one: Array, other: Array, middle: Array) -> Array:
    """Return the unit vector across a side, away from the middle."""
    way = (other - one) / max(1e-6, float(np.linalg.norm(other - one)))
    out = np.array([way[1], -way[0]])
    return out if np.dot(out, (one + other) / 2 - middle) > 0 else -out


def _inside(mask: NDArray[Any], places: Array) -> NDArray[np.bool_]:
    height, width = mask.shape[:2]
    return np.asarray(((places >= 1) & (places < np.array([width - 1, height - 1]))).all(axis=-1))


def _at(mask: NDArray[np.bool_], places: Array, beyond: bool) -> NDArray[np.bool_]:
    """Return the values of a mask at places (…, 2), and `beyond` for those outside it."""
    height, width = mask.shape
    at = np.round(places).astype(int)
    found = mask[np.clip(at[..., 1], 0, height - 1), np.clip(at[..., 0], 0, width - 1)]
    return np.asarray(np.where(_inside(mask, places), found, beyond))


def _in_order(corners: Array) -> Array:
    """Return corners (4, 2) counter-clockwise as the picture shows them, the left end of the nearest side first."""
    middle = corners.mean(axis=0)
    angles = np.arctan2(corners[:, 1] - middle[1], corners[:, 0] - middle[0])
    around = corners[np.argsort(-angles)]
    sides = (around + np.roll(around, -1, axis=0)) / 2
    return np.asarray(np.roll(around, -int(sides[:, 1].argmax()), axis=0))
