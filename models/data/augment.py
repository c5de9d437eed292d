"""Random changes to quads and crops before they are stored: inexact quads, occlusion, light, lens, sensor, JPEG.

`models.train.augment` has the changes of every pass.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from models.data.crops import Floats, resized
from models.render.body import Image


def jittered(rng: np.random.Generator, quad: Floats) -> Floats:
    """Return a quad (4, 2) with a detector's errors: turned, shifted, scaled and sheared at random, each corner moved
    too."""
    centre = quad.mean(axis=0)
    rel = quad - centre
    size = np.abs(rel).max(axis=0)
    rel = rel * np.exp(rng.normal(-0.01, 0.05, 2))
    a = np.deg2rad(rng.normal(0, 3.0) if rng.random() < 0.85 else rng.uniform(-14, 14))
    shear = rng.normal(0, 0.04) if rng.random() < 0.85 else rng.uniform(-0.2, 0.2)
    turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]) @ np.array([[1.0, 0.0], [shear, 1.0]])
    rel = rel @ turn + rng.normal(0, 0.05, 2) * size + rng.normal(0, 0.03, (4, 2)) * size
    if rng.random() < 0.08:  # one edge lies on the side of the tile instead of its face
        side = int(rng.integers(4))
        normal = (rel[side] + rel[(side + 1) % 4]) / 2
        rel[[side, (side + 1) % 4]] += normal * rng.uniform(0.1, 0.4)
    return np.asarray(centre + rel)


def occluded(rng: np.random.Generator, crop: Image) -> Image:
    """Return a crop with something over one edge of it: a finger, or the corner of another tile."""
    h, w = crop.shape[:2]
    colour = np.array([110, 140, 200]) * rng.uniform(0.5, 1.15) if rng.random() < 0.6 else rng.uniform(150, 245, 3)
    side = float(rng.uniform(0, 2 * np.pi))
    out = np.array([np.cos(side), np.sin(side)])
    along = np.array([-out[1], out[0]])
    middle = np.array([w, h]) / 2 + out * np.array([w, h]) / 2 * rng.uniform(0.6, 0.95)
    pts = [
        middle + along * h,
        middle + along * h + out * h,
        middle - along * h + out * h,
        middle - along * h * rng.uniform(0.2, 1),
    ]
    covered = crop.copy()
    cv2.fillConvexPoly(covered, np.rint(pts).astype(np.int32), [float(c) for c in np.clip(colour, 0, 255)])
    return covered


def degraded(rng: np.random.Generator, crop: Image, size: tuple[int, int], gently: bool = False) -> Image:
    """Return a crop with the effects of lamps, lens, sensor and JPEG, resized to `size` (width, height).

    Args:
        gently: Apply each effect less than half as often: for good cameras, and for crops of photographs, which
            already show such effects.
    """
    often = 0.45 if gently else 1.0
    h, w = crop.shape[:2]
    picture = crop.astype(np.float32)
    if rng.random() < 0.7 * often:  # light falls off to one side
        angle, by = rng.uniform(0, 2 * np.pi), rng.uniform(0, 0.35)
        ys, xs = np.mgrid[-1 : 1 : h * 1j, -1 : 1 : w * 1j].astype(np.float32)
        picture *= (1 + by * (np.cos(angle) * xs + np.sin(angle) * ys))[..., None].astype(np.float32)
        if rng.random() < 0.2:  # the edge of a shadow
            edge = np.cos(angle * 3) * xs + np.sin(angle * 3) * ys - rng.uniform(-0.7, 0.7)
            picture *= (1 - rng.uniform(0.2, 0.6) * np.clip(edge * rng.uniform(2, 20), 0, 1))[..., None].astype(
                np.float32
            )
    if rng.random() < 0.15 * often:  # a lamp's reflection
        ys, xs = np.mgrid[0:h, 0:w].astype(np.float32)
        far = ((xs - rng.uniform(0, w)) / (w * rng.uniform(0.08, 0.6))) ** 2 + (
            (ys - rng.uniform(0, h)) / (h * rng.uniform(0.08, 0.5))
        ) ** 2
        picture += rng.uniform(30, 170) * np.exp(-far)[..., None]
    if rng.random() < 0.5 * often:
        sigma = rng.uniform(0.3, max(0.5, (0.028 if rng.random() < 0.9 else 0.045) * h))
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.float32)
    if rng.random() < 0.25 * often:
        length = max(3, int(rng.uniform(0.04, 0.2) * h))
        kernel = np.zeros((length, length), np.float32)
        cv2.line(kernel, (0, int(rng.integers(length))), (length - 1, int(rng.integers(length))), 1.0, 1)
        kernel = kernel if rng.random() < 0.5 else np.ascontiguousarray(kernel.T)
        picture = np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()), np.float32)
    picture = _recoloured(rng, picture, often)
    if rng.random() < 0.6 * often:
        noise = rng.standard_normal(picture.shape, dtype=np.float32) * rng.uniform(1, min(16, 4 + 0.12 * h))
        picture = picture + (noise if rng.random() < 0.6 else noise[..., :1])
    if rng.random() < 0.25 * often:
        picture = picture + rng.uniform(0.3, 1.5) * (picture - cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.6, 1.6)))
    image = np.clip(picture, 0, 255).astype(np.uint8)
    if rng.random() < 0.6 * often:
        _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 96))])
        image = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return resized(image, size)


def _recoloured(rng: np.random.Generator, picture: NDArray[np.float32], often: float) -> NDArray[np.float32]:
    """Return a picture (h, w, 3), 0-255, with random exposure, contrast and white balance, sometimes grey or tinted."""
    unit = np.clip(picture / 255, 0, 1.3)
    if rng.random() < 0.8 * often:
        unit = np.clip(unit, 0, None) ** rng.uniform(0.65, 1.5) * rng.uniform(0.45, 1.3)
    if rng.random() < 0.7 * often:
        unit = unit * np.exp(rng.normal(0, 0.1, 3)).astype(np.float32)
    pick = rng.random()
    if pick < 0.08:
        unit = np.broadcast_to(unit.mean(axis=2, keepdims=True), unit.shape)
    elif pick < 0.42 * often:
        grey = unit.mean(axis=2, keepdims=True)
        unit = grey + (unit - grey) * rng.uniform(0.1, 1.6)
    elif pick < 0.46 * often:
        unit = unit * rng.uniform(0.5, 1.0, 3).astype(np.float32) + rng.uniform(0, 0.15, 3).astype(np.float32)
    if rng.random() < 0.25 * often:
        unit = unit * rng.uniform(0.4, 0.9) + rng.uniform(0, 0.3)
    return np.asarray(unit * 255, dtype=np.float32)
