"""Time and memory of reading a picture, compared with ultralytics' predictor:

    python -m tests.bench.bench_speed

Ultralytics predicts with the detector's architecture in PyTorch, at the same input size and with as many threads; the
weights do not affect the time. Figures are medians of one run.
"""

import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import click
import cv2
import numpy as np

from models.render import layouts
from models.render.scene import FaceSources, Scenery, Sources, random_set, render
from models.render.view import look_at
from scoring.tiles import FACES
from vision import TileReader
from vision.image import Picture
from vision.networks.detector import SIDE

_TABLES = 7
"""Sets of tiles for each number of tiles."""

_LARGE = 7
"""Number of large photographs."""

_ALONE = """
import pathlib, sys, time
begun = time.perf_counter()
from vision import TileReader
reader = TileReader()
ready = time.perf_counter() - begun
reader.read(sys.argv[1])
print(f"ready after {ready:.2f} s, first picture read after {time.perf_counter() - begun:.2f} s,", end=" ")
status = dict(line.split(":", 1) for line in pathlib.Path("/proc/self/status").read_text().splitlines())
print(f"{int(status['VmHWM'].split()[0]) / 1024:.0f} MB resident at most")
"""


def table(count: int, size: tuple[int, int], seed: int = 0) -> Picture:
    """A picture of (width, height) with `count` tiles in rows of ten."""
    rng = np.random.default_rng(seed)
    own = Sources(FaceSources.find(None), Scenery.under(None))
    tiles = random_set(rng, own)
    body = tiles.body.size
    codes = rng.choice(FACES, count)
    placed = [
        layouts.Placement(str(code), "up", (i % 10 - 4.5) * body.w * 1.02, (1.5 - i // 10) * body.h * 1.4)
        for i, code in enumerate(codes)
    ]
    view = look_at(size, 0.35, 0.0, 0.8, 0.55 * size[0] / (10 * body.w), (0.0, 0.0))
    return render(rng, placed, tiles, view, own, plain=True).image


def median(call: Callable[[], object], rounds: int, clock: Callable[[], float] = time.perf_counter) -> float:
    """The time of a call in milliseconds, by a clock that counts seconds."""
    taken = []
    for number in range(rounds + 3):
        start = clock()
        call()
        if number >= 3:
            taken.append(1000 * (clock() - start))
    return float(np.median(taken))


@click.command()
@click.option("--threads", default=2, show_default=True)
@click.option("--rounds", default=25, show_default=True)
@click.option("--models", type=click.Path(path_type=Path), help="Folder with other weights than the committed ones.")
def main(threads: int, rounds: int, models: Path | None) -> None:
    """Measure time and memory."""
    import torch
    from ultralytics import YOLO

    torch.set_num_threads(threads)
    reader = TileReader(models, threads)
    theirs = YOLO("yolo26n-obb.yaml", task="obb")
    for count in (14, 18, 40):
        pictures = [table(count, (1920, 1080), seed) for seed in range(_TABLES)]
        ours = [median(partial(reader.detect, picture), rounds) for picture in pictures]
        other = median(lambda seen=pictures[0]: theirs.predict(seen, imgsz=SIDE, conf=0.25, verbose=False), rounds)
        click.echo(
            f"1080p, {count} tiles of {_TABLES} sets: {np.median(ours):.1f} ms ({min(ours):.0f}-{max(ours):.0f}) from "
            f"pixels to names, ultralytics' predict {other:.1f} ms: {other / np.median(ours):.1f} times as fast"
        )
    once: list[tuple[float, float]] = []
    more: list[tuple[float, float]] = []
    for seed in range(_LARGE):
        file = cv2.imencode(".jpg", table(18, (4000, 3000), seed), [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()
        looks = more if "tta" in reader.read(file).ms else once
        read = partial(reader.read, file)
        looks.append((median(read, rounds // 3), median(read, rounds // 3, time.process_time)))
    click.echo(f"12 megapixels, 18 tiles of {_LARGE} sets, from the file's bytes to the hand:")
    for looks, what in ((once, "clear at once"), (more, "doubtful, so looked at again")):
        if looks:
            taken, busy = np.array(looks).T
            click.echo(
                f"  {len(looks)} {what}: {np.median(taken):.0f} ms ({min(taken):.0f}-{max(taken):.0f}), "
                f"{np.median(busy):.0f} ms of processor time ({min(busy):.0f}-{max(busy):.0f})"
            )
    sample = Path(__file__).parents[1] / "data" / "hand.jpg"
    alone = subprocess.run([sys.executable, "-c", _ALONE, str(sample)], capture_output=True, text=True, check=True)
    click.echo(f"on its own: {alone.stdout.strip()}")


if __name__ == "__main__":
    main()
