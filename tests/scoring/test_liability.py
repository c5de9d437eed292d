"""The payer of sets that were fed to the winner."""

from dataclasses import replace
from fractions import Fraction

import pytest

from scoring import parse
from scoring.liability import Responsible, liable
from scoring.rules import BOOKS


@pytest.mark.parametrize(("feeder", "seat"), [(None, None), ("N", "N")])
def test_who_fed_the_sets_of_a_hand_pays_for_it(feeder: str | None, seat: str | None) -> None:
    book = BOOKS["hk"]
    win = replace(parse("[CCC][FFF][PPP]12m99s 3m self-draw seat=S round=E no-kong flowers=0"), liable=feeder)
    sheet = book.score(win)
    assert sheet.payments is not None
    found = liable(sheet, book.score)
    assert (found.seat if found else None) == seat
    assert sum(sheet.payments.values()) == Fraction(0)
    if feeder:
        assert sheet.payments["N"] == -sheet.payments["S"]


def test_only_an_unknown_discarder_is_unsettled() -> None:
    assert not Responsible(None, "discarder-unknown").known
    assert Responsible(None, "self-drawn").known
