"""Workers' readings of photos, kept until a hand takes them; the first result of a photo stands."""

import time
from typing import Final

from sqlalchemy import delete, insert, select

from webui.records.database.database import Database
from webui.records.database.schema import readings
from webui.records.errors import WriteConflictError


class ReadingStore:
    """Readings of photos as JSON, by the hashes of these; safe to use from many threads and processes."""

    def __init__(self, database: Database) -> None:
        """Store readings in this database."""
        self._database: Final = database

    def keep(self, photo: str, reading: str) -> bool:
        """Store a reading, unless the photo has one.

        Args:
            photo: The hash of the photo.
            reading: Its reading, as JSON.

        Returns:
            True if it is stored, False if the photo already had one, which stays.

        Raises:
            RecordsError: It cannot be stored.
        """
        try:
            with self._database.writing() as connection:
                connection.execute(insert(readings).values(photo=photo, reading=reading, at=time.time()))
            return True
        except WriteConflictError:
            return False

    def get(self, photo: str) -> str | None:
        """Return the reading of a photo, or None if there is none yet."""
        with self._database.reading() as connection:
            return connection.execute(select(readings.c.reading).where(readings.c.photo == photo)).scalar()

    def keep_look(self, photo: str, look: str) -> None:
        """Keep what was read so far in a photograph, as JSON, in place of what was kept before."""
        with self._database.writing() as connection:
            connection.execute(delete(readings).where(readings.c.photo == _look_of(photo)))
            connection.execute(insert(readings).values(photo=_look_of(photo), reading=look, at=time.time()))

    def look(self, photo: str) -> str | None:
        """Return what was read so far in a photograph, or None."""
        return self.get(_look_of(photo))

    def forget(self, photo: str) -> None:
        """Remove the reading of a photo, after its hand has taken it."""
        with self._database.writing() as connection:
            connection.execute(delete(readings).where(readings.c.photo.in_([photo, _look_of(photo)])))

    def sweep(self, older: float) -> None:
        """Remove readings that no hand has taken for this many seconds."""
        with self._database.writing() as connection:
            connection.execute(delete(readings).where(readings.c.at < time.time() - older))


def _look_of(photo: str) -> str:
    """Return the key of what was read so far, which is as long as a hash and none itself."""
    return f"{photo[:59]}-look"
