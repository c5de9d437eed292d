"""The hand in play on the page: acts, and the box's record."""

import os
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import numpy as np
import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from device.link import Link
from device.ports import drivers, search
from device.protocol import Dice
from device.simulator import Simulator
from scoring.match.records import Drawn
from tests.device.test_keypad import ENTER, MINUS, SLASH, press
from tests.waiting import PATIENCE, until
from tests.webui.shots import as_jpeg
from vision.reading import Doubt
from webui.http.app import create_app
from webui.http.site import Site
from webui.rig.live_hand import ClaimWin, Given
from webui.rig.live_hand_store import LiveHandStore
from webui.table.table import Table

STAR, DOT, TWO = 55, 83, 80
"""Codes of keys of a number pad."""

DOUBTS = (Doubt(3, "two-faces", {"face": "4s", "other_face": "6s"}), Doubt(4, "glare", {"face": "5s"}))


SIT = {"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]}


def sit(client: FlaskClient, **more: Any) -> None:
    answer = client.post("/api/tables/1/records", json={"id": str(uuid4()), "act": {**SIT, **more}})
    assert answer.status_code == 201


def records(client: FlaskClient) -> list[dict[str, Any]]:
    """Return the acts recorded at the table, without the seating."""
    found = client.get("/api/tables/1/records").get_json()["records"]
    return [{"role": each["role"], **each["act"]} for each in found[1:]]


def say(client: FlaskClient, **body: Any) -> dict[str, Any]:
    answer: dict[str, Any] = client.post("/api/tables/1/box", json=body).get_json()
    return answer


def test_a_board_s_draw_is_recorded_once_however_often_it_is_sent(client: FlaskClient, table: Table) -> None:
    sit(client)
    for _ in range(3):
        assert say(client, do="draw", id="button-17")["seats"]["hand"] == 2
    assert say(client, do="draw")["seats"]["hand"] == 2  # a finger that slipped means the same hand
    assert [(act["role"], act["type"]) for act in records(client)] == [("table", "Drawn")]
    assert table.session.play.bound


def test_nobody_can_tell_the_id_of_a_board_s_draw_elsewhere(answers: Any) -> None:
    ids = set()
    for _ in range(2):
        client = create_app(Site(Table(answers))).test_client()
        sit(client)
        say(client, do="draw", id="button-17")
        ids.add(client.get("/api/tables/1/records").get_json()["records"][1]["id"])
    assert len(ids) == 2


def test_a_board_does_what_the_box_does(client: FlaskClient, table: Table) -> None:
    assert say(client, do="next")["seats"]["hand"] == 2
    assert say(client, do="next")["seats"]["hand"] == 2  # pressed again at once
    assert say(client, do="call", id="c1")["seats"]["calls"] == []
    assert [(call.player, call.done_at) for call in table.records.calls.open(1)] == [("", "")]
    assert say(client, do="call", chair=3)["seats"]["calls"] == [3]
    assert say(client, do="win", chair=2)["seats"]["claims"][0]["chair"] == 2
    assert say(client, do="answer", number=4, id="a")["seats"]["giver"] == 4
    assert say(client, do="answer", number=4, id="a")["ok"]
    refused = say(client, do="answer", number=4, id="b")
    assert (refused["ok"], refused["kind"]) == (False, "nothing-asked")
    assert say(client, do="draw")["seats"]["hand"] == 3  # outside a match the deal passes


def test_a_board_answers_the_first_question_about_the_winner_s_tiles(
    client: FlaskClient, table: Table, answers: Any, reading: Any
) -> None:
    answers.reading = reading(doubts=DOUBTS, weak={3: (0.6, (("6s", 0.3),))})
    table.talk.do(ClaimWin(1))
    table.talk.do(Given(2))
    hand = table.intake.from_upload(lambda: as_jpeg(np.zeros((480, 1280, 3), np.uint8)), chair=1)
    assert say(client, do="answer", number=9, id="x")["kind"] == "nothing-asked"
    for _ in range(2):
        assert say(client, do="answer", number=1, id="q")["ok"]
    left = table.hands.get(hand.id)
    assert left
    assert left.open_doubts == [1]  # the second one is still asked


@pytest.mark.parametrize(
    "body",
    [
        {"do": "dance"},
        {"do": "win"},
        {"do": "win", "chair": 0},
        {"do": "answer", "number": 0},
        {"do": "answer", "number": 10},
        {"do": "next", "id": "x" * 81},
        {"do": "next", "id": 3},
    ],
)
def test_what_no_board_says_is_refused(client: FlaskClient, body: dict[str, Any]) -> None:
    assert client.post("/api/tables/1/box", json=body).status_code == 400


def test_a_draw_that_the_rules_do_not_take_as_it_is_is_told(client: FlaskClient) -> None:
    sit(client, rules="riichi-ema")
    for _ in range(2):  # what could not be recorded is not taken for done
        assert client.post("/api/tables/1/box", json={"do": "draw", "id": "d"}).status_code in (409, 422)
    assert not records(client)


def test_a_board_s_call_is_made_once_though_a_referee_came_meanwhile(client: FlaskClient, table: Table) -> None:
    say(client, do="call", id="esp32-1")
    client.post("/api/tables/1/play", json={"do": "answered"})
    say(client, do="call", id="esp32-1")
    assert table.records.calls.open(1) == []
    say(client, do="call", id="esp32-2")
    assert len(table.records.calls.open(1)) == 1


def test_the_draw_of_the_last_hand_ends_the_match(client: FlaskClient, table: Table) -> None:
    sit(client)
    for number in range(15):
        record = {"id": str(uuid4()), "act": {"type": "Drawn"}}
        assert client.post("/api/tables/1/records", json=record).status_code == 201, number
    for _ in range(2):
        with patch("webui.table.box_talk.SAME_WISH", timedelta()):
            say(client, do="draw", id="last")
    assert len(records(client)) == 16
    assert table.matches.running is None or table.matches.running.match.current is None


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Simulator]:
    with Simulator(tmp_path / "box") as simulator:  # under this name also when it is plugged in again
        yield simulator


