"""The description of the JSON interface: every route is in it, and answers as it says, whatever is sent."""

from typing import Any

import schemathesis
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.webui.conftest import Answers
from webui.app import create_app
from webui.routes.openapi import OPERATIONS, described, description
from webui.table.table import Table

ENDLESS = ("/api/events", "/api/tables/{number}/events")
"""Streams, which end when their reader goes; `routes/test_sse.py` reads them."""

HELD = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


PLAIN = {"Accept-Encoding": "identity"}
"""Headers of every request: what the client without a network does not unpack is not packed."""


def served() -> Flask:
    """A table with a match that is being played and a hand that was laid."""
    app = create_app(Table(Answers()))
    client = app.test_client()
    seated = {"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]}
    client.post("/api/tables/1/records", json={"id": "01890000-0000-7000-8000-000000000001", "act": seated})
    client.post("/api/tables/1/hands", json={"text": "[123s,1]456789sCCC9p 9p"})
    return app


def aim(case: Any) -> None:
    """Turns a request to what there is: the table, and a hand that was laid."""
    if "/tables/" in case.path:
        case.path_parameters["number"] = 1
    if "hand_id" in case.path_parameters:
        hands = case.operation.app.extensions["tables"].own.hands.all()
        case.path_parameters["hand_id"] = hands[-1].id if hands else "none"


schema = schemathesis.openapi.from_wsgi("/api/openapi.json", served()).exclude(path=list(ENDLESS))


@schema.parametrize()
@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
def test_whatever_is_sent_is_answered_as_described(case: Any) -> None:
    aim(case)
    response = case.call(headers=PLAIN)
    case.validate_response(response, checks=HELD)


def test_every_route_is_described(client: FlaskClient) -> None:
    app = client.application
    assert {rule.endpoint for rule in described(app)} == set(OPERATIONS)
    found = client.get("/api/openapi.json").get_json()
    assert found == description(app)
    assert found["openapi"] == "3.1.0"
    operations = [operation for path in found["paths"].values() for operation in path.values()]
    assert all(operation["summary"] for operation in operations)
    assert len({operation["operationId"] for operation in operations}) == len(operations)
