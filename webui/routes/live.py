"""The camera on the page: its pictures, and taking the hand that lies there."""

from typing import Final

from flask import Blueprint, Response, jsonify, request
from flask.typing import ResponseReturnValue

from webui.routes.context import the_table, the_words
from webui.routes.errors import RequestError
from webui.table.feed import Feed
from webui.table.pictures import NothingSeen, jpeg
from webui.views.endings import table_hand_json

blueprint = Blueprint("live", __name__, url_prefix="/api/live")

SHOWN_SIDE: Final = 1280
"""Longest side in pixels of the camera's pictures on the page. Not measured."""


@blueprint.get("/<int:number>.jpg")
def picture(number: int) -> ResponseReturnValue:
    """The picture of a look."""
    look = _feed().look(number)
    if look is None:
        raise RequestError(404, "picture-gone", number=number)
    return Response(jpeg(look.picture, SHOWN_SIDE, 80), mimetype="image/jpeg")


@blueprint.post("/take")
def take() -> ResponseReturnValue:
    """Keeps the hand that lies there: as it was seen in look `?picture=n`, or else as soon as its reading settles.

    A picture without tiles is kept too, and says why no hand was read.
    """
    table, feed = the_table(), _feed()
    if feed.camera.health().state == "opening":
        raise RequestError(409, "camera-opening")
    try:
        hand = table.laying.seen(feed, table.rig, number=request.args.get("picture", 0, int), anyway=True)
    except NothingSeen as error:
        raise RequestError(422, "no-tiles-in-sight") from error
    return jsonify(ok=True, hand=table_hand_json(table, hand, the_words())), 201


def _feed() -> Feed:
    feed = the_table().feed
    if feed is None:
        raise RequestError(404, "no-camera")
    return feed
