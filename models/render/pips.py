"""Dots and bamboo sticks: their places on a face, and their designs."""

from typing import Final

import numpy as np

from models.render.canvas import Canvas, CanvasPoint, Colour, ellipse, turned
from models.render.view import Points

DOTS: Final[dict[int, tuple[tuple[float, float, str], ...]]] = {
    2: ((0.5, 0.18, "g"), (0.5, 0.82, "b")),
    3: ((0.12, 0.09, "b"), (0.5, 0.5, "r"), (0.88, 0.91, "g")),
    4: ((0.15, 0.12, "b"), (0.85, 0.12, "g"), (0.15, 0.88, "g"), (0.85, 0.88, "b")),
    5: ((0.12, 0.1, "b"), (0.88, 0.1, "g"), (0.5, 0.5, "r"), (0.12, 0.9, "g"), (0.88, 0.9, "b")),
    6: (
        *((x, 0.05, "g") for x in (0.22, 0.78)),
        *((x, y, "r") for y in (0.6, 0.96) for x in (0.22, 0.78)),
    ),
    7: (
        *((0.09, 0.0, "g"), (0.5, 0.13, "g"), (0.91, 0.26, "g")),
        *((x, y, "r") for y in (0.62, 0.98) for x in (0.22, 0.78)),
    ),
    8: tuple((x, y, "b") for y in (0.01, 0.34, 0.66, 0.99) for x in (0.22, 0.78)),
    9: tuple((x, y, c) for y, c in ((0.05, "g"), (0.5, "r"), (0.95, "b")) for x in (0.08, 0.5, 0.92)),
}
"""Places (x, y) and ink of each number of dots; 0-1 spans the outermost centres that fit the printed box."""

DOT_SIZE: Final = {2: 0.33, 3: 0.28, 4: 0.27, 5: 0.25, 6: 0.26, 7: 0.235, 8: 0.245, 9: 0.26}
"""Diameter of a dot for each number of dots, in heights of the printed box; such dots almost touch."""

STICKS: Final[dict[int, tuple[tuple[float, float, float, str], ...]]] = {
    2: ((0.5, 0.26, 0.42, "g"), (0.5, 0.74, 0.42, "b")),
    3: ((0.5, 0.26, 0.42, "g"), (0.22, 0.74, 0.42, "g"), (0.78, 0.74, 0.42, "g")),
    4: tuple((x, y, 0.42, "g") for y in (0.26, 0.74) for x in (0.22, 0.78)),
    5: (*((x, y, 0.42, "g") for y in (0.26, 0.74) for x in (0.15, 0.85)), (0.5, 0.5, 0.42, "r")),
    6: tuple((x, y, 0.42, "g") for y in (0.26, 0.74) for x in (0.13, 0.5, 0.87)),
    7: (
        (0.5, 0.14, 0.27, "r"),
        *((x, y, 0.29, "b" if x == 0.5 else "g") for y in (0.5, 0.84) for x in (0.13, 0.5, 0.87)),
    ),
    9: tuple((x, y, 0.29, "r" if x == 0.5 else "g") for y in (0.16, 0.5, 0.84) for x in (0.13, 0.5, 0.87)),
}
"""Centre (x, y), length and ink of each number of sticks, in the printed box (0-1). For eight see `eight`."""


def eight(peak_outward: bool) -> tuple[tuple[CanvasPoint, CanvasPoint], ...]:
    """Return the ends of the eight sticks in the printed box: W over M, or M over W if `peak_outward`."""
    foot, peak = (0.04, 0.34) if peak_outward else (0.42, 0.13)
    upper: tuple[tuple[CanvasPoint, CanvasPoint], ...] = (
        ((0.1, 0.03), (0.1, 0.44)),
        ((0.9, 0.03), (0.9, 0.44)),
        ((0.14, foot), (0.48, peak)),
        ((0.86, foot), (0.52, peak)),
    )
    return upper + tuple(((a, 1 - b), (c, 1 - d)) for (a, b), (c, d) in upper)


