"""The description of the JSON interface (OpenAPI 3.1), made from the routes and the shapes of what they take and give.

Addresses, methods, parameters of addresses and sentences are those of the routes themselves; only what a route takes
and gives stands here.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import version
from inspect import cleandoc
from typing import Any, Final

import msgspec
from flask import Blueprint, Flask, current_app, jsonify
from flask.typing import ResponseReturnValue
from werkzeug.routing import Rule

from webui.match.clock import ClockAct
from webui.rig.live_hand import Act
from webui.routes import posted, shapes
from webui.routes.calibration import Dragged, Marked

blueprint = Blueprint("openapi", __name__, url_prefix="/api")

JPEG: Final = "image/jpeg"
PICTURES: Final = ("image/jpeg", "image/png", "image/webp", "image/heic", "application/octet-stream")
PHOTO: Final = "photo"


@dataclass(frozen=True, slots=True)
class Operation:
    """What a route takes and gives.

    Attributes:
        gives: The shape of the answer, or its media types where it is no JSON, by status.
        takes: The shape of the JSON body; None for none.
        file: The field of a form that holds a file; empty for none.
        empty: Whether the body may be left out.
        query: The JSON types of the parameters behind the address.
        headers: Headers that matter.
    """

    gives: Mapping[int, Any]
    takes: Any = None
    file: str = ""
    empty: bool = False
    query: Mapping[str, str] = field(default_factory=dict)
    headers: tuple[str, ...] = ()


def _gives(shape: Any, status: int = 200) -> dict[int, Any]:
    return {status: shape}


_LIST: Final = {"before": "integer", "limit": "integer", "hidden": "string", "player": "string", "fan": "string"}
_LAY: Final = Operation(
    _gives(shapes.Hand, 201),
    posted.PostedText,
    PHOTO,
    empty=True,
    query={"chair": "integer", "anyway": "string"},
    headers=("Idempotency-Key",),
)
_TAKE: Final = Operation(_gives(shapes.Hand, 201), query={"picture": "integer"})
_CHANGED: Final = {200: shapes.Hand, 202: shapes.Ordered}
_EVENTS: Final = Operation(
    _gives(("text/event-stream",)), query={"live": "string", "changes": "string"}, headers=("Last-Event-ID",)
)

OPERATIONS: Final[Mapping[str, Operation]] = {
    "openapi.describe": Operation(_gives(shapes.Json)),
    "health.health": Operation(_gives(shapes.Health)),
    "access.me": Operation(_gives(shapes.Me)),
    "access.enter": Operation(_gives(shapes.Token), posted.Entering),
    "access.renew": Operation(_gives(shapes.Pin)),
    "access.leave": Operation(_gives(shapes.Done)),
    "referee.overview": Operation(_gives(shapes.Refereeing)),
    "referee.calls_of": Operation(_gives(shapes.Calls)),
    "referee.call": Operation(_gives(shapes.Calls, 201), posted.PostedCall),
    "referee.take": Operation(_gives(shapes.Called)),
    "referee.finish": Operation(_gives(shapes.Called)),
    "referee.note": Operation(_gives(shapes.Noted, 201), posted.PostedNote),
    "referee.take_back": Operation(_gives(shapes.Done)),
    "people.listed": Operation(_gives(shapes.People)),
    "people.add": Operation(_gives(shapes.People, 201), posted.PostedPerson),
    "people.change": Operation(_gives(shapes.People), posted.ChangedPerson),
    "people.remove": Operation(_gives(shapes.People)),
    "people.invite": Operation(_gives(shapes.Invitation, 201)),
    "people.sign_out": Operation(_gives(shapes.People)),
    "matches.tables": Operation(_gives(shapes.Tables)),
    "matches.match": Operation(_gives(shapes.MatchState), query={"number": "integer"}),
    "matches.matches": Operation(_gives(shapes.Matches), query={"limit": "integer"}),
    "matches.records": Operation(_gives(shapes.Records), query={"after": "integer", "limit": "integer"}),
    "matches.record": Operation({200: shapes.Recorded, 201: shapes.Recorded, 202: shapes.Ordered}, posted.PostedRecord),
    "matches.orders": Operation(_gives(shapes.Orders)),
    "matches.hand_in": Operation(_gives(shapes.HandedIn)),
    "matches.forget_order": Operation(_gives(shapes.Orders)),
    "matches.photo": Operation(_gives(PICTURES)),
    "clock.clock": Operation(_gives(shapes.Clock)),
    "clock.do": Operation(_gives(shapes.Clock), ClockAct, headers=("Idempotency-Key",)),
    "display.shown": Operation(_gives(shapes.Shown)),
    "hands.hands": Operation(_gives(shapes.Hands), query={**_LIST, "day": "string"}),
    "hands.hands_of": Operation(_gives(shapes.Hands), query={**_LIST, "day": "string"}),
    "hands.lay": _LAY,
    "hands.lay_at": _LAY,
    "hands.hand": Operation(_gives(shapes.Hand)),
    "hands.unread": Operation(_gives(shapes.Unread)),
    "hands.lay_other": Operation(_gives(shapes.Hand, 201), headers=("Idempotency-Key",)),
    "hands.lay_part": Operation(_gives(shapes.Hand, 201), posted.PostedPart, headers=("Idempotency-Key",)),
    "hands.read_anew": Operation(_gives(shapes.Hand, 201), headers=("Idempotency-Key",)),
    "hands.change": Operation(_CHANGED, posted.PostedChange, headers=("Idempotency-Key",)),
    "hands.forget": Operation({200: shapes.Done, 202: shapes.Ordered}, headers=("Idempotency-Key",)),
    "hands.bring_back": Operation(_CHANGED, headers=("Idempotency-Key",)),
    "live.picture": Operation(_gives((JPEG,))),
    "live.picture_of": Operation(_gives((JPEG,))),
    "live.take": _TAKE,
    "live.take_of": _TAKE,
    "play.do": Operation(_gives(shapes.Played), Act, headers=("Idempotency-Key",)),
    "play.do_at": Operation(_gives(shapes.Played), Act, headers=("Idempotency-Key",)),
    "play.state": Operation(_gives(shapes.PlayState)),
    "play.state_at": Operation(_gives(shapes.PlayState)),
    "play.log": Operation(_gives(("text/plain",))),
    "calibration.state": Operation(_gives(shapes.Calibrated)),
    "calibration.state_of": Operation(_gives(shapes.Calibrated)),
    "calibration.keep": Operation(_gives(shapes.Calibrated), Dragged),
    "calibration.keep_of": Operation(_gives(shapes.Calibrated), Dragged),
    "calibration.mark": Operation(_gives(shapes.Calibrated), Marked),
    "calibration.mark_of": Operation(_gives(shapes.Calibrated), Marked),
    "calibration.forget": Operation(_gives(shapes.Calibrated)),
    "calibration.forget_of": Operation(_gives(shapes.Calibrated)),
    "calibration.picture": Operation(_gives((JPEG,))),
    "calibration.picture_of": Operation(_gives((JPEG,))),
    "tilesets.sets": Operation(_gives(shapes.TileSetList)),
    "tilesets.choose": Operation(_gives(shapes.TileSetList), posted.Chosen),
    "tilesets.forget": Operation(_gives(shapes.TileSetList)),
    "tilesets.picture": Operation(_gives(("image/png",))),
    "tilesets.switch": Operation(_gives(shapes.TileSetList), posted.Switched),
    "tilesets.keep_learnt": Operation(_gives(shapes.TileSetList), posted.Named),
    "tilesets.take_back": Operation(_gives(shapes.TileSetList)),
    "tilesets.add": Operation(_gives(shapes.Draft, 201), file=PHOTO, query={"draft": "string"}),
    "tilesets.say": Operation(_gives(shapes.Draft), posted.Said),
    "tilesets.keep": Operation(_gives(shapes.TileSetList), posted.Named),
    "tilesets.preview": Operation(_gives((JPEG,))),
    "setup.name": Operation(_gives(shapes.TableName), posted.TableNamed),
    "setup.checked": Operation(_gives(shapes.Checked)),
    "setup.checked_of": Operation(_gives(shapes.Checked)),
    "setup.state": Operation(_gives(shapes.SetUp)),
    "setup.say": Operation(_gives(shapes.SetUp), posted.SetUpSaid),
    "equipment.cameras": Operation(_gives(shapes.FoundCameras)),
    "equipment.choose_camera": Operation(_gives(shapes.SetUp), posted.Addressed),
    "equipment.try_camera": Operation(_gives(shapes.Tried), posted.Tryable),
    "equipment.tried": Operation(_gives(shapes.Tried)),
    "equipment.tried_picture": Operation(_gives((JPEG,))),
    "equipment.end_trial": Operation(_gives(shapes.Done)),
    "equipment.found_ports": Operation(_gives(shapes.FoundPorts)),
    "equipment.choose_box": Operation(_gives(shapes.SetUp), posted.Addressed),
    "space.photos": Operation(_gives(shapes.Pruning)),
    "space.backup": Operation(_gives(("application/zip",))),
    "space.remove": Operation(_gives(shapes.Pruning), posted.PostedPruning),
    "hall.events": Operation(_gives(shapes.Events)),
    "hall.open_event": Operation({200: shapes.EventOpened, 201: shapes.EventOpened}, posted.PostedEventRecord),
    "hall.event": Operation(_gives(shapes.DeskState)),
    "hall.shown": Operation(_gives(shapes.EventShown)),
    "hall.records": Operation(_gives(shapes.EventRecords)),
    "hall.record": Operation({200: shapes.EventRecorded, 201: shapes.EventRecorded}, posted.PostedEventRecord),
    "hall.draw": Operation({200: shapes.EventRecorded, 201: shapes.EventRecorded}, posted.PostedDraw),
    "hall.people": Operation(_gives(shapes.ListedPeople), posted.PostedText, "list"),
    "hall.clocks": Operation(_gives(shapes.ClocksDone), posted.PostedClocks),
    "exports.opened": Operation(_gives(shapes.Bundle), file="bundle"),
    "exports.taken_over": Operation({200: shapes.BundleKept, 201: shapes.BundleKept}, file="bundle"),
    "events.stream": _EVENTS,
    "events.stream_of": _EVENTS,
}
"""What each route of the JSON interface takes and gives, by its endpoint."""


@blueprint.get("/openapi.json")
def describe() -> ResponseReturnValue:
    """This description."""
    return jsonify(description(current_app))


def described(app: Flask) -> Iterator[Rule]:
    """The routes of the JSON interface."""
    return (rule for rule in app.url_map.iter_rules() if rule.rule.startswith("/api/"))


def description(app: Flask) -> dict[str, Any]:
    """The description of the JSON interface of an application.

    Args:
        app: The application; each of its routes under `/api/` stands in `OPERATIONS`.
    """
    paths: dict[str, Any] = {}
    for rule in sorted(described(app), key=lambda rule: rule.rule):
        path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            paths.setdefault(path, {})[method.lower()] = _operation(app, rule, OPERATIONS[rule.endpoint])
    _, components = _schemas()
    return {
        "openapi": "3.1.0",
        "info": {"title": "Tableside", "version": version("tableside")},
        "paths": paths,
        "components": {"schemas": components},
    }


def _operation(app: Flask, rule: Rule, operation: Operation) -> dict[str, Any]:
    doc = cleandoc(app.view_functions[rule.endpoint].__doc__ or "")
    summary, _, more = doc.partition("\n\n")
    made: dict[str, Any] = {
        "operationId": rule.endpoint,
        "summary": summary,
        "description": more,
        "tags": [rule.endpoint.partition(".")[0]],
        "parameters": [*_parameters(rule, operation)],
        "responses": {str(status): _answer(shape) for status, shape in operation.gives.items()}
        | {"default": {"description": "It cannot be granted.", **_json(shapes.Error)}},
    }
    content: dict[str, Any] = _json(operation.takes)["content"] if operation.takes is not None else {}
    if operation.file:
        file = {"type": "string", "format": "binary"}
        form = {"type": "object", "properties": {operation.file: file}, "required": [operation.file]}
        content = {**content, "multipart/form-data": {"schema": form}}
    if content:
        made["requestBody"] = {"content": content, "required": not operation.empty}
    return made


def _parameters(rule: Rule, operation: Operation) -> Iterator[dict[str, Any]]:
    for name in re.findall(r"<(?:\w+:)?(\w+)>", rule.rule):
        kind = "integer" if f"<int:{name}>" in rule.rule else "string"
        limits = {"minimum": 0} if kind == "integer" else {"minLength": 1, "pattern": "^[^/]+$"}
        yield {"name": name, "in": "path", "required": True, "schema": {"type": kind, **limits}}
    for name, kind in operation.query.items():
        yield {"name": name, "in": "query", "required": False, "schema": {"type": kind}}
    for name in operation.headers:
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
    """The schema of every shape by the shape, and those that they refer to by name."""
    taken = [operation.takes for operation in OPERATIONS.values() if operation.takes is not None]
    given = [shape for operation in OPERATIONS.values() for shape in operation.gives.values()]
    all_shapes = list(
        dict.fromkeys([*taken, *(shape for shape in given if not isinstance(shape, tuple)), shapes.Error])
    )
    made, components = msgspec.json.schema_components(all_shapes, ref_template="#/components/schemas/{name}")
    return dict(zip(all_shapes, made, strict=True)), components
