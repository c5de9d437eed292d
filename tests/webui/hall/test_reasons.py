"""Reasons of a drawn round, and its publication."""

from contextlib import closing
from itertools import combinations, permutations
from pathlib import Path
from uuid import uuid4

import pytest
from click.testing import CliRunner

from scoring.match.event_acts import (
    Absent,
    Entered,
    EventVoid,
    Opened,
    PlayerEntry,
    Reseated,
    SeatingDrawn,
    SeatingPublished,
    Started,
    TableResult,
)
from scoring.match.seating import SeatingGame
from webui.cli import main
from webui.exports.event import seating_table
from webui.hall.desk import Hall
from webui.hall.pairing import draw_by_standing
from webui.hall.reasons import DrawnMeeting, reasons
from webui.messages import Messages
from webui.records.errors import EventActRejectedError
from webui.records.store import Storage
from webui.serializers.hall import event_json, reasons_said, shown_json

ENGLISH = Messages.of("en")


def opened(hall: Hall, people: tuple[PlayerEntry, ...], *rounds: tuple[SeatingGame, ...], total: int = 3) -> int:
    number = hall.open(uuid4(), Opened("Cup", "mcr", rounds=total), "", "desk")[0].number
    for act in (Entered(people), SeatingDrawn(1, rounds)):
        hall.record(number, uuid4(), act, "", "desk", "anyway")
    return number


def everybody(count: int) -> tuple[PlayerEntry, ...]:
    return tuple(PlayerEntry(number, f"P{number}") for number in range(1, count + 1))


def fewest(met: set[frozenset[int]]) -> int:
    """Return the fewest meetings that eight players repeat, of all ways to seat them at two tables."""
    return min(
        sum(
            frozenset(pair) in met
            for game in (first, [each for each in range(1, 9) if each not in first])
            for pair in combinations(game, 2)
        )
        for first in combinations(range(1, 9), 4)
    )


def test_who_meets_again_is_of_one_team_or_club_and_sits_out(records: Storage) -> None:
    hall = Hall(records)
    people = (
        *everybody(6),
        PlayerEntry(7, "P7", team="Reds", club="Wien"),
        PlayerEntry(8, "P8", team="Reds", club="Wien"),
        PlayerEntry(9, "P9", club="Oslo"),
        PlayerEntry(10, "P10", club="Oslo"),
        PlayerEntry(11, "P11"),
    )
    first: tuple[SeatingGame, ...] = ((1, 2, 3, 4), (5, 6, 9, 10))
    second: tuple[SeatingGame, ...] = ((1, 5, 2, 9), (3, 6, 7, 8))
    number = hall.open(uuid4(), Opened("Cup", "mcr", rounds=2), "", "desk")[0].number
    hall.record(number, uuid4(), Entered(people), "", "desk")
    hall.record(number, uuid4(), SeatingDrawn(1, (first, second), out=((7, 8, 11), (4, 10))), "", "desk", "anyway")
    hall.record(number, uuid4(), Absent(11, (2,)), "", "desk")
    event = hall.get(number).event
    found = reasons(event)
    assert found[2].meetings == (
        DrawnMeeting(1, (1, 2), "again", (1,)),
        DrawnMeeting(1, (5, 9), "again", (1,)),
        DrawnMeeting(2, (7, 8), "team", group="Reds"),
    )
    assert found[1].meetings[-1] == DrawnMeeting(2, (9, 10), "club", group="Oslo")
    met = {frozenset(pair) for game in first for pair in combinations(game, 2)}
    # the eight who play in round 2, numbered anew for the count of all seatings
    order = [1, 5, 2, 9, 3, 6, 7, 8]
    anew = {frozenset(order.index(each) + 1 for each in pair) for pair in met if pair <= {*order}}
    assert (found[2].repeats, found[2].least) == (2, fewest(anew))
    assert found[2].out == ((4, "turn", 0), (10, "turn", 0), (11, "misses", 1))
    assert reasons_said(event, found[2], ENGLISH) == [
        "Table 1: P1 and P2 also meet in round 1",
        "Table 1: P5 and P9 also meet in round 1",
        "Table 2: P7 and P8 are both of the team Reds",
        "No seating of these players repeats fewer meetings",
        "P4 sits out in turn; rounds sat out before: 0",
        "P10 sits out in turn; rounds sat out before: 0",
        "P11 misses this round",
    ]


def test_a_swap_that_repeats_fewer_meetings_is_named_and_helps(records: Storage) -> None:
    """After each swap that is named fewer meetings repeat, until no swap helps: 16 players, more than are searched."""
    hall = Hall(records)
    games: tuple[SeatingGame, ...] = ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16))
    number = opened(hall, everybody(16), games, games, total=2)
    before = 24
    while swap := (found := reasons(hall.get(number).event)[2]).swap:
        assert (found.repeats, found.least) == (before, None)
        said = reasons_said(hall.get(number).event, found, ENGLISH)
        assert "Fewer meetings repeat if P{} and P{} swap seats".format(*swap) in said
        hall.record(number, uuid4(), Reseated(2, swap), "", "desk")
        now = reasons(hall.get(number).event)[2].repeats
        assert now < before
        before = now
    event = hall.get(number).event
    said = reasons_said(event, reasons(event)[2], ENGLISH)
    if before:
        assert said[-1] == "No swap of two players repeats fewer meetings"
        met = {frozenset(pair) for game in games for pair in combinations(game, 2)}
        for one, other in permutations(range(16), 2):
            flat = [player for game in event.seating[2] for player in game]
            flat[one], flat[other] = flat[other], flat[one]
            again = sum(frozenset(pair) in met for at in range(0, 16, 4) for pair in combinations(flat[at : at + 4], 2))
            assert again >= before
    else:
        assert said == ["Nobody of this round meets again"]


