"""One thread for all pictures: opened and read one after another, with a bounded queue before it."""

import ctypes
import logging
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import copy_context
from typing import Final, Literal, TypeVar

from vision.image import ImageError
from vision.networks.runtime import release_memory
from vision.reading import Reading
from webui.errors import WebError
from webui.metrics import ReadLabel, count_outcome

MOST_WAITING: Final = 8
"""Photographs sent that wait or are read at a time; more are refused. Not measured."""

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
    each thread that asked for it.
    """

    def __init__(self, most: int = MOST_WAITING) -> None:
        """Prepares the queue.

        Args:
            most: Photographs that may wait or be read at a time.
        """
        self._pool = ThreadPoolExecutor(1, "reading")
        self._most = most
        self._sent = 0
        self._lock = threading.Lock()
        self._stopped = False

    def run(self, task: Callable[[], T]) -> T:
        """Waits for the tasks before it, runs a task and gives its result; what it raises is raised here.

        The task has the context variables of the caller, and with them the request that is being answered.

        Raises:
            QueueStoppedError: the program ends.
        """
        try:
            return self._pool.submit(copy_context().run, task).result()
        except (CancelledError, RuntimeError) as error:
            if self._stopped:
                raise QueueStoppedError("stopping") from error
            raise

    @property
    def sent(self) -> int:
        """Photographs sent that wait or are read now."""
        return self._sent

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
        with self._lock:
            if self._sent >= self._most:
                count_outcome("busy")
                raise QueueFullError("busy", most=self._most)
            self._sent += 1
        try:
            yield
        except ImageError as error:
            count_outcome("refused")
            _log.info("picture refused", extra={"kind": error.kind})
            raise
        finally:
            with self._lock:
                self._sent -= 1

    def stop(self) -> None:
        """Drops the tasks that wait, and returns when the one that runs has ended."""
        self._stopped = True
        self._pool.shutdown(wait=True, cancel_futures=True)


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
