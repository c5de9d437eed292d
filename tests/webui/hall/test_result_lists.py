"""Lists of results in the forms that people write them in."""

import io
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from tests.rows import row_by_row
from webui.hall.lists import InvalidListError
from webui.hall.result_lists import ReadSeat, ReadTable, number_of, results_of_file, results_of_text

FOUR = (-12, 30, 8, -26)
NAMES = ("Ann", "Bo", "Chen", "Dai")


def seats(names: Sequence[str] = ("",) * 4) -> tuple[ReadSeat, ...]:
    return tuple(ReadSeat(name, total) for name, total in zip(names, FOUR, strict=True))


@row_by_row(
    ("text", "found"),
    [
        ("Table,E,S,W,N\n3,-12,30,8,-26", ReadTable(1, "", "", "3", seats())),
        ("Table,N,W,S,E\n3,-26,8,30,-12", ReadTable(1, "", "", "3", seats())),
        ("桌,东,南,西,北\n3,-12,30,8,-26", ReadTable(1, "", "", "3", seats())),
        (
            "轮次\t桌号\t东家得分\t南家得分\t西家得分\t北家得分\n2\t3\t-12\t30\t8\t-26",
            ReadTable(1, "", "2", "3", seats()),
        ),
        ("回戦;卓;東;南;西;北\n2;3;△12;+30;8;▲26", ReadTable(1, "", "2", "3", seats())),
        (
            "Cup 2026\nRound;Table;Player 1;Points 1;Player 2;Points 2;Player 3;Points 3;Player 4;Points 4\n"
            "2;3;Ann;-12;Bo;30;Chen;8;Dai;-26",
            ReadTable(1, "", "2", "3", seats(NAMES)),
        ),
        (
            "Date,Game,Table,East,South,West,North,E points,S points,W points,N points,Place\n"
            "2026-11-29,1,2,Ann,Bo,Chen,Dai,-12,30,8,-26,first",
            ReadTable(1, "2026-11-29", "1", "2", seats(NAMES)),
        ),
        (
            "Date,Game,Table,P1,P2,P3,P4,P1 score,P2 score,P3 score,P4 score\n"
            "2026-11-29,1,2,Ann,Bo,Chen,Dai,-12,30,8,-26",
            ReadTable(1, "2026-11-29", "1", "2", seats(NAMES)),
        ),
        ("Table;P1;P2;P3;P4\n3;-12;30;8;-26", ReadTable(1, "", "", "3", seats())),
        (
            "Tisch;Spieler;Punkte\n3;Ann;-12\n3;Bo;30\n3;Chen;8\n3;Dai;−26",
            ReadTable(1, "", "", "3", seats(NAMES)),
        ),
        (
            "Table;Seat;Player;Score\n3;S;Bo;30\n3;W;Chen;8\n3;E;Ann;-12\n3;N;Dai;-26",
            ReadTable(1, "", "", "3", seats(NAMES)),
        ),
    ],
)
def test_a_list_is_read_in_many_forms(text: str, found: ReadTable) -> None:
    listed = results_of_text(text)
    assert (listed.open, listed.tables) == ((), [found])


def test_penalties_and_what_is_left_stand_in_columns_of_their_own() -> None:
    listed = results_of_text(
        '卓,東,南,西,北,供託,東 減点,南 減点,西 減点,北 減点\n1,"25,000","30,000","24,000","20,000",1000,,-1000,,'
    )
    assert listed.open == ()
    (table,) = listed.tables
    assert table.left == 1000
    assert [(seat.points, seat.penalty) for seat in table.seats] == [(25000, 0), (30000, 1000), (24000, 0), (20000, 0)]


def test_unknown_headings_are_asked_about_with_the_likely_columns() -> None:
    listed = results_of_text("Bla,a1,b1,c1,d1\n3,-12,30,8,-26")
    assert listed.open == ("columns",)
    assert listed.columns == ("table", "points", "points", "points", "points")
    chosen = results_of_text("1\t3\t-12\t30\t8\t-26", ["round", "table", *["points"] * 4])
    assert (chosen.open, chosen.tables) == ((), [ReadTable(1, "", "1", "3", seats())])


def test_two_sheets_of_results_are_asked_about() -> None:
    book = Workbook()
    book.active.title = "One"  # type: ignore[union-attr]
    for sheet in (book["One"], book.create_sheet("Two")):
        sheet.append(["Table", "East", "South", "West", "North"])
        sheet.append([3, *FOUR])
    out = io.BytesIO()
    book.save(out)
    assert results_of_file(out.getvalue()).open == ("sheet",)
    assert results_of_file(out.getvalue(), sheet="Two").tables == [ReadTable(1, "", "", "3", seats())]


@row_by_row(
    ("columns", "kind"),
    [
        (["table", "points"], "list-no-totals"),
        (["table", *["points"] * 5], "list-few-columns"),
        (["table", "stars"], "list-no-column"),
    ],
)
def test_columns_that_tell_no_results_are_refused(columns: list[str], kind: str) -> None:
    with pytest.raises(InvalidListError) as refused:
        results_of_text("Table,E,S,W,N\n3,-12,30,8,-26", columns)
    assert refused.value.kind == kind


@given(st.lists(st.tuples(*[st.integers(-99_999, 99_999)] * 4), min_size=1, max_size=20), st.sampled_from("\t;,"))
def test_a_list_that_is_written_is_read_back(rows: list[tuple[int, ...]], delimiter: str) -> None:
    lines = [["Table", "East", "South", "West", "North"], *([n, *row] for n, row in enumerate(rows, 1))]
    listed = results_of_text("\n".join(delimiter.join(map(str, line)) for line in lines))
    assert listed.open == ()
    assert [tuple(seat.points for seat in table.seats) for table in listed.tables] == rows
    assert [table.table for table in listed.tables] == [str(n) for n in range(1, len(rows) + 1)]


@row_by_row(
    ("cell", "number"),
    [("−12", -12), ("▲1,200", -1200), ("25 000", 25000), ("1.200", 1200), ("12,0", 12), ("(30)", -30), ("３０", 30)]
    + [("1.5", None), ("", None), ("twelve", None), ("1e5", None), ("2026-11-29", None)],
)
def test_a_cell_is_a_whole_number_or_none(cell: str, number: int | None) -> None:
    assert number_of(cell) == number


def test_a_list_without_numbers_is_asked() -> None:
    assert results_of_text("Ann\nBo").open == ("columns",)
