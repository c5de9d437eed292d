"""Facts that a course of events must explain: tiles put into ponds, groups laid down, flowers, hands laid open."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from math import log
from typing import Final, Literal

from scoring.follow.events import UNKNOWN
from scoring.follow.seen import SEATS, SeenTile, Zone
from scoring.follow.things import FLOOR, Name, Thing, Things, alike, laid_loosely, owner, shares
from scoring.play import Play
from scoring.tiles import FACES, FIRST_FLOWER, KIND

TOGETHER: Final = 1.0
"""Seconds between tiles of one group. More would join a meld to the kong added to it."""
INCOMPLETE: Final = 2.5
"""Seconds that a group may lack a tile before it counts without. Less makes claims of half-laid melds."""
BESIDE: Final = 0.11
"""Largest distance of an added tile to the middle of its pung: two tiles of the larger kind and a little."""
MOMENT: Final = 0.001
"""Seconds that set two flowers of one look apart."""
ROW: Final = 0.02
"""Distance of two rows of a pond at least; half a tile."""
HAND: Final = 5
"""Least number of face-up tiles that is an open hand, unless its melds leave fewer. More waits for the last tile."""
ZONE_FLOOR: Final = 0.03
"""Weight of a seat in whose zone a discard does not lie: a tile that slipped."""
ARM_FLOOR: Final = 0.04
"""Weight of a seat whose arm was not seen where another's was: two arms, or a wrong one."""
ELSEWHERE: Final = 0.25
"""Weight of each seat for a tile in no seat's zone."""
FALSE_SET: Final = 0.003
"""Weight of tiles laid down as a set that are none: seen as a wrong name far more often than played."""

LOOKED: Final = 4
"""Looks that agree on a face, after which more say nothing new against taking something else for a tile."""
GHOST_PLACE: Final = 5.0
"""Cost of taking a flower beside a hand for nothing; each look that agrees adds 2."""
GHOST_GROUP: Final = 7.0
"""Cost of taking tiles laid down together for nothing; each look that agrees on a set adds 2."""
GHOST_HAND: Final = 3.0
"""Cost of taking an open hand without tiles for nothing; each tile adds 1. More believes whatever lies in that place;
less lets a hand that everybody sees be nothing."""
GHOST_TILES: Final = 8
"""Most tiles that add to it. More weighs the last tiles of a hand, which say nothing new."""
TAKEN_BACK: Final = 10.0
"""Seconds within which a player takes a discard back. More would doubt discards that are covered later."""

_BESIDE_HAND: Final[tuple[Zone, ...]] = ("flowers", "hand", "meld", "win")
"""Zones before a player in which tiles lie open."""

_Kind = Literal["put", "group", "added", "flower", "open"]
"""A kind of fact: a tile in a pond, a meld, a tile added to a pung, a flower, an open hand."""


@dataclass(slots=True, eq=False)
class Fact:
    """Something seen that an event explains.

    Attributes:
        kind: The kind.
        bit: Its own bit among the facts.
        after: Second at which it was not yet so.
        until: Second at which it was so.
        things: Its tiles; of a pond tile one.
        seat: Its seat; 0 for pond tiles, whose owner is open.
        owners: Of a pond tile, the cost of each seat as its owner.
        ghost: Cost of taking it for nothing that happened.
        sources: Of a group with a tile crosswise, the cost of each seat as the source.
        backs: Of a group, the number of face-down tiles.
        core: All that its own event depends on; with `late` the same, it need not be weighed again.
        late: All that later events depend on.
        since: The earliest second at which a change of `late` makes a difference.
    """

    kind: _Kind
    bit: int
    after: float
    until: float
    things: tuple[Thing, ...]
    seat: int = 0
    owners: tuple[float, ...] = ()
    ghost: float = 7.0
    sources: tuple[float, ...] = ()
    backs: int = 0
    of: "Fact | None" = None
    core: tuple[object, ...] = ()
    late: object = None
    since: float = 0.0
    wall: int | None = None
    cache: dict[object, float] = field(default_factory=dict)

    @property
    def thing(self) -> Thing:
        """Its first tile."""
        return self.things[0]


def frame(seat: int, tile: SeenTile) -> tuple[float, float]:
    """Return a place as the player sees it: from the left hand to the right, and towards the player."""
    x, y = tile.x, tile.y
    return ((x, y), (1 - y, x), (1 - x, 1 - y), (y, 1 - x))[seat - 1]


