"""Places of a table that came to rest under a fixed camera, and the arms over them.

Each picture is made small and compared with the *settled* one: each of its cells shows what lay there when it was
looked at last. Differences joined to the outside of the table are arms; those inside it that keep still are places to
look at. The light may change as a whole (a lamp, the camera's exposure), and the camera may be bumped: both are undone
first.
"""

from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.follow.seen import SEATS
from vision.image import Picture
from vision.quads import Array

Mask = NDArray[np.bool_]
"""(h, w) mask over the cells of a small picture."""

Cells = NDArray[np.uint8]
"""(h, w, 3) cells of a small picture on a logarithmic scale, on which light is a constant."""

SIDE: Final = 480
"""Cells along a picture's longer side. More takes longer; less misses fingers and thin sticks."""

_DARK: Final = 20.0
"""Grey levels added before logarithms are taken. More misses changes in the dark; less reports noise there."""

_LEVELS: Final = 255 / np.log((255 + _DARK) / _DARK)
"""Levels of a cell for each factor e of light."""

_CHANGED: Final = 12
"""Levels by which a changed cell differs. Higher misses ivory tiles on a pale cloth; lower reports soft shadows."""

_MOVED: Final = 10
"""Levels by which a cell differs from a moment ago if something moves over it. Higher takes a slow hand for still;
lower reports noise."""

_QUIET: Final = 0.1
"""Seconds without movement after which a place has come to rest. More reports later; less looks at moving hands."""

_PAUSE: Final = 0.2
"""Seconds of a hand's rest over a place by which it counts as having put down what it held."""

_AGO: Final = 0.32
"""Seconds back to the picture that is compared for slow movement. More notices slower hands, and rest later."""

_CLUMP: Final = 5
"""Changed cells among 3 x 3 below which a change is noise."""

_JOINED: Final = 5
"""Cells of the square that closes gaps in an arm, such as between fingers and a sleeve. More joins an arm and tiles
that changed beside it; less tears hands from arms of the cloth's colour."""

_NEAR: Final = 3
"""Cells around an arm that count as under it: its shadow, and the tile that it holds."""

_ARM: Final = 60
"""Least cells of an arm. More misses fingers at the edge; less takes noise at the rim for arms."""

_OUTSIDE: Final = 6
"""Least cells of an arm outside the table. More misses arms that hardly reach in; less takes tiles at the edge for
arms."""

_SIDE_SHARE: Final = 0.1
"""Least share of an arm's cells outside the table that lie beyond a side for it to reach in from there. More gives
arms that touch to one player; less gives an arm at a corner to two."""

_BEGINS: Final = 0.35
"""Seconds from the first picture within which what moves may be an arm that the first picture showed. More looks for
tiles under an arm that came a little later and rests; less misses an arm that halted at first."""

_GONE: Final = 0.6
"""Seconds of stillness after which such an arm has left. More sees what it hid later; less takes one that halts for the
table."""

_LEFT: Final = 0.5
"""Seconds after which an arm that comes back over a place has come anew."""

_RIM: Final = 0.02
"""Distance outside the corners, in sides of the table, at which the table surely ends: corners are found a little
inside, and tiles lie at the edge. More misses arms where the picture ends with the table; less takes melds for arms."""

_EDGE: Final = 2
"""Cells along the edge of the picture that count as outside the table wherever it ends."""

_LEAST: Final = 14
"""Fewest cells of a change that is looked at; fewer are taken over unseen after a while."""

_STALE: Final = 1.5
"""Seconds after which changes too small to look at are taken over."""

_STAYS: Final = 30.0
"""Seconds after which something still that reaches in from outside is furniture: a cup, a phone, a chair. Less takes
resting arms for it, which costs a look when they leave; more leaves the place beside a cup unseen for longer."""

_COVERS: Final = 24
"""Levels by which something that lies on the cloth differs from it. Higher takes a phone of its colour for the cloth;
less takes cloth in a shadow for something that lies on it."""

_LIFTED: Final = 1.0
"""Seconds after which what something lay on has been looked at, or is as it was. More has tiles put down then come to
light early; less takes a tile with like cells for the one that lay there."""

_CUT: Final = 0.008
"""Share of the table that tiles at its edge fill at most, where the picture cuts the table off: a meld with its shadow.
More takes a hand that rests there for tiles; less sees melds there late."""

