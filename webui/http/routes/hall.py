"""Events of many tables: the desk, a player's phone, the hall's screen, and the JSON interface behind them."""

from dataclasses import asdict
from datetime import date
from functools import partial
from typing import Any, Final

import msgspec
from flask import Response, render_template, request
from flask.typing import ResponseReturnValue
from msgspec import structs

from scoring.match.duplicates import duplicates
from scoring.match.errors import SeatingError
from scoring.match.event_acts import EventAct, PlayerEntry
from scoring.match.seating import MOST_PLAYERS
from webui.base.text import BOM
from webui.exports.calendar import calendar as calendar_of
from webui.exports.event import ema_workbook, pantheon_script, players_table, rounds_table, seating_table
from webui.exports.papers import papers_html, papers_pdf
from webui.exports.reports import fees_table, reports_zip
from webui.exports.sheets import sheets_pdf
from webui.exports.spreadsheet import to_csv
from webui.hall.desk import NoSuchEventError
from webui.hall.entries import from_file, from_text
from webui.hall.importing import Proposal, propose, propose_past
from webui.hall.pairing import begin_stage, draw_by_standing
from webui.hall.paper import keep_sheet
from webui.hall.prescribed import listed_again, read_seating
from webui.hall.rating import ratings
from webui.hall.result_lists import results_of_file, results_of_text
from webui.hall.results import results
from webui.http import posted, shapes
from webui.http.api import Routes, converted
from webui.http.bodies import EVENT_LIMIT, LIST_LIMIT, UPLOAD_LIMIT
from webui.http.context import game_at, speak_of, the_hall, the_table, the_tables, the_words
from webui.http.errors import RequestError
from webui.http.identity import caller, signed, viewer
from webui.http.posted import LONGEST_PLAYER
from webui.http.requests import sent_photo, whole
from webui.http.roles import expect_event_act
from webui.match.clock import ClockAct, End, Pause, Resume, StartClock
from webui.messages import scoring as wording
from webui.messages import unstopped
from webui.messages.errors import web_error_said
from webui.messages.hall import NEXT_ROUND
from webui.records.errors import RecordsError
from webui.records.events import StoredEvent, from_dict
from webui.serializers.damaged import damaged_of_event_json
from webui.serializers.encoding import encoded
from webui.serializers.hall import (
    AskedName,
    DeskEvent,
    Like,
    LikelyEncoding,
    ListedNew,
    ListedPerson,
    ListedProblem,
    ListedRound,
    ShownEvent,
    event_json,
    listed_json,
    records_json,
    seat_json,
    shown_json,
    summary_json,
)
from webui.serializers.presets import bodies_json, presets_json
from webui.serializers.ratings import RatingShown, ratings_json

routes = Routes("hall", __name__)

KEPT_FOR: Final = 2.0
"""Seconds for which public data is reused, since hundreds of phones ask for it. More shows older data; less computes it
more often."""

RATED_FOR: Final = 60.0
"""Seconds for which the ratings of all players are reused on their phones, since all matches go into them. More shows
older ones; less computes them more often."""

_ROWS_SHOWN: Final = 5
"""Rows of a list that are shown below its columns. More push the people off the screen; fewer may be all empty."""

_ENCODINGS_SHOWN: Final = 5
"""Likely encodings of a list that are offered. More are hard to compare; fewer may leave out the right one."""

_TYPES: Final = {
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "csv": "text/csv",
    "json": "application/json",
    "txt": "text/plain",
    "pdf": "application/pdf",
    "zip": "application/zip",
    "html": "text/html",
}


@routes.blueprint.before_request
def of_event() -> None:
    """Answer in the words of the game of the event that the address names, or of the newest."""
    speak_of(_game)


def _game() -> str:
    try:
        number = (request.view_args or {}).get("number") or _asked()
        return the_hall().get(number).event.rules.game.id if number else game_at(the_table())
    except (NoSuchEventError, RecordsError, RequestError):  # the answer is about that
        return ""


@routes.page("/desk")
def desks() -> str:
    """Return the events, and the form for a new one."""
    return render_template("desks.html", offered=_offered(), events=events().events)


