"""Events with stages: who goes on, with what points, and the ranking of everybody; corrected, undone and published."""

import re
from contextlib import closing
from fractions import Fraction
from pathlib import Path
from random import Random
from uuid import uuid4

import pytest
from click.testing import CliRunner

from scoring.match.errors import SeatingError
from scoring.match.event_acts import (
    Carry,
    Entered,
    EventVoid,
    HeldBack,
    Opened,
    PlayerEntry,
    Released,
    Started,
    TableResult,
    Withdrawn,
)
from tests.long import long_but
from webui.cli import main
from webui.exports.event import ema_table, rounds_table
from webui.hall.desk import Hall
from webui.hall.pairing import begin_stage, draw_by_standing
from webui.hall.results import released, results
from webui.messages import Messages
from webui.records.errors import EventActRejectedError
from webui.records.events import to_dict
from webui.records.store import Storage
from webui.serializers.hall import event_json, shown_json

ENGLISH = Messages.of("en")
SHARE = {"none": Fraction(0), "half": Fraction(1, 2), "all": Fraction(1)}

Totals = dict[int, int]
"""Totals of a table by player."""


@pytest.fixture
def hall(records: Storage) -> Hall:
    return Hall(records)


def opened(hall: Hall, players: int, rounds: int, rules: str = "mcr") -> int:
    number = hall.open(uuid4(), Opened("Cup", rules, rounds=rounds), "", "desk")[0].number
    people = tuple([PlayerEntry(n, f"P{n:03}") for n in range(1, players + 1)])
    hall.record(number, uuid4(), Entered(people), "", "desk")
    hall.record(number, uuid4(), hall.draw(number, 1, 1), "", "desk")
    return number


def play(hall: Hall, number: int, chance: Random) -> list[Totals]:
    """Play the next round, of which the first table is typed wrongly at first; return the totals of its tables."""
    round = max(hall.get(number).event.rounds, default=0) + 1
    hall.record(number, uuid4(), Started(round), "", "desk")
    found = []
    for table, game in enumerate(hall.get(number).event.seating[round], 1):
        if table == 1:
            wrong = hall.record(number, uuid4(), TableResult(round, 1, (99, -33, -33, -33)), "", "desk")[0]
            hall.record(number, uuid4(), EventVoid(wrong.number, "misread"), "", "desk")
        three = [chance.randint(-6000, 6000) for _ in range(3)]  # of which no two players have the same sum
        totals = three[0], three[1], three[2], -sum(three)
        hall.record(number, uuid4(), TableResult(round, table, totals), "", "desk")
        found.append(dict(zip(game, totals, strict=True)))
    return found


def table_points(totals: Totals) -> dict[int, Fraction]:
    worth, order = (4, 2, 1, 0), sorted(totals.values(), reverse=True)
    shared = {each: [worth[at] for at, other in enumerate(order) if other == each] for each in order}
    return {player: Fraction(sum(shared[each]), len(shared[each])) for player, each in totals.items()}


def recomputed(
    rounds: list[list[Totals]], cuts: dict[int, tuple[list[int], Carry]]
) -> list[tuple[int, Fraction, Fraction]]:
    """Return the ranking by player, table points and points: what a player has is cut down when a stage begins."""
    level, place = dict[int, int](), dict[int, int]()
    share, points = dict[int, Fraction](), dict[int, Fraction]()
    for at, tables in enumerate(rounds, 1):
        if at in cuts:
            members, carry = cuts[at]
            for rank, player in enumerate(members):
                level[player], place[player] = level.get(player, 0) + 1, rank
                share[player] *= SHARE[carry]
                points[player] *= SHARE[carry]
        for totals in tables:
            for player, worth in table_points(totals).items():
                share[player] = share.get(player, Fraction(0)) + worth
                points[player] = points.get(player, Fraction(0)) + totals[player]
    order = sorted(share, key=lambda each: (-level.get(each, 0), -share[each], -points[each], place.get(each, 0), each))
    return [(player, share[player], points[player]) for player in order]


