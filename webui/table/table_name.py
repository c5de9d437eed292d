"""The name that people give a table, such as that of its place in the hall, and where its own computer's page is."""

from dataclasses import asdict, dataclass
from typing import Final

from webui.records.values import ValueStore
from webui.table.table import Table

KEY: Final = "name"

PAGE: Final = "page"
"""The key of where the page of a table's own computer is, which goes to its hall."""

LONGEST: Final = 40
"""Characters of a name at most: more do not stand in one line of a hall's screen. Not measured."""


def name_of(table: Table) -> str:
    """The table's name; empty where nobody gave it one."""
    return name_at(table.records.values, table.number)


def name_at(values: ValueStore, number: int) -> str:
    """The name of the table of a number; empty where nobody gave it one."""
    return str(values.get(number, KEY) or "")


def is_name(name: object) -> bool:
    """Whether this can be a name: text of at most `LONGEST` characters that can be shown."""
    return isinstance(name, str) and len(name) <= LONGEST and name.isprintable()


def name_table(table: Table, name: str) -> None:
    """Gives the table a name, one for which `is_name` holds; an empty one takes it away.

    Raises:
        RecordsError: it cannot be kept; then the name before stays.
    """
    table.records.values.keep(table.number, KEY, " ".join(name.split()) or None)


@dataclass(frozen=True, slots=True)
class OwnPage:
    """Where the page of a table's own computer is.

    Attributes:
        address: The start of its addresses, such as `http://192.168.1.20:8000/`.
        reachable: Whether others in the network reach it; else only that computer itself.
    """

    address: str
    reachable: bool


def keep_page(values: ValueStore, number: int, page: OwnPage) -> None:
    """Keeps where the page of this computer, which has a table of a hall, is.

    Raises:
        RecordsError: it cannot be kept.
    """
    values.keep(number, PAGE, asdict(page))


def page_at(values: ValueStore, number: int) -> OwnPage | None:
    """Where the page of the computer of a table is; None where it has not said so."""
    kept = values.get(number, PAGE)
    if not isinstance(kept, dict) or not str(kept.get("address")).startswith(("http://", "https://")):
        return None
    return OwnPage(kept["address"], kept.get("reachable") is True)
