"""Events from looks: a beam over what may have happened, weighed by the rules, which never forbid.

decoder = Decoder(Settings(play=BOOKS["mcr"].game.play))
for look in looks:
    for event in decoder.look(look):  # what has settled, and corrections of what was given out before
        ...
    for event in decoder.heard:  # the same at once: what this look has brought, and more corrections
        ...
for event in decoder.finish():
    ...
decoder.events()    # the course of the deal as it is held now
decoder.state()     # what stands after it
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from math import inf
from typing import Final, Literal

import msgspec
from msgspec import UNSET, Struct

from scoring.follow.course import GONE_WITHIN, LATE, OFF, ONE_LOOK, Course, Node, Step, chain, waits, wins
from scoring.follow.events import (
    UNKNOWN,
    AnyEvent,
    Claim,
    Declared,
    Discard,
    Drawn,
    Flower,
    Kong,
    Tsumogiri,
    Unseen,
    Win,
    essence,
)
from scoring.follow.facts import ROW, Fact, Facts, frame, set_of, sets
from scoring.follow.giving import EventKey, Giving
from scoring.follow.seen import SEATS, Look
from scoring.follow.state import Standing, State, stand
from scoring.follow.things import NAMED, Name, Thing, Things, owner, shares
from scoring.play import USUAL, Play
from scoring.tiles import FIRST_FLOWER, KIND, ONE_OF

ON_TIME: Final = 2.7
"""Seconds from the last moment at which something had surely not happened to its sight, beyond which it is not sure,
and happened somewhere in between. Others count what is 3 s off as wrong."""
CLEAR: Final = 0.7
"""Seconds in sight without a tile after which its place was surely empty: one look alone misses one tile in eighty."""
DARK: Final = 3.0
"""Seconds without a sight of the ponds after which the follower is lost."""
DOUBT: Final = 3.0
"""Least lead of the best course over one with another player's turn; below it the follower is in doubt."""
DRAWN_AFTER: Final = 6.0
"""Seconds after the last discard until a game without a win counts as drawn. Players look at their hands that long."""
STICK_WITHIN: Final = 8.0
"""Seconds between the discard that lies crosswise and the stick."""
TILES_OF_MELD: Final = 3.2
"""Tiles of a meld on average: most have three, some four."""
CLOSED: Final = 4
"""Least number of tiles face down that is a hand laid down."""
UNCLEAR: Final = 0.2
"""Least share of a face by which an unclear tile may be it, where the others of its meld leave no other name."""
TWICE: Final = 2
"""Least number of looks at a tile that was claimed into a chow, where it does not lie crosswise. One alone may have
taken it for another tile of the chow: in a deal of 450 with noisy looks; more make quick chows unsure."""
KONG_WITHIN: Final = 4.0
"""Seconds after a pung within which a tile added to it was one of a kong claimed at once, seen late."""
TURN: Final = 6.0
"""Seconds from one event to the next within which a tile in a covered place was hardly seen late."""
ANSWERED: Final = 2.0
"""Seconds from a discard that nobody saw to its claim, or to the hand that won on it."""
ODD: Final = 3.0
"""Cost of a step from which on it is odd: a gap, a discard out of turn, another's arm."""
WON: Final = 5.5
"""Least lead of a sure win, whose tiles and shape are weighed besides. Of 1,700 wins of random deals the three
that were decoded wrongly led by 1.5, by 1.9, and by 6.0 after a discard that was not sure."""
LAID: Final = 0.6
"""Least share of each face of a hand that wins with its tile: a wrong one would hardly win."""
WON_LOOKS: Final = 1.8
"""Least number of looks that agree on the winning tile of a hand that wins with it. Most other tiles would not."""
NEAR: Final = 2
"""Steps on either side of an odd one that are not sure."""
FOUND: Final = 10.0
"""Seconds after a beginning midway until an event may be sure."""
STEADY: Final = 1.2
"""Seconds that a change of what was given out must last before it is a correction."""
FRESH: Final = 0.9
"""Share of a face above which one look names a tile to tell at once."""
FRESH_LEAD: Final = 3.0
"""Least lead of an event to tell at once. More waits for the next player's move; less is corrected more often."""
FRESH_STEADY: Final = 0.6
"""The same as `STEADY` for the events told at once."""
PATIENT: Final = 0.6
"""Seconds after which a tile counts as clear at once, however well it is known. More is later; less corrects more."""


