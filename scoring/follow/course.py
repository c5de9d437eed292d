"""The course of events that explains the facts best: a beam over orders, owners, sources and gaps.

Costs are negative logarithms of probabilities, so they add up, and a rule of the game is a cost like any other: it
weighs and never forbids.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import inf, log
from typing import Final

from scoring.follow.facts import Fact, before, frame, is_set, likely, set_of
from scoring.follow.state import follows
from scoring.follow.things import Thing, alike, shares
from scoring.partition import winning_kinds
from scoring.play import Pairs, Play
from scoring.tiles import FIRST_FLOWER, KIND, ONE

WIDTH: Final = 11.0
"""Largest cost above the best course of one that is followed on. Less forgets what a late tile would prove."""
MOST: Final = 28
"""Most courses followed on. Each takes about 0.02 ms for a fact."""

MISSED: Final = 4.5
"""A discard that nobody saw: about one in a hundred where the camera sees the pond."""
MISSED_COVERED: Final = 1.2
"""The same where the pond was covered."""
OTHER_DEALER: Final = 3.5
"""Another dealer than the match has: the seats were taken otherwise. More than a missed discard would invent one."""
OUT_OF_TURN: Final = 7.0
"""A discard out of turn: about one in a thousand."""
FLOWER_OUT_OF_TURN: Final = 2.5
"""A flower laid late, while another plays."""
KONG_OUT_OF_TURN: Final = 6.0
"""A kong of a player whose turn it is not."""
CHOW_ACROSS: Final = 6.0
"""A chow of a discard that is not the player's before: a false call."""
LATE_CLAIM: Final = 5.0
"""A claim of a discard after which another tile was discarded already."""
OWN_CLAIM: Final = 9.0
"""A claim of the player's own discard."""
NOT_GONE: Final = 3.5
"""A claimed tile that seems to lie in its pond yet."""
GONE_LONG: Final = 2.5
"""A claimed tile that went long before the meld came."""
QUICK: Final = 2.5
"""More for a discard that was claimed before anybody saw it, where the camera sees the pond."""
UNSEEN_CLAIM: Final = 6.5
"""A claim whose meld was not seen."""
OTHER_ORDER: Final = 1.5
"""Two facts in another order than they were seen in."""
LATE_ORDER: Final = 0.3
"""The same for a tile whose place was covered, so that it may have been seen late."""
ONE_LOOK: Final = 0.02
"""Seconds within which two facts came to light in one look."""
OTHER_ROW: Final = 2.5
"""Two discards of a player in another order than they lie in the row."""
NO_WIN: Final = 4.0
"""An open hand whose shape the winning tile does not complete."""
COUNT: Final = 2.5
"""A tile too many or too few in an open hand."""
NOT_ITS_TURN: Final = 7.0
"""A self-draw of a player whose turn it is not."""
SHOWN: Final = 7.0
"""A hand laid open without a win before the wall is used up."""
COMPLETE: Final = 4.0
"""More for a hand that is complete: false wins mostly are not. With its winning tile beside it, that counts twice."""
GONE_OTHERWISE: Final = 2.0
"""A hand won without the last discard, which has left its pond."""
GONE_TO_HAND: Final = 9.0
"""The same where the hand has such a tile, and it left as the hand was laid."""
PLAYS_ON: Final = 14.0
"""Anything that a player does who has won, while the others play on."""
WENT_ON: Final = 4.0
"""Play that goes on after the win that should have ended it, for the first time: house rules, or a false win."""
SHARED: Final = 1.5
"""A second or third win on the discard that has been won on: most houses pay each of them."""
SWEPT: Final = 0.8
"""Anything seen after the end that is taken for nothing: tiles are turned, and mixed for the next deal."""
OFF: Final = 2
"""Tiles that a count of the wall may be off by, since it stands two high."""
SHORT: Final = 3.0
"""Seconds within which the order of two facts is seen well enough to weigh."""
GONE_WITHIN: Final = 6.0
"""Seconds between a tile's leaving the pond and its lying in the meld."""

LATE: Final = "late"
"""The word on a flower that was laid, or seen, while another player had the turn."""

Step = tuple[object, ...]
"""An event of a course: its name, then its seat and what belongs to it."""


Leads = dict[int, dict[object, float]]
"""Leads of events over the next course without them, by the bit of their fact and their key."""


