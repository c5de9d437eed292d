"""Hands of Sichuan in JSON."""

from msgspec import UNSET

from scoring.notation import parse
from scoring.rules import BOOKS
from webui.games.sichuan.sheet import SichuanSheet, sheet_json
from webui.messages import Messages

ENGLISH = Messages.of("en")
SBR = BOOKS["sichuan-sbr"]


def test_a_win_has_its_fan_before_the_cap_and_a_hand_that_waits_its_state() -> None:
    won = sheet_json(ENGLISH, SBR.score(parse("123m456m789m11p23p 1p discard")))
    assert isinstance(won, SichuanSheet)
    assert won.ready is UNSET
    assert won.value == SBR.preset.value(won.raw)
    waits = sheet_json(ENGLISH, SBR.score(parse("123m456m789m11p23p discard")))
    assert isinstance(waits, SichuanSheet)
    assert waits.ready is not UNSET
    assert (waits.ready.state, waits.ready.waits) == ("ready", ("1p", "4p"))  # type: ignore[union-attr]
