"""A table that a device has: what the desk of an event orders is recorded there, and comes back to the hall."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from msgspec import to_builtins
from playwright.sync_api import Page, expect
from sqlalchemy import insert, select

from scoring.match.records import Appealed, Approved, Drawn, FalseWin, Seated, Void, Won, act_to_dict
from tests.ordeals.hall import kept
from tests.uninstalled import without_libraries
from tests.waiting import until
from tests.webui.followed import PLAYED, followed
from tests.webui.http.routes.test_hall import Desk
from webui.commands import doctor_checks
from webui.hall.remote_commands import HandChanged, follow, refused
from webui.hand.edits import Move, Name, SetCircumstances, SetRules
from webui.hand.hand import Signed, TableHand
from webui.hand.state import Slot
from webui.http.app import create_app
from webui.http.site import Site, site_of
from webui.messages import Messages
from webui.messages.errors import web_error_said
from webui.records.database.schema import claims, metadata, orders
from webui.records.remote_commands import RemoteCommand
from webui.records.store import Storage
from webui.records.sync.outbox import Outbox
from webui.table.follow.journal import FollowedDeal, FollowJournal
from webui.table.table import Table
from webui.table.tables import Tables

FOUR = ("Ann", "Bo", "Chen", "Dai")


@pytest.fixture
def hall(postgres_url: str) -> Iterator[Storage]:
    records = Storage.open(None, db=postgres_url)
    yield records
    records.close()


@pytest.fixture
def device(tmp_path: Path, rig_url: Callable[[int], str], answers: Any) -> Iterator[Table]:
    """Table 1 on a device of its own, which sends what it records."""
    records = Storage.open(tmp_path / "device")
    table = Table(answers, records=records)
    table.send_by(Outbox(records, rig_url(1), 1, lambda order: follow(table, order)))
    table.outbox.connect()
    table.outbox.start()
    yield table
    table.outbox.stop()
    records.close()


def test_seats_and_clock_are_ordered_at_the_device_and_its_hands_come_back(
    hall: Storage, device: Table, answers: Any
) -> None:
    tables = Tables(Table(answers, records=hall), 2)
    desk = Desk(create_app(Site(tables)).test_client())
    desk.enter()
    desk.post("draw", id=str(uuid4()), since=1, seed=1)
    desk.act(type="Started", round=1)
    until(lambda: device.matches.running)
    until(lambda: len(hall.journal.entries(1)) == 1)
    assert device.records.journal.entries(1) == hall.journal.entries(1)
    assert isinstance(hall.journal.entries(1)[0].act, Seated)
    assert hall.journal.entries(1)[0].role == "desk"
    desk.post("clocks", 200, round=1, do="start")
    until(lambda: device.clock.clock.started)
    device.record(act_to_dict(Drawn()), uuid4(), "", "referee")
    shown = tables.get(1)
    assert shown
    until(lambda: shown.matches.current and len(shown.matches.current.match.hands) == 2)


def test_a_referees_act_is_sent_to_the_device_and_comes_back_as_its_record(
    hall: Storage, device: Table, answers: Any
) -> None:
    tables = Tables(Table(answers, records=hall), 2)
    client = create_app(Site(tables)).test_client()
    device.record(act_to_dict(Seated(FOUR)), uuid4(), "", "referee")
    device.record(act_to_dict(Drawn()), uuid4(), "", "referee")
    until(lambda: len(hall.journal.entries(1)) == 2)
    shown = client.get("/api/referee").get_json()
    assert [(each["table"], each["hand"], each["sent"]) for each in shown["waiting"]] == [(1, 1, False)]
    device.outbox.follow = lambda order: ""  # type: ignore[union-attr] # its network is slow
    body = {"id": str(uuid4()), "act": {"type": "Approved", "hand": 1}, "who": "Li"}
    sent = client.post("/api/tables/1/records", json=body)
    assert (sent.status_code, sent.get_json()["order"]) == (202, body["id"])
    assert client.post("/api/tables/1/records", json=body).status_code == 202
    (order,) = client.get("/api/tables/1/orders").get_json()["orders"]
    assert (order["act"], order["who"], order["refused"], order["away"]) == (body["act"], "Li", None, None)
    shown = client.get("/api/referee").get_json()
    assert ([each["sent"] for each in shown["waiting"]], shown["orders"]) == ([True], [order])
    device.outbox.follow = lambda order: follow(device, order)  # type: ignore[union-attr]
    until(lambda: not client.get("/api/tables/1/orders").get_json()["orders"])
    entry = hall.journal.entries(1)[-1]
    assert (str(entry.id), entry.act, entry.who, entry.role) == (body["id"], Approved(1), "Li", "referee")
    assert client.get("/api/referee").get_json()["waiting"] == []
    again = client.post("/api/tables/1/records", json=body)
    assert (again.status_code, again.get_json()["number"]) == (200, 3)
    other = client.post("/api/tables/1/records", json=body | {"act": {"type": "Approved", "hand": 2}})
    assert (other.status_code, other.get_json()["kind"]) == (409, "id-taken")


def test_an_appeal_of_a_device_is_decided_in_the_hall(hall: Storage, device: Table, answers: Any) -> None:
    client = create_app(Site(Tables(Table(answers, records=hall), 2))).test_client()
    device.outbox.follow = lambda order: follow(device, order)  # type: ignore[union-attr]
    for act in (Seated(FOUR), Drawn(), Appealed(2, "Bo", "it was no draw")):
        device.record(act_to_dict(act), uuid4(), "Bo", "table")
    until(lambda: len(client.get("/api/referee").get_json()["appeals"]) == 1)
    decision = {"type": "AppealDecided", "of": 3, "decision": "dismissed", "reason": "the wall was used up"}
    sent = client.post("/api/tables/1/records", json={"id": str(uuid4()), "act": decision, "who": "Li"})
    assert sent.status_code == 202
    until(lambda: device.matches.current and device.matches.current.match.appeals[0].decided)
    until(lambda: client.get("/api/referee").get_json()["appeals"] == [])
    (appeal,) = client.get("/api/tables/1/match").get_json()["appeals"]
    assert (appeal["player"], appeal["decided"]["decision"], appeal["decided"]["who"]) == ("Bo", "dismissed", "Li")


def test_what_a_device_cannot_follow_is_refused_before_or_said_after(
    hall: Storage, device: Table, answers: Any
) -> None:
    client = create_app(Site(Tables(Table(answers, records=hall), 2))).test_client()
    device.record(act_to_dict(Seated(FOUR)), uuid4(), "", "referee")
    until(lambda: hall.journal.entries(1))

    def post(act: Any, **more: Any) -> Any:
        return client.post("/api/tables/1/records", json={"id": str(uuid4()), "act": act, **more})

    assert post({"type": "Approved", "hand": 7}).status_code == 422
    assert post({"type": "Nonsense"}).status_code == 400
    drawn = {"type": "Drawn"}
    assert device.outbox
    device.outbox.follow = lambda order: ""
    assert post(drawn, after=1).status_code == 202
    device.record(act_to_dict(Drawn()), uuid4(), "", "referee")  # the table was faster
    device.outbox.follow = lambda order: follow(device, order)
    until(lambda: client.get("/api/tables/1/orders").get_json()["orders"][0]["refused"])
    (order,) = client.get("/api/tables/1/orders").get_json()["orders"]
    assert "was ended on another device" in order["refused"]
    assert len(device.records.journal.entries(1)) == 2
    path = f"/api/tables/1/orders/{order['id']}"
    assert client.delete(path).get_json()["orders"] == []
    assert client.delete(path).status_code == 404


def test_an_undo_on_which_others_hang_is_asked_in_the_hall_and_done_at_the_device(
    hall: Storage, device: Table, answers: Any
) -> None:
    client = create_app(Site(Tables(Table(answers, records=hall), 2))).test_client()
    for act in (Seated(FOUR), Drawn(), FalseWin("Dai", "wrong tile")):
        device.record(act_to_dict(act), uuid4(), "", "referee")
    until(lambda: len(hall.journal.entries(1)) == 3)
    body = {"id": str(uuid4()), "act": {"type": "Void", "of": 2, "reason": "recorded twice"}}
    asked = client.post("/api/tables/1/records", json=body)
    assert (asked.status_code, asked.get_json()["kind"]) == (409, "others-hang")
    assert client.get("/api/tables/1/orders").get_json()["orders"] == []
    assert client.post("/api/tables/1/records", json={**body, "anyway": True}).status_code == 202
    until(lambda: len(hall.journal.entries(1)) == 4)
    assert hall.journal.entries(1)[3].act == Void(2, "recorded twice", played=False)
    device.record(act_to_dict(Drawn()), uuid4(), "", "referee")
    device.record(act_to_dict(FalseWin("Bo", "wrong tile")), uuid4(), "", "referee")
    order = RemoteCommand(1, str(uuid4()), "record", act_to_dict(Void(5, "x")), "Li", "referee")
    why = refused(replace(order, answer=follow(device, order)))  # more was recorded there than the hall knew of
    assert why
    assert "Other records depend on record 5" in web_error_said(Messages.of("en"), why)
    assert follow(device, replace(order, kind="record-anyway")) == "done"


def test_a_call_of_a_device_stands_in_the_halls_queue_and_its_light_goes_out_from_there(
    hall: Storage, device: Table, answers: Any
) -> None:
    client = create_app(Site(Tables(Table(answers, records=hall), 2))).test_client()
    assert device.outbox
    device.calls.call(1, "a tile fell", "")
    assert device.session.play.calls
    until(lambda: client.get("/api/referee").get_json()["calls"])
    (call,) = client.get("/api/referee").get_json()["calls"]
    assert (call["table"], call["reason"]) == (1, "a tile fell")
    headers = {"Tableside-Who": "Li"}
    client.post(f"/api/calls/{call['id']}/taken", headers=headers)
    until(lambda: device.records.calls.open(1)[0].taken_by == "Li")
    assert client.post("/api/tables/1/calls", json={"chair": 2, "reason": "me too"}).status_code == 201
    for each in client.get("/api/referee").get_json()["calls"]:
        assert client.post(f"/api/calls/{each['id']}/done", headers=headers).status_code == 200
    until(lambda: not device.session.play.calls)
    until(lambda: device.records.calls.open(1) == [])


def everything(of: Storage) -> str:
    """All rows of a database in which somebody may be named."""
    with of.database.reading() as connection:
        rows = [connection.execute(select(table)).all() for table in metadata.sorted_tables if table.name != "photo"]
    return str(rows)


@pytest.mark.parametrize("at", [pytest.param(1, marks=pytest.mark.long), 2])
def test_a_name_is_taken_out_of_the_hall_and_of_every_device(
    hall: Storage, device: Table, answers: Any, at: int
) -> None:
    """Table 1 is that of the device, table 2 the hall's own; the act is recorded at either."""
    client = create_app(Site(Tables(Table(answers, records=hall), 2))).test_client()
    device.record(act_to_dict(Seated(("Zoltan", "Bo", "Chen", "Dai"))), uuid4(), "Zoltan", "referee")
    laid = device.intake.from_text("[123s,1]456789sCCC9p 9p self-draw")
    device.change(laid.id, SetRules("mcr-1998"), 1, signed=Signed("Zoltan", "Zoltan asked"))
    device.hands.hide(laid.id, who="Zoltan")
    device.hands.hide(laid.id, hidden=False)
    device.calls.call(0, "Zoltan fell", "Zoltan")
    device.records.calls.note("Zoltan", 1, "slow", "Li", "referee")
    seated = {"type": "Seated", "players": ["Zoltan", "Fay", "Gil", "Hu"]}
    assert client.post("/api/tables/2/records", json={"id": str(uuid4()), "act": seated}).status_code == 201
    until(lambda: "Zoltan fell" in everything(hall) and "slow" in everything(hall))
    assert device.outbox
    slow = device.outbox.follow
    device.outbox.follow = lambda order: ""
    body = {"id": str(uuid4()), "act": {"type": "Erased", "player": "Zoltan", "name": "N. N."}}
    sent = client.post(f"/api/tables/{at}/records", json=body)
    assert sent.status_code == (202 if at == 1 else 201), sent.get_json()
    assert at == 1 or sent.get_json()["erasing"] == [1]
    (order,) = client.get("/api/referee").get_json()["orders"]
    assert (order["table"], order["act"]) == (1, {"type": "Erased", "name": "N. N."})
    assert [each.act.players[0] for each in hall.journal.entries(2) if isinstance(each.act, Seated)] == ["N. N."]
    device.outbox.follow = slow
    until(lambda: not client.get("/api/referee").get_json()["orders"])
    until(lambda: "Zoltan" not in everything(hall))
    until(lambda: "Zoltan" not in everything(device.records))
    hashes = lambda of: [each.hash for each in of.journal.entries(1)]  # noqa: E731
    until(lambda: hashes(hall) == hashes(device.records))
    device.change(laid.id, SetRules("mcr"), 2)  # what is recorded afterwards still reaches the hall
    device.record(act_to_dict(Drawn()), uuid4(), "", "referee")
    until(lambda: kept(hall, 1) == kept(device.records, 1))