@routes.page("/desk/<int:number>")
def desk(number: int) -> str:
    """Return the desk of an event."""
    found, damaged = the_hall().get(number), damaged_of_event_json(the_hall(), number, the_words())
    about, who = found.event.opened, viewer()
    event = _event(found) if who.may("referee") and who.event in (None, number) else None
    return render_template(
        "desk.html",
        number=number,
        offered=_offered(about.rules),
        damaged=damaged,
        event=event,
        dated=bool(about.times or about.begins),
    )


@routes.page("/me")
def me() -> str:
    """Return a player's phone: the next table and seat, and their results; the player is the one that `?name=`
    names."""
    number = _asked()
    event = _shown(number) if number else None
    drawn = event.drawn if event else []
    names = sorted({name for each in drawn for players in each.tables for name in players})
    name = request.args.get("name") if request.args.get("name") in names else None
    seats = {each.round: seat_json(each, name) for each in drawn} if name else {}
    rated = _rating(number, name) if name else None
    return render_template("me.html", number=number, event=event, names=names, name=name, seats=seats, rated=rated)


def _rating(number: int, name: str) -> RatingShown | None:
    """Return the rating R of a player in the game of an event, or None."""
    hall, game = the_hall(), the_hall().get(number).event.body.game
    found = hall.remembered((0, "elo"), RATED_FOR, lambda: ratings(hall, the_tables(), "elo"))
    mine = [each for each in found.get(game, ()) if each.player == name]
    return ratings_json({game: mine}, the_words())[0].players[0] if mine else None


@routes.page("/hall")
def screen() -> str:
    """Return the screen of the hall: seats, the clock, the ranking; it has no controls."""
    number = _asked()
    light = request.args.get("light") == "1"
    return render_template("hall.html", number=number, event=_shown(number) if number else None, light=light)


def _asked() -> int:
    """Return the event that `?event=n` names, else the newest; 0 if there is none."""
    asked = whole("event", None)
    if asked is not None:
        return the_hall().get(asked).number
    return next((kept.number for kept in the_hall().events()), 0)


@routes.get("/api/hall/events", gives=shapes.Events)
def events() -> shapes.Events:
    """Return the events of this server, the newest first."""
    return shapes.Events(ok=True, events=[summary_json(kept) for kept in the_hall().events()])


@routes.post(
    "/api/hall/events",
    role="chief",
    gives={200: shapes.EventOpened, 201: shapes.EventOpened},
    takes=posted.PostedEventRecord,
    body=posted.Recording,
    refusal="not-a-record",
)
def open_event(body: posted.Recording) -> tuple[shapes.EventOpened, int]:
    """Open an event: `{"id": UUID, "act": {"type": "Opened", "name": …}}`; the same again returns the same event."""
    kept, new = the_hall().open(body.id, _act_of(body), signed(body.who), caller().recorded)
    return shapes.EventOpened(ok=True, event=kept.number), 201 if new else 200


@routes.get("/api/hall/events/<int:number>", role="referee", gives=shapes.DeskState)
def event(number: int) -> shapes.DeskState:
    """Return the data of the desk."""
    return shapes.granted(shapes.DeskState, _event(the_hall().get(number)))


@routes.get("/api/hall/events/<int:number>/shown", gives=shapes.EventShown)
def shown(number: int) -> shapes.EventShown:
    """Return the public data: seats, the clock, and the published results."""
    return shapes.granted(shapes.EventShown, _shown(number))


def _shown(number: int) -> ShownEvent:
    words, hall = the_words(), the_hall()
    found: ShownEvent = hall.remembered(
        (number, words.tag), KEPT_FOR, lambda: shown_json(hall, hall.get(number), words)
    )
    return found


@routes.get(
    "/api/events/<int:number>/calendar.ics", gives={200: ("text/calendar",)}, query={"name": "string", "lang": "string"}
)
def calendar(number: int) -> Response:
    """Return the rounds whose time is known as a calendar (ICS), with the seats of the player whom `name` names.

    Without times it has the days of the event. Programs of calendars ask for it again and again.
    """
    kept, name = the_hall().get(number), request.args.get("name", "")[:LONGEST_PLAYER]
    written = calendar_of(kept, the_words(), name)
    headers = {"Content-Disposition": f"inline; filename=event-{number}.ics"}
    return Response(written, mimetype="text/calendar", headers=headers)