@pytest.fixture
def boxed(answers: Any, box: Simulator, tmp_path: Path) -> Iterator[Table]:
    """A table with a box and no camera."""
    log = tmp_path / "box.log"
    table = Table(answers, session=LiveHandStore(Link(search(box.address, drivers()), log=log), log))
    table.start()
    yield table
    table.stop()


def test_acts_change_what_the_table_stands_at(client: FlaskClient) -> None:
    answer = client.post("/api/tables/1/play", json={"do": "throw", "throw": 1, "dice": [3, 4]}).json
    assert answer
    assert (answer["seats"]["first"], answer["seats"]["thrower"]) == ([3, 4], 3)
    client.post("/api/tables/1/play", json={"do": "deal", "hand": 5, "dealer": 3})
    client.post("/api/tables/1/play", json={"do": "call", "chair": 2})
    state = client.get("/api/tables/1/play").json
    assert state
    assert state["box"] is None
    assert state["seats"] | {"started": ""} == {
        "version": 5,
        "hand": 5,
        "title": "",
        "dealer": 3,
        "first": None,
        "second": None,
        "claims": [],
        "giver": 0,
        "winner": 0,
        "decision": None,
        "calls": [2],
        "wrong": "",
        "kind": None,
        "about": {},
        "pressed": None,
        "asked": "",
        "started": "",
        "prevailing": "S",
        "winds": ["W", "N", "E", "S"],
        "thrower": 3,
        "throws": 2,
        "dice": 2,
        "reminders": [],
        "wall": None,
    }


