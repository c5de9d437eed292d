"""One thread that opens and reads all photos, one after another, with a bounded queue."""

import ctypes
import logging
import sys
import threading
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, nullcontext
from contextvars import ContextVar, copy_context
from functools import partial
from itertools import count
from typing import Any, Final, Literal, TypeVar

from vision.image import ImageError
from vision.networks.runtime import release_memory
from vision.reading import Reading
from webui.base.errors import WebError
from webui.base.metrics import ReadLabel, count_outcome
from webui.base.turns import give_way
from webui.hand.places import ASKER, ClientPlaces, PlacesFullError
from webui.records.rights import Role

MOST_WAITING: Final = 24
"""Most photos that wait or are read; more are refused. Each holds one of the server's threads. Fewer refuses tables of
a hall that end a hand at the same moment; more makes the last one wait for longer than it takes to send it again."""

MOST_OF_ONE: Final = 4
"""Most photos from one device, or from one address of people who have not signed in. More lets one keep others from
sending theirs; fewer refuses somebody who sends many at once."""

LEFT: Final[Mapping[Role, int]] = {"spectator": MOST_WAITING - 1, "player": 2, "table": 1, "scorer": 1}
"""Places that each role leaves to the roles above it. Spectators send no photos, and have one place for questions."""

_placed: Final = ContextVar("placed", default=False)
"""True while photos are read that have their place already."""

_log = logging.getLogger(__name__)

T = TypeVar("T")

_TRIM: Final = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
"""The function that returns freed memory to the system, if the C library has one (glibc)."""


class QueueFullError(WebError):
    """The queue is full; the sender should try again in some seconds."""


class QueueStoppedError(WebError):
    """The server is stopping and reads no more photos; the sender should try again later."""


class QueuePlace:
    """A place in the queue that a request takes for its photos before any is read; free again once all were."""

    def __init__(self, taken: ExitStack, before: Callable[[], int]) -> None:
        """Share what was taken; `before` returns how many photos took their place earlier and are not read yet."""
        self._taken: Final = taken
        self.before: Final = before
        self._shares = 1
        self._lock: Final = threading.Lock()

    def for_reading(self, read: Callable[..., T]) -> Callable[..., T]:
        """Return a function that reads a photo in this place, to be called once; the place is kept until it returns."""
        with self._lock:
            self._shares += 1

        def placed(*args: Any, **options: Any) -> T:
            token = _placed.set(True)
            try:
                return read(*args, **options)
            finally:
                _placed.reset(token)
                self.leave()

        return placed

    def leave(self) -> None:
        """Give one share of the place back."""
        with self._lock:
            self._shares -= 1
            if not self._shares:
                self._taken.close()


