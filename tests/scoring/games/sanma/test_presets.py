"""The presets of riichi for three answer as their description does."""

import pytest

from scoring.games.sanma.presets import PRESETS
from scoring.games.sanma.switches import usual
from scoring.rules import BOOKS
from tests.scoring.games.sanma.vectors import VECTORS


@pytest.mark.parametrize("name", PRESETS)
def test_a_built_in_preset_answers_as_described(name: str) -> None:
    assert usual(name) == {id: str(answer) for id, answer in VECTORS["defaults"][name].items()}


@pytest.mark.parametrize("name", PRESETS)
def test_a_built_in_preset_is_its_own_base(name: str) -> None:
    preset = PRESETS[name]
    assert (preset.name, preset.minimum, preset.answers, preset.man) == (name, 1, {}, False)
    assert preset.title
    assert preset.source
    assert preset.version.isdigit()


@pytest.mark.parametrize(("north", "aside"), [("bonus", ("N",)), ("value", ()), ("guest", ())])
def test_only_a_table_that_sets_norths_aside_plays_so(north: str, aside: tuple[str, ...]) -> None:
    text = f'name = "house"\ntitle = "House"\nbase = "sanma-home"\nsource = "test"\n[switches]\nSA1 = "{north}"\n'
    play = BOOKS.tournament(text).play
    assert (play.aside, play.players, play.tiles) == (aside, 3, 108)
