"""Copies of all rows from one database to another, SQLite or PostgreSQL, to move the storage between them."""

from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Table, insert, select

from webui.records.database.database import Database
from webui.records.database.schema import listeners, metadata, photos, rig_photos, rig_uses, tries, webhooks
from webui.records.photos.in_database import DatabasePhotos
from webui.records.photos.photos import Photos
from webui.records.pins import forget_pin

_ROWS: Final = 500
"""Rows read and written at a time. More takes memory; fewer takes longer."""

_LEFT: Final = (photos, tries, rig_photos, rig_uses, listeners, webhooks)
"""Tables that are not copied: photos, which are copied otherwise, limits of rigs, and webhooks with the positions of
listeners, since a copy that is tried out would tell other programs again."""

_TABLES: Final = tuple(table for table in metadata.sorted_tables if table not in _LEFT)
"""All other tables, in the order of their references."""


def save(database: Database, folder: Path) -> None:
    """Copy all rows but photos into a new SQLite database, as of one moment.

    Args:
        database: The database to copy; others may go on writing to it.
        folder: Folder of the new database.

    Raises:
        RecordsError: One of them cannot be read or written.
    """
    copy = Database(folder)
    try:
        with database.reading(steady=True) as source, copy.writing() as target:
            _copy(source, target)
            forget_pin(target)
    finally:
        copy.close()


def load(folder: Path, database: Database) -> bool:
    """Copy all rows but photos of a SQLite database into an empty database, all or none.

    Returns:
        True if it was empty, False if nothing was copied.

    Raises:
        RecordsError: One of them cannot be read or written.
    """
    kept = Database(folder)
    try:
        with kept.reading() as source, database.writing() as target:
            if not _is_empty(target):
                return False
            _copy(source, target)
            return True
    finally:
        kept.close()


def is_empty(database: Database) -> bool:
    """Return True if a database has nothing yet but photos."""
    with database.reading() as connection:
        return _is_empty(connection)


def load_photos(kept: Photos, database: Database) -> None:
    """Copy all photos into a database, with their times; existing ones stay.

    Raises:
        RecordsError: One is damaged, or cannot be written.
    """
    shelf = DatabasePhotos(database)
    there = {photo.sha256 for photo in shelf.all()}
    for photo in kept.all():
        if photo.sha256 not in there:
            shelf.put(photo.sha256, kept.read(photo.sha256), photo.at)


def times(kept: Photos) -> dict[str, float]:
    """Return the time of each photo, in seconds since 1970, by its hash."""
    return {photo.sha256: photo.at for photo in kept.all()}


def _is_empty(connection: Connection) -> bool:
    return not any(connection.execute(select(table).limit(1)).first() for table in _TABLES)


def _copy(source: Connection, target: Connection) -> None:
    for table in _TABLES:
        found = source.execute(select(table).execution_options(yield_per=_ROWS))
        for rows in found.partitions():
            target.execute(insert(table), [_row(table, row._asdict()) for row in rows])


def _row(table: Table, row: dict[str, Any]) -> dict[str, Any]:
    """Return a row that every database accepts: SQLite also stores NUL in a text, and texts that are too long."""
    for column in table.columns:
        value = row[column.name]
        if isinstance(value, str):
            length = getattr(column.type, "length", None)
            row[column.name] = value.replace("\0", "\N{REPLACEMENT CHARACTER}")[:length]
    return row
