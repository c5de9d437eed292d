"""A limit on how often somebody may do something."""

import threading
import time
from collections import deque
from collections.abc import Callable


class Pace:
    """A limit on how often each key may do something within the last seconds; safe to use from many threads.

    Args:
        most: Most times within the window.
        window: Length of the window in seconds.
        clock: The time in seconds.
    """

    def __init__(self, most: int, window: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._window = window
        self._clock = clock
        self._lock = threading.Lock()
        self._times: dict[str, deque[float]] = {}
        self._swept = clock()

    def hit(self, key: str) -> bool:
        """Count one time of a key; return False, and count nothing, if there were too many."""
        with self._lock:
            now = self._clock()
            self._forget(now)
            times = self._times.setdefault(key, deque(maxlen=self._most))
            if len(times) == self._most and now - times[0] < self._window:
                return False
            times.append(now)
            return True

    def _forget(self, now: float) -> None:
        """Forget, once a window, the keys that did nothing within it."""
        if now - self._swept >= self._window:
            self._swept = now
            self._times = {key: times for key, times in self._times.items() if now - times[-1] < self._window}
