"""The riichi of a hand of a match."""

from scoring.games.riichi.hand import RiichiHand, riichi_of
from scoring.match.records import Seated
from tests.scoring.match.builders import FOUR, folded


def test_a_copy_changes_on_its_own() -> None:
    first = RiichiHand(2, ["Ann"], [])
    second = first.copy()
    second.declared.append("Bo")
    second.opened.append("Bo")
    assert (first.declared, first.opened, second.carried) == (["Ann"], [], 2)


def test_a_hand_of_another_game_has_none() -> None:
    for rules in ("mcr", "riichi-ema"):
        hand = folded(Seated(FOUR, rules)).current
        assert hand is not None
        assert riichi_of(hand) == RiichiHand()
        assert isinstance(hand.extra, RiichiHand) == (rules != "mcr")
