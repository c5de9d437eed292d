"""Looks at a deal as a camera has them, with what goes wrong: missed and late tiles, wrong faces, covered places."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import hypot
from random import Random

from scoring.follow.seen import SEATS, Change, Lies, Look, SeenTile, Stick, Zone
from scoring.rules import BOOKS
from scoring.tiles import PLAYED
from tests.scoring.follow.playing import Action, Deal, Piece

ARM = 0.13
"""The distance up to which a resting arm covers thrown tiles."""


@dataclass(frozen=True)
class Eyes:
    """The eyesight of a camera. The reader finds and names 97.5% of the tiles of a whole table in one look."""

    period: tuple[float, float] = (1.0, 2.0)
    """Seconds from one look to the next."""
    missed: float = 0.0
    """Probability that a tile is not found in a look."""
    wrong: float = 0.0
    """Probability that it is named wrongly."""
    unnamed: float = 0.0
    """Probability that it is not named."""
    arm_unseen: float = 0.0
    """Probability that nobody's arm was seen at a new tile."""
    arm_wrong: float = 0.0
    """Probability that it was another's."""
    flicker: float = 0.0
    """Probability that a tile seems gone at a look."""
    faint: float = 0.0
    """Share of the faces of the set that are read wrongly in every third look."""
    counts: float = 1.0
    """Probability that the wall is counted in a look."""


PERFECT = Eyes()
REAL = Eyes((0.8, 1.4), missed=0.0125, wrong=0.0063, unnamed=0.0063, arm_unseen=0.1, arm_wrong=0.04, flicker=0.0003)
"""Noise like that of real whole-table readings."""


@dataclass
class Trouble:
    """Mishaps besides the game, each at some second."""

    straightened: list[tuple[float, int]] = field(default_factory=list)
    """A seat's pond is pushed together."""
    bumps: list[float] = field(default_factory=list)
    dark: list[tuple[float, float]] = field(default_factory=list)
    arms: list[tuple[float, float, int]] = field(default_factory=list)
    """An arm rests over a seat's pond, from when to when."""
    cups: list[tuple[float, float]] = field(default_factory=list)
    """A tile laid down in between is hidden until the end of it, without anybody knowing."""
    ghosts: int = 0
    """Things that are taken for tiles for some seconds."""
    start: float = 0.0
    """Second of the first look."""


KINDS = ("none", "straightened", "bump", "dark", "arm", "cup", "ghosts", "middle")
"""The kinds of trouble."""


def trouble(kind: str, rng: Random, end: float) -> Trouble:
    """Return trouble of one kind for a deal that lasts until some second."""
    t = rng.uniform(0.2, 0.8) * end
    match kind:
        case "straightened":
            return Trouble(straightened=[(rng.uniform(0.2, 0.9) * end, rng.choice(SEATS)) for _ in range(3)])
        case "bump":
            return Trouble(bumps=[t])
        case "dark":
            return Trouble(dark=[(t, t + rng.uniform(5, 60))])
        case "arm":
            return Trouble(arms=[(t, t + rng.uniform(4, 20), rng.choice(SEATS)) for t in (0.3 * t, t)])
        case "cup":
            return Trouble(cups=[(t, t + rng.uniform(20, 60))])
        case "ghosts":
            return Trouble(ghosts=3)
        case "middle":
            return Trouble(start=t)
        case _:
            return Trouble()


@dataclass
class Seen:
    """A tile as the camera has it."""

    track: int
    tile: SeenTile
    votes: Counter[str] = field(default_factory=Counter)
    looks: int = 0
    last: float = 0.0
    told: int = 0


