"""Results of a file on their way into an event."""

import subprocess
import sys
from contextlib import closing
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import event as listening
from sqlalchemy.engine import Engine

from scoring.match.event_acts import Entered, EventVoid, Finished, Opened, PlayerEntry, Released, Started, TableResults
from scoring.match.records import Result, TimeUp
from tests.rows import row_by_row
from webui.hall.desk import TOGETHER, Hall
from webui.hall.importing import AskedPerson, propose
from webui.hall.result_lists import results_of_text
from webui.hall.results import results
from webui.messages import Messages
from webui.messages.errors import web_error_said
from webui.records.store import Storage

NAMES = ("Ann Lee", "Bo", "Chen", "Dai", "Eva", "Fu", "Gil", "Hua")
ENGLISH = Messages.of("en")


@pytest.fixture
def hall(records: Storage) -> Hall:
    return Hall(records)


def begun(hall: Hall, players: int = 8, rounds: int = 1) -> int:
    """Return the number of an event of which all rounds have begun, seated by their numbers."""
    number = hall.open(uuid4(), Opened("Cup", "mcr", rounds=rounds), "", "desk")[0].number
    names = NAMES if players == 8 else [f"P{n:03}" for n in range(1, players + 1)]
    hall.record(number, uuid4(), Entered(tuple([PlayerEntry(n, each) for n, each in enumerate(names, 1)])), "", "desk")
    script = "\n".join(f"{n}-{n + 1}-{n + 2}-{n + 3}" for n in range(1, players, 4))
    hall.record(number, uuid4(), hall.read_seating(number, "\n\n".join([script] * rounds), 1), "", "desk")
    for round in range(1, rounds + 1):
        hall.record(number, uuid4(), Started(round), "", "desk", force="next")
    return number


def said(hall: Hall, number: int, text: str) -> list[str]:
    found = propose(hall, hall.get(number), results_of_text(text))
    assert found.act is None
    return [f"{each.row}: {web_error_said(ENGLISH, each.why)}" for each in found.problems]


def test_a_round_of_a_file_is_one_act_and_undone_as_one(hall: Hall) -> None:
    number = begun(hall)
    text = "Player;Total\nHua;-5\nAnn Lee;-12\nlee, ann;30\nChen;8\nDai;-26\nEva;1\nFu;2\nGil;2\n"
    rows = text.replace("lee, ann;30", "2;30")  # a number is that of a player
    found = propose(hall, hall.get(number), results_of_text(rows))
    assert not found.problems
    assert found.act is not None
    made, _ = hall.record(number, uuid4(), found.act, "", "desk")
    assert not hall.undone(number)
    points = {row.player: row.game_points for row in results(hall, hall.get(number)).players}
    assert points == dict(zip(NAMES, (-12, 30, 8, -26, 1, 2, 2, -5), strict=True))
    hall.record(number, uuid4(), EventVoid(made.number, "wrong file"), "", "desk")
    assert not hall.get(number).event.rounds[1].typed
    assert hall.playing(hall.get(number)) == [1, 2]
    again = propose(hall, hall.get(number), results_of_text(rows)).act
    assert again == found.act
    hall.record(number, uuid4(), again, "", "desk")
    assert not hall.undone(number)
    assert {row.player: row.game_points for row in results(hall, hall.get(number)).players} == points


@row_by_row(
    ("text", "why"),
    [
        (
            "Table,E,S,W,N\n1,-12,30,8,-25\n2,1,2,3,-6",
            "1: Table 1 of round 1: the totals and what is left add up to 1, off by +1. "
            "They must add up to 2000, or to 0 without the points of the start",
        ),
        (
            "Table;Player;Total\n1;Ann Lee;-12\n1;Bo;30\n1;Chen;8\n1;Eva;-26",
            "1: Eva did not sit at table 1 in round 1. Name the players of that table",
        ),
        (
            "Table,E,S,W,N\n1,1,2,3,-6\n1,1,2,3,-6",
            "2: The list has table 1 of round 1 twice. Correct the number of one of the two",
        ),
        ("Table,E,S,W,N\n7,1,2,3,-6", "1: There is no table 7 in round 1. Choose one of the list"),
        ("Round,Table,E,S,W,N\n2,1,1,2,3,-6", "1: Round 2 was not started. Start it first"),
        (
            "Table,E,S,W,N\n1,1,x,3,-6",
            "1: 2 has no total that is a whole number. Type it, such as 30 or -12",
        ),
        ("Table,E,S,W,N\n,1,2,3,-6", "1: Its table is not told. Add the number of the table, or of the round"),
    ],
)
def test_a_row_that_does_not_fit_says_what_to_change(records: Storage, text: str, why: str) -> None:
    hall = Hall(records)
    (found,) = said(hall, begun(hall), text)
    assert found == why


