"""Dots of point sticks, dice, rings and plates of a table beside a hand."""

import pytest

from tests.vision.test_doubles import POND, read, tile
from vision.no_tiles import without_no_tiles
from vision.reading import Doubt, SeenTile

DOTS = tile("8p", 250, 450, times=0.4)


@pytest.mark.parametrize(
    ("found", "kept"),
    [
        ((DOTS,), []),
        ((DOTS, tile("1p", 400, 450, times=0.5)), []),  # a die, too
        ((tile("8p", 250, 450, times=0.65),), ["8p"]),  # a tile farther away
        (tuple(tile("9s", 100 + 22 * n, 20, times=0.5) for n in range(6)), ["9s"] * 6),  # a far row
    ],
)
def test_what_is_far_smaller_than_the_tiles_round_it_is_none(found: tuple[SeenTile, ...], kept: list[str]) -> None:
    reading = without_no_tiles(read(*POND, *found))
    assert [t.tile for t in reading.tiles] == ["3m"] * 6 + kept


@pytest.mark.parametrize(
    ("code", "x", "y", "kept"),
    [
        ("P", 600, 560, []),  # the ring of a console
        ("N", 600, 560, ["N"]),
        ("P", 400, 400, ["P"]),
    ],
)
def test_a_white_dragon_far_from_all_tiles_is_none(code: str, x: float, y: float, kept: list[str]) -> None:
    reading = without_no_tiles(read(*POND, tile(code, x, y)))
    assert [t.tile for t in reading.tiles] == ["3m"] * 6 + kept


def test_what_is_of_the_hand_or_doubted_or_alone_stays() -> None:
    of_hand = read(DOTS, *POND, hand=1)
    assert without_no_tiles(of_hand) == of_hand
    doubted = read(*POND, DOTS, doubts=(Doubt(6, "tile-beside"),))
    assert without_no_tiles(doubted) == doubted
    few = read(*POND[:4], DOTS)
    assert without_no_tiles(few) == few