@pytest.mark.parametrize("carry", ["none", "half", "all"])
@pytest.mark.parametrize("players", long_but([12], [12, 40, 100, 400]))
def test_the_ranking_is_that_of_another_computation(hall: Hall, players: int, carry: Carry) -> None:
    """Three rounds by the standing, a stage of two rounds, and a final of four without the points before it."""
    chance, number = Random(players), opened(hall, players, 6)
    rounds, cuts = [play(hall, number, chance)], dict[int, tuple[list[int], Carry]]()
    best = {12: 8, 40: 16, 100: 32, 400: 64}[players]
    for round in range(2, 7):
        if round in (4, 6):
            goes: tuple[int, Carry, str] = (best, carry, "") if round == 4 else (4, "none", "Final")
            before = [row[0] for row in recomputed(rounds, cuts)]
            act = begin_stage(hall, number, *goes)
            assert list(act.players) == before[: goes[0]]
            hall.record(number, uuid4(), act, "", "desk")
            cuts[round] = list(act.players), goes[1]
        hall.record(number, uuid4(), draw_by_standing(hall, number, by_place=round == 5), "", "desk")
        seated = {player for game in hall.get(number).event.seating[round] for player in game}
        assert seated == set(act.players if cuts else range(1, players + 1))
        if round == 5:
            games = hall.get(number).event.seating[5]
            order = [row[0] for row in recomputed(rounds, cuts)]
            assert [{*game} for game in games] == [{*order[at : at + 4]} for at in range(0, best, 4)]
        rounds.append(play(hall, number, chance))
    found = results(hall, hall.get(number))
    expected = recomputed(rounds, cuts)
    event = found.kept.event
    assert [(row.player, row.table_points, row.game_points) for row in found.players] == [
        (event.name(player), share, points) for player, share, points in expected
    ]
    assert [row.rank for row in found.players] == [*range(1, players + 1)]
    assert [row.stage for row in found.players] == [2] * 4 + [1] * (best - 4) + [0] * (players - best)
    sheet = ema_table(found)[-players:]
    assert [(row[2], row[4], row[5]) for row in sheet] == [
        (event.name(player), float(share), float(points)) for player, share, points in expected
    ]
    head, *rows = rounds_table(found, ENGLISH)
    assert head[-1] == "Stage"
    assert [row[-1] for row in rows] == ["Final"] * 4 + ["Stage 2"] * (best - 4) + [""] * (players - best)


def test_riichi_carries_results(hall: Hall) -> None:
    number = opened(hall, 8, 2, "riichi-ema")
    hall.record(number, uuid4(), Started(1), "", "desk")
    for table in (1, 2):
        hall.record(number, uuid4(), TableResult(1, table, (40000, 30000 + table, 30000 - table, 20000)), "", "desk")
    before = {row.player: row.result for row in results(hall, hall.get(number)).players}
    hall.record(number, uuid4(), begin_stage(hall, number, 4, "half"), "", "desk")
    after = results(hall, hall.get(number)).players
    assert [row.result for row in after] == [before[row.player] / (2 if row.stage else 1) for row in after]


def test_equal_players_at_the_cut_are_drawn_by_lot(hall: Hall) -> None:
    """Nobody is chosen by the program; who is chosen goes on."""
    number = opened(hall, 8, 2)
    with pytest.raises(SeatingError, match="no-standing"):
        begin_stage(hall, number, 4)
    hall.record(number, uuid4(), Started(1), "", "desk")
    with pytest.raises(SeatingError, match="standing-open"):
        begin_stage(hall, number, 4)
    for table in (1, 2):
        hall.record(number, uuid4(), TableResult(1, table, (9, 3, -5, -7)), "", "desk")
    first, second = hall.get(number).event.seating[1]
    assert {*begin_stage(hall, number, 4).players} == {*first[:2], *second[:2]}
    with pytest.raises(EventActRejectedError, match="cut-tied"):
        begin_stage(hall, number, 5)
    act = begin_stage(hall, number, 5, chosen=[second[2]])
    assert (act.players[-1], act.places) == (second[2], (1, 1, 3, 3, 5))
    for best in (3, 9):
        with pytest.raises(EventActRejectedError, match="stage-too-many"):
            begin_stage(hall, number, best)


def test_a_stage_clears_the_rounds_after_it_and_is_undone(hall: Hall) -> None:
    """Its record is as it was written; without it everything stands as before."""
    number = opened(hall, 8, 3)
    play(hall, number, Random(1))
    before = event_json(hall, hall.get(number), ENGLISH)
    act = begin_stage(hall, number, 4, "none", "Final")
    made = hall.record(number, uuid4(), act, "", "desk")[0]
    assert to_dict(made.act) == {
        "type": "StageBegun",
        "since": 2,
        "players": list(act.players),
        "places": [1, 2, 3, 4],
        "carry": "none",
        "name": "Final",
    }
    kept = hall.get(number)
    assert ([*kept.event.seating], kept.event.undrawn, kept.event.contenders(2)) == ([1], 2, sorted(act.players))
    with pytest.raises(EventActRejectedError, match="stage-twice"):
        hall.record(number, uuid4(), act, "", "desk")
    shown = event_json(hall, kept, ENGLISH)
    assert [each.says for each in shown.stages] == ["Final, from round 2: the best 4 go on, without the points so far"]
    assert [row.table_points for row in shown.standings][:4] == ["0"] * 4
    hall.record(number, uuid4(), EventVoid(made.number, "too early"), "", "desk")
    after = event_json(hall, hall.get(number), ENGLISH)
    assert (after.standings, after.drawn, after.stages) == (before.standings, before.drawn, [])