def test_a_referee_changes_the_tiles_of_a_hand_that_a_device_has(hall: Storage, device: Table, answers: Any) -> None:
    tables = Tables(Table(answers, records=hall), 2)
    client = create_app(Site(tables)).test_client()
    laid = device.intake.from_text("[123s,1]456789sCCC9p 9p self-draw")
    until(lambda: hall.hands.get(laid.id))
    assert device.outbox
    device.outbox.follow = lambda order: ""  # its network is slow
    change, id = {"do": "name", "at": "w", "tile": "8p"}, str(uuid4())

    def post(change: Any, version: int = 1, id: str = "", **more: Any) -> Any:
        headers = {"Idempotency-Key": id or str(uuid4()), "Tableside-Who": "Li"}
        body = {"version": version, "change": change, **more}
        return client.post(f"/api/hands/{laid.id}/changes", json=body, headers=headers)

    sent = post(change, id=id)
    assert (sent.status_code, sent.get_json()["order"]) == (202, id)
    assert post(change, id=id).status_code == 202
    other = post({"do": "name", "at": "w", "tile": "7p"}, id=id)
    assert (other.status_code, other.get_json()["kind"]) == (409, "id-taken")
    assert post({"do": "split", "meld": 4}).status_code == 422
    (order,) = client.get("/api/tables/1/orders").get_json()["orders"]
    assert (order["kind"], order["who"], order["says"]) == ("change", "Li", "9p changed to 8p")
    assert device.hands.get(laid.id) == laid
    device.outbox.follow = lambda order: follow(device, order)
    until(lambda: not client.get("/api/tables/1/orders").get_json()["orders"])
    hand = client.get(f"/api/hands/{laid.id}").get_json()["hand"]
    assert (hand["version"], hand["laid"]["winning"]["tile"], hand["changes"][0]["who"]) == (2, "8p", "Li")
    assert post(change, id=id).status_code == 200
    assert kept(hall, 1) == kept(device.records, 1)
    assert post({"do": "undo"}, version=2).status_code == 202
    until(lambda: (device.hands.get(laid.id) or laid).version == 3)
    path = f"/api/hands/{laid.id}"
    assert client.delete(path).status_code == 202
    until(lambda: (device.hands.get(laid.id) or laid).hidden)
    until(lambda: client.get(path).get_json()["hand"]["hidden"])
    assert client.post(f"{path}/shown").status_code == 202
    until(lambda: not client.get(path).get_json()["hand"]["hidden"])


