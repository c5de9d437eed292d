"""The words of this game: every rule book, switch and pattern has its own in each language."""

import pytest

from scoring.rules import BOOKS
from webui.games.mcr.words import WORDS
from webui.games.view import view_of
from webui.messages import Messages

BOOK = BOOKS["mcr"]


@pytest.mark.parametrize("lang", ["en", "zh", "ja"])
def test_every_book_has_a_name_and_points_are_counted_in_its_unit(lang: str) -> None:
    words = Messages.of(lang)
    books = WORDS.tables["rule_books"]
    names = [words(books[name]) for name in BOOK.game.presets if name in books]
    assert names
    assert len({*names}) == len(names)
    assert view_of(BOOK.name).words is WORDS
    assert "8" in WORDS.counting.points(words, 8)


def test_the_unit_in_english() -> None:
    assert WORDS.counting.points(Messages.of("en"), 8) == "8 points"
