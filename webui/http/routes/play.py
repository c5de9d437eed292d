"""The JSON interface of the live hand, and the log of the table box."""

from contextlib import suppress

from flask import Response
from flask.typing import ResponseReturnValue

from device.link import LOG_FILES
from webui.http import shapes
from webui.http.api import Routes
from webui.http.context import table_of, the_words
from webui.http.errors import RequestError
from webui.http.requests import sent_id
from webui.rig.live_hand import AnswerBox, BoxAct, RigAct
from webui.serializers.tables import box_json, play_json

routes = Routes("play", __name__)


@routes.post(
    "/api/tables/<int:number>/play",
    role="table",
    gives=shapes.PlayedAnswer,
    body=RigAct,
    refusal="not-an-act",
    headers=("Idempotency-Key",),
)
def do(number: int, body: RigAct) -> shapes.PlayedAnswer:
    """Do an act, such as `{"do": "throw", "throw": 1, "dice": [3, 4]}`, in the live hand of a table."""
    table = table_of(number)
    table.talk.do(body, sent_id())
    return shapes.PlayedAnswer(ok=True, seats=play_json(table, the_words()))


@routes.post("/api/tables/<int:number>/box", role="table", gives=shapes.PlayedAnswer, body=BoxAct, refusal="not-an-act")
def board(number: int, body: BoxAct) -> shapes.PlayedAnswer:
    """Do what a button of a maker's own board means: `{"do": "draw"}`, `{"do": "call"}`, `{"do": "next"}`,
    `{"do": "win", "chair": 2}` or `{"do": "answer", "number": 3}`.

    With an `id` of the board's own, such as `"button-17"`, it is done once, however often it is sent.
    """
    table = table_of(number)
    if not table.talk.follow_board(body, body.id):
        raise RequestError(409, "nothing-asked", number=body.number if isinstance(body, AnswerBox) else 0)
    return shapes.PlayedAnswer(ok=True, seats=play_json(table, the_words()))


@routes.get("/api/tables/<int:number>/play", gives=shapes.PlayState)
def state(number: int) -> shapes.PlayState:
    """Return the live hand and the box of a table, in the form of the stream of events."""
    table, words = table_of(number), the_words()
    return shapes.PlayState(ok=True, seats=play_json(table, words), box=box_json(table.session, words))


@routes.get("/api/tables/<int:number>/box.log", gives=("text/plain",))
def log(number: int) -> ResponseReturnValue:
    """Return the log of the line of a table's box, the oldest lines first."""
    newest = table_of(number).session.log
    files = [newest.with_name(f"{newest.name}.{n}") for n in range(LOG_FILES - 1, 0, -1)] + [newest] if newest else []
    found = []
    for file in files:
        with suppress(OSError):  # it does not exist yet, or is being rotated
            found.append(file.read_bytes())
    if not found:
        raise RequestError(404, "no-box-record")
    headers = {"Content-Disposition": "attachment; filename=table-box.log"}
    return Response(b"".join(found), mimetype="text/plain", headers=headers)
