"""The presets and switches of Taiwan, and houses with answers of their own."""

import pytest

from scoring import RulingError
from scoring.games.taiwan.patterns import PATTERNS
from scoring.games.taiwan.presets import PRESETS
from scoring.rules import rule_book, tournament
from tests.scoring.games.taiwan_hands import CHOWS, FILE, SAID, VECTORS
from tests.scoring.usual import usual


def test_the_presets_switches_and_names_are_those_of_the_description() -> None:
    names = {row.id: [row.name, row.zh, row.hans] for row in PATTERNS}
    assert names == {id: [name, zh.split(" (")[0], hans] for id, (name, zh, hans) in VECTORS["names"].items()}
    for name, answers in VECTORS["defaults"].items():
        assert (
            dict(PRESETS[name].answers).items()
            >= {switch: "none" if answer is None else str(answer) for switch, answer in answers.items()}.items()
        )
    for switch, answers in VECTORS["choices"].items():
        assert SAID[switch] == tuple("none" if answer is None else str(answer) for answer in answers)


def test_a_house_answers_the_switches_in_its_file() -> None:
    book = tournament(FILE + '[switches]\nTW1 = 1000\nTW2 = "250"\nTW27 = 0\n')
    assert (book.game.id, book.base, book.minimum) == ("taiwan", "taiwan-home", 0)
    sheet = book.score(usual(f"{CHOWS} discard man seat=S from=W flowers=0"))
    assert sheet.payments == {"E": 0, "S": 1750, "W": -1750, "N": 0}
    assert dict(sheet.switches) == {"TW1": "1000", "TW2": "250", "TW27": "0"}
    assert [(each.switch, each.otherwise) for each in sheet.rulings] == [("TW27", 10)]
    assert tournament(FILE + "minimum = 3").minimum == tournament(FILE + "switches.TW34 = 3").minimum == 3


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("switches.TW5 = 7", "unknown-answer"),
        ('switches.TW1 = "-5"', "bad-money"),
        ("switches.TW2 = 1.5", "bad-money"),
        ("switches.TW1 = 99999999", "bad-money"),
        ("switches.TW38 = 1", "unknown-switch"),
        ("minimum = 9", "bad-minimum"),
        ("minimum = 2", "unknown-answer"),
        ("minimum = 1\nswitches.TW34 = 0", "minimum-twice"),
        ('excluded = ["3.1"]', "unknown-key"),
    ],
)
def test_what_no_house_can_answer_is_refused(line: str, kind: str) -> None:
    with pytest.raises(RulingError) as error:
        tournament(FILE + line)
    assert error.value.kind == kind


def test_the_price_list_has_base_and_tai() -> None:
    prices = rule_book("taiwan-home").listing.prices[:3]
    assert [(each.value, each.discard, each.self_draw) for each in prices] == [
        (0, 300, 1000),
        (1, 400, 1300),
        (2, 500, 1600),
    ]
