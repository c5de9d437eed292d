"""The rules that people choose from, by game."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from scoring.errors import MissingLibraryError
from scoring.games.game import RuleBook
from scoring.match.course import all_bodies, find_course, usual_body
from scoring.rules import BOOKS
from webui.games.view import game_name
from webui.messages import Messages
from webui.messages import match as match_words
from webui.messages import scoring as wording
from webui.records.presets import admit_kept
from webui.records.store import Storage

_Preset = tuple[str, str, str, str, str]
"""Name, title, game, the usual body, and the title of the game."""


def presets_json(records: Storage, words: Messages, hands: bool = False, also: str | None = None) -> list[_Preset]:
    """Return the presets, those of a game together, without those whose library is not installed.

    Args:
        records: The storage, where another server may have stored a club's rules.
        words: The language of the page.
        hands: True for all presets; a hand then names the library that is missing.
        also: A preset that is listed although it is archived.
    """
    admit_kept(records)
    return [
        (
            book.name,
            wording.rules(words, book),
            book.game.id,
            _usual(book),
            game_name(words, book.game.id),
        )
        for book in _by_game()
        if (hands or (_usual(book) and _has_library(book))) and (not book.archived or book.name == also)
    ]


def bodies_json(words: Messages) -> list[dict[str, Any]]:
    """Return the bodies that matches and events can be played by, with the game of each: its rules can choose it."""
    return [
        {
            "name": body.id,
            "title": match_words.body(words, body),
            "game": body.game,
            "hands": body.hands,
            "endless": body.endless,
            "lengths": body.lengths,
            "dealer_repeats": body.winner_deals_again,
            "players": BOOKS.games[body.game].play.players,
            "minutes": body.minutes.get("session"),
        }
        for body in all_bodies().values()
    ]


def grouped(presets: list[_Preset]) -> list[tuple[str, list[_Preset]]]:
    """Return presets as (title of their game, presets), for a list of choices."""
    return [(title, list(some)) for title, some in groupby(presets, key=lambda preset: preset[4])]


def _usual(book: RuleBook) -> str:
    """Return the usual body of matches under a preset; "" if its game has none."""
    return usual_body(book).id if find_course(book.game) else ""


def _has_library(book: RuleBook) -> bool:
    try:
        book.game.library.expect()
    except MissingLibraryError:
        return False
    return True


def _by_game() -> Iterator[RuleBook]:
    games = dict.fromkeys(book.game for book in BOOKS.values())
    return (book for game in games for book in BOOKS.values() if book.game == game)


def archived() -> list[RuleBook]:
    """Return a club's rules that no new match offers."""
    return [book for book in BOOKS.values() if book.archived]
