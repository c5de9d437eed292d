"""A match that goes on at another table of the hall, with its records, hands and followed deals."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from uuid import UUID

from webui.hand.serialization import state_from_text
from webui.match.matches import TableMatch
from webui.records.bundles import BundleError
from webui.records.hands import KeptHand
from webui.records.references import referenced_ids
from webui.records.store import Storage
from webui.records.values import UNREADABLE
from webui.table.importing import follow_deals, moved_entry, moved_hand

_PAGE = 60
"""Hands read at once. More take memory; fewer read more often."""


def go_along(records: Storage, match: TableMatch, table: int, after: int, id_of: Callable[[int], UUID]) -> None:
    """Append the records of a match to those of another table, inside a transaction at both.

    They keep their authors, roles and times. The hands of the match and their photos belong to the new table then; the
    old one keeps its records.

    Args:
        records: The storage.
        match: The match.
        table: Number of the new table.
        after: Number of its last record.
        id_of: Returns the id there of a record of the match.

    Raises:
        RecordsError: They cannot be stored; `table-elsewhere`: a device has the table.
    """
    numbers = {entry.number: number for number, entry in enumerate(match.entries, after + 1)}
    made = [replace(moved_entry(entry, numbers, table), id=id_of(entry.number)) for entry in match.entries]
    records.journal.put(table, made, (), {})
    old = match.entries[0].stream
    records.hands.move([_moved(hand, numbers, table) for hand in reversed([*_hands(records, match)])])
    of = {step.deal: step.began for step in records.followed.heads(old, match.number)}  # the last one holds
    deals = [deal for deal, began in sorted(of.items()) if began in numbers]
    steps = [step for deal in deals for step in records.followed.steps(old, deal)]
    pictures = {step.number: records.followed.picture(old, step.number) for step in steps if step.pictured}
    follow_deals(records, table, numbers, steps, {number: found for number, found in pictures.items() if found})


def _hands(records: Storage, match: TableMatch) -> Iterator[KeptHand]:
    """Yield the stored hands of a match, the newest first: those that its records name, and those laid in it."""
    named = {id for entry in match.entries for id in referenced_ids(entry.act, "laid")}
    before: int | None = None
    while page := records.hands.newest(match.entries[0].stream, before, _PAGE, hidden=None):
        yield from (hand for hand in page if hand.id in named or _is_of(hand, match.number))
        before = page[-1].number
        if page[-1].at < match.entries[0].when:
            return


def _is_of(hand: KeptHand, match: int) -> bool:
    """Return True if a hand was laid in the match that a record seats."""
    try:
        deal = state_from_text(hand.state).deal
    except UNREADABLE:
        return False
    return deal is not None and deal.match == match


def _moved(hand: KeptHand, numbers: dict[int, int], table: int) -> KeptHand:
    try:
        return moved_hand(hand, numbers, table)
    except BundleError:  # it is damaged, and stays with the record that names it
        return replace(hand, table=table)
