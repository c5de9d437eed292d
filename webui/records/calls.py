"""Calls for a referee from all tables, and referees' notes on players."""

from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, insert, select, update
from uuid_utils import uuid7

from webui.records import moments
from webui.records.database.database import Database
from webui.records.database.rows import columns, to_row
from webui.records.database.schema import calls, notes

SIGNED_LATE: Final = "signed-late"
"""The reason of a call that a hall's database makes for a record of a table's own computer, whose id the call has."""

DONE_SHOWN: Final = 10
"""Finished calls that are listed. More fills the page; fewer hides those just finished."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call for a referee.

    Attributes:
        id: Its id in addresses.
        table: Number of the table.
        player: Name of the caller; empty if unnamed.
        reason: The reason; empty if none was given.
        who: Author on a device; empty at the table box.
        at: Time of the call (ISO 8601, UTC).
        taken_by: The referee on the way; empty if unnamed.
        taken_at: Time of taking the call; empty while nobody has.
        done_by: Author of the completion.
        done_at: Time of the completion; empty before it.
    """

    id: str
    table: int
    player: str
    reason: str
    who: str
    at: str
    taken_by: str = ""
    taken_at: str = ""
    done_by: str = ""
    done_at: str = ""


@dataclass(frozen=True, slots=True)
class CallNote:
    """A referee's note on a player.

    Attributes:
        id: Its id in addresses.
        player: Name of the player.
        table: Number of the table it was noted at, or None if that does not matter.
        text: The note.
        who: The referee; empty if unnamed.
        role: Role of the author.
        at: Time of the note (ISO 8601, UTC).
    """

    id: str
    player: str
    table: int | None
    text: str
    who: str
    role: str
    at: str


_CALL: Final = columns(Call, calls)
_NOTE: Final = columns(CallNote, notes)


