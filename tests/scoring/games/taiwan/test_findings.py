"""Faults of a hand that only Taiwan has, and what they take away."""

from typing import Any

from tests.rows import row_by_row
from tests.scoring.games.taiwan_hands import CHOWS, lines_of, scored


@row_by_row(
    ("words", "kind", "not_counted"),
    [
        ("self-draw kong flowers=0", "replacement-without-kong", {"1.8"}),
        ("self-draw heaven seat=S flowers=0", "first-turn-impossible", {"5.1"}),
        ("discard heaven seat=E flowers=0", "first-turn-impossible", {"5.1"}),
        ("self-draw earth seat=E flowers=0", "first-turn-impossible", {"5.2"}),
        ("discard earth seat=S flowers=0", "first-turn-impossible", {"5.2"}),
        ("self-draw man seat=S flowers=0", "first-turn-impossible", {"5.3"}),
        ("self-draw earth ready=heaven seat=S flowers=0", "two-at-once", {"5.2", "1.12"}),
        ("self-draw ready=heaven ready=earth seat=S flowers=0", "two-at-once", {"1.12", "1.13"}),
        ("discard kong last-tile flowers=0", "robbed-on-last-tile", {"1.10"}),
        ("self-draw flower-win flowers=f1", "by-flowers-impossible", {"4.4"}),
        ("self-draw flower-win flowers=f1f2f3f4s1s2s3", "by-flowers-impossible", {"4.4"}),
        ("discard from=W flower-win flowers=8 seat=S", "by-flowers-impossible", {"4.4"}),
        ("self-draw flower-tile flowers=0", "replacement-without-kong", {"1.8"}),
    ],
)
def test_what_the_hand_contradicts_is_a_finding_and_does_not_count(
    words: str, kind: str, not_counted: set[str]
) -> None:
    sheet = scored(f"{CHOWS} {words}")
    assert ([each.kind for each in sheet.findings], sheet.wins) == ([kind], True)
    assert not not_counted & lines_of(sheet).keys()
    assert not_counted & {str(each.id) for each in sheet.left_out if each.principle == "contradiction"}


@row_by_row(
    ("text", "kind"),
    [
        ("[123m,1]456m789m234p55p67s 8s discard ready flowers=0", "ready-impossible"),
        ("[123m,1]456m789m234p55p67s 8s self-draw heaven seat=E flowers=0", "first-turn-impossible"),
        ("[1111m]456m789m234p55p67s 8s self-draw no-kong earth seat=S flowers=0", "first-turn-impossible"),
        ("[1111m]456m789m234p55p67s 8s discard man seat=S flowers=0", "first-turn-impossible"),
        (f"{CHOWS} discard man seat=E flowers=0", "first-turn-impossible"),
        (f"{CHOWS} discard man ready seat=S flowers=0", "two-at-once"),
        ("[888s,1]123m456m789m55p67s 8s discard kong flowers=0", "robbed-tile-held"),
        ("[124m,1]456m789m234p55p67s 8s self-draw flowers=0", "impossible-chow"),
        ("123m456m789m234p55p8s88s 8s discard kong flowers=0", "robbed-tile-held"),
        ("123m456m789m234p5555p5s 5p discard flowers=0", "fifth-copy"),
        ("123m456m789mEE 1p discard flowers=0", "too-few-tiles"),
        ("123m456m789m234p55p678s234s 8s discard flowers=0", "too-many-tiles"),
        ("[124m,1]456m789m234p55p67s 8s discard flowers=0", "impossible-chow"),
    ],
)
def test_other_faults_of_a_hand(text: str, kind: str) -> None:
    assert kind in [each.kind for each in scored(text).findings]


@row_by_row(
    "text",
    [
        "[1111m]456m789m234p55p67s 8s self-draw kong heaven seat=E flowers=0",  # claims nothing
        "[1111m]456m789m234p55p67s 8s self-draw no-kong ready=heaven seat=S flowers=0",
        f"{CHOWS} self-draw kong seat=S flowers=1",  # the replacement of a flower
        f"{CHOWS} self-draw kong earth seat=S flowers=1",
        "[123m,1]456m789m234p55p67s 8s self-draw kong last-tile seat=S flowers=f1",
        f"{CHOWS} discard last-tile ready seat=S flowers=0",
    ],
)
def test_what_may_be_is_no_fault(text: str) -> None:
    assert scored(text).findings == ()


@row_by_row("ready", ["ready", "ready=heaven", "ready=earth"])
def test_an_announced_hand_without_its_reason_names_its_own_pattern(ready: str) -> None:
    sheet = scored(f"[123m,1]456m789m234p55p67s 8s self-draw {ready} flowers=0")
    number = {"ready": "1.11", "ready=heaven": "1.12", "ready=earth": "1.13"}[ready]
    assert [str(each.id) for each in sheet.left_out if each.principle == "contradiction"] == [number]


@row_by_row(
    ("switch", "kinds"),
    [
        ({"TW30": 0}, ["no-winning-tile"]),
        ({"TW32": "off"}, ["no-winning-tile", "flowers-not-played"]),
        ({}, []),
    ],
)
def test_flowers_alone_win_where_the_table_plays_it(switch: dict[str, Any], kinds: list[str]) -> None:
    sheet = scored("1359m258p147sESWNCF flowers=8 flower-win seat=S round=E", **switch)
    assert ([each.kind for each in sheet.findings], sheet.wins) == (kinds, not kinds)


def test_a_flower_that_is_not_played_has_no_replacement() -> None:
    sheet = scored(f"{CHOWS} self-draw kong seat=S flowers=f1", TW32="off")
    assert {each.kind for each in sheet.findings} == {"flowers-not-played", "replacement-without-kong"}
    assert "1.8" not in lines_of(sheet)


def test_flowers_are_a_fault_where_none_are_played() -> None:
    sheet = scored(f"{CHOWS} discard seat=S flowers=f2", TW32="off")
    assert ([each.kind for each in sheet.findings], lines_of(sheet)) == (["flowers-not-played"], {"1.1": 1, "2.1": 2})
