"""The context of the current request: its table, hand and language."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final

from flask import Response, g, request, url_for

from scoring.match.missing import kept_book
from scoring.match.records import Drawn
from scoring.rules import DEFAULT
from webui.hall.desk import Hall
from webui.hand.hand import TableHand
from webui.http.errors import RequestError
from webui.http.site import the_site
from webui.match.errors import ActRejectedError, expect_library
from webui.messages import Messages
from webui.messages.acts import said
from webui.messages.game import in_game
from webui.messages.languages import LANGUAGES, WITH_GAMES, best_language, tag_of, variant_for
from webui.messages.match import missing
from webui.messages.scoring import refusal
from webui.messages.tiles import tile
from webui.records.errors import RecordsError
from webui.records.sync.leases import devices
from webui.serializers.damaged import damaged_json, damaged_state_json
from webui.serializers.outbox import outbox_json
from webui.serializers.tables import Seats, play_json
from webui.table.news import to_id
from webui.table.now import Now
from webui.table.sight import deals_told
from webui.table.steps import screen_language
from webui.table.table import Table
from webui.table.table_name import name_of
from webui.table.tables import Tables

CHOICE: Final = "lang"
"""The parameter of an address, and the cookie, of the chosen language, as HTML names it."""

REMEMBERED: Final = 365 * 24 * 3600
"""Seconds for which a browser remembers the chosen language. More keeps a visitor's choice on a shared device; less
asks again next season."""


def the_tables() -> Tables:
    """Return the tables that this application shows."""
    return the_site().tables


def the_hall() -> Hall:
    """Return the events of this server."""
    return the_site().hall


def the_table() -> Table:
    """Return the server's own table, for addresses without a number."""
    return the_tables().own


def table_of(number: int) -> Table:
    """Return the table with this number.

    Raises:
        RequestError: 404: there is none.
    """
    table = the_tables().get(number)
    if table is None:
        raise RequestError(404, "no-such-table", number=number)
    return _about(table)


def table_or_own(number: int | None) -> Table:
    """Return the table with this number, or the server's own if the address has none.

    Raises:
        RequestError: 404: there is none.
    """
    return _about(the_table()) if number is None else table_of(number)


def hand_at(hand_id: str) -> tuple[Table, TableHand]:
    """Return the hand with this id, and its table.

    Raises:
        RequestError: 404: it does not exist any more.
    """
    table = the_tables().of_hand(hand_id)
    hand = _about(table).hands.get(hand_id) if table else None
    if table is None or hand is None:
        raise gone(hand_id)
    speak_of_hand(hand)
    return table, hand


def speak_of_hand(hand: TableHand) -> None:
    """Answer in the words of the game that a hand is scored by, which may be another than its table's."""
    rules = hand.laid.rules
    speak_of(lambda: kept_book(rules).game.id)


def at(table: Table) -> AbstractContextManager[Now]:
    """Read the state of a table once for the rest of a request, unless it was read with the question who asks."""
    return table.at(fresh=g.pop("read_ahead", None) != table.number)


def the_hand(hand_id: str) -> TableHand:
    """Return the hand with this id, of any table.

    Raises:
        RequestError: 404: it does not exist any more.
    """
    return hand_at(hand_id)[1]


def _about(table: Table) -> Table:
    """Mark a table as the subject of the answer, of a page before anything of it is read, and return it."""
    if g.get("table") is not table:
        g.table = table
        speak_of(lambda: game_at(table))
    if not request.path.startswith("/api/"):
        g.news, g.seen = _news(table), table.matches.seen
    return table


def _news(table: Table) -> str:
    """Return the id of the news that a page made now shows; a browser asks for pages without saying who looks."""
    deals = deals_told(table, 0, "late", datetime.now(UTC))
    return to_id(replace(table.news.known_to_page, deal=deals))


def is_elsewhere(table: Table) -> bool:
    """Return True if a device has a table of this hall, and alone records there.

    Raises:
        RecordsError: The database cannot be read.
    """
    return table.number in devices(table.records.database)


def home() -> str:
    """Return the address that a page leads back to: that of its table, or of all tables if it is about none of many.

    Raises:
        RecordsError: The database cannot be read.
    """
    tables = the_tables()
    if not tables.many and g.get("table", tables.own) is tables.own:
        return url_for("pages.start")
    return url_for("pages.start", table=g.table.number) if "table" in g else url_for("pages.all_tables")


