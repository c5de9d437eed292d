"""The riichi value of a hand, as its sheet has it."""

from dataclasses import replace

import pytest

from scoring.games.riichi.combine import score
from scoring.games.riichi.presets import PRESETS
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


@pytest.mark.parametrize(
    ("sets", "by_two", "by_four"),
    [("234m567m345p67s", 40, 40), ("111m567m345p67s", 40, 50), ("111m999m345p67s", 50, 50)],
)
def test_a_pair_of_both_winds_has_its_fu_and_all_are_rounded_up(sets: str, by_two: int, by_four: int) -> None:
    win = parse(f"{sets}EE 8s riichi discard from=S seat=E round=E no-kong dora=0 ura=0")
    for own, fu in ((2, by_two), (4, by_four)):
        assert score(win, replace(PRESETS["riichi-ema"], double_wind_fu=own)).extra.fu == fu


def test_a_hand_without_a_value_has_none() -> None:
    assert (RiichiScore().han, RiichiScore().fu, RiichiScore().level) == (0, 0, "")
