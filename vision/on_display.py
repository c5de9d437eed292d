"""Pictures of tiles on a display, as a game shows them: the tiles are copies of one drawing on a flat picture.

Real tiles of one face differ in light, print and wear, and people lay them a little askew. Three signs are measured:
the rims of all tiles of the hand have one colour; tiles of one face are equal once one is moved onto the other; and
what moves them is a mere shift, as on a screenshot, or the same perspective everywhere, as in a photograph of a
display. A screenshot shows a fourth, whatever the faces: the rims of all tiles are copies of one, on a line, level or
aslant, to a part of a pixel; in perspective they are so once straightened, and turn evenly along that line. One that
was kept without loss shows a fifth, in any perspective: no noise at all. `models/README.md` has the figures.
"""

from dataclasses import replace
from itertools import combinations
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Picture
from vision.quads import Array
from vision.reading import Doubt, Reading, SeenTile

_Grey = NDArray[np.float32]

_MIN_CONFIDENCE: Final = 0.8
"""Least confidence of a tile that is compared. Higher leaves too few copies; lower compares misread tiles."""

_MIN_TILES: Final = 7
"""Fewest tiles of a hand whose rims are compared. Fewer may have one colour by chance."""

_MOST_PAIRS: Final = 12
"""Most pairs of tiles of one face that are compared. More take longer; fewer leave the answer to a single tile."""

_MAX_RIM: Final = 0.025
"""Greatest median deviation of the rims' colour from their median, as a share, on a display.

Of 65 screenshots and 65 photographs of rendered boards 63 and 50 stay below it; of 40 hands composed of photographed
tiles, where each face is from one photograph, none stays below 0.031. Higher asks about such hands; lower misses
displays in uneven light.
"""

_MAX_SHIFTED: Final = 0.12
"""Greatest median difference of equal tiles on a screenshot after a mere shift, as a share of their contrast. 75% of
rendered screenshots stay below it; the least among 363 photographs of tiles is 0.17, among rendered tables 0.15."""

_MIN_SHIFTED: Final = 2
"""Fewest pairs that a mere shift makes equal. With one alone, a chance would decide."""

_MAX_MOVED: Final = 0.05
"""Greatest median difference of equal tiles in a photograph of a display after the best affine map, as a share of their
contrast. Photographs of real tiles with one rim colour begin at 0.054, with tiles askew."""

_MAX_TURN: Final = 0.25
"""Greatest deviation of the turns between equal tiles from what one perspective makes of them, in degrees. Tiles that
were laid by hand begin at 0.26 among photographs that pass the other two signs."""

_MAX_BENT: Final = 0.05
"""Greatest median norm of an affine map between equal tiles less the identity. Higher compares tiles that lie far apart
in a steep perspective; lower, fewer pairs."""

_MIN_MOVED: Final = 4
"""Fewest pairs for a perspective, which has two parameters here. Fewer fit any turns."""

_HOPELESS: Final = 2.5
"""Times the greatest difference from which a pair is not looked at more closely. Higher takes longer; lower gives up
on pairs that a fraction of a pixel would make equal."""

_MIN_FAR: Final = 4
"""Pairs that differ so much after which no more are compared. Higher takes longer; lower trusts fewer pairs."""

_MIN_SIDE: Final = 60.0
"""Least side of a tile as a square, in pixels, for the affine comparison. Smaller tiles show neither print nor wear:
photographs of 640 pixels come as close as displays."""

_SIDE: Final = 72.0
"""Side of a tile as a square, in pixels, to which larger ones are shrunk. More takes longer; less shows no wear."""

_MAX_DEGREES: Final = 20.0
"""Greatest turn between two tiles of one face that are compared. Higher compares tiles of other players' rows."""

_MAX_SCALED: Final = 0.25
"""Greatest norm of an affine map, less the identity, of tiles of one size. Higher compares tiles of the hand with the
smaller ones of a pond, which a game draws anew."""

_BLUR: Final = 0.02
"""Blur before the comparison after an affine map, as a share of the side. Less counts noise; more hides wear."""

