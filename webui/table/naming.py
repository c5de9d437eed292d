"""The name that people give a table, such as that of its place in the hall."""

from typing import Final

from webui.records.store import Records
from webui.table.table import Table

KEY: Final = "name"

LONGEST: Final = 40
"""Characters of a name at most: more do not stand in one line of a hall's screen. Not measured."""


def name_of(table: Table) -> str:
    """The table's name; empty where nobody gave it one."""
    return name_at(table.records, table.number)


def name_at(records: Records, number: int) -> str:
    """The name of the table of a number; empty where nobody gave it one."""
    return str(records.value(number, KEY) or "")


def is_name(name: object) -> bool:
    """Whether this can be a name: text of at most `LONGEST` characters that can be shown."""
    return isinstance(name, str) and len(name) <= LONGEST and name.isprintable()


def name_table(table: Table, name: str) -> None:
    """Gives the table a name, one for which `is_name` holds; an empty one takes it away.

    Raises:
        RecordsError: it cannot be kept; then the name before stays.
    """
    table.records.keep_value(table.number, KEY, " ".join(name.split()) or None)
