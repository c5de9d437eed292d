"""Figures that settle the limits of the check of a camera's picture: `python -m tests.bench.bench_check --count 8`.

Rendered hands, one aspect of the picture made worse at a time: its value in the check, and the hands that are still
read exactly and surely.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import click
import cv2
import numpy as np

from models.data.dataset import sources
from models.render import layouts
from models.render.hands import random_win
from models.render.scene import RenderedScene, random_set, render
from models.render.view import look_at
from tests.bench.bench_vision import same_hand
from vision import TileReader
from vision.image import Picture
from vision.table.check import Aspect, check

Worse = Callable[[Picture, float], Picture]
"""Makes a picture worse, by a step."""

SIZE: Final = (1600, 1200)
USUAL: Final = 40.0
"""Pixels across a tile, where something else is made worse."""


def hand(
    seed: int, index: int, pixels: float = USUAL, tilt: float = 0.2, size: tuple[int, int] = SIZE
) -> tuple[RenderedScene, object]:
    """Render a hand whose tiles are so many pixels across, seen so many radians from straight above."""
    rng = np.random.default_rng([seed, index])
    tiles, win, faces = random_set(rng, sources(None)), random_win(rng), sources(None)
    placed = layouts.declared(rng, win, tiles.body.size)
    low, high = (f([[p.x, p.y] for p in placed], axis=0) for f in (np.min, np.max))
    middle = (low + high) / 2
    view = look_at(size, tilt, 0.0, 0.8, pixels / tiles.body.size.w, (float(middle[0]), float(middle[1])))
    return render(rng, placed, tiles, view, faces, edge=2000.0), win


def smaller(picture: Picture, by: float) -> Picture:
    return np.asarray(cv2.resize(picture, None, fx=by / USUAL, fy=by / USUAL, interpolation=cv2.INTER_AREA), np.uint8)


def blurred(picture: Picture, by: float) -> Picture:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), by * USUAL), np.uint8) if by else picture


def darker(picture: Picture, by: float) -> Picture:
    noise = np.random.default_rng(1).normal(0, 2, picture.shape)
    return np.asarray(np.clip(picture * by + noise, 0, 255), np.uint8)


WORSE: Final[Mapping[Aspect, tuple[Worse, Sequence[float]]]] = {
    "pixels": (smaller, (6, 8, 10, 13, 16)),
    "sharpness": (blurred, (0, 0.05, 0.1, 0.15)),
    "light": (darker, (0.5, 0.2, 0.1, 0.05)),
}
TILTS: Final = (0, 40, 55, 65)


@click.command()
@click.option("--count", default=8)
@click.option("--seed", default=7)
@click.option("--only", type=click.Choice([*WORSE, "angle"]))
def main(count: int, seed: int, only: Aspect | None) -> None:
    """Print, for each step of each aspect, its median value and the hands read."""
    reader = TileReader()

    def measure(aspect: Aspect, step: float, made: Callable[[int], tuple[Picture, object]]) -> None:
        values, exact, sure = [], 0, 0
        for index in range(count):
            picture, win = made(index)
            reading = reader.read(picture)
            right = same_hand(reading, win)  # type: ignore[arg-type]
            exact, sure = exact + right, sure + (right and reading.sure)
            values += [each.value for each in check(picture, reader.detect(picture)) if each.aspect == aspect]
        shown = f"{np.percentile(values, [10, 50, 90]).round(3)}" if values else "-"
        click.echo(f"{aspect} {step}: value {shown}, {exact} exact, {sure} sure of {count}")

    for aspect, (worse, steps) in WORSE.items():
        for step in steps if only in (None, aspect) else ():

            def made(index: int, step: float = step, worse: Worse = worse) -> tuple[Picture, object]:
                scene, win = hand(seed, index)
                return worse(scene.image, step), win

            measure(aspect, step, made)
    for degrees in TILTS if only in (None, "angle") else ():

        def tilted(index: int, degrees: float = degrees) -> tuple[Picture, object]:
            scene, win = hand(seed, index, tilt=float(np.radians(degrees)))
            return scene.image, win

        measure("angle", degrees, tilted)


if __name__ == "__main__":
    main()
