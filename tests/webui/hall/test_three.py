"""An event of riichi for three: drawn, played, ranked, and drawn again by the standing."""

import io
import random
from itertools import chain
from uuid import uuid4
from zipfile import ZipFile

import pytest

from scoring.match.errors import SeatingError
from scoring.match.event_acts import Absent, Entered, Opened, PlayerEntry, SeatingDrawn, Started, TableResult
from scoring.match.seating import parse_script
from webui.exports.event import pantheon_script, seating_table
from webui.exports.reports import reports_zip
from webui.hall.desk import Hall
from webui.hall.due import due_step, vacant
from webui.hall.pairing import draw_by_standing
from webui.hall.prescribed import tables_of_text
from webui.hall.results import results
from webui.messages import Messages
from webui.records.errors import EventActRejectedError
from webui.records.store import Storage


def opened(hall: Hall, players: int, rounds: int = 3, rules: str = "sanma-tenhou") -> int:
    number = hall.open(uuid4(), Opened("Three", rules, rounds=rounds), "", "desk")[0].number
    people = tuple(PlayerEntry(n, f"P{n}") for n in range(1, players + 1))
    hall.record(number, uuid4(), Entered(people), "", "desk")
    return number


def played(hall: Hall, number: int, round: int, chance: random.Random) -> None:
    hall.record(number, uuid4(), Started(round), "", "desk", "anyway")
    for table in range(1, len(hall.get(number).event.seating[round]) + 1):
        first, second = (100 * chance.randrange(200, 500) for _ in range(2))
        totals = first, second, 105_000 - first - second
        hall.record(number, uuid4(), TableResult(round, table, totals), "", "desk")


def test_an_event_of_three_is_drawn_played_and_drawn_by_the_standing(records: Storage) -> None:
    hall, chance = Hall(records), random.Random(3)
    number = opened(hall, 9)
    assert hall.get(number).event.size == 3
    assert (vacant(hall.get(number).event), due_step(hall.get(number).event, []).tables) == (0, 3)
    drawn = hall.draw(number, 1, 1)
    assert [[len(game) for game in games] for games in drawn.rounds] == [[3, 3, 3]] * 3
    assert len({frozenset(game) for games in drawn.rounds for game in games}) == 9
    hall.record(number, uuid4(), drawn, "", "desk")
    played(hall, number, 1, chance)
    hall.record(number, uuid4(), draw_by_standing(hall, number), "", "desk")
    played(hall, number, 2, chance)
    found = results(hall, hall.get(number))
    assert [row.rank for row in found.players] == sorted(row.rank for row in found.players)
    assert len(found.players) == 9
    header, *rows = seating_table(hall.get(number).event, Messages.of("en"))
    assert header[2:] == ["E", "S", "W"]
    assert {len(row) for row in rows} == {5}


def test_the_seating_of_three_is_a_script_that_is_read_again(records: Storage) -> None:
    hall = Hall(records)
    number = opened(hall, 9)
    drawn = hall.draw(number, 1, 1)
    hall.record(number, uuid4(), drawn, "", "desk")
    written = pantheon_script(hall.get(number).event)
    assert parse_script(written, size=3) == drawn.rounds
    with ZipFile(io.BytesIO(reports_zip(results(hall, hall.get(number)), records, Messages.of("en")))) as reports:
        assert reports.read("seating-pantheon.txt").decode() == written


def test_who_fills_no_table_of_three_sits_out_in_turn(records: Storage) -> None:
    hall = Hall(records)
    number = opened(hall, 8, rounds=4)
    with pytest.raises(SeatingError, match="not-threes"):
        hall.draw(number, 1, 1)
    drawn = hall.draw_in_turn(number, 1, 1)
    assert [len(out) for out in drawn.out] == [2] * 4
    assert len({*chain(*drawn.out)}) == 8
    hall.record(number, uuid4(), Absent(8, (1,)), "", "desk")
    assert [len(out) for out in hall.draw_in_turn(number, 1, 1).out] == [1, 2, 2, 2]


@pytest.mark.parametrize("game", [(1, 2), (1, 2, 3, 4)])
def test_a_table_of_another_size_is_no_seating(records: Storage, game: tuple[int, ...]) -> None:
    hall = Hall(records)
    number = opened(hall, 6)
    with pytest.raises(EventActRejectedError, match="seating-uneven"):
        hall.record(number, uuid4(), SeatingDrawn(1, ((game,),)), "", "desk", "anyway")
    four = opened(hall, 8, rules="riichi-home")
    with pytest.raises(EventActRejectedError, match="seating-uneven"):
        hall.record(four, uuid4(), SeatingDrawn(1, (((1, 2, 3),),)), "", "desk", "anyway")


@pytest.mark.parametrize(
    "text",
    ["Aki\tBen\tChie\tDai\nEmi\tFumi\tGoro\tHana", "1\tAki\tBen\tChie\tDai", "East\tSouth\tWest\tNorth\n1\t2\t3\t4"],
    ids=["names", "after the table", "seats"],
)
def test_a_row_of_four_is_no_table_of_three(records: Storage, text: str) -> None:
    hall = Hall(records)
    number = hall.open(uuid4(), Opened("Three", "sanma-tenhou", rounds=1), "", "desk")[0].number
    names = ("Aki", "Ben", "Chie", "Dai", "Emi", "Fumi", "Goro", "Hana")
    people = tuple(PlayerEntry(n, name) for n, name in enumerate(names, 1))
    hall.record(number, uuid4(), Entered(people), "", "desk")
    with pytest.raises(SeatingError, match="row-not-full"):
        tables_of_text(hall.get(number).event, text, 1)
    assert tables_of_text(hall.get(number).event, "1\tAki\tBen\tChie", 1)[1] == (((1, 2, 3),),)


def test_a_script_seats_three_at_a_table(records: Storage) -> None:
    hall = Hall(records)
    number = opened(hall, 6, rounds=2)
    assert hall.read_seating(number, "1-2-3\n4-5-6\n\n1-4-2\n3-5-6", 1).rounds[1] == ((1, 4, 2), (3, 5, 6))
    with pytest.raises(SeatingError, match="not-a-table-line"):
        hall.read_seating(number, "1-2-3-4", 1)
