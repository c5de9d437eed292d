"""Styles of made-up sets of tiles, in every family of design, from a seed: colours, fonts, layouts, labels."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal, TypeVar

import numpy as np

from models.render import pips
from models.render.canvas import Colour, Handwriting
from models.render.flora import PLANTS, Plant
from models.render.glyphs import FaceSources, Font, extracted_ink, has_crops, writes
from scoring.tiles import FACES

T = TypeVar("T")
_Label = tuple[tuple[str, str], ...]
Family = Literal["chinese", "cantonese", "taiwanese", "japanese", "large-print"]

# Characters of winds, flowers and seasons
_WIND_CHARACTERS: Final = {"E": "東", "S": "南", "W": "西", "N": "北"}
_FLOWER_CHARACTERS: Final = "梅蘭菊竹"
_SEASON_CHARACTERS: Final = "春夏秋冬"

OTHER_CHARACTERS: Final = ("琴棋書畫", "漁樵耕讀", "福祿壽喜", "才子佳人", "國泰民安")
"""Characters that some sets write on their eight flowers instead, which only digit and place then identify."""

NUMERALS: Final = "一二三四五六七八九"
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
"""Colours of tile bodies (BGR) and their relative frequency. A more frequent one is learned better, the others
worse."""

_WHITES: Final[dict[str, tuple[str, ...]]] = {
    "japanese": ("blank", "blank", "frame", "P"),
    "other": ("blank", "frame", "double", *2 * ("corners", "greek"), "studded", "白", "P", "B", "mark"),
}
"""Forms of the white dragon by family, drawn from with equal probability: a repeated one is learned better."""

_PALE: Final = ("blank", "blank", "blank", "frame", "double")
"""Forms of the white dragon in pictures made to teach it, most of them blank, the hardest form."""

_ONE_PIECE: Final = 0.12
"""Share of sets whose backs have the faces' colour. More teaches backs of every colour; less teaches faces by the
back's contrast. Such a set has no blank white dragon, which would look like a back."""

_INDEXED: Final[dict[Family, float]] = {
    "chinese": 0.55,
    "cantonese": 0.7,
    "taiwanese": 0.15,
    "japanese": 0.1,
    "large-print": 1.0,
}
"""Share of sets of each family with an index. More teaches reading the index; less teaches the design itself."""

_BEASTS: Final = 0.06
"""Share of sets that show beasts for the red and green dragons, as many American sets do. More teaches them, other
dragons less."""

_DARK: Final = frozenset({"black", "green", "amber"})
"""Bodies that are dark, with light ink."""

_UNUSUAL: Final = ("black", "black", "green", "amber", "bone", "yellowed", "jade", "clear", "clear")
"""Bodies of unusual sets (`_GROUNDS`, and transparent ones), drawn with equal probability: a repeated one is learned
better."""

_CLEAR: Final = (0.45, 0.85)
"""Range of `FaceStyle.clear` of a transparent set. More shows hardly anything but the ink; less resembles other
sets."""

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

_BAMBOO: Final[tuple[Colour, ...]] = ((80, 140, 180), (60, 110, 150), (100, 160, 200))
"""Colours of backs of bamboo, BGR."""


