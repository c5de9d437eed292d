"""Additions of games to `match record`: their options give fields of acts, their commands acts of their own."""

import click
import pytest

from scoring.match.records import Drawn
from scoring.rules import BOOKS
from webui.commands.match.acts import correct, record
from webui.games.view import GameView, views


@pytest.mark.parametrize("view", views().values(), ids=views())
def test_options_that_games_add_are_fields_of_a_draw(view: GameView) -> None:
    assert set(view.record.options) <= {"won", "drawn"}

    def body(**_: object) -> None: ...

    for option in view.record.options.get("drawn", ()):
        option(body)
    added = [param.name for param in click.command()(body).params]
    assert set(added) <= set(Drawn.__struct_fields__)
    assert set(added) <= {param.name for param in record.commands["drawn"].params}


@pytest.mark.parametrize("view", views().values(), ids=views())
def test_commands_of_a_game_record_its_own_acts(view: GameView) -> None:
    for name, command in view.record.commands.items():
        assert name in record.commands
        assert name in correct.commands
        assert type(command.make("Ann")) in BOOKS.games[view.id].acts
