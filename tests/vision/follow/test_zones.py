"""Places on the table and their zones."""

import numpy as np
import pytest

from scoring.follow.seen import SEATS
from vision.follow.zones import AREAS, Places, along, crosswise, depth, facing, lies, regions, rows

CORNERS = ((100.0, 900.0), (900.0, 900.0), (900.0, 100.0), (100.0, 100.0))
TILE = 0.034


def best(place: tuple[float, float], **about: object) -> tuple[str, int]:
    settings = {"faces": {}, "flower": 0.0, "walled": 0.25, "row": None} | about
    found = lies(np.array(place), **settings)  # type: ignore[arg-type]
    first = max(found, key=lambda each: each.weight)
    return first.zone, first.seat


def laid(seat: int, ends: list[float], far: float = 0.05) -> np.ndarray:
    """Return places along a seat's side, from the player's left."""
    at = {1: lambda a: (a, 1 - far), 2: lambda a: (1 - far, 1 - a), 3: lambda a: (1 - a, far), 4: lambda a: (far, a)}
    return np.array([at[seat](end) for end in ends])


def test_the_table_is_the_unit_square_as_seat_1_sees_it() -> None:
    places = Places(CORNERS)
    assert places.of(np.array([[100.0, 900.0], [900.0, 100.0], [500.0, 500.0]])) == pytest.approx(
        np.array([[0, 1], [1, 0], [0.5, 0.5]])
    )
    assert places.moved((10, 0)).of(np.array([[510.0, 500.0]])) == pytest.approx(np.array([[0.5, 0.5]]))


@pytest.mark.parametrize("seat", SEATS)
def test_depth_and_place_along_a_side(seat: int) -> None:
    (place,) = laid(seat, [0.2])
    assert depth(place, seat) == pytest.approx(0.05)
    assert along(place, seat) == pytest.approx(0.2)


def test_who_reads_a_tile_upright() -> None:
    assert facing(np.array([0, -0.04]), 1.0, alike=False) == {1: 1.0}
    assert facing(np.array([0, -0.04]), 1.0, alike=True) == {1: 0.5, 3: 0.5}
    assert facing(np.array([-0.04, 0]), 1.0, alike=False) == {2: 1.0}
    assert crosswise(1, {2: 0.9, 1: 0.1}) == pytest.approx(0.9)


@pytest.mark.parametrize("seat", SEATS)
def test_melds_lie_at_the_right_hand_and_hands_before_it(seat: int) -> None:
    melds = laid(seat, [0.97, 0.93, 0.89])
    hand = laid(seat, [0.2 + TILE * k for k in range(13)])
    places = np.concatenate([melds, hand])
    found = rows(places, [{seat: 1.0}] * len(places), [True] * len(places), TILE)
    assert {best(tuple(places[n]), row=found[n]) for n in range(3)} == {("meld", seat)}
    assert {best(tuple(places[n]), row=found[n]) for n in range(3, 16)} == {("hand", seat)}


def test_a_crosswise_tile_belongs_to_the_meld_that_it_lies_in() -> None:
    places = laid(4, [0.97, 0.93, 0.88])
    found = rows(places, [{4: 1.0}, {4: 1.0}, {1: 1.0}], [True] * 3, TILE)
    assert best(tuple(places[2]), faces={1: 1.0}, row=found[2]) == ("meld", 4)


def test_the_winning_tile_lies_beside_the_hand() -> None:
    places = laid(3, [0.3 + TILE * k for k in range(7)] + [0.3 + TILE * 7.6])
    found = rows(places, [{3: 1.0}] * 8, [True] * 8, TILE)
    assert [best(tuple(place), row=found[n])[0] for n, place in enumerate(places)] == ["hand"] * 7 + ["win"]


def test_backs_in_a_row_are_a_hand_and_four_at_the_right_hand_a_kong() -> None:
    hand, kong = laid(1, [0.3 + TILE * k for k in range(13)]), laid(2, [0.97 - TILE * k for k in range(4)])
    places = np.concatenate([hand, kong])
    found = rows(places, [{}] * 17, [False] * 17, TILE)
    zones = [best(tuple(place), row=found[n]) for n, place in enumerate(places)]
    assert set(zones[:13]) == {("hand", 1)}
    assert set(zones[13:]) == {("meld", 2)}


def test_flowers_ponds_walls_and_what_lies_off_the_table() -> None:
    (place,) = laid(2, [0.1])
    found = rows(np.array([place]), [{2: 1.0}], [True], TILE)
    assert best(tuple(place), flower=1.0, row=found[0]) == ("flowers", 2)
    assert best((0.5, 0.68)) == ("pond", 1)
    assert best((0.68, 0.5)) == ("pond", 2)
    assert best((0.5, 0.84), walled=0.95) == ("wall", 1)
    assert best((0.5, 0.84)) == ("pond", 1)
    assert best((0.5, 1.2)) == ("else", 0)


def test_zones_that_may_be_covered() -> None:
    found = regions(Places(CORNERS), (100, 100), 0.1)
    at = {(zone, seat): n for n, (zone, seat) in enumerate(AREAS, 1)}
    assert found[65, 50] == at["pond", 1]
    assert found[50, 65] == at["pond", 2]
    assert found[86, 30] == at["hand", 1]
    assert found[86, 80] == at["meld", 1]
    assert found[5, 5] == 0
