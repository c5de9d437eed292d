"""Track the hand in a live picture: read it once it lies still and uncovered, over several pictures."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.areas import OpenArea, about, open_areas, within
from vision.evidence import LIKELY, Evidence, joined
from vision.fusion import fused
from vision.hand.hypotheses import best_reading, is_win
from vision.image import Picture
from vision.live.laid import Arrivals, laid_hands, laid_rows
from vision.live.motion import (
    MotionMask,
    Thumbnail,
    changed_crops,
    changes,
    grey_crops,
    identical,
    intrudes,
    parts,
    quad_mask,
    thumbnail,
)
from vision.live.shot import Shot
from vision.live.still import ARM_STAYS, STILL, StillScene
from vision.quads import sides
from vision.reading import Doubt, Reading
from vision.tta import ROTATIONS, TileFinder

TrackerState = Literal["moving", "covered", "joining", "settled"]
"""State of the hand.

`moving`: something moves at the hand. `covered`: something covers it or reaches to it. `joining`: it lies still, but
too few pictures are fused yet. `settled`: its reading stands.
"""

MIN_LOOKS: Final = 3
"""Fewest pictures fused before a reading stands. More delays the reading; fewer lets the errors of one picture
stand."""

MAX_LOOKS: Final = 8
"""Most pictures fused while doubts remain. More takes processor time; fewer leaves doubts that another picture would
settle."""

_PATIENCE: Final = 0.7
"""Seconds after which the hand is read although something moves elsewhere in the picture. More delays the reading at a
busy table; less reads while an arm approaches."""

_NEARBY: Final = 1.0
"""Tile widths around the hand within which a movement belongs to it, or is about to cover it. More waits for movements
next to it; less reads while a hand approaches."""

_RIM: Final = 0.35
"""Tile widths around a face for its tile's sides and shadow. More hides an arm at the tiles; less takes the sides for
an object."""

_TOUCHING: Final = 0.7
"""Tile widths around the hand within which an intruding object may cover an unseen tile. More waits for objects that
only lie near; less misses covered tiles."""

_THING_STAYS: Final = 4.0
"""Seconds after which a still thing over the hand counts as part of the table. More waits for a cup that stays; less
reads under a passing object."""

_RESTLESS: Final = 1.0
"""Seconds after a movement for which the next pictures are wanted soon. More takes processor time; less delays the
reading of a hand that has just been laid."""

_MIN_THING: Final = 0.5
"""Share of a tile's area below which an intruding object is ignored. More ignores fingers; less waits for noise."""


_NEWS: Final = 1.5
"""Area in tiles of what has come to rest, apart from the hand, from which it is looked at. More misses a hand of two
tiles; less looks at every discard."""

_NEAR_NEWS: Final = 0.4
"""The same of what has come to rest beside tiles that have just been laid, or while no ponds are in sight."""

_PONDS: Final = 20
"""Faces in sight from which single tiles that come to rest are discards. More looks at every discard; less misses a
tile of a hand that is laid piece by piece."""

_JUST_LAID: Final = 20.0
"""Seconds for which a tile laid with others awaits more beside it. More looks at more discards; less reads a hand that
is laid slowly without its last tile."""

_ROW: Final = 4
"""Fewest tiles of a row that came at once from which it is looked at again although it makes no hand yet. More reads a
hand of many melds by one look; less looks again at melds."""

_MOSTLY: Final = 0.9
"""Quantile of the times since when the pixels of a tile's place have looked as they do. More takes the change of a
neighbour for its own; less misses a face where a pale tile stood before."""


@dataclass(frozen=True, slots=True)
class Tracked:
    """State of the hand after one picture.

    Attributes:
        state: State of the hand.
        reading: Reading of all pictures fused, or None while the hand moves or is covered.
        evidence: The fused evidence that `reading` was made of.
        picture: The sharpest picture among those fused, at full resolution; quads are in its pixels.
        fused: Number of pictures fused.
        newly_read: True if the networks read this picture, rather than finding it unchanged.
        laid: True if the hand was laid down: its tiles lie where none lay face up before, or the first picture shows it
            surely.
        others: Readings of the other hands that were laid down.
    """

    state: TrackerState
    reading: Reading | None = None
    evidence: Evidence | None = field(default=None, repr=False)
    picture: Picture | None = field(default=None, repr=False)
    fused: int = 0
    newly_read: bool = False
    laid: bool = False
    others: tuple[Reading, ...] = ()

    @property
    def sure(self) -> bool:
        """True if the reading stands without a doubt."""
        return self.state == "settled" and self.reading is not None and self.reading.sure


