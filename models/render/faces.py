"""The faces of made-up sets of tiles, in every family of design, from a seed.

`random_style` makes up a set; `draw_face` draws any of its 42 faces. Only the ink is drawn, on a transparent ground, so
that a renderer can engrave, light and wear it on the body's colour (`FaceStyle.ground`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal, TypeVar

import cv2
import numpy as np

from models.render import pips
from models.render.canvas import Canvas, Colour, Handwriting, shrink
from models.render.flora import PLANTS, Plant, bird, dragon, plant
from models.render.glyphs import FaceSources, Font, Pixels, artwork, extracted_ink, has_crops, writes
from scoring.tiles import FACES

T = TypeVar("T")
Box = tuple[float, float, float, float]
Label = tuple[tuple[str, str], ...]
Family = Literal["chinese", "hongkong", "taiwanese", "riichi", "large-print"]

# characters and words of the tiles
_WIND_CHARACTERS: Final = {"E": "東", "S": "南", "W": "西", "N": "北"}
_FLOWER_CHARACTERS: Final = "梅蘭菊竹"
_SEASON_CHARACTERS: Final = "春夏秋冬"
_FLOWER_WORDS: Final = ("PLUM", "ORCHID", "MUM", "BAMBOO")
_SEASON_WORDS: Final = ("SPRING", "SUMMER", "AUTUMN", "WINTER")

_OTHER_CHARACTERS: Final = ("琴棋書畫", "漁樵耕讀", "福祿壽喜", "才子佳人", "國泰民安")
"""Characters that some sets write on their eight flowers instead, which only digit and place then identify."""

_NUMERALS: Final = "一二三四五六七八九"
"""Chinese numerals from 1 to 9."""

_GROUNDS: Final[dict[str, tuple[Colour, float]]] = {
    "white": ((244, 246, 246), 0.36),
    "ivory": ((214, 232, 240), 0.22),
    "bone": ((190, 214, 228), 0.08),
    "cream": ((205, 230, 245), 0.1),
    "grey": ((214, 216, 216), 0.1),
    "yellowed": ((150, 195, 218), 0.05),
    "jade": ((176, 208, 182), 0.03),
    "green": ((96, 140, 76), 0.02),
    "blue": ((214, 196, 160), 0.02),
    "pink": ((214, 204, 236), 0.02),
    "black": ((34, 32, 32), 0.03),
    "amber": ((80, 140, 196), 0.01),
    "mint": ((222, 236, 214), 0.015),
}
"""Colours of tile bodies (BGR) and their relative frequency. Not measured."""

_WHITES: Final[dict[str, tuple[str, ...]]] = {
    "riichi": ("blank", "blank", "frame", "P"),
    "other": ("blank", "frame", "double", *2 * ("corners", "greek"), "studded", "白", "P", "B", "mark"),
}
"""Forms of the white dragon by family, drawn from with equal probability. Not measured."""

_ONE_PIECE: Final = 0.12
"""Share of sets whose backs have the faces' colour; none with a blank white dragon, which would look like a back.