@pytest.mark.parametrize(("rules", "shows"), [("mcr", True), ("riichi-ema", False), ("sichuan-sbr", False)])
def test_players_are_reminded_while_a_win_is_claimed_and_at_the_end(
    client: FlaskClient, table: Table, rules: str, shows: bool
) -> None:
    def reminders() -> list[str]:
        found: list[str] = client.get("/api/tables/1/play").get_json()["seats"]["reminders"]
        return found

    kongs = "The hand ends: turn concealed kongs up for the others to check."
    table.use_rules(rules)
    assert reminders() == []
    client.post("/api/tables/1/play", json={"do": "won", "chair": 2})
    assert reminders() == ["Keep your hands standing until the win is confirmed."]
    table.session.settle(2, legal=True)
    client.post("/api/tables/1/play", json={"do": "given", "giver": 1})
    table.session.settle(2, legal=True)
    assert reminders() == ([kongs] if shows else [])
    record = {"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"], "rules": rules}
    answers = [
        client.post("/api/tables/1/records", json={"id": str(uuid4()), "act": act}).get_json()
        for act in (record, {"type": "Drawn"} if rules != "riichi-ema" else {"type": "Drawn", "tenpai": []})
    ]
    assert [answer.get("reminds") for answer in answers] == [None, kongs if shows else None]


def test_dice_open_the_wall_of_the_rules_in_force(client: FlaskClient, table: Table) -> None:
    def thrown(*dice: int) -> tuple[int, int, str]:
        body = {"do": "throw", "throw": 1, "dice": dice}
        seats = client.post("/api/tables/1/play", json=body).get_json()["seats"]
        return seats["dice"], seats["thrower"], seats["wall"]["words"] if seats["wall"] else ""

    assert thrown(3, 4) == (2, 3, "")  # the second throw is to come
    table.use_rules("hk")
    number, thrower, words = thrown(3, 4, 6)
    assert (number, thrower) == (3, 0)
    assert words.startswith("Seat 1's wall (East) opens: count 13 stacks from its right end.")
    assert thrown(3, 4)[2].startswith("Seat 3's wall (West) opens: count 7 stacks")  # a box throws two
    table.use_rules("zungjung")
    assert "Nobody draws the last 7 stacks, from stack 1 of seat 3's" in thrown(3, 4)[2]
    table.use_rules("sichuan-sbr")
    assert "count 3 stacks" in thrown(3, 4)[2]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"do": "throw", "throw": 1, "dice": [3]},
        {"do": "throw", "throw": 1, "dice": [3, 4, 5, 6]},
        {"do": "dance"},
        {"do": "throw", "throw": 1, "dice": [3, 7]},
        {"do": "throw", "throw": 3, "dice": [3, 4]},
        {"do": "won", "chair": 0},
        {"do": "deal", "hand": 17, "dealer": 1},
    ],
)
def test_what_is_no_act_is_refused(client: FlaskClient, body: dict[str, Any]) -> None:
    response = client.post("/api/tables/1/play", json=body)
    assert response.status_code == 400
    assert response.json
    assert "cannot be done" in response.json["error"]


def test_a_hand_is_laid_for_a_chair(client: FlaskClient) -> None:
    laid = client.post("/api/tables/1/hands?chair=3").json
    assert laid
    assert laid["hand"]["laid"]["won"]["seat"] == "W"
    assert client.post("/api/tables/1/hands?chair=5").status_code == 400


def test_the_record_of_the_line_can_be_sent(boxed: Table, client: FlaskClient) -> None:
    log = boxed.session.log
    assert log
    log.with_name("box.log.1").write_text("older\n")
    log.write_text("newer\n")
    response = create_app(Site(boxed)).test_client().get("/api/tables/1/box.log")
    assert response.text.startswith("older\nnewer\n")
    assert "attachment" in response.headers["Content-Disposition"]
    assert client.get("/api/tables/1/box.log").status_code == 404


