"""The JSON interface of the referee's clock."""

from typing import Any

import pytest
from flask.testing import FlaskClient

CLOCK = "/api/tables/1/clock"


def do(client: FlaskClient, **act: Any) -> dict[str, Any]:
    answer = client.post(CLOCK, json=act)
    assert answer.status_code == 200
    clock: dict[str, Any] = answer.get_json()["clock"]
    return clock


def test_the_clock_is_started_paused_extended_and_ended(client: FlaskClient) -> None:
    clock = client.get(CLOCK).get_json()["clock"]
    assert (clock["phase"], clock["left"], clock["limit"]) == ("ready", None, None)
    assert clock["offers"] == {"minutes": 180, "limits": {"first discard": 30, "turn": 15, "claim": 3}, "rest": 15}
    clock = do(client, do="start", minutes=90)
    assert (clock["phase"], clock["minutes"], clock["word"]) == ("running", 90, 15)
    assert 90 * 60 - 5 < clock["left"] <= 90 * 60
    clock = do(client, do="limit", name="first discard")
    assert clock["limit"]["name"] == "first discard"
    assert 25 < clock["limit"]["left"] <= 30
    assert do(client, do="limit", name="turn", seconds=45)["limit"]["seconds"] == 45
    refused = client.post(CLOCK, json={"do": "limit", "name": "lunch", "seconds": 30})
    assert (refused.status_code, refused.get_json()["kind"]) == (409, "no-such-limit")
    clock = do(client, do="pause")
    assert clock["phase"] == "paused"
    clock = do(client, do="extend", minutes=10)
    assert (clock["minutes"], clock["extra"]) == (100, 10)
    assert do(client, do="settle")["limit"] is None
    assert do(client, do="end")["phase"] == "ended"
    assert do(client, do="resume")["phase"] == "running"


@pytest.mark.parametrize(
    ("act", "status", "kind"),
    [
        ({"do": "pause"}, 409, "clock-not-started"),
        ({"do": "turn back"}, 400, "not-an-act"),
        ({"do": "extend", "minutes": 1000}, 400, "not-an-act"),
        ({"do": "start", "minutes": 0}, 400, "not-an-act"),
        ({"do": "limit", "name": 3}, 400, "not-an-act"),
        ({"do": "limit", "name": "turn", "seconds": 0}, 400, "not-an-act"),
    ],
)
def test_what_cannot_be_done_is_said(client: FlaskClient, act: dict[str, Any], status: int, kind: str) -> None:
    answer = client.post(CLOCK, json=act)
    assert (answer.status_code, answer.get_json()["kind"]) == (status, kind)
    assert answer.get_json()["error"]


def test_a_table_that_is_not_there_has_no_clock(client: FlaskClient) -> None:
    for answer in (client.get("/api/tables/2/clock"), client.post("/api/tables/2/clock", json={"do": "start"})):
        assert (answer.status_code, answer.get_json()["kind"]) == (404, "no-such-table")


def test_a_change_reaches_those_who_listen(client: FlaskClient) -> None:
    with client.get("/api/tables/1/events") as stream:
        events = iter(stream.response)
        seen = next(event for event in events if b"event: clock" in event)  # type: ignore[operator]
        assert b'"phase":"ready"' in seen  # type: ignore[operator]
        client.post(CLOCK, json={"do": "start"})
        seen = next(event for event in events if b"event: clock" in event)  # type: ignore[operator]
        assert b'"phase":"running"' in seen  # type: ignore[operator]
