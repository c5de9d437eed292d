"""What the current request is about: the table, the hand that its address names, the language of its sender."""

from functools import partial
from typing import Any, Final

from flask import Response, current_app, request
from flask_babel import get_locale

from webui.routes.errors import RequestError
from webui.table.hands import TableHand
from webui.table.steps import screen_language
from webui.table.table import Table
from webui.words import LANGUAGES, OFFERED, Words
from webui.words.languages import best_language
from webui.words.tiles import tile

CHOICE: Final = "lang"
"""The parameter of an address, and the cookie, that name the language somebody chose, as HTML does."""

REMEMBERED: Final = 365 * 24 * 3600
"""Seconds for which a browser remembers the language that was chosen on it. Not measured."""


def the_table() -> Table:
    """The table this application shows."""
    table: Table = current_app.extensions["table"]
    return table


def table_of(number: int) -> Table:
    """The table of that number; one on its own is table 1.

    Raises:
        RequestError: 404, there is none.
    """
    if number != 1:
        raise RequestError(404, "no-such-table", number=number)
    return the_table()


def the_hand(hand_id: str) -> TableHand:
    """The hand of that id.

    Raises:
        RequestError: 404, it is not kept or not kept any more.
    """
    hand = the_table().hands.get(hand_id)
    if hand is None:
        raise gone(hand_id)
    return hand


def gone(hand_id: str) -> RequestError:
    """The error for a hand that is not kept."""
    return RequestError(404, "hand-gone", id=hand_id[:20])


def the_words() -> Words:
    """The sentences in the language of the page."""
    return Words.of(str(get_locale()))


def select_language() -> str:
    """The language that the current request is answered in, one of `webui.words.OFFERED`.

    That is the one its address names, else for the screen of a table the table's own, else the one chosen on this
    browser before, else what the browser prefers.
    """
    screen = screen_language(the_table()) if request.endpoint == "display.page" else None
    chosen = [tag for tag in (request.args.get(CHOICE), screen, request.cookies.get(CHOICE)) if tag]
    return best_language([*chosen, *(tag for tag, quality in request.accept_languages if quality > 0)])


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
        response.set_cookie(CHOICE, words.tag, max_age=REMEMBERED, samesite="Lax", httponly=True)
    return response


def language_choice() -> dict[str, Any]:
    """What every template has of languages: that of the page, those it can be shown in, the names of tiles."""
    words = the_words()
    return {
        "lang": words.tag,
        "languages": [(Words.of(lang).tag, LANGUAGES[lang]) for lang in OFFERED],
        "tile_name": partial(tile, words),
    }
