"""The presets of the Chinese rules: every switch has an answer in each, and an answer changes what it names."""

import pytest

from scoring.games.mcr.presets import PRESETS, SWITCH, SWITCHES


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_answers_every_switch_with_an_answer_that_it_has(name: str) -> None:
    answers = PRESETS[name].answers
    assert answers.keys() == {switch.id for switch in SWITCHES}
    assert [id for id, said in answers.items() if said not in {answer.name for answer in SWITCH[id].answers}] == []


def test_presets_differ_and_count_the_same_fan_once() -> None:
    assert len({tuple(preset.answers.items()) for preset in PRESETS.values()}) > 1
    for preset in PRESETS.values():
        assert {*preset.order} == {number for number in preset.fans if number in preset.order}
        assert len({*preset.order}) == len(preset.order)
        assert preset.minimum == 8


def test_an_answer_is_found_by_its_name() -> None:
    for switch in SWITCHES:
        for answer in switch.answers:
            assert switch.answer(answer.name) is answer
