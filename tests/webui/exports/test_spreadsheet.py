"""A match as tables: cells, CSV, lines of a terminal, a workbook."""

import csv
import io
from typing import Any

import openpyxl
import pytest

from scoring.match.records import (
    Act,
    Claimed,
    Corrected,
    Disqualified,
    Drawn,
    Forfeited,
    Penalty,
    Record,
    Seated,
    Substituted,
    TimeUp,
    Won,
)
from scoring.notation import parse
from tests.books import RULES
from webui.commands.match.show import sheet_text
from webui.exports.spreadsheet import Cell, aligned, sheet_table, to_csv, total_rows
from webui.exports.workbook import records_table, to_xlsx
from webui.messages import Messages
from webui.records.journal import entry_of, fold_entries
from webui.serializers.sheet import hand_sheet_json

ENGLISH = Messages.of("en")
ACTS: list[Act] = [
    Seated(("=1+1", "Bo\x07", "陈", "Dai"), "mcr"),
    Won("S", 24, "W"),
    Won("Bo\x07", 3),
    Penalty("陈", 10, '=HYPERLINK("x")'),
    TimeUp(False),
]
RECORDS = [
    entry_of(number, Record(act, "desk", "2026-11-24T10:00:00+00:00", "desk"), "") for number, act in enumerate(ACTS, 1)
]
MATCH = fold_entries(RECORDS)


def sheets() -> dict[str, list[tuple[Any, ...]]]:
    book = openpyxl.load_workbook(io.BytesIO(to_xlsx(MATCH, RECORDS, ENGLISH)))
    assert not any(cell.data_type == "f" for sheet in book for row in sheet.iter_rows() for cell in row)
    return {sheet.title: [*sheet.iter_rows(values_only=True)] for sheet in book}


def test_the_workbook_has_the_hands_as_numbers_and_totals_below() -> None:
    rows = sheets()["Match sheet"]
    assert rows[1][:6] == (1, "E", "▲", -8, 0, 492)
    total = next(row for row in rows if row[0] == "Total")
    assert [value for value in total[1:] if value is not None] == [*MATCH.points.values()]
    assert next(row for row in rows if row[0] == "Table points")[5] == 1.5


def test_the_records_are_a_table_of_their_own_that_says_why_one_is_refused() -> None:
    assert "Records" not in sheets()
    rows = records_table(MATCH, RECORDS, ENGLISH)
    assert [row[0] for row in rows[1:]] == [1, 2, 3, 4, 5]
    assert rows[3][5] == "3 points: a hand has at least 8 points. Correct the record."
    assert rows[4][3:5] == [
        "desk",
        'Penalty {"player": "陈", "amount": 10, "reason": "=HYPERLINK(\\"x\\")", "flow": "deducted"}',
    ]


def test_text_of_people_is_never_a_formula() -> None:
    assert sheets()["Penalties"][1] == (4, 2, "陈", 10, '=HYPERLINK("x")', "deducted")
    heads = next(csv.reader(io.StringIO(to_csv(sheet_table(MATCH, Messages.of("en"))))))
    assert heads[2] == "'=1+1 sign"


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        ("+", "+"),
        ("+✓", "+✓"),
        ("-5", "'-5"),
        (-5, "-5"),
        ("@x", "'@x"),
        ("＝1+1", "'＝1+1"),
        ("＠SUM(A1)", "'＠SUM(A1)"),
        ("＋1", "'＋1"),
        ("－1", "'－1"),
        ("＋", "＋"),
        ("\t=1", "'\t=1"),
        ("Ann", "Ann"),
        (1.5, "1.5"),
    ],
)
def test_what_csv_guards(cell: Cell, written: str) -> None:
    assert next(csv.reader(io.StringIO(to_csv([[cell]])))) == [written]


def test_columns_of_a_terminal_are_flush_with_chinese_names() -> None:
    assert aligned([["局", "Ann"], [12, "陈"]]) == ["局  Ann", "12   陈"]


def test_the_sheet_as_json_adds_up() -> None:
    data = hand_sheet_json(MATCH, ENGLISH)
    assert data["hands"][-1]["totals"] == data["totals"] == MATCH.points
    assert data["penalties"][0]["why"] == '=HYPERLINK("x")'


def test_headings_and_winds_are_in_the_language_and_names_as_they_are() -> None:
    table = sheet_table(MATCH, Messages.of("zh_Hant"))
    assert table[0][:2] == ["盤", "圈風"]
    assert str(table[0][2]).startswith(f"{MATCH.players[0]} ")
    assert table[1][1] == "東"


NINES = "[123s,1]456789sCCC9p 9p discard"


