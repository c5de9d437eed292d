"""The switches of riichi for three are those of its description, and a file answers them."""

import pytest

from scoring.errors import RulingError
from scoring.games.sanma.presets import PRESETS
from scoring.games.sanma.switches import ANSWERS, SWITCHES, answers_of
from scoring.rules import tournament
from tests.scoring.games.sanma.vectors import VECTORS

FILE = 'name = "three"\ntitle = "Three"\nbase = "sanma-home"\nsource = "a club"\n[switches]\n'


def test_questions_and_answers_are_those_of_the_description() -> None:
    assert {id: list(answers) for id, answers in ANSWERS.items()} == {
        id: [str(answer) for answer in answers] for id, answers in VECTORS["choices"].items()
    }


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.id)
def test_each_answer_sets_its_value(switch) -> None:  # type: ignore[no-untyped-def]
    for option in switch.options:
        preset = tournament(f'{FILE}{switch.id} = "{option.name}"\n').preset
        assert getattr(preset, switch.sets[1]) == option.value
        assert answers_of(preset)[switch.id] == option.name
        different = option.value != getattr(PRESETS["sanma-home"], switch.sets[1])
        assert dict(preset.answers) == ({switch.id: option.name} if different else {})


def test_a_number_is_its_text_and_an_unknown_answer_is_refused() -> None:
    assert tournament(f"{FILE}SA6 = 3000\n").preset.noten == 3000
    with pytest.raises(RulingError, match="unknown-answer"):
        tournament(f'{FILE}SA4 = "half"\n')
    with pytest.raises(RulingError, match="unknown-switch"):
        tournament(f'{FILE}RI1 = "yes"\n')
