"""The faces of made-up sets of tiles: `draw_face` draws any face of a style.

Only the ink is drawn, on a transparent ground, so that a renderer can engrave, light and wear it on the body's colour
(`FaceStyle.ground`).
"""

from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from models.render import pips
from models.render.canvas import Canvas, Colour, Handwriting, shrink
from models.render.flora import bird, dragon, plant
from models.render.glyphs import Pixels, artwork, extracted_ink, writes
from models.render.styles import NUMERALS, OTHER_CHARACTERS, FaceStyle, choose
from scoring.tiles import FACES

_Box = tuple[float, float, float, float]

# Words of flowers and seasons
_FLOWER_WORDS: Final = ("PLUM", "ORCHID", "MUM", "BAMBOO")
_SEASON_WORDS: Final = ("SPRING", "SUMMER", "AUTUMN", "WINTER")


def draw_face(style: FaceStyle, code: str, height: int = 160) -> Pixels:
    """Return the ink of face `code`, upright: (height, height x aspect, 4) BGRA, alpha 255 where there is ink.

    Raises:
        KeyError: `code` is none of `scoring.tiles.FACES`.
    """
    if code not in FACES:
        raise KeyError(f"{code!r} is no face: expected one of {' '.join(FACES)}")
    width = round(height * style.aspect)
    if style.artwork is not None and (picture := artwork(style.artwork, code)) is not None:
        return _printed(style, picture, height, width)
    for known, file in style.crops:
        if known == code:
            return shrink(extracted_ink(file)[0], height, width)
    canvas = Canvas.blank(height, style.aspect)
    box = _print_box(style, code)
    if code[0] in "123456789":
        {"m": _draw_character, "p": _draw_dots, "s": _draw_sticks}[code[1]](canvas, style, int(code[0]), box)
    elif code[0] in "fs":
        _draw_flower(canvas, style, code)
    else:
        _draw_honour(canvas, style, code, box)
    if style.index and code[0] not in "fs":
        _draw_index(canvas, style, code)
    return canvas.finished(height)


def _print_box(style: FaceStyle, code: str) -> _Box:
    """Return the box of the print: the face less its margins, shifted to make room for a large index."""
    a, m = style.aspect, style.margin
    w, h = (a - 2 * m) * style.scale, (1 - 2 * m) * style.scale
    cx, cy = a / 2, 0.5
    if style.index_size > 0.2:
        cx += (0.04 if "tl" in style.index else -0.04) * (1 if code[1:] in ("m", "p", "s") else 0.6)
        cy = 1 - m / 2 - h / 2
    return cx - w / 2, cy - h / 2, cx + w / 2, cy + h / 2


def _printed(style: FaceStyle, picture: Pixels, height: int, width: int) -> Pixels:
    """Artwork on the face, its colours shifted at random so that one folder makes many sets."""
    rng = np.random.default_rng(style.seed)
    sheet = np.zeros((480, round(480 * width / height), 4), np.uint8)
    inner_h, inner_w = round(480 * style.scale * 0.97), round(sheet.shape[1] * style.scale * 0.97)
    small = shrink(picture, inner_h, inner_w)
    y, x = (480 - inner_h) // 2, (sheet.shape[1] - inner_w) // 2
    top, left = max(y, 0), max(x, 0)
    part = small[top - y : top - y + 480, left - x : left - x + sheet.shape[1]]
    sheet[top : top + part.shape[0], left : left + part.shape[1]] = part
    hsv = cv2.cvtColor(np.ascontiguousarray(sheet[..., :3]), cv2.COLOR_BGR2HSV).astype(np.float32)
    hsv *= rng.uniform((0.97, 0.3, 0.5), (1.03, 1.1, 1.25))
    sheet[..., :3] = cv2.cvtColor(np.clip(hsv, 0, (179, 255, 255)).astype(np.uint8), cv2.COLOR_HSV2BGR)
    return shrink(sheet, height, width)


