"""The sheet of the Chinese rules: the best reading, with totals that are the same without the reasons."""

import pytest

from scoring.errors import UnknownCircumstancesError
from scoring.games.mcr.combine import score, worth
from scoring.games.mcr.presets import PRESETS
from scoring.notation import parse

HANDS = (
    "[123s,1]456789sCCC9p 9p discard from=W seat=S round=E no-kong flowers=2",
    "111222333m456p5s 5s self-draw seat=S round=E no-kong",
    "19m19p19sESWNCFP 1m self-draw seat=S round=E no-kong",
    "147m258p369sESWN C discard seat=S round=E no-kong",
    "1133557799m113p 3p discard seat=S round=E no-kong",
    "1357m2468p1357s 1s discard seat=S round=E no-kong",
)


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("text", HANDS)
def test_totals_are_those_of_the_sheet_whose_lines_add_up(text: str, name: str) -> None:
    win, preset = parse(text), PRESETS[name]
    sheet, totals = score(win, preset), worth(win, preset)
    assert (totals.wins, totals.total, totals.legal) == (sheet.wins, sheet.total, sheet.legal)
    assert sum(line.points for line in sheet.lines) == sheet.total == sheet.counted + (win.flowers or 0) * sheet.wins
    assert (sheet.payments is not None) == (sheet.legal and (win.self_draw or win.giver is not None))


def test_what_is_unknown_is_asked_before_anything_is_counted() -> None:
    with pytest.raises(UnknownCircumstancesError):
        score(parse("123m456p789sEEEC C"), PRESETS["mcr"])