def test_a_step_of_a_replay_is_corrected_at_the_device_and_the_name_of_who_did_is_erased_everywhere(
    hall: Storage, device: Table, answers: Any
) -> None:
    client = create_app(Site(Tables(Table(answers, records=hall), 2))).test_client()
    device.record(act_to_dict(Seated(("Zoltan", *FOUR[1:]))), uuid4(), "", "referee")
    deal = followed(device)
    path = f"/api/tables/1/deals/{deal}"
    until(lambda: client.get(path).status_code == 200 and len(client.get(path).get_json()["steps"]) == len(PLAYED))
    id, row = str(uuid4()), client.get(path).get_json()["steps"][2]["number"]
    device.outbox.follow = lambda order: ""  # type: ignore[union-attr] # its network is slow
    headers = {"Idempotency-Key": id, "Tableside-Who": "Zoltan"}
    for _ in range(2):
        sent = client.post(f"{path}/steps/{row}", json={"do": "say", "word": {"tile": "7p"}}, headers=headers)
        assert (sent.status_code, sent.get_json()["order"]) == (202, id)
    (order,) = client.get("/api/tables/1/orders").get_json()["orders"]
    assert (order["who"], order["says"]) == ("Zoltan", "A step of the replay is corrected")
    device.outbox.follow = lambda order: follow(device, order)  # type: ignore[union-attr]
    until(lambda: not client.get("/api/tables/1/orders").get_json()["orders"])
    for records in (hall, device.records):
        step = next(each for each in read(records, deal).steps if each.number == row)
        assert (step.event.tile, step.said and step.said.by) == ("7p", "Zoltan")  # type: ignore[union-attr]
    body = {"id": str(uuid4()), "act": {"type": "Erased", "player": "Zoltan", "name": "N. N."}}
    assert client.post("/api/tables/1/records", json=body).status_code == 202
    until(lambda: "Zoltan" not in everything(hall))
    until(lambda: "Zoltan" not in everything(device.records))
    for records in (hall, device.records):
        step = next(each for each in read(records, deal).steps if each.number == row)
        assert step.said is not None
        assert step.said.by == "N. N."


