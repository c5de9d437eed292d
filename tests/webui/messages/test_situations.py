"""Sentences about a win in each situation, game and language, as the pages, the sheet and the commands tell it."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest

from scoring.follow.events import Win
from scoring.match.claims import REASON
from scoring.match.match import fold
from scoring.match.records import Act, Claimed, Corrected, FalseWin, Penalty, Void, Won
from tests.scoring.match.builders import FOUR, SIT, records
from webui.commands.match.show import sheet_text
from webui.exports.spreadsheet import sheet_table, to_csv
from webui.match.matches import TableMatch
from webui.messages import Messages
from webui.messages.acts import SEATED, outcome, said, said_of
from webui.messages.follow import giver, unqualified
from webui.messages.game import in_game
from webui.messages.match import voided
from webui.records.journal import entry_of
from webui.serializers.encoding import encoded
from webui.serializers.matches import hands_json, match_json
from webui.serializers.sheet import hand_sheet_json

POINTS: Final = {"mcr": 20, "zungjung": 20, "hk": 4, "riichi-ema": 8000, "sichuan-sbr": 3, "taiwan-home": 5}
LANGUAGES: Final = ("en", "zh", "zh_Hant", "ja")
DISCARDED: Final = {
    "en": ("discard",),
    "zh": ("打出", "点炮", "点和", "放铳"),
    "zh_Hant": ("打出", "點炮", "點和", "放銃", "出銃"),
    "ja": ("捨て", "放銃"),
}
"""The words that a robbed kong must not have."""
OFF: Final = {"type": "Won", "winner": "W", "points": 20, "discarder": "S"}

SITUATIONS: Final[dict[str, Callable[[int], tuple[Act, ...]]]] = {
    "discarded": lambda n: (Won("W", n, "S"),),
    "robbed kong": lambda n: (Won("W", n, "S", luck="robbed-kong"),),
    "self-drawn": lambda n: (Won("W", n),),
    "replacement tile": lambda n: (Won("W", n, luck="kong"),),
    "last tile": lambda n: (Won("W", n, "S", luck="" if n == POINTS["sichuan-sbr"] else "last-tile"),),
    "several winners": lambda n: (Claimed((Won("W", n, "S"), Won("N", n, "S"))),),
    "another won too": lambda n: (
        Won("W", n, "S"),
        Corrected(2, Claimed((Won("W", n, "S"), Won("N", n, "S"))), REASON),
    ),
    "false win": lambda _: (FalseWin("S", "wrong tile", each=10),),
    "taken back": lambda n: (Won("W", n, "S"), Void(2, "x")),
    "corrected": lambda n: (Won("W", n, "S"), Corrected(2, Won("N", n, "S"), "x")),
    "penalty": lambda _: (Penalty("S", 5, "x"),),
}


def texts(value: Any) -> Iterator[str]:
    """Yield the texts in plain JSON values."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from texts(each)


def told(situation: str, rules: str, lang: str) -> dict[str, str]:
    """Return what each door says of a match in a situation."""
    words, game = Messages.of(lang), in_game(Messages.of(lang), rules)
    log = records(SIT, *SITUATIONS[situation](POINTS[rules]), role="referee")
    match = fold(log, rules)
    entries = tuple(entry_of(number, record, "") for number, record in enumerate(log, 1))
    found = TableMatch(1, entries, match)
    page = json.loads(encoded([match_json(found, words).latest, hands_json(found, game)]))
    return {
        "refused": " ".join(str(each) for each in match.refused.values()),
        "page": "\n".join(texts(page)),
        "records": "\n".join(said(game, record.act) for record in log),
        "outcome": "\n".join(outcome(game, hand, voided(game, match, hand)) for hand in match.hands),
        "sheet": to_csv(sheet_table(match, words, entries)),
        "command": sheet_text(match, words),
        "referee": "\n".join(texts(hand_sheet_json(match, words))),
    }


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("rules", POINTS)
def test_each_door_tells_a_win_as_it_was(rules: str, lang: str) -> None:
    for situation in SITUATIONS:
        doors = told(situation, rules, lang)
        assert doors.pop("refused") == "", situation
        for door, text in doors.items():
            about = f"{situation}, {door}: {text}"
            assert not re.search(r"%\(|\{\w+\}|家さん", text), about
            assert not re.search(r"(?<![\d.,])0 points? deducted", text), about
            assert "半荘" not in text or rules == "riichi-ema", about
            if situation in ("robbed kong", "several winners", "another won too"):
                assert not any(word in text.replace(REASON, "") for word in DISCARDED[lang]), about
        sentence = doors["records"].split("\n", 1)[1]
        assert (FOUR[1] in sentence or Messages.of(lang).of_context(*SEATED["S"]) in sentence) == (
            situation not in ("self-drawn", "replacement tile")
        ), sentence


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_robbed_kong_is_no_discard_and_a_self_draw_has_no_giver(lang: str) -> None:
    words, game = Messages.of(lang), in_game(Messages.of(lang))
    south = words.of_context(*SEATED["S"])
    robbed, discarded, drawn = giver(words, south, "kong"), giver(words, south, ""), giver(words, "", "")
    assert any(word in discarded for word in DISCARDED[lang])
    seen = unqualified(words, Win(t=1, seat=3, tile="8s", source=2, sure=True), None)
    for text in (robbed, seen, said_of(game, OFF), said_of(game, {**OFF, "payer": "N"})):
        assert not any(word in text for word in DISCARDED[lang]), text
        assert "家さん" not in text
    assert south in robbed
    assert south not in drawn
