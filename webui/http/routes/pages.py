"""The start page, the page of a hand, and the photos on them."""

from contextlib import suppress
from functools import partial
from itertools import islice
from operator import itemgetter
from typing import Any, Final
from urllib.parse import urlencode

from flask import Response, jsonify, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scoring.rules import BOOKS
from webui.hand.hand import TableHand
from webui.hand.pictures import WIDTHS, CropArea, overview_width
from webui.hand.state import by_suit, in_order, seen_in
from webui.http.api import Routes
from webui.http.context import CHOICE, hand_at, home, table_of, table_or_own, the_table, the_tables, the_words
from webui.http.errors import RequestError
from webui.http.identity import from_here, viewer
from webui.http.photographs import photograph
from webui.http.requests import whole
from webui.http.routes.hands import sought_hands
from webui.http.routes.help import RUNNING, part_address
from webui.http.routes.matches import MOST_LISTED
from webui.http.routes.matches import match as state_of_match
from webui.http.site import the_site
from webui.match.matches import TableMatch
from webui.messages import N_
from webui.messages import scoring as wording
from webui.messages.follow import hindered
from webui.messages.tiles import named
from webui.records import moments
from webui.records.errors import RecordsError
from webui.serializers.deals import deals_of, seen_json
from webui.serializers.endings import CountedAs, counted_json, table_hand_json
from webui.serializers.hands import verdict_of
from webui.serializers.matches import ended_at, match_json, summary_json
from webui.serializers.overview import tables_json
from webui.serializers.presets import bodies_json, presets_json
from webui.serializers.referee import call_json
from webui.serializers.seating import seating_json
from webui.serializers.spoken import spoken_json
from webui.serializers.tables import play_json
from webui.table.equipment import rules_of_a_new_match
from webui.table.steps import Step, invites, steps
from webui.table.table import Table
from webui.table.table_name import name_of

routes = Routes("pages", __name__)

LISTED: Final = 30
"""Hands on a page of the search. More takes longer to draw; fewer makes more pages."""

APP: Final = "Tableside"
"""The name of the installed page, alone or before that of its table."""

ICONS: Final = (
    ("icon-192.png", "image/png", "192x192", "any"),
    ("icon-512.png", "image/png", "512x512", "any"),
    ("icon-512.png", "image/png", "512x512", "maskable"),
    ("icon.svg", "image/svg+xml", "any", "any"),
)
"""The icons of the installed page: file, type, size, purpose."""

ABOUT: Final = N_("Tableside reads a winning mahjong hand from a photo, scores it and says why.")
"""The sentence that tells in a list of programs what the installed page does."""

SHORTCUTS: Final = (
    (N_("Match sheet"), "pages.hand_sheet"),
    (N_("For the middle of the table"), "pages.round_the_table"),
)
"""The pages of its own table that the sign of the installed page leads to."""

REMEMBERED: Final = 20
"""Newest matches whose players are offered for a new one. More makes the list long; fewer omits regular players."""


@routes.page("/", "/t/<int:table>")
def start(table: int | None = None) -> ResponseReturnValue:
    """Return the start page of a table: the camera, its match, the live hand, and the hands so far.

    Without a number it is that of the server's own table; in a hall, if that has no camera, all tables. On this
    computer the page of the own table offers its set-up, until somebody opens it.
    """
    tables = the_tables()
    if table is None and tables.many and tables.own.equipment.feed is None:
        return all_tables()
    at = table_or_own(table)
    the_site().expect_photo()
    current = at.matches.current
    running = {"explained_at": part_address(RUNNING)} if current and not current.match.over else {}
    return render_template(
        "start.html",
        table=at.number,
        hands=at.hands.all(),
        live=at.equipment.feed is not None,
        follows=at.equipment.following.on,
        followed=at.equipment.following.wanted,
        slow=hindered(the_words(), at.equipment.following.slow, at.equipment.following.misplaced),
        seating=seating_json(at, the_words()) if at.equipment.following.on else None,
        box=at.session.box is not None,
        in_order=in_order,
        verdict_of=partial(verdict_of, words=the_words()),
        tilesets=the_site().tilesets,
        to_set_up=_to_set_up(at),
        beginning=_beginning(at),
        state=state_of_match(at.number),
        now=play_json(at, the_words()),
        calls=[call_json(call, moments.now(), the_words()) for call in at.records.calls.open(at.number)],
        **running,
    )