@routes.get("/api/hall/events/<int:number>/records", role="referee", gives=shapes.EventRecords)
def records(number: int) -> shapes.EventRecords:
    """Return the records of an event, the oldest first."""
    return shapes.EventRecords(ok=True, records=records_json(the_hall().get(number), the_words()))


@routes.post(
    "/api/hall/events/<int:number>/records",
    role="referee",
    gives={200: shapes.EventRecorded, 201: shapes.EventRecorded},
    takes=posted.PostedEventRecord,
    body=posted.Recording,
    refusal="not-a-record",
    largest_json=EVENT_LIMIT,
)
def record(number: int, body: posted.Recording) -> tuple[shapes.EventRecorded, int]:
    """Record an act of an event: `{"id": UUID, "act": {"type": …}}`, with `"who"` for the author.

    201 once it is on the disk and its tables have it; 200 if the same id and act are recorded already; 409 if the id
    has another act, or if a round would begin or its results be published while matches are being played: `"anyway":
    true` does so all the same, and matches of the event that are being played end before a round begins; 422 if the
    event cannot follow it.
    """
    hall = the_hall()
    hall.get(number)
    force = the_words()(NEXT_ROUND) if body.force else ""
    made, new = hall.record(number, body.id, _act_of(body), signed(body.who), caller().recorded, force)
    return _recorded(hall.get(number), made.number), 201 if new else 200


@routes.post("/api/hall/events/<int:number>/damaged", role="chief", gives=shapes.Done, body=posted.PostedDamaged)
def set_aside(number: int, body: posted.PostedDamaged) -> shapes.Done:
    """Set the damaged record of an event aside: it stays in the database, and the event goes on without it.

    Nothing happens if that record is not damaged, or was set aside already.
    """
    hall = the_hall()
    hall.records.events.set_aside(hall.get(number).number, body.number, signed(None), caller().recorded)
    hall.resume()
    return shapes.Done(ok=True)


@routes.post(
    "/api/hall/events/<int:number>/draw",
    role="chief",
    gives={200: shapes.EventRecorded, 201: shapes.EventRecorded},
    body=posted.PostedDraw,
    refusal="not-a-record",
)
def draw(number: int, body: posted.PostedDraw) -> tuple[shapes.EventRecorded, int]:
    """Draw the seating from round `since` on with a `seed`, and record it: `{"id": UUID, "since": 1, "seed": 5}`.

    `sit_outs` lets players sit out in turn who fill no table of four. `"by": "standing"` draws the round after the last
    one that began, by its results; `"place"` seats the first four of the ranking together, and so on. `script`, a
    seating script of Pantheon or a list of tables, takes the place of the draw. `held` keeps it at the desk until
    `SeatingPublished`. 409 if it leaves players out; `"anyway": true` does so all the same.
    """
    hall = the_hall()
    rounds = hall.get(number).event.opened.rounds
    if body.since > rounds:
        raise RequestError(400, "not-a-draw", rounds=rounds)
    try:
        if script := body.script.strip():
            act = read_seating(hall, number, script, body.since)
        elif body.by != "lot":
            act = draw_by_standing(hall, number, body.sit_outs, body.by == "place", clubs_meet=body.clubs_meet)
        else:
            act = (hall.draw_in_turn if body.sit_outs else hall.draw)(number, body.seed, body.since)
    except SeatingError as error:
        raise RequestError(422, "not-seated", reason=unstopped(wording.error(the_words(), error))) from error
    force = the_words()(NEXT_ROUND) if body.anyway else ""
    act = structs.replace(act, held=body.held)
    made, new = hall.record(number, body.id, act, signed(body.who), caller().recorded, force)
    return _recorded(hall.get(number), made.number), 201 if new else 200


