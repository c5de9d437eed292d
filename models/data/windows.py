"""Training windows for the dice network: rendered dice and look-alikes, parts of tables, parts of photographs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.data.dataset import run_jobs, sources
from models.data.labels import read_labels
from models.render import optics
from models.render.body import BodyBox, DepthCanvas, Image, Light, draw, shadow
from models.render.dice import RenderedDie, die, random_style
from models.render.ended import random_end
from models.render.fittings import plate, stick
from models.render.glyphs import Font
from models.render.scene import OVERSAMPLE, RenderedScene, Sources, TrueDie
from models.render.table import Scenery, material
from models.render.view import look_at
from vision.table.dice import CORE, SCALE, STEP, TILE

SIDE: Final = 160
"""Side in pixels of a rendered window; each pass trains on a part of it (`models.train.dice.PART`). More takes longer
to render; less repeats the same parts."""

IGNORED: Final = 255
"""The value of a cell that is left out of the loss."""

_MIN_READ: Final = 0.85
"""Visible share of a die's top above which its value is trained. More drops half-covered dice; less trains on
guesses."""

_MAX_UNREAD: Final = 0.7
"""Visible share of a die's top up to which its cells count as bare; between the two they are ignored. More teaches
half-covered dice as bare; less ignores more cells."""

_RIM: Final = 0.6
"""Distance from a die's centre, in sides, within which cells outside `CORE` are ignored. More ignores the die's rim;
less trains it as bare, against its neighbours."""

_WINDOWS_PER_TABLE: Final = 20
"""Windows cut from one rendered table. More shows fewer different tables for the time; fewer renders more."""

_AT_DICE: Final = 0.33
"""Share of a table's windows placed round one of its dice. More shows dice on tables; less shows the rest of the
table."""

BLOCK: Final = 1000
"""Windows of one job. More takes more memory in each process; fewer starts more jobs."""


@dataclass(frozen=True, slots=True)
class Windows:
    """N windows and the labels of their cells.

    Attributes:
        crops: (N, s, s, 3) BGR.
        values: (N, s / 4, s / 4) 0 for no die, 1 to 6, or `IGNORED`.
        sides: (N, s / 4, s / 4) side of the die's top in pixels, 1 if there is none.
    """

    crops: NDArray[np.uint8]
    values: NDArray[np.uint8]
    sides: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.crops)


Window = tuple[Image, NDArray[np.uint8], NDArray[np.float32]]


def cell_labels(dice: Sequence[TrueDie]) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Return the values and sides of a window's cells, for dice in pixels of the window."""
    cells = SIDE // STEP
    values, sides = np.zeros((cells, cells), np.uint8), np.ones((cells, cells), np.float32)
    ys, xs = np.mgrid[:cells, :cells] * STEP + (STEP - 1) / 2  # the middle of a pixel has whole coordinates
    for one in dice:
        side = float(np.sqrt(cv2.contourArea(one.quad.astype(np.float32))))
        x, y = one.quad.mean(axis=0)
        far = np.hypot(xs - x, ys - y)
        if one.visible > _MAX_UNREAD:
            values[far < _RIM * side] = IGNORED
        if one.visible > _MIN_READ:
            core = far < max(CORE * side, 0.75 * STEP)
            values[core], sides[core] = one.value, side
    return values, sides


