"""Acts of a deal that a person corrects one by one: the form is filled in as the act was recorded."""

from typing import Any, Final
from uuid import uuid4

import pytest
from flask.testing import FlaskClient

from tests.scoring.match.builders import FOUR
from tests.served import Answers
from webui.table.table import Table

ACTS: Final[list[dict[str, Any]]] = [
    {"type": "ExchangedThree", "direction": "left"},
    {"type": "NamedVoid", "player": "Bo", "suit": "p"},
    {"type": "MadeKong", "seat": "W", "how": "claimed", "giver": "E"},
    {
        "type": "Claimed",
        "claims": [
            {"type": "Won", "winner": "S", "points": 2, "discarder": "W", "luck": "kong-shot"},
            {"type": "Won", "winner": "Dai", "points": 1, "discarder": "W", "luck": "kong-shot"},
        ],
    },
    {"type": "WallOut", "west": "pig", "east": "1"},
]


@pytest.fixture
def table(answers: Answers) -> Table:
    table = Table(answers, "sichuan-home")
    for act in ({"type": "Seated", "players": FOUR}, *ACTS):
        table.record(act, uuid4(), "", "table")
    return table


def points(table: Table) -> list[int]:
    assert table.matches.current is not None
    return [table.matches.current.match.points[name] for name in FOUR]


def form(client: FlaskClient, record: int) -> Any:
    answer = client.get(f"/api/tables/1/records/{record}/form")
    assert answer.status_code == 200
    return answer.json


def correct(table: Table, of: int, act: dict[str, Any]) -> None:
    table.record({"type": "Corrected", "of": of, "act": act, "reason": "a slip"}, uuid4(), "", "table", force=True)


@pytest.mark.parametrize(
    ("record", "changed"), [(2, {}), (3, {"suit": "s"}), (4, {"how": "concealed"}), (6, {"west": "not-ready"})]
)
def test_an_act_is_corrected_by_its_form(
    table: Table, client: FlaskClient, record: int, changed: dict[str, str]
) -> None:
    before = points(table)
    asked = form(client, record)
    said = {**asked["form"]["act"], **asked["chosen"]}
    fields = {each["field"] for each in asked["form"]["asks"]}
    assert {*asked["chosen"]} == fields
    correct(table, record, said)
    assert points(table) == before  # as it was recorded
    again = {name: value for name, value in (said | changed).items() if name != "giver" or "how" not in changed}
    correct(table, record, again)
    assert (points(table) != before) == (record in (4, 6))


def test_one_winner_of_several_is_corrected_and_the_others_stay(table: Table, client: FlaskClient) -> None:
    asked = form(client, 5)
    hand = asked["hand"]
    assert (hand["winners"], hand["discarder"], hand["luck"], hand["out"]) == (["Dai", "Bo"], "Chen", "kong-shot", [])
    assert [(each["winner"], each["points"]) for each in hand["wins"]] == [("Dai", 1), ("Bo", 2)]
    assert [option["value"] for option in asked["result"]["luck"]["discard"]] == ["", "kong-shot", "robbed-kong"]
    before = points(table)
    bo, dai = hand["claims"]
    correct(table, 5, {"type": "Claimed", "claims": [dai, {**bo, "points": 3}]})
    assert [now - was for now, was in zip(points(table), before, strict=True)] == [0, 4, -4, 0]
    assert form(client, 5)["hand"]["wins"][1]["points"] == 3


def test_a_form_shows_the_deal_as_it_stood(table: Table, client: FlaskClient) -> None:
    wall = form(client, 6)
    assert (wall["hand"]["out"], [each["title"] for each in wall["form"]["asks"]]) == (["Bo", "Dai"], ["Ann", "Chen"])
    assert wall["chosen"] == {"east": "1", "west": "pig"}
    assert form(client, 4)["hand"]["out"] == []
    state = client.get("/api/tables/1/match").json or {}
    assert state["hands"][0]["mended"] == [2, 3, 4, 5, 6]


def test_no_other_record_has_such_a_form(table: Table, client: FlaskClient, answers: Answers) -> None:
    assert client.get("/api/tables/1/records/1/form").status_code == 404
    assert client.get("/api/tables/1/records/99/form").status_code == 404
