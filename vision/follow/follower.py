"""From pictures of a table to looks: `Follower`, the one class that other rooms need."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from msgspec.structs import replace as changed

from scoring.follow.seen import SEATS, Change, ChangeKind, Look, SeenTile, Stick, Zone
from vision.evidence import Evidence
from vision.follow.changes import compare
from vision.follow.layout import play_square
from vision.follow.settle import Mask, Rest, Scene, Settling
from vision.follow.sticks import find_stick
from vision.follow.tracks import Find, Track, finds, width
from vision.follow.zones import AREAS, STRIP, WALL, Places, Strip, depth, regions, rows
from vision.image import Picture
from vision.quad import Quad
from vision.quads import Array, Quads

Detect = Callable[[Picture, float], Evidence]
"""Finds and names the tiles in a part of a picture, which has a share of the whole one's longer side."""

_Name = Callable[[Picture, Quads], Array]
"""Names the tiles at quads (N, 4, 2) of a picture: (N, 43) probabilities."""

_LOOKS: Final = (2, 4, 8, 16)
"""Numbers of looks at a tile's face after which a look reports its names."""

_NAME_EVERY: Final = 0.4
"""Seconds between two looks at faces, and least seconds between two at the same one. More knows names later; less takes
processor time for pictures that differ little."""

_NAMED_AT_ONCE: Final = 8
"""Most tiles named at once."""

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

_FAINT: Final = 0.3
"""Probability above which a find is a tile where something has come. Higher misses flowers of unusual drawing; lower
takes a shadow for a tile."""

_CAME: Final = 0.6
"""Share of a tile's cells that differ where it has come."""

_WHOLE_TILE: Final = 0.4
"""Probability of being seen whole above which a find counts."""

_PLAYED: Final = 0.1
"""Share of the table that may be busy when a new deal is noticed."""

_PLAYED_TILES: Final = 4
"""Least tiles that lay in the ponds of a deal that was played."""

_BUILT: Final = 25
"""Least stacks of walls that were built for a new deal; a hand's draw takes fewer than a dozen."""

_COVERED: Final = 0.2
"""Share of a zone under arms above which it counts as covered."""

_TOUCHED: Final = 0.12
"""Share of a tile's cells that differ if it came or went."""

_USUAL: Final = 0.03
"""Width of a tile in sides of the table until tiles were seen."""

_COVERED_TILE: Final = 0.5
"""Share of a tile's cells under something that lies on it above which nobody knows whose arm put it down."""

_LARGE: Final = 2.4
"""Area of a back, in squared tile widths, from which it is none: tiles have up to 1.5."""

_RECENT: Final = 0.5
"""Seconds over which the arm that came first over a place counts more than those after it."""

_OVERLAP: Final = 0.15
"""Seconds before a place was last seen within which an arm may have reached it: cells at the edge of an arm."""

_AGAIN: Final = 0.4
"""Seconds after which a tile that was half under an arm is looked at again."""


@dataclass(slots=True, eq=False)
class _News:
    """Changes of a look that is being made."""

    changes: list[Change]
    sticks: list[Stick]


