"""Tiles as things: one for each tile that lies on the table, whatever happens to its tracks.

A tile that was straightened, pushed, covered for a while, or given a new track after a bump is the same thing still.
"""

from collections import Counter
from collections.abc import Iterator
from math import hypot
from typing import Final, NamedTuple

from scoring.follow.events import UNKNOWN, Evidence
from scoring.follow.seen import Change, Look, SeenTile, Zone
from scoring.tiles import COPIES, FIRST_FLOWER, KIND

SAME_PLACE: Final = 0.02
"""Largest distance between two sights of a tile that lies still. A tile is 0.028 wide: more takes its neighbour."""
ON_ANOTHER: Final = 0.01
"""Distance below which two tiles would lie on one another."""
OTHER_FACE: Final = 0.3
"""Likeness below which two sights are of two tiles. Tiles without a name have 0.5."""
PUSHED: Final = 0.25
"""Largest distance that a tile is straightened or pushed. More would take a discard for an older one of its face."""
PUSHED_WITHIN: Final = 8.0
"""Seconds that a tile may be out of sight while it is straightened or pushed."""
HIDDEN_WITHIN: Final = 150.0
"""Seconds that a tile may be out of sight where it lies, under a cup or an arm."""
CLAIMED_WITHIN: Final = 6.0
"""Seconds from a tile's leaving a pond to its lying in a meld or a hand."""
MIDWAY: Final = 8
"""Tiles at the first look from which on play had begun before. A few are indicators, and flowers of the deal."""
BEGINNING: Final = 3.0
"""Seconds after such a first look in which tiles that it missed come to light."""
RENAMED: Final = 20.0
"""Seconds in which better looks may show that a new tile is one that was there before."""
FLOOR: Final = 0.01
"""Probability of a face that no look named. Less would let one look contradict all others."""
NAMED: Final = 0.8
"""Least mean probability of a face that is sure. The reader's networks give a clean face 0.95 to 1."""
AGREED: Final = 3.2
"""Least number of looks, each weighed by its lead over the second face, for a sure name. Of independent looks that
name one tile in eighty wrongly, four agree on a wrong name for one tile in a hundred million, three for one in a
million."""
FULL: Final = 0.02
"""Weight of a face of which all copies lie elsewhere: fifth copies are seen only where a name is wrong."""


class Name(NamedTuple):
    """A tile's name.

    Attributes:
        code: The most probable code, or `UNKNOWN`.
        share: Its mean probability over the looks.
        sure: True if enough looks agree.
    """

    code: str
    share: float
    sure: bool


Votes = tuple[dict[str, float], int]
"""The sum of each face's probability over looks, and their number."""


class Thing:
    """A tile on the table.

    Attributes:
        id: Its number, in the order of appearance.
        tile: The tile as it was last seen.
        area: The zone that it lies in.
        after: Second at which its place was last seen empty.
        until: Second at which it was first seen.
        gone: The same two seconds of its leaving, or None while it lies there.
        initial: True if it lay there from the beginning.
    """

    __slots__ = (
        "after",
        "area",
        "drawn",
        "early",
        "gone",
        "id",
        "initial",
        "pushed",
        "reached",
        "shown",
        "strayed",
        "taken",
        "tile",
        "until",
        "void",
        "votes",
    )

    def __init__(self, number: int, change: Change) -> None:
        self.id = number
        self.tile = change.tile
        self.area: Zone = area(change.tile)
        self.after = change.after
        self.until = change.until
        self.reached = change.reached
        self.drawn = change.drawn
        self.gone: tuple[float, float] | None = None
        self.initial = False
        self.void = False
        """True if it turned out to be another thing, seen again."""
        self.pushed = False
        """True if it was found again elsewhere, so that it may be another tile of its face."""
        self.strayed = False
        """True if it may be two tiles of its face, or the same as another one: a tile was discarded while it was out of
        sight, before it was found elsewhere; or it lies where one of its face seems to be just claimed."""
        self.taken = False
        """True if it left for a meld or a hand."""
        self.shown = change.until if change.tile.up else None
        """Second at which it first showed its face, or None."""
        self.early: Votes = ({}, 0)
        """The votes of its earlier tracks."""
        self.votes = self._votes()
        """The sum of each face's probability over all looks, and the number of looks."""

    def _votes(self) -> Votes:
        sums, looks = dict(self.early[0]), self.tile.looks
        for code, share in self.tile.faces.items():
            sums[code] = sums.get(code, 0.0) + share * looks
        return sums, self.early[1] + (looks if self.tile.faces else 0)

    def evidence(self) -> Evidence:
        """Return its place in the picture."""
        return Evidence(self.tile.track, self.tile.picture)

    def renew(self, tile: SeenTile, other_track: bool) -> None:
        """Take over a later sight of it, under another track or under the same."""
        if other_track:
            self.early = self.votes
        self.tile = tile
        self.votes = self._votes()

    def mistaken(self) -> bool:
        """Return True if its earlier tracks were read otherwise than this one: then it may be two tiles."""
        earlier, now = self.early[0], self.tile.faces
        return bool(earlier and now) and max(earlier, key=earlier.__getitem__) != max(now, key=now.__getitem__)

    def inherit(self, votes: Votes) -> None:
        """Take over the votes of the thing that it was before."""
        self.early = votes
        self.votes = self._votes()


