"""The one stream of server-sent events that a page listens to."""

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from typing import Any, Final

from flask import Blueprint, Response, current_app, request
from flask.typing import ResponseReturnValue

from webui.hand.state import from_reading, outcome
from webui.routes.context import the_table, the_words
from webui.table.feed import Feed, Look
from webui.table.table import Table
from webui.views import box_json, clock_json, health_json, notice_json, play_json, reading_json, worth_json
from webui.views.endings import table_match_json
from webui.words import Words

blueprint = Blueprint("events", __name__)

HEARTBEAT: Final = 0.5
"""Seconds between two reports on the camera and the box: a page that hears none for some seconds knows that the line
is dead. Not measured."""

STREAM_LIFE: Final = 600.0
"""Seconds after which a stream ends and the page opens another, so that none outlives its viewer for long. Not
measured."""


@blueprint.get("/api/events")
def stream() -> ResponseReturnValue:
    """Server-sent events of the table.

    `seats` when something happened at the table, `match` at a new record, `clock` when something happened to its
    clock; `box` at every heartbeat. With `?live=1`, where there is a camera, also `look` when there is something new to
    see, and `health` at every heartbeat.
    """
    table = the_table()
    feed = table.feed if request.args.get("live") == "1" else None
    with ExitStack() as stack:
        stack.enter_context(current_app.extensions["viewers"].one_more())
        if feed:
            stack.enter_context(feed.watched())
        response = Response(_events(table, feed, the_words()), mimetype="text/event-stream")
        response.call_on_close(stack.pop_all().close)
        return response


def event(name: str, data: Any) -> str:
    """One server-sent event with JSON data."""
    return f"event: {name}\ndata: {json.dumps(data)}\n\n"


def _events(table: Table, feed: Feed | None, words: Words) -> Iterator[str]:
    end = time.monotonic() + STREAM_LIFE
    due = 0.0
    version, number, clock, match = 0, 0, 0, -1
    while (now := time.monotonic()) < end and not table.stopped:
        if table.session.version > version:
            seats = play_json(table.session, words)
            version = seats["version"]
            yield event("seats", seats)
        if table.matches.seen > match:
            match, clock = table.matches.version, 0  # the limits of a clock are those of the match's body
            yield event("match", table_match_json(table, words))
        if table.clock.version > clock:
            time_of_match = clock_json(table.clock, table.body)
            clock = time_of_match["version"]
            yield event("clock", time_of_match)
        look = feed.newest if feed else None
        if look and look.number > number:
            number = look.number
            yield event("look", _look(table, look, words))
        if now >= due:
            due = now + HEARTBEAT
            if feed:
                yield event("health", _health(table, feed, words))
            yield event("box", box_json(table.session, words))
        table.wait(version, clock, match, number if feed else None, due - time.monotonic())


def _health(table: Table, feed: Feed, words: Words) -> dict[str, Any]:
    """How the camera is doing, and whether it is known where it sees the table."""
    moved = notice_json(table.rig.trouble, words, "says")
    return health_json(feed.camera.health(), words) | {
        "calibrated": table.rig.calibration is not None,
        "moved": moved["says"],
        "moved_kind": moved["kind"],
        "moved_about": moved["about"],
    }


def _look(table: Table, look: Look, words: Words) -> dict[str, Any]:
    """What the camera sees at one moment, and the address of its picture."""
    summary: dict[str, Any] = {
        "number": look.number,
        "picture": f"/api/live/{look.number}.jpg",
        **notice_json(look.trouble, words, "why"),
        "state": look.state,
        "sure": look.sure,
        "joined": look.sight.fused if look.sight else 0,
    }
    if look.reading:
        summary["reading"] = reading_json(look.reading, words)
        laid = replace(from_reading(look.reading, table.rules), won=table.won(look.reading))
        summary |= worth_json(outcome(laid).assessment)
    return summary