DOT_DESIGNS: Final[dict[str, tuple[tuple[str, float, float, str], ...]]] = {
    "rings": (
        ("disc", 1, 0, "i"),
        ("disc", 0.72, 0, "."),
        ("disc", 0.52, 0, "i"),
        ("disc", 0.28, 0, "."),
        ("disc", 0.14, 0, "i"),
    ),
    "rings-thin": (
        ("disc", 1, 0, "i"),
        ("disc", 0.84, 0, "."),
        ("disc", 0.62, 0, "i"),
        ("disc", 0.46, 0, "."),
        ("disc", 0.26, 0, "i"),
    ),
    "rings-heavy": (
        ("disc", 1, 0, "i"),
        ("disc", 0.78, 0, "."),
        ("disc", 0.66, 0, "i"),
        ("disc", 0.36, 0, "."),
        ("disc", 0.24, 0, "i"),
    ),
    "rings-two": (("disc", 1, 0, "i"), ("disc", 0.76, 0, "."), ("disc", 0.5, 0, "o")),
    "ring-dot": (("disc", 1, 0, "i"), ("disc", 0.68, 0, "."), ("disc", 0.36, 0, "i")),
    "eye": (("disc", 1, 0, "i"), ("disc", 0.42, 0, "."), ("disc", 0.2, 0, "i")),
    "solid": (("disc", 1, 0, "i"),),
    "wheel": (
        ("disc", 1, 0, "i"),
        ("disc", 0.84, 0, "."),
        ("spokes", 0.9, 8, "i"),
        ("disc", 0.36, 0, "i"),
        ("disc", 0.16, 0, "."),
    ),
    "wheel-six": (("disc", 1, 0, "i"), ("disc", 0.8, 0, "."), ("spokes", 0.9, 6, "i"), ("disc", 0.25, 0, "i")),
    "petals": (("disc", 1, 0, "i"), ("petals", 0.86, 8, "."), ("disc", 0.2, 0, ".")),
    "flower": (("petals", 1.06, 10, "i"), ("disc", 0.72, 0, "i"), ("disc", 0.5, 0, "."), ("disc", 0.32, 0, "i")),
    "clover": (("disc", 1, 0, "i"), ("petals", 0.84, 4, "."), ("disc", 0.16, 0, ".")),
    "cross": (("disc", 1, 0, "i"), ("disc", 0.84, 0, "."), ("disc", 0.68, 0, "i"), ("bars", 0.62, 4, ".")),
    "gem": (
        ("disc", 1, 0, "i"),
        ("petals", 0.8, 6, "."),
        ("petals", 0.6, 6, "i"),
        ("disc", 0.22, 0, "."),
        ("disc", 0.1, 0, "o"),
    ),
    "beads": (
        ("disc", 1, 0, "i"),
        ("beads", 0.78, 8, "."),
        ("disc", 0.5, 0, "."),
        ("disc", 0.36, 0, "i"),
        ("disc", 0.14, 0, "."),
    ),
}
"""Layers of each design from below: shape, outer radius, inner radius or count, ink.

Inks are "i" for the dot's own, "o" for the other one, "." to erase.
"""

GREAT_DOT_DESIGNS: Final[dict[str, tuple[tuple[str, float, float, str], ...]]] = {
    "sunflower": (
        ("petals", 1, 16, "i"),
        ("petals", 0.9, 16, "."),
        ("disc", 0.66, 0, "i"),
        ("disc", 0.58, 0, "."),
        ("disc", 0.46, 0, "o"),
        ("bars", 0.4, 4, "."),
    ),
    "rings": (
        ("disc", 1, 0, "i"),
        ("disc", 0.86, 0, "."),
        ("disc", 0.76, 0, "q"),
        ("disc", 0.6, 0, "."),
        ("disc", 0.46, 0, "o"),
        ("disc", 0.36, 0, "."),
    ),
    "medallion": (
        ("disc", 1, 0, "i"),
        ("disc", 0.9, 0, "."),
        ("disc", 0.84, 0, "i"),
        ("petals", 0.8, 12, "."),
        ("disc", 0.44, 0, "i"),
        ("disc", 0.38, 0, "."),
        ("disc", 0.3, 0, "o"),
        ("petals", 0.24, 6, "."),
    ),
    "beads": (
        ("disc", 1, 0, "i"),
        ("beads", 0.84, 16, "."),
        ("disc", 0.66, 0, "."),
        ("petals", 0.6, 8, "o"),
        ("disc", 0.2, 0, "."),
        ("disc", 0.12, 0, "o"),
    ),
    "wheel": (
        ("disc", 1, 0, "i"),
        ("disc", 0.88, 0, "."),
        ("spokes", 0.9, 16, "i"),
        ("disc", 0.56, 0, "i"),
        ("disc", 0.48, 0, "."),
        ("disc", 0.38, 0, "o"),
        ("disc", 0.2, 0, "."),
        ("disc", 0.1, 0, "o"),
    ),
    "lotus": (
        ("disc", 1, 0, "i"),
        ("disc", 0.93, 0, "."),
        ("petals", 0.9, 20, "i"),
        ("disc", 0.6, 0, "."),
        ("petals", 0.56, 8, "o"),
        ("petals", 0.4, 8, "."),
        ("disc", 0.16, 0, "o"),
    ),
    "coin": (
        ("disc", 1, 0, "i"),
        ("disc", 0.82, 0, "."),
        ("disc", 0.74, 0, "q"),
        ("beads", 0.6, 12, "."),
        ("disc", 0.4, 0, "."),
        ("disc", 0.32, 0, "o"),
        ("bars", 0.28, 4, "."),
    ),
    "target": (("disc", 1, 0, "q"), ("disc", 0.8, 0, "i"), ("disc", 0.62, 0, "."), ("disc", 0.4, 0, "o")),
    "scallop": (
        ("beads", 0.94, 18, "i"),
        ("disc", 0.86, 0, "i"),
        ("disc", 0.74, 0, "."),
        ("beads", 0.6, 10, "q"),
        ("disc", 0.46, 0, "."),
        ("disc", 0.36, 0, "o"),
        ("petals", 0.3, 4, "."),
    ),
}
"""Designs of the single dot of 1p, as in `DOT_DESIGNS`; "q" is a third ink."""

