"""The camera on the page: its stream of events, its pictures, and taking the hand that lies there."""

import json
import threading
import time
import urllib.request
from collections.abc import Callable, Generator, Iterator
from typing import Any

import numpy as np
import pytest
from flask.testing import FlaskClient

from vision.image import Picture
from vision.live.camera import Camera, LostSourceError, Patience, Source, Trouble
from vision.live.tracker import MIN_LOOKS
from webui.app import create_app
from webui.routes import sse
from webui.table import feed
from webui.table import table as tables
from webui.table.table import Table
from webui.table.viewers import MOST_VIEWERS

Event = tuple[str, dict[str, Any]]


PATCHES = np.kron(np.random.default_rng(1).integers(0, 255, (12, 32, 3)), np.ones((40, 40, 1))).astype(np.uint8)


class Switch:
    """A camera that a test turns on and off; the picture's shade counts up."""

    def __init__(self) -> None:
        self.on = threading.Event()
        self.on.set()
        self.moving = True
        self.restless = False

    def __call__(self, stop: threading.Event) -> Generator[Picture]:
        if not self.on.is_set():
            raise LostSourceError("source-stopped", "The camera")
        picture, shade = np.zeros((480, 1280, 3), np.uint8), 0
        while self.on.is_set() and not stop.is_set():
            if self.moving:
                shade = (shade + 1) % 250
                picture = np.full((480, 1280, 3), shade, np.uint8)
            if self.restless:
                picture = np.roll(PATCHES, 40 * shade, axis=1)
            yield picture
            stop.wait(0.02)


@pytest.fixture
def switch() -> Switch:
    return Switch()


