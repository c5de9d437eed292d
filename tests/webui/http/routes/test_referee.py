"""Calls from tables, hands to approve, notes of players, and fines that add up."""

import csv
import html
import io
import json
import re
from collections.abc import Callable
from typing import Any, Final
from uuid import uuid4

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scoring.match.records import Penalty, Seated
from tests.served import Answers
from tests.webui.callers import at_home
from tests.webui.http.routes.test_hall import Desk
from webui.commands.match.show import sheet_text
from webui.exports.spreadsheet import sheet_lines
from webui.http.app import create_app
from webui.http.site import Site
from webui.messages import Messages
from webui.messages.match import proof
from webui.records.store import Storage
from webui.rig.live_hand import CallReferee, ClaimWin
from webui.table.table import Table
from webui.table.tables import Tables

SEATED = {"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]}
WON = {"type": "Won", "winner": "Ann", "payer": "Bo", "points": 20}


def record(client: FlaskClient, **act: Any) -> None:
    answer = client.post("/api/tables/1/records", json={"id": str(uuid4()), "act": act})
    assert answer.status_code == 201, answer.get_json()


def seen(client: FlaskClient) -> dict[str, Any]:
    return dict(client.get("/api/referee").get_json())


def test_a_call_waits_is_taken_by_the_first_and_is_done(client: FlaskClient) -> None:
    record(client, **SEATED)
    called = client.post("/api/tables/1/calls", json={"reason": " a wrong  pung ", "chair": 2})
    assert called.status_code == 201
    call = seen(client)["calls"][0]
    assert (call["table"], call["player"], call["reason"], call["taken"]) == (1, "Bo", "a wrong pung", False)
    for who in ("Li", "Wu"):
        client.post(f"/api/calls/{call['id']}/taken", headers={"Tableside-Who": who})
    assert client.get("/api/tables/1/calls").get_json()["calls"][0]["taken_by"] == "Li"
    client.post(f"/api/calls/{call['id']}/done", headers={"Tableside-Who": "Wu"})
    after = seen(client)
    assert after["calls"] == []
    assert [(each["taken_by"], each["done_by"]) for each in after["done"]] == [("Li", "Wu")]


def test_a_call_that_is_sent_again_is_made_once(client: FlaskClient) -> None:
    headers = {"Idempotency-Key": str(uuid4())}
    for _ in range(2):
        assert client.post("/api/tables/1/calls", json={"reason": "tiles"}, headers=headers).status_code == 201
    (call,) = client.get("/api/referee").get_json()["calls"]
    assert call["id"] == headers["Idempotency-Key"]
    client.post(f"/api/calls/{call['id']}/done")
    assert client.post("/api/tables/1/calls", json={"reason": "tiles"}, headers=headers).get_json()["calls"] == []


def test_a_call_at_the_box_is_in_the_queue_and_its_light_goes_out(client: FlaskClient, table: Table) -> None:
    table.talk.do(CallReferee(3))
    table.talk.do(CallReferee(4))
    table.talk.do(CallReferee(3))
    calls = seen(client)["calls"]
    assert len(calls) == 1  # nobody is seated: the table calls, whatever its chair
    client.post(f"/api/calls/{calls[0]['id']}/done")
    assert table.session.play.calls == ()


def test_a_call_is_done_when_the_table_says_that_the_referee_is_there(client: FlaskClient) -> None:
    client.post("/api/tables/1/calls", json={"chair": 1})
    client.post("/api/tables/1/play", json={"do": "answered"})
    assert seen(client)["calls"] == []


def test_each_player_has_a_call_of_their_own(client: FlaskClient, table: Table) -> None:
    record(client, **SEATED)
    for chair in (1, 2, 1):
        client.post("/api/tables/1/calls", json={"chair": chair})
    calls = seen(client)["calls"]
    assert [call["player"] for call in calls] == ["Ann", "Bo"]
    client.post(f"/api/calls/{calls[0]['id']}/done")
    assert table.session.play.calls == (1, 2)  # the box has one light for the table
    client.post(f"/api/calls/{calls[1]['id']}/done")
    assert table.session.play.calls == ()


def test_hands_that_ended_wait_until_they_are_approved(client: FlaskClient, table: Table) -> None:
    record(client, **SEATED)
    laid = client.post("/api/tables/1/hands", json={"text": "[123s,1]456789sCCC9p 9p discard seat=E"}).get_json()
    record(client, **WON, laid=laid["hand"]["id"])
    record(client, type="Drawn")
    waiting = seen(client)["waiting"]
    assert [(each["hand"], each["winner"], each["points"]) for each in waiting] == [(1, "Ann", 20), (2, None, None)]
    assert waiting[0]["laid"]["id"] == laid["hand"]["id"]
    assert sum(waiting[0]["changes"].values()) == 0
    record(client, type="Approved", hand=1)
    assert [each["hand"] for each in seen(client)["waiting"]] == [2]


def read(client: FlaskClient, path: str) -> str:
    with client.get(path) as answer:
        return answer.get_data(as_text=True)


PLAYED: dict[str, list[dict[str, Any]]] = {
    "mcr": [
        {"type": "FalseWin", "player": "Ann", "kind": "wrong tile"},
        {"type": "Penalty", "player": "Bo", "amount": 20, "reason": "late"},
        {"type": "Penalty", "player": "Dai", "amount": 7, "reason": "noise", "flow": "paid"},
        {"type": "Won", "winner": "Bo", "discarder": "Chen", "points": 20},
    ],
    "zungjung": [
        {"type": "Penalty", "player": "Bo", "amount": 20, "reason": "late"},
        {"type": "FalseWin", "player": "Chen", "kind": "wrong tile", "each": 10, "flow": "deducted"},
        {"type": "Won", "winner": "Bo", "discarder": None, "points": 60},
    ],
    "hk": [
        {"type": "Penalty", "player": "Ann", "amount": 15, "reason": "late"},
        {"type": "Won", "winner": "Bo", "discarder": "Chen", "points": 4},
    ],
    "riichi-ema": [
        {"type": "DeclaredRiichi", "player": "Chen"},
        {"type": "Penalty", "player": "Bo", "amount": 3000, "reason": "late", "flow": "paid"},
        {"type": "Penalty", "player": "Dai", "amount": 1000, "reason": "noise"},
        {"type": "Won", "winner": "Ann", "discarder": "Bo", "points": 2000},
    ],
}
"""A hand of each game with penalties, paid and deducted, false wins and sticks."""


@pytest.mark.parametrize("rules", PLAYED)
def test_the_referee_approves_the_numbers_that_everything_else_shows(
    client: FlaskClient, table: Table, rules: str
) -> None:
    record(client, **SEATED, rules=rules)
    for act in PLAYED[rules]:
        record(client, **act)
    played = table.matches.current.match
    gains = {name: total - played.body.start for name, total in played.running[0].items()}
    assert 0 not in [gains[name] for name in ("Ann", "Bo")]
    hand = played.hands[0]
    by_record = [played.gains(hand, number) for number in hand.records]
    assert {name: sum(each[name] for each in by_record) for name in gains} == gains
    (card,) = seen(client)["waiting"]
    assert card["changes"] == gains
    shown = client.get("/api/tables/1/match").get_json()
    assert shown["hands"][0]["gains"] == gains
    assert shown["latest"]["points"] == {name: points for name, points in gains.items() if points}
    assert shown["latest"]["of"] == "in the whole hand, with sticks and penalties"
    assert by_record[-1] != gains
    for path, cell in (("/t/1/sheet", "sum"), ("/t/1/hands/1", "change"), ("/display/1", "change")):
        cells = re.findall(rf'class="{cell}[^"]*">([^<]*)<', read(client, path))
        assert sorted(cells[:4]) == sorted(_signed(points) for points in gains.values()), path
    sheet = json.loads(read(client, "/t/1/match.json"))["hands"][0]
    assert sheet["gains"] == gains
    assert {name: sheet["totals"][name] - played.body.start for name in gains} == gains
    heads, row, *_ = csv.reader(io.StringIO(read(client, "/t/1/match.csv").lstrip("\ufeff")))
    cells = dict(zip(heads, row, strict=True))
    after = played.body.deducted_after
    lost = {name: int(cells[f"{name} deducted"]) for name in gains}
    assert lost == played.deducted == shown["hands"][0]["deducted"] == sheet["deducted"]
    assert {name: int(cells[f"{name} points"]) - (0 if after else lost[name]) for name in gains} == gains
    terminal = sheet_lines(played, Messages.of("en"))[1]
    assert re.findall(r"([+-]\d+) =", terminal) == [f"{points:+d}" for points in gains.values()]


def _signed(points: int) -> str:
    return f"{'+' if points > 0 else '−' if points < 0 else ''}{abs(points)}"


def together(client: FlaskClient, address: str, approvals: list[dict[str, Any]]) -> dict[str, Any]:
    answer = client.post(f"/api/referee/approvals{address}", json={"approvals": approvals})
    assert answer.status_code == 200, answer.get_json()
    return dict(answer.get_json())


def test_many_hands_are_approved_in_one_request_and_undone_in_another(
    client: FlaskClient, table: Table, application: Callable[..., Flask]
) -> None:
    tables = Tables(table, 2)
    client = application(tables).test_client()
    for number in (1, 2):
        for act in (SEATED, WON, {"type": "Drawn"}):
            client.post(f"/api/tables/{number}/records", json={"id": str(uuid4()), "act": act})
    cards = seen(client)["waiting"]
    asked = [
        {"table": each["table"], "hand": each["hand"], "seen": each["version"], "id": str(uuid4())} for each in cards
    ]
    assert [(each["table"], each["hand"]) for each in asked] == [(1, 1), (1, 2), (2, 1), (2, 2)]
    record(client, type="Corrected", of=2, act={**WON, "points": 30}, reason="x")  # of table 1, which nobody has seen
    missing = {"table": 3, "hand": 1, "seen": 1, "id": str(uuid4())}
    answer = together(client, "", [*asked, missing])
    assert [(each["table"], each["hand"]) for each in answer["approvals"]] == [(1, 2), (2, 1), (2, 2)]
    assert [(each["table"], each["hand"], each["kind"]) for each in answer["failed"]] == [
        (1, 1, "hand-changed-since"),
        (3, 1, "no-such-table"),
    ]
    assert answer["failed"][0]["error"] == "Something was recorded about hand 1 meanwhile"
    kept = client.get("/api/tables/2/records").get_json()["records"]
    assert [each["id"] for each in kept[-2:]] == [each["id"] for each in asked[2:]]
    assert together(client, "", asked[1:])["approvals"] == answer["approvals"]  # sent again: nothing twice
    assert len(client.get("/api/tables/2/records").get_json()["records"]) == len(kept)
    assert [(each["table"], each["hand"]) for each in seen(client)["waiting"]] == [(1, 1)]

    record_of = {(each["table"], each["hand"]): each["record"] for each in answer["approvals"]}
    undo = [
        {"table": number, "hand": hand, "record": record, "id": str(uuid4())}
        for (number, hand), record in record_of.items()
    ]
    appeal = {"type": "Appealed", "of": kept[2]["number"], "player": "Bo", "reason": "x"}
    client.post("/api/tables/2/records", json={"id": str(uuid4()), "act": appeal})
    back = together(client, "/undone", undo)
    assert [(each["table"], each["hand"]) for each in back["approvals"]] == [(1, 2), (2, 1)]
    assert [(each["table"], each["hand"], each["kind"]) for each in back["failed"]] == [(2, 2, "hand-changed-since")]
    assert together(client, "/undone", undo[:2])["approvals"] == back["approvals"]
    assert [(each["table"], each["hand"]) for each in seen(client)["waiting"]] == [(1, 1), (1, 2), (2, 1)]
    not_one = {"table": 1, "hand": 1, "record": 2, "id": str(uuid4())}  # a win
    assert together(client, "/undone", [not_one])["failed"][0]["kind"] == "hand-changed-since"
    assert client.post("/api/referee/approvals", json={"approvals": []}).status_code == 400


def test_a_win_that_is_claimed_and_read_is_shown(client: FlaskClient, table: Table, photo: bytes) -> None:
    table.talk.do(ClaimWin(2))
    assert seen(client)["claims"] == []
    client.post("/api/tables/1/hands?chair=2", data=photo, content_type="image/jpeg")
    claim = seen(client)["claims"][0]
    assert (claim["table"], claim["chair"], claim["laid"]["photo"] is not None) == (1, 2, True)


def test_notes_of_a_player_are_seen_until_they_are_taken_back(client: FlaskClient) -> None:
    sent = {"player": "Ann", "text": "slow", "table": 1}
    made = client.post("/api/notes", json=sent, headers={"Tableside-Who": "Li"}).get_json()["note"]
    assert [(note["player"], note["text"], note["who"]) for note in seen(client)["notes"]] == [("Ann", "slow", "Li")]
    assert f'data-key="note-{made["id"]}"' in seen(client)["drawn"]
    assert client.delete(f"/api/notes/{made['id']}").status_code == 200
    assert seen(client)["notes"] == []
    assert "No notes" in seen(client)["drawn"]
    assert client.delete(f"/api/notes/{made['id']}").status_code == 404


def test_who_is_erased_is_erased_from_notes_and_calls_too(client: FlaskClient) -> None:
    record(client, **SEATED)
    client.post("/api/notes", json={"player": "Ann", "text": "slow"})
    client.post("/api/notes", json={"player": "Bo", "text": "talks to Ann"})
    client.post("/api/tables/1/calls", json={"chair": 1})
    record(client, type="Erased", player="Ann", reason="asked for")
    after = seen(client)
    assert (len(after["notes"]), len(after["calls"])) == (2, 1)
    assert "Ann" not in str(after["notes"]) + str(after["calls"])


def test_fines_add_up_with_what_the_players_lack(client: FlaskClient) -> None:
    record(client, **SEATED)
    record(client, type="Penalty", player="Bo", amount=10, reason="a", flow="deducted")
    record(client, type="Penalty", player="Bo", amount=30, reason="b", flow="paid")
    record(client, type="Penalty", player="Chen", amount=0, reason="c")
    record(client, **WON)
    penalties = seen(client)["penalties"]
    assert (penalties["kept"], penalties["missing"], penalties["holds"]) == (10, 10, True)
    assert [(fine["player"], fine["amount"], fine["flow"]) for fine in penalties["fines"]] == [
        ("Bo", 10, "deducted"),
        ("Bo", 30, "paid"),
        ("Chen", 0, "deducted"),
    ]
    drawn = " ".join(re.sub("<[^>]*>", " ", seen(client)["drawn"]).split())
    assert "Chen Warning: c table 1, hand 1 Balanced: 10 points deducted, totals 10 below the start." in drawn
    assert "Bo a −10 table 1, hand 1 · deducted Bo b −30 table 1, hand 1 · paid to the others Chen c warning" in drawn
    record(client, type="Void", of=2, reason="taken back")
    penalties = seen(client)["penalties"]
    assert (penalties["kept"], penalties["missing"], penalties["holds"]) == (0, 0, True)


FINED: Final[list[tuple[str, int, int, str, str]]] = [
    ("mcr", 10, 0, "Balanced: 10 points deducted, totals 10 below the start.", "10 points deducted"),
    (
        "riichi-ema",
        0,
        10,
        "Balanced: 10 points deducted from the results, totals as at the start.",
        "10 points deducted from the result",
    ),
]
"""Rules, what a fine of 10 takes from the totals and from the results, the sentence of the check, and of the fine."""


@pytest.mark.parametrize(("rules", "kept", "after", "says", "fined"), FINED)
def test_every_door_says_where_a_fine_counts(
    client: FlaskClient, table: Table, rules: str, kept: int, after: int, says: str, fined: str
) -> None:
    record(client, **SEATED, rules=rules)
    record(client, type="Penalty", player="Bo", amount=10, reason="noise")
    record(client, type="Drawn", **({} if rules == "mcr" else {"tenpai": []}))
    penalties = seen(client)["penalties"]
    assert (penalties["kept"], penalties["missing"], penalties["after"]) == (kept, kept, after)
    drawn = html.unescape(" ".join(re.sub("<[^>]*>", " ", seen(client)["drawn"]).split()))
    goes = "deducted" if kept else "deducted from the result"
    assert (penalties["says"], says in drawn) == (says, True)
    assert f"Bo noise −10 table 1, hand 1 · {goes} " in f"{drawn} "
    whole = f"Bo: {fined} (noise)"
    assert seen(client)["waiting"][0]["fined"] == [whole]
    assert client.get("/api/tables/1/match").get_json()["hands"][0]["fined"] == [whole]
    assert whole in read(client, "/t/1/hands/1")
    assert f"<td>{goes}</td>" in read(client, "/t/1/sheet")
    assert json.loads(read(client, "/t/1/match.json"))["penalties"][0]["says"] == whole
    assert f"record 2, hand 1, {whole}" in sheet_text(table.matches.current.match, Messages.of("en"))
    for page in (drawn, read(client, "/t/1/hands/1"), read(client, "/t/1/sheet")):
        assert not re.search(r"\b0 (points )?deducted", page)


@pytest.mark.parametrize(
    ("holds", "figures", "says"),
    [
        (True, (0, 0, 0), "Balanced: no points deducted, totals as at the start."),
        (
            True,
            (10, 10, 20000),
            "Balanced: 10 points deducted, totals 10 below the start; 20000 more deducted from the results.",
        ),
        (False, (10, 3, 0), "Not balanced: 10 points deducted, totals 3 below the start."),
        (
            False,
            (10, 3, 20000),
            "Not balanced: 10 points deducted, totals 3 below the start; 20000 more deducted from the results.",
        ),
        (
            False,
            (0, 3, 20000),
            "Not balanced: 20000 points deducted from the results alone, but totals 3 below the start.",
        ),
    ],
)
def test_the_check_names_what_totals_and_results_lost(holds: bool, figures: tuple[int, int, int], says: str) -> None:
    assert proof(Messages.of("en"), holds, *figures) == says


def test_fines_of_an_event_add_up_round_by_round(client: FlaskClient) -> None:
    desk = Desk(client)
    desk.enter()
    desk.post("draw", id=str(uuid4()), since=1, seed=4)
    for round in (1, 2):
        desk.act(type="Started", round=round)
        desk.hall.matches(1).record(Penalty("E", 10 * round, "late"), uuid4(), "", "referee")
        for table in (1, 2):
            desk.play(table)
    penalties = seen(client)["penalties"]
    assert [(fine["round"], fine["table"], fine["amount"]) for fine in penalties["fines"]] == [(1, 1, 10), (2, 1, 20)]
    by_round = [(each["event"], each["round"], each["matches"], each["kept"]) for each in penalties["rounds"]]
    assert by_round == [("Cup", 1, 2, 10), ("Cup", 2, 2, 20)]
    assert "Cup, round 2" in seen(client)["drawn"]
    assert (penalties["kept"], penalties["missing"], penalties["holds"]) == (30, 30, True)
    desk.hall.matches(1).record(Seated(("Ann", "Bo", "Chen", "Dai")), uuid4(), "", "referee")  # a match of no event
    assert [each["round"] for each in seen(client)["penalties"]["rounds"]] == [1, 2, None]


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("POST", "/api/tables/1/calls", {"chair": 5}, 400),
        ("POST", "/api/tables/1/calls", {"chair": True}, 400),
        ("POST", "/api/tables/1/calls", {"reason": "x" * 301}, 400),
        ("POST", "/api/tables/1/calls", {"reason": None}, 400),
        ("POST", "/api/tables/99/calls", {}, 404),
        ("POST", "/api/calls/x/taken", None, 404),
        ("POST", "/api/calls/x/done", None, 404),
        ("POST", "/api/notes", {"player": "", "text": "x"}, 400),
        ("POST", "/api/notes", {"player": "Ann", "text": " "}, 400),
        ("POST", "/api/notes", {"player": "Ann", "text": "x", "table": 0}, 400),
    ],
)
def test_what_cannot_be_is_refused(client: FlaskClient, method: str, path: str, body: Any, status: int) -> None:
    assert client.open(path, method=method, json=body).status_code == status