@dataclass(frozen=True, slots=True)
class FaceStyle:
    """The complete style of one set, which always draws the same faces.

    Attributes:
        seed: Seed of the details (birds, dragons, plants).
        aspect: Width over height of a face.
        ground: Colour of the body's front, BGR; `side` of its sides, `back` of its back.
        inks: Colours by role: `k` numerals and winds, `w` the character 萬, `r` `g` `b` pips and dragons, `x` index.
        numeral_font, font: Fonts of 一..九 (and 萬, if it has it), and of the other characters.
        numeral_writing, writing: Variations of those fonts.
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
        clear: Share of the table that shows through the body; 0 for an opaque one.
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
    flower_label: _Label
    season_label: _Label
    plants: tuple[Plant, ...]
    red_five: bool
    artwork: Path | None = None
    crops: tuple[tuple[str, Path], ...] = ()
    clear: float = 0.0


def random_style(rng: np.random.Generator, sources: FaceSources, dark: bool = False) -> FaceStyle:
    """Make up a set of tiles; with `dark`, one with dark faces."""
    families: tuple[Family, ...] = ("chinese", "cantonese", "taiwanese", "japanese", "large-print")
    family = families[int(rng.choice(5, p=[0.28, 0.24, 0.14, 0.26, 0.08]))]
    japanese, large = family == "japanese", family == "large-print"

    names = [name for name in _GROUNDS if name in _DARK or not dark]
    shares = np.array([_GROUNDS[name][1] for name in names])
    ground_name = names[int(rng.choice(len(names), p=shares / shares.sum()))]
    ground = _jitter(rng, _GROUNDS[ground_name][0], 7)
    back = _jitter(rng, _BACKS[int(rng.integers(len(_BACKS)))], 14)
    side = _jitter(rng, ground if rng.random() < 0.9 else back, 4)
    white = choose(rng, _WHITES["japanese" if japanese else "other"])
    if white != "blank" and rng.random() < _ONE_PIECE:
        back = ground

    inks = _inks(rng, family, ground_name in _DARK)
    font = _font(rng, sources, "東南西北中發萬白")
    labels = _SEASON_CHARACTERS + "梅菊竹" + "".join(OTHER_CHARACTERS)
    label_font = font if rng.random() < 0.5 and writes(font, labels) else _font(rng, sources, labels)
    numeral_font = font if rng.random() < 0.6 else _font(rng, sources, NUMERALS)
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
        characters=_characters(rng, japanese, font, numeral_font, label_font),
        dot=choose(rng, tuple(pips.DOT_DESIGNS)),
        great_dot=choose(rng, tuple(pips.GREAT_DOT_DESIGNS)),
        dot_size=float(rng.uniform(0.82, 1.3)),
        dot_inks=_pip_inks(rng, inks, japanese),
        stick=choose(rng, tuple(pips.STICK_DESIGNS)),
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
        red_five=bool(japanese and rng.random() < 0.25),
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


def unusual(rng: np.random.Generator, style: FaceStyle) -> FaceStyle:
    """Return the style with a dark, transparent, bone-coloured or otherwise unusual body, and ink that shows on it.

    A body of two layers like bone and bamboo has backs of that brown.
    """
    name = choose(rng, _UNUSUAL)
    ground = _jitter(rng, _GROUNDS["white" if name == "clear" else name][0], 9)
    inks = _inks(rng, style.family, name in _DARK)
    back = choose(rng, _BAMBOO) if name in ("bone", "yellowed") and rng.random() < 0.5 else style.back
    dots = _pip_inks(rng, inks, style.family == "japanese")
    clear = float(rng.uniform(*_CLEAR)) if name == "clear" else 0.0
    white = "frame" if style.white == "blank" and name == "clear" else style.white
    return replace(
        style,
        ground=ground,
        side=_jitter(rng, ground, 4),
        back=_jitter(rng, back, 8),
        inks=inks,
        dot_inks=dots,
        white=white,
        clear=clear,
        artwork=None,
        crops=(),
    )


def with_pale_dragon(rng: np.random.Generator, style: FaceStyle) -> FaceStyle:
    """Return the style with a white dragon that is blank, or framed at most, and backs of a colour, as such sets
    have."""
    back = _jitter(rng, choose(rng, _BACKS), 14) if style.back == style.ground else style.back
    return replace(style, white=choose(rng, _PALE), back=back, artwork=None, crops=())


def choose(rng: np.random.Generator, options: Sequence[T]) -> T:
    """Return one of the options, each with equal probability."""
    return options[int(rng.integers(len(options)))]


def _jitter(rng: np.random.Generator, colour: Colour, by: float) -> Colour:
    b, g, r = (int(np.clip(c + rng.normal(0, by), 0, 255)) for c in colour)
    return b, g, r


def _font(rng: np.random.Generator, sources: FaceSources, text: str) -> Font:
    able = [f for f in sources.chinese if writes(f, text)] or list(sources.chinese)
    brush = rng.random() < 0.65
    return choose(rng, [f for f in able if f.brushed] if brush and any(f.brushed for f in able) else able)


def _inks(rng: np.random.Generator, family: Family, dark: bool) -> dict[str, Colour]:
    """Ink by role, as usual in the family; all are light on a dark body."""
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
    black = choose(rng, ((30, 28, 26), (52, 40, 36), (60, 60, 58), (40, 46, 34)))
    blue = choose(rng, ((150, 50, 20), (190, 70, 20), (120, 30, 30), (200, 110, 40), (170, 120, 60)))
    red = choose(rng, ((30, 20, 190), (40, 40, 215), (45, 40, 150), (70, 80, 225), (40, 30, 120)))
    green = choose(rng, ((60, 100, 10), (40, 80, 10), (80, 130, 40), (50, 60, 20), (120, 180, 60)))
    # many sets, above all Japanese ones, have black for blue, and a dark green
    second = black if rng.random() < (0.75 if family == "japanese" else 0.3) else blue
    inks = {
        "k": black if second is black or rng.random() < 0.4 else blue,
        "w": red if rng.random() < 0.93 else black,
        "r": red,
        "g": green if rng.random() < 0.85 else black,
        "b": second,
    }
    inks["x"] = choose(rng, (red, black, blue, inks["k"], green))
    return {role: _jitter(rng, c, 10) for role, c in inks.items()}


def _pip_inks(rng: np.random.Generator, inks: dict[str, Colour], japanese: bool) -> dict[str, Colour]:
    """Ink of dots by their role in the layout, permuted within the set."""
    roles = {role: inks[role] for role in "rgb"}
    if rng.random() < 0.15:
        first, second = rng.permutation(["r", "g", "b"])[:2]
        roles[str(first)], roles[str(second)] = inks[str(second)], inks[str(first)]
    if japanese and rng.random() < 0.4:
        roles["g"] = roles["b"]
    return roles


def _characters(
    rng: np.random.Generator, japanese: bool, font: Font, numeral_font: Font, label_font: Font
) -> dict[str, str]:
    """Return the variant that the set uses of each character that has several."""

    def variant(by: Font, options: tuple[str, ...], shares: tuple[float, ...]) -> str:
        able = [(o, s) for o, s in zip(options, shares, strict=True) if writes(by, o)]
        if not able:
            return options[0]
        p = np.array([s for _, s in able])
        return able[int(rng.choice(len(able), p=p / p.sum()))][0]

    five = variant(numeral_font, ("五", "伍"), (0.5, 0.5) if japanese else (0.35, 0.65))
    return {
        **{str(i + 1): n for i, n in enumerate(NUMERALS)},
        "5": five,
        "m": variant(font, ("萬", "万"), (0.95, 0.05)),
        **_WIND_CHARACTERS,
        "E": variant(font, ("東", "东"), (0.95, 0.05)),
        "C": "中",
        "F": variant(font, ("發", "发", "発"), (0.88, 0.08, 0.04)),
        **{f"f{i + 1}": c for i, c in enumerate(_FLOWER_CHARACTERS)},
        "f2": variant(label_font, ("蘭", "兰"), (0.6, 0.4)),
        **{f"s{i + 1}": c for i, c in enumerate(_SEASON_CHARACTERS)},
    }


def _labels(rng: np.random.Generator) -> tuple[_Label, _Label]:
    """Return labels of flowers and seasons: characters, words, kinds of numerals, or the place of the digit."""
    left, right = ("tl", "tr") if rng.random() < 0.75 else ("tr", "tl")
    if rng.random() < 0.06:
        return (("tl", "o"), ("tr", "d")), (("tl", "d"), ("tr", "o"))
    flowers: tuple[tuple[_Label, float], ...] = (
        (((left, "c"), (right, "d")), 0.42),
        (((left, "c"),), 0.14),
        (((left, "d"), (right, "c")), 0.12),
        (((left, "d"),), 0.16),
        ((("b", "w"), (right, "d")), 0.05),
        ((("t", "w"),), 0.03),
        (((left, "o"), (right, "d")), 0.04),
        ((), 0.04),
    )
    seasons: tuple[tuple[_Label, float], ...] = (
        (((left, "d"), (right, "c")), 0.5),
        (((right, "c"),), 0.14),
        (((right, "n"), (left, "c")), 0.06),
        (((left, "n"), (right, "c")), 0.06),
        (((right, "n"),), 0.16),
        ((("b", "w"), (left, "d")), 0.05),
        ((("t", "w"),), 0.03),
    )

    def one(options: tuple[tuple[_Label, float], ...]) -> _Label:
        return options[int(rng.choice(len(options), p=[share for _, share in options]))][0]

    return one(flowers), one(seasons)


def _plants(rng: np.random.Generator, labelled: bool) -> tuple[Plant, ...]:
    """Return the plants of a set: each flower has its own where no label identifies it; otherwise, and on seasons,
    any."""
    flowers = (choose(rng, PLANTS) if labelled and rng.random() < 0.3 else own for own in PLANTS[:4])
    return (*flowers, *(choose(rng, PLANTS) for _ in _SEASON_CHARACTERS))


def _a_crop_for_each(rng: np.random.Generator, sources: FaceSources) -> list[tuple[str, Path]]:
    files: dict[str, list[Path]] = {}
    for code, file in sources.crops:
        files.setdefault(code, []).append(file)
    return [(code, files[code][int(rng.integers(len(files[code])))]) for code in FACES]
