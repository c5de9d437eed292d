"""Draw the tile pictures of the web page: the 42 faces and the back, one SVG each.

    python -m models.render.icons

And the icon of the program for home screens: a red dragon on felt, as SVG and, drawn by resvg, as PNG.

They are drawn from geometry, except the characters, letters and digits: their outlines are taken as paths from Noto
Serif CJK TC (see the NOTICE beside the pictures), so that showing a tile needs no font. Drawing needs fontTools and
Debian's fonts-noto-cjk; the pictures are committed, so only a change of the drawing needs them.
"""

import math
from functools import cache
from pathlib import Path
from typing import Final

import click
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTCollection, TTFont

from scoring.tiles import FACES

TILES: Final = Path(__file__).parents[2] / "webui" / "static" / "tiles"
"""Folder of the committed pictures."""

FONT: Final = Path("/usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc")
"""Debian's collection of Noto Serif CJK fonts."""

WIDTH, HEIGHT, EDGE = 60.0, 82.0, 5.0
"""Width and height of a tile, and height of the coloured edge at its foot, in SVG units."""

INK, RED, GREEN, BLUE = "#1d2433", "#b8231f", "#12784f", "#1f4f9e"
"""Colours of the faces' ink."""

IVORY, IVORY_RIM, JADE, JADE_DARK = "#fffdf4", "#d9d2bd", "#1c8a62", "#0f5e42"
"""Colours of the tiles' front and back, and of their rims."""

FELT = "#14503c"
"""Colour of the table under the tile of the program's icon, and of the bar of a browser."""

APP_SIZES = (180, 192, 512)
"""Sides in pixels of the program's icon as PNG: the first for iOS, the others for Android."""


@cache
def font() -> TTFont:
    """Return the bold Noto Serif CJK TC of the collection."""
    faces = TTCollection(FONT).fonts
    return next(f for f in faces if f["name"].getDebugName(1) == "Noto Serif CJK TC")


def glyph(char: str, x: float, y: float, w: float, h: float, fill: str, stretch: bool = False) -> str:
    """Return the outline of a character, centred in the box x, y, w, h, scaled to fit it or stretched to fill it."""
    glyphs = font().getGlyphSet()
    name = font().getBestCmap()[ord(char)]
    bounds = BoundsPen(glyphs)
    glyphs[name].draw(bounds)
    x0, y0, x1, y1 = bounds.bounds
    sx, sy = w / (x1 - x0), h / (y1 - y0)
    if not stretch:
        sx = sy = min(sx, sy)
    dx = x + (w - (x1 - x0) * sx) / 2 - x0 * sx
    dy = y + (h - (y1 - y0) * sy) / 2 + y1 * sy
    path = SVGPathPen(glyphs, ntos=lambda v: f"{v:.2f}".rstrip("0").rstrip("."))
    glyphs[name].draw(TransformPen(path, (sx, 0, 0, -sy, dx, dy)))
    return f'<path fill="{fill}" d="{path.getCommands()}"/>'


def circle(x: float, y: float, r: float, fill: str, stroke: str = "", width: float = 0) -> str:
    """Return a filled circle, with an outline of `stroke` if given."""
    line = f' stroke="{stroke}" stroke-width="{width:g}"' if stroke else ""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{fill}"{line}/>'


def dot(x: float, y: float, r: float, colour: str) -> str:
    """Return one dot: a thick ring, a pale ring, a centre."""
    return (
        circle(x, y, r, colour)
        + circle(x, y, r * 0.74, "none", IVORY, r * 0.13)
        + circle(x, y, r * 0.36, IVORY)
        + circle(x, y, r * 0.2, colour)
    )


