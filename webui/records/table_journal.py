"""The journal of the tables: each record is stored once, with its side effects in the same transaction."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any, Final, NamedTuple
from uuid import UUID, uuid5

from msgspec import structs
from sqlalchemy import BindParameter, Connection, Exists, exists, func, select, union
from uuid_utils import uuid7

from scoring.match.records import Act, Imported, Pruned, Role, Seated, act_from_dict, act_to_dict
from webui.records.commitments import CommittedEvidence, commit, committed_hash, further_fields, texts
from webui.records.database.database import Database
from webui.records.database.journal import Journal, Writing
from webui.records.database.schema import claims, followed, hands, records
from webui.records.database.watch import Watch
from webui.records.erasing import Erasing, changed_by, erase
from webui.records.errors import RecordsError, WriteConflictError
from webui.records.events import EventStore
from webui.records.evidence import evidence_of
from webui.records.hands import KeptHand, Tags, put_hand, put_tags
from webui.records.journal import JournalEntry
from webui.records.remote_commands import RemoteCommand, RemoteCommandStore


class RecordLocation(NamedTuple):
    """The place of a stored record, and the hash of its original act."""

    table: int
    number: int
    hash: str


class Sound(NamedTuple):
    """The records of a table before a damaged one, the number of that one or None, and True if a camera followed deals
    there."""

    entries: list[JournalEntry[Act]]
    damaged: int | None
    followed: bool


def _follows(table: BindParameter[int]) -> Exists:
    return exists().where(followed.c.table_number == table, followed.c.began > 0)


class TableJournal:
    """The records of all tables of one database, safe to use from many threads and processes.

    Attributes:
        together: Reads all that a thread reads inside in one transaction, see `Database.together`.
    """

    def __init__(self, database: Database, watch: Watch, events: EventStore, orders: RemoteCommandStore) -> None:
        """Prepare the journal without reading anything.

        Args:
            database: The database.
            watch: Told after names were removed.
            events: The events whose names are removed too.
            orders: Commands to the devices of tables to remove names.
        """
        self._database: Final = database
        self.together: Final = database.together
        self._watch: Final = watch
        self._events: Final = events
        self._orders: Final = orders
        read = partial(act_from_dict, kept=True)
        self._journal: Final = Journal[Act]("table", records, read, act_to_dict, Pruned(()), _follows)

    @contextmanager
    def writing(self, table: int, everywhere: bool = False) -> Iterator["TableWriting"]:
        """Begin a transaction at a table; what is appended in it is on the disk once it ends without an error.

        Args:
            table: Number of the table.
            everywhere: True to take the turn at every table and event, for removing names.

        Raises:
            RecordsError: `id-taken`: another act has this id; or it cannot be stored.
        """
        tables = [table]
        writing: TableWriting | None = None
        try:
            with self._database.writing() as connection:
                elsewhere = self._elsewhere(connection) - {table} if everywhere else set()
                if everywhere:
                    tables = self._all(connection, elsewhere | {table}, table)
                turn = {each: self._database.take_turn(connection, each) for each in tables}
                writing = TableWriting(self, self._journal, connection, table, turn, elsewhere)
                yield writing
        except WriteConflictError:  # another process records this id at another table
            for entry in writing.written if writing else ():
                if there := self.places([entry.id]).get(entry.id):
                    raise RecordsError("id-taken", id=str(entry.id), number=there.number) from None
            raise
        for entry in writing.written:
            self._journal.note(entry)
        if everywhere:
            for each in tables:
                self._watch.tell(each)

    @contextmanager
    def written_together(self, tables: Collection[int]) -> Iterator[None]:
        """Begin a transaction that those of the thread at these tables join: all of them are on the disk once it ends.

        Args:
            tables: Numbers of the tables.

        Raises:
            RecordsError: They cannot be stored; nothing of them is.
        """
        try:
            with self._database.written_together(sorted(tables)):
                yield
        except BaseException:
            self._journal.forget(tables)
            raise

    def erase(
        self, erasing: Erasing, ordered: UUID | None = None, but: int = 0, who: str = "", role: Role = "desk"
    ) -> None:
        """Remove names from the whole storage, without a record of it: that is made elsewhere.

        Args:
            erasing: The names to remove.
            ordered: Base of the ids of the commands to the devices of tables, or None for no commands.
            but: Number of the table whose device makes the record, and needs no command.
            who: Who orders it.
            role: Role of the author.

        Raises:
            RecordsError: It cannot be stored.
        """
        with self._database.writing() as connection:
            elsewhere = self._elsewhere(connection)
            tables = self._all(connection, elsewhere)
            turn = {each: self._database.take_turn(connection, each) for each in tables}
            self.erase_in(connection, turn, erasing, elsewhere)
            if ordered:
                self.order_erasing(connection, erasing, elsewhere - {but}, ordered, who, role)
        for each in tables:
            self._watch.tell(each)

    def again(self, table: int, id: UUID, sent: Mapping[str, Any]) -> JournalEntry[Act] | None:
        """Return the record that already has this id and content, or None for a new id.

        Args:
            table: Number of the table.
            id: The sender's id.
            sent: The act as posted.

        Raises:
            RecordsError: `id-taken`: another act has this id.
        """
        with self._database.reading() as connection:
            return self._journal.again(connection, id, sent, table)

    def entries(self, table: int, after: int = 0, limit: int | None = None) -> list[JournalEntry[Act]]:
        """Return the records of a table before a damaged one, oldest first, without those that were set aside.

        Args:
            table: Number of the table.
            after: Number of the last record to skip.
            limit: Greatest number, or None for all.
        """
        return self.sound(table, after).entries[:limit]

    def sound(self, table: int, after: int = 0) -> Sound:
        """Return what `entries` returns, with what else is known of the table at that moment."""
        with self._database.reading() as connection:
            known, damaged = self._journal.sound(connection, table)
            follows = self._journal.answered[table]
        return Sound([entry for entry in known[max(after, 0) :] if not entry.aside], damaged, follows)

    def damaged(self, table: int) -> int | None:
        """Return the number of the damaged record at which the records of a table stop, or None."""
        return self.sound(table).damaged

    def set_aside(self, table: int, number: int, who: str, role: Role) -> None:
        """Go on at a table without a damaged record, whose row stays; nothing happens if it is not damaged.

        A hall decides it for its own copy of the records, also if a device has the table.

        Args:
            table: Number of the table.
            number: Number of the record.
            who: Who decides it.
            role: In which role.

        Raises:
            RecordsError: It cannot be stored.
        """
        with self._database.writing() as connection:
            stamp = self._database.take_turn(connection, table, force=True)
            if self._journal.sound(connection, table)[1] == number:
                self._journal.set_aside(connection, table, number, who, role, stamp)

    def tables(self) -> list[int]:
        """Return the numbers of the tables that have records."""
        with self._database.reading() as connection:
            return sorted(connection.execute(select(records.c.table_number).distinct()).scalars())

    def counts(self) -> dict[int, int]:
        """Return the number of records of each table that has any, whoever wrote them."""
        asked = select(records.c.table_number, func.count()).group_by(records.c.table_number)
        with self._database.reading() as connection:
            rows = connection.execute(asked.order_by(records.c.table_number)).all()
        return {row[0]: row[1] for row in rows}

    def places(self, ids: Collection[UUID]) -> dict[UUID, RecordLocation]:
        """Return the places of the records with these ids; unknown ids are missing.

        Raises:
            RecordsError: The database cannot be read.
        """
        asked = select(records.c.id, records.c.table_number, records.c.number, records.c.hash)
        found = {}
        with self._database.reading() as connection:
            for start in range(0, len(listed := [str(id) for id in ids]), 500):
                for row in connection.execute(asked.where(records.c.id.in_(listed[start : start + 500]))):
                    found[UUID(row.id)] = RecordLocation(row.table_number, row.number, row.hash)
        return found

    def put(
        self,
        table: int,
        entries: Sequence[JournalEntry[Act]],
        laid: Iterable[KeptHand],
        tags: Mapping[str, Tags],
        mark: Imported | None = None,
        who: str = "",
        role: Role = "desk",
    ) -> None:
        """Append imported records to those of a table, with one that says so, and add hands; all of it or nothing.

        Args:
            table: Number of the table.
            entries: The records, numbered from the table's last on.
            laid: Hands; existing ids stay unchanged.
            tags: Tags of hands, by their ids.
            mark: The act that says so, or None for records of this table.
            who: Who imports them.
            role: In which role.

        Raises:
            WriteConflictError: Another record was stored there, or one of these, since they were numbered.
            RecordsError: They cannot be stored.
        """
        with self._database.writing() as connection:
            stamp = self._database.take_turn(connection, table)
            known = self._journal.expect_sound(connection, table)
            newest = select(func.max(records.c.number)).where(records.c.table_number == table)
            if (connection.execute(newest).scalar() or 0) != entries[0].number - 1:
                raise WriteConflictError
            self._journal.insert(connection, entries)
            if mark:
                made = self._journal.next(entries, table, UUID(str(uuid7())), mark, who, role)
                made = replace(made, number=entries[-1].number + 1)
                made = _committed((*known, *entries, made), evidence_of(connection, table, mark))
                self._journal.insert(connection, [made])
            number = select(func.max(hands.c.number)).where(hands.c.table_number == table)
            last = connection.execute(number).scalar() or 0
            for hand in laid:
                if connection.execute(select(hands.c.id).where(hands.c.id == hand.id)).scalar() is None:
                    last += 1
                    kept = replace(hand, table=table, number=last, stamp=stamp)
                    put_hand(connection, kept, tags.get(hand.id, {}))

    def _all(self, connection: Connection, elsewhere: Collection[int], *tables: int) -> list[int]:
        """Return the numbers of all turns to take, the lowest first: -n for event n, 0, then tables.

        Args:
            connection: In the transaction.
            elsewhere: The tables left to their devices.
            tables: Tables to include although they are empty, or a device has them.
        """
        asked = union(select(records.c.table_number), select(hands.c.table_number))
        events = [-event for event in self._events.all(connection)]
        here = set(connection.execute(asked).scalars()).difference(elsewhere)
        return sorted({0, *tables, *events, *here})

    def _elsewhere(self, connection: Connection) -> set[int]:
        """Return the tables that other devices have."""
        if not self._database.shared:
            return set()
        held = claims.c.device.not_in(("", self._database.device))
        return set(connection.execute(select(claims.c.table_number).where(held)).scalars())

    def erase_in(self, connection: Connection, turn: Mapping[int, int], erasing: Erasing, elsewhere: set[int]) -> None:
        """Remove names inside a transaction that has every turn, except at the tables left to their devices."""
        self._events.erase(connection, erasing.names, erasing.name)
        erase(connection, turn, erasing, elsewhere)

    def order_erasing(
        self, connection: Connection, erasing: Erasing, tables: set[int], id: UUID, who: str, role: Role
    ) -> None:
        """Command the devices of tables to remove the names from their own storage."""
        act = {"names": sorted(erasing.names), "name": erasing.name}
        by = erasing.name if who in erasing.names else who
        for table in sorted(tables):
            ordered = UUID(bytes=uuid5(id, f"erase {table}").bytes, version=4)  # not a version of an event's desk
            self._orders.add(connection, RemoteCommand(table, str(ordered), "erase", act, by, role))


class TableWriting(Writing[Act]):
    """A transaction at a table: records with their commitments, tags of hands, and removal of names."""

    def __init__(
        self,
        tables: TableJournal,
        journal: Journal[Act],
        connection: Connection,
        table: int,
        turn: Mapping[int, int],
        elsewhere: set[int],
    ) -> None:
        """Write at a table.

        Args:
            tables: The journal of the tables.
            journal: The journal that stores the records.
            connection: The transaction.
            table: Number of the table.
            turn: The turns taken, by the numbers of their tables.
            elsewhere: Tables whose devices remove names from their own storage.
        """
        super().__init__(journal, connection, table)
        self._tables: Final = tables
        self._turn: Final = turn
        self._elsewhere: Final = elsewhere

    def append(self, entry: JournalEntry[Act], sent: Mapping[str, Any] | None = None) -> JournalEntry[Act]:
        """Store a record that `next` returned, with its commitments."""
        rests = evidence_of(self.connection, entry.stream, entry.act)
        return self.store(_committed((*self.entries, *self.written, entry), rests), sent)

    def tag(self, hand: str, tags: Tags) -> None:
        """Replace tags of a hand of the table."""
        put_tags(self.connection, hand, tags)

    def erase(self, entry: JournalEntry[Act], erasing: Erasing, sent: Mapping[str, Any] | None = None) -> None:
        """Store a record that `next` returned, and remove the names that it removes everywhere.

        Its commitments list what it changes in its match. The transaction must have every turn.
        """
        rests = evidence_of(self.connection, entry.stream, entry.act)
        entry = self.store(_committed((*self.entries, *self.written, entry), rests, erasing), sent)
        self._tables.erase_in(self.connection, self._turn, erasing, self._elsewhere)
        self._tables.order_erasing(self.connection, erasing, self._elsewhere, entry.id, entry.who, entry.role)


def _committed(
    entries: Sequence[JournalEntry[Act]], evidence: CommittedEvidence, erasing: Erasing | None = None
) -> JournalEntry[Act]:
    """Return the last of a table's records with its commitments; a text has one salt in all records of a match.

    Args:
        entries: All records of the table, the oldest first.
        evidence: The evidence of the last.
        erasing: The names that the record removes, or None.
    """
    entry = entries[-1]
    begun = next((n for n in range(len(entries) - 1, -1, -1) if isinstance(entries[n].act, Seated)), 0)
    before, act, fields = entries[begun:-1], act_to_dict(entry.act), further_fields(entry.act)
    said = texts(entry.who, act, None, fields)
    made = structs.replace(commit(said, _salts(before, {*said}), fields), evidence=evidence)
    if erasing:
        changed = [changed_by(erasing, each) for each in (*before, replace(entry, commitments=made))]
        made = structs.replace(made, removes=tuple(sorted(set().union(*changed))))
    return replace(entry, commitments=made, hash=committed_hash(made, entry.role, act))


def _salts(entries: Sequence[JournalEntry[Act]], wanted: set[str]) -> dict[str, str]:
    """Return the salts of the texts `wanted` that the records of a match have; read back only until all are found."""
    salts: dict[str, str] = {}
    for entry in reversed(entries):
        if wanted <= salts.keys():
            break
        if entry.commitments:
            said = texts(entry.who, act_to_dict(entry.act), entry.commitments)
            named = zip(said, entry.commitments.names, strict=False)
            salts = {text: salt for text, (_, salt) in named if salt} | salts
    return salts
