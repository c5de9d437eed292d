"""Photos as answers: private to the client, and checked again before they are shown again."""

from collections.abc import Callable
from typing import Final

from flask import Response, request

from webui.table.table import Table

FRESH: Final = 300
"""Seconds for which a browser shows a picture without asking again. More leaves pictures on viewers' devices for
longer; less asks for every thumbnail of a list each time it is opened."""


def photograph(table: Table, sha256: str, name: str, make: Callable[[], bytes], fresh: int = FRESH) -> Response:
    """Return a photo, or a picture made of it; 304 if the browser has it, and it still exists.

    Args:
        table: Table of the photo.
        sha256: Hash of the photo.
        name: Distinguishes pictures made of the same photo.
        make: Returns the bytes, verified.
        fresh: Seconds for which it may be shown without asking again.
    """
    tag = f"{sha256}-{name}" if name else sha256
    if request.if_none_match.contains(tag) and table.records.photos.has(sha256):
        response = Response(status=304)
    else:
        data = make()
        response = Response(data, mimetype=_mimetype(data))
    response.set_etag(tag)
    response.cache_control.private = True
    if fresh:
        response.cache_control.max_age = fresh
        response.cache_control.must_revalidate = True
    else:
        response.cache_control.no_cache = True
    return response


def _mimetype(data: bytes) -> str:
    if data.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if data.startswith(b"\x89PNG"):
        return "image/png"
    if data[8:12] == b"WEBP":
        return "image/webp"
    if data[4:12] in (b"ftypavif", b"ftypavis"):
        return "image/avif"
    return "image/heic" if data[4:8] == b"ftyp" else "application/octet-stream"
