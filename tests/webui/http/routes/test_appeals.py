"""Appeals over the interface: made, decided, taken back, in the match that they are about, and in every export."""

import csv
import io
import json
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import openpyxl
import pytest
from flask import Flask
from flask.testing import FlaskClient

from scoring.match.records import Drawn, Seated, act_to_dict
from tests.served import Answers
from tests.webui.hall.test_remote_commands import FOUR
from tests.webui.http.routes.test_arrivals import bundle, taken
from tests.webui.http.routes.test_matches import SIT, do, match, post
from tests.webui.http.routes.test_people import invited
from webui.access.pin import Access
from webui.http.app import create_app
from webui.http.site import Site
from webui.table.table import Table

APPEAL = {"type": "Appealed", "of": 2, "player": "Chen", "reason": "the kong was open"}
UPHELD = {"type": "AppealDecided", "of": 4, "decision": "upheld", "reason": "the photograph shows it"}
DISMISSED = UPHELD | {"decision": "dismissed"}


@pytest.fixture(params=["mcr", "zungjung"])
def played(client: FlaskClient, request: pytest.FixtureRequest) -> FlaskClient:
    """A match under each book of which a win and a drawn hand are recorded."""
    do(client, SIT | {"rules": request.param}, {"type": "Won", "winner": "S", "points": 30, "payer": "E"})
    do(client, {"type": "Drawn"})
    return client


def appeals(client: FlaskClient, number: int | None = None) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = match(client, number)["appeals"]
    return found


def test_an_appeal_is_made_decided_and_undone_and_moves_no_points(played: FlaskClient) -> None:
    before = match(played)["points"]
    assert post(played, APPEAL, who="Li").status_code == 201
    (made,) = appeals(played)
    assert (made["record"], made["hand"], made["player"], made["reason"]) == (4, 1, "Chen", "the kong was open")
    assert (made["who"], made["late"], made["decided"]) == ("Li", False, None)
    assert post(played, UPHELD, who="Zhao").status_code == 201
    decided = appeals(played)[0]["decided"]
    assert {name: decided[name] for name in ("record", "decision", "reason", "who")} == {
        "record": 5,
        "decision": "upheld",
        "reason": "the photograph shows it",
        "who": "Zhao",
    }
    assert appeals(played)[0]["says"] == "Chen: the kong was open – upheld: the photograph shows it"
    assert match(played)["points"] == before
    do(played, {"type": "Void", "of": 5, "reason": "the wrong one"})
    assert appeals(played)[0]["decided"] is None
    do(played, DISMISSED, {"type": "Void", "of": 7, "reason": "x"}, {"type": "Void", "of": 4, "reason": "withdrawn"})
    assert appeals(played) == []


@pytest.mark.parametrize(
    ("act", "kind"),
    [
        (APPEAL | {"of": 1}, "not-of-a-hand"),
        (APPEAL | {"of": 99}, "not-of-a-hand"),
        (UPHELD | {"of": 2}, "no-appeal"),
        (UPHELD, "no-appeal"),
    ],
)
def test_what_does_not_follow_is_refused_and_not_kept(client: FlaskClient, act: dict[str, Any], kind: str) -> None:
    do(client, SIT, {"type": "Drawn"})
    answer = post(client, act)
    assert (answer.status_code, answer.get_json()["kind"]) == (422, kind)
    assert len(client.get("/api/tables/1/records").get_json()["records"]) == 2


def test_an_appeal_belongs_to_the_match_of_its_hand_though_the_next_was_begun(client: FlaskClient) -> None:
    do(client, SIT, {"type": "Drawn"}, {"type": "TimeUp", "in_play": False}, SIT, {"type": "Drawn"})
    do(client, APPEAL, {"type": "AppealDecided", "of": 6, "decision": "dismissed", "reason": "no"})
    assert appeals(client) == []
    (made,) = appeals(client, 1)
    assert (made["hand"], made["player"], made["decided"]["decision"]) == (1, "Chen", "dismissed")
    do(client, APPEAL | {"of": 5})
    assert [appeal["hand"] for appeal in appeals(client)] == [1]