def _draw_character(canvas: Canvas, style: FaceStyle, rank: int, box: _Box) -> None:
    x0, y0, x1, y1 = box
    rng = np.random.default_rng(style.seed)
    split = y0 + (y1 - y0) * rng.uniform(0.42, 0.5)
    narrow = (x1 - x0) * rng.uniform(0.0, 0.12)
    ink = style.inks["r"] if style.red_five and rank == 5 else style.inks["k"]
    gap = 0.02
    flat = {1: 0.3, 2: 0.1}.get(rank, 0.0) * (split - y0)
    canvas.character(
        style.numeral_font,
        style.characters[str(rank)],
        (x0 + narrow, y0 + flat, x1 - narrow, split - gap - flat),
        ink,
        style.numeral_writing,
    )
    below = style.characters["m"]
    font = style.numeral_font if writes(style.numeral_font, below) else style.font
    canvas.character(font, below, (x0, split + gap, x1, y1), style.inks["w"], style.writing)


def _draw_dots(canvas: Canvas, style: FaceStyle, rank: int, box: _Box) -> None:
    x0, y0, x1, y1 = box
    w, h = x1 - x0, y1 - y0
    rng = np.random.default_rng(style.seed)
    spin = float(rng.choice([0.0, 22.5, 45.0]))
    if rank == 1:
        first, other, third = (style.dot_inks[str(r)] for r in rng.permutation(["g", "r", "b"]))
        radius = w / 2 * rng.uniform(0.62, 0.98)
        pips.dot(
            canvas,
            pips.GREAT_DOT_DESIGNS[style.great_dot],
            (x0 + w / 2, y0 + h / 2),
            radius,
            {"i": first, "o": other, "q": third},
            spin,
        )
        return
    # the box of dots may be narrower or lower than the room on the face
    slim, low = rng.uniform(0.86, 1.0), rng.uniform(0.88, 1.0)
    w, h = w * slim, h * low
    left, top = (x0 + x1 - w) / 2, (y0 + y1 - h) / 2
    size = style.dot_size if rank < 6 else min(style.dot_size, 1.0)
    radius = min(pips.DOT_SIZE[rank] * h * size, w * (0.36 if rank in (7, 9) else 0.49)) / 2
    for u, v, role in pips.DOTS[rank]:
        centre = (left + radius + (w - 2 * radius) * u, top + radius + (h - 2 * radius) * v)
        ink = style.inks["r"] if style.red_five and rank == 5 else style.dot_inks[role]
        other = style.inks["r"] if role != "r" else style.dot_inks["b"]
        pips.dot(canvas, pips.DOT_DESIGNS[style.dot], centre, radius, {"i": ink, "o": other, "q": other}, spin)


def _draw_sticks(canvas: Canvas, style: FaceStyle, rank: int, box: _Box) -> None:
    x0, y0, x1, y1 = box
    rng = np.random.default_rng(style.seed)
    roles = dict.fromkeys("gb", style.inks["g"]) | {"r": style.inks["r"]}
    if rng.random() < 0.5:
        roles["b"] = style.inks["b"]
    if rank == 1:
        body, wing, tail = (style.inks[str(r)] for r in rng.permutation(["r", "g", "b" if rng.random() < 0.6 else "g"]))
        bird(canvas, style.seed, box, (body, wing, tail), (y1 - y0) * rng.uniform(0.014, 0.028))
        return
    w, h = (x1 - x0) * rng.uniform(0.72, 0.98), (y1 - y0) * rng.uniform(0.88, 1.0)
    left, top = (x0 + x1 - w) / 2, (y0 + y1 - h) / 2
    design = pips.STICK_DESIGNS[style.stick]
    if rank == 8:
        for (ax, ay), (bx, by) in pips.eight(style.peak_outward):
            pips.stick(
                canvas,
                design,
                (left + ax * w, top + ay * h),
                (left + bx * w, top + by * h),
                style.stick_width * h * 1.3,
                roles["g"],
            )
        return
    thick = style.stick_width * h * 1.6
    for u, v, length, role in pips.STICKS[rank]:
        x, y, half = left + u * w, top + v * h, length * h / 2
        ink = style.inks["r"] if style.red_five and rank == 5 else roles[role]
        pips.stick(canvas, design, (x, y - half), (x, y + half), thick, ink)


