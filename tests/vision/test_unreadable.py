"""Tiles of a hand that are covered or blown out have no name; white dragons in plain sight keep theirs."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from scoring.hand import Win
from scoring.notation import format_win
from vision.reading import Doubt, DoubtReason, Group, Reading, SeenTile
from vision.unreadable import without_guesses, without_unreadable

Picture = NDArray[np.uint8]

WIDE, HIGH, LIGHT = 40, 56, 225
GLARE = 255
READY = "123m456p789sEEPC C"
"""A hand that wins if its white dragon is the east wind."""
WON = "123m456p789sPPPC C"


def codes(text: str) -> list[str]:
    runs = {"123m": ["1m", "2m", "3m"], "456p": ["4p", "5p", "6p"], "789s": ["7s", "8s", "9s"]}
    rest = text.replace(" ", "")
    found = []
    for run, tiles in runs.items():
        if rest.startswith(run):
            found += tiles
            rest = rest.removeprefix(run)
    return [*found, *rest]


def laid(text: str, levels: dict[int, int] | None = None, inked: tuple[int, ...] = ()) -> tuple[Reading, Picture]:
    """Return the sure reading of a row, and its picture.

    Args:
        text: The hand.
        levels: Grey levels of some tiles, other than those in even light.
        inked: White dragons with a mark.
    """
    tiles = codes(text)
    picture = np.full((120, 40 + WIDE * len(tiles), 3), 60, np.uint8)
    seen = []
    for n, code in enumerate(tiles):
        left, top = 20 + n * WIDE, 30
        level = (levels or {}).get(n, LIGHT)
        picture[top : top + HIGH, left : left + WIDE - 1] = level
        if (code != "P" or n in inked) and level < GLARE:
            picture[top + 18 : top + 38, left + 12 : left + 28] = 40
        quad = ((left, top), (left + WIDE, top), (left + WIDE, top + HIGH), (left, top + HIGH))
        if level == GLARE:  # light knows no edges
            picture[top - 6 : top + HIGH + 6, left - 4 : left + WIDE + 4] = level
        seen.append(SeenTile(code, "up", 0.9, quad, int(n == len(tiles) - 1), (("E", 0.05),)))
    last = len(tiles) - 1
    groups = (Group("concealed", tuple(range(last))), Group("winning", (last,)))
    hand = format_win(Win(tuple(tiles[:-1]), tiles[-1]))
    return Reading((picture.shape[1], picture.shape[0]), tuple(seen), groups, hand, sure=True), picture


def doubting(reading: Reading, tile: int, reason: DoubtReason, **about: str) -> Reading:
    return replace(reading, sure=False, doubts=(Doubt(tile, reason, about), Doubt(None, "unusual-order")))


def unreadable(reading: Reading, picture: Picture) -> list[int]:
    """Return the tiles without a name."""
    after = without_unreadable(reading, picture)
    nameless = [n for n, tile in enumerate(after.tiles) if tile.tile is None]
    assert nameless == sorted(doubt.tile or 0 for doubt in after.doubts if doubt.reason == "unreadable")
    if not nameless:
        assert after == reading
        return []
    assert (after.hand, after.sure, after.groups) == (None, False, reading.groups)
    assert not any(doubt.tile in nameless for doubt in after.doubts if doubt.reason != "unreadable")
    assert {doubt.tile for doubt in reading.doubts} - {*nameless} <= {doubt.tile for doubt in after.doubts}
    return nameless


@pytest.mark.parametrize("text", [WON, READY])
def test_a_tile_that_light_blows_out_alone_has_no_name(text: str) -> None:
    at = codes(text).index("P")
    assert unreadable(*laid(text, {at: GLARE})) == [at]
    everywhere = laid(text, dict.fromkeys(range(len(codes(text))), GLARE))
    assert unreadable(*everywhere) == []  # the whole picture is overexposed


@pytest.mark.parametrize(
    ("reason", "about"),
    [("hardly-seen", {}), ("guess", {"face": "P"}), ("two-faces-one-wins", {"face": "P", "other_face": "E"})],
)
def test_a_doubted_white_dragon_in_the_way_of_a_win_has_no_name(reason: DoubtReason, about: dict[str, str]) -> None:
    reading, picture = laid(READY)
    at = codes(READY).index("P")
    assert unreadable(doubting(reading, at, reason, **about), picture) == [at]


@pytest.mark.parametrize(
    ("text", "doubted", "inked"),
    [
        pytest.param(READY, None, (), id="nothing doubts it"),
        pytest.param(READY, 0, (), id="another tile is doubted"),
        pytest.param(READY, 11, (11,), id="its frame is seen"),
        pytest.param(WON, 10, (), id="the hand wins with it"),
        pytest.param("123m456p789sESPC C", 11, (), id="the hand wins with no tile there"),
        pytest.param("123m456p789sEEEC C", 11, (), id="no white dragon"),
    ],
)
def test_a_white_dragon_in_plain_sight_keeps_its_name(text: str, doubted: int | None, inked: tuple[int, ...]) -> None:
    reading, picture = laid(text, inked=inked)
    if doubted is not None:
        reading = doubting(reading, doubted, "hardly-seen")
    assert unreadable(reading, picture) == []


def test_of_several_that_may_be_covered_the_least_clear_is() -> None:
    reading, picture = laid("123m456p789sPPPP C")
    tiles = [replace(tile, confidence=0.5) if n == 10 else tile for n, tile in enumerate(reading.tiles)]
    doubts = tuple(Doubt(n, "hardly-seen") for n in (9, 10, 11, 12))
    assert unreadable(replace(reading, tiles=tuple(tiles), sure=False, doubts=doubts), picture) == [10]


def test_a_picture_without_a_hand_stays_as_it_is() -> None:
    reading, picture = laid(READY, {11: GLARE})
    assert unreadable(replace(reading, hand=None), picture) == []


@pytest.mark.parametrize(
    ("code", "confidence", "alternatives", "named"),
    [
        ("1p", 0.3, (("P", 0.2), ("f2", 0.1)), False),  # a joker
        ("f4", 0.2, (("s1", 0.1),), False),
        ("f4", 0.2, (("f1", 0.4),), True),  # a flower, whichever it is
        ("1s", 0.4, (), True),
    ],
)
def test_a_tile_beside_the_hand_has_no_name_that_is_a_guess(
    code: str, confidence: float, alternatives: tuple[tuple[str, float], ...], named: bool
) -> None:
    reading, _ = laid(WON)
    beside = SeenTile(code, "up", confidence, reading.tiles[0].quad, 2, alternatives)
    tiles = (*reading.tiles, beside)
    reading = replace(reading, tiles=tiles, groups=(*reading.groups, Group("aside", (len(tiles) - 1,))))
    after = without_guesses(reading)
    assert after.tiles[:-1] == reading.tiles[:-1]
    assert after.hand == reading.hand
    assert after.tiles[-1].tile == (code if named else None)
    assert [face for face, _ in after.tiles[-1].alternatives][: 1 - named] == [code][: 1 - named]
    doubted = replace(reading, doubts=(Doubt(len(tiles) - 1, "tile-beside"),))
    assert without_guesses(doubted) == doubted
