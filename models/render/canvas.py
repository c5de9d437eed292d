"""A transparent canvas for the ink of a tile: lines, filled shapes and characters, antialiased at any size.

Lengths are in heights of the tile's face: y runs 0-1 down, x runs 0-aspect to the right.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.render.glyphs import Font, Pixels, glyph
from models.render.view import Points

Colour = tuple[int, int, int]
"""BGR, 0-255."""
CanvasPoint = tuple[float, float]

_OVERSAMPLE: Final = 3
"""Factor of supersampling. More takes longer to draw; less leaves jagged edges at small sizes."""

_SUBPIXEL_BITS: Final = 3
"""Fractional bits of OpenCV's drawing coordinates. More overflows its integers on large canvases; fewer moves thin
lines."""


@dataclass(frozen=True, slots=True)
class Handwriting:
    """Variations that make a font's characters look like another handwriting.

    Attributes:
        weight: Thickening (+) or thinning (-) of strokes, in heights of the character.
        stretch: Factor of the width.
        slant: Rise of horizontal strokes to the right, as a share of their length.
        rough: Roughness of the edges, 0-1.
        bend: Amplitude of an elastic deformation, in sizes of the character.
        seed: Seed of the deformation.
    """

    weight: float = 0.0
    stretch: float = 1.0
    slant: float = 0.0
    rough: float = 0.0
    bend: float = 0.0
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Canvas:
    """A canvas at `_OVERSAMPLE` times its final size; `pixels` (h, w, 4) BGRA is drawn on in place."""

    pixels: Pixels

    @classmethod
    def blank(cls, height: int, aspect: float) -> "Canvas":
        """Return an empty canvas whose final height is `height` pixels."""
        h = height * _OVERSAMPLE
        return cls(np.zeros((h, round(h * aspect), 4), np.uint8))

    @property
    def aspect(self) -> float:
        """Width over height."""
        return float(self.pixels.shape[1] / self.pixels.shape[0])

    def fill(self, outline: Sequence[CanvasPoint] | Points, colour: Colour | None) -> None:
        """Fill a closed outline; the colour None erases."""
        cv2.fillPoly(self.pixels, [self._fixed(outline)], _ink(colour), cv2.LINE_8, _SUBPIXEL_BITS)

    def line(
        self, points: Sequence[CanvasPoint] | Points, width: float, colour: Colour | None, closed: bool = False
    ) -> None:
        """Draw a line through `points` with round joints."""
        px = max(1, round(width * len(self.pixels)))
        cv2.polylines(self.pixels, [self._fixed(points)], closed, _ink(colour), px, cv2.LINE_8, _SUBPIXEL_BITS)

    def disc(self, centre: CanvasPoint, radius: float, colour: Colour | None) -> None:
        """Draw a filled circle."""
        scale = len(self.pixels) * (1 << _SUBPIXEL_BITS)
        x, y = round(centre[0] * scale), round(centre[1] * scale)
        cv2.circle(self.pixels, (x, y), max(1, round(radius * scale)), _ink(colour), -1, cv2.LINE_8, _SUBPIXEL_BITS)

    def character(
        self,
        font: Font,
        text: str,
        box: tuple[float, float, float, float],
        colour: Colour,
        writing: Handwriting | None = None,
    ) -> None:
        """Write a character or word as large as fits `box` (x0, y0, x1, y1), centred."""
        writing = writing or Handwriting()
        mask = glyph(font, text)
        if writing.slant:
            mask = _slanted(mask, writing.slant)
        weight, stretch = writing.weight, writing.stretch
        k = len(self.pixels)
        x0, y0, x1, y1 = (v * k for v in box)
        fit = min((x1 - x0) / (mask.shape[1] * stretch), (y1 - y0) / mask.shape[0])
        w, h = max(1, round(mask.shape[1] * stretch * fit)), max(1, round(mask.shape[0] * fit))
        mask = cv2.resize(mask, (w, h), interpolation=cv2.INTER_AREA if fit < 1 else cv2.INTER_LINEAR).astype(np.uint8)
        grow = round(abs(weight) * max(h, w))
        if grow:
            mask = np.pad(mask, grow)
            kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (grow + 1, grow + 1))
            mask = (cv2.dilate if weight > 0 else cv2.erode)(mask, kernel).astype(np.uint8)
        if writing.bend:
            mask = _bent(mask, writing.bend, np.random.default_rng((writing.seed, *map(ord, text))))
        if writing.rough:
            mask = _roughened(mask, writing.rough)
        self._stamp(
            mask > 110, round((x0 + x1) / 2 - mask.shape[1] / 2), round((y0 + y1) / 2 - mask.shape[0] / 2), colour
        )

    def _stamp(self, mask: NDArray[np.bool_], left: int, top: int, colour: Colour) -> None:
        h, w = self.pixels.shape[:2]
        x0, y0, x1, y1 = max(left, 0), max(top, 0), min(left + mask.shape[1], w), min(top + mask.shape[0], h)
        if x0 < x1 and y0 < y1:
            self.pixels[y0:y1, x0:x1][mask[y0 - top : y1 - top, x0 - left : x1 - left]] = _ink(colour)

    def _fixed(self, points: Sequence[CanvasPoint] | Points) -> NDArray[np.int32]:
        scale = len(self.pixels) * (1 << _SUBPIXEL_BITS)
        return np.rint(np.asarray(points, dtype=np.float64) * scale).astype(np.int32).reshape(-1, 1, 2)

    def finished(self, height: int) -> Pixels:
        """Return the canvas at its final size, antialiased: (height, width, 4) BGRA."""
        return shrink(self.pixels, height, round(height * self.aspect))


def shrink(layer: Pixels, height: int, width: int) -> Pixels:
    """Resize a BGRA layer, with colours weighted by alpha so that edges do not darken."""
    weighted = layer.astype(np.float32)
    weighted[..., :3] = weighted[..., :3] * (weighted[..., 3:] / 255)
    small = cv2.resize(weighted, (width, height), interpolation=cv2.INTER_AREA)
    small[..., :3] = small[..., :3] * (255 / np.maximum(small[..., 3:], 1))
    return np.clip(np.rint(small), 0, 255).astype(np.uint8)


def _slanted(mask: Pixels, slant: float) -> Pixels:
    h, w = mask.shape
    rise = abs(slant) * w
    matrix = np.array([[1, 0, 0], [-slant, 1, max(slant, 0) * w]], dtype=np.float64)
    return cv2.warpAffine(mask, matrix, (w, round(h + rise))).astype(np.uint8)


def _bent(mask: Pixels, bend: float, rng: np.random.Generator) -> Pixels:
    h, w = mask.shape
    off = [cv2.resize(rng.normal(0, bend * k, (4, 4)), (w, h), interpolation=cv2.INTER_CUBIC) for k in (w, h)]
    ys, xs = np.mgrid[0:h, 0:w]
    return cv2.remap(mask, (xs + off[0]).astype(np.float32), (ys + off[1]).astype(np.float32), cv2.INTER_LINEAR).astype(
        np.uint8
    )


def _roughened(mask: Pixels, rough: float) -> Pixels:
    noise = np.random.default_rng(mask.shape[0]).random((24, 24)).astype(np.float32)
    field = cv2.resize(noise, mask.shape[::-1], interpolation=cv2.INTER_CUBIC) - 0.5
    soft = cv2.GaussianBlur(mask, (0, 0), max(0.5, 0.012 * mask.shape[0])).astype(np.float32)
    return np.clip(soft + field * 160 * rough * (soft > 8), 0, 255).astype(np.uint8)


def _ink(colour: Colour | None) -> tuple[int, int, int, int]:
    return (0, 0, 0, 0) if colour is None else (*colour, 255)


def curve(*control: CanvasPoint, n: int = 16) -> Points:
    """Return a Bézier curve through `n` points, of any number of control points."""
    t = np.linspace(0, 1, n)[:, None]
    level = [np.broadcast_to(np.asarray(p, dtype=np.float64), (n, 2)) for p in control]
    while len(level) > 1:
        level = [a * (1 - t) + b * t for a, b in pairwise(level)]
    return np.asarray(level[0])


def turned(
    points: Sequence[CanvasPoint] | Points, degrees: float, about: CanvasPoint = (0.0, 0.0), scale: float = 1.0
) -> Points:
    """Return points (n, 2) scaled and turned clockwise about the origin, then moved to `about`."""
    a = np.deg2rad(degrees)
    turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    return np.asarray(np.asarray(points, dtype=np.float64) @ turn * scale + np.asarray(about))


def ellipse(rx: float, ry: float, n: int = 28, centre: CanvasPoint = (0.0, 0.0)) -> Points:
    """Return an ellipse of `n` corners."""
    t = np.linspace(0, 2 * np.pi, n, endpoint=False)
    return np.column_stack([centre[0] + rx * np.cos(t), centre[1] + ry * np.sin(t)])


def leaf(length: float, width: float, n: int = 10) -> Points:
    """Return a pointed leaf from the origin along +x."""
    t = np.linspace(0, 1, n)
    edge = np.sin(np.pi * t**0.8) * width / 2
    return np.concatenate([np.column_stack([t * length, edge]), np.column_stack([t[::-1] * length, -edge[::-1]])])
