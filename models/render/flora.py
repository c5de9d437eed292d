"""Procedural plants, birds and dragons, different in each set of tiles."""

from collections.abc import Callable
from itertools import pairwise
from typing import Final, Literal

import numpy as np

from models.render.canvas import Canvas, CanvasPoint, Colour, curve, ellipse, leaf, turned
from models.render.view import Points

Plant = Literal["plum", "orchid", "chrysanthemum", "bamboo", "peony", "lotus", "berries", "rose", "scene"]
PLANTS: Final[tuple[Plant, ...]] = (
    *("plum", "orchid", "chrysanthemum", "bamboo"),
    *("peony", "lotus", "berries", "rose", "rose", "scene"),
)
"""The motifs of flowers and seasons, the four flowers' own plants first. A scene has people, houses or animals."""


def _petals(
    canvas: Canvas,
    centre: CanvasPoint,
    radius: float,
    n: int,
    colour: Colour,
    heart: Colour | None,
    outlined: bool,
    pen: float,
    spin: float,
) -> None:
    """Draw a blossom seen from the front."""
    for angle in spin + np.arange(n) * 360 / n:
        shape = turned(ellipse(0.42, min(0.4, 2.2 / n), 14, centre=(0.6, 0.0)), float(angle), centre, radius)
        if outlined:
            canvas.line(shape, pen, colour, closed=True)
        else:
            canvas.fill(shape, colour)
    canvas.disc(centre, radius * 0.24, heart)


def _leaves(
    canvas: Canvas,
    rng: np.random.Generator,
    stem: Points,
    n: int,
    size: float,
    colour: Colour,
    outlined: bool,
    pen: float,
) -> None:
    """Draw leaves on both sides of a stem."""
    for k in range(n):
        i = int(rng.integers(1, len(stem) - 1))
        side = 1 if k % 2 else -1
        along = np.degrees(np.arctan2(*(stem[i] - stem[i - 1])[::-1]))
        shape = turned(
            leaf(size * rng.uniform(0.7, 1.3), size * rng.uniform(0.3, 0.55)),
            along + side * rng.uniform(30, 80),
            tuple(stem[i]),
        )
        if outlined:
            canvas.line(shape, pen, colour, closed=True)
        else:
            canvas.fill(shape, colour)


def _rose(
    canvas: Canvas, rng: np.random.Generator, centre: CanvasPoint, radius: float, colour: Colour, pen: float
) -> None:
    """Draw a double blossom in outline: a wavy rim and rings or a whorl within."""
    waves, depth = int(rng.integers(4, 9)), rng.uniform(0.05, 0.2)
    around = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    flat = rng.uniform(0.6, 1.0)

    def ring(share: float) -> Points:
        reach = radius * share * (1 + depth * np.cos(waves * around + rng.uniform(0, 6)))
        return np.column_stack([centre[0] + reach * np.cos(around), centre[1] + flat * reach * np.sin(around)])

    rim = ring(1.0)
    canvas.fill(rim, None)
    canvas.line(rim, pen * 1.2, colour, closed=True)
    inner = rng.random()
    if inner < 0.4:
        canvas.line(ring(rng.uniform(0.45, 0.65)), pen, colour, closed=True)
    elif inner < 0.7:
        t = np.linspace(0.15, 1, 40)
        whorl = 2 * np.pi * rng.uniform(1.2, 2.2) * t + rng.uniform(0, 6)
        points = np.column_stack([np.cos(whorl), flat * np.sin(whorl)]) * t[:, None] * radius * 0.8
        canvas.line(points + np.asarray(centre), pen, colour)
    if rng.random() < 0.6:
        canvas.disc(centre, radius * rng.uniform(0.15, 0.4), colour)


