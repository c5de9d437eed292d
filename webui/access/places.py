"""Places that many share, such as open streams: nobody takes all of them, and those with a role find one left."""

import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final

from webui.access.roles import Role


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks for a place.

    Attributes:
        address: The network address; empty for this computer, which may take any number of places.
        role: What they are.
        device: The device that they signed in on; empty for none.
    """

    address: str = ""
    role: Role = "chief"
    device: str = ""


ASKER: ContextVar[Asker] = ContextVar("asker", default=Asker())  # noqa: B039 - it is frozen
"""The caller of the request that is being answered; the program itself without one."""


class Full(Exception):
    """No place is left for who asks.

    Attributes:
        most: How many places there are for them.
    """

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.most: Final = most


class Places:
    """A number of places, safe to use from many threads."""

    def __init__(self, most: int, of_one: int, left: Mapping[Role, int]) -> None:
        """Prepares them, all free.

        Args:
            most: How many there are.
            of_one: How many of them one device or address may have.
            left: How many of them each role leaves to those above it; 0 for a role that is not named.
        """
        self._most: Final = most
        self._of_one: Final = of_one
        self._left: Final = left
        self._taken: Counter[str] = Counter()
        self._lock: Final = threading.Lock()

    @property
    def taken(self) -> int:
        """How many are taken."""
        return self._taken.total()

    @contextmanager
    def one(self, role: Role, counted: str) -> Iterator[None]:
        """Takes a place, as long as the context lasts.

        Args:
            role: What they are who ask.
            counted: By what their places are counted; empty for this computer.

        Raises:
            Full: None is left for who asks.
        """
        with self._lock:
            most = max(0, self._most - self._left.get(role, 0))
            if self._taken.total() >= most:
                raise Full(most)
            if counted and self._taken[counted] >= self._of_one:
                raise Full(self._of_one)
            self._taken[counted] += 1
        try:
            yield
        finally:
            with self._lock:
                self._taken[counted] -= 1
                self._taken += Counter()  # forgets who has none
