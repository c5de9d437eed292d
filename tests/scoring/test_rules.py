"""Rule books by name."""

import pytest

from scoring.errors import UnknownRulesError
from scoring.rules import BOOKS, DEFAULT, Books, rule_book

CLUB = """
name = "corner"
title = "Corner house"
source = "its wall"
base = "mcr"
minimum = 6
"""


def test_the_default_stands_first_and_every_game_has_a_book() -> None:
    assert next(iter(BOOKS)) == DEFAULT
    assert {book.game.id for book in BOOKS.values()} == {*BOOKS.games}
    assert all(rule_book(name) is BOOKS[name] and BOOKS[name].name == name for name in BOOKS)


def test_rules_are_found_by_the_size_of_their_hands() -> None:
    larger = {size: book and book.name for size in (13, 14, 17) for book in [BOOKS.larger(size)]}
    assert larger == {13: DEFAULT, 14: "taiwan-home", 17: None}


@pytest.mark.parametrize(
    ("count", "size", "waits", "grows", "name"),
    [
        (17, 14, False, False, "taiwan-home"),
        (14, 17, False, False, DEFAULT),
        (14, 14, False, False, None),
        (15, 14, False, False, None),
        (13, 17, False, False, None),
        (16, 14, True, False, "taiwan-home"),
        (13, 17, True, False, DEFAULT),
        (13, 14, True, False, None),
        (16, 14, True, True, "taiwan-home"),
        (14, 17, False, True, None),
        (13, 17, True, True, None),
    ],
)
def test_rules_are_found_by_the_number_of_tiles_that_a_hand_has_or_may_come_to(
    count: int, size: int, waits: bool, grows: bool, name: str | None
) -> None:
    book = BOOKS.of_other_size(count, size, waits=waits, grows=grows)
    assert (book and book.name) == name


def test_a_name_without_a_book_is_told_with_those_that_there_are() -> None:
    with pytest.raises(UnknownRulesError) as caught:
        rule_book("nobody")
    assert caught.value.about["rules"] == "nobody"
    assert DEFAULT in str(caught.value.about["known"])


def test_without_any_game_the_program_says_what_to_do() -> None:
    with pytest.raises(ImportError, match="install Tableside again"):
        _ = Books(lambda: ()).games