@dataclass(frozen=True, slots=True)
class _Covered:
    """A view in which something covers the hand.

    Attributes:
        view: The covered view.
        until: Time until which it counts as one.
        zone: Mask of the places that something reaching in covers; None if a thing lies on tiles.
        least: Fewest pixels of what reaches in.
    """

    view: Thumbnail
    until: float
    zone: MotionMask | None = None
    least: float = 0.0


@dataclass(slots=True)
class _StillHand:
    """The tiles that lie still, as last read.

    Attributes:
        anchor: Thumbnail of the picture it was read in.
        areas: The parts of the picture that are looked at again.
        looks: Evidence of each look at them.
        rest: Evidence of all other tiles.
        evidence: All of them fused.
        born: (N,) time since when each of its tiles has lain there.
        reading: The hand read from `evidence`.
        others: The other hands that were laid.
        laid: True if the hand was laid down.
        held: True if a hand lies there, rather than tiles that chance to make one.
        quads: (N, 4, 2) corners of its tiles in pixels.
        crops: (N, 32, 24) grey crops of its tiles.
        wide: Mask of its tiles, and `_NEARBY` around them.
        picture: The sharpest picture read.
        sharp: Sharpness of that picture.
        seen_at: Time of the last picture whose tiles were compared with `crops`.
        settled: True if enough pictures agree, or no further one could tell more.
    """

    anchor: Thumbnail
    areas: tuple[OpenArea, ...]
    looks: list[Evidence]
    rest: Evidence
    evidence: Evidence
    born: NDArray[np.float64]
    reading: Reading
    others: tuple[Reading, ...]
    laid: bool
    held: bool
    quads: NDArray[np.float64]
    crops: NDArray[np.float32]
    wide: MotionMask
    picture: Picture
    sharp: float
    seen_at: float
    settled: bool = False


