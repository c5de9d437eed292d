"""Parts of what is shown that may fail alone: one that cannot be made is logged, and takes nothing else with it."""

import logging
from collections.abc import Callable
from typing import TypeVar

from webui.records.errors import RecordsError

T = TypeVar("T")
U = TypeVar("U")

_log = logging.getLogger(__name__)


def attempt(part: str, make: Callable[[], T], otherwise: U, hand: str = "") -> T | U:
    """Make a part of what is shown; where that fails, log it and go on without it.

    Meant for parts that only add to others. A fault of the storage is no fault of the part, and is raised.

    Args:
        part: Its name in the log.
        make: Makes it.
        otherwise: Stands for it where it cannot be made.
        hand: Id of the hand that it is about, for the log.

    Raises:
        RecordsError: Something kept cannot be read.
    """
    try:
        return make()
    except RecordsError:
        raise
    except Exception:
        _log.exception("%s left out: it cannot be made", part, extra={"part": part, "hand": hand})
        return otherwise
