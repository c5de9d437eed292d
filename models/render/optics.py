"""Effects of a room and a camera: uneven light, shadows, hands, colour, blur, noise, compression."""

import cv2
import numpy as np
from numpy.typing import NDArray

from models.render.body import DepthCanvas, Image


def reaching_hand(rng: np.random.Generator, canvas: DepthCanvas) -> None:
    """Draw fingers that reach over the table and cover part of it."""
    h, w = canvas.image.shape[:2]
    skin = np.array([95, 125, 190]) * rng.uniform(0.45, 1.2) + rng.normal(0, 10, 3)
    side = int(rng.integers(4))
    start = {
        0: (rng.uniform(0, w), h),
        1: (0, rng.uniform(0, h)),
        2: (w, rng.uniform(0, h)),
        3: (rng.uniform(0, w), 0),
    }[side]
    aim = np.array([rng.uniform(0.15, 0.85) * w, rng.uniform(0.15, 0.85) * h])
    root = np.array(start, float)
    palm = root + (aim - root) * rng.uniform(0.2, 0.6)
    width = rng.uniform(0.03, 0.07) * max(h, w)
    layer = np.zeros_like(canvas.image)
    mask = np.zeros((h, w), np.uint8)

    def limb(a: np.ndarray, b: np.ndarray, thick: float, shade: float) -> None:
        ends = tuple(int(v) for v in a), tuple(int(v) for v in b)
        cv2.line(layer, *ends, tuple(float(c * shade) for c in skin), max(2, int(thick)), cv2.LINE_AA)
        cv2.line(mask, *ends, 255, max(2, int(thick)), cv2.LINE_AA)

    limb(root, palm, width * 2.6, 0.9)
    direction = (aim - root) / max(1.0, float(np.hypot(*(aim - root))))
    normal = np.array([-direction[1], direction[0]])
    for k in range(int(rng.integers(2, 6))):
        base = palm + normal * (k - 2) * width * 0.8
        tip = base + direction * width * rng.uniform(1.5, 4) + normal * rng.normal(0, width * 0.5)
        limb(base, tip, width * 0.9, rng.uniform(0.85, 1.1))
    layer = cv2.GaussianBlur(layer, (0, 0), max(1.0, width / 8)).astype(np.uint8)
    weight = cv2.GaussianBlur(mask, (0, 0), 1.2).astype(np.float32)[:, :, None] / 255
    canvas.image[:] = (layer * weight + canvas.image * (1 - weight)).astype(np.uint8)
    canvas.ids[mask > 127] = 0