class ReadingQueue:
    """Runs tasks that open and read pictures on its own thread; safe to use from many threads.

    One picture at a time limits the memory, and so does a single thread, as the C library keeps freed memory separately
    for each thread. Addresses take turns, and so do the devices of each: many photos of one do not delay the
    single photo of another.
    """

    def __init__(self, most: int = MOST_WAITING) -> None:
        """Create the queue; its thread starts with the first task.

        Args:
            most: Most photos that wait or are read.
        """
        self._pool: Final = ThreadPoolExecutor(1, "reading")
        self._places: Final = ClientPlaces(most, MOST_OF_ONE, LEFT)
        self._turns: dict[str, dict[str, deque[tuple[Future[Any], Callable[[], Any]]]]] = {}
        self._numbers: Final[set[int]] = set()
        self._count: Final = count(1)
        self._lock: Final = threading.Lock()
        self._stopped = False

    def run(self, task: Callable[[], T]) -> T:
        """Run a task in its turn and return its result or raise its error.

        The task has the context variables of the caller, including the request.

        Raises:
            QueueStoppedError: The server is stopping.
        """
        done: Future[T] = Future()
        with self._lock:
            if self._stopped:
                raise QueueStoppedError("stopping")
            asker = ASKER.get()
            waiting = self._turns.setdefault(asker.address, {}).setdefault(asker.counted, deque())
            waiting.append((done, partial(copy_context().run, task)))
            self._pool.submit(self._take_turn)
        give_way()
        try:
            return done.result()
        except CancelledError as error:
            raise QueueStoppedError("stopping") from error
        finally:
            del done  # an error holds this frame, which would hold the error

    def _take_turn(self) -> None:
        """Run the first task of the device whose turn it is at the address whose turn it is, and put both last."""
        with self._lock:
            if self._stopped:
                return
            address = next(iter(self._turns))
            devices = self._turns.pop(address)
            device = next(iter(devices))
            waiting = devices.pop(device)
            done, task = waiting.popleft()
            if waiting:
                devices[device] = waiting
            if devices:
                self._turns[address] = devices
        try:
            result = task()
        except BaseException as error:
            done.set_exception(error)
        else:
            done.set_result(result)

    @property
    def sent(self) -> int:
        """Number of photos sent that wait or are read."""
        return self._places.taken

    @property
    def waiting(self) -> int:
        """Number of tasks that wait for their turn."""
        with self._lock:
            return sum(len(waiting) for devices in self._turns.values() for waiting in devices.values())

    def run_sent(self, task: Callable[[], T]) -> T:
        """Do as `run`, for a photo that somebody sent.

        Raises:
            QueueFullError: The queue is full.
            QueueStoppedError: The server is stopping.
        """
        with self.counted():
            return self.run(lambda: _tidied(task))

    @contextmanager
    def place(self) -> Iterator[QueuePlace]:
        """Take a place for photos that are read after the answer to their sender.

        Raises:
            QueueFullError: The queue is full.
        """
        with ExitStack() as taken:
            number = taken.enter_context(self._place())
            place = QueuePlace(taken.pop_all(), partial(self._before, number))
        try:
            yield place
        finally:
            place.leave()

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Count a photo that somebody sent, while the context is open.

        Raises:
            QueueFullError: The queue is full.
        """
        try:
            with nullcontext() if _placed.get() else self._place():
                yield
        except ImageError as error:
            count_outcome("refused")
            _log.info("picture refused", extra={"kind": error.kind})
            raise

    def _before(self, number: int) -> int:
        """Return the number of photos that took their place before this one and are not read yet."""
        with self._lock:
            return sum(each < number for each in self._numbers)

    @contextmanager
    def _place(self) -> Iterator[int]:
        """Take a place while inside, and return its number in the order of all."""
        asker, number = ASKER.get(), next(self._count)
        try:
            with self._places.one(asker.role, asker.counted):
                with self._lock:
                    self._numbers.add(number)
                try:
                    yield number
                finally:
                    with self._lock:
                        self._numbers.discard(number)
        except PlacesFullError as full:
            count_outcome("busy")
            raise QueueFullError("busy", most=full.most) from full

    def stop(self) -> None:
        """Drop the waiting tasks and return when the running one has ended."""
        with self._lock:
            self._stopped = True
            dropped = [done for devices in self._turns.values() for waiting in devices.values() for done, _ in waiting]
            self._turns.clear()
            self._pool.shutdown(wait=False, cancel_futures=True)
        for done in dropped:
            done.cancel()
        self._pool.shutdown(wait=True)


def note(reading: Reading, by: Literal["server", "worker"]) -> None:
    """Count a photo that was read for this server, and log it.

    Args:
        reading: The reading.
        by: "server" if this server read it itself, else "worker".
    """
    outcome: ReadLabel = "sure" if reading.sure else "doubtful" if reading.hand else "no-hand"
    count_outcome(outcome)
    about = {"outcome": outcome, "by": by, "tiles": len(reading.tiles), "ms": round(sum(reading.ms.values()), 1)}
    _log.info("picture read", extra=about)


def _tidied(task: Callable[[], T]) -> T:
    """Run a task, then return its memory to the system, as the networks and glibc would keep it."""
    try:
        return task()
    except BaseException as error:
        traceback.clear_frames(error.__traceback__)  # they hold the picture
        raise
    finally:
        release_memory()
        if _TRIM:
            _TRIM(0)