def before(seat: int, players: int = 4) -> int:
    """Return the seat that plays before this one."""
    return (seat + players - 2) % players + 1


def after(seat: int, players: int = 4) -> int:
    """Return the seat that plays after this one."""
    return seat % players + 1


def _owners(thing: Thing, seats: tuple[int, ...]) -> tuple[float, ...]:
    tile = thing.tile
    zone = dict.fromkeys(seats, 0.0)
    for lies in tile.lies:
        if lies.zone == "pond" and lies.seat in zone:
            zone[lies.seat] += lies.weight
        elif laid_loosely(lies.zone):
            for seat in seats:
                zone[seat] += lies.weight * ELSEWHERE
    arms = sum(thing.reached.values())
    rest = max(0.0, 1 - arms) / len(seats)
    weights = []
    for seat in seats:
        arm = max(ARM_FLOOR, thing.reached.get(seat, 0.0) + rest) if arms else 1.0
        weights.append(max(ZONE_FLOOR, zone[seat]) * arm)
    total = sum(weights)
    return tuple(-log(weight / total) for weight in weights)


def _ghost(thing: Thing, share: float, claimed: bool) -> float:
    """Return the cost of taking a tile in a pond for nothing: a mistake of the eyes, or taken back."""
    if thing.pushed:
        return 4.0
    if thing.gone is not None and not (thing.taken or claimed) and thing.gone[0] - thing.until < TAKEN_BACK:
        return 2.0 if thing.gone[0] - thing.until < 1.5 else 3.0
    looks = min(thing.votes[1], LOOKED)
    if share < 0.6 or thing.area == "else":
        return 3.0 if share >= 0.3 else 1.5
    arm = max(thing.reached.values(), default=0.0) > 0.5
    return 3.0 + 2.0 * looks + (3.0 if arm else 0.0)


def _ghost_group(group: Sequence[Thing]) -> float:
    """Return the cost of taking tiles that lie where melds lie for nothing: much for a set that was seen well."""
    up = [thing for thing in group if thing.tile.up]
    whole = len(group) in (1, 4) if len(up) < len(group) or len(group) == 1 else len(group) > 2
    if not up or not whole or (len(group) == len(up) > 1 and not is_set(set_of(up))):
        return GHOST_GROUP
    return GHOST_GROUP + 2.0 * min(min(thing.votes[1] for thing in up) - 1, LOOKED - 1)


