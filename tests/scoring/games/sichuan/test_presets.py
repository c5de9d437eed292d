"""The presets of Sichuan: caps, units, and what a self-drawn win adds."""

import pytest

from scoring.games.sichuan.presets import ANSWERS, DEFAULTS, NONE, PRESETS, SWITCHES, UNCAPPED, Preset, preset


def table(**answers: str) -> Preset:
    return preset("table", "Table", "1", "the wall", {**DEFAULTS, **answers}, "sichuan-sbr")


@pytest.mark.parametrize("name", PRESETS)
def test_a_built_in_preset_answers_every_switch_and_differs_in_nothing_from_itself(name: str) -> None:
    assert ANSWERS[name].keys() == {switch.id for switch in SWITCHES}
    assert PRESETS[name].different == ()


def test_points_double_with_each_fan_up_to_the_cap() -> None:
    capped, free = table(SC1="3"), table(SC1=NONE)
    unit = capped.unit
    assert [capped.value(fan) for fan in range(6)] == [unit * each for each in (1, 2, 4, 8, 8, 8)]
    assert [free.value(fan) for fan in range(6)] == [unit * 2**fan for fan in range(6)]
    assert (capped.highest, free.highest) == (unit * 8, unit * 2**UNCAPPED)


def test_a_self_draw_adds_a_unit_only_where_the_table_says_so() -> None:
    assert table(SC2="point").bonus == table().unit
    assert table(SC2="fan").bonus == 0


def test_an_answer_is_named_where_it_differs() -> None:
    other = "4" if DEFAULTS["SC1"] != "4" else "5"
    assert ("SC1", other) in table(SC1=other).different
