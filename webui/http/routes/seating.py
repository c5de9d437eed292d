"""The question whether East sits where the match has them, where the followed play says otherwise."""

from webui.http import posted, shapes
from webui.http.api import Routes
from webui.http.context import table_of, the_words
from webui.http.requests import sent_id
from webui.rig.live_hand import Deal
from webui.serializers.seating import seating_asked, seating_json
from webui.table.follow.seating import say_right, turn

routes = Routes("seating", __name__)


@routes.get("/api/tables/<int:table>/seating", role="table", gives=shapes.Seating)
def asked(table: int) -> shapes.Seating:
    """Return whether the followed play contradicts the seat of East, and which seat it shows instead."""
    return shapes.Seating(ok=True, asked=seating_json(table_of(table), the_words()))


@routes.post(
    "/api/tables/<int:table>/seating",
    role="table",
    gives=shapes.Seating,
    body=posted.PostedSeating,
    headers=("Idempotency-Key",),
)
def answer(table: int, body: posted.PostedSeating) -> shapes.Seating:
    """Turn the players' seats as the followed play shows them, or say that they are right for the whole match.

    For another deal than the one in question nothing happens.
    """
    at = table_of(table)
    found = seating_asked(at, the_words())
    if found is not None and found[0].number == body.number:
        deal, east = found
        if body.turn:
            turn(at.followed, deal, east)
            at.talk.do(Deal(at.session.play.hand, east), sent_id())
            at.filling.take(deal.begun.hand)
        else:
            say_right(at.records.values, at.number, deal)
    return shapes.Seating(ok=True, asked=seating_json(at, the_words()))
