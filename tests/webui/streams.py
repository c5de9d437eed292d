"""A table with a camera, and its streams of events as a test reads them."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.waiting import PATIENCE
from tests.webui.cameras import Switch
from vision.live.camera import Camera, Timeouts
from vision.live.sources.source import Source
from webui.http import sse
from webui.http.app import create_app
from webui.http.site import Site
from webui.rig import feed
from webui.table import intake
from webui.table.table import Table

Event = tuple[str, dict[str, Any]]


@contextmanager
def watched(answers: Any, switch: Switch, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """A table with a camera, whose feed runs."""
    monkeypatch.setattr(feed, "PAUSE", 0.02)
    monkeypatch.setattr(sse, "HEARTBEAT", 0.2)
    monkeypatch.setattr(intake, "SETTLING", 15.0)  # a busy machine is slow
    table = Table(answers, camera=Camera(Source("the camera", switch, live=True), Timeouts(stalled=3, reopen=0.05)))
    assert table.equipment.feed
    table.equipment.feed.start()
    yield table
    table.equipment.feed.stop()


@contextmanager
def streams(table: Table) -> Iterator[Callable[[], Iterator[Event]]]:
    """Opens streams of a table's events with its camera, and closes them in the end."""
    opened: list[Any] = []

    def start() -> Iterator[Event]:
        opened.append(create_app(Site(table)).test_client().get("/api/tables/1/events?live=1", buffered=False))
        return events(opened[-1])

    yield start
    for response in opened:
        response.close()


def events(response: Any) -> Iterator[Event]:
    """The events of a stream, each by name and data."""
    assert response.mimetype == "text/event-stream"
    for chunk in response.iter_encoded():
        *_, name, data = chunk.decode().strip().split("\n")
        yield name.removeprefix("event: "), json.loads(data.removeprefix("data: "))


def first(events: Iterator[Event], name: str, true: Callable[[dict[str, Any]], bool] = bool) -> dict[str, Any]:
    end = time.monotonic() + PATIENCE
    for kind, data in events:
        if kind == name and true(data):
            return data
        assert time.monotonic() < end, f"no such {name}: last was {data}"
    raise AssertionError("the stream ended")


def stands(look: dict[str, Any]) -> bool:
    return bool(look["state"] == "settled")
