"""The columns of exports by name and place: programs of others read them, some by their number.

A new column comes last, before the rules of a hand sheet at most; one that moves or is named anew breaks what reads it.
"""

import io
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final
from uuid import uuid4

import openpyxl
import pytest

from scoring.match.event import Opened, Started
from scoring.match.ranking import Standing
from scoring.match.records import Act, Appealed, Drawn, Penalty, Record, Seated, TimeUp, Won
from scoring.match.year import PlayerStatistics, SeasonPlace, SeenPlay
from scoring.rules import BOOKS, tournament
from tests.webui.hall.test_desk import PEOPLE
from webui.exports.event import (
    corrected_table,
    ema_table,
    ema_workbook,
    players_table,
    recounted_table,
    rounds_table,
    seating_table,
    teams_table,
)
from webui.exports.reports import fees_table, penalties_table
from webui.exports.spreadsheet import Cell, sheet_table
from webui.exports.standings import standings_table
from webui.exports.workbook import records_table, to_xlsx
from webui.exports.year import patterns_of_year, ranking_of_year, statistics_table, year_xlsx
from webui.hall.desk import Hall
from webui.hall.results import Results, results
from webui.messages import Messages
from webui.records.journal import entry_of, fold_entries
from webui.records.store import Storage
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


@pytest.mark.parametrize("rules", ["zungjung", "hk", "riichi-ema", "sichuan-sbr"])
def test_a_hand_sheet_of_each_game(rules: str) -> None:
    assert hand_sheet([Seated(NAMES, rules)])[0] == ["hand", "round", *PLAYERS, "remarks", *MORE, *RANKS, "rules"]


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


@pytest.mark.parametrize(
    ("by", "columns", "cells"),
    [
        (["table points", "game points"], ["Table points", "Game points"], ["4", 48]),
        (["match points", "best session"], ["Match points", "Best session", "Game points"], [6.5, 30, 48]),
        (["result", "game points", "lot"], ["Result", "Game points"], [26.25, 48]),
    ],
)
def test_a_ranking(by: Any, columns: list[str], cells: list[Cell]) -> None:
    standing = Standing(1, "Bo", Fraction(4), 48, 30, 6.5, Fraction(105, 4))
    assert standings_table([standing], by, {}, ENGLISH) == [["Place", "Name", *columns], [1, "Bo", *cells]]
    heads, row = standings_table([standing], by, {"Bo": 1000}, ENGLISH)
    assert (heads[-1], row[-1]) == ("MERS", 1000)


@pytest.fixture(scope="module")
def event() -> Results:
    """An event after one round of one table."""
    hall = Hall(Storage.open(None))
    number = hall.open(uuid4(), Opened("Cup", "mcr", rounds=2), "", "desk")[0].number
    hall.record(number, uuid4(), PEOPLE, "", "desk")
    hall.record(number, uuid4(), hall.draw(number, 1, 1), "", "desk")
    hall.record(number, uuid4(), Started(1), "", "desk")
    for table in (1, 2):
        for act in (Won("E", 20, "S"), *[Drawn()] * 15):
            hall.matches(table).record(act, uuid4(), "", "table")
    return results(hall, hall.get(number))