class Facts:
    """The facts that the things of a deal give."""

    def __init__(self, play: Play) -> None:
        self.crosswise = play.crosswise
        self.seats = play.seats
        self.aside = play.aside
        self.held = play.size - 1
        self.bits: dict[tuple[str, int], int] = {}
        self.owned: dict[int, tuple[tuple[object, ...], tuple[float, ...]]] = {}

    def of(self, things: Things, now: float, wall: int | None) -> list[Fact]:
        """Return all facts, by the second at which they were so."""
        found: list[Fact] = []
        melds: dict[int, list[Thing]] = {}
        flowers: list[Thing] = []
        hands: dict[int, list[Thing]] = {}
        aside = self._aside(things) if self.aside else set()
        for thing in things.all:
            zone: Zone = "flowers" if thing.id in aside else thing.area
            if thing.void or (thing.initial and zone != "meld"):
                continue
            if laid_loosely(zone):
                if thing.shown is None and now - thing.until < HAND:
                    continue
                found.append(self._put(thing, things.names, things.was_claimed(thing)))
            elif zone == "flowers":
                flowers.append(thing)
            elif zone == "meld":
                melds.setdefault(owner(thing.tile, zone), []).append(thing)
            elif zone in ("hand", "win") and thing.tile.up:
                hands.setdefault(owner(thing.tile, zone), []).append(thing)
        melds = {seat: laid for seat, laid in melds.items() if not seat or seat in self.seats}
        hands = {seat: laid for seat, laid in hands.items() if not seat or seat in self.seats}
        row: dict[int, Fact] = {}  # flowers are laid from the left to the right
        for thing in sorted(flowers, key=lambda each: (each.until, frame(_flower_seat(each) or 1, each.tile))):
            last = row.get(_flower_seat(thing))
            beside = last is not None and last.thing.until == thing.until
            fact = self._flower(thing, last.until if last is not None and beside else 0.0, things.names)
            row[fact.seat] = fact
            found.append(fact)
        for seat, laid in melds.items():
            found += self._melds(seat, laid, now, things.names)
        for seat, laid in hands.items():
            lying = [thing for thing in laid if thing.gone is None]
            laid = lying if len(lying) >= HAND else laid  # a hand that was swept away was there all the same
            groups = sum(fact.kind == "group" and fact.seat == seat for fact in found)
            if len(laid) >= min(HAND, self.held - 3 * groups) or any(thing.area == "win" for thing in laid):
                found.append(self._open(seat, laid, wall, things.names))
        found.sort(key=lambda fact: (fact.until, fact.bit))
        return _in_rows(found)

    def _aside(self, things: Things) -> set[int]:
        """Return the tiles that lie beside a hand as a bonus: by their faces, and without others laid down with them.

        They look like any tile of a hand or a meld; a pung or a kong comes with three of them, and an open hand with
        other tiles.
        """
        laid = [thing for thing in things.all if thing.tile.up and not thing.void and thing.area in _BESIDE_HAND]
        found: set[int] = set()
        for thing in laid:
            if thing.initial or things.names[thing.id].code not in self.aside:
                continue
            seat = _flower_seat(thing)
            with_it = [
                each for each in laid if abs(each.until - thing.until) < TOGETHER and _flower_seat(each) in (seat, 0)
            ]
            if len(with_it) < 3 and all(things.names[each.id].code in self.aside for each in with_it):
                found.add(thing.id)
        return found

    def _bit(self, kind: str, number: int) -> int:
        return self.bits.setdefault((kind, number), 1 << len(self.bits))

    def _put(self, thing: Thing, names: dict[int, Name], claimed: bool) -> Fact:
        name = names[thing.id]
        key = (thing.tile.lies, thing.reached)
        known = self.owned.get(thing.id)
        if known is None or known[0] != key:
            known = self.owned[thing.id] = (key, _owners(thing, self.seats))
        ghost = _ghost(thing, name.share, claimed)
        fact = Fact("put", self._bit("put", thing.id), thing.after, thing.until, (thing,))
        fact.owners, fact.ghost = known[1], ghost
        fact.since = thing.gone[0] if thing.gone else thing.after
        fact.core = (thing.after, thing.until, known[1], ghost, name.code)
        fact.late = (thing.gone, thing.taken)
        return fact

    def _flower(self, thing: Thing, before: float, names: dict[int, Name]) -> Fact:
        until = max(thing.until, before + MOMENT)
        fact = Fact("flower", self._bit("flower", thing.id), thing.after, until, (thing,))
        fact.seat = _flower_seat(thing)
        gone = thing.gone is not None
        fact.ghost = 3.0 if gone or names[thing.id].share < 0.4 else GHOST_PLACE + 2.0 * min(thing.votes[1], LOOKED)
        fact.since = thing.after
        fact.core = (thing.after, until, fact.seat, fact.ghost)
        return fact

    def _melds(self, seat: int, laid: list[Thing], now: float, names: dict[int, Name]) -> list[Fact]:
        """Return the melds of a seat, and the tiles added to them."""
        found: list[Fact] = []
        earlier: list[Fact] = []
        for cluster in _clusters(laid):
            for group in _groups(seat, cluster):
                if group[0].initial:
                    earlier.append(self._group("group", seat, group, names))
                    continue
                if len(group) == 1:
                    pung = _pung_beside(group[0], [*earlier, *found], names)
                    if pung is not None:
                        fact = self._group("added", seat, group, names)
                        fact.of = pung
                        found.append(fact)
                    continue
                if len(group) == 2 and now - group[-1].until < INCOMPLETE:
                    continue
                if len(group) == 3 and any(not thing.tile.up for thing in group) and now - group[-1].until < INCOMPLETE:
                    continue
                found.append(self._group("group", seat, group, names))
        return found

    def _group(
        self, kind: Literal["group", "added"], seat: int, group: Sequence[Thing], names: dict[int, Name]
    ) -> Fact:
        lows, highs = sorted(t.after for t in group), sorted(t.until for t in group)
        late = len(group) > 2 and highs[-1] - highs[-2] > 1.5  # one tile was hidden
        until = highs[-2] if late else highs[-1]
        start = min(lows[-2] if late else lows[-1], until - 0.01)
        fact = Fact(kind, self._bit(kind, min(thing.id for thing in group)), start, until, tuple(group), seat)
        fact.backs = sum(not thing.tile.up for thing in group)
        fact.ghost = _ghost_group(group) if all(thing.gone is None for thing in group) else 3.0
        if self.crosswise and kind == "group" and len(group) > 2:
            fact.sources = _sources(seat, group, len(self.seats))
        fact.since = start
        codes = tuple((thing.id, names[thing.id].code) for thing in group)
        fact.core = (start, until, codes, fact.backs, fact.ghost, tuple(round(cost) for cost in fact.sources))
        return fact

    def _open(self, seat: int, laid: list[Thing], wall: int | None, names: dict[int, Name]) -> Fact:
        until = sorted(thing.until for thing in laid)[(len(laid) - 1) * 3 // 4]
        start = min(max(thing.after for thing in laid if thing.until <= until), until - 0.01)
        fact = Fact("open", self._bit("open", seat), start, until, tuple(laid), seat)
        fact.ghost = GHOST_HAND + min(len(laid), GHOST_TILES)
        fact.wall = wall
        fact.since = start
        fact.core = (start, until, tuple((thing.id, names[thing.id].code, thing.area) for thing in laid), wall)
        return fact


def _flower_seat(thing: Thing) -> int:
    """Return the seat that a flower belongs to, 0 if that is not known."""
    beside = (owner(thing.tile, zone) for zone in ("flowers", thing.area) if zone in _BESIDE_HAND)
    return next((seat for seat in beside if seat), 0) or max(thing.reached, key=thing.reached.__getitem__, default=0)


def _in_rows(facts: list[Fact]) -> list[Fact]:
    """Order discards that came to light in one look as they lie in the rows of their pond."""
    start = 0
    while start < len(facts):
        end = start + 1
        while end < len(facts) and facts[end].until == facts[start].until:
            end += 1
        if end - start > 2:
            facts[start:end] = sorted(facts[start:end], key=_row_key(facts[start:end]))
        start = end
    return facts


def _row_key(facts: list[Fact]) -> Callable[[Fact], tuple[object, ...]]:
    """Return the key that orders facts of one look: the rows of each pond, each from the left."""
    row: dict[int, tuple[float, ...]] = {}
    for seat in SEATS:
        own = [fact for fact in facts if fact.kind == "put" and fact.seat == 0 and likely(fact) == seat]
        depth, number = -1.0, 0
        for fact in sorted(own, key=lambda fact: frame(seat, fact.thing.tile)[1]):
            u, v = frame(seat, fact.thing.tile)
            number += v - depth > ROW
            depth = v if v - depth > ROW else depth
            row[fact.bit] = (seat, number, u)
    return lambda fact: (fact.after, row.get(fact.bit, (0.0,)), fact.bit)


def likely(fact: Fact) -> int:
    """Return the seat that most probably discarded a tile."""
    return min(range(1, len(fact.owners) + 1), key=lambda seat: fact.owners[seat - 1])


def _clusters(laid: list[Thing]) -> list[list[Thing]]:
    """Return the tiles of a seat's melds, those together that may have been laid down together."""
    found: list[list[Thing]] = []
    for thing in sorted(laid, key=lambda each: (each.until, each.id)):
        last = found[-1] if found else None
        if last is not None and (thing.until <= last[0].until + TOGETHER or thing.after <= last[0].until):
            last.append(thing)
        else:
            found.append([thing])
    return found


def _groups(seat: int, cluster: list[Thing]) -> list[list[Thing]]:
    """Divide tiles that were laid down together into melds, in their row."""
    row = sorted(cluster, key=lambda thing: frame(seat, thing.tile)[0])
    if len(row) < 4:
        return [row]
    best: list[tuple[float, list[list[Thing]]]] = [(0.0, [])]
    for end in range(1, len(row) + 1):
        ways = []
        for size in (1, 2, 3, 4):
            if size <= end:
                part = row[end - size : end]
                cost, groups = best[end - size]
                ways.append((cost + _no_set(part), [*groups, part]))
        best.append(min(ways, key=lambda way: way[0]))
    return best[-1][1]


def _no_set(part: list[Thing]) -> float:
    """Return the cost of taking tiles side by side for one meld."""
    if len(part) < 3:
        return 6.0
    backs = sum(not thing.tile.up for thing in part)
    if backs:
        return 1.0 if len(part) == 4 else 7.0
    chosen = set_of(part)
    return (0.0 if is_set(chosen) else 6.0) - (0.5 if len(part) == 4 and is_set(chosen) else 0)


def _pung_beside(thing: Thing, found: list[Fact], names: dict[int, Name]) -> Fact | None:
    """Return the pung that a tile was added to, or None."""
    for fact in found:
        if fact.kind == "group" and len(fact.things) == 3 and not fact.backs:
            near = min(abs(t.tile.x - thing.tile.x) + abs(t.tile.y - thing.tile.y) for t in fact.things)
            codes = {names[t.id].code for t in fact.things}
            if near < BESIDE and len(codes) == 1 and max(alike(t, thing.tile) for t in fact.things) > 0.4:
                return fact
    return None


def _sources(seat: int, group: Sequence[Thing], players: int) -> tuple[float, ...]:
    """Return the cost of each seat as the source of a meld, by the tile that lies crosswise.

    Of three players nobody sits across in turn, and a tile in the middle is of either: who sits there differs.
    """
    row = sorted(group, key=lambda thing: frame(seat, thing.tile)[0])
    weights = dict.fromkeys(range(1, players + 1), 0.05)
    left, right = before(seat, players), after(seat, players)
    across = [each for each in weights if each not in (seat, left, right)] or [left, right]
    for k, thing in enumerate(row):
        for source in [left] if k == 0 else [right] if k == len(row) - 1 else across:
            weights[source] += thing.tile.crosswise
    total = sum(weights.values())
    return tuple(-log(weight / total) for weight in weights.values())


@lru_cache(maxsize=1 << 14)
def is_set(codes: tuple[str, ...]) -> bool:
    """Return True for a chow, a pung or a kong."""
    if any(code not in KIND or KIND[code] >= FIRST_FLOWER for code in codes):
        return False
    kinds = sorted(KIND[code] for code in codes)
    if kinds[0] == kinds[-1]:
        return len(codes) in (3, 4)
    in_row = len(codes) == 3 and kinds[1] == kinds[0] + 1 and kinds[2] == kinds[0] + 2
    return in_row and kinds[2] < 27 and kinds[0] // 9 == kinds[2] // 9


@lru_cache(maxsize=4)
def sets(size: int) -> tuple[tuple[str, ...], ...]:
    """Return all pungs and chows of three tiles, or all kongs, each with its tiles in order."""
    same = [(code,) * size for code in FACES[:FIRST_FLOWER]]
    runs = [FACES[k : k + 3] for k in range(27) if k % 9 < 7] if size == 3 else []
    return (*same, *runs)


def set_of(things: Iterable[Thing], claimed: Thing | None = None) -> tuple[str, ...]:
    """Return the most probable codes of a meld, which is a set where the names leave that open.

    Args:
        things: The tiles that lie there and are face up.
        claimed: The pond's tile that is one of them; if only two tiles lie there, it is the third.
    """
    known = [shares(thing) for thing in things]
    extra = shares(claimed) if claimed is not None else {}
    if claimed is not None and len(known) == 2:
        known.append(extra)
    ranked = [sorted(each, key=each.__getitem__, reverse=True)[:3] for each in known]
    if all(each.get(codes[0], 0) > 0.9 for each, codes in zip(known, ranked, strict=True) if codes) and all(ranked):
        best = tuple(codes[0] for codes in ranked)
        if is_set(best):
            return best
    more = {codes[0] for codes in ranked if codes} | set(extra)
    choices = [sorted({*codes, *more}) for codes in ranked]
    best, most = tuple(codes[0] if codes else UNKNOWN for codes in ranked), 0.0
    if not all(choices):
        return best
    for codes in product(*choices):
        weight = 1.0 if is_set(codes) else FALSE_SET
        for each, code in zip(known, codes, strict=True):
            weight *= each.get(code, FLOOR)
        if extra:
            weight *= max(extra.get(code, FLOOR) for code in codes)
        if weight > most:
            best, most = codes, weight
    return best