def big_dot() -> str:
    """Return the one of dots: rings and a rosette."""
    x, y = 30, 38.5
    petals = "".join(
        f'<ellipse cx="{x}" cy="{y - 9.6:g}" rx="3.1" ry="5.4" fill="{RED}" transform="rotate({a} {x} {y})"/>'
        for a in range(0, 360, 45)
    )
    beads = "".join(
        circle(x + 19.2 * math.cos(math.radians(a)), y + 19.2 * math.sin(math.radians(a)), 1.7, IVORY)
        for a in range(0, 360, 30)
    )
    return (
        circle(x, y, 22.5, GREEN)
        + beads
        + circle(x, y, 16, IVORY)
        + petals
        + circle(x, y, 4.6, IVORY)
        + circle(x, y, 3, GREEN)
    )


def dots(rank: int) -> str:
    """Return the face of `rank` dots."""
    if rank == 1:
        return big_dot()
    left, mid, right = 16.5, 30, 43.5
    rows: dict[int, tuple[float, list[tuple[float, float, str]]]] = {
        2: (11.5, [(mid, 22, GREEN), (mid, 55, BLUE)]),
        3: (9, [(14.5, 17.5, BLUE), (mid, 38.5, RED), (45.5, 59.5, GREEN)]),
        4: (10, [(17, 22, BLUE), (43, 22, GREEN), (17, 55, GREEN), (43, 55, BLUE)]),
        5: (8.6, [(15, 18, BLUE), (45, 18, GREEN), (mid, 38.5, RED), (15, 59, GREEN), (45, 59, BLUE)]),
        6: (
            8.6,
            [(18, 16, GREEN), (42, 16, GREEN), (18, 40, RED), (42, 40, RED), (18, 60, RED), (42, 60, RED)],
        ),
        7: (
            7.4,
            [(13, 12, GREEN), (mid, 20, GREEN), (47, 28, GREEN)] + [(x, y, RED) for y in (46, 63.5) for x in (19, 41)],
        ),
        8: (7.4, [(x, y, BLUE) for y in (12.5, 29.8, 47.2, 64.5) for x in (19, 41)]),
        9: (
            7.4,
            [(x, y, c) for y, c in ((15, GREEN), (38.5, RED), (62, BLUE)) for x in (left - 3, mid, right + 3)],
        ),
    }
    r, places = rows[rank]
    return "".join(dot(x, y, r, c) for x, y, c in places)


def stick(x: float, y: float, h: float, colour: str, turn: float = 0, w: float = 9) -> str:
    """Return a bamboo cane centred at x, y, with knots at its ends and middle and a highlight in each half."""
    half, r = h / 2, w / 2
    cane = (
        f"M{-r * 0.72:.2f} {-half + 1.5:.2f}Q{-r:.2f} {-half:.2f} {-r * 0.3:.2f} {-half:.2f}H{r * 0.3:.2f}"
        f"Q{r:.2f} {-half:.2f} {r * 0.72:.2f} {-half + 1.5:.2f}V-1.6Q{r * 1.15:.2f} 0 {r * 0.72:.2f} 1.6"
        f"V{half - 1.5:.2f}Q{r:.2f} {half:.2f} {r * 0.3:.2f} {half:.2f}H{-r * 0.3:.2f}"
        f"Q{-r:.2f} {half:.2f} {-r * 0.72:.2f} {half - 1.5:.2f}V1.6Q{-r * 1.15:.2f} 0 {-r * 0.72:.2f} -1.6Z"
    )
    light = f"M0 {-half + 3:.2f}V{-2.6:.2f}M0 2.6V{half - 3:.2f}"
    where = f"translate({x:g} {y:g})" + (f" rotate({turn:g})" if turn else "")
    return (
        f'<g transform="{where}"><path fill="{colour}" d="{cane}"/>'
        f'<path stroke="{IVORY}" stroke-width="1.7" stroke-linecap="round" d="{light}"/></g>'
    )


