"""Exports of a match from the database: its records, the hands laid for it and its followed deals."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import IO

from scoring.match.records import Act
from scoring.match.state import Match
from webui.exports.bundle import write_bundle
from webui.exports.replays import replays
from webui.match.matches import TableMatch
from webui.messages import Messages
from webui.records.errors import RecordsError
from webui.records.hands import KeptHand
from webui.records.journal import JournalEntry
from webui.records.references import referenced_ids
from webui.records.store import Storage
from webui.table.follow.journal import FollowJournal
from webui.table.sight import Sight, may_leave


def bundle_of(
    out: IO[bytes], records: Storage, match: Match, entries: Sequence[JournalEntry[Act]], sight: Sight = "whole"
) -> str:
    """Write the bundle of a match.

    Args:
        out: The file to write to.
        records: The database.
        match: The match.
        entries: Its records.
        sight: The sight of who takes it away: a running deal is left out where they may not see all of it.

    Returns:
        The seal of the bundle.
    """

    def photo(sha256: str) -> bytes | None:
        try:
            return records.photos.read(sha256)
        except RecordsError:
            return None  # reported when the bundle is opened

    whole = TableMatch(entries[0].number, tuple(entries), match)
    table = entries[0].stream
    told = replays(records, whole, Messages.of("en"), sight)
    deals = _deals(records, entries)
    if sight != "whole":
        read = FollowJournal(records.followed, table).read_all(deals).values()
        deals = [deal.number for deal in read if may_leave(records.values, whole, deal, sight)]
    followed = [step for deal in deals for step in records.followed.steps(table, deal)]
    picture = partial(records.followed.picture, table)
    return write_bundle(out, match, entries, _hands(records, entries), photo, followed, picture, told)


def _deals(records: Storage, entries: Sequence[JournalEntry[Act]]) -> list[int]:
    """Return the numbers of the deals that were followed in a match."""
    numbers = {entry.number for entry in entries}
    of = {step.deal: step.began for step in records.followed.heads(entries[0].stream)}  # the last one holds
    return sorted(deal for deal, began in of.items() if began in numbers)


def _hands(records: Storage, entries: Iterable[JournalEntry[Act]]) -> list[KeptHand]:
    ids = dict.fromkeys(id for entry in entries for id in referenced_ids(entry.act, "laid"))
    return [hand for hand in map(records.hands.get, ids) if hand]