class Settings(Struct, frozen=True):
    """The game that is followed, and the patience.

    Attributes:
        play: The way in which it is played.
        dealer: The seat of East as the match has it, 0 if not known.
        midway: True if play is known to have begun before the first look; many tiles that lie there say so as well.
        settle: Seconds after which an event is given out. Less shows it sooner and corrects more.
        mend: Seconds after which late evidence mends nothing any more. More costs time where much is in doubt.
        margin: Least lead of the best course over the next one without an event that is sure.
    """

    play: Play = USUAL
    dealer: int = 0
    midway: bool = False
    settle: float = 3.0
    mend: float = 120.0
    margin: float = 6.5


class Decoder:
    """The follower of one deal."""

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        self.things = Things(self.settings.midway)
        self.facts = Facts(self.settings.play)
        self.course = Course(self.settings.play, self.settings.dealer, self._covered)
        self.now = 0.0
        self.wall: int | None = None
        self.sticks: dict[int, float] = {}
        self.dark_since: float | None = None
        self.checked = -inf
        self.rendered_at = -inf
        self.rendered: list[tuple[EventKey, AnyEvent]] = []
        self.leads: dict[EventKey, float] = {}
        """The leads of the events of the course over the next one without them."""
        self.kept = Giving(with_sure=True)
        """The events given out once they have settled."""
        self.told = Giving(with_sure=False)
        """The events given out at once."""
        self.heard: list[AnyEvent] = []
        """The events of the last look, told at once, with numbers of their own."""
        self.claimed: dict[int, str] = {}
        """The tile of each claimed discard as its meld has it, by the bit of its fact."""
        self.met: set[int] = set()
        """The claimed discards whose meld can be no other set."""
        self.drawn_up: dict[EventKey, tuple[tuple[object, ...], AnyEvent | None]] = {}
        """The events as they were last drawn up, with all that they were made of."""

    def look(self, look: Look) -> list[AnyEvent]:
        """Take a look in, and return the events that have settled since the one before."""
        self.now = look.t
        first = not self.things.started
        seen = self.things.look(look)
        if first and self.things.midway:
            self.course.begin(self._initial_melds())
        if look.wall is not None:
            self.wall = look.wall
        for stick in look.sticks:
            if stick.appeared and stick.sure > 0.5:
                self.sticks.setdefault(stick.seat, stick.until)
                seen = True
        seats = self.settings.play.seats
        dark = sum(zone == "pond" and seat in seats for zone, seat in look.covered) >= len(seats)
        self.dark_since = (self.dark_since if self.dark_since is not None else look.t) if dark else None
        if seen or look.t - self.checked >= 1.0:  # some facts become facts by waiting
            self._weigh(seen)
        return self._give(look.t - self.settings.settle)

    def finish(self) -> list[AnyEvent]:
        """Return what is left to be given out, at the end of a clip or a deal."""
        last = self.now
        self.now += DRAWN_AFTER
        self._weigh()
        return self._give(inf, last)

    def _give(self, settled: float, last: float | None = None) -> list[AnyEvent]:
        """Return what has settled until a second; `last` is that of the last look at the end of a deal."""
        now = self.now if last is None else last
        ended = settled == inf
        self.heard = list(self.told.give(self.rendered, now, 0.0 if ended else FRESH_STEADY, self._clear))
        steady = 0.0 if ended else STEADY
        return list(self.kept.give(self.rendered, self.now, steady, lambda _, event: event.t <= settled))

    def _clear(self, key: EventKey, event: AnyEvent) -> bool:
        """Return True if an event may be told at once: its tiles are named, or will hardly be named better soon."""
        if self.now - event.t >= (self.settings.settle if isinstance(event, Unseen) else PATIENT):
            return True  # as all of a deal that is over
        if isinstance(event, Unseen) or self.leads.get(key, inf) < FRESH_LEAD:
            return False
        things = [self.things.by_track.get(each.track) for each in event.evidence]
        return all(self.things.names[thing.id].share >= FRESH for thing in things if thing is not None)

    def events(self) -> tuple[AnyEvent, ...]:
        """Return the whole course as it is held now, with the numbers under which it was given out."""
        return tuple(event for event, _ in self.timed())

    def timed(self) -> Iterator[tuple[AnyEvent, float | None]]:
        """Yield the events of the course, each with the second at which it was first told as it stands, if it was."""
        for key, event in self.rendered:
            given = self.kept.given.get(key)
            number = given.number if given else 0
            yield msgspec.structs.replace(event, number=number), self.told.at.get((key, essence(event)))

    def fresh(self) -> tuple[AnyEvent, ...]:
        """Return the course told at once, with the numbers given to it in the journal, 0 before that."""
        told = [(key, self.told.given[key]) for key, _ in self.rendered if key in self.told.given]
        numbers = {key: event.number for key, event in self.kept.given.items()}
        return tuple(
            msgspec.structs.replace(event, number=numbers.get(key, 0)) for key, event in told if event.seat != -1
        )

    def state(self) -> State:
        """Return what stands after the course as it is held now."""
        state = stand(self.events(), self.settings.play, self.dealer)
        for thing in self.things.all:
            if thing.initial and thing.gone is None and thing.area != "wall":
                seat = owner(thing.tile, thing.area)
                state.seen.setdefault(seat, []).append(self.things.names[thing.id].code)
        return state

    @property
    def dealer(self) -> int:
        """The seat that discards first as the play shows it, whoever the settings name; 0 if not known."""
        return self.course.best().dealer

    @property
    def standing(self) -> Standing:
        """The follower's step with the game."""
        best = self.course.best()
        if self.dark_since is not None and self.now - self.dark_since > DARK:
            return "lost"
        if best.over:
            return "in step"
        if best.turn == 0 and self.things.all:
            return "lost"
        recent = chain(best.node)[-4:]
        gap = any(step[0] in ("unseen", "quick") for node in recent for step in node.steps)
        return "doubtful" if gap or self.course.lead() < DOUBT else "in step"

    def _initial_melds(self) -> tuple[int, int, int, int]:
        """Return the number of melds of each seat that lay there from the beginning."""
        tiles = [owner(thing.tile, "meld") for thing in self.things.all if thing.area == "meld" and thing.initial]
        one, two, three, four = (round(tiles.count(seat) / TILES_OF_MELD) for seat in SEATS)
        return one, two, three, four

    def _covered(self, seat: int, start: float, end: float) -> bool:
        """Return True if a pond could not be seen at some moment in between."""
        spans = self.things.covered
        k = max(0, bisect_right(spans, start, key=lambda span: span[0]) - 1)
        while k < len(spans) and spans[k][0] <= end:
            if spans[k][1] and (("pond", seat) in spans[k][1] or ("centre", 0) in spans[k][1]):
                return True
            k += 1
        return False

    def _empty(self, fact: Fact, seat: object) -> float:
        """Return the second at which a fact's place was empty: before it was covered, if it was hardly seen since."""
        spans, zone, empty = self.things.covered, fact.thing.area, fact.after
        places = {(zone, seat), (zone, 0)}
        k = bisect_right(spans, empty, key=lambda span: span[0]) - 1
        while k > 0 and empty - spans[k][0] < CLEAR and not spans[k][1] & places:
            k -= 1
        while k >= 0 and spans[k][1] & places:
            empty = min(empty, spans[k][0])
            k -= 1
        return empty

    def _weigh(self, seen: bool = True) -> None:
        self.checked = self.now
        facts = self.facts.of(self.things, self.now, self.wall)
        if self.course.update(facts, self.now - self.settings.mend) or seen or self.now - self.rendered_at > DARK:
            self.rendered = list(self._render())
            self.rendered_at = self.now

    def _render(self) -> Iterator[tuple[EventKey, AnyEvent]]:
        """Yield the events of the best course, in order."""
        best = self.course.best()
        nodes = chain(best.node)
        facts = {fact.bit: fact for fact in self.course.facts}
        margins = self.course.margins(len(nodes))
        of = [facts.get(node.fact.bit, node.fact) for node in nodes if node.fact is not None]
        found: list[tuple[EventKey, AnyEvent]] = []
        self.claimed, self.met = {}, set()
        for node in nodes:
            for step in node.steps:
                if step[0] == "claim" and isinstance(step[3], Fact) and isinstance(step[2], Fact):
                    group, taken = (facts.get(each.bit, each) for each in (step[2], step[3]))
                    tile, codes = self._claimed(group, taken.thing)
                    if tile != UNKNOWN:
                        self.claimed[taken.bit] = tile
                    if self._certain(group, taken.thing, codes):
                        self.met.add(taken.bit)
                elif step[0] == "win" and isinstance(step[3], Fact) and isinstance(step[2], Fact):
                    laid, taken = (facts.get(each.bit, each) for each in (step[2], step[3]))
                    assert isinstance(step[1], int)
                    win = self._win(step[1], laid, taken.thing, 0, 0.0, True)
                    self.claimed[taken.bit] = win.tile
                    if win.sure:
                        self.met.add(taken.bit)
        earlier = 0.0
        odd = self._odd(nodes) | _late(of, nodes) | _flowers(of, nodes, best.dealer, self.settings.play.players)
        odd |= _strayed(of)
        empty = [
            self._empty(fact, node.steps[-1][1]) if node.steps else fact.after
            for node, fact in zip(nodes, of, strict=True)
        ]
        drawn_up, self.drawn_up = self.drawn_up, {}
        for place, (node, fact, t) in enumerate(zip(nodes, of, times(of, nodes, empty), strict=True)):
            for k, step in enumerate(node.steps):
                leads = margins.get(fact.bit, {})
                lead = min((cost for key, cost in leads.items() if _is(key, step)), default=inf)
                clear = lead >= (WON if step[0] == "win" else self.settings.margin) and place not in odd
                sure = clear and fact.until - empty[place] <= ON_TIME
                key = (fact.bit, step[0], k if step[0] == "unseen" else 0)
                self.leads[key] = lead
                of_what = (
                    step,
                    t,
                    earlier,
                    sure,
                    self.claimed.get(fact.bit),
                    fact.bit in self.met,
                    *self._looks(step, fact),
                )
                known = drawn_up.get(key)
                event = known[1] if known and known[0] == of_what else self._event(step, fact, facts, t, earlier, sure)
                self.drawn_up[key] = (of_what, event)
                if event is not None:
                    found.append((key, event))
            earlier = t if node.steps else earlier
        found += self._declared(found)
        if (drawn := self._drawn(found)) is not None:
            found.append((("drawn",), drawn))
        found.sort(key=lambda each: each[1].t)
        last: AnyEvent | None = None
        late = _late_kongs([event for _, event in found])
        for identity, event in found:
            if isinstance(event, Claim | Kong) and (event.seat, event.tile) in late:
                event = msgspec.structs.replace(event, sure=False)
            if isinstance(event, Win) and last is not None and not last.sure:  # it tells who gave the tile
                event = msgspec.structs.replace(event, sure=False)
            last = last if isinstance(event, Flower | Declared) else event
            yield identity, event

    def _looks(self, step: Step, fact: Fact) -> list[object]:
        """Return what an event says of its tiles besides its place in the course."""
        other = step[3].things[:1] if isinstance(step[3], Fact) else ()
        return [part for thing in (*fact.things, *other) for part in (thing.tile, self.things.names[thing.id])]

    def _odd(self, nodes: list[Node]) -> set[int]:
        """Return the steps near which something odd happened, or the play was only just found, so that none is sure."""
        found: set[int] = set()
        for k, node in enumerate(nodes):
            early = self.things.midway and node.fact is not None and node.fact.until - self.things.began < FOUND
            if node.cost > ODD or early:
                found.update(range(k - NEAR, k + NEAR + 1))
        return found

    def _event(
        self, step: Step, fact: Fact, facts: dict[int, Fact], t: float, earlier: float, sure: bool
    ) -> AnyEvent | None:
        act, seat, _, other, what = step
        assert isinstance(seat, int)
        taken = facts.get(other.bit, other).thing if isinstance(other, Fact) else None
        names = [self.things.names[thing.id] for thing in fact.things]
        evidence = tuple(thing.evidence() for thing in fact.things)
        if act == "unseen":
            return Unseen(t=t, seat=seat, count=1, after=earlier, what=str(what))
        if act == "discard":
            thing, name = fact.thing, names[0]
            if fact.bit in self.claimed and name.share < NAMED:  # it is read in the meld
                name = Name(self.claimed[fact.bit], name.share, False)
            elif fact.bit in self.met and self.claimed[fact.bit] == name.code:
                name = Name(name.code, name.share, True)
            drawn: Tsumogiri = "unknown" if thing.drawn is None else "yes" if thing.drawn else "no"
            crosswise = bool(self.settings.play.declares) and thing.tile.crosswise >= 0.5
            return Discard(
                t=t, seat=seat, tile=name.code, sure=sure and name.sure, sideways=crosswise, tsumogiri=drawn,
                evidence=evidence,
            )  # fmt: skip
        if act == "claim":
            return self._claim(seat, fact, taken, what, t, sure)
        if act == "quick":
            beside = [names[k].code for k, thing in enumerate(fact.things) if thing.area == "win"]
            if fact.kind == "open" and not beside:
                evidence, beside = (), [self._awaited(fact)]  # no picture shows the tile
            tile = beside[0] if fact.kind == "open" else self._claimed(fact, None)[0]
            if tile == UNKNOWN:
                return Unseen(t=t, seat=seat, count=1, after=earlier)
            return Discard(t=max(earlier, t - ANSWERED), seat=seat, tile=tile, evidence=evidence[:1])
        if act == "kong":
            return self._kong(seat, fact, taken, str(what), t, sure)
        if act == "flower":
            certain = sure and names[0].sure and seat > 0 and what != LATE
            return Flower(t=t, seat=seat, tile=names[0].code, sure=certain, evidence=evidence)
        if act == "win":
            assert what is None or isinstance(what, int)
            return self._win(seat, fact, taken, what, t, sure)
        return None

    def _claimed(self, fact: Fact, taken: Thing | None) -> tuple[str, tuple[str, ...]]:
        """Return the claimed tile of a meld, or `UNKNOWN`, and the tiles of the meld."""
        up = [thing for thing in fact.things if thing.tile.up]
        codes = set_of(up, taken)
        if len(set(codes)) == 1:
            return codes[0], codes
        if taken is not None:
            weights = shares(taken)
            best = max(codes, key=lambda code: weights.get(code, 0.0))
            if weights.get(best, 0.0) > 0.2:
                return best, codes
        return self._crosswise(up, codes), codes

    def _crosswise(self, up: Sequence[Thing], codes: Sequence[str]) -> str:
        """Return the tile of a meld that lies crosswise as the claimed one does, or `UNKNOWN`."""
        most = max(range(len(up)), key=lambda k: up[k].tile.crosswise)
        lies = self.settings.play.crosswise and up[most].tile.crosswise >= 0.5
        return codes[most] if lies else UNKNOWN

    def _claim(self, seat: int, fact: Fact, taken: Thing | None, source: object, t: float, sure: bool) -> AnyEvent:
        assert isinstance(source, int)
        tile, codes = self._claimed(fact, taken)
        kind: Literal["chow", "pung", "kong"] = "kong" if len(codes) > 3 else "pung" if len(set(codes)) == 1 else "chow"
        certain = sure and taken is not None and self._certain(fact, taken, codes)
        things = fact.things if taken is None else (*fact.things, taken)
        return Claim(
            t=t, seat=seat, kind=kind, tile=tile, tiles=tuple(sorted(codes)), source=source, sure=certain,
            evidence=tuple(thing.evidence() for thing in things),
        )  # fmt: skip

    def _certain(self, fact: Fact, taken: Thing, codes: tuple[str, ...]) -> bool:
        """Return True if a meld can be no other set: its tiles, its claimed one, and when that left, agree."""
        if len(fact.things) < 3 or taken.gone is None or taken.gone[1] < fact.after - GONE_WITHIN:
            return False
        named = [self.things.names[thing.id] for thing in fact.things]
        own = self.things.names[taken.id]
        if sum(name.sure for name in named) < 2 or own.share < NAMED or own.code not in codes:
            return False
        if taken.votes[1] < TWICE and len(set(codes)) > 1 and self._crosswise(fact.things, codes) != own.code:
            return False  # it may be another tile of the chow
        for name, code, thing in zip(named, codes, fact.things, strict=True):
            if not name.sure and shares(thing).get(code, 0.0) < UNCLEAR:
                return False
        seen = Counter(name.code for name in named if name.sure)
        return [each for each in sets(len(codes)) if own.code in each and not seen - Counter(each)] == [
            tuple(sorted(codes, key=KIND.__getitem__))
        ]

    def _kong(self, seat: int, fact: Fact, of: Thing | None, kind: str, t: float, sure: bool) -> AnyEvent:
        names = [self.things.names[thing.id] for thing in fact.things if thing.tile.up]
        best = max(names, key=lambda name: name.share, default=Name(UNKNOWN, 0.0, False))
        if of is not None and best.share < 0.5:
            best = max(best, self.things.names[of.id], key=lambda name: name.share)
        certain = sure and best.sure and all(name.code == best.code for name in names)
        certain = certain and (kind == "added" or len(fact.things) == 4)
        return Kong(
            t=t, seat=seat, kind="added" if kind == "added" else "concealed", tile=best.code, tiles=(best.code,) * 4,
            sure=certain, evidence=tuple(thing.evidence() for thing in fact.things),
        )  # fmt: skip

    def _win(self, seat: int, fact: Fact, taken: Thing | None, source: int | None, t: float, sure: bool) -> Win:
        names = {thing.id: self.things.names[thing.id] for thing in fact.things}
        beside = [thing for thing in fact.things if thing.area == "win"]
        hand = [name.code for name in names.values()]
        melds = self.course.best().melds[seat - 1]
        if taken is not None:
            name = self.things.names[taken.id]
            laid = names[beside[0].id] if beside else name
            if name.share < laid.share or (laid.sure and laid.code == name.code):
                name = laid
            if len(hand) < self.settings.play.size - 3 * melds:
                hand.append(name.code)
        elif beside:
            name = names[beside[0].id]
        else:
            name = Name(self._awaited(fact), 0.0, False)
            hand += [name.code] if name.code != UNKNOWN else []
        evidence = tuple(thing.evidence() for thing in (*beside, *(t for t in fact.things if t.area != "win")))
        certain = sure and self._won(fact, taken, name.code, tuple(sorted(hand)), melds)
        codes, wall = tuple(sorted(hand)), self._indicators(t) or UNSET
        return Win(
            t=t, seat=seat, tile=name.code, source=source, hand=codes, wall=wall, sure=certain, evidence=evidence
        )

    def _indicators(self, t: float) -> tuple[str, ...]:
        """Return the tiles that lay open on the wall at a second, in the order in which they were turned."""
        walled = [each for each in self.things.all if each.area == "wall" and each.tile.up and not each.void]
        lay = [each for each in walled if each.until <= t and (each.gone is None or each.gone[1] > t)]
        names = [self.things.names[each.id] for each in sorted(lay, key=lambda each: each.until)]
        return tuple([name.code if name.sure else UNKNOWN for name in names])

    def _won(self, fact: Fact, taken: Thing | None, tile: str, hand: tuple[str, ...], melds: int) -> bool:
        """Return True if a hand as it lies wins with its tile, and all looks at that agree: in the pond, and laid."""
        play, names = self.settings.play, [self.things.names[thing.id] for thing in fact.things]
        if len(hand) != play.size - 3 * melds or any(name.share < LAID for name in names):
            return False
        if any(KIND.get(code, FIRST_FLOWER) >= FIRST_FLOWER for code in hand):
            return False
        seen = [
            thing for thing in (taken, *fact.things) if thing is not None and (thing is taken or thing.area == "win")
        ]
        votes = [thing.votes[0].get(tile, 0.0) for thing in seen]
        clear = all(vote >= NAMED * thing.votes[1] for vote, thing in zip(votes, seen, strict=True))
        return clear and sum(votes) >= WON_LOOKS and wins(hand, melds, play.knitted, play.pairs)

    def _declared(self, found: list[tuple[EventKey, AnyEvent]]) -> list[tuple[EventKey, AnyEvent]]:
        """Return the declarations, from crosswise discards and sticks."""
        what = self.settings.play.declares
        if not what:
            return []
        declared: list[tuple[EventKey, AnyEvent]] = []
        for seat in SEATS:
            sideways = [e for _, e in found if isinstance(e, Discard) and e.seat == seat and e.sideways]
            stick = self.sticks.get(seat)
            if stick is not None:
                before = [event for event in sideways if abs(event.t - stick) < STICK_WITHIN]
                tile = before[-1].tile if before else UNKNOWN
                sure = bool(before) and before[-1].sure
                evidence = before[-1].evidence if before else ()
                event = Declared(t=stick, seat=seat, what=what, tile=tile, sure=sure, evidence=evidence)
                declared.append(((what, seat), event))
            elif sideways and self.now - sideways[0].t >= self.settings.settle:
                cut = sideways[0]
                event = Declared(t=cut.t, seat=seat, what=what, tile=cut.tile, evidence=cut.evidence)
                declared.append(((what, seat), event))
        return declared

    def _drawn(self, found: list[tuple[EventKey, AnyEvent]]) -> AnyEvent | None:
        """Return the end of a deal whose wall is used up without a win."""
        played = [event for _, event in found if not isinstance(event, Declared)]
        if not played or any(isinstance(event, Win) for event in played):
            return None
        last = played[-1].t
        best = self.course.best()
        used_up = self.course.used_up(best, self.wall)
        shown = self._shown(last)
        waiting = (
            tuple(seat for seat, hand in sorted(shown.items()) if self._waits(hand, best.melds[seat - 1])) or UNSET
        )
        closed = self._closed(last, shown)
        if closed is not None and self.now - closed >= self.settings.settle:
            sure = used_up and abs(best.draws - self.course.wall) <= OFF
            return Drawn(t=closed, sure=sure, waiting=waiting)
        if not used_up or self.now - last < DRAWN_AFTER or not isinstance(played[-1], Discard | Unseen):
            return None
        return Drawn(t=last + self.settings.settle, waiting=waiting)  # nobody saw the end itself

    def _shown(self, since: float) -> dict[int, Fact]:
        """Return the hands that were laid open after a second and won nothing, by seat."""
        steps = (step for node in chain(self.course.best().node) for step in node.steps if step[0] == "shown")
        hands = {fact.seat: fact for _, _, fact, *_ in steps if isinstance(fact, Fact)}
        return {seat: fact for seat, fact in hands.items() if fact.until > since}

    def _awaited(self, fact: Fact) -> str:
        """Return the winning tile of a hand that lies open without it, if the hand waits for one kind alone."""
        kinds = self._waits(fact, self.course.best().melds[fact.seat - 1])
        found = [code for code, kind in ONE_OF.items() if kinds & kind]
        return found[0] if len(found) == 1 else UNKNOWN

    def _waits(self, fact: Fact, melds: int) -> int:
        """Return the mask of the kinds that would complete a hand that lies open."""
        names = [
            self.things.names[thing.id] for thing in fact.things if thing.gone is None or thing.gone[0] > fact.until
        ]
        if len(names) != self.settings.play.size - 1 - 3 * melds or any(name.share < LAID for name in names):
            return 0
        return waits(tuple(sorted(name.code for name in names)), melds, self.settings.play)

    def _closed(self, since: float, shown: dict[int, Fact]) -> float | None:
        """Return the second at which the players laid their hands down, face down or open, or None."""
        closed: dict[int, list[float]] = {seat: [fact.until] * CLOSED for seat, fact in shown.items()}
        for thing in self.things.here():
            if thing.area == "hand" and not thing.tile.up and thing.until > since:
                closed.setdefault(owner(thing.tile, "hand"), []).append(thing.until)
        ends = [max(laid) for laid in closed.values() if len(laid) >= CLOSED]
        return max(ends) if len(ends) >= self.settings.play.players - 1 else None


