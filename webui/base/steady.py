"""Time that advances steadily while the program runs, whatever happens to the computer's clock."""

import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

LEAST: Final = timedelta(seconds=2)
"""Least difference to the computer's clock that counts as a jump. More leaves sessions wrong; less moves them for steps
of NTP, which nobody notices."""


def elapsed() -> float:
    """Return seconds from an arbitrary moment, including time in suspend."""
    if sys.platform == "linux":
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    if sys.platform == "darwin":
        return time.clock_gettime(time.CLOCK_MONOTONIC)  # this clock includes suspend, unlike `time.monotonic`
    return time.monotonic()


class SteadyTime:
    """The computer's clock at the last check, plus the time that has passed since."""

    def __init__(
        self, wall: Callable[[], datetime] = lambda: datetime.now(UTC), passed: Callable[[], float] = elapsed
    ) -> None:
        """Begin with the computer's clock.

        Args:
            wall: The computer's clock (UTC).
            passed: Returns steady seconds.
        """
        self._wall: Final = wall
        self._passed: Final = passed
        self._anchor = (wall(), passed())

    def __call__(self) -> datetime:
        """Return the time (UTC)."""
        at, passed = self._anchor
        return at + timedelta(seconds=self._passed() - passed)

    def jumped(self) -> timedelta | None:
        """Return the size of the change of the computer's clock since, negative if it was set back, or None."""
        jump = self._wall() - self()
        return jump if abs(jump) >= LEAST else None

    def follow(self) -> None:
        """Continue from the computer's present clock."""
        self._anchor = (self._wall(), self._passed())


STEADY: Final = SteadyTime()
"""The time of this process."""
