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
    ((None, False, 20000, None), "Bo", "20000 deducted from the result"),
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
