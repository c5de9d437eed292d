"""The desk of events: its records, their effects at the tables, and the clocks of a round."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from itertools import combinations
from math import ceil
from typing import TYPE_CHECKING, Any, Final, TypeVar
from uuid import UUID, uuid4, uuid5
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from msgspec import structs

from scoring.match.clock import Clock, fold
from scoring.match.course import find_course, newer_body
from scoring.match.errors import SeatingError
from scoring.match.event import Event, back
from scoring.match.event_acts import (
    EventAct,
    EventCorrected,
    EventVoid,
    Extended,
    Finished,
    Opened,
    PastRounds,
    Released,
    SeatingDrawn,
    Started,
    TableMoved,
    TableResult,
    TableResults,
)
from scoring.match.event_errors import EventRejectedError
from scoring.match.event_orders import Order, orders, seating_key, seating_of
from scoring.match.event_results import Played, played
from scoring.match.records import Act, OfMatch, Renamed, Role, Seated, Swapped, Void, act_to_dict
from scoring.match.seating import parse_script, players_of, seating
from scoring.match.sitting_out import seat_in_turn
from scoring.rules import BOOKS
from webui.base.errors import WebError
from webui.match.clock import KEY, ClockAct, ClockRejectedError, End, Extend, Pause, StartClock, TableClock, events_from
from webui.match.errors import ActRejectedError, CommandRejectedError, expect_library
from webui.match.matches import Matches, TableMatch
from webui.records.errors import EventActRejectedError, RecordsError
from webui.records.events import StoredEvent
from webui.records.journal import JournalEntry
from webui.records.presets import keep_again
from webui.records.remote_commands import OrderKind, RemoteCommand
from webui.records.store import Storage
from webui.records.sync.leases import devices
from webui.records.values import read_or

if TYPE_CHECKING:
    from webui.table.table import Table

_Made = TypeVar("_Made")

TOGETHER: Final = 50
"""Orders that are stored in one transaction. More let other writers wait longer; fewer end more transactions, of some
10 ms each."""


class NoSuchEventError(WebError):
    """No event has this number."""


class StillPlayedError(WebError):
    """The act was not forced, and needs finished matches or a seating of everybody; nothing was recorded.

    Attributes:
        kind: `round-over-matches` (`round`, `tables`): the round would begin while matches are being played;
            `move-over-match` (`table`): others play at the table to which players of a begun round would move;
            `past-over-matches` (`tables`): rounds of the past would come to tables at which matches are being played;
            `release-over-matches` (`round`, `tables`): results would be published while matches are being played;
            `seating-leaves-out` (`names`): players who have not withdrawn would sit at no table of a round.
    """


class NotPlayedError(WebError):
    """The act concerns a match that has ended, or that its table is not playing.

    Attributes:
        kind: `match-ended`, `round-not-at-table`, `table-has-hands` (`round`, `table`).
    """


@dataclass(frozen=True, slots=True)
class FailedCommand:
    """An order that a table did not follow.

    Attributes:
        order: The order.
        why: The refusal of the table's match, or of its device, or its damaged record.
    """

    order: Order
    why: ActRejectedError | CommandRejectedError | RecordsError


@dataclass(frozen=True, slots=True)
class Found:
    """The match of a round at a table, and its result so far."""

    match: TableMatch
    played: Played


@dataclass(frozen=True, slots=True)
class GoneOn:
    """A match that goes on at another table.

    Attributes:
        table: Number of the other table.
        numbers: The number there of each record that went along, by its number at the old table.
    """

    table: int
    numbers: Mapping[int, int]

    def after(self, after: int) -> int | None:
        """Return the record there that a sender has seen who saw a record of the old table; None without the match."""
        return max((there for here, there in self.numbers.items() if here <= after), default=None)

    def saw(self, after: int) -> bool:
        """Return True if a sender who saw a record of the old table saw the match, and not yet that it had gone."""
        return min(self.numbers) <= after <= max(self.numbers)


class Hall:
    """The events of one database and their tables, safe to use from many threads.

    Attributes:
        records: The storage.
    """

    def __init__(
        self,
        records: Storage,
        table_of: "Callable[[int], Table | None]" = lambda _: None,
        reach: Callable[[int], None] = lambda _: None,
    ) -> None:
        """Prepare the hall without reading anything.

        Args:
            records: The storage.
            table_of: Returns the table with this number if this server shows it, so that its pages hear of records;
                None for a table of another server.
            reach: Called with the required number of tables.
        """
        self.records: Final = records
        self._table_of: Final = table_of
        self._reach: Final = reach
        self._matches: dict[int, Matches] = {}
        self._numbers: dict[int, dict[UUID, int]] = {}
        """Numbers of the records of each table by their ids."""
        self._resumed: set[int] = set()
        self._undone: dict[int, tuple[FailedCommand, ...]] = {}
        self._found: dict[UUID, tuple[int, Found | None]] = {}
        """The last match found by the id of its seating, and the turn of its table then."""
        self._remembered: dict[object, tuple[float, Any]] = {}
        self._remembering = threading.Lock()
        self._ordering = threading.RLock()

    def events(self) -> list[StoredEvent]:
        """Return all events, the newest first."""
        return [self.get(number) for number in reversed(self.records.events.numbers())]

    def get(self, number: int) -> StoredEvent:
        """Return the event with this number, after sending its tables everything that a crash left unsent.

        Raises:
            NoSuchEventError: No event has this number.
        """
        kept = self.records.events.get(number)
        if kept is None:
            raise NoSuchEventError("no-such-event", number=number)
        if number not in self._resumed:
            self._resumed.add(number)
            self._carry_out(kept)
        return kept

    def resume(self) -> None:
        """Send the tables everything unsent when an event is next asked for, as after a damaged record is set aside."""
        self._resumed.clear()

    def remembered(self, key: object, seconds: float, make: Callable[[], _Made]) -> _Made:
        """Return the result of `make`, or a recent one; of simultaneous callers only one calls it.

        Args:
            key: Identity of the result.
            seconds: Lifetime of a result.
            make: Returns a new result.
        """
        with self._remembering:
            at, found = self._remembered.get(key, (0.0, None))
            if found is None or time.monotonic() - at > seconds:
                found = make()
                self._remembered[key] = time.monotonic(), found
            made: _Made = found
            return made

    def open(self, id: UUID, act: EventAct, who: str, role: Role) -> tuple[StoredEvent, bool]:
        """Open an event, once; return it, and True if it is new.

        Raises:
            ActRejectedError: It is new, and no library here can score the hands of its rules.
            webui.records.errors.RecordsError: It cannot be stored.
        """
        if isinstance(act, Opened) and act.body is None:
            book = BOOKS.get(act.rules)
            newer = newer_body(book) if book and find_course(book.game) else None
            act = structs.replace(act, body=newer.id if newer else None)
        if isinstance(act, Opened):
            _expect_zone(act)
            try:
                expect_library(act.rules)
            except ActRejectedError:
                if id not in (kept.records[0].id for kept in self.events()):
                    raise
        kept, new = self.records.events.open(id, act, who, role)
        keep_again(self.records, kept.event.opened.rules)
        return kept, new

    def record(
        self, event: int, id: UUID, act: EventAct, who: str, role: Role, force: str = ""
    ) -> tuple[JournalEntry[EventAct], bool]:
        """Record an act of an event, and carry out its effects at the tables.

        Args:
            event: Number of the event.
            id: The sender's id.
            act: The act.
            who: Name of the author.
            role: Role of the author.
            force: The reason for proceeding while matches are being played: those of the event end in their present
                state before a round begins. Empty to refuse the act.

        Raises:
            NoSuchEventError: There is no such event.
            StillPlayedError: Matches are being played; nothing is stored.
            NotPlayedError: The match is over, or its table is not playing it; nothing is stored.
            ActRejectedError: Rules are chosen, seats drawn or a round begun, and no library here can score the hands;
                nothing is stored.
            webui.records.errors.EventActRejectedError: The event cannot follow it; nothing is stored.
            ClockRejectedError: The clock of the table cannot be extended; nothing is stored.
            webui.records.errors.RecordsError: It cannot be stored.
        """
        before = self.get(event)
        known = next((record for record in before.records if record.id == id), None)
        act = self._along(act, known)
        if not known:
            try:
                self._check_tables(before, act, force)
            except StillPlayedError:
                if len(self.get(event).records) == len(before.records):
                    raise
                return self.record(event, id, act, who, role, force)  # another desk began the round at this moment
            if isinstance(act, Started) and force:
                self._end_all(before, id, (who, role), force)
        record, new = self.records.events.append(event, id, act, who, role)
        if new:
            self._follow(before, act, id)
            keep_again(self.records, self.get(event).event.opened.rules)
        clock = self._clock_to_move(before, act) if new else None
        self._carry_out(self.get(event))
        if clock:
            to, *does = clock
            with suppress(ClockRejectedError):  # a device that has the table may not have begun the match
                for n, each in enumerate(does):
                    self.clock(to, each, uuid5(id, f"clock/{n}"))
        return record, new

    def _along(self, act: EventAct, known: JournalEntry[EventAct] | None) -> EventAct:
        """Return a move of a table by which a begun match goes along, unless a device has one of the tables."""
        if not isinstance(act, TableMoved) or act.along:
            return act
        if known:
            return structs.replace(act, along=isinstance(known.act, TableMoved) and known.act.along)
        return structs.replace(act, along=not self._elsewhere(act))

    def _elsewhere(self, act: TableMoved) -> set[int]:
        """Return the tables of a move that devices have."""
        return {act.table, act.to} & devices(self.records.database).keys()

    def _clock_to_move(self, before: StoredEvent, act: EventAct) -> tuple[int, *tuple[ClockAct, ...]] | None:
        """Return the table to which players of a begun round move, and what its clock does to have the time left."""
        moved = dict(before.acts).get(act.of) if isinstance(act, EventVoid) else act
        if not isinstance(moved, TableMoved):
            return None
        moved = back(before.event, moved) if isinstance(act, EventVoid) else moved
        match = self.match_of(before, moved.since, moved.table)
        clock = clock_in(match, self.clock_of(moved.table)) if match else Clock()
        if clock.started is None or clock.ended or clock.resting:
            return None
        left = clock.left(datetime.now(UTC))
        begin = StartClock(None if left is None else max(1, ceil(left.total_seconds() / 60)))
        return (moved.to, begin) if clock.since else (moved.to, begin, Pause())

    def _check_tables(self, kept: StoredEvent, act: EventAct, force: str) -> None:
        """Refuse acts that contradict the state of the tables, after the event itself has accepted them."""
        made = act.act if isinstance(act, EventCorrected) else act
        if isinstance(
            made, Started | Released | Finished | TableResult | TableResults | PastRounds | Extended | TableMoved
        ):
            kept.check(act)
        rules = kept.event.opened.rules
        if isinstance(act, SeatingDrawn | Started | PastRounds) or (isinstance(made, Opened) and made.rules != rules):
            expect_library(made.rules if isinstance(made, Opened) else rules)
        match made:
            case Opened():
                _expect_zone(made)
            case Started(round) if not force:
                tables = sorted({*self.playing(kept), *self.other_matches(kept, round)})
                if tables:
                    raise StillPlayedError("round-over-matches", round=round, tables=tuple(tables))
            case SeatingDrawn(since, rounds, out=out) if not force:
                seated = [{player for game in games for player in game} for games in rounds]
                for each, resting in zip(seated, out, strict=False):
                    each |= {*resting}
                if out or made.places:  # a draw in turn leaves out the absent
                    for number, each in enumerate(seated, since):
                        each |= {player for player, entrant in kept.event.entrants.items() if number in entrant.absent}
                for number, each in enumerate(seated, since):  # teams choose by round who plays in the places drawn
                    each |= {player for player in kept.event.entrants if kept.event.rests(number, player)}
                    each |= _lined_up(kept.event, number, each)
                contenders = kept.event.contenders(since)
                left = [number for number in contenders if any(number not in each for each in seated)]
                if left:
                    raise StillPlayedError("seating-leaves-out", names=tuple(map(kept.event.name, left)))
            case Released(round) if not force:
                if tables := self.playing(kept, round):
                    raise StillPlayedError("release-over-matches", round=round, tables=tuple(tables))
            case Finished(round, table) if found := self.match_of(kept, round, table):
                if found.match.over:
                    raise NotPlayedError("match-ended", round=round, table=table)
            case TableResult():
                if made.sheet and not self.records.photos.has(made.sheet):
                    raise EventActRejectedError(EventRejectedError("sheet-unknown", photo=made.sheet))
                expect_typable(made, self.found(kept).get((made.round, made.table)))
            case TableResults(results):
                matches = self.found(kept)
                for result in results:
                    expect_typable(result, matches.get((result.round, result.table)))
            case PastRounds(results):
                tables = sorted({each.table for each in results if self.matches(each.table).running})
                if tables:
                    raise StillPlayedError("past-over-matches", tables=tuple(tables))
            case TableMoved():
                self._check_move(kept, made)
            case EventVoid(of=of) if isinstance(moved := dict(kept.acts).get(of), TableMoved):
                kept.check(act)
                self._check_move(kept, back(kept.event, moved))
            case Extended(round, table):
                if not self._at_table(kept, round, table):
                    raise NotPlayedError("round-not-at-table", round=round, table=table)
                self._check_clock(table)

    def next_round_at(self, kept: StoredEvent, table: int) -> int:
        """Return the round that a table plays, or the one after the last begun round."""
        current = max(kept.event.rounds, default=0)
        found = self.match_of(kept, current, table)
        return current + 1 if current == 0 or (found and found.match.over) else current

    def _check_move(self, kept: StoredEvent, act: TableMoved) -> None:
        """Refuse to move a match that is over, or cannot go along to the new table, or to one at which others play.

        Raises:
            NotPlayedError: It is over, or has records and does not go along.
            StillPlayedError: Others play at the new table.
            RecordsError: `table-elsewhere`: a device has one of the tables.
        """
        found = self.match_of(kept, act.since, act.table)
        if found and found.match.over:
            raise NotPlayedError("match-ended", round=act.since, table=act.table)
        if found and not act.along and not _is_only_seated(found):
            raise NotPlayedError("table-has-hands", round=act.since, table=act.table)
        if found and act.along and (elsewhere := self._elsewhere(act)):
            raise RecordsError("table-elsewhere", table=min(elsewhere))
        if act.since in kept.event.rounds and self.matches(act.to).running:
            raise StillPlayedError("move-over-match", table=act.to)

    def playing(self, kept: StoredEvent, round: int | None = None) -> list[int]:
        """Return the tables at which a match of an event is not over.

        Args:
            kept: The event.
            round: The round of the matches, or None for all started rounds.
        """
        found = self.found(kept)
        return sorted(
            {
                table
                for number, started in kept.event.rounds.items()
                for table in started.tables
                if round in (None, number) and not ((each := found.get((number, table))) and each.played.over)
            }
        )

    def _end_all(self, kept: StoredEvent, id: UUID, by: tuple[str, Role], reason: str) -> None:
        """End the matches of an event that are being played, before a round begins."""
        found = self.found(kept)
        for round, started in kept.event.rounds.items():
            for table in started.tables:
                each = found.get((round, table))
                if table not in started.forced and not (each and each.played.over):
                    end = uuid5(id, f"end/{round}/{table}")
                    self.records.events.append(kept.number, end, Finished(round, table, reason), *by)

    def _at_table(self, kept: StoredEvent, round: int, table: int) -> bool:
        """Return True if a table's latest match is the one of this round."""
        found, current = self.match_of(kept, round, table), self.matches(table).current
        return bool(found and current and found.number == current.number)

    def _follow(self, before: StoredEvent, act: EventAct, id: UUID) -> None:
        """Carry out effects that are not records of a table: clocks, and the number of tables."""
        match act:
            case Extended(table=table, minutes=minutes):
                self.clock(table, Extend(minutes), uuid5(id, "clock"))
            case EventVoid(of=of):
                target = before.records[of - 1].act
                if isinstance(target, Extended) and self._at_table(before, target.round, target.table):
                    self.clock(target.table, Extend(-target.minutes), uuid5(id, "clock"))
            case SeatingDrawn() | PastRounds() | TableMoved():
                self._reach(self.get(before.number).event.tables)

    def _check_clock(self, table: int) -> None:
        clock, match = self.clock_of(table), self.matches(table).current
        if match is None or clock_in(match, clock).started is None:
            raise ClockRejectedError("clock-not-started")
        if clock.length is None:
            raise ClockRejectedError("no-session-time")

    def holds(self, event: int, table: int) -> bool:
        """Return True if a table is one of an event, and no other event's match is being played there."""
        kept = self.records.events.get(event)
        if kept is None or not 0 < table <= kept.event.tables:
            return False
        others = (self.get(number) for number in self.records.events.numbers() if number != event)
        return not any(self._playing(other, table) for other in others)

    def other_matches(self, kept: StoredEvent, round: int) -> list[int]:
        """Return the tables of a round at which a match outside the event is being played, which the round would
        end."""
        return [
            table for table in kept.event.games(round) if self.matches(table).running and not self._playing(kept, table)
        ]

    def _playing(self, kept: StoredEvent, table: int) -> bool:
        """Return True if the match that is being played at a table is one of an event."""
        current = self.matches(table).current
        if current is None or current.match.over:
            return False
        started = (order_id(kept, seating_of(each, table)) for each in kept.event.rounds.values())
        return current.entries[0].id in started

    def undone(self, event: int) -> tuple[FailedCommand, ...]:
        """Return the orders of an event that a table did not follow."""
        return self._undone.get(event, ())

    def _carry_out(self, kept: StoredEvent) -> None:
        """Have the tables record all missing effects of an event.

        Repeating it changes nothing, so it is safe after a crash.
        """
        undone: list[FailedCommand] = []
        with self._ordering:
            # a record stays, so what was seen once is not looked up again
            missing = [
                order
                for order in orders(kept.event)
                if order_id(kept, order.key) not in self._numbers.get(order.table, ())
            ]
            for first in range(0, len(missing), TOGETHER):
                some = missing[first : first + TOGETHER]
                with self._together({table for order in some for table in (order.table, order.source) if table}):
                    undone += [failed for order in some if (failed := self._done(kept, order))]
            self._undone[kept.number] = tuple(undone)
        for table in sorted({table for order in missing if order.source for table in (order.source, order.table)}):
            if here := self._table_of(table):
                here.others.catch_up()

    @contextmanager
    def _together(self, tables: Collection[int]) -> Iterator[None]:
        """Begin a transaction at tables: their records are on the disk once it ends, or all of them are not."""
        with ExitStack() as stack:
            for table in sorted(tables):
                stack.enter_context(self._matches_at(table).held())
            try:
                with self.records.journal.written_together(tables):
                    yield
            except BaseException:
                for table in tables:
                    self._matches_at(table).reload()
                    self._numbers.pop(table, None)
                raise

    def _matches_at(self, table: int) -> Matches:
        """Return the matches of a table, those of its pages if this server shows it."""
        here = self._table_of(table)
        return here.matches if here else self.matches(table)

    def _done(self, kept: StoredEvent, order: Order) -> FailedCommand | None:
        """Have a table follow an order; return it if the table does not."""
        try:
            self._do(kept, order)
        except (ActRejectedError, CommandRejectedError) as why:
            if order.act is not None or "already-void" not in (why.kind, why.cause and why.cause.kind):
                return FailedCommand(order, why)  # otherwise the table has already undone it
        except RecordsError as why:
            if why.kind != "record-damaged":
                raise
            return FailedCommand(order, why)
        return None

    def _do(self, kept: StoredEvent, order: Order) -> None:
        id = order_id(kept, order.key)
        if id in (numbers := self._recorded(order.table)):
            return
        if order.source:
            self._go_along(kept, order)
            return
        whole = order.whole
        by = kept.records[order.record - 1]
        act: Act
        if isinstance(order.act, OfMatch):
            seated = numbers.get(order_id(kept, order.match))
            if seated is None:
                return  # the table has not begun the match yet
            act = structs.replace(order.act, match=seated)
        elif order.act is not None:
            act = order.act
        else:
            of = numbers.get(order_id(kept, order.of))
            if of is None:
                return
            match = self._matches_at(order.table).get(of)
            whole = whole or (match is not None and _is_only_seated(match))
            voids = (each.act for each in kept.records if isinstance(each.act, EventVoid))
            moved = by.act.reason if isinstance(by.act, TableMoved | EventVoid) else ""
            act = Void(of, next((each.reason for each in voids if each.of == order.record), moved))
        try:
            self._matches_at(order.table).record(act, id, by.who, "desk", force=True, whole=whole)
        except RecordsError as error:
            if error.kind != "table-elsewhere":
                raise
            kind: OrderKind = "record" if order.act is not None else "record-anyway"
            self._send(RemoteCommand(order.table, str(id), kind, act_to_dict(act), by.who, "desk"))

    def _go_along(self, kept: StoredEvent, order: Order) -> None:
        """Have the match of an order go on at its table; nothing happens if the old table has not begun it."""
        from webui.table.moving import go_along  # it loads the hands

        seated = self._recorded(order.source).get(order_id(kept, order.of))
        match = None if seated is None else self._matches_at(order.source).get(seated)
        if match:
            after = self._matches_at(order.table).version
            go_along(self.records, match, order.table, after, lambda number: _along_id(kept, order.key, match, number))

    def gone_on(self, table: int) -> GoneOn | None:
        """Return the place of the match that was begun last at a table, if it went along to another one."""
        gone = self._matches_at(table).taken_back
        if gone is None or not gone.of_round:
            return None
        for kept in self.events():
            for round in kept.event.rounds.values():
                for moved in round.moved:
                    left = seating_of(round, table, moved.record)
                    if not moved.along or moved.table != table or order_id(kept, left) != gone.entries[0].id:
                        continue
                    key, there = seating_key(moved.record, moved.to), self._recorded(moved.to)
                    ids = {entry.number: _along_id(kept, key, gone, entry.number) for entry in gone.entries}
                    return GoneOn(moved.to, {number: there[id] for number, id in ids.items() if id in there})
        return None

    def _send(self, command: RemoteCommand) -> None:
        """Send a command to the device of a table, which follows it once, however often it is sent.

        Raises:
            CommandRejectedError: The device did not follow it.
        """
        from webui.hall.remote_commands import refused  # it loads the hands, and most halls have no such device

        self.records.orders.place(command)
        kept = self.records.orders.get(command.id)
        if kept and (why := refused(kept)):
            raise why

    def _recorded(self, table: int) -> dict[UUID, int]:
        """Return the numbers of a table's records by their ids."""
        with self._ordering:
            known = self._numbers.setdefault(table, {})
            known |= {entry.id: entry.number for entry in self.records.journal.entries(table, len(known))}
            return known

    def draw(self, event: int, seed: int, since: int) -> SeatingDrawn:
        """Draw the seating from a round on, without recording it.

        Withdrawn players are omitted. As many substitutes as needed fill the tables.

        Raises:
            scoring.match.errors.SeatingError: The players cannot be seated.
            ActRejectedError: No library here can score the hands of the event's rules.
        """
        found = self.get(event).event
        expect_library(found.opened.rules)
        ranked = found.on_field(since)
        spare = [each.person.number for each in found.playing if each.person.substitute]
        players = [*ranked, *spare[: -len(ranked) % found.size]]
        place = {player: at for at, player in enumerate(players, 1)}
        teams = [[place[player] for player in team if player in place] for team in found.teams.values()]
        apart = {
            (place[one], place[other])
            for number, games in found.seating.items()
            for game in games
            for one in game
            for other in game
            if number < since and one < other and {one, other} <= set(place)
        }
        apart |= {
            (min(place[one], place[other]), max(place[one], place[other]))
            for club in found.clubs.values()
            for one, other in combinations([player for player in club if player in place], 2)
        }
        schedule = seating(len(players), found.opened.rounds - since + 1, teams, sorted(apart), seed, found.size)
        games = tuple(tuple(tuple([players[place - 1] for place in game]) for game in round) for round in schedule)
        return SeatingDrawn(since, games, seed)

    def draw_in_turn(self, event: int, seed: int, since: int) -> SeatingDrawn:
        """Draw the seating from a round on in which players sit out in turn, without recording it.

        Who has withdrawn or misses a round has no place in it. Substitutes take none.

        Raises:
            scoring.match.errors.SeatingError: The players cannot be seated.
            ActRejectedError: No library here can score the hands of the event's rules.
        """
        found = self.get(event).event
        expect_library(found.opened.rules)
        rounds = range(since, found.opened.rounds + 1)
        present = [
            [number for number in found.on_field(round) if round not in found.entrants[number].absent]
            for round in rounds
        ]
        sat_out = Counter(player for round, out in found.out.items() if round < since for player in out)
        met = [
            pair
            for round, games in found.seating.items()
            for game in games
            for pair in combinations(game, 2)
            if round < since
        ]
        games, out = seat_in_turn(present, sat_out, met, found.teams.values(), seed, found.clubs.values(), found.size)
        return SeatingDrawn(since, games, seed, out)

    def read_seating(self, event: int, script: str, since: int) -> SeatingDrawn:
        """Return the seating of a script of Pantheon from a round on, without recording it.

        The script numbers the players from 1 in the order of their numbers; substitutes fill its tables. Its rounds may
        seat different players. `webui.hall.prescribed.read_seating` reads lists too.

        Raises:
            scoring.match.errors.SeatingError: It is no script, or has more places than there are players.
            ActRejectedError: No library here can score the hands of the event's rules.
        """
        found = self.get(event).event
        expect_library(found.opened.rules)
        schedule = parse_script(script, turns=True, size=found.size)
        places = players_of(schedule)
        spare = [each.person.number for each in found.playing if each.person.substitute]
        players = sorted([*found.ranked, *spare][:places])
        if len(players) < places:
            raise SeatingError("unknown-player", player=places, players=len(players))
        games = tuple(
            tuple(tuple([players[place - 1] for place in game]) for game in round)
            for round in schedule[: found.opened.rounds - since + 1]
        )
        return SeatingDrawn(since, games)

    def matches(self, table: int) -> Matches:
        """Return the matches of a table, by its records."""
        with self._ordering:
            if table not in self._matches:
                self._matches[table] = Matches(self.records.journal, table, "mcr")
            return self._matches[table]

    def match_of(self, kept: StoredEvent, round: int, table: int) -> TableMatch | None:
        """Return the match of a round at a table, or None before the table has it."""
        started = kept.event.rounds.get(round)
        if started is None:
            return None
        number = self._recorded(table).get(order_id(kept, seating_of(started, table)))
        return None if number is None else self.matches(table).get(number)

    def found(self, kept: StoredEvent) -> dict[tuple[int, int], Found]:
        """Return the match of each round at each table that has it, read again after changes.

        A match whose rules are not installed has no result: it is left out.
        """
        turns = self.records.turns()
        now = {}
        for round, started in kept.event.rounds.items():
            for table in started.tables:
                key = order_id(kept, seating_of(started, table))
                turn, found = self._found.get(key, (-1, None))
                if turn != turns.get(table, 0):
                    match = self.match_of(kept, round, table)
                    found = Found(match, played(match.match)) if match and not match.match.missing else None
                    self._found[key] = turns.get(table, 0), found
                if found:
                    now[round, table] = found
        return now

    def clock_of(self, table: int) -> Clock:
        """Return the stored clock of a table."""
        return _clock(self.records.values.get(table, KEY))

    def all_clocks(self) -> dict[int, Clock]:
        """Return the clocks that were ever started, by the numbers of their tables."""
        return {table: _clock(kept) for table, kept in self.records.values.all(KEY).items() if table > 0}

    def clock(self, table: int, act: ClockAct, id: UUID | None = None) -> None:
        """Follow an act with the clock of a table; if a device has the table, the device does so.

        Args:
            table: Number of the table.
            act: The act.
            id: The id of the command, which a device follows once.

        Raises:
            ClockRejectedError: The clock cannot follow it in its present state.
        """
        here = self._table_of(table)
        clock = here.clock if here else TableClock(self.records.values, table, threading.Condition())
        current = self.matches(table).current
        if current is None:
            raise ClockRejectedError("clock-not-started")
        try:
            clock.do(act, current.match.body)
        except RecordsError as error:
            if error.kind != "table-elsewhere":
                raise
            self._send(RemoteCommand(table, str(id or uuid4()), "clock", msgspec.to_builtins(act), "", "desk"))

    def clocks(self, kept: StoredEvent, round: int, act: ClockAct) -> list[int]:
        """Follow an act with the clocks of all tables of a round, skipping those that cannot.

        A start begins a new session at the tables whose match is not over and whose clock is not of this round.

        Returns:
            The tables whose clocks followed it.
        """
        done = []
        matches, clocks = self.found(kept), self.all_clocks()
        for table in kept.event.games(round):
            found = matches.get((round, table))
            if found is None or found.played.over or not self._at_table(kept, round, table):
                continue
            match, clock = found.match, clocks.get(table, Clock())
            if isinstance(act, StartClock) and clock.started and not clock.ended and not clock.resting:
                if clock_in(match, clock).started:
                    continue
                self.clock(table, End())
            try:
                self.clock(table, act)
            except ClockRejectedError:
                continue
            done.append(table)
        return done


