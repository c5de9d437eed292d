"""The views of the games that are installed."""

from scoring.rules import BOOKS
from webui.base.installed import GROUP, installed
from webui.games.view import GameView


def test_every_game_of_the_program_is_found_once() -> None:
    found = installed()
    assert GROUP == "tableside.game_view"
    assert all(isinstance(each, GameView) for each in found)
    assert sorted(each.id for each in found) == sorted(BOOKS.games)
    assert installed() is found
