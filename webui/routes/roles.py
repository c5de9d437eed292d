"""What each route takes at least to be used, and each act to be recorded: the one table of who may do what.

A route that is not in `LEAST` is for chiefs alone; the tests hold it against the routes that there are.
"""

from collections.abc import Mapping
from typing import Any, Final

from flask import request

from webui.access.roles import Role
from webui.routes.access import caller, the_access, the_people
from webui.routes.context import the_hall, the_tables
from webui.routes.errors import RequestError

LEAST: Final[Mapping[str, Role]] = {
    # Pages: what is secret on them is asked for with a token
    "pages.start": "spectator",
    "pages.all_tables": "spectator",
    "pages.hand_sheet": "spectator",
    "pages.all_hands": "spectator",
    "pages.appeal": "spectator",
    "pages.hand": "spectator",
    "pages.picture": "spectator",
    "display.page": "spectator",
    "exports.page": "spectator",
    "exports.download": "spectator",
    "setup.page": "spectator",
    "space.page": "spectator",
    "calibration.page": "spectator",
    "calibration.markers": "spectator",
    "tilesets.page": "spectator",
    "static": "spectator",
    "static_newest": "spectator",
    # Ending the program, which the route itself allows on its own computer alone
    "program.stop": "spectator",
    "program.let_phones_in": "spectator",
    # Coming in
    "access.me": "spectator",
    "access.enter": "spectator",
    "access.leave": "spectator",
    "people.page": "spectator",
    "access.qr": "spectator",
    "https.authority": "spectator",
    # What everybody may see
    "openapi.describe": "spectator",
    "health.health": "spectator",
    "metrics.metrics": "spectator",
    "matches.tables": "spectator",
    "matches.match": "spectator",
    "matches.matches": "spectator",
    "matches.records": "spectator",
    "matches.photo": "spectator",
    "clock.clock": "spectator",
    "display.shown": "spectator",
    "hands.hands": "spectator",
    "hands.hands_of": "spectator",
    "hands.hand": "spectator",
    "hands.unread": "spectator",
    "live.picture": "spectator",
    "live.picture_of": "spectator",
    "play.state": "spectator",
    "play.state_at": "spectator",
    "play.log": "spectator",
    "calibration.state": "spectator",
    "calibration.state_of": "spectator",
    "calibration.picture": "spectator",
    "calibration.picture_of": "spectator",
    "tilesets.sets": "spectator",
    "tilesets.picture": "spectator",
    "tilesets.preview": "spectator",
    "setup.checked": "spectator",
    "setup.checked_of": "spectator",
    "setup.state": "spectator",
    "equipment.cameras": "spectator",
    "equipment.found_ports": "spectator",
    "space.photos": "spectator",
    "events.stream": "spectator",
    "events.stream_of": "spectator",
    # Hands and what is recorded of the match; `ACTS` says more
    "hands.lay": "table",
    "hands.lay_at": "table",
    "hands.lay_other": "table",
    "hands.lay_part": "table",
    "hands.read_anew": "table",
    "hands.change": "table",
    "hands.forget": "table",
    "hands.bring_back": "table",
    "live.take": "table",
    "live.take_of": "table",
    "play.do": "table",
    "play.do_at": "table",
    "matches.record": "table",
    "exports.opened": "table",
    # What a referee ordered at a table that a device has
    "matches.orders": "referee",
    "matches.forget_order": "referee",
    "matches.hand_in": "referee",
    # The referee's clock, and what a table is set up with
    "clock.do": "referee",
    "exports.taken_over": "referee",
    "setup.name": "referee",
    "setup.say": "referee",
    "calibration.keep": "referee",
    "calibration.keep_of": "referee",
    "calibration.mark": "referee",
    "calibration.mark_of": "referee",
    "calibration.forget": "referee",
    "calibration.forget_of": "referee",
    "tilesets.choose": "referee",
    "tilesets.forget": "referee",
    "tilesets.switch": "referee",
    "tilesets.keep_learnt": "referee",
    "tilesets.take_back": "referee",
    "tilesets.add": "referee",
    "tilesets.say": "referee",
    "tilesets.keep": "referee",
    # Events: what everybody may see, and the desk
    "hall.desks": "spectator",
    "hall.desk": "spectator",
    "hall.me": "spectator",
    "hall.screen": "spectator",
    "hall.events": "spectator",
    "hall.shown": "spectator",
    "hall.event": "referee",
    "hall.records": "referee",
    "hall.record": "referee",
    "hall.clocks": "referee",
    "hall.download": "referee",
    "hall.open_event": "chief",
    "hall.people": "chief",
    "hall.draw": "chief",
    # What opens files and addresses of the server's computer
    "equipment.choose_camera": "chief",
    "equipment.choose_box": "chief",
    "equipment.try_camera": "chief",
    "equipment.tried": "chief",
    "equipment.tried_picture": "chief",
    "equipment.end_trial": "chief",
    # Calls, and what referees see of all tables
    "referee.page": "spectator",
    "referee.calls_of": "spectator",
    "referee.call": "player",
    "referee.overview": "referee",
    "referee.take": "referee",
    "referee.finish": "referee",
    "referee.note": "referee",
    "referee.take_back": "referee",
    # Who is what, and what is removed for good
    "people.listed": "chief",
    "people.add": "chief",
    "people.change": "chief",
    "people.remove": "chief",
    "people.invite": "chief",
    "people.sign_out": "chief",
    "access.renew": "chief",
    "space.remove": "chief",
    "space.backup": "chief",
}
"""The least role of each route, by its endpoint."""

