"""Pictures of whole tables, with the ground truth of every tile."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import cv2
import numpy as np

from models.render import optics
from models.render.body import BodyBox, DepthCanvas, Image, Light, Shades, Tint, draw, shadow, surface
from models.render.dice import RenderedDie
from models.render.faces import draw_face
from models.render.glyphs import FaceSources
from models.render.layouts import Placement, TileSize
from models.render.styles import FaceStyle, random_style
from models.render.table import Scenery, furniture, ground
from models.render.view import Points, View

OVERSAMPLE = 2
"""Factor of supersampling. More takes longer to render; less leaves jagged edges that no camera shows."""

FACE_ROWS = 160
"""Height in pixels of drawn faces. More takes longer to draw; less blurs tiles close to the camera."""

_SOFT = 0.3
"""Share of pictures in diffuse light, which hardly shows the seams of touching tiles. More teaches such rows; less
teaches hard shadows."""

_SHADES = (0.12, -0.12, -0.22, 0.06)
"""Brightness of the edges of a tile whose top faces the lamp. More contrast makes tiles easier to separate than real
ones."""


@dataclass(frozen=True, slots=True)
class TrueTile:
    """One tile of a rendered picture.

    Attributes:
        tile: Its code, or None if only its back is visible.
        face: "up" if its face is towards the camera (lying or standing), "down" if its back is.
        quad: (4, 2) corners in pixels from the glyph's top left, clockwise; likewise of the back.
        visible: Share of the quad that is in the picture and not covered, 0-1.
        group: Its group, as in `layouts.Placement.group`.
    """

    tile: str | None
    face: str
    quad: Points
    visible: float
    group: str

    def to_dict(self) -> dict[str, Any]:
        """Return the tile as plain JSON values."""
        return {
            "tile": self.tile,
            "face": self.face,
            "quad": [[round(float(x), 2), round(float(y), 2)] for x, y in self.quad],
            "visible": round(self.visible, 3),
            "group": self.group,
        }


@dataclass(frozen=True, slots=True)
class TrueDie:
    """One die of a rendered picture: its value, the corners (4, 2) of its top in pixels, and its visible share."""

    value: int
    quad: Points
    visible: float


_Seen = TypeVar("_Seen", TrueTile, TrueDie)


@dataclass(frozen=True, slots=True)
class RenderedScene:
    """A rendered picture (h, w, 3) BGR, its tiles and its dice."""

    image: Image
    tiles: tuple[TrueTile, ...]
    dice: tuple[TrueDie, ...] = ()

    def cut(self, x: int, y: int, size: tuple[int, int]) -> "RenderedScene":
        """Return the part of (width, height) pixels with its top left at (x, y)."""
        frame = np.array([[x, y], [x + size[0], y], [x + size[0], y + size[1]], [x, y + size[1]]], np.float32)

        def moved(thing: _Seen) -> _Seen:
            area, _ = cv2.intersectConvexConvex(cv2.convexHull(thing.quad.astype(np.float32)), frame)
            share = area / max(cv2.contourArea(thing.quad.astype(np.float32)), 1e-6)
            return replace(thing, quad=thing.quad - (x, y), visible=min(thing.visible, share))

        tiles = tuple(t for t in map(moved, self.tiles) if t.visible > 0)
        dice = tuple(d for d in map(moved, self.dice) if d.visible > 0)
        return RenderedScene(self.image[y : y + size[1], x : x + size[0]], tiles, dice)


@dataclass(frozen=True, slots=True)
class Sources:
    """The fonts, artwork and photographs that pictures are rendered with."""

    faces: FaceSources
    scenery: Scenery


@dataclass(frozen=True, slots=True)
class TileBody:
    """The body of a set's tiles: size in millimetres, share of the face layer, edges, engraving."""

    size: TileSize
    split: float
    bevel: float
    shades: Shades
    corner: float
    depth: float


@dataclass(frozen=True, slots=True)
class RenderedTileSet:
    """A made-up set of tiles: style and body; `inks` caches the faces drawn so far."""

    style: FaceStyle
    body: TileBody
    inks: dict[str, Image] = field(default_factory=dict)

    def ink(self, code: str) -> Image:
        """Return the ink of a face, BGRA, `FACE_ROWS` pixels high."""
        if code not in self.inks:
            columns = round(FACE_ROWS * self.style.aspect)
            drawn = draw_face(self.style, code, FACE_ROWS)
            self.inks[code] = cv2.resize(drawn, (columns, FACE_ROWS)).astype(np.uint8)
        return self.inks[code]


