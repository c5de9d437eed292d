"""Limited places, such as open streams: no client takes all of them, and higher roles always find one."""

import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final

from webui.records.rights import Role


@dataclass(frozen=True, slots=True)
class Asker:
    """A client that asks for a place.

    Attributes:
        address: Network address; empty for this computer, which may take any number of places.
        role: Its role.
        device: The device with its sign-in, or admitted by the PIN; empty for none.
    """

    address: str = ""
    role: Role = "chief"
    device: str = ""

    @property
    def counted(self) -> str:
        """Key by which its places are counted: a known device has its own, strangers of one address share theirs."""
        return self.address and (self.device or self.address)


ASKER: ContextVar[Asker] = ContextVar("asker", default=Asker())  # noqa: B039 - it is frozen
"""The client of the present request; the program itself outside a request."""


class PlacesFullError(Exception):
    """No place is left for this client.

    Attributes:
        most: Number of places for its role.
    """

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.most: Final = most


class ClientPlaces:
    """A number of places, safe to use from many threads."""

    def __init__(self, most: int, of_one: int, left: Mapping[Role, int]) -> None:
        """Prepare the places, all free.

        Args:
            most: Number of places.
            of_one: Most places of one device or address.
            left: Places that each role leaves to higher roles; 0 for a role that is not named.
        """
        self._most: Final = most
        self._of_one: Final = of_one
        self._left: Final = left
        self._taken: Counter[str] = Counter()
        self._lock: Final = threading.Lock()

    @property
    def taken(self) -> int:
        """Return the number of taken places."""
        return self._taken.total()

    @contextmanager
    def one(self, role: Role, counted: str) -> Iterator[None]:
        """Take a place, as long as the context lasts.

        Args:
            role: Role of the client.
            counted: Key by which its places are counted; empty for this computer.

        Raises:
            PlacesFullError: No place is left for this client.
        """
        with self._lock:
            most = max(0, self._most - self._left.get(role, 0))
            if self._taken.total() >= most:
                raise PlacesFullError(most)
            if counted and self._taken[counted] >= self._of_one:
                raise PlacesFullError(self._of_one)
            self._taken[counted] += 1
        try:
            yield
        finally:
            with self._lock:
                self._taken[counted] -= 1
                self._taken += Counter()  # drops clients without a place
