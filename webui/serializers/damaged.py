"""The damaged record at which the records of a table or event stop, and damaged state of a table, as plain JSON."""

from msgspec import Struct

from webui.hall.desk import Hall
from webui.messages import Messages, doctor
from webui.messages.errors import web_error
from webui.records.errors import RecordsError
from webui.table.stored import damaged
from webui.table.table import Table


class DamagedRecord(Struct, frozen=True):
    """A stored record that is none: its number, what that means, and what to do."""

    number: int
    says: str
    fix: str


class DamagedState(Struct, frozen=True):
    """Small state of a table that cannot be read, and what to do."""

    says: str
    fix: str


def damaged_state_json(table: Table, words: Messages) -> DamagedState | None:
    """Return the damaged state of a table, or None."""
    keys = damaged(table.records.values, table.number).get(table.number)
    return DamagedState(*doctor.found(words, "state-damaged", {"table": table.number, "what": keys})) if keys else None


def damaged_json(table: Table, words: Messages) -> DamagedRecord | None:
    """Return the damaged record of a table, or None."""
    number = table.matches.damaged
    return _shown(RecordsError("record-damaged", table=table.number, number=number), number, words) if number else None


def damaged_of_event_json(hall: Hall, event: int, words: Messages) -> DamagedRecord | None:
    """Return the damaged record of an event, or None."""
    number = hall.get(event).damaged
    return _shown(RecordsError("event-damaged", event=event, number=number), number, words) if number else None


def _shown(error: RecordsError, number: int, words: Messages) -> DamagedRecord:
    return DamagedRecord(number, *web_error(words, error))
