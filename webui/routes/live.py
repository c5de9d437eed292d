"""The camera on the page: a stream of what it sees, its pictures, and taking the hand that lies there."""

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, Final

from flask import Blueprint, Response, jsonify, request
from flask.typing import ResponseReturnValue

from webui.routes.context import the_table, the_words
from webui.routes.errors import Refusal
from webui.table.feed import Crowded, Look, Watch
from webui.table.table import NothingSeen, Table, jpeg
from webui.views import hand_json, health_json, reading_json
from webui.words import Words
from webui.words.errors import vision_error

blueprint = Blueprint("live", __name__, url_prefix="/api/live")

HEARTBEAT: Final = 0.5
"""Seconds between two messages at most: a camera that dies is said so soon, and a silent line is a dead one."""

STREAM_LIFE: Final = 600.0
"""Seconds after which a stream ends and the page asks for another, so that none outlives its viewer for long."""

SHOWN_SIDE: Final = 1280


@blueprint.get("")
def stream() -> ResponseReturnValue:
    """Server-sent events: `look` when there is something new to see, `health` at every heartbeat."""
    table, watch = the_table(), _watch()
    with ExitStack() as stack:
        try:
            stack.enter_context(watch.viewer())
        except Crowded as error:
            raise Refusal(503, "Too many people are watching", "Close the page on another device") from error
        response = Response(_events(table, watch, the_words()), mimetype="text/event-stream")
        response.call_on_close(stack.pop_all().close)
        return response


@blueprint.get("/<int:number>.jpg")
def picture(number: int) -> ResponseReturnValue:
    look = _watch().look(number)
    if look is None:
        raise Refusal(404, f"Picture {number} is not kept any more", "Ask for the newest")
    return Response(jpeg(look.picture, SHOWN_SIDE, 80), mimetype="image/jpeg")


@blueprint.post("/take")
def take() -> ResponseReturnValue:
    """Keeps the hand that lies there: as it was seen in look `?picture=n`, or else as soon as its reading stands."""
    watch = _watch()
    health = watch.camera.health()
    if health.state in ("stalled", "lost") or watch.camera.newest() is None:
        why = vision_error(the_words(), health.trouble) if health.trouble else "The camera has shown nothing yet"
        raise Refusal(409, why, "Wait until its picture moves again")
    try:
        hand = the_table().lay_seen(watch, number=request.args.get("picture", 0, int))
    except NothingSeen as error:
        raise Refusal(422, "No tiles lie in sight of the camera", "Lay the hand face up, in its picture") from error
    return jsonify(ok=True, hand=hand_json(hand, the_words())), 201


def _watch() -> Watch:
    watch = the_table().watch
    if watch is None:
        raise Refusal(
            404,
            "There is no camera",
            "Start with `tableside serve --camera 0`, an address, a clip or a folder",
        )
    return watch


def _events(table: Table, watch: Watch, words: Words) -> Iterator[str]:
    end = time.monotonic() + STREAM_LIFE
    seen = 0
    yield _event("health", _health(table, watch, words))
    while time.monotonic() < end and not watch.stopped:
        look = watch.wait(seen, HEARTBEAT)
        if look:
            seen = look.number
            yield _event("look", _summary(table, look, words))
        yield _event("health", _health(table, watch, words))


def _health(table: Table, watch: Watch, words: Words) -> dict[str, Any]:
    """How the camera is doing, and whether it is known where it sees the table."""
    return health_json(watch.camera.health(), words) | {
        "calibrated": table.rig.calibration is not None,
        "moved": table.rig.trouble,
    }


def _summary(table: Table, look: Look, words: Words) -> dict[str, Any]:
    summary: dict[str, Any] = {
        "number": look.number,
        "picture": f"/api/live/{look.number}.jpg",
        "why": look.why,
        "state": look.state,
        "sure": look.sight is not None and look.sight.sure,
        "joined": look.sight.joined if look.sight else 0,
    }
    if look.reading:
        summary["reading"] = reading_json(look.reading, words)
        sheet = table.preview(look.reading).sheet
        summary["total"] = sheet.total if sheet and sheet.wins else None
    return summary


def _event(name: str, data: dict[str, Any]) -> str:
    return f"event: {name}\ndata: {json.dumps(data)}\n\n"