def test_the_match_says_until_when_appeals_may_be_handed_in(played: FlaskClient) -> None:
    assert match(played)["appeals_until"] is None
    do(played, {"type": "TimeUp", "in_play": False})
    ended = played.get("/api/tables/1/records").get_json()["records"][-1]["when"]
    assert match(played)["appeals_until"][:13] >= ended[:13]


def test_who_keeps_the_table_makes_an_appeal_and_a_referee_decides_it(
    table: Table, application: Callable[..., Flask]
) -> None:
    app = application(table, access=Access("http://192.168.1.2:8000/"))
    for act in (Seated(FOUR), Drawn()):
        table.record(act_to_dict(act), uuid4(), "", "referee")
    made = {role: invited(app, f"a {role}", role) for role in ("player", "table", "referee")}

    def send(role: Any, act: dict[str, Any]) -> int:
        sent = {"id": str(uuid4()), "act": act}
        return made[role].ask("POST", "/api/tables/1/records", json=sent).status_code

    decision = {"type": "AppealDecided", "of": 3, "decision": "upheld", "reason": "x"}
    assert [send("player", APPEAL), send("table", APPEAL)] == [403, 201]
    assert [send("table", decision), send("referee", decision)] == [403, 201]
    current = table.matches.current
    assert current is not None
    assert [appeal.decided and appeal.decided.who for appeal in current.match.appeals] == ["a referee"]


def test_open_appeals_wait_on_the_referees_page(played: FlaskClient) -> None:
    assert played.get("/api/referee").get_json()["appeals"] == []
    do(played, APPEAL)
    (waiting,) = played.get("/api/referee").get_json()["appeals"]
    assert (waiting["table"], waiting["hand"], waiting["player"]) == (1, 1, "Chen")
    do(played, UPHELD)
    assert played.get("/api/referee").get_json()["appeals"] == []


def test_every_export_has_them_with_their_decision(played: FlaskClient) -> None:
    do(played, APPEAL, UPHELD)
    says = "Chen: the kong was open – upheld: the photograph shows it"
    with played.get("/t/1/match.json") as answer:
        assert [appeal["says"] for appeal in json.loads(answer.data)["appeals"]] == [says]
    with played.get("/t/1/match.csv") as answer:
        rows = list(csv.DictReader(io.StringIO(answer.data.decode("utf-8-sig"))))
    assert [row["appeals"] for row in rows[:2]] == [says, ""]
    with played.get("/t/1/match.xlsx") as answer:
        book = openpyxl.load_workbook(io.BytesIO(answer.data))
    heads, line = list(book["Appeals"].values)
    assert (heads[:2], line[:2], line[4]) == (("Record", "Hand"), (4, 1), says)
    with played.get("/t/1/records.csv") as answer:
        assert "AppealDecided" in answer.data.decode("utf-8-sig").splitlines()[-1]


def test_without_one_the_exports_are_as_before(played: FlaskClient) -> None:
    with played.get("/t/1/match.csv") as answer:
        assert b"appeals" not in answer.data
    with played.get("/t/1/match.xlsx") as answer:
        assert "Appeals" not in openpyxl.load_workbook(io.BytesIO(answer.data)).sheetnames


def test_a_bundle_takes_them_to_records_of_other_numbers(client: FlaskClient) -> None:
    there = create_app(Site(Table(Answers()))).test_client()
    do(there, SIT, {"type": "TimeUp", "in_play": False})
    do(there, SIT, {"type": "Drawn"}, {"type": "Drawn"}, APPEAL | {"of": 4})
    fixed = APPEAL | {"of": 5, "reason": "the other hand"}
    do(there, {"type": "Corrected", "of": 6, "act": fixed, "reason": "wrong hand"}, UPHELD | {"of": 6})
    assert taken(client, bundle(there))["number"] == 1
    (here,), (was,) = appeals(client), appeals(there)
    assert (was["record"], was["hand"], was["decided"]["record"]) == (6, 2, 8)
    assert (here["record"], here["hand"], here["decided"]["record"]) == (4, 2, 6)
    assert (here["reason"], here["decided"]["decision"]) == ("the other hand", "upheld")
    assert taken(client, bundle(there))["records"] == 0
