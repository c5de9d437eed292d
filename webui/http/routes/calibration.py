"""The calibration of a table: its page, its JSON interface, and the markers to print."""

from io import BytesIO
from typing import Annotated, Final

from flask import Response, render_template
from flask.typing import ResponseReturnValue
from msgspec import Meta, Struct

from vision.image import Picture
from vision.table.calibration import CHAIRS, Calibration, CalibrationError
from vision.table.markers import find_markers, save_sheet
from vision.table.outline import find_outline
from webui.hand.pictures import jpeg
from webui.http import shapes
from webui.http.api import Routes
from webui.http.context import table_or_own, the_words
from webui.http.errors import RequestError
from webui.http.posted import Corner
from webui.http.roles import expect_camera
from webui.messages.markers import sheet_text
from webui.rig.rig import DEPTH, by_markers
from webui.serializers.tables import notice_json
from webui.table.table import Table

routes = Routes("calibration", __name__)

SHOWN_SIDE: Final = 1920
"""Longest side in pixels of the picture in which corners are dragged. More takes longer to load; less makes corners
inexact."""


class Dragged(Struct):
    """A calibration by dragged corners.

    Attributes:
        size: Width and height in pixels of the picture.
        corners: The corners of the table top in that picture; corner n is left of seat n.
        depth: Depth of a seat's zone from its side, in sides of the table.
        side: Length of the table's side in millimetres, or None if unknown.
    """

    size: tuple[Annotated[int, Meta(ge=1)], Annotated[int, Meta(ge=1)]]
    corners: tuple[Corner, Corner, Corner, Corner]
    depth: float = DEPTH
    side: float | None = None


class Marked(Struct):
    """A calibration by the markers in the camera's picture.

    Attributes:
        depth: Depth of a seat's zone from its side, in sides of the table.
    """

    depth: float = DEPTH


@routes.page("/calibrate", "/t/<int:table>/calibrate")
def page(table: int | None = None) -> str:
    """Return the page for calibrating a table."""
    at, _ = _seen(table)
    return render_template("calibration.html", state=_state(at))


@routes.page("/calibrate/markers.pdf")
def markers() -> Response:
    """Return the four markers to print."""
    written = BytesIO()
    save_sheet(written, "PDF", sheet_text(the_words()))
    headers = {"Content-Disposition": "inline; filename=tableside-markers.pdf"}
    return Response(written.getvalue(), mimetype="application/pdf", headers=headers)


@routes.get("/api/tables/<int:table>/calibration", gives=shapes.Calibrated)
def state(table: int) -> shapes.Calibrated:
    """Return the calibration in force, its trouble, and the seat winds."""
    at, _ = _seen(table)
    return _state(at)


@routes.get("/api/tables/<int:table>/calibration/picture.jpg", gives=("image/jpeg",))
def picture(table: int) -> ResponseReturnValue:
    """Return the camera's current picture, with its full size in the header `Picture-Size`; 403 for strangers while it
    follows the play, which they see later."""
    at, seen = _seen(table)
    expect_camera(at)
    if seen is None:
        raise RequestError(409, "camera-opening")
    height, width = seen.shape[:2]
    return Response(jpeg(seen, SHOWN_SIDE), mimetype="image/jpeg", headers={"Picture-Size": f"{width} {height}"})


@routes.put(
    "/api/tables/<int:table>/calibration",
    role="referee",
    gives=shapes.Calibrated,
    body=Dragged,
    refusal="not-a-calibration",
)
def keep(table: int, body: Dragged) -> shapes.Calibrated:
    """Calibrate by dragged corners, such as `{"size": [w, h], "corners": [[x, y], …], "depth": 0.3, "side": 850}`."""
    at, seen = _seen(table)
    fit = seen is not None and seen.shape[1::-1] == body.size
    try:
        calibration = Calibration(
            body.size, body.corners, body.depth, body.side, find_markers(seen) if seen is not None and fit else ()
        )
    except CalibrationError as error:
        raise RequestError(422, "not-a-table", error) from error
    return _kept(at, calibration)


@routes.post(
    "/api/tables/<int:table>/calibration/markers",
    role="referee",
    gives=shapes.Calibrated,
    body=Marked,
    refusal="not-a-calibration",
)
def mark(table: int, body: Marked) -> shapes.Calibrated:
    """Calibrate by the four markers in the camera's picture."""
    at, seen = _seen(table)
    if seen is None:
        raise RequestError(409, "camera-opening")
    try:
        return _kept(at, by_markers(seen, body.depth))
    except CalibrationError as error:
        raise RequestError(422, "markers-missing", error) from error


@routes.post("/api/tables/<int:table>/calibration/outline", role="referee", gives=shapes.Outline)
def outline(table: int) -> shapes.Outline:
    """Find the corners of the table in the camera's picture, to be looked at and kept."""
    _, seen = _seen(table)
    if seen is None:
        raise RequestError(409, "camera-opening")
    corners = find_outline(seen)
    if corners is None:
        raise RequestError(422, "outline-unclear")
    return shapes.Outline(ok=True, corners=corners, size=(seen.shape[1], seen.shape[0]))


@routes.delete("/api/tables/<int:table>/calibration", role="referee", gives=shapes.Calibrated)
def forget(table: int) -> shapes.Calibrated:
    """Drop the calibration."""
    at, _ = _seen(table)
    try:
        at.equipment.rig.forget()
    except OSError as error:
        raise RequestError(507, "calibration-unremovable", reason=error.strerror or str(error)) from error
    at.equipment.reconsider()
    return _state(at)


def _seen(number: int | None) -> tuple[Table, Picture | None]:
    """Return the requested table, and the newest picture of its camera, or None before the first."""
    table = table_or_own(number)
    if table.equipment.feed is None:
        raise RequestError(404, "nothing-to-calibrate")
    frame = table.equipment.feed.camera.newest()
    return table, frame.picture if frame else None


def _kept(table: Table, calibration: Calibration) -> shapes.Calibrated:
    try:
        table.equipment.rig.keep(calibration)
    except OSError as error:
        raise RequestError(507, "calibration-unwritable", reason=error.strerror or str(error)) from error
    table.equipment.reconsider()
    return _state(table)


def _state(table: Table) -> shapes.Calibrated:
    rig, play = table.equipment.rig, table.session.play
    trouble = notice_json(rig.trouble, the_words())
    return shapes.Calibrated(
        ok=True,
        calibration=rig.last,
        trouble=trouble.says,
        kind=trouble.kind,
        about=trouble.about,
        winds=[play.wind_of(chair) if chair in play.chairs else "" for chair in CHAIRS],
    )
