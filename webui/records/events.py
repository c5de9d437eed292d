"""The journals of events: each act is stored once and numbered, or refused before anything is stored."""

import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, cast
from uuid import UUID

import msgspec
from sqlalchemy import Connection, Executable, func, insert, select, text, update

from scoring.errors import ScoringError
from scoring.match.event import Event, EventLog, check_players
from scoring.match.event_acts import EventAct, EventVoid
from scoring.match.event_errors import EventRejectedError
from scoring.match.records import Role
from webui.base.errors import WebError
from webui.records import moments
from webui.records.canonical import canonical
from webui.records.database.database import Database
from webui.records.database.journal import Journal, Writing
from webui.records.database.schema import event_records, events
from webui.records.errors import EventActRejectedError, InvalidActError, RecordsError
from webui.records.journal import JournalEntry


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event and its records.

    Attributes:
        number: Number of the event.
        id: Id of its first record; the ids of commands to its tables derive from it.
        records: Its records, the oldest first.
        damaged: Number of the damaged record at which they stop, or None.
        log: The log of them; not to be changed.
    """

    number: int
    id: UUID
    records: tuple[JournalEntry[EventAct], ...]
    log: EventLog = field(compare=False)
    damaged: int | None = None

    @property
    def event(self) -> Event:
        """Their fold; not to be changed."""
        return self.log.event

    @property
    def acts(self) -> Iterator[tuple[int, EventAct]]:
        """The acts that were not set aside, by the numbers of their records."""
        return ((record.number, record.act) for record in self.records if not record.aside)

    def check(self, act: EventAct) -> Event:
        """Return the event after an act, without recording the act.

        Raises:
            EventActRejectedError: The event cannot follow it.
        """
        log = self.log.copied()
        before = len(log.event.ranked)
        _follow(log, len(self.records) + 1, act)
        try:
            check_players(log.event, before)
        except EventRejectedError as error:
            raise EventActRejectedError(error) from error
        return log.event


class EventStore:
    """The events of one database, safe to use from many threads."""

    def __init__(self, database: Database) -> None:
        """Prepare the store without reading anything.

        Args:
            database: The database.
        """
        self._database: Final = database
        self._journal: Final = Journal[EventAct]("event", event_records, from_dict, to_dict, EventVoid(0))
        self._known: dict[int, tuple[tuple[JournalEntry[EventAct], ...], int | None, StoredEvent]] = {}
        """Each event with its sound records, and the number of the damaged one after them."""

    def numbers(self) -> list[int]:
        """Return the numbers of all events whose opening is not damaged, the oldest first."""
        with self._database.reading() as connection:
            return [number for number in self.all(connection) if self._read(connection, number)]

    def told(self) -> dict[int, Event]:
        """Return each event without its damaged records, by what a rig may read of it.

        That leaves out the ids, from which those of an event's commands for every table follow, and legal names.
        """
        rows = event_records.c
        asked: Executable = select(rows.event, rows.number, rows.act).order_by(rows.event, rows.number)
        if self._database.shared:
            asked = text("SELECT event, number, act FROM public.rig_events() ORDER BY event, number")
        with self._database.reading() as connection:
            logs: dict[int, EventLog] = {}
            for row in connection.execute(asked):
                log = logs.setdefault(row.event, EventLog())
                with suppress(ScoringError, WebError, ValueError, TypeError):
                    log.add(row.number, from_dict(msgspec.json.decode(row.act)))
        return {event: log.event for event, log in logs.items() if log.event.about is not None}

    def get(self, number: int) -> StoredEvent | None:
        """Return the event with this number, or None."""
        with self._database.reading() as connection:
            return self._read(connection, number)

    def open(self, id: UUID, act: EventAct, who: str, role: Role) -> tuple[StoredEvent, bool]:
        """Open a new event by its first act, once; it is on the disk when this returns.

        Returns:
            The event, and True if it is new.

        Raises:
            EventActRejectedError: The act does not open an event.
            RecordsError: Another act has this id, or it cannot be stored.
        """
        with self._database.writing() as connection:
            self._database.take_turn(connection, 0)
            entry, new = self._journal.again(connection, id, act, None), False
            if entry is None:
                number = (connection.execute(select(func.max(events.c.number))).scalar() or 0) + 1
                _follow(EventLog(), 1, act)
                connection.execute(insert(events).values(number=number, id=str(id), at=moments.now()))
                writing, new = Writing(self._journal, connection, number), True
                entry = writing.append(writing.next(id, act, who, role))
        return self._kept(entry, new), new

    def append(self, event: int, id: UUID, act: EventAct, who: str, role: Role) -> tuple[JournalEntry[EventAct], bool]:
        """Record an act, once: it is on the disk when this returns.

        Args:
            event: Number of an existing event.
            id: The sender's id; the same id and act again return the existing record.
            act: The act.
            who: Name of the author.
            role: Role of the author.

        Returns:
            The record, and True if it is new.

        Raises:
            EventActRejectedError: The event cannot follow it; nothing is stored.
            RecordsError: `id-taken`: another act has this id; or it cannot be stored.
        """
        with self._database.writing() as connection:
            self._database.take_turn(connection, -event)
            kept, writing = self._read(connection, event), Writing(self._journal, connection, event)
            assert kept
            entry = writing.again(id, act)
            if new := entry is None:
                if kept.damaged:
                    raise RecordsError("event-damaged", event=event, number=kept.damaged)
                kept.check(act)
                entry = writing.append(writing.next(id, act, who, role))
        return self._kept(entry, new).records[entry.number - 1], new

    def all(self, connection: Connection) -> list[int]:
        """Return the numbers of all events, as a transaction sees them."""
        return sorted(connection.execute(select(events.c.number)).scalars())

    def erase(self, connection: Connection, names: Collection[str], name: str) -> None:
        """Remove a person's names from all events, inside a transaction that has the turn at each; hashes stay.

        The person's other entries are removed too. If another player of the event has the new name, that player
        keeps it, and the number is appended to the person's.

        Args:
            connection: The transaction.
            names: The names.
            name: Their replacement.
        """
        for event in self.all(connection):
            kept = self._read(connection, event)
            if kept is None:
                continue
            entrants = kept.event.entrants.items()
            holder = next((number for number, each in entrants if each.person.name == name), None)
            earlier = set(names) - {name}
            own = {number for record in kept.records for number in _numbers(to_dict(record.act), earlier)}
            removed = earlier if earlier and holder is not None and holder not in own else names
            for record in kept.records:
                if record.aside:
                    continue
                values = {
                    "act": canonical(_without(to_dict(record.act), removed, name, holder)).decode(),
                    "who": name if record.who in names else record.who,
                }
                where = (event_records.c.event == event) & (event_records.c.number == record.number)
                connection.execute(update(event_records).where(where).values(**values))
            self._erase_unread(connection, kept, names, name)

    def _erase_unread(self, connection: Connection, kept: StoredEvent, names: Collection[str], name: str) -> None:
        """Remove a person's names from the rows that are damaged, set aside, or after a damaged one, as plain text."""
        read = {record.number for record in kept.records if not record.aside}
        rows = select(event_records).where(event_records.c.event == kept.number)
        for row in connection.execute(rows).all():
            if row.number not in read:
                act = re.sub(_any_of(names), name.replace("\\", r"\\"), row.act)
                where = (event_records.c.event == kept.number) & (event_records.c.number == row.number)
                values = {"act": act, "who": name if row.who in names else row.who}
                connection.execute(update(event_records).where(where).values(**values))

    def set_aside(self, event: int, number: int, who: str, role: Role) -> None:
        """Go on with an event without a damaged record, whose row stays; nothing happens if it is not damaged.

        Args:
            event: Number of an existing event.
            number: Number of the record.
            who: Who decides it.
            role: In which role.

        Raises:
            RecordsError: It cannot be stored.
        """
        with self._database.writing() as connection:
            stamp = self._database.take_turn(connection, -event)
            kept = self._read(connection, event)
            if kept and kept.damaged == number:
                self._journal.set_aside(connection, event, number, who, role, stamp)

    def _kept(self, entry: JournalEntry[EventAct], new: bool) -> StoredEvent:
        """Return the event of an entry that is on the disk, and report the entry if it is new."""
        if new:
            self._journal.note(entry)
        kept = self.get(entry.stream)
        assert kept
        return kept

    def _read(self, connection: Connection, number: int) -> StoredEvent | None:
        """Return an event with all its records, folded again only if there are newer ones."""
        (records, damaged), known = self._journal.sound(connection, number), self._known.get(number)
        if known and known[0] is records and known[1] == damaged:
            return known[2]
        id = connection.execute(select(events.c.id).where(events.c.number == number)).scalar()
        log, followed = EventLog(), 0
        if known and known[2].damaged is None and records[: len(known[0])] == known[0]:
            log, followed = known[2].log.copied(), len(known[0])
        stops = damaged
        for record in records[followed:]:
            try:
                if not record.aside:
                    log.add(record.number, record.act)
            except EventRejectedError:  # never so recorded: the row was written by something else
                stops = record.number
                break
            followed = record.number
        if id is None or log.event.about is None:
            return None
        kept = StoredEvent(number, UUID(id), records[:followed], log, stops)
        self._known[number] = records, damaged, kept
        return kept