class Camera:
    """A camera over a deal."""

    def __init__(self, deal: Deal, eyes: Eyes, rng: Random, trouble: Trouble) -> None:
        self.deal, self.eyes, self.rng, self.trouble = deal, eyes, rng, trouble
        self.seen: dict[int, Seen] = {}
        self.tracks = 0
        self.times: list[tuple[float, frozenset[tuple[Zone, int]]]] = []
        self.faint = {code for code in PLAYED if rng.random() < eyes.faint}
        self.likes = {code: rng.choice(PLAYED) for code in PLAYED}
        self.retrack: set[int] = set()
        self.ghosts = [
            (
                t,
                t + rng.uniform(1, 20),
                Piece(rng.choice(PLAYED), rng.uniform(0.3, 0.7), rng.uniform(0.3, 0.7), "centre"),
            )
            for t in (rng.uniform(5, max(6, deal.end - 10)) for _ in range(trouble.ghosts))
        ]
        self.hidden: dict[int, tuple[float, float]] = {}
        """From when to when a tile cannot be seen, where its place was free before."""
        self.cups: set[int] = set()
        self.rests = {seat: (rng.uniform(0.3, 0.7), rng.uniform(0.3, 0.7)) for seat in SEATS}
        """Places among thrown tiles at which the arms of the players rest."""

    def looks(self) -> Iterator[Look]:
        """Yield the looks at the whole deal."""
        actions = sorted(
            [*self.deal.actions, *(self._straighten(t, seat) for t, seat in self.trouble.straightened)],
            key=lambda action: action.t,
        )
        for piece in self.deal.pieces:
            piece.zone = None
        t, k = self.trouble.start + 0.2, 0
        bumps = sorted(self.trouble.bumps)
        while t < self.deal.end:
            while k < len(actions) and actions[k].t <= t:
                actions[k].do()
                k += 1
            fresh = bool(bumps) and bumps[0] <= t
            if fresh:
                bumps.pop(0)
            yield self._look(t, fresh)
            t += self.rng.uniform(*self.eyes.period)

    def _straighten(self, t: float, seat: int) -> Action:
        def do() -> None:
            moved = [p for p in self.deal.pieces if p.zone == "pond" and p.seat == seat]
            if not moved and any(p.zone == "centre" for p in self.deal.pieces):
                moved = [p for p in self.deal.pieces if p.zone == "centre" and p.by == seat]
            dx, dy = self.rng.uniform(-0.012, 0.012), self.rng.uniform(-0.012, 0.012)
            for piece in moved:
                piece.x += dx + self.rng.uniform(-0.004, 0.004)
                piece.y += dy + self.rng.uniform(-0.004, 0.004)
                if self.rng.random() < 0.6:
                    self.retrack.add(id(piece))

        return Action(t, do)

    def _covered(self, t: float) -> frozenset[tuple[Zone, int]]:
        zones: set[tuple[Zone, int]] = set()
        if any(start <= t < end for start, end in self.trouble.dark):
            zones |= {(zone, seat) for zone in ("pond", "meld", "flowers", "hand", "win") for seat in SEATS}
            zones.add(("centre", 0))
        for start, end, seat in self.trouble.arms:
            if start <= t < end:
                zones |= {("pond", seat), ("centre", 0)}
        return frozenset(zones)

    def _look(self, t: float, fresh: bool) -> Look:
        covered = self._covered(t)
        changes: list[Change] = []
        if fresh:
            self.seen.clear()
        there = [p for p in self.deal.pieces if p.zone is not None]
        there += [ghost for start, end, ghost in self.ghosts if start <= t < end]
        keys = set()
        for piece in there:
            key = id(piece)
            keys.add(key)
            zone = (piece.zone, 0 if piece.zone == "centre" else piece.seat)
            if self._out_of_sight(piece, zone, covered, t):
                continue
            known = self.seen.get(key)
            if known is not None and (known.tile.lies[0].zone != piece.zone or key in self.retrack):
                self.retrack.discard(key)
                changes.append(Change("gone", known.tile, known.last, t, reached=self._arm(piece.by)))
                del self.seen[key]
                known = None
            if self.rng.random() < self.eyes.missed:
                continue
            if known is None:
                self.tracks += 1
                known = self.seen[key] = Seen(self.tracks, self._tile(piece, self.tracks))
                self._vote(piece, known)
                known.tile = self._tile(piece, known.track, known)
                known.told = known.looks
                start = min(self._last_without(zone, t), self.hidden.get(key, (t, t))[0])
                changes.append(Change("appeared", known.tile, start, t, reached=self._arm(piece.by if start else 0)))
                known.last = t
                continue
            if self.rng.random() < self.eyes.flicker:
                changes.append(Change("gone", known.tile, known.last, t))
                del self.seen[key]
                continue
            known.last = t
            before = known.tile
            self._vote(piece, known)
            tile = self._tile(piece, known.track, known)
            if before.up != tile.up:
                changes.append(Change("turned", tile, t - 1, t, before))
            elif (before.x, before.y) != (tile.x, tile.y):
                changes.append(Change("moved", tile, t - 1, t, before))
            elif known.looks in (2, 3, 4, 6, 8, 16, 32) and known.looks != known.told:
                changes.append(Change("named", tile, t - 1, t, before))
            else:
                continue
            known.told = known.looks
            known.tile = tile
        for key, known in list(self.seen.items()):
            if key not in keys and not self._covers(known.tile.lies[0], known.tile.x, known.tile.y, covered, t):
                if self.rng.random() < self.eyes.missed:
                    continue
                changes.append(Change("gone", known.tile, known.last, t))
                del self.seen[key]
        self.rng.shuffle(changes)
        self.times.append((t, covered))
        left = [n for at, n in self.deal.walls if at <= t]
        dead = BOOKS.plays[self.deal.style].dead
        counted = left and not covered and self.rng.random() < self.eyes.counts
        last = self.times[-2][0] if len(self.times) > 1 else 0.0
        return Look(
            t=t,
            changes=tuple(changes),
            sticks=tuple(Stick(seat, True, last, t) for at, seat in self.deal.sticks if last < at <= t),
            covered=tuple(covered),
            wall=(left[-1] + dead + 1) // 2 * 2 if counted else None,
            still=not covered,
            fresh=fresh,
        )

    def _covers(self, lies: Lies, x: float, y: float, covered: frozenset[tuple[Zone, int]], t: float) -> bool:
        """Return True if a place cannot be seen; an arm over thrown tiles covers those near it only."""
        if lies.zone != "centre" or any(start <= t < end for start, end in self.trouble.dark):
            return (lies.zone, lies.seat) in covered
        return any(
            start <= t < end and hypot(x - self.rests[seat][0], y - self.rests[seat][1]) < ARM
            for start, end, seat in self.trouble.arms
        )

    def _out_of_sight(
        self, piece: Piece, zone: tuple[Zone, int], covered: frozenset[tuple[Zone, int]], t: float
    ) -> bool:
        """Return True for a covered tile, and for the first one laid in a pond while a cup stands there."""
        if self._covers(Lies(*zone, 1.0), piece.x, piece.y, covered, t):
            if zone[0] == "centre" and id(piece) not in self.seen:
                start = min((start for start, end, _ in self.trouble.arms if start <= t < end), default=t)
                self.hidden.setdefault(id(piece), (start, t))
            return True
        for start, end in self.trouble.cups:
            free = id(piece) not in self.seen and not self.cups
            if start <= t < end and piece.zone in ("pond", "centre") and free:
                self.cups.add(id(piece))
                self.hidden[id(piece)] = (start, end)
        start, end = self.hidden.get(id(piece), (0.0, 0.0))
        return start <= t < end

    def _last_without(self, zone: tuple[Zone, int], t: float) -> float:
        for at, covered in reversed(self.times):
            if zone not in covered or (zone[0] == "centre" and ("meld", 1) not in covered):
                return at
        return 0.0

    def _arm(self, seat: int) -> dict[int, float]:
        chance = self.rng.random()
        if seat == 0 or chance < self.eyes.arm_unseen:
            return {}
        if chance < self.eyes.arm_unseen + self.eyes.arm_wrong:
            return {self.rng.choice([other for other in SEATS if other != seat]): 0.8, seat: 0.1}
        return {seat: 0.9}

    def _vote(self, piece: Piece, known: Seen) -> None:
        if not piece.up:
            return
        if piece.seat == 0 and piece.by == 0:  # no tile: it is read otherwise each time
            known.votes[self.rng.choice(PLAYED)] += self.rng.uniform(0.2, 0.9)  # type: ignore[assignment]
            known.looks += 1
            return
        eyes, chance = self.eyes, self.rng.random()
        code = piece.code
        if code in self.faint and self.rng.random() < 0.33:
            code = self.likes[code]
        elif chance < eyes.wrong:
            code = self.likes.get(code, code) if self.rng.random() < 0.5 else self.rng.choice(PLAYED)
        elif chance < eyes.wrong + eyes.unnamed:
            return
        known.votes[code] += 1
        known.looks += 1

    def _tile(self, piece: Piece, track: int, known: Seen | None = None) -> SeenTile:
        faces: dict[str, float] = {}
        if known is not None and known.looks:
            faces = {code: 0.97 * n / known.looks for code, n in known.votes.items()}
        zone = piece.zone or "else"
        if zone == "centre":
            near = max(SEATS, key=lambda seat: {1: piece.y, 2: piece.x, 3: 1 - piece.y, 4: 1 - piece.x}[seat])
            lies: tuple[Lies, ...] = (Lies("centre", 0, 0.7), Lies("pond", near, 0.3))
        else:
            lies = (Lies(zone, piece.seat, 0.95), Lies("else", 0, 0.05))
        return SeenTile(
            track, piece.x, piece.y, faces if piece.up else {}, max(1, known.looks if known else 1), piece.up,
            lies=lies, crosswise=0.95 if piece.crosswise else 0.03,
        )  # fmt: skip


def watch(deal: Deal, eyes: Eyes, rng: Random, kind: str = "none") -> list[Look]:
    """Return the looks at a deal with one kind of trouble."""
    return list(Camera(deal, eyes, rng, trouble(kind, rng, deal.end)).looks())
