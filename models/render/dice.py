"""Dice as they lie on mahjong tables: white, ivory, coloured, with pips of every usual colour, on all sides."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from models.render.body import BodyBox, Image, Tint
from vision.table.dice import PIPS

_TEXTURE: Final = 64
"""Side in pixels of a side's texture. More takes longer to draw; less blurs pips of dice close to the camera."""

# BGR colours of dice and pips
_WHITE, _IVORY, _BLACK, _RED = (245.0, 245.0, 245.0), (205.0, 232.0, 240.0), (28.0, 28.0, 30.0), (40.0, 30.0, 190.0)
_BLUE, _GREEN, _YELLOW, _GOLD = (170.0, 70.0, 25.0), (60.0, 110.0, 20.0), (40.0, 200.0, 235.0), (90.0, 180.0, 215.0)
_ORANGE, _PINK, _PURPLE, _GREY = (30.0, 110.0, 225.0), (190.0, 170.0, 240.0), (120.0, 40.0, 90.0), (150.0, 150.0, 150.0)

_PALE: Final = (_WHITE, _IVORY, _YELLOW, _PINK, _GREY)
"""Bodies that take dark pips."""

_DEEP: Final = (_RED, _BLACK, _BLUE, _GREEN, _ORANGE, _PURPLE)
"""Bodies that take light pips."""


@dataclass(frozen=True, slots=True)
class RenderedDie:
    """A die: its box, the value on top, and the box it rests on (None for the table)."""

    box: BodyBox
    value: int
    base: BodyBox | None = None


@dataclass(frozen=True, slots=True)
class DieStyle:
    """The appearance of a pair of dice.

    Attributes:
        side: Length of a side, millimetres.
        inks: BGR colour of the pips of each value.
        pip, one: Radii of a pip and of the single pip of 1, as shares of the side.
        spread: Distance of outer pips from the middle, as a share of the side.
        corner: Radius of its corners, as in `Box`.
        mirrored: True if 1, 2 and 3 run the less usual way round their corner, as in one style of three.
        sunk: Depth of the pips, from 0 for printed ones to 1 for deep ones with a dark and a bright rim.
        clear: Transparency, 0 to 1; pips of the opposite side show through.
    """

    side: float
    body: Tint
    inks: dict[int, Tint]
    pip: float
    one: float
    spread: float
    corner: float
    mirrored: bool
    sunk: float = 0.0
    clear: float = 0.0


def random_style(rng: np.random.Generator) -> DieStyle:
    """Return a random style: most often white with black pips, with red pips for 1 or for 1 and 4."""
    kind = rng.choice(["asian", "plain", "coloured"], p=[0.5, 0.25, 0.25])
    clear = 0.0
    body = _WHITE if rng.random() < 0.6 else _IVORY
    ink = _BLACK
    if kind == "coloured":
        pale = rng.random() < 0.25
        body = _PALE[int(rng.integers(len(_PALE)))] if pale else _DEEP[int(rng.integers(len(_DEEP)))]
        ink = _DEEP[int(rng.integers(4))] if pale else _WHITE if rng.random() < 0.85 else _GOLD
        clear = 0.0 if pale or rng.random() < 0.6 else float(rng.uniform(0.3, 1))
    elif kind == "plain":
        ink = (_BLACK, _BLUE, _RED, _GREEN)[int(rng.choice(4, p=[0.4, 0.25, 0.25, 0.1]))]
    inks = dict.fromkeys(PIPS, ink)
    if kind == "asian":
        inks |= {1: _RED} if rng.random() < 0.15 else {1: _RED, 4: _RED}  # on Japanese dice only 1 is red
    tint = rng.uniform(0.85, 1.0)
    pip = float(rng.uniform(0.07, 0.115))
    return DieStyle(
        float(rng.uniform(10, 18)),
        (body[0] * tint, body[1] * tint, body[2] * tint),
        inks,
        pip,
        float(rng.uniform(0.14, 0.24)) if kind == "asian" else pip * float(rng.uniform(1.0, 1.4)),
        float(rng.uniform(0.21, 0.29)),
        float(rng.uniform(0.05, 0.45)),
        bool(rng.random() < 1 / 3),
        float(rng.uniform(0.2, 1)) if rng.random() < 0.5 else 0.0,
        clear,
    )


