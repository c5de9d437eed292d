"""Sentences about a win in each situation, game and language, whose players are seats."""

from typing import Any, Final

import pytest

from webui.messages import Messages
from webui.messages.acts import SEATED, said_of
from webui.messages.follow import giver

GAMES: Final = ("mcr", "zungjung", "hk", "riichi-ema", "sichuan-sbr")
LANGUAGES: Final = ("en", "zh", "zh_Hant", "ja")
WON: Final = {"type": "Won", "winner": "E", "points": 20}
OFF: Final = {**WON, "discarder": "S"}
FALSE: Final = {"type": "FalseWin", "seat": "S", "kind": "wrong tile"}
SITUATIONS: Final[dict[str, dict[str, Any]]] = {
    "discarded": OFF,
    "another is responsible": {**OFF, "payer": "N"},
    "self-drawn": WON,
    "several winners": {"type": "Claimed", "claims": [OFF, {**OFF, "winner": "W"}]},
    "false win": FALSE,
    "corrected": {"type": "Corrected", "of": 4, "act": OFF, "reason": "x"},
    "taken back": {"type": "Void", "of": 4, "reason": "x"},
    "penalty": {"type": "Penalty", "seat": "S", "amount": 5, "reason": "x"},
}
DISCARDED: Final = {"en": "discarded", "zh": "打出", "zh_Hant": "打出", "ja": "捨て"}
"""The word that a robbed kong must not have."""


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("situation", SITUATIONS)
def test_a_sentence_about_a_win_is_whole_and_names_who_took_part(situation: str, lang: str) -> None:
    words = Messages.of(lang)
    east, south = (words.of_context(*SEATED[seat]) for seat in "ES")
    for rules in GAMES:
        said = said_of(words, SITUATIONS[situation], rules)
        assert not any(sign in said for sign in ("%(", "{", "家さん")), said
        assert (south in said) == (situation not in ("self-drawn", "taken back")), said
        assert east in said or situation in ("false win", "penalty", "taken back"), said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_robbed_kong_is_no_discard_and_a_self_draw_has_no_giver(lang: str) -> None:
    words = Messages.of(lang)
    south = words.of_context(*SEATED["S"])
    robbed, discarded, drawn = giver(words, south, True), giver(words, south, False), giver(words, "", False)
    assert (DISCARDED[lang] in discarded, DISCARDED[lang] in robbed) == (True, False)
    assert south in robbed
    assert south not in drawn
    assert not any("家さん" in said for said in (robbed, discarded, drawn))