def bird() -> str:
    """Return the one of bamboo: a small bird on a cane, its tail fanned."""
    tail = "".join(
        f'<g transform="rotate({turn} 26 47)"><path fill="{colour}" d="M24.6 47Q21 62 25 70Q29 62 27.4 47Z"/>'
        f"{circle(25.6, 64.5, 1.7, IVORY)}{circle(25.6, 64.5, 0.9, RED)}</g>"
        for turn, colour in ((52, GREEN), (30, BLUE), (8, GREEN))
    )
    return (
        tail + f'<path fill="{GREEN}"'
        ' d="M24 50C16 42 17 28 28 23C31 14 37 9 43 12C48 14 48 20 45 24C48 36 42 50 30 53Q26 53 24 50Z"/>'
        + f'<path fill="{BLUE}" d="M23 45C21 36 26 29 35 30C39 38 35 47 25 49Q23 48 23 45Z"/>'
        + f'<path stroke="{IVORY}" stroke-width="1.3" fill="none" stroke-linecap="round"'
        ' d="M27 43Q32 41 34 35M26 38.5Q30 37 31.5 33"/>'
        + f'<path fill="{RED}" d="M46 16L54 18.5L46 21.5Z"/>'
        + f'<path fill="{RED}" d="M38 11.5Q35 5 39.5 4Q40 7 41.5 7.5Q42.5 4 46 5.5Q44 8 44 11.8Z"/>'
        + circle(42, 17, 2.4, IVORY)
        + circle(42.5, 17, 1.3, INK)
        + f'<path stroke="{RED}" stroke-width="2" stroke-linecap="round" fill="none"'
        ' d="M33 52V60M38 50V60M30 61H36M36 61H42"/>'
    )


def bamboo(rank: int) -> str:
    """Return the face of `rank` bamboos."""
    if rank == 1:
        return bird()
    g, r, b = GREEN, RED, BLUE
    rows: dict[int, list[tuple[float, float, float, str, float]]] = {
        2: [(30, 22, 27, b, 0), (30, 55, 27, g, 0)],
        3: [(30, 22, 27, b, 0), (18, 55, 27, g, 0), (42, 55, 27, g, 0)],
        4: [(18, 22, 27, b, 0), (42, 22, 27, g, 0), (18, 55, 27, g, 0), (42, 55, 27, b, 0)],
        5: [
            (14, 22, 27, g, 0),
            (46, 22, 27, b, 0),
            (30, 38.5, 28, r, 0),
            (14, 55, 27, b, 0),
            (46, 55, 27, g, 0),
        ],
        6: [(x, y, 27, c, 0) for y, c in ((22, g), (55, b)) for x in (13, 30, 47)],
        7: [(30, 15, 20, r, 0)] + [(x, y, 20, c, 0) for x, c in ((13, g), (30, b), (47, g)) for y in (38.5, 62)],
        8: [
            *((x, 22, 26, g, 0) for x in (9.5, 50.5)),
            *((x, 55, 26, b, 0) for x in (9.5, 50.5)),
            (22.8, 21.5, 23, g, 36),
            (37.2, 21.5, 23, g, -36),
            (22.8, 55.5, 23, b, -36),
            (37.2, 55.5, 23, b, 36),
        ],
        9: [(x, y, 20, c, 0) for x, c in ((13, g), (30, r), (47, b)) for y in (15, 38.5, 62)],
    }
    return "".join(stick(x, y, h, colour, turn) for x, y, h, colour, turn in rows[rank])


def character(rank: int) -> str:
    """Return the face of `rank` characters: the numeral, and 萬."""
    return (
        glyph("一二三四五六七八九"[rank - 1], 14, 7 if rank > 1 else 14, 34, 27 if rank > 1 else 14, INK)
        + glyph("萬", 12, 38, 36, 33, RED)
        + index(str(rank), INK)
    )


def index(text: str, colour: str) -> str:
    """Return a small sign in the upper left corner, for players who don't read the characters."""
    return glyph(text, 3.5, 5, 11, 10.5 if text != "W" else 9.5, colour)


def wind(letter: str) -> str:
    """Return the face of a wind, E S W or N."""
    return glyph(dict(zip("ESWN", "東南西北", strict=True))[letter], 11, 17, 38, 46, INK, True) + index(letter, INK)


