"""The queue: procrastinate on the hall's PostgreSQL, and a server's use of it for reading a photo."""

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
from vision.tta import ViewWatch
from webui.hand.pictures import QueueState
from webui.hand.serialization import reading_from_text, reading_to_text
from webui.records.database.postgres import ALONE, parameters
from webui.records.errors import RecordsError
from webui.records.store import Storage

TASK: Final = "read"
"""The name of the task, and of its queue."""

HEARTBEAT: Final = 1.0
"""Seconds between signs of life of a worker. More delays the notice of a dead worker; less writes to the database more
often."""

STALLED: Final = 6.0
"""Seconds without a sign of life after which a worker counts as dead, and its photo goes to another one. More delays
that photo; less reads photos of a busy worker twice."""

PATIENCE: Final = 60.0
"""Seconds that a server waits for a reading before it reads the photo itself: a worker takes one to three for a photo
of twelve megapixels. More keeps people waiting; less reads twice."""

TAKEN_LATE: Final = 24 * 3600.0
"""Seconds after which a reading that no hand took is removed. More takes database space; less loses readings for a late
request."""

_LOOK: Final = 0.05
"""Seconds between two checks for a reading. More delays the answer; less queries the database more often."""

_LOOK_FOR_WORKERS: Final = 2.0
"""Seconds for which the number of workers is reused. More notices new workers later; less queries the database more
often."""

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
    """Make the tables of the queue if they are missing.

    Args:
        db: Address of the PostgreSQL database.
    """
    with psycopg.connect(**parameters(db)) as connection:
        connection.execute(ALONE)
        made = connection.execute("SELECT to_regclass('procrastinate_jobs')").fetchone()
        if made == (None,):
            connection.execute(SchemaManager.get_schema())


class Queue:
    """Reading of photos by workers; safe to use from many threads."""

    def __init__(self, db: str, records: Storage, plain: Callable[[], bool] = lambda: True) -> None:
        """Prepare the queue.

        Args:
            db: Address of the PostgreSQL database.
            records: The storage of the photos.
            plain: Returns True if this server reads as workers do, without a tile set that only it has.

        Raises:
            RecordsError: The database cannot be reached.
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
        """Close the database."""
        self._app.close()

    def state(self) -> QueueState:
        """Return the state of the queue.

        Raises:
            RecordsError: The database cannot be reached.
        """
        try:
            found = self._app.connector.get_sync_connector().execute_query_one(_STATE, stalled=STALLED)
        except ProcrastinateException as error:
            raise RecordsError("database-gone", database=self._records.name) from error
        return QueueState(**found)

    @property
    def workers(self) -> int:
        """Return the number of workers, as known within the last two seconds; 0 if the database is unreachable."""
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

    def read(self, photo: str, watch: ViewWatch | None = None) -> Reading | None:
        """Have a photo read, and wait for it; each is read once, however often it is requested.

        Args:
            photo: The hash of a stored photo.
            watch: Takes what a worker has read so far, and may end the wait with that; the worker goes on.

        Returns:
            The reading, or None if no worker has read it in time: read it here then.

        Raises:
            ImageError: It is not a readable picture.
            RecordsError: The database cannot be reached.
        """
        end = time.monotonic() + PATIENCE
        asked, seen = False, ""
        while time.monotonic() < end:
            text = self._records.readings.get(photo)
            if text is not None:
                return _reading(text)
            if not self.workers or (not asked and not self.ask(photo)):
                return None
            asked = True
            look = self._records.readings.look(photo) if watch else None
            if watch and look and look != seen:
                seen = look
                reading, again = read_so_far(look)
                if not watch(reading, again):
                    return reading
            time.sleep(_LOOK)
        return None

    def acknowledge(self, photo: str) -> None:
        """Delete the reading of a photo after its hand has taken it; after a failure it is swept later."""
        with suppress(RecordsError):
            self._records.readings.forget(photo)

    def ask(self, photo: str) -> bool:
        """Put a photo into the queue, unless it is there; return True if it is there now."""
        try:
            self._app.configure_task(TASK, queue=TASK, lock=photo, queueing_lock=photo).defer(photo=photo)
        except AlreadyEnqueued:
            return True
        except ProcrastinateException:
            return False
        return True


def result(reading: Reading) -> str:
    """Return a reading in the form stored for the server that asked."""
    return reading_to_text(reading, ())


def so_far(reading: Reading, again: tuple[int, ...]) -> str:
    """Return what was read so far as it is kept for the server that asked."""
    return msgspec.json.encode({"again": again, "reading": reading_to_text(reading, ())}).decode()


def read_so_far(text: str) -> tuple[Reading, tuple[int, ...]]:
    """Return what `so_far` was given."""
    values: dict[str, Any] = msgspec.json.decode(text)
    return _reading(values["reading"]), tuple(values["again"])


def refusal(error: ImageError) -> str:
    """Return the reason why a photo cannot be read, in the form stored for the server that asked."""
    return msgspec.json.encode({"refused": error.kind, "about": dict(error.about)}).decode()


def _reading(text: str) -> Reading:
    values: dict[str, Any] = msgspec.json.decode(text)
    if "refused" in values:
        raise ImageError(values["refused"], **values["about"])
    reading = reading_from_text(text)[0]
    if reading is None:
        raise ImageError("image-damaged", reason="unread")
    return reading
