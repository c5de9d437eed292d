"""The description of the JSON interface (OpenAPI 3.1), from the declarations and docstrings of its routes."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from importlib.metadata import version
from inspect import cleandoc
from itertools import chain
from typing import Any, Final, get_args, get_type_hints

import msgspec
from flask import Flask, current_app, jsonify, request
from flask.typing import ResponseReturnValue
from werkzeug.routing import Rule

from webui.games.added import Added
from webui.games.view import views
from webui.http import shapes
from webui.http.api import DECLARED, STABLE, Declaration, Routes
from webui.records.rights import Role
from webui.serializers.acts import ANY_ACT, described_acts
from webui.serializers.games import OfGame

routes = Routes("openapi", __name__)

_TYPES: Final[Mapping[type, str]] = {str: "string", bool: "boolean", int: "integer", float: "number"}

_REFS: Final = "#/components/schemas/{name}"
"""The reference to a named schema."""

_TOKEN: Final = "token"
"""Name of the way in which a program signs in."""

_ROLES: Final[Mapping[Role, str]] = {
    "spectator": "Open to everybody.",
    "player": "For a player, or any other role.",
    "table": "For a device of the table, a scorer, a referee or a director.",
    "scorer": "For a scorer, a referee or a director.",
    "referee": "For a referee or a director.",
    "chief": "For a director.",
}

_GRANTED: Final[Mapping[int, str]] = {
    200: "Done.",
    201: "It is stored.",
    202: "It is accepted, and done later: where the hall does it, or while a photograph is read.",
}
_THERE: Final = "It was stored before: the same id was sent again."
"""Description of status 200 beside 201."""

_REFUSED: Final[Mapping[int, str]] = {
    400: "The body is not of the form described.",
    401: "A token is needed, or the one sent has ended.",
    403: "The role, its table or its event does not allow it.",
    404: "There is no such table, hand, record, event or file.",
    409: "It contradicts what is stored now, or another request came first: read again, then decide.",
    413: "The body is too large.",
    415: "The body is of another media type.",
    422: "The body is of that form, and yet cannot be used: `error` says why, `fix` what to change.",
    429: "Too many tries: `Retry-After` has the seconds to wait.",
    503: "The server is busy or about to stop: `Retry-After` has the seconds to wait.",
    507: "The disk is full, or the database cannot be written.",
}
"""Descriptions of refusals."""


@routes.get("/api/openapi.json", gives=dict[str, Any])
def describe() -> ResponseReturnValue:
    """Return this description."""
    servers = [{"url": request.script_root or "/"}]  # a proxy may serve the pages under a path
    return jsonify({**description(current_app), "servers": servers})


def described(app: Flask) -> Iterator[Rule]:
    """Return the routes of the JSON interface by their stable addresses."""
    return (rule for rule in app.url_map.iter_rules() if rule.rule.startswith(STABLE))


def description(app: Flask) -> dict[str, Any]:
    """Return the description of the JSON interface of an application.

    Args:
        app: The application, with all of its routes under `/api/v1/` declared.
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
        "components": {
            "schemas": components,
            "securitySchemes": {
                _TOKEN: {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The token that `POST /api/v1/access` gives for a PIN or an invitation, or this "
                    "computer's own. While nobody has a role, programs on this computer need none.",
                }
            },
        },
    }


