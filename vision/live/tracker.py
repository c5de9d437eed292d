"""Track the hand in a live picture: read it once it lies still and uncovered, over several pictures."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring import parse
from scoring.circumstances import wins
from vision.evidence import Evidence
from vision.fusion import fused
from vision.hand.hypotheses import best_reading
from vision.image import Picture
from vision.live.motion import (
    Mask,
    Thumbnail,
    aligned,
    changed_crops,
    changes,
    grey_crops,
    identical,
    intrusion,
    quad_mask,
    skin_mask,
    thumbnail,
    unlike_background,
)
from vision.live.shot import Shot
from vision.reading import Reading
from vision.tta import ROTATIONS, TileFinder

TrackerState = Literal["moving", "covered", "joining", "settled"]
"""State of the hand.

`moving`: something moves at the hand. `covered`: something covers it or reaches to it. `joining`: it lies still, but
too few pictures are fused yet. `settled`: its reading stands.
"""

STILL: Final = 0.3
"""Seconds without a change after which a place is still. More delays the reading; less reads tiles while they slide."""

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

_BACKGROUND: Final = 3.0
"""Tile widths around the tiles within which the cloth around them shows. More includes other cloths; less leaves too
little cloth to compare with."""

_THING_STAYS: Final = 4.0
"""Seconds after which a still thing over the hand counts as part of the table. More waits for a cup that stays; less
reads under a passing object."""

_ARM_STAYS: Final = 20.0
"""Seconds after which a still arm over the hand counts as part of the table. More waits for a resting arm; less reads a
half-covered hand."""

_RESTLESS: Final = 1.0
"""Seconds after a movement for which the next pictures are wanted soon. More takes processor time; less delays the
reading of a hand that has just been laid."""

_MIN_THING: Final = 0.5
"""Share of a tile's area below which an intruding object is ignored. More ignores fingers; less waits for noise."""


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
        laid: True if the hand was laid down: its tiles lie where none lay face up before.
    """

    state: TrackerState
    reading: Reading | None = None
    evidence: Evidence | None = field(default=None, repr=False)
    picture: Picture | None = field(default=None, repr=False)
    fused: int = 0
    newly_read: bool = False
    laid: bool = False

    @property
    def sure(self) -> bool:
        """True if the reading stands without a doubt."""
        return self.state == "settled" and self.reading is not None and self.reading.sure


@dataclass(slots=True)
class _StillHand:
    """A hand that lies still, as last read.

    Attributes:
        anchor: Thumbnail of the picture it was read in.
        looks: Evidence of each picture read.
        evidence: All of them fused.
        reading: The hand read from `evidence`.
        quads: (N, 4, 2) corners of its tiles in pixels.
        crops: (N, 32, 24) grey crops of its tiles.
        wide: Mask of its tiles, and `_NEARBY` around them.
        picture: The sharpest picture read.
        sharp: Sharpness of that picture.
        settled: True if enough pictures agree, or no further one could tell more.
    """

    anchor: Thumbnail
    looks: list[Evidence]
    evidence: Evidence
    reading: Reading
    quads: NDArray[np.float64]
    crops: NDArray[np.float32]
    wide: Mask
    picture: Picture
    sharp: float
    settled: bool = False


class Tracker:
    """A tracker of the hand through the pictures of one camera.

    A hand that moves or is covered is not read. Once it lies still, pictures are read and fused until the readings
    agree. Then the reading stands as long as every tile keeps its place and its look.
    """

    def __init__(self, look: TileFinder, decode: Callable[[Evidence], Reading] = best_reading) -> None:
        """Prepare a tracker.

        Args:
            look: Finds and names the tiles of one picture.
            decode: Reads the hand from evidence.
        """
        self._look = look
        self._decode = decode
        self.reset()

    def reset(self) -> None:
        """Forget the hand, as after a pause."""
        self._before: Thumbnail | None = None
        self._news_at = 0.0  # time of the last change between two pictures
        self._moved_at = np.zeros((0, 0))  # (h, w) the same for each pixel of the thumbnail
        self._looked_at = -np.inf
        self._clear: tuple[Thumbnail, Mask] | None = None  # the newest uncovered view, and a mask of its tiles
        self._covered: tuple[Thumbnail, float] | None = (
            None  # the covered view, and the time until which it counts as one
        )
        self._still: _StillHand | None = None
        self._at = -np.inf  # time of the newest picture

    @property
    def restless(self) -> bool:
        """True if the next picture is wanted soon: something has just moved, or pictures are being fused."""
        moved = self._at - float(self._moved_at.max(initial=-np.inf)) < _RESTLESS
        return moved or (self._still is not None and not self._still.settled)

    def update(self, picture: Picture | Shot, at: float) -> Tracked:
        """Take the next picture, and return the state of the hand after it.

        Args:
            picture: A picture of the camera, or its (height, width, 3) blue-green-red pixels at full resolution. Of a
                `Shot` the full pixels are decoded only for a look.
            at: Time of the picture, in seconds of any clock.
        """
        shot = picture if isinstance(picture, Shot) else Shot(picture)
        sight = self._seen(shot.pixels, thumbnail(shot.small, shot.size), at)
        won = sight.reading is not None and sight.reading.hand is not None and wins(parse(sight.reading.hand))
        return replace(sight, laid=won)

    def _seen(self, picture: Picture, now: Thumbnail, at: float) -> Tracked:
        self._at = at
        before, self._before = self._before, now
        if before is None or before.size != now.size:
            self.reset()
            self._before, self._news_at, self._looked_at = now, at, at
            self._moved_at = np.full(now.luminance.shape, at)
            return Tracked("moving")
        if not identical(before, now):
            self._news_at = at
        self._moved_at[changes(before, now)] = at
        moving = at - self._moved_at < STILL
        still = self._still
        if still:
            if (moving & still.wide).any():
                return Tracked("covered" if self._covered else "moving")
            changed = changes(still.anchor, now) & ~moving
            touched = bool((changed & still.wide).any()) or bool(_changed_tiles(picture, still).any())
            if not touched:
                self._covered = None
                if changed.any() and at - self._looked_at >= _PATIENCE:
                    return self._check_beside(picture, at, now, still, moving)
                return self._confirm(picture, at, now, still)
        if self._covered and not (changes(self._covered[0], now) & ~moving).any():
            if at < self._covered[1]:
                return Tracked("covered")
            self._clear, self._still = (now, np.zeros(now.luminance.shape, bool)), None
        elif moving.any() and at - self._looked_at < _PATIENCE:
            return Tracked("covered" if self._covered else "moving")
        return self._start_over(picture, at, now, moving)

    def _confirm(self, picture: Picture, at: float, now: Thumbnail, still: _StillHand) -> Tracked:
        """Read the still hand once more, or confirm its reading."""
        held = at - self._news_at >= STILL  # the same picture again tells nothing new
        still.settled |= held
        if still.settled:
            self._clear = still.anchor, quad_mask(still.looks[-1].quads, _RIM, now)
        if held or (still.settled and (still.reading.sure or len(still.looks) >= MAX_LOOKS)):
            return _tracked(still, newly_read=False)
        self._looked_at = at
        # A rotated copy of this picture tells the networks more than the next picture.
        return self._fuse(picture, still, self._look(picture, ROTATIONS[len(still.looks) % len(ROTATIONS)]))

    def _check_beside(self, picture: Picture, at: float, now: Thumbnail, still: _StillHand, moving: Mask) -> Tracked:
        """Confirm the still hand or read it again, after a change beside it that may belong to it."""
        self._looked_at = at
        evidence = self._look(picture, ROTATIONS[0])
        fresh = self._read(picture, now, [evidence])
        if not (quad_mask(fresh.quads, 0.0, now) & ~still.wide & ~moving).any():
            still.anchor = now
            return _tracked(still, newly_read=False)
        self._still = fresh
        return _tracked(fresh, newly_read=True)

    def _start_over(self, picture: Picture, at: float, now: Thumbnail, moving: Mask) -> Tracked:
        """Read a hand that is new or has changed, unless it is covered."""
        self._looked_at = at
        evidence = self._look(picture, ROTATIONS[0])
        fresh = self._read(picture, now, [evidence])
        if (moving & fresh.wide).any():
            return Tracked("covered" if self._covered else "moving")
        lasting = self._covered_for(picture, now, evidence, fresh)
        if lasting:
            self._covered = now, at + lasting
            return Tracked("covered")
        self._still, self._covered = fresh, None
        return _tracked(fresh, newly_read=True)

    def _covered_for(self, picture: Picture, now: Thumbnail, evidence: Evidence, fresh: _StillHand) -> float:
        """Return the seconds for which the hand counts as covered; 0 if nothing reaches in and no tile is hidden."""
        old = self._still
        tiles = quad_mask(evidence.quads, _RIM, now)
        hand = quad_mask(fresh.quads, _TOUCHING, now)
        if old:
            hand |= quad_mask(old.quads, _RIM, now)
        least = _MIN_THING * _area(fresh.quads) * now.scale**2
        tone = skin_mask(now)
        clear = self._clear and aligned(self._clear[0], now)
        if self._clear and clear:
            uncovered = self._clear[1] | (skin_mask(clear) & ~tone)  # places that a tile or an arm has left
            reach = intrusion(changes(clear, now) & ~tiles & ~uncovered, hand, tone, least)
        else:
            cloth = quad_mask(evidence.quads, _BACKGROUND, now) & ~tiles
            tone &= unlike_background(now, cloth) & ~tiles
            reach = intrusion(tone, hand, tone, 2 * least)
        if reach:
            return _ARM_STAYS if reach == "arm" else _THING_STAYS
        return _THING_STAYS if old and _vanished(old.quads, _changed_tiles(picture, old), fresh.quads) else 0.0

    def _read(self, picture: Picture, anchor: Thumbnail, looks: list[Evidence]) -> _StillHand:
        evidence = fused(looks)
        reading = self._decode(evidence)
        ours = {t for group in reading.groups if group.kind != "aside" for t in group.tiles}
        quads = np.array([tile.quad for t, tile in enumerate(reading.tiles) if t in ours or not ours], np.float64)
        quads = quads.reshape(-1, 4, 2)
        wide = quad_mask(quads, _NEARBY, anchor)
        crops, sharp = grey_crops(picture, quads), _sharpness(picture, quads)
        return _StillHand(anchor, looks, evidence, reading, quads, crops, wide, picture, sharp)

    def _fuse(self, picture: Picture, still: _StillHand, evidence: Evidence) -> Tracked:
        looks = [*still.looks, evidence]
        fresh = self._read(picture, still.anchor, looks)
        if still.sharp >= fresh.sharp:
            fresh.picture, fresh.sharp = still.picture, still.sharp
        agreed = (fresh.reading.hand, fresh.reading.sure) == (still.reading.hand, still.reading.sure)
        fresh.settled = still.settled or (agreed and len(looks) >= MIN_LOOKS) or len(looks) >= MAX_LOOKS
        self._still = fresh
        return _tracked(fresh, newly_read=True)


def _tracked(still: _StillHand, newly_read: bool) -> Tracked:
    state: TrackerState = "settled" if still.settled else "joining"
    return Tracked(state, still.reading, still.evidence, still.picture, len(still.looks), newly_read)


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
