"""The reasons of penalties in words, and amounts of money."""

from decimal import Decimal

import pytest

from tests.books import BODIES
from webui.messages.match import PENALTIES, in_money


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
