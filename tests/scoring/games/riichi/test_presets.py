"""The presets of riichi."""

import pytest

from scoring.games.riichi.presets import PRESETS


@pytest.mark.parametrize("name", PRESETS)
def test_a_built_in_preset_is_its_own_base_and_answers_no_switch(name: str) -> None:
    preset = PRESETS[name]
    assert (preset.name, preset.minimum, preset.answers, preset.pinned) == (name, 1, {}, ())
    assert preset.title.startswith("Riichi")
    assert preset.source
    assert preset.version.isdigit()


def test_presets_differ_in_what_their_rules_do() -> None:
    assert not PRESETS["riichi-ema"].red
    assert not PRESETS["riichi-ema"].kiriage
    assert PRESETS["riichi-home"].red
