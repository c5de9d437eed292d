"""Ponds and sides of a whole table, from any side, and none in a picture of a hand."""

from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

from tests.vision.builders import TABLE_SIDE, Laid, before, evidence_from, overhead, row
from vision.geometry.ponds import Place
from vision.hand.candidates import hand_in_sight
from vision.hand.sides import SidesTable, with_sides
from vision.quads import Array
from vision.reading import Group, Reading, Side

WIN = "234m2345p234678s 5p"
SIX = ("1m5s9pES7s", "2p4s6mWNC", "8m3p")
IN_ORDER = "1m5s9pES7s2p4s6mWNC8m3p"
HAND = before(1, row(WIN), depth=40.0)
WALL = before(3, [tile for code in ("_1p",) for tile in row(code * 8)], depth=30.0)
SIDES: tuple[Side, ...] = ("near", "right", "far", "left")


def pond(chair: int, *rows: str) -> list[Laid]:
    """Return rows of discards before a chair, the first one nearest the middle."""
    return before(chair, [tile for n, text in enumerate(rows) for tile in row(text, y=-36.0 * n)], depth=200.0)


EARLY = [*pond(1, "1m5s9p"), *pond(2, "2p4s6m"), *pond(3, "8m3p7s"), *pond(4, "ESC")]


def read(laid: list[Laid], side: float = 0.0, table: SidesTable | None = None) -> Reading:
    return with_sides(hand_in_sight(evidence_from(laid, overhead(side))), table)


def counted(groups: list[Group]) -> dict[Side | None, int]:
    """Return the number of tiles of some groups on each side."""
    found: dict[Side | None, int] = {}
    for group in groups:
        found[group.side] = found.get(group.side, 0) + len(group.tiles)
    return found


def discards(reading: Reading) -> dict[Side | None, str]:
    """Return the faces of each pond in the order of discard, by side."""
    return {pond.side: "".join(reading.tiles[n].tile or "_" for n in pond.tiles) for pond in reading.ponds}


@pytest.mark.parametrize("chairs", [(1, 2, 3, 4), (1, 2, 3), (2, 3, 4)])
def test_each_pond_lies_at_the_side_of_its_player(chairs: tuple[int, ...]) -> None:
    reading = read([*HAND, *WALL, *(tile for chair in chairs for tile in pond(chair, *SIX))])
    assert reading.hand == WIN
    assert discards(reading) == {SIDES[chair - 1]: IN_ORDER for chair in chairs}
    assert counted([group for group in reading.groups if group.pond]) == {SIDES[chair - 1]: 14 for chair in chairs}
    assert counted([group for group in reading.groups if group.kind != "aside"]) == {"near": 14}
    assert {group.side for group in reading.groups if reading.tiles[group.tiles[0]].face == "down"} == {"far"}


def test_a_group_half_in_each_of_two_ponds_lies_at_the_side_of_its_first_tile() -> None:
    laid = [*HAND, *(tile for chair in (1, 2, 3, 4) for tile in pond(chair, *SIX))]
    plain = hand_in_sight(evidence_from(laid, overhead(0.0)))
    hand = [group for group in plain.groups if group.kind != "aside"]
    for one, other in permutations(with_sides(plain).ponds, 2):
        both = Group("aside", (*one.tiles[:3], *other.tiles[:3]))
        assert with_sides(replace(plain, groups=(*hand, both))).groups[-1].side == one.side


@pytest.mark.parametrize("quarters", range(4))
@pytest.mark.parametrize("off", [-0.75, -0.4, 0.0, 0.4, 0.75])
def test_from_another_side_the_same_players_sit_elsewhere(quarters: int, off: float) -> None:
    """Turn the camera round the table, to its corners too: no two players ever sit at one side."""
    fives = ("1m5s9pES", "2p4s6mWN", "8m3pC7s9s", "4p7m2s3sF")
    ponds = [tile for chair, text in enumerate(fives, start=1) for tile in pond(chair, text, "1s6p")]
    reading = read([*HAND, *ponds], side=quarters * np.pi / 2 + off)
    sides = [SIDES[(chair - 1 - quarters) % 4] for chair in (1, 2, 3, 4)]
    assert discards(reading) == {side: text + "1s6p" for side, text in zip(sides, fives, strict=True)}
    assert counted([group for group in reading.groups if group.kind != "aside"]) == {sides[0]: 14}


def test_of_two_ponds_the_players_are_known_and_the_owners_of_other_tiles_are_not() -> None:
    reading = read([*HAND, *pond(1, *SIX), *pond(2, *SIX)])
    assert discards(reading) == {"near": IN_ORDER, "right": IN_ORDER}
    assert {group.side for group in reading.groups if not group.pond} == {None}


def test_the_first_discards_are_ponds() -> None:
    assert discards(read(EARLY)) == {"near": "1m5s9p", "right": "2p4s6m", "far": "8m3p7s", "left": "ESC"}


def test_a_tile_that_lies_crosswise_is_in_its_place_and_declares_riichi() -> None:
    reading = read([*HAND, *pond(1, "1m5s>9pES7s", "2p4s"), *pond(2, *SIX), *pond(4, *SIX)])
    (near,) = (each for each in reading.ponds if each.side == "near")
    assert discards(reading)["near"] == "1m5s9pES7s2p4s"
    assert near.crosswise == near.rows[0][2]
    assert all(reading.groups[reading.tiles[n].group].pond for n in near.tiles)


def test_the_hand_is_no_pond_wherever_it_lies() -> None:
    hand = [replace(tile, y=tile.y + 160) for tile in HAND]
    reading = read([*hand, *pond(2, *SIX), *pond(3, *SIX), *pond(4, *SIX)])
    assert reading.hand == WIN
    assert discards(reading) == dict.fromkeys(("right", "far", "left"), IN_ORDER)


def above(side: float) -> SidesTable:
    """Return the calibration of a camera over the table, from one side."""
    back = np.linalg.inv(overhead(side))

    def on_plane(points: Array) -> Array:
        flat = np.concatenate([points, np.ones((*points.shape[:-1], 1))], axis=-1) @ back.T
        return np.asarray(flat[..., :2] / flat[..., 2:] * (1, -1) / TABLE_SIDE)

    return SidesTable(on_plane, Place(np.zeros(2), -np.pi / 2))


@pytest.mark.parametrize("side", [0.0, 2.0])
def test_on_a_calibrated_table_chairs_are_known_of_one_pond_too(side: float) -> None:
    table = [*HAND, *pond(2, "1m5s9pE")]
    assert not read(table, side).ponds
    (pond_of_2,) = read(table, side, above(side)).ponds
    assert (pond_of_2.chair, pond_of_2.side) == (2, "right" if side == 0 else "near")
    four = read([*HAND, *EARLY], side, above(side)).ponds
    assert [each.chair for each in four] == [1, 2, 3, 4]
    assert len({each.side for each in four}) == 4


@pytest.mark.parametrize("laid", [HAND, [*HAND, *pond(1, *SIX)], []], ids=["a hand", "one pond", "nothing"])
def test_other_pictures_stay_as_they_are(laid: list[Laid]) -> None:
    reading = hand_in_sight(evidence_from(laid, overhead(0.0)))
    assert with_sides(reading) is reading
    found = read([*HAND, *pond(1, *SIX), *pond(2, *SIX)])
    assert with_sides(found) is found
