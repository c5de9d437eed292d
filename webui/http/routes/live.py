"""The camera on the page: its pictures, the hands that it sees on its own, and storing the hand under it."""

from typing import Final

from flask import Response
from flask.typing import ResponseReturnValue

from webui.hand.hand import NothingSeenError
from webui.hand.pictures import jpeg
from webui.http import shapes
from webui.http.api import Routes
from webui.http.context import table_of, the_words
from webui.http.errors import RequestError
from webui.http.requests import whole
from webui.http.roles import expect_camera
from webui.rig.feed import Feed
from webui.serializers.endings import table_hand_json
from webui.serializers.laid import laid_json
from webui.table.table import Table

routes = Routes("live", __name__)

SHOWN_SIDE: Final = 1280
"""Longest side in pixels of the camera's pictures on the page. More takes network and time; less hides doubtful
tiles."""


@routes.get("/api/tables/<int:table>/live/<int:look>.jpg", gives=("image/jpeg",))
def picture(table: int, look: int) -> ResponseReturnValue:
    """Return the picture of one look of a table's camera; 403 for strangers while it follows the play, which they see
    later."""
    at = table_of(table)
    expect_camera(at)
    seen = _feed(at).look(look)
    if seen is None:
        raise RequestError(404, "picture-gone", number=look)
    return Response(jpeg(seen.picture, SHOWN_SIDE, 80), mimetype="image/jpeg")


@routes.post(
    "/api/tables/<int:table>/live/take", role="table", gives={201: shapes.HandAnswer}, query={"picture": "integer"}
)
def take(table: int) -> tuple[shapes.HandAnswer, int]:
    """Store the hand under the camera: as in look `?picture=n`, or else as soon as its reading settles.

    A picture without tiles is stored too, with the reason why no hand was read.
    """
    at = table_of(table)
    feed = _feed(at)
    if feed.camera.health().state == "opening":
        raise RequestError(409, "camera-opening")
    try:
        hand = at.intake.from_camera(feed, at.equipment.rig, number=whole("picture", 0), keep_unread=True)
    except NothingSeenError as error:
        raise RequestError(422, "no-tiles-in-sight") from error
    return shapes.HandAnswer(ok=True, hand=table_hand_json(at, hand, the_words())), 201


@routes.get("/api/tables/<int:table>/laid", gives=shapes.LaidAnswer)
def laid(table: int) -> shapes.LaidAnswer:
    """Return the hands that lie on a table now; its camera sees them on its own while a match is played.

    A hand is here as soon as it is read, and is stored, with an `id`, once its reading has settled. Nothing of it is
    recorded in the match before a person confirms it.
    """
    return shapes.granted(shapes.LaidAnswer, laid_json(table_of(table), the_words()))


def _feed(table: Table) -> Feed:
    if table.equipment.feed is None:
        raise RequestError(404, "no-camera")
    return table.equipment.feed