def to_dict(act: EventAct) -> dict[str, Any]:
    """Return an act as plain JSON values: `type`, and its fields by name."""
    values: dict[str, Any] = _as_first_written(msgspec.to_builtins(act))
    return values


_LATER: Final[Mapping[str, object]] = {
    "legal": "",
    "other": "",
    "photos": False,
    "own_fee": None,
    "fee": 0,
    "currency": "",
    "zone": "",
    "times": [],
    "bye": 0,
    "weight": 100,
    "out": [],
    "places": [],
    "held": False,
    "sheet": "",
    "along": False,
}
"""Fields that acts of earlier versions lack, with the values that are left out so that their hashes stay."""


def _as_first_written(value: Any) -> Any:
    """Return an act's JSON values without later fields that have their defaults."""
    if isinstance(value, Mapping):
        return {
            name: _as_first_written(inner)
            for name, inner in value.items()
            if name not in _LATER or _plain(inner) != _LATER[name]
        }
    return [_as_first_written(each) for each in value] if isinstance(value, list | tuple) else value


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def from_dict(data: Mapping[str, Any]) -> EventAct:
    """Return the act that `to_dict` wrote.

    Raises:
        InvalidActError: The values are no act.
    """
    try:
        return cast(EventAct, msgspec.convert(data, EventAct))
    except msgspec.ValidationError as error:
        raise InvalidActError("no-event-act", reason=str(error)) from error


