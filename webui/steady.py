"""A time that goes on evenly while the program runs, whatever happens to the clock of the computer."""

import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

LEAST: Final = timedelta(seconds=2)
"""A difference to the computer's clock that counts as a jump. NTP steps that are smaller move no session noticeably."""


def elapsed() -> float:
    """Seconds that go on through a suspend, from an arbitrary moment."""
    if sys.platform == "linux":
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    if sys.platform == "darwin":
        return time.clock_gettime(time.CLOCK_MONOTONIC)  # which goes on there, unlike `time.monotonic`
    return time.monotonic()


class SteadyTime:
    """The time of the computer's clock when it was looked at last, and what has passed since."""

    def __init__(
        self, wall: Callable[[], datetime] = lambda: datetime.now(UTC), passed: Callable[[], float] = elapsed
    ) -> None:
        """Begins with what the computer's clock shows.

        Args:
            wall: The computer's clock (UTC).
            passed: Seconds that go on evenly.
        """
        self._wall: Final = wall
        self._passed: Final = passed
        self._anchor = (wall(), passed())

    def __call__(self) -> datetime:
        """Return the time (UTC)."""
        at, passed = self._anchor
        return at + timedelta(seconds=self._passed() - passed)

    def jumped(self) -> timedelta | None:
        """Return by how much the computer's clock was set since, negative where it was set back, or None."""
        jump = self._wall() - self()
        return jump if abs(jump) >= LEAST else None

    def follow(self) -> None:
        """Goes on from what the computer's clock shows now."""
        self._anchor = (self._wall(), self._passed())


STEADY: Final = SteadyTime()
"""The time of this process."""