def test_calls_and_notes_are_for_all_servers_of_a_hall(postgres_url: str) -> None:
    servers = [Storage.open(None, db=postgres_url) for _ in range(2)]
    one, other = [create_app(Site(Table(Answers(), records=records))).test_client() for records in servers]
    one.post("/api/tables/1/calls", json={"reason": "tiles"})
    one.post("/api/notes", json={"player": "Ann", "text": "slow"})
    call = seen(other)["calls"][0]
    assert (call["reason"], len(seen(other)["notes"])) == ("tiles", 1)
    other.post(f"/api/calls/{call['id']}/taken", headers={"Tableside-Who": "Li"})
    one.post(f"/api/calls/{call['id']}/taken", headers={"Tableside-Who": "Wu"})
    assert seen(one)["calls"][0]["taken_by"] == "Li"
    made = at_home(one.application).post("/api/people", json={"name": "Li", "role": "referee", "pin": "246813"})
    assert made.status_code == 201
    token = other.post("/api/access", json={"name": "Li", "pin": "246813"}).get_json()["token"]
    known = one.get("/api/access", headers={"Authorization": f"Bearer {token}"}).get_json()
    assert (known["who"], known["role"]) == ("Li", "referee")
    for records in servers:
        records.close()


def test_an_open_appeal_waits_through_later_matches_until_it_is_decided(client: FlaskClient) -> None:
    record(client, **SEATED)
    record(client, **WON)
    record(client, type="Appealed", of=2, player="Bo", reason="the kong was open")
    for _ in range(3):
        record(client, **SEATED)
        record(client, type="Drawn")
    (appeal,) = seen(client)["appeals"]
    assert (appeal["record"], appeal["table"], appeal["match"], appeal["hand"]) == (3, 1, 1, 1)
    record(client, type="AppealDecided", of=3, decision="dismissed", reason="it was closed")
    assert seen(client)["appeals"] == []
