"""The tables of an event: the columns by name and place."""

import io
from collections.abc import Callable
from typing import Final
from uuid import uuid4

import openpyxl
import pytest

from scoring.match.event_acts import Opened, Started, TableResult
from scoring.match.records import Drawn, Won
from tests.webui.hall.test_desk import PEOPLE
from webui.exports.event import (
    corrected_table,
    ema_table,
    ema_workbook,
    pantheon_script,
    players_table,
    recounted_table,
    rounds_table,
    seating_table,
    teams_table,
)
from webui.exports.reports import fees_table, penalties_table
from webui.exports.spreadsheet import Cell
from webui.hall.desk import Hall
from webui.hall.results import Results, results
from webui.messages import Messages
from webui.records.store import Storage

ENGLISH = Messages.of("en")


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
    assert book.sheetnames == ["EMA", "Rounds", "Seating", "Totals"]


def test_rounds_from_paper_are_named_by_their_number() -> None:
    hall = Hall(Storage.open(None))
    number = hall.open(uuid4(), Opened("Cup", "mcr", rounds=2), "", "desk")[0].number
    hall.record(number, uuid4(), PEOPLE, "", "desk")
    hall.record(number, uuid4(), hall.draw(number, 1, 1), "", "desk")
    hall.record(number, uuid4(), Started(1), "", "desk")
    hall.record(number, uuid4(), TableResult(1, 1, (30, 10, -10, -30)), "", "desk")
    for act in (Won("E", 20, "S"), *[Drawn()] * 15):
        hall.matches(2).record(act, uuid4(), "", "table")
    heads, *rows = rounds_table(results(hall, hall.get(number)), ENGLISH)
    assert heads[-1] == "Rounds from paper"
    found = {str(row[2]): row[-1] for row in rows}
    seated = hall.get(number).event.seating[1]
    typed = {hall.get(number).event.name(player) for player in seated[0]}
    assert {name for name, cell in found.items() if cell == "1"} == typed
    assert {cell for name, cell in found.items() if name not in typed} == {""}


def test_seating_for_other_programs_numbers_players_from_one(event: Results) -> None:
    of = event.kept.event
    tables = [line.split("-") for line in pantheon_script(of).split()]
    for tables_of_round in (tables[:2], tables[2:]):
        assert sorted(int(cell) for line in tables_of_round for cell in line) == [*range(1, 9)]
    assert [row[:2] for row in seating_table(of, ENGLISH)[1:]] == [[1, 1], [1, 2], [2, 1], [2, 2]]
