"""How many people look on: one count for the whole server."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from webui.errors import WebError

MOST_VIEWERS: Final = 200
"""Viewers at once, as many as a hall has; more are refused, since each holds one of the server's threads."""

RETRY_AFTER: Final = 3
"""Seconds that one who is refused is told to wait (RFC 9110, section 10.2.3). Not measured."""


class TooManyViewersError(WebError):
    """As many people look on as the server can bear: try again when one has gone."""


class Viewers:
    """Counts the open streams of events, safe to use from many threads."""

    def __init__(self, most: int = MOST_VIEWERS) -> None:
        self._most = most
        self._count = 0
        self._lock = threading.Lock()

    @property
    def count(self) -> int:
        """How many look on now."""
        return self._count

    @contextmanager
    def one_more(self) -> Iterator[None]:
        """Counts one viewer.

        Raises:
            TooManyViewersError: as many look on already as may.
        """
        with self._lock:
            if self._count >= self._most:
                raise TooManyViewersError("crowded", most=self._most)
            self._count += 1
        try:
            yield
        finally:
            with self._lock:
                self._count -= 1
