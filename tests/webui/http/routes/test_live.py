"""The camera on the page: its pictures, and taking the hand that lies there."""

from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import pytest
from flask.testing import FlaskClient

from tests.vision.builders import calibrated, overhead
from tests.waiting import PATIENCE, stays, until
from tests.webui.cameras import Seeing, Switch, read
from tests.webui.streams import Event, first, stands, streams, watched
from vision.errors import Trouble
from vision.live.tracker import MIN_LOOKS
from vision.reading import Doubt
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
    assert table.equipment.feed
    assert table.equipment.feed.camera.wait(0, PATIENCE)
    assert not answers.pictures
    hand = client.post("/api/tables/1/live/take").get_json()["hand"]
    assert hand["reading"]["sure"]
    assert len(answers.pictures) >= MIN_LOOKS  # joined
    assert table.equipment.feed.viewers == 0


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
    assert table.equipment.feed
    assert table.equipment.feed.camera.wait(0, PATIENCE)
    answer = client.post("/api/tables/1/live/take")
    assert answer.status_code == 201
    hand = answer.get_json()["hand"]
    assert (hand["reading"]["tiles"], bool(hand["photo"])) == ([], True)
    assert client.get(f"/api/hands/{hand['id']}/unread").get_json()["unread"]["kind"] == "no-tiles"


def test_nothing_is_taken_from_a_dead_camera(table: Table, client: FlaskClient, switch: Switch) -> None:
    assert table.equipment.feed
    frame = table.equipment.feed.camera.wait(0, PATIENCE)
    assert frame
    switch.on.clear()
    stopped = Trouble("source-stopped", {"source": "The camera"})
    until(lambda: table.equipment.feed and table.equipment.feed.camera.health().trouble == stopped)
    refused = client.post("/api/tables/1/live/take")
    assert refused.status_code == 409
    assert (
        refused.get_json()["error"]
        == "The camera has stopped sending; it is opened again. Check its plug, or its network"
    )


def test_nothing_is_taken_from_a_frozen_camera(
    table: Table, client: FlaskClient, switch: Switch, stream: Callable[[], Iterator[Event]]
) -> None:
    assert table.equipment.feed
    look = first(stream(), "look", stands)
    switch.frozen = True
    until(lambda: table.equipment.feed and table.equipment.feed.camera.health().state == "lost")

    def frozen() -> bool:
        refused = client.post(f"/api/tables/1/live/take?picture={look['number']}")
        assert (refused.status_code, refused.get_json()["kind"]) == (409, "camera-down")
        return "sends the same picture again and again" in refused.get_json()["error"]

    stays(frozen, 1)  # it is reopened meanwhile, and sends the same picture again
    assert table.hands.all() == []


