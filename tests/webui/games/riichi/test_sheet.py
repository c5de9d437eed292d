"""Hands of riichi in JSON."""

from scoring.games.riichi.hand import riichi_of
from scoring.match.records import Seated
from scoring.notation import parse
from scoring.rules import BOOKS
from tests.scoring.match.builders import FOUR, folded
from webui.games.riichi.sheet import RiichiSheet, hand_json, sheet_json
from webui.messages import Messages

ENGLISH = Messages.of("en")


def test_a_sheet_has_han_and_fu_with_their_reasons() -> None:
    win = parse("234m567m22p345p67s 8s riichi self-draw seat=S round=E no-kong dora=0 ura=0")
    shown = sheet_json(ENGLISH, BOOKS["riichi-ema"].score(win))
    assert isinstance(shown, RiichiSheet)
    assert (shown.riichi.han, shown.riichi.fu, shown.riichi.level) == (4, 20, "")
    assert all(part.says for part in shown.riichi.fu_details)
    assert len(shown.riichi.tiles) == 14


def test_a_hand_of_a_match_has_its_counters() -> None:
    hand = folded(Seated(FOUR, "riichi-ema")).current
    assert hand is not None
    shown = hand_json(hand)
    assert (shown.honba, shown.sticks, shown.riichi, shown.open_riichi, shown.tenpai) == (0, 0, [], [], None)
    assert riichi_of(hand).honba == 0
