"""Reads a hand from a live picture: when it lies still, nothing covers it, and over several pictures."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evidence import Evidence
from vision.fusion import fused
from vision.hand.hypotheses import weighed
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
from vision.reading import Reading
from vision.tta import ROTATIONS, TileFinder

TrackerState = Literal["moving", "covered", "joining", "settled"]

STILL: Final = 0.3
"""Seconds without a change after which a place lies still."""

LOOKS: Final = 3
"""Pictures that are joined at least before a reading stands."""

MOST: Final = 8
"""Pictures that are joined at most, while doubts are left."""

_RESTLESS: Final = 0.7  # seconds after which something that moves elsewhere is not waited for any longer
_WIDE: Final = 1.0  # of a tile's width: what moves so near the hand belongs to it, or is about to cover it
_BESIDE: Final = 0.35  # a tile's sides and shadow lie within this of its face
_TOUCHING: Final = 0.7  # what reaches in so near may cover a tile that is not seen
_AROUND: Final = 3.0  # within this is the cloth that the tiles lie on
_AT_HOME: Final = 4.0  # seconds after which what lies there without a stir belongs to the table
_RESTING: Final = 20.0  # the same of an arm


@dataclass(frozen=True, slots=True)
class Tracked:
    """What is known of the hand at one picture.

    Attributes:
        state: `moving`: something moves where the hand lies. `covered`: something lies over the hand or reaches to
            it. `joining`: still, but too few pictures yet. `settled`: the reading stands.
        reading: Of all pictures joined, and `evidence` what they say together; None while moving or covered.
        picture: The sharpest of the pictures joined, at full resolution; `reading` is in its pixels.
        joined: How many pictures were joined.
        anew: This picture was read; otherwise it was only seen that every tile still lies as it was read.
    """

    state: TrackerState
    reading: Reading | None = None
    evidence: Evidence | None = field(default=None, repr=False)
    picture: Picture | None = field(default=None, repr=False)
    fused: int = 0
    newly_read: bool = False

    @property
    def sure(self) -> bool:
        """The reading stands and nothing about it is doubtful."""
        return self.state == "settled" and self.reading is not None and self.reading.sure


@dataclass(slots=True)
class _Standing:
    """What was read of a hand that lies still.

    Attributes:
        anchor: The view it was read in.
        looks: What each picture said; `evidence` what they say together, and `reading` the hand of it.
        quads: (N, 4, 2) where its tiles lie, and `crops` what they look like.
        wide: Its places with what is beside them.
        picture: The sharpest of the pictures, as sharp as `sharp`.
        settled: Enough pictures agree, or there is nothing more to learn.
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
    """Takes the pictures of one camera, one after another, and tells what is known of the hand at each.

    A hand that moves, or that something reaches over, is not read. Once it lies still its pictures are read and joined
    until they agree; then the reading stands as long as every tile lies where it lay and looks as it looked.
    """

    def __init__(self, look: TileFinder, weigh: Callable[[Evidence], Reading] = weighed) -> None:
        """`look` looks at one picture, `weigh` makes the hand of what was seen."""
        self._look = look
        self._weigh = weigh
        self.reset()

    def reset(self) -> None:
        """Begins anew, as after a pause."""
        self._before: Thumbnail | None = None
        self._news_at = 0.0  # when a picture last was another than the one before
        self._moved_at = np.zeros((0, 0))  # the same of every place
        self._looked_at = -np.inf
        self._clear: tuple[Thumbnail, Mask] | None = None  # the newest view with nothing over the hand, and its tiles
        self._covered: tuple[Thumbnail, float] | None = None  # the view in which something did, and until when it is so
        self._standing: _Standing | None = None

    def update(self, picture: Picture, at: float) -> Tracked:
        """Takes the next picture.

        Args:
            picture: (height, width, 3) blue-green-red pixels at full resolution.
            at: When it was taken, in seconds.
        """
        now = thumbnail(picture)
        before, self._before = self._before, now
        if before is None or before.size != now.size:
            self.reset()
            self._before, self._news_at, self._looked_at = now, at, at
            self._moved_at = np.full(now.luminance.shape, at)
            return Tracked("moving")
        if not identical(before, now):
            self._news_at = at
        self._moved_at[changes(before, now)] = at
        restless = at - self._moved_at < STILL
        standing = self._standing
        if standing:
            if (restless & standing.wide).any():
                return Tracked("covered" if self._covered else "moving")
            changed = changes(standing.anchor, now) & ~restless
            touched = bool((changed & standing.wide).any()) or bool(_disturbed(picture, standing).any())
            if not touched:
                self._covered = None
                if changed.any() and at - self._looked_at >= _RESTLESS:
                    return self._beside(picture, at, now, standing, restless)
                return self._again(picture, at, now, standing)
        if self._covered and not (changes(self._covered[0], now) & ~restless).any():
            if at < self._covered[1]:
                return Tracked("covered")
            self._clear, self._standing = (now, np.zeros(now.luminance.shape, bool)), None
        elif restless.any() and at - self._looked_at < _RESTLESS:
            return Tracked("covered" if self._covered else "moving")
        return self._anew(picture, at, now, restless)

    def _again(self, picture: Picture, at: float, now: Thumbnail, standing: _Standing) -> Tracked:
        """The hand lies as it was read: it is read once more, or confirmed."""
        held = at - self._news_at >= STILL  # the very same picture teaches nothing more
        standing.settled |= held
        if standing.settled:
            self._clear = standing.anchor, quad_mask(standing.looks[-1].quads, _BESIDE, now)
        if held or (standing.settled and (standing.reading.sure or len(standing.looks) >= MOST)):
            return _sight(standing, newly_read=False)
        self._looked_at = at
        # Turned, it shows the networks more than the next picture does.
        return self._join(picture, standing, self._look(picture, ROTATIONS[len(standing.looks) % len(ROTATIONS)]))

    def _beside(self, picture: Picture, at: float, now: Thumbnail, standing: _Standing, restless: Mask) -> Tracked:
        """The hand lies as it was read, but something beside it changed, which may belong to it."""
        self._looked_at = at
        evidence = self._look(picture, ROTATIONS[0])
        fresh = self._read(picture, now, [evidence])
        if not (quad_mask(fresh.quads, 0.0, now) & ~standing.wide & ~restless).any():
            standing.anchor = now
            return _sight(standing, newly_read=False)
        self._standing = fresh
        return _sight(fresh, newly_read=True)

    def _anew(self, picture: Picture, at: float, now: Thumbnail, restless: Mask) -> Tracked:
        """The hand does not lie as it was read, or was not read yet: reads it, unless it is covered."""
        self._looked_at = at
        evidence = self._look(picture, ROTATIONS[0])
        fresh = self._read(picture, now, [evidence])
        if (restless & fresh.wide).any():
            return Tracked("covered" if self._covered else "moving")
        lasting = self._covering(picture, now, evidence, fresh)
        if lasting:
            self._covered = now, at + lasting
            return Tracked("covered")
        self._standing, self._covered = fresh, None
        return _sight(fresh, newly_read=True)

    def _covering(self, picture: Picture, now: Thumbnail, evidence: Evidence, fresh: _Standing) -> float:
        """Whether something reaches in to the hand, or lies where tiles of it lay: for how many seconds that holds."""
        old = self._standing
        tiles = quad_mask(evidence.quads, _BESIDE, now)
        hand = quad_mask(fresh.quads, _TOUCHING, now)
        if old:
            hand |= quad_mask(old.quads, _BESIDE, now)
        least = 0.5 * _area(fresh.quads) * now.scale**2
        tone = skin_mask(now)
        clear = self._clear and aligned(self._clear[0], now)
        if self._clear and clear:
            uncovered = self._clear[1] | (skin_mask(clear) & ~tone)  # tiles lay there, or an arm
            reach = intrusion(changes(clear, now) & ~tiles & ~uncovered, hand, tone, least)
        else:
            cloth = quad_mask(evidence.quads, _AROUND, now) & ~tiles
            tone &= unlike_background(now, cloth) & ~tiles
            reach = intrusion(tone, hand, tone, 2 * least)
        if reach:
            return _RESTING if reach == "arm" else _AT_HOME
        return _AT_HOME if old and _lacking(old.quads, _disturbed(picture, old), fresh.quads) else 0.0

    def _read(self, picture: Picture, anchor: Thumbnail, looks: list[Evidence]) -> _Standing:
        evidence = fused(looks)
        reading = self._weigh(evidence)
        ours = {t for group in reading.groups if group.kind != "aside" for t in group.tiles}
        quads = np.array([tile.quad for t, tile in enumerate(reading.tiles) if t in ours or not ours], np.float64)
        quads = quads.reshape(-1, 4, 2)
        wide = quad_mask(quads, _WIDE, anchor)
        crops, sharp = grey_crops(picture, quads), _sharpness(picture, quads)
        return _Standing(anchor, looks, evidence, reading, quads, crops, wide, picture, sharp)

    def _join(self, picture: Picture, standing: _Standing, evidence: Evidence) -> Tracked:
        looks = [*standing.looks, evidence]
        fresh = self._read(picture, standing.anchor, looks)
        if standing.sharp >= fresh.sharp:
            fresh.picture, fresh.sharp = standing.picture, standing.sharp
        agreed = (fresh.reading.hand, fresh.reading.sure) == (standing.reading.hand, standing.reading.sure)
        fresh.settled = standing.settled or (agreed and len(looks) >= LOOKS) or len(looks) >= MOST
        self._standing = fresh
        return _sight(fresh, newly_read=True)


