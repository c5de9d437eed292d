"""The name that people give a table, such as its place in the hall, and the address of its own computer's page."""

from dataclasses import asdict, dataclass
from typing import Any, Final

import msgspec

from webui.records.values import ValueStore, read_or
from webui.table.table import Table

KEY: Final = "name"

PAGE: Final = "page"
"""The key of the address of a table's own computer, which is sent to its hall."""

LONGEST: Final = 40
"""Most characters of a name. More do not fit a line of a hall's screen; fewer may cut the name of a place."""


def name_of(table: Table) -> str:
    """Return the table's name; empty if it has none."""
    return name_at(table.records.values, table.number)


def name_at(values: ValueStore, number: int) -> str:
    """Return the name of the table with this number; empty if it has none."""
    return read_or("", name_from, values.get(number, KEY))


def name_from(kept: Any) -> str:
    """Return a table's name from stored state; empty if it has none.

    Raises:
        ValueError: It is damaged.
    """
    if kept is None:
        return ""
    if not isinstance(kept, str) or not is_name(kept):
        raise ValueError("not a name")
    return kept


def is_name(name: object) -> bool:
    """Return True if this is a valid name: printable text of at most `LONGEST` characters."""
    return isinstance(name, str) and len(name) <= LONGEST and name.isprintable()


def name_table(table: Table, name: str) -> None:
    """Give the table a valid name, or remove it if empty.

    Raises:
        RecordsError: It cannot be stored; the old name stays.
    """
    table.records.values.keep(table.number, KEY, " ".join(name.split()) or None)


@dataclass(frozen=True, slots=True)
class OwnPage:
    """The address of the page of a table's own computer.

    Attributes:
        address: Beginning of its addresses, such as `http://192.168.1.20:8000/`.
        reachable: True if others in the network reach it, False if only that computer does.
    """

    address: str
    reachable: bool


def keep_page(values: ValueStore, number: int, page: OwnPage) -> None:
    """Store the address of the page of this computer, which has a table of a hall.

    Raises:
        RecordsError: It cannot be stored.
    """
    values.keep(number, PAGE, asdict(page))


def page_at(values: ValueStore, number: int) -> OwnPage | None:
    """Return the address of the page of a table's computer, or None if unknown."""
    return read_or(None, page_from, values.get(number, PAGE))


def page_from(kept: Any) -> OwnPage | None:
    """Return the address of the page of a table's computer from stored state, or None if unknown.

    Raises:
        Exception: One of `webui.records.values.UNREADABLE`; it is damaged.
    """
    page = msgspec.convert(kept, OwnPage | None)
    if page and not page.address.startswith(("http://", "https://")):
        raise ValueError("not an address of a page")
    return page
