"""Photographs removed to make room, by age or size, each by a record; the matches still add up."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final
from uuid import UUID

from uuid_utils import uuid7

from scoring.match.records import Pruned, Role
from webui.match.matches import Matches
from webui.records.photos.in_files import KeptPhoto
from webui.records.references import referenced_ids
from webui.records.store import Storage

DAY: Final = 24 * 3600
MEGABYTE: Final = 1_000_000

PART: Final = 50
"""Photographs that are removed by one record where more are: between two parts the work can be stopped. Not
measured."""

FRESH: Final = 600
"""Seconds for which a photograph stays whatever is asked: its hand may not be recorded yet. Not measured."""


@dataclass(frozen=True, slots=True)
class Pruning:
    """What pruning would remove.

    Attributes:
        photos: The photographs, the oldest first.
        freed: Bytes that they take.
        kept: How many photographs there are now.
        size: Bytes that those take.
        playing: How many stay because a match that is not over names them, whatever their age.
    """

    photos: tuple[KeptPhoto, ...]
    freed: int
    kept: int
    size: int
    playing: int

    @property
    def newest(self) -> str:
        """Day of the newest of them (ISO 8601); "" where there is none."""
        return f"{datetime.fromtimestamp(self.photos[-1].at, UTC):%Y-%m-%d}" if self.photos else ""

    def part(self, begin: int, count: int) -> "Pruning":
        """The same of so many of its photographs alone, from one on."""
        photos = self.photos[begin : begin + count]
        return replace(self, photos=photos, freed=sum(photo.size for photo in photos))


def plan(
    records: Storage, matches_of: Callable[[int], Matches], days: float | None = None, megabytes: float | None = None
) -> Pruning:
    """What pruning would remove; nothing is removed.

    Args:
        records: What is kept.
        matches_of: Gives the matches of a table by its number.
        days: All that were taken longer ago; None for no limit.
        megabytes: The oldest, until those left take no more; None for no limit.
    """
    running = [matches_of(table).running for table in records.journal.tables()]
    playing = {
        photo for match in running if match for entry in match.entries for photo in referenced_ids(entry.act, "photo")
    }
    photos = records.photos.all()
    fresh = {photo.sha256 for photo in photos if photo.at > time.time() - FRESH}
    found = records.photos.to_prune(
        None if days is None else days * DAY, None if megabytes is None else int(megabytes * MEGABYTE), playing | fresh
    )
    return Pruning(
        tuple(found),
        sum(photo.size for photo in found),
        len(photos),
        sum(photo.size for photo in photos),
        sum(photo.sha256 in playing for photo in photos),
    )


def prune(
    records: Storage, matches_of: Callable[[int], Matches], found: Pruning, who: str, role: Role, reason: str
) -> None:
    """Removes photographs, after a record at each table whose hands have them.

    Args:
        records: What is kept.
        matches_of: Gives the matches of a table by its number.
        found: What is removed, as `plan` gives it.
        who: Who records it; empty where nobody gives a name.
        role: In what role.
        reason: Why, in their words.

    Raises:
        RecordsError: It cannot be recorded, and nothing was removed; or a photograph cannot be removed.
    """
    at = records.hands.tables_of_photos()
    by_table: dict[int, list[str]] = {}
    for photo in found.photos:
        for table in at.get(photo.sha256, ()):
            by_table.setdefault(table, []).append(photo.sha256)
    for table, photos in sorted(by_table.items()):
        matches_of(table).record(Pruned(tuple(photos), reason), UUID(str(uuid7())), who, role)
    for photo in found.photos:
        records.photos.remove(photo.sha256)
