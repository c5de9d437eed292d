"""The scene of a fixed camera as it lies still: learnt from its pictures, so that what moves and reaches in stands out.

What an arm is follows from this alone: it differs from what has long lain still, and reaches in from the edge of the
picture. Colours do not tell, since a tan table, a wall of yellow backs and a wooden rim all have that of skin.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.live.motion import MotionMask, Thumbnail, aligned, blended, changes, parts, shift_between

STILL: Final = 0.3
"""Seconds without a change after which a place is still. More delays the reading; less reads tiles while they slide."""

ARM_STAYS: Final = 20.0
"""Seconds after which what reaches in and lies still counts as part of the scene. More waits for a resting arm; less
reads a half-covered hand."""

_ELSEWHERE: Final = 0.25
"""Share of the picture that differs once it is calm from which it is another scene. More learns a moved camera as many
new things; less forgets a table at which much was changed at once."""

_BUMPED: Final = 0.03
"""Share of the picture that differs once it is calm from which the camera may have been moved. More misses small moves;
less takes longer."""

_CALM: Final = 0.002
"""Greatest share of moving pixels of a calm picture. More compares while arms move; less never finds a busy table
calm."""

_RING: Final = np.ones((3, 3), np.uint8)
"""Neighbourhood of a pixel that makes an outline two pixels wide."""


@dataclass(slots=True)
class StillScene:
    """The scene as it lies still, at the size of thumbnails.

    Attributes:
        view: For every pixel what has lain there last.
        moved_at: (h, w) time of the last change between two pictures.
        placed_at: (h, w) time since when what is in `view` has lain there; minus infinity if from the start.
        away: Mask of the pixels that differ from `view` now: arms, and what moves.
        shifts: Number of moves of the camera followed; `shift` is the last one, (x, y) in pixels of the picture.
    """

    view: Thumbnail
    moved_at: NDArray[np.float64]
    placed_at: NDArray[np.float64]
    away: MotionMask
    shifts: int = 0
    shift: tuple[float, float] = (0.0, 0.0)
    _before: Thumbnail | None = None
    _tried_at: float = -np.inf

    @classmethod
    def of(cls, now: Thumbnail, at: float) -> "StillScene":
        """Return the scene of a first picture, in which everything may still move."""
        shape = now.luminance.shape
        return cls(now, np.full(shape, at), np.full(shape, -np.inf), np.zeros(shape, bool), _before=now)

    def moving(self, at: float) -> MotionMask:
        """Return a mask of the pixels that have changed within `STILL` seconds."""
        return np.asarray(at - self.moved_at < STILL)

    def update(self, now: Thumbnail, at: float) -> bool:
        """Take the next picture of the same size; return False if it shows another scene, which is learnt anew."""
        assert self._before is not None
        self.moved_at[changes(self._before, now)] = at
        self._before = now
        moving = self.moving(at)
        self.away = changes(self.view, now)
        calm = moving.mean() < _CALM
        if calm and self.away.mean() > _BUMPED and self.moved_at.max() > self._tried_at:
            self._tried_at = at
            self._follow(now)
            if self.away.mean() > _ELSEWHERE:
                fresh = StillScene.of(now, at)
                self.view, self.placed_at, self.away = fresh.view, fresh.placed_at, fresh.away
                return False
        self._learn(now, at, moving)
        return True

    def reaching(self) -> MotionMask:
        """Return a mask of what differs from the scene and reaches in from the edge of the picture."""
        assert self._before is not None
        now = self._before
        found = [part.mask for part in parts(self.away) if part.outside and not _has_left(self.view, now, part.mask)]
        return _together(found, self.away)

    def _follow(self, now: Thumbnail) -> None:
        """Follow a move of the camera."""
        x, y = shift_between(self.view, now)
        moved = aligned(self.view, now)
        if moved is None or moved is self.view:
            return
        shift = np.array([[1, 0, x], [0, 1, y]], np.float32)
        h, w = self.placed_at.shape
        lain = np.where(np.isfinite(self.placed_at), self.placed_at, -1e9).astype(np.float32)
        lain = cv2.warpAffine(lain, shift, (w, h), flags=cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[assignment]
        self.placed_at = np.where(lain < -1e8, -np.inf, lain.astype(np.float64))
        self.view, self.away = moved, changes(moved, now)
        self.shifts += 1
        self.shift = (x / now.scale, y / now.scale)

    def _learn(self, now: Thumbnail, at: float, moving: MotionMask) -> None:
        """Learn what lies still: at once what does not reach in from the edge, other things after `ARM_STAYS`."""
        learnt = ~self.away & ~moving
        for part in parts(self.away):
            if (moving & part.mask).any():
                continue
            last = float(self.moved_at[part.mask].max())
            stays = ARM_STAYS if part.outside and not _has_left(self.view, now, part.mask) else STILL
            if at - last < stays:
                continue
            places = part.mask & self.away
            self.placed_at[places] = last
            learnt |= places
        self.view = blended(self.view, now, learnt)
        self.away &= ~learnt


def _has_left(view: Thumbnail, now: Thumbnail, part: MotionMask) -> bool:
    """Return True if what differs is where something was that has left: its outline shows in the view, not now."""
    small = part.astype(np.uint8)
    outline = (cv2.dilate(small, _RING) - cv2.erode(small, _RING)) > 0
    return bool(_steepness(now)[outline].mean() < _steepness(view)[outline].mean())


def _steepness(view: Thumbnail) -> NDArray[np.float32]:
    across, down = (cv2.Sobel(view.luminance, cv2.CV_32F, x, 1 - x, ksize=3) for x in (1, 0))
    return np.asarray(cv2.magnitude(across, down))


def _together(masks: list[MotionMask], like: MotionMask) -> MotionMask:
    return np.any(masks, axis=0) if masks else np.zeros(like.shape, bool)