@routes.page("/tables")
def all_tables() -> str:
    """Return the page of all tables of this server, with the state of each."""
    return render_template("tables.html", tables=tables_json(the_tables()))


@routes.page("/app.webmanifest", "/t/<int:table>/app.webmanifest")
def manifest(table: int | None = None) -> Response:
    """Return what makes a page an app of its own on a device: one that starts at its table, of the table's name."""
    name = short = APP
    at = the_table().number if table is None else table
    if table is not None and the_tables().many:
        short = name_of(table_of(table)) or the_words()("Table %(number)d", {"number": table})
        name = f"{APP} · {short}"
    icons = [
        {"src": url_for("static", filename=file), "type": kind, "sizes": size, "purpose": purpose}
        for file, kind, size, purpose in ICONS
    ]
    answer = jsonify(
        name=name,
        short_name=short,
        start_url=home(),
        id=home(),
        description=the_words()(ABOUT),
        shortcuts=[{"name": the_words()(label), "url": url_for(page, table=at)} for label, page in SHORTCUTS],
        scope=f"{request.script_root}/",
        display="standalone",
        background_color="#14503c",
        theme_color="#124434",
        icons=icons,
    )
    answer.mimetype = "application/manifest+json"
    return answer


@routes.page("/offline")
def offline() -> str:
    """Return the page that a device shows instead of one that it does not keep, while Tableside does not answer."""
    return render_template("offline.html", table=the_table().number)


@routes.page("/t/<int:table>/round")
def round_the_table(table: int) -> str:
    """Return the page of a phone in the middle of a table: the names in four directions, the score towards one."""
    at, state = table_of(table), state_of_match(table)
    play = None
    with suppress(RecordsError):  # the page asks, and shows the score alone
        play = spoken_json(at, None, 0, "names", "", the_words()) if viewer().may("player") else None
    return render_template("round.html", table=at.number, state=state, play=play)


@routes.page("/t/<int:table>/sheet")
def hand_sheet(table: int) -> str:
    """Return the hand sheet of the table's match, or of the one that `?match=n` names, to look at and to print."""
    at, words = table_of(table), the_words()
    found = _match(at)
    if "match" in request.args and found is None:
        raise RequestError(404, "not-found", path=request.path)
    if found is None:
        return render_template("handsheet.html", table=table)
    return render_template(
        "handsheet.html",
        table=table,
        match=match_json(found, words),
        ended=ended_at(found),
        matches=[summary_json(each) for each in islice(at.matches.all(), MOST_LISTED)],
        earlier=request.args.get("match"),
        deals=deals_of(at, found),
    )


@routes.page("/t/<int:table>/hands")
def all_hands(table: int) -> str:
    """Return a table's hands, searchable by player, pattern and day."""
    at, words = table_of(table), the_words()
    book = BOOKS.get(at.now().in_force)
    listed = [
        *[(row.name.name, row.name.zh) for row in (book.listing.patterns if book else ())],
        *[(str(row.name.id), row.name.zh) for row in (book.listing.opened if book else ())],
    ]
    sought = {name: request.args.get(name, "") for name in ("player", "fan", "day", "hidden")}
    hands = sought_hands(at, LISTED)
    more = len(hands) == LISTED
    asked = {name: value for name, value in sought.items() if value} | ({"before": hands[-1].number} if more else {})
    return render_template(
        "hands.html",
        table=table,
        sought=sought,
        names=_names(at),
        fans=sorted([(name, wording.pattern(words, name, zh)) for name, zh in listed], key=itemgetter(1)),
        found=[(hand, _counted(at, hand)) for hand in hands],
        older=f"?{urlencode(asked)}" if more else None,
        in_order=in_order,
        verdict_of=partial(verdict_of, words=words),
    )


def _counted(table: Table, hand: TableHand) -> CountedAs | None:
    counted = table.matches.counted(hand.id)
    return counted_json(counted, hand, the_words()) if counted else None


