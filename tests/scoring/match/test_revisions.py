"""The records that stand after corrections and voids: the same in a match and in an event."""

from typing import Any

import pytest

from scoring.match import event_acts
from scoring.match.match import fold
from scoring.match.records import Act, Corrected, Drawn, Penalty, Void, Won
from scoring.match.revisions import Stands, revisions
from tests.scoring.match.builders import SIT, records

FINE = Penalty("S", 10, "late")
AGAIN = Penalty("S", 5, "late")


@pytest.mark.parametrize(
    ("acts", "stand"),
    [
        ([FINE, Drawn()], {2: True, 3: True}),
        ([FINE, Void(2, "x")], {2: False, 3: True}),
        ([FINE, Void(2, "x"), Void(3, "x")], {2: True, 3: False, 4: True}),
        ([FINE, Void(2, "x"), Void(3, "x"), Void(4, "x")], {2: False, 3: True, 4: False, 5: True}),
        ([FINE, Corrected(2, AGAIN, "x")], {2: 3, 3: True}),
        ([FINE, Corrected(2, AGAIN, "x"), Corrected(2, FINE, "x")], {2: 4, 3: 4, 4: True}),
        ([FINE, Corrected(2, AGAIN, "x"), Void(3, "x")], {2: True, 3: False, 4: True}),
        ([FINE, Corrected(2, AGAIN, "x"), Corrected(2, FINE, "x"), Void(4, "x")], {2: 3, 3: True, 4: False, 5: True}),
        ([FINE, Corrected(2, AGAIN, "x"), Void(2, "x")], {2: False, 3: True, 4: True}),
        ([FINE, Void(9, "x")], {2: True, 3: False}),  # refused
        ([Won("E", 8, "E")], {2: False}),  # refused
    ],
)
def test_what_stands_in_a_match(acts: list[Act], stand: dict[int, Stands]) -> None:
    found = fold(records(SIT, *acts, role="referee")).stands
    assert {number: (type(each), each) for number, each in found.items() if number > 1} == {
        number: (type(each), each) for number, each in stand.items()
    }


def test_what_stands_in_an_event() -> None:
    acts: list[Any] = [
        event_acts.Opened("Cup"),
        event_acts.EventCorrected(1, event_acts.Opened("Open")),
        event_acts.CheckedIn(1),
        event_acts.EventVoid(3),
    ]
    numbered = list(enumerate(acts, 1))
    found = revisions(numbered)
    assert [found.of(number, act) for number, act in numbered] == [2, True, False, True]
    assert [found.by(number) for number, _ in numbered] == [2, 2, None, 4]
