"""Halls where some tables record every hand and others write on paper."""

from collections import Counter, defaultdict
from fractions import Fraction
from random import Random
from uuid import uuid4

import pytest

from scoring.match.event_acts import (
    Entered,
    EventVoid,
    Finished,
    Opened,
    PlayerEntry,
    Started,
    TableResult,
)
from scoring.match.event_errors import EventRejectedError
from scoring.match.records import Corrected, Result, TimeUp, Won
from scoring.match.year import statistics
from scoring.tiles import WINDS
from tests.long import long_but
from webui.commands.match.show import sheet_text
from webui.exports.event import rounds_table
from webui.exports.reports import penalties_table
from webui.exports.spreadsheet import sheet_rows
from webui.exports.year import players_table
from webui.hall.desk import Hall, NotPlayedError
from webui.hall.results import results
from webui.hall.year import event_matches
from webui.messages import Messages
from webui.records.errors import EventActRejectedError
from webui.records.store import Storage
from webui.serializers.hall import event_json, shown_json
from webui.serializers.matches import match_json
from webui.serializers.sheet import hand_sheet

ENGLISH = Messages.of("en")


@pytest.fixture
def hall(records: Storage) -> Hall:
    return Hall(records)


BYE = 2
"""Table points of a round in which somebody sits out."""


def begun(hall: Hall, players: int = 8, rounds: int = 1) -> int:
    """Return the number of an event of which the first round has begun; who fills no table sits out in turn."""
    number = hall.open(uuid4(), Opened("Cup", "mcr", rounds=rounds, bye=BYE), "", "desk")[0].number
    people = tuple([PlayerEntry(each, f"P{each:03}") for each in range(1, players + 1)])
    hall.record(number, uuid4(), Entered(people), "", "desk")
    draw = hall.draw_in_turn if players % 4 else hall.draw
    hall.record(number, uuid4(), draw(number, 1, 1), "", "desk")
    hall.record(number, uuid4(), Started(1), "", "desk")
    return number


def shares(totals: list[int]) -> list[Fraction]:
    """Return the table points 4, 2, 1, 0; players with equal totals share theirs."""
    places = [[place for place, total in enumerate(sorted(totals, reverse=True)) if total == own] for own in totals]
    return [Fraction(sum((4, 2, 1, 0)[place] for place in each), len(each)) for each in places]


def random_totals(chance: Random) -> list[int]:
    found = [chance.randint(-90, 90) for _ in range(3)]
    return [*found, -sum(found)]


def in_hands(hall: Hall, table: int, chance: Random) -> list[int]:
    """Record some hands at a table, the last one wrongly at first; return the totals in the order of the seating."""
    totals, matches = [0, 0, 0, 0], hall.matches(table)
    for hand in range(chance.randint(1, 4)):
        winner, points = chance.randrange(4), chance.randint(8, 48)
        giver = chance.choice([None, *(each for each in range(4) if each != winner)])
        for at in range(4):
            paid = 8 + points * (giver in (None, at))
            totals[at] -= 0 if at == winner else paid
            totals[winner] += 0 if at == winner else paid
        seats = WINDS[-hand % 4 :] + WINDS[: -hand % 4]  # East deals the first hand, then the next player
        won = Won(seats[winner], points, None if giver is None else seats[giver])
        done = matches.record(Won(won.winner, points + 1, won.discarder), uuid4(), "", "table")
        entry = done[0] if isinstance(done, tuple) else done
        matches.record(Corrected(entry.number, won, "typing error"), uuid4(), "", "referee")
    return totals


