"""The riichi value of a hand, as its sheet has it."""

import pytest

from scoring.games.riichi.value import FuPart, RiichiScore
from scoring.notation import parse
from scoring.rules import BOOKS

pytest.importorskip("mahjong")


def test_fu_are_the_sum_of_their_reasons_rounded_up_to_ten() -> None:
    win = parse("234m567m22p345p67s 8s riichi self-draw seat=S round=E no-kong dora=0 ura=0")
    extra = BOOKS["riichi-ema"].score(win).extra
    assert isinstance(extra, RiichiScore)
    assert extra.fu == 20
    assert all(isinstance(part, FuPart) and part.reason for part in extra.parts)
    assert -(-sum(part.fu for part in extra.parts) // 10) * 10 == extra.fu


def test_a_hand_without_a_value_has_none() -> None:
    assert (RiichiScore().han, RiichiScore().fu, RiichiScore().level) == (0, 0, "")