def _late_kongs(events: list[AnyEvent]) -> set[tuple[int, str]]:
    """Return seat and tile of pungs to which a tile came so soon that it was a kong at once, seen late in part."""
    claims = {(each.seat, each.tile): each.t for each in events if isinstance(each, Claim) and each.kind == "pung"}
    kongs = [each for each in events if isinstance(each, Kong) and each.kind == "added"]
    return {
        (each.seat, each.tile) for each in kongs if 0 <= each.t - claims.get((each.seat, each.tile), -inf) < KONG_WITHIN
    }


def _late(facts: list[Fact], nodes: list[Node]) -> set[int]:
    """Return the steps that one look showed together with the next one, too long after the step before: seen late."""
    steps = [k for k, node in enumerate(nodes) if node.steps]
    return {
        k
        for before, k, then in zip(steps, steps[1:], steps[2:], strict=False)
        if facts[k].kind in ("put", "group")
        and facts[then].until - facts[k].until < ONE_LOOK
        and facts[k].until - max(facts[before].after, _left_at(nodes[k])) > ON_TIME
    }


def _strayed(facts: list[Fact]) -> set[int]:
    """Return the steps near a tile that may be two: one that was taken back, and a later one of its face."""
    found = [k for k, fact in enumerate(facts) if any(thing.strayed for thing in fact.things)]
    return {k + n for k in found for n in range(-NEAR, NEAR + 1)}


