"""Objects on mahjong tables beside tiles and dice: consoles, counting sticks, seat plates.

They show dots and wind characters like tiles.
"""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from models.render.body import BodyBox, Image, Tint
from models.render.dice import RenderedDie, random_dice
from models.render.glyphs import Font, glyph, writes
from models.render.view import Points

_PRINT = 3
"""Pixels per millimetre of a print. More takes longer to draw; less blurs prints close to the camera."""

_DETAILED = 0.7
"""Share of consoles with more than a plain lid. More teaches their lights and signs; less teaches plain lids."""

_ROLLED = 0.75
"""Share of domes with two dice under them. More teaches dice under glass; less teaches empty domes."""

_STICKS, _PLATES = 0.2, 0.12
"""Shares of tables with counting sticks and with seat plates. More teaches such look-alikes; less teaches bare
tables."""

_LIGHTS: tuple[Tint, ...] = ((40, 40, 250), (60, 250, 60), (250, 130, 40), (40, 200, 250), (240, 240, 240))
"""Colours of lamps and lit digits, BGR."""

_SEGMENTS = {
    "0": "1110111",
    "1": "0010010",
    "2": "1011101",
    "3": "1011011",
    "4": "0111010",
    "5": "1101011",
    "6": "1101111",
    "7": "1010010",
    "8": "1111111",
    "9": "1111011",
}
"""Lit segments of each digit: top, upper left and right, middle, lower left and right, bottom."""

_STROKES = (
    ((0, 0), (1, 0)),
    ((0, 0), (0, 1)),
    ((1, 0), (1, 1)),
    ((0, 1), (1, 1)),
    ((0, 1), (0, 2)),
    ((1, 1), (1, 2)),
    ((0, 2), (1, 2)),
)
"""Ends (x, y) of the seven segments, in widths of a digit, in the order of `_SEGMENTS`."""


def random_console(
    rng: np.random.Generator, fonts: Sequence[Font], bare: BodyBox, *, dice: bool = True
) -> tuple[BodyBox, tuple[RenderedDie, ...]]:
    """In most cases a detailed console instead of a bare one, and the dice on it."""
    return console(rng, fonts, dice=dice) if rng.random() < _DETAILED else (bare, ())


