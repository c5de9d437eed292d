"""Totals typed from paper: sums, placement, what is left, penalties, and their undoing."""

import pytest

from scoring.match.event import Event
from scoring.match.event_acts import (
    Entered,
    EventAct,
    EventVoid,
    Opened,
    PlayerEntry,
    Released,
    SeatingDrawn,
    Started,
    TableResult,
)
from scoring.match.event_errors import EventRejectedError
from scoring.match.event_orders import orders
from scoring.match.event_results import played
from scoring.match.match import fold
from scoring.match.records import Drawn, Penalty, Record, Result, Seated, TimeUp, Void, Won, act_from_dict, act_to_dict
from scoring.rules import BOOKS
from tests.scoring.match.builders import by_referee, folded, records

FOUR = ("Ann", "Bo", "Chen", "Dai")
SIT = Seated(FOUR, "mcr", "ema")
RIICHI = Seated(FOUR, "riichi-ema")


def test_an_act_leaves_out_what_it_does_not_say() -> None:
    plain = {"type": "Result", "totals": [1, 2, 3, -6]}
    assert act_to_dict(Result((1, 2, 3, -6))) == {"type": "Result", "totals": (1, 2, 3, -6)}
    assert act_from_dict(plain) == Result((1, 2, 3, -6))


@pytest.mark.parametrize("before", [(), (Drawn(),), (Won("E", 20), Won("S", 8, "W")), (Drawn(), TimeUp(False))])
def test_totals_end_a_match(before: tuple[Won | Drawn | TimeUp, ...]) -> None:
    match = folded(SIT, *before, Result((-12, 30, 8, -26)))
    assert (match.over, match.typed, list(match.game_points.values())) == (True, True, [-12, 30, 8, -26])
    assert played(match).hands == sum(isinstance(act, Won | Drawn) for act in before)


@pytest.mark.parametrize("totals", [(488, 530, 508, 474), (-12, 30, 8, -26)])
def test_the_start_may_be_in_the_totals_or_not(totals: tuple[int, ...]) -> None:
    match = folded(Seated(FOUR, "mcr", "book-1998"), Won("E", 20), Result(totals))
    assert list(match.points.values()) == [488, 530, 508, 474]


def test_undone_totals_leave_the_hands() -> None:
    match, before = folded(SIT, Won("E", 20), Result((0, 0, 0, 0)), Void(3, "x")), folded(SIT, Won("E", 20))
    assert (match.over, match.points, len(match.hands)) == (False, before.points, 2)


@pytest.mark.parametrize(
    ("sit", "act", "kind", "about"),
    [
        (SIT, Result((1, 2, 3, -5)), "totals-off", {"sum": 1, "should": 2000, "off": 1}),
        (SIT, Result((0, 0, 0)), "totals-of-players", {"given": 3, "players": 4}),
        (
            SIT,
            Result((0, 0, 0, -5), 5),
            "nothing-left",
            {"left": 5, "rules": BOOKS["mcr"].title},
        ),
        (RIICHI, Result((30000, 30000, 30000, 29000)), "totals-off", {"sum": 119000, "should": 120000, "off": -1000}),
        (RIICHI, Result((30000, 30000, 30000, 31000), -1000), "negative", {"amount": -1000}),
    ],
)
def test_wrong_totals_are_refused(sit: Seated, act: Result, kind: str, about: dict[str, object]) -> None:
    refusal = fold(records(sit, act)).refused[2]
    assert (refusal.kind, dict(refusal.about)) == (kind, about)


def test_penalties_need_a_referee_and_count_after_the_sum() -> None:
    act = Result((-12, 30, 8, -26), penalties=(0, 10, 0, 0))
    assert fold(records(SIT, act)).refused[2].kind == "not-referee"
    match = fold(by_referee(records(SIT), Penalty("E", 5, "x"), act))
    assert list(match.game_points.values()) == [-17, 20, 8, -26]


def test_what_is_left_goes_to_the_first() -> None:
    """Placement and what is left follow the book of riichi; equal players share."""
    match = folded(RIICHI, Result((40000, 29000, 30000, 20000), 1000))
    assert list(match.points.values()) == [41000, 29000, 30000, 20000]
    assert [float(each) for each in played(match).results] == [26.0, -6.0, 5.0, -25.0]


def test_a_second_result_is_refused() -> None:
    log = [Record(act, "", "") for act in (SIT, Drawn(), TimeUp(False), Result((0, 0, 0, 0)), Result((0, 0, 0, 0)))]
    assert fold(log).refused[5].kind == "match-over"


PEOPLE = tuple([PlayerEntry(number, name) for number, name in enumerate("ABCDFGHI", 1)])
READY = (Opened("Cup", "mcr"), Entered(PEOPLE), SeatingDrawn(1, (((1, 2, 3, 4), (5, 6, 7, 8)),)), Started(1))
TYPED = TableResult(1, 2, (-12, 30, 8, -26))


@pytest.mark.parametrize(
    ("acts", "kind"),
    [
        (READY[:3], "round-not-started"),
        ((*READY, TYPED), "table-typed"),
        ((*READY, Released(1)), "round-released"),
    ],
)
def test_an_event_refuses_totals_that_come_at_the_wrong_time(acts: tuple[EventAct, ...], kind: str) -> None:
    """Before the round, twice, or after its results are published."""
    with pytest.raises(EventRejectedError) as refused:
        Event.of(enumerate((*acts, TYPED), 1))
    assert refused.value.kind == kind


@pytest.mark.parametrize(
    ("act", "kind"),
    [
        (TableResult(1, 2, (-12, 30, 8, -25)), "totals-differ"),
        (TableResult(1, 2, (-12, 30, 8, -26), (5, 6, 7, 4)), "sits-elsewhere"),
        (TableResult(1, 2, (-12, 30, -18)), "totals-uneven"),
        (TableResult(1, 2, (-12, 30, 8, -36), left=10), "left-unusable"),
    ],
)
def test_an_event_refuses_wrong_totals(act: TableResult, kind: str) -> None:
    with pytest.raises(EventRejectedError) as refused:
        Event.of(enumerate((*READY, act), 1))
    assert refused.value.kind == kind


def test_the_table_gets_the_totals_in_the_order_of_its_seats() -> None:
    named = TableResult(1, 2, (30, -12, -26, 8), (6, 5, 8, 7))
    assert orders(Event.of(enumerate((*READY, named), 1)))[-1].act == Result((-12, 30, 8, -26))
    undone = orders(Event.of(enumerate((*READY, named, EventVoid(5)), 1)))[-1]
    assert (undone.act, undone.of) == (None, "5/2")