_BLACK: Final = 0.12
"""Share of the settled light below which nothing is seen."""

_ASKED: Final = 0.4
"""Seconds between two measurements of where the camera looks. More notices a bump later; less takes processor time."""

_BUMP: Final = (0.2, 12.0)
"""Cells by which a bump moves the picture: less is noise, more another place of the camera."""

_EXPLAINED: Final = 0.75
"""Share of the differences, outside arms, that a move of the camera must leave at most. More takes a pushed tile on
an empty table for a bump; less misses a bump while arms are over the table."""

_STEADY: Final = 0.08
"""Cells between two measurements after a bump by which the camera hangs still again."""

_HANGS: Final = 3
"""Measurements in a row that agree on it."""


@dataclass(frozen=True, slots=True, eq=False)
class Rest:
    """A place that differs from what was settled, and keeps still.

    Attributes:
        mask: Its changed cells.
        box: Left, top, right and bottom in cells.
    """

    mask: Mask
    box: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """The state of the table at a moment.

    Attributes:
        t: Its second.
        rests: Places that have come to rest and were not looked at yet.
        arms: Cells under arms, and near them.
        busy: Share of the table's cells under arms or moving.
        dark: True if there is too little light to see anything.
        shift: The (x, y) in pixels by which a bump has just moved everything, or None.
        lost: True if the picture shows another scene: everything has to be looked at anew.
    """

    t: float
    rests: tuple[Rest, ...] = ()
    arms: Mask | None = field(default=None, repr=False)
    busy: float = 0.0
    dark: bool = False
    shift: tuple[float, float] | None = None
    lost: bool = False