def test_a_camera_that_freezes_while_the_hand_is_awaited_is_refused(
    table: Table, client: FlaskClient, switch: Switch, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert table.equipment.feed
    assert table.equipment.feed.camera.wait(0, PATIENCE)
    monkeypatch.setattr(intake, "SETTLING", 2.0)
    switch.frozen = True
    until(lambda: table.equipment.feed and (table.equipment.feed.camera.health().age or 0) >= 0.3)
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
    assert table.equipment.feed
    monkeypatch.setattr(feed, "FRESH", 0.3)
    look = table.equipment.feed.settled(PATIENCE)  # nobody watches afterwards
    assert look
    answers.reading = reading((("concealed", "1m"),))
    table.equipment.feed.reconsider()  # the picture stays the same: nothing else says that another hand lies there
    until(lambda: not look.stands)
    assert table.equipment.feed.look(look.number) is look
    hand = client.post(f"/api/tables/1/live/take?picture={look.number}").get_json()["hand"]
    assert [tile["tile"] for tile in hand["reading"]["tiles"]] == ["1m"]


@pytest.fixture
def seeing(table: Table) -> Seeing:
    table.record({"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]}, uuid4(), "", "referee")
    return Seeing(table)


def test_a_button_and_a_tap_take_the_hand_that_the_camera_has_stored(
    table: Table, client: FlaskClient, seeing: Seeing
) -> None:
    (laid,) = seeing.look("settled", read(), 1)
    assert client.post("/api/tables/1/live/take").get_json()["hand"]["id"] == laid.hand.id
    client.post("/api/tables/1/play", json={"do": "won", "chair": 2})
    until(lambda: [claim.hand for claim in table.session.play.claims] == [laid.hand.id])
    client.post("/api/tables/1/play", json={"do": "given", "giver": 3})
    (hand,) = table.hands.all()
    assert (hand.laid.won.seat, hand.laid.won.self_draw, hand.laid.won.discarder) == ("S", False, "W")


def test_what_lies_there_is_told_with_what_is_open_and_how_it_is_recorded(
    client: FlaskClient, table: Table, seeing: Seeing, stream: Callable[[], Iterator[Event]]
) -> None:
    def laid() -> dict[str, Any]:
        answer = client.get("/api/tables/1/laid").get_json()
        assert (answer["ok"], answer["watches"], answer["trouble"]) == (True, True, "")
        hand: dict[str, Any] = answer["hands"][0]
        return hand

    seeing.look("joining", read())
    early = laid()
    assert (early["id"], early["sure"], early["kind"]) == (None, False, "unsure")
    seeing.look("settled", read(doubts=(Doubt(5, "two-faces", {"face": "6s", "other_face": "4s"}),)), 1)
    doubted = laid()
    assert (doubted["sure"], doubted["asks"]) == (False, ["Is this 6s or 4s?"])
    seeing.look("settled", read(), 1)
    hand = laid()
    about = {"chair": 0, "player": "", "sure": True, "kind": "open", "low": 20, "high": 21, "says": "20 to 21 points"}
    assert {name: hand[name] for name in about} == about
    assert hand["asks"] == ["Choose who won."]
    for change in ({"do": "winner", "seat": "S"}, {"do": "giver", "seat": "E"}):
        body = {"version": laid()["version"], "change": change}
        assert client.post(f"/api/hands/{hand['id']}/changes", json=body).status_code == 200
    won = laid()
    assert (won["player"], won["kind"], won["says"], won["asks"]) == ("Bo", "good", "20 points", [])
    told = first(stream(), "laid", lambda news: bool(news["hands"]))
    assert told["hands"] == [won]
    assert table.matches.seen == 1
    client.post("/api/tables/1/records", json={"id": str(uuid4()), "act": won["ending"]["act"]})
    seeing.look("settled", read())
    assert client.get("/api/tables/1/laid").get_json()["hands"] == []


def test_a_hand_whose_page_was_opened_is_that_of_people(client: FlaskClient, table: Table, seeing: Seeing) -> None:
    (laid,) = seeing.look("settled", read(), 1)
    referees = client.get("/api/referee").get_json()["claims"]
    assert [(each["laid"]["id"], each["declared"], each["player"]) for each in referees] == [(laid.hand.id, False, "")]
    assert table.watched.owns(laid.hand)
    assert client.get(f"/hands/{laid.hand.id}").status_code == 200
    assert not table.watched.owns(laid.hand)


def test_the_camera_looks_by_itself_unless_switched_off(client: FlaskClient, table: Table, seeing: Seeing) -> None:
    assert client.get("/api/tables/1/setup").get_json()["camera"]["watches"]
    assert client.put("/api/tables/1/setup", json={"watches": False}).get_json()["camera"]["watches"] is False
    assert seeing.look("settled", read(), 1) == []
    assert not client.get("/api/tables/1/laid").get_json()["watches"]
    again = Table(table.pictures, records=table.records)
    assert not again.equipment.watcher.on  # also after the next start


def test_the_play_is_followed_once_that_is_turned_on_and_the_screen_says_so(
    client: FlaskClient, table: Table, seeing: Seeing, monkeypatch: pytest.MonkeyPatch
) -> None:
    def told() -> tuple[bool, bool]:
        laid, setup = (client.get(f"/api/tables/1/{what}").get_json() for what in ("laid", "setup"))
        return laid["follows"], setup["camera"]["follows"]

    assert told() == (False, False)
    known = table.news.versions
    refused = client.put("/api/tables/1/setup", json={"follows": True})
    assert (refused.status_code, refused.get_json()["kind"]) == (409, "not-calibrated")
    assert told() == (False, False)
    table.equipment.rig.keep(calibrated(overhead(0.0)))
    assert client.put("/api/tables/1/setup", json={"follows": True}).get_json()["camera"]["follows"] is True
    assert told() == (False, True)  # nothing finds and names tiles
    assert table.news.versions.laid > known.laid
    monkeypatch.setattr(table.equipment.following, "_reader", object())
    assert told() == (True, True)
    client.put("/api/tables/1/setup", json={"follows": False})
    assert told() == (False, False)


def test_a_lost_camera_is_told(client: FlaskClient, table: Table, seeing: Seeing, switch: Switch) -> None:
    table.equipment.watcher.start()
    known = table.news.versions
    switch.on.clear()
    until(lambda: table.news.versions.laid > known.laid)
    until(lambda: client.get("/api/tables/1/laid").get_json()["trouble"] != "")
    switch.on.set()
    until(lambda: client.get("/api/tables/1/laid").get_json()["trouble"] == "")
    table.equipment.watcher.stop()


def test_an_old_picture_is_gone(client: FlaskClient) -> None:
    assert client.get("/api/tables/1/live/999999.jpg").get_json()["ok"] is False
