"""The readings of a hand under the Chinese rules: waits, and what counts."""

import pytest

from scoring.findings import HandFault
from scoring.games.mcr.interpretation import case_of, interpretations, settle, wait
from scoring.games.mcr.presets import PRESETS
from scoring.groups import chow, pair, pung
from scoring.notation import parse
from scoring.tiles import KIND

WMO = PRESETS["mcr-wmo"]


@pytest.mark.parametrize(
    ("group", "tile", "fan"),
    [
        (chow(1, "m"), "3m", 77),  # an edge wait
        (chow(7, "m"), "7m", 77),
        (chow(1, "m"), "1m", 0),
        (chow(2, "m"), "4m", 0),
        (chow(6, "m"), "6m", 0),
        (chow(4, "p"), "5p", 78),  # a closed wait
        (pair("C"), "C", 79),  # a single wait
        (pung(5, "s"), "5s", 0),
    ],
)
def test_a_wait_is_named_by_the_tile_of_its_group(group: int, tile: str, fan: int) -> None:
    assert wait(group, KIND[tile]) == fan


def test_a_hand_is_read_in_each_of_its_divisions() -> None:
    win = parse("111222333m456p5s 5s discard seat=S round=E no-kong")
    ways = interpretations(case_of(win, WMO, HandFault(0)))
    assert len(ways) == 2
    assert max(way.points for way in ways) > min(way.points for way in ways)
    assert all(way.counted for way in ways)


def test_what_a_counted_fan_implies_is_left_out() -> None:
    counted, implied, points = settle(WMO, 1 << 28 | 1 << 71)
    assert 28 in counted
    assert (71, 28) in implied or 71 in counted
    assert points == sum(WMO.fans[fan].points for fan in counted)


def test_a_hand_without_any_fan_has_one_for_that() -> None:
    assert settle(WMO, 0)[0] == (43,)