def test_published_rounds_and_matches_that_have_ended_are_refused(hall: Hall) -> None:
    number = begun(hall)
    row = "Table,E,S,W,N\n1,1,2,3,-6"
    hall.matches(1).record(Result((1, 2, 3, -6)), uuid4(), "", "referee")
    assert [each.partition(". ")[0] for each in said(hall, number, row)] == [
        "1: The match of round 1 at table 1 is over"
    ]
    hall.record(number, uuid4(), Finished(1, 2, "late"), "", "desk")
    hall.record(number, uuid4(), Released(1), "", "desk")
    assert said(hall, number, row.replace("1,1,", "2,1,")) == [
        "1: The results of round 1 are published. Take the publication back first"
    ]


def test_names_that_are_nobodys_are_asked_and_matched(hall: Hall) -> None:
    number = begun(hall)
    text = "Table;Player;Total\n1;LEE Ann;-12\n1;Bob;30\n1;Chen;8\n1;Dai;-26"
    found = propose(hall, hall.get(number), results_of_text(text))
    assert (found.act, found.asked) == (None, [AskedPerson("Bob", None)])
    matched = propose(hall, hall.get(number), results_of_text(text), persons={"Bob": 2})
    assert matched.act is not None
    assert matched.act.results[0].players == (1, 2, 3, 4)


def test_the_tables_of_a_file_share_few_transactions(hall: Hall) -> None:
    """A transaction a table would take longer than anybody waits; more tables in one keep other writers waiting."""
    number = begun(hall, 40, 4)
    text = "\n".join(["Round,Table,E,S,W,N", *(f"{n},{t},-12,30,8,-26" for n in range(1, 5) for t in range(1, 11))])
    act = propose(hall, hall.get(number), results_of_text(text)).act
    assert isinstance(act, TableResults)
    written: list[object] = []

    def count(connection: object) -> None:
        if connection.get_execution_options().get("tableside_writes"):  # type: ignore[attr-defined]
            written.append(connection)

    listening.listen(Engine, "commit", count)
    try:
        hall.record(number, uuid4(), act, "", "desk")
    finally:
        listening.remove(Engine, "commit", count)
    assert len(written) <= 1 + -(-40 // TOGETHER)
    assert len(hall.get(number).event.rounds[4].typed) == 10
    assert not hall.undone(number)
    assert all(each.played.typed for each in hall.found(hall.get(number)).values())


def test_a_table_that_cannot_follow_holds_no_other_up(hall: Hall) -> None:
    """Its refusals are undone alone, inside the transaction of all."""
    number = begun(hall)
    act = propose(hall, hall.get(number), results_of_text("Table,E,S,W,N\n1,1,2,3,-6\n2,-6,1,2,3")).act
    assert act is not None
    hall.records.events.append(number, uuid4(), act, "", "desk")  # recorded, and not yet sent
    hall.matches(1).record(TimeUp(in_play=False), uuid4(), "", "table")
    hall.resume()
    kept = hall.get(number)
    assert [each.order.table for each in hall.undone(number)] in ([], [1])
    assert hall.found(kept)[1, 2].played.typed


KILLED = """
import os, signal, sys
from pathlib import Path
from uuid import uuid4
from sqlalchemy import event
from sqlalchemy.engine import Engine
from webui.hall.desk import Hall
from webui.hall.importing import propose
from webui.hall.result_lists import results_of_text
from webui.records.store import Storage
hall = Hall(Storage.open(Path(sys.argv[1])))
act = propose(hall, hall.get(1), results_of_text(sys.argv[2])).act
left = int(sys.argv[3])
def dies(connection):
    global left
    if connection.get_execution_options().get("tableside_writes"):
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
event.listen(Engine, "commit", dies)
hall.record(1, uuid4(), act, "", "desk")
"""


@pytest.mark.parametrize(("before", "typed"), [(1, 0), (2, 2)], ids=["before-the-act", "before-the-tables"])
def test_a_file_is_there_whole_or_not_at_all_after_a_kill(tmp_path: Path, before: int, typed: int) -> None:
    """The program dies in the moment in which it would end a transaction."""
    with closing(Storage.open(tmp_path)) as records:
        begun(Hall(records))
    text = "Table,E,S,W,N\n1,-12,30,8,-26\n2,1,2,3,-6"
    arguments = [sys.executable, "-c", KILLED, str(tmp_path), text, str(before)]
    assert subprocess.run(arguments, check=False).returncode == -9
    with closing(Storage.open(tmp_path)) as records:
        hall = Hall(records)
        kept = hall.get(1)
        assert len(kept.event.rounds[1].typed) == typed
        assert [each.played.typed for each in hall.found(kept).values()] == [bool(typed)] * 2
        act = propose(hall, kept, results_of_text(text)).act
        if not typed:
            assert act is not None
            hall.record(1, uuid4(), act, "", "desk")
        assert hall.playing(hall.get(1)) == []
