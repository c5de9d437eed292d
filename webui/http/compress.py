"""Answers in gzip, for browsers and programs that take it."""

import gzip
from functools import lru_cache
from typing import Final

from flask import Flask, Response, request

TYPES: Final = frozenset(
    {
        "text/html",
        "text/css",
        "text/javascript",
        "application/json",
        "application/manifest+json",
        "image/svg+xml",
    }
)
"""Types of answers that are compressed; pictures are compressed already, and events have to leave at once."""

LEAST: Final = 500
"""Bytes of the smallest answer that is compressed: a smaller one fits one packet of a network as it is."""


def register(app: Flask) -> None:
    """Compresses the answers of an application."""
    app.after_request(_compress)


def _compress(response: Response) -> Response:
    if response.mimetype not in TYPES or response.is_streamed or response.direct_passthrough:
        return response
    response.vary.add("Accept-Encoding")
    taken = request.accept_encodings.quality("gzip") > 0
    if not taken or response.status_code not in range(200, 300) or "Content-Encoding" in response.headers:
        return response
    data = response.get_data()
    if len(data) < LEAST:
        return response
    lasting = response.cache_control.immutable
    response.set_data(_of_file(data) if lasting else gzip.compress(data, 5, mtime=0))
    response.headers["Content-Encoding"] = "gzip"
    etag, _ = response.get_etag()
    if etag:
        response.set_etag(etag, weak=True)  # the same content in other bytes
    return response


@lru_cache(maxsize=512)
def _of_file(data: bytes) -> bytes:
    """A file that pages load, compressed once for all who ask for it."""
    return gzip.compress(data, 9, mtime=0)
