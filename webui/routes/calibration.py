"""The calibration of a table: its page, its JSON interface, and the markers to print."""

from io import BytesIO
from typing import Annotated, Any, Final, TypeVar

import msgspec
from flask import Blueprint, Response, jsonify, render_template
from flask.typing import ResponseReturnValue
from msgspec import Meta, Struct

from vision.image import Picture
from vision.table.calibration import CHAIRS, Calibration, CalibrationError
from vision.table.markers import find_markers, save_sheet
from webui.routes.context import the_table, the_words
from webui.routes.errors import RequestError
from webui.routes.requests import json_body
from webui.table.pictures import jpeg
from webui.table.rig import DEPTH, Rig, by_markers
from webui.views.tables import notice_json
from webui.words.markers import sheet_text

blueprint = Blueprint("calibration", __name__)

SHOWN_SIDE: Final = 1920
"""Longest side in pixels of the picture on the page, on which corners are dragged. Not measured."""

Point = tuple[float, float]
"""A place in a picture: x to the right and y down, in pixels."""

T = TypeVar("T")


class Dragged(Struct):
    """A calibration by corners that somebody dragged.

    Attributes:
        size: Width and height in pixels of the picture.
        corners: The corners of the table top in that picture; corner n is left of chair n.
        depth: How far a seat's zone reaches from its side, in sides of the table.
        side: Length of the table's side in millimetres; None when nobody measured it.
    """

    size: tuple[Annotated[int, Meta(ge=1)], Annotated[int, Meta(ge=1)]]
    corners: tuple[Point, Point, Point, Point]
    depth: float = DEPTH
    side: float | None = None


class Marked(Struct):
    """A calibration by the markers in the camera's picture.

    Attributes:
        depth: How far a seat's zone reaches from its side, in sides of the table.
    """

    depth: float = DEPTH


@blueprint.get("/calibrate")
def page() -> str:
    """The page on which a table is calibrated."""
    rig, _ = _rig()
    return render_template("calibration.html", state=_state(rig))


@blueprint.get("/calibrate/markers.pdf")
def markers() -> Response:
    """The four markers to print."""
    written = BytesIO()
    save_sheet(written, "PDF", sheet_text(the_words()))
    headers = {"Content-Disposition": "inline; filename=tableside-markers.pdf"}
    return Response(written.getvalue(), mimetype="application/pdf", headers=headers)


@blueprint.get("/api/calibration")
def state() -> ResponseReturnValue:
    """The calibration in force, what is wrong with it, and the seat winds of the chairs."""
    rig, _ = _rig()
    return jsonify(ok=True, **_state(rig))


@blueprint.get("/api/calibration/picture.jpg")
def picture() -> ResponseReturnValue:
    """What the camera sees now, with its full size in the header `Picture-Size`."""
    _, seen = _rig()
    if seen is None:
        raise RequestError(409, "camera-opening")
    height, width = seen.shape[:2]
    return Response(jpeg(seen, SHOWN_SIDE), mimetype="image/jpeg", headers={"Picture-Size": f"{width} {height}"})


@blueprint.put("/api/calibration")
def keep() -> ResponseReturnValue:
    """Calibrates by dragged corners, such as `{"size": [w, h], "corners": [[x, y], …], "depth": 0.3, "side": 850}`."""
    rig, seen = _rig()
    given = _given(Dragged)
    fit = seen is not None and seen.shape[1::-1] == given.size
    try:
        calibration = Calibration(
            given.size, given.corners, given.depth, given.side, find_markers(seen) if seen is not None and fit else ()
        )
    except CalibrationError as error:
        raise RequestError(422, "not-a-table", error) from error
    return _kept(rig, calibration)


@blueprint.post("/api/calibration/markers")
def mark() -> ResponseReturnValue:
    """Calibrates by the four markers in the camera's picture."""
    rig, seen = _rig()
    given = _given(Marked)
    if seen is None:
        raise RequestError(409, "camera-opening")
    try:
        return _kept(rig, by_markers(seen, given.depth))
    except CalibrationError as error:
        raise RequestError(422, "markers-missing", error) from error


@blueprint.delete("/api/calibration")
def forget() -> ResponseReturnValue:
    """Drops the calibration."""
    rig, _ = _rig()
    try:
        rig.forget()
    except OSError as error:
        raise RequestError(507, "calibration-unremovable", reason=error.strerror or str(error)) from error
    the_table().reconsider()
    return jsonify(ok=True, **_state(rig))


def _rig() -> tuple[Rig, Picture | None]:
    """The rig of this table, and the newest picture of its camera; None before the first."""
    table = the_table()
    if table.feed is None:
        raise RequestError(404, "nothing-to-calibrate")
    frame = table.feed.camera.newest()
    return table.rig, frame.picture if frame else None


def _given(kind: type[T]) -> T:
    try:
        return msgspec.convert(json_body(), kind, strict=False)
    except msgspec.ValidationError as error:
        raise RequestError(400, "not-a-calibration", reason=str(error)) from error


def _kept(rig: Rig, calibration: Calibration) -> ResponseReturnValue:
    try:
        rig.keep(calibration)
    except OSError as error:
        raise RequestError(507, "calibration-unwritable", reason=error.strerror or str(error)) from error
    the_table().reconsider()
    return jsonify(ok=True, **_state(rig))


def _state(rig: Rig) -> dict[str, Any]:
    last, play = rig.last, the_table().session.play
    return {
        "calibration": msgspec.to_builtins(last) if last else None,
        **notice_json(rig.trouble, the_words(), "trouble"),
        "winds": [play.wind_of(chair) for chair in CHAIRS],
    }
