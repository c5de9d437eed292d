"""The limit on pictures from one device."""

from typing import Final

from flask import current_app, request
from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from webui.access.proxies import client_address
from webui.http.errors import RequestError
from webui.http.routes.access import caller, from_here

UPLOADED: Final = frozenset({"hands.lay", "tilesets.add", "exports.opened"})
"""The routes that take pictures or files."""

OF_ONE: Final = RateLimitItemPerMinute(60)
"""Uploads of one device: a photo a second, faster than anybody takes them. More lets one device fill the queue; fewer
refuses a folder of photos."""


class Uploads:
    """The number of recent pictures from each device."""

    def __init__(self) -> None:
        """Begin at zero."""
        self._limits: Final = MovingWindowRateLimiter(MemoryStorage())

    def take(self, device: str) -> bool:
        """Return True if a device may send one more, and count it."""
        return self._limits.hit(OF_ONE, device)


def refuse() -> None:
    """Refuse a picture of a device that sends too many; this computer has no limit.

    Raises:
        RequestError: 429: there were too many in this minute.
    """
    if request.endpoint in UPLOADED and request.method == "POST" and not from_here():
        uploads: Uploads = current_app.extensions["uploads"]
        if not uploads.take(caller().device or client_address(request.environ)):
            raise RequestError(429, "too-many-uploads")
