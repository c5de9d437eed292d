"""A cache of slow answers; concurrent requests for the same one wait for one computation."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from concurrent.futures import Future
from typing import Final, Generic, TypeVar

from webui.base.turns import give_way
from webui.hand.places import ASKER, ClientPlaces, PlacesFullError
from webui.hand.reading_queue import QueueFullError
from webui.records.rights import Role

MOST_KEPT: Final = 256
"""Most answers kept, some 60 KB each, the most recently used; with fewer, more are computed again."""

MOST_WAITING: Final = 32
"""Most requests that wait for an answer, each of which holds a thread of the server; more are refused."""

LEFT: Final[Mapping[Role, int]] = {"spectator": 8}
"""Waiting places that each role leaves to the roles above it."""

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Once(Generic[K, V]):
    """A cache of answers by request; safe to use from many threads."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        """Create an empty cache.

        Args:
            most: Most answers kept.
        """
        self._most: Final = most
        self._answers: OrderedDict[K, Future[V]] = OrderedDict()
        self._places: Final = ClientPlaces(MOST_WAITING, MOST_WAITING, LEFT)
        self._lock: Final = threading.Lock()

    @property
    def waiting(self) -> int:
        """Number of requests that wait for an answer that another request computes."""
        return self._places.taken

    def get(self, asked: K, work: Callable[[], V]) -> V:
        """Return the answer from the cache, or compute it or wait for it; errors are not cached.

        Raises:
            QueueFullError: Too many requests wait for an answer.
        """
        with self._lock:
            answer = self._answers.get(asked)
            mine = answer is None
            if answer is None:
                answer = self._answers[asked] = Future()
                while len(self._answers) > self._most:
                    self._answers.popitem(last=False)
            self._answers.move_to_end(asked)
        if not mine:
            return answer.result() if answer.done() else self._wait(answer)
        try:
            answer.set_result(work())
        except BaseException as error:
            with self._lock:
                if self._answers.get(asked) is answer:
                    del self._answers[asked]
            answer.set_exception(error)
            raise
        return answer.result()

    def _wait(self, answer: Future[V]) -> V:
        try:
            asker = ASKER.get()
            with self._places.one(asker.role, asker.counted):
                give_way()
                return answer.result()
        except PlacesFullError as full:
            raise QueueFullError("busy", most=full.most) from full
