"""Notice of changes at any table and by any process, for pages that show all tables."""

import threading
from typing import Final


class Changes:
    """A counter of changes since this process began; safe to use from many threads."""

    def __init__(self) -> None:
        """Begin at no changes."""
        self._news: Final = threading.Condition()
        self._count = 1

    @property
    def count(self) -> int:
        """Return the number of changes plus one; a client that knows nothing has 0."""
        return self._count

    def tell(self) -> None:
        """Report a change."""
        with self._news:
            self._count += 1
            self._news.notify_all()

    def wait(self, known: int, timeout: float) -> None:
        """Wait until there are more changes than the client knows, at most some seconds."""
        with self._news:
            self._news.wait_for(lambda: self._count > known, timeout)