class Follower:
    """Follows the tiles on a table. Pictures come in order; it keeps what lies on the table between them.

    Attributes:
        places: The calibrated table, as the camera sees it now.
        tracks: The tiles on the table, by number.
        deal: Number of the deal, from 1; a new one begins with a fresh look.
        misplaced: True if the walls proved the corners wrong, and the play is followed where they stand.
    """

    def __init__(self, detect: Detect, name: _Name, size: tuple[int, int], corners: Quad | Array) -> None:
        """Begin.

        Args:
            detect: Finds and names tiles.
            name: Names tiles whose places are known.
            size: (width, height) of the pictures in pixels.
            corners: Corners of the table, counter-clockwise from the left end of seat 1's side.
        """
        self._detect: Final = detect
        self._name: Final = name
        self._named = -1e9
        self._size: Final = size
        self._settling = Settling(size, np.asarray(corners))
        self.places = Places(corners)
        self.tracks: dict[int, Track] = {}
        self._last_number = 0
        self._tile, self._sized = _USUAL, False
        self._looked = -1e9
        self._walls = False
        self.deal, self.misplaced = 1, False
        self._most = 0
        self._told = -1e9
        self._rows: dict[int, Strip] = {}
        self._sticks: dict[Stick, Mask] = {}
        self._regions = regions(self.places, self._settling.shape, self._settling.scale)

    def update(self, picture: Picture, t: float) -> Look | None:
        """Take the next picture (height, width, 3); return a look if there is something to tell."""
        scene = self._settling.update(picture, t)
        news = _News([], [])
        if scene.shift is not None:
            self.places = self.places.moved(scene.shift)
            self._regions = regions(self.places, self._settling.shape, self._settling.scale)
            for track in self.tracks.values():
                track.quad, track.below = track.quad + np.array(scene.shift), None
        if scene.lost:
            self._whole(picture, scene, news)
            return self._look(scene, news, fresh=True)
        for rest in scene.rests:
            self._stick(picture, rest, scene, news)
        for crop, mask in self._crops(scene):
            self._part(picture, scene, crop, mask, news)
        if not scene.dark and t - self._named >= _NAME_EVERY:
            self._look_again(picture, scene, news)
        if scene.busy < _CALM and not scene.dark and t - self._looked >= _WHOLE:
            self._whole(picture, scene, news)
        if self._dealt(scene):
            self.deal += 1
            self._most = 0
            self.tracks.clear()
            self._sticks.clear()
            news = _News([], [])
            self._whole(picture, replace(scene, lost=True), news)
            return self._look(scene, news, fresh=True)
        if not (news.changes or news.sticks) and t - self._told < _EVERY:
            return None
        return self._look(scene, news)

    @property
    def cleared(self) -> bool:
        """True if no tile lies face up within the walls."""
        return self._inner() == 0

    def _inner(self) -> int:
        """Return the number of tiles that lie face up within the walls."""
        return sum(min(depth(each.place, seat) for seat in SEATS) > WALL for each in self.tracks.values() if each.up)

    def _dealt(self, scene: Scene) -> bool:
        """Return True if a new deal lies on the table: the walls are built, and nothing is left in the ponds."""
        if scene.dark or scene.busy > _PLAYED:
            return False
        inner = self._inner()
        self._most = max(self._most, inner)
        stacks = sum(not self._matters(each) for each in self.tracks.values())
        return self._most >= _PLAYED_TILES and not inner and stacks >= _BUILT

    def _look(self, scene: Scene, news: _News, fresh: bool = False) -> Look:
        self._told = scene.t
        return Look(
            t=round(scene.t, 2),
            changes=tuple(news.changes),
            sticks=tuple(news.sticks),
            covered=self._covered(scene),
            wall=self._wall(),
            still=scene.busy < _CALM and not scene.dark,
            fresh=fresh,
        )

    def _covered(self, scene: Scene) -> tuple[tuple[Zone, int], ...]:
        """Return the zones that arms or darkness cover."""
        if scene.arms is None:
            return ()
        under = np.bincount(self._regions[scene.arms], minlength=len(AREAS) + 1)
        whole = np.bincount(self._regions.ravel(), minlength=len(AREAS) + 1)
        return tuple(area for n, area in enumerate(AREAS, 1) if under[n] > _COVERED * max(1, whole[n]))

    def _wall(self) -> int | None:
        """Return the tiles left in the walls, two to each back that is seen, or None before any were seen."""
        self._walls |= (stacks := sum(not self._matters(each) for each in self.tracks.values())) > 0
        return 2 * stacks if self._walls else None

    def _look_again(self, picture: Picture, scene: Scene, news: _News) -> None:
        """Look again at the faces of some tiles that were looked at seldom."""
        t, self._named = scene.t, scene.t
        waiting = sorted(
            (
                each
                for each in self.tracks.values()
                if each.up and each.looks < _LOOKS[-1] and t - each.seen >= _NAME_EVERY
            ),
            key=lambda each: (each.looks, each.seen),
        )
        quiet = self._settling.moved < t - _NAME_EVERY
        some = []
        for track in waiting:
            cells = self._settling.cells(track.quad)
            if (
                quiet[cells].all()
                and not self._settling.covered[cells].any()
                and not (scene.arms is not None and scene.arms[cells].any())
            ):
                some.append(track)
            if len(some) == _NAMED_AT_ONCE:
                break
        if not some:
            return
        names = self._name(picture, np.array([each.quad for each in some], np.float32))
        for track, faces in zip(some, names, strict=True):
            before = self._told_of(track)
            track.name(np.asarray(faces, np.float64), t)
            if track.looks in _LOOKS:
                news.changes.append(self._change("named", track, t, before))

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
                    if (
                        _area(both) < 1.2 * (_area(box) + _area(other))
                        and max(both[2] - both[0], both[3] - both[1]) < 640
                    ):
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

    def _part(self, picture: Picture, scene: Scene, crop: tuple[int, int, int, int], mask: Mask, news: _News) -> None:
        """Look at a part of the picture."""
        left, top, right, bottom = crop
        part = np.ascontiguousarray(picture[top:bottom, left:right])
        seen = self._detect(part, max(part.shape[:2]) / max(picture.shape[:2]))
        edge = 0.35 * self._pixels
        low, high = np.array([left, top]) + edge, np.array([right, bottom]) - edge
        low = np.where(np.array([left, top]) == 0, -1e9, low)
        high = np.where(np.array([right, bottom]) == np.array(self._size), 1e9, high)

        def inside(quad: Array) -> bool:
            return bool(((quad.mean(axis=0) >= low) & (quad.mean(axis=0) <= high)).all())

        found = [each for each in finds(seen, self.places, (left, top)) if inside(each.quad)]
        here = [each for each in self.tracks.values() if inside(each.quad)]
        hidden, lying = self._compare(here, found, scene, mask, news)
        self._settling.put_off(mask & hidden, scene.t + _AGAIN)
        self._settling.take(mask & ~hidden & ~lying)
        if lying.any():
            self._settling.cover(lying)

    def _stick(self, picture: Picture, rest: Rest, scene: Scene, news: _News) -> None:
        """Look for a stick that came or went."""
        t, settling = scene.t, self._settling
        for stick, mask in list(self._sticks.items()):
            if rest.mask[mask].mean() > 0.5:
                after = float(np.median(settling.clear[mask]))
                news.sticks.append(changed(stick, appeared=False, after=round(max(0.0, after), 2), until=round(t, 2)))
                del self._sticks[stick]
                return
        left, top, right, bottom = (round(side / settling.scale) for side in rest.box)
        bar = find_stick(picture, (left, top, right, bottom), self._pixels, self.places)
        if bar is None:
            return
        cells = settling.cells(bar.quad)
        if not cells.any() or rest.mask[cells].mean() < _CAME:
            return
        after = float(np.median(settling.clear[cells]))
        quad = tuple((round(float(x), 1), round(float(y), 1)) for x, y in bar.quad)
        stick = Stick(bar.seat, True, round(max(0.0, after), 2), round(t, 2), 0.9, quad)  # type: ignore[arg-type]
        news.sticks.append(stick)
        self._sticks[stick] = cells

    def _whole(self, picture: Picture, scene: Scene, news: _News) -> None:
        """Look at the whole table."""
        self._looked = scene.t
        seen = self._detect(picture, 1.0)
        if scene.lost:
            self._lay_out(seen)
        found = finds(seen, self.places)
        if len(found) >= 8:
            likely = [each for each in found if each.score > _LIKELY] or found
            self._tile = width(self.places.of(np.array([each.quad for each in likely])))
            self._sized = True
        self._compare(list(self.tracks.values()), found, scene, None, news)
        if scene.lost:
            self._settling.restart(scene.t)

    def _lay_out(self, seen: Evidence) -> None:
        """Find the play where the walls stand, if the corners do not fit them."""
        backs = seen.quads[seen.backs & (seen.scores > _LIKELY)]
        found = play_square(backs, self._size, self.places.corners)
        if found is None:
            return
        self.places, self.misplaced = Places(found), True
        self._settling.place(found)
        self._regions = regions(self.places, self._settling.shape, self._settling.scale)

    def _compare(
        self, here: list[Track], found: list[Find], scene: Scene, mask: Mask | None, news: _News
    ) -> tuple[Mask, Mask]:
        """Compare what was found in a part of the picture with the tracks there; `mask` has its changed cells.

        Returns:
            The cells of what is half under an arm, and has to be looked at again; and those of what lies on tiles.
        """
        t, arms, cells = scene.t, scene.arms, self._settling.cells
        hidden, under = np.zeros(self._settling.shape, bool), np.zeros(self._settling.shape, bool)
        open_finds = []
        for find in found:
            at = cells(find.quad)
            came = mask is not None and mask[at].mean() > _CAME
            if find.score < (_FAINT if came else _LIKELY):
                continue
            if arms is not None and arms[at].any():
                hidden |= at
            elif find.whole >= _WHOLE_TILE and not self._too_large(find):
                open_finds.append(find)
        result = compare(here, open_finds, self._tile, lambda track: self._may_go(track, scene, mask))
        found_news: list[tuple[ChangeKind, Track, SeenTile | None]] = []
        for track, find in result.same:
            before = self._told_of(track) if track.looks + 1 in _LOOKS else None
            track.add(find, t)
            if before and track.up:
                found_news.append(("named", track, before))
        kinds: tuple[tuple[ChangeKind, tuple[tuple[Track, Find], ...]], ...] = (
            ("turned", result.turned),
            ("moved", result.moved),
        )
        for kind, pairs in kinds:
            for track, find in pairs:
                before = self._told_of(track)
                track.add(find, t, fresh=kind == "turned")
                found_news.append((kind, track, before))
        for track in here:
            at = cells(track.quad)
            if arms is not None and arms[at].any():
                hidden |= at
        for track in result.went:
            if mask is not None and self._lies_under(track, open_finds):
                under |= cells(track.quad)
                continue
            found_news.append(("gone", track, self._told_of(track)))
            del self.tracks[track.number]
        for find in result.came:
            at = cells(find.quad)
            if mask is not None and mask[at].mean() < _TOUCHED and find.score < 0.8:
                continue
            self._last_number += 1
            track = Track(self._last_number, find.quad, find.place, find.up, t, t)
            track.add(find, t)
            track.below = (at, self._settling.below(at)) if mask is not None and at.any() else None
            self.tracks[track.number] = track
            found_news.append(("appeared", track, None))
        for _, track, _ in found_news:
            track.walled = self._walled(track)
        if found_news:
            old, self._rows = self._rows, self._rows_now()
            new = {track.number for kind, track, _ in found_news if kind != "named"}
            for number, row in self._rows.items():
                known = self.tracks[number]
                if number not in new and number in old and known.up and row.beside != old[number].beside:
                    found_news.append(("moved", known, known.told(self.places, old[number])))
        for kind, track, before in found_news:
            if self._matters(track):
                news.changes.append(self._change(kind, track, t, before))
        hidden = _wider(hidden, 3) if hidden.any() else hidden
        if mask is None or not under.any():
            return hidden, under
        around = mask & ~hidden
        for find in open_finds:
            around &= ~cells(find.quad)
        _, parts = cv2.connectedComponents(around.view(np.uint8))
        return hidden, around & np.isin(parts, np.unique(parts[under & around]))

    def _lies_under(self, track: Track, found: list[Find]) -> bool:
        """Return True if neither the cloth nor another tile is seen where a track was: something lies on it."""
        if track.below is None or self._settling.bare(*track.below):
            return False
        return all(np.hypot(*(find.place - track.place)) >= self._tile for find in found)

    def _too_large(self, find: Find) -> bool:
        """Return True for a back that is too large for a tile: a phone, a case."""
        if find.up or not self._sized:
            return False
        corners = self.places.of(find.quad)
        return float(cv2.contourArea(corners.astype(np.float32))) > _LARGE * self._tile**2

    def _may_go(self, track: Track, scene: Scene, mask: Mask | None) -> bool:
        """Return True if the place of a track has changed and is seen, so that it may have gone."""
        cells = self._settling.cells(track.quad)
        if scene.lost:
            return True
        if mask is None or (scene.arms is not None and scene.arms[cells].any()):
            return False
        return bool(mask[cells].mean() >= _TOUCHED)

    def _rows_now(self) -> dict[int, Strip]:
        some = [each for each in self.tracks.values() if each.up or self._in_strip(each.place)]
        places = np.array([each.place for each in some]).reshape(-1, 2)
        heads = [each.heads_to(self.places) for each in some]
        found = rows(places, heads, [each.up for each in some], self._tile)
        return {some[n].number: row for n, row in found.items()}

    def _told_of(self, track: Track) -> SeenTile:
        return track.told(self.places, self._rows.get(track.number))

    def _in_strip(self, place: Array) -> bool:
        return min(depth(place, seat) for seat in SEATS) < STRIP

    def _matters(self, track: Track) -> bool:
        """Return True for a tile of which looks report changes: a face anywhere, a back anywhere but in a wall."""
        near = min(depth(track.place, seat) for seat in SEATS)
        return track.up or not STRIP <= near <= WALL

    def _walled(self, track: Track) -> float:
        """Return the probability that a tile is part of a wall, by the backs that touch it."""
        for other in self.tracks.values():
            if other is not track and not other.up and np.hypot(*(other.place - track.place)) < 1.5 * self._tile:
                return 0.95
        return 0.25

    def _change(self, kind: ChangeKind, track: Track, t: float, before: SeenTile | None) -> Change:
        if kind == "named":
            return Change(kind, self._told_of(track), t, t, before)
        cells = self._settling.cells(track.quad)
        after = float(np.median(self._settling.clear[cells])) if cells.any() else 0.0
        after = max(0.0, min(after, t))
        paused = float(np.median(self._settling.paused[cells])) if cells.any() else t
        until = paused if after < paused <= t else t
        tile = before if kind == "gone" and before else self._told_of(track)
        old = None if kind == "gone" else before
        if cells.any() and self._settling.hid(t)[cells].mean() > _COVERED_TILE:  # it lay under something meanwhile
            return Change(kind, tile, round(after, 2), round(t, 2), old)
        return Change(kind, tile, round(after, 2), round(until, 2), old, self._arms(cells, after))

    def _arms(self, cells: Mask, after: float) -> dict[int, float]:
        """Return the weights of the seats whose arm came over some cells after a moment, the first one most."""
        came = {}
        for seat in SEATS:
            if cells.any() and float(np.median(self._settling.reached[seat][cells])) > after - _OVERLAP:
                came[seat] = float(np.median(self._settling.entered[seat][cells]))
        if not came:
            return {}
        first = min(came.values())
        weights = {seat: float(np.exp((first - at) / _RECENT)) for seat, at in came.items()}
        total = sum(weights.values())
        return {seat: round(weight / total, 3) for seat, weight in weights.items() if weight / total > 0.01}


def _area(box: list[float]) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _wider(mask: Mask, by: int) -> Mask:
    return np.asarray(cv2.dilate(mask.view(np.uint8), np.ones((2 * by + 1, 2 * by + 1), np.uint8)), bool)
