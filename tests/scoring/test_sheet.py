"""The sheet of a hand: what may be declared, and what is short."""

import pytest

from scoring import score
from tests.scoring.usual import usual


@pytest.mark.parametrize(
    ("text", "wins", "legal", "usable"),
    [
        ("123m456p789sEECCC from=S", True, True, True),
        ("23m789m123s789s22p1m from=S", True, None, True),
        ("1357m2468p1357sEE from=S", False, False, True),
    ],
)
def test_a_hand_is_short_by_what_its_minimum_lacks(text: str, wins: bool, legal: bool | None, usable: bool) -> None:
    sheet = score(usual(text))
    assert (sheet.wins, sheet.usable) == (wins, usable)
    assert sheet.legal == (wins and sheet.counted >= sheet.minimum)
    assert sheet.short_by == max(0, sheet.minimum - sheet.counted)
    if legal is not None:
        assert sheet.legal is legal
    if not wins:
        assert (sheet.short_by, sheet.lines, sheet.payments) == (sheet.minimum, (), None)


def test_lines_add_up_to_the_total() -> None:
    sheet = score(usual("[123s,1]456789sCCC9p 9p from=W flowers=2"))
    assert sum(line.points for line in sheet.lines) == sheet.total == sheet.counted + 2