def area(tile: SeenTile) -> Zone:
    """Return the zone that a tile most probably lies in."""
    weights: Counter[Zone] = Counter()
    for lies in tile.lies:
        weights[lies.zone] += lies.weight  # type: ignore[assignment]
    zone: Zone = max(weights, key=weights.__getitem__) if weights else "else"
    face = max(tile.faces, key=tile.faces.__getitem__, default="")
    if zone in ("else", "win") and KIND.get(face, 0) >= FIRST_FLOWER:
        return "flowers"
    return zone


def owner(tile: SeenTile, zone: Zone) -> int:
    """Return the seat whose zone it most probably is, 0 if nobody's."""
    best = max((lies for lies in tile.lies if lies.zone == zone), key=lambda lies: lies.weight, default=None)
    return best.seat if best else 0


def laid_loosely(zone: Zone) -> bool:
    """Return True for the zones in which a discard may lie."""
    return zone in ("pond", "centre", "else")


def alike(one: Thing, other: SeenTile) -> float:
    """Return how well two sights may be of one face: 1 for the same, near 0 for different ones, between if unnamed."""
    votes, looks = one.votes
    if not looks or not other.faces:
        return 0.5
    known, new = sum(votes.values()) / looks, sum(other.faces.values())
    same = sum(votes.get(code, 0.0) / looks * share for code, share in other.faces.items())
    return min(1.0, same + 0.5 * (1 - known * new))


def _others(one: dict[int, float], other: dict[int, float]) -> bool:
    """Return True if the arms of two moments are those of different players."""
    return bool(one and other) and max(one, key=one.__getitem__) != max(other, key=other.__getitem__)


def apart(one: SeenTile, other: SeenTile) -> float:
    """Return the distance of two places."""
    return hypot(one.x - other.x, one.y - other.y)


