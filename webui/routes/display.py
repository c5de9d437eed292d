"""The page of a hall screen or projector: the last hand, the totals, and the clock of one table."""

from flask import Blueprint, jsonify, render_template
from flask.typing import ResponseReturnValue

from webui.routes.context import table_of, the_words
from webui.views import listed_hand_json

blueprint = Blueprint("display", __name__)


@blueprint.get("/display/<int:number>")
def page(number: int) -> str:
    """The screen of a table; there is nothing on it to press."""
    table_of(number)
    return render_template("display.html", number=number)


@blueprint.get("/api/tables/<int:number>/shown")
def shown(number: int) -> ResponseReturnValue:
    """The hand that the screen shows: the newest one; null while none was laid."""
    hands = table_of(number).hands.all()
    return jsonify(ok=True, hand=listed_hand_json(hands[0], the_words()) if hands else None)
