"""The start page, the page of a hand, and the photographs on them."""

from flask import Blueprint, Response, current_app, render_template, request

from scoring import RULES
from webui.hand.state import in_order
from webui.routes.context import the_hand, the_table, the_words
from webui.routes.errors import RequestError
from webui.views.endings import table_hand_json
from webui.words import scoring as wording

blueprint = Blueprint("pages", __name__)


@blueprint.get("/")
def start() -> str:
    """The start page: the camera, the hand in play, and the hands so far."""
    table = the_table()
    return render_template(
        "start.html",
        hands=table.hands.all(),
        live=table.feed is not None,
        box=table.session.box is not None,
        in_order=in_order,
        tilesets=current_app.extensions["tilesets"],
    )


@blueprint.get("/hands/<hand_id>")
def hand(hand_id: str) -> str:
    """The page of one hand."""
    presets = [[book.name, wording.rules(the_words(), book)] for book in RULES.values()]
    return render_template(
        "hand.html", hand=table_hand_json(the_table(), the_hand(hand_id), the_words()), presets=presets
    )


@blueprint.get("/hands/<hand_id>/<any(photo, thumb):which>.jpg")
def picture(hand_id: str, which: str) -> Response:
    """A hand's photograph, or the small picture of it."""
    kept, shown = the_hand(hand_id), the_table().shown
    if not kept.photo:
        raise RequestError(404, "not-found", path=request.path)
    data = shown.whole(kept.photo) if which == "photo" else shown.small(kept.photo)
    response = Response(data, mimetype="image/jpeg")
    response.cache_control.private = True
    response.cache_control.max_age = 86400
    response.cache_control.immutable = True
    return response
