"""From pictures of a table to looks: `Follower`, the one class that other rooms need."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from scoring.follow.seen import SEATS, Change, ChangeKind, Look, SeenTile, Stick
from vision.evidence import Evidence
from vision.follow.changes import compare
from vision.follow.settle import Mask, Scene, Settling
from vision.follow.tracks import Find, Track, finds, width
from vision.follow.zones import STRIP, WALL, Places, depth
from vision.image import Picture
from vision.quads import Array, Quad

Detect = Callable[[Picture, float], Evidence]
"""Finds and names the tiles in a part of a picture, which has a share of the whole one's longer side."""

_EVERY: Final = 1.0
"""Seconds without changes after which a look says so."""

_WHOLE: Final = 15.0
"""Seconds between two looks at the whole table while nothing moves. Less finds sooner what was missed; more takes less
processor time."""

_CALM: Final = 0.004
"""Share of the table that may be busy while it counts as still."""

_CROPS: Final = (192, 256, 320, 448, 640)
"""Sides in pixels of the parts that are looked at, of a picture 1080 pixels high: few, since the runtime prepares each
size of its own."""

_BORDER: Final = 1.3
"""Tile widths beyond a changed place that are looked at. More takes longer; less cuts tiles off."""

_LIKELY: Final = 0.5
"""Probability above which a find is a tile."""

_WHOLE_TILE: Final = 0.4
"""Probability of being seen whole above which a find counts."""

_TOUCHED: Final = 0.12
"""Share of a tile's cells that differ if it came or went."""

_USUAL: Final = 0.03
"""Width of a tile in sides of the table until tiles were seen."""

_RECENT: Final = 0.6
"""Seconds over which the arm that was last over a place counts more than those before."""


@dataclass(slots=True, eq=False)
class _News:
    """Changes of a look that is being made."""

    changes: list[Change]
    sticks: list[Stick]