def random_dice(
    rng: np.random.Generator, place: Callable[[float], tuple[float, float] | None], count: int = 2
) -> tuple[RenderedDie, ...]:
    """Random dice of one style.

    Args:
        place: Returns an (x, y) for a die of a given side in millimetres, or None if there is no room.
    """
    style = random_style(rng)
    dice: list[RenderedDie] = []
    for _ in range(count):
        for _ in range(20):
            at = place(style.side)
            if at is not None and all(np.hypot(*(d.box.centre[:2] - at)) > 1.5 * style.side for d in dice):
                dice.append(die(style, int(rng.integers(1, 7)), at, float(rng.uniform(0, 2 * np.pi)), rng))
                break
    return tuple(dice)


def die(style: DieStyle, value: int, at: tuple[float, float], turn: float, rng: np.random.Generator) -> RenderedDie:
    """Return a die on the table at (x, y) in millimetres, turned about the vertical."""
    half = style.side / 2
    c, s = np.cos(turn), np.sin(turn)
    axes = half * np.array([[c, s, 0], [-s, c, 0], [0, 0, 1.0]])
    front = int(rng.choice([v for v in PIPS if v not in (value, 7 - value)]))
    right = next(v for v in PIPS if v not in (value, 7 - value, front, 7 - front))
    right = 7 - right if _handed(value, front, right) == style.mirrored else right
    values = {"+n": value, "-n": 7 - value, "-v": front, "+v": 7 - front, "+u": right, "-u": 7 - right}
    textures = {name: face(style, v) for name, v in values.items()}
    box = BodyBox(
        np.array([at[0], at[1], half]),
        axes,
        style.body,
        style.body,
        textures=textures,
        labelled="+n",
        corner=style.corner,
    )
    return RenderedDie(box, value)


def face(style: DieStyle, value: int) -> Image:
    """Return the texture of a side, BGRA."""
    drawn = np.full((_TEXTURE, _TEXTURE, 4), 255, np.uint8)
    drawn[:, :, :3] = np.array(style.body)
    radius = (style.one if value == 1 else style.pip) * _TEXTURE
    body, ink = np.array(style.body), np.array(style.inks[value])
    if style.clear:
        drawn[:, :, :3] = _through(style, 7 - value)
    rims = ((0.6 * ink, -0.6), (0.5 * body + 127, 0.6)) if style.sunk else ()
    for dx, dy in PIPS[value]:
        centre = np.array([dx, dy]) * style.spread * _TEXTURE + _TEXTURE / 2
        for colour, off in (*rims, (ink, 0.0)):
            at = np.round(16 * (centre + off * style.sunk * 0.25 * radius)).astype(int)
            full = (*(float(c) for c in colour), 255.0)
            cv2.circle(drawn, (int(at[0]), int(at[1])), round(16 * radius), full, -1, cv2.LINE_AA, 4)
    return drawn


def _through(style: DieStyle, value: int) -> Image:
    """Return the texture of a transparent body, with the blurred pips of the opposite side, BGR."""
    light = 1 + 0.5 * style.clear * np.add.outer(np.linspace(-0.5, 0.5, _TEXTURE), np.linspace(-0.5, 0.5, _TEXTURE))
    below = np.clip(light[:, :, None] * style.body, 0, 255).astype(np.uint8)
    pips = below.copy()
    for dx, dy in PIPS[value]:
        at = np.round(np.array([-dx, dy]) * 0.8 * style.spread * _TEXTURE + _TEXTURE / 2).astype(int).tolist()
        cv2.circle(pips, at, round(0.8 * style.pip * _TEXTURE), style.inks[value], -1, cv2.LINE_AA)
    pips = cv2.GaussianBlur(pips, (0, 0), 2).astype(np.uint8)
    return cv2.addWeighted(pips, 0.45 * style.clear, below, 1 - 0.45 * style.clear, 0).astype(np.uint8)


def _handed(top: int, front: int, right: int) -> bool:
    """Return True if 1, 2 and 3 run clockwise round their common corner."""
    flips = sum(v > 3 for v in (top, front, right))
    order = [min(v, 7 - v) for v in (top, front, right)]
    return (order in ([1, 2, 3], [2, 3, 1], [3, 1, 2])) == (flips % 2 == 0)
