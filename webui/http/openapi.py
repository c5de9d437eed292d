"""The description of the JSON interface (OpenAPI 3.1), from the declarations and docstrings of its routes."""

import re
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from inspect import cleandoc
from typing import Any

import msgspec
from flask import Flask, current_app, jsonify, request
from flask.typing import ResponseReturnValue
from werkzeug.routing import Rule

from webui.http import shapes
from webui.http.api import DECLARED, Declaration, Routes

routes = Routes("openapi", __name__)


@routes.get("/api/openapi.json", gives=dict[str, Any])
def describe() -> ResponseReturnValue:
    """Return this description."""
    servers = [{"url": request.script_root or "/"}]  # a proxy may serve the pages under a path
    return jsonify({**description(current_app), "servers": servers})


def described(app: Flask) -> Iterator[Rule]:
    """Return the routes of the JSON interface."""
    return (rule for rule in app.url_map.iter_rules() if rule.rule.startswith("/api/"))


def description(app: Flask) -> dict[str, Any]:
    """Return the description of the JSON interface of an application.

    Args:
        app: The application, with all of its routes under `/api/` declared.
    """
    paths: dict[str, Any] = {}
    for rule in sorted(described(app), key=lambda rule: rule.rule):
        path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            paths.setdefault(path, {})[method.lower()] = _operation(app, rule, DECLARED[rule.endpoint])
    _, components = _schemas()
    return {
        "openapi": "3.1.0",
        "info": {"title": "Tableside", "version": version("tableside")},
        "paths": paths,
        "components": {"schemas": components},
    }


def _operation(app: Flask, rule: Rule, declared: Declaration) -> dict[str, Any]:
    doc = cleandoc(app.view_functions[rule.endpoint].__doc__ or "")
    summary, _, more = doc.partition("\n\n")
    made: dict[str, Any] = {
        "operationId": rule.endpoint,
        "summary": summary,
        "description": more,
        "tags": [rule.endpoint.partition(".")[0]],
        "parameters": [*_parameters(rule, declared)],
        "responses": {str(status): _answer(shape) for status, shape in declared.gives.items()}
        | {"default": {"description": "It cannot be granted.", **_json(shapes.Error)}},
    }
    content: dict[str, Any] = _json(declared.takes)["content"] if declared.takes is not None else {}
    if declared.file:
        file = {"type": "string", "format": "binary"}
        form = {"type": "object", "properties": {declared.file: file}, "required": [declared.file]}
        content = {**content, "multipart/form-data": {"schema": form}}
    if content:
        made["requestBody"] = {"content": content, "required": not declared.empty}
    return made


def _parameters(rule: Rule, declared: Declaration) -> Iterator[dict[str, Any]]:
    for name in re.findall(r"<(?:\w+:)?(\w+)>", rule.rule):
        kind = "integer" if f"<int:{name}>" in rule.rule else "string"
        limits = {"minimum": 0} if kind == "integer" else {"minLength": 1, "pattern": "^[^/]+$"}
        yield {"name": name, "in": "path", "required": True, "schema": {"type": kind, **limits}}
    for name, kind in declared.query.items():
        yield {"name": name, "in": "query", "required": False, "schema": {"type": kind}}
    for name in declared.headers:
        yield {"name": name, "in": "header", "required": False, "schema": {"type": "string"}}


def _answer(shape: Any) -> dict[str, Any]:
    if isinstance(shape, tuple):
        return {"description": "It is granted.", "content": {kind: {} for kind in shape}}
    return {"description": "It is granted.", **_json(shape)}


def _json(shape: Any) -> dict[str, Any]:
    schemas, _ = _schemas()
    return {"content": {"application/json": {"schema": schemas[shape]}}}


@cache
def _schemas() -> tuple[dict[Any, Any], dict[str, Any]]:
    """Return the schema of every shape, and the named schemas that they refer to."""
    taken = [declared.takes for declared in DECLARED.values() if declared.takes is not None]
    given = [shape for declared in DECLARED.values() for shape in declared.gives.values()]
    all_shapes = list(
        dict.fromkeys([*taken, *(shape for shape in given if not isinstance(shape, tuple)), shapes.Error])
    )
    made, components = msgspec.json.schema_components(all_shapes, ref_template="#/components/schemas/{name}")
    return dict(zip(all_shapes, made, strict=True)), components
