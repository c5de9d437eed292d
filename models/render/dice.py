"""Dice as they lie on mahjong tables: white, ivory, coloured, with pips of every usual colour, on all sides."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from models.render.body import Box, Colour, Image
from vision.dice import PIPS

_TEXTURE: Final = 64
_WHITE, _IVORY, _BLACK, _RED = (245.0, 245.0, 245.0), (205.0, 232.0, 240.0), (28.0, 28.0, 30.0), (40.0, 30.0, 190.0)
_BLUE, _GREEN = (170.0, 70.0, 25.0), (60.0, 110.0, 20.0)


@dataclass(frozen=True, slots=True)
class Die:
    """A die on the table: its box, and the value on top."""

    box: Box
    value: int


@dataclass(frozen=True, slots=True)
class DieStyle:
    """How the dice of one pair look.

    Attributes:
        side: Millimetres.
        inks: BGR colour of the pips of each value.
        pip, one: Radius of a pip and of the pip of the one, as shares of the side.
        spread: From the middle to an outer pip, as a share of the side.
        corner: How round its corners are, as in `Box`.
        mirrored: Two dice in three turn one way round, the third the other.
    """

    side: float
    body: Colour
    inks: dict[int, Colour]
    pip: float
    one: float
    spread: float
    corner: float
    mirrored: bool


def random_style(rng: np.random.Generator) -> DieStyle:
    """A pair nobody has seen: most are white with black pips, the one and the four often red."""
    kind = rng.choice(["asian", "plain", "coloured"], p=[0.5, 0.25, 0.25])
    body = _WHITE if rng.random() < 0.6 else _IVORY
    ink = _BLACK
    if kind == "coloured":
        body = (_RED, _BLACK, _BLUE, _GREEN)[int(rng.integers(4))]
        ink = _WHITE
    elif kind == "plain":
        ink = (_BLACK, _BLUE, _RED)[int(rng.integers(3))]
    inks = dict.fromkeys(PIPS, ink)
    if kind == "asian":
        inks |= {1: _RED, 4: _RED}
    tint = rng.uniform(0.85, 1.0)
    pip = float(rng.uniform(0.075, 0.11))
    return DieStyle(
        float(rng.uniform(10, 18)),
        (body[0] * tint, body[1] * tint, body[2] * tint),
        inks,
        pip,
        float(rng.uniform(0.15, 0.22)) if kind == "asian" else pip,
        float(rng.uniform(0.22, 0.28)),
        float(rng.uniform(0.08, 0.3)),
        bool(rng.random() < 1 / 3),
    )


def random_dice(
    rng: np.random.Generator, place: Callable[[float], tuple[float, float] | None], count: int = 2
) -> tuple[Die, ...]:
    """Dice of one style, each where there is room.

    Args:
        place: Gives an (x, y) with so many millimetres of room around, or None where there is none.
    """
    style = random_style(rng)
    dice: list[Die] = []
    for _ in range(count):
        for _ in range(20):
            at = place(style.side)
            if at is not None and all(np.hypot(*(d.box.centre[:2] - at)) > 1.5 * style.side for d in dice):
                dice.append(die(style, int(rng.integers(1, 7)), at, float(rng.uniform(0, 2 * np.pi)), rng))
                break
    return tuple(dice)


def die(style: DieStyle, value: int, at: tuple[float, float], turn: float, rng: np.random.Generator) -> Die:
    """A die on the table at (x, y) in millimetres, turned about the vertical."""
    half = style.side / 2
    c, s = np.cos(turn), np.sin(turn)
    axes = half * np.array([[c, s, 0], [-s, c, 0], [0, 0, 1.0]])
    front = int(rng.choice([v for v in PIPS if v not in (value, 7 - value)]))
    right = next(v for v in PIPS if v not in (value, 7 - value, front, 7 - front))
    right = 7 - right if _handed(value, front, right) == style.mirrored else right
    values = {"+n": value, "-n": 7 - value, "-v": front, "+v": 7 - front, "+u": right, "-u": 7 - right}
    textures = {name: face(style, v) for name, v in values.items()}
    box = Box(
        np.array([at[0], at[1], half]),
        axes,
        style.body,
        style.body,
        textures=textures,
        labelled="+n",
        corner=style.corner,
    )
    return Die(box, value)


def face(style: DieStyle, value: int) -> Image:
    """One side, BGRA."""
    drawn = np.full((_TEXTURE, _TEXTURE, 4), 255, np.uint8)
    drawn[:, :, :3] = np.array(style.body)
    radius = (style.one if value == 1 else style.pip) * _TEXTURE
    for dx, dy in PIPS[value]:
        centre = np.array([dx, dy]) * style.spread * _TEXTURE + _TEXTURE / 2
        at = (round(16 * float(centre[0])), round(16 * float(centre[1])))
        cv2.circle(drawn, at, round(16 * radius), (*style.inks[value], 255.0), -1, cv2.LINE_AA, 4)
    return drawn


def _handed(top: int, front: int, right: int) -> bool:
    """Whether one, two and three go round their common corner clockwise."""
    flips = sum(v > 3 for v in (top, front, right))
    order = [min(v, 7 - v) for v in (top, front, right)]
    return (order in ([1, 2, 3], [2, 3, 1], [3, 1, 2])) == (flips % 2 == 0)
