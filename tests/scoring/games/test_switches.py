"""The switches of all games: their numbers, what their presets answer, and the patterns that a house plays."""

import pytest

from scoring.games.hongkong import presets as hongkong
from scoring.games.riichi import switches as riichi
from scoring.games.riichi.presets import PRESETS as RIICHI
from scoring.games.sichuan import presets as sichuan
from scoring.games.switches import Answer, House, Switch, played, values
from scoring.games.taiwan import presets as taiwan

ANSWERED = {
    "HK": (hongkong.SWITCHES, [preset.answers for preset in hongkong.PRESETS.values()]),
    "SC": (sichuan.SWITCHES, [preset.answers for preset in sichuan.PRESETS.values()]),
    "TW": (taiwan.SWITCHES, [preset.answers for preset in taiwan.PRESETS.values()]),
    "RI": (riichi.SWITCHES, [riichi.usual(base) for base in RIICHI]),
}
"""The switches of each game by the letters of their numbers, with the answers of its presets."""


@pytest.mark.parametrize("letters", ANSWERED)
def test_presets_answer_each_switch_by_one_of_its_answers(letters: str) -> None:
    switches, presets = ANSWERED[letters]
    assert [switch.id for switch in switches] == [f"{letters}{number + 1}" for number in range(len(switches))]
    for switch in switches:
        assert len({*switch.answers}) == len(switch.answers) > (switch.id != "TW35")  # which says what is not offered
        assert [switch.answer(name) for name in switch.answers] == [*switch.options]
        assert {answers[switch.id] for answers in presets} <= {*switch.answers}


class Row(Answer):
    """A pattern of a made-up list."""

    @property
    def id(self) -> str:
        """Its number."""
        return self.name


def test_a_house_plays_patterns_as_its_answers_have_them() -> None:
    made = (
        Switch("X1", "one", values("off", "2"), {"1": lambda row, answer, house: None if answer == "off" else row}),
        Switch(
            "X2", "two", values("a", "b"), {"1": lambda row, answer, house: row._replace(value=(answer, house.most))}
        ),
    )
    one, other = Row("1"), Row("2")
    assert played(made, one, House({"X1": "off", "X2": "a"}, 8)) is None
    assert played(made, one, House({"X1": "2", "X2": "b"}, 8)) == ("1", "", ("b", 8))
    assert played(made, other, House({"X1": "off", "X2": "a"}, None)) is other
