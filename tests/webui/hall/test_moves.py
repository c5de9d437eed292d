"""Tables of an event that move: their players sit at another table, with another camera."""

import random
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from click.testing import CliRunner

from scoring.match.event import MOST_TABLES, Event
from scoring.match.event_acts import (
    Entered,
    EventAct,
    EventVoid,
    Finished,
    Opened,
    PlayerEntry,
    Reseated,
    SeatingDrawn,
    Started,
    TableMoved,
    TableResult,
)
from scoring.match.records import Drawn
from webui.base.errors import WebError
from webui.cli import main
from webui.exports.event import pantheon_script, seating_table
from webui.hall.desk import Hall
from webui.hall.results import results
from webui.match.clock import Pause, StartClock
from webui.messages import Messages
from webui.records.store import Storage
from webui.serializers.hall import event_json, shown_json

ENGLISH = Messages.of("en")
DRAWN = SeatingDrawn(1, (((1, 2, 3, 4), (5, 6, 7, 8)), ((1, 5, 2, 6), (3, 7, 4, 8))))


def opened(hall: Hall) -> int:
    """Eight players at two tables; the second of three rounds is drawn, too."""
    number = hall.open(uuid4(), Opened("Cup", "mcr", rounds=3), "", "desk")[0].number
    people = tuple([PlayerEntry(n, f"Player {n}") for n in range(1, 9)])
    do(hall, number, Entered(people), DRAWN)
    return number


def do(hall: Hall, number: int, *acts: EventAct) -> int:
    """Record acts; return the number of the last record."""
    made = [hall.record(number, uuid4(), act, "", "desk")[0] for act in acts]
    return made[-1].number


def play(hall: Hall, table: int) -> None:
    """Let the players of a table record a hand."""
    hall.matches(table).record(Drawn(), uuid4(), "Ann", "referee")


def numbers(hall: Hall, number: int, round: int) -> dict[int, list[int]]:
    """Return the players of each table of a round, as the desk shows them."""
    shown = event_json(hall, hall.get(number), ENGLISH).drawn
    return {each.table: each.players for at in shown if at.round == round for each in at.tables}


def test_a_table_that_moves_before_a_round_is_at_its_new_number_everywhere(records: Storage) -> None:
    hall = Hall(records)
    number = opened(hall)
    moved = do(hall, number, TableMoved(1, 2, 7, "the camera broke"))
    assert numbers(hall, number, 1) == {1: [1, 2, 3, 4], 7: [5, 6, 7, 8]}
    assert numbers(hall, number, 2) == {1: [1, 5, 2, 6], 7: [3, 7, 4, 8]}
    kept = hall.get(number)
    assert [row[:2] for row in seating_table(kept.event, ENGLISH)[1:]] == [[1, 1], [1, 7], [2, 1], [2, 7]]
    assert kept.event.table_numbers == [1, 7]
    shown = shown_json(hall, kept, ENGLISH).drawn[0].tables
    assert [at for at, names in enumerate(shown, 1) if names] == [1, 7]
    assert len(pantheon_script(kept.event).split()) == 4
    says = [each.says for each in event_json(hall, kept, ENGLISH).records if each.number == moved]
    assert says == ["Table 2 is table 7 from round 1 on (the camera broke)"]
    do(hall, number, SeatingDrawn(2, DRAWN.rounds[::-1]), Started(1))
    assert numbers(hall, number, 3) == {1: [1, 2, 3, 4], 7: [5, 6, 7, 8]}  # of a later draw, too
    assert hall.matches(7).running
    assert not hall.matches(2).running
    play(hall, 7)
    assert hall.found(hall.get(number))[1, 7].played.hands == 1
    assert hall.playing(hall.get(number)) == [1, 7]


def test_a_move_is_taken_back_by_one_record(records: Storage) -> None:
    hall = Hall(records)
    number = opened(hall)
    do(hall, number, EventVoid(do(hall, number, TableMoved(2, 1, 3))))
    assert numbers(hall, number, 2) == {1: [1, 5, 2, 6], 2: [3, 7, 4, 8]}
    assert hall.get(number).event.tables == 2


def test_a_match_without_a_hand_begins_again_at_the_new_table_and_goes_back(records: Storage) -> None:
    hall = Hall(records)
    number = opened(hall)
    do(hall, number, Started(1), Reseated(1, (5, 6)))
    moved = do(hall, number, TableMoved(1, 2, 5))
    away = hall.matches(5).running
    assert away
    assert away.match.players == ("Player 6", "Player 5", "Player 7", "Player 8")
    assert not hall.matches(2).running
    assert numbers(hall, number, 1) == {1: [1, 2, 3, 4], 5: [6, 5, 7, 8]}
    do(hall, number, EventVoid(moved))
    here = hall.matches(2).running
    assert here
    assert here.match.players == away.match.players
    assert not hall.matches(5).running
    assert numbers(hall, number, 2) == {1: [1, 5, 2, 6], 2: [3, 7, 4, 8]}
    assert not hall.undone(number)
    again = do(hall, number, TableMoved(1, 2, 5))
    do(hall, number, Finished(1, 1, "late"), TableResult(1, 5, (30, -10, 20, -40)))
    assert hall.found(hall.get(number))[1, 5].played.points == (30, -10, 20, -40)
    points = {line.player: line.points for line in results(hall, hall.get(number)).lines}
    assert {player: points[player] for player in (5, 6, 7, 8)} == {6: 30, 5: -10, 7: 20, 8: -40}
    with pytest.raises(WebError) as refused:
        do(hall, number, EventVoid(again))
    assert refused.value.kind == "table-typed"
    assert Hall(records).playing(hall.get(number)) == []  # nothing is left to send


