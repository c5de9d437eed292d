"""The JSON interface of hands: laid, read, changed, deleted."""

from typing import Final

import msgspec
from flask import Blueprint, jsonify, request
from flask.typing import ResponseReturnValue

from webui.hand.edits import Edit, Undo
from webui.hand.questions import Answer
from webui.routes.context import gone, the_hand, the_table, the_words
from webui.routes.errors import RequestError
from webui.routes.requests import json_body, sent_photo
from webui.table.hands import PAGE, TableHand
from webui.table.pictures import Sent
from webui.views import hand_json, listed_hand_json

MOST_LISTED: Final = 200
"""Hands of a list at most. Not measured."""

blueprint = Blueprint("hands", __name__, url_prefix="/api")


@blueprint.get("/hands")
def hands() -> ResponseReturnValue:
    """Hands of the table, the newest first.

    At most `limit` of them (60 where it is not given, 200 at most), before the hand of the number `before`; with
    `hidden=1` those that were put away.
    """
    words, asked = the_words(), request.args
    limit = min(max(asked.get("limit", PAGE, int), 1), MOST_LISTED)
    found = the_table().hands.newest(asked.get("before", None, int), limit, asked.get("hidden") == "1")
    return jsonify(ok=True, hands=[listed_hand_json(hand, words) for hand in found])


@blueprint.post("/hands")
def lay() -> ResponseReturnValue:
    """Lays a hand: one read from the photo in the form field `photo`, or a blank one where the request has no body.

    With `?chair=n` it is the hand of that chair, with its seat wind.
    """
    chair = request.args.get("chair", 0, int)
    if not 0 <= chair <= 4:
        raise RequestError(400, "no-such-chair", chair=chair)
    if not request.content_length:
        return _answer(the_table().lay_blank(chair), 201)
    with sent_photo() as photo:
        return _answer(the_table().lay(lambda: Sent.of(photo()), chair), 201)


@blueprint.get("/hands/<hand_id>")
def hand(hand_id: str) -> ResponseReturnValue:
    """One hand."""
    return _answer(the_hand(hand_id))


@blueprint.post("/hands/<hand_id>/changes")
def change(hand_id: str) -> ResponseReturnValue:
    """Changes a hand: `{"version": n, "change": {"do": …}}` with an `Edit`, an `Answer` or an `Undo`."""
    body = json_body()
    version = body.get("version")
    if type(version) is not int:
        raise RequestError(400, "no-version", got=f"{version!r:.40}")
    try:
        edit: Edit | Answer | Undo = msgspec.convert(body.get("change"), Edit | Answer | Undo)
    except msgspec.ValidationError as error:
        raise RequestError(400, "not-a-change", reason=str(error)) from error
    changed = the_table().change(hand_id, edit, version)
    if changed is None:
        raise gone(hand_id)
    return _answer(changed)


@blueprint.delete("/hands/<hand_id>")
def forget(hand_id: str) -> ResponseReturnValue:
    """Puts a hand away, by a record; nothing of it is removed."""
    the_hand(hand_id)
    the_table().hands.hide(hand_id)
    return jsonify(ok=True)


@blueprint.post("/hands/<hand_id>/shown")
def bring_back(hand_id: str) -> ResponseReturnValue:
    """Brings a hand back that was put away."""
    hand = the_table().hands.hide(hand_id, hidden=False)
    if hand is None:
        raise gone(hand_id)
    return _answer(hand)


def _answer(hand: TableHand, status: int = 200) -> ResponseReturnValue:
    return jsonify(ok=True, hand=hand_json(hand, the_words())), status
