"""Ponds and sides of a whole table, from any side, and none in a picture of a hand."""

import pytest

from tests.vision.builders import Laid, before, evidence_from, overhead, row
from vision.hand.candidates import hand_in_sight
from vision.hand.sides import with_sides
from vision.reading import Group, Reading, Side

WIN = "234m2345p234678s 5p"
SIX = ("1m5s9pES7s", "2p4s6mWNC", "8m3p")
HAND = before(1, row(WIN), depth=40.0)
WALL = before(3, [tile for code in ("_1p",) for tile in row(code * 8)], depth=30.0)


def pond(chair: int, *rows: str) -> list[Laid]:
    """Return rows of discards before a chair, the first one nearest the middle."""
    return before(chair, [tile for n, text in enumerate(rows) for tile in row(text, y=-36.0 * n)], depth=200.0)


def read(laid: list[Laid], side: float = 0.0) -> Reading:
    return with_sides(hand_in_sight(evidence_from(laid, overhead(side))))


def counted(groups: list[Group]) -> dict[Side | None, int]:
    """Return the number of tiles of some groups on each side."""
    found: dict[Side | None, int] = {}
    for group in groups:
        found[group.side] = found.get(group.side, 0) + len(group.tiles)
    return found


@pytest.mark.parametrize("chairs", [(1, 2, 3, 4), (1, 2, 3), (2, 3, 4)])
def test_each_pond_lies_at_the_side_of_its_player(chairs: tuple[int, ...]) -> None:
    sides: dict[int, Side] = {1: "near", 2: "right", 3: "far", 4: "left"}
    reading = read([*HAND, *WALL, *(tile for chair in chairs for tile in pond(chair, *SIX))])
    assert reading.hand == WIN
    ponds = [group for group in reading.groups if group.pond]
    assert counted(ponds) == {sides[chair]: 14 for chair in chairs}
    assert counted([group for group in reading.groups if group.kind != "aside"]) == {"near": 14}
    assert {group.side for group in reading.groups if reading.tiles[group.tiles[0]].face == "down"} == {"far"}


def test_from_another_side_the_same_player_sits_elsewhere() -> None:
    """Turn the camera by a quarter, to the chair on the right."""
    reading = read([*HAND, *(tile for chair in (1, 2, 3, 4) for tile in pond(chair, *SIX))], side=1.5708)
    assert counted([group for group in reading.groups if group.kind != "aside"]) == {"left": 14}
    assert counted([group for group in reading.groups if group.pond]) == dict.fromkeys(
        ("near", "right", "far", "left"), 14
    )


def test_with_two_ponds_the_sides_stay_open() -> None:
    reading = read([*HAND, *pond(1, *SIX), *pond(2, *SIX)])
    assert {group.side for group in reading.groups} == {None}
    assert sum(len(group.tiles) for group in reading.groups if group.pond) == 28


@pytest.mark.parametrize("laid", [HAND, [*HAND, *pond(1, *SIX)], []], ids=["a hand", "one pond", "nothing"])
def test_other_pictures_stay_as_they_are(laid: list[Laid]) -> None:
    reading = hand_in_sight(evidence_from(laid, overhead(0.0)))
    assert with_sides(reading) is reading
