"""The JSON interface of a table's camera and box: what is found, looked at before it is kept, and chosen."""

from typing import Any

from flask import Response, current_app, jsonify
from flask.typing import ResponseReturnValue

from device.errors import LogError
from device.ports import drivers, ports
from vision.live.camera import SourceError
from vision.live.found import find_cameras
from webui.hand.pictures import jpeg
from webui.rig.camera_preview import CameraPreview
from webui.routes import posted, shapes
from webui.routes.access import from_here
from webui.routes.api import Routes
from webui.routes.context import table_of, the_words
from webui.routes.errors import RequestError
from webui.routes.setup import set_up
from webui.serializers.setup import check_json
from webui.serializers.tables import health_json
from webui.table import equipment
from webui.table.table import Table

routes = Routes("equipment", __name__)

SHOWN_SIDE = 1280
"""Longest side in pixels of the picture of a camera that is looked at. Not measured."""


@routes.get("/api/tables/<int:number>/cameras", gives=shapes.FoundCameras)
def cameras(number: int) -> ResponseReturnValue:
    """The cameras that are connected to the computer of the server."""
    table_of(number)
    return jsonify(ok=True, cameras=[{"address": each.source, "name": each.name} for each in find_cameras()])


@routes.put("/api/tables/<int:number>/camera", role="chief", gives=shapes.SetUp, body=posted.Addressed)
def choose_camera(number: int, body: posted.Addressed) -> ResponseReturnValue:
    """Takes pictures from a camera from now on: `{"address": "0"}`, or null for none.

    The address is that of a camera that is found; on the computer of the server also an rtsp:// or http:// address.
    """
    table, address = table_of(number), body.address and body.address.strip()
    if address is not None:
        equipment.expect_camera(table, address, from_here())
    try:
        equipment.choose_camera(table, address, _trial())
    except SourceError as error:
        raise RequestError(422, "camera-unusable", error) from error
    return set_up(table)


@routes.post("/api/tables/<int:number>/trial", role="chief", gives=shapes.Tried, body=posted.Tryable)
def try_camera(number: int, body: posted.Tryable) -> ResponseReturnValue:
    """Opens a camera to be looked at, which the table does not take yet: `{"address": "0"}`."""
    table, address = table_of(number), body.address.strip()
    equipment.expect_camera(table, address, from_here())
    try:
        _trial().begin(address, table.feed.camera if table.feed else None)
    except SourceError as error:
        raise RequestError(422, "camera-unusable", error) from error
    return _tried(table)


@routes.get("/api/tables/<int:number>/trial", role="chief", gives=shapes.Tried)
def tried(number: int) -> ResponseReturnValue:
    """How the camera is doing that is looked at, and the check of its newest picture.

    It is let go once nobody asks for it any more.
    """
    return _tried(table_of(number))


@routes.get("/api/tables/<int:number>/trial/<int:picture>.jpg", role="chief", gives=("image/jpeg",))
def tried_picture(number: int, picture: int) -> ResponseReturnValue:
    """The picture that was checked last."""
    table_of(number)
    found = _trial().picture(picture)
    if found is None:
        raise RequestError(404, "picture-gone", number=picture)
    return Response(jpeg(found, SHOWN_SIDE, 80), mimetype="image/jpeg")


@routes.delete("/api/tables/<int:number>/trial", role="chief", gives=shapes.Done)
def end_trial(number: int) -> ResponseReturnValue:
    """Lets the camera go that is looked at."""
    table_of(number)
    _trial().end()
    return jsonify(ok=True)


@routes.get("/api/tables/<int:number>/ports", gives=shapes.FoundPorts)
def found_ports(number: int) -> ResponseReturnValue:
    """The serial ports of the computer of the server, and which of them look like a table box."""
    table_of(number)
    known = drivers()
    found = [
        {"address": port.address, "name": port.description, "box": any(port.fits(driver) for driver in known)}
        for port in ports()
    ]
    return jsonify(ok=True, ports=found)


@routes.put("/api/tables/<int:number>/box", role="chief", gives=shapes.SetUp, body=posted.Addressed)
def choose_box(number: int, body: posted.Addressed) -> ResponseReturnValue:
    """Listens to a table box from now on: `{"address": "auto"}`, its port, or null for none.

    The port is one that is found; on the computer of the server also a socket:// or rfc2217:// address.
    """
    table, address = table_of(number), body.address and body.address.strip()
    if address is not None:
        equipment.expect_box(table, address, from_here())
    try:
        equipment.choose_box(table, address)
    except LogError as error:
        raise RequestError(507, "box-log-unwritable", reason=str(error.trouble.about["reason"])) from error
    return set_up(table)


def _trial() -> CameraPreview:
    trial: CameraPreview = current_app.extensions["trial"]
    return trial


def _tried(table: Table) -> ResponseReturnValue:
    trial, words = _trial(), the_words()
    health = trial.health()
    if health is None:
        raise RequestError(404, "no-trial")
    seen = trial.newest(table.look)
    shown: dict[str, Any] = {"number": None, "size": None, "checks": []}
    if seen:
        height, width = seen.picture.shape[:2]
        checks = [check_json(each, words) for each in seen.checks]
        shown = {"number": seen.number, "size": [width, height], "checks": checks}
    return jsonify(ok=True, name=trial.name(), health=health_json(health, words), **shown)
