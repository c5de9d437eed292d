"""The rate at which a camera's pictures are followed, by how much of its time the computer needs for them."""

from typing import Final

from vision.follow.frames import RATE

RATES: Final = (RATE, 7.5, 5.0)
"""Pictures a second, the usual rate first. A slower last one misses arms; a faster one leaves less time for others."""

_WINDOW_S: Final = 10.0
"""Seconds over which the load is measured. More reacts later; less takes a look at a whole table for the usual load."""

_FULL: Final = 0.9
"""Share of the time above which the rate is too fast: pictures are dropped then. Higher drops some unnoticed; lower
slows down a computer that keeps up."""

_IDLE: Final = 0.4
"""Share of the time below which the next faster rate is tried again. Higher goes back and forth; lower stays slow."""


class Pace:
    """The pace of one camera.

    Attributes:
        rate: Pictures a second that are followed.
        slow: True while the computer does not keep up even at the slowest rate.
    """

    def __init__(self) -> None:
        """Begin at the usual rate."""
        self.rate = RATES[0]
        self.slow = False
        self._since: float | None = None
        self._spent = 0.0

    def note(self, began: float, ended: float) -> bool:
        """Take the times (`time.monotonic`) between which a picture was followed; return True if `slow` has changed."""
        if self._since is None:
            self._since = began
        self._spent += ended - began
        whole = ended - self._since
        if whole < _WINDOW_S:
            return False
        before, busy, at = self.slow, self._spent / whole, RATES.index(self.rate)
        self._since, self._spent = ended, 0.0
        self.slow = busy > _FULL and at == len(RATES) - 1
        if busy > _FULL:
            self.rate = RATES[min(at + 1, len(RATES) - 1)]
        elif busy < _IDLE:
            self.rate = RATES[max(at - 1, 0)]
        return self.slow != before
