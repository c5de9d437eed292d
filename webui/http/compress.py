"""Compression of answers with gzip, for clients that accept it."""

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
"""Media types to compress; pictures are compressed already, and events must leave at once."""

LEAST: Final = 500
"""Fewest bytes of an answer to compress: a smaller one fits into one packet anyway."""


def register(app: Flask) -> None:
    """Add compression to an application."""
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
    """Return a file that pages load, compressed once for all clients."""
    return gzip.compress(data, 9, mtime=0)