class Follower:
    """Follows the tiles on a table. Pictures come in order; it keeps what lies on the table between them."""

    def __init__(self, detect: Detect, size: tuple[int, int], corners: Quad | Array) -> None:
        """Begin.

        Args:
            detect: Finds and names tiles.
            size: (width, height) of the pictures in pixels.
            corners: Corners of the table, counter-clockwise from the left end of seat 1's side.
        """
        self._detect: Final = detect
        self._size: Final = size
        self._settling = Settling(size, np.asarray(corners))
        self.places = Places(corners)
        self.tracks: dict[int, Track] = {}
        self._last_number = 0
        self._tile = _USUAL
        self._looked = -1e9
        self._told = -1e9
        self._backs: list[Find] = []

    def update(self, picture: Picture, t: float) -> Look | None:
        """Take the next picture (height, width, 3); return a look if there is something to tell."""
        scene = self._settling.update(picture, t)
        news = _News([], [])
        if scene.shift is not None:
            self.places = self.places.moved(scene.shift)
            for track in self.tracks.values():
                track.quad = track.quad + np.array(scene.shift)
        if scene.lost:
            self._whole(picture, scene, news)
            return self._look(scene, news, fresh=True)
        for crop, mask in self._crops(scene):
            self._part(picture, scene, crop, mask, news)
        if scene.busy < _CALM and not scene.dark and t - self._looked >= _WHOLE:
            self._whole(picture, scene, news)
        if not (news.changes or news.sticks) and t - self._told < _EVERY:
            return None
        return self._look(scene, news)

    def _look(self, scene: Scene, news: _News, fresh: bool = False) -> Look:
        self._told = scene.t
        return Look(
            t=round(scene.t, 2),
            changes=tuple(news.changes),
            sticks=tuple(news.sticks),
            still=scene.busy < _CALM and not scene.dark,
            fresh=fresh,
        )

    def _crops(self, scene: Scene) -> Iterator[tuple[tuple[int, int, int, int], Mask]]:
        """Yield the parts (left, top, right, bottom) of the picture to look at, with their changed cells."""
        scale, (wide, high) = self._settling.scale, self._size
        reach = _BORDER * self._pixels
        boxes = []
        for rest in scene.rests:
            left, top, right, bottom = (side / scale for side in rest.box)
            boxes.append(([left - reach, top - reach, right + reach, bottom + reach], rest.mask))
        merged = True
        while merged:
            merged = False
            for i, (box, mask) in enumerate(boxes):
                for j in range(i):
                    other, more = boxes[j]
                    both = [*np.minimum(box[:2], other[:2]).tolist(), *np.maximum(box[2:], other[2:]).tolist()]
                    if _area(both) < 1.2 * (_area(box) + _area(other)) and max(both[2] - both[0], both[3] - both[1]) < 640:
                        boxes[j] = (both, mask | more)
                        del boxes[i]
                        merged = True
                        break
                if merged:
                    break
        for (left, top, right, bottom), mask in boxes:
            longer = max(right - left, bottom - top)
            side = next((each * high / 1080 for each in _CROPS if each * high / 1080 >= longer), longer)
            x, y = (left + right - side) / 2, (top + bottom - side) / 2
            x, y = min(max(0.0, x), max(0.0, wide - side)), min(max(0.0, y), max(0.0, high - side))
            yield (int(x), int(y), min(wide, int(x + side)), min(high, int(y + side))), mask

    @property
    def _pixels(self) -> float:
        """The width of a tile in pixels."""
        corners = self.places.corners
        return self._tile * float(np.linalg.norm(corners[1] - corners[0]))

    def _part(
        self, picture: Picture, scene: Scene, crop: tuple[int, int, int, int], mask: Mask, news: _News
    ) -> None:
        """Look at a part of the picture."""
        left, top, right, bottom = crop
        part = picture[top:bottom, left:right]
        seen = self._detect(part, max(part.shape[:2]) / max(picture.shape[:2]))
        edge = 0.35 * self._pixels
        low, high = np.array([left, top]) + edge, np.array([right, bottom]) - edge
        low = np.where(np.array([left, top]) == 0, -1e9, low)
        high = np.where(np.array([right, bottom]) == np.array(self._size), 1e9, high)

        def inside(quad: Array) -> bool:
            return bool(((quad.mean(axis=0) >= low) & (quad.mean(axis=0) <= high)).all())

        found = [each for each in finds(seen, self.places, (left, top)) if inside(each.quad)]
        here = [each for each in self.tracks.values() if inside(each.quad)]
        self._compare(here, found, scene, mask, news)
        self._settling.take(mask)

    def _whole(self, picture: Picture, scene: Scene, news: _News) -> None:
        """Look at the whole table."""
        self._looked = scene.t
        seen = self._detect(picture, 1.0)
        found = finds(seen, self.places)
        if len(found) >= 8:
            pixels = width(np.array([each.quad for each in found if each.score > _LIKELY] or [found[0].quad]))
            corners = self.places.corners
            self._tile = pixels / float(np.linalg.norm(corners[1] - corners[0]))
        self._backs = [each for each in found if not each.up and each.score > _LIKELY]
        self._compare(list(self.tracks.values()), found, scene, None, news)
        if scene.lost:
            self._settling.restart(scene.t)

    def _compare(self, here: list[Track], found: list[Find], scene: Scene, mask: Mask | None, news: _News) -> None:
        """Compare what was found in a part of the picture with the tracks there; `mask` has its changed cells."""
        t, arms = scene.t, scene.arms
        found = [each for each in found if each.score >= _LIKELY and self._counts(each)]
        if arms is not None:
            found = [each for each in found if not arms[self._settling.cells(each.quad)].any()]
        result = compare(here, found, self._tile)
        for track, find in result.same:
            before = self._told_of(track)
            known = track.named
            track.add(find, t)
            if track.named and not known:
                news.changes.append(self._change("named", track, t, before))
        for kind, pairs in (("turned", result.turned), ("moved", result.moved)):
            for track, find in pairs:
                before = self._told_of(track)
                track.add(find, t, fresh=kind == "turned")
                track.walled = self._walled(track.place)
                news.changes.append(self._change(kind, track, t, before))  # type: ignore[arg-type]
        for track in result.went:
            cells = self._settling.cells(track.quad)
            if arms is not None and arms[cells].any():
                continue
            if mask is not None and mask[cells].mean() < _TOUCHED:
                continue
            if mask is None and not scene.lost:
                continue
            news.changes.append(self._change("gone", track, t, None))
            del self.tracks[track.number]
        for find in result.came:
            cells = self._settling.cells(find.quad)
            if find.whole < _WHOLE_TILE:
                continue
            if mask is not None and mask[cells].mean() < _TOUCHED and find.score < 0.8:
                continue
            self._last_number += 1
            track = Track(self._last_number, find.quad, find.place, find.up, t, t)
            track.add(find, t)
            track.walled = self._walled(find.place)
            self.tracks[track.number] = track
            news.changes.append(self._change("appeared", track, t, None))

    def _told_of(self, track: Track) -> SeenTile:
        return track.told(self.places)

    def _counts(self, find: Find) -> bool:
        """Return True for a find that is followed: a face anywhere, a back where no wall and no hand stands."""
        near = min(depth(find.place, seat) for seat in SEATS)
        return find.up or near > WALL

    def _walled(self, place: Array) -> float:
        """Return the probability that a tile is part of a wall, by the backs that touch it."""
        near = sum(float(np.hypot(*(each.place - place))) < 1.5 * self._tile for each in self._backs)
        return 0.95 if near else 0.25

    def _change(self, kind: ChangeKind, track: Track, t: float, before: SeenTile | None) -> Change:
        if kind == "named":
            return Change(kind, self._told_of(track), t, t, before)
        cells = self._settling.cells(track.quad)
        after = float(np.median(self._settling.clear[cells])) if cells.any() else 0.0
        after = max(0.0, min(after, t))
        paused = float(np.median(self._settling.paused[cells])) if cells.any() else t
        until = paused if after < paused <= t else t
        return Change(kind, self._told_of(track), round(after, 2), round(until, 2), before, self._arms(cells, after, t))

    def _arms(self, cells: Mask, after: float, t: float) -> dict[int, float]:
        """Return the weights of the seats whose arm was over some cells since a moment."""
        last = {seat: float(np.median(at[cells])) if cells.any() else -1.0 for seat, at in self._settling.reached.items()}
        last = {seat: at for seat, at in last.items() if at > after - 0.15}
        if not last:
            return {}
        newest = max(last.values())
        weights = {seat: float(np.exp((at - newest) / _RECENT)) for seat, at in last.items()}
        total = sum(weights.values())
        return {seat: round(weight / total, 3) for seat, weight in weights.items() if weight / total > 0.01}


def _area(box: list[float]) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])