@routes.post(
    "/api/hall/events/<int:number>/stage",
    role="chief",
    gives={200: shapes.EventRecorded, 201: shapes.EventRecorded},
    body=posted.PostedStage,
    refusal="not-a-record",
)
def begin(number: int, body: posted.PostedStage) -> tuple[shapes.EventRecorded, int]:
    """Let the best of the ranking go on to a stage from the next round on: `{"id": UUID, "best": 16, "carry": "half"}`.

    `carry` says how many of their points they bring: none, half or all. Rounds drawn already lose their seating. 422
    `cut-tied` names equal players at the cut: `chosen` has the numbers of those of them who go on.
    """
    hall = the_hall()
    known = next((each.act for each in hall.get(number).records if each.id == body.id), None)
    try:
        act = known or begin_stage(hall, number, body.best, body.carry, body.name.strip(), body.chosen)
    except SeatingError as error:
        raise RequestError(422, "not-seated", reason=unstopped(wording.error(the_words(), error))) from error
    made, new = hall.record(number, body.id, act, signed(body.who), caller().recorded)
    return _recorded(hall.get(number), made.number), 201 if new else 200


@routes.post(
    "/api/hall/events/<int:number>/seating",
    role="chief",
    gives=shapes.ListedSeating,
    takes=posted.PostedScript,
    file="list",
    largest=LIST_LIMIT,
)
def listed_seating(number: int) -> shapes.ListedSeating:
    """Return the tables of a seating script of Pantheon, or of a list of tables, for checking before it is recorded.

    A list has a row a table with the names or numbers of its players, or a row a player with a table; as text, or a CSV
    or XLSX as `list` in a form, with `since` for the round of rows that name none. `script` and `since` of the answer
    are what a draw records.
    """
    kept = the_hall().get(number)
    given: str | bytes
    if request.mimetype == "multipart/form-data":
        sent = request.files.get("list")
        if sent is None:
            raise RequestError(400, "no-list")
        given, since = sent.read(), whole("since", None, given=request.form) or 1
    else:
        body = converted(posted.PostedScript, "not-a-record")
        given, since = body.script.strip(), body.since
    try:
        act = read_seating(the_hall(), number, given, since)
    except SeatingError as error:
        raise RequestError(422, "not-seated", reason=unstopped(wording.error(the_words(), error))) from error
    drawn = kept.check(act)
    rounds = [
        ListedRound(round, [[drawn.name(player) for player in game] for game in games])
        for round, games in enumerate(act.rounds, act.since)
    ]
    return shapes.ListedSeating(ok=True, rounds=rounds, since=act.since, script=listed_again((act.since, act.rounds)))


@routes.post(
    "/api/hall/events/<int:number>/people",
    role="chief",
    gives=shapes.ListedPeople,
    takes=posted.PostedList,
    file="list",
    largest=LIST_LIMIT,
)
def people(number: int) -> shapes.ListedPeople:
    """Return people of a list, for checking before they are stored: `{"text": …}`, or a CSV or XLSX as `list` in a
    form. `columns` are the uses of its columns, and `skip` the number of rows above the first player, where a person
    chose them; a form also takes `encoding` and `sheet`.

    Each has `like` if somebody may be entered twice: the number and name of the other one, and the shared property.
    `room` is the number of players that the event still takes, substitutes aside, of `most` in all.
    """
    found = the_hall().get(number).event
    taken = set(found.entrants)
    if request.mimetype == "multipart/form-data":
        sent = request.files.get("list")
        if sent is None:
            raise RequestError(400, "no-list")
        columns, form = request.form.getlist("columns") or None, request.form
        skip = whole("skip", None, given=form)
        listed = from_file(sent.read(), taken, columns, form.get("encoding", ""), form.get("sheet", ""), skip)
    else:
        pasted = converted(posted.PostedList, "no-list")
        listed = from_text(pasted.text, taken, pasted.columns, pasted.skip)
    read = listed.people
    known = [each.person for each in found.entrants.values()]
    by_number: dict[int, PlayerEntry] = {person.number: person for person in [*known, *read]}
    like = {each.person: each for each in duplicates(read, known)}
    shown = []
    for person in read:
        other = like.get(person.number)
        found_like = Like(**asdict(by_number[other.other]), by=other.by) if other else None
        shown.append(ListedPerson(**asdict(person), like=found_like))
    return shapes.ListedPeople(
        ok=True,
        people=shown,
        headings=listed.table.headings,
        columns=[column or "" for column in listed.columns],
        rows=listed.table.rows[:_ROWS_SHOWN],
        encoding=listed.source.encodings[0].encoding if listed.source.encodings else "",
        encodings=[LikelyEncoding(each.encoding, each.sample) for each in listed.encodings[:_ENCODINGS_SHOWN]],
        sheet=listed.table.name,
        sheets=list(listed.source.sheets),
        skip=len(listed.table.above),
        above=listed.table.all[: max(_ROWS_SHOWN, len(listed.table.above) + 1)],
        open=list(listed.open),
        room=MOST_PLAYERS - len(found.ranked),
        most=MOST_PLAYERS,
    )


