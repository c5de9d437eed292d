"""One thread for all pictures: opened and read one after another, with a bounded queue before it."""

import ctypes
import logging
import sys
import threading
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import copy_context
from functools import partial
from typing import Any, Final, Literal, TypeVar

from vision.image import ImageError
from vision.networks.runtime import release_memory
from vision.reading import Reading
from webui.access.places import ASKER, Places, PlacesFullError
from webui.access.roles import Role
from webui.errors import WebError
from webui.metrics import ReadLabel, count_outcome

MOST_WAITING: Final = 8
"""Photographs sent that wait or are read at a time; more are refused. Each holds one of the server's threads."""

MOST_OF_ONE: Final = 4
"""Photographs of one address among them. More lets one address keep others from sending theirs; fewer refuses somebody
who sends many at once."""

LEFT: Final[Mapping[Role, int]] = {"spectator": 7, "player": 2, "table": 1, "scorer": 1}
"""Places that each role leaves to those above it. Spectators send nothing, and have one for what they may ask."""

_log = logging.getLogger(__name__)

T = TypeVar("T")

_TRIM: Final = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
"""What gives freed memory back to the system, where the C library has it (glibc)."""


class QueueFullError(WebError):
    """As many photographs wait to be read as may: send this one again in some seconds."""


class QueueStoppedError(WebError):
    """The program ends, so nothing more is read: send the picture again once it runs."""


class ReadingQueue:
    """Runs what opens and reads pictures, on one thread of its own; safe to use from many threads.

    One picture at a time bounds the memory, and one thread bounds it again: the C library keeps freed memory apart for
    each thread that asked for it. Addresses take turns: many pictures of one
    wait behind the single one of another.
    """

    def __init__(self, most: int = MOST_WAITING) -> None:
        """Prepares the queue.

        Args:
            most: Photographs that may wait or be read at a time.
        """
        self._pool: Final = ThreadPoolExecutor(1, "reading")
        self._places: Final = Places(most, MOST_OF_ONE, LEFT)
        self._turns: dict[str, deque[tuple[Future[Any], Callable[[], Any]]]] = {}
        self._lock: Final = threading.Lock()
        self._stopped = False

    def run(self, task: Callable[[], T]) -> T:
        """Waits for its turn, runs a task and gives its result; what it raises is raised here.

        The task has the context variables of the caller, and with them the request that is being answered.

        Raises:
            QueueStoppedError: the program ends.
        """
        done: Future[T] = Future()
        with self._lock:
            if self._stopped:
                raise QueueStoppedError("stopping")
            waiting = self._turns.setdefault(ASKER.get().address, deque())
            waiting.append((done, partial(copy_context().run, task)))
            self._pool.submit(self._take_turn)
        try:
            return done.result()
        except CancelledError as error:
            raise QueueStoppedError("stopping") from error
        finally:
            del done  # an error holds this frame, and would hold itself

    def _take_turn(self) -> None:
        """Runs the first task of the address whose turn it is, which then is the last of those that wait."""
        with self._lock:
            if self._stopped:
                return
            whose = next(iter(self._turns))
            waiting = self._turns.pop(whose)
            done, task = waiting.popleft()
            if waiting:
                self._turns[whose] = waiting
        try:
            result = task()
        except BaseException as error:
            done.set_exception(error)
        else:
            done.set_result(result)

    @property
    def sent(self) -> int:
        """Photographs sent that wait or are read now."""
        return self._places.taken

    @property
    def waiting(self) -> int:
        """Tasks that wait for their turn."""
        return sum(map(len, self._turns.copy().values()))

    def run_sent(self, task: Callable[[], T]) -> T:
        """As `run`, for a photograph that somebody sent.

        Raises:
            QueueFullError: as many wait already as may.
            QueueStoppedError: the program ends.
        """
        with self.counted():
            return self.run(lambda: _tidied(task))

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Counts a photograph that somebody sent, while it is read inside.

        Raises:
            QueueFullError: as many wait already as may.
        """
        try:
            asker = ASKER.get()
            with self._places.one(asker.role, asker.address):
                yield
        except PlacesFullError as full:
            count_outcome("busy")
            raise QueueFullError("busy", most=full.most) from full
        except ImageError as error:
            count_outcome("refused")
            _log.info("picture refused", extra={"kind": error.kind})
            raise

    def stop(self) -> None:
        """Drops the tasks that wait, and returns when the one that runs has ended."""
        with self._lock:
            self._stopped = True
            dropped = [done for waiting in self._turns.values() for done, _ in waiting]
            self._turns.clear()
            self._pool.shutdown(wait=False, cancel_futures=True)
        for done in dropped:
            done.cancel()
        self._pool.shutdown(wait=True)


def note(reading: Reading, by: Literal["server", "worker"]) -> None:
    """Counts a picture that was read for this server, and says so in the log.

    Args:
        reading: What was read.
        by: Whether this server read it itself.
    """
    outcome: ReadLabel = "sure" if reading.sure else "doubtful" if reading.hand else "no-hand"
    count_outcome(outcome)
    about = {"outcome": outcome, "by": by, "tiles": len(reading.tiles), "ms": round(sum(reading.ms.values()), 1)}
    _log.info("picture read", extra=about)


def _tidied(task: Callable[[], T]) -> T:
    """Runs a task, and gives its memory back to the system, which the networks and glibc would keep."""
    try:
        return task()
    except BaseException as error:
        traceback.clear_frames(error.__traceback__)  # they hold the picture
        raise
    finally:
        release_memory()
        if _TRIM:
            _TRIM(0)