def test_clubs_are_kept_apart_while_it_can_be_helped(records: Storage) -> None:
    """Four of a club at four tables, in each kind of draw; they may meet if the director says so."""
    hall = Hall(records)
    people = tuple(PlayerEntry(n, f"P{n:02}", club="Wien" if n in (1, 2, 3, 4) else "") for n in range(1, 17))
    number = hall.open(uuid4(), Opened("Cup", "mcr", rounds=2), "", "desk")[0].number
    hall.record(number, uuid4(), Entered(people), "", "desk")

    def together(act: SeatingDrawn) -> int:
        return sum(len({1, 2, 3, 4} & {*game}) > 1 for games in act.rounds for game in games)

    assert together(hall.draw_in_turn(number, 1, 1)) == 0
    act = hall.draw(number, 1, 1)
    assert together(act) == 0
    hall.record(number, uuid4(), act, "", "desk")
    hall.record(number, uuid4(), Started(1), "", "desk")
    for table, game in enumerate(act.rounds[0], 1):
        best = next(player for player in game if player <= 4)
        totals = [30 if player == best else -10 for player in game]
        hall.record(number, uuid4(), TableResult(1, table, tuple(totals)), "", "desk")
    assert together(draw_by_standing(hall, number)) == 0
    assert together(draw_by_standing(hall, number, clubs_meet=True)) == 1  # the four leaders at one table


def test_a_held_round_is_seen_once_it_is_published_and_stays_after_a_correction(tmp_path: Path) -> None:
    with closing(Storage.open(tmp_path)) as records:
        hall = Hall(records)
        number = opened(hall, everybody(8), ((1, 2, 3, 4), (5, 6, 7, 8)))
        hall.record(number, uuid4(), Started(1), "", "desk")
        typed = [
            hall.record(number, uuid4(), TableResult(1, table, (90, 30, -40, -80)), "", "desk")[0].number
            for table in (1, 2)
        ]

    def run(*arguments: str) -> str:
        result = CliRunner().invoke(main, ["hall", *arguments, "--data", str(tmp_path)])
        assert result.exit_code == 0, result.output
        return result.stdout

    said = run("draw", "1", "--by", "standing", "--held")
    assert "also meet in round 1" in said
    assert "No seating of these players repeats fewer meetings" in said
    with closing(Storage.open(tmp_path)) as records:
        hall = Hall(records)
        kept = hall.get(1)
        desk, public = event_json(hall, kept, ENGLISH), shown_json(hall, kept, ENGLISH)
        assert [(each.round, each.held) for each in desk.drawn] == [(1, False), (2, True)]
        assert ([each.round for each in public.drawn], public.next) == ([1], None)
        assert [row[0] for row in seating_table(kept.event, ENGLISH, shown=True)[1:]] == [1, 1]
    run("publish", "1", "2")
    assert "Seating of round 2 published" in run("records", "1")
    with closing(Storage.open(tmp_path)) as records:
        hall = Hall(records)
        before = shown_json(hall, hall.get(1), ENGLISH)
        assert ([each.round for each in before.drawn], before.next) == ([1, 2], 2)
        hall.record(1, uuid4(), EventVoid(typed[0], "misread"), "", "desk")
        hall.record(1, uuid4(), TableResult(1, 1, (-80, -40, 30, 90)), "", "desk")
        after = shown_json(hall, hall.get(1), ENGLISH)
        assert after.drawn == before.drawn  # the result changed, the seats did not
        assert hall.get(1).event.held == set()
        with pytest.raises(EventActRejectedError, match="round-not-drawn"):
            hall.record(1, uuid4(), SeatingPublished(3), "", "desk")


def test_a_held_round_is_seen_when_it_begins_and_another_draw_is_not_held(records: Storage) -> None:
    hall = Hall(records)
    games: tuple[SeatingGame, ...] = ((1, 2, 3, 4),)
    number = hall.open(uuid4(), Opened("Cup", "mcr", rounds=2), "", "desk")[0].number
    hall.record(number, uuid4(), Entered(everybody(4)), "", "desk")
    hall.record(number, uuid4(), SeatingDrawn(1, (games, games), held=True), "", "desk")
    assert shown_json(hall, hall.get(number), ENGLISH).drawn == []
    hall.record(number, uuid4(), Started(1), "", "desk")
    assert [each.round for each in shown_json(hall, hall.get(number), ENGLISH).drawn] == [1]
    hall.record(number, uuid4(), SeatingDrawn(2, (games,)), "", "desk")
    assert [each.round for each in shown_json(hall, hall.get(number), ENGLISH).drawn] == [1, 2]
