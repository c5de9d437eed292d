"""Roles: checks of requests by the role that their route declares, and of acts by the tables here."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from flask import request

from scoring.match.records import Act, Imported, act_to_dict, all_acts
from scoring.match.records import Role as Recorded
from webui.access.roles import Caller
from webui.hand.places import ASKER
from webui.http.api import least_role
from webui.http.context import the_hall, the_tables
from webui.http.errors import RequestError
from webui.http.identity import anybody, asker, caller, viewer
from webui.http.site import the_site
from webui.records.journal import JournalEntry
from webui.records.rights import ACTS, OF_GAMES, Role
from webui.table.sight import Sight, shows_camera
from webui.table.table import Table

OF_ANY_EVENT: Final = frozenset(
    {
        "referee.overview",
        "referee.approve",
        "referee.undo_approvals",
        "referee.note",
        "referee.take_back",
        "exports.opened",
    }
)
"""Routes that concern no table or event and are open to roles for one event: they show that event's data, record only
at its tables, or show nothing stored. All other such routes need a role for all events."""

OF_ALL_EVENTS: Final = frozenset({"Erased", "Pruned"})
"""Acts with effects beyond their table, which roles for one event cannot record."""

EVENT_ACTS: Final[Mapping[str, Role]] = {
    "Opened": "chief",
    "Entered": "chief",
    "Amended": "chief",
    "Withdrawn": "chief",
    "CheckedIn": "referee",
    "Paid": "referee",
    "Absent": "referee",
    "StoodIn": "referee",
    "LinedUp": "referee",
    "SeatingDrawn": "chief",
    "SeatingPublished": "chief",
    "StageBegun": "chief",
    "Reseated": "referee",
    "Started": "chief",
    "TableMoved": "referee",
    "Extended": "referee",
    "Finished": "referee",
    "TableResult": "referee",
    "TableResults": "referee",
    "PastRounds": "chief",
    "Released": "chief",
    "HeldBack": "chief",
    "Corrected": "chief",
    "Void": "chief",
}
"""The least role for recording an act of an event, by its name in JSON."""


def refuse() -> None:
    """Refuse a request that the sender may not make.

    Raises:
        RequestError: 401: nobody has signed in on the device; 403: the person may not do this, or not here.
    """
    if request.endpoint is None or request.method == "OPTIONS":
        return  # there is no such address, or it does nothing
    least, who = least_role(request.endpoint), caller()
    ASKER.set(asker(who))
    _expect(who, least)
    own, event = who.table, who.event
    if own is not None and least != "spectator" and _table_asked() not in (None, own):
        raise RequestError(403, "other-table", number=own)
    if event is not None and least != "spectator" and not _of_event(event):
        raise RequestError(403, "other-event", event=event)


def sight_of(table: int) -> Sight:
    """Return how the viewer sees the play at a table; a role at another table or event is a stranger's here."""
    who = viewer()
    if not who.may("player") or who.table not in (None, table) or (who.event is not None and not _of_event(who.event)):
        return "late"
    return "whole" if who.may("table") else "live"


def expect_camera(table: Table) -> None:
    """Refuse pictures of a table's camera to a stranger while it follows the play, which they see later.

    Raises:
        RequestError: 403: the play is shown to them later.
    """
    if not shows_camera(table, sight_of(table.number)):
        raise RequestError(403, "shown-later", number=table.number)


def _of_event(event: int) -> bool:
    """Return True if a request concerns an event, or one of its tables."""
    about = request.view_args or {}
    if request.endpoint in OF_ANY_EVENT:
        return True
    if request.blueprint == "hall":
        return about.get("number") == event
    table = _table_asked()
    if table is None and about.keys() & {"hand_id", "call_id"}:
        return True  # there is none, as the answer says
    if table is None and request.blueprint == "tilesets":
        table = the_tables().own.number
    outbox = the_tables().own.outbox
    if outbox:
        return table == outbox.table and event in outbox.events
    return table is not None and the_hall().holds(event, table)


def _table_asked() -> int | None:
    """Return the table that a request concerns, or None."""
    about = request.view_args or {}
    if "hand_id" in about:
        return the_tables().records.hands.table_of(about["hand_id"])
    if "call_id" in about:
        call = the_tables().records.calls.find(about["call_id"])
        return call.table if call else None
    number = about.get("number", about.get("table"))
    if isinstance(number, int):
        return number
    return the_tables().own.number if request.endpoint == "play.log" else None


def expect(least: Role) -> None:
    """Refuse a request of a sender below this role.

    Raises:
        RequestError: 401: nobody has signed in on the device; 403: the person may not do this.
    """
    _expect(caller(), least)


def _expect(asks: Caller, least: Role) -> None:
    if asks.may(least):
        return
    if asks.role == "spectator" and not asks.device:
        if anybody():
            raise RequestError(401, "sign-in-needed")
        if the_site().access is None:
            raise RequestError(403, "not-from-here")
        raise RequestError(401, "pin-needed")
    match least:
        case "player":
            raise RequestError(403, "needs-player")
        case "table":
            raise RequestError(403, "needs-table")
        case "scorer":
            raise RequestError(403, "needs-scorer")
        case "referee":
            raise RequestError(403, "needs-referee")
        case _:
            raise RequestError(403, "needs-chief")


def expect_act(act: Mapping[str, Any]) -> None:
    """Refuse an act that the sender may not record; an invalid one passes.

    Raises:
        RequestError: 403: another role must record it.
    """
    kind, other = act.get("type"), act.get("act")
    if isinstance(kind, str) and kind in all_acts():
        asks = caller()
        _expect(asks, ACTS.get(kind, OF_GAMES))
        if asks.event is not None and kind in OF_ALL_EVENTS:
            raise RequestError(403, "other-event", event=asks.event)
    if isinstance(other, dict):
        expect_act(other)


_OF_RECORDS: Final[Mapping[Recorded, Role]] = {"table": "table", "referee": "referee", "desk": "chief"}
"""The least role for importing a record by the role that it has."""

_OF_EVENTS: Final = 5
"""The version of the UUIDs of records that the desk of an event commands, such as the seating of a round."""


def expect_imported(entries: Iterable[JournalEntry[Act]]) -> None:
    """Refuse records of a file that the sender could not have made here: above their role, or of an event's round.

    Raises:
        RequestError: 403: another role must import them.
    """
    for entry in entries:
        act, above = act_to_dict(entry.act), entry.id.version == _OF_EVENTS
        least: Role = "chief" if above else _OF_RECORDS[entry.role]
        try:
            expect(least)
            if not isinstance(entry.act, Imported):
                expect_act(act)
        except RequestError as error:
            if error.kind in ("needs-scorer", "needs-referee", "needs-chief", "other-event"):
                raise RequestError(403, "import-above-role", number=entry.number) from error
            raise


def expect_event_act(act: Mapping[str, Any]) -> None:
    """Refuse an act of an event that the sender may not record.

    Raises:
        RequestError: 403: another role must record it.
    """
    expect(EVENT_ACTS.get(str(act.get("type")), "chief"))
