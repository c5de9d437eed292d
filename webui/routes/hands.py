"""The page's JSON interface: hands laid, looked at, changed and forgotten."""

import msgspec
from flask import Blueprint, jsonify, request
from flask.typing import ResponseReturnValue

from vision.image import ImageError, open_image
from webui.hand.edits import Edit, Impossible, Undo
from webui.hand.questions import Answer
from webui.routes.context import gone, the_hand, the_table, the_words
from webui.routes.errors import Refusal
from webui.routes.requests import json_body
from webui.table.hands import Stale, TableHand
from webui.table.pictures import NothingSeen
from webui.views import hand_json
from webui.words.errors import vision_error
from webui.words.hand import refusal

blueprint = Blueprint("hands", __name__, url_prefix="/api")


@blueprint.get("/hands")
def hands() -> ResponseReturnValue:
    words = the_words()
    return jsonify(ok=True, hands=[hand_json(hand, words) for hand in the_table().hands.all()])


@blueprint.post("/hands")
def lay() -> ResponseReturnValue:
    """A photo in the form field `photo` is read; a request without a body lays a hand to be entered tile by tile.

    With `?chair=n` it is the hand of that chair, with its seat wind.
    """
    chair = request.args.get("chair", 0, int)
    if not 0 <= chair <= 4:
        raise Refusal(400, f"There is no chair {chair}", "Give chair=1 to 4, in the order of play")
    if not request.content_length:
        return _answer(the_table().lay_blank(chair), 201)
    photo = request.files.get("photo")
    if photo is None:
        raise Refusal(400, "There is no picture in what was sent", "Send it as the form field photo")
    try:
        return _answer(the_table().lay(lambda: open_image(photo.read()), chair), 201)
    except (ImageError, NothingSeen) as error:
        name = (photo.filename or "The picture")[-60:]
        fix = vision_error(the_words(), error) if isinstance(error, ImageError) else str(error)
        raise Refusal(422, f"{name} cannot be read", fix) from error


@blueprint.get("/hands/<hand_id>")
def hand(hand_id: str) -> ResponseReturnValue:
    return _answer(the_hand(hand_id))


@blueprint.post("/hands/<hand_id>/changes")
def change(hand_id: str) -> ResponseReturnValue:
    """Takes `{"version": n, "change": {"do": …}}`, an `Edit`, an `Answer` or an `Undo`, and answers with the hand."""
    body = json_body()
    version = body.get("version")
    if type(version) is not int:
        raise Refusal(400, f"version should be a number, got {version!r:.40}", "Send the version last answered")
    try:
        edit: Edit | Answer | Undo = msgspec.convert(body.get("change"), Edit | Answer | Undo)
        changed = the_table().change(hand_id, edit, version)
    except Impossible as error:
        raise Refusal(422, *refusal(the_words(), error)) from error
    except ValueError as error:
        raise Refusal(400, f"This is no change: {error}", "Load the page again") from error
    except Stale as error:
        raise Refusal(
            409, "Somebody else changed this hand meanwhile", "Load it again and repeat the change"
        ) from error
    if changed is None:
        raise gone(hand_id)
    return _answer(changed)


@blueprint.delete("/hands/<hand_id>")
def forget(hand_id: str) -> ResponseReturnValue:
    if not the_table().hands.forget(hand_id):
        raise gone(hand_id)
    return jsonify(ok=True)


def _answer(hand: TableHand, status: int = 200) -> ResponseReturnValue:
    return jsonify(ok=True, hand=hand_json(hand, the_words())), status