def read(records: Storage, deal: int) -> FollowedDeal:
    found = FollowJournal(records.followed, 1).read(deal)
    assert found is not None
    return found


def circumstances(table: Table, hand: TableHand) -> None:
    table.change(hand.id, SetCircumstances(replace(hand.laid.won, seat="S")), hand.version)


def approval(table: Table, hand: TableHand) -> None:
    for act in (Seated(FOUR), Won("Ann", 20, None, laid=hand.id), Approved(1)):
        table.record(act_to_dict(act), uuid4(), "", "referee")


@pytest.mark.parametrize(
    ("meanwhile", "says"),
    [
        (lambda table, hand: table.change(hand.id, Name("w", "7p"), 1), "Somebody else changed the same meanwhile"),
        pytest.param(lambda table, hand: table.hands.hide(hand.id), "This hand was deleted", marks=pytest.mark.long),
        pytest.param(approval, "Hand 1 is approved", marks=pytest.mark.long),
        pytest.param(circumstances, "", marks=pytest.mark.long),
    ],
    ids=["the same tile", "put away", "approved", "something else"],
)
def test_what_the_table_did_meanwhile_stands_against_a_change_of_the_same(
    hall: Storage, device: Table, answers: Any, meanwhile: Callable[[Table, TableHand], object], says: str
) -> None:
    client = create_app(Site(Tables(Table(answers, records=hall), 2))).test_client()
    laid = device.intake.from_text("[123s,1]456789sCCC9p 9p self-draw")
    until(lambda: hall.hands.get(laid.id))
    assert device.outbox
    device.outbox.follow = lambda order: ""
    body = {"version": 1, "change": {"do": "name", "at": "w", "tile": "8p"}}
    assert client.post(f"/api/hands/{laid.id}/changes", json=body).status_code == 202
    meanwhile(device, laid)
    device.outbox.follow = lambda order: follow(device, order)

    def answered() -> Any:
        found = client.get("/api/tables/1/orders").get_json()["orders"]
        return not found or found[0]["refused"]

    until(answered)
    left = [each["refused"] for each in client.get("/api/tables/1/orders").get_json()["orders"]]
    assert [says in each for each in left] == [True] * bool(says)
    now = device.hands.get(laid.id)
    assert now
    assert (now.laid.winning == Slot("8p")) is (not says)
    until(lambda: kept(hall, 1) == kept(device.records, 1))