def dragon(letter: str) -> str:
    """Return the face of a dragon, C F or P."""
    if letter == "P":
        return (
            f'<rect x="10.5" y="12.5" width="39" height="52" rx="2.5" stroke="{BLUE}" stroke-width="3.4"/>'
            f'<rect x="15.5" y="17.5" width="29" height="42" rx="1.5" stroke="{BLUE}" stroke-width="1.5"/>'
            + "".join(
                f'<path stroke="{BLUE}" stroke-width="1.5" d="M{x} {y}l{dx} {dy}"/>'
                for x, y, dx, dy in ((11, 13, 5, 5), (49, 13, -5, 5), (11, 64, 5, -5), (49, 64, -5, -5))
            )
        )
    if letter == "C":
        return glyph("中", 13, 11, 34, 55, RED, True)
    return glyph("發", 10, 13, 40, 51, GREEN, True)


def petals(x: float, y: float, count: int, reach: float, rx: float, ry: float, fill: str, turn: float = 0) -> str:
    """Return `count` elliptic petals round a centre."""
    return "".join(
        f'<ellipse cx="{x:g}" cy="{y - reach:g}" rx="{rx:g}" ry="{ry:g}" fill="{fill}"'
        f' transform="rotate({turn + a * 360 / count:g} {x:g} {y:g})"/>'
        for a in range(count)
    )


def line(d: str, colour: str, width: float) -> str:
    """Return a stroked path with round ends."""
    return (
        f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round"'
        ' stroke-linejoin="round"/>'
    )


def leaf(x: float, y: float, length: float, turn: float, colour: str, fat: float = 0.22) -> str:
    """Return a pointed leaf that grows from x, y."""
    w = length * fat
    return (
        f'<path fill="{colour}" transform="translate({x:g} {y:g}) rotate({turn:g})"'
        f' d="M0 0Q{w:.2f} {-length * 0.45:.2f} 0 {-length:.2f}Q{-w:.2f} {-length * 0.45:.2f} 0 0Z"/>'
    )


def blossom(x: float, y: float, r: float, fill: str, heart: str) -> str:
    """Return a flower of five petals."""
    return petals(x, y, 5, r * 0.62, r * 0.46, r * 0.5, fill) + circle(x, y, r * 0.27, heart)


PINK, GOLD, BROWN, VIOLET, SKY, ORANGE = "#d2476b", "#e0a020", "#6b4630", "#7a4a9e", "#3b8fc4", "#d9661f"
"""Further colours, of the flowers and seasons."""


def plum() -> str:
    """Return the picture of f1, plum."""
    return (
        line("M10 71C20 64 22 54 30 48S42 40 50 38M24 58C20 52 18 48 19 42", BROWN, 2.6)
        + blossom(30, 46, 8.5, PINK, GOLD)
        + blossom(47, 37, 6.5, PINK, GOLD)
        + blossom(19, 39, 6, PINK, GOLD)
        + blossom(44, 56, 5, PINK, GOLD)
        + line("M36 46Q42 50 43 53", BROWN, 1.6)
    )


def orchid() -> str:
    """Return the picture of f2, orchid."""
    leaves = ((-58, 30), (-34, 36), (40, 34), (62, 28), (18, 38))
    return (
        "".join(leaf(28, 72, length, turn, GREEN, 0.16) for turn, length in leaves)
        + line("M28 72Q32 54 30 42", GREEN, 1.6)
        + petals(30, 40, 3, 6.2, 3.4, 6.4, VIOLET)
        + petals(30, 40, 2, 4.5, 2.2, 4.6, "#a678c8", 60)
        + circle(30, 40, 2.3, GOLD)
        + petals(43, 52, 3, 3.6, 2, 3.8, VIOLET, 20)
        + circle(43, 52, 1.4, GOLD)
    )


def chrysanthemum() -> str:
    """Return the picture of f3, chrysanthemum."""
    return (
        line("M30 50V73", GREEN, 2.2)
        + leaf(30, 70, 15, -68, GREEN, 0.42)
        + leaf(30, 66, 15, 66, GREEN, 0.42)
        + petals(30, 46, 14, 10.5, 2.5, 6, GOLD)
        + petals(30, 46, 10, 6, 2.2, 4.6, ORANGE, 18)
        + circle(30, 46, 3, "#a8481a")
    )


