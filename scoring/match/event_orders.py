"""Commands of an event's desk to its tables: acts of their matches, each with a permanent key of its own."""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.match.event import Event, LateSwap, Round, totals_key
from scoring.match.event_acts import EventEntry, Finished, PastRounds, Started, TableResult, TableResults
from scoring.match.records import Act, OfMatch, Renamed, Seated, Swapped, TimeUp


@dataclass(frozen=True, slots=True)
class Order:
    """An act for a table to record.

    Attributes:
        record: Number of the event's record that causes it.
        table: Number of the table.
        key: Its key within the event; the same order always has the same key.
        act: The act, or None to void the record of the order `of`.
        of: Key of the order to take back, or that seats the match whose records go along.
        match: Key of the order that seats the match of the act; empty if the act is a seating.
        source: Number of the table from which the records of a match go along to this one, or 0.
        whole: True to take back a match with all that was recorded in it.
    """

    record: int
    table: int
    key: str
    act: Act | None
    of: str = ""
    match: str = ""
    source: int = 0
    whole: bool = False


def orders(event: Event) -> list[Order]:
    """Return all orders of an event, in the order of its records; a table that has recorded them is up to date."""
    found: list[Order] = []
    for round in event.rounds.values():
        found += _seatings(event, round)
        acts: list[tuple[int, int, str, OfMatch]] = [
            (record, table, f"{record}/{table}", act)
            for record, swap in round.swaps.items()
            for table, act in _swapped(swap)
        ]
        for table, (_, record) in round.forced.items():
            acts.append((record, table, f"{record}/{table}", TimeUp(in_play=False)))
        acts += [(typed.record, table, typed.key, typed.result) for table, typed in round.typed.items()]
        found += [
            Order(record, table, key, act, match=seating_of(round, table, record)) for record, table, key, act in acts
        ]
    for record, act in event.voided.items():
        found += [Order(record, table, f"void/{key}", None, key) for table, key in _voided(event, record, act)]
    return sorted(found, key=lambda order: order.record)


def seating_key(record: int, table: int) -> str:
    """Return the key of the order that seats a table's players for the round that a record started."""
    return f"{record}/{table}"


def seating_of(round: Round, table: int, before: int | None = None) -> str:
    """Return the key of the order that seats a table's players for a round, or did so before a record."""
    for each in reversed(round.moved):
        if each.to == table and (before is None or each.record < before):
            return seating_key(each.record, table)
    return _seats_key(round.record, round.past, table) if round.past else seating_key(round.record, table)


def _seats_key(record: int, round: int, table: int) -> str:
    return f"{record}/{round}/{table}/seats"


def _voided(event: Event, record: int, act: EventEntry) -> Iterator[tuple[int, str]]:
    """Yield the tables that a voided record gave orders to, each with the key of its order."""
    match act:
        case Started(round):
            yield from ((table, seating_key(record, table)) for table in range(1, event.tables + 1))
            yield from ((act.to, seating_key(moved, act.to)) for moved, act in event.moves if act.since == round)
        case Finished(_, table) | TableResult(_, table):
            yield table, f"{record}/{table}"
        case TableResults(results):
            yield from ((each.table, totals_key(record, each.round, each.table)) for each in results)
        case PastRounds(results):
            for each in reversed(results):
                yield each.table, totals_key(record, each.round, each.table)
                yield each.table, _seats_key(record, each.round, each.table)


def _seatings(event: Event, round: Round) -> Iterator[Order]:
    """Yield the orders that seat the tables of a round; a table that moves loses its match, which goes on or
    begins elsewhere."""
    about = event.opened
    body = about.body
    for table, names in enumerate(round.seated, 1):
        if names:
            key = seating_of(round, table, round.record)
            yield Order(round.record, table, key, Seated(names, about.rules, body, about.hands))
    for each in round.moved:
        left = seating_of(round, each.table, each.record)
        if each.along:
            yield Order(each.record, each.to, seating_key(each.record, each.to), None, left, source=each.table)
        for record, swap in reversed(round.swaps.items()) if not each.along else ():
            if each.table in swap.tables and seating_of(round, each.table, record) == left:
                key = f"{record}/{each.table}"
                yield Order(each.record, each.table, f"moved/{key}", None, key)
        yield Order(each.record, each.table, f"moved/{left}", None, left, whole=each.along)
        if not each.along:
            seated = Seated(each.names, about.rules, body, about.hands)
            yield Order(each.record, each.to, seating_key(each.record, each.to), seated)


def _swapped(swap: LateSwap) -> Iterator[tuple[int, OfMatch]]:
    """Yield the records for the tables of a late swap."""
    one, other = swap.names
    first, second = swap.tables
    if first == second:
        yield first, Swapped((one, other), 1, swap.reason)
        return
    yield first, Renamed(one, other, swap.reason)
    yield second, Renamed(other, one, swap.reason)
