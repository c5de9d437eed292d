"""The queue: procrastinate on the hall's PostgreSQL, and how a server has a photograph read by it."""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import msgspec
import psycopg
from procrastinate import App, SyncPsycopgConnector
from procrastinate.exceptions import AlreadyEnqueued, ProcrastinateException
from procrastinate.schema import SchemaManager

from vision.image import ImageError
from vision.reading import Reading
from webui.hand.pictures import QueueState
from webui.hand.serialization import reading_from_text, reading_to_text
from webui.records.database.postgres import parameters
from webui.records.errors import RecordsError
from webui.records.store import Storage

TASK: Final = "read"
"""The name of the task, and of its queue."""

HEARTBEAT: Final = 1.0
"""Seconds after which a worker says again that it lives. Not measured."""

STALLED: Final = 6.0
"""Seconds without a sign of life after which a worker counts as dead, and its photograph goes to another one. Not
measured."""

PATIENCE: Final = 60.0
"""Seconds that a server waits for a reading before it reads the photograph itself: a photograph of twelve megapixels
takes a worker one to three."""

TAKEN_LATE: Final = 24 * 3600.0
"""Seconds after which a reading that no hand took is removed. Not measured."""

_LOOK: Final = 0.05
"""Seconds between two looks for a reading. Not measured."""

_LOOK_FOR_WORKERS: Final = 2.0
"""Seconds for which it is known whether there are workers. Not measured."""

_MAKING: Final = 7_461_626_536
"""The advisory lock of whoever makes the tables of the queue."""

_ALIVE: Final = """
    SELECT count(*) AS count FROM procrastinate_workers
    WHERE last_heartbeat > now() - %(stalled)s * interval '1 second'
"""

_STATE: Final = """
    WITH living AS (
        SELECT id FROM procrastinate_workers WHERE last_heartbeat > now() - %(stalled)s * interval '1 second'
    )
    SELECT
        (SELECT count(*) FROM living) AS workers,
        count(*) FILTER (WHERE status = 'todo') AS waiting,
        count(*) FILTER (WHERE status = 'doing' AND living.id IS NOT NULL) AS being_read,
        count(*) FILTER (WHERE status = 'doing' AND living.id IS NULL) AS stalled
    FROM procrastinate_jobs LEFT JOIN living ON living.id = worker_id
"""


def prepare(db: str) -> None:
    """Makes the tables of the queue where there are none.

    Args:
        db: Address of the database of PostgreSQL.
    """
    with psycopg.connect(**parameters(db)) as connection:
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (_MAKING,))
        made = connection.execute("SELECT to_regclass('procrastinate_jobs')").fetchone()
        if made == (None,):
            connection.execute(SchemaManager.get_schema())


class Queue:
    """Has photographs read by workers; safe to use from many threads."""

    def __init__(self, db: str, records: Storage, plain: Callable[[], bool] = lambda: True) -> None:
        """Prepares the queue.

        Args:
            db: Address of the database of PostgreSQL.
            records: What is kept there; photographs are read from it.
            plain: Whether this server reads as workers do, by no set of tiles that only it has.

        Raises:
            RecordsError: the database cannot be reached.
        """
        try:
            prepare(db)
        except psycopg.Error as error:
            raise RecordsError("database-gone", database=records.name) from error
        self._records: Final = records
        self._plain: Final = plain
        self._app: Final = App(connector=SyncPsycopgConnector(kwargs=parameters(db), min_size=1, max_size=4, timeout=5))
        self._app.open()
        self._lock: Final = threading.Lock()
        self._workers = 0
        self._looked = 0.0
        records.readings.sweep(TAKEN_LATE)

    def close(self) -> None:
        """Lets the database go."""
        self._app.close()

    def state(self) -> QueueState:
        """How the queue stands now.

        Raises:
            RecordsError: the database cannot be reached.
        """
        try:
            found = self._app.connector.get_sync_connector().execute_query_one(_STATE, stalled=STALLED)
        except ProcrastinateException as error:
            raise RecordsError("database-gone", database=self._records.name) from error
        return QueueState(**found)

    @property
    def workers(self) -> int:
        """How many workers read for this server, as known within the last two seconds; 0 where the database is gone."""
        if not self._plain():
            return 0
        with self._lock:
            if time.monotonic() - self._looked > _LOOK_FOR_WORKERS:
                try:
                    found = self._app.connector.get_sync_connector().execute_query_one(_ALIVE, stalled=STALLED)
                    self._workers = int(found["count"])
                except ProcrastinateException:
                    self._workers = 0
                self._looked = time.monotonic()
            return self._workers

    def read(self, photo: str) -> Reading | None:
        """Has a photograph read, and waits for it; each is read once, however often it is asked for.

        Args:
            photo: The hash of a photograph that is kept.

        Returns:
            The reading; None where no worker has read it in time: read it here.

        Raises:
            ImageError: it is no picture that can be read.
            RecordsError: the database cannot be reached.
        """
        end = time.monotonic() + PATIENCE
        asked = False
        while time.monotonic() < end:
            text = self._records.readings.get(photo)
            if text is not None:
                return _reading(text)
            if not self.workers or (not asked and not self.ask(photo)):
                return None
            asked = True
            time.sleep(_LOOK)
        return None

    def acknowledge(self, photo: str) -> None:
        """Forgets the reading of a photograph, which its hand has; where that fails it is swept later."""
        with suppress(RecordsError):
            self._records.readings.forget(photo)

    def ask(self, photo: str) -> bool:
        """Puts a photograph into the queue, unless it is there; whether it is there now."""
        try:
            self._app.configure_task(TASK, queue=TASK, lock=photo, queueing_lock=photo).defer(photo=photo)
        except AlreadyEnqueued:
            return True
        except ProcrastinateException:
            return False
        return True


def result(reading: Reading) -> str:
    """A reading as it is kept for the server that asked."""
    return reading_to_text(reading, ())


def refusal(error: ImageError) -> str:
    """Why a photograph cannot be read, as it is kept for the server that asked."""
    return msgspec.json.encode({"refused": error.kind, "about": dict(error.about)}).decode()


def _reading(text: str) -> Reading:
    values: dict[str, Any] = msgspec.json.decode(text)
    if "refused" in values:
        raise ImageError(values["refused"], **values["about"])
    reading = reading_from_text(text)[0]
    if reading is None:
        raise ImageError("image-damaged", reason="unread")
    return reading
