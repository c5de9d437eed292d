"""The hand sheet of a match and its workbook. Programs of others read the columns, some by their number.

A new column comes last, before the rules of a hand sheet at most; one that moves or is named anew breaks what reads it.
"""

import io
from typing import Any, Final

import openpyxl
import pytest

from scoring.match.records import Act, Appealed, Penalty, Record, Seated, TimeUp, Won
from scoring.rules import BOOKS, tournament
from tests.books import PLAYED
from webui.exports.spreadsheet import Cell, sheet_table
from webui.exports.workbook import records_table, to_xlsx
from webui.messages import Messages
from webui.messages import match as match_words
from webui.records.journal import entry_of, fold_entries
from webui.serializers.sheet import hand_sheet_json

ENGLISH = Messages.of("en")
NAMES: Final = ("Ann", "Bo", "Chen", "Dai")
WHEN: Final = "2026-11-24T10:00:00+00:00"

HALVES: Final = """
name = "halves"
title = "Halves"
base = "hk"
source = "the house"

[switches]
HK1 = "0"
HK24 = "0.5"
"""

ACTS: Final[list[Act]] = [Seated(NAMES, "mcr"), Won("S", 24, "W"), Penalty("Chen", 10, "late")]
APPEAL: Final = Appealed(2, "Ann", "a tile")

PLAYERS: Final = [f"{name} {part}" for name in NAMES for part in ("sign", "points", "deducted", "total")]
RANKS: Final = [f"{name} rank" for name in NAMES]
MORE: Final = ["fan", "points of the hand", "corrected by", "date", "table"]


def entries(acts: list[Act]) -> list[Any]:
    return [entry_of(number, Record(act, "Rita Roe", WHEN, "referee"), "") for number, act in enumerate(acts, 1)]


def hand_sheet(acts: list[Act]) -> list[list[Cell]]:
    records = entries(acts)
    return sheet_table(fold_entries(records), ENGLISH, records, 3)


def test_a_hand_sheet() -> None:
    heads, first, second = hand_sheet([*ACTS, TimeUp(False)])
    assert heads == ["hand", "round", *PLAYERS, "remarks", *MORE, *RANKS, "rules"]
    ann, bo, chen, dai = ("▲", -8, 0, 492), ("", 48, 0, 548), ("—", -32, 0, 468), ("", -8, 0, 492)
    rules = "Chinese Official (MCR), as played online (version 1)"
    assert first[:22] + first[23:] == [1, "E", *ann, *bo, *chen, *dai, "", "", 24, "", 3, 2, 1, 4, 2, rules]
    assert str(first[22])[:8] == "2026-11-"
    assert second[10:14] == ["✗", 0, 10, 458]


def test_a_hand_sheet_with_appeals() -> None:
    heads, row, _ = hand_sheet([*ACTS, APPEAL])
    assert heads == ["hand", "round", *PLAYERS, "appeals", "remarks", *MORE, *RANKS, "rules"]
    assert "a tile" in str(row[18])


def test_a_hand_sheet_of_a_house_with_fractions() -> None:
    BOOKS.admit(tournament(HALVES))
    heads, row, *_ = hand_sheet([Seated(NAMES, "halves"), Won("S", 3, "W")])
    house = [f"{name} total in points of the house" for name in NAMES]
    assert heads == ["hand", "round", *PLAYERS, "remarks", "value of a point", *MORE, *house, *RANKS, "rules"]
    assert row[19] == 0.5
    assert [float(str(cell)) for cell in row[25:29]] == [float(str(cell)) / 2 for cell in row[5:18:4]]


@pytest.mark.parametrize("rules", list({BOOKS[rules].game.id: rules for rules in PLAYED}.values()))
def test_a_hand_sheet_of_each_game(rules: str) -> None:
    names = NAMES[: BOOKS[rules].play.players]
    records = entries([Seated(names, rules)])
    heads, *_ = sheet_table(fold_entries(records), ENGLISH, records)
    players, ranks = PLAYERS[: 4 * len(names)], RANKS[: len(names)]
    assert heads == ["hand", "round", *players, "remarks", *MORE, *ranks, "rules"]
    book = openpyxl.load_workbook(io.BytesIO(to_xlsx(fold_entries(records), records, Messages.of("zh_Hant"), 3)))
    *_, below = book.worksheets[0].iter_rows(values_only=True)
    assert below[:2] == ("賽制", match_words.body(Messages.of("zh_Hant"), fold_entries(records).body))


def test_the_workbook_of_a_match() -> None:
    records = entries([*ACTS, APPEAL])
    book = openpyxl.load_workbook(io.BytesIO(to_xlsx(fold_entries(records), records, ENGLISH, 3)))
    assert book.sheetnames == ["Match sheet", "Penalties", "Appeals"]
    sheet, penalties, appeals = ([*page.iter_rows(values_only=True)] for page in book)
    table = hand_sheet([*ACTS, APPEAL])
    assert sheet[: len(table)] == [tuple(None if cell == "" else cell for cell in row) for row in table]
    below = sheet[len(table) :]
    assert [row[0] for row in below] == ["Total", None, "Rules", "Regulations"]
    assert below[0][:18] == (
        "Total",
        None,
        *(cell for total in (492, 548, 458, 492) for cell in (None, None, None, total)),
    )
    assert penalties == [
        ("Record", "Hand", "Player", "Points", "Reason", "Points of the penalty"),
        (3, 2, "Chen", 10, "late", "deducted"),
    ]
    heads, row = appeals
    assert heads == ("Record", "Hand", "Time", "Who", "Appeal", "Time of the decision", "Decided by")
    assert (row[:4], row[5:]) == ((4, 1, WHEN, "Rita Roe"), (None, None))


def test_records() -> None:
    records = entries(ACTS)
    heads, *rows = records_table(fold_entries(records), records, ENGLISH)
    assert [*heads] == [
        *("Record", "Time", "Who", "Role", "Act", "Refused"),
        *("Record id", "Hash of the act", "Checksum of the chain", "What was recorded"),
    ]
    assert rows[1][:6] == [2, WHEN, "Rita Roe", "referee", 'Won {"winner": "S", "points": 24, "payer": "W"}', ""]
    assert rows[1][6:8] == [str(records[1].id), records[1].hash]
    assert rows[1][9] == "South wins 24 off West"


def test_the_hand_sheet_as_json() -> None:
    sheet = hand_sheet_json(fold_entries(entries([*ACTS, APPEAL])), ENGLISH)
    assert [*sheet] == [
        *("rules", "rules_says", "body", "players", "over", "hands", "totals", "unit", "house_totals", "money"),
        *("table_points", "results", "mispaid", "penalties", "departures", "appeals", "recounted"),
    ]
    assert [*sheet["hands"][0]][:13] == [
        *("number", "deal", "round", "seats", "points", "deducted", "gains", "house_gains", "marks", "totals"),
        *("approved", "corrected", "records"),
    ]
    penalty = ["record", "hand", "player", "amount", "flow", "kind", "about", "why", "goes", "says"]
    assert [*sheet["penalties"][0]] == penalty
    assert [*sheet["appeals"][0]] == ["record", "hand", "player", "reason", "who", "when", "late", "decided", "says"]
