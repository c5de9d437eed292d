"""What the current request is about: the table, the hand that its address names, the language of its sender."""

from collections.abc import Sequence

from babel import Locale, UnknownLocaleError
from flask import current_app, request
from flask_babel import get_locale

from webui.routes.errors import RequestError
from webui.table.hands import TableHand
from webui.table.table import Table
from webui.words import OFFERED, Words


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
    """The language that the current request is answered in, one of `webui.words.OFFERED`."""
    return best_language([tag for tag, quality in request.accept_languages if quality > 0], OFFERED)


def best_language(tags: Sequence[str], offered: Sequence[str]) -> str:
    """The first language of `tags` that is offered, English where there is none.

    Chinese of Taiwan, Hong Kong and Macau is written in traditional characters, other Chinese in simplified ones,
    unless the tag names its script.

    Args:
        tags: Language tags (BCP 47) as browsers send them, the one preferred most first.
        offered: Languages, keys of `webui.words.LANGUAGES`.
    """
    for tag in tags:
        try:
            locale = Locale.parse(tag, sep="-")
        except (ValueError, UnknownLocaleError):
            continue
        language = f"{locale.language}_Hant" if locale.script == "Hant" else locale.language
        if language in offered:
            return language
    return "en"