def uneven_light(rng: np.random.Generator, image: Image) -> Image:
    """Return a picture in uneven light: a gradient, sometimes a hard-edged shadow or glare."""
    h, w = image.shape[:2]
    ys, xs = np.mgrid[0 : h // 8 + 1, 0 : w // 8 + 1].astype(np.float32)
    xs, ys = xs / xs.max() - rng.uniform(0, 1), ys / max(ys.max(), 1) - rng.uniform(0, 1)
    field = 1 - rng.uniform(0, 0.4) * np.hypot(xs, ys)
    if rng.random() < 0.25:
        edge = np.zeros_like(field)
        points = rng.uniform(-0.3, 1.3, (int(rng.integers(3, 6)), 2)) * (field.shape[1], field.shape[0])
        cv2.fillConvexPoly(edge, cv2.convexHull(points.astype(np.float32)).astype(np.int32), 1.0)
        field = field * (1 - rng.uniform(0.15, 0.85) * cv2.GaussianBlur(edge, (0, 0), rng.uniform(0.3, 5)))
    shaded: NDArray[np.float32] = image.astype(np.float32) * cv2.resize(field.astype(np.float32), (w, h))[:, :, None]
    if rng.random() < 0.25:
        glare = np.zeros_like(field)
        centre = (int(rng.uniform(0, glare.shape[1])), int(rng.uniform(0, glare.shape[0])))
        axes = (int(rng.uniform(2, glare.shape[1] / 5)) + 1, int(rng.uniform(2, glare.shape[0] / 8)) + 1)
        cv2.ellipse(glare, centre, axes, rng.uniform(0, 180), 0, 360, 1.0, -1)
        glare = cv2.GaussianBlur(glare, (0, 0), rng.uniform(1, 8))
        bright = np.clip((shaded.mean(axis=2, keepdims=True) - 60) / 120, 0.15, 1)
        shaded += rng.uniform(20, 110) * cv2.resize(glare, (w, h))[:, :, None] * bright
    clipped: Image = np.clip(shaded, 0, 255).astype(np.uint8)
    return clipped


def camera_effects(rng: np.random.Generator, image: Image) -> Image:
    """Return a picture as a random camera takes it: blur, exposure, white balance, noise, sharpening, compression."""
    h, w = image.shape[:2]
    if rng.random() < 0.3:
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.4, 1.8)).astype(np.uint8)
    if rng.random() < 0.12:
        length = int(rng.integers(3, 9))
        kernel = np.zeros((length, length), np.float32)
        cv2.line(kernel, (0, int(rng.integers(length))), (length - 1, int(rng.integers(length))), 1.0, 1)
        image = cv2.filter2D(image, -1, kernel / kernel.sum()).astype(np.uint8)
    if rng.random() < 0.3:
        factor = rng.uniform(0.4, 0.9)
        small = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        image = cv2.resize(small, (w, h), interpolation=int(rng.choice([cv2.INTER_LINEAR, cv2.INTER_CUBIC]))).astype(
            np.uint8
        )
    ramp = np.arange(256, dtype=np.float32)[:, None] / 255
    balance = 1 + rng.normal(0, 0.09, 3)
    if rng.random() < 0.04:
        balance = rng.uniform(0.5, 1.4, 3)
    curve = ramp ** rng.uniform(0.6, 1.25) * rng.uniform(0.75, 1.35) * balance + rng.uniform(-0.03, 0.06)
    image = cv2.LUT(image, np.clip(curve * 255, 0, 255).astype(np.uint8)[:, None, :]).astype(np.uint8)
    if rng.random() < 0.06:
        image = cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR).astype(np.uint8)
    if rng.random() < 0.6:
        noise = rng.standard_normal(image.shape, np.float32) * np.float32(rng.uniform(1, 11))
        image = np.clip(image + noise, 0, 255).astype(np.uint8)
    if rng.random() < 0.3:
        soft = cv2.GaussianBlur(image, (0, 0), 1.2)
        amount = rng.uniform(0.3, 1.4)
        image = cv2.addWeighted(image, 1 + amount, soft, -amount, 0).astype(np.uint8)
    quality = int(rng.integers(35, 96))
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    decoded = cv2.imdecode(data, cv2.IMREAD_COLOR)
    assert decoded is not None
    return decoded.astype(np.uint8)


def colour_cast(rng: np.random.Generator, image: Image) -> Image:
    """Return a picture in warm, or sometimes in cold or green light that the camera does not balance."""
    warm = rng.uniform(0, 1)
    gains = np.array([1 - 0.6 * warm, 1 - 0.22 * warm, 1 + 0.12 * warm])
    chance = rng.random()
    if chance < 0.2:
        gains = gains[::-1]
    elif chance < 0.3:
        gains = gains[[0, 2, 1]]
    return np.clip(image * gains.astype(np.float32), 0, 255).astype(np.uint8)


def dim_light(rng: np.random.Generator, image: Image) -> Image:
    """Return a picture taken in a room too dark for the camera: less light, and the sensor's full noise."""
    noise = rng.standard_normal(image.shape, np.float32)
    if rng.random() < 0.4:  # as cameras reduce noise
        noise = 2.5 * cv2.GaussianBlur(noise, (0, 0), 0.9).astype(np.float32)
    seen = image * np.float32(rng.uniform(0.18, 0.6)) + noise * np.float32(rng.uniform(1, 9))
    return np.clip(seen, 0, 255).astype(np.uint8)
