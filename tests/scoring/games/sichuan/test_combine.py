"""The sheet of a hand in Sichuan: fan before and after the cap, and hands that wait when the wall is out."""

import pytest

from scoring.games.sichuan.combine import ENGINE, SichuanScore, unknowns
from scoring.games.sichuan.presets import DEFAULTS, PRESETS, preset
from scoring.notation import parse

SBR = PRESETS["sichuan-sbr"]


@pytest.mark.parametrize(
    ("text", "open_"),
    [
        ("123m456m789m11p23p 1p", ("self-draw",)),
        ("123m456m789m11p23p 1p discard", ()),
        ("123m456m789m11p23p 1p self-draw", ()),
        ("[5555m]777m222p44p33p 3p self-draw", ("kong",)),
        ("[5555m]777m222p44p33p 3p discard", ()),
        ("[5555m]777m222p44p33p 3p self-draw no-kong", ()),
    ],
)
def test_the_draw_and_a_kong_are_asked(text: str, open_: tuple[str, ...]) -> None:
    assert unknowns(parse(text)) == open_


def test_fan_add_up_before_the_cap() -> None:
    win = parse("111222333444m5m 5m self-draw no-kong seat=S")
    for cap in ("3", "4"):
        table = preset("table", "Table", "1", "the wall", {**DEFAULTS, "SC1": cap}, "sichuan-sbr")
        sheet = ENGINE.score(win, table)
        assert isinstance(sheet.extra, SichuanScore)
        assert sheet.extra.raw == sum(line.points for line in sheet.lines) >= 3
        assert sheet.extra.value == table.value(int(cap)) == table.highest or sheet.extra.raw < int(cap)


@pytest.mark.parametrize(
    ("text", "state", "waits"),
    [
        ("123m456m789m11p23p", "ready", ("1p", "4p")),
        ("123m456m789m1357p", "not ready", ()),
        ("123m456m789m11p2s3p void=s", "pig", ()),
    ],
)
def test_a_hand_of_thirteen_tiles_has_a_state(text: str, state: str, waits: tuple[str, ...]) -> None:
    extra = ENGINE.score(parse(f"{text} discard"), SBR).extra
    assert isinstance(extra, SichuanScore)
    assert extra.ready is not None
    assert (extra.ready.state, extra.ready.waits) == (state, waits)


def test_a_pattern_of_the_winning_tile_shows_it_and_one_of_the_hand_all_sets() -> None:
    sheet = ENGINE.score(parse("[5555m]777m222p44p33p 3p kong self-draw seat=S"), SBR)
    shown = {line.id: line.sets for line in sheet.lines}
    assert shown["1.1"] == (("3p",),)
    assert shown["2.1"] == (("5m",) * 4,)
    assert all(len(sources) == 5 for id, sources in shown.items() if id[0] == "3")