@pytest.mark.parametrize("rules", ["mcr", "zungjung"])
def test_a_row_has_the_fan_that_make_the_points_of_the_hand(rules: str) -> None:
    points = fold_points(rules)
    records = [
        entry_of(number, Record(act, "", "2026-11-24T10:00:00+00:00", "table"), "")
        for number, act in enumerate((Seated(("Ann", "Bo", "Chen", "Dai"), rules), Won("E", points, "S", NINES)), 1)
    ]
    heads, row, *_ = sheet_table(fold_entries(records), ENGLISH, records)
    found = dict(zip(heads, row, strict=True))
    worth = [int(str(each).rsplit(" ", 1)[1]) for each in str(found["fan"]).split("; ")]
    assert (sum(worth), found["points of the hand"]) == (points, points)


def fold_points(rules: str) -> int:
    """The points of that hand for East in the East round."""
    return RULES[rules].score(parse(f"{NINES} seat=E round=E")).total


LEFT: list[Act] = [
    Seated(("Ann", "Bo", "Chen", "Dai"), "mcr"),
    Drawn(),
    Corrected(2, Won("S", 24, "W"), "read again"),
    Disqualified("Chen", "insult"),
    Forfeited("Ann", "ill"),
    Substituted("Ann", "Zed", "agreed"),
]
LEFT_RECORDS = [
    entry_of(number, Record(act, "Rita Roe", "2026-11-24T10:00:00+00:00", "referee"), "")
    for number, act in enumerate(LEFT, 1)
]
LEFT_MATCH = fold_entries(LEFT_RECORDS)
SAYS = ["Chen is disqualified (insult)", "Ann left the match or did not come (ill)", "Zed plays on for Ann (agreed)"]


def test_every_export_says_who_left_and_which_hand_was_corrected() -> None:
    data = hand_sheet_json(LEFT_MATCH, ENGLISH)
    assert [each["says"] for each in data["departures"]] == SAYS
    assert [(each["kind"], each["player"], each["name"], each["hand"]) for each in data["departures"]] == [
        ("disqualified", "Chen", "Chen", 2),
        ("forfeited", "Ann", "Ann", 2),
        ("replaced", "Ann", "Zed", 2),
    ]
    assert [hand["corrected"] for hand in data["hands"]] == [[3], []]
    rows = list(csv.reader(io.StringIO(to_csv(sheet_table(LEFT_MATCH, ENGLISH, LEFT_RECORDS, 3)))))
    assert [row[18] for row in rows] == ["remarks", "corrected", "; ".join(SAYS)]
    named = [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]
    assert [row["corrected by"] for row in named] == ["RR", ""]
    assert (named[0]["points of the hand"], named[0]["table"], named[0]["date"][:8]) == ("24", "3", "2026-11-")
    assert [named[0][f"{name} rank"] for name in ("Ann", "Bo", "Chen", "Dai")] == ["2", "1", "4", "2"]
    book = openpyxl.load_workbook(io.BytesIO(to_xlsx(LEFT_MATCH, LEFT_RECORDS, ENGLISH)))
    assert [cell.value for cell in next(book["Match sheet"].iter_cols(19, 19))][:3] == [row[18] for row in rows]
    text = sheet_text(LEFT_MATCH, ENGLISH)
    assert all(says in text for says in SAYS)
    assert "1 E ✎" in text


def test_a_sheet_says_so_in_chinese() -> None:
    words = Messages.of("zh")
    text = sheet_text(LEFT_MATCH, words)
    assert "Chen被取消比赛资格" in text
    assert not any(says in text for says in SAYS)


def test_a_table_of_a_terminal_may_be_flush_left() -> None:
    assert aligned([["a", 1], ["陈", 100]], left=True) == ["a   1", "陈  100"]


def test_wins_of_a_hand_are_named_from_two_on() -> None:
    seated = Seated(("Ann", "Bo", "Chen", "Dai"), "riichi-ema")
    for winners in (("S",), ("S", "W")):
        wins = tuple(Won(winner, 1000, "E") for winner in winners)
        acts: list[Act] = [seated, Claimed(wins) if len(wins) > 1 else wins[0]]
        records = [
            entry_of(n, Record(act, "", "2026-11-24T10:00:00+00:00", "referee"), "") for n, act in enumerate(acts, 1)
        ]
        heads, row, *_ = sheet_table(fold_entries(records), ENGLISH, records)
        remarks = str(row[heads.index("remarks")])
        assert remarks.count(" off Ann") == (2 if len(wins) > 1 else 0)


def test_results_in_thousands_stand_below_the_totals() -> None:
    acts: list[Act] = [Seated(("Ann", "Bo", "Chen", "Dai"), "riichi-ema"), Won("S", 1300, "E"), TimeUp(False)]
    records = [
        entry_of(n, Record(act, "", "2026-11-24T10:00:00+00:00", "referee"), "") for n, act in enumerate(acts, 1)
    ]
    rows = dict(total_rows(fold_entries(records), ENGLISH))
    assert [*rows] == ["Total", "Rank", "Result"]
    assert (rows["Total"], rows["Result"]) == ([28700, 31300, 30000, 30000], [-16.3, 16.3, 0, 0])
