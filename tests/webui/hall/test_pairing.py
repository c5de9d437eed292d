"""Rounds of an event that are drawn by its standing."""

from contextlib import closing
from pathlib import Path
from uuid import uuid4

import pytest
from click.testing import CliRunner

from scoring.match.errors import SeatingError
from scoring.match.event_acts import Absent, Entered, Opened, PlayerEntry, SeatingDrawn, Started, TableResult, Withdrawn
from webui.cli import main
from webui.hall.desk import Hall
from webui.hall.pairing import draw_by_standing, repeated
from webui.hall.results import results
from webui.records.errors import EventActRejectedError
from webui.records.store import Storage

FIRST = ((1, 2, 3, 4), (5, 6, 7, 8))
TOTALS = (90, 30, -40, -80)


def begun(hall: Hall, players: int = 8, **about: int) -> int:
    """An event whose first round has begun: at each table the players in the order of their numbers."""
    number = hall.open(uuid4(), Opened("Cup", "mcr", rounds=3, **about), "", "desk")[0].number
    people = tuple(PlayerEntry(n, f"P{n}") for n in range(1, players + 1))
    for act in (Entered(people), SeatingDrawn(1, (FIRST,)), Started(1)):
        hall.record(number, uuid4(), act, "", "desk", "anyway")
    return number


def played(hall: Hall, number: int, round: int) -> None:
    """The best of the entry list wins at each table."""
    for table, game in enumerate(hall.get(number).event.seating[round], 1):
        totals = dict(zip(sorted(game), TOTALS, strict=True))
        of_seats = totals[game[0]], totals[game[1]], totals[game[2]], totals[game[3]]
        hall.record(number, uuid4(), TableResult(round, table, of_seats), "", "desk")


def test_neighbours_in_the_ranking_who_have_not_met_sit_together(records: Storage) -> None:
    hall = Hall(records)
    number = begun(hall)
    played(hall, number, 1)
    act = draw_by_standing(hall, number)
    hall.record(number, uuid4(), act, "", "desk")
    event = hall.get(number).event
    assert [sorted(game) for game in event.seating[2]] == [[1, 2, 5, 6], [3, 4, 7, 8]]  # the first two of each
    assert [sorted(places) for places in act.places[0]] == [[1, 1, 3, 3], [5, 5, 7, 7]]
    assert (event.places[2][1], event.places[2][8], repeated(event, 2), event.undrawn) == (1, 7, 4, 3)
    hall.record(number, uuid4(), Started(2), "", "desk")
    played(hall, number, 2)
    before = hall.get(number).event.seating[2]
    hall.record(number, uuid4(), draw_by_standing(hall, number), "", "desk")
    assert hall.get(number).event.seating[2] == before  # a drawn round stays as it is
    assert len({player for game in hall.get(number).event.seating[3] for player in game}) == 8


def test_who_comes_leaves_or_misses_the_round(records: Storage) -> None:
    hall = Hall(records)
    number = begun(hall, 11)
    played(hall, number, 1)
    hall.record(number, uuid4(), Withdrawn(1), "", "desk")
    hall.record(number, uuid4(), Absent(2, (2,)), "", "desk")
    with pytest.raises(SeatingError, match="not-fours"):
        draw_by_standing(hall, number)
    act = draw_by_standing(hall, number, sit_outs=True)
    hall.record(number, uuid4(), act, "", "desk")
    (game,), (other,) = act.rounds[0][:1], act.rounds[0][1:]
    assert {*game, *other, *act.out[0]} == set(range(3, 12))
    hall.record(
        number,
        uuid4(),
        Entered((PlayerEntry(12, "Zoe", substitute=True), PlayerEntry(13, "Yi", substitute=True))),
        "",
        "desk",
    )
    filled = draw_by_standing(hall, number)
    assert {12, 13} <= {player for game in filled.rounds[0] for player in game}


@pytest.mark.parametrize(("kind", "acts"), [("no-standing", 0), ("standing-open", 1), ("all-started", 3)])
def test_a_round_without_a_standing_is_not_drawn(kind: str, acts: int, records: Storage) -> None:
    hall = Hall(records)
    number = hall.open(uuid4(), Opened("Cup", "mcr", rounds=2), "", "desk")[0].number
    people = tuple(PlayerEntry(n, f"P{n}") for n in range(1, 9))
    hall.record(number, uuid4(), Entered(people), "", "desk")
    hall.record(number, uuid4(), SeatingDrawn(1, (FIRST,) * 2), "", "desk")
    for round in range(1, acts):
        hall.record(number, uuid4(), Started(round), "", "desk")
        played(hall, number, round)
    if acts == 1:
        hall.record(number, uuid4(), Started(1), "", "desk")
    with pytest.raises(SeatingError, match=kind):
        draw_by_standing(hall, number)


def test_places_stand_for_every_seat(records: Storage) -> None:
    hall = Hall(records)
    number = begun(hall)
    with pytest.raises(EventActRejectedError, match="seating-uneven"):
        hall.record(number, uuid4(), SeatingDrawn(2, (FIRST,), places=(((1, 2, 3, 4),),)), "", "desk")


def test_it_is_drawn_at_the_command_line(tmp_path: Path) -> None:
    with closing(Storage.open(tmp_path)) as records:
        hall = Hall(records)
        number = begun(hall)

    def run(*arguments: str) -> str:
        return CliRunner().invoke(main, ["hall", *arguments, "--data", str(tmp_path)]).output

    assert "tables 1, 2 still play" in run("draw", "1", "--by", "standing")
    with closing(Storage.open(tmp_path)) as records:
        hall = Hall(records)
        played(hall, number, 1)
    assert "Leave out --since: the standing" in run("draw", "1", "--by", "standing", "--since", "2")
    said = run("draw", "1", "--by", "standing").splitlines()
    assert said[0] == "Round 2 drawn by the standing, repeated meetings: 4"
    assert {*said[1].removeprefix("Table 1: ").split(", ")} == {"1 P1", "1 P5", "3 P2", "3 P6"}
    assert "Round 2 drawn by the standing" in run("records", "1")
    with closing(Storage.open(tmp_path)) as records:
        hall = Hall(records)
        assert [row.rank for row in results(hall, hall.get(1)).players] == [1, 1, 3, 3, 5, 5, 7, 7]
