"""Dice are found where they may lie, and are a throw once they have come to rest."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.drawn import cloth
from vision.table.dice import SCALE, STEP, SeenDie, Throws, find_dice, pair, scale_of

NONE = np.zeros((0, 4, 2))
SHADE = 40


class FakeModel:
    """Finds a die in every square without green: blue is its value, red the probability."""

    def in_batches(self, windows: NDArray[np.uint8]) -> dict[str, NDArray[np.float32]]:
        cells = windows[:, STEP // 2 :: STEP, STEP // 2 :: STEP].astype(int)
        seen = cells[..., 1] < 50
        out = np.zeros((len(windows), 8, *cells.shape[1:3]), np.float32)
        out[:, 0], out[:, 7] = ~seen, SIDE
        values = np.clip(np.round(cells[..., 0] / SHADE).astype(int), 1, 6)
        for value in range(1, 7):
            out[:, value] = np.where(seen & (values == value), cells[..., 2] / 255, 0)
        return {"cells": out}


SIDE = 24
"""Pixels of a die's side in the network's input."""


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.table.dice.network", FakeModel)


def put(picture: NDArray[np.uint8], value: int, at: tuple[int, int], scale: float, sure: int = 250) -> None:
    """Draw a die that the network above reads, with the probability `sure` / 255."""
    half = round(SIDE / 2 * scale / SCALE)
    x, y = at
    picture[y - half : y + half, x - half : x + half] = (SHADE * value, 20, sure)


@pytest.mark.parametrize("scale", [1.0, 1.6, 2.5])
def test_dice_are_found_across_windows_whatever_the_scale(scale: float) -> None:
    places = {value: (60 + 100 * value, 70 + 90 * (value % 3)) for value in range(1, 7)}
    picture = cloth()
    picture = np.tile(picture, (1, 2, 1))
    for value, at in places.items():
        put(picture, value, at, scale)
    found = {die.value: die for die in find_dice(picture, scale, NONE)}
    assert found.keys() == places.keys()
    for value, die in found.items():
        assert die.centre == pytest.approx(places[value], abs=STEP * scale / SCALE)
        assert die.side == pytest.approx(SIDE * scale / SCALE, rel=0.01)
        assert die.probability == pytest.approx(250 / 255, abs=0.02)
        assert die.colour == pytest.approx((SHADE * value, 20, 250), abs=4)


def test_dice_that_are_not_surely_read_are_left_out() -> None:
    picture = cloth()
    put(picture, 5, (80, 80), 2.0)
    put(picture, 3, (250, 200), 2.0, sure=200)
    assert [die.value for die in find_dice(picture, 2.0, NONE)] == [5]


def test_what_lies_on_tiles_or_beside_the_table_is_no_die() -> None:
    picture = cloth()
    put(picture, 5, (80, 80), 2.0)
    put(picture, 3, (250, 200), 2.0)
    tile = np.array([[[60, 50], [105, 50], [105, 110], [60, 110]]], float)
    assert [die.value for die in find_dice(picture, 2.0, tile)] == [3]
    assert [die.value for die in find_dice(picture, 2.0, NONE, ((10, 150), (150, 150), (150, 10), (10, 10)))] == [5]


def test_where_pips_cannot_be_told_apart_nothing_is_read() -> None:
    picture = cloth()
    put(picture, 6, (80, 80), 1.0)
    assert find_dice(picture, 0.5, NONE) == ()


def test_where_tiles_cover_all_there_is_no_die() -> None:
    everywhere = np.array([[[0, 0], [400, 0], [400, 300], [0, 300]]], float)
    assert find_dice(cloth(), 2.0, everywhere) == ()


def test_a_pair_is_two_dice_of_one_size() -> None:
    one, two = SeenDie(2, (10, 10), 20, 0.9), SeenDie(5, (90, 10), 21, 0.9)
    assert pair((two, one)) == (2, 5)
    assert pair((one,)) is None
    assert pair((one, two, replace(two, centre=(200.0, 10.0)))) is None
    assert pair((one, replace(two, side=40.0))) is None
    assert pair((one, replace(two, colour=(40.0, 30.0, 190.0)))) is None


def test_tiles_tell_the_scale() -> None:
    tile = np.array([[0, 0], [52, 0], [52, 70], [0, 70]], float)
    assert scale_of(np.array([tile] * 5)) == pytest.approx(2.0)
    assert scale_of(np.array([tile] * 3)) is None


def dice(first: int, second: int, x: float = 50.0) -> tuple[SeenDie, ...]:
    return SeenDie(first, (x, 40.0), 20.0, 0.9), SeenDie(second, (x + 60, 44.0), 20.0, 0.9)


def throws(looks: list[tuple[SeenDie, ...]], pace: float = 0.6) -> list[tuple[int, int]]:
    watch = Throws()
    watch.ignore(dice(6, 6))
    given = [watch.update(look, n * pace) for n, look in enumerate(looks)]
    return [values for values in given if values]


def test_dice_that_have_come_to_rest_are_a_throw_once() -> None:
    assert throws([dice(3, 4)] * 6) == [(3, 4)]
    assert throws([dice(3, 4)] * 2) == []
    assert throws([dice(3, 4)] * 6, pace=0.1) == []  # not long enough yet


def test_dice_that_lay_there_before_are_no_throw_but_thrown_anew_they_are() -> None:
    assert throws([dice(6, 6)] * 6) == []
    assert throws([(), *[dice(6, 6)] * 6]) == []  # a hand passed over them
    assert throws([*[dice(6, 6)] * 3, (), *[dice(6, 6, 200.0)] * 4]) == [(6, 6)]


def test_dice_that_roll_or_change_are_waited_for() -> None:
    rolling = [dice(n, 2, 50.0 + 30 * n) for n in range(1, 7)]
    assert throws(rolling) == []
    assert throws([*rolling, *[dice(6, 2, 230.0)] * 3]) == [(6, 2)]
    assert throws([dice(3, 4), dice(3, 5), dice(3, 4), dice(3, 5)] * 3) == []
    assert throws([dice(3, 4), (), dice(3, 4), (), dice(3, 4), ()]) == []


def test_two_throws_follow_each_other() -> None:
    first, second = [dice(1, 2)] * 4, [dice(5, 4, 90.0)] * 4
    assert throws([*first, (), *second]) == [(1, 2), (5, 4)]
