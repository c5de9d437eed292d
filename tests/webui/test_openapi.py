"""The description of the JSON interface: every route is in it, and answers as it says, whatever is sent."""

from itertools import cycle
from typing import Any

import pytest
import schemathesis
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.webui.callers import Hall
from webui.access.roles import ROLES
from webui.routes.openapi import OPERATIONS, described, description

ENDLESS = ("/api/events", "/api/tables/{number}/events")
"""Streams, which end when their reader goes; `routes/test_sse.py` reads them."""

HELD = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


PLAIN = {"Accept-Encoding": "identity"}
"""Headers of every request: what the client without a network does not unpack is not packed."""


hall = Hall()
schema = schemathesis.openapi.from_wsgi("/api/openapi.json", hall.app).exclude(path=list(ENDLESS))
operations = [found.ok() for found in schema.get_all_operations()]
turns = cycle(ROLES)


@pytest.mark.parametrize("operation", operations, ids=[operation.label for operation in operations])
def test_whatever_anybody_sends_is_answered_as_described(operation: Any) -> None:
    """Each address is asked by all roles in turns; `tests.ordeals.api` asks for longer, and with PostgreSQL."""

    @given(operation.as_strategy())
    @settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
    def send(case: Any) -> None:
        case.path_parameters = hall.aim(case.path_parameters, case.path)
        response = case.call(headers={**PLAIN, **hall.headers(next(turns))})
        case.validate_response(response, checks=HELD)

    send()


def test_every_route_is_described(client: FlaskClient) -> None:
    app = client.application
    assert {rule.endpoint for rule in described(app)} == set(OPERATIONS)
    found = client.get("/api/openapi.json").get_json()
    assert found == description(app)
    assert found["openapi"] == "3.1.0"
    operations = [operation for path in found["paths"].values() for operation in path.values()]
    assert all(operation["summary"] for operation in operations)
    assert len({operation["operationId"] for operation in operations}) == len(operations)
