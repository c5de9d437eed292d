"""Deals that are settled act by act."""

from scoring.games.deal import Payment, SettledDeal, SettledStep, summed

KONG = SettledStep({"act": "kong"}, (Payment("kong", {"E": 6, "S": -2, "W": -2, "N": -2}),), {"W": 5})
WIN = SettledStep({"act": "win"}, (Payment("win", {"S": 8, "E": -8}), Payment("kong", {"N": 1, "E": -1})), {})


def test_a_step_changes_what_its_payments_add_up_to() -> None:
    assert KONG.change == {"E": 6, "S": -2, "W": -2, "N": -2}
    assert WIN.change == {"E": -9, "S": 8, "W": 0, "N": 1}


def test_a_deal_adds_up_its_steps_and_names_only_penalties_that_there_are() -> None:
    deal = SettledDeal((KONG, WIN), "S", over=True)
    assert deal.payments == {"E": -3, "S": 6, "W": -2, "N": -1}
    assert sum(deal.payments.values()) == 0
    assert deal.penalties == {"W": 5}


def test_a_seat_without_a_payment_has_nothing() -> None:
    assert summed([]) == {"E": 0, "S": 0, "W": 0, "N": 0}