def bamboo_plant() -> str:
    """Return the picture of f4, bamboo."""
    return (
        stick(23, 58, 27, GREEN, 0, 6.4)
        + stick(36, 54, 34, "#2f9468", 0, 6.4)
        + "".join(
            leaf(x, y, length, turn, GREEN, 0.26)
            for x, y, length, turn in (
                (36, 44, 17, 62),
                (36, 44, 15, 98),
                (23, 52, 15, -70),
                (23, 52, 13, -105),
                (36, 37, 13, -58),
                (36, 37, 13, 30),
            )
        )
    )


def spring() -> str:
    """Return the picture of s1, spring."""
    return (
        line("M30 72C30 62 28 56 30 46M30 62C36 58 40 56 42 50M30 66C24 62 20 60 17 56", GREEN, 2)
        + leaf(30, 68, 13, 60, GREEN, 0.4)
        + leaf(30, 64, 13, -58, GREEN, 0.4)
        + blossom(30, 42, 8.5, "#e487a4", GOLD)
        + blossom(44, 48, 5.5, "#e487a4", GOLD)
        + blossom(16, 53, 5.5, "#e487a4", GOLD)
    )


def summer() -> str:
    """Return the picture of s2, summer."""
    petal = "M30 60Q{a} {b} {c} {d}Q{e} {f} 30 60Z"
    return (
        "".join(
            f'<path fill="{colour}" d="{petal.format(a=a, b=b, c=c, d=d, e=e, f=f)}"/>'
            for colour, a, b, c, d, e, f in (
                ("#c9375d", 8, 56, 10, 42, 22, 44),
                ("#c9375d", 52, 56, 50, 42, 38, 44),
                ("#dd5c7c", 16, 50, 20, 35, 30, 42),
                ("#dd5c7c", 44, 50, 40, 35, 30, 42),
                ("#eb8aa2", 22, 46, 30, 31, 38, 46),
            )
        )
        + f'<path fill="{GREEN}" d="M9 64Q30 56 51 64Q42 72 30 71Q18 72 9 64Z"/>'
        + line("M14 74Q22 71 30 74T46 74", SKY, 1.7)
    )


def autumn() -> str:
    """Return the picture of s3, autumn: a maple leaf."""
    points = []
    for turn, reach in ((-128, 13), (-84, 22), (-42, 21), (0, 27), (42, 21), (84, 22), (128, 13)):
        for spread, share in ((-21, 0.42), (0, 1.0)):
            a = math.radians(turn + spread)
            points.append((30 + reach * share * math.sin(a), 56 - reach * share * math.cos(a)))
    a = math.radians(149)
    points.append((30 + 13 * 0.42 * math.sin(a), 56 - 13 * 0.42 * math.cos(a)))
    d = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z"
    return f'<path fill="{ORANGE}" stroke="{ORANGE}" stroke-width="1.6" stroke-linejoin="round" d="{d}"/>' + line(
        "M30 74V36M30 56L14 51M30 56L46 51M30 54L19 43M30 54L41 43", "#8f3510", 1.2
    )


def winter() -> str:
    """Return the picture of s4, winter."""
    arm = line("M30 51V32M30 37L25.5 33M30 37L34.5 33M30 43L26.5 40M30 43L33.5 40", SKY, 2.2)
    return "".join(f'<g transform="rotate({a} 30 51)">{arm}</g>' for a in range(0, 360, 60)) + circle(30, 51, 2.6, BLUE)


def bonus(code: str) -> str:
    """Return the face of a flower or season: picture, number and character."""
    number = int(code[1]) - 1
    if code[0] == "f":
        art, sign, colour = (plum, orchid, chrysanthemum, bamboo_plant)[number], "梅蘭菊竹"[number], RED
    else:
        art, sign, colour = (spring, summer, autumn, winter)[number], "春夏秋冬"[number], BLUE
    return glyph(code[1], 6, 7, 10, 14, colour) + glyph(sign, 34, 6, 20, 20, INK) + art()