@pytest.mark.parametrize("players", long_but([7, 10], [7, 8, 10, 40]))
def test_typed_and_recorded_tables_count_alike(hall: Hall, players: int) -> None:
    """Ranking, workbook, page and year of two rounds, corrected afterwards, are those of another computation."""
    chance, number = Random(players), begun(hall, players, rounds=2)
    points, share = Counter[str](), defaultdict[str, Fraction](Fraction)
    played = Counter[str]()
    hands, typed = Counter[str](), set[tuple[int, int]]()
    for round in (1, 2):
        if round == 2:
            hall.record(number, uuid4(), Started(2), "", "desk")
        event = hall.get(number).event
        seats = {event.name(player) for game in event.rounds[round].players for player in game}
        for name in {event.name(player) for player in event.entrants} - seats:
            share[name] += BYE
        for name in seats:
            played[name] += 1
        for table, seated in enumerate(event.rounds[round].players, 1):
            names = [event.name(player) for player in seated]
            before = len(hall.match_of(hall.get(number), round, table).match.hands)  # type: ignore[union-attr]
            assert before == 1
            kind = chance.choice(["paper", "hands", "both"])
            totals = in_hands(hall, table, chance) if kind != "paper" else []
            match = hall.match_of(hall.get(number), round, table)
            assert match is not None
            hands.update(dict.fromkeys(names, match.match.played))
            if kind == "hands":
                hall.record(number, uuid4(), Finished(round, table, "time"), "", "desk")
            else:
                typed.add((round, table))
                wrong = hall.record(number, uuid4(), TableResult(round, table, (1, 2, 3, -6)), "", "desk")[0]
                hall.record(number, uuid4(), EventVoid(wrong.number, "misread"), "", "desk")
                totals = random_totals(chance)
                hall.record(number, uuid4(), TableResult(round, table, tuple(totals)), "", "desk")
            for name, total, part in zip(names, totals, shares(totals), strict=True):
                points[name] += total
                share[name] += part
    kept = hall.get(number)
    found = results(hall, kept)
    assert {row.player: (row.table_points, row.game_points) for row in found.players} == {
        name: (share[name], points[name]) for name in points
    }
    order = sorted(points, key=lambda name: (-share[name], -points[name]))
    assert [(row.table_points, row.game_points) for row in found.players] == [
        (share[name], points[name]) for name in order
    ]
    assert {(line.round, line.table) for line in found.lines if line.typed} == typed
    head, *rows = rounds_table(found, ENGLISH)
    assert head[-1] == "Rounds from paper"
    on_paper = {
        name: {
            round
            for round, table in typed
            for player in event.rounds[round].players[table - 1]
            if event.name(player) == name
        }
        for name in points
    }
    assert {str(row[2]): row[-1] for row in rows} == {
        name: ", ".join(map(str, sorted(rounds))) for name, rounds in on_paper.items()
    }
    shown = event_json(hall, kept, ENGLISH)
    assert {(each.round, each.table) for each in shown.results if each.typed} == typed
    assert len(shown.typed) == len({round for round, _ in typed})
    assert not shown_json(hall, kept, ENGLISH).typed  # nothing is published
    (years,) = statistics(event_matches(event, found.matches)).values()
    year = {each.player: (each.points.number, each.matches, each.hands, each.typed) for each in years}
    assert year == {name: (Fraction(points[name]), played[name], hands[name], len(on_paper[name])) for name in points}
    heads, *cells = players_table(years, ENGLISH)
    assert {row[0]: (row[heads.index("Hands")], row[heads.index("Matches from paper")]) for row in cells} == {
        name: (hands[name], len(on_paper[name])) for name in points
    }


def test_totals_typed_at_the_table_itself_are_not_sent_again(hall: Hall) -> None:
    """The desk says so, also where it had ended the match before."""
    number = begun(hall)
    hall.record(number, uuid4(), Finished(1, 1, "late"), "", "desk")
    for table in (1, 2):
        hall.matches(table).record(Result((-12, 30, 8, -26)), uuid4(), "", "referee")
        with pytest.raises(NotPlayedError, match="match-ended"):
            hall.record(number, uuid4(), TableResult(1, table, (0, 0, 0, 0)), "", "desk")
    kept = hall.get(number)
    assert not kept.event.rounds[1].typed
    shown = event_json(hall, kept, ENGLISH)
    assert shown.typed == ["Totals typed from paper in round 1: tables 1, 2"]
    assert [(each.typed, each.typed_by) for each in shown.drawn[0].tables] == [(True, None), (True, None)]


def test_a_typed_table_is_not_ended_a_second_time(hall: Hall) -> None:
    """Its totals are undone first; then it plays on."""
    number = begun(hall)
    typed = hall.record(number, uuid4(), TableResult(1, 1, (-12, 30, 8, -26)), "", "desk")[0]
    with pytest.raises((EventActRejectedError, EventRejectedError), match="table-typed"):
        hall.record(number, uuid4(), Finished(1, 1, "late"), "", "desk")
    hall.record(number, uuid4(), EventVoid(typed.number, "misread"), "", "desk")
    hall.matches(1).record(TimeUp(in_play=True), uuid4(), "", "referee")
    (match,) = [match for match in [hall.match_of(hall.get(number), 1, 1)] if match]
    assert (match.match.over, match.match.typed) == (False, False)


def test_a_sheet_shows_totals_as_no_hand(hall: Hall) -> None:
    """Its row names no hand, dealer or stick, in files and on pages."""
    number = hall.open(uuid4(), Opened("Cup", "riichi-ema", rounds=1), "", "desk")[0].number
    hall.record(number, uuid4(), Entered(tuple([PlayerEntry(n, f"P{n}") for n in range(1, 5)])), "", "desk")
    hall.record(number, uuid4(), hall.draw(number, 1, 1), "", "desk")
    hall.record(number, uuid4(), Started(1), "", "desk")
    act = TableResult(1, 1, (40000, 29000, 30000, 20000), left=1000, penalties=(0, 1000, 0, 0))
    hall.record(number, uuid4(), act, "", "desk")
    match = hall.match_of(hall.get(number), 1, 1)
    assert match is not None
    row = sheet_rows(match.match, ENGLISH)[-1]
    assert (row.number, row.round) == ("", "totals from paper")
    assert [each.sign for each in row.players] == ["", "✗", "", ""]
    assert [fine.hand for fine in hand_sheet(match.match, ENGLISH).penalties] == [None]
    assert "record 2, on paper, " in sheet_text(match.match, ENGLISH)
    assert penalties_table(results(hall, hall.get(number)), Messages.of("zh"))[1][2] == "纸面记录"
    shown = match_json(match, ENGLISH).hands[-1]
    assert (shown.title, shown.outcome) == ("totals from paper", "typed")
    assert {each.says.partition(" ")[2] for each in shown.deposits} == {
        "gains by the totals from paper",
        "loses by the totals from paper",
    }
    assert [each.partition(": ")[2] for each in shown.fined] == ["1000 points deducted from the result (as on paper)"]