STICK_DESIGNS: Final[dict[str, tuple[tuple[tuple[float, float], ...], str]]] = {
    "bone": (((0, 0.15), (0.1, 0.15), (0.22, 0.27), (0.8, 0.27), (0.93, 0.2), (1, 0.06)), "core"),
    "bone-fat": (((0, 0.2), (0.08, 0.22), (0.2, 0.33), (0.8, 0.33), (0.95, 0.22), (1, 0.08)), "core"),
    "plain": (((0, 0.2), (0.9, 0.2), (1, 0.14)), "none"),
    "bone-solid": (((0, 0.13), (0.1, 0.16), (0.2, 0.23), (0.85, 0.23), (1, 0.1)), "none"),
    "dumbbell": (((0, 0.2), (0.09, 0.2), (0.13, 0.11), (0.72, 0.12), (0.8, 0.25), (1, 0.27)), "none"),
    "dumbbell-split": (((0, 0.22), (0.1, 0.22), (0.15, 0.12), (0.72, 0.12), (0.8, 0.26), (1, 0.26)), "line"),
    "beads-three": (((0, 0.26), (0.26, 0.26), (0.34, 0.14), (0.42, 0.26), (0.9, 0.26), (1, 0.14)), "core-three"),
    "beads-four": (
        ((0, 0.12), (0.06, 0.24), (0.42, 0.24), (0.5, 0.12), (0.58, 0.24), (0.92, 0.24), (1, 0.12)),
        "core-four",
    ),
    "waist": (((0, 0.1), (0.3, 0.14), (0.8, 0.26), (1, 0.28)), "core"),
    "knots": (((0, 0.24), (0.07, 0.24), (0.1, 0.16), (0.82, 0.16), (0.86, 0.24), (1, 0.22)), "line"),
}
"""Outline and core of each design of a stick.

The outline is a list of (position, half-width), both in half-lengths of the stick, from the middle (0) to an end (1);
the core is a key of `_CORES`.
"""

_CORES: Final = {
    "none": (),
    "core": ((-0.8, -0.2), (0.2, 0.8)),
    "core-three": ((-0.88, -0.46), (-0.24, 0.24), (0.46, 0.88)),
    "core-four": ((-0.9, -0.6), (-0.4, -0.1), (0.1, 0.4), (0.6, 0.9)),
    "line": ((-0.75, 0.75),),
}
"""Stretches of a stick that a core erases, -1..1 along the stick."""


def dot(
    canvas: Canvas,
    design: tuple[tuple[str, float, float, str], ...],
    centre: CanvasPoint,
    radius: float,
    inks: dict[str, Colour],
    spin: float = 0.0,
) -> None:
    """Draw a dot; `inks` has "i", "o" and "q", and the shapes are turned by `spin` degrees."""
    for shape, size, count, ink in design:
        colour = inks.get(ink)
        if shape == "disc":
            canvas.disc(centre, radius * size, colour)
            continue
        n = int(count)
        for angle in spin + np.arange(n) * 360 / n:
            if shape == "spokes":
                canvas.line(turned([(0.0, 0.0), (size, 0.0)], angle, centre, radius), 0.16 * radius, colour)
            elif shape == "bars":
                canvas.line(turned([(0.0, 0.0), (size * 0.8, 0.0)], angle, centre, radius), 0.2 * radius, colour)
            elif shape == "beads":
                canvas.fill(turned(ellipse(1.9 / n, 1.9 / n, 12, centre=(size, 0.0)), angle, centre, radius), colour)
            else:
                width = min(0.3, 2.3 / n) * size
                canvas.fill(
                    turned(
                        ellipse(size * 0.26, width / 2 + 0.02, 14, centre=(size * 0.72, 0.0)), angle, centre, radius
                    ),
                    colour,
                )


def stick(
    canvas: Canvas,
    design: tuple[tuple[tuple[float, float], ...], str],
    a: CanvasPoint,
    b: CanvasPoint,
    thickness: float,
    ink: Colour,
) -> None:
    """Draw a stick from `a` to `b`; `thickness` is a factor of its design's width."""
    start, end = np.asarray(a), np.asarray(b)
    half = float(np.hypot(*(end - start))) / 2
    lean = float(np.degrees(np.arctan2(*(end - start)[::-1])))
    middle = (float(start[0] + end[0]) / 2, float(start[1] + end[1]) / 2)

    def place(points: Points) -> Points:
        return turned(points, lean, middle)

    profile, core = design
    t, width = (np.array(v) for v in zip(*profile, strict=True))
    side = np.concatenate([-t[:0:-1], t]) * half
    breadth = np.concatenate([width[:0:-1], width]) * thickness
    canvas.fill(
        place(np.concatenate([np.column_stack([side, breadth]), np.column_stack([side[::-1], -breadth[::-1]])])), ink
    )
    inner = float(np.median(width)) * thickness * (0.36 if core != "line" else 0.16) * 2
    for lo, hi in _CORES[core]:
        canvas.line(place(np.array([(lo * half, 0.0), (hi * half, 0.0)])), inner * 0.8, None)
