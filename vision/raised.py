"""Tiles of a claimed pung that lie on a fourth one, told by the size of their marks.

A tile on another is nearer to the camera by a tile's thickness, so its picture is larger by 2 to 6 in 100, less than
the errors of outlines. But the tiles of a pung carry one mark, and a search for the map from one mark to another
measures their sizes to 1 in 100. If a mark is too faint or blurred, the outlines decide (`vision.geometry.stacked`).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.notation import parse
from vision.geometry.plane import PlaneFit, fit_plane
from vision.geometry.stacked import outline_log_odds
from vision.image import Picture
from vision.quads import Array, sides
from vision.reading import Doubt, DoubtReason, Group, Reading

_Grey = NDArray[np.float32]

_HEIGHT: Final = 96.0
"""Most pixels of a tile's height in a crop. More takes longer; less measures large tiles no better than small ones."""

_BORDER: Final = (0.17, 0.13)
"""Share of a crop's width and height at each edge left out of the comparison, with neighbours, rims and shadows.
More loses the ends of marks; less compares other tiles."""

_BACKGROUND: Final = 0.12
"""Blur, in heights of a crop, that leaves the light on a tile and none of its mark. More keeps the fall of the light;
less weakens broad marks."""

_BLURS: Final = (2.0, 1.0)
"""Blurs in pixels of the comparison, coarse and fine. More is moved from farther; less is exact."""

_STEPS: Final = 8
"""Steps of the search at each blur. More take longer; fewer stop before marks agree."""

_REACH: Final = 5
"""Pixels by which the first guess moves a mark. More takes longer; less misses marks of boxes that are a little off."""

_SMALL: Final = 2e-3
"""Pixels of a step of the search that ends it. More leaves sizes inexact; less takes longer."""

_FARTHEST: Final = 0.3
"""Greatest size, turn and stretch of a map between two tiles of one size. More takes any other picture for the mark;
less gives up on marks of boxes that are turned."""

_SMALLEST: Final = 8.0
"""Fewest pixels of a tile's height in a crop. More leaves far tiles to their outlines; fewer leave no
pixels to compare."""

_FAINT: Final = 1e-3
"""Deviation of a mark's logarithm of light below which a tile shows none, as one that is overexposed. More gives up on
faint marks; less leaves equations that have no solution."""

_LEAST: Final = 1e-9
"""Positive number in place of zero where a mark shows nothing."""

_STRETCH: Final = 0.025
"""Deviation of the stretch and shear between two tiles, which an inexact plane causes. More leaves the size of narrow
marks open; less takes a stretch for a size."""

_NOISE: Final = 3.0
"""Standard errors of a size for each one that independent pixels would give, as blurred pixels are not."""


_RISE: Final = 0.42
"""Apparent height of a tile on another, in heights of a tile: tiles are 0.4 to 0.65 thick, and seem thinner by as much
as the focal length is above `plane.FOCAL`. More overlooks thin tiles in far views; less takes errors for a rise."""

_RISE_SPREAD: Final = 0.15
"""Standard deviation of that height, over tiles and focal lengths."""

_FLAT_SPREAD: Final = 0.08
"""Standard deviation of the measured height of a tile on the table beside its error, as an inexact plane causes. More
overlooks rises; less asks about tiles on the table."""

_MOST_AGAINST: Final = 3.0
"""Most log odds of outlines against a rise: the outline of a tile that the upper one covers in part misleads them. More
overlooks kongs seen from the side; less asks about pungs with blurred marks. Settled with the next three."""

_BIAS: Final = 0.6
"""Log odds against a rise of the crosswise tile before anything is measured, as for outlines alone."""

_UPRIGHT_BIAS: Final = 1.2
"""Log odds against a rise of an upright tile before anything is measured. More overlooks kongs; less asks about pungs
with blurred marks."""

_MIN_LOG_ODDS: Final = -1.9
"""Log odds above which a pung gets a question. Higher overlooks kongs; lower asks about pungs with blurred marks.
Settled on 43 flat pungs and 59 stacked ones (`models/HISTORY.md`)."""

_LOWEST: Final = -0.4
"""Height below which a tile, two standard errors added, cannot lie: its mark is squeezed because another tile covers a
part of it. Higher asks about pungs with uneven marks; lower overlooks tiles on top. 56 flat pungs begin at -0.16."""