ACTS: Final[Mapping[str, Role]] = {
    "Seated": "table",
    "Swapped": "table",
    "Won": "table",
    "Claimed": "table",
    "Drawn": "table",
    "FalseWin": "table",
    "DeadHand": "table",
    "Renamed": "scorer",
    "TimeUp": "scorer",
    "Penalty": "referee",
    "Foul": "referee",
    "Late": "referee",
    "Disqualified": "referee",
    "Forfeited": "referee",
    "Substituted": "referee",
    "ThreeLeft": "referee",
    "Approved": "referee",
    "Appealed": "table",
    "AppealDecided": "referee",
    "Erased": "chief",
    "Pruned": "chief",
    # The act in the place of another one takes its own role; the match keeps approved hands from who is no referee
    "Corrected": "table",
    "Void": "table",
}
"""The least role that records an act, by its name in JSON."""


OF_ANY_EVENT: Final = frozenset({"referee.overview", "referee.note", "referee.take_back", "exports.opened"})
"""Routes for who has a role for one event alone that are about no table or event: they show what is theirs, or nothing
that is kept. Whatever else is about none is for those who have a role for all events."""

OF_ALL_EVENTS: Final = frozenset({"Erased", "Pruned"})
"""Acts whose effects reach beyond their table, so that who has a role for one event alone does not record them."""

EVENT_ACTS: Final[Mapping[str, Role]] = {
    "Opened": "chief",
    "Entered": "chief",
    "Amended": "chief",
    "Withdrawn": "chief",
    "CheckedIn": "referee",
    "Absent": "referee",
    "StoodIn": "referee",
    "SeatingDrawn": "chief",
    "Reseated": "referee",
    "Started": "chief",
    "Extended": "referee",
    "Finished": "referee",
    "Released": "chief",
    "HeldBack": "chief",
    "Corrected": "chief",
    "Void": "chief",
}
"""The least role that records an act of an event, by its name in JSON."""


def refuse() -> None:
    """Refuses a request of somebody who may not make it.

    Raises:
        RequestError: 401, nobody has signed in on the device; 403, who has may not do this, or not here.
    """
    if request.endpoint is None or request.method == "OPTIONS":
        return  # there is no such address, or nothing is done
    least = LEAST.get(request.endpoint, "chief")
    expect(least)
    own, event = caller().table, caller().event
    if own is not None and least != "spectator" and _table_asked() not in (None, own):
        raise RequestError(403, "other-table", number=own)
    if event is not None and least != "spectator" and not _of_event(event):
        raise RequestError(403, "other-event", event=event)


def _of_event(event: int) -> bool:
    """Whether a request is about an event, or one of its tables."""
    about = request.view_args or {}
    if request.endpoint in OF_ANY_EVENT:
        return True
    if request.blueprint == "hall":
        return about.get("number") == event
    table = _table_asked()
    if table is None and about.keys() & {"hand_id", "call_id"}:
        return True  # there is none, as the answer says
    if table is None and request.blueprint in ("calibration", "setup", "tilesets"):
        table = the_tables().own.number
    outbox = the_tables().own.outbox
    if outbox:
        return table == outbox.table and event in outbox.events
    return table is not None and the_hall().holds(event, table)


def _table_asked() -> int | None:
    """The table that a request is about; None where it is about none."""
    about = request.view_args or {}
    if "hand_id" in about:
        return the_tables().records.hands.table_of(about["hand_id"])
    if "call_id" in about:
        call = the_tables().records.calls.find(about["call_id"])
        return call.table if call else None
    number = about.get("number", about.get("table"))
    if isinstance(number, int):
        return number
    return the_tables().own.number if request.blueprint in ("hands", "play", "live") else None


def expect(least: Role) -> None:
    """Refuses a request of somebody who is less.

    Raises:
        RequestError: 401, nobody has signed in on the device; 403, who has may not do this.
    """
    asks = caller()
    if asks.may(least):
        return
    if asks.role == "spectator" and not asks.device:
        if the_people().store.anybody():
            raise RequestError(401, "sign-in-needed")
        if the_access() is None:
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
    """Refuses an act that the sender of the request may not record; one that is none is let through.

    Raises:
        RequestError: 403, somebody else has to record it.
    """
    kind, other = act.get("type"), act.get("act")
    if isinstance(kind, str) and kind in ACTS:
        expect(ACTS[kind])
        event = caller().event
        if event is not None and kind in OF_ALL_EVENTS:
            raise RequestError(403, "other-event", event=event)
    if isinstance(other, dict):
        expect_act(other)


def expect_event_act(act: Mapping[str, Any]) -> None:
    """Refuses an act of an event that the sender of the request may not record.

    Raises:
        RequestError: 403, somebody else has to record it.
    """
    expect(EVENT_ACTS.get(str(act.get("type")), "chief"))