class Settling:
    """Follows what comes to rest. Pictures come in order, with their seconds."""

    def __init__(self, size: tuple[int, int], corners: Array) -> None:
        """Begin.

        Args:
            size: (width, height) of the pictures in pixels.
            corners: (4, 2) corners of the table in pixels, counter-clockwise from the left end of seat 1's side.
        """
        self.scale: Final = min(1.0, SIDE / max(size))
        self.shape: Final = (max(8, round(size[1] * self.scale)), max(8, round(size[0] * self.scale)))
        self._size: Final = size
        self._corners = np.asarray(corners, np.float64)
        self._settled: Cells | None = None
        self._light = np.ones(3)
        self._recent: list[tuple[float, Cells]] = []
        self._window: Final = cv2.createHanningWindow(self.shape[::-1], cv2.CV_32F)
        self._asked, self._steady, self._began = 0.0, 0, 0.0
        self._unsure = np.zeros(self.shape, bool)
        self._away: Array | None = None
        self._whose = np.zeros(self.shape, np.uint8)
        self._later = np.full(self.shape, -1.0, np.float32)
        self._under: Cells | None = None
        self.covered = np.zeros(self.shape, bool)
        self._lifted = np.full(self.shape, -1e9, np.float32)
        self.clear = np.full(self.shape, -1.0, np.float32)
        self.moved = np.full(self.shape, -1.0, np.float32)
        self.paused = np.full(self.shape, -1.0, np.float32)
        self.reached = {seat: np.full(self.shape, -1.0, np.float32) for seat in SEATS}
        self.entered = {seat: np.full(self.shape, -1.0, np.float32) for seat in SEATS}
        self._place()

    def _place(self) -> None:
        """Work out the cells outside the table and the seat whose side each of them is beyond."""
        height, width = self.shape
        corners = self._corners * self.scale
        ys, xs = np.mgrid[0:height, 0:width]
        beyond = []
        for n in range(4):
            one, other = corners[n], corners[(n + 1) % 4]
            way = (other - one) / max(1e-6, float(np.linalg.norm(other - one)))
            beyond.append((xs - one[0]) * -way[1] + (ys - one[1]) * way[0])
        away = np.stack(beyond)
        middle = corners.mean(axis=0)
        if away[:, int(middle[1]), int(middle[0])].mean() > 0:
            away = -away
        rim = _RIM * float(np.linalg.norm(corners[1] - corners[0]))
        self._side = away.argmax(axis=0)
        self.outside = away.max(axis=0) > rim
        self.table = ~self.outside
        for edge in (self.outside[:_EDGE], self.outside[-_EDGE:], self.outside[:, :_EDGE], self.outside[:, -_EDGE:]):
            edge[:] = True

    def place(self, corners: Array) -> None:
        """Take other corners (4, 2) of the table in pixels, unless those so far lie all around them."""
        outline = self._corners.astype(np.float32)
        if any(cv2.pointPolygonTest(outline, tuple(map(float, each)), measureDist=False) < 0 for each in corners):
            self._corners = np.asarray(corners, np.float64)
            self._place()

    def update(self, picture: Picture, t: float) -> Scene:
        """Take the next picture (height, width, 3) and return what it shows."""
        small = np.asarray(cv2.resize(picture, self.shape[::-1], interpolation=cv2.INTER_AREA), np.uint8)
        if self._settled is None:
            now = _levels(small, np.ones(3))
            self._settled, self._began = now.copy(), t
            self._recent = [(t, now)]
            return Scene(t, arms=np.zeros(self.shape, bool), lost=True)
        light = self._seen_light(small)
        if light.max() < _BLACK:
            self._recent = []
            return Scene(t, arms=np.ones(self.shape, bool), dark=True)
        self._light = light
        now = _levels(small, light)
        moving = np.full(self.shape, not self._recent)
        self._recent = [each for each in self._recent[:-1] if t - each[0] <= _AGO] + self._recent[-1:]
        for _, before in {id(each): each for each in (self._recent[:1] + self._recent[-1:])}.values():
            moving |= _differ(before, now, _MOVED)
        self._recent.append((t, now))
        moving = _clumps(moving)
        self.moved[moving] = t
        if t - self._began < _BEGINS:
            self._unsure |= _wider(moving, _NEAR)
        changed = _clumps(_differ(self._settled, now, _CHANGED))
        if self._under is not None:
            back = self.covered & changed & ~_differ(self._under, now, _CHANGED)
            if back.any():
                self._settled[back] = self._under[back]
                changed &= ~back
                self.covered &= ~back
                self._lifted[back] = t
        if (bump := self._bumped(now, t)) is not None:
            return bump
        arms = self._arms(changed, now, t)
        near = _wider(arms, _NEAR)
        quiet = t - self.moved >= _QUIET
        self.clear[~changed & ~near & ~self.hid(t)] = t
        self.paused[(t - self.moved >= _PAUSE) & (self.paused < self.clear) & (self.clear < t)] = t - _PAUSE
        open_ = changed & ~near & self.table
        rests = self._rests(open_, quiet, near, now, t)
        busy = float(((near | ~quiet) & self.table).sum() / max(1, int(self.table.sum())))
        return Scene(t, tuple(rests), near, busy)

    def take(self, mask: Mask) -> None:
        """Take over what lies in some cells now as settled."""
        assert self._settled is not None
        assert self._recent
        self._settled[mask] = self._recent[-1][1][mask]
        self.covered &= ~mask

    def hid(self, t: float) -> Mask:
        """Return the cells on which something lies, or lay a moment ago: what is below may be another tile of like
        cells."""
        return self.covered | (t - self._lifted < _LIFTED)

    def cover(self, mask: Mask) -> None:
        """Take over something that lies on what is known in some cells, such as a phone on tiles."""
        assert self._recent
        self._cover(mask, self._recent[-1][1])

    def put_off(self, mask: Mask, until: float) -> None:
        """Do not report changes in some cells before a moment, such as of a tile half under an arm."""
        self._later[mask] = until

    def below(self, mask: Mask) -> Cells:
        """Return what lay in some cells when they were looked at last (N, 3)."""
        assert self._settled is not None
        lying = self._settled if self._under is None else np.where(self.covered[..., None], self._under, self._settled)
        return np.asarray(lying[mask], np.uint8)

    def bare(self, mask: Mask, below: Cells) -> bool:
        """Return True if what lay in some cells once is seen there again, and nothing lies on it."""
        assert self._recent
        away = cv2.absdiff(self._recent[-1][1][mask], below).max(axis=1)
        return bool((away <= _COVERS).mean() >= 0.5)

    def restart(self, t: float) -> None:
        """Take over the whole picture as settled, after it was looked at as a whole."""
        assert self._recent
        self._settled, self._began = self._recent[-1][1].copy(), t
        self.clear[:] = t
        self._under = None
        self.covered[:] = False

    def cells(self, quad: Array) -> Mask:
        """Return the cells of a quad (4, 2) in pixels."""
        mask = np.zeros(self.shape, np.uint8)
        cv2.fillConvexPoly(mask, np.round(np.asarray(quad) * self.scale).astype(np.int32), 1)
        return mask.astype(bool)

    def _seen_light(self, small: NDArray[np.uint8]) -> Array:
        """Return by how much each colour is brighter than in the settled picture."""
        now = small[::4, ::4].reshape(-1, 3).astype(np.float32) + 2
        assert self._settled is not None
        then = _BACK[self._settled[::4, ::4]].reshape(-1, 3).astype(np.float32) + 2
        return np.asarray(np.median(now / then, axis=0), np.float64)

    def _arms(self, changed: Mask, now: Cells, t: float) -> Mask:
        """Return the cells under arms, and note whose arm is over which cells."""
        closed = cv2.morphologyEx(changed.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((_JOINED, _JOINED), np.uint8))
        count, labels, stats, _ = cv2.connectedComponentsWithStats(closed, connectivity=8)
        arms, whose = np.zeros(self.shape, bool), np.zeros(self.shape, np.uint8)
        beyond = np.bincount(labels[self.outside], minlength=count)
        for n in range(1, count):
            if stats[n, cv2.CC_STAT_AREA] < _ARM or beyond[n] < _OUTSIDE:
                continue
            mask = labels == n
            if self._stays(mask, now, t) or self._cut(mask, t):
                continue
            left = mask & self._unsure & (t - self.moved >= _GONE)
            if left.sum() > 0.5 * mask.sum():  # an arm of the first pictures has left
                self.take(left & self.outside)
                self._unsure &= ~mask
                continue
            arms |= mask
            sides = np.bincount(self._side[mask & self.outside], minlength=4)
            seats = (np.flatnonzero(sides >= max(_OUTSIDE, _SIDE_SHARE * sides.sum())) + 1).tolist()
            for seat, part in self._parted(mask, seats):
                whose[part] = seat
                near = _wider(part, _NEAR)
                self.entered[seat][near & (self.reached[seat] < t - _LEFT)] = t
                self.reached[seat][near] = t
        self._whose = whose
        return arms

    def _parted(self, mask: Mask, seats: list[int]) -> list[tuple[int, Mask]]:
        """Return the parts of arms that touch each other, by seat: each cell is the arm's that was nearest to it."""
        if len(seats) == 1:
            return [(seats[0], mask)]
        top, left = (int(np.flatnonzero(mask.any(axis=1 - axis))[0]) for axis in (0, 1))
        bottom, right = (int(np.flatnonzero(mask.any(axis=1 - axis))[-1]) + 1 for axis in (0, 1))
        here = (slice(top, bottom), slice(left, right))
        inside, away = mask[here], []
        for seat in seats:
            own = inside & ((self._whose[here] == seat) | (self.outside[here] & (self._side[here] == seat - 1)))
            away.append(cv2.distanceTransform((~own).astype(np.uint8), cv2.DIST_L2, 3))
        nearest = np.array(away).argmin(axis=0)
        parts = []
        for n, seat in enumerate(seats):
            part = np.zeros(self.shape, bool)
            part[here] = inside & (nearest == n)
            parts.append((seat, part))
        return parts

    def _cut(self, mask: Mask, t: float) -> bool:
        """Return True for something small that has come to rest where the picture ends within the table: tiles."""
        if (mask & ~self.table).any() or mask.sum() > _CUT * self.table.sum():
            return False
        return float(self.moved[mask].max()) <= t - _GONE

    def _stays(self, mask: Mask, now: Cells, t: float) -> bool:
        """Take over something that reaches in from outside and has kept still for long; return True if it does."""
        assert self._settled is not None
        if float(self.moved[mask].max()) > t - _STAYS:
            return False
        self._cover(mask, now)
        return True

    def _cover(self, mask: Mask, now: Cells) -> None:
        assert self._settled is not None
        if self._under is None:
            self._under = self._settled.copy()
        fresh = mask & ~self.covered
        self._under[fresh] = self._settled[fresh]
        self._settled[mask] = now[mask]
        self.covered |= mask

    def _rests(self, open_: Mask, quiet: Mask, near: Mask, now: Cells, t: float) -> list[Rest]:
        joined = _wider(open_, 2)
        count, labels, stats, _ = cv2.connectedComponentsWithStats(joined.astype(np.uint8), connectivity=8)
        rests = []
        for n in range(1, count):
            left, top, width, height = stats[n, :4].tolist()
            part = labels[top : top + height, left : left + width] == n
            cells = part & open_[top : top + height, left : left + width]
            if not quiet[top : top + height, left : left + width][part].all():
                continue
            if (self._later[top : top + height, left : left + width][cells] > t).any():
                continue
            if int(cells.sum()) < _LEAST:
                if (t - self.clear[top : top + height, left : left + width][cells]).max() > _STALE:
                    some = np.zeros(self.shape, bool)
                    some[top : top + height, left : left + width] = cells
                    self.take(some)
                continue
            mask = np.zeros(self.shape, bool)
            mask[top : top + height, left : left + width] = cells
            rests.append(Rest(mask, (left, top, left + width, top + height)))
        return rests

    def _bumped(self, now: Cells, t: float) -> Scene | None:
        """Undo a bump of the camera once it hangs still; return None if there was none."""
        if self._away is None and t - self._asked < _ASKED:
            return None
        assert self._settled is not None
        self._asked = t
        height, width = self.shape
        (x, y), _ = cv2.phaseCorrelate(_grey(self._settled), _grey(now), self._window)
        if not _BUMP[0] < np.hypot(x, y) < _BUMP[1]:
            self._away = None
            return None
        move = np.array([[1, 0, x], [0, 1, y]], np.float32)
        there = cv2.warpAffine(self._settled, move, (width, height), borderMode=cv2.BORDER_REPLICATE)
        moved: Cells = np.asarray(there, np.uint8)
        free = ~_wider(self._whose > 0, 2 * _NEAR)
        if _apart(moved, now, free) > _EXPLAINED * _apart(self._settled, now, free):
            self._away = None
            return None
        before, self._away = self._away, np.array([x, y])
        blind = Scene(t, arms=np.ones(self.shape, bool), busy=1.0)
        if before is None or np.hypot(*(self._away - before)) > _STEADY:
            return blind
        self._steady += 1
        if self._steady < _HANGS:
            return blind
        self._steady, self._away = 0, None
        self._settled = moved
        left = _clumps(_differ(moved, now, _CHANGED))
        self.take(left & ~_opened(left, 4))
        shift = (x / self.scale, y / self.scale)
        self._corners = self._corners + np.array(shift)
        self._place()
        return Scene(t, arms=np.ones(self.shape, bool), busy=1.0, shift=shift)