def random_set(rng: np.random.Generator, sources: "Sources", dark: bool = False) -> RenderedTileSet:
    """Return a random set of tiles; with `dark`, one with dark faces."""
    style = random_style(rng, sources.faces, dark)
    return RenderedTileSet(style, random_body(rng, style))


def random_body(rng: np.random.Generator, style: FaceStyle) -> TileBody:
    """Return a random body that suits a style."""
    width = rng.uniform(20, 34)
    size = TileSize(width, width / style.aspect, width * rng.uniform(0.55, 0.85))
    split = 1.0 if style.back == style.ground else rng.uniform(0.45, 0.75)
    bevel, corner, depth = rng.uniform(0.015, 0.06), rng.uniform(0.04, 0.16), rng.uniform(0, 1)
    # diffuse light hardly shows the seams of white tiles that touch
    strength = rng.uniform(0, 0.35) if rng.random() < _SOFT else rng.uniform(0.35, 1.3)
    top, right, bottom, left = strength * np.roll(_SHADES, int(rng.integers(4)))
    return TileBody(size, split, bevel, (top, right, bottom, left), corner, depth)


def tile_box(
    placement: Placement, tiles: RenderedTileSet, face: Image, back: Image, number: int, tint: float
) -> BodyBox:
    """Return the box of a placed tile; `number` is its id, `tint` the factor of its brightness."""
    body, style = tiles.body, tiles.style
    half = np.array([body.size.w, body.size.h, body.size.t]) / 2
    c, s = np.cos(placement.turn), np.sin(placement.turn)
    u, v = np.array([c, s, 0.0]), np.array([-s, c, 0.0])
    rotation = {
        "up": np.array([u, v, [0, 0, 1.0]]),
        "down": np.array([-u, v, [0, 0, -1.0]]),
        "standing": np.array([u, [0, 0, 1.0], -v]),
        "edge": np.array([[0, 0, 1.0], -u, -v]),
    }[placement.pose]
    foot = half[{"standing": 1, "edge": 0}.get(placement.pose, 2)]
    z = foot + placement.level * body.size.t
    return BodyBox(
        np.array([placement.x, placement.y, z]),
        rotation * half[:, None],
        tuple(tint * v for v in style.side),  # type: ignore[arg-type]
        tuple(tint * v for v in style.back),  # type: ignore[arg-type]
        body.split,
        {"+n": face, "-n": back},
        number,
        "+n",
        body.corner,
        style.clear,
    )


def render(
    rng: np.random.Generator,
    placements: Sequence[Placement],
    tiles: RenderedTileSet,
    view: View,
    sources: Sources,
    *,
    edge: float = 400.0,
    cover: bool = False,
    plain: bool = False,
    things: Sequence[BodyBox | RenderedDie] | None = None,
    felt: Tint | None = None,
) -> RenderedScene:
    """Render tiles on a table.

    Args:
        view: The camera, in pixels of the finished picture.
        edge: Distance of the table's edges from its centre, millimetres.
        cover: True if a hand reaches over the table.
        plain: True for a good camera and no dice, racks or other boxes, for sample pictures.
        things: Other objects on the table; by default random ones.
        felt: Colour of the table top, BGR; a random surface if None.
    """
    fine = replace(
        view,
        matrix=np.diag([OVERSAMPLE, OVERSAMPLE, 1.0]) @ view.matrix,
        size=(view.size[0] * OVERSAMPLE, view.size[1] * OVERSAMPLE),
    )
    canvas = DepthCanvas.over(ground(rng, fine, sources.scenery, edge, plain, felt))
    towards = np.array([rng.normal(0, 0.6), rng.normal(0, 0.6), 1.0])
    ambient = rng.uniform(0.8, 0.97) if rng.random() < _SOFT else rng.uniform(0.35, 0.8)
    light = Light(towards / np.linalg.norm(towards), ambient)
    body = tiles.body
    boxes = _boxes(rng, placements, tiles)
    if things is None:
        loose, thrown = ([], []) if plain else furniture(rng, edge, body.size.h, sources.faces.chinese)
        things = [*loose, *thrown]
    dice = [t for t in things if isinstance(t, RenderedDie) and not _touches(t.base or t.box, placements, body)]
    dice = [replace(d, box=replace(d.box, id=len(boxes) + n)) for n, d in enumerate(dice, start=1)]
    clear = [t for t in things if isinstance(t, BodyBox) and not _touches(t, placements, body)]
    order: list[tuple[tuple[float, ...], BodyBox]] = [((_far(fine, box),), box) for box in (*boxes, *clear)]
    order += [((_far(fine, d.base or d.box), _far(fine, d.box)), d.box) for d in dice]
    softness = rng.uniform(0.05, 0.5) * body.size.t * _scale(fine)
    shadow(canvas, fine, [box for _, box in order], light, softness, rng.uniform(0.15, 0.65))
    for _, box in sorted(order, key=lambda one: one[0]):
        draw(canvas, fine, box, light)
    if cover:
        optics.reaching_hand(rng, canvas)
    truth = tuple(_truth(canvas, fine, box, placement) for box, placement in zip(boxes, placements, strict=True))
    small = cv2.resize(canvas.image, view.size, interpolation=cv2.INTER_AREA).astype(np.uint8)
    picture = optics.camera_effects(rng, optics.uneven_light(rng, small)) if not plain else small
    tops = [_uncovered(canvas, fine, d.box.side("+n")[0], d.box.id) for d in dice]
    true_dice = tuple(TrueDie(d.value, quad, seen) for d, (quad, seen) in zip(dice, tops, strict=True) if seen > 0)
    return RenderedScene(picture, tuple(t for t in truth if t.visible > 0), true_dice)


