"""The hand in play on the page: its stream, what people do there, and the record of the table box."""

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from typing import Any, Final

import msgspec
from flask import Blueprint, Response, jsonify
from flask.typing import ResponseReturnValue

from device.link import LOG_FILES
from webui.routes.context import the_table, the_words
from webui.routes.errors import Refusal
from webui.routes.hands import json_body
from webui.routes.live import STREAM_LIFE
from webui.table.feed import Crowded
from webui.table.play import Act
from webui.table.session import Sitting
from webui.views import play_json
from webui.words import Words

blueprint = Blueprint("play", __name__, url_prefix="/api/play")

HEARTBEAT: Final = 1.0
"""Seconds between two messages at most, and how old the box's state shown can be."""


@blueprint.get("")
def stream() -> ResponseReturnValue:
    """Server-sent events: `seats` when something happened at the table, `box` at every heartbeat."""
    sitting = the_table().sitting
    with ExitStack() as stack:
        try:
            stack.enter_context(sitting.viewer())
        except Crowded as error:
            raise Refusal(503, "Too many people are watching", "Close the page on another device") from error
        response = Response(_events(sitting, the_words()), mimetype="text/event-stream")
        response.call_on_close(stack.pop_all().close)
        return response


@blueprint.post("")
def do() -> ResponseReturnValue:
    """Takes one act as JSON, such as `{"do": "throw", "throw": 1, "dice": [3, 4]}`; `Act` names them all."""
    try:
        act = msgspec.convert(json_body(), Act)
    except msgspec.ValidationError as error:
        raise Refusal(400, f"This cannot be done: {error}", "Load the page again") from error
    return jsonify(ok=True, seats=play_json(the_table().sitting.do(act), the_words()))


@blueprint.get("/state")
def state() -> ResponseReturnValue:
    sitting = the_table().sitting
    return jsonify(ok=True, seats=play_json(sitting.seats, the_words()), box=_box(sitting))


@blueprint.get("/box.log")
def log() -> ResponseReturnValue:
    """What the line to the box has seen, the oldest first."""
    newest = the_table().sitting.log
    files = [newest.with_name(f"{newest.name}.{n}") for n in range(LOG_FILES - 1, 0, -1)] + [newest] if newest else []
    found = [file.read_bytes() for file in files if file.is_file()]
    if not found:
        raise Refusal(404, "There is no record of a table box", "Start with `tableside serve --box auto`")
    headers = {"Content-Disposition": "attachment; filename=table-box.log"}
    return Response(b"".join(found), mimetype="text/plain", headers=headers)


def _box(sitting: Sitting) -> dict[str, Any] | None:
    """How the line to the box stands, and for how many seconds nothing has come; None without a box."""
    if sitting.box is None:
        return None
    state = sitting.box.state()
    silent = (datetime.now(UTC) - state.last_frame).total_seconds() if state.last_frame else None
    return state.as_json() | {"silent": silent}


def _events(sitting: Sitting, words: Words) -> Iterator[str]:
    end = time.monotonic() + STREAM_LIFE
    seen = 0
    while time.monotonic() < end and not sitting.stopped:
        number, seats = sitting.wait(seen, HEARTBEAT)
        if number > seen:
            seen = number
            yield f"event: seats\ndata: {json.dumps(play_json(seats, words))}\n\n"
        yield f"event: box\ndata: {json.dumps(_box(sitting))}\n\n"