class Node:
    """A step of a course: the events that explain one fact, and the steps before."""

    __slots__ = ("_keys", "back", "cost", "fact", "leads", "merged", "prior", "steps")

    def __init__(
        self, back: "Node | None", fact: Fact | None, steps: tuple[Step, ...], prior: int, cost: float = 0.0
    ) -> None:
        self.cost = cost
        self.back = back
        self.fact = fact
        self.steps = steps
        self.merged: list[tuple[float, Node]] = []
        """Other courses that came to the same, by how much worse they are."""
        self.leads: Leads | None = None
        """Leads over the courses that came to the same here, or None before the first use."""
        self.prior = prior
        self._keys: frozenset[object] | None = None

    @property
    def keys(self) -> frozenset[object]:
        """The identities of its events, by which courses are compared."""
        if self._keys is None:
            self._keys = frozenset(
                (step[0], step[1], _bit(step[2]), _bit(step[3]), step[4], self.prior) for step in self.steps
            )
        return self._keys


def _bit(value: object) -> object:
    return value.bit if isinstance(value, Fact) else value


class Way:
    """A course up to some fact, with what stands after it."""

    __slots__ = (
        "begun",
        "cost",
        "dealer",
        "draws",
        "just",
        "kong",
        "last",
        "low",
        "mask",
        "melds",
        "node",
        "on",
        "opened",
        "over",
        "prior",
        "t",
        "turn",
        "won",
    )

    def __init__(self, dealer: int = 0, cost: float = 0.0) -> None:
        self.cost = cost
        self.mask = 0
        self.dealer = dealer
        """The seat that discards first, 0 if not known."""
        self.turn = dealer
        """The seat that must act, 0 if not known."""
        self.last: tuple[tuple[Fact, int], ...] = ()
        """The latest discards that may be claimed with their seats, the last one first."""
        self.melds = (0, 0, 0, 0)
        self.draws = -1
        """Draws after the dealer's first, which is the one before the first discard."""
        self.opened = 0
        """Seats that have had their turn to lay their first flowers, from the dealer on."""
        self.kong: tuple[Fact, int] | None = None
        """The added kong just made, which may be robbed."""
        self.begun = False
        self.won: tuple[int, ...] = ()
        """The seats that have won."""
        self.just = False
        """True while nothing was played after a win."""
        self.over = False
        """True once as many have won as end the deal."""
        self.on = False
        """True once play went on after such a win."""
        self.low = 0
        """Index of the first fact that is not yet explained."""
        self.t = 0.0
        self.prior = 0
        """The bit of the fact before, so that two orders are two courses."""
        self.node = Node(None, None, (), 0)

    def key(self) -> tuple[object, ...]:
        """Return what the rest of the course depends on."""
        return (self.mask, self.turn, self.last, self.melds, self.won, self.kong, self.opened, self.on)


@dataclass(slots=True)
class Level:
    """The courses that explain the same number of facts, and the second up to which these were open."""

    ways: list[Way]
    reach: float


