"""Rounds that were played elsewhere on their way into an event."""

import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random
from uuid import uuid4

import pytest

from scoring.match.event_acts import EventVoid, Opened, PastRounds
from scoring.match.records import Seated
from tests.rows import row_by_row
from tests.webui.hall.test_importing import KILLED as of_a_round
from webui.exports.event import ema_workbook, rounds_table
from webui.hall.desk import Hall, StillPlayedError
from webui.hall.importing import NEW, AskedPerson, Proposal, days_of, propose_past
from webui.hall.result_lists import results_of_file, results_of_text
from webui.hall.results import results
from webui.hall.year import event_matches
from webui.messages import Messages
from webui.messages.errors import web_error_said
from webui.records.store import Storage

ENGLISH = Messages.of("en")
HEADS = "Date,Game,Table,Player 1,Points 1,Player 2,Points 2,Player 3,Points 3,Player 4,Points 4\n"
LEAGUE = (
    f"{HEADS}2025-02-11,1,1,Ann,30,Bo,-30,Cy,10,Di,-10\n2025-01-11,2,1,Ann,5,Eva,-5,Cy,1,Fu,-1\n"
    "2025-01-11,1,2,Eva,30,Fu,-30,Gil,10,Hua,-10\n2025-01-11,1,1,Di,4,Ann,-4,Bo,3,Cy,-3\n"
)


@pytest.fixture
def hall(records: Storage) -> Hall:
    return Hall(records)


def opened(hall: Hall, rounds: int = 4) -> int:
    return hall.open(uuid4(), Opened("League", "mcr", rounds=rounds), "", "desk")[0].number


def read(hall: Hall, number: int, text: str, persons: dict[str, int] | None = None) -> Proposal:
    return propose_past(hall.get(number), results_of_text(text), persons)


def points(hall: Hall, number: int) -> dict[str, int]:
    return {row.player: row.game_points for row in results(hall, hall.get(number)).players}


def test_an_event_of_a_file_is_one_act_and_undone_as_one(hall: Hall) -> None:
    number = opened(hall)
    act = read(hall, number, LEAGUE).act
    assert isinstance(act, PastRounds)
    assert act.days == ("2025-01-11", "2025-01-11", "2025-02-11")
    assert [each.name for each in act.people] == ["Ann", "Bo", "Cy", "Di", "Eva", "Fu", "Gil", "Hua"]
    made, _ = hall.record(number, uuid4(), act, "", "desk")
    kept = hall.get(number)
    assert not hall.undone(number)
    expected = {"Ann": 31, "Bo": -27, "Cy": 8, "Di": -6, "Eva": 25, "Fu": -31, "Gil": 10, "Hua": -10}
    assert points(hall, number) == expected
    matches = event_matches(kept.event, {at: found.match for at, found in hall.found(kept).items()})
    assert [each.day for each in matches] == ["2025-01-11", "2025-01-11", "2025-01-11", "2025-02-11"]
    hall.record(number, uuid4(), EventVoid(made.number, "wrong file"), "", "desk")
    assert not hall.undone(number)
    assert (hall.get(number).event.entrants, hall.get(number).event.rounds) == ({}, {})
    assert [hall.matches(table).current for table in (1, 2)] == [None, None]
    hall.record(number, uuid4(), act, "", "desk")
    assert (hall.undone(number), points(hall, number)) == ((), expected)


@pytest.mark.parametrize("lang", ["en", "zh", "zh-Hant", "ja"])
def test_a_workbook_of_results_is_read_back(hall: Hall, lang: str) -> None:
    number, other = opened(hall), opened(hall)
    text = LEAGUE.replace("\n", ",,,,\n").replace("Points 4,,,,", "Points 4,Penalty 1,Penalty 2,Penalty 3,Penalty 4")
    text = text.replace("10,Di,-10,,,,", "10,Di,-10,20,,,")
    act = read(hall, number, text).act
    assert act
    hall.record(number, uuid4(), act, "", "desk")
    first = results(hall, hall.get(number))
    assert points(hall, number)["Ann"] == 11
    again = propose_past(hall.get(other), results_of_file(ema_workbook(first, Messages.of(lang)))).act
    assert again
    hall.record(other, uuid4(), again, "", "desk")
    tables = [rounds_table(each, ENGLISH) for each in (results(hall, hall.get(other)), first)]
    read_back, kept = ([row[:1] + row[2:] for row in table] for table in tables)  # without the numbers of players
    assert read_back == kept


