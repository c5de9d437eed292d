"""Pixels that a tile needs, and the cameras that give them.

    python -m tests.bench.bench_pixels tables --count 24     whole tables under a calibrated camera, by pixels a tile
    python -m tests.bench.bench_pixels hands --count 24      one hand alone in the picture, by pixels a tile
    python -m tests.bench.bench_pixels cameras               pixels a tile by sensor, lens and height, by geometry alone

Each scene is rendered once, large, and then made smaller by area, as a sensor of fewer pixels sees it. A lens of
usual quality and a camera's own JPEG are put on top, the same at each size. No network was trained on these seeds.
"""

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

import click
import cv2
import numpy as np

from models.data.dataset import sources
from models.render.ended import random_end
from models.render.scene import RenderedScene
from scoring import Win
from tests.bench.bench_check import hand
from tests.bench.bench_rig import calibration
from tests.bench.bench_vision import same_hand
from vision import Reading, TileReader
from vision.geometry.rows import ASPECT
from vision.image import Picture
from vision.table.calibration import Calibration
from vision.table.chairs import hand_on_table

WIDTHS: Final = (12, 16, 20, 24, 28, 32, 40, 50, 60, 80, 100, 120)
"""Pixels across a tile that are measured, where the rendered picture has as many."""

TABLE: Final = (3200, 2400)
"""Pixels of the picture of a whole table, which give 55 to 80 a tile."""

HAND: Final = (3600, 1200)
"""Pixels of the picture of a hand alone, which hold its row of up to 22 tiles."""

BLUR: Final = 0.6
"""Standard deviation in pixels of what lens and demosaicing blur, as cameras of phones and of machines measure."""

NOISE: Final = 3.0
"""Standard deviation of grey levels that the sensor adds in a lit room."""

QUALITY: Final = 88
"""JPEG quality, as USB cameras and network cameras send it."""

TILE: Final = 26.0
"""Millimetres across a tile; sets for automatic tables measure 26 to 32, for the hand 22 to 28."""

CENTRE: Final = 0.5
"""The share of a tile's width within which a find is of that tile."""


@dataclass(frozen=True, slots=True)
class Case:
    """A rendered scene, the hand in it, and the table it lies on, where the whole table is seen."""

    scene: RenderedScene
    win: Win
    table: Calibration | None = None
    chair: int = 0


def across(scene: RenderedScene) -> float:
    """Return the median of the pixels across the tiles of a scene that lie face up."""
    areas = [cv2.contourArea(t.quad.astype(np.float32)) for t in scene.tiles if t.face == "up" and t.visible > 0.9]
    return float(np.sqrt(np.median(areas) * ASPECT))