class Course:
    """The search. Facts may come late or change; only what depends on them is weighed again."""

    def __init__(
        self,
        play: Play,
        dealer: int,
        covered: Callable[[int, float, float], bool],
    ) -> None:
        self.play = play
        self.seats = play.seats
        self.wall = play.draws
        """Draws after the dealer's first until the wall is used up."""
        self.covered = covered
        self.levels = [Level([Way(dealer)], -inf)]
        if dealer:
            self.levels[0].ways += [Way(seat, OTHER_DEALER) for seat in self.seats if seat != dealer]
        self.limit = inf
        """Cost from which on a course is not followed on, at the level in work."""
        self.facts: list[Fact] = []
        self.lows: list[float] = []

    def begin(self, melds: tuple[int, int, int, int]) -> None:
        """Begin midway, with the melds that lie there."""
        first = Way()
        first.melds = melds
        first.begun = True
        self.levels[0].ways = [first]

    def update(self, facts: list[Fact], settled: float) -> bool:
        """Take the facts as they are now; return True if anything changed.

        Args:
            facts: All facts, by the second at which they were so.
            settled: Second before which nothing is weighed again.
        """
        old = {fact.bit: fact for fact in self.facts}
        since = inf
        kept: list[Fact] = []
        for fact in facts:
            known = old.pop(fact.bit, None)
            if known is not None and (fact.until < settled or (known.core == fact.core and known.late == fact.late)):
                kept.append(known)
                continue
            fact.after = max(fact.after, min(settled, fact.until - 0.01))
            if known is None:
                since = min(since, fact.after)
            elif known.core == fact.core:
                since = min(since, fact.since, known.since)
            else:
                since = min(since, fact.after, known.after)
            kept.append(fact)
        for fact in old.values():
            since = min(since, fact.after)
        if since == inf:
            return False
        kept.sort(key=lambda fact: fact.until)
        self.facts = kept
        self.lows = [inf] * (len(kept) + 1)
        for k in range(len(kept) - 1, -1, -1):
            self.lows[k] = min(kept[k].after, self.lows[k + 1])
        start = 0
        while start < len(self.levels) - 1 and self.levels[start].reach <= since:
            start += 1
        del self.levels[start + 1 :]
        changed = {fact.bit: fact for fact in kept}
        for way in self.levels[start].ways:
            way.last = tuple((changed.get(fact.bit, fact), seat) for fact, seat in way.last)
            if way.kong is not None:
                way.kong = (changed.get(way.kong[0].bit, way.kong[0]), way.kong[1])
        while len(self.levels) <= len(kept):
            self._advance()
        return True

    def best(self) -> Way:
        """Return the best course."""
        return self.levels[-1].ways[0]

    def used_up(self, way: Way, wall: int | None) -> bool:
        """Return True if the wall may be used up: by the tiles seen in it, else by the draws."""
        if wall is not None:
            return wall <= self.play.dead + OFF
        return way.draws >= self.wall - OFF

    def lead(self) -> float:
        """Return how far the best course is ahead of one with another turn."""
        ways = self.levels[-1].ways
        return min((way.cost - ways[0].cost for way in ways if way.turn != ways[0].turn), default=inf)

    def margins(self, depth: int) -> Leads:
        """Return how far ahead of the next course without it each of the last events is.

        Args:
            depth: The number of last steps to say it of.

        Returns:
            For each step, by the bit of its fact, the lead of each of its keys; without an entry nothing competes.
        """
        found: Leads = {}
        ways = self.levels[-1].ways
        seen: dict[int, float] = {}
        best = ways[0]
        for way in ways[1:]:
            _compete(best.node, way.node, way.cost - best.cost, found, seen)
        node: Node | None = best.node
        while node is not None and depth > 0:
            if node.leads is None:
                node.leads = {}
                seen = {}
                for cost, other in node.merged:
                    _compete(node, other, cost, node.leads, seen)
            for bit, leads in node.leads.items():
                least = found.setdefault(bit, {})
                for key, cost in leads.items():
                    least[key] = min(cost, least.get(key, inf))
            node, depth = node.back, depth - 1
        return found

    def _advance(self) -> None:
        ways = self.levels[-1].ways
        found: dict[object, Way] = {}
        least = inf
        self.limit = inf
        reach = -inf
        for way in ways:
            while way.low < len(self.facts) and way.mask & self.facts[way.low].bit:
                way.low += 1
            bound = self.facts[way.low].until
            reach = max(reach, bound)
            k = way.low
            waiting: set[tuple[float, float, int]] = set()
            while k == way.low or (k < len(self.facts) and self.lows[k] < bound):
                fact = self.facts[k]
                k += 1
                if way.mask & fact.bit or (fact.after >= bound and k - 1 != way.low):
                    continue
                if fact.kind == "put" and fact.until - fact.after > SHORT:
                    alike_ones = (fact.after, fact.until, likely(fact))
                    if alike_ones in waiting:  # their order is that of their rows
                        continue
                    waiting.add(alike_ones)
                early = self._early(way, fact)
                if way.cost + early > self.limit:
                    continue
                for new in self._explain(way, fact, early):
                    if new.cost > self.limit:
                        continue
                    if new.cost < least:
                        least = new.cost
                        self.limit = least + WIDTH
                    key = new.key()
                    known = found.get(key)
                    if known is None:
                        found[key] = new
                    elif known.cost <= new.cost:
                        known.node.merged.append((new.cost - known.cost, new.node))
                    else:
                        new.node.merged += [(known.cost - new.cost, known.node)]
                        new.node.merged += [(known.cost - new.cost + cost, node) for cost, node in known.node.merged]
                        found[key] = new
        self.levels[-1].reach = reach
        ranked = sorted((way for way in found.values() if way.cost <= least + WIDTH), key=lambda way: way.cost)
        for way in ranked[MOST:]:
            ranked[0].node.merged.append((way.cost - ranked[0].cost, way.node))
        self.levels.append(Level(ranked[:MOST], inf))

    def _early(self, way: Way, fact: Fact) -> float:
        """Return the cost of explaining a fact before others that were seen earlier."""
        cost = 0.0
        for k in range(way.low, len(self.facts)):
            other = self.facts[k]
            if other.until > fact.until or other is fact:
                break
            same = fact.kind == other.kind == "flower" and fact.seat == other.seat  # ordered as they lie
            if not way.mask & other.bit and other.until < fact.until - (0.0 if same else ONE_LOOK):
                cost += OTHER_ORDER if fact.until - fact.after < SHORT else LATE_ORDER
        return cost

    def _explain(self, way: Way, fact: Fact, early: float) -> Iterator[Way]:
        kind = fact.kind
        nothing = early + (min(SWEPT, fact.ghost) if way.over and kind != "open" else fact.ghost)
        early += WENT_ON if way.over and not way.on and kind != "open" else 0.0
        if kind == "put":
            yield from self._discard(way, fact, early)
        elif kind == "group" and not fact.backs:
            yield from self._claim(way, fact, early)
        elif kind in ("group", "added"):
            yield from self._own_kong(way, fact, early)
        elif kind == "flower":
            yield from self._flower(way, fact, early)
        else:
            yield from self._open(way, fact, early)
        if way.cost + nothing <= self.limit:
            yield self._next(way, fact, nothing, ())

    def _next(self, way: Way, fact: Fact, cost: float, steps: tuple[Step, ...]) -> Way:
        new = Way.__new__(Way)
        new.cost = way.cost + cost
        new.mask = way.mask | fact.bit
        new.turn = way.turn
        new.last = way.last
        new.dealer = way.dealer
        new.melds = way.melds
        new.draws = way.draws
        new.kong = way.kong
        new.opened = way.opened
        new.begun = way.begun
        nothing = not steps or steps[-1][0] == "shown"
        new.just = way.just and nothing
        new.over = way.over and nothing
        new.on = way.on or (way.over and not nothing)
        new.won = way.won
        new.low = way.low
        new.t = max(way.t, fact.until) if steps else way.t
        new.prior = fact.bit if steps else way.prior
        new.node = Node(way.node, fact, steps, way.prior, cost)
        return new

    def _follows(self, seat: int, won: tuple[int, ...]) -> int:
        """Return the seat that plays after another one, without those that have won."""
        return follows(seat, won, len(self.seats))

    def _gap(self, way: Way, seat: int, t: float) -> tuple[float, tuple[Step, ...]]:
        """Return the cost and the steps of discards missed until it is a seat's turn."""
        if way.turn in (0, seat):
            return 0.0, ()
        if seat in way.won:
            return PLAYS_ON, ()
        cost, steps = 0.0, []
        missed = way.turn
        while missed not in (0, seat):
            cost += MISSED_COVERED if self.covered(missed, way.t, t) else MISSED
            steps.append(("unseen", missed, None, None, "discard"))
            missed = self._follows(missed, way.won)
        return cost, tuple(steps)

    def _discard(self, way: Way, fact: Fact, early: float) -> Iterator[Way]:
        room = self.limit - way.cost
        for seat in sorted(self.seats, key=lambda seat: fact.owners[seat - 1]):
            cost = early + fact.owners[seat - 1]
            if cost > room:
                break
            step: Step = ("discard", seat, fact, None, None)
            if way.last and way.last[0][1] == seat and fact.until - fact.after < SHORT:
                cost += self._row(way.last[0][0], fact, seat)
            in_turn = way.turn in (0, seat)
            gap, steps = self._gap(way, seat, fact.until)
            if cost + gap <= room:
                new = self._next(way, fact, cost + gap, (*steps, step))
                self._discarded(new, fact, seat, len(steps) + 1, fresh=bool(steps))
                yield new
                room = self.limit - way.cost
            if in_turn:
                continue
            claimed = way.last and way.last[0][1] != seat and way.last[0][0].thing.gone is not None
            if claimed and cost + UNSEEN_CLAIM <= room:
                claim: Step = ("unseen", seat, None, None, "claim")
                new = self._next(way, fact, cost + UNSEEN_CLAIM, (claim, step))
                self._discarded(new, fact, seat, 0, fresh=True)
                yield new
            for turn in (way.turn, self._follows(seat, way.won)) if cost + OUT_OF_TURN <= room else ():
                new = self._next(way, fact, cost + OUT_OF_TURN + 0.7, (step,))
                self._discarded(new, fact, seat, 1)
                new.turn = turn
                yield new

    def _discarded(self, new: Way, fact: Fact, seat: int, draws: int, fresh: bool = False) -> None:
        new.turn = self._follows(seat, new.won)
        new.last = ((fact, seat),) if fresh or not new.last else ((fact, seat), new.last[0])
        new.draws += draws
        new.kong = None
        new.begun = True

    def _row(self, first: Fact, second: Fact, seat: int) -> float:
        """Return the cost of two discards in this order by their places in the rows of a pond."""
        if "pond" not in (first.thing.area, second.thing.area) or first.until != second.until:
            return 0.0
        (u, v), (u2, v2) = frame(seat, first.thing.tile), frame(seat, second.thing.tile)
        later = v2 - v > 0.02 or (abs(v2 - v) <= 0.02 and u2 > u)
        return 0.0 if later else OTHER_ROW

    def _claim(self, way: Way, fact: Fact, early: float) -> Iterator[Way]:
        seat = fact.seat
        options: list[tuple[float, int, Fact | None, tuple[Step, ...]]] = []
        for k, (pond, source) in enumerate(way.last):
            cost = LATE_CLAIM * k + (OWN_CLAIM if source == seat else 0) + _taken(pond.thing, fact)
            cost += self._rules(fact, seat, source, pond.thing)
            options.append((cost, source, pond, ()))
        if not options or min(options, key=lambda each: each[0])[0] > 2:
            for source in self.seats:
                if source == seat:
                    continue
                gap, steps = self._gap(way, source, fact.until)
                hidden = self.covered(source, way.t, fact.until)
                cost = gap + (MISSED_COVERED if hidden else MISSED + QUICK) + self._rules(fact, seat, source, None)
                options.append((cost, source, None, steps))
        for cost, source, taken, steps in options:
            if way.cost + cost + early > self.limit:
                continue
            quick: tuple[Step, ...] = () if taken is not None else (("quick", source, fact, None, None),)
            step: Step = ("claim", seat, fact, taken, source)
            new = self._next(way, fact, cost + early, (*steps, *quick, step))
            new.turn = seat
            new.last = ()
            new.melds = _more(way.melds, seat)
            new.draws += len(steps) + len(quick) + (-1 if len(fact.things) < 4 else 0)
            new.kong = None
            new.begun = True
            yield new

    def _rules(self, fact: Fact, seat: int, source: int, taken: Thing | None) -> float:
        """Return the cost of a source by the rules and by the tile that lies crosswise."""
        cost = fact.sources[source - 1] if fact.sources else 0.0
        if source == before(seat, len(self.seats)):
            return cost
        alone = fact.cache.get("chow")
        if alone is None:
            alone = fact.cache["chow"] = CHOW_ACROSS if len(set(set_of(fact.things))) > 1 else 0.0
        return cost + alone

    def _own_kong(self, way: Way, fact: Fact, early: float) -> Iterator[Way]:
        seat = fact.seat
        step: Step = ("kong", seat, fact, fact.of, "added" if fact.kind == "added" else "concealed")
        gap, steps = self._gap(way, seat, fact.until)
        for cost, missed in ((gap, steps), (KONG_OUT_OF_TURN, ())) if gap else ((0.0, ()),):
            new = self._next(way, fact, cost + early, (*missed, step))
            if not gap or missed:
                new.turn = seat
                new.last = ()
            new.draws += len(missed) + 1
            if fact.kind == "added":
                new.kong = (fact, seat)
            else:
                new.melds = _more(way.melds, seat)
                new.kong = None
            yield new

    def _flower(self, way: Way, fact: Fact, early: float) -> Iterator[Way]:
        seat = fact.seat
        step: Step = ("flower", seat, fact, None, None)
        if not way.begun or seat == 0:
            place = (seat - way.dealer) % len(self.seats) if way.dealer and seat else way.opened
            new = self._next(way, fact, early + (OTHER_ORDER if place < way.opened else 0.0), (step,))
            new.opened = max(place, way.opened)
            if self.play.aside and seat:
                new.kong = (fact, seat)
            new.draws += 1
            yield new
            return
        gap, steps = self._gap(way, seat, fact.until)
        late: Step = (*step[:4], LATE)
        for cost, done in ((gap, (*steps, step)), (FLOWER_OUT_OF_TURN, (late,))) if gap else ((0.0, (step,)),):
            new = self._next(way, fact, cost + early, done)
            if self.play.aside:
                new.kong = (fact, seat)  # as a tile added to a pung, it may be robbed
            if len(done) > 1:
                new.turn = seat
                new.last = ()
            new.draws += len(done)
            yield new

    def _open(self, way: Way, fact: Fact, early: float) -> Iterator[Way]:
        seat = fact.seat
        melds = way.melds[seat - 1]
        extra = len(fact.things) - (self.play.size - 1 - 3 * melds)
        last = way.last[0][0].thing if way.last and extra == 0 else None
        complete = extra in (0, 1) and self._wins(fact, melds, last) == 0
        used_up = self.used_up(way, fact.wall)
        shown = 0.5 if used_up or way.over else SHOWN
        if complete and not used_up:
            shown += COMPLETE * (2 if way.over and extra else 1)
        yield self._next(way, fact, early + shown, (("shown", seat, fact, None, None),))
        went_on = WENT_ON if way.over and not way.on else 0.0
        count = COUNT * abs(extra - 1)
        options: list[tuple[float, Fact | None, int]] = []
        if way.kong is not None and way.kong[1] != seat:
            pond, source = way.kong
            options.append(
                (1.5 + self._wins(fact, melds, pond.thing) + COUNT * min(abs(extra), abs(extra - 1)), pond, source)
            )
        for pond, source in way.last[:1]:
            if source != seat:
                gone = pond.thing.gone is not None and pond.thing.gone[1] > fact.after - GONE_WITHIN
                cost = COUNT * abs(extra - 1) if gone else COUNT * min(abs(extra), abs(extra - 1) + 1)
                if way.just:  # the one who won first may have taken the tile
                    cost, gone = SHARED - went_on + COUNT * min(abs(extra), abs(extra - 1)), True
                options.append((cost + self._wins(fact, melds, pond.thing, gone), pond, source))
        gap, _ = self._gap(way, seat, fact.until)
        left = _left(way.last[0][0].thing, fact) if way.last and not way.just else 0.0
        options.append((count + min(gap, NOT_ITS_TURN) + left + self._wins(fact, melds, None), None, 0))
        if way.turn not in (0, seat) and extra == 1:  # on a discard that went unseen
            hidden = self.covered(way.turn, way.t, fact.until)
            missed = (MISSED_COVERED if hidden else MISSED + QUICK) - 2.0
            options.append((missed + left + self._wins(fact, melds, None), None, way.turn))
        elif way.turn not in (0, seat) and extra == 0 and self.covered(way.turn, way.t, fact.until):
            # on one that lies under something yet
            options.append((MISSED_COVERED + left + _waiting(fact, melds, self.play), None, way.turn))
        for cost, taken, source in options:
            step: Step = ("win", seat, fact, taken, source)
            quick: tuple[Step, ...] = (("quick", source, fact, None, None),) if source and taken is None else ()
            new = self._next(way, fact, cost + went_on + early, (*quick, step))
            shared = way.just and taken is not None
            new.on = way.on or (way.over and not shared)
            new.won = (*way.won, seat)
            new.just, new.over = True, len(new.won) >= self.play.winners
            new.turn = self._follows(seat, new.won)
            new.draws += 0 if source or not way.begun else 1
            new.last = way.last
            yield new

    def _wins(self, fact: Fact, melds: int, claimed: Thing | None, gone: bool = True) -> float:
        """Return the cost of a hand as a winning one, with a claimed tile among its tiles or left where it lay."""
        key = (melds, claimed.id if claimed else -1, gone)
        known = fact.cache.get(key)
        if known is None:
            known = fact.cache[key] = _winning(fact, melds, claimed, self.play)
        return known


