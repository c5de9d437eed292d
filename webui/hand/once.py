"""Answers that take long, worked out once and kept; those who ask meanwhile wait for the same."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from concurrent.futures import Future
from typing import Final, Generic, TypeVar

from webui.access.places import ASKER, Places, PlacesFullError
from webui.access.roles import Role
from webui.hand.reading_queue import QueueFullError

MOST_KEPT: Final = 256
"""Answers kept, the newest asked for; some 60 KB each. Fewer are worked out anew more often."""

MOST_WAITING: Final = 32
"""Requests that may wait for an answer at a time. Each holds one of the server's threads; more have to come back."""

LEFT: Final[Mapping[Role, int]] = {"spectator": 8}
"""Places that each role leaves to those above it."""

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Once(Generic[K, V]):
    """Answers by what was asked, safe to use from many threads."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        """Has none.

        Args:
            most: How many are kept.
        """
        self._most: Final = most
        self._answers: OrderedDict[K, Future[V]] = OrderedDict()
        self._places: Final = Places(MOST_WAITING, MOST_WAITING, LEFT)
        self._lock: Final = threading.Lock()

    @property
    def waiting(self) -> int:
        """Number of requests that wait for an answer that another one works out."""
        return self._places.taken

    def get(self, asked: K, work: Callable[[], V]) -> V:
        """Return the answer that is kept or being worked out, or work it out; what that raises is not kept.

        Raises:
            QueueFullError: Too many wait for an answer.
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
            with self._places.one(asker.role, asker.address):
                return answer.result()
        except PlacesFullError as full:
            raise QueueFullError("busy", most=full.most) from full