_RIM: Final = (0.1, -0.16)
"""Reach of a rim beyond a tile's outline and within it, as shares of the tile. More compares prints and the cloth
beside a row; less, too few pixels."""

_RIM_SIDE: Final = 96.0
"""Side of a tile as a square, in pixels, to which larger ones are shrunk before rims are compared. More takes longer;
less tells a level row from one laid with care no longer."""

_RIM_BLUR: Final = 0.8
"""Blur of rims before they are compared, in pixels. Less counts what JPEG leaves; more hides a sensor's noise."""

_ROUNDS: Final = 4
"""Rounds of fitting the shapes of a row without those that fit least. More takes longer; fewer leave in crosswise
tiles."""

_SEARCHES: Final = 12
"""Most steps of the search for a copied rim. More take longer; fewer leave it inexact, so that copies differ."""

_NO_COPY: Final = 5.0
"""Times the greatest difference of two rims from which no search makes them equal; after three steps half of it. None
of 1,048 copies on screens begins beyond 3.65, two in five rims of photographs beyond 5. Higher takes longer; lower
gives copies up."""

_UNLIKE: Final = 0.25
"""Greatest deviation of a tile's shape from the row's, as a share. Higher compares crosswise tiles; lower leaves out
tiles with inexact corners."""

_LEVEL: Final = 0.4
"""Greatest distance of a copied rim from the line of the others, in pixels. More takes tiles for copies that somebody
pushed against a ruler; less misses screenshots that were made smaller."""

_EVENLY: Final = 0.3
"""Greatest deviation of a copied rim's turn from those of the others along the line, in degrees. More takes tiles for
copies that were laid with care; less misses small ones as JPEG."""

_EQUAL: Final = 3.0
"""Greatest median difference of two copied rims, in grey levels. More takes noise of a good sensor for none; less
misses JPEGs of low quality."""

_EQUAL_SHARE: Final = 0.1
"""The same as a share of the rim's contrast: in hardly any light all rims are nearly equal."""

_MAX_STRAIGHTENED: Final = 0.1
"""Greatest norm of the map between two straightened rims, less the identity. Higher takes longer searches for found;
lower misses rims of outlines that are a little off."""

_LEVEL_COPIES: Final = 0.65
"""Least share of a hand's rims that are copies of one after a mere shift, on a line. Of 53 hands of rendered screens 52
have 0.69 or more; of 377 rows in photographs of tiles none has more than 0.54. It tells smaller tiles."""

_COPIES: Final = 0.6
"""Least share of a row's rims that are copies of one after straightening. Of 32 rows and tables of rendered screens,
tilted and in perspective, as JPEG of quality 70 and 85, none has less than 0.77; of 427 rows in photographs of tiles
none has more than 0.54. Higher misses games that lift or light up tiles."""

_SEARCHED: Final = 0.1
"""Distance round a tile's outline within which its copied rim is searched, in widths. More takes longer; less misses
rims of outlines that are a little off."""

_EVEN: Final = 0.95
"""Least median share of equal neighbours in the bare parts of tiles without a sensor's noise. Of 129 photographs none
has more than 0.68, as JPEGs of quality 30 0.79, of quality 12 0.90; screenshots without loss have 1.00. Higher misses
screens with lights on their tiles; lower asks about photographs that a telephone smoothed."""

_BODY: Final = 0.9
"""Share of a tile whose pixels are compared. More takes in its edge; less is all print."""

_BLOWN_OUT: Final = 250
"""Level of a channel from which light may have blown a pixel out. Higher takes overexposed tiles for drawn ones; lower
leaves out tiles drawn in white."""

_FEWEST_PIXELS: Final = 200
"""Fewest pixels, and pairs of neighbours, of a tile that count. Fewer are chance; more leave out tiles of 30 pixels."""

_PRINT: Final = 150
"""Least contrast of a tile that counts, of all three channels together. More leaves out pale prints; less takes bare
cloth for a tile."""

_STEPS: Final = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 40, 1e-5)
"""End of the search for a map. More steps take longer; fewer leave it inexact, so that copies differ."""