def _more(melds: tuple[int, int, int, int], seat: int) -> tuple[int, int, int, int]:
    return tuple(n + (k == seat - 1) for k, n in enumerate(melds))  # type: ignore[return-value]


def _compete(best: Node, other: Node, cost: float, found: Leads, seen: dict[int, float]) -> None:
    """Note for each event of the better of two courses that the other lacks, how far behind the other is.

    What came to the same as the other on its way is a course of its own, behind by as much more.
    """
    if cost >= min(WIDTH, seen.get(id(other), inf)):
        return
    seen[id(other)] = cost
    one, two = best, other
    own: list[tuple[int, frozenset[object]]] = []
    theirs: set[object] = set()
    while one is not two:
        if one.fact is not None:
            own.append((one.fact.bit, one.keys))
        theirs |= two.keys
        for more, third in two.merged:
            _compete(one, third, cost + more, found, seen)
        if one.back is None or two.back is None:
            break
        one, two = one.back, two.back
    for bit, keys in own:
        for key in keys:
            if key not in theirs:
                leads = found.setdefault(bit, {})
                leads[key] = min(cost, leads.get(key, inf))


def _taken(pond: Thing, fact: Fact) -> float:
    """Return the cost of a pond's tile as the claimed one of a meld: its face, and its leaving the pond."""
    key = ("taken", pond.id, pond.gone)
    known = fact.cache.get(key)
    if known is None:
        up = [thing for thing in fact.things if thing.tile.up]
        if len(up) == 2:  # the third was not seen
            face = 1.0 if _completes(up, pond) else 0.05
        else:
            face = max((alike(thing, pond.tile) for thing in up), default=0.0)
        cost = -log(max(0.02, face))
        if pond.gone is None:
            cost += NOT_GONE
        elif pond.gone[1] < fact.after - GONE_WITHIN:
            cost += GONE_LONG
        known = fact.cache[key] = cost
    return known


