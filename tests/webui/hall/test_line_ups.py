"""Teams of more players than seats: who plays is chosen by round."""

from collections import Counter
from contextlib import closing
from pathlib import Path
from uuid import uuid4

import pytest
from click.testing import CliRunner

from scoring.match.event_acts import (
    Amended,
    Entered,
    EventAct,
    EventVoid,
    LinedUp,
    Opened,
    PlayerEntry,
    SeatingDrawn,
    Started,
    StoodIn,
    TableResult,
)
from webui.cli import main
from webui.hall.desk import Hall
from webui.hall.pairing import draw_by_standing
from webui.hall.reasons import reasons
from webui.hall.results import results
from webui.messages import Messages
from webui.records.errors import EventActRejectedError
from webui.records.store import Storage
from webui.serializers.hall import event_json, shown_json

ENGLISH = Messages.of("en")
TEAMS = ("Reds", "Blues", "Greens", "Golds")


def opened(hall: Hall, size: int = 3, rounds: int = 3) -> int:
    """Four teams; of each the first players are drawn to two tables."""
    number = hall.open(uuid4(), Opened("Cup", "mcr", rounds=rounds), "", "desk")[0].number
    people = tuple(
        PlayerEntry(size * at + n, f"{team} {n}", team=team)
        for at, team in enumerate(TEAMS)
        for n in range(1, size + 1)
    )
    hall.record(number, uuid4(), Entered(people), "", "desk")
    return number


def do(hall: Hall, number: int, *acts: EventAct) -> None:
    for act in acts:
        hall.record(number, uuid4(), act, "", "desk", "anyway")


DRAWN = SeatingDrawn(1, (((1, 4, 7, 10), (2, 5, 8, 11)),) * 2)


def seated(hall: Hall, number: int, round: int) -> list[list[str]]:
    return next(each.tables for each in shown_json(hall, hall.get(number), ENGLISH).drawn if each.round == round)


def test_who_a_team_chooses_sits_in_its_places_and_gets_the_points(records: Storage) -> None:
    hall = Hall(records)
    number = opened(hall)
    do(hall, number, DRAWN, LinedUp("Reds", (1,), (3, 2)))
    assert seated(hall, number, 1) == [
        ["Reds 3", "Blues 1", "Greens 1", "Golds 1"],
        ["Reds 2", "Blues 2", "Greens 2", "Golds 2"],
    ]
    assert seated(hall, number, 2)[0][0] == "Reds 1"
    do(hall, number, Started(1))
    person = hall.get(number).event.entrants[3].person
    do(hall, number, Amended(PlayerEntry(3, person.name, team="Blues")))  # what was played stays
    do(hall, number, Amended(person))
    for table in (1, 2):
        do(hall, number, TableResult(1, table, (30, 10, -10, -30)))
    found = results(hall, hall.get(number))
    points = {row.player: row.game_points for row in found.players}
    assert (points["Reds 3"], points["Reds 1"], points["Reds 2"]) == (30, 0, 30)
    assert {row.player: row.game_points for row in found.teams} == {
        "Reds": 60,
        "Blues": 20,
        "Greens": -20,
        "Golds": -60,
    }
    with pytest.raises(EventActRejectedError, match="round-started"):
        do(hall, number, LinedUp("Reds", (1,), (1, 2)))


def test_only_those_chosen_are_drawn(records: Storage) -> None:
    """By lot, in turn and by the standing; an undone choice lets all play again."""
    hall = Hall(records)
    number = opened(hall)
    for at, team in enumerate(TEAMS):
        do(hall, number, LinedUp(team, (1, 2, 3), (3 * at + 1, 3 * at + 3)))
    chosen = {1, 3, 4, 6, 7, 9, 10, 12}
    for act in (hall.draw(number, 1, 1), hall.draw_in_turn(number, 1, 1)):
        assert all({*game} <= chosen for games in act.rounds for game in games)
        assert all(Counter(player for game in games for player in game) == Counter(chosen) for games in act.rounds)
        hall.record(number, uuid4(), act, "", "desk")  # which leaves nobody out that should play
    do(hall, number, Started(1))
    for table in (1, 2):
        do(hall, number, TableResult(1, table, (30, 10, -10, -30)))
    made = hall.record(number, uuid4(), LinedUp("Reds", (2,), (2, 3)), "", "desk")[0]
    act = draw_by_standing(hall, number)
    assert {player for game in act.rounds[0] for player in game} == chosen - {1} | {2}
    hall.record(number, uuid4(), act, "", "desk")
    assert [(player, why) for player, why, _ in reasons(hall.get(number).event)[2].out] == [
        (1, "rests"),
        (5, "rests"),
        (8, "rests"),
        (11, "rests"),
    ]
    desk = event_json(hall, hall.get(number), ENGLISH)
    assert next(each.players for each in desk.line_ups if (each.round, each.team) == (2, "Reds")) == [2, 3]
    hall.record(number, uuid4(), EventVoid(made.number, "mistake"), "", "desk")
    assert {"Reds 1", "Reds 3"} <= {name for table in seated(hall, number, 2) for name in table}
    do(hall, number, LinedUp("Reds", (2,), ()))
    assert hall.get(number).event.on_field(2)[:3] == [1, 2, 3]


@pytest.mark.parametrize(
    ("act", "kind"),
    [
        (LinedUp("Pinks", (1,), (1, 2)), "team-unknown"),
        (LinedUp("", (1,), (1, 2)), "team-unknown"),
        (LinedUp("Reds", (1,), (1, 4)), "team-without"),
        (LinedUp("Reds", (1,), (1, 1)), "team-without"),
        (LinedUp("Reds", (1,), (1,)), "line-up-size"),
        (LinedUp("Reds", (1,), (1, 99)), "no-such-entry"),
        (LinedUp("Reds", (4,), (1, 2)), "round-unknown"),
        (LinedUp("Reds", (2,), (2, 3)), "stands-in-twice"),
    ],
)
def test_a_line_up_that_cannot_play_is_refused(act: LinedUp, kind: str, records: Storage) -> None:
    hall = Hall(records)
    number = opened(hall)
    do(hall, number, DRAWN, StoodIn(1, 3, (2,)))
    with pytest.raises(EventActRejectedError, match=kind):
        do(hall, number, act)


def test_a_substitute_does_not_sit_twice(records: Storage) -> None:
    """A player of the line-up stands in for nobody; a substitute's place is not given away."""
    hall = Hall(records)
    number = opened(hall)
    do(hall, number, DRAWN, LinedUp("Reds", (1,), (2, 3)))
    with pytest.raises(EventActRejectedError, match="stands-in-twice"):
        do(hall, number, StoodIn(4, 3, (1,)))
    do(hall, number, StoodIn(1, 6, (1,)))
    assert seated(hall, number, 1)[0][0] == "Blues 3"


def test_a_line_up_by_command(tmp_path: Path) -> None:
    with closing(Storage.open(tmp_path)) as records:
        hall = Hall(records)
        do(hall, opened(hall), DRAWN)
    words = ["hall", "line-up", "1", "Reds", "1", "2", "--player", "Reds 3", "--player", "2", "--data", str(tmp_path)]
    assert CliRunner().invoke(main, words).exit_code == 0
    with closing(Storage.open(tmp_path)) as records:
        assert seated(Hall(records), 1, 2)[0][0] == "Reds 3"
    said = CliRunner().invoke(main, ["hall", "records", "1", "--data", str(tmp_path)]).output
    assert "Reds in round 1, 2: Reds 3, Reds 2" in said
