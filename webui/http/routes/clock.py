"""The JSON interface of the referee's clock."""

from webui.http import shapes
from webui.http.api import Routes
from webui.http.context import table_of
from webui.http.requests import sent_id
from webui.match.clock import ClockAct
from webui.serializers.clocks import clock_json
from webui.table.table import Table

routes = Routes("clock", __name__)


@routes.get("/api/tables/<int:number>/clock", gives=shapes.ClockAnswer)
def clock(number: int) -> shapes.ClockAnswer:
    """Return the present state of the clock."""
    return _answer(table_of(number))


@routes.post(
    "/api/tables/<int:number>/clock",
    role="referee",
    gives=shapes.ClockAnswer,
    headers=("Idempotency-Key",),
    body=ClockAct,
    refusal="not-an-act",
)
def do(number: int, body: ClockAct) -> shapes.ClockAnswer:
    """Start, pause, extend or end the clock, such as `{"do": "extend", "minutes": 10}`.

    One that could not be sent for a while says so in seconds as `waited`, and counts from when it was pressed (a start
    from when it arrives), unless somebody has acted since: the sender's earlier acts that were still on their way are
    named in `own`, by their `Idempotency-Key`. An act that is sent again with its `Idempotency-Key` (UUID)
    is followed once.
    """
    table = table_of(number)
    table.clock.do(body, table.now().body, sent_id())
    return _answer(table)


def _answer(table: Table) -> shapes.ClockAnswer:
    return shapes.ClockAnswer(ok=True, clock=clock_json(table.clock, table.now().body))