class Things:
    """All things of a deal, kept up by looks."""

    def __init__(self, midway: bool = False) -> None:
        self.all: list[Thing] = []
        self.by_track: dict[int, Thing] = {}
        self.covered: list[tuple[float, frozenset[tuple[Zone, int]]]] = []
        """Zones that were covered, by time; only looks at which that changed."""
        self.started = False
        self.began = 0.0
        self.midway = midway
        """True if play had begun before the first look."""
        self.names: dict[int, Name] = {}
        """The name of each thing, by its number."""

    def look(self, look: Look) -> bool:
        """Take a look in; return True if anything but votes changed."""
        covered = frozenset(look.covered)
        if not self.covered or self.covered[-1][1] != covered:
            self.covered.append((look.t, covered))
        if look.fresh and self.started:
            self._fresh(look)
        else:
            for change in sorted(look.changes, key=lambda each: each.kind == "appeared"):  # what is gone comes first
                self._change(change)
        if not self.started:
            self.began, self.midway = look.t, self.midway or len(look.changes) >= MIDWAY
        self.started = self.started or bool(look.changes) or look.still
        if look.changes:
            self._name()
        return bool(look.changes)

    def here(self) -> Iterator[Thing]:
        """Yield the things that lie on the table."""
        return (thing for thing in self.all if thing.gone is None and not thing.void)

    def _change(self, change: Change) -> None:
        thing = self.by_track.get(change.tile.track)
        if thing is None:
            if change.kind != "gone":
                self._appear(change)
            return
        if change.kind == "gone":
            del self.by_track[change.tile.track]
            if thing.tile.track == change.tile.track:  # not only a second track of it
                thing.gone = (change.after, change.until)
            return
        if change.kind == "moved" and area(change.tile) != thing.area and not self._loosely(thing, change.tile):
            thing.gone, thing.taken = (change.after, change.until), True
            self._new(change).inherit(thing.votes)
            return
        if change.kind == "moved" and laid_loosely(thing.area):
            thing.area = area(change.tile)
        thing.renew(change.tile, other_track=False)
        if change.kind == "named" and change.until - thing.until < RENAMED and not thing.early[1]:
            first = Change("appeared", change.tile, thing.after, thing.until, reached=thing.reached)
            known = self._again(first)
            if known is not None:  # its first looks named it wrongly
                thing.void = True
                self._found(known, first)
                return
        if thing.shown is None and change.tile.up:
            thing.shown = change.until
            if thing.area in ("hand", "win"):  # it stood there in its row until then
                thing.after, thing.until, thing.initial = change.after, change.until, False

    def _loosely(self, thing: Thing, tile: SeenTile) -> bool:
        return laid_loosely(thing.area) and laid_loosely(area(tile))

    def _appear(self, change: Change) -> None:
        thing = self._again(change)
        if thing is None:
            self._new(change).strayed = self._in_place_of_claimed(change)
            return
        self._found(thing, change)

    def _found(self, thing: Thing, change: Change) -> None:
        """Go on with a thing that has come to light again."""
        elsewhere = apart(thing.tile, change.tile) > SAME_PLACE
        thing.strayed = thing.strayed or (elsewhere and self._laid_since(thing, change.until))
        thing.gone, thing.taken = None, False
        thing.pushed = thing.pushed or elsewhere
        thing.renew(change.tile, other_track=True)
        self.by_track[change.tile.track] = thing
        if thing.shown is None and change.tile.up:
            thing.shown = change.until

    def _new(self, change: Change) -> Thing:
        thing = Thing(len(self.all), change)
        if not change.reached and thing.area != "flowers":
            thing.initial = change.after <= 0 or (self.midway and change.until - self.began < BEGINNING)
        self.all.append(thing)
        self.by_track[change.tile.track] = thing
        return thing

    def _again(self, change: Change) -> Thing | None:
        """Return the thing out of sight that has come to light again, or None."""
        best, least = None, 1.0
        zone = area(change.tile)
        for thing in reversed(self.all):
            if thing.void or thing.tile is change.tile:
                continue
            if thing.gone is None and apart(thing.tile, change.tile) < ON_ANOTHER and thing.tile.up and change.tile.up:
                if alike(thing, change.tile) > 0.6:  # seen twice, under two tracks
                    return thing
                thing.gone = (change.after, change.until)  # nobody saw it go
                continue
            if thing.gone is None or thing.taken or thing.void:
                continue
            if thing.gone[1] < change.until - HIDDEN_WITHIN or thing.gone[0] >= change.until:  # both lay there at once
                continue
            if not (thing.area == zone or self._loosely(thing, change.tile)):
                continue
            far = apart(thing.tile, change.tile)
            still, soon = far < SAME_PLACE, change.until - thing.gone[1] <= PUSHED_WITHIN
            if far > PUSHED or not (still or soon) or self._replaced(thing):
                continue
            same = alike(thing, change.tile)
            if not still and _others(thing.reached, change.reached):
                same /= 2
            if same < (0.4 if still and soon else 0.6):
                continue
            cost = far + (1 - same)
            if cost < least and not self.was_claimed(thing):
                best, least = thing, cost
        return best

    def _in_place_of_claimed(self, change: Change) -> bool:
        """Return True if a tile lies where one of its face lay that seems to be claimed, and that it may be still."""
        return any(
            thing.gone is not None
            and change.until - thing.gone[1] <= PUSHED_WITHIN
            and apart(thing.tile, change.tile) < SAME_PLACE
            and laid_loosely(area(change.tile))
            and alike(thing, change.tile) > OTHER_FACE
            and self.was_claimed(thing)
            for thing in self.all
            if not thing.void
        )

    def _laid_since(self, thing: Thing, until: float) -> bool:
        """Return True if a tile was discarded after a thing had left, and before a second."""
        left = thing.gone[0] if thing.gone is not None else until
        later = (other for other in self.all[thing.id + 1 :] if not other.void and laid_loosely(other.area))
        return any(left < other.until < until for other in later)

    def _replaced(self, thing: Thing) -> bool:
        """Return True if another tile has lain in the place that a thing left: it was not hidden or pushed."""
        return thing.gone is not None and any(
            other.until > thing.gone[0]
            and not other.void
            and laid_loosely(other.area)
            and apart(thing.tile, other.tile) < ON_ANOTHER
            and alike(thing, other.tile) < OTHER_FACE
            for other in self.all[thing.id + 1 :]
        )

    def was_claimed(self, thing: Thing) -> bool:
        """Return True if a tile of the thing's face came to lie in a meld or hand soon after it left a pond."""
        if thing.gone is None or not laid_loosely(thing.area):
            return False
        after, until = thing.gone
        return any(
            after - 1 <= other.until <= until + CLAIMED_WITHIN and alike(thing, other.tile) > 0.45
            for other in self.all[thing.id + 1 :]
            if other.area in ("meld", "hand", "win") and other.tile.up
        )

    def _fresh(self, look: Look) -> None:
        """Find the things again under new tracks; those that are not among them are gone."""
        known = {thing.id: thing for thing in self.here()}
        new = [change for change in look.changes if change.kind != "gone"]
        self.by_track.clear()
        for radius, least in ((SAME_PLACE, 0.3), (2 * SAME_PLACE, 0.5), (PUSHED, 0.6)):
            pairs = [
                (apart(thing.tile, change.tile) + (1 - same) * radius, thing.id, k)
                for k, change in enumerate(new)
                for thing in known.values()
                if apart(thing.tile, change.tile) < radius
                and (thing.area == area(change.tile) or self._loosely(thing, change.tile))
                and (same := alike(thing, change.tile)) >= least
            ]
            found: set[int] = set()
            for _, number, k in sorted(pairs):
                if number in known and k not in found:
                    found.add(k)
                    thing = known.pop(number)
                    thing.renew(new[k].tile, other_track=True)
                    self.by_track[new[k].tile.track] = thing
            new = [change for k, change in enumerate(new) if k not in found]
        hidden = frozenset(look.covered)
        for thing in known.values():
            if (thing.area, owner(thing.tile, thing.area)) not in hidden:
                thing.gone = (max(thing.until, min((c.after for c in look.changes), default=look.t)), look.t)
        for change in new:
            self._appear(change)

    def _name(self) -> None:
        """Name all things, with a face of which all copies lie elsewhere weighed down."""
        out: Counter[str] = Counter()
        doubtful = []
        for thing in self.all:
            sums, looks = thing.votes
            name = _best(sums, looks)
            if name.sure and thing.mistaken():
                name = name._replace(sure=False)
            self.names[thing.id] = name
            if name.share < NAMED:
                doubtful.append(thing)
            elif thing.gone is None and not thing.void:
                out[name.code] += 1
        full = {code for code, count in out.items() if count >= (COPIES if KIND[code] < FIRST_FLOWER else 1)}
        for thing in doubtful if full else ():
            sums, looks = thing.votes
            weighed = {code: n * (FULL if code in full else 1.0) for code, n in sums.items()}
            self.names[thing.id] = _best(weighed, looks)


def _best(sums: dict[str, float], looks: int) -> Name:
    if not looks or not sums:
        return Name(UNKNOWN, 0.0, False)
    code = max(sums, key=sums.__getitem__)
    most = sums[code]
    second = max((n for other, n in sums.items() if other != code), default=0.0)
    sure = most >= NAMED * looks and most - second >= AGREED
    return Name(code if code in KIND and most > 0 else UNKNOWN, most / looks, sure)


def shares(thing: Thing) -> dict[str, float]:
    """Return the mean probability of each face that any look named, not less than `FLOOR`."""
    sums, looks = thing.votes
    return {code: max(FLOOR, n / looks) for code, n in sums.items() if code in KIND} if looks else {}