def console(
    rng: np.random.Generator, fonts: Sequence[Font], *, dice: bool = True
) -> tuple[BodyBox, tuple[RenderedDie, ...]]:
    """Return the console of an automatic table: winds, points, buttons, and a dome with or without dice."""
    half = rng.uniform(45, 115)
    top = _plain(round(2 * half * _PRINT), round(2 * half * _PRINT), _any_colour(rng, 0.6))
    pixels = top.shape[0]
    deep = int(pixels * rng.uniform(0.2, 0.33))
    light = _LIGHTS[int(rng.integers(len(_LIGHTS)))]
    ink = light if rng.random() < 0.5 else _any_colour(rng, 0.3)
    winds, points, buttons = rng.random() < 0.7, rng.random() < 0.6, int(rng.integers(0, 4))
    across = rng.uniform(0.25, 0.75, 5)
    (font, names), first, key = _winds(rng, fonts), int(rng.integers(4)), _any_colour(rng, 0.2)
    for side in range(4):
        strip = top[:deep]
        if points:
            high = int(deep * rng.uniform(0.25, 0.5))
            at = (int(pixels * (across[0] / 2 + 0.1)) - high, (deep - high) // 2)
            draw_lit_number(strip, f"{rng.integers(0, 1000) * 100:5d}", at, high, light)
        if winds:
            draw_letter(
                strip, font, names[(first + side) % 4], ((across[1] / 2 + 0.45) * pixels, deep / 2), deep * 0.7, ink
            )
        for n in range(buttons):
            at = (int(across[2 + n % 3] * pixels), int(deep * (0.25 + 0.25 * n)))
            cv2.circle(strip, at, deep // 9, (*key, 255.0), -1, cv2.LINE_AA)
        top = np.ascontiguousarray(np.rot90(top))
    thick = rng.uniform(1, 10)
    thrown: tuple[RenderedDie, ...] = ()
    if rng.random() < 0.6:
        radius = half * rng.uniform(0.28, 0.52)
        _dome(rng, top, int(radius * _PRINT))
        thrown = _under(rng, radius) if dice and rng.random() < _ROLLED else ()
    box = _lying(np.diag([half, half, thick]), _mean(top), top)
    return box, tuple(replace(d, box=_at(d.box, d.box.centre[:2], 2 * thick), base=box) for d in thrown)


def stick(rng: np.random.Generator, axes: Points | None = None) -> BodyBox:
    """Return a counting stick of Japanese sets, whose dots show its value; as large as another if its axes are
    given."""
    if axes is None:
        axes = _turned(rng, (rng.uniform(60, 90), rng.uniform(5, 10), rng.uniform(2.5, 5)))
    long, wide, _ = 2 * np.linalg.norm(axes, axis=1)
    pale = (235.0, 240.0, 242.0) if rng.random() < 0.75 else _any_colour(rng, 0.0)
    drawn = _plain(round(wide * _PRINT), round(long * _PRINT), pale)
    rows, columns = ((1, 1), (1, 3), (2, 4), (2, 5), (3, 3), (3, 5))[int(rng.integers(6))]
    inks = [(40.0, 30.0, 190.0), (30.0, 30.0, 30.0), (60.0, 110.0, 20.0)]
    ink = inks[int(rng.integers(3))]
    radius = max(1, round(drawn.shape[0] * (0.28 if rows == 1 else 0.42 / rows)))
    step = radius * rng.uniform(2.2, 3.2)
    for row in range(rows):
        for column in range(columns):
            x = drawn.shape[1] / 2 + (column - (columns - 1) / 2) * step
            y = drawn.shape[0] / 2 + (row - (rows - 1) / 2) * drawn.shape[0] * 0.8 / rows
            dot = inks[int(rng.integers(3))] if rows == 3 else ink
            cv2.circle(drawn, (round(x), round(y)), radius, (*dot, 255.0), -1, cv2.LINE_AA)
    return _lying(axes, pale, drawn)


def plate(rng: np.random.Generator, fonts: Sequence[Font]) -> BodyBox:
    """Return a marker of a seat or the prevalent wind: a coloured plate, wider than a tile or square, with a wind."""
    high = rng.uniform(18, 45)
    wide = high * (1.0 if rng.random() < 0.4 else rng.uniform(1.5, 2.4))
    colour, ink = _any_colour(rng, 0.1), _any_colour(rng, 0.5)
    drawn = _plain(round(high * _PRINT), round(wide * _PRINT), colour)
    (font, names), places = _winds(rng, fonts), 1 if wide < 1.4 * high else int(rng.integers(1, 3))
    for n in range(places):
        middle = ((n + 0.5) * drawn.shape[1] / places, drawn.shape[0] / 2)
        draw_letter(drawn, font, names[int(rng.integers(4))], middle, drawn.shape[0] * rng.uniform(0.5, 0.85), ink)
    if rng.random() < 0.5:
        cv2.rectangle(drawn, (3, 3), (drawn.shape[1] - 4, drawn.shape[0] - 4), (*ink, 255.0), 2, cv2.LINE_AA)
    return _lying(_turned(rng, (wide, high, rng.uniform(2, 12))), colour, drawn)


def random_fittings(rng: np.random.Generator, fonts: Sequence[Font], reach: float) -> list[BodyBox]:
    """Return sticks and plates within `reach` millimetres of the middle, along x and y; on most tables none."""
    things = []
    if rng.random() < _STICKS:
        first = stick(rng)
        at, step = rng.uniform(-reach, reach, 2), 2 * rng.uniform(0.9, 2.0) * first.axes[1, :2]
        for n in range(int(rng.integers(1, 9))):  # side by side, or anywhere
            at = at + step if rng.random() < 0.7 else rng.uniform(-reach, reach, 2)
            things.append(_at(first if n % 2 else stick(rng, first.axes), at))
    if rng.random() < _PLATES:
        plates = (plate(rng, fonts) for _ in range(int(rng.integers(1, 3))))
        things += [_at(one, rng.uniform(-reach, reach, 2)) for one in plates]
    return things


def _plain(high: int, wide: int, colour: Tint) -> Image:
    drawn = np.full((high, wide, 4), 255, np.uint8)
    drawn[:, :, :3] = np.array(colour)
    return drawn


def _winds(rng: np.random.Generator, fonts: Sequence[Font]) -> tuple[Font, str]:
    """Return a font, and the four winds in the form it can write."""
    font = fonts[int(rng.integers(len(fonts)))]
    return font, "東南西北" if writes(font, "東") else "东南西北"


def _any_colour(rng: np.random.Generator, dark: float) -> Tint:
    """Return a random colour; with the given probability nearly black."""
    b, g, r = rng.uniform(5, 60) + rng.uniform(0, 15, 3) if rng.random() < dark else rng.uniform(20, 250, 3)
    return float(b), float(g), float(r)


def draw_letter(drawn: Image, font: Font, character: str, middle: tuple[float, float], high: float, ink: Tint) -> None:
    """Draw a character of a height in pixels centred at (x, y), clipped to the picture."""
    shape = glyph(font, character)
    wide = high * shape.shape[1] / shape.shape[0]
    warp = np.array(
        [[wide / shape.shape[1], 0, middle[0] - wide / 2], [0, high / shape.shape[0], middle[1] - high / 2]]
    )
    size = (drawn.shape[1], drawn.shape[0])
    covered = cv2.warpAffine(shape, warp, size, flags=cv2.INTER_AREA).astype(np.float32)[:, :, None] / 255
    drawn[:, :, :3] = (drawn[:, :, :3] * (1 - covered) + np.array(ink) * covered).astype(np.uint8)


def draw_lit_number(drawn: Image, text: str, at: tuple[int, int], high: int, light: Tint) -> None:
    """Draw seven-segment digits in a dark window with its top left at (x, y)."""
    wide, pen = max(2, high // 2), max(1, high // 9)
    cv2.rectangle(drawn, at, (at[0] + len(text) * wide + pen, at[1] + high), (15.0, 15.0, 15.0, 255.0), -1)
    for place, digit in enumerate(text):
        left, top, unit = at[0] + place * wide + 2 * pen, at[1] + 2 * pen, (wide - 3 * pen, (high - 4 * pen) / 2)
        for lit, ends in zip(_SEGMENTS.get(digit, ""), _STROKES, strict=False):
            if lit == "1":
                first, last = ((round(left + x * unit[0]), round(top + y * unit[1])) for x, y in ends)
                cv2.line(drawn, first, last, (*light, 255.0), pen, cv2.LINE_AA)


def _dome(rng: np.random.Generator, drawn: Image, radius: int) -> None:
    """Draw the transparent dome in the middle of the print: floor, rim, highlights."""
    at = (drawn.shape[1] // 2, drawn.shape[0] // 2)
    cv2.circle(drawn, at, radius, (*_any_colour(rng, 0.4), 255.0), -1, cv2.LINE_AA)
    cv2.circle(drawn, at, radius, (*_any_colour(rng, 0.3), 255.0), max(1, radius // 14), cv2.LINE_AA)
    shine = (at[0] - radius // 3, at[1] - radius // 3)
    cv2.ellipse(drawn, shine, (radius // 4, radius // 9), -45, 0, 360, (250.0, 250.0, 250.0, 255.0), -1, cv2.LINE_AA)


def _under(rng: np.random.Generator, radius: float) -> tuple[RenderedDie, ...]:
    """Return two dice about the origin if a dome of a given size in millimetres has room for them, or none."""

    def place(side: float) -> tuple[float, float] | None:
        far, turn = (radius - 0.75 * side) * np.sqrt(rng.random()), rng.uniform(0, 2 * np.pi)
        return (float(far * np.cos(turn)), float(far * np.sin(turn))) if far > 0 else None

    dice = random_dice(rng, place)
    return dice if len(dice) == 2 else ()


def _mean(drawn: Image) -> Tint:
    b, g, r = drawn[:, :, :3].mean(axis=(0, 1))
    return float(b), float(g), float(r)


def _lying(axes: Points, colour: Tint, drawn: Image) -> BodyBox:
    """Return a box on the table's middle, its upper side drawn on."""
    return BodyBox(np.array([0, 0, axes[2, 2]]), axes, colour, colour, textures={"+n": drawn}, corner=0.1)


def _turned(rng: np.random.Generator, extent: tuple[float, float, float]) -> Points:
    """Return the half extents (3, 3) of a box of a length, width and height, at a random turn about the vertical."""
    turn = rng.uniform(0, 2 * np.pi)
    c, s = np.cos(turn), np.sin(turn)
    axes: Points = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1.0]]) * np.array(extent)[:, None] / 2
    return axes


def _at(box: BodyBox, place: Points, raised: float = 0.0) -> BodyBox:
    return replace(box, centre=np.array([place[0], place[1], box.centre[2] + raised]))