_NARROW: Final = 0.85
"""Least width of one upright tile of a pung relative to the other: a narrower one lies partly below another tile.
Higher asks about tiles whose corners are a little off; lower overlooks fanned kongs: one has 0.79, flat pungs 0.92 and
more."""

_CLEARLY: Final = 0.5
"""Log odds by the mark alone above which a pung gets a question, whatever the outlines say: noise of a dim picture
misleads them more. Higher overlooks kongs in poor light; lower asks about pungs with blurred marks. Of the tiles of 20
flat rendered pungs one has more than 0.35, with 0.63; of three kongs taken for pungs two have 0.82 and more."""

_ALIKE: Final = 0.8
"""Correlation of two marks above which the other way up is not tried. Higher takes longer; lower takes a mark that is
turned for one that is not."""


@dataclass(frozen=True, slots=True)
class Size:
    """Size of a mark relative to another of the same face.

    Attributes:
        log: Its logarithm.
        error: Standard error of the logarithm.
        alike: Correlation of the two marks after the best map.
    """

    log: float
    error: float
    alike: float


@dataclass(frozen=True, slots=True)
class Rise:
    """Height above the others of a pung at which the size of its mark puts a tile.

    Attributes:
        tile: Index of the tile in the reading.
        height: The height, in heights of a tile.
        error: Standard error of the height.
    """

    tile: int
    height: float
    error: float

    @property
    def squeezed(self) -> bool:
        """True if the tile would lie below the table, so that another tile covers a part of its mark."""
        return self.height + 2 * self.error < _LOWEST

    @property
    def log_odds(self) -> float:
        """Log odds that the tile lies on another one, and not on the table, by its mark."""
        spreads = np.hypot(self.error, [_RISE_SPREAD, _FLAT_SPREAD])
        off = (min(self.height, _RISE) - np.array([_RISE, 0.0])) / spreads
        return float(np.diff(np.square(off) / 2 + np.log(spreads))[0])


def asked_if_raised(reading: Reading, picture: Picture) -> Reading:
    """Return the reading of a picture, with a doubt about each claimed pung that seems to lie on a fourth tile.

    Args:
        reading: The reading, in pixels of the picture.
        picture: (height, width, 3) blue-green-red pixels.
    """
    return asked_of_pungs(reading, "fourth-below", lambda pung, claimed: _raised(reading, picture, pung, claimed))


def asked_of_pungs(reading: Reading, reason: DoubtReason, asked_at: Callable[[Group, int], int | None]) -> Reading:
    """Return a reading with a doubt about each claimed pung that may be a kong.

    Args:
        reading: The reading.
        reason: The reason of the doubts.
        asked_at: Returns the tile to ask about, for a pung and the index of its claimed tile; None to ask nothing.
    """
    if reading.hand is None:
        return reading
    sources = {meld.tiles[0]: meld.source for meld in parse(reading.hand).melds if meld.kind == "pung"}
    asked = {doubt.tile for doubt in reading.doubts if doubt.about.get("other_group") == "kong"}
    doubts = []
    for pung in (group for group in reading.groups if group.kind == "pung" and not asked & set(group.tiles)):
        source = sources.get(str(reading.tiles[pung.tiles[0]].tile))
        tile = asked_at(pung, pung.tiles[source - 1]) if source else None
        if tile is not None:
            doubts.append(Doubt(tile, reason, {"other_group": "kong"}))
    return replace(reading, sure=reading.sure and not doubts, doubts=(*reading.doubts, *doubts)) if doubts else reading