def asked_if_on_display(reading: Reading, picture: Picture) -> Reading:
    """Return the reading of a picture, with a doubt if its hand looks as if a display showed it."""
    if reading.hand is None or not on_display(reading, picture):
        return reading
    return replace(reading, sure=False, doubts=(Doubt(None, "on-display"), *reading.doubts))


def on_display(reading: Reading, picture: Picture) -> bool:
    """Return True if the hand of a reading looks as if a display showed it.

    Args:
        reading: The reading, in pixels of the picture.
        picture: (height, width, 3) blue-green-red pixels.
    """
    ours = [t for group in reading.groups if group.kind != "aside" for t in group.tiles]
    clear = [t for t, tile in enumerate(reading.tiles) if _is_clear(tile, reading.size)]
    shown = [t for t in ours if t in clear]
    quads = np.array([reading.tiles[t].quad for t in shown]).reshape(-1, 4, 2)
    if len(shown) < _MIN_TILES:
        return False
    if _copied_level(picture, quads) or _copied(picture, quads) or _noiseless(picture, quads):
        return True
    if not _one_rim(picture, quads):
        return False
    pairs = _pairs(reading, clear, ours)
    return _shifted(picture, pairs) or _moved(picture, pairs)


def _noiseless(picture: Picture, quads: Array) -> bool:
    """Return True if the bare parts of most tiles (N, 4, 2) are of one colour, pixel by pixel."""
    even, noisy = 0, 0
    for quad in quads:
        share = _even_share(picture, quad)
        even += share is not None and share >= _EVEN
        noisy += share is not None and share < _EVEN
        if noisy > len(quads) / 2:
            return False
    return even > noisy and even + noisy >= _MIN_TILES


def _even_share(picture: Picture, quad: Array) -> float | None:
    """Return the share of neighbours of one colour in the lighter half of a tile, or None if it tells nothing.

    What light blows out is of one colour too, and does not count.
    """
    (left, top), (right, bottom) = _box(quad, picture, 0.0)
    part = picture[top:bottom, left:right].astype(np.int16)
    mask = np.zeros(part.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, _outline(quad, _BODY, (left, top)), 1)
    told = (mask > 0) & (part.max(axis=2, initial=0) < _BLOWN_OUT)
    if told.sum() < _FEWEST_PIXELS:
        return None
    grey = part.sum(axis=2)
    if np.ptp(grey[told]) < _PRINT:
        return None
    told &= grey >= np.median(grey[told])
    beside = told[:, 1:] & told[:, :-1]
    if beside.sum() < _FEWEST_PIXELS:
        return None
    return float((part[:, 1:] == part[:, :-1]).all(axis=2)[beside].mean())


