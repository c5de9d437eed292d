"""The description of the JSON interface: every route is in it, and answers as it says, whatever is sent."""

import json
from collections.abc import Iterator
from itertools import cycle
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings

from tests.webui.callers import Hall
from webui.http.api import DECLARED
from webui.http.openapi import described, description
from webui.records.rights import ROLES

API = {name for name, declared in DECLARED.items() if declared.gives}
"""The routes of the JSON interface by their endpoints."""

UNASKED = {"events.stream", "openapi.describe"}
"""Streams, which do not come to an end, and the description itself, which does not hold itself."""

UNTYPED = {
    "OrderShown.act",
}
"""Fields of answers of which the description says no more than that they are objects; the list may only shrink."""


def untyped(schema: Any, at: str) -> Iterator[str]:
    """The places in a schema where an object has neither properties nor a type of its values."""
    if isinstance(schema, list):
        for each in schema:
            yield from untyped(each, at)
    elif isinstance(schema, dict):
        said = schema.get("properties") or schema.get("additionalProperties") or schema.get("$ref")
        if schema.get("type") == "object" and not said:
            yield at
        for key, inner in schema.items():
            if key == "properties":
                for name, each in inner.items():
                    yield from untyped(each, f"{at}.{name}")
            elif key in ("anyOf", "items", "prefixItems", "additionalProperties"):
                yield from untyped(inner, at)


def test_answers_are_typed(client: FlaskClient) -> None:
    components = description(client.application)["components"]["schemas"]
    assert {place for name, schema in components.items() for place in untyped(schema, name)} == UNTYPED


@pytest.fixture(scope="module")
def hall() -> Hall:
    return Hall()


@pytest.fixture(scope="module")
def operations(hall: Hall) -> dict[str, Any]:
    """The operations of the interface by their names."""
    from tests.webui.described import operations

    return operations(hall.app)


turns = cycle(ROLES)


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(API - UNASKED))
def test_whatever_anybody_sends_is_answered_as_described(hall: Hall, operations: dict[str, Any], name: str) -> None:
    """Request each address as all roles in turns; `tests.ordeals.api` asks for longer, and with PostgreSQL."""
    from tests.webui.described import HELD, PLAIN

    @given(operations[name].as_strategy())
    @settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
    def send(case: Any) -> None:
        case.path_parameters = hall.aim(case.path_parameters, case.path)
        response = case.call(headers={**PLAIN, **hall.headers(next(turns))})
        case.validate_response(response, checks=HELD)

    send()


@pytest.mark.long
def test_every_operation_is_asked(operations: dict[str, Any]) -> None:
    assert operations.keys() == API - UNASKED


def test_every_route_is_described(client: FlaskClient) -> None:
    app = client.application
    assert {rule.endpoint for rule in described(app)} == API
    found = client.get("/api/openapi.json").get_json()
    assert found == json.loads(json.dumps({**description(app), "servers": [{"url": "/"}]}))
    assert found["openapi"] == "3.1.0"
    operations = [operation for path in found["paths"].values() for operation in path.values()]
    assert all(operation["summary"] for operation in operations)
    assert len({operation["operationId"] for operation in operations}) == len(operations)


def schemas(value: Any) -> Iterator[dict[str, Any]]:
    """Every object in a description."""
    if isinstance(value, list):
        for each in value:
            yield from schemas(each)
    elif isinstance(value, dict):
        yield value
        for each in value.values():
            yield from schemas(each)


def test_generators_of_clients_understand_every_schema(client: FlaskClient) -> None:
    said = description(client.application)
    assert not [name for name in said["components"]["schemas"] if "." in name], "two structs with one name"
    for schema in schemas([said["components"]["schemas"], said["paths"]]):
        assert schema.get("items") is not False
        assert not {"enum", "const"} & schema.keys() or "type" in schema, schema
        assert schema.get("type") != "array" or schema.keys() & {"items", "prefixItems"}, schema


def test_each_operation_says_who_may_use_it(client: FlaskClient) -> None:
    said = description(client.application)
    for path in said["paths"].values():
        for operation in path.values():
            role = DECLARED[operation["operationId"]].role
            assert operation["x-role"] == role
            assert ({} in operation["security"]) == (role == "spectator")
            assert set(operation["responses"]) >= ({"default", "503"} if role == "spectator" else {"401", "403"})
            assert all(answer["description"] for answer in operation["responses"].values())
    assert said["components"]["securitySchemes"]["token"]["scheme"] == "bearer"


def test_an_address_answers_alike_with_and_without_its_version(client: FlaskClient) -> None:
    rules = {rule.rule for rule in client.application.url_map.iter_rules()}
    stable = {rule for rule in rules if rule.startswith("/api/v1/")}
    assert stable == {rule.replace("/api/", "/api/v1/", 1) for rule in rules - stable if rule.startswith("/api/")}
    assert client.get("/api/v1/tables/1/hands").get_json() == client.get("/api/tables/1/hands").get_json()
