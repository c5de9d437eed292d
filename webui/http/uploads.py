"""The limit on pictures from one device."""

from typing import Final

from flask import request
from limits import RateLimitItemPerMinute

from webui.access.proxies import client_address
from webui.http.errors import RequestError
from webui.http.identity import caller, from_here
from webui.http.site import the_site

UPLOADED: Final = frozenset({"hands.lay", "tilesets.add", "exports.opened"})
"""The routes that take pictures or files."""

OF_ONE: Final = RateLimitItemPerMinute(60)
"""Uploads of one device: a photo a second, faster than anybody takes them. More lets one device fill the queue; fewer
refuses a folder of photos."""


def refuse() -> None:
    """Refuse a picture of a device that sends too many; this computer has no limit.

    Raises:
        RequestError: 429: there were too many in this minute.
    """
    if request.endpoint not in UPLOADED or request.method != "POST" or from_here():
        return
    if not the_site().uploads.hit(OF_ONE, caller().device or client_address(request.environ)):
        raise RequestError(429, "too-many-uploads")