class Tracker:
    """A tracker of the hand through the pictures of one camera.

    Nothing is read that moves, or is covered by something that reaches in. What has come to rest is looked at, and only
    that part of the picture; what is known of the rest stays. Once a hand lies still, pictures of it are read and fused
    until the readings agree. Then the reading stands as long as every tile keeps its place and its look.
    """

    def __init__(self, look: TileFinder, decode: Callable[[Evidence], Reading] = best_reading) -> None:
        """Prepare a tracker.

        Args:
            look: Finds and names the tiles of a picture, or of a part of one: a view of its pixels.
            decode: Reads the hand from evidence.
        """
        self._look = look
        self._decode = decode
        self.reset()

    def reset(self) -> None:
        """Forget the hand and the table, as after a pause."""
        self._before: Thumbnail | None = None
        self._scene: StillScene | None = None
        self._news_at = 0.0  # time of the last change between two pictures
        self._looked_at = -np.inf
        self._seen_at = np.zeros((0, 0))  # (h, w) time of the last look at each pixel of the thumbnail
        self._shifts = 0  # moves of the camera that were followed
        self._arrivals = Arrivals()
        self._covered: _Covered | None = None
        self._still: _StillHand | None = None
        self._at = -np.inf  # time of the newest picture

    @property
    def restless(self) -> bool:
        """True if the next picture is wanted soon: something has just moved, or pictures are being fused."""
        if self._scene is None or (self._still is not None and not self._still.settled):
            return True
        return bool(self._at - self._scene.moved_at.max() < _RESTLESS)

    def update(self, picture: Picture | Shot, at: float) -> Tracked:
        """Take the next picture, and return the state of the hand after it.

        Args:
            picture: A picture of the camera, or its (height, width, 3) blue-green-red pixels at full resolution. Of a
                `Shot` the full pixels are decoded only for a look.
            at: Time of the picture, in seconds of any clock.
        """
        shot = picture if isinstance(picture, Shot) else Shot(picture)
        now = thumbnail(shot.small, shot.size)
        before, self._before, self._at = self._before, now, at
        if self._scene is None or before is None or before.size != now.size:
            self.reset()
            self._before, self._scene, self._at = now, StillScene.of(now, at), at
            self._news_at, self._looked_at = at, at
            self._seen_at = np.full(now.luminance.shape, -np.inf)
            return Tracked("moving")
        if not identical(before, now):
            self._news_at = at
        if not self._scene.update(now, at):
            self._forget()
        self._follow()
        moving = self._scene.moving(at)
        still = self._still
        if self._covered and self._covered.zone is not None and not self._reached(self._covered):
            self._covered = None
        if still and still.held:
            if (moving & still.wide).any():
                return self._waiting()
            if not self._touched(shot, now, still, moving):
                self._covered = None
                news = self._news(still, moving)
                if news.any():
                    return self._start_over(shot, now, news, still)
                return self._confirm(shot, now, still)
        if self._covered and self._covers(self._covered, now, moving):
            if at < self._covered.until:
                return Tracked("covered")
            self._still = still = None
        if still is None or still.held:
            if moving.any() and at - self._looked_at < _PATIENCE:
                return self._waiting()
            # A hand that was disturbed is looked at with all that came to rest since.
            news = self._stale() & ~moving
            if still is None:
                news[:] = True
            else:
                news |= still.wide
            return self._start_over(shot, now, news, still)
        news = self._news(still, moving)
        if news.any():
            return self._start_over(shot, now, news, still)
        if (moving & still.wide).any():
            return self._waiting()
        return self._confirm(shot, now, still)

    def _waiting(self) -> Tracked:
        return Tracked("covered" if self._covered else "moving")

    def _forget(self) -> None:
        """Forget what lay in another scene."""
        self._still, self._covered = None, None
        self._arrivals = Arrivals()
        self._seen_at[:] = -np.inf

    def _follow(self) -> None:
        """Follow a move of the camera: all tiles lie elsewhere in the picture, and are looked at anew."""
        scene = self._scene
        assert scene
        if scene.shifts > self._shifts:
            self._shifts = scene.shifts
            self._arrivals.moved(scene.shift)
            self._still = None

    def _touched(self, shot: Shot, now: Thumbnail, still: _StillHand, moving: MotionMask) -> bool:
        """Return True if the place of the hand looks otherwise, or one of its tiles."""
        if (changes(still.anchor, now) & ~moving & still.wide).any():
            return True
        assert self._scene
        if float(self._scene.moved_at[still.wide].max(initial=-np.inf)) <= still.seen_at:
            return False  # nothing has moved there since
        if _changed_tiles(shot.pixels, still).any():
            return True
        still.seen_at = self._at
        return False

    def _stale(self) -> MotionMask:
        """Return a mask of what has come to rest since it was looked at, or lies still where it reaches in."""
        scene = self._scene
        assert scene
        placed = scene.placed_at > self._seen_at
        resting = scene.away & (self._at - scene.moved_at >= _PATIENCE) & (scene.moved_at > self._seen_at)
        return np.asarray(placed | resting)

    def _news(self, still: _StillHand, moving: MotionMask) -> MotionMask:
        """Return a mask of what has come to rest and is worth a look; empty if there is nothing."""
        stale = self._stale()
        none = np.zeros(stale.shape, bool)
        if not stale.any() or self._at - self._looked_at < STILL:
            return none
        seen = still.evidence
        faces = ~seen.backs & (seen.scores >= LIKELY)
        tile = _area(seen.quads[faces]) * still.anchor.scale**2
        just = np.isfinite(still.born) & (self._at - still.born < _JUST_LAID)
        laid = [rows[just[rows]] for rows in laid_rows(seen, np.where(just, still.born, np.inf))] if just.any() else []
        near = quad_mask(
            seen.quads[np.concatenate(laid).astype(int)] if laid else seen.quads[:0], _NEARBY, still.anchor
        )
        if still.held:
            near |= still.wide
        few = int(faces.sum()) < _PONDS
        worth = False
        for part in parts(stale):
            least = _NEAR_NEWS if few or near[part.mask].any() else _NEWS
            if part.area >= max(least * tile, 1):
                around = cv2.dilate(part.mask.astype(np.uint8), np.ones((9, 9), np.uint8)) > 0
                worth |= not (around & moving).any()
        return stale if worth else none

    def _confirm(self, shot: Shot, now: Thumbnail, still: _StillHand) -> Tracked:
        """Read the still hand once more, or confirm its reading."""
        held = self._at - self._news_at >= STILL  # the same picture again tells nothing new
        still.settled |= held
        most = MAX_LOOKS if still.held else MIN_LOOKS
        if held or not still.areas or (still.settled and (still.reading.sure or len(still.looks) >= most)):
            still.settled |= not still.areas
            return _tracked(still, newly_read=False)
        self._looked_at = self._at
        # A rotated copy of this picture tells the networks more than the next picture.
        look = self._look_at(shot.pixels, still.areas, ROTATIONS[len(still.looks) % len(ROTATIONS)])
        return self._fuse(shot.pixels, still, look.only(about(still.areas, look, still.evidence)))

    def _start_over(self, shot: Shot, now: Thumbnail, news: MotionMask, still: _StillHand | None) -> Tracked:
        """Look at what is new, and read the hand anew unless it is covered."""
        scene, at = self._scene, self._at
        assert scene
        self._looked_at = at
        moving = scene.moving(at)
        picture = shot.pixels
        if still is None or not len(still.evidence.scores):
            areas = [OpenArea.whole(shot.size)]
            evidence = self._look_at(picture, areas, ROTATIONS[0])
        else:
            known = still.evidence
            areas = open_areas(_places(news, known, now), shot.size)
            look = self._look_at(picture, areas, ROTATIONS[0])
            evidence = joined([known.only(~within(areas, known)), look.only(about(areas, look, known))])
        fresh = self._read(picture, now, evidence)
        if fresh.held and (moving & fresh.wide).any():
            return self._waiting()
        for area in areas:
            (left, top), (right, bottom) = (area.core * now.scale).round().astype(int).tolist()
            self._seen_at[top : bottom + 1, left : right + 1] = at
        self._covered = self._cover(picture, now, fresh) if fresh.held or (still and still.held) else None
        if self._covered:
            return Tracked("covered")
        self._still = fresh
        return _tracked(fresh, newly_read=True)

    def _look_at(self, picture: Picture, areas: Sequence[OpenArea], quarters: int) -> Evidence:
        size = (picture.shape[1], picture.shape[0])
        found = []
        for area in areas:
            part, corner = area.cut(picture, 1)
            seen = self._look(part, quarters)
            found.append(replace(seen, size=size, quads=seen.quads + np.array(corner, np.float64)))
        return joined(found)

    def _cover(self, picture: Picture, now: Thumbnail, fresh: _StillHand) -> _Covered | None:
        """Return what covers the hand, or None if nothing reaches in and no tile is hidden."""
        scene, old = self._scene, self._still
        assert scene
        tiles = quad_mask(fresh.evidence.quads, _RIM, now)
        zone = quad_mask(fresh.quads, _TOUCHING, now)
        least = _MIN_THING * _area(fresh.quads) * now.scale**2
        hidden = False
        if old and old.held:
            zone |= quad_mask(old.quads, _RIM, now)
            hidden = _vanished(old.quads, _changed_tiles(picture, old), fresh.quads)
        if intrudes(scene.reaching() & ~tiles, zone, least):
            return _Covered(now, self._at + ARM_STAYS, zone & ~tiles, least)
        return _Covered(now, self._at + _THING_STAYS) if hidden else None

    def _reached(self, covered: _Covered) -> bool:
        """Return True if something reaches to the covered hand."""
        assert self._scene
        assert covered.zone is not None
        return intrudes(self._scene.reaching(), covered.zone, covered.least)

    def _covers(self, covered: _Covered, now: Thumbnail, moving: MotionMask) -> bool:
        """Return True if the view in which something covers the hand is the same."""
        return not (changes(covered.view, now) & ~moving).any()

    def _read(self, picture: Picture, anchor: Thumbnail, evidence: Evidence) -> _StillHand:
        """Read the hand of new evidence of the whole picture."""
        scene = self._scene
        assert scene
        still = self._decoded(picture, anchor, (), [], evidence, evidence)
        quads = still.quads if still.held or still.reading.hand else _growing(evidence, still.born)
        if len(quads):
            still.areas = tuple(open_areas(list(quads), evidence.size))
            inside = within(still.areas, evidence)
            still.looks, still.rest = [evidence.only(inside)], evidence.only(~inside)
        return still

    def _decoded(
        self,
        picture: Picture,
        anchor: Thumbnail,
        areas: tuple[OpenArea, ...],
        looks: list[Evidence],
        rest: Evidence,
        evidence: Evidence,
    ) -> _StillHand:
        """Read the hand of some evidence of the whole picture."""
        scene = self._scene
        assert scene
        placed, looked = (_times(each, evidence, anchor) for each in (scene.placed_at, self._seen_at))
        born = self._arrivals.seen(evidence, placed, looked, self._at)
        hands = laid_hands(evidence, born)
        if hands:
            chair = self._decode(_of(evidence, hands[0])).chair
            reading, others, laid = replace(hands[0], chair=chair), tuple(hands[1:]), True
        else:
            reading, others = self._decode(evidence), ()
            laid = is_win(reading) and _came(evidence, born, reading)
        held = laid or is_win(reading) or (reading.hand is not None and _alone(evidence))
        ours = {t for group in reading.groups if group.kind != "aside" for t in group.tiles}
        quads = np.array([tile.quad for t, tile in enumerate(reading.tiles) if t in ours or not ours], np.float64)
        quads = quads.reshape(-1, 4, 2)
        wide = quad_mask(quads, _NEARBY, anchor)
        crops, sharp = grey_crops(picture, quads), _sharpness(picture, quads)
        return _StillHand(
            anchor,
            areas,
            looks,
            rest,
            evidence,
            born,
            reading,
            others,
            laid,
            held,
            quads,
            crops,
            wide,
            picture,
            sharp,
            self._at,
        )

    def _fuse(self, picture: Picture, still: _StillHand, look: Evidence) -> Tracked:
        looks = [*still.looks, look]
        evidence = joined([fused(looks), still.rest])
        fresh = self._decoded(picture, still.anchor, still.areas, looks, still.rest, evidence)
        if still.held and fresh.reading.hand is None:
            # Nothing has changed on the table, so the hand that was read lies there still: it is only less sure.
            doubts = still.reading.doubts or (Doubt(None, "unsure"),)
            fresh = replace(still, looks=looks, reading=replace(still.reading, sure=False, doubts=doubts))
        if still.sharp >= fresh.sharp:
            fresh.picture, fresh.sharp = still.picture, still.sharp
        agreed = (fresh.reading.hand, fresh.reading.sure) == (still.reading.hand, still.reading.sure)
        fresh.settled = still.settled or (agreed and len(looks) >= MIN_LOOKS) or len(looks) >= MAX_LOOKS
        self._still = fresh
        return _tracked(fresh, newly_read=True)