def _left_at(node: Node) -> float:
    """Return the second at which the tile that a step claims lay in its pond yet, or minus infinity."""
    taken = [step[3].thing for step in node.steps if step[0] == "claim" and isinstance(step[3], Fact)]
    return max([thing.gone[0] for thing in taken if thing.gone is not None], default=-inf)


def _flowers(facts: list[Fact], nodes: list[Node], dealer: int, players: int) -> set[int]:
    """Return the steps just before a flower that may have been laid before them, and that flower: one was seen late.

    A player lays them in a row, after the players before them at the beginning, and before the own discard.
    """
    found: set[int] = set()
    steps = [(k, node.steps[-1]) for k, node in enumerate(nodes) if node.steps]
    opening = True
    for n, (k, (act, seat, *_, mark)) in enumerate(steps):
        opening = opening and act == "flower"
        if act != "flower":
            continue
        for j, (other, before, *_) in reversed(steps[:n]):
            if facts[k].until - facts[j].until >= TURN:
                break
            if other == "flower":
                known = opening and dealer and seat and before
                first = known and _after(seat, dealer, players) < _after(before, dealer, players)
                late = first or (seat == before and _left(facts[k], facts[j]))
            else:
                late = other == "discard" and seat == before and mark == LATE
            if late:
                found |= {j, k}
    return found


