"""What requests bring: JSON objects and photographs."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from flask import request
from werkzeug.datastructures import FileStorage
from werkzeug.exceptions import BadRequest

from vision.image import ImageError
from webui.routes.errors import RequestError
from webui.table.pictures import NothingSeen

JSON_LIMIT: Final = 64 * 1024
"""Bytes of the largest JSON body; the longest change of a hand is below 1 KB. Not measured."""


def json_body() -> dict[str, Any]:
    """The request's JSON object.

    Raises:
        RequestError: 400, it has none.
    """
    request.max_content_length = JSON_LIMIT
    try:
        body = request.get_json()
    except BadRequest as error:
        raise RequestError(400, "not-json") from error
    if not isinstance(body, dict):
        raise RequestError(400, "not-an-object", type=type(body).__name__)
    return body


@contextmanager
def sent_photo() -> Iterator[FileStorage]:
    """The photograph in the form field `photo`; an error that reading it raises inside is answered with its name.

    Raises:
        RequestError: 400, there is none; 422, it cannot be opened, or shows no tiles.
    """
    photo = request.files.get("photo")
    if photo is None:
        raise RequestError(400, "no-photo")
    try:
        yield photo
    except (ImageError, NothingSeen) as error:
        raise RequestError(422, "photo-unreadable", error, name=(photo.filename or "photo")[-60:]) from error
