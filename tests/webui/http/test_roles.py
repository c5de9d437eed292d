"""Roles that may use each route and record each act."""

from uuid import uuid4

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scoring.match.records import all_acts
from scoring.rules import BOOKS
from webui.access.roles import Caller, covers
from webui.http.api import DECLARED
from webui.records.errors import RecordsError
from webui.records.people import PeopleStore
from webui.records.rights import ACTS, ROLES, Role


def test_every_route_says_who_may_use_it(client: FlaskClient) -> None:
    app: Flask = client.application
    assert {rule.endpoint for rule in app.url_map.iter_rules()} == set(DECLARED)


def test_every_act_says_who_may_record_it() -> None:
    of_games = {kind.__name__ for game in BOOKS.games.values() for kind in game.acts}
    assert set(all_acts()) - of_games == set(ACTS)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("least", ROLES)
def test_each_role_may_what_those_before_may(role: Role, least: Role) -> None:
    assert covers(role, least) is (ROLES.index(role) >= ROLES.index(least))


@pytest.mark.parametrize(
    ("caller", "recorded"),
    [
        (Caller("", "chief"), "referee"),
        (Caller("", "spectator"), "table"),
        (Caller("Ann", "chief", device="d"), "desk"),
        (Caller("Ann", "referee", device="d"), "referee"),
        (Caller("Ann", "scorer", device="d"), "table"),
        (Caller("5", "table", 5, "d"), "table"),
    ],
)
def test_records_have_the_role_of_who_makes_them(caller: Caller, recorded: str) -> None:
    assert caller.recorded == recorded


@pytest.mark.parametrize(
    ("headers", "body", "who"),
    [
        ({}, {}, ""),
        ({"Tableside-Who": "%E9%99%88%20Li"}, {}, "陈 Li"),
        ({"Tableside-Who": "x" * 99}, {}, "x" * 60),
        ({"Tableside-Who": "Ann"}, {"who": "Bo"}, "Bo"),
    ],
)
def test_who_records_gives_a_name(client: FlaskClient, headers: dict[str, str], body: dict[str, str], who: str) -> None:
    act = {"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]}
    sent = client.post("/api/tables/1/records", json={"id": str(uuid4()), "act": act, **body}, headers=headers)
    assert sent.get_json()["record"]["who"] == who


def test_a_database_that_comes_back_while_a_request_is_checked_refuses_nobody(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = PeopleStore.anybody
    gone = [RecordsError("database-gone", database="hall")]

    def anybody(store: PeopleStore) -> bool:
        if gone:
            raise gone.pop()
        return asked(store)

    monkeypatch.setattr(PeopleStore, "anybody", anybody)
    answers = [client.post("/api/tables/1/hands", json={"text": "1m"}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [503, 201]
    assert answers[0].get_json()["kind"] == "database-gone"