Not measured.
"""

_INDEXED: Final[dict[Family, float]] = {
    "chinese": 0.55,
    "hongkong": 0.7,
    "taiwanese": 0.15,
    "riichi": 0.1,
    "large-print": 1.0,
}
"""Share of sets of each family that have an index. Not measured."""

_BEASTS: Final = 0.06
"""Share of sets that show beasts for the red and green dragons, as many American sets do. Not measured."""

_DARK: Final = frozenset({"black", "green", "amber"})
"""Bodies that are dark, with light ink."""

_BACKS: Final[tuple[Colour, ...]] = (
    (70, 140, 40),
    (60, 110, 20),
    (110, 160, 60),
    (160, 100, 30),
    (190, 120, 40),
    (40, 170, 235),
    (30, 130, 240),
    (90, 160, 205),
    (60, 90, 150),
    (40, 40, 170),
    (150, 60, 110),
    (60, 60, 60),
    (30, 30, 30),
    (180, 180, 60),
    (140, 190, 90),
    (200, 120, 190),
)
"""Colours of tile backs, BGR."""


@dataclass(frozen=True, slots=True)
class FaceStyle:
    """All that is needed to draw the faces of one set, always the same way.

    Attributes:
        seed: Seed of the details (birds, dragons, plants).
        aspect: Width over height of a face.
        ground: Colour of the body's front, BGR; `side` of its sides, `back` of its back.
        inks: Colours by role: `k` numerals and winds, `w` the character 萬, `r` `g` `b` pips and dragons, `x` index.
        numeral_font, font: Fonts of 一..九 (and 萬, if it has it), and of the other characters.
        numeral_writing, writing: How those fonts are varied.
        scale: Size of the print on the face; 1 is ordinary.
        index: Corner(s) of the Arabic or letter index: "", "tl", "tr", "tl br", "tr bl".
        white: Form of the white dragon.
        beasts: Dragons that are drawn as beasts.
        label_font: Font of the characters of flowers and seasons.
        flower_label, season_label: (place, label). Places are corners, or "t" and "b" for a line at the top or the
            bottom; labels are "c" the character, "d" the digit, "n" the Chinese numeral, "w" the English word, "o" a
            character that does not identify the tile.
        plants: Pictures of the four flowers and the four seasons.
        artwork: Folder of pictures to use instead of drawing.
        crops: Photographed tiles to extract the ink from instead: (code, file).
    """

    family: Family
    seed: int
    aspect: float
    ground: Colour
    side: Colour
    back: Colour
    inks: dict[str, Colour]
    numeral_font: Font
    font: Font
    index_font: Font
    writing: Handwriting
    numeral_writing: Handwriting
    scale: float
    margin: float
    characters: dict[str, str]
    dot: str
    great_dot: str
    dot_size: float
    dot_inks: dict[str, Colour]
    stick: str
    stick_width: float
    peak_outward: bool
    index: str
    index_size: float
    white: str
    beasts: str
    label_font: Font
    flower_label: Label
    season_label: Label
    plants: tuple[Plant, ...]
    red_five: bool
    artwork: Path | None = None
    crops: tuple[tuple[str, Path], ...] = ()


def random_style(rng: np.random.Generator, sources: FaceSources, dark: bool = False) -> FaceStyle:
    """Makes up a set of tiles; with `dark`, one with dark faces."""
    families: tuple[Family, ...] = ("chinese", "hongkong", "taiwanese", "riichi", "large-print")
    family = families[int(rng.choice(5, p=[0.28, 0.24, 0.14, 0.26, 0.08]))]
    riichi, large = family == "riichi", family == "large-print"

    names = [name for name in _GROUNDS if name in _DARK or not dark]
    shares = np.array([_GROUNDS[name][1] for name in names])
    ground_name = names[int(rng.choice(len(names), p=shares / shares.sum()))]
    ground = _jitter(rng, _GROUNDS[ground_name][0], 7)
    back = _jitter(rng, _BACKS[int(rng.integers(len(_BACKS)))], 14)
    side = _jitter(rng, ground if rng.random() < 0.9 else back, 4)
    white = _any(rng, _WHITES["riichi" if riichi else "other"])
    if white != "blank" and rng.random() < _ONE_PIECE:
        back = ground

    inks = _inks(rng, family, ground_name in _DARK)
    font = _font(rng, sources, "東南西北中發萬白")
    labels = _SEASON_CHARACTERS + "梅菊竹" + "".join(_OTHER_CHARACTERS)
    label_font = font if rng.random() < 0.5 and writes(font, labels) else _font(rng, sources, labels)
    numeral_font = font if rng.random() < 0.6 else _font(rng, sources, _NUMERALS)
    index = ""
    if rng.random() < _INDEXED[family]:
        index = ("tl", "tr", "tl br", "tr bl")[int(rng.choice(4, p=[0.6, 0.32, 0.06, 0.02]))]
    writing = Handwriting(
        weight=float(rng.uniform(0.0, 0.06) if rng.random() < 0.7 else rng.uniform(-0.015, 0.01)),
        stretch=float(rng.uniform(0.88, 1.25)),
        slant=float(rng.uniform(0.0, 0.16)) if rng.random() < 0.5 else 0.0,
        rough=float(rng.uniform(0.2, 1.0)) if rng.random() < 0.35 else 0.0,
        bend=float(rng.uniform(0.01, 0.05)) if rng.random() < 0.7 else 0.0,
        seed=int(rng.integers(2**31)),
    )
    flower_label, season_label = _labels(rng)
    style = FaceStyle(
        family=family,
        seed=int(rng.integers(2**31)),
        aspect=float(rng.uniform(0.7, 0.8)),
        ground=ground,
        side=side,
        back=back,
        inks=inks,
        numeral_font=numeral_font,
        font=font,
        index_font=sources.latin[int(rng.integers(len(sources.latin)))],
        writing=writing,
        numeral_writing=replace(writing, stretch=float(writing.stretch * rng.uniform(1.0, 1.35))),
        scale=float(rng.uniform(0.84, 1.04)) * (0.82 if large else 1.0),
        margin=float(rng.uniform(0.05, 0.11)),
        characters=_characters(rng, riichi, font, numeral_font, label_font),
        dot=_any(rng, tuple(pips.DOT_DESIGNS)),
        great_dot=_any(rng, tuple(pips.GREAT_DOT_DESIGNS)),
        dot_size=float(rng.uniform(0.82, 1.3)),
        dot_inks=_pip_inks(rng, inks, riichi),
        stick=_any(rng, tuple(pips.STICK_DESIGNS)),
        stick_width=float(rng.uniform(0.11, 0.17)),
        peak_outward=bool(rng.random() < 0.4),
        index=index,
        index_size=float(rng.uniform(0.26, 0.36) if large else rng.uniform(0.1, 0.19)),
        white=white,
        beasts="CF" if rng.random() < _BEASTS else "",
        label_font=label_font,
        flower_label=flower_label,
        season_label=season_label,
        plants=_plants(rng, bool(flower_label)),
        red_five=bool(riichi and rng.random() < 0.25),
    )
    pick = rng.random()
    if dark:
        return style  # artwork and photographed ink suit light faces only
    if sources.artwork and pick < 0.12:
        return replace(style, artwork=sources.artwork[int(rng.integers(len(sources.artwork)))])
    if pick < 0.3 and has_crops(sources, FACES):
        crops = tuple(_a_crop_for_each(rng, sources))
        body = _jitter(rng, extracted_ink(crops[0][1])[1], 5)
        return replace(style, crops=crops, ground=body, side=body)
    return style


def draw_face(style: FaceStyle, code: str, height: int = 160) -> Pixels:
    """The ink of face `code`, upright: (height, height x aspect, 4) BGRA, alpha 255 where there is ink.

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


