"""The turn of a request among those that read, given back early by what waits for something else."""

from collections.abc import Callable
from contextvars import ContextVar
from typing import Final

_leaving: Final[ContextVar[Callable[[], None] | None]] = ContextVar("leaving", default=None)


def take(leave: Callable[[], None] | None) -> None:
    """Take what gives back the turn of the request that is answered in this context; None for one without a turn."""
    _leaving.set(leave)


def give_way() -> None:
    """Give the turn of the present request back: it waits now, and others may be answered meanwhile."""
    leave = _leaving.get()
    if leave is not None:
        leave()
