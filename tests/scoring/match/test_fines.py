"""Penalties, the ladders of fouls, coming late, false wins: what they cost and where the points go."""

import pytest

from scoring.match.errors import Refusal
from scoring.match.match import fold
from scoring.match.records import (
    Act,
    Drawn,
    FalseWin,
    Foul,
    Late,
    Penalty,
    TimeUp,
    Void,
    Won,
)
from tests.books import BODIES
from tests.scoring.match.builders import SIT, by_referee, folded, records


@pytest.mark.parametrize(
    ("amount", "points"),
    [
        (0, (500, 500, 500, 500)),
        (1, (500, 499, 501, 500)),
        (2, (500, 498, 501, 501)),
        (10, (503, 490, 504, 503)),
        (25, (508, 475, 509, 508)),
    ],
)
def test_a_penalty_of_any_whole_amount_is_paid_beginning_with_the_next_player(
    amount: int, points: tuple[int, ...]
) -> None:
    match = folded(SIT, Penalty("S", amount, "x", "paid"))
    assert tuple(match.points.values()) == points
    assert match.fines[0].amount == amount


@pytest.mark.parametrize("flow", ["paid", "deducted"])
def test_a_penalty_is_not_negative(flow: str) -> None:
    match = fold(by_referee(records(SIT), Penalty("E", -1, "x", flow)))  # type: ignore[arg-type]
    assert match.refused == {2: Refusal("negative", {"amount": -1})}


def test_a_penalty_between_hands_stands_when_the_time_is_over() -> None:
    match = folded(SIT, Drawn(), Penalty("S", 10, "late"), TimeUp(in_play=False))
    assert match.over
    assert match.last == 1
    assert match.points == {"Ann": 500, "Bo": 500, "Chen": 490, "Dai": 500}
    assert match.hands[-1].outcome is None


def test_a_penalty_follows_a_match_of_no_hand() -> None:
    match = folded(SIT, TimeUp(in_play=False), Penalty("S", 10, "left the room"))
    assert match.deducted["Bo"] == 10


def test_the_ladder_of_the_match_goes_from_a_warning_to_disqualification() -> None:
    log = by_referee(records(SIT), *[Foul("Bo", "spoke")] * 8)
    match = fold(log)
    assert [fine.amount for fine in match.fines] == [0, 5, 10, 20, 30, 40, 50, 60]
    assert match.deducted == {"Ann": 0, "Bo": 215, "Chen": 0, "Dai": 0}
    assert match.hands[0].dead == set()
    match = fold(by_referee(log, Foul("Bo", "spoke")))
    assert (match.hands[0].dead, match.disqualified) == ({"Bo"}, [])
    match = fold(by_referee(log, *[Foul("Bo", "spoke")] * 2))
    assert match.disqualified == ["Bo"]
    match = fold(by_referee(log, *[Foul("Bo", "spoke")] * 3))
    assert match.refused == {12: Refusal("ladder-ended", {"player": "Bo", "fouls": 10})}


def test_the_ladder_of_a_hand_begins_anew_with_the_next() -> None:
    acts: list[Act] = [Foul("Bo", "empty call", "hand")] * 4
    match = fold(by_referee(records(SIT), *acts, *acts[:1], Foul("Ann", "late pung", "hand"), Drawn(), *acts[:2]))
    assert [fine.amount for fine in match.fines] == [0, 5, 10, 20, 0, 0, 5]
    assert match.refused == {6: Refusal("ladder-ended", {"player": "Bo", "fouls": 4})}


def test_a_cancelled_foul_is_no_step_of_the_ladder() -> None:
    match = folded(SIT, Foul("S", "spoke"), Foul("S", "spoke"), Void(2, "it was Chen"), Foul("S", "spoke"))
    assert [fine.amount for fine in match.fines] == [0, 5]


@pytest.mark.parametrize(("minutes", "cost"), [(1, 10), (10, 10), (11, 20), (15, 20)])
def test_coming_late_costs_what_the_body_says(minutes: int, cost: int) -> None:
    match = folded(SIT, Late("S", minutes))
    assert match.points["Bo"] == 500 - cost
    assert match.forfeited == []


def test_coming_later_than_the_body_allows_is_a_forfeit() -> None:
    match = folded(SIT, Late("S", 16))
    assert match.points["Bo"] == 500
    assert match.forfeited == ["Bo"]


def test_a_false_win_is_paid_or_only_deducted() -> None:
    deducted = folded(SIT, FalseWin("W", "under the minimum", flow="deducted"))
    assert deducted.points == {"Ann": 500, "Bo": 500, "Chen": 470, "Dai": 500}
    named = folded(SIT, FalseWin("W", "wrong tile", 7, "deducted"), rules="zungjung")
    assert named.points == {"Ann": 0, "Bo": 0, "Chen": -21, "Dai": 0}


@pytest.mark.parametrize(("act", "matter"), [(Foul("S", "x"), "fouls"), (Late("S", 5), "late")])
def test_what_the_body_does_not_name_the_record_must(act: Act, matter: str) -> None:
    match = fold(by_referee(records(SIT), act), "zungjung")
    assert match.refused == {2: Refusal("no-rule", {"body": BODIES["zungjung"].name, "matter": matter})}


def test_a_zung_jung_discard_that_nobody_answers_for_is_no_self_draw() -> None:
    match = folded(
        SIT, Won("S", 40, None, discarder="W"), Won("E", 40, "N", discarder="S"), Won("E", 40), rules="zungjung"
    )
    first, second, third = match.hands[:3]
    assert first.points == {"Ann": -40, "Bo": 120, "Chen": -40, "Dai": -40}
    assert first.marks == {"Ann": "▲", "Bo": "", "Chen": "—", "Dai": ""}
    # hand 2 is Bo, Chen, Dai, Ann by seat: Ann is responsible for Chen's discard
    assert second.points == {"Ann": -60, "Bo": 120, "Chen": -30, "Dai": -30}
    assert (second.marks["Chen"], second.discarder) == ("—", "Chen")
    assert third.marks["Chen"] == "▲+"


def test_the_discarder_pays_under_the_chinese_rules() -> None:
    assert folded(SIT, Won("S", 12, discarder="E")).points == folded(SIT, Won("S", 12, "E")).points
    refused = fold(records(SIT, Won("S", 12, "E", discarder="W"))).refused
    assert refused == {2: Refusal("discarder-pays", {"discarder": "Chen", "payer": "Ann"})}
