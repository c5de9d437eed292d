"""Headings of lists of results."""

import pytest

from webui.hall.result_headings import HEADINGS, RESULT_COLUMNS, known_headings, place_of, use_of


@pytest.mark.parametrize(
    ("text", "place"), [("East", 0), ("S", 1), ("西", 2), ("北家", 3), ("1", 0), ("a", 0), ("Ann", None), ("", None)]
)
def test_a_seat_is_named_in_many_ways(text: str, place: int | None) -> None:
    assert place_of(text) == place


@pytest.mark.parametrize(
    ("heading", "use"),
    [("Round", "round"), ("table", "table"), ("日期", "day"), ("Points", "points"), ("shoe size", None)],
)
def test_a_column_is_known_by_its_heading(heading: str, use: str | None) -> None:
    assert use_of(heading)[0] == use


def test_a_row_of_headings_is_told_from_a_row_of_results() -> None:
    assert {*HEADINGS} == {*RESULT_COLUMNS}
    assert known_headings(["Round", "Table", "Player", "Points"]) == 4
    assert known_headings(["1", "2", "Ann", "24"]) == 0
