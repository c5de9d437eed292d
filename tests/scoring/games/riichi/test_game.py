"""The game of riichi: its books, its acts, its traits."""

import pytest

from scoring.errors import RulingError
from scoring.games.riichi.acts import DeclaredRiichi
from scoring.games.riichi.game import GAME
from scoring.games.riichi.presets import PRESETS


def test_its_books_are_its_presets_with_red_fives_where_they_have_them() -> None:
    assert GAME.id == "riichi"
    assert GAME.presets == PRESETS
    assert GAME.acts == (DeclaredRiichi,)
    for preset in PRESETS.values():
        assert GAME.traits(preset) == {"pairs": "different", "red": preset.red}


@pytest.mark.parametrize("key", ["minimum", "values", "excluded", "patterns"])
def test_a_house_has_switches_alone(key: str) -> None:
    with pytest.raises(RulingError, match="unknown-key"):
        GAME.changed("riichi-home", {"name": "house", "title": "House", "source": "the wall", key: 1})
