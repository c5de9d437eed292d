"""The hand in play on the page: acts, and the box's record."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from device.link import Link
from device.ports import drivers, search
from device.protocol import Dice
from device.simulator import Simulator
from webui.http.app import create_app
from webui.rig.live_hand_store import LiveHandStore
from webui.table.table import Table


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
        "version": 4,
        "hand": 5,
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
        "started": "",
        "prevailing": "S",
        "winds": ["W", "N", "E", "S"],
        "thrower": 3,
        "wall": None,
    }


@pytest.mark.parametrize(
    "body",
    [
        {},
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
    response = create_app(boxed).test_client().get("/api/play/box.log")
    assert response.text.startswith("older\nnewer\n")
    assert "attachment" in response.headers["Content-Disposition"]
    assert client.get("/api/play/box.log").status_code == 404


@pytest.mark.parametrize("name", ["x" * 300, "folder"])
def test_a_record_that_cannot_be_read_is_no_crash(answers: Any, tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    client = create_app(Table(answers, session=LiveHandStore(log=tmp_path / name))).test_client()
    assert client.get("/api/play/box.log").status_code == 404


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
    box.unplug(1)
    expect(page.locator("#box-pill")).not_to_have_text("Table box connected")
    expect(page.locator("#box-line .problem")).not_to_be_empty()
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
