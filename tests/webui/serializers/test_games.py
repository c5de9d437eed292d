"""The additions of a game to JSON: nothing unless there is something."""

import pytest

from webui.serializers.encoding import plain
from webui.serializers.games import HandOfGame, MatchOfGame, OfGame, SheetOfGame


@pytest.mark.parametrize(("kind", "by"), [(SheetOfGame, "sheet"), (HandOfGame, "hand"), (MatchOfGame, "match")])
def test_each_names_the_function_of_a_game_that_adds_to_it(kind: type[OfGame], by: str) -> None:
    assert kind.added_by == by
    assert plain(kind()) == {}
