"""Optional parts of a page: one that fails is logged, and the rest is shown."""

import logging
from collections.abc import Callable
from typing import TypeVar

from webui.records.errors import RecordsError

T = TypeVar("T")
U = TypeVar("U")

_log = logging.getLogger(__name__)


def attempt(part: str, make: Callable[[], T], otherwise: U, hand: str = "") -> T | U:
    """Make an optional part of a page; if that fails, log the error and return the alternative.

    Meant for parts that only add to others. A failure of the storage is not the part's, and is raised.

    Args:
        part: Its name in the log.
        make: Returns it.
        otherwise: Returned if it cannot be made.
        hand: Id of the hand concerned, for the log.

    Raises:
        RecordsError: The storage cannot be read.
    """
    try:
        return make()
    except RecordsError:
        raise
    except Exception:
        _log.exception("%s left out: it cannot be made", part, extra={"part": part, "hand": hand})
        return otherwise
