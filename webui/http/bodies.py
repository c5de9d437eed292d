"""Limits of request bodies, checked by the headers before a body is received."""

import errno
from typing import Final

from flask import request
from werkzeug.exceptions import RequestEntityTooLarge

from webui.access.proxies import client_address
from webui.http.api import DECLARED, JSON_LIMIT

UPLOAD_LIMIT: Final = 100 * 1024 * 1024
"""Bytes of a request with a photograph; scripts get it from `templates/base.html`. A photograph of 200
megapixels in the best quality fits; more lets one request fill the disk with more."""

BUNDLE_LIMIT: Final = 110 * 1024 * 1024
"""Bytes of the largest bundle with the photographs of a match. More lets one request fill the disk with more."""

LIST_LIMIT: Final = 4 * 1024 * 1024
"""Bytes of the largest list of people; 2,000 of them in a workbook take 200 KB. More costs time to read."""

DOOR: Final = "tableside.door"
"""Key of the WSGI environment that is true if the server only asks whether it is to receive the body."""

NO_SPACE: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS})
"""Errors of the system that mean: there is no room for a file, or none may be written."""


class Admitted(BaseException):
    """The answer to a server that asks: the body is to be received. It ends the request, of which nothing is done.

    Attributes:
        client: The address of the sender.
        most: Bytes that the body may have.
    """

    def __init__(self, client: str, most: int) -> None:
        super().__init__(client, most)
        self.client: Final = client
        self.most: Final = most


def refuse() -> None:
    """Refuses a body that is larger than its route takes; called last of all that refuses by the headers alone.

    Raises:
        RequestEntityTooLarge: It is larger.
        Admitted: The server asked.
    """
    declared = DECLARED.get(request.endpoint or "")
    most = JSON_LIMIT if declared is None or request.is_json else declared.largest
    request.max_content_length = most
    if (request.content_length or 0) > most:
        raise RequestEntityTooLarge
    if request.environ.get(DOOR):
        raise Admitted(client_address(request.environ), most)


def size(limit: int) -> str:
    """Return a limit as people read it."""
    return f"{limit // 2**20} MB" if limit >= 2**20 else f"{limit // 2**10} KB"


def is_full(error: OSError) -> bool:
    """True if an error means that the temporary folder takes no more."""
    nowhere = "temporary directory" in str(error.strerror)  # as `tempfile` says it
    return error.errno in NO_SPACE or nowhere