@routes.post(
    "/api/hall/events/<int:number>/results",
    role="referee",
    gives=shapes.ListedResults,
    takes=posted.PostedResults,
    file="list",
    largest=LIST_LIMIT,
)
def listed_results(number: int) -> shapes.ListedResults:
    """Return the results of a list, for checking before they are recorded: `{"text": …}`, or a CSV or XLSX as `list` in
    a form, with `columns`, `skip`, `encoding` and `sheet` as for a list of players.

    `round` is that of rows that name none; `persons`, in a form as JSON text, has the numbers of players by names that
    the event lacks. With `past` the rounds were played elsewhere: the list makes them, and `people` who are not
    entered, whom 0 in `persons` keeps apart from those with a similar name. `act` is what to record, once nothing
    stands in the way.
    """
    hall = the_hall()
    kept = hall.get(number)
    if request.mimetype == "multipart/form-data":
        sent = request.files.get("list")
        if sent is None:
            raise RequestError(400, "no-list")
        form = request.form
        columns, skip = form.getlist("columns") or None, whole("skip", None, given=form)
        source = form.get("encoding", ""), form.get("sheet", "")
        listed = results_of_file(sent.read(), columns, *source, skip, seats=kept.event.size)
        round, persons = whole("round", None, given=form), _persons(form.get("persons", "{}"))
        past = form.get("past", "") == "true"
    else:
        pasted = converted(posted.PostedResults, "no-list")
        listed = results_of_text(pasted.text, pasted.columns, pasted.skip, seats=kept.event.size)
        round, persons, past = pasted.round, pasted.persons, pasted.past
    if listed.open:
        proposal = Proposal([], [], [])
    else:
        proposal = propose_past(kept, listed, persons) if past else propose(hall, kept, listed, round, persons)
    event = kept.event
    words = the_words()
    return shapes.ListedResults(
        ok=True,
        act=proposal.act,
        tables=[
            listed_json(event, row, each, partial(proposal.name, event), (proposal.days or {}).get(each.round, ""))
            for row, each in proposal.results
        ],
        people=[ListedNew(each.number, each.name) for each in proposal.people],
        asked=[AskedName(each.name, each.like) for each in proposal.asked],
        problems=[ListedProblem(each.row, web_error_said(words, each.why)) for each in proposal.problems],
        headings=listed.cells.headings,
        columns=[column or "" for column in listed.columns],
        rows=listed.cells.rows[:_ROWS_SHOWN],
        encoding=listed.source.encodings[0].encoding if listed.source.encodings else "",
        encodings=[LikelyEncoding(each.encoding, each.sample) for each in listed.encodings[:_ENCODINGS_SHOWN]],
        sheet=listed.cells.name,
        sheets=list(listed.source.sheets),
        skip=len(listed.cells.above),
        open=list(listed.open),
    )


def _persons(text: str) -> dict[str, int]:
    try:
        return msgspec.json.decode(text, type=dict[str, int])
    except msgspec.DecodeError as error:
        raise RequestError(400, "no-list") from error


@routes.post(
    "/api/hall/events/<int:number>/photos",
    role="referee",
    gives={201: shapes.PhotoKept},
    file="photo",
    largest=UPLOAD_LIMIT,
)
def keep_photo(number: int) -> tuple[shapes.PhotoKept, int]:
    """Keep the photo of a paper in the form field `photo`, without position, owner and serial numbers.

    `photo` of the answer is what `TableResult` names as its `sheet`.
    """
    hall, pictures = the_hall(), the_table().pictures
    hall.get(number)
    with sent_photo() as photo:
        kept = pictures.queue.run_sent(lambda: keep_sheet(pictures.photos, photo(), pictures.keep_exif))
    return shapes.PhotoKept(ok=True, photo=kept), 201


