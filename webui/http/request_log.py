"""Logging of requests, each with an id that all of its log lines have."""

import logging
import re
import time
from typing import Final
from uuid import uuid4

from flask import Flask, Response, g, request
from structlog.contextvars import bind_contextvars, clear_contextvars

ID: Final = "X-Request-Id"
"""The header of the id: a proxy's own is used, and every answer has it."""

LONGEST_PATH: Final = 200
"""Most characters of a path in the log. More lets strangers write long lines; less cuts off true paths."""

_SIMPLE: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")

_log = logging.getLogger(__name__)


def register(app: Flask) -> None:
    """Log the requests of an application; registered first, it also sees requests that are refused at once."""
    app.before_request(_begin)
    app.after_request(_write)


def _begin() -> None:
    g.began = time.perf_counter()
    sent = request.headers.get(ID, "")
    g.request_id = sent if _SIMPLE.fullmatch(sent) else uuid4().hex
    clear_contextvars()  # those of the previous request on this thread
    bind_contextvars(request_id=g.request_id)


def _write(response: Response) -> Response:
    response.headers[ID] = g.request_id
    caller, table = g.get("caller"), g.get("table")
    about = {
        "method": request.method,
        "path": request.path[:LONGEST_PATH],
        "status": response.status_code,
        "ms": round((time.perf_counter() - g.began) * 1000, 1),
        "table": table.number if table else None,
        "role": caller.role if caller else None,
        "device": caller.device if caller else None,
    }
    told = {name: value for name, value in about.items() if value not in (None, "")}
    quiet = request.endpoint in ("static", "static_newest") and response.status_code < 400
    _log.log(logging.DEBUG if quiet else logging.INFO, "request", extra=told)
    return response