def test_a_match_with_a_hand_stays_at_its_table_until_the_next_round(records: Storage) -> None:
    hall = Hall(records)
    number = opened(hall)
    do(hall, number, Started(1))
    play(hall, 2)
    with pytest.raises(WebError) as refused:
        do(hall, number, TableMoved(1, 2, 5))
    assert refused.value.kind == "table-has-hands"
    moved = do(hall, number, TableMoved(2, 2, 5))
    assert hall.found(hall.get(number))[1, 2].played.hands == 1
    assert numbers(hall, number, 1) == {1: [1, 2, 3, 4], 2: [5, 6, 7, 8]}
    assert numbers(hall, number, 2) == {1: [1, 5, 2, 6], 5: [3, 7, 4, 8]}
    do(hall, number, Finished(1, 1, "late"), Finished(1, 2, "late"), Started(2))
    play(hall, 5)
    with pytest.raises(WebError) as refused:
        do(hall, number, EventVoid(moved))
    assert refused.value.kind == "table-has-hands"


def test_the_clock_of_a_table_that_moves_goes_on_there(records: Storage) -> None:
    hall = Hall(records)
    number = opened(hall)
    do(hall, number, Started(1))
    hall.clocks(hall.get(number), 1, StartClock(60))
    hall.clock(2, Pause())
    moved = do(hall, number, TableMoved(1, 2, 5))
    assert [hall.clock_of(5).length, hall.clock_of(5).since] == [timedelta(minutes=60), None]
    do(hall, number, EventVoid(moved), TableMoved(1, 1, 6))
    assert hall.clock_of(2).since is None
    assert hall.clock_of(6).since is not None


def test_a_round_that_is_taken_back_after_a_move_leaves_no_match(records: Storage) -> None:
    hall = Hall(records)
    number = opened(hall)
    started = do(hall, number, Started(1))
    do(hall, number, TableMoved(1, 1, 4), EventVoid(started))
    assert not any(hall.matches(table).running for table in range(1, 6))
    do(hall, number, Started(1))
    assert [table for table in range(1, 6) if hall.matches(table).running] == [2, 4]


@pytest.mark.parametrize(
    ("act", "kind"),
    [
        (TableMoved(1, 2, 1), "table-taken"),
        (TableMoved(1, 2, 2), "table-number"),
        (TableMoved(1, 2, 0), "table-number"),
        (TableMoved(1, 2, MOST_TABLES + 1), "table-number"),
        (TableMoved(1, 3, 5), "table-unknown"),
        (TableMoved(3, 3, 5), "table-unknown"),
        (TableMoved(4, 2, 5), "round-unknown"),
    ],
)
def test_a_move_that_no_table_can_make_is_refused(act: TableMoved, kind: str, records: Storage) -> None:
    hall = Hall(records)
    number = opened(hall)
    with pytest.raises(WebError) as refused:
        do(hall, number, act)
    assert refused.value.kind == kind
    assert numbers(hall, number, 1) == {1: [1, 2, 3, 4], 2: [5, 6, 7, 8]}


def test_a_table_does_not_move_to_one_at_which_others_play(records: Storage) -> None:
    hall = Hall(records)
    one, other = opened(hall), opened(hall)
    do(hall, one, TableMoved(1, 1, 5), TableMoved(1, 2, 6), Started(1))
    do(hall, other, Started(1))
    with pytest.raises(WebError) as refused:
        do(hall, other, TableMoved(1, 2, 6))
    assert refused.value.kind == "move-over-match"
    do(hall, other, TableMoved(2, 2, 6))


@pytest.mark.parametrize("seed", range(20))
def test_after_any_moves_all_of_a_draw_sit_at_tables_of_their_own(seed: int) -> None:
    dice = random.Random(seed)
    games = tuple([tuple(range(4 * at + 1, 4 * at + 5)) for at in range(6)])
    people = Entered(tuple([PlayerEntry(n, f"Player {n}") for n in range(1, 25)]))
    acts: list[EventAct] = [Opened("Cup", "mcr"), people, SeatingDrawn(1, (games[:3],) * 2)]
    for _ in range(6):
        event = Event.of(enumerate(acts, 1))
        free = [table for table in range(1, 9) if table not in event.table_numbers]
        acts.append(TableMoved(1, dice.choice(event.table_numbers), dice.choice(free)))
        if dice.random() < 0.3:
            acts.append(EventVoid(len(acts)))
    acts.append(SeatingDrawn(2, (games[: dice.randint(2, 6)],)))
    event = Event.of(enumerate(acts, 1))
    for round in (1, 2):
        seated = [player for game in event.games(round).values() for player in game]
        assert sorted(seated) == [*range(1, len(seated) + 1)]
    assert {*event.games(1).values()} == {*games[:3]}


def test_a_table_moves_by_a_command(tmp_path: Path) -> None:
    with closing(Storage.open(tmp_path, alone=False)) as records:
        number = opened(Hall(records))
    words = ["hall", "move", str(number), "2", "5", "--data", str(tmp_path)]
    done = CliRunner().invoke(main, [*words, "--reason", "the camera broke"])
    assert done.exit_code == 0, done.output
    with closing(Storage.open(tmp_path, alone=False)) as records:
        hall = Hall(records)
        do(hall, number, Started(1))
        play(hall, 5)
        assert sorted(hall.get(number).event.games(1)) == [1, 5]
    words[3:5] = ["5", "2"]
    refused = CliRunner().invoke(main, words)
    assert refused.exit_code == 1
    assert "--since moves it from the next round on" in refused.output
    assert CliRunner().invoke(main, [*words, "--since", "2"]).exit_code == 0