def _pot(
    canvas: Canvas, rng: np.random.Generator, box: tuple[float, float, float, float], colour: Colour, pen: float
) -> None:
    """Draw a pot, a bowl or a basket."""
    x0, y0, x1, y1 = box
    middle, w = (x0 + x1) / 2, x1 - x0
    rim, foot = rng.uniform(0.2, 0.36) * w, rng.uniform(0.12, 0.34) * w
    wall = [(middle - rim, y0), (middle + rim, y0), (middle + foot, y1), (middle - foot, y1)]
    if rng.random() < 0.4:
        canvas.fill(wall, colour)
        return
    canvas.line(wall, pen, colour, closed=True)
    for share in np.linspace(0, 1, int(rng.integers(2, 5)))[1:-1]:
        reach, y = rim + (foot - rim) * share, y0 + (y1 - y0) * share
        canvas.line([(middle - reach, y), (middle + reach, y)], pen, colour)


def _ground(
    canvas: Canvas, rng: np.random.Generator, box: tuple[float, float, float, float], colour: Colour, pen: float
) -> None:
    """Draw a few strokes of earth or water."""
    x0, y0, x1, y1 = box
    for _ in range(int(rng.integers(1, 5))):
        left, right = sorted(rng.uniform(x0, x1, 2))
        y = rng.uniform(y0, y1)
        canvas.line(curve((left, y), ((left + right) / 2, y + rng.uniform(-0.05, 0.05)), (right, y)), pen, colour)


def _scene(
    canvas: Canvas,
    rng: np.random.Generator,
    box: tuple[float, float, float, float],
    inks: tuple[Colour, Colour, Colour],
    pen: float,
) -> None:
    """Draw a scene of unidentifiable people, houses and animals: strokes, discs and outlines."""
    x0, y0, x1, y1 = box

    def anywhere() -> CanvasPoint:
        return float(rng.uniform(x0, x1)), float(rng.uniform(y0, y1))

    for _ in range(int(rng.integers(5, 16))):
        ink, width = inks[int(rng.integers(3))], pen * rng.uniform(0.8, 2.0)
        form, (x, y) = rng.random(), anywhere()
        if form < 0.5:
            near = [(x + rng.normal(0, 0.12), y + rng.normal(0, 0.12)) for _ in range(3)]
            canvas.line(curve((x, y), *near), width, ink)
        elif form < 0.75:
            outline = turned(ellipse(rng.uniform(0.03, 0.14), rng.uniform(0.03, 0.14)), rng.uniform(0, 180), (x, y))
            if rng.random() < 0.4:
                canvas.fill(outline, ink)
            else:
                canvas.line(outline, width, ink, closed=True)
        else:
            corners = turned([(-0.1, 0.06), (0.1, 0.06), (0.06, -0.06), (-0.06, -0.06)], rng.uniform(-20, 20), (x, y))
            canvas.line(corners, width, ink, closed=True)


