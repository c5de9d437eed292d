"""People who may have been entered twice."""

import pytest

from scoring.match.duplicates import Duplicate, duplicates
from scoring.match.event_acts import PlayerEntry


@pytest.mark.parametrize(
    ("one", "other", "by"),
    [
        (PlayerEntry(1, "Anna Meyer"), PlayerEntry(2, "anna  MEYER"), "name"),
        (PlayerEntry(1, "Anna Meyer"), PlayerEntry(2, "Meyer Anna"), "name"),
        (PlayerEntry(1, "Søren Łuk"), PlayerEntry(2, "Soren Luk"), "name"),
        (PlayerEntry(1, "Anna Meyer"), PlayerEntry(2, "Anna Meyers"), "similar"),
        (PlayerEntry(1, "Anna", ema="04010001"), PlayerEntry(2, "Bea", ema="04010001"), "ema"),
        (PlayerEntry(1, "Anna Meyer"), PlayerEntry(2, "Bo Nilsson"), None),
        (PlayerEntry(1, "Li Na"), PlayerEntry(2, "Li Ma"), None),
    ],
)
def test_two_entries_of_one_person(one: PlayerEntry, other: PlayerEntry, by: str | None) -> None:
    wanted = [] if by is None else [Duplicate(2, 1, by)]  # type: ignore[arg-type]
    found = duplicates([one, other])
    assert [({each.person, each.other}, each.by) for each in found] == [({1, 2}, each.by) for each in wanted]


def test_an_entry_is_compared_with_those_of_earlier_lists() -> None:
    assert [each.by for each in duplicates([PlayerEntry(1, "Anna Meyer")], [PlayerEntry(7, "Anna Meyer")])] == ["name"]
    assert list(duplicates([], [PlayerEntry(7, "Anna Meyer"), PlayerEntry(8, "Anna Meyer")])) == []