EVENT: Final[dict[str, tuple[Callable[[Results], list[list[Cell]]], list[str]]]] = {
    "rounds": (
        lambda found: rounds_table(found, ENGLISH),
        ["Place", "No.", "Name", "Team", "R1 table points", "R1 points", "Table points", "Points"],
    ),
    "teams": (lambda found: teams_table(found, ENGLISH), ["Place", "Team", "Table points", "Points"]),
    "seating": (
        lambda found: seating_table(found.kept.event, ENGLISH),
        ["Round no.", "Table", "E", "S", "W", "N"],
    ),
    "players": (
        lambda found: players_table(found.kept.event, ENGLISH),
        [
            *("No.", "Name", "First name", "Last name", "EMA number", "Country", "Team"),
            *("Club", "Substitute", "Legal name", "Other association’s number", "Photos allowed"),
        ],
    ),
    "fees": (
        lambda found: fees_table(found.kept.event, ENGLISH),
        ["No.", "Name", "Due", "Paid", "Open", "Currency", "Withdrawn"],
    ),
    "penalties": (
        lambda found: penalties_table(found, ENGLISH),
        ["Round no.", "Table", "Hand", "Name", "Offence", "Amount", "Goes to"],
    ),
    "corrected": (lambda found: corrected_table(found, ENGLISH), ["Round no.", "Table", "Time", "Record"]),
    "recounted": (lambda found: recounted_table(found, ENGLISH), ["Round no.", "Table", "Counted anew"]),
    "EMA": (
        lambda found: ema_table(found)[7:],
        ["Place", "First name", "Last name", "EMA number", "Table points", "Score", "Member", "Country"],
    ),
}


@pytest.mark.parametrize("name", EVENT)
def test_a_table_of_an_event(name: str, event: Results) -> None:
    table, heads = EVENT[name]
    assert table(event)[0] == heads


def test_the_rows_of_an_event(event: Results) -> None:
    rows = rounds_table(event, ENGLISH)
    winner = event.players[0]
    assert rows[1][4:] == ["4", winner.game_points, "4", winner.game_points]
    assert rows[1][2] == winner.player
    assert ema_table(event)[8] == [1, "Player", winner.player.split()[1], "", 4.0, winner.game_points, "", ""]


def test_the_workbook_of_an_event(event: Results) -> None:
    book = openpyxl.load_workbook(io.BytesIO(ema_workbook(event, ENGLISH)))
    assert book.sheetnames == ["EMA", "Rounds", "Seating"]


SEEN: Final = SeenPlay(ends=4, gave=1, hands=2, calls=3, wins=1, turns=9)
STATISTICS: Final = [
    *("Name", "Matches", "Hands", "Wins", "Self-drawn", "Deal-ins", "Deal-in rate (%)", "Mean win", "Best win"),
    *("Points", "Table points", "False wins", "Matches from paper"),
]
SEEN_HEADS: Final = [
    *("Ends seen", "Deal-ins seen", "Deal-ins seen (%)", "Hands followed", "Tiles claimed", "Claims a hand"),
    *("Wins followed", "Turns to a win"),
]


@pytest.mark.parametrize(
    ("seen", "heads", "cells"),
    [(SeenPlay(), [], []), (SEEN, SEEN_HEADS, [4, 1, 25.0, 2, 3, 1.5, 1, 9.0])],
)
def test_the_year(seen: SeenPlay, heads: list[str], cells: list[Cell]) -> None:
    ann = PlayerStatistics("Ann", "mcr", 1, 9, 3, 2, 2, false_wins=1, typed=1, table_points=[Fraction(5, 2)], seen=seen)
    ann.won = replace(ann.won, number=Fraction(100))
    table = statistics_table([ann], ENGLISH)
    assert table[0] == [*STATISTICS, *heads, "Game", "Wins are counted in"]
    assert table[1][:10] == ["Ann", 1, 9, 3, 2, 2, 22.2, 33.3, "", 0]
    assert table[1][10:-2] == [2.5, 1, 1, *cells]
    place = SeasonPlace(1, "Ann", Fraction(5, 2), 1)
    assert ranking_of_year([place], "sum", ENGLISH) == [
        ["Place", "Name", "Table points of all matches", "Matches"],
        [1, "Ann", 2.5, 1],
    ]
    assert patterns_of_year([ann], ENGLISH) == [["Name", "Fan", "Times", "Hands"]]


def test_the_workbook_of_a_year() -> None:
    assert openpyxl.load_workbook(io.BytesIO(year_xlsx([], "sum", ENGLISH))).sheetnames == [
        "Ranking",
        "Players",
        "Patterns",
    ]
