"""The rules of bodies: false wins, and the values that a hand may have."""

from dataclasses import replace

import pytest

from scoring.match.bodies import BY_DISTANCE, FALSE_WINS, Body, FalseWinRule, possible
from scoring.match.course import all_bodies

BODIES = all_bodies()


@pytest.mark.parametrize("id", BODIES)
def test_every_body_names_its_source_and_costs_only_what_it_knows(id: str) -> None:
    body = BODIES[id]
    assert isinstance(body, Body)
    assert (body.id, bool(body.name), bool(body.source)) == (id, True, True)
    assert body.false_win_kinds
    assert all(rule.each >= 0 for rule in body.false_wins.values())
    assert [limit for limit, _ in body.late] == sorted(limit for limit, _ in body.late)
    assert len(body.table_points) in (0, 4)


def test_without_a_minimum_no_hand_is_below_it() -> None:
    for kinds in (FALSE_WINS, BY_DISTANCE):
        assert possible(kinds, 8) == kinds
        assert {*kinds} - {*possible(kinds, 0)} == {"under the minimum"}


def test_the_dealer_may_be_paid_another_price() -> None:
    rule = FalseWinRule(20, dealer=40)
    assert (rule.paid(with_dealer=False), rule.paid(with_dealer=True)) == (20, 40)
    assert (FalseWinRule(20).paid(with_dealer=True), FalseWinRule(20, dealer=0).paid(with_dealer=True)) == (20, 0)


class Only:
    """A value of exactly so many points off a discard."""

    def won(self, dealer: bool, self_drawn: bool) -> int | None:
        return None if self_drawn else 1500 if dealer else 1000


def test_a_hand_may_be_worth_what_a_value_brings() -> None:
    body = next(iter(BODIES.values()))
    assert replace(body, values=()).may_be_worth(7, dealer=False, self_drawn=False)
    only = replace(body, values=(Only(),))
    assert [only.may_be_worth(points, False, False) for points in (999, 1000, 1001)] == [False, True, False]
    assert only.may_be_worth(1500, dealer=True, self_drawn=False)
    assert not only.may_be_worth(1000, dealer=False, self_drawn=True)
