"""That something was kept, at whatever table and by whatever process, for those who show all tables together."""

import threading
from typing import Final


class Changes:
    """Counts what is kept from when this process began; safe to use from many threads."""

    def __init__(self) -> None:
        """Nothing was kept yet."""
        self._news: Final = threading.Condition()
        self._count = 1

    @property
    def count(self) -> int:
        """How much was kept, and one more: somebody who knows of nothing has 0."""
        return self._count

    def tell(self) -> None:
        """Tells that something was kept."""
        with self._news:
            self._count += 1
            self._news.notify_all()

    def wait(self, known: int, timeout: float) -> None:
        """Waits until more was kept than is known, at most some seconds."""
        with self._news:
            self._news.wait_for(lambda: self._count > known, timeout)
