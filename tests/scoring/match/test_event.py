"""An event: what its acts leave, what does not follow from them, what is taken back, and what tables are ordered."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from scoring.match.duplicates import Duplicate, duplicates
from scoring.match.event import Event, EventLog
from scoring.match.event_acts import (
    Absent,
    Amended,
    CheckedIn,
    Entered,
    EventAct,
    EventCorrected,
    EventVoid,
    Extended,
    Finished,
    HeldBack,
    Opened,
    Paid,
    PastRounds,
    PlayerEntry,
    Released,
    Reseated,
    SeatingDrawn,
    Started,
    StoodIn,
    TableResult,
    Withdrawn,
)
from scoring.match.event_errors import EventRejectedError
from scoring.match.event_orders import Order, orders
from scoring.match.event_results import Played, lines, standings, team_standings
from scoring.match.records import Renamed, Seated, Swapped, TimeUp
from scoring.match.seating import quality, seating
from tests.rows import row_by_row

NAMES = ("Ann", "Bo", "Chen", "Dai", "Eva", "Fu", "Gil", "Hua")
PEOPLE = tuple(PlayerEntry(n, name, team="East" if n <= 4 else "West") for n, name in enumerate(NAMES, 1))
SPARE = PlayerEntry(9, "Ida", substitute=True)
OPENED = Opened("Cup", rules="mcr", rounds=2)
GAMES = (((1, 2, 5, 6), (3, 4, 7, 8)), ((3, 1, 7, 5), (4, 2, 8, 6)))
DRAWN = SeatingDrawn(1, GAMES, 7)
READY: tuple[EventAct, ...] = (OPENED, Entered((*PEOPLE, SPARE)), DRAWN)


def _past(round: int, table: int = 1, players: tuple[int, ...] = (1, 2, 3, 4)) -> TableResult:
    return TableResult(round, table, (1, 2, 3, -6)[: len(players)], players)


def event(*acts: EventAct) -> Event:
    return Event.of(enumerate((*READY, *acts), 1))


def of(*acts: EventAct) -> Event:
    return Event.of(enumerate(acts, 1))


def test_an_event_is_what_its_acts_leave() -> None:
    found = event(CheckedIn(1), CheckedIn(2), CheckedIn(2, False), Absent(2, (2,)))
    assert [number for number, each in found.entrants.items() if each.here] == [1]
    assert found.seating[2][0] == (3, 1, 7, 5)
    assert found.seeds == {1: 7, 2: 7}
    assert found.teams == {"East": [1, 2, 3, 4], "West": [5, 6, 7, 8]}
    assert found.missing(2) == [2]
    assert found.tables == 2
    assert found.next_round == 1


@row_by_row(
    ("acts", "kind"),
    [
        ((Entered(PEOPLE),), "not-opened"),
        ((OPENED, OPENED), "opened-already"),
        ((Opened(" "),), "event-nameless"),
        ((Opened("Cup", rules="riichi"),), "event-rules"),
        ((Opened("Cup", rules="zungjung", body="ema"),), "event-body"),
        ((Opened("Cup", rules="hk", body="ema"),), "event-body"),
        ((Opened("Cup", rules="mcr", body="hk"),), "event-body"),
        ((Opened("Cup", rounds=101),), "event-numbers"),
        ((Opened("Cup", rounds=0),), "event-numbers"),
        ((Opened("Cup", weight=0),), "weight-unusable"),
        ((OPENED, Entered(())), "nobody-entered"),
        ((OPENED, Entered((PlayerEntry(1, "E"),))), "name-unusable"),
        ((OPENED, Entered((PlayerEntry(1, "Ann"), PlayerEntry(2, "Ann")))), "name-entered"),
        ((OPENED, Entered((PlayerEntry(1, "Ann"), PlayerEntry(1, "Bo")))), "number-entered"),
        ((OPENED, Entered((PlayerEntry(1, "Ann", ema="4000"),))), "ema-unusable"),
        (
            (OPENED, Entered((PlayerEntry(1, "Ann", ema="04000001"), PlayerEntry(2, "Bo", ema="04000001")))),
            "ema-entered",
        ),
        ((*READY, CheckedIn(44)), "no-such-entry"),
        ((*READY, Amended(PlayerEntry(1, "Bo"))), "name-entered"),
        ((*READY, Amended(PlayerEntry(1, "Ann", ema="4000"))), "ema-unusable"),
        ((*READY, Withdrawn(1), Withdrawn(1)), "player-withdrawn"),
        ((*READY, Absent(1, (3,))), "round-unknown"),
        ((*READY, Started(2)), "round-before"),
        ((OPENED, Started(1)), "round-not-drawn"),
        ((*READY, Started(1), Started(1)), "round-started"),
        ((*READY, Started(1), DRAWN), "round-started"),
        ((*READY, Withdrawn(1), Started(1)), "place-empty"),
        ((*READY, StoodIn(1, 2, (1,))), "stands-in-twice"),
        ((*READY, StoodIn(1, 9, (1,)), StoodIn(2, 9, (1,))), "stands-in-twice"),
        ((*READY, SeatingDrawn(1, (((1, 2, 3, 3),),))), "seating-uneven"),
        ((*READY, SeatingDrawn(2, (((1, 2, 3, 4),), ((1, 2, 3, 4),)))), "round-unknown"),
        ((*READY, Reseated(1, (1, 1))), "not-two-entries"),
        ((*READY, Reseated(1, (1, 9))), "seated-elsewhere"),
        ((*READY, Extended(1, 1, 5)), "round-not-started"),
        ((*READY, Started(1), Extended(1, 3, 5)), "table-unknown"),
        ((*READY, Started(1), Extended(1, 1, 0)), "minutes-unusable"),
        ((*READY, Started(1), Finished(1, 1, "late"), Finished(1, 1, "late")), "table-finished"),
        ((*READY, Released(1)), "round-not-started"),
        ((*READY, EventVoid(9)), "act-not-before"),
        ((*READY, CheckedIn(1), EventVoid(4), EventVoid(4)), "act-taken-back"),
        ((*READY, CheckedIn(1), EventVoid(4), EventVoid(5)), "act-is-change"),
        ((*READY, CheckedIn(1), EventCorrected(4, Withdrawn(1))), "act-of-other-kind"),
        ((*READY, EventVoid(1)), "act-final"),
        ((*READY, EventVoid(2)), "act-needed"),
        ((*READY, Started(1), EventCorrected(4, Started(2))), "act-of-other-kind"),
        ((*READY, PastRounds(())), "no-results"),
        ((*READY, PastRounds((_past(1),))), "round-drawn"),
        ((*READY[:2], PastRounds((_past(3),))), "round-unknown"),
        ((*READY[:2], PastRounds((_past(2),))), "round-before"),
        ((*READY[:2], PastRounds((_past(1), _past(1)))), "table-twice"),
        ((*READY[:2], PastRounds((_past(1, 2),))), "table-unknown"),
        ((*READY[:2], PastRounds((_past(1), _past(1, 2)))), "round-twice"),
        ((*READY[:2], PastRounds((_past(1, players=(1, 2, 3)),))), "totals-uneven"),
        ((*READY[:2], PastRounds((_past(1, players=(1, 2, 3, 77)),))), "no-such-entry"),
        ((*READY[:2], PastRounds((_past(1),), (PlayerEntry(1, "Zoe"),))), "number-entered"),
        ((*READY[:2], PastRounds((_past(1),), days=("soon",))), "day-unusable"),
    ],
)
def test_what_does_not_follow_is_refused_and_changes_nothing(acts: Sequence[EventAct], kind: str) -> None:
    log = EventLog()
    for number, act in enumerate(acts[:-1], 1):
        log.add(number, act)
    before = repr(log.event)
    with pytest.raises(EventRejectedError) as refused:
        log.add(len(acts), acts[-1])
    assert refused.value.kind == kind
    assert repr(log.event) == before


@pytest.mark.parametrize("least", [{"rounds": 1}, {"hands": 1}, {"minutes": 1}, {"weight": 1}, {"bye": 0}])
def test_the_least_that_an_event_may_have(least: dict[str, Any]) -> None:
    opened = Opened("Cup", **least)
    assert of(opened).opened == opened


def test_an_act_is_taken_back_and_corrected() -> None:
    assert not event(CheckedIn(1), EventVoid(4)).entrants[1].here
    assert event(EventCorrected(1, Opened("Open", rounds=2))).opened.name == "Open"
    assert event(Amended(PlayerEntry(1, "Anne"))).name(1) == "Anne"
    assert event(Amended(PlayerEntry(1, "Anne")), EventVoid(4)).name(1) == "Ann"
    assert not event(Started(1), Released(1), HeldBack(1)).released


def test_a_round_orders_a_match_at_every_table() -> None:
    assert orders(event(StoodIn(1, 9, (1,)), Started(1))) == [
        Order(5, 1, "5/1", Seated(("Ida", "Bo", "Eva", "Fu"), "mcr", None, None)),
        Order(5, 2, "5/2", Seated(("Chen", "Dai", "Gil", "Hua"), "mcr", None, None)),
    ]
    assert orders(event()) == []


def test_a_round_that_is_taken_back_takes_its_matches_back() -> None:
    found = orders(event(Started(1), EventVoid(4), Started(1)))
    assert [(order.table, order.key, order.of) for order in found] == [
        (1, "void/4/1", "4/1"),
        (2, "void/4/2", "4/2"),
        (1, "6/1", ""),
        (2, "6/2", ""),
    ]


def test_a_swap_before_the_round_changes_the_seating_and_one_after_it_the_matches() -> None:
    before = event(Reseated(1, (1, 3)), Started(1))
    assert before.seating[1] == [(3, 2, 5, 6), (1, 4, 7, 8)]
    assert next(iter(orders(before))).act == Seated(("Chen", "Bo", "Eva", "Fu"), "mcr", None, None)
    after = event(Started(1), Reseated(1, (1, 3), "seen late"), Reseated(1, (2, 5), "seen late"))
    assert [(order.table, order.act) for order in orders(after)[2:]] == [
        (1, Renamed("Ann", "Chen", "seen late")),
        (2, Renamed("Chen", "Ann", "seen late")),
        (1, Swapped(("Bo", "Eva"), 1, "seen late")),
    ]
    assert after.rounds[1].players == [[3, 2, 5, 6], [1, 4, 7, 8]]
    assert after.seating[1] == [(3, 5, 2, 6), (1, 4, 7, 8)]


def test_the_desk_ends_a_match_as_it_stands() -> None:
    made = Order(5, 2, "5/2", TimeUp(in_play=False), match="4/2")
    assert orders(event(Started(1), Finished(1, 2, "time")))[-1] == made
    assert orders(event(Started(1), Finished(1, 2, "time"), EventVoid(5)))[-1] == Order(5, 2, "void/5/2", None, "5/2")


TABLES = {
    (1, 1): Played((30, 10, -10, -30), True, 16, 16),
    (1, 2): Played((20, 20, -20, -20), True, 16, 16),
    (2, 1): Played((8, 0, 0, -8), False, 3, 16),
}


def test_results_count_matches_that_are_over() -> None:
    found = event(Started(1), Started(2))
    ranked = standings(found, TABLES)
    assert [(row.rank, row.player, row.table_points, row.game_points) for row in ranked[:4]] == [
        (1, "Ann", Fraction(4), 30),
        (2, "Chen", Fraction(3), 20),
        (2, "Dai", Fraction(3), 20),
        (4, "Bo", Fraction(2), 10),
    ]
    assert [(row.player, row.table_points) for row in team_standings(found, TABLES)] == [
        ("East", Fraction(12)),
        ("West", Fraction(2)),
    ]
    by_hand = {line.player: line.table_points for line in lines(found, TABLES) if line.round == 1}
    assert by_hand == {1: 4, 2: 2, 5: 1, 6: 0, 3: 3, 4: 3, 7: Fraction(1, 2), 8: Fraction(1, 2)}
    assert standings(found, TABLES, rounds=[])[0].table_points == 0


def test_results_that_count_instead_of_points_are_summed_over_the_rounds() -> None:
    halves = {(1, 1): (13, 1, 1, -15), (2, 1): (4, 6, 0, -10)}
    counted = {
        key: replace(TABLES[key], over=True, results=tuple(Fraction(n, 2) for n in halves[key])) for key in halves
    }
    sums = {row.player: row.result for row in standings(event(Started(1), Started(2)), counted)}
    assert (sums["Ann"], sums["Chen"], sums["Hua"]) == (Fraction(19, 2), 2, 0)


@pytest.mark.parametrize(("credited", "has"), [("player", 30), ("substitute", 0)])
def test_a_substitutes_points_are_the_players_or_nobodys(credited: str, has: int) -> None:
    found = event(StoodIn(1, 9, (1,), credited), Started(1))  # type: ignore[arg-type]
    ranked = standings(found, {(1, 1): TABLES[1, 1]})
    assert {row.player: row.game_points for row in ranked}["Ann"] == has
    assert "Ida" not in {row.player for row in ranked}


def test_a_swap_of_tables_exchanges_results_and_one_at_a_table_leaves_them_by_name() -> None:
    found = event(Started(1), Reseated(1, (1, 3)), Reseated(1, (2, 5)))
    points = {row.player: row.game_points for row in standings(found, TABLES)}
    assert (points["Ann"], points["Chen"], points["Bo"], points["Eva"]) == (20, 30, 10, -10)


def test_who_was_entered_twice_is_found() -> None:
    known = [PlayerEntry(1, "Zoë Müller"), PlayerEntry(2, "王伟", ema="04000001")]
    found = duplicates(
        [PlayerEntry(3, "muller, zoe"), PlayerEntry(4, "Wang Wei", ema="04000001"), PlayerEntry(5, "Zoë")], known
    )
    assert found == [Duplicate(3, 1, "name"), Duplicate(4, 2, "ema")]


def test_a_drawn_seating_is_what_seating_makes() -> None:
    schedule = seating(8, 2, [(1, 2, 3, 4), (5, 6, 7, 8)])
    found = of(OPENED, Entered(PEOPLE), SeatingDrawn(1, schedule, 0))
    assert quality(tuple(tuple(games) for games in found.seating.values())) == quality(schedule)


def test_those_who_sit_nowhere_are_free_substitutes_first() -> None:
    found = event(Entered((PlayerEntry(10, "Jo"),)), Absent(10, (2,)), Absent(3, (1,)), Withdrawn(4))
    assert found.free([1]) == [9, 10]
    assert found.free([2]) == [9]
    assert found.free([]) == []
    assert event(StoodIn(1, 9, (1,))).free([1]) == [1]
    assert event(StoodIn(1, 9, (1,))).free([1, 2]) == [9, 1]


def test_what_may_be_taken_back() -> None:
    acts: tuple[EventAct, ...] = (*READY, Started(1), Reseated(1, (1, 3)), EventVoid(4), Reseated(2, (1, 3)))
    log = EventLog()
    for number, act in enumerate(acts[:5], 1):
        log.add(number, act)
    assert [log.event.revocable(number, act) for number, act in enumerate(acts[:5], 1)] == [False, *[True] * 3, False]
    assert not log.event.revocable(6, EventVoid(4))


def test_payments_add_up_and_a_refund_is_taken_off() -> None:
    assert event(Paid(1, 1250), Paid(1, 250), Paid(1, -500)).entrants[1].paid == 1000