# --- the style of a set ---------------------------------------------------------------------------------------------


def _any(rng: np.random.Generator, options: Sequence[T]) -> T:
    return options[int(rng.integers(len(options)))]


def _jitter(rng: np.random.Generator, colour: Colour, by: float) -> Colour:
    b, g, r = (int(np.clip(c + rng.normal(0, by), 0, 255)) for c in colour)
    return b, g, r


def _font(rng: np.random.Generator, sources: FaceSources, text: str) -> Font:
    able = [f for f in sources.chinese if writes(f, text)] or list(sources.chinese)
    brush = rng.random() < 0.65
    return _any(rng, [f for f in able if f.brushed] if brush and any(f.brushed for f in able) else able)


def _inks(rng: np.random.Generator, family: Family, dark: bool) -> dict[str, Colour]:
    """Inks by role, as usual in the family; all are light on a dark body."""
    if dark:
        light = {
            "k": (235, 235, 235),
            "w": (70, 70, 235),
            "r": (70, 80, 240),
            "g": (120, 210, 120),
            "b": (230, 190, 120),
        }
        if rng.random() < 0.4:
            gold = (90, 190, 230)
            light = dict.fromkeys("kwrgb", gold)
        return {role: _jitter(rng, c, 14) for role, c in light.items()} | {"x": _jitter(rng, light["k"], 14)}
    black = _any(rng, ((30, 28, 26), (52, 40, 36), (60, 60, 58), (40, 46, 34)))
    blue = _any(rng, ((150, 50, 20), (190, 70, 20), (120, 30, 30), (200, 110, 40), (170, 120, 60)))
    red = _any(rng, ((30, 20, 190), (40, 40, 215), (45, 40, 150), (70, 80, 225), (40, 30, 120)))
    green = _any(rng, ((60, 100, 10), (40, 80, 10), (80, 130, 40), (50, 60, 20), (120, 180, 60)))
    # many sets, above all riichi ones, have black for blue, and a dark green
    second = black if rng.random() < (0.75 if family == "riichi" else 0.3) else blue
    inks = {
        "k": black if second is black or rng.random() < 0.4 else blue,
        "w": red if rng.random() < 0.93 else black,
        "r": red,
        "g": green if rng.random() < 0.85 else black,
        "b": second,
    }
    inks["x"] = _any(rng, (red, black, blue, inks["k"], green))
    return {role: _jitter(rng, c, 10) for role, c in inks.items()}