def of_the_page() -> dict[str, Any]:
    """Return the variables of every template about tables: number and name of its own, whether it is about one, the
    address that it leads back to, whether there are many, whether a device has it, the reason of a refusal by the hall,
    its damaged record, its damaged state, a match by rules that are not installed, the lack of a library that scores
    its hands, and a function that returns its hand in play with the players.

    Scripts ask about the table of their page by the number in `data-table`, and for its news after the id in
    `data-news`. `data-seen` is the number of its last record, and `data-home` the address that it leads back to.
    """
    tables = the_tables()
    table: Table = g.get("table", tables.own)
    try:
        name, many, back = name_of(table), tables.many, home()
        elsewhere = is_elsewhere(table)
        refused = outbox_json(table.outbox, the_words()) if table.outbox and table.outbox.state.refused else None
        damaged, damaged_state = damaged_json(table, the_words()), damaged_state_json(table, the_words())
        current = table.matches.current
        unknown = missing(the_words(), current.match) if current else ""
        lacking = _lacking(table)
    except RecordsError:  # the page shows the error, and needs none of this
        name, many, elsewhere, refused, damaged, damaged_state, unknown = "", False, False, None, None, None, ""
        lacking = ""
        back = url_for("pages.start", table=table.number if "table" in g else None)
    return {
        "at": table.number,
        "news": g.get("news") or _news(table),
        "seen": g.get("seen", 0),
        "table_name": name,
        "home": back,
        "many": many,
        "of_table": "table" in g or not many,
        "elsewhere": elsewhere,
        "refused": refused,
        "damaged": damaged,
        "damaged_state": damaged_state,
        "missing": unknown,
        "lacking": lacking,
        "at_the_table": partial(_at_the_table, table),
    }


def _at_the_table(table: Table) -> tuple[Seats | None, Mapping[int, str], str]:
    """Return the hand in play, the player of each chair, and the word for a draw; None and nobody if the database
    cannot be read."""
    try:
        now = table.now()
        draw = said(in_game(the_words(), now.match.match.rules.name if now.match else DEFAULT), Drawn())
        return play_json(table, the_words()), dict(now.chairs), draw
    except RecordsError:  # the page shows the error
        return None, {}, ""


def _lacking(table: Table) -> str:
    """Return the sentence on the library that hands of a table, or its next round, need; "" if it is there."""
    try:
        for rules in (table.now().in_force, *(table.outbox.event_rules if table.outbox else ())):
            expect_library(rules)
    except ActRejectedError as error:
        return refusal(the_words(), error.refusal)
    return ""


def gone(hand_id: str) -> RequestError:
    """Return the error for a hand that does not exist."""
    return RequestError(404, "hand-gone", id=hand_id[:20])


def the_words() -> Messages:
    """Return the sentences in the language of the page."""
    if "words" not in g:
        lang = select_language()
        g.by_game = lang in WITH_GAMES
        g.words = Messages.of(variant_for(lang, [*request.accept_languages.values()], _game() if g.by_game else ""))
    words: Messages = g.words
    return words


def speak_of(game: Callable[[], str]) -> None:
    """Answer in the words of a game.

    Args:
        game: Returns the id of the game that the answer is about; called only for languages with words of games.
    """
    g.game = game
    if g.pop("by_game", False):
        del g.words


def _game() -> str:
    """Return the id of the game that the answer is about: that of the server's own table if it is about no other."""
    if "game" in g:
        said: str = g.game()
        return said
    return game_at(the_tables().own)


def game_at(table: Table) -> str:
    """Return the id of the game of a table's last match, or of its rules before the first; "" if it cannot be read."""
    try:
        now = table.now()
    except RecordsError:  # the answer is about that
        return ""
    return now.match.match.rules.game.id if now.match else kept_book(now.own).game.id


def select_language() -> str:
    """Return the language of the answer, a key of `webui.messages.languages.LANGUAGES`.

    That is the language in the address, else the table's own for its screen, else the choice in this browser, else the
    browser's preference.
    """
    chosen = [tag for tag in (request.args.get(CHOICE), _of_the_screen(), request.cookies.get(CHOICE)) if tag]
    return best_language([*chosen, *(tag for tag, quality in request.accept_languages if quality > 0)])


def _of_the_screen() -> str | None:
    """Return the language of the requested screen, or None for other pages and for a screen without one."""
    if request.endpoint not in ("display.page", "stream.page"):
        return None
    table = the_tables().get((request.view_args or {})["number"])
    return screen_language(table) if table else None


def remember_language(response: Response) -> Response:
    """Mark an answer with its language, and let the browser remember a language in the page's address.

    A screen may use a language of its own, unlike other pages in the same browser.
    """
    if request.endpoint in ("static", "static_newest", "worker"):
        return response
    words = the_words()
    response.headers["Content-Language"] = words.tag
    response.vary.update(("Accept-Language", "Cookie"))
    tag = tag_of(words.lang)
    if request.args.get(CHOICE) == tag and not request.path.startswith("/api/"):
        response.set_cookie(
            CHOICE,
            tag,
            max_age=REMEMBERED,
            path=request.script_root or "/",
            secure=request.is_secure,
            httponly=True,
            samesite="Lax",
        )
    return response


def language_choice() -> dict[str, Any]:
    """Return the variables of every template about languages: the page's, the offered ones, the names of tiles."""
    words = the_words()
    return {
        "lang": words.tag,
        "chosen_language": tag_of(words.lang),
        "languages": [(tag_of(lang), each.name) for lang, each in LANGUAGES.items()],
        "tile_name": partial(tile, words),
    }
