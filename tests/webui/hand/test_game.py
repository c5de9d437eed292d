"""The questions of games about a won hand."""

import pytest

from scoring.rules import BOOKS
from webui.hand.game import HandGame, hand_game
from webui.hand.text import from_text

HAND = "123m456m789m11p23p 1p"


@pytest.mark.parametrize("rules", BOOKS.built_in)
def test_every_book_has_questions_and_claims_no_luck_that_nobody_stated(rules: str) -> None:
    game = hand_game(rules)
    assert isinstance(game, HandGame)
    state = from_text(HAND, rules)
    assert not any(toggle.on for toggle in game.toggles(state, {}))


def test_rules_that_are_not_installed_have_the_usual_ones() -> None:
    usual = hand_game("nobody's")
    assert [toggle.luck for toggle in usual.toggles(from_text(HAND, "mcr"), {})] == ["heaven", "earth"]
    assert usual.circumstances(from_text(HAND, "mcr")) == {}
