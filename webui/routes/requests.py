"""What requests bring: JSON objects."""

from typing import Any, Final

from flask import request
from werkzeug.exceptions import BadRequest

from webui.routes.errors import Refusal

JSON_LIMIT: Final = 64 * 1024
"""Bytes of the largest JSON body; the longest change of a hand is below 1 KB. Not measured."""


def json_body() -> dict[str, Any]:
    """The request's JSON object.

    Raises:
        Refusal: 400, it has none.
    """
    request.max_content_length = JSON_LIMIT
    try:
        body = request.get_json()
    except BadRequest as error:
        raise Refusal(400, "What was sent is not JSON", "Send a JSON object") from error
    if not isinstance(body, dict):
        raise Refusal(400, f"What was sent is a {type(body).__name__}", "Send a JSON object")
    return body
