"""The view of each game: names, bounds, answers of houses."""

import pytest

from scoring.rules import BOOKS
from webui.games.view import chosen_answers, game_name, view_of, view_of_game, views
from webui.messages import Messages

ENGLISH = Messages.of("en")


@pytest.mark.parametrize("lang", ["en", "zh", "ja"])
def test_every_game_has_a_view_and_a_name_of_its_own(lang: str) -> None:
    names = [game_name(Messages.of(lang), game) for game in BOOKS.games]
    assert len({*names}) == len(BOOKS.games)
    assert {*views()} == {*BOOKS.games}


@pytest.mark.parametrize("rules", BOOKS.built_in)
def test_a_built_in_book_says_what_a_hand_needs_and_answers_its_switches_as_usual(rules: str) -> None:
    book, view = BOOKS[rules], view_of(rules)
    needs, _ = view.bounds(ENGLISH, book)
    assert needs
    answers = chosen_answers(view, ENGLISH, book)
    assert len({number for number, *_ in answers}) == len(answers)


def test_a_game_that_is_not_installed_is_shown_without_words_of_its_own() -> None:
    assert view_of_game("nobody's").name == ""
    assert game_name(ENGLISH, "nobody's") == "nobody's"
