"""Notice of other processes' writes: woken by the database if it can, and by polling each second in any case."""

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
"""Seconds between polls without a wake-up. More shows other processes' writes later; less takes processor time."""

_log = logging.getLogger(__name__)


class Watch:
    """A watch that reports tables at which another process wrote; safe to use from many threads."""

    def __init__(self, database: Database) -> None:
        """Watch this database; it is not polled before the first `add`."""
        self._database: Final = database
        self._told: list[Callable[[int], None]] = []
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def add(self, told: Callable[[int], None]) -> Callable[[], None]:
        """Call a function with the number of a table whenever another process may have written there.

        Returns:
            A function that ends it.
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
        """Report a table; errors of the called functions are logged.

        Returns:
            True if all of them succeeded.
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
        """End the thread."""
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
            except RecordsError:  # polled again; requests report the fault
                self._stopping.wait(LOOK)

    def _look(self, before: dict[int, int]) -> dict[int, int]:
        """Report every table written at since, and return the newest turn of each."""
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
