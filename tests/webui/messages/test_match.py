"""The reasons of penalties in words, and amounts of money."""

from decimal import Decimal

import pytest

from tests.books import BODIES
from webui.messages import Messages
from webui.messages.match import PENALTIES, false_win_cost, in_money, next_step


def test_every_penalty_of_the_regulations_has_its_sentence() -> None:
    assert {name for body in BODIES.values() for name in body.penalties} == PENALTIES.keys()


@pytest.mark.parametrize(
    ("amount", "currency", "says"),
    [
        ("224.0", "HK$", "HK$224"),
        ("-32.5", "HK$", "−HK$32.50"),
        ("0.125", "€", "€0.125"),
        ("0", "$", "$0"),
        ("1200", "PLN", "1200 PLN"),
        ("-3", "", "−3"),
        ("100", "元", "100 元"),
    ],
)
def test_money_is_written_as_people_write_it(amount: str, currency: str, says: str) -> None:
    assert in_money(Decimal(amount), currency) == says


COSTS: list[tuple[tuple[int | None, bool, int, int | None], str | None, str]] = [
    ((None, True, 0, None), None, "disqualified"),
    ((None, True, 0, None), "Bo", "Bo is disqualified"),
    ((None, False, 24, None), "Bo", "24 deducted, paid to nobody"),
    ((None, False, 0, None), "Bo", "the regulations name no amount"),
    ((2000, False, 0, 4000), "Bo", "4000 where the dealer pays or gets, else 2000 to each"),
    ((10, False, 0, None), "Bo", "Bo pays 10 to each other player"),
    ((10, False, 0, None), None, "10 to each other player"),
]


@pytest.mark.parametrize(("cost", "player", "says"), COSTS)
def test_a_false_win_says_what_it_costs(
    cost: tuple[int | None, bool, int, int | None], player: str | None, says: str
) -> None:
    assert false_win_cost(Messages.of("en"), *cost, player) == says


@pytest.mark.parametrize(
    ("lang", "at_once", "after"),
    [
        ("en", "24 deducted, paid to nobody", "24 deducted from the result"),
        ("zh", "只扣24，不付他家", "从最终得分扣除24"),
        ("zh_Hant", "只扣24，不付他家", "從最終得分扣除24"),
        ("ja", "24差し引き（ほかの人には渡さない）", "スコアから24差し引く"),
    ],
)
def test_points_that_the_totals_lack_at_once_are_not_those_of_the_result(lang: str, at_once: str, after: str) -> None:
    found = [false_win_cost(Messages.of(lang), 0, False, 24, None, after=each) for each in (False, True)]
    assert found == [at_once, after]


@pytest.mark.parametrize(
    ("step", "says"),
    [
        (0, "a warning this time"),
        (30, "30 this time"),
        ("dead-hand", "dead hand this time"),
        ("disqualified", "disqualified this time"),
        (None, ""),
    ],
)
def test_the_next_foul_says_what_it_costs(step: str | int | None, says: str) -> None:
    assert next_step(Messages.of("en"), step) == says
