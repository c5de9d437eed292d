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
from scoring.match.event_orders import orders
from scoring.match.records import Corrected, Drawn, Penalty, Won
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


def test_a_match_without_a_hand_goes_on_at_the_new_table_and_back(records: Storage) -> None:
    hall = Hall(records)
    number = opened(hall)
    do(hall, number, Started(1), Reseated(1, (5, 6)))
    moved = do(hall, number, TableMoved(1, 2, 5))
    away = hall.matches(5).running
    assert away
    assert away.match.current
    assert [*away.match.current.seats.values()] == ["Player 6", "Player 5", "Player 7", "Player 8"]
    assert not hall.matches(2).running
    assert numbers(hall, number, 1) == {1: [1, 2, 3, 4], 5: [6, 5, 7, 8]}
    do(hall, number, EventVoid(moved))
    here = hall.matches(2).running
    assert here
    assert here.match.current == away.match.current
    assert not hall.matches(5).running
    assert numbers(hall, number, 2) == {1: [1, 5, 2, 6], 2: [3, 7, 4, 8]}
    assert not hall.undone(number)
    again = do(hall, number, TableMoved(1, 2, 5))
    do(hall, number, Finished(1, 1, "late"), TableResult(1, 5, (30, -10, 20, -40)))
    assert hall.found(hall.get(number))[1, 5].played.points == (30, -10, 20, -40)
    points = {line.player: line.points for line in results(hall, hall.get(number)).lines}
    assert {player: points[player] for player in (5, 6, 7, 8)} == {5: 30, 6: -10, 7: 20, 8: -40}
    with pytest.raises(WebError) as refused:
        do(hall, number, EventVoid(again))
    assert refused.value.kind == "table-typed"
    assert Hall(records).playing(hall.get(number)) == []  # nothing is left to send


def test_a_match_with_hands_goes_on_at_the_new_table_and_back(records: Storage) -> None:
    hall = Hall(records)
    number = opened(hall)
    do(hall, number, Started(1), Reseated(1, (5, 6)), Reseated(1, (1, 7)))
    here = hall.matches(2)
    here.record(Won("E", 24, "S"), uuid4(), "Ann", "table")
    here.record(Penalty("W", 10, "slow"), uuid4(), "Ref", "referee")
    dealt = here.record(Drawn(), uuid4(), "Ann", "table")
    here.record(Corrected(dealt.number, Won("N", 8), "misread"), uuid4(), "Ref", "referee")
    before = hall.found(hall.get(number))[1, 2]
    moved = do(hall, number, TableMoved(1, 2, 5, "the camera broke"))
    assert not hall.undone(number)
    found = hall.found(hall.get(number))
    assert {*found} == {(1, 1), (1, 5)}
    assert found[1, 5].played == before.played
    same = [(each.who, each.role, each.when, type(each.act)) for each in found[1, 5].match.entries]
    assert same == [(each.who, each.role, each.when, type(each.act)) for each in before.match.entries]
    assert not list(hall.matches(2).all())
    assert hall.playing(hall.get(number)) == [1, 5]
    hall.matches(5).record(Drawn(), uuid4(), "Ann", "table")
    points = {line.player: line.points for line in results(hall, hall.get(number)).lines if line.table == 5}
    names = {hall.get(number).event.name(player): sum for player, sum in points.items()}
    assert names == dict(found[1, 5].match.match.game_points)
    do(hall, number, EventVoid(moved))
    back = hall.found(hall.get(number))[1, 2]
    assert (back.played.points, back.played.hands) == (before.played.points, 3)
    assert not list(hall.matches(5).all())
    for _ in range(13):
        play(hall, 2)
    with pytest.raises(WebError) as refused:
        do(hall, number, TableMoved(1, 2, 5))
    assert refused.value.kind == "match-ended"
    do(hall, number, Finished(1, 1, "late"))
    assert Hall(records).playing(hall.get(number)) == []
    assert not Hall(records).undone(number)


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


@pytest.mark.parametrize("moves", [False, True])
@pytest.mark.parametrize("players", [(5, 6), (1, 6)])
def test_a_round_with_late_swaps_is_taken_back_and_begins_again(
    players: tuple[int, int], moves: bool, records: Storage
) -> None:
    hall = Hall(records)
    number = opened(hall)
    started = do(hall, number, Started(1), Reseated(1, players)) - 1
    if moves:
        do(hall, number, TableMoved(1, 2, 4), Reseated(1, (5, 6)))
    do(hall, number, EventVoid(started))
    assert not hall.undone(number)
    assert not any(hall.matches(table).running for table in range(1, 5))
    do(hall, number, Started(1))
    for table, game in hall.get(number).event.games(1).items():
        running = hall.matches(table).running
        assert running
        assert running.match.players == tuple([f"Player {player}" for player in game])


def test_a_round_in_which_hands_were_played_is_not_taken_back_at_its_tables(records: Storage) -> None:
    hall = Hall(records)
    number = opened(hall)
    started = do(hall, number, Started(1))
    play(hall, 2)
    do(hall, number, EventVoid(started))
    [left] = hall.undone(number)
    assert (left.order.table, left.why.kind) == (2, "others-refused")
    assert hall.matches(2).running


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
    assert CliRunner().invoke(main, words).exit_code == 0
    with closing(Storage.open(tmp_path, alone=False)) as records:
        assert Hall(records).found(Hall(records).get(number))[1, 2].played.hands == 1


def test_a_match_with_hands_stays_at_a_table_that_a_device_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(Storage.open(tmp_path, alone=False)) as records:
        hall = Hall(records)
        number = opened(hall)
        do(hall, number, Started(1))
        play(hall, 2)
    monkeypatch.setattr("webui.hall.desk.devices", lambda database: {5: 1.0})
    words = ["hall", "move", str(number), "2", "5", "--data", str(tmp_path)]
    refused = CliRunner().invoke(main, words)
    assert refused.exit_code == 1
    assert "--since moves it from the next round on" in refused.output
    assert CliRunner().invoke(main, [*words, "--since", "2"]).exit_code == 0


def test_a_move_that_an_earlier_version_recorded_counts_as_it_did_then() -> None:
    people = Entered(tuple([PlayerEntry(n, f"Player {n}") for n in range(1, 9)]))
    acts: list[EventAct] = [Opened("Cup", "mcr"), people, DRAWN, Started(1), Reseated(1, (5, 6)), TableMoved(1, 2, 5)]
    event = Event.of(enumerate(acts, 1))
    assert event.rounds[1].players[4] == [6, 5, 7, 8]
    assert [(each.table, each.key, each.of) for each in orders(event)][-3:] == [
        (2, "moved/5/2", "5/2"),
        (2, "moved/4/2", "4/2"),
        (5, "6/5", ""),
    ]
