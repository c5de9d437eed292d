"""Small pictures of a table: rest, arms, light and bumps."""

import numpy as np
import pytest

from tests.vision.follow.film import CORNERS, EDGE, SIDE, Film, Lying, pixel
from vision.follow.settle import Scene, Settling

TILE = Lying("E", 0.42, 0.62, 1)
TALL = 46
"""Height of a tile in pixels."""


def scenes(film: Film, each: int = 1) -> tuple[list[Scene], Settling]:
    """Return the scenes of each so many pictures of a film; every place that came to rest is taken over."""
    settling = Settling((SIDE, SIDE), np.array(CORNERS))
    found = []
    for t, picture in [*film.moments()][::each]:
        found.append(settling.update(picture, t))
        for rest in found[-1].rests:
            settling.take(rest.mask)
    return found, settling


def rests(found: list[Scene]) -> int:
    return sum(len(scene.rests) for scene in found)


@pytest.mark.parametrize("each", [1, 2])
def test_a_tile_put_down_is_one_place_at_rest_under_the_arm_of_its_player(each: int) -> None:
    film = Film()
    film.wait(0.4)
    film.act(1, TILE.x, TILE.y, put=[TILE])
    found, settling = scenes(film, each)
    assert rests(found) == 1
    (scene,) = (scene for scene in found if scene.rests)
    mask = scene.rests[0].mask
    assert scene.t <= 1.1  # the arm has left by 0.8, at 5 pictures a second as well
    assert {seat for seat, at in settling.reached.items() if np.median(at[mask]) > 0} == {1}
    assert scene.arms is not None
    assert not scene.arms[mask].any()
    assert found[-1].busy == 0


@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_an_arm_belongs_to_the_side_that_it_reaches_in_from(seat: int) -> None:
    film = Film()
    film.wait(0.3)
    film.act(seat, 0.5, 0.5)
    found, settling = scenes(film)
    middle = tuple(each // 2 for each in settling.shape)
    assert [each for each, at in settling.reached.items() if at[middle] > 0] == [seat]
    assert rests(found) == 0


def test_two_arms_that_touch_keep_their_players() -> None:
    film = Film()
    film.wait(0.3)
    film.resting = [(3, 0.5, 0.5)]
    film.wait(0.6)
    film.act(1, 0.5, 0.52, put=[TILE])
    _, settling = scenes(film)
    down, across = settling.shape
    assert settling.reached[1][int(0.8 * down), across // 2] > 0 > settling.reached[3][int(0.8 * down), across // 2]
    assert settling.reached[3][int(0.2 * down), across // 2] > 0 > settling.reached[1][int(0.2 * down), across // 2]


@pytest.mark.parametrize("light", [0.6, 1.15])
def test_another_light_changes_nothing(light: float) -> None:
    film = Film(tiles=[TILE])
    film.wait(0.5)
    film.light = light
    film.wait(1.0)
    found, _ = scenes(film)
    assert rests(found) == 0


def test_in_the_dark_nothing_is_seen() -> None:
    film = Film(tiles=[TILE])
    film.wait(0.5)
    film.light = 0.02
    film.wait(0.5)
    film.light = 1.0
    film.wait(0.8)
    found, _ = scenes(film)
    assert [scene.dark for scene in found[5:10]] == [True] * 5
    assert not found[-1].dark
    assert rests(found) == 0


def test_a_bump_is_undone_and_nothing_has_changed() -> None:
    tiles = [Lying(code, 0.3 + 0.06 * k, 0.5, 1) for k, code in enumerate(("E", "5p", "2s", "C", "9m", "3p"))]
    film = Film(tiles=tiles)
    film.wait(0.5)
    film.shift = (4, -3)
    film.wait(1.5)
    found, _ = scenes(film)
    (shift,) = (scene.shift for scene in found if scene.shift is not None)
    assert np.abs(np.array(shift) - (4, -3)).max() < 0.6
    assert rests(found) == 0


def test_an_arm_of_the_first_picture_hides_nothing_once_it_has_left() -> None:
    film = Film()
    film.act(1, TILE.x, TILE.y, put=[TILE])
    film.wait(1.0)
    film.act(1, 0.5, TILE.y, put=[Lying("9m", 0.5, TILE.y, 1)])
    found, _ = scenes(film)
    late = [scene for scene in found if scene.t > 2.5]
    assert rests(late) == 1
    assert late[-1].busy == 0


def test_tiles_at_the_end_of_a_picture_that_cuts_the_table_off_are_no_arm() -> None:
    film, end = Film(), SIDE - EDGE - 60
    tile = Lying("E", 0.3, (end - TALL / 2 - EDGE - 6) / (SIDE - 2 * EDGE), 1)
    film.wait(0.4)
    film.act(1, tile.x, tile.y, put=[tile])
    film.wait(1.0)
    settling = Settling((SIDE, end), np.array(CORNERS))
    places = [rest.box for t, picture in film.moments() for rest in settling.update(picture[:end], t).rests]
    x, y = (each * settling.scale for each in pixel(tile.x, tile.y))
    assert any(left < x < right and top < y < bottom for left, top, right, bottom in places)


def test_other_corners_count_unless_those_so_far_lie_around_them() -> None:
    settling = Settling((SIDE, SIDE), np.array(CORNERS))
    middle = np.array(CORNERS).mean(axis=0)
    before = settling.outside.sum()
    settling.place(middle + 0.7 * (np.array(CORNERS) - middle))
    assert settling.outside.sum() == before
    settling.place(middle + 1.05 * (np.array(CORNERS) - middle))
    assert settling.outside.sum() < before
