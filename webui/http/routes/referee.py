"""Referees: their page, calls from all tables, hands that wait for them, and their notes on players."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

from flask import render_template
from msgspec import UNSET

from webui.base.errors import WebError
from webui.hall.remote_commands import send
from webui.hand.state import in_order
from webui.http import posted, shapes
from webui.http.api import Routes
from webui.http.context import table_of, the_hall, the_tables, the_words
from webui.http.errors import RequestError
from webui.http.identity import caller, signed, viewer
from webui.http.posted import LONGEST_TEXT
from webui.http.requests import sent_id
from webui.messages.errors import web_error
from webui.messages.match import AT_ONCE
from webui.records import moments
from webui.records.calls import Call
from webui.records.errors import RecordsError
from webui.serializers.deals import play_now_json
from webui.serializers.readings import strip
from webui.serializers.referee import (
    Fined,
    RefereeCall,
    appeals_json,
    call_json,
    claims_json,
    fines_json,
    note_json,
    waiting_json,
)
from webui.serializers.remote_commands import orders_json
from webui.table.table import Table

routes = Routes("referee", __name__)


def _tables_here(event: int | None) -> Iterator[Table]:
    """Yield the tables with something to decide, of one event or all."""
    tables = the_tables()
    yield from (table for number in tables.used() if _theirs(event, number) and (table := tables.get(number)))


def _theirs(event: int | None, table: int | None, player: str = "") -> bool:
    """Return True if a table or player concerns somebody: always, unless their role is for one event."""
    if event is None:
        return True
    if table is not None and the_hall().holds(event, table):
        return True
    return player in {each.person.name for each in the_hall().get(event).event.entrants.values()}


@routes.page("/referee")
def page() -> str:
    """Return the page of a referee, for a phone in the hall; to a referee with everything that waits."""
    found = None
    with suppress(RecordsError):  # the page says so
        found = _overview(viewer().event) if viewer().may("referee") else None
    return render_template(
        "referee.html", longest=LONGEST_TEXT, found=found, since=_since, strip=strip, in_order=in_order
    )


def _since(call: RefereeCall) -> int:
    """Return for how many seconds a call has been waiting."""
    return max(0, round((datetime.fromisoformat(call.now) - datetime.fromisoformat(call.at)).total_seconds()))


@routes.get("/api/referee", role="referee", gives=shapes.Refereeing)
def overview() -> shapes.Refereeing:
    """Return everything that waits for a referee at all tables, notes on players, and every fine with its evidence."""
    answer = _overview(caller().event)
    answer.drawn = render_template("referee_drawn.html", found=answer)
    return answer


def _overview(event: int | None) -> shapes.Refereeing:
    """Return what waits for a referee of one event or all."""
    store, words, now = the_tables().records.calls, the_words(), moments.now()
    tables = list(_tables_here(event))
    sent = [each for each in orders_json(the_tables(), words) if _theirs(event, each.table)]
    players = sorted({name for table in tables if (found := table.matches.current) for name in found.match.players})
    return shapes.Refereeing(
        ok=True,
        calls=[call_json(call, now, words) for call in store.open() if _theirs(event, call.table)],
        done=[call_json(call, now, words) for call in store.done() if _theirs(event, call.table)],
        appeals=[each for table in tables for each in appeals_json(table, words)],
        waiting=[each for table in tables for each in waiting_json(table, words, sent)],
        claims=[each for table in tables for each in claims_json(table, words)],
        notes=[note_json(note) for note in store.notes() if _theirs(event, note.table, note.player)],
        players=players,
        penalties=fines_json(_fined(tables), words),
        orders=sent,
        play=play_now_json(tables, the_tables().records.followed.newest(), words) or UNSET,
    )


@routes.post("/api/referee/approvals", role="referee", gives=shapes.Approvals, body=posted.PostedApprovals)
def approve(body: posted.PostedApprovals) -> shapes.Approvals:
    """Approve hands of many tables, each by a record of its own with the id given for it.

    `failed` has the hands that were not approved, each with the reason: among them those that were changed after record
    `seen`, the last that the sender has seen of their match. The same ids again make nothing twice.
    """
    return _each(body.approvals, _approve)


def _approve(asked: posted.PostedApproval) -> int | None:
    table, act = _table(asked.table), {"type": "Approved", "hand": asked.hand}
    found = table.matches.current
    again = table.matches.again(asked.id, act)
    if not again and (found is None or table.matches.changed_since(found.number, asked.hand, asked.seen)):
        raise RequestError(409, "hand-changed-since", hand=asked.hand)
    return again.number if again else _record(table, act, asked.id)


@routes.post("/api/referee/approvals/undone", role="referee", gives=shapes.Approvals, body=posted.PostedUndoneApprovals)
def undo_approvals(body: posted.PostedUndoneApprovals) -> shapes.Approvals:
    """Undo approvals by the numbers of their records, each by a record of its own, as for approvals.

    An approval stays, with the reason in `failed`, if anything was recorded about its hand since.
    """
    return _each(body.approvals, _undo)


def _undo(asked: posted.PostedUndoneApproval) -> int | None:
    table = _table(asked.table)
    act = {"type": "Void", "of": asked.record, "reason": AT_ONCE}
    again, found = table.matches.again(asked.id, act), table.matches.of_record(asked.record)
    if again:
        return again.number
    hand = next((hand.number for hand in found.match.hands if hand.approved == asked.record), None) if found else None
    if found is None or hand is None or table.matches.changed_since(found.number, hand, asked.record):
        raise RequestError(409, "hand-changed-since", hand=hand or asked.hand)
    return _record(table, act, asked.id)


_Asked = TypeVar("_Asked", posted.PostedApproval, posted.PostedUndoneApproval)


def _each(asked: Iterable[_Asked], record: Callable[[_Asked], int | None]) -> shapes.Approvals:
    """Record something for each hand, whatever becomes of the others."""
    done, failed = list[shapes.ApprovalMade](), list[shapes.ApprovalFailed]()
    for each in asked:
        try:
            done.append(shapes.ApprovalMade(each.table, each.hand, each.id, record(each)))
        except WebError as error:
            said, fix = web_error(the_words(), error)
            failed.append(shapes.ApprovalFailed(each.table, each.hand, each.id, said, fix, error.kind))
    return shapes.Approvals(ok=True, approvals=done, failed=failed)


def _table(number: int) -> Table:
    """Return a table of the sender's.

    Raises:
        RequestError: There is no such table, or it does not concern the sender.
    """
    own, event = caller().table, caller().event
    if own not in (None, number):
        raise RequestError(403, "other-table", number=own)
    if not _theirs(caller().event, number):
        raise RequestError(403, "other-event", event=event)
    return table_of(number)


def _record(table: Table, act: Mapping[str, Any], id: UUID) -> int | None:
    """Return the number of a new record; None if it is sent to the device that has the table."""
    who, role = signed(None), caller().recorded
    try:
        return table.record(act, id, who, role)[0].number
    except RecordsError as error:
        if error.kind != "table-elsewhere":
            raise
    send(table, act, id, who, role)
    return None


def _fined(tables: Iterable[Table]) -> Iterator[Fined]:
    """Yield the matches of the tables' events, by round, and those outside events."""
    now = {table.number: found for table in tables if (found := table.matches.current)}
    hall, own = the_hall(), caller().event
    of_events: set[int] = set()
    for kept in hall.events() if own is None else [hall.get(own)]:
        played = hall.found(kept)
        here = {table for (_, table), each in played.items() if table in now and now[table].number == each.match.number}
        of_events |= here
        for (round, table), each in sorted(played.items(), key=lambda each: each[0]) if here else ():
            yield Fined(kept.event.opened.name, round, table, each.match.match)
    yield from (Fined("", None, table, now[table].match) for table in sorted(now.keys() - of_events))


