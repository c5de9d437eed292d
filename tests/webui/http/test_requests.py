"""JSON that no request should bring is refused in the one shape of errors."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.ordeals import pictures
from tests.ordeals.json_bodies import Target, ordeal
from webui.hand.hand import TableHand
from webui.http.requests import NESTING
from webui.table.table import Table


@pytest.fixture
def client(table: Table, application: Callable[..., Flask]) -> FlaskClient:
    """Requests to an application that answers its own crashes, as it does when it is served."""
    app = application(table)
    app.config["PROPAGATE_EXCEPTIONS"] = False
    return app.test_client()


@pytest.fixture
def hand(table: Table) -> TableHand:
    return table.intake.blank()


def send(client: FlaskClient, path: str, text: str) -> tuple[int, dict[str, Any]]:
    answer = client.post(path, data=text, content_type="application/json")
    body = answer.get_json()
    assert body["ok"] is (answer.status_code < 400)
    assert answer.status_code < 400 or body["error"]
    return answer.status_code, body


@pytest.mark.parametrize("depth", [NESTING, 100, 985, 30_000])
@pytest.mark.parametrize(("opens", "closes"), [("[", "]"), ('{"a":', "}")])
def test_what_is_nested_too_deep_is_refused(
    client: FlaskClient, hand: TableHand, depth: int, opens: str, closes: str
) -> None:
    nested = opens * depth + ("0" if closes == "}" else "") + closes * depth
    text = f'{{"version": {nested}, "change": {{"do": "undo"}}}}'
    if len(text) > 64 * 1024:
        text = text[: 64 * 1024]
    status, body = send(client, f"/api/hands/{hand.id}/changes", text)
    assert (status, body["kind"]) == (400, "json-too-deep")


def test_what_a_change_needs_is_not_too_deep(client: FlaskClient, hand: TableHand) -> None:
    nested = "[" * (NESTING - 1) + "]" * (NESTING - 1)
    status, body = send(client, f"/api/hands/{hand.id}/changes", f'{{"version": {nested}}}')
    assert (status, body["kind"]) == (400, "not-a-change")


@pytest.mark.parametrize(
    "text",
    [
        r'{"version": 1, "change": {"do": "rules", "rules": "\ud800"}}',
        r'{"version": 1, "change": {"do": "add", "tile": "5m\udfff"}}',
        r'{"version": "\ud83d", "change": {"do": "undo"}}',
        r'{"version": 1, "\udc80": {"do": "undo"}}',
        r'{"version": 1, "change": {"do": "answer", "doubt": 0, "answer": "\udbff"}}',
    ],
)
def test_lone_surrogates_are_refused_wherever_they_stand(client: FlaskClient, hand: TableHand, text: str) -> None:
    status, body = send(client, f"/api/hands/{hand.id}/changes", text)
    assert (status, body["kind"]) == (400, "json-not-unicode")


def test_characters_beyond_the_first_plane_are_text(client: FlaskClient, hand: TableHand) -> None:
    text = r'{"version": 1, "change": {"do": "rules", "rules": "\ud83c\udc04"}}'
    status, body = send(client, f"/api/hands/{hand.id}/changes", text)
    assert (status, body["kind"]) == (422, "unknown-rules")


@pytest.mark.long
def test_random_bodies_are_all_answered(tmp_path: Path) -> None:
    target = Target.made(tmp_path)
    answers = list(ordeal(target, 120, 1))
    target.table.stop()
    for answer in answers:
        assert answer.status_code < 500, answer.get_data(as_text=True)
        assert answer.get_json()["ok"] is (answer.status_code < 400)
    assert {answer.status_code for answer in answers} >= {200, 400, 422}


def test_malformed_pictures_are_all_answered(client: FlaskClient) -> None:
    for data in pictures.ordeal(80, 2):
        answer = client.post("/api/tables/1/hands", data={"photo": (BytesIO(data), "photo.jpg")})
        assert answer.status_code in (201, 422), answer.get_json()