@pytest.mark.parametrize("name", ["x" * 300, "folder"])
def test_a_record_that_cannot_be_read_is_no_crash(answers: Any, tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    client = create_app(Site(Table(answers, session=LiveHandStore(log=tmp_path / name)))).test_client()
    assert client.get("/api/tables/1/box.log").status_code == 404


def test_what_happens_at_the_box_is_on_the_page(page: Page, boxed: Table, box: Simulator, serve: Any) -> None:
    page.goto(serve(boxed))
    expect(page.locator("#box-pill")).to_have_text("Table box connected")
    expect(page.locator("#box-line")).to_contain_text("last frame")
    box.happen(Dice(1, 2, (3, 4)))
    expect(page.locator(".alert.wrong")).to_contain_text("Wrong player: seat 2")
    box.happen(Dice(1, 1, (3, 4)))
    box.happen(Dice(2, 3, (6, 2)))
    expect(page.locator("#wall")).to_contain_text("Seat 3's wall (West)")
    box.press(2, ("win",), "down")
    expect(page.locator("[data-chair='2'].pressed .down")).to_have_text("Win")
    box.press(2, ("win",))
    expect(page.locator("#claim")).to_contain_text("Seat 2 (South) has won. There is no camera")
    page.click("[data-key=giver2]")
    expect(page.locator("[data-key=giver2]")).to_have_attribute("aria-pressed", "true")
    box.press(4, ("referee",))
    expect(page.locator(".alert.call")).to_contain_text("Seat 4 (North) calls the referee")
    box.unplug(PATIENCE)
    expect(page.locator("#box-pill")).not_to_have_text("Table box connected")
    expect(page.locator("#box-line .problem")).not_to_be_empty()
    box.unplug(0)
    with page.expect_download() as download:
        page.click("#box-line a")
    assert "connected at" in download.value.path().read_text()
    page.click("[data-key=claim-blank2]")
    page.wait_for_url("**/hands/*")
    expect(page.locator("[data-key='seat-S']")).to_be_checked()
    expect(page.locator("[data-key='self-draw-true']")).to_be_checked()
    page.keyboard.press("Escape")  # the keys for tiles are open for a hand without any
    page.click("[data-key=answered4]")  # calls and the box are on every page
    expect(page.locator(".alert")).to_have_count(0)
    expect(page.locator("#box-pill")).to_have_text("Table box connected")


@pytest.fixture
def padded(answers: Any, tmp_path: Path) -> Iterator[tuple[Table, Callable[[int], None]]]:
    """A table whose box is a number pad, and what presses its keys."""
    pad = tmp_path / "event3"
    os.mkfifo(pad)
    table = Table(answers, session=LiveHandStore(Link(search(f"keypad:{pad}", drivers()))))
    table.start()
    with pad.open("r+b", buffering=0) as events:
        yield table, lambda code: events.write(press(code)) and None
    table.stop()


def test_the_keys_of_a_number_pad_are_on_the_page(
    page: Page, padded: tuple[Table, Callable[[int], None]], serve: Any, application: Any
) -> None:
    table, key = padded
    sit(application(table).test_client())
    page.goto(serve(table))
    expect(page.locator("#box-pill")).to_have_text("Table box connected")
    key(ENTER)
    expect(page.locator(".throws .dice")).to_have_count(1)
    key(STAR)
    expect(page.locator(".alert.asked")).to_have_text("Who won?1 Ann2 Bo3 Chen4 Dai")
    page.reload()
    expect(page.locator(".alert.asked")).to_have_text("Who won?1 Ann2 Bo3 Chen4 Dai")
    key(TWO)
    expect(page.locator(".alert.asked")).to_have_count(0)
    expect(page.locator("#claim")).to_contain_text("Bo (South) has won.")
    expect(page.locator("[data-key=giver4]")).to_have_text("4 Dai")
    key(TWO)
    expect(page.locator("[data-key=giver2]")).to_have_attribute("aria-pressed", "true")
    key(SLASH)
    until(lambda: table.records.calls.open(1))
    key(MINUS)
    expect(page.locator(".alert.asked b")).to_have_text("Did nobody win?")
    key(DOT)
    expect(page.locator(".alert.asked")).to_have_count(0)
    key(MINUS)
    key(ENTER)
    expect(page.locator("#hand-in-play")).to_contain_text("Hand 2")
    assert [each.act for each in table.matches.running.entries[1:]] == [Drawn()] if table.matches.running else False


def test_a_draw_that_a_key_cannot_record_is_told_on_the_page(
    padded: tuple[Table, Callable[[int], None]], application: Any
) -> None:
    table, key = padded
    client = application(table).test_client()
    sit(client, rules="riichi-ema")
    key(MINUS)
    key(ENTER)
    until(lambda: client.get("/api/tables/1/play").get_json()["seats"]["kind"] == "draw-unrecorded")
    assert not records(client)


def test_without_a_box_the_page_does_all_of_it(page: Page, table: Table, serve: Any, photo: bytes) -> None:
    page.goto(serve(table))
    expect(page.locator("#hand-in-play")).to_have_text("Hand 1 · East round · dealer: seat 1")
    expect(page.locator("#play")).to_be_hidden()
    page.click("#at-table summary")
    page.select_option("[data-key=die1]", "5")
    page.click("[data-key=enter]")
    expect(page.locator(".throws")).to_contain_text("Second roll: seat 2")
    page.click("[data-key=roll]")
    expect(page.locator("#wall")).to_contain_text("Seat 2's wall")
    page.click("[data-key=referee3]")
    page.click("[data-key=answered3]")
    expect(page.locator(".alert")).to_have_count(0)
    page.click("[data-key=next]")
    expect(page.locator("#hand-in-play")).to_have_text("Hand 2 · East round · dealer: seat 2")
    page.click("[data-key=win1]")
    page.click("[data-key=giver3]")
    expect(page.locator("[data-key=giver3]")).to_have_attribute("aria-pressed", "true")
    chosen = {"name": "hand.jpg", "mimeType": "image/jpeg", "buffer": photo}
    page.set_input_files("#claim input", chosen)  # type: ignore[arg-type]
    page.wait_for_url("**/hands/*")
    expect(page.locator("[data-key='seat-N']")).to_be_checked()
    expect(page.locator("[data-key='discarder-S']")).to_be_checked()
    page.go_back()
    expect(page.locator("#claim")).to_contain_text("It counts.")


@pytest.mark.long
def test_two_who_claim_one_discard_are_decided_on_the_page(page: Page, table: Table, serve: Any, photo: bytes) -> None:
    page.goto(serve(table))
    page.click("#at-table summary")
    page.click("[data-key=win4]")
    page.click("[data-key=win3]")
    expect(page.locator("[data-claim]")).to_have_count(2)
    expect(page.locator(".decision")).to_have_text(
        "Seats 3 and 4 declare a win on the same tile: say who discarded it, which decides who has priority."
    )
    for chair in (3, 4):
        chosen = {"name": "hand.jpg", "mimeType": "image/jpeg", "buffer": photo}
        page.set_input_files(f"[data-claim='{chair}'] input", chosen)  # type: ignore[arg-type]
        page.wait_for_url("**/hands/*")
        page.go_back()
    page.click("[data-key=giver2]")
    expect(page.locator(".decision")).to_have_text(
        "Seat 3 has priority: it comes before seat 4, counter-clockwise from the discarder."
    )
    expect(page.locator("[data-claim='3']")).to_contain_text("It counts.")
    expect(page.locator("[data-claim='4']")).to_contain_text("Seat 3 has priority.")
    page.click("[data-key=put-away3]")
    expect(page.locator("[data-claim='4']")).to_contain_text("It counts.")
    expect(page.locator(".decision")).to_have_count(0)
