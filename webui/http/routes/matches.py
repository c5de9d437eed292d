"""The JSON interface of tables, their matches, and their records."""

from typing import Final

from flask import request
from flask.typing import ResponseReturnValue
from msgspec import UNSET, structs

from scoring.match.errors import RecordError
from scoring.match.records import Drawn, Erased, Won
from webui.hall.desk import GoneOn
from webui.hall.remote_commands import send
from webui.http import posted, shapes
from webui.http.api import Routes
from webui.http.context import at, table_of, the_hall, the_table, the_tables, the_words
from webui.http.errors import RequestError
from webui.http.identity import caller, signed
from webui.http.photographs import photograph
from webui.http.requests import whole
from webui.http.roles import expect_act
from webui.match.matches import TableMatch
from webui.messages import outbox as outbox_words
from webui.messages import scoring as scoring_words
from webui.messages import unstopped
from webui.messages.table import at_end
from webui.records.chain import START, seal_of
from webui.records.commitments import fields_of_persons
from webui.records.errors import RecordsError
from webui.serializers.amending import amending_json
from webui.serializers.clocks import ClockShown, clock_json
from webui.serializers.damaged import damaged_json
from webui.serializers.endings import table_match_json
from webui.serializers.matches import entry_json, match_json, summary_json
from webui.serializers.overview import tables_json
from webui.serializers.remote_commands import orders_json
from webui.table.importing import renumbered
from webui.table.table import Table

routes = Routes("matches", __name__)

PICTURES: Final = ("image/jpeg", "image/png", "image/webp", "image/heic", "application/octet-stream")
"""The media types of photos as sent."""

MOST_LISTED = 100
"""Most matches of a list. More makes it slow; fewer hides old matches."""


@routes.get("/api/tables", gives=shapes.TablesAnswer)
def tables() -> shapes.TablesAnswer:
    """Return the tables of this server, with the state of each: its match, and its clock if that was started."""
    return shapes.TablesAnswer(ok=True, tables=tables_json(the_tables()))


@routes.get("/api/tables/<int:number>/match", gives=shapes.MatchState, query={"number": "integer"})
def match(number: int) -> shapes.MatchState:
    """Return the state of the match; with `?number=n` of the one that record n seats."""
    table = table_of(number)
    asked = whole("number", None)
    with at(table):
        return _match(table, asked)


def _match(table: Table, asked: int | None) -> shapes.MatchState:
    found = table.matches.get(asked)
    if found is None and asked is not None:
        raise RequestError(404, "no-such-match", number=asked)
    shown = table_match_json(table, the_words(), the_hall()) if asked is None else match_json(found, the_words())
    damaged = damaged_json(table, the_words())
    return shapes.granted(shapes.MatchState, shown, table=table.number, clock=_clock(table, found), damaged=damaged)


@routes.get("/api/tables/<int:number>/seal", gives=shapes.Seal)
def seal(number: int) -> shapes.Seal:
    """Return the seal of the table's newest match: the end of a chain over its records.

    Each record's seal is the SHA-256 of lines: the seal before it (64 zeros at first), id, number, time and hash of the
    record, and `committed` if it has commitments. A device that keeps a seal can verify later that all records before
    it are unchanged.
    """
    found = table_of(number).matches.get(None)
    if found is None:
        return shapes.Seal(ok=True, match=None, record=0, seal=START, started=None)
    started, sealed = found.entries[0].when, seal_of(found.entries)
    return shapes.Seal(ok=True, match=found.number, record=found.version, seal=sealed, started=started)


@routes.get("/api/tables/<int:number>/matches", gives=shapes.MatchesAnswer, query={"limit": "integer"})
def matches(number: int) -> shapes.MatchesAnswer:
    """Return the matches of a table, the newest first, at most `?limit=n`."""
    limit = whole("limit", MOST_LISTED, most=MOST_LISTED)
    listed = [summary_json(found) for found, _ in zip(table_of(number).matches.all(), range(limit), strict=False)]
    return shapes.MatchesAnswer(ok=True, matches=listed)


@routes.get("/api/tables/<int:number>/records", gives=shapes.Records, query={"after": "integer", "limit": "integer"})
def records(number: int) -> shapes.Records:
    """Return the records of a table, oldest first: those after number `?after=n`, at most `?limit=n`."""
    table = table_of(number)
    found = table.records.journal.entries(table.number, whole("after", 0), whole("limit", None))
    rewritten = table.records.news(table.number).rewrites > 0
    with table.matches.at():
        listed = [entry_json(entry, table.matches, the_words()) for entry in found]
    return shapes.Records(ok=True, records=listed, rewritten=rewritten, persons=sorted(fields_of_persons()))


@routes.get("/api/tables/<int:number>/records/<int:record>/form", gives=shapes.AmendingFormAnswer)
def amending(number: int, record: int) -> shapes.AmendingFormAnswer:
    """Return the form by which a person corrects an act of a hand with several, filled in as it was recorded."""
    found = table_of(number).matches.of_record(record)
    form = amending_json(found, record, the_words()) if found else None
    if form is None:
        raise RequestError(404, "not-found", path=request.path)
    return shapes.granted(shapes.AmendingFormAnswer, form)