def seen(picture: Picture, by: float, seed: int) -> Picture:
    """Return a picture as a camera with so many times the pixels takes it."""
    small = cv2.resize(picture, None, fx=by, fy=by, interpolation=cv2.INTER_AREA).astype(np.float32)
    blurred = cv2.GaussianBlur(small, (0, 0), BLUR)
    noisy = blurred + np.random.default_rng(seed).normal(0, NOISE, blurred.shape)
    file = cv2.imencode(".jpg", np.clip(noisy, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1]
    return np.asarray(cv2.imdecode(file, cv2.IMREAD_COLOR), np.uint8)


def measured(cases: Iterator[Case], widths: tuple[int, ...]) -> Iterator[str]:
    """Read every case at every width that it has pixels for; yield a line a width."""
    reader = TileReader()
    tally: dict[int, Counter[str]] = {width: Counter() for width in widths}
    taken: dict[int, list[float]] = {width: [] for width in widths}
    for number, case in enumerate(cases):
        real = across(case.scene)
        for width in (each for each in widths if each <= real):
            picture = seen(case.scene.image, width / real, number)
            size = (picture.shape[1], picture.shape[0])
            decode = partial(hand_on_table, case.table.scaled(size)) if case.table else None
            began = time.perf_counter()
            reading = reader.read(picture, decode=decode)
            taken[width].append(1000 * (time.perf_counter() - began))
            exact = same_hand(reading, case.win)
            named, total = _named(reading, case.scene, width / real)
            tally[width].update(cases=1, exact=exact, sure=int(exact and reading.sure))
            tally[width].update(
                named=named,
                tiles=total,
                chair=int(reading.chair == case.chair > 0),
                wrong=int(reading.sure and not exact),
            )
    for width in widths:
        n = tally[width]
        if n["cases"]:
            yield (
                f"{width:4} px: {n['named'] / n['tiles']:6.1%} of {n['tiles']} tiles named, {n['exact']:3} of "
                f"{n['cases']} hands exact, {n['sure']:3} of them sure, {n['wrong']} wrong and sure, "
                + (f"whose hand right {n['chair']}, " if n["chair"] else "")
                + f"{np.median(taken[width]):.0f} ms"
            )


def _named(reading: Reading, scene: RenderedScene, by: float) -> tuple[int, int]:
    """Return the numbers of face-up tiles in full sight that are found and named right, and of all of them."""
    found = [t for t in reading.tiles if t.tile is not None]
    centres = np.array([np.mean(t.quad, axis=0) for t in found]).reshape(-1, 2)
    there = [t for t in scene.tiles if t.face == "up" and t.visible > 0.9]
    right = 0
    for tile in there:
        quad = tile.quad * by
        off = np.linalg.norm(centres - quad.mean(axis=0), axis=1)
        near = np.sqrt(cv2.contourArea(quad.astype(np.float32))) * CENTRE
        right += bool(len(off)) and bool(off.min() < near) and found[int(off.argmin())].tile == tile.tile
    return right, len(there)


def whole_tables(count: int, seed: int) -> Iterator[Case]:
    """Yield tables at the end of a hand, under a camera that hangs within 17 degrees of straight above."""
    for index in range(count):
        ended = random_end(np.random.default_rng([seed, index]), sources(None), TABLE)
        yield Case(ended.scene, ended.win, calibration(ended), ended.chair)


def single_hands(count: int, seed: int) -> Iterator[Case]:
    """Yield hands alone in the picture, at about 11 degrees from straight above."""
    for index in range(count):
        scene, win = hand(seed, index, pixels=float(WIDTHS[-1]) * 1.1, size=HAND)
        assert isinstance(win, Win)
        yield Case(scene, win)


def pixels(sensor: int, view: float, height: float, tile: float = TILE) -> float:
    """Return the pixels across a tile straight below a camera, by the pinhole's geometry.

    Args:
        sensor: Pixels along a side of the sensor.
        view: The lens' angle of view along that side, degrees.
        height: From the lens to the table, millimetres.
        tile: Millimetres across a tile.
    """
    return sensor * tile / (2 * height * np.tan(np.radians(view) / 2))


def least_height(view: float, table: float) -> float:
    """Return the millimetres above a square table from which a lens sees its whole side, with a twentieth to spare."""
    return 1.05 * table / 2 / np.tan(np.radians(view) / 2)


def shorter_view(longer: float, ratio: float) -> float:
    """Return the degrees that a lens sees along the shorter side; `ratio` is the shorter side by the longer one."""
    return float(np.degrees(2 * np.arctan(np.tan(np.radians(longer) / 2) * ratio)))


@click.group()
def main() -> None:
    """Measure pixels a tile."""


@main.command()
@click.option("--count", default=24)
@click.option("--seed", default=3311)
def tables(count: int, seed: int) -> None:
    """Read whole tables at every width."""
    for line in measured(whole_tables(count, seed), WIDTHS):
        click.echo(line)


@main.command()
@click.option("--count", default=24)
@click.option("--seed", default=3312)
def hands(count: int, seed: int) -> None:
    """Read single hands at every width."""
    for line in measured(single_hands(count, seed), WIDTHS):
        click.echo(line)


SENSORS: Final = {"1280 × 720": (1280, 720), "1920 × 1080": (1920, 1080), "2592 × 1944": (2592, 1944),
                  "3840 × 2160": (3840, 2160), "4608 × 2592": (4608, 2592)}  # fmt: skip
"""Pixels of usual cameras: webcams, Raspberry Pi camera modules 1 and 3, 4K webcams and network cameras."""

VIEWS: Final = (60, 70, 80, 90, 102)
"""Degrees that lenses see along the longer side: webcams 60 to 80, Raspberry Pi's module 3 66, its wide one 102."""


@main.command()
@click.option("--table", "side", default=900, show_default=True, help="Side of the table, millimetres.")
@click.option("--tile", default=TILE, show_default=True, help="Millimetres across a tile.")
def cameras(side: int, tile: float) -> None:
    """Print the least height from which a camera sees the whole table, and the pixels a tile from there."""
    click.echo(f"a table of {side} mm, tiles of {tile:g} mm: least height, pixels a tile")
    for name, (wide, high) in SENSORS.items():
        told = []
        for view in VIEWS:
            short = shorter_view(view, high / wide)
            up = least_height(short, side)
            told.append(f"{view}°: {up / 1000:.2f} m {pixels(high, short, up, tile):.0f} px")
        click.echo(f"{name:12} " + "   ".join(told))


if __name__ == "__main__":
    main()
