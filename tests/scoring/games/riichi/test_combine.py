"""The riichi sheet: what a fed yakuman costs, and the indicators that give most."""

import pytest

from scoring.games.riichi.combine import check_library, fed, highest_dora, score, worth
from scoring.games.riichi.presets import PRESETS
from scoring.notation import parse

pytest.importorskip("mahjong")

DRAGONS = "[CCC,1][FFF,2][PPP,3]12m99s 3m discard from=W seat=S round=E no-kong dora=0"
CHEAP = "234m567m22p345p67s 8s riichi self-draw seat=S round=E no-kong dora=0 ura=0"
LOSES = "234m567m22p345p67s 9s discard seat=S round=E no-kong dora=0 no-riichi"


def test_the_library_is_there() -> None:
    check_library()


@pytest.mark.parametrize("text", [DRAGONS, CHEAP, LOSES])
@pytest.mark.parametrize("name", PRESETS)
def test_totals_are_those_of_the_sheet(text: str, name: str) -> None:
    sheet, totals = score(parse(text), PRESETS[name]), worth(parse(text), PRESETS[name])
    assert (totals.wins, totals.total, totals.legal) == (sheet.wins, sheet.total, sheet.legal)


def test_only_a_yakuman_of_fed_sets_is_answered_for() -> None:
    for name, preset in PRESETS.items():
        assert fed(parse(DRAGONS), preset) == 32000, name
        assert fed(parse(CHEAP), preset) == 0


def test_indicators_that_give_most_are_one_and_one_for_each_kong() -> None:
    above, below = highest_dora(parse("222m[3333m]567p67s99s 8s"))
    assert (len(above), len(below)) == (2, 2)
    assert above[0] == "2m"
