"""What the desk of an event orders at its tables: acts of their matches, each with a key that is its own for good."""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.match.event import Event, LateSwap
from scoring.match.event_acts import Started
from scoring.match.records import Act, OfMatch, Renamed, Seated, Swapped, TimeUp


@dataclass(frozen=True, slots=True)
class Order:
    """An act that a table is to record.

    Attributes:
        record: Number of the event's record that it follows from.
        table: Number of the table.
        key: What the order is called within the event; the same order always has the same.
        act: The act; None to take back what was recorded by the order `of`.
        of: Key of the order that is taken back.
        match: Key of the order that seats the match which the act is of; empty where it seats one itself.
    """

    record: int
    table: int
    key: str
    act: Act | None
    of: str = ""
    match: str = ""


def orders(event: Event) -> list[Order]:
    """All orders that follow from an event, in the order of its records; tables that have them need nothing more."""
    found: list[Order] = []
    for round in event.rounds.values():
        found += _seatings(event, round.record, round.seated)
        acts: list[tuple[int, int, OfMatch]] = [
            (record, table, act) for record, swap in round.swaps.items() for table, act in _swapped(swap)
        ]
        acts += [(record, table, TimeUp(in_play=False)) for table, (_, record) in round.forced.items()]
        found += [
            Order(record, table, f"{record}/{table}", act, match=seating_key(round.record, table))
            for record, table, act in acts
        ]
    for record, act in event.voided.items():
        tables = range(1, event.tables + 1) if isinstance(act, Started) else [getattr(act, "table", 0)]
        found += [Order(record, table, f"void/{record}/{table}", None, f"{record}/{table}") for table in tables]
    return sorted(found, key=lambda order: order.record)


def seating_key(record: int, table: int) -> str:
    """The key of the order that seats the players of a round which a record started at a table."""
    return f"{record}/{table}"


def _seatings(event: Event, record: int, seated: tuple[tuple[str, str, str, str], ...]) -> Iterator[Order]:
    about = event.opened
    body = about.body
    for table, names in enumerate(seated, 1):
        yield Order(record, table, seating_key(record, table), Seated(names, about.rules, body, about.hands))


def _swapped(swap: LateSwap) -> Iterator[tuple[int, OfMatch]]:
    """What the tables of a late swap record."""
    one, other = swap.names
    first, second = swap.tables
    if first == second:
        yield first, Swapped((one, other), 1, swap.reason)
        return
    yield first, Renamed(one, other, swap.reason)
    yield second, Renamed(other, one, swap.reason)