def dice_window(rng: np.random.Generator, ground: Image, fonts: Sequence[Font]) -> Window:
    """Render dice, and objects that look like dice, on a ground, seen by a random camera."""
    tilt, roll = (
        (rng.uniform(0, 0.6), rng.uniform(0, 2 * np.pi))
        if rng.random() < 0.8
        else (rng.uniform(0.5, 1.05), rng.normal(0, 0.1))  # a camera held low is held upright
    )
    scale = float(np.exp(rng.uniform(np.log(0.8), np.log(3.2))))  # pixels that a millimetre takes in the picture
    zoom = SCALE / (scale * np.sqrt(np.cos(tilt))) * float(np.exp(rng.normal(0, 0.12)))
    size = round(SIDE / zoom)
    finer = max(OVERSAMPLE, -(-OVERSAMPLE * SIDE // size))
    fine = finer * size
    view = look_at((fine, fine), float(tilt), float(roll), float(rng.uniform(6, 15)), finer * scale)
    canvas = DepthCanvas.over(cv2.resize(ground, (fine, fine)).astype(np.uint8))
    towards = np.array([rng.normal(0, 0.6), rng.normal(0, 0.6), 1.0])
    light = Light(towards / np.linalg.norm(towards), rng.uniform(0.35, 0.8))
    for _ in range(int(rng.choice([0, 0, 0, 1, 2]))):
        _counter(rng, canvas.image, finer * scale)
    dice = _random_dice(rng, 0.5 * size / scale)
    things = [_distractor(rng, 0.5 * size / scale, fonts) for _ in range(int(rng.choice([0, 0, 1, 2, 4])))]
    boxes = [*(d.box for d in dice), *(t for t in things if not any(_near(t, d.box) for d in dice))]
    shadow(canvas, view, boxes, light, rng.uniform(0.5, 4) * finer * scale, rng.uniform(0.15, 0.65))
    for box in sorted(boxes, key=lambda b: -float(np.linalg.norm(b.centre - view.eye))):
        draw(canvas, view, box, light)
    if rng.random() < 0.15:
        _glass(rng, canvas.image, finer * scale)
    if rng.random() < 0.1:
        optics.reaching_hand(rng, canvas)
    shaded = optics.uneven_light(rng, canvas.image)
    picture = optics.camera_effects(
        rng, cv2.resize(shaded, (size, size), interpolation=cv2.INTER_AREA).astype(np.uint8)
    )
    tops: list[TrueDie] = []
    for one in dice:
        quad = view.project(one.box.side("+n")[0])
        seen = np.count_nonzero(canvas.ids == one.box.id) / max(1.0, cv2.contourArea(quad.astype(np.float32)))
        tops.append(TrueDie(one.value, quad / fine * SIDE, seen))
    return cv2.resize(picture, (SIDE, SIDE), interpolation=_interpolation(zoom)).astype(np.uint8), *cell_labels(tops)


def _interpolation(zoom: float) -> int:
    return cv2.INTER_AREA if zoom < 1 else cv2.INTER_LINEAR


def _random_dice(rng: np.random.Generator, reach: float) -> list[RenderedDie]:
    """Return dice of one or more styles within `reach` millimetres of the centre, some side by side; ids from 1."""
    dice: list[RenderedDie] = []
    style = random_style(rng)
    for _ in range(int(rng.integers(1, 7))):
        beside = dice[-1].box if dice and rng.random() < 0.2 else None
        style = style if beside is not None or rng.random() < 0.3 else random_style(rng)
        x, y, turn = *rng.uniform(-reach, reach, 2), float(rng.uniform(0, 2 * np.pi))
        if beside is not None:
            along, across = beside.axes[:2, :2]
            x, y = beside.centre[:2] + rng.uniform(2.05, 2.6) * along + rng.uniform(-1, 1) * across
            turn = float(np.arctan2(along[1], along[0]))
        least = 1.0 if beside is not None else 1.3
        if all(np.hypot(*(d.box.centre[:2] - (x, y))) > least * style.side for d in dice):
            one = die(style, int(rng.integers(1, 7)), (x, y), turn, rng)
            dice.append(replace(one, box=replace(one.box, id=len(dice) + 1)))
    return dice


def _counter(rng: np.random.Generator, picture: Image, scale: float) -> None:
    """Draw a round flat counter, sometimes with one dot."""
    style, radius = random_style(rng), rng.uniform(4, 12) * scale
    at = rng.uniform(0, len(picture), 2).astype(int).tolist()
    cv2.circle(picture, at, round(radius), style.body, -1, cv2.LINE_AA)
    if rng.random() < 0.7:
        cv2.circle(picture, at, round(radius * rng.uniform(0.15, 0.6)), style.inks[1], -1, cv2.LINE_AA)


def _glass(rng: np.random.Generator, picture: Image, scale: float) -> None:
    """Draw the glass dome over the dice of an automatic table: its rim and reflections of lamps."""
    at = rng.uniform(0, len(picture), 2).astype(int).tolist()
    radius = rng.uniform(25, 80) * scale
    glass = picture.copy()
    cv2.circle(glass, at, round(radius), rng.uniform(0, 255, 3).tolist(), max(1, round(rng.uniform(0.5, 4) * scale)))
    for _ in range(int(rng.integers(1, 4))):
        arc, first = round(radius * rng.uniform(0.1, 0.95)), rng.uniform(0, 360)
        thick = max(1, round(rng.uniform(0.3, 3) * scale))
        cv2.ellipse(glass, at, (arc, arc), 0, first, first + rng.uniform(5, 90), (255, 255, 255), thick, cv2.LINE_AA)
    glass = cv2.GaussianBlur(glass, (0, 0), rng.uniform(0.1, 0.6) * scale + 0.1).astype(np.uint8)
    clear = rng.uniform(0.3, 0.9)
    picture[:] = cv2.addWeighted(picture, clear, np.maximum(glass, picture), 1 - clear, 0)


def _near(one: BodyBox, other: BodyBox) -> bool:
    """Return True if two boxes may touch."""
    reach = sum(float(np.hypot(*np.linalg.norm(box.axes[:2], axis=1))) for box in (one, other))
    return bool(np.hypot(*(one.centre - other.centre)[:2]) < reach)


def _distractor(rng: np.random.Generator, reach: float, fonts: Sequence[Font]) -> BodyBox:
    """Return a counter, block, card, stick or plate of a die's size or larger, with marks other than pips."""
    x, y = rng.uniform(-reach, reach, 2)
    if rng.random() < 0.4:
        other = stick(rng) if rng.random() < 0.75 else plate(rng, fonts)
        return replace(other, centre=np.array([x, y, other.centre[2]]))
    half = rng.uniform(4, 12, 3) if rng.random() < 0.5 else np.full(3, rng.uniform(4, 11))
    half[2] *= rng.uniform(0.1, 1)
    turn = rng.uniform(0, np.pi)
    c, s = np.cos(turn), np.sin(turn)
    axes = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1.0]]) * half[:, None]
    style = random_style(rng)
    texture = np.full((64, 64, 4), 255, np.uint8)
    texture[:, :, :3] = np.array(style.body)
    ink, at = (*style.inks[1], 255.0), tuple(int(v) for v in rng.integers(16, 48, 2))
    kind, thick = rng.integers(5), int(rng.integers(2, 8))
    if kind == 0:
        cv2.circle(texture, (32, 32), int(rng.integers(12, 28)), ink, thick, cv2.LINE_AA)
        cv2.circle(texture, (32, 32), int(rng.integers(2, 12)), ink, -1, cv2.LINE_AA)
    elif kind == 1:
        letter = str(rng.choice(list("ABCEFHKLMNSTXYZ0234789")))
        cv2.putText(texture, letter, (at[0] - 16, at[1] + 16), 0, rng.uniform(0.8, 2), ink, thick, cv2.LINE_AA)
    elif kind == 2:
        for _ in range(int(rng.integers(1, 4))):
            ends = rng.integers(0, 64, (2, 2))
            cv2.line(texture, ends[0].tolist(), ends[1].tolist(), ink, thick, cv2.LINE_AA)
    elif kind == 3:
        for _ in range(int(rng.integers(7, 20))):
            cv2.circle(texture, rng.integers(4, 60, 2).tolist(), int(rng.integers(3, 7)), ink, -1, cv2.LINE_AA)
    corner = float(rng.choice([0.05, 0.3, 1.0]))
    return BodyBox(np.array([x, y, half[2]]), axes, style.body, style.body, textures={"+n": texture}, corner=corner)


