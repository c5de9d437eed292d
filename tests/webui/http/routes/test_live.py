"""The camera on the page: its pictures, and taking the hand that lies there."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.waiting import PATIENCE, stays, until
from tests.webui.cameras import Switch
from tests.webui.streams import Event, first, stands, streams, watched
from vision.errors import Trouble
from vision.live.tracker import MIN_LOOKS
from webui.rig import feed
from webui.table import intake
from webui.table.table import Table


@pytest.fixture
def switch() -> Switch:
    return Switch()


@pytest.fixture
def table(answers: Any, switch: Switch, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    with watched(answers, switch, monkeypatch) as table:
        yield table


@pytest.fixture
def stream(table: Table) -> Iterator[Callable[[], Iterator[Event]]]:
    with streams(table) as start:
        yield start


def test_the_hand_that_was_seen_is_taken(
    table: Table,
    client: FlaskClient,
    answers: Any,
    stream: Callable[[], Iterator[Event]],
    reading: Callable[..., Any],
) -> None:
    look = first(stream(), "look", stands)
    answers.reading = reading((("concealed", "1m"),))
    hand = client.post(f"/api/tables/1/live/take?picture={look['number']}").get_json()["hand"]
    assert hand["reading"] == look["reading"]
    assert [kept.id for kept in table.hands.all()] == [hand["id"]]


def test_the_hand_is_read_when_asked_for_though_nobody_watches(table: Table, client: FlaskClient, answers: Any) -> None:
    assert table.feed
    assert table.feed.camera.wait(0, PATIENCE)
    assert not answers.pictures
    hand = client.post("/api/tables/1/live/take").get_json()["hand"]
    assert hand["reading"]["sure"]
    assert len(answers.pictures) >= MIN_LOOKS  # joined
    assert table.feed.viewers == 0


def test_a_hand_that_never_lies_still_is_taken_with_a_doubt(
    table: Table,
    client: FlaskClient,
    switch: Switch,
    stream: Callable[[], Iterator[Event]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(intake, "SETTLING", 0.6)
    switch.restless = True
    look = first(stream(), "look", lambda look: look["state"] == "moving" and look["number"] > 5)
    assert not look["sure"]
    assert "reading" not in look
    hand = client.post(f"/api/tables/1/live/take?picture={look['number']}").get_json()["hand"]
    assert not hand["reading"]["sure"]
    doubt = hand["reading"]["doubts"][-1]
    assert doubt["kind"] == "covered"
    assert "The tiles were still moving" in doubt["why"]


def test_what_is_taken_of_an_empty_table_is_kept_without_a_hand(
    table: Table, client: FlaskClient, answers: Any, reading: Callable[..., Any]
) -> None:
    answers.reading = reading(())
    assert table.feed
    assert table.feed.camera.wait(0, PATIENCE)
    answer = client.post("/api/tables/1/live/take")
    assert answer.status_code == 201
    hand = answer.get_json()["hand"]
    assert (hand["reading"]["tiles"], bool(hand["photo"])) == ([], True)
    assert client.get(f"/api/hands/{hand['id']}/unread").get_json()["unread"]["kind"] == "no-tiles"


def test_nothing_is_taken_from_a_dead_camera(table: Table, client: FlaskClient, switch: Switch) -> None:
    assert table.feed
    frame = table.feed.camera.wait(0, PATIENCE)
    assert frame
    switch.on.clear()
    stopped = Trouble("source-stopped", {"source": "The camera"})
    until(lambda: table.feed and table.feed.camera.health().trouble == stopped)
    refused = client.post("/api/tables/1/live/take")
    assert refused.status_code == 409
    assert (
        refused.get_json()["error"]
        == "The camera has stopped sending; it is opened again. Check its plug, or its network"
    )


def test_nothing_is_taken_from_a_frozen_camera(
    table: Table, client: FlaskClient, switch: Switch, stream: Callable[[], Iterator[Event]]
) -> None:
    assert table.feed
    look = first(stream(), "look", stands)
    switch.frozen = True
    until(lambda: table.feed and table.feed.camera.health().state == "lost")

    def frozen() -> bool:
        refused = client.post(f"/api/tables/1/live/take?picture={look['number']}")
        assert (refused.status_code, refused.get_json()["kind"]) == (409, "camera-down")
        return "sends the same picture again and again" in refused.get_json()["error"]

    stays(frozen, 1)  # it is reopened meanwhile, and sends the same picture again
    assert table.hands.all() == []


def test_a_camera_that_freezes_while_the_hand_is_awaited_is_refused(
    table: Table, client: FlaskClient, switch: Switch, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert table.feed
    assert table.feed.camera.wait(0, PATIENCE)
    monkeypatch.setattr(intake, "SETTLING", 2.0)
    switch.frozen = True
    until(lambda: table.feed and (table.feed.camera.health().age or 0) >= 0.3)
    refused = client.post("/api/tables/1/live/take")  # the camera counts as live when this begins
    assert refused.status_code == 409
    assert refused.get_json()["kind"] == "camera-down"


def test_what_lies_there_now_is_taken_rather_than_an_old_look(
    table: Table,
    client: FlaskClient,
    answers: Any,
    reading: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert table.feed
    monkeypatch.setattr(feed, "FRESH", 0.3)
    look = table.feed.settled(PATIENCE)  # nobody watches afterwards
    assert look
    answers.reading = reading((("concealed", "1m"),))
    table.feed.reconsider()  # the picture stays the same: nothing else says that another hand lies there
    until(lambda: not look.stands)
    assert table.feed.look(look.number) is look
    hand = client.post(f"/api/tables/1/live/take?picture={look.number}").get_json()["hand"]
    assert [tile["tile"] for tile in hand["reading"]["tiles"]] == ["1m"]


def test_an_old_picture_is_gone(client: FlaskClient) -> None:
    assert client.get("/api/tables/1/live/999999.jpg").get_json()["ok"] is False