def _pip_inks(rng: np.random.Generator, inks: dict[str, Colour], riichi: bool) -> dict[str, Colour]:
    """Inks of dots by their role in the layout, permuted within the set."""
    roles = {role: inks[role] for role in "rgb"}
    if rng.random() < 0.15:
        first, second = rng.permutation(["r", "g", "b"])[:2]
        roles[str(first)], roles[str(second)] = inks[str(second)], inks[str(first)]
    if riichi and rng.random() < 0.4:
        roles["g"] = roles["b"]
    return roles


def _characters(
    rng: np.random.Generator, riichi: bool, font: Font, numeral_font: Font, label_font: Font
) -> dict[str, str]:
    """The variant that the set uses of each character that has several."""

    def choose(by: Font, options: tuple[str, ...], shares: tuple[float, ...]) -> str:
        able = [(o, s) for o, s in zip(options, shares, strict=True) if writes(by, o)]
        if not able:
            return options[0]
        p = np.array([s for _, s in able])
        return able[int(rng.choice(len(able), p=p / p.sum()))][0]

    five = choose(numeral_font, ("五", "伍"), (0.5, 0.5) if riichi else (0.35, 0.65))
    return {
        **{str(i + 1): n for i, n in enumerate(_NUMERALS)},
        "5": five,
        "m": choose(font, ("萬", "万"), (0.95, 0.05)),
        **_WIND_CHARACTERS,
        "E": choose(font, ("東", "东"), (0.95, 0.05)),
        "C": "中",
        "F": choose(font, ("發", "发", "発"), (0.88, 0.08, 0.04)),
        **{f"f{i + 1}": c for i, c in enumerate(_FLOWER_CHARACTERS)},
        "f2": choose(label_font, ("蘭", "兰"), (0.6, 0.4)),
        **{f"s{i + 1}": c for i, c in enumerate(_SEASON_CHARACTERS)},
    }