def _boxes(rng: np.random.Generator, placements: Sequence[Placement], tiles: RenderedTileSet) -> list[BodyBox]:
    style, body = tiles.style, tiles.body
    columns = round(FACE_ROWS * style.aspect)
    grain = np.clip(rng.normal(128, rng.uniform(0, 4), (FACE_ROWS, columns)), 0, 255).astype(np.uint8)
    if rng.random() < 0.3:
        streaks = cv2.GaussianBlur(rng.normal(128, 60, (FACE_ROWS, columns)).astype(np.float32), (0, 0), 1, sigmaY=25)
        grain = np.clip(streaks, 110, 146).astype(np.uint8)
    ready: dict[str, Image] = {}
    for code in {p.tile for p in placements}:
        ready[code] = surface(
            tiles.ink(code),
            style.ground,
            body.bevel,
            body.shades,
            body.corner,
            body.depth,
            grain,
        )
    blank = np.zeros((FACE_ROWS, columns, 4), np.uint8)
    back = surface(blank, style.back, body.bevel, body.shades, body.corner, 0.0, None)
    spread = rng.uniform(0, 0.04)
    made = []
    for number, placement in enumerate(placements, start=1):
        tint = float(np.clip(1 + rng.normal(0, spread), 0.85, 1.1))
        made.append(tile_box(placement, tiles, ready[placement.tile], back, number, tint))
    return made


def _scale(view: View) -> float:
    """Return pixels per millimetre near the middle of the table."""
    a, b = view.project(np.array([[0, 0, 0], [10.0, 0, 0]]))
    return float(np.hypot(*(a - b))) / 10


def _far(view: View, box: BodyBox) -> float:
    """Return the order in which a box is drawn: far ones before near ones."""
    return -float(np.linalg.norm(box.centre - view.eye))


def _touches(thing: BodyBox, placements: Sequence[Placement], body: TileBody) -> bool:
    reach = float(np.abs(thing.axes[:, :2]).sum(axis=0).max()) + np.hypot(body.size.w, body.size.h) / 2
    return any(np.hypot(p.x - thing.centre[0], p.y - thing.centre[1]) < reach for p in placements)


def _truth(canvas: DepthCanvas, view: View, box: BodyBox, placement: Placement) -> TrueTile:
    """Return the side of a tile that faces the camera most, with its visible share."""
    front, out = box.side("+n")
    back, _ = box.side("-n")
    faces_camera = float((view.eye - front.mean(axis=0)) @ out) > 0
    corners = front if faces_camera else back
    quad, seen = _uncovered(canvas, view, corners, box.id if faces_camera else -box.id)
    return TrueTile(
        placement.tile if faces_camera else None,
        "up" if faces_camera else "down",
        quad,
        seen,
        placement.group,
    )


def _uncovered(canvas: DepthCanvas, view: View, corners: Points, number: int) -> tuple[Points, float]:
    """Return the corners of a side in pixels of the finished picture, and the share where `number` is visible."""
    pixels = view.project(corners)
    area = float(cv2.contourArea(pixels.astype(np.float32)))
    x0, y0 = np.maximum(np.floor(pixels.min(axis=0)).astype(int), 0)
    x1, y1 = np.ceil(pixels.max(axis=0)).astype(int) + 1
    window = canvas.ids[y0:y1, x0:x1]
    hull = np.zeros(window.shape, np.uint8)
    if hull.size:
        cv2.fillConvexPoly(hull, np.round(pixels - (x0, y0)).astype(np.int32), 1)
    seen = float(np.count_nonzero((window == number) & (hull > 0)))
    return pixels / OVERSAMPLE, min(1.0, seen / area) if area > 1 else 0.0