def test_a_hand_that_cannot_be_so_is_refused_in_words(device: Table) -> None:
    laid = device.intake.from_text("[123s,1]456789sCCC9p 9p self-draw")
    change = HandChanged(laid.id, 1, Move(("w",), "f"), {})
    order = RemoteCommand(1, str(uuid4()), "change", to_builtins(change), "Li", "referee")
    why = refused(replace(order, answer=follow(device, order)))
    assert why
    assert "9p is no flower: Say which flower it is" in web_error_said(Messages.of("en"), why)


@pytest.mark.long
def test_the_page_of_a_hand_waits_for_the_device_and_says_what_it_refused(
    hall: Storage, device: Table, answers: Any, page: Page, server: tuple[Flask, str]
) -> None:
    app, address = server
    site_of(app).tables = Tables(Table(answers, records=hall), 2)
    laid = device.intake.from_text("[123s,1]456789sCCC9p 9p self-draw")
    until(lambda: hall.hands.get(laid.id))
    assert device.outbox
    winning, sheet = page.locator("#mat [data-key=w]"), page.locator("#score")

    def name(tile: str) -> None:
        winning.click()
        page.click(f"#palette button:has(img[src$='#{tile}'])")

    device.outbox.follow = lambda order: ""
    page.goto(f"{address}/hands/{laid.id}")
    name("8p")
    expect(page.locator("#sent")).to_contain_text("Waits to be sent: 9 Dots changed to 8 Dots (hand)")
    expect(sheet).to_have_class(re.compile("waiting"))
    device.outbox.follow = lambda order: follow(device, order)
    expect(winning).to_have_attribute("data-tile", "8p")
    expect(sheet).not_to_have_class(re.compile("waiting"))
    expect(page.locator("#sent li")).to_have_count(0)
    device.outbox.follow = lambda order: ""
    name("7p")
    expect(page.locator("#sent li")).to_have_count(1)
    device.change(laid.id, Name("w", "6p"), 2)
    device.outbox.follow = lambda order: follow(device, order)
    expect(page.locator("#palette [role=alert]")).to_contain_text("Somebody else changed the same meanwhile")
    expect(winning).to_have_attribute("data-tile", "6p")
    page.keyboard.press("Escape")
    page.click("#sent button")
    expect(page.locator("#sent li")).to_have_count(0)


