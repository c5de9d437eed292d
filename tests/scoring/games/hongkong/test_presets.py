"""The presets of Hong Kong and their switches."""

import pytest

from scoring.games.hongkong.presets import DEFAULTS, PRESETS, SWITCHES, preset


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_answers_every_switch_with_an_answer_that_it_has(name: str) -> None:
    answers = PRESETS[name].answers
    assert answers.keys() == {switch.id for switch in SWITCHES}
    assert [id for id, answer in answers.items() if answer not in {s.id: s.answers for s in SWITCHES}[id]] == []


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.id)
def test_every_answer_makes_a_preset_that_names_it_where_it_differs(switch) -> None:  # type: ignore[no-untyped-def]
    for answer in switch.answers:
        house = preset("house", "House", "1", "the wall", {**DEFAULTS, switch.id: answer})
        assert house.different == (() if answer == DEFAULTS[switch.id] else ((switch.id, answer),))
        assert house.patterns


@pytest.mark.parametrize(("limit", "faan"), [("10", {9: 9, 10: 10, 11: 10}), ("none", {9: 9, 10: 10, 40: 40})])
def test_faan_are_capped_at_the_limit(limit: str, faan: dict[int, int]) -> None:
    house = preset("house", "House", "1", "the wall", {**DEFAULTS, "HK3": limit})
    assert {each: house.capped(each) for each in faan} == faan