@routes.get("/api/tables/<int:number>/calls", gives=shapes.Calls)
def calls_of(number: int) -> shapes.Calls:
    """Return the open calls of a table, with the referee on the way."""
    return _calls(number)


@routes.post(
    "/api/tables/<int:number>/calls",
    role="player",
    gives={201: shapes.Calls},
    headers=("Idempotency-Key",),
    body=posted.PostedCall,
)
def call(number: int, body: posted.PostedCall) -> tuple[shapes.Calls, int]:
    """Call a referee to a table: `{"reason": …, "chair": 1 to 4}`, both optional.

    A call that is sent again with its `Idempotency-Key` (UUID) is made once.
    """
    table_of(number).calls.call(body.chair, _one_line(body.reason), signed(None), sent_id())
    return _calls(number), 201


@routes.post("/api/calls/<call_id>/taken", role="referee", gives=shapes.CallAnswer)
def take(call_id: str) -> shapes.CallAnswer:
    """Mark the sender as on the way to a table; the first referee keeps the call."""
    return _call(the_tables().records.calls.take(call_id, signed(None)))


@routes.post("/api/calls/<call_id>/done", role="referee", gives=shapes.CallAnswer)
def finish(call_id: str) -> shapes.CallAnswer:
    """Mark a call as finished."""
    found = the_tables().records.calls.find(call_id)
    if found is None:
        raise RequestError(404, "no-such-call")
    return _call(table_of(found.table).calls.finish(call_id, signed(None)))


@routes.post(
    "/api/notes", role="referee", gives={201: shapes.Noted}, headers=("Idempotency-Key",), body=posted.PostedNote
)
def note(body: posted.PostedNote) -> tuple[shapes.Noted, int]:
    """Add a note on a player for all referees: `{"player": …, "text": …, "table": n}`, the last if it matters."""
    player, text = _one_line(body.player), _one_line(body.text)
    if not player or not text:
        raise RequestError(400, "not-a-note", most=LONGEST_TEXT)
    _expect_theirs(body.table, player)
    outbox = the_tables().own.outbox
    table = outbox.table if outbox else body.table  # a hall takes from a table's device what is of that table
    made = the_tables().records.calls.note(player, table, text, signed(None), caller().recorded, sent_id())
    return shapes.Noted(ok=True, note=note_json(made)), 201


@routes.delete("/api/notes/<note_id>", role="referee", gives=shapes.Done)
def take_back(note_id: str) -> shapes.Done:
    """Delete a note."""
    store, outbox = the_tables().records.calls, the_tables().own.outbox
    for note in store.notes() if caller().event is not None or outbox else ():
        if note.id == note_id:
            _expect_theirs(note.table, note.player)
            if outbox and note.table != outbox.table:
                raise RequestError(403, "other-table", number=outbox.table)
    if not store.take_back(note_id):
        raise RequestError(404, "no-such-note")
    return shapes.Done(ok=True)


def _expect_theirs(table: int | None, player: str) -> None:
    """Refuse a note by a sender with a role for another event.

    Raises:
        RequestError: 403: it concerns neither a table nor a player of that event.
    """
    event = caller().event
    if event is not None and not _theirs(event, table, player):
        raise RequestError(403, "other-event", event=event)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _call(found: Call | None) -> shapes.CallAnswer:
    if found is None:
        raise RequestError(404, "no-such-call")
    return shapes.CallAnswer(ok=True, call=call_json(found, moments.now(), the_words()))


def _calls(number: int) -> shapes.Calls:
    found, now = table_of(number).records.calls.open(number), moments.now()
    return shapes.Calls(ok=True, calls=[call_json(call, now, the_words()) for call in found])