def test_who_withdraws_does_not_go_on_and_a_stage_has_only_those_of_the_one_before(hall: Hall) -> None:
    number = opened(hall, 8, 4)
    play(hall, number, Random(2))
    hall.record(number, uuid4(), begin_stage(hall, number, 6), "", "desk")
    hall.record(number, uuid4(), draw_by_standing(hall, number, sit_outs=True), "", "desk")
    play(hall, number, Random(3))
    leader = begin_stage(hall, number, 4).players[0]
    hall.record(number, uuid4(), Withdrawn(leader), "", "desk")
    with pytest.raises(EventActRejectedError, match="stage-too-many"):
        begin_stage(hall, number, 6)
    assert leader not in begin_stage(hall, number, 4).players


def test_the_public_sees_a_stage_once_the_rounds_before_it_are_published(hall: Hall) -> None:
    number = opened(hall, 8, 3)
    play(hall, number, Random(4))
    hall.record(number, uuid4(), begin_stage(hall, number, 4, "none"), "", "desk")
    assert (released(hall, hall.get(number)).stages, shown_json(hall, hall.get(number), ENGLISH).stages) == ([], [])
    hall.record(number, uuid4(), Released(1), "", "desk")
    (stage,) = shown_json(hall, hall.get(number), ENGLISH).stages
    assert (stage.since, len(stage.players)) == (2, 4)


def test_stages_by_command(tmp_path: Path) -> None:
    with closing(Storage.open(tmp_path)) as records:
        hall = Hall(records)
        number = opened(hall, 8, 3)
        play(hall, number, Random(5))

    def run(*arguments: object) -> str:
        result = CliRunner().invoke(main, ["hall", *map(str, arguments), "--data", str(tmp_path)])
        assert result.exit_code == 0, result.stderr
        return result.stdout

    lines = run("stage", number, 4, "--carry", "half", "--name", "Final").splitlines()
    assert (lines[0], len(lines)) == ("Final, from round 2: the best 4 go on, with half of their points", 5)
    assert re.search("^Table 1: [1-4] P", run("draw", number, "--by", "place"), re.MULTILINE)
    assert run("results", number).splitlines()[-1] == lines[0]
    with closing(Storage.open(tmp_path)) as records:
        assert len(Hall(records).get(number).event.seating[2]) == 1


@pytest.mark.parametrize("players", long_but([14], [14, 42, 101, 399]))
def test_byes_and_corrections_count_as_another_computation_counts_them(hall: Hall, players: int) -> None:
    """Players sit out in turn for two points each; the first round is corrected after all were published."""
    chance = Random(players)
    number = hall.open(uuid4(), Opened("Cup", "mcr", rounds=4, bye=2), "", "desk")[0].number
    people = tuple([PlayerEntry(n, f"P{n:03}") for n in range(1, players + 1)])
    hall.record(number, uuid4(), Entered(people), "", "desk")
    hall.record(number, uuid4(), hall.draw_in_turn(number, 1, 1), "", "desk")
    rounds = [play(hall, number, chance)]
    byes = dict.fromkeys(range(1, players + 1), 0)
    for _ in range(3):
        hall.record(number, uuid4(), draw_by_standing(hall, number, sit_outs=True), "", "desk")
        rounds.append(play(hall, number, chance))
    event = hall.get(number).event
    for round, tables in enumerate(rounds, 1):
        here = {player for totals in tables for player in totals}
        assert len(here) == 4 * (players // 4)
        for player in {*byes} - here:
            byes[player] += 1
        hall.record(number, uuid4(), Released(round), "", "desk")
    assert max(byes.values()) <= 1  # nobody sits out again before all others have
    seats = [event.seating[round] for round in (2, 3, 4)]
    typed = next(each for each in hall.get(number).records if isinstance(each.act, TableResult) and each.act.table == 2)
    hall.record(number, uuid4(), EventVoid(typed.number, "misread"), "", "desk")
    game = event.seating[1][1]
    rounds[0][1] = dict(zip(game, (7001, -1, -2000, -5000), strict=True))
    hall.record(number, uuid4(), HeldBack(1), "", "desk")
    hall.record(number, uuid4(), TableResult(1, 2, (7001, -1, -2000, -5000)), "", "desk")
    hall.record(number, uuid4(), Released(1), "", "desk")
    found = results(hall, hall.get(number))
    expected = {player: (share + 2 * byes[player], points) for player, share, points in recomputed(rounds, {})}
    assert {row.player: (row.table_points, row.game_points) for row in found.players} == {
        event.name(player): each for player, each in expected.items()
    }
    best = {each: max(totals.get(each, -(9**9)) for tables in rounds for totals in tables) for each in expected}
    keys = {event.name(player): (*each, best[player]) for player, each in expected.items()}  # by the book of 1998
    ranks = {name: 1 + sum(other > each for other in keys.values()) for name, each in keys.items()}
    assert {row.player: row.rank for row in found.players} == ranks
    assert [hall.get(number).event.seating[round] for round in (2, 3, 4)] == seats