class CallStore:
    """The calls and notes in a database, safe to use from many threads and processes."""

    def __init__(self, database: Database) -> None:
        """Store calls and notes in this database."""
        self._database: Final = database

    def call(self, table: int, player: str = "", reason: str = "", who: str = "", id: str = "") -> Call:
        """Call a referee. A waiting player makes no second call, but may add a reason.

        Args:
            table: Number of the table.
            player: Name of the caller; empty if unnamed.
            reason: The reason; empty for none.
            who: Author on a device; empty at the table box.
            id: Id given by the sender, "" for none; a call that is sent again with the same id is made once.

        Returns:
            The call, or the one with this id, even if it was finished since.

        Raises:
            RecordsError: It cannot be stored.
        """
        with self._database.writing() as connection:
            again = connection.execute(select(*_CALL).where(calls.c.id == id)).one_or_none() if id else None
            if again:
                return Call(*again)
            stamp = self._turn(connection, table)
            mine = (calls.c.table_number == table) & (calls.c.player == player) & (calls.c.done_at == "")
            waiting = connection.execute(select(*_CALL).where(mine)).first()
            if waiting:
                if reason:
                    why = {"reason": reason, "stamp": stamp}
                    connection.execute(update(calls).where(calls.c.id == waiting.id).values(why))
                return self._one(connection, waiting.id)
            made = Call(id or str(uuid7()), table, player, reason, who, moments.now())
            connection.execute(insert(calls).values(to_row(made, calls, stamp=stamp)))
        return made

    def open(self, table: int | None = None) -> list[Call]:
        """Return the open calls of one table or of all, the longest wait first."""
        where = calls.c.done_at == ""
        if table is not None:
            where &= calls.c.table_number == table
        with self._database.reading() as connection:
            return [
                Call(*row) for row in connection.execute(select(*_CALL).where(where).order_by(calls.c.at, calls.c.id))
            ]

    def changed(self, table: int, after: int) -> list[Call]:
        """Return the calls of a table that were changed after a turn there, the longest wait first."""
        where = (calls.c.table_number == table) & (calls.c.stamp > after)
        with self._database.reading() as connection:
            return [
                Call(*row) for row in connection.execute(select(*_CALL).where(where).order_by(calls.c.at, calls.c.id))
            ]

    def find(self, id: str) -> Call | None:
        """Return the call with this id, or None."""
        with self._database.reading() as connection:
            row = connection.execute(select(*_CALL).where(calls.c.id == id)).one_or_none()
        return None if row is None else Call(*row)

    def done(self) -> list[Call]:
        """Return the calls finished last, the newest first."""
        asked = select(*_CALL).where(calls.c.done_at != "").order_by(calls.c.done_at.desc()).limit(DONE_SHOWN)
        with self._database.reading() as connection:
            return [Call(*row) for row in connection.execute(asked)]

    def take(self, id: str, who: str) -> Call | None:
        """Mark a referee as on the way to a table; the first one keeps the call. Return None if no call has this id.

        Raises:
            RecordsError: It cannot be stored.
        """
        free = (calls.c.taken_at == "") & (calls.c.done_at == "")
        return self._changed(id, free, {"taken_by": who, "taken_at": moments.now()})

    def finish(self, id: str, who: str) -> Call | None:
        """Mark a call as finished. Return None if no call has this id.

        Raises:
            RecordsError: It cannot be stored.
        """
        return self._changed(id, calls.c.done_at == "", {"done_by": who, "done_at": moments.now()})

    def finish_all(self, table: int, who: str) -> None:
        """Mark all calls of a table as finished.

        Raises:
            RecordsError: It cannot be stored.
        """
        with self._database.writing() as connection:
            mine = (calls.c.table_number == table) & (calls.c.done_at == "")
            if connection.execute(select(calls.c.id).where(mine).limit(1)).first():
                stamp = self._turn(connection, table)
                connection.execute(update(calls).where(mine).values(done_by=who, done_at=moments.now(), stamp=stamp))

    def note(self, player: str, table: int | None, text: str, who: str, role: str, id: str = "") -> CallNote:
        """Add a note on a player, for all referees; one that is sent again with its id is added once.

        Raises:
            RecordsError: It cannot be stored.
        """
        made = CallNote(id or str(uuid7()), player, table, text, who, role, moments.now())
        with self._database.writing() as connection:
            again = connection.execute(select(*_NOTE).where(notes.c.id == id)).one_or_none() if id else None
            if again:
                return CallNote(*again)
            row = to_row(made, notes, gone=False, stamp=self._turn(connection, 0))
            connection.execute(insert(notes).values(row))
        return made

    def notes(self) -> list[CallNote]:
        """Return all notes that were not deleted, the oldest first."""
        with self._database.reading() as connection:
            found = connection.execute(select(*_NOTE).where(~notes.c.gone).order_by(notes.c.at, notes.c.id))
            return [CallNote(*row) for row in found]

    def take_back(self, note: str) -> bool:
        """Delete a note; return False if no note has this id.

        Raises:
            RecordsError: It cannot be stored.
        """
        with self._database.writing() as connection:
            stamp = self._turn(connection, 0)
            mine = (notes.c.id == note) & ~notes.c.gone
            return bool(connection.execute(update(notes).where(mine).values(gone=True, stamp=stamp)).rowcount)

    def _changed(self, id: str, where: Any, values: dict[str, str]) -> Call | None:
        with self._database.writing() as connection:
            table = connection.execute(select(calls.c.table_number).where(calls.c.id == id)).scalar()
            if table is None:
                return None
            stamp = self._turn(connection, table)
            connection.execute(update(calls).where((calls.c.id == id) & where).values(values | {"stamp": stamp}))
            return self._one(connection, id)

    def _turn(self, connection: Connection, table: int) -> int:
        """Take a turn at a table even if a device has it, since calls and notes belong to both the hall and the
        device."""
        return self._database.take_turn(connection, table, force=True)

    def _one(self, connection: Connection, id: str) -> Call:
        return Call(*connection.execute(select(*_CALL).where(calls.c.id == id)).one())