def _numbers(value: Any, names: Collection[str]) -> Iterator[int]:
    """Yield the numbers of the entries with these names in an act's JSON values."""
    if isinstance(value, Mapping):
        if "number" in value and value.get("name") in names:
            yield value["number"]
        value = list(value.values())
    for inner in value if isinstance(value, list | tuple) else ():
        yield from _numbers(inner, names)


def _without(value: Any, names: Collection[str], name: str, holder: int | None) -> Any:
    """Return an act's JSON values without a person: their entry is emptied, and reasons omit their names.

    Args:
        value: The values.
        names: The person's names.
        name: Their replacement.
        holder: Number of the player of the event who has the replacement as a name, or None.
    """
    if isinstance(value, Mapping):
        if "number" in value and value.get("name") in names:
            own = name if holder in (None, value["number"]) else f"{name} ({value['number']})"
            kept = {each: "" if isinstance(inner, str) else inner for each, inner in value.items()}
            if "photos" in kept:
                kept["photos"] = False
            return _as_first_written({**kept, "name": own, "team": value.get("team", "")})
        return {
            each: re.sub(_any_of(names), name.replace("\\", r"\\"), inner)
            if each == "reason" and isinstance(inner, str)
            else _without(inner, names, name, holder)
            for each, inner in value.items()
        }
    return [_without(each, names, name, holder) for each in value] if isinstance(value, list | tuple) else value


def _any_of(names: Collection[str]) -> str:
    return "|".join(rf"(?<!\w){re.escape(each)}(?!\w)" for each in sorted(names, key=len, reverse=True))


def _follow(log: EventLog, number: int, act: EventAct) -> None:
    try:
        log.add(number, act)
    except EventRejectedError as error:
        raise EventActRejectedError(error) from error