def face(code: str) -> str:
    """Return the face of any tile, by its code."""
    if code[0] in "fs" and len(code) == 2:
        return bonus(code)
    if code in "ESWN":
        return wind(code)
    if code in "CFP":
        return dragon(code)
    return {"m": character, "p": dots, "s": bamboo}[code[1]](int(code[0]))


def body(art: str, over: str, rim: str, under: str) -> str:
    """Return a whole tile: `art` on a front of colour `over`, outlined in `rim`, above an edge of colour `under`."""
    top = HEIGHT - EDGE
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" fill="none">'
        f'<rect width="{WIDTH:g}" height="{HEIGHT:g}" y="0" rx="6.5" fill="{under}"/>'
        f'<rect x="0.6" y="0.6" width="{WIDTH - 1.2:g}" height="{top - 0.6:g}" rx="6" fill="{over}"'
        f' stroke="{rim}" stroke-width="1.2"/>{art}</svg>\n'
    )


def back() -> str:
    """Return a tile face down."""
    lattice = "".join(
        f'<path d="M{x:g} {y:g}l5 -6.5l5 6.5l-5 6.5z"/>' for y in (19, 32, 45, 58) for x in (10, 20, 30, 40)
    )
    return body(
        f'<rect x="6" y="6.5" width="48" height="64" rx="3.5" stroke="#7fd3b0" stroke-width="1.4"/>'
        f'<g stroke="#56b891" stroke-width="1.2">{lattice}</g>',
        JADE,
        JADE_DARK,
        IVORY_RIM,
    )


def red_five(suit: str) -> str:
    """Return the face of a red five of suit m, p or s: all in red, with a dot for those who do not see the colour."""
    art = face(f"5{suit}")
    for colour in (INK, GREEN, BLUE):
        art = art.replace(colour, RED)
    return art + circle(54, 6, 2.8, RED)


def icons() -> dict[str, str]:
    """Return the SVG texts of the 42 faces, the three red fives and the back, by the name of the file.

    It is the tile's code, `0m`, `0p` or `0s`, or `back`.
    """
    faces = {code: face(code) for code in FACES} | {f"0{suit}": red_five(suit) for suit in "mps"}
    return {code: body(art, IVORY, IVORY_RIM, JADE) for code, art in faces.items()} | {"back": back()}


def app_icon() -> str:
    """Return the program's icon, 512 units square: a tile within the inner 80%, which no mask of a home screen cuts
    off."""
    scale = 4.4
    left, top = (512 - WIDTH * scale) / 2, (512 - HEIGHT * scale) / 2
    tile = body(face("C"), IVORY, IVORY_RIM, JADE).replace(
        "<svg ", f'<svg x="{left:g}" y="{top:g}" width="{WIDTH * scale:g}" height="{HEIGHT * scale:g}" ', 1
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">'
        f'<rect width="512" height="512" fill="{FELT}"/>{tile.strip()}</svg>\n'
    )


def write_app_icons(folder: Path) -> None:
    """Write the program's icon as `icon.svg` and as `icon-SIZE.png`."""
    import resvg_py  # for drawing alone, as Noto Serif is

    (folder / "icon.svg").write_text(app_icon(), encoding="utf-8")
    for size in APP_SIZES:
        drawn = resvg_py.svg_to_bytes(svg_string=app_icon(), width=size, height=size)
        (folder / f"icon-{size}.png").write_bytes(bytes(drawn))


@click.command()
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), default=TILES, help="Folder to write to.")
def main(out: Path) -> None:
    """Write the tile pictures as SVG files, by default over those of the page, and the icons beside their folder."""
    out.mkdir(parents=True, exist_ok=True)
    for name, svg in icons().items():
        (out / f"{name}.svg").write_text(svg, encoding="utf-8")
    write_app_icons(out.parent)
    click.echo(f"wrote {len(icons())} pictures to {out}")


if __name__ == "__main__":
    main()