def _labels(rng: np.random.Generator) -> tuple[Label, Label]:
    """Labels of flowers and seasons: characters, words, kinds of numerals, or the place of the digit."""
    left, right = ("tl", "tr") if rng.random() < 0.75 else ("tr", "tl")
    if rng.random() < 0.06:
        return (("tl", "o"), ("tr", "d")), (("tl", "d"), ("tr", "o"))
    flowers: tuple[tuple[Label, float], ...] = (
        (((left, "c"), (right, "d")), 0.42),
        (((left, "c"),), 0.14),
        (((left, "d"), (right, "c")), 0.12),
        (((left, "d"),), 0.16),
        ((("b", "w"), (right, "d")), 0.05),
        ((("t", "w"),), 0.03),
        (((left, "o"), (right, "d")), 0.04),
        ((), 0.04),
    )
    seasons: tuple[tuple[Label, float], ...] = (
        (((left, "d"), (right, "c")), 0.5),
        (((right, "c"),), 0.14),
        (((right, "n"), (left, "c")), 0.06),
        (((left, "n"), (right, "c")), 0.06),
        (((right, "n"),), 0.16),
        ((("b", "w"), (left, "d")), 0.05),
        ((("t", "w"),), 0.03),
    )

    def one(options: tuple[tuple[Label, float], ...]) -> Label:
        return options[int(rng.choice(len(options), p=[share for _, share in options]))][0]

    return one(flowers), one(seasons)


def _plants(rng: np.random.Generator, labelled: bool) -> tuple[Plant, ...]:
    """The plants of a set: each flower has its own where no label identifies it; otherwise, and on seasons, any."""
    flowers = (_any(rng, PLANTS) if labelled and rng.random() < 0.3 else own for own in PLANTS[:4])
    return (*flowers, *(_any(rng, PLANTS) for _ in _SEASON_CHARACTERS))


def _a_crop_for_each(rng: np.random.Generator, sources: FaceSources) -> list[tuple[str, Path]]:
    files: dict[str, list[Path]] = {}
    for code, file in sources.crops:
        files.setdefault(code, []).append(file)
    return [(code, files[code][int(rng.integers(len(files[code])))]) for code in FACES]


# --- drawing of faces ------------------------------------------------------------------------------------------


def _print_box(style: FaceStyle, code: str) -> Box:
    """The box of the print: the face less its margins, shifted to make room for a large index."""
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


def _draw_character(canvas: Canvas, style: FaceStyle, rank: int, box: Box) -> None:
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


def _draw_dots(canvas: Canvas, style: FaceStyle, rank: int, box: Box) -> None:
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


def _draw_sticks(canvas: Canvas, style: FaceStyle, rank: int, box: Box) -> None:
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


def _draw_honour(canvas: Canvas, style: FaceStyle, code: str, box: Box) -> None:
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


def _frame(canvas: Canvas, box: Box, pen: float, ink: Colour, cut: float = 0.0) -> None:
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


def _draw_white(canvas: Canvas, style: FaceStyle, box: Box) -> None:
    """Draws the white dragon: blank, a frame, a character or a letter."""
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
        text, font = (style.white, style.index_font) if style.white in "PB" else (_any(rng, "福才好白"), style.font)
        canvas.character(font, text, (cx - s, cy - s, cx + s, cy + s), style.inks["r"], style.writing)


def _corner(style: FaceStyle, corner: str, size: float, pad: float = 0.05) -> Box:
    """The box of a label in a corner or, for "t" and "b", in a line at the top or bottom."""
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
    """Draws a flower or season: a plant and the labels. Each of the eight has its own seed."""
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
    others = _OTHER_CHARACTERS[int(shared.integers(len(_OTHER_CHARACTERS)))]
    for (place, what), ink in zip(labels, colours, strict=False):
        box = _corner(style, place, size * (0.6 if what == "w" else 1), pad)
        font, text = {
            "c": (style.label_font, style.characters[code]),
            "d": (style.index_font, str(n)),
            "n": (style.label_font, _NUMERALS[n - 1]),
            "w": (style.index_font, (_FLOWER_WORDS if flower else _SEASON_WORDS)[n - 1]),
            "o": (style.label_font, others[n - 1]),
        }[what]
        x0, y0, x1, y1 = (round(v * len(canvas.pixels)) for v in box)
        canvas.pixels[y0:y1, x0:x1] = 0
        canvas.character(font, text, box, ink, Handwriting() if what == "w" else style.writing)
