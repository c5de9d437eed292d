"""The page of a hall screen or projector: the last hand, the totals, and the clock of one table."""

from flask import render_template, request

from scoring.match.records import Won
from webui.hand.hand import TableHand
from webui.hand.state import in_order
from webui.http import shapes
from webui.http.api import Routes
from webui.http.context import table_of, the_words
from webui.messages.game import in_game
from webui.serializers.hands import listed_hand_json
from webui.serializers.matches import match_json
from webui.serializers.tables import play_json
from webui.table.table import Table

routes = Routes("display", __name__)


@routes.page("/display/<int:number>")
def page(number: int) -> str:
    """Return the screen of a table, which has no controls; dark, or with `?light=1` as the device prefers."""
    table, words = table_of(number), the_words()
    hand, match = _shown(table), match_json(table.matches.current, words)
    return render_template(
        "display.html",
        number=number,
        match=match,
        hand=listed_hand_json(hand, words) if hand else None,
        unit_of=lambda rules, number: in_game(words, rules).unit(number),
        seats=play_json(table, words),
        in_order=in_order,
        light=request.args.get("light") == "1",
    )


@routes.get("/api/tables/<int:number>/shown", gives=shapes.ShownAnswer)
def shown(number: int) -> shapes.ShownAnswer:
    """Return the hand on the screen, or null.

    During a match it is the one that won the last hand, else the newest.
    """
    hand = _shown(table_of(number))
    return shapes.ShownAnswer(ok=True, hand=listed_hand_json(hand, the_words()) if hand else None)


def _shown(table: Table) -> TableHand | None:
    match = table.matches.current
    if match is None:
        return next(iter(table.hands.newest(limit=1)), None)
    last = next((hand.outcome for hand in reversed(match.match.hands) if hand.outcome), None)
    return table.hands.get(last.laid) if isinstance(last, Won) and last.laid else None