THREE = (
    "Date,Game,Table,Player 1,Points 1,Player 2,Points 2,Player 3,Points 3\n"
    "2025-01-11,1,1,Ann,45000,Bo,30000,Cy,30000\n2025-01-11,1,2,Di,35000,Eva,40000,Fu,30000\n"
    "2025-02-11,1,1,Ann,15000,Cy,50000,Di,40000\n"
)
ROWS_OF_THREE = "Date,Game,Player,Points\n2025-01-11,1,Ann,45000\n2025-01-11,1,Bo,30000\n2025-01-11,1,Cy,30000\n"
UNNAMED = "2025-01-11,1,1,Ann,Bo,Cy,45000,30000,30000\n"


def test_an_event_of_three_is_brought_from_a_list_and_from_its_workbook(hall: Hall) -> None:
    number, other = [
        hall.open(uuid4(), Opened("League", "sanma-home", rounds=2), "", "desk")[0].number for _ in range(2)
    ]
    act = propose_past(hall.get(number), results_of_text(THREE, seats=3)).act
    assert isinstance(act, PastRounds)
    assert [(each.round, each.table, each.totals) for each in act.results] == [
        (1, 1, (45000, 30000, 30000)),
        (1, 2, (35000, 40000, 30000)),
        (2, 1, (15000, 50000, 40000)),
    ]
    hall.record(number, uuid4(), act, "", "desk")
    book = ema_workbook(results(hall, hall.get(number)), ENGLISH)
    again = propose_past(hall.get(other), results_of_file(book, seats=3)).act
    assert again
    hall.record(other, uuid4(), again, "", "desk")
    assert points(hall, other) == points(hall, number)


@pytest.mark.parametrize("text", [ROWS_OF_THREE, UNNAMED])
def test_three_rows_of_a_game_are_a_table_of_three(hall: Hall, text: str) -> None:
    number = hall.open(uuid4(), Opened("League", "sanma-home", rounds=2), "", "desk")[0].number
    listed = results_of_text(text, seats=3)
    assert listed.open == (("columns",) if text == UNNAMED else ())
    act = propose_past(hall.get(number), listed).act
    assert act
    assert [(each.players, each.totals) for each in act.results] == [((1, 2, 3), (45000, 30000, 30000))]


def test_a_list_of_four_is_refused_where_three_play(hall: Hall) -> None:
    number = hall.open(uuid4(), Opened("League", "sanma-home", rounds=4), "", "desk")[0].number
    listed = results_of_text(LEAGUE, seats=3)
    assert listed.open == ("columns",)
    assert not listed.tables
    found = propose_past(hall.get(number), results_of_text(LEAGUE))
    why = web_error_said(ENGLISH, found.problems[0].why)
    assert why.startswith("Table 1 of round 3 needs one total for each of its 3 players")


@row_by_row(
    ("rows", "why"),
    [
        (
            "2025-01-11,1,1,Ann,30,Bo,-31,Cy,10,Di,-10",
            "1: Table 1 of round 1: the totals and what is left add up to -1, off by -1. "
            "They must add up to 2000, or to 0 without the points of the start",
        ),
        (
            "2025-01-11,,1,Ann,30,Bo,-30,Cy,10,Di,-10\n2025-01-11,,2,Ann,30,Fu,-30,Gil,10,Hua,-10",
            "1: Ann sits twice in round 1. Correct the name, or number the games of that day in a column of their own",
        ),
        (
            "2025-01-11,1,1,Ann,30,Ann,-30,Cy,10,Di,-10",
            "1: Ann sits twice in round 1. Correct the name, or number the games of that day in a column of their own",
        ),
        (
            "2025-01-11,1,1,Ann,30,Bo,-30,Cy,10,Di,-10\n2025-01-11,1,1,Eva,30,Fu,-30,Gil,10,Hua,-10",
            "1: The list has table 1 of round 1 twice. Correct the number of one of the two",
        ),
        ("3/4/2025,1,1,Ann,30,Bo,-30,Cy,10,Di,-10", "1: '3/4/2025' is no day, or may be two. Write it as 2026-03-14"),
        (
            "2025-01-11,1,1,Ann,30,,-30,Cy,10,Di,-10",
            "1: It does not name its players. Add a column with the names for each seat",
        ),
        (
            "2025-01-11,1,1,Ann,x,Bo,-30,Cy,10,Di,-10",
            "1: Ann has no total that is a whole number. Type it, such as 30 or -12",
        ),
        (
            "\n".join(f"2025-01-1{day},1,1,Ann,30,Bo,-30,Cy,10,Di,-10" for day in range(5)),
            "5: There is no round 5: the event has 4. Change the number of rounds",
        ),
    ],
)
def test_a_row_that_does_not_fit_says_what_to_change(records: Storage, rows: str, why: str) -> None:
    hall = Hall(records)
    found = read(hall, opened(hall), HEADS + rows)
    assert found.act is None
    (problem,) = found.problems
    assert f"{problem.row}: {web_error_said(ENGLISH, problem.why)}" == why


