"""The JSON interface as its own description has it: its operations, and what an answer is held against.

Importing it imports schemathesis, which takes a second.
"""

from typing import Any, Final

import schemathesis
from flask import Flask
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

ENDLESS: Final = ("/api/v1/tables/1/events", "/api/v1/tables/{number}/events")
"""Streams, which end when their reader goes; `routes/test_sse.py` reads them."""

HELD: Final = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]

PLAIN: Final = {"Accept-Encoding": "identity"}
"""Headers of every request: what the client without a network does not unpack is not packed."""


def operations(app: Flask) -> dict[str, Any]:
    """Every operation that comes to an end, by its name in the description."""
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app).exclude(path=list(ENDLESS))
    found = [each.ok() for each in schema.get_all_operations()]
    return {operation.definition.raw["operationId"]: operation for operation in found}