def _raised(reading: Reading, picture: Picture, pung: Group, crosswise: int) -> int | None:
    """Return the tile of a pung that seems to lie on a fourth one, or None."""
    ours = [t for group in reading.groups if group.kind != "aside" for t in group.tiles]
    quads = np.array([reading.tiles[t].quad for t in ours])
    meld = tuple(ours.index(t) for t in pung.tiles)
    found = rises(reading, picture, pung)
    marks = {rise.tile: rise.log_odds for rise in found}
    plane = fit_plane(quads, reading.size)
    edges = sides(plane.ground(plane.quads, reading.size)).reshape(-1, 2, 2).mean(axis=1)
    widths = [edges[at].min() / edges[at].max() for at in meld if at != ours.index(crosswise)]
    covered = any(rise.squeezed for rise in found) or min(widths) < _NARROW * max(widths)
    odds = {}
    for tile in pung.tiles:
        outline = outline_log_odds(quads, reading.size, meld, ours.index(crosswise), ours.index(tile))
        bias = _BIAS if tile == crosswise else _UPRIGHT_BIAS
        odds[tile] = max(outline, -_MOST_AGAINST) + marks.get(tile, 0.0) - bias
    likeliest = max(odds, key=odds.__getitem__)
    highest = max(marks, key=marks.__getitem__, default=likeliest)
    if not covered and odds[likeliest] <= _MIN_LOG_ODDS and marks.get(highest, 0.0) > _CLEARLY:
        return highest
    return likeliest if covered or odds[likeliest] > _MIN_LOG_ODDS else None


def rises(reading: Reading, picture: Picture, pung: Group) -> tuple[Rise, ...]:
    """Return the rise of each tile of a pung above the two others, or nothing if its crops are too small."""
    ours = [t for group in reading.groups if group.kind != "aside" for t in group.tiles]
    quads = np.array([reading.tiles[t].quad for t in ours])
    size = (picture.shape[1], picture.shape[0])
    plane = fit_plane(quads, size)
    lying = plane.ground(quads, size)
    height = float(np.median(sides(lying).reshape(-1, 2, 2).mean(axis=1).max(axis=1)))
    pixels = float(np.median(sides(quads).reshape(-1, 2, 2).mean(axis=1).max(axis=1)))
    if pixels < _SMALLEST:
        return ()
    marks = [_mark(picture, plane, np.array(reading.tiles[t].quad), height, min(_HEIGHT, pixels)) for t in pung.tiles]
    pairs = list(combinations(range(3), 2))
    sizes = [each for one, other in pairs if (each := _size(marks[one], marks[other])) is not None]
    if len(sizes) < len(pairs):
        return ()
    sure = np.array([1 / each.error for each in sizes])
    rows = sure[:, None] * (np.eye(3)[[other for _, other in pairs]] - np.eye(3)[[one for one, _ in pairs]])
    inverse = np.linalg.pinv(rows)
    logs = inverse @ (sure * [each.log for each in sizes])
    misfit = sizes[0].log + sizes[2].log - sizes[1].log  # the way round the three should end where it began
    found = []
    for n, tile in enumerate(pung.tiles):
        above = np.where(np.arange(3) == n, 1.0, -0.5)
        error = float(np.hypot(np.linalg.norm(above @ inverse), misfit))
        found.append(Rise(tile, float(above @ logs) / height, error / height))
    return tuple(found)


