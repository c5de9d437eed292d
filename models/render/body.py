"""Boxes in perspective, lit and shaded: tiles, dice, racks, consoles."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from models.render.view import Points, View

Image = NDArray[np.uint8]
Tint = tuple[float, float, float]
Shades = tuple[float, float, float, float]
"""Change of brightness at the rounded edges of a side, from the top clockwise; negative is darker."""

_BODY_RANGE = 50.0
"""Difference in levels up to which a pixel of a clear box is its body; from twice that on it is ink. More makes light
ink transparent; less, shaded edges opaque."""

SIGNS = np.array([[a, b, c] for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)], float)
"""The eight corners (8, 3) of a box, in half extents along its axes."""


@dataclass(frozen=True, slots=True)
class Light:
    """A lamp and ambient light.

    Attributes:
        towards: (3,) unit vector towards the lamp.
        ambient: Share of ambient light, 0-1.
    """

    towards: Points
    ambient: float

    def on(self, normal: Points) -> float:
        """Brightness of a matt plane with this unit normal (3,); 1 for the table top."""
        facing = max(0.0, float(normal @ self.towards)) / float(self.towards[2])
        return min(1.25, self.ambient + (1 - self.ambient) * facing)


@dataclass(frozen=True, slots=True)
class BodyBox:
    """A box in the world frame.

    Attributes:
        centre: (3,) millimetres.
        axes: (3, 3), rows are the half extents along right, up and out of its front.
        front, back: BGR colours of its two layers; the front layer takes `split` of its depth.
        textures: BGRA pictures (rows, columns, 4) by side, such as "+n" for the front and "-n" for the back, upright as
            seen from outside.
        id: Value in the id map where the box is visible, negated outside its labelled side.
        labelled: The side whose corners are the ground truth, "+n" or "-n", or None.
        corner: Radius of its rounded corners as a share of its width.
        clear: Share of what lies behind it that shows through it, except through ink; 0 for an opaque box.
    """

    centre: Points
    axes: Points
    front: Tint
    back: Tint
    split: float = 0.7
    textures: Mapping[str, Image] = field(default_factory=dict)
    id: int = 0
    labelled: str | None = None
    corner: float = 0.1
    clear: float = 0.0

    def corners(self) -> Points:
        """Return all eight corners (8, 3)."""
        return self.centre + SIGNS @ self.axes

    def side(self, name: str) -> tuple[Points, Points]:
        """Return corners (4, 3) of a side from its top left, clockwise seen from outside, and its unit normal (3,)."""
        u, v, n = self.axes
        right, up, out = {
            "+n": (u, v, n),
            "-n": (-u, v, -n),
            "+u": (-n, v, u),
            "-u": (n, v, -u),
            "+v": (u, -n, v),
            "-v": (u, n, -v),
        }[name]
        corners = self.centre + out + np.array([up - right, up + right, right - up, -up - right])
        return corners, out / np.linalg.norm(out)


@dataclass(slots=True)
class DepthCanvas:
    """A picture being drawn: BGR `image` (h, w, 3), and `ids` (h, w) of the box that each pixel shows."""

    image: Image
    ids: NDArray[np.int32]

    @classmethod
    def over(cls, image: Image) -> "DepthCanvas":
        return cls(image, np.zeros(image.shape[:2], np.int32))


def visible(view: View, corners: Points, normal: Points) -> bool:
    """Return True if a side faces the camera."""
    return float((view.eye - corners.mean(axis=0)) @ normal) > 0


def shadow(
    canvas: DepthCanvas, view: View, boxes: list[BodyBox], light: Light, softness: float, strength: float
) -> None:
    """Draw contact shadows under the boxes and the shadows they cast."""
    h, w = canvas.image.shape[:2]
    shrink = 2
    mask = np.zeros((h // shrink, w // shrink), np.uint8)
    contact = np.zeros_like(mask)
    slide = light.towards[:2] / max(float(light.towards[2]), 0.3)
    for box in boxes:
        corners = box.corners()
        if not view.before(corners):
            continue
        flat = corners.copy()
        flat[:, :2] -= corners[:, 2:3] * slide
        flat[:, 2] = 0
        for target, points in ((mask, flat), (contact, np.column_stack([corners[:, :2], np.zeros(8)]))):
            hull = cv2.convexHull((view.project(points) / shrink).astype(np.float32))
            cv2.fillConvexPoly(target, np.round(hull).astype(np.int32), 255)
    soft = float(np.clip(softness / shrink, 1.0, 25.0))
    dark = cv2.GaussianBlur(mask, (0, 0), soft).astype(np.float32) * (strength / 255)
    near = cv2.GaussianBlur(contact, (0, 0), max(1.0, soft / 2)).astype(np.float32) * (0.35 * strength / 255)
    keep = cv2.resize((1 - dark) * (1 - near), (w, h), interpolation=cv2.INTER_LINEAR)
    canvas.image[:] = (canvas.image * keep[:, :, None]).astype(np.uint8)


def draw(canvas: DepthCanvas, view: View, box: BodyBox, light: Light) -> None:
    """Draw one box over the picture; draw boxes from far to near."""
    corners = box.corners()
    if not view.before(corners):
        return
    outline = cv2.convexHull(view.project(corners).astype(np.float32))[:, 0]
    h, w = canvas.image.shape[:2]
    x0, y0 = np.floor(outline.min(axis=0)).astype(int) - 2
    x1, y1 = np.ceil(outline.max(axis=0)).astype(int) + 3
    x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, w), min(y1, h)
    if x1 - x0 < 2 or y1 - y0 < 2 or (x1 - x0) * (y1 - y0) > 4 * w * h:
        return
    offset = np.array([x0, y0], np.float64)
    seen = [(name, *box.side(name)) for name in ("-v", "+v", "-u", "+u", "-n", "+n")]
    seen = [(name, corners, normal) for name, corners, normal in seen if visible(view, corners, normal)]
    body = box.back if any(name == "-n" for name, *_ in seen) else box.front  # the colour behind rounded corners
    patch = np.full((y1 - y0, x1 - x0, 3), np.minimum(np.multiply(body, light.ambient), 255), np.uint8)
    marks = np.full(patch.shape[:2], -box.id, np.int32)
    mask = _rounded(outline - offset, patch.shape[:2], box)
    for name, corners, normal in seen:
        if name not in box.textures and not name.endswith("n"):
            _paint_edge(patch, view, box, corners, light.on(normal), offset)
    for name, corners, normal in seen:
        if name in box.textures or name.endswith("n"):
            _paint_side(patch, marks, view, box, name, corners, light.on(normal), offset)
    region = canvas.image[y0:y1, x0:x1]
    if box.clear:
        patch = _seen_through(patch, region, body, box.clear)
    alpha = mask[:, :, None].astype(np.uint16)
    region[:] = ((patch * alpha + region * (255 - alpha)) // 255).astype(np.uint8)
    ids = canvas.ids[y0:y1, x0:x1]
    ids[mask > 127] = marks[mask > 127]


def _seen_through(patch: Image, behind: Image, body: Tint, clear: float) -> Image:
    """Return a drawn box with what lies behind it shining through wherever it has about the colour of its body."""
    unlike = np.abs(patch.astype(np.float32) - np.array(body, np.float32)).max(axis=2, keepdims=True)
    share = clear * (1 - np.clip((unlike - _BODY_RANGE) / _BODY_RANGE, 0, 1))
    mixed: Image = (patch * (1 - share) + cv2.blur(behind, (3, 3)) * share).astype(np.uint8)
    return mixed


def _rounded(outline: Points, shape: tuple[int, ...], box: BodyBox) -> Image:
    """Return a mask of the outline, its corners rounded by blurring and sharpening its edge."""
    mask = np.zeros(shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(outline * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    extent = float(np.sqrt(cv2.contourArea(outline.astype(np.float32))))
    radius = min(12.0, box.corner * extent * 0.35)
    if radius < 0.7:
        return mask
    soft = cv2.GaussianBlur(mask, (0, 0), radius, borderType=cv2.BORDER_REPLICATE).astype(np.float32)
    rounded: Image = np.clip((soft - 127) * max(2.0, radius) + 100, 0, 255).astype(np.uint8)
    return rounded


def _paint_edge(patch: Image, view: View, box: BodyBox, corners: Points, brightness: float, offset: Points) -> None:
    """Draw a narrow side, of two layers."""
    depth = box.axes[2]
    sharp = np.clip((corners - box.centre) @ depth / (depth @ depth), -1, 1)
    level = 1 - 2 * box.split
    cut = corners + np.maximum(0, level - sharp)[:, None] * depth
    for colour, points in ((box.back, corners), (box.front, cut)):
        shaded = tuple(min(255.0, c * brightness) for c in colour)
        polygon = np.round((view.project(points) - offset) * 16).astype(np.int32)
        cv2.fillConvexPoly(patch, polygon, shaded, cv2.LINE_AA, 4)


def _paint_side(
    patch: Image,
    marks: NDArray[np.int32],
    view: View,
    box: BodyBox,
    name: str,
    corners: Points,
    brightness: float,
    offset: Points,
) -> None:
    """Draw the front or the back, with its texture if it has one."""
    pixels = view.project(corners) - offset
    if name == box.labelled:
        cv2.fillConvexPoly(marks, np.round(pixels).astype(np.int32), box.id)
    texture = box.textures.get(name)
    colour = tuple(min(255.0, c * brightness) for c in (box.front if name == "+n" else box.back))
    if texture is None:
        cv2.fillConvexPoly(patch, np.round(pixels * 16).astype(np.int32), colour, cv2.LINE_AA, 4)
        return
    th, tw = texture.shape[:2]
    area = float(cv2.contourArea(pixels.astype(np.float32)))
    shrink = np.sqrt(max(area, 1.0) / (th * tw))
    if shrink < 0.7:
        factor = max(shrink, 0.05)
        texture = cv2.resize(texture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA).astype(np.uint8)
        th, tw = texture.shape[:2]
    source = np.array([[0, 0], [tw, 0], [tw, th], [0, th]], np.float32)
    warp = cv2.getPerspectiveTransform(source, pixels.astype(np.float32))
    size = (patch.shape[1], patch.shape[0])
    warped = cv2.warpPerspective(texture, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    alpha = warped[:, :, 3:].astype(np.float32) / 255
    lit = warped[:, :, :3].astype(np.float32) * brightness
    patch[:] = np.clip(lit * alpha + patch * (1 - alpha), 0, 255).astype(np.uint8)


def surface(
    face: Image, ground: Tint, bevel: float, shades: Shades, corner: float, depth: float, grain: Image | None
) -> Image:
    """Return the texture of a tile's front or back before lighting: engraved ink, rounded edges, grain.

    Args:
        face: Ink (h, w, 4) BGRA on transparent ground.
        ground: BGR colour of the body.
        bevel: Width of the rounded edge as a share of the width.
        shades: Brightness of its edges.
        corner: Radius of the corners as a share of the width.
        depth: Depth of the engraving, about 0-1.
        grain: (h, w) grey levels about 128 that modulate the body, or None.

    Returns:
        (h, w, 4) BGRA, opaque inside the rounded rectangle.
    """
    h, w = face.shape[:2]
    ink = face[:, :, 3:].astype(np.float32) / 255
    body: NDArray[np.floating] = np.empty((h, w, 3), np.float32)
    body[:] = ground
    if grain is not None:
        body *= (grain.astype(np.float32) / 128)[:, :, None]
    body = face[:, :, :3] * ink + body * (1 - ink)
    if depth > 0:
        soft = cv2.GaussianBlur(ink[:, :, 0], (0, 0), max(0.8, h / 160))
        slope = np.roll(soft, (2, 2), (0, 1)) - np.roll(soft, (-1, -1), (0, 1))
        body *= (1 - 0.45 * depth * slope)[:, :, None]
    rim = max(1.0, bevel * w)
    ys, xs = np.mgrid[0:h, 0:w].astype(np.float32)
    top, left, bottom, right = (np.exp(-d / rim) for d in (ys, xs, h - 1 - ys, w - 1 - xs))
    body *= (1 + shades[0] * top + shades[1] * right + shades[2] * bottom + shades[3] * left)[:, :, None]
    radius = corner * w
    dx = np.maximum(np.abs(xs - (w - 1) / 2) - ((w - 1) / 2 - radius), 0)
    dy = np.maximum(np.abs(ys - (h - 1) / 2) - ((h - 1) / 2 - radius), 0)
    inside = np.clip(radius + 0.5 - np.hypot(dx, dy), 0, 1) * 255
    return np.dstack([np.clip(body, 0, 255), inside]).astype(np.uint8)