def table_windows(rng: np.random.Generator, source: Sources, count: int) -> Iterator[RenderedScene]:
    """Yield windows cut from whole tables, a third of them round the table's dice if there are any."""
    for n in range(count):
        if n % _WINDOWS_PER_TABLE == 0:
            whole = _table(rng, source)
        room = np.array(whole.image.shape[1::-1]) - SIDE
        x, y = rng.integers(room + 1)
        if whole.dice and rng.random() < _AT_DICE:
            middle = whole.dice[int(rng.integers(len(whole.dice)))].quad.mean(axis=0)
            x, y = np.clip(middle - SIDE * rng.uniform(0.1, 0.9, 2), 0, room).astype(int)
        yield whole.cut(int(x), int(y), (SIDE, SIDE))


def _table(rng: np.random.Generator, source: Sources) -> RenderedScene:
    """Return a whole rendered table at the scale of the windows."""
    end = random_end(rng, source, (1920, 1080), dice=bool(rng.random() < 0.7))
    zoom = SCALE * end.side / float(np.sqrt(cv2.contourArea(end.corners.astype(np.float32))))
    image = cv2.resize(end.scene.image, None, fx=zoom, fy=zoom, interpolation=_interpolation(zoom)).astype(np.uint8)
    return RenderedScene(image, (), tuple(replace(d, quad=d.quad * zoom) for d in end.scene.dice))