def _after(seat: object, dealer: int, players: int) -> int:
    """Return the number of seats from the dealer on to a seat."""
    assert isinstance(seat, int)
    return (seat - dealer) % players


def _left(one: Fact, other: Fact) -> bool:
    """Return True if a player's flower lies left of another one in its row."""
    (u, v), (u2, v2) = frame(one.seat or 1, one.thing.tile), frame(one.seat or 1, other.thing.tile)
    return abs(v - v2) < ROW and u < u2


def times(facts: list[Fact], nodes: list[Node], empty: list[float]) -> list[float]:
    """Return the second of each fact in a course: when it was seen, or if that was late, between its neighbours."""
    bounds: list[float] = []
    bound = inf
    for fact, node in zip(reversed(facts), reversed(nodes), strict=True):
        bound = min(bound, fact.until) if node.steps else bound
        bounds.append(min(bound, fact.until))
    bounds.reverse()
    found: list[float] = []
    t, k = 0.0, 0
    while k < len(facts):
        if not nodes[k].steps:
            found.append(t)
            k += 1
            continue
        if facts[k].until - empty[k] <= ON_TIME:
            t = max(t, bounds[k])
            found.append(t)
            k += 1
            continue
        end = k + 1
        while end < len(facts) and bounds[end] == bounds[k] and facts[end].until - empty[end] > ON_TIME:
            end += 1
        start = max(t, min(empty[k], bounds[k]))
        number = sum(len(node.steps) for node in nodes[k:end])
        on_time = end == k + 1 and facts[k].until == bounds[k] and bounds[k] - start < ON_TIME
        step = (bounds[k] - start) / (number if on_time else number + 1)
        for each in range(k, end):
            start += step * len(nodes[each].steps)
            t = max(t, min(start, bounds[each]))
            found.append(t)
        k = end
    return found


def _is(key: object, step: Step) -> bool:
    """Return True if a key of a course's step belongs to this one."""
    return isinstance(key, tuple) and key[0] == step[0] and key[1] == step[1]
