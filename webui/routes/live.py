"""The camera on the page: its pictures, and taking the hand that lies there."""

from typing import Final

from flask import Blueprint, Response, jsonify, request
from flask.typing import ResponseReturnValue

from webui.routes.context import the_table, the_words
from webui.routes.errors import Refusal
from webui.table.feed import Feed
from webui.table.pictures import NothingSeen, jpeg
from webui.views import hand_json
from webui.words.errors import vision_error

blueprint = Blueprint("live", __name__, url_prefix="/api/live")

SHOWN_SIDE: Final = 1280
"""Longest side in pixels of the camera's pictures on the page. Not measured."""


@blueprint.get("/<int:number>.jpg")
def picture(number: int) -> ResponseReturnValue:
    look = _feed().look(number)
    if look is None:
        raise Refusal(404, f"Picture {number} is not kept any more", "Ask for the newest")
    return Response(jpeg(look.picture, SHOWN_SIDE, 80), mimetype="image/jpeg")


@blueprint.post("/take")
def take() -> ResponseReturnValue:
    """Keeps the hand that lies there: as it was seen in look `?picture=n`, or else as soon as its reading settles."""
    feed = _feed()
    health = feed.camera.health()
    if health.state in ("stalled", "lost") or feed.camera.newest() is None:
        why = vision_error(the_words(), health.trouble) if health.trouble else "The camera has shown nothing yet"
        raise Refusal(409, why, "Wait until its picture moves again")
    try:
        hand = the_table().lay_seen(feed, number=request.args.get("picture", 0, int))
    except NothingSeen as error:
        raise Refusal(422, "No tiles lie in sight of the camera", "Lay the hand face up, in its picture") from error
    return jsonify(ok=True, hand=hand_json(hand, the_words())), 201


def _feed() -> Feed:
    feed = the_table().feed
    if feed is None:
        raise Refusal(
            404,
            "There is no camera",
            "Start with `tableside serve --camera 0`, an address, a clip or a folder",
        )
    return feed