def test_the_same_list_again_is_refused(hall: Hall) -> None:
    number = opened(hall, 8)
    act = read(hall, number, LEAGUE).act
    assert act
    hall.record(number, uuid4(), act, "", "desk")
    again = read(hall, number, LEAGUE)
    assert (again.act, {each.why.kind for each in again.problems}) == (None, {"table-again"})
    later = read(hall, number, f"{HEADS}2025-03-11,1,1,Ann,30,Bo,-30,Cy,10,Ivo,-10").act
    assert isinstance(later, PastRounds)
    assert (later.results[0].round, [each.name for each in later.people]) == (4, ["Ivo"])


def test_a_name_like_another_is_asked_and_matched(hall: Hall) -> None:
    text = f'{HEADS},1,1,Annika Berg,30,Bo,-30,Cy,10,Di,-10\n,2,1,Annika Borg,30,Bo,-30,Cy,10,"Berg, Annika",-10'
    number = opened(hall)
    asked = read(hall, number, text)
    assert (asked.act, asked.asked) == (None, [AskedPerson("Annika Borg", 1)])
    other = read(hall, number, text.replace('"Berg, Annika"', "Di"), {"Annika Borg": NEW}).act
    assert isinstance(other, PastRounds)
    assert [each.name for each in other.people] == ["Annika Berg", "Bo", "Cy", "Di", "Annika Borg"]
    same = read(hall, number, text.replace('"Berg, Annika"', "Di"), {"Annika Borg": 1}).act
    assert isinstance(same, PastRounds)
    assert same.results[1].players == (1, 2, 3, 4)


def test_a_table_that_plays_is_not_disturbed(hall: Hall) -> None:
    number = opened(hall)
    hall.matches(2).record(Seated(("a", "b", "c", "d")), uuid4(), "", "table")
    act = read(hall, number, LEAGUE).act
    assert act
    with pytest.raises(StillPlayedError) as refused:
        hall.record(number, uuid4(), act, "", "desk")
    assert (refused.value.kind, refused.value.about) == ("past-over-matches", {"tables": (2,)})
    assert not hall.get(number).event.rounds


@row_by_row(
    ("cells", "days"),
    [
        (["2025-03-04 00:00:00", "2025/3/4", "2025年3月4日"], ["2025-03-04"] * 3),
        (["4.3.2025", "04.03.25"], ["2025-03-04"] * 2),
        (["4/3/2025", "14/3/2025"], ["2025-03-04", "2025-03-14"]),
        (["3/4/2025", "3/14/2025 19:30"], ["2025-03-04", "2025-03-14"]),
        (["3/3/2025", "3/4/2025"], ["2025-03-03", None]),
        (["2025-02-30", "soon", ""], [None, None, ""]),
    ],
)
def test_the_days_of_a_column_tell_their_order(cells: list[str], days: list[str | None]) -> None:
    assert [*days_of(cells).values()] == days


KILLED = of_a_round.replace("import propose\n", "import propose_past\n").replace(
    "propose(hall, hall.get(1),", "propose_past(hall.get(1),"
)


@pytest.mark.parametrize(("before", "there"), [(1, False), (2, True), (3, True)])
def test_an_event_is_there_whole_or_not_at_all_after_a_kill(tmp_path: Path, before: int, there: bool) -> None:
    """The program dies in the moment in which it would end a transaction: of the act, or of some tables."""
    chance, rows = Random(1), []
    for game in range(1, 5):
        order = chance.sample(range(32), 32)
        for table in range(8):
            totals = [chance.randint(-90, 90) for _ in range(3)]
            cells = zip(order[4 * table :], [*totals, -sum(totals)], strict=False)
            rows.append(f"2025-01-11,{game},{table + 1}," + ",".join(f"P{who:02},{total}" for who, total in cells))
    text = HEADS + "\n".join(rows)
    with closing(Storage.open(tmp_path)) as records:
        opened(Hall(records))
    arguments = [sys.executable, "-c", KILLED, str(tmp_path), text, str(before)]
    assert subprocess.run(arguments, check=False).returncode == -9
    with closing(Storage.open(tmp_path)) as records:
        hall = Hall(records)
        assert bool(hall.get(1).event.rounds) is there
        if not there:
            act = propose_past(hall.get(1), results_of_text(text)).act
            assert act
            hall.record(1, uuid4(), act, "", "desk")
        expected: dict[str, int] = {}
        for row in rows:
            names, totals = row.split(",")[3::2], row.split(",")[4::2]
            for name, total in zip(names, totals, strict=True):
                expected[name] = expected.get(name, 0) + int(total)
        assert not hall.undone(1)
        assert points(hall, 1) == expected
