"""Photos in the database, so that every machine of a hall has them."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, delete, insert, select, update

from webui.records.database.database import Database
from webui.records.database.rows import add
from webui.records.database.schema import photos
from webui.records.errors import WriteConflictError
from webui.records.photos.in_files import IsNamed, KeptPhoto, Staged

ABANDONED: Final = 3600.0
"""Seconds after which a photo without a hand counts as left behind by a process that ended. A reading takes seconds, or
minutes if it waits for a worker; less would delete photos that are being read."""

_ONE_LESS: Final = update(photos).where(photos.c.coming > 0).values(coming=photos.c.coming - 1)
"""A pending hand of a photo fewer."""


class DatabasePhotos:
    """Photos in a table of bytes."""

    def __init__(self, database: Database) -> None:
        """Store photos in this database."""
        self._database: Final = database

    def put(self, name: str, data: bytes, at: float | None = None) -> None:
        """Store a photo; it is on the server's disk when this returns.

        Args:
            name: Hash of its bytes.
            data: Its bytes.
            at: Time of the photo (seconds since 1970), or None for now.
        """
        new = self._row(name, data, coming=0, at=at)
        with self._database.writing() as connection:
            add(connection, photos, new)

    @contextmanager
    def staged(self, name: str, named: IsNamed) -> Iterator[Staged]:
        """Yield the photo of a hash to be stored; it is removed unless a hand refers to it in the end.

        All processes count the pending hands of a photo together, so that none removes it under another.
        """
        photo = _Staged(self, name)
        try:
            yield photo
        finally:
            if photo.counted and not photo.settled:
                self._settle(name, named)

    def read(self, name: str) -> bytes | None:
        """Return the bytes of a photo, or None."""
        with self._database.reading() as connection:
            return connection.execute(select(photos.c.data).where(photos.c.sha256 == name)).scalar()

    def has(self, name: str) -> bool:
        """Return True if the photo is stored, without checking its bytes."""
        with self._database.reading() as connection:
            return connection.execute(select(photos.c.size).where(photos.c.sha256 == name)).scalar() is not None

    def path(self, name: str) -> Path | None:
        """Return None, since the database has no files."""

    def all(self) -> list[KeptPhoto]:
        """Return all photos."""
        with self._database.reading() as connection:
            rows = connection.execute(select(photos.c.sha256, photos.c.size, photos.c.at))
            return [KeptPhoto(row.sha256, row.size, row.at) for row in rows]

    def remove(self, name: str) -> bool:
        """Remove a photo with its thumbnail; return False if it was not stored."""
        with self._database.writing() as connection:
            return connection.execute(delete(photos).where(photos.c.sha256 == name)).rowcount > 0

    def keep_thumb(self, name: str, data: bytes) -> None:
        """Store the thumbnail of a photo."""
        with self._database.writing() as connection:
            connection.execute(update(photos).where(photos.c.sha256 == name).values(thumb=data))

    def thumb(self, name: str) -> bytes | None:
        """Return the thumbnail of a photo, or None."""
        with self._database.reading() as connection:
            return connection.execute(select(photos.c.thumb).where(photos.c.sha256 == name)).scalar()

    def sweep(self, named: IsNamed) -> list[str]:
        """Remove photos that have waited for a hand longer than `ABANDONED`."""
        old = (photos.c.coming > 0) & (photos.c.at < time.time() - ABANDONED)
        with self._database.reading() as connection:
            found = connection.execute(select(photos.c.sha256).where(old)).scalars().all()
        swept = []
        for name in found:
            with self._database.writing() as connection:
                connection.execute(update(photos).where(old, photos.c.sha256 == name).values(coming=0))
                swept += self._drop(connection, name, named)
        return swept

    @staticmethod
    def _row(name: str, data: bytes, coming: int, at: float | None = None) -> dict[str, object]:
        return {"sha256": name, "size": len(data), "at": at or time.time(), "coming": coming, "data": data}

    def count(self, name: str, data: bytes) -> None:
        """Store a photo whose hand is pending."""
        counted = update(photos).where(photos.c.sha256 == name).values(coming=photos.c.coming + 1)
        new = self._row(name, data, coming=1)
        for last in (False, True):
            try:
                with self._database.writing() as connection:
                    if not connection.execute(counted).rowcount:
                        connection.execute(insert(photos).values(new))
                return
            except WriteConflictError:  # another process has stored the same at this moment
                if last:
                    raise

    def _settle(self, name: str, named: IsNamed) -> None:
        with self._database.writing() as connection:
            here = photos.c.sha256 == name
            connection.execute(_ONE_LESS.where(here))
            self._drop(connection, name, named)

    @staticmethod
    def _drop(connection: Connection, name: str, named: IsNamed) -> list[str]:
        """Remove a photo without a pending or stored hand; its row is locked until the transaction ends."""
        coming = connection.execute(select(photos.c.coming).where(photos.c.sha256 == name)).scalar()
        if coming != 0 or named(name):
            return []
        connection.execute(delete(photos).where(photos.c.sha256 == name))
        return [name]


class _Staged(Staged):
    """A photo whose hand is pending in the database; its thumbnail goes there with the hand.

    Attributes:
        counted: True once the pending hand is counted.
    """

    def __init__(self, shelf: DatabasePhotos, name: str) -> None:
        super().__init__(shelf, name)
        self._count: Final = shelf.count
        self._thumb: bytes | None = None
        self.counted = False

    def put(self, data: bytes) -> None:
        self._count(self.name, data)
        self.counted = True

    def keep_thumb(self, data: bytes) -> None:
        self._thumb = data

    def settle(self, connection: Connection) -> None:
        thumb = {} if self._thumb is None else {"thumb": self._thumb}
        connection.execute(_ONE_LESS.where(photos.c.sha256 == self.name).values(**thumb))
