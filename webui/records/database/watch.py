"""Notices what other processes write: woken by the database where that can, and by looking each second in any case."""

import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from sqlalchemy import select

from webui.records.database.database import OWN, Database
from webui.records.database.schema import turns
from webui.records.errors import RecordsError

LOOK: Final = 1.0
"""Seconds after which the database is looked at where nothing woke. Not measured."""

_log = logging.getLogger(__name__)


class Watch:
    """Tells whoever asked of tables at which another process wrote; safe to use from many threads."""

    def __init__(self, database: Database) -> None:
        """Takes the database; it is not looked at before somebody asks."""
        self._database: Final = database
        self._told: list[Callable[[int], None]] = []
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def add(self, told: Callable[[int], None]) -> Callable[[], None]:
        """Calls with the number of a table whenever another process may have written there.

        Returns:
            What ends it.
        """
        with self._lock:
            self._told.append(told)
            if self._thread is None and self._database.shared and not self._stopping.is_set():
                self._thread = threading.Thread(target=self._run, name="watch", daemon=True)
                self._thread.start()

        def end() -> None:
            with self._lock:
                if told in self._told:
                    self._told.remove(told)

        return end

    def tell(self, table: int) -> bool:
        """Tells of a table; what fails at one who is told goes to the log.

        Returns:
            Whether all could read what there is.
        """
        with self._lock:
            told = tuple(self._told)
        done = True
        for each in told:
            try:
                each(table)
            except RecordsError as error:
                _log.warning("what other processes recorded at table %d could not be read: %s", table, error)
                done = False
            except Exception:
                _log.exception("what other processes recorded at table %d could not be followed", table)
        return done

    def stop(self) -> None:
        """Ends the thread."""
        self._stopping.set()
        if self._thread and self._thread is not threading.current_thread():
            with suppress(RecordsError):
                self._database.wake()
            self._thread.join(LOOK + 4)

    def _run(self) -> None:
        taken: dict[int, int] = {}
        while not self._stopping.is_set():
            try:
                with self._database.hearing() as wait:
                    while not self._stopping.is_set():
                        taken = self._look(taken)
                        wait(LOOK)
            except RecordsError:  # it is looked for again, and requests say what is wrong
                self._stopping.wait(LOOK)

    def _look(self, before: dict[int, int]) -> dict[int, int]:
        """Tells of every table that was written at since; gives the newest turn of each."""
        with self._database.reading() as connection:
            rows = connection.execute(select(turns.c.table_number, turns.c.taken))
            now = {row.table_number: row.taken for row in rows}
        foreign = False
        for table, turn in sorted(now.items()):
            since = range(before.get(table, 0) + 1, turn + 1)
            own = len(since) < OWN and all(self._database.is_own(table, each) for each in since)
            foreign |= not own
            if not own and not self.tell(table):
                now[table] = before.get(table, 0)
        if foreign:
            self._database.changes.tell()
        return now
