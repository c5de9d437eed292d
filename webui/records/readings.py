"""What workers read in photographs, kept until a hand takes it: the first result of a photograph stands."""

import time
from typing import Final

from sqlalchemy import delete, insert, select

from webui.records.database.database import Database
from webui.records.database.schema import readings
from webui.records.errors import WriteConflictError


class ReadingStore:
    """Readings of photographs as JSON, by the hashes of these; safe to use from many threads and processes."""

    def __init__(self, database: Database) -> None:
        """Takes the database."""
        self._database: Final = database

    def keep(self, photo: str, reading: str) -> bool:
        """Keeps a reading, unless the photograph has one.

        Args:
            photo: The hash of the photograph.
            reading: What was read in it, as JSON.

        Returns:
            Whether it is kept; False where there was one, which stays.

        Raises:
            RecordsError: it cannot be kept.
        """
        try:
            with self._database.writing() as connection:
                connection.execute(insert(readings).values(photo=photo, reading=reading, at=time.time()))
            return True
        except WriteConflictError:
            return False

    def get(self, photo: str) -> str | None:
        """The reading of a photograph; None where there is none yet."""
        with self._database.reading() as connection:
            return connection.execute(select(readings.c.reading).where(readings.c.photo == photo)).scalar()

    def forget(self, photo: str) -> None:
        """Removes the reading of a photograph, once its hand has it."""
        with self._database.writing() as connection:
            connection.execute(delete(readings).where(readings.c.photo == photo))

    def sweep(self, older: float) -> None:
        """Removes the readings that nobody has taken for so many seconds."""
        with self._database.writing() as connection:
            connection.execute(delete(readings).where(readings.c.at < time.time() - older))
