"""The engine of books that are a list of patterns: the sheet and its totals agree."""

import pytest

from scoring.errors import UnknownCircumstancesError
from scoring.games.listed import Met, Pattern
from scoring.notation import parse
from scoring.rules import BOOKS

LISTED = ("hk", "zungjung", "sichuan-sbr", "taiwan-home")
HANDS = (
    "123m456m789m11p 23p 1p discard from=W seat=S round=E no-kong flowers=0",
    "111m222m333m44m 55m 5m self-draw seat=E round=E no-kong flowers=0",
    "1133557799m113p 3p self-draw seat=S round=E no-kong flowers=0",
    "1357m2468p1357s 1s discard from=W seat=S round=E no-kong flowers=0",
)


@pytest.mark.parametrize("rules", LISTED)
@pytest.mark.parametrize("text", HANDS)
def test_totals_are_those_of_the_sheet(rules: str, text: str) -> None:
    win, book = parse(text), BOOKS[rules]
    sheet, totals = book.score(win), book.worth(win)
    assert (totals.wins, totals.total, totals.legal) == (sheet.wins, sheet.total, sheet.legal)
    assert all(line.points for line in sheet.lines) or rules == "sichuan-sbr"


@pytest.mark.parametrize("rules", LISTED)
def test_what_counts_and_is_unknown_is_asked(rules: str) -> None:
    with pytest.raises(UnknownCircumstancesError, match="self-draw"):
        BOOKS[rules].score(parse("123m456m789m11p 23p 1p"))


def test_a_pattern_that_is_met_twice_counts_twice() -> None:
    pattern = next(iter(BOOKS["hk"].preset.patterns))
    assert isinstance(pattern.value, int)
    assert Met(pattern, 2).value == 2 * pattern.value
    assert {"id", "key", "name", "zh", "value"} <= {*dir(Pattern)}