def _copied(picture: Picture, quads: Array) -> bool:
    """Return True if most rims of a row of tiles (N, 4, 2) are copies of the rim of one of them.

    They lie on a line then, and each is turned as one perspective turns what lies along it.
    """
    shapes, alike = _shapes(quads)
    quads, shapes = quads[alike], shapes[alike]
    if len(quads) < _MIN_TILES:
        return False
    side = float(np.median(np.sqrt(np.abs(np.linalg.det(shapes)))))
    scale = min(1.0, _RIM_SIDE / side)
    box = _box(quads.reshape(-1, 2), picture, 0.0, round(side))
    grey = np.asarray(cv2.GaussianBlur(_grey(picture, box, scale), (0, 0), _RIM_BLUR), np.float32)
    quads, shapes = (quads - box[0]) * scale, shapes * scale
    firsts = {len(quads) * quarter // 4 for quarter in (1, 2, 3)}  # one alone may be lifted, or lit up
    return any(_copies_of(grey, quads, shapes, first) for first in sorted(firsts))


def _shapes(quads: Array) -> tuple[Array, NDArray[np.bool_]]:
    """Straighten tiles of a row (N, 4, 2) by their own corners, smoothed along it as one perspective changes them.

    Returns:
        (N, 2, 2) the maps of a tile's width and height into the picture, and (N,) True for tiles that these fit: others
        lie crosswise, or are not of the row.
    """
    across = (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / 2
    down = (quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]) / 2
    own = np.stack([across, down], axis=2).reshape(-1, 4)
    own *= np.where(own @ np.median(own, axis=0) < 0, -1.0, 1.0)[:, None]  # some faces look alike upside down
    middles = quads.mean(axis=1) - quads.mean(axis=(0, 1))
    along = middles @ np.linalg.svd(middles)[2][0]
    places = np.column_stack([np.ones(len(quads)), along / max(1.0, float(np.abs(along).max()))])
    alike = np.ones(len(quads), bool)
    for _ in range(_ROUNDS):
        fit = places @ np.linalg.lstsq(places[alike], own[alike], rcond=None)[0]
        off = np.linalg.norm(own - fit, axis=1)
        alike = off <= 2 * np.median(off) + 1e-6
    return fit.reshape(-1, 2, 2), off <= _UNLIKE * np.linalg.norm(fit, axis=1)


def _copies_of(grey: _Grey, quads: Array, shapes: Array, one: int) -> bool:
    """Return True if most rims of a row of tiles (N, 4, 2) of such shapes (N, 2, 2) are copies of that of one."""
    copies: list[tuple[float, float, float]] = []
    unlike, others = 0, len(quads) - 1
    for other in range(len(quads)):
        if other == one:
            continue
        straight = shapes[other] @ np.linalg.inv(shapes[one])
        copy = _rim_copy(grey, quads[one], quads[other].mean(axis=0), straight)
        if copy is not None:
            copies.append(copy)
        else:
            unlike += 1
        if unlike > (1 - _COPIES) * others:
            return False
    return _most_in_row(np.array(copies)) >= _COPIES * others


def _most_in_row(copies: Array) -> int:
    """Return how many of some copies (N, 3) lie on a line, whatever its direction, and turn evenly along it."""
    points, turns = copies[:, :2], copies[:, 2]
    steps = points[:, None] - points  # (N, N, 2)
    lengths = np.linalg.norm(steps, axis=2)
    ways = steps / np.maximum(lengths, 1.0)[..., None]
    off = np.abs(ways[..., None, 0] * steps[:, None, :, 1] - ways[..., None, 1] * steps[:, None, :, 0])
    share = np.einsum("abk,ack->abc", ways, steps) / np.maximum(lengths, 1.0)[..., None]  # 0 at a, 1 at b
    turned = np.abs(turns[:, None, None] + share * (turns[:, None] - turns[:, None].T)[..., None] * -1 - turns)
    return int(((off <= _LEVEL) & (turned <= _EVENLY) & (lengths >= 1.0)[..., None]).sum(axis=2).max(initial=0))


def _rim_copy(grey: _Grey, one: Array, other: Array, straight: Array) -> tuple[float, float, float] | None:
    """Return where a tile's rim is copied near another's middle, and its turn in degrees, or None if it is not.

    Args:
        grey: The blurred part of the picture that shows the row.
        one: (4, 2) corners of the tile.
        other: (2,) middle of the other.
        straight: (2, 2) the map of the tile's shape onto the other's.
    """
    beyond, within = _RIM
    middle = one.mean(axis=0)
    outline = (one - middle) @ straight.T
    half = np.ceil(np.abs(outline).max(axis=0) * (1 + beyond)).astype(int)
    width, height = (2 * half + 1).tolist()
    back = np.linalg.inv(straight)
    flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    onto = np.column_stack([back, middle - back @ half])
    rim = cv2.warpAffine(grey, onto, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    mask = np.zeros(rim.shape, np.uint8)
    for share, value in ((beyond, 1), (within, 0)):
        cv2.fillConvexPoly(mask, np.round(outline * (1 + share) + half).astype(np.int32), value)
    reach = max(3, round(_SEARCHED * width))
    low = np.round(other).astype(int) - half - reach
    high = low + 2 * (half + reach) + 1
    if min(width, height) < 12 or (low < 0).any() or (high > grey.shape[::-1]).any():
        return None
    around = np.ascontiguousarray(grey[low[1] : high[1], low[0] : high[0]])
    apart = cv2.matchTemplate(around, rim, cv2.TM_SQDIFF, mask=mask.astype(np.float32))
    _, _, (x, y), _ = cv2.minMaxLoc(apart)
    at = half + (x + _lowest(apart[y], x), y + _lowest(apart[:, x], y))
    places, levels = np.argwhere(mask)[:, ::-1] - half, np.asarray(rim[mask > 0], np.float32)
    most = min(_EQUAL, _EQUAL_SHARE * float(levels.std()))
    linear, (x, y), seen = _aligned(places, levels, around, at, _NO_COPY * most)
    bent = np.linalg.norm(linear - np.eye(2))
    if not bent <= _MAX_STRAIGHTENED or np.median(np.abs(seen - levels)) > most:
        return None
    turn = np.degrees(np.arctan2(linear[1, 0] - linear[0, 1], linear[0, 0] + linear[1, 1]))
    return float(low[0] + x), float(low[1] + y), float(turn)


def _aligned(places: Array, levels: _Grey, around: _Grey, at: Array, hopeless: float) -> tuple[Array, Array, _Grey]:
    """Search the affine map of some pixels into a part of a picture that makes them most alike, whatever the light.

    Args:
        places: (N, 2) the pixels, from their middle.
        levels: (N,) their grey levels.
        around: The part of the picture.
        at: (2,) where their middle lies in it, nearly.
        hopeless: Median difference from which the search is given up.

    Returns:
        (2, 2) the map, (2,) where the middle lies, and (N,) the grey levels there.
    """
    slopes = [cv2.Scharr(around, cv2.CV_32F, *way, scale=1 / 32) for way in ((1, 0), (0, 1))]
    layers, each = cv2.merge([around, *slopes]), np.ones(len(levels))
    x, y = places.T.astype(np.float64)
    linear, seen = np.eye(2), levels
    for step in range(_SEARCHES):
        xs, ys = (linear @ (x, y) + at[:, None]).astype(np.float32)[:, None]
        seen, across, down = cv2.remap(layers, xs, ys, cv2.INTER_LINEAR)[0].T
        if np.median(np.abs(seen - levels)) > hopeless / (1 + step / 3):
            break
        changes = np.stack([x * across, y * across, across, x * down, y * down, down, seen, each])
        normal = changes @ changes.T + 1e-3 * np.eye(8)
        a, b, right, c, d, lower, *_ = np.linalg.solve(normal, changes @ (levels - seen))
        linear, at = linear + [[a, b], [c, d]], at + (right, lower)
        if max(abs(right), abs(lower)) < 0.01 or np.linalg.norm(linear - np.eye(2)) > 2 * _MAX_STRAIGHTENED:
            break
    return linear, at, seen


def _copied_level(picture: Picture, quads: Array) -> bool:
    """Return True if most rims of tiles (N, 4, 2) are copies, on a line, of the rim of one of them."""
    quads = quads[np.argsort(quads.mean(axis=1)[:, 0])]
    firsts = {len(quads) * quarter // 4 for quarter in (1, 2, 3)}  # one alone may be lifted, or lit up
    return any(_level_copies_of(picture, quads[first], np.delete(quads, first, axis=0)) for first in sorted(firsts))


def _level_copies_of(picture: Picture, one: Array, others: Array) -> bool:
    """Return True if most rims of other tiles (N, 4, 2) are copies, on a line, of the rim of one (4, 2)."""
    apart: list[tuple[float, float]] = []
    unlike = 0
    for other in others:
        shift, difference = _rim_shift(picture, one, other)
        if difference <= _EQUAL:
            apart.append(shift)
        else:
            unlike += 1
        if unlike > (1 - _LEVEL_COPIES) * len(others):
            return False
    return _most_on_a_line(np.array(apart)) >= _LEVEL_COPIES * len(others)


def _most_on_a_line(points: Array) -> int:
    """Return how many of some points (N, 2) lie within `_LEVEL` of one line, whatever its direction."""
    steps = points[:, None] - points  # (N, N, 2)
    lengths = np.linalg.norm(steps, axis=2)
    normals = np.stack([-steps[..., 1], steps[..., 0]], axis=2) / np.maximum(lengths, 1.0)[..., None]
    off = np.abs(np.einsum("abk,ack->abc", normals, steps))  # of point c from the line through a and b
    return int(((off <= _LEVEL) & (lengths >= 1.0)[..., None]).sum(axis=2).max(initial=0))


def _rim_shift(picture: Picture, one: Array, other: Array) -> tuple[tuple[float, float], float]:
    """Return the shift (x, y) that moves a tile's rim best onto the other's, and their median difference then.

    The difference is infinite if the rims are too small or reach beyond the picture.
    """
    beyond, within = _RIM
    low, high = _box(one, picture, beyond)
    step = np.round(other.mean(axis=0) - one.mean(axis=0)).astype(int)
    reach = max(3, round(_SEARCHED * (high[0] - low[0])))
    from_, to = np.array(low) + step - reach, np.array(high) + step + reach
    width, height = high[0] - low[0], high[1] - low[1]
    if min(width, height) < 12 or (from_ < 0).any() or (to > picture.shape[1::-1]).any():
        return (0.0, 0.0), np.inf
    rim, around = _grey(picture, (low, high)), _grey(picture, (tuple(from_), tuple(to)))
    mask = np.ones(rim.shape, np.float32)
    (left, top), (right, bottom) = (np.array(corner) - low for corner in _box(one, picture, within))
    mask[top:bottom, left:right] = 0
    apart = cv2.matchTemplate(around, rim, cv2.TM_SQDIFF, mask=mask)
    _, _, (x, y), _ = cv2.minMaxLoc(apart)
    at = x + _lowest(apart[y], x), y + _lowest(apart[:, x], y)
    onto = np.array([[1, 0, at[0]], [0, 1, at[1]]])
    flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    between = cv2.warpAffine(around, onto, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    whole = around[y : y + height, x : x + width]
    difference = min(float(np.median(np.abs(rim - each)[mask > 0])) for each in (whole, between))
    return (step[0] - reach + at[0], step[1] - reach + at[1]), difference


def _lowest(values: NDArray[np.number], at: int) -> float:
    """Return the distance from the lowest of some values to the lowest point of a parabola through its neighbours."""
    if not 0 < at < len(values) - 1:
        return 0.0
    before, least, after = map(float, values[at - 1 : at + 2])
    return (before - after) / (2 * max(before - 2 * least + after, 1e-6))


def _is_clear(tile: SeenTile, size: tuple[int, int]) -> bool:
    """Return True for a clearly named tile that lies within a picture of (width, height)."""
    corners = np.array(tile.quad)
    within = bool((corners >= 0).all() and (corners <= size).all())
    return tile.face == "up" and tile.confidence >= _MIN_CONFIDENCE and within


def _one_rim(picture: Picture, quads: Array) -> bool:
    """Return True if the rims of tiles (N, 4, 2) have one colour."""
    rims = [rim for rim in (_rim(picture, quad) for quad in quads) if rim is not None]
    if len(rims) < _MIN_TILES:
        return False
    colours = np.log(np.array(rims) + 4)  # dark levels count less: they are mostly noise
    return bool(np.median(np.abs(colours - np.median(colours, axis=0)), axis=0).max() <= _MAX_RIM)


def _rim(picture: Picture, quad: Array) -> Array | None:
    """Return the median colour of a tile between its print and its edge, or None if it is too small."""
    (left, top), (right, bottom) = _box(quad, picture, 0.0)
    part = picture[top:bottom, left:right]
    mask = np.zeros(part.shape[:2], np.uint8)
    for share, value in ((0.92, 1), (0.78, 0)):
        cv2.fillConvexPoly(mask, _outline(quad, share, (left, top)), value)
    return np.asarray(np.median(part[mask > 0], axis=0)) if mask.sum() >= 12 else None


def _outline(quad: Array, share: float, corner: tuple[int, int], scale: float = 1.0) -> NDArray[np.int32]:
    centre = quad.mean(axis=0)
    points = (centre + (quad - centre) * share - corner) * scale
    return np.asarray(np.round(points), np.int32)


def _box(quad: Array, picture: Picture, beyond: float, pixels: int = 0) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the top left and bottom right of the upright box round corners, within the picture.

    It is larger by a share, and by some pixels on each side.
    """
    low, high = quad.min(axis=0), quad.max(axis=0)
    centre, half = (low + high) / 2, (high - low) / 2 * (1 + beyond) + pixels
    left, top = np.maximum(np.floor(centre - half), 0).astype(int).tolist()
    right, bottom = np.minimum(np.ceil(centre + half), picture.shape[1::-1]).astype(int).tolist()
    return (left, top), (right, bottom)


def _pairs(reading: Reading, clear: list[int], ours: list[int]) -> list[tuple[Array, Array]]:
    """Return the corners of pairs of clear tiles of one face, those of the hand first."""
    alike = [(a, b) for a, b in combinations(clear, 2) if reading.tiles[a].tile == reading.tiles[b].tile]
    alike.sort(key=lambda pair: (pair[0] not in ours or pair[1] not in ours, pair))
    return [(np.array(reading.tiles[a].quad), np.array(reading.tiles[b].quad)) for a, b in alike[:_MOST_PAIRS]]


def _grey(picture: Picture, box: tuple[tuple[int, int], tuple[int, int]], scale: float = 1.0) -> _Grey:
    (left, top), (right, bottom) = box
    part = cv2.cvtColor(picture[top:bottom, left:right], cv2.COLOR_BGR2GRAY).astype(np.float32)
    return part if scale == 1 else np.asarray(cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))


def _shifted(picture: Picture, pairs: list[tuple[Array, Array]]) -> bool:
    """Return True if most pairs are equal after a shift alone."""
    found: list[float] = []
    for one, other in pairs:
        difference = _after_shift(picture, one, other)
        if difference is not None:
            found.append(difference)
        if sum(each > _MAX_SHIFTED for each in found) > len(pairs) / 2:
            return False
    return len(found) >= _MIN_SHIFTED and float(np.median(found)) <= _MAX_SHIFTED


def _after_shift(picture: Picture, one: Array, other: Array) -> float | None:
    """Return the difference of two tiles after the best shift, as a share of the contrast, or None if too small."""
    tile, around = _grey(picture, _box(one, picture, -0.06)), _grey(picture, _box(other, picture, 0.12))
    height, width = tile.shape
    if min(tile.shape) < 12 or around.shape[0] <= height or around.shape[1] <= width:
        return None
    _, _, (left, top), _ = cv2.minMaxLoc(cv2.matchTemplate(around, tile, cv2.TM_SQDIFF))
    whole = around[top : top + height, left : left + width]
    rough = _difference(tile, whole)
    if rough > _HOPELESS * _MAX_SHIFTED:
        return rough
    first = np.array([[1, 0, left], [0, 1, top]], np.float32)
    moves = _best_map(tile, around, first, cv2.MOTION_TRANSLATION, blur=1)
    if moves is None:
        return rough
    flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    fraction = cv2.warpAffine(around, moves, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return min(rough, _difference(tile, np.asarray(fraction, np.float32)))


def _best_map(tile: _Grey, around: _Grey, first: _Grey, motion: int, blur: int) -> _Grey | None:
    """Return the map (2, 3) of a tile onto its like in another part, or None if the search goes astray.

    Args:
        tile: One tile.
        around: The part of the picture that shows the other.
        first: The map that the search begins with.
        motion: OpenCV's kind of map.
        blur: Side of the blur before the search, in pixels, odd.
    """
    whole = np.ones(around.shape, np.uint8)
    try:
        _, found = cv2.findTransformECC(tile, around, first, motion, _STEPS, whole, blur)
    except cv2.error:
        return None
    return np.asarray(found, np.float32)


def _difference(tile: _Grey, other: _Grey) -> float:
    """Return the root mean square difference within the edges, as a share of the contrast."""
    return float(np.sqrt(np.square(tile - other)[2:-2, 2:-2].mean()) / max(float(tile.std()), 1.0))


def _moved(picture: Picture, pairs: list[tuple[Array, Array]]) -> bool:
    """Return True if most pairs are equal after affine maps that one perspective explains."""
    found: list[tuple[float, ...]] = []
    for one, other in pairs:
        if np.sqrt(cv2.contourArea(one.astype(np.float32))) < _MIN_SIDE:
            continue
        moved = _after_map(picture, one, other)
        if moved is not None and abs(moved[2]) < _MAX_DEGREES and moved[3] < _MAX_SCALED:
            found.append(moved)
        far = sum(each[4] > _HOPELESS * _MAX_MOVED for each in found)
        if far == _MIN_FAR or sum(each[4] > _MAX_MOVED for each in found) > len(pairs) / 2:
            return False
    if len(found) < _MIN_MOVED:
        return False
    steps, turns, bent, difference = np.split(np.array(found), (2, 3, 4), axis=1)
    held = np.vstack([steps, np.eye(2) / 2])  # a perspective that turns tiles much at a short distance is unlikely
    along = np.linalg.lstsq(held, np.append(turns[:, 0], (0, 0)), rcond=None)[0]
    off = np.sqrt(np.square(turns[:, 0] - steps @ along).sum() / (len(found) - 2))
    return bool(off <= _MAX_TURN and np.median(bent) <= _MAX_BENT and np.median(difference) <= _MAX_MOVED)


def _after_map(picture: Picture, one: Array, other: Array) -> tuple[float, ...] | None:
    """Compare two tiles after the best affine map of one onto the other.

    Returns:
        The step from one to the other along x and y, in sides of a tile; the turn in degrees; the norm of the map less
        the identity; and the difference of the tiles as a share of the contrast. None if there is no such map.
    """
    side = float(np.sqrt(cv2.contourArea(one.astype(np.float32))))
    scale = min(1.0, _SIDE / side)
    box, around_box = _box(one, picture, -0.04), _box(other, picture, 0.2)
    tile, around = _grey(picture, box, scale), _grey(picture, around_box, scale)
    if min(*tile.shape, *around.shape) < 14:
        return None
    here, there = (one - box[0]) * scale, (other - around_box[0]) * scale
    first = np.linalg.lstsq(np.column_stack([here, np.ones(4)]), there, rcond=None)[0].T
    found = _best_map(tile, around, np.ascontiguousarray(first, np.float32), cv2.MOTION_AFFINE, blur=5)
    if found is None:
        return None
    sigma = max(0.8, _BLUR * side * scale)
    tile, around = (np.asarray(cv2.GaussianBlur(each, (0, 0), sigma), np.float32) for each in (tile, around))
    size, flags = (tile.shape[1], tile.shape[0]), cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    mapped = cv2.warpAffine(around, found, size, flags=flags)
    covered = cv2.warpAffine(np.ones_like(around), found, size, flags=cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP) > 0
    mask = np.zeros(tile.shape, np.uint8)
    cv2.fillConvexPoly(mask, _outline(one, 0.96, box[0], scale), 1)
    within = covered & (mask > 0)
    within[:2] = within[-2:] = within[:, :2] = within[:, -2:] = False
    if within.sum() < 80:
        return None
    levels = np.column_stack([mapped[within], np.ones(int(within.sum()))])
    gain = np.linalg.lstsq(levels, tile[within], rcond=None)[0]  # the light may differ along the display
    difference = float(np.sqrt(np.square(tile[within] - levels @ gain).mean()) / max(1.0, float(tile[within].std())))
    linear = np.asarray(found, np.float64)[:, :2]
    turn = float(np.degrees(np.arctan2(linear[1, 0] - linear[0, 1], linear[0, 0] + linear[1, 1])))
    step = (other.mean(axis=0) - one.mean(axis=0)) / side
    return float(step[0]), float(step[1]), turn, float(np.linalg.norm(linear - np.eye(2))), difference