def _operation(app: Flask, rule: Rule, declared: Declaration) -> dict[str, Any]:
    doc = cleandoc(app.view_functions[rule.endpoint].__doc__ or "")
    summary, _, more = doc.partition("\n\n")
    made: dict[str, Any] = {
        "operationId": rule.endpoint,
        "summary": summary,
        "description": "\n\n".join(filter(None, (more, _ROLES[declared.role]))),
        "tags": [rule.endpoint.partition(".")[0]],
        "security": [{}, {_TOKEN: []}] if declared.role == "spectator" else [{_TOKEN: []}],
        "x-role": declared.role,
        "parameters": [*_parameters(rule, declared)],
        "responses": {**_granted(declared), **_refusals(rule, declared)},
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


def _granted(declared: Declaration) -> dict[str, Any]:
    found = {}
    for status, shape in declared.gives.items():
        said = _THERE if status == 200 and 201 in declared.gives else _GRANTED[status]
        if isinstance(shape, tuple):
            file = {"schema": {"type": "string", "format": "binary"}}
            found[str(status)] = {"description": said, "content": dict.fromkeys(shape, file)}
        else:
            found[str(status)] = {"description": said, **_json(shape)}
    return found


def _refusals(rule: Rule, declared: Declaration) -> dict[str, Any]:
    """Return the answers that refuse: those that the route can have by its form, and any other as `default`."""
    takes = declared.takes is not None or bool(declared.file)
    possible = {
        *((400, 413, 415, 422) if takes else ()),
        *((401, 403) if declared.role != "spectator" else ()),
        *((404,) if rule.arguments else ()),
        *((409, 507) if "GET" not in (rule.methods or ()) else ()),
        *((429,) if rule.endpoint == "access.enter" else ()),
        503,
    }
    refused = {str(status): {"description": _REFUSED[status], **_json(shapes.Error)} for status in sorted(possible)}
    return {**refused, "default": {"description": "It cannot be granted.", **_json(shapes.Error)}}


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
    added = {base: _added_to(base) for base in OfGame.__subclasses__()}
    kinds = [kind for some in added.values() for kind in some]
    made, components = msgspec.json.schema_components([*all_shapes, *kinds], ref_template=_REFS)
    named = {kind: each["$ref"].rpartition("/")[2] for kind, each in zip(kinds, made[len(all_shapes) :], strict=True)}
    for base, some in added.items():
        fields = _fields_of([components[named[kind]]["properties"] for kind in some])
        for schema in [components[each.__name__] for each in _kinds_of(base) if each.__name__ in components]:
            schema["properties"] = fields | schema["properties"]
            del schema["properties"]["extra"]
    kept = components.keys() - {Added.__name__, *named.values()}
    act, acts = described_acts(_REFS)
    assert not acts.keys() & kept, "two structs with one name"
    named_schemas = {**{name: each for name, each in components.items() if name in kept}, **acts}
    return dict(zip(all_shapes, map(partial(_usual, act=act), made), strict=False)), {
        name: _usual(each, act) for name, each in named_schemas.items()
    }


def _kinds_of(base: type[OfGame]) -> Iterator[type[OfGame]]:
    """Yield a class and all that are built upon it."""
    yield base
    for kind in base.__subclasses__():
        yield from _kinds_of(kind)


def _added_to(base: type[OfGame]) -> list[type[Added]]:
    """Return what the installed games add to a kind of values, by the annotations of their views."""
    found: dict[type[Added], None] = {}
    for view in views().values():
        given = get_type_hints(getattr(view.added, base.added_by)).get("return", Added)
        found |= dict.fromkeys(kind for kind in get_args(given) or (given,) if issubclass(kind, Added))
    return [kind for kind in found if kind is not Added]


def _fields_of(added: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the fields of what several games add; one that two name alike may be of either."""
    found: dict[str, list[Any]] = {}
    for name, schema in chain.from_iterable(fields.items() for fields in added):
        if schema not in found.setdefault(name, []):
            found[name].append(schema)
    found.pop("game", None)  # their tag, which is not served
    return {name: some[0] if len(some) == 1 else {"anyOf": some} for name, some in found.items()}


def _usual(schema: Any, act: Any) -> Any:
    """Return a schema in the form that generators of clients understand, with that of an act where any may stand.

    A tuple is bounded by its length alone, a list of anything says so, literals have their type, and a field with a
    default says it in words: generators take one with `default` for always present, also where it may be left out.
    """
    if isinstance(schema, list):
        return [_usual(each, act) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if ANY_ACT in schema:
        return act
    made = {
        key: {name: _usual(each, act) for name, each in value.items()} if key == "properties" else _usual(value, act)
        for key, value in schema.items()
    }
    if made.get("items") is False:
        del made["items"]
    if made.get("type") == "array" and not made.keys() & {"items", "prefixItems"}:
        made["items"] = {}
    if isinstance(literals := made.get("enum"), list) and len(types := {_TYPES[type(each)] for each in literals}) == 1:
        made |= {"type": types.pop()} | ({"const": made.pop("enum")[0]} if len(literals) == 1 else {})
    if (value := made.pop("default", None)) is not None:
        made.setdefault("description", f"Default: {msgspec.json.encode(value).decode()}.")
    return made