BROKEN = [
    {"id": "i"},
    {"act": "{"},
    {"act": "[1]"},
    {"act": "[" * 20_000},
    {"kind": "change", "act": '{"effect":{"kind":"danced"}}'},
    {"answer": '["no-such-kind",{},false]'},
    {"answer": '["no-such-kind",{},true]'},
    {"answer": '["photo-missing",{},false]'},
    {"answer": "[" * 20_000},
]
"""Parts of an order that a device may damage in the hall."""


def test_an_order_that_a_device_damaged_hides_no_other(hall: Storage, answers: Any) -> None:
    good = RemoteCommand(2, str(uuid4()), "record", act_to_dict(Drawn()), "Li", "referee")
    hall.orders.place(good)
    row = {"table_number": 1, "kind": "record", "act": "{}", "who": "Li", "role": "referee", "at": "", "answer": ""}
    with hall.database.writing() as connection:
        connection.execute(insert(claims).values(table_number=1, device="d", epoch=1, seen="yesterday"))
        for wrong in BROKEN:
            connection.execute(insert(orders).values({"id": str(uuid4())} | row | wrong))
    client = create_app(Site(Tables(Table(answers, records=hall), 2))).test_client()
    assert good.id in [each["id"] for each in client.get("/api/referee").get_json()["orders"]]
    assert [each["id"] for each in client.get("/api/tables/2/orders").get_json()["orders"]] == [good.id]
    for path in ("/api/tables/1/orders", "/desk", "/referee", "/t/1", "/t/2"):
        assert client.get(path).status_code == 200, path


def test_a_device_without_the_library_says_so_before_anybody_scores(
    hall: Storage, device: Table, answers: Any, application: Callable[..., Flask]
) -> None:
    """The round begins there all the same: its hands wait for the library."""
    desk = Desk(create_app(Site(Tables(Table(answers, records=hall), 2))).test_client(), rules="riichi-ema")
    desk.enter()
    desk.post("draw", id=str(uuid4()), since=1, seed=1)
    page = application(device).test_client()
    assert 'id="lacking"' not in page.get("/").text
    desk.act(type="Started", round=1)
    until(lambda: device.matches.running)
    with without_libraries():
        shown = page.get("/").text
        assert 'id="lacking"' in shown
        assert "pip install &#39;tableside[riichi]&#39;" in shown
        assert doctor_checks.games_in(device.records.folder) == {"riichi"}