def _lined_up(event: Event, round: int, seated: Collection[int]) -> set[int]:
    """Return those of a round's line-ups for whom a teammate who rests has a place."""
    return {
        player
        for (number, _), chosen in event.line_ups.items()
        if number == round and any(player in seated for player in chosen)
        for player in chosen
    }


def _expect_zone(act: Opened) -> None:
    """Expect the time zone of an event to be known here, before it is recorded.

    Raises:
        EventActRejectedError: It is not.
    """
    try:
        if act.zone:
            ZoneInfo(act.zone)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise EventActRejectedError(EventRejectedError("event-zone", zone=act.zone)) from error


def expect_typable(act: TableResult, found: Found | None) -> None:
    """Refuse totals for a match that has ended at its table, unless the desk ended it.

    Raises:
        NotPlayedError: It has.
    """
    if found and found.played.over and (found.played.typed or not found.match.match.cut):
        raise NotPlayedError("match-ended", round=act.round, table=act.table)


def clock_in(match: TableMatch, clock: Clock) -> Clock:
    """Return the clock of a table for a match; one started before its seating belongs to another match."""
    earlier = clock.started is not None and clock.started < datetime.fromisoformat(match.entries[0].when)
    return Clock() if earlier else clock


def _clock(kept: Any) -> Clock:
    return fold(read_or((), events_from, kept))


def _is_only_seated(match: TableMatch) -> bool:
    """Return True if the desk has seated a match, and nothing but late swaps was recorded in it."""
    return all(entry.role == "desk" and isinstance(entry.act, Seated | Swapped | Renamed) for entry in match.entries)


def _along_id(kept: StoredEvent, key: str, match: TableMatch, number: int) -> UUID:
    """Return the id at another table of a record of a match that goes along by the order with this key."""
    return order_id(kept, key if number == match.number else f"{key}/{number}")


def order_id(kept: StoredEvent, key: str) -> UUID:
    """Return the id of the record that a table makes for an order."""
    return _order_id(kept.id, key)


@lru_cache(2**14)  # orders of two events of 400 players and 16 rounds
def _order_id(event: UUID, key: str) -> UUID:
    return uuid5(event, key)


def round_over(event: Event, round: int, tables: Mapping[tuple[int, int], Played]) -> bool:
    """Return True if every match of a round is over."""
    started = event.rounds.get(round)
    if started is None:
        return False
    found = [tables.get((round, table)) for table in started.tables]
    return all(each is not None and each.over for each in found)