@pytest.fixture
def table(answers: Any, switch: Switch, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    monkeypatch.setattr(feed, "PAUSE", 0.02)
    monkeypatch.setattr(sse, "HEARTBEAT", 0.2)
    monkeypatch.setattr(tables, "SETTLING", 15.0)  # a busy machine is slow
    table = Table(answers, camera=Camera(Source("the camera", switch, live=True), Patience(stalled=3, reopen=0.05)))
    assert table.feed
    table.feed.start()
    yield table
    table.feed.stop()


@pytest.fixture
def stream(table: Table) -> Iterator[Callable[[], Iterator[Event]]]:
    """Opens event streams, and closes them after the test."""
    opened: list[Any] = []

    def events(response: Any) -> Iterator[Event]:
        for chunk in response.iter_encoded():
            name, data = chunk.decode().strip().split("\n")
            yield name.removeprefix("event: "), json.loads(data.removeprefix("data: "))

    def start() -> Iterator[Event]:
        response = create_app(table).test_client().get("/api/events?live=1", buffered=False)
        opened.append(response)
        assert response.mimetype == "text/event-stream"
        return events(response)

    yield start
    for response in opened:
        response.close()


def first(events: Iterator[Event], name: str, true: Callable[[dict[str, Any]], bool] = bool) -> dict[str, Any]:
    end = time.monotonic() + 15
    for kind, data in events:
        if kind == name and true(data):
            return data
        assert time.monotonic() < end, f"no such {name}: last was {data}"
    raise AssertionError("the stream ended")


def stands(look: dict[str, Any]) -> bool:
    return bool(look["state"] == "settled")


def test_the_stream_shows_pictures_with_their_tiles(stream: Callable[[], Iterator[Event]], client: FlaskClient) -> None:
    look = first(stream(), "look", stands)
    assert len(look["reading"]["tiles"]) == 14
    assert look["sure"]
    assert look["total"] == 20
    response = client.get(look["picture"])
    assert response.mimetype == "image/jpeg"


def test_nothing_is_read_while_nobody_watches(
    table: Table, answers: Any, stream: Callable[[], Iterator[Event]]
) -> None:
    assert table.feed
    assert table.feed.camera.wait(3, 5)
    assert not answers.pictures
    first(stream(), "look", stands)
    assert answers.pictures


def test_a_dead_camera_is_said_and_its_return_too(switch: Switch, stream: Callable[[], Iterator[Event]]) -> None:
    events = stream()
    first(events, "health", lambda health: health["state"] == "live")
    switch.on.clear()
    health = first(events, "health", lambda health: health["state"] == "lost" and health["kind"] == "source-stopped")
    assert health["why"] == "The camera has stopped sending; it is opened again."
    assert health["about"] == {"source": "The camera"}
    switch.on.set()
    first(events, "health", lambda health: health["state"] == "live")


def test_a_heartbeat_comes_when_nothing_is_seen(switch: Switch, stream: Callable[[], Iterator[Event]]) -> None:
    switch.moving = False
    events = stream()
    first(events, "look", stands)
    switch.on.clear()
    first(events, "health", lambda health: health["state"] == "lost")
    seen = [next(events)[0] for _ in range(11)]
    assert seen.count("look") <= 1
    assert seen.count("health") >= 5


def test_an_unreadable_picture_does_not_end_the_stream(
    answers: Any, stream: Callable[[], Iterator[Event]], reading: Callable[..., Any]
) -> None:
    answers.reading = None
    events = stream()
    assert "could not be read" in first(events, "look", lambda look: look["state"] is None)["why"]
    answers.reading = reading()
    first(events, "look", stands)


def test_a_stream_ends_after_its_life(stream: Callable[[], Iterator[Event]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sse, "STREAM_LIFE", 0.3)
    assert 1 <= len(list(stream())) < 100


def test_the_hand_that_was_seen_is_taken(
    table: Table,
    client: FlaskClient,
    answers: Any,
    stream: Callable[[], Iterator[Event]],
    reading: Callable[..., Any],
) -> None:
    look = first(stream(), "look", stands)
    answers.reading = reading((("concealed", "1m"),))
    hand = client.post(f"/api/live/take?picture={look['number']}").get_json()["hand"]
    assert hand["reading"] == look["reading"]
    assert [kept.id for kept in table.hands.all()] == [hand["id"]]


def test_the_hand_is_read_when_asked_for_though_nobody_watches(table: Table, client: FlaskClient, answers: Any) -> None:
    assert table.feed
    assert table.feed.camera.wait(0, 5)
    assert not answers.pictures
    hand = client.post("/api/live/take").get_json()["hand"]
    assert hand["reading"]["sure"]
    assert len(answers.pictures) >= MIN_LOOKS  # joined
    assert table.feed.viewers == 0


def test_other_tiles_in_use_are_read_anew(
    table: Table, answers: Any, stream: Callable[[], Iterator[Event]], reading: Callable[..., Any]
) -> None:
    events = stream()
    first(events, "look", stands)
    answers.reading = reading((("concealed", "123456789s12p1mE"), ("winning", "9p")))
    table.reconsider()
    first(events, "look", lambda look: stands(look) and "1m" in (look["reading"]["hand"] or ""))


def test_a_hand_that_never_lies_still_is_taken_with_a_doubt(
    table: Table,
    client: FlaskClient,
    switch: Switch,
    stream: Callable[[], Iterator[Event]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tables, "SETTLING", 0.6)
    switch.restless = True
    look = first(stream(), "look", lambda look: look["state"] == "moving" and look["number"] > 5)
    assert not look["sure"]
    assert "reading" not in look
    hand = client.post(f"/api/live/take?picture={look['number']}").get_json()["hand"]
    assert not hand["reading"]["sure"]
    doubt = hand["reading"]["doubts"][-1]
    assert doubt["kind"] == "covered"
    assert "taken before the hand lay still" in doubt["why"]


def test_nothing_is_taken_from_an_empty_table(
    table: Table, client: FlaskClient, answers: Any, reading: Callable[..., Any]
) -> None:
    answers.reading = reading(())
    assert table.feed
    assert table.feed.camera.wait(0, 5)
    assert client.post("/api/live/take").status_code == 422


def test_nothing_is_taken_from_a_dead_camera(table: Table, client: FlaskClient, switch: Switch) -> None:
    assert table.feed
    frame = table.feed.camera.wait(0, 5)
    assert frame
    switch.on.clear()
    deadline = time.monotonic() + 5
    stopped = Trouble("source-stopped", {"source": "The camera"})
    while table.feed.camera.health().trouble != stopped:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    refused = client.post("/api/live/take")
    assert refused.status_code == 409
    assert refused.get_json()["error"] == "The camera has stopped sending; it is opened again."


def test_an_old_picture_is_gone(client: FlaskClient) -> None:
    assert client.get("/api/live/999999.jpg").get_json()["ok"] is False


def test_viewers_leave_room_for_others_and_are_let_go(
    table: Table, serve: Callable[[Table], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every stream the server bears is open, over real sockets: pages still answer, and nothing stays behind."""
    assert table.feed
    address = serve(table)
    streams = [urllib.request.urlopen(f"{address}/api/events?live=1", timeout=5) for _ in range(MOST_VIEWERS)]
    for each in streams:
        assert each.readline().startswith(b"event: ")
    began = time.monotonic()
    with urllib.request.urlopen(f"{address}/", timeout=5) as page:
        assert page.status == 200
    assert time.monotonic() - began < 5
    for each in streams:
        each.close()
    deadline = time.monotonic() + 10
    while table.feed.viewers:
        assert time.monotonic() < deadline, f"{table.feed.viewers} viewers are still counted"
        time.sleep(0.05)