def _draw_honour(canvas: Canvas, style: FaceStyle, code: str, box: _Box) -> None:
    x0, y0, x1, y1 = box
    if code == "P":
        _draw_white(canvas, style, box)
        return
    ink = style.inks[{"C": "r", "F": "g"}.get(code, "k")]
    if code in style.beasts:
        dragon(canvas, style.seed, box, ink)
        return
    inset = (y1 - y0) * 0.1
    rng = np.random.default_rng(style.seed)
    if code == "C" and rng.random() < 0.5:
        inset = 0.0  # for a long middle stroke
    canvas.character(
        style.font,
        style.characters[code],
        (x0, y0 + inset, x1, y1 - inset),
        ink,
        replace(style.writing, stretch=style.writing.stretch * (0.75 if code == "C" and not inset else 1.0)),
    )


def _frame(canvas: Canvas, box: _Box, pen: float, ink: Colour, cut: float = 0.0) -> None:
    x0, y0, x1, y1 = box
    c = cut
    canvas.line(
        [
            (x0 + c, y0),
            (x1 - c, y0),
            (x1, y0 + c),
            (x1, y1 - c),
            (x1 - c, y1),
            (x0 + c, y1),
            (x0, y1 - c),
            (x0, y0 + c),
        ],
        pen,
        ink,
        closed=True,
    )


def _draw_white(canvas: Canvas, style: FaceStyle, box: _Box) -> None:
    """Draw the white dragon: blank, a frame, a character or a letter."""
    if style.white == "blank":
        return
    rng = np.random.default_rng(style.seed)
    ink = style.inks["b"] if rng.random() < 0.85 else style.inks["g"]
    pen = rng.uniform(0.012, 0.035)
    x0, y0, x1, y1 = box
    if style.white == "白":
        canvas.character(style.font, "白", (x0, y0 + 0.1, x1, y1 - 0.1), style.inks["k"], style.writing)
        return
    slim = (x1 - x0) * rng.uniform(0.0, 0.1)
    x0, x1 = x0 + slim, x1 - slim
    gap = (x1 - x0) * rng.uniform(0.08, 0.17)
    inner = (x0 + gap, y0 + gap, x1 - gap, y1 - gap)
    if style.white in ("greek", "studded"):
        _frame(canvas, (x0, y0, x1, y1), pen * 0.6, ink)
        _frame(canvas, inner, pen * 0.6, ink)
        n = int(rng.integers(4, 7))
        for i in range(n):
            t = (i + 0.5) / n
            for side in (0, 1):
                for p in (
                    (x0 + gap / 2 if side else x1 - gap / 2, y0 + (y1 - y0) * t),
                    (x0 + (x1 - x0) * t, y0 + gap / 2 if side else y1 - gap / 2),
                ):
                    if style.white == "studded":
                        canvas.disc(p, gap * 0.28, ink)
                    else:
                        s = gap * 0.25
                        canvas.line(
                            [(p[0] - s, p[1] - s), (p[0] + s, p[1] - s), (p[0] + s, p[1] + s), (p[0] - s, p[1] + s)],
                            pen * 0.6,
                            ink,
                        )
    else:
        _frame(canvas, (x0, y0, x1, y1), pen, ink, 0.03 if rng.random() < 0.4 else 0.0)
        if style.white != "frame":
            _frame(canvas, inner, pen * 0.6, ink, gap if style.white == "corners" else 0.0)
        if style.white == "corners" and rng.random() < 0.5:
            _frame(canvas, inner, pen * 0.6, ink)
    if style.white in ("P", "B", "mark") or (style.white == "greek" and rng.random() < 0.4):
        cx, cy, s = (x0 + x1) / 2, (y0 + y1) / 2, (x1 - x0) * rng.uniform(0.12, 0.28)
        text, font = (style.white, style.index_font) if style.white in "PB" else (choose(rng, "福才好白"), style.font)
        canvas.character(font, text, (cx - s, cy - s, cx + s, cy + s), style.inks["r"], style.writing)


