"""What the current request is about: the table, the hand that its address names, the language of its sender."""

from functools import partial
from typing import Any, Final

from flask import Response, current_app, g, request, url_for

from webui.hall.desk import Hall
from webui.hand.hand import TableHand
from webui.http.errors import RequestError
from webui.messages import LANGUAGES, OFFERED, Messages
from webui.messages.languages import best_language
from webui.messages.tiles import tile
from webui.records.errors import RecordsError
from webui.records.sync.leases import devices
from webui.serializers.outbox import outbox_json
from webui.table.steps import screen_language
from webui.table.table import Table
from webui.table.table_name import name_of
from webui.table.tables import Tables

CHOICE: Final = "lang"
"""The parameter of an address, and the cookie, that name the language somebody chose, as HTML does."""

REMEMBERED: Final = 365 * 24 * 3600
"""Seconds for which a browser remembers the language that was chosen on it. Not measured."""


def the_tables() -> Tables:
    """The tables that this application shows."""
    tables: Tables = current_app.extensions["tables"]
    return tables


def the_hall() -> Hall:
    """The events of this server."""
    tables = the_tables()
    hall: Hall | None = current_app.extensions["hall"]
    if hall is None or hall.records is not tables.records:
        hall = Hall(tables.records, tables.get, tables.reach)
        current_app.extensions["hall"] = hall
    return hall


def the_table() -> Table:
    """The server's own table, which addresses without a number mean."""
    return the_tables().own


def table_of(number: int) -> Table:
    """The table of that number.

    Raises:
        RequestError: 404, there is none.
    """
    table = the_tables().get(number)
    if table is None:
        raise RequestError(404, "no-such-table", number=number)
    return _about(table)


def table_or_own(number: int | None) -> Table:
    """The table of that number, or the server's own where an address has none.

    Raises:
        RequestError: 404, there is none.
    """
    return the_table() if number is None else table_of(number)


def hand_at(hand_id: str) -> tuple[Table, TableHand]:
    """The hand of that id, and the table that it was laid at.

    Raises:
        RequestError: 404, it is not kept or not kept any more.
    """
    table = the_tables().of_hand(hand_id)
    hand = table.hands.get(hand_id) if table else None
    if table is None or hand is None:
        raise gone(hand_id)
    return _about(table), hand


def the_hand(hand_id: str) -> TableHand:
    """The hand of that id, whatever its table.

    Raises:
        RequestError: 404, it is not kept or not kept any more.
    """
    return hand_at(hand_id)[1]


def _about(table: Table) -> Table:
    """A table, which the page that is answered with is about."""
    g.table = table
    return table


def is_elsewhere(table: Table) -> bool:
    """Whether a device of its own has a table of this hall, and alone records there.

    Raises:
        RecordsError: the database cannot be read.
    """
    return table.number in devices(table.records.database)


def of_the_page() -> dict[str, Any]:
    """What every template has of tables: the number and name of its own, the way to its page, whether there are many,
    whether a device has it and records there alone, and why a hall takes nothing of it from this one.

    Scripts ask about the table of their page by the number, which stands in `data-table`.
    """
    tables = the_tables()
    table: Table = g.get("table", tables.own)
    try:
        name, many = name_of(table), tables.many
        elsewhere = is_elsewhere(table)
        refused = outbox_json(table.outbox, the_words()) if table.outbox and table.outbox.state.refused else None
    except RecordsError:  # the page says what is wrong, and needs none of it
        name, many, elsewhere, refused = "", False, False, None
    alone = table is tables.own and not many
    home = url_for("pages.start") if alone else url_for("pages.start", table=table.number)
    return {
        "at": table.number,
        "table_name": name,
        "home": home,
        "many": many,
        "elsewhere": elsewhere,
        "refused": refused,
    }


def gone(hand_id: str) -> RequestError:
    """The error for a hand that is not kept."""
    return RequestError(404, "hand-gone", id=hand_id[:20])


def the_words() -> Messages:
    """The sentences in the language of the page."""
    if "words" not in g:
        g.words = Messages.of(select_language())
    words: Messages = g.words
    return words


def select_language() -> str:
    """The language that the current request is answered in, one of `webui.messages.OFFERED`.

    That is the one its address names, else for the screen of a table the table's own, else the one chosen on this
    browser before, else what the browser prefers.
    """
    chosen = [tag for tag in (request.args.get(CHOICE), _of_the_screen(), request.cookies.get(CHOICE)) if tag]
    return best_language([*chosen, *(tag for tag, quality in request.accept_languages if quality > 0)])


def _of_the_screen() -> str | None:
    """The language of the screen that is asked for; None for other pages, and where the screen has none."""
    if request.endpoint != "display.page":
        return None
    table = the_tables().get((request.view_args or {})["number"])
    return screen_language(table) if table else None


def remember_language(response: Response) -> Response:
    """Marks an answer with its language, and lets the browser keep the language that the page's address names.

    A screen may ask in a language of its own, which is not that of the other pages in the same browser.
    """
    if request.endpoint in ("static", "static_newest"):
        return response
    words = the_words()
    response.headers["Content-Language"] = words.tag
    response.vary.update(("Accept-Language", "Cookie"))
    if request.args.get(CHOICE) == words.tag and not request.path.startswith("/api/"):
        response.set_cookie(
            CHOICE,
            words.tag,
            max_age=REMEMBERED,
            path=request.script_root or "/",
            secure=request.is_secure,
            httponly=True,
            samesite="Lax",
        )
    return response


def language_choice() -> dict[str, Any]:
    """What every template has of languages: that of the page, those it can be shown in, the names of tiles."""
    words = the_words()
    return {
        "lang": words.tag,
        "languages": [(Messages.of(lang).tag, LANGUAGES[lang]) for lang in OFFERED],
        "tile_name": partial(tile, words),
    }
