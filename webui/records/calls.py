"""Calls for a referee from all tables, and what referees note of players."""

from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, insert, select, update
from uuid_utils import uuid7

from webui.records import moments
from webui.records.database.database import Database
from webui.records.database.rows import columns, to_row
from webui.records.database.schema import calls, notes

DONE_SHOWN: Final = 10
"""Calls that are listed after they were done. Not measured."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call for a referee.

    Attributes:
        id: Names it in addresses.
        table: Number of the table.
        player: Who calls, by name; empty where nobody says so.
        reason: Why; empty where nobody says so.
        who: Who made it on a device; empty at the table box.
        at: When (ISO 8601, UTC).
        taken_by: The referee who goes there; empty where that one gave no name.
        taken_at: Since when; empty while nobody does.
        done_by: Who said that it is done.
        done_at: When; empty while it is not.
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
class Note:
    """What a referee noted of a player.

    Attributes:
        id: Names it in addresses.
        player: Name of the player.
        table: Number of the table where it was noted; None where that does not matter.
        text: What.
        who: The referee; empty where that one gave no name.
        role: In what role.
        at: When (ISO 8601, UTC).
    """

    id: str
    player: str
    table: int | None
    text: str
    who: str
    role: str
    at: str


_CALL: Final = columns(Call, calls)
_NOTE: Final = columns(Note, notes)


class CallStore:
    """The calls and notes in a database, safe to use from many threads and processes."""

    def __init__(self, database: Database) -> None:
        """Takes the database."""
        self._database: Final = database

    def call(self, table: int, player: str = "", reason: str = "", who: str = "") -> Call:
        """Calls a referee; a player who waits already makes no second call, but may say why.

        Raises:
            RecordsError: it cannot be kept.
        """
        with self._database.writing() as connection:
            stamp = self._turn(connection, table)
            mine = (calls.c.table_number == table) & (calls.c.player == player) & (calls.c.done_at == "")
            waiting = connection.execute(select(*_CALL).where(mine)).first()
            if waiting:
                if reason:
                    why = {"reason": reason, "stamp": stamp}
                    connection.execute(update(calls).where(calls.c.id == waiting.id).values(why))
                return self._one(connection, waiting.id)
            made = Call(str(uuid7()), table, player, reason, who, moments.now())
            connection.execute(insert(calls).values(to_row(made, calls, stamp=stamp)))
        return made

    def open(self, table: int | None = None) -> list[Call]:
        """The calls that are not done, those that wait longest first; of one table, or of all."""
        where = calls.c.done_at == ""
        if table is not None:
            where &= calls.c.table_number == table
        with self._database.reading() as connection:
            return [Call(*row) for row in connection.execute(select(*_CALL).where(where).order_by(calls.c.id))]

    def find(self, id: str) -> Call | None:
        """The call of an id; None where there is none."""
        with self._database.reading() as connection:
            row = connection.execute(select(*_CALL).where(calls.c.id == id)).one_or_none()
        return None if row is None else Call(*row)

    def done(self) -> list[Call]:
        """The calls that were done last, the newest first."""
        asked = select(*_CALL).where(calls.c.done_at != "").order_by(calls.c.done_at.desc()).limit(DONE_SHOWN)
        with self._database.reading() as connection:
            return [Call(*row) for row in connection.execute(asked)]

    def take(self, id: str, who: str) -> Call | None:
        """Lets a referee go to a table; who takes it first has it. None where there is no call of the id.

        Raises:
            RecordsError: it cannot be kept.
        """
        free = (calls.c.taken_at == "") & (calls.c.done_at == "")
        return self._changed(id, free, {"taken_by": who, "taken_at": moments.now()})

    def finish(self, id: str, who: str) -> Call | None:
        """Says that a call is done. None where there is no call of the id.

        Raises:
            RecordsError: it cannot be kept.
        """
        return self._changed(id, calls.c.done_at == "", {"done_by": who, "done_at": moments.now()})

    def finish_all(self, table: int, who: str) -> None:
        """Says that all calls of a table are done.

        Raises:
            RecordsError: it cannot be kept.
        """
        with self._database.writing() as connection:
            mine = (calls.c.table_number == table) & (calls.c.done_at == "")
            if connection.execute(select(calls.c.id).where(mine).limit(1)).first():
                stamp = self._turn(connection, table)
                connection.execute(update(calls).where(mine).values(done_by=who, done_at=moments.now(), stamp=stamp))

    def note(self, player: str, table: int | None, text: str, who: str, role: str) -> Note:
        """Notes something of a player, for all referees.

        Raises:
            RecordsError: it cannot be kept.
        """
        made = Note(str(uuid7()), player, table, text, who, role, moments.now())
        with self._database.writing() as connection:
            row = to_row(made, notes, gone=False, stamp=self._turn(connection, 0))
            connection.execute(insert(notes).values(row))
        return made

    def notes(self) -> list[Note]:
        """All notes that were not taken back, the oldest first."""
        with self._database.reading() as connection:
            found = connection.execute(select(*_NOTE).where(~notes.c.gone).order_by(notes.c.id))
            return [Note(*row) for row in found]

    def take_back(self, note: str) -> bool:
        """Takes a note back; whether there was one of the id.

        Raises:
            RecordsError: it cannot be kept.
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
        """A turn at a table, also where a device has it: what is said there is both the hall's and the device's."""
        return self._database.take_turn(connection, table, force=True)

    def _one(self, connection: Connection, id: str) -> Call:
        return Call(*connection.execute(select(*_CALL).where(calls.c.id == id)).one())