def photo_windows(rng: np.random.Generator, photos: Path, count: int) -> Iterator[Image]:
    """Yield at most `count` windows of photographs without dice, scaled so that tiles have their size in the
    windows."""
    files = sorted((photos / "clutter").glob("*.jpg")) + sorted((photos / "train" / "images").glob("*.jpg"))
    for _ in range(count if files else 0):
        file = files[int(rng.integers(len(files)))]
        read = cv2.imread(str(file))
        if read is None:
            continue
        h, w = read.shape[:2]
        width = float(np.exp(rng.uniform(np.log(60), np.log(400))))
        if file.parent.parent.name == "train":
            boxes = np.array([label.box for label in read_labels(file, (w, h))], float).reshape(-1, 4)
            if len(boxes):
                tile = float(np.sqrt(np.median(np.prod(boxes[:, 2:] - boxes[:, :2], axis=1))))
                width = SIDE * tile / (SCALE * np.sqrt(TILE[0] * TILE[1])) * float(np.exp(rng.normal(0, 0.3)))
        extent = int(min(h, w, max(40, width)))
        x, y = int(rng.integers(w - extent + 1)), int(rng.integers(h - extent + 1))
        part = read[y : y + extent, x : x + extent]
        yield cv2.resize(part, (SIDE, SIDE), interpolation=_interpolation(SIDE / extent)).astype(np.uint8)


def gather(rng: np.random.Generator, photos: Path | None, dice: int, bare: int) -> Windows:
    """Return `dice` windows of rendered dice, and `bare` ones of rendered tables and, half of them if given,
    photographs."""
    source = sources(photos)
    plain = list(photo_windows(rng, photos, bare // 2)) if photos else []
    rows: list[Window] = [(window, *cell_labels(())) for window in plain]
    for part in table_windows(rng, source, bare - len(plain)):
        rows.append((part.image.copy(), *cell_labels(part.dice)))
        if not part.dice:
            plain.append(rows[-1][0])
    rows += [dice_window(rng, _ground(rng, source.scenery, plain), source.faces.chinese) for _ in range(dice)]
    crops, values, sides = zip(*rows, strict=True)
    return Windows(np.stack(crops), np.stack(values), np.stack(sides))


def _ground(rng: np.random.Generator, scenery: Scenery, plain: list[Image]) -> Image:
    """Return a surface, or a window of a picture without dice."""
    if plain and rng.random() < 0.4:
        return plain[int(rng.integers(len(plain)))]
    return material(rng, scenery, int(rng.integers(150, 500)))


def cached(file: Path, seed: int, photos: Path | None, dice: int, bare: int, workers: int = 1) -> Windows:
    """Return `gather` in blocks, stored in a file, for resumed runs."""
    if not file.exists():
        count = -(-(dice + bare) // BLOCK)
        jobs = []
        for n in range(count):
            some, none = (every * (n + 1) // count - every * n // count for every in (dice, bare))
            jobs.append((np.random.default_rng([seed, n]), photos, some, none))
        made = run_jobs(gather, jobs, workers, file.stem)
        part = file.with_name("part.npz")
        crops, values, sides = (np.concatenate([getattr(block, f.name) for block in made]) for f in fields(Windows))
        np.savez(part, crops=crops, values=values, sides=sides)
        part.replace(file)
    with np.load(file) as arrays:
        return Windows(**arrays)
