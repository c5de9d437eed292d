"""Events in which players sit out in turn."""

from contextlib import closing
from pathlib import Path
from uuid import uuid4

import pytest
from click.testing import CliRunner

from scoring.match.event_acts import Absent, Entered, Opened, PlayerEntry, Started, StoodIn, TableResult, Withdrawn
from webui.cli import main
from webui.hall.desk import Hall, StillPlayedError
from webui.hall.results import results
from webui.records.store import Storage


def opened(hall: Hall, players: int, bye: int = 0, rules: str = "mcr") -> int:
    number = hall.open(uuid4(), Opened("Club", rules, rounds=4, bye=bye), "", "desk")[0].number
    people = tuple([PlayerEntry(n, f"P{n}") for n in range(1, players + 1)])
    hall.record(number, uuid4(), Entered(people), "", "desk")
    return number


def test_late_comers_leavers_and_those_who_miss_a_round(records: Storage) -> None:
    hall = Hall(records)
    number = opened(hall, 6)
    hall.record(number, uuid4(), Absent(6, (1,)), "", "desk")
    hall.record(number, uuid4(), hall.draw_in_turn(number, 1, 1), "", "desk")
    event = hall.get(number).event
    (first,) = event.out[1]
    assert first != 6
    hall.record(number, uuid4(), Started(1), "", "desk")
    player = event.seating[2][0][0]
    hall.record(number, uuid4(), Entered((PlayerEntry(7, "Late"),)), "", "desk")
    hall.record(number, uuid4(), Withdrawn(player), "", "desk")
    hall.record(number, uuid4(), hall.draw_in_turn(number, 2, 2), "", "desk")
    event = hall.get(number).event
    for round in (2, 3, 4):
        seated = {each for game in event.seating[round] for each in game}
        assert not seated & {*event.out[round]}
        assert seated | {*event.out[round]} == set(range(1, 8)) - {player}
    assert first not in event.out[2]  # who has sat out plays before the others have
    assert event.out[1] == (first,)


def test_a_draw_that_leaves_somebody_out_is_asked_about(records: Storage) -> None:
    hall = Hall(records)
    number = opened(hall, 5)
    drawn = hall.draw_in_turn(number, 1, 1)
    hall.record(number, uuid4(), Entered((PlayerEntry(6, "Zoe"),)), "", "desk")
    with pytest.raises(StillPlayedError, match="seating-leaves-out"):
        hall.record(number, uuid4(), drawn, "", "desk")


def test_a_round_counts_for_who_sits_out_once_it_is_over(records: Storage) -> None:
    """Unless they stand in for somebody who is missing, and have the points."""
    hall = Hall(records)
    number = opened(hall, 6, bye=2)
    hall.record(number, uuid4(), hall.draw_in_turn(number, 1, 1), "", "desk")
    event = hall.get(number).event
    one, other = event.out[1]
    gone = event.seating[1][0][0]
    hall.record(number, uuid4(), StoodIn(gone, one, (1,), "substitute"), "", "desk")
    hall.record(number, uuid4(), Started(1), "", "desk")
    assert not any(row.table_points for row in results(hall, hall.get(number)).players)
    hall.record(number, uuid4(), TableResult(1, 1, (40, 30, -30, -40)), "", "desk")
    found = {row.player: row.table_points for row in results(hall, hall.get(number)).players}
    assert found[event.name(one)] == 4
    assert found[event.name(other)] == 2
    assert found.get(event.name(gone), 0) == 0


@pytest.mark.parametrize(
    ("rules", "totals", "best"),
    [("riichi-ema", (60000, 20000, 20000, 20000), "result"), ("hk", (9, -3, -3, -3), "game_points")],
)
def test_a_round_sat_out_counts_in_what_decides_the_ranking(
    records: Storage, rules: str, totals: tuple[int, int, int, int], best: str
) -> None:
    """A bye of 2 stands between the winner of a table and those who lost."""
    hall = Hall(records)
    number = opened(hall, 5, bye=2, rules=rules)
    hall.record(number, uuid4(), hall.draw_in_turn(number, 1, 1), "", "desk")
    event = hall.get(number).event
    hall.record(number, uuid4(), Started(1), "", "desk")
    hall.record(number, uuid4(), TableResult(1, 1, totals), "", "desk")
    rows = results(hall, hall.get(number)).players
    out = event.name(event.out[1][0])
    assert [row.player for row in rows][1] == out
    assert getattr(rows[1], best) == 2


def test_it_is_drawn_at_the_command_line(tmp_path: Path) -> None:
    with closing(Storage.open(tmp_path)) as records:
        opened(Hall(records), 7)

    def run(*arguments: str) -> str:
        return CliRunner().invoke(main, ["hall", *arguments, "--data", str(tmp_path)]).output

    assert "or let players sit out in turn" in run("draw", "1")
    assert "Drawn: 4 rounds of 1 tables" in run("draw", "1", "--sit-outs")
    run("change", "1", "--bye", "2")
    with closing(Storage.open(tmp_path)) as records:
        event = Hall(records).get(1).event
    assert event.opened.bye == 2
    assert [len(event.out[round]) for round in range(1, 5)] == [3] * 4
    assert {player for out in event.out.values() for player in out} == set(range(1, 8))
