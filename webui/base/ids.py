"""Ids of what is kept."""

import secrets
import threading
import time
from typing import Final
from uuid import UUID

_STEPS_PER_MS: Final = 1 << 12
"""Parts of a millisecond that an id tells apart: all that RFC 9562 leaves for them."""

_lock: Final = threading.Lock()
_last = 0


def uuid7() -> UUID:
    """Return a new UUID of version 7 (RFC 9562, method 3), greater than all that this process made before it."""
    global _last
    with _lock:
        _last = max(time.time_ns() * _STEPS_PER_MS // 1_000_000, _last + 1)
        milliseconds, step = divmod(_last, _STEPS_PER_MS)
    return UUID(int=milliseconds << 80 | 7 << 76 | step << 64 | 0b10 << 62 | secrets.randbits(62))
