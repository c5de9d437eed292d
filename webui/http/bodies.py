"""Limits of request bodies, checked by the headers before a body is received."""

import errno
from typing import Final

from flask import request
from werkzeug.exceptions import RequestEntityTooLarge

from webui.hand.places import ASKER
from webui.http.api import DECLARED, JSON_LIMIT

UPLOAD_LIMIT: Final = 100 * 1024 * 1024
"""Most bytes of a request with a photo; scripts get it from `templates/base.html`. A photo of 200 megapixels in the
best quality fits; more lets one request fill the disk with more."""

BUNDLE_LIMIT: Final = 110 * 1024 * 1024
"""Most bytes of a bundle with the photos of a match. More lets one request fill the disk with more."""

LIST_LIMIT: Final = 4 * 1024 * 1024
"""Most bytes of a list of people; 2,000 of them in a workbook take 200 KB. More takes longer to read."""

EVENT_LIMIT: Final = 512 * 1024
"""Most bytes of an act of an event: 400 players with all their details take 150 KB. More lets strangers send more."""

DOOR: Final = "tableside.door"
"""Key of the WSGI environment, True if the server only asks whether to receive the body."""

NO_SPACE: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS})
"""Errors of the system for a full or read-only disk."""


class Admitted(BaseException):
    """The answer to a server that asks: receive the body. It ends the request, of which nothing is done.

    Attributes:
        client: Key by which the sender's bodies are counted; empty for this computer.
        most: Most bytes of the body.
    """

    def __init__(self, client: str, most: int) -> None:
        super().__init__(client, most)
        self.client: Final = client
        self.most: Final = most


def refuse() -> None:
    """Refuse a body that is too large for its route; called last of all refusals by headers alone.

    Raises:
        RequestEntityTooLarge: It is too large.
        Admitted: The server asked.
    """
    declared = DECLARED.get(request.endpoint or "")
    most = JSON_LIMIT if declared is None else declared.largest_json if request.is_json else declared.largest
    request.max_content_length = most
    if (request.content_length or 0) > most:
        raise RequestEntityTooLarge
    if request.environ.get(DOOR):
        raise Admitted(ASKER.get().counted, most)


def size(limit: int) -> str:
    """Return a limit for people."""
    return f"{limit // 2**20} MB" if limit >= 2**20 else f"{limit // 2**10} KB"


def is_full(error: OSError) -> bool:
    """Return True if an error means that the temporary folder is full."""
    nowhere = "temporary directory" in str(error.strerror)  # the words of `tempfile`
    return error.errno in NO_SPACE or nowhere
