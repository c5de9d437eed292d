"""Tables of a round that a director gives, as a list or a script."""

import io
from contextlib import closing
from pathlib import Path
from uuid import uuid4

import openpyxl
import pytest
from click.testing import CliRunner

from scoring.match.errors import SeatingError
from scoring.match.event_acts import Entered, Opened, PlayerEntry
from webui.cli import main
from webui.hall.desk import Hall
from webui.hall.lists import InvalidListError
from webui.hall.prescribed import listed_again, read_seating
from webui.records.store import Storage

NAMES = ("Ann Lee", "Bo", "陈晨", "Dai Rossi", "Eva", "Fu", "Gil", "Hua")
BOTH = ((1, 2, 3, 4), (5, 6, 7, 8))


def opened(hall: Hall, rules: str = "mcr") -> int:
    number = hall.open(uuid4(), Opened("Cup", rules, rounds=3), "", "desk")[0].number
    people = tuple(PlayerEntry(n, name, ema=f"{n:08}") for n, name in enumerate(NAMES, 1))
    hall.record(number, uuid4(), Entered(people), "", "desk")
    return number


@pytest.mark.parametrize(
    ("text", "since", "rounds"),
    [
        ("Ann Lee\tBo\t陈晨\tDai Rossi\nEva\tFu\tGil\tHua", 2, (BOTH,)),
        ("1,2,3,4\n5,6,7,8", 2, (BOTH,)),
        ("Ann Lee,Bo,陈晨,Dai Rossi\n5,6,7,8", 2, (BOTH,)),
        ("00000001;00000002;00000003;00000004\n5;6;7;8", 2, (BOTH,)),
        ("Ann Lee, Bo, 陈晨, Dai Rossi\nEva, Fu, Gil, Hua", 2, (BOTH,)),
        ("2\tEva\tFu\tGil\tHua\n1\tLee Ann\tBo\t陈晨\tDai Rossi", 2, (BOTH,)),
        ("1\t1\tAnn Lee\tBo\t陈晨\tDai Rossi\n1\t2\tEva\tFu\tGil\tHua\n2\t1\t8\t7\t6\t5", 1, (BOTH, ((8, 7, 6, 5),))),
        ("Table,North,East,South,West\nTable 2,8,5,6,7\nTable 1,4,1,2,3", 2, (BOTH,)),
        ("桌号\t东\t南\t西\t北\n1\tAnn Lee\tBo\t陈晨\tDai Rossi\n2\tEva\tFu\tGil\tHua", 2, (BOTH,)),
        ("Round,Table,Seat,Player\n3,1,S,Bo\n3,1,E,Ann Lee\n3,1,W,陈晨\n3,1,N,Dai Rossi", 3, (BOTH[:1],)),
        ("Table,Player\n1,1\n1,2\n1,3\n1,4\n2,5\n2,6\n2,7\n2,8", 2, (BOTH,)),
        ("1-2-3-4\n5-6-7-8\n\n8-7-6-5\n4-3-2-1", 2, (BOTH, ((8, 7, 6, 5), (4, 3, 2, 1)))),
    ],
)
def test_a_list_of_tables(text: str, since: int, rounds: object, records: Storage) -> None:
    """It comes back from the form in which the desk records it."""
    hall = Hall(records)
    number = opened(hall)
    act = read_seating(hall, number, text, 2)
    assert (act.since, act.rounds) == (since, rounds)
    again = read_seating(hall, number, listed_again((act.since, act.rounds)), 1)
    assert (again.since, again.rounds) == (since, rounds)
    if "-" not in text:
        assert read_seating(hall, number, text.encode("utf-16"), 2) == act


def test_a_list_of_tables_of_three(records: Storage) -> None:
    hall = Hall(records)
    number = opened(hall, "sanma-tenhou")
    act = read_seating(hall, number, "Ann Lee\tBo\t陈晨\nDai Rossi\tEva\tFu", 2)
    assert (act.since, act.rounds) == (2, (((1, 2, 3), (4, 5, 6)),))
    assert read_seating(hall, number, listed_again((act.since, act.rounds)), 1).rounds == act.rounds
    with pytest.raises(SeatingError) as error:
        read_seating(hall, number, "Ann Lee\tBo\t陈晨\nDai Rossi\tEva\t", 2)
    assert (error.value.kind, error.value.about) == ("row-not-full", {"row": 2, "players": 3})


@pytest.mark.parametrize(
    ("text", "kind", "about"),
    [
        ("Ann Lee\tBo\t陈晨\tDai Rosi", "row-like", {"row": 1, "name": "Dai Rosi", "like": "Dai Rossi"}),
        ("Ann Lee\tBo\t陈晨\tDai Rosi\n5\t6\t7\t8", "row-like", {"row": 1, "name": "Dai Rosi", "like": "Dai Rossi"}),
        ("1\t2\t3\t4\n5\t6\t7\tNobody Here", "row-nobody", {"row": 2, "name": "Nobody Here"}),
        ("1\t2\t3\t4\n5\t6\t7\t", "row-not-full", {"row": 2, "players": 4}),
        ("Table,Player\n1,1\n1,2\n1,3\n2,5\n2,6\n2,7\n2,8", "row-not-full", {"row": 1, "players": 4}),
        ("Round,Table,E,S,W,N\n1,1,1,2,3,4\n3,1,5,6,7,8", "rounds-skipped", {"round": 2}),
    ],
)
def test_a_list_that_is_not_clear_is_refused(text: str, kind: str, about: object, records: Storage) -> None:
    hall = Hall(records)
    with pytest.raises(SeatingError) as refused:
        read_seating(hall, opened(hall), text, 1)
    assert (refused.value.kind, refused.value.about) == (kind, about)


def test_a_workbook_and_what_is_none(records: Storage) -> None:
    hall, book, file = Hall(records), openpyxl.Workbook(), io.BytesIO()
    number = opened(hall)
    sheet = book.active
    assert sheet
    for row in (("Table", "East", "South", "West", "North"), (1, *NAMES[:4]), (2, *NAMES[4:])):
        sheet.append(row)
    book.save(file)
    assert read_seating(hall, number, file.getvalue(), 3).rounds == (BOTH,)
    with pytest.raises(InvalidListError):
        read_seating(hall, number, b"%PDF-1.7", 3)


def test_tables_are_given_at_the_command_line(tmp_path: Path) -> None:
    with closing(Storage.open(tmp_path)) as records:
        opened(Hall(records))
    (tmp_path / "round.csv").write_bytes(
        "桌号,东,南,西,北\n1,Ann Lee,Bo,陈晨,Dai Rossi\n2,Eva,Fu,Gil,Hua\n".encode("gb18030")
    )

    def run(*arguments: str) -> str:
        file = str(tmp_path / "round.csv")
        result = CliRunner().invoke(main, ["hall", "draw", "1", "--script", file, *arguments, "--data", str(tmp_path)])
        assert result.exit_code == 0, result.output
        return result.stdout

    assert "陈晨" in run("--look")
    assert run("--held") == "Drawn: 1 rounds of 2 tables, repeated meetings: 0\n"
    with closing(Storage.open(tmp_path)) as records:
        event = Hall(records).get(1).event
    assert (event.seating, event.held) == ({1: [*BOTH]}, {1})
