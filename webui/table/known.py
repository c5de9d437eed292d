"""Comparison of the records of a file with those of the same match here."""

from collections.abc import Sequence

from scoring.match.records import Act, Imported
from webui.records.bundles import KnownBundle
from webui.records.journal import JournalEntry
from webui.records.store import Storage
from webui.table.importing import moved_entry


def known_here(storage: Storage, entries: Sequence[JournalEntry[Act]]) -> KnownBundle | None:
    """Return the match here that has records of a file, or None if it is not known here."""
    places = storage.journal.places([entry.id for entry in entries])
    table = next((places[entry.id].table for entry in entries if entry.id in places), None)
    if table is None:
        return None
    here = storage.journal.entries(table)
    mine = {entry.id: entry for entry in here}
    numbers = {entry.number: mine[entry.id].number for entry in entries if entry.id in mine}
    last = max((n for n, entry in enumerate(entries, 1) if entry.id in mine), default=0)
    differs = next((entry.number for entry in entries[:last] if not _is_same(entry, mine.get(entry.id), numbers)), None)
    if differs is None and numbers:
        between = [each for each in here if min(numbers.values()) <= each.number <= max(numbers.values())]
        ids = {entry.id for entry in entries}
        left_out = next((each for each in between if each.id not in ids and not isinstance(each.act, Imported)), None)
        differs = None if left_out is None else next(n for n, number in numbers.items() if number > left_out.number)
    return KnownBundle(table, last, len(entries) - last, differs)


def _is_same(entry: JournalEntry[Act], mine: JournalEntry[Act] | None, numbers: dict[int, int]) -> bool:
    """Return True if a record of a file is the one here, under its number here."""
    if mine is None:
        return False
    try:
        moved = moved_entry(entry, numbers, mine.stream)
    except KeyError:  # it refers to one that is not here
        return False
    return (moved.hash, moved.when, moved.role) == (mine.hash, mine.when, mine.role)
