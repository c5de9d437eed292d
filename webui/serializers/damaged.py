"""The damaged record at which the records of a table or event stop, as plain JSON."""

from msgspec import Struct

from webui.hall.desk import Hall
from webui.messages import Messages
from webui.messages.errors import web_error
from webui.records.errors import RecordsError
from webui.table.table import Table


class DamagedRecord(Struct, frozen=True):
    """A stored record that is none: its number, what that means, and what to do."""

    number: int
    says: str
    fix: str


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
