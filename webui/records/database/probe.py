"""Test of the storage by writing, since a full or read-only disk can still be read."""

import logging
import os
import shutil
import threading
import time
from typing import Final
from uuid import uuid4

from sqlalchemy import delete, insert

from webui.records.database.database import Database
from webui.records.database.schema import values
from webui.records.errors import RecordsError, translate_os_errors

AGAIN: Final = 10.0
"""Seconds for which a result is reused, so that a monitor that asks each second does not wear out a memory card."""

FILE: Final = ".probe"
"""Name of the test file in the folder, removed at once."""

SIZE: Final = 64 * 1024
"""Bytes of the test file. More wears out a memory card; less misses a nearly full disk: a record with its journal takes
less, a photo more."""

KEY: Final = "probe"
"""The key of the test value in the database, with the state of no table."""

_log = logging.getLogger(__name__)


class Probe:
    """A test that writes to a database and its folder, at most every `AGAIN` seconds; safe to use from many threads."""

    def __init__(self, database: Database) -> None:
        """Test this database."""
        self._database: Final = database
        self._lock: Final = threading.Lock()
        self._tried: float | None = None
        self._trouble: RecordsError | None = None

    def trouble(self) -> RecordsError | None:
        """Return the reason why nothing can be recorded, or None; a change is logged."""
        with self._lock:
            now = time.monotonic()
            if self._tried is None or now - self._tried >= AGAIN:
                before, self._trouble = self._trouble, self._try()
                self._tried = now
                if self._trouble and (before is None or before.kind != self._trouble.kind):
                    _log.warning("nothing can be recorded: %s", self._trouble)
                elif before and not self._trouble:
                    _log.warning("records can be kept again")
            return self._trouble

    def free(self) -> int | None:
        """Return the free bytes on the disk of a SQLite database, or None."""
        folder = self._database.folder
        try:
            return None if folder is None else shutil.disk_usage(folder).free
        except OSError:
            return None

    def _try(self) -> RecordsError | None:
        try:
            self._write()
        except RecordsError as error:
            return error
        return None

    def _write(self) -> None:
        folder = self._database.folder
        if folder is not None:
            with translate_os_errors(folder):
                file = folder / FILE
                try:
                    with file.open("wb") as out:
                        out.write(bytes(SIZE))
                        out.flush()
                        os.fsync(out.fileno())
                finally:
                    file.unlink(missing_ok=True)
        with self._database.writing() as connection:
            connection.execute(delete(values).where((values.c.table_number == 0) & (values.c.key == KEY)))
            row = {"table_number": 0, "key": KEY, "value": f'"{uuid4()}"', "stamp": 0}
            connection.execute(insert(values).values(row))
