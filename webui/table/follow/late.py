"""The delay with which the play at a table goes out to a stream, as its owner chooses it."""

from typing import Annotated, Final, Literal

from msgspec import Meta

from webui.records.values import ValueStore

KEY: Final = "stream-delay"
"""The key of the choice made on the page."""

USUAL: Final = 60
"""Seconds of delay until somebody chooses. More keeps spectators waiting; less lets a player at a table be told what
lies behind the cup."""

LONGEST: Final = 3600
"""Most seconds of delay: an hour."""

Delay = Annotated[int, Meta(ge=0, le=LONGEST)] | Literal["deal"]
"""Seconds of delay, or "deal" for a deal that is shown once its result is recorded."""


OFFERED: Final = (0, 10, 30, USUAL, 120, 300)
"""Seconds that the page offers."""


def delay_of(values: ValueStore, table: int) -> int | Literal["deal"]:
    """Return the delay of a table's stream."""
    kept = values.get(table, KEY)
    if kept == "deal":
        return "deal"
    return kept if isinstance(kept, int) and 0 <= kept <= LONGEST else USUAL


def choose_delay(values: ValueStore, table: int, delay: int | Literal["deal"]) -> None:
    """Delay the stream of a table so much from now on.

    Raises:
        webui.records.errors.RecordsError: It cannot be stored.
    """
    values.keep(table, KEY, delay)