@routes.post(
    "/api/tables/<int:number>/records",
    role="table",
    gives={200: shapes.RecordedAnswer, 201: shapes.RecordedAnswer, 202: shapes.Ordered},
    takes=posted.PostedRecord,
    body=posted.Recording,
    refusal="not-a-record",
)
def record(number: int, body: posted.Recording) -> tuple[shapes.RecordedAnswer | shapes.Ordered, int]:
    """Record an act: `{"id": UUID, "act": {"type": …}}`, with `"who"` for the author if nobody has signed in.

    With `"after"`, the number of the last record that the sender has seen, the act refers to the hand current then. 201
    once it is on the disk; 200 with the same number if the same id and act are recorded already; 409 if the id has
    another act, or the current hand is not the one after that record; 422 if the match cannot follow it. 409 of kind
    `others-hang` if a void or a correction would move other records to another hand, or make them pay differently, as
    `hanging` lists, and of kind `round-running` if a match would begin during a round of an event; with `"anyway":
    true` it is recorded. 202 with the `order` if a device has the table: a referee's act is sent to it, and recorded
    there. What is sent to a table whose match goes on at another one is recorded there, which `table` says. A removed
    name has `erasing`, the tables whose devices have not removed it yet; the end of a hand has
    `reminds`, what the players do before the tiles are mixed, where they do anything.
    """
    table = table_of(number)
    with at(table):
        return _recorded(table, body)


def _recorded(table: Table, body: posted.Recording) -> tuple[shapes.RecordedAnswer | shapes.Ordered, int]:
    id, act, after, force = body.id, body.act, body.after, body.force
    expect_act(act)
    if table.matches.taken_back and (gone := _gone_on(table, body)):
        there, sent = table_of(gone.table), renumbered(act, gone.numbers)
        with there.at():
            seen = None if after is None else gone.after(after)
            made, status = _recorded(there, structs.replace(body, act=sent, after=seen))
        if isinstance(made, shapes.RecordedAnswer):
            made.table = made.table or gone.table
            made.record = structs.replace(made.record, revocable=False)  # an undo would name its number to this table
        return made, status
    try:
        try:
            entry, new = table.record(act, id, signed(body.who), caller().recorded, after, force)
        except RecordsError as error:
            if error.kind != "table-elsewhere" or not caller().may("referee"):
                raise
            send(table, act, id, signed(body.who), caller().recorded, after, force)
            return shapes.Ordered(
                ok=True, order=str(id), orders=orders_json(the_tables(), the_words(), table.number)
            ), 202
    except (RecordError, OverflowError) as error:
        raise RequestError(400, "not-a-record", reason=_reason(error)) from error
    made = shapes.RecordedAnswer(ok=True, number=entry.number, record=entry_json(entry, table.matches, the_words()))
    if new and isinstance(entry.act, Erased):
        made.erasing = sorted({each.table for each in table.records.orders.undone() if each.kind == "erase"})
    current = table.matches.current
    if new and isinstance(entry.act, Won | Drawn) and current:
        made.reminds = at_end(the_words(), current.match) or UNSET
    return made, 201 if new else 200


def _gone_on(table: Table, body: posted.Recording) -> GoneOn | None:
    """Return where the match goes on that a sender means who did not see that it went to another table, or None."""
    if body.act.get("type") == "Seated" or table.matches.again(body.id, body.act):
        return None
    gone = the_hall().gone_on(table.number)
    return gone if gone and (body.after is None or gone.saw(body.after)) else None


@routes.post("/api/tables/<int:number>/hand-in", role="referee", gives=shapes.HandedInAnswer)
def hand_in(number: int) -> shapes.HandedInAnswer:
    """Send the records that a hall refused to the device that has the table, which records or refuses them.

    `sent` is the number of those records, `left` the number that stay here.
    """
    outbox = table_of(number).outbox
    if outbox is None:
        raise RequestError(404, "nothing-to-hand-in")
    done = outbox.hand_in()
    return shapes.HandedInAnswer(ok=True, sent=done.sent, left=done.left, says=outbox_words.handed(the_words(), done))


@routes.post("/api/tables/<int:number>/damaged", role="chief", gives=shapes.Done, body=posted.PostedDamaged)
def set_aside(number: int, body: posted.PostedDamaged) -> shapes.Done:
    """Set the damaged record of a table aside: it stays in the database, and the table goes on without it.

    Nothing happens if that record is not damaged, or was set aside already.
    """
    table_of(number).set_aside(body.number, signed(None), caller().recorded)
    the_hall().resume()
    return shapes.Done(ok=True)


@routes.get("/api/tables/<int:number>/orders", role="referee", gives=shapes.Orders)
def orders(number: int) -> shapes.Orders:
    """Return the commands for a table that its device has not followed, or not yet, the oldest first."""
    return shapes.Orders(ok=True, orders=orders_json(the_tables(), the_words(), table_of(number).number))


@routes.delete("/api/tables/<int:number>/orders/<order_id>", role="referee", gives=shapes.Orders)
def forget_order(number: int, order_id: str) -> shapes.Orders:
    """Remove a command that the device did not follow from the list."""
    if not table_of(number).records.orders.forget(number, order_id):
        raise RequestError(404, "no-such-order")
    return orders(number)


def _reason(error: RecordError | OverflowError) -> str:
    if not isinstance(error, RecordError):
        return f"{error!r:.200}"
    return unstopped(scoring_words.error(the_words(), error))


def _clock(table: Table, found: TableMatch | None) -> ClockShown:
    return clock_json(table.clock, found.match.body if found else table.now().body)


@routes.get("/api/photos/<sha256>", gives=PICTURES)
def photo(sha256: str) -> ResponseReturnValue:
    """Return a photo in its stored form: as sent, except position, owner and serial numbers; its bytes are verified."""
    table = the_table()
    return photograph(table, sha256, "", lambda: table.records.photos.read(sha256), fresh=0)