def _left(pond: Thing, fact: Fact) -> float:
    """Return the cost of a hand that won without the last discard, where that has left its pond."""
    if pond.gone is None:
        return 0.0
    here = pond.gone[1] > fact.after - GONE_WITHIN and max(alike(thing, pond.tile) for thing in fact.things) > 0.5
    return GONE_TO_HAND if here else GONE_OTHERWISE


def _completes(two: list[Thing], pond: Thing) -> bool:
    return is_set(tuple(sorted(set_of(two, pond))))


def _waiting(fact: Fact, melds: int, play: Play) -> float:
    """Return the cost of a hand that lies open as one that lacks its winning tile alone."""
    codes = _codes(fact)
    return 0.0 if "" not in codes and waits(tuple(sorted(codes)), melds, play) else NO_WIN


def _codes(fact: Fact) -> list[str]:
    return [max(each, key=each.__getitem__) if (each := shares(thing)) else "" for thing in fact.things]


def _winning(fact: Fact, melds: int, claimed: Thing | None, play: Play) -> float:
    codes = _codes(fact)
    cost = 0.0
    need = play.size - 3 * melds
    if claimed is not None:
        face = max(alike(thing, claimed.tile) for thing in fact.things)
        own = max((each := shares(claimed)), key=each.__getitem__) if shares(claimed) else ""
        if len(codes) == need - 1:
            codes.append(own)
        elif len(codes) >= need:
            cost -= log(max(0.002, face))
    if len(codes) != need or any(code not in KIND or KIND[code] >= FIRST_FLOWER for code in codes):
        return cost + 1.0
    return cost + (0.0 if wins(tuple(sorted(codes)), melds, play.knitted, play.pairs) else NO_WIN)


@lru_cache(maxsize=1 << 12)
def wins(codes: tuple[str, ...], melds: int, knitted: bool, pairs: Pairs) -> bool:
    """Return True if tiles, the winning one among them, have a winning shape with this number of melds."""
    kinds = [KIND[code] for code in codes]
    tally = sum(ONE[kind] for kind in kinds)
    return any(winning_kinds(tally - ONE[kind], melds, knitted, pairs) & ONE[kind] for kind in set(kinds))


def waits(codes: tuple[str, ...], melds: int, play: Play) -> int:
    """Return the mask of the kinds of which one more would complete tiles with this number of melds."""
    if any(KIND.get(code, FIRST_FLOWER) >= FIRST_FLOWER for code in codes):
        return 0
    return winning_kinds(sum(ONE[KIND[code]] for code in codes), melds, play.knitted, play.pairs)


def chain(node: Node | None) -> list[Node]:
    """Return the steps of a course, in order."""
    found = []
    while node is not None:
        if node.fact is not None:
            found.append(node)
        node = node.back
    return found[::-1]
