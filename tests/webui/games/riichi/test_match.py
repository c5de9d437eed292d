"""Words for a riichi match."""

import pytest

from scoring.games.riichi.payment import RiichiValue
from scoring.match.records import Seated
from tests.scoring.match.builders import FOUR, folded
from webui.games.riichi.match import paid, title, value
from webui.messages import Messages

ENGLISH = Messages.of("en")


@pytest.mark.parametrize(
    ("worth", "says"),
    [
        (RiichiValue(3, 30, 960), "3 han 30 fu"),
        (RiichiValue(5, 0, 2000), "mangan"),
        (RiichiValue(6, 0, 3000), "haneman"),
        (RiichiValue(8, 0, 4000), "baiman"),
        (RiichiValue(11, 0, 6000), "sanbaiman"),
        (RiichiValue(13, 0, 8000), "yakuman"),
        (RiichiValue(26, 0, 16000), "2 yakuman"),
    ],
)
def test_a_value_is_its_han_and_fu_or_its_limit(worth: RiichiValue, says: str) -> None:
    assert value(ENGLISH, worth) == says


def test_what_is_paid_for_it() -> None:
    mangan = RiichiValue(5, 0, 2000)
    said = [paid(ENGLISH, mangan, dealer, drawn) for dealer, drawn in ((False, False), (True, True), (False, True))]
    assert said == ["mangan: 8000", "mangan: 4000 all", "mangan: 2000–4000"]


def test_a_hand_is_named_by_its_deal() -> None:
    hand = folded(Seated(FOUR, "riichi-ema")).current
    assert hand is not None
    assert title(ENGLISH, hand) == "East 1"
