"""Dice in view: read by their pips, told from what is none, and taken for a throw only when they have come to rest."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from models.render.dice import DieStyle, face, random_style
from vision.table.dice import SeenDie, Throws, find_dice, pair, scale_of

WHITE, BLACK, RED = (240.0, 240.0, 240.0), (30.0, 30.0, 30.0), (40.0, 30.0, 190.0)
ASIAN = DieStyle(14.0, WHITE, {v: RED if v in (1, 4) else BLACK for v in range(1, 7)}, 0.09, 0.18, 0.25, 0.2, False)
STYLES = {
    "asian": ASIAN,
    "ivory": replace(ASIAN, body=(205.0, 232.0, 240.0), inks=dict.fromkeys(range(1, 7), BLACK), one=0.09, spread=0.23),
    "red": replace(ASIAN, body=RED, inks=dict.fromkeys(range(1, 7), WHITE), one=0.1),
    "black": replace(ASIAN, body=BLACK, inks=dict.fromkeys(range(1, 7), WHITE), one=0.1, spread=0.27),
    "clear": replace(ASIAN, body=(40.0, 110.0, 30.0), inks=dict.fromkeys(range(1, 7), WHITE), one=0.1, clear=0.8),
}
NONE = np.zeros((0, 4, 2))


def cloth(seed: int = 1) -> NDArray[np.uint8]:
    noise = np.random.default_rng(seed).normal(0, 3, (300, 400, 3))
    return np.clip(np.array([60, 110, 45]) + noise, 0, 255).astype(np.uint8)


def put(
    picture: NDArray[np.uint8], texture: NDArray[np.uint8], at: tuple[float, float], side: float, turn: float
) -> None:
    """Lays a square texture with round corners into the picture, as a lens would show it."""
    extent = texture.shape[0]
    warp = cv2.getRotationMatrix2D((extent / 2, extent / 2), turn, side / extent)
    warp[:, 2] += np.array(at) - extent / 2
    rim = round(0.12 * extent)
    shape = np.zeros((extent, extent), np.uint8)
    cv2.rectangle(shape, (rim, rim), (extent - rim, extent - rim), 255, 2 * rim)
    cv2.rectangle(shape, (rim, rim), (extent - rim, extent - rim), 255, -1)
    big = (picture.shape[1] * 4, picture.shape[0] * 4)
    mask = cv2.resize(cv2.warpAffine(shape, 4 * warp, big), (big[0] // 4, big[1] // 4), interpolation=cv2.INTER_AREA)
    seen = cv2.resize(
        cv2.warpAffine(texture[:, :, :3], 4 * warp, big, borderMode=cv2.BORDER_REPLICATE),
        (big[0] // 4, big[1] // 4),
        interpolation=cv2.INTER_AREA,
    )
    share = mask[:, :, None] / 255
    picture[:] = (seen * share + picture * (1 - share)).astype(np.uint8)


@pytest.mark.parametrize("style", STYLES.values(), ids=STYLES)
@pytest.mark.parametrize("scale", [1.3, 2.2])
def test_values_are_read_in_any_turn(style: DieStyle, scale: float) -> None:
    """All of a white die's; of a coloured one's most: a dot on a coloured ground may be a counter's."""
    picture = cloth()
    places = {v: (60.0 + 130 * ((v - 1) % 3), 80.0 + 140 * ((v - 1) // 3)) for v in range(1, 7)}
    for value, at in places.items():
        put(picture, face(style, value), at, style.side * scale, 37.0 * value)
    seen = find_dice(picture, scale, NONE)
    values = {die.value for die in seen}
    assert len(values) == len(seen)
    assert values == set(places) if min(style.body) > 150 else len(values) >= 4
    assert all(die.centre == pytest.approx(places[die.value], abs=3) for die in seen)
    assert all(die.side == pytest.approx(style.side * scale, rel=0.2) for die in seen)


@pytest.mark.parametrize("seed", range(24))
def test_whatever_spoils_the_view_no_value_is_wrong(seed: int) -> None:
    """Made-up pairs, smaller and smaller, blurred, noisy, dim, half covered: read right, or not at all."""
    rng = np.random.default_rng([7, seed])
    picture = cloth(seed)
    scale, style = float(rng.uniform(0.5, 2.5)), random_style(rng)
    places = {v: (70.0 + 130 * ((v - 1) % 3), 80.0 + 140 * ((v - 1) // 3)) for v in range(1, 7)}
    for value, at in places.items():
        put(picture, face(style, value), at, style.side * scale, float(rng.uniform(0, 360)))
    covered = int(rng.integers(1, 7))
    x, y = (int(v) for v in places[covered])
    picture[y - 30 : y + 30, x : x + 30] = (95, 125, 190)
    picture = cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.1, 4))).astype(np.uint8)
    noise = rng.normal(0, rng.uniform(0, 12), picture.shape)
    picture = np.clip(picture * rng.uniform(0.3, 1.4) + noise, 0, 255).astype(np.uint8)
    for die in find_dice(picture, scale, NONE):
        (value,) = (v for v, at in places.items() if np.hypot(*np.subtract(at, die.centre)) < 0.7 * style.side * scale)
        assert die.value == value


def test_a_die_is_found_once_wherever_it_lies() -> None:
    """Also where what the network looks at one after the other meets."""
    for x in range(90, 150, 6):
        picture = np.full((200, 400, 3), (60, 110, 45), np.uint8)
        put(picture, face(ASIAN, 5), (float(x), 100.0), 14, 20.0)
        put(picture, face(ASIAN, 4), (x + 150.0, 126.0), 14, 20.0)
        assert pair(find_dice(picture, 1.0, NONE)) == (5, 4)


@pytest.mark.parametrize("values", [(3, 5), (6, 6), (1, 1), (2, 4)])
def test_dice_that_touch_are_two(values: tuple[int, int]) -> None:
    picture = cloth()
    for value, x in zip(values, (150.0, 178.0), strict=True):
        put(picture, face(ASIAN, value), (x, 120.0), 27, 0)
    assert pair(find_dice(picture, 2.0, NONE)) == values


def test_where_pips_cannot_be_told_apart_nothing_is_read() -> None:
    picture = cloth()
    put(picture, face(ASIAN, 6), (80, 80), 7, 10)
    assert find_dice(picture, 0.5, NONE) == ()


def test_where_tiles_cover_all_there_is_no_die() -> None:
    everywhere = np.array([[[0, 0], [400, 0], [400, 300], [0, 300]]], float)
    assert find_dice(cloth(), 2.0, everywhere) == ()


def test_what_lies_on_tiles_or_beside_the_table_is_no_die() -> None:
    picture = cloth()
    put(picture, face(ASIAN, 5), (80, 80), 28, 10)
    put(picture, face(ASIAN, 3), (250, 200), 28, 50)
    tile = np.array([[[60, 50], [105, 50], [105, 110], [60, 110]]], float)
    assert [die.value for die in find_dice(picture, 2.0, tile)] == [3]
    assert [die.value for die in find_dice(picture, 2.0, NONE, ((10, 150), (150, 150), (150, 10), (10, 10)))] == [5]


def test_squares_counters_and_cards_are_no_dice() -> None:
    picture = cloth()
    blank = np.full((64, 64, 4), 240, np.uint8)
    put(picture, blank, (60, 60), 28, 20)
    cv2.circle(picture, (150, 60), 15, (230, 230, 230), -1, cv2.LINE_AA)
    cv2.circle(picture, (150, 60), 4, (30, 30, 160), -1, cv2.LINE_AA)
    lined = blank.copy()
    lined[20:26, 8:56] = 30
    lined[40:46, 8:56] = 30
    put(picture, lined, (240, 60), 28, 0)
    half = blank.copy()
    half[:32] = (20, 20, 200, 255)
    put(picture, half, (330, 60), 28, 0)
    assert find_dice(picture, 2.0, NONE) == ()


def test_dots_printed_on_a_tile_are_no_die() -> None:
    picture = cloth()
    cv2.rectangle(picture, (100, 100), (190, 220), (235, 240, 240), -1)
    for x, y in ((132, 140), (158, 140), (132, 166), (158, 166)):
        cv2.circle(picture, (x, y), 13, (40, 40, 190), -1, cv2.LINE_AA)
        cv2.circle(picture, (x, y), 3, (235, 240, 240), -1, cv2.LINE_AA)
    for scale in (2.2, 3.0, 3.6):
        assert find_dice(picture, scale, NONE) == ()


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