@routes.post("/api/hall/events/<int:number>/clocks", role="referee", gives=shapes.ClocksDone, body=posted.PostedClocks)
def clocks(number: int, body: posted.PostedClocks) -> shapes.ClocksDone:
    """Follow an act with the clocks of all tables of a round: `{"round": 1, "do": "start"}`, or pause, resume, end."""
    hall = the_hall()
    kept = hall.get(number)
    acts: dict[str, ClockAct] = {
        "start": StartClock(kept.event.opened.minutes),
        "pause": Pause(),
        "resume": Resume(),
        "end": End(),
    }
    if body.round not in kept.event.rounds:
        raise RequestError(400, "not-a-clock-act", known=tuple(acts))
    done = hall.clocks(kept, body.round, acts[body.do])
    return shapes.ClocksDone(ok=True, tables=done, event=_event(kept))


@routes.page(
    "/desk/<int:number>/<any(results, seating, players, sheets, reports, fees, cards, signs, certificates):what>"
    ".<any(xlsx, csv, json, txt, pdf, zip, html):form>",
    role="referee",
)
def download(number: int, what: str, form: str) -> ResponseReturnValue:
    """Return results, seating, players, fees, all sheets or papers to print as a file; `results.xlsx` is the European
    association's.

    `reports.zip` has all of them, and a page of the results for a web server.
    """
    hall, words = the_hall(), the_words()
    kept = hall.get(number)
    data: bytes | None = None
    match what, form:
        case "results", "xlsx":
            data = ema_workbook(results(hall, kept), words)
        case "results", "csv":
            data = _csv(rounds_table(results(hall, kept), words))
        case "results", "json":
            data = encoded(_event(kept))
        case "reports", "zip":
            data = reports_zip(results(hall, kept), hall.records, words)
        case "fees", "csv":
            data = _csv(fees_table(kept.event, words))
        case "seating", "txt":
            data = pantheon_script(kept.event).encode()
        case "seating", "csv":
            data = _csv(seating_table(kept.event, words))
        case "sheets", "pdf":
            data = sheets_pdf(results(hall, kept), words)
        case ("cards" | "signs" | "certificates") as paper, "html":
            data = papers_html(results(hall, kept), paper, words).encode()
        case ("cards" | "signs" | "certificates") as paper, "pdf":
            data = papers_pdf(results(hall, kept), paper, words)
        case "players", "csv":
            data = _csv(players_table(kept.event, words))
    if data is None:
        raise RequestError(404, "not-found", path=request.path)
    response = Response(data, mimetype=_TYPES[form])
    name = f"event-{number}-{what}-{date.today().isoformat()}.{form}"  # noqa: DTZ011 - the day where the server stands
    response.headers["Content-Disposition"] = f"attachment; filename={name}"
    return response


def _csv(table: Any) -> bytes:
    return BOM + to_csv(table).encode()


def _event(kept: StoredEvent) -> DeskEvent:
    return event_json(the_hall(), kept, the_words())


def _recorded(kept: StoredEvent, number: int) -> shapes.EventRecorded:
    made = next(each for each in records_json(kept, the_words()) if each.number == number)
    return shapes.EventRecorded(ok=True, number=number, record=made, event=_event(kept))


def _act_of(body: posted.Recording) -> EventAct:
    """Return the act of a record.

    Raises:
        RequestError: 403: another role must record the act.
        webui.records.errors.InvalidActError: The values are not an act.
    """
    act = from_dict(body.act)
    expect_event_act(body.act)
    return act


def _offered(rules: str | None = None) -> dict[str, Any]:
    """Return the choices for an event: rules, also its own if they are archived, and the bodies that play by them."""
    words = the_words()
    return {
        "presets": presets_json(the_tables().records, words, also=rules),
        "bodies": bodies_json(words),
    }
