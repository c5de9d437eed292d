"""How many pictures one device may send."""

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
"""What one device may send: a photograph a second, faster than anybody takes them. Not measured."""


class Uploads:
    """How many pictures came from each device of late."""

    def __init__(self) -> None:
        """Counts from 0."""
        self._limits: Final = MovingWindowRateLimiter(MemoryStorage())

    def take(self, device: str) -> bool:
        """Whether one more may come from a device; counts it where it may."""
        return self._limits.hit(OF_ONE, device)


def refuse() -> None:
    """Refuses a picture of a device that sends too many; this computer may send any number.

    Raises:
        RequestError: 429, one more in this minute.
    """
    if request.endpoint in UPLOADED and request.method == "POST" and not from_here():
        uploads: Uploads = current_app.extensions["uploads"]
        if not uploads.take(caller().device or client_address(request.environ)):
            raise RequestError(429, "too-many-uploads")
