"""Photos deleted to free space, by age or size, each deletion with a record; the matches still add up."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
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
"""Photos deleted by one record, after which the work can be stopped. More delays a stop; fewer makes more records."""

FRESH: Final = 600
"""Seconds during which a photo is never deleted, since its hand may not be recorded yet. More keeps fresh photos
longer; less may delete a photo that is being read."""


@dataclass(frozen=True, slots=True)
class Pruning:
    """The photos that pruning would delete.

    Attributes:
        photos: The photos, the oldest first.
        freed: Their size in bytes.
        kept: Number of photos now.
        size: Size in bytes of all photos now.
        playing: Number of photos that stay because an unfinished match refers to them, whatever their age.
        before: Time (ISO 8601) before which the pictures of followed deals go too; "" for none.
        since: By the number of a table the time from which on its pictures stay: the beginning of an unfinished match.
    """

    photos: tuple[KeptPhoto, ...]
    freed: int
    kept: int
    size: int
    playing: int
    before: str = ""
    since: Mapping[int, str] = field(default_factory=dict)

    @property
    def newest(self) -> str:
        """Day of the newest of them (ISO 8601); "" if there is none."""
        return f"{datetime.fromtimestamp(self.photos[-1].at, UTC):%Y-%m-%d}" if self.photos else ""

    def part(self, begin: int, count: int) -> "Pruning":
        """Return `count` of its photos, beginning at one of them."""
        photos = self.photos[begin : begin + count]
        return replace(self, photos=photos, freed=sum(photo.size for photo in photos))


def plan(
    records: Storage, matches_of: Callable[[int], Matches], days: float | None = None, megabytes: float | None = None
) -> Pruning:
    """Find the photos to delete, without deleting any.

    Args:
        records: The storage.
        matches_of: Returns the matches of a table by its number.
        days: All older photos, or None for no limit.
        megabytes: The oldest photos, until the rest takes no more; None for no limit.
    """
    running = {table: match for table in records.journal.tables() if (match := matches_of(table).running)}
    playing = {
        photo for match in running.values() for entry in match.entries for photo in referenced_ids(entry.act, "photo")
    }
    photos = records.photos.all()
    fresh = {photo.sha256 for photo in photos if photo.at > time.time() - FRESH}
    found = records.photos.to_prune(
        None if days is None else days * DAY, None if megabytes is None else int(megabytes * MEGABYTE), playing | fresh
    )
    oldest = time.time() - days * DAY if days is not None else found[-1].at if found else 0.0
    return Pruning(
        tuple(found),
        sum(photo.size for photo in found),
        len(photos),
        sum(photo.size for photo in photos),
        sum(photo.sha256 in playing for photo in photos),
        datetime.fromtimestamp(oldest, UTC).isoformat(timespec="milliseconds") if oldest > 0 else "",
        {table: match.entries[0].when for table, match in running.items()},
    )


def prune(
    records: Storage, matches_of: Callable[[int], Matches], found: Pruning, who: str, role: Role, reason: str
) -> None:
    """Remove photos, after a record at each table whose hands have them, and as old pictures of followed deals.

    Args:
        records: The storage.
        matches_of: Returns the matches of a table by its number.
        found: The result of `plan`.
        who: Name of the author; empty if unnamed.
        role: Role of the author.
        reason: The reason, in the author's words.

    Raises:
        RecordsError: It cannot be recorded, and nothing was deleted; or a photo cannot be deleted.
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
    if found.before:
        records.followed.prune(found.before, found.since)
