"""Unknown circumstances of a hand of Taiwan: the ends of its range, and the order of the questions."""

import random
from dataclasses import replace
from itertools import combinations, product

import pytest

from scoring import assess
from scoring.games.taiwan.findings import taiwan_findings
from scoring.games.taiwan.presets import PRESETS
from scoring.games.taiwan.words import TaiwanExtra
from scoring.notation import format_win, parse
from scoring.rules import rule_book
from scoring.tiles import FLOWERS, WINDS
from tests.rows import row_by_row
from tests.scoring.games.taiwan_hands import CHOWS, random_hand

OF_FLOWERS = [tiles for count in range(len(FLOWERS) + 1) for tiles in combinations(FLOWERS, count)]


@pytest.mark.parametrize("rules", PRESETS)
def test_the_ends_of_a_range_are_reached_and_nothing_lies_beyond(rules: str) -> None:
    """Try draws, winds, rounds, flowers and replacements of hands that say none of them."""
    book = rule_book(rules)
    for seed in range(6):
        luck = random.Random(seed)
        win = random_hand(luck)
        plain = replace(
            win, self_draw=None, seat=None, round_wind=None, flowers=None, flower_tiles=(), kong=None, discarder=None,
            heaven=False, earth=False, man=False, last_tile=False, extra=TaiwanExtra(),
        )  # fmt: skip
        found = assess(plain, rules)
        totals = set()
        for seat, wind, drawn, kong in product(WINDS, WINDS, (False, True), (False, True)):
            for tiles in luck.sample(OF_FLOWERS, 12):
                way = replace(
                    plain, seat=seat, round_wind=luck.choice(WINDS), self_draw=drawn, kong=kong and drawn,
                    flowers=len(tiles), flower_tiles=tiles, extra=TaiwanExtra(wind=wind),
                )  # fmt: skip
                if not taiwan_findings(way):
                    totals.add(book.worth(way).total)
        assert found.low <= min(totals), format_win(win)
        assert max(totals) <= found.high, format_win(win)
        assert {found.low, found.high} <= {book.worth(sheet.win).total for sheet in found.sheets}


@row_by_row(
    ("text", "rules", "asked"),
    [
        ("[EEE,1]456m789m234p55p67s 8s", "taiwan-home", ["self-draw", "seat", "round", "flowers", "kong"]),
        ("[EEE,1]456m789m234p55p67s 8s", "taiwan-atw", ["self-draw", "round", "flowers", "kong", "wind"]),
        (f"{CHOWS} discard flowers=1", "taiwan-home", ["seat", "round", "flower-names"]),
        (f"{CHOWS} discard flowers=0", "taiwan-home", ["round"]),
        (f"{CHOWS} self-draw flowers=0 seat=S round=E", "taiwan-home", []),
        (f"{CHOWS} flower-win seat=S round=E", "taiwan-home", ["self-draw", "kong"]),
    ],
)
def test_what_is_asked_has_the_order_of_the_description(text: str, rules: str, asked: list[str]) -> None:
    book = rule_book(rules)
    assert list(book.game.ways.unknown(parse(text, game="taiwan"), book)) == asked