def _sight(standing: _Standing, newly_read: bool) -> Tracked:
    state: TrackerState = "settled" if standing.settled else "joining"
    return Tracked(state, standing.reading, standing.evidence, standing.picture, len(standing.looks), newly_read)


def _disturbed(picture: Picture, standing: _Standing) -> NDArray[np.bool_]:
    """Which tiles of the hand look otherwise at their places than when they were read."""
    return changed_crops(standing.crops, grey_crops(picture, standing.quads))


def _lacking(before: NDArray[np.float64], disturbed: NDArray[np.bool_], now: NDArray[np.float64]) -> bool:
    """Whether some tiles are no longer seen where they lay, while most lie there still and no others came instead."""
    if not len(before) or not len(now):
        return False
    reach = np.linalg.norm(before[:, 1] - before[:, 0], axis=1) / 2
    off = np.linalg.norm(before.mean(axis=1)[:, None] - now.mean(axis=1)[None], axis=2)
    gone = (off.min(axis=1) > reach) & disturbed
    come = off.min(axis=0) > reach.mean()
    return bool(come.sum() < gone.sum() < len(before) / 2)


def _area(quads: NDArray[np.float64]) -> float:
    """Of a usual tile, in pixels."""
    return float(np.median([cv2.contourArea(quad) for quad in quads.astype(np.float32)])) if len(quads) else 0.0


def _sharpness(picture: Picture, quads: NDArray[np.float64]) -> float:
    """How much fine detail the tiles show."""
    if not len(quads):
        return 0.0
    low = np.maximum(quads.min(axis=(0, 1)).astype(int), 0)
    high = np.maximum(quads.max(axis=(0, 1)).astype(int), low + 1)
    part = picture[low[1] : high[1], low[0] : high[0]]
    return float(cv2.Laplacian(part, cv2.CV_16S).astype(np.float32).var()) if part.size else 0.0