@routes.page("/t/<int:table>/hands/<int:number>")
def appeal(table: int, number: int) -> str:
    """Return everything about one hand of the match, for deciding an appeal and for printing."""
    found = _match(table_of(table))
    if found is None or not 0 < number <= len(found.match.hands):
        raise RequestError(404, "not-found", path=request.path)
    at, words = table_of(table), the_words()
    match = match_json(found, words)
    hand = match.hands[number - 1]
    laid = at.hands.get(hand.laid) if hand.laid else None
    return render_template(
        "appeal.html",
        table=table,
        number=number,
        match=match,
        hand=hand,
        earlier=request.args.get("match"),
        deals=deals_of(at, found),
        from_camera=seen_json(at, laid, words) if laid else [],
    )


@routes.page("/hands/<hand_id>")
def hand(hand_id: str) -> str:
    """Return the page of one hand."""
    the_site().expect_photo()
    table, found = hand_at(hand_id)
    words = the_words()
    with suppress(RecordsError):  # it is shown all the same
        table.watched.take_up(hand_id)
    hand = table_hand_json(table, found, words)
    return render_template(
        "hand.html",
        hand=hand,
        seen=seen_in(found.laid),
        presets=presets_json(the_tables().records, words, hands=True, also=hand.laid.rules),
        state=state_of_match(table.number),
        by_suit=by_suit,
        overview=f"{hand.photo}?width={overview_width(found.reading)}" if hand.photo and found.reading else hand.photo,
        in_words=partial(named, words),
    )


@routes.page("/hands/<hand_id>/<any(photo, thumb):which>.jpg")
def picture(hand_id: str, which: str) -> Response:
    """Return a hand's photo or its thumbnail.

    With `?width=1280`, a width of `WIDTHS`, the photo is reduced to it. With `&area=40,200,900,310`, in pixels of the
    reading, only that part of it is returned.
    """
    table, kept = hand_at(hand_id)
    if not kept.photo:
        raise RequestError(404, "not-found", path=request.path)
    width = whole("width", 0)
    if which == "photo" and width in WIDTHS:
        area = _area(kept)
        name = f"{which}-{width}-{area}" if area else f"{which}-{width}"
        return photograph(table, kept.photo, name, lambda: table.pictures.shown.reduced(kept.photo, width, area))
    make = table.pictures.shown.whole if which == "photo" else table.pictures.shown.small
    return photograph(table, kept.photo, which, lambda: make(kept.photo))


def _area(hand: TableHand) -> CropArea | None:
    """Return the part of the photo that `?area=` names, or None if it names none that lies in the photo."""
    try:
        left, top, right, bottom = map(int, request.args.get("area", "").split(","))
    except ValueError:
        return None
    if not hand.reading:
        return None
    wide, high = hand.reading.size
    area = (max(left, 0) / wide, max(top, 0) / high, min(right, wide) / wide, min(bottom, high) / high)
    return area if area[0] < area[2] and area[1] < area[3] else None


def _match(table: Table) -> TableMatch | None:
    """Return the match that `?match=n` names, else the newest."""
    return table.matches.get(whole("match", 0) if "match" in request.args else None)


def _to_set_up(table: Table) -> dict[Step, bool]:
    """Return the steps of the set-up while the page offers them, else none."""
    tables = the_tables()
    if tables.many or table is not tables.own or not from_here() or not invites(table):
        return {}
    return steps(table, the_site().tilesets, bool({CHOICE} & {*request.args, *request.cookies}))


def _beginning(table: Table) -> dict[str, Any]:
    """Return the choices for a new match: the rules, the bodies, and the names of earlier players."""
    words = the_words()
    current = table.matches.current
    return {
        "rules": rules_of_a_new_match(table),
        "stake": current.match.stake if current else "",
        "currency": current.match.currency if current else "",
        "presets": presets_json(table.records, words),
        "bodies": bodies_json(words),
        "names": _names(table),
        "seats": current.match.players if current else (),
    }


def _names(table: Table) -> list[str]:
    """Return the players of the newest matches, the newest first."""
    matches = islice(table.matches.all(), REMEMBERED)
    return list(dict.fromkeys(name for found in matches for name in found.match.players))
