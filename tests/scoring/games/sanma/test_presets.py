"""The presets of riichi for three answer as their description does."""

import pytest

from scoring.games.sanma.presets import PRESETS
from scoring.games.sanma.switches import usual
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
