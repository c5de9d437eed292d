"""Tiles that were found twice, at two sizes."""

import pytest

from vision.doubles import found_once
from vision.quad import Quad
from vision.reading import Doubt, Group, Reading, SeenTile

SIDE = 40.0


def tile(code: str, x: float, y: float, *, times: float = 1.0, confidence: float = 0.99, group: int = 0) -> SeenTile:
    wide, high = SIDE * times / 2, SIDE * times * 0.65
    quad: Quad = ((x - wide, y - high), (x + wide, y - high), (x + wide, y + high), (x - wide, y + high))
    return SeenTile(code, "up", confidence, quad, group)


def read(*tiles: SeenTile, doubts: tuple[Doubt, ...] = (), hand: int = 0) -> Reading:
    """Return a reading with the first tiles in the hand, and the others beside it."""
    groups = tuple(
        Group(kind, places)
        for kind, places in (("concealed", tuple(range(hand))), ("aside", tuple(range(hand, len(tiles)))))
        if places
    )
    placed = tuple(
        SeenTile(t.tile, t.face, t.confidence, t.quad, len(groups) - 1 if n >= hand else 0) for n, t in enumerate(tiles)
    )
    return Reading((800, 600), placed, groups, None, False, doubts)  # type: ignore[arg-type]


POND = tuple(tile("3m", 100 + 45 * n, 300) for n in range(6))


@pytest.mark.parametrize(
    ("found", "kept"),
    [
        ((tile("4p", 400, 300), tile("2p", 405, 305, times=0.7)), ["4p"]),  # two dots of four
        ((tile("6p", 410, 300, times=1.4), tile("7p", 400, 300)), ["7p"]),  # one outline round two tiles
        ((tile("4p", 400, 300), tile("2p", 392, 300, times=0.7), tile("2p", 408, 300, times=0.7)), ["4p"]),
        ((tile("4p", 400, 300), tile("2p", 405, 305)), ["4p", "2p"]),  # of one size: which lies on the other is open
        ((tile("4p", 400, 300), tile("2p", 440, 300, times=0.7)), ["4p", "2p"]),  # beside one another
    ],
)
def test_of_two_finds_of_one_tile_that_of_its_size_is_kept(found: tuple[SeenTile, ...], kept: list[str]) -> None:
    reading = found_once(read(*POND, *found))
    assert [t.tile for t in reading.tiles] == ["3m"] * 6 + kept
    assert [t.group for t in reading.tiles] == [0] * len(reading.tiles)
    assert reading.groups == (Group("aside", tuple(range(len(reading.tiles)))),)


def test_of_few_tiles_the_clearer_find_is_kept() -> None:
    found = found_once(read(tile("4p", 400, 300, confidence=0.6), tile("2p", 405, 305, times=0.7, confidence=0.9)))
    assert [t.tile for t in found.tiles] == ["2p"]


def test_what_is_of_the_hand_or_doubted_stays() -> None:
    pair = (tile("2p", 405, 305, times=0.7), tile("4p", 400, 300))
    of_hand = read(*pair, *POND, hand=1)
    assert found_once(of_hand) == of_hand
    doubted = read(*pair, *POND, doubts=(Doubt(0, "tile-beside"),))
    assert found_once(doubted) == doubted
