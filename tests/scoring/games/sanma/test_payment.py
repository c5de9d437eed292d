"""Payments of riichi for three: hands worked out by hand under each switch of payments, and sums."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.games.sanma.combine import score
from scoring.games.sanma.presets import PRESETS, Preset
from scoring.games.sanma.switches import house
from scoring.games.sanma.words import NOTHING
from scoring.hand import Win
from tests.scoring.games.sanma.vectors import VECTORS, told

pytest.importorskip("mahjong")

FLUSH = "[FFF,2][999p,1]111p44p22p 4p"
DRAGONS = "[CCC,1][PPP,2][FFF,1]99m23s 4s"
HONOURS = "[CCC,1][PPP,2][FFF,1]SSSE E"
WINDS = "[EEE,1][SSS,2][WWW,3][NNN,1]C C"


@pytest.mark.parametrize(
    ("hand", "base", "switches", "han", "payments"),
    [
        # shares of the missing player: lost, split, full, for East and the others, with counters and sticks
        ("[FFF,2]234p567p99s34s 5s self-draw seat=E", "tenhou", {"SA4": "full"}, 1, (1600, -800, -800)),
        ("[FFF,2]234p567p99s34s 5s self-draw seat=W", "tenhou", {"SA4": "full"}, 1, (-700, -400, 1100)),
        (f"{FLUSH} self-draw seat=S", "tenhou", {"SA4": "split"}, 5, (-5000, 8000, -3000)),
        (f"{FLUSH} self-draw seat=E round=S", "tenhou", {"SA4": "split"}, 5, (12000, -6000, -6000)),
        (f"{FLUSH} self-draw seat=W norths=1 honba=3 sticks=2", "home", {"SA4": "full"}, 6, (-8300, -4300, 14600)),
        (f"{FLUSH} self-draw seat=W norths=1 honba=3", "tenhou", {"SA5": "1000/1000"}, 6, (-9000, -6000, 15000)),
        (f"{FLUSH} discard from=S seat=W honba=3", "tenhou", {"SA5": "1000/1000"}, 5, (0, -11000, 11000)),
        (f"{FLUSH} discard from=S seat=W norths=3 dora=W", "tenhou", {}, 11, (0, -24000, 24000)),
        (f"{FLUSH} discard from=S seat=W norths=4 dora=W", "tenhou", {"SA8": "sanbaiman"}, 13, (0, -24000, 24000)),
        # a pair of North in the hand and two set aside, all of them dora; ura counts them too
        ("[FFF,2][999p,1]44p222pNN 4p discard from=S seat=W norths=2 dora=W", "tenhou", {}, 11, (0, -24000, 24000)),
        (
            "234p567p345s66s78s 6s discard riichi seat=S from=W dora=W ura=W norths=1",
            "tenhou",
            {},
            6,
            (0, 12000, -12000),
        ),
        # of four fives one is the red one; all eight are red, or none
        ("[5555p,1]234p67s88s222s 8s discard seat=S from=E", "tenhou", {}, 2, (-2600, 2600, 0)),
        ("[5555p,1]234p67s88s222s 8s discard seat=S from=E", "tenhou", {"SA7": "none"}, 1, (-1300, 1300, 0)),
        ("[5550p,1]234p67s88s222s 8s discard seat=S from=E", "tenhou", {"SA7": "all"}, 5, (-8000, 8000, 0)),
        # a robbed North keeps ippatsu and is no last discard; a replacement is no last draw
        ("123p456p789p55sNN N rob-north riichi ippatsu seat=E from=W", "tenhou", {}, 4, (12000, 0, -12000)),
        ("123p456p789p55sNN N rob-north last-tile seat=S from=W", "tenhou", {}, 2, (0, 2600, -2600)),
        ("123p456p789p55sNN N rob-north last-tile seat=S from=W", "tenhou", {"SA2": "chankan"}, 3, (0, 5200, -5200)),
        (
            "123p456p789p11s67s 8s self-draw kong last-tile seat=S norths=1",
            "tenhou",
            {"SA3": "off"},
            5,
            (-4000, 6000, -2000),
        ),
        # North as a value tile beside three dragons' kinds, and in the four winds
        (
            "[NNN,1][CCC,1][FFF,1]45sPP 6s discard seat=S round=S from=W",
            "tenhou",
            {"SA1": "value"},
            7,
            (0, 12000, -12000),
        ),
        ("[NNN,1][EEE,1][SSS,2]WW45s 6s discard seat=S from=E", "tenhou", {"SA1": "value"}, 13, (-32000, 32000, 0)),
        # who fed the last set: alone, beside another yakuman, from the discarder's hand, not for other yakuman
        (f"{DRAGONS} self-draw seat=E liable=W honba=1", "home", {}, 13, (48200, 0, -48200)),
        (f"{DRAGONS} self-draw seat=S liable=E honba=2 sticks=1", "home", {"SA4": "full"}, 13, (-32500, 33500, 0)),
        (f"{DRAGONS} discard from=S seat=E liable=W honba=1", "tenhou", {}, 13, (48200, -24000, -24200)),
        (f"{DRAGONS} discard from=W seat=E liable=W honba=1", "tenhou", {}, 13, (48200, 0, -48200)),
        (f"{DRAGONS} discard from=S seat=E liable=W honba=1", "tenhou", {"SA15": "off"}, 13, (48200, -48200, 0)),
        (f"{HONOURS} discard from=E seat=S liable=W honba=1", "mjsoul", {}, 26, (-48000, 64200, -16200)),
        (f"{HONOURS} discard from=E seat=S liable=W honba=1", "tenhou", {}, 26, (-32000, 64200, -32200)),
        (f"{HONOURS} self-draw seat=S liable=W", "mjsoul", {"SA4": "split"}, 26, (-20000, 64000, -44000)),
        (f"{WINDS} self-draw seat=S liable=E", "mjsoul", {}, 39, (-64000, 72000, -8000)),
        (f"{WINDS} discard from=W seat=S liable=E", "mjsoul", {}, 39, (-32000, 96000, -64000)),
        ("[EEE,1][SSS,2][WWW,3]45sNN 6s self-draw seat=S liable=E", "tenhou", {}, 13, (-16000, 24000, -8000)),
        # the whole share: half each to East, else two thirds by East and one by the other, each sum up to a hundred
        (f"{DRAGONS} self-draw seat=E", "tenhou", {"SA4": "full"}, 13, (48000, -24000, -24000)),
        (f"{DRAGONS} self-draw seat=W", "tenhou", {"SA4": "full"}, 13, (-21400, -10700, 32100)),
        (f"{FLUSH} self-draw seat=S", "tenhou", {"SA4": "full"}, 5, (-5400, 8100, -2700)),
        (f"{FLUSH} self-draw seat=E round=S norths=3", "tenhou", {"SA4": "full"}, 8, (24000, -12000, -12000)),
        ("[CCC,1]23p456p789s11s 1p self-draw seat=E norths=1", "home", {"SA4": "full"}, 2, (3000, -1500, -1500)),
        (
            "[FFF,2]234p567p99s34s 5s self-draw seat=S honba=1",
            "tenhou",
            {"SA4": "full", "SA5": "1000/1000"},
            1,
            (-1700, 3100, -1400),
        ),
        (f"{FLUSH} discard from=S seat=W", "tenhou", {"SA4": "full"}, 5, (0, -8000, 8000)),
        # who answers for a part pays the whole of that part, and the rest is paid as the table has it
        (f"{HONOURS} self-draw seat=S liable=W", "mjsoul", {"SA4": "full"}, 26, (-21400, 64200, -42800)),
        (f"{HONOURS} self-draw seat=S liable=W", "tenhou", {"SA4": "full"}, 26, (0, 64100, -64100)),
        (f"{DRAGONS} self-draw seat=S liable=W honba=1", "tenhou", {"SA15": "off"}, 13, (-16100, 24200, -8100)),
        (f"{WINDS} self-draw seat=S liable=E", "mjsoul", {"SA15": "whole"}, 39, (-72000, 72000, 0)),
        (f"{WINDS} self-draw seat=S liable=E", "mjsoul", {"SA9": "off"}, 26, (-40000, 48000, -8000)),
        (f"{WINDS} discard from=W seat=E liable=S honba=2", "mjsoul", {}, 39, (144400, -48400, -96000)),
        (f"{WINDS} discard from=E seat=S liable=E", "mjsoul", {}, 39, (-96000, 96000, 0)),
        (
            f"{DRAGONS} discard from=E seat=S liable=W honba=2",
            "tenhou",
            {"SA5": "300/100"},
            13,
            (-16000, 32600, -16600),
        ),
        (f"{DRAGONS} self-draw seat=S liable=W honba=2", "tenhou", {"SA5": "300/100"}, 13, (0, 24400, -24400)),
        # three triplets of nines, seven pairs with North, big winds with a claimed North, thirteen orphans on one
        ("[999m,1][999p,2]99s123p44p 9s discard seat=S from=E", "tenhou", {}, 2, (-2600, 2600, 0)),
        ("1199m1199p1199sN N discard seat=S from=E", "tenhou", {}, 4, (-6400, 6400, 0)),
        ("[EEE,1][SSS,2][NNN,3]WW11s W discard seat=S from=E", "mjsoul", {}, 26, (-64000, 64000, 0)),
        ("19m119p19sESWPFC N rob-north seat=S from=W", "tenhou", {}, 13, (0, 32000, -32000)),
        # a pair of North has no fu, or two where it is a value tile, and then there is no pinfu
        ("123p456p789p67sNN 8s self-draw seat=S", "tenhou", {}, 4, (-2600, 3900, -1300)),
        ("123p456p789p67sNN 8s self-draw seat=S", "tenhou", {"SA1": "value"}, 3, (-2000, 3000, -1000)),
    ],
)
def test_a_hand_worked_out_by_hand_is_paid(
    hand: str, base: str, switches: dict[str, str], han: int, payments: tuple[int, ...]
) -> None:
    preset = house(f"sanma-{base}", ("house", "House", "1", "test"), switches)
    sheet = score(told(f"round=E {hand}" if "round=" not in hand else hand), preset)
    assert sheet.legal
    assert sheet.extra.han == han
    assert sheet.payments == dict(zip(("E", "S", "W"), payments, strict=True))


@given(
    st.sampled_from([row for row in VECTORS["rows"] if row["legal"]]),
    st.sampled_from([*PRESETS]),
    st.integers(0, 3),
    st.integers(0, 3),
    st.sampled_from(["loss", "split", "full"]),
)
def test_what_one_gets_the_others_pay(row: dict[str, Any], base: str, honba: int, sticks: int, drawn: str) -> None:
    preset: Preset = house(base, ("house", "House", "1", "test"), {"SA4": drawn})
    win: Win = told(row["hand"])
    sheet = score(replace(win, extra=replace(win.extra or NOTHING, honba=honba, sticks=sticks)), preset)  # type: ignore[type-var]
    if sheet.payments:
        assert sheet.payments.keys() == {"E", "S", "W"}
        assert sum(sheet.payments.values()) == 1000 * sticks
        assert all(paid <= 0 for seat, paid in sheet.payments.items() if seat != win.seat)
        assert sheet.payments[win.seat or ""] >= sheet.total + 1000 * sticks
