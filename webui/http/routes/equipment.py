"""The JSON interface of a table's camera and box: detection, preview, and choice."""

from flask import Response
from flask.typing import ResponseReturnValue

from device.errors import LogError
from device.keypad import pads
from device.ports import drivers, ports
from vision.live.sources.controls import ControlPanel
from vision.live.sources.finding import find_cameras
from vision.live.sources.source import SourceError
from webui.hand.pictures import jpeg
from webui.http import posted, shapes
from webui.http.api import Routes
from webui.http.context import table_of, the_words
from webui.http.errors import RequestError
from webui.http.identity import from_here
from webui.http.routes.setup import set_up
from webui.http.site import the_site
from webui.rig.camera_preview import CameraPreview
from webui.serializers.setup import check_json, setting_json
from webui.serializers.tables import health_json
from webui.table import equipment
from webui.table.table import Table

routes = Routes("equipment", __name__)

SHOWN_SIDE = 1280
"""Longest side in pixels of the preview. More takes longer to load; less hides a blurred picture."""


@routes.get("/api/tables/<int:number>/cameras", gives=shapes.FoundCameras)
def cameras(number: int) -> shapes.FoundCameras:
    """Return the cameras connected to the server's computer."""
    table_of(number)
    found = [shapes.ConnectedCamera(each.source, each.name) for each in find_cameras()]
    return shapes.FoundCameras(ok=True, cameras=found)


@routes.put("/api/tables/<int:number>/camera", role="chief", gives=shapes.SetUpAnswer, body=posted.Addressed)
def choose_camera(number: int, body: posted.Addressed) -> shapes.SetUpAnswer:
    """Use a camera from now on: `{"address": "0"}`, or null for none.

    The address is that of a detected camera; on the server's computer also another one that reaches no file of it.
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
def try_camera(number: int, body: posted.Tryable) -> shapes.Tried:
    """Open a camera for preview, without using it yet: `{"address": "0"}`."""
    table, address = table_of(number), body.address.strip()
    equipment.expect_camera(table, address, from_here())
    try:
        _trial().begin(address, table.equipment.feed.camera if table.equipment.feed else None)
    except SourceError as error:
        raise RequestError(422, "camera-unusable", error) from error
    return _tried(table)


@routes.get("/api/tables/<int:number>/trial", role="chief", gives=shapes.Tried)
def tried(number: int) -> shapes.Tried:
    """Return the health of the previewed camera, and the check of its newest picture.

    It is released once nobody asks for it.
    """
    return _tried(table_of(number))


@routes.get("/api/tables/<int:number>/trial/<int:picture>.jpg", role="chief", gives=("image/jpeg",))
def tried_picture(number: int, picture: int) -> ResponseReturnValue:
    """Return the picture checked last."""
    table_of(number)
    found = _trial().picture(picture)
    if found is None:
        raise RequestError(404, "picture-gone", number=picture)
    return Response(jpeg(found, SHOWN_SIDE, 80), mimetype="image/jpeg")


@routes.delete("/api/tables/<int:number>/trial", role="chief", gives=shapes.Done)
def end_trial(number: int) -> shapes.Done:
    """Release the previewed camera."""
    table_of(number)
    _trial().end()
    return shapes.Done(ok=True)


@routes.get("/api/tables/<int:number>/camera/settings", gives=shapes.CameraSettings)
def settings(number: int) -> shapes.CameraSettings:
    """Return the settings of a table's camera: what each does, its value, and if it is fixed; none if it is gone."""
    return _settings(table_of(number))


@routes.put(
    "/api/tables/<int:number>/camera/settings", role="chief", gives=shapes.CameraSettings, body=posted.ControlsSet
)
def set_settings(number: int, body: posted.ControlsSet) -> shapes.CameraSettings:
    """Fix settings of a table's camera, now and whenever it opens: `{"fixed": true}` its present values,
    `{"values": {"exposure": 150}}` others, `{"size": [3840, 2160]}` the size of its pictures; `{"fixed": false}` lets
    it make them itself."""
    table = table_of(number)
    panel = _panel(table)
    if body.size and body.size not in panel.sizes():
        raise RequestError(422, "not-a-size")
    try:
        equipment.set_controls(table, body.fixed, body.values, body.size)
    except OSError as error:
        raise RequestError(507, "calibration-unwritable", reason=error.strerror or str(error)) from error
    table.equipment.reconsider()
    return _settings(table)


@routes.get("/api/tables/<int:number>/ports", gives=shapes.FoundPorts)
def found_ports(number: int) -> shapes.FoundPorts:
    """Return the serial ports and number pads of the server's computer, marking those that look like a table box."""
    table_of(number)
    known = drivers()
    found = [
        shapes.FoundPort(port.address, port.description, any(port.fits(driver) for driver in known)) for port in ports()
    ]
    found += [shapes.FoundPort(pad.address, pad.name, True) for pad in pads()]
    return shapes.FoundPorts(ok=True, ports=found)


@routes.put("/api/tables/<int:number>/box", role="chief", gives=shapes.SetUpAnswer, body=posted.Addressed)
def choose_box(number: int, body: posted.Addressed) -> shapes.SetUpAnswer:
    """Use a table box from now on: `{"address": "auto"}`, its port, or null for none.

    The port is a detected one; on the server's computer also a socket:// or rfc2217:// address.
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
    return the_site().trial


def _panel(table: Table) -> ControlPanel:
    if table.equipment.feed is None:
        raise RequestError(404, "no-camera")
    if table.equipment.feed.camera.panel is None:
        raise RequestError(409, "no-settings")
    return table.equipment.feed.camera.panel


def _settings(table: Table) -> shapes.CameraSettings:
    panel, words = _panel(table), the_words()
    return shapes.CameraSettings(
        ok=True,
        settings=[
            setting_json(each, each.name in table.equipment.rig.controls.fixed, words) for each in panel.settings()
        ],
        sizes=list(panel.sizes()),
        size=table.equipment.rig.controls.size,
    )


def _tried(table: Table) -> shapes.Tried:
    trial, words = _trial(), the_words()
    health = trial.health()
    if health is None:
        raise RequestError(404, "no-trial")
    seen = trial.newest(table.pictures.detect)
    height, width = seen.picture.shape[:2] if seen else (0, 0)
    return shapes.Tried(
        ok=True,
        name=trial.name(),
        health=health_json(health, words),
        number=seen.number if seen else None,
        size=(width, height) if seen else None,
        checks=[check_json(each, words) for each in (seen.checks if seen else ())],
    )