def plant(
    canvas: Canvas,
    kind: Plant,
    seed: int,
    box: tuple[float, float, float, float],
    petal: Colour,
    green: Colour,
    other: Colour,
    pen: float,
) -> None:
    """Draw a plant into `box` (x0, y0, x1, y1); the same seed gives the same plant."""
    rng = np.random.default_rng(seed)
    x0, y0, x1, y1 = box
    if (stand := rng.random()) < 0.3:
        foot = y1 - rng.uniform(0.14, 0.3) * (y1 - y0)
        (_pot if stand < 0.18 else _ground)(canvas, rng, (x0, foot, x1, y1), other, pen)
        y1 = foot
    w, h = x1 - x0, y1 - y0
    outlined = bool(rng.random() < 0.5)

    def at(u: float, v: float) -> CanvasPoint:
        return x0 + u * w, y0 + v * h

    if kind == "scene":
        _scene(canvas, rng, (x0, y0, x1, y1), (petal, green, other), pen)
        return
    lean = rng.uniform(-0.25, 0.25)
    if kind == "bamboo":
        for k in range(int(rng.integers(1, 4))):
            u = 0.3 + 0.2 * k + rng.uniform(-0.1, 0.1)
            ends = [at(u - lean / 2, 1.0), at(u + lean / 2, rng.uniform(0, 0.2))]
            stalk = curve(*ends, n=int(rng.integers(4, 7)))
            for a, b in pairwise(stalk):
                canvas.line([a + (b - a) * 0.06, b - (b - a) * 0.06], pen * rng.uniform(1.6, 3.4), other)
            for node in stalk[1:]:
                for _ in range(int(rng.integers(2, 4))):
                    angle = rng.choice([rng.uniform(20, 70), rng.uniform(110, 160)])
                    canvas.fill(turned(leaf(0.3 * w, 0.09 * w), float(angle), (float(node[0]), float(node[1]))), green)
        return
    if kind == "orchid":
        root = at(0.45 + lean / 2, 1.0)
        for k in range(int(rng.integers(4, 8))):
            u = rng.uniform(-0.05, 1.05)
            blade = curve(root, at((u + 0.5) / 2, rng.uniform(0.2, 0.4)), at(u, rng.uniform(0.0, 0.6)), n=14)
            width = pen * np.linspace(2.2, 0.7, 13)
            for a, b, t in zip(blade[:-1], blade[1:], width, strict=True):
                canvas.line([a, b], float(t), other if k == 0 and outlined else green)
        for _ in range(int(rng.integers(1, 4))):
            _petals(
                canvas,
                at(rng.uniform(0.2, 0.85), rng.uniform(0.3, 0.8)),
                0.12 * w,
                5,
                petal,
                None,
                outlined,
                pen * 0.8,
                rng.uniform(0, 72),
            )
        return
    bend = rng.uniform(-0.4, 0.4)
    top = rng.uniform(0.0, 0.15)
    stem = curve(at(0.5 + lean, 1.0), at(0.5 - bend, 0.65), at(0.5 + bend, 0.4), at(0.5 - lean, top), n=20)
    canvas.line(stem, pen * rng.uniform(1.0, 1.8), other if kind == "plum" and outlined else green)
    if kind == "plum":
        side = curve(tuple(stem[9]), at(0.8, 0.45), at(0.95, rng.uniform(0.2, 0.5)), n=8)
        canvas.line(side, pen, green)
        _leaves(canvas, rng, stem, int(rng.integers(4, 12)), 0.14 * w, green, False, pen)
        for _ in range(int(rng.integers(1, 4))):
            i = int(rng.integers(4, 18))
            _petals(
                canvas,
                (float(stem[i, 0]), float(stem[i, 1])),
                rng.uniform(0.11, 0.24) * w,
                5,
                petal,
                None,
                outlined,
                pen * 0.9,
                rng.uniform(0, 72),
            )
        return
    _leaves(
        canvas,
        rng,
        stem,
        int(rng.integers(3, 9)),
        rng.uniform(0.2, 0.42) * w,
        green,
        bool(rng.random() < 0.4),
        pen * 0.8,
    )
    heart = at(0.5 + rng.uniform(-0.12, 0.12), rng.uniform(0.35, 0.75))
    if kind == "berries":
        for _ in range(int(rng.integers(3, 8))):
            canvas.disc(at(rng.uniform(0.15, 0.85), rng.uniform(0.2, 0.85)), 0.075 * w, petal)
        return
    if kind == "lotus":
        for angle in np.linspace(-150, -30, int(rng.integers(3, 7))):
            shape = turned(leaf(0.48 * w, 0.22 * w), -float(angle), heart)
            canvas.line(
                turned(leaf(0.48 * w, 0.22 * w), float(angle), heart) if angle else shape, pen, petal, closed=True
            )
        canvas.line(curve(at(0.05, 0.85), at(0.5, 1.05), at(0.95, 0.85)), pen, green)
        return
    if kind == "rose":
        _rose(canvas, rng, heart, rng.uniform(0.16, 0.28) * w, petal, pen)
        if rng.random() < 0.4:
            _rose(canvas, rng, at(rng.uniform(0.1, 0.9), rng.uniform(0.1, 0.9)), 0.12 * w, petal, pen * 0.8)
        return
    n = int(rng.integers(10, 18)) if kind == "chrysanthemum" else int(rng.integers(5, 9))
    radius = rng.uniform(0.22, 0.36) * w
    _petals(canvas, heart, radius, n, petal, None, outlined, pen * 0.9, rng.uniform(0, 72))
    if rng.random() < 0.6:
        _petals(canvas, heart, radius * 0.55, max(5, n // 2), petal, petal, outlined, pen * 0.8, rng.uniform(0, 72))


def bird(
    canvas: Canvas, seed: int, box: tuple[float, float, float, float], inks: tuple[Colour, Colour, Colour], pen: float
) -> None:
    """Draw the bird of 1s: sparrow, peacock, crane, phoenix, or one that clings to a branch, by the seed.

    `inks` are the colours of body, wing and tail.
    """
    rng = np.random.default_rng(seed)
    x0, y0, x1, y1 = box
    w, h = x1 - x0, y1 - y0
    flip = -1.0 if rng.random() < 0.5 else 1.0
    centre = (x0 + w / 2, y0 + h / 2)
    body_ink, wing_ink, tail_ink = inks
    form = rng.random()
    if form < 0.22:
        _owlish(canvas, rng, centre, w, h, inks, pen)
        return

    def at(points: Points | list[CanvasPoint]) -> Points:
        p = np.asarray(points, dtype=np.float64)
        return np.column_stack([centre[0] + flip * p[:, 0] * w, centre[1] + p[:, 1] * h])

    def shape(points: Points | list[CanvasPoint], colour: Colour, filled: bool) -> None:
        if filled:
            canvas.fill(at(points), colour)
        else:
            canvas.line(at(points), pen, colour, closed=True)

    if form < 0.52:
        _clinging(canvas, rng, at, inks, pen)
        return
    solid = bool(rng.random() < 0.5)
    pose = rng.uniform(25, 80)
    long, stout = rng.uniform(0.2, 0.32), rng.uniform(0.1, 0.2)
    trunk = turned(ellipse(long, stout), pose, (rng.uniform(-0.08, 0.08), rng.uniform(-0.1, 0.08)))
    middle = trunk.mean(axis=0)
    axis = np.array([np.cos(np.deg2rad(pose)), -np.sin(np.deg2rad(pose))])
    breast, rump = middle + axis * long, middle - axis * long
    head = breast + np.array([rng.uniform(-0.05, 0.15), -rng.uniform(0.05, 0.16)])
    head[1] = max(head[1], -0.4)

    kind = rng.integers(0, 3)
    for k in range(int(rng.integers(2, 8))):
        spread = rng.uniform(-0.3, 0.3) + (k % 3 - 1) * 0.12
        tip = rump + np.array([-rng.uniform(0.1, 0.3) + spread * 0.5, rng.uniform(0.2, 0.5)])
        tip = np.clip(tip, -0.5, 0.5)
        bend = (rump + tip) / 2 + np.array([spread * 0.5, rng.uniform(-0.1, 0.05)])
        feather = curve(tuple(rump), tuple(bend), tuple(tip))
        ink = (tail_ink, wing_ink, body_ink)[k % (1 + int(kind))]
        canvas.line(at(feather), pen * rng.uniform(1.0, 2.4), ink)
        if kind == 1:
            canvas.disc((float(at([tuple(tip)])[0, 0]), float(at([tuple(tip)])[0, 1])), pen * 1.8, tail_ink)
            canvas.disc((float(at([tuple(tip)])[0, 0]), float(at([tuple(tip)])[0, 1])), pen * 0.8, None)
    neck = curve(tuple(middle + axis * long * 0.5), tuple(breast + np.array([0.06, 0.0])), tuple(head))
    canvas.line(at(neck), pen * rng.uniform(2, 4), body_ink)
    shape(trunk, body_ink, solid)
    if not solid:
        for t in np.linspace(-0.6, 0.6, 4):
            canvas.line(
                at(
                    np.array(
                        [
                            middle + axis * long * t + np.array([0.0, -stout * 0.5]),
                            middle + axis * long * t + np.array([0.0, stout * 0.5]),
                        ]
                    )
                ),
                pen * 0.8,
                body_ink,
            )
    skull = ellipse(rng.uniform(0.08, 0.13), rng.uniform(0.05, 0.08)) + head
    shape(skull, body_ink, solid)
    eye = at([(float(head[0]) + 0.02, float(head[1]) - 0.01)])[0]
    canvas.disc((float(eye[0]), float(eye[1])), pen * 0.9, None if solid else wing_ink)
    beak = [
        tuple(head + np.array([0.06, -0.03])),
        tuple(head + np.array([rng.uniform(0.14, 0.24), rng.uniform(-0.03, 0.05)])),
        tuple(head + np.array([0.06, 0.03])),
    ]
    shape(np.array(beak), tail_ink, True)
    for k in range(int(rng.integers(0, 4))):
        plume = curve(
            tuple(head),
            tuple(head + np.array([-0.02 * k, -0.08])),
            tuple(head + np.array([-0.08 - 0.05 * k, -0.1 - 0.01 * k])),
        )
        canvas.line(at(plume), pen, tail_ink)
    open_wing = rng.random() < 0.5
    for k in range(int(rng.integers(2, 6))):
        angle = pose + (rng.uniform(90, 170) if open_wing else rng.uniform(160, 200)) + k * 5
        vane = turned(leaf(rng.uniform(0.22, 0.42), rng.uniform(0.06, 0.12)), angle, tuple(middle + axis * 0.06))
        shape(np.clip(vane, -0.5, 0.5), wing_ink, bool(rng.random() < 0.5))
    if rng.random() < 0.7:
        for dx in (-0.03, 0.05):
            foot = middle + np.array([dx, stout + 0.02])
            canvas.line(
                at(np.array([foot, foot + np.array([rng.uniform(-0.05, 0.05), rng.uniform(0.08, 0.3)])])), pen, tail_ink
            )
    if rng.random() < 0.4:
        y = rng.uniform(0.3, 0.48)
        canvas.line(at(curve((-0.45, y), (0.0, y + 0.1), (0.45, y - 0.1))), pen * 1.3, wing_ink)
    if rng.random() < 0.4:
        for _ in range(int(rng.integers(2, 8))):
            p = (rng.uniform(-0.5, 0.5), rng.uniform(-0.5, 0.5))
            canvas.fill(at(turned(leaf(0.16, 0.07), rng.uniform(0, 360), p)), wing_ink)


def _clinging(
    canvas: Canvas,
    rng: np.random.Generator,
    at: Callable[[Points], Points],
    inks: tuple[Colour, Colour, Colour],
    pen: float,
) -> None:
    """Draw a long-tailed bird on a branch, with bars on wing, breast and tail, as in many Cantonese sets.

    It is drawn in the unit square about the origin; `at` maps that onto the tile.
    """
    body, wing, tail = inks
    lean = np.deg2rad(rng.uniform(35, 80))
    along = np.array([np.cos(lean), np.sin(lean)])  # from the head down to the tail
    across = np.array([-along[1], along[0]])
    head = -along * rng.uniform(0.3, 0.4) + across * rng.uniform(-0.06, 0.06)
    rump = along * rng.uniform(0.05, 0.15)
    tip = along * rng.uniform(0.42, 0.52) + across * rng.uniform(-0.12, 0.12)
    fine = pen * rng.uniform(0.6, 0.9)
    solid, barred = rng.random(3) < 0.4, rng.random(3) < 0.75

    def vane(start: Points, end: Points, first: float, last: float, ink: Colour, which: int) -> None:
        """Draw a shape that tapers from width `first` to `last`, filled or in outline, with bars across."""
        way = end - start
        side = np.array([-way[1], way[0]]) / max(float(np.hypot(*way)), 1e-6)
        t = np.linspace(0, 1, 9)[:, None]
        wide = (first + (last - first) * t) * (0.25 + 0.75 * np.sin(np.pi * (0.12 + 0.76 * t))) / 2
        left, right = start + way * t + side * wide, start + way * t - side * wide
        outline = np.concatenate([left, right[::-1]])
        if solid[which]:
            canvas.fill(at(outline), ink)
        else:
            canvas.line(at(outline), pen, ink, closed=True)
        if barred[which]:
            slope = int(rng.integers(0, 3))
            for k in range(1, 8 - slope):
                canvas.line(at(np.stack([left[k], right[k + slope]])), fine, None if solid[which] else ink)

    curl = rng.uniform(0.05, 0.2)
    branch = curve(tuple(rump - across * 0.5), tuple(rump - along * curl), tuple(rump + across * 0.5 - along * curl))
    canvas.line(at(np.clip(branch, -0.5, 0.5)), pen * rng.uniform(0.8, 1.8), wing if rng.random() < 0.5 else body)
    for _ in range(int(rng.integers(0, 4))):
        place = branch[int(rng.integers(len(branch)))]
        canvas.fill(at(np.clip(turned(leaf(0.16, 0.06), rng.uniform(0, 360), tuple(place)), -0.5, 0.5)), wing)
    for k in range(int(rng.integers(1, 4))):
        vane(rump, tip + across * (k * rng.uniform(-0.16, 0.16)), rng.uniform(0.1, 0.24), 0.02, tail, 2)
    vane(head, rump + along * 0.06, rng.uniform(0.24, 0.36), rng.uniform(0.16, 0.28), body, 0)
    back = across * rng.choice([-1, 1]) * rng.uniform(0.02, 0.1)
    vane(
        head * 0.55 + back,
        rump + along * rng.uniform(0.0, 0.25) + back * 2,
        rng.uniform(0.18, 0.3),
        rng.uniform(0.04, 0.14),
        wing,
        1,
    )
    if rng.random() < 0.4:  # the other wing, spread out
        vane(head * 0.4, head * 0.4 - back * rng.uniform(2, 4) - along * 0.1, 0.12, 0.04, wing, 1)
    canvas.fill(at(ellipse(0.1, 0.07, centre=tuple(head))), body if solid[0] else None)
    canvas.line(at(ellipse(0.1, 0.07, centre=tuple(head))), pen, body, closed=True)
    canvas.disc(tuple(at(head[None])[0].tolist()), pen * 0.9, None if solid[0] else wing)
    ahead = -along + across * rng.uniform(-0.8, 0.8)
    canvas.fill(at(np.stack([head + ahead * 0.18, head + ahead[::-1] * 0.05, head - ahead[::-1] * 0.05])), tail)
    for k in range(int(rng.integers(0, 5))):
        plume = curve(
            tuple(head), tuple(head - across * 0.1), tuple(head - across * (0.14 + 0.03 * k) + along * 0.05 * k)
        )
        canvas.line(at(np.clip(plume, -0.5, 0.5)), pen, tail)
    for side in (-0.05, 0.05):
        foot = rump + along * side
        canvas.line(at(np.stack([foot, foot + across * rng.uniform(0.08, 0.2)])), fine, tail)


def _owlish(
    canvas: Canvas,
    rng: np.random.Generator,
    centre: CanvasPoint,
    w: float,
    h: float,
    inks: tuple[Colour, Colour, Colour],
    pen: float,
) -> None:
    """Draw a peacock from the front, with a fan of scales above it, as in sets from Japan."""
    body, wing, tail = inks
    cx, cy = centre
    rows = int(rng.integers(3, 6))
    for r in range(rows):
        reach = (0.46 - 0.36 * r / rows) * h
        n = max(3, int(rng.integers(5, 8)) - r)
        for angle in np.linspace(-150, -30, n):
            a = np.deg2rad(angle)
            p = (cx + np.cos(a) * reach * w / h * 0.95, cy + 0.02 * h + np.sin(a) * reach)
            canvas.disc(p, 0.085 * w, tail)
            canvas.disc(p, 0.05 * w, None)
            canvas.disc(p, 0.03 * w, body if r % 2 else tail)
    canvas.fill(ellipse(0.17 * w, 0.2 * h, centre=(cx, cy + 0.16 * h)), body)
    canvas.fill(ellipse(0.1 * w, 0.1 * h, centre=(cx, cy + 0.15 * h)), None)
    for side in (-1, 1):
        for k in range(int(rng.integers(3, 6))):
            canvas.fill(
                turned(leaf(0.34 * h, 0.08 * w), 90 - side * (12 + 14 * k), (cx + side * 0.1 * w, cy + 0.06 * h)), wing
            )
    canvas.disc((cx, cy - 0.02 * h), 0.11 * w, body)
    canvas.disc((cx - 0.04 * w, cy - 0.03 * h), pen, None)
    canvas.disc((cx + 0.04 * w, cy - 0.03 * h), pen, None)
    for side in (-1, 1):
        canvas.line([(cx + side * 0.06 * w, cy + 0.34 * h), (cx + side * 0.1 * w, cy + 0.46 * h)], pen, tail)


def dragon(canvas: Canvas, seed: int, box: tuple[float, float, float, float], ink: Colour) -> None:
    """Draw a dragon in one colour: coils with scales and spines, four claws, a mane, an open mouth."""
    rng = np.random.default_rng(seed)
    x0, y0, x1, y1 = box
    w, h = x1 - x0, y1 - y0
    flip = -1.0 if rng.random() < 0.5 else 1.0
    lying = rng.random() < 0.3

    def at(points: Points) -> Points:
        p = np.asarray(points)[:, ::-1] if lying else np.asarray(points)
        return np.column_stack([x0 + w * (0.5 + flip * p[:, 0]), y0 + h * (0.5 + p[:, 1])]).clip((x0, y0), (x1, y1))

    t = np.linspace(0, 1, 48)
    coils, phase = rng.uniform(1.6, 3.2), rng.uniform(-0.6, 0.6)
    body = np.column_stack([rng.uniform(0.2, 0.34) * np.sin(np.pi * coils * t + phase), -0.34 + 0.8 * t])
    ahead = np.gradient(body, axis=0)
    side = np.column_stack([-ahead[:, 1], ahead[:, 0]]) / np.hypot(*ahead.T)[:, None]
    stout = rng.uniform(0.045, 0.085) * np.sin(np.pi * (0.25 + 0.72 * t))[:, None]
    pen = float(h * rng.uniform(0.01, 0.018))
    outline = np.concatenate([body + side * stout, (body - side * stout)[::-1]])
    solid = bool(rng.random() < 0.55)
    if solid:
        canvas.fill(at(outline), ink)
    else:
        canvas.line(at(outline), pen, ink, closed=True)
    for k in range(3, 45, int(rng.integers(2, 5))):
        scale = np.stack([body[k] - side[k] * stout[k], body[k + 2] + side[k + 2] * stout[k + 2]])
        canvas.line(at(scale), pen * 0.7, None if solid else ink)
        spine = body[k] + side[k] * stout[k]
        canvas.line(at(np.stack([spine, spine + side[k] * 0.05 + ahead[k] * 2])), pen * 1.3, ink)
    for k in (10, 18, 28, 36):
        knee = body[k] + np.copysign(0.13, body[k, 0]) * np.array([1.0, 0.0]) * rng.choice([-1, 1], p=[0.3, 0.7])
        foot = knee + np.array([rng.uniform(-0.05, 0.05), rng.uniform(0.04, 0.1)])
        canvas.line(at(np.stack([body[k], knee, foot])), pen * 2.2, ink)
        for claw in (-0.05, 0.0, 0.05):
            canvas.line(at(np.stack([foot, foot + np.array([claw, 0.05])])), pen, ink)
    head = body[0]
    way = np.array([rng.choice([-1.0, 1.0]), rng.uniform(-0.3, 0.3)])
    canvas.fill(at(ellipse(0.1, 0.07, centre=tuple(head))), ink)
    for jaw in (-0.06, 0.05):
        canvas.line(at(np.stack([head, head + way * 0.18 + np.array([0.0, jaw])])), pen * 3, ink)
    eye = at((head + np.array([0.0, -0.02]))[None])[0]
    canvas.disc((float(eye[0]), float(eye[1])), pen, None)
    for k in range(int(rng.integers(4, 10))):  # horns, mane and whiskers
        hair = head - way * rng.uniform(0.08, 0.26) + np.array([0.0, rng.uniform(-0.16, 0.12)])
        bend = (head + hair) / 2 + np.array([0.0, -0.05 + 0.02 * (k % 4)])
        canvas.line(at(curve(tuple(head), tuple(bend), tuple(hair))), pen, ink)
