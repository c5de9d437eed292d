"""The order in which requests are answered: acts of people with a role at once, then their pages, then those of guests.

All threads of the server share one processor (the interpreter's lock), so that 200 pages that are made at the same time
would each take 200 times as long, and a record that comes then too. Few requests that read are therefore answered at a
time, and the others wait without a thread.
"""

import time
from collections import deque
from typing import Any, Final, Protocol

from waitress.task import ThreadedTaskDispatcher

READS_AT_ONCE: Final = 3
"""Requests that read and are answered at the same time. More slows down records; fewer leaves the processor idle while
the database or the network is waited for."""

PATIENCE: Final = 2.0
"""Seconds after which a request that reads holds up no others any more: it waits for something. More lets few slow ones
stop all pages; fewer lets more be made at once on a busy computer."""


class RankedRequest(Protocol):
    """A task of the server.

    Attributes:
        rank: Place in the order; see `RANKS`.
    """

    rank: int

    def service(self) -> None:
        """Do it."""

    def cancel(self) -> None:
        """Leave it."""


RANKS: Final = 3
"""Ranks of tasks: 0 for what is never held up, acts of those who show a sign-in; 1 for what else they ask; 2 for the
rest. A sign-in that is not good loses its place as soon as the request is looked at."""


class Waiting:
    """The tasks that wait for a thread, as waitress' dispatcher uses a deque; its lock is held by who calls."""

    def __init__(self) -> None:
        """Begin with none."""
        self._tasks: Final = tuple(deque[RankedRequest]() for _ in range(RANKS))
        self._reading: Final[dict[int, float]] = {}
        self.closing = False
        """True once all tasks may be taken, to be left."""

    def __len__(self) -> int:
        return sum(map(len, self._tasks))

    def __bool__(self) -> bool:
        """Return True if a task may begin."""
        return self._next() is not None

    def append(self, task: RankedRequest) -> None:
        """Put a task last of its rank."""
        self._tasks[task.rank].append(task)

    def popleft(self) -> RankedRequest:
        """Take the first task that may begin."""
        found = self._next()
        if found is None:
            raise IndexError("no task may begin")
        task = found.popleft()
        if task.rank:
            self._reading[id(task)] = time.monotonic()
        return task

    def leave(self, task: RankedRequest) -> bool:
        """Let another task begin in place of one; return False if it held up none."""
        return self._reading.pop(id(task), None) is not None

    def forget(self) -> bool:
        """Let others begin in place of tasks that take long; return True if there were any."""
        late = [task for task, began in self._reading.items() if time.monotonic() - began > PATIENCE]
        for task in late:
            del self._reading[task]
        return bool(late)

    def _next(self) -> deque[RankedRequest] | None:
        free = self.closing or len(self._reading) < READS_AT_ONCE
        return next((tasks for tasks in (self._tasks if free else self._tasks[:1]) if tasks), None)


class Dispatcher(ThreadedTaskDispatcher):  # type: ignore[misc]
    """Threads that answer requests in the order of their ranks."""

    def __init__(self) -> None:
        super().__init__()
        self.queue: Waiting = Waiting()

    def leave(self, task: RankedRequest) -> None:
        """Let another request be answered in place of one that is answered, streams or waits."""
        with self.lock:
            if self.queue.leave(task):
                self.queue_cv.notify()

    def look(self) -> None:
        """Let others be answered in place of requests that take long; to be called now and then."""
        with self.lock:
            if self.queue.forget():
                self.queue_cv.notify(READS_AT_ONCE)

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> Any:
        """Stop the threads; leave what waits."""
        with self.lock:
            self.queue.closing = True
        return super().shutdown(cancel_pending, timeout)