def _tracked(still: _StillHand, newly_read: bool) -> Tracked:
    state: TrackerState = "settled" if still.settled else "joining"
    return Tracked(
        state, still.reading, still.evidence, still.picture, len(still.looks), newly_read, still.laid, still.others
    )


def _growing(evidence: Evidence, born: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the corners (N, 4, 2) of the longest row that may be a hand which the picture leaves open."""
    rows = [rows for rows in laid_rows(evidence, born) if len(rows) >= _ROW]
    if rows:
        return evidence.quads[rows[0]]
    faces = np.flatnonzero(~evidence.backs & (evidence.scores >= LIKELY))
    return evidence.quads[faces] if _ROW <= len(faces) < _PONDS else evidence.quads[:0]


def _came(evidence: Evidence, born: NDArray[np.float64], reading: Reading) -> bool:
    """Return True if most concealed tiles of a hand came at once, or the camera saw it first of all, surely."""
    kinds = {n: group.kind for n, group in enumerate(reading.groups)}
    ours = [np.mean(t.quad, axis=0) for t in reading.tiles if kinds[t.group] in ("concealed", "winning")]
    if not ours or not len(evidence.scores):
        return False
    off = np.linalg.norm(evidence.quads.mean(axis=1)[None] - np.array(ours)[:, None], axis=2)
    own = born[off.argmin(axis=1)]
    came = own[np.isfinite(own)]
    if len(came) >= len(own) - 1 and len(came):
        return bool(np.ptp(came) < _JUST_LAID)
    return reading.sure and not np.isfinite(own).any()


def _alone(evidence: Evidence) -> bool:
    """Return True if so few faces are in sight that a hand is no chance of ponds."""
    return int((~evidence.backs & (evidence.scores >= LIKELY)).sum()) < _PONDS


def _of(evidence: Evidence, reading: Reading) -> Evidence:
    """Return the evidence of the tiles of a hand."""
    ours = {t for group in reading.groups if group.kind != "aside" for t in group.tiles}
    middles = np.array([np.mean(reading.tiles[t].quad, axis=0) for t in ours])
    off = np.linalg.norm(evidence.quads.mean(axis=1)[None] - middles[:, None], axis=2)
    return evidence.only(np.isin(np.arange(len(evidence.scores)), off.argmin(axis=1)))


def _times(times: NDArray[np.float64], evidence: Evidence, like: Thumbnail) -> NDArray[np.float64]:
    """Return (N,) the times (h, w) at the place of each tile, by the quantile `_MOSTLY` of its pixels."""
    if not len(evidence.quads):
        return np.zeros(0)
    high, wide = times.shape
    grid = (np.arange(5) + 0.5) / 5
    across = evidence.quads[:, None, 0] + grid[None, :, None] * (evidence.quads[:, 1] - evidence.quads[:, 0])[:, None]
    below = evidence.quads[:, None, 3] + grid[None, :, None] * (evidence.quads[:, 2] - evidence.quads[:, 3])[:, None]
    points = across[:, None] + grid[None, :, None, None] * (below - across)[:, None]
    at = (points.reshape(len(evidence.quads), -1, 2) * like.scale).astype(int)
    x, y = np.clip(at[..., 0], 0, wide - 1), np.clip(at[..., 1], 0, high - 1)
    return np.sort(times[y, x], axis=1)[:, int(_MOSTLY * grid.size**2)]


def _places(news: MotionMask, known: Evidence, like: Thumbnail) -> list[NDArray[np.float64]]:
    """Return places (4, 2) of the size of a tile that cover a mask, in pixels of the picture."""
    height = float(np.median(sides(known.quads).max(axis=1)))
    step = max(1, int(height * like.scale / 2))
    padded = np.pad(news, ((0, -news.shape[0] % step), (0, -news.shape[1] % step)))
    cells = padded.reshape(padded.shape[0] // step, step, -1, step).any(axis=(1, 3))
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * height / 2
    return [half + (np.array([x, y]) + 0.5) * step / like.scale for y, x in np.argwhere(cells)]


def _changed_tiles(picture: Picture, still: _StillHand) -> NDArray[np.bool_]:
    """Return (N,) True for tiles of the hand that have changed since they were read."""
    return changed_crops(still.crops, grey_crops(picture, still.quads))


def _vanished(before: NDArray[np.float64], disturbed: NDArray[np.bool_], now: NDArray[np.float64]) -> bool:
    """Return True if some tiles are hidden: missing from their places, while most are still visible and none are new.

    Args:
        before: (N, 4, 2) corners of the tiles when they were read.
        disturbed: (N,) True for those that have changed.
        now: (M, 4, 2) corners of the visible tiles.
    """
    if not len(before) or not len(now):
        return False
    reach = np.linalg.norm(before[:, 1] - before[:, 0], axis=1) / 2
    off = np.linalg.norm(before.mean(axis=1)[:, None] - now.mean(axis=1)[None], axis=2)
    gone = (off.min(axis=1) > reach) & disturbed
    come = off.min(axis=0) > reach.mean()
    return bool(come.sum() < gone.sum() < len(before) / 2)


def _area(quads: NDArray[np.float64]) -> float:
    """Return the median area of quads (N, 4, 2) in square pixels; 0 for none."""
    return float(np.median([cv2.contourArea(quad) for quad in quads.astype(np.float32)])) if len(quads) else 0.0


def _sharpness(picture: Picture, quads: NDArray[np.float64]) -> float:
    """Return the variance of the Laplacian over the tiles' bounding box; 0 for no tiles."""
    if not len(quads):
        return 0.0
    low = np.maximum(quads.min(axis=(0, 1)).astype(int), 0)
    high = np.maximum(quads.max(axis=(0, 1)).astype(int), low + 1)
    part = picture[low[1] : high[1], low[0] : high[0]]
    return float(cv2.Laplacian(part, cv2.CV_16S).astype(np.float32).var()) if part.size else 0.0