def _corner(style: FaceStyle, corner: str, size: float, pad: float = 0.05) -> _Box:
    """Return the box of a label in a corner or, for "t" and "b", in a line at the top or bottom."""
    top = pad if corner[0] == "t" else 1 - pad - size
    if len(corner) == 1:
        return pad, top, style.aspect - pad, top + size
    left = pad if corner[1] == "l" else style.aspect - pad - size * 0.8
    return left, top, left + size * 0.8, top + size


def _draw_index(canvas: Canvas, style: FaceStyle, code: str) -> None:
    text = code[0]
    if code == "P" and style.white in ("blank", "B"):
        text = "B"
    for corner in style.index.split():
        canvas.character(
            style.index_font,
            text,
            _corner(style, corner, style.index_size),
            style.inks["x"],
            Handwriting(weight=max(0.0, style.writing.weight)),
        )
        if corner[0] == "b":
            x0, y0, x1, y1 = (round(v * len(canvas.pixels)) for v in _corner(style, corner, style.index_size))
            canvas.pixels[y0:y1, x0:x1] = canvas.pixels[y0:y1, x0:x1][::-1, ::-1].copy()


def _draw_flower(canvas: Canvas, style: FaceStyle, code: str) -> None:
    """Draw a flower or season: a plant and the labels. Each of the eight has its own seed."""
    n = int(code[1])
    flower = code[0] == "f"
    rng = np.random.default_rng((style.seed, FACES.index(code)))
    shared = np.random.default_rng((style.seed, 1 if flower else 2))
    labels = style.flower_label if flower else style.season_label
    a, m = style.aspect, style.margin
    top = 0.32 if labels and rng.random() < 0.5 else 0.14
    petal = style.inks["r"] if rng.random() < 0.85 else style.inks["b"]
    other = style.inks["b"] if rng.random() < 0.4 else style.inks["g"]
    green = style.inks["g"]
    if shared.random() < 0.12:
        petal = other = green = style.inks[str(shared.choice(["k", "r", "g", "b"]))]
    plant(
        canvas,
        style.plants[n - 1 if flower else n + 3],
        int(rng.integers(2**31)),
        (m, top, a - m, 1 - m),
        petal,
        green,
        other,
        0.016 * style.scale + 0.004,
    )
    colours = [style.inks[str(role)] for role in shared.permutation(["k", "r", "b", "x", "g"])]
    size, pad = float(shared.uniform(0.17, 0.3)), float(shared.uniform(0.035, 0.1))
    others = OTHER_CHARACTERS[int(shared.integers(len(OTHER_CHARACTERS)))]
    for (place, what), ink in zip(labels, colours, strict=False):
        box = _corner(style, place, size * (0.6 if what == "w" else 1), pad)
        font, text = {
            "c": (style.label_font, style.characters[code]),
            "d": (style.index_font, str(n)),
            "n": (style.label_font, NUMERALS[n - 1]),
            "w": (style.index_font, (_FLOWER_WORDS if flower else _SEASON_WORDS)[n - 1]),
            "o": (style.label_font, others[n - 1]),
        }[what]
        x0, y0, x1, y1 = (round(v * len(canvas.pixels)) for v in box)
        canvas.pixels[y0:y1, x0:x1] = 0
        canvas.character(font, text, box, ink, Handwriting() if what == "w" else style.writing)