_SCALE: Final = np.arange(256)
_BACK: Final = np.clip(np.exp(_SCALE / _LEVELS) * _DARK - _DARK, 0, 255).astype(np.uint8)
"""The light of each level."""


def _levels(small: NDArray[np.uint8], light: Array) -> Cells:
    """Return a small picture on the logarithmic scale, as it would be in the settled light."""
    table = np.log(np.minimum(_SCALE[:, None] / np.maximum(light, 0.02), 255) / _DARK + 1) * _LEVELS
    return np.asarray(cv2.LUT(small, np.round(table).astype(np.uint8)[None]), np.uint8)


def _differ(before: Cells, now: Cells, least: int) -> Mask:
    blue, green, red = cv2.split(cv2.absdiff(before, now))
    return np.asarray(cv2.max(cv2.max(blue, green), red) > least)


def _apart(before: Cells, now: Cells, where: Mask) -> float:
    """Return how much two pictures differ in some cells; noise and single great differences count little."""
    away = np.clip(_grey(cv2.absdiff(before, now).astype(np.uint8)), _MOVED / 2, 4 * _CHANGED) - _MOVED / 2
    return float(away[where].sum())


def _grey(cells: Cells) -> NDArray[np.float32]:
    return np.asarray(cv2.cvtColor(cells, cv2.COLOR_BGR2GRAY), np.float32)


def _clumps(mask: Mask) -> Mask:
    count = cv2.boxFilter(mask.view(np.uint8), -1, (3, 3), normalize=False, borderType=cv2.BORDER_REPLICATE)
    return np.asarray(mask & (count >= _CLUMP))


def _opened(mask: Mask, by: int) -> Mask:
    return np.asarray(cv2.morphologyEx(mask.view(np.uint8), cv2.MORPH_OPEN, np.ones((by, by), np.uint8)), bool)


def _wider(mask: Mask, by: int) -> Mask:
    return np.asarray(cv2.dilate(mask.view(np.uint8), np.ones((2 * by + 1, 2 * by + 1), np.uint8)), bool)