def _mark(picture: Picture, plane: PlaneFit, quad: Array, height: float, pixels: float) -> _Grey:
    """Return the mark of a tile as it is seen from straight above, without the light that falls on it.

    Args:
        picture: The picture.
        plane: The plane on which its tiles lie.
        quad: (4, 2) corners of the tile.
        height: Height of a tile on that plane.
        pixels: Pixels of this height in the crop.
    """
    size = (picture.shape[1], picture.shape[0])
    flat = cv2.getPerspectiveTransform(quad.astype(np.float32), plane.ground(quad, size).astype(np.float32))
    corners = plane.ground(quad, size)
    up = (corners[0] + corners[1] - corners[2] - corners[3]) / 2
    up = up / np.linalg.norm(up)
    scale = pixels / height
    wide, high = round(0.74 * 1.16 * pixels), round(1.12 * pixels)
    turn = scale * np.array([[-up[1], up[0]], [-up[0], -up[1]]])
    onto = np.eye(3)
    onto[:2, :2] = turn
    onto[:2, 2] = np.array([wide, high]) / 2 - turn @ corners.mean(axis=0)
    crop = cv2.warpPerspective(
        picture, onto @ flat, (wide, high), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    dark = np.log(crop.astype(np.float32) + 8).min(axis=2)
    return np.asarray(dark - cv2.GaussianBlur(dark, (0, 0), _BACKGROUND * high), np.float32)


def _size(one: _Grey, other: _Grey) -> Size | None:
    """Return the size of the other mark relative to one, lying either way up, or None if they do not match."""
    found = []
    for turned in (0, 2):
        try:
            size = _matched(one, np.rot90(other, turned).copy())
        except np.linalg.LinAlgError:  # what the tiles show leaves the size open
            continue
        if size is not None:
            found.append(size)
            if size.alike > _ALIKE:
                break
    return max(found, key=lambda each: each.alike, default=None)


def _matched(one: _Grey, other: _Grey) -> Size | None:
    """Return the size of the other mark relative to one, lying the same way up, or None if they do not match."""
    high, wide = one.shape
    left, top = round(_BORDER[0] * wide), round(_BORDER[1] * high)
    part = (slice(top, high - top), slice(left, wide - left))
    centre = np.array([wide - 1, high - 1]) / 2
    grid = np.stack(np.meshgrid(np.arange(wide), np.arange(high)), axis=-1)[part].reshape(-1, 2) - centre
    x, y = grid.T
    none, each = np.zeros(len(grid)), np.ones(len(grid))
    # how the place of each pixel changes with shift, size, turn, stretch and shear of the map
    across, down = np.stack([each, none, x, -y, x, y]), np.stack([none, each, y, x, -y, x])
    held = np.zeros((8, 8))
    held[4, 4] = held[5, 5] = _STRETCH**-2
    still = np.empty(0, np.float32)  # both maps are in one
    params = np.array([*_first_shift(one, other, part), 0.0, 0.0, 0.0, 0.0])
    for blur in _BLURS:
        wanted = cv2.GaussianBlur(one, (0, 0), blur)[part].ravel().astype(np.float64)
        moving = cv2.GaussianBlur(other, (0, 0), blur)
        layers = [moving, *(cv2.Sobel(moving, cv2.CV_32F, *by, ksize=3, scale=1 / 8) for by in ((1, 0), (0, 1)))]
        for _ in range(_STEPS):
            at = (grid + centre + np.stack([params @ across, params @ down], axis=1)).astype(np.float32)[None]
            seen, slope_x, slope_y = (
                cv2.remap(layer, at, still, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)[0].astype(np.float64)
                for layer in layers
            )
            if min(seen.std(), wanted.std()) < _FAINT:
                return None
            level = seen - seen.mean()
            gain = float(level @ wanted) / max(float(level @ level), _LEAST)
            off = wanted - wanted.mean() - gain * level
            variance = max(_NOISE**2 * float(off @ off) / len(off), _LEAST)
            change = np.vstack([gain * (slope_x * across + slope_y * down), seen, each])
            precision = change @ change.T / variance + held + _LEAST * np.eye(8)
            step = np.linalg.solve(precision, change @ off / variance - held @ np.append(params, [0, 0]))[:6]
            params = params + step
            if np.abs(step[:2]).max() + high * np.abs(step[2:]).max() < _SMALL:
                break
    if not np.isfinite(params).all() or np.abs(params[:2]).max() > 2 * _REACH or np.abs(params[2:]).max() > _FARTHEST:
        return None
    _, _, size, turn, stretch, shear = params
    area = (1 + size) ** 2 + turn**2 - stretch**2 - shear**2
    error = float(np.sqrt(np.linalg.inv(precision)[2, 2]))
    return Size(float(np.log(area)) / 2, error, float(np.corrcoef(seen, wanted)[0, 1]))


def _first_shift(one: _Grey, other: _Grey, part: tuple[slice, slice]) -> tuple[float, float]:
    """Return the shift along x and y, in whole pixels, that best moves a part of one mark onto the other."""
    soft, around = (cv2.GaussianBlur(mark, (0, 0), _BLURS[0]) for mark in (one, other))
    padded = cv2.copyMakeBorder(around, _REACH, _REACH, _REACH, _REACH, cv2.BORDER_REPLICATE)
    rows, columns = (slice(each.start, each.stop + 2 * _REACH) for each in part)
    alike = cv2.matchTemplate(padded[rows, columns], soft[part], cv2.TM_CCOEFF_NORMED)
    x, y = cv2.minMaxLoc(alike)[3]
    return float(x - _REACH), float(y - _REACH)
