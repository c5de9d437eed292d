"""Time and memory of reading a picture, compared with ultralytics' predictor, and of hard photographs:

    python -m tests.bench.bench_speed
    python -m tests.bench.bench_speed --hard PHOTOS/tables-dev --hard PHOTOS/tables-train --parent COMMIT

`--hard` reads each photograph of a set once, by stage; with `--parent` another commit reads it at once afterwards, in a
process of its own, so that both meet the same load. Processor time counts, as wall time depends on who else works.

Ultralytics predicts with the detector's architecture in PyTorch, at the same input size and with as many threads; the
weights do not affect the time. Figures are medians of one run.
"""

import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

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


_READER: Final = """
import json, sys, time
from vision import TileReader
reader = TileReader(threads=int(sys.argv[1]))
for line in sys.stdin:
    begun, busy = time.perf_counter(), time.process_time()
    found = reader.read(line.rstrip())
    took = {"wall": time.perf_counter() - begun, "busy": time.process_time() - busy, "stages": found.ms}
    faces = sorted(tile.tile for tile in found.tiles if tile.face == "up")
    print(json.dumps({**took, "hand": found.hand, "sure": found.sure, "faces": faces}), flush=True)
"""
"""Reads the files named on its input, one a line, with the `vision` of the folder it runs in."""

_SLOWEST: Final = 10
"""Photographs that are listed, and compared as a sum: the slowest of the parent commit."""


def table(count: int, size: tuple[int, int], seed: int = 0) -> Picture:
    """Return a picture of (width, height) with `count` tiles in rows of ten."""
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
    """Return the median time of a call in milliseconds, by a clock that counts seconds."""
    taken = []
    for number in range(rounds + 3):
        start = clock()
        call()
        if number >= 3:
            taken.append(1000 * (clock() - start))
    return float(np.median(taken))


class _Reader:
    """A process that reads photographs with the code of a folder."""

    def __init__(self, folder: Path, threads: int) -> None:
        command = [sys.executable, "-c", _READER, str(threads)]
        self._process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def read(self, photo: Path) -> dict[str, Any]:
        """Return the times of one photograph in seconds, and what was read."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(f"{photo.resolve()}\n")
        self._process.stdin.flush()
        found: dict[str, Any] = json.loads(self._process.stdout.readline())
        return found


def hard(folders: Sequence[Path], parent: str | None, threads: int) -> None:
    """Read the photographs of folders with `labels.json`, and print what the slowest of them cost, by stage."""
    photos = [folder / row["photo"] for folder in folders for row in json.loads((folder / "labels.json").read_text())]
    with tempfile.TemporaryDirectory() as other:
        readers = {"now": _Reader(Path.cwd(), threads)}
        if parent:
            packed = subprocess.run(
                ["git", "archive", parent, "vision", "scoring", "models"], check=True, capture_output=True
            )
            subprocess.run(["tar", "-x", "-C", other], input=packed.stdout, check=True)
            readers = {"parent": _Reader(Path(other), threads), **readers}
        for reader in readers.values():
            reader.read(photos[0])  # the first one warms up
        with click.progressbar(photos, label="photographs") as bar:
            found = [(photo, {name: reader.read(photo) for name, reader in readers.items()}) for photo in bar]
    first = next(iter(readers))
    found = sorted(found, key=lambda one: -float(one[1][first]["busy"]))
    for photo, read in found[:_SLOWEST]:
        click.echo(f"{photo.parent.name}/{photo.name}: " + ", ".join(_cost(name, one) for name, one in read.items()))
    for name in readers:
        busy = np.array([read[name]["busy"] for _, read in found])
        stages = Counter[str]()
        for _, read in found[:_SLOWEST]:
            stages.update(read[name]["stages"])
        click.echo(
            f"{name}: the {_SLOWEST} above {busy[:_SLOWEST].sum():.1f} s of processor time, all {len(found)} "
            f"{busy.sum():.1f} s, median {np.median(busy):.2f} s, slowest {busy.max():.2f} s "
            f"({busy.max() / np.median(busy):.1f} medians); the {_SLOWEST} by stage, wall: {_by_stage(stages)}"
        )
    if parent:
        slow = [sum(read[name]["busy"] for _, read in found[:_SLOWEST]) for name in ("now", "parent")]
        changed = [photo.name for photo, read in found if _answer(read["now"]) != _answer(read["parent"])]
        click.echo(f"now / parent: {slow[0] / slow[1]:.0%}; another hand or surety: {', '.join(changed) or 'none'}")


def _cost(name: str, read: dict[str, Any]) -> str:
    return f"{name} {read['busy']:.2f} s ({_by_stage(read['stages'])}; {len(read['faces'])} faces)"


def _by_stage(stages: Mapping[str, float]) -> str:
    return ", ".join(f"{stage} {ms / 1000:.2f}" for stage, ms in stages.items())


def _answer(read: dict[str, Any]) -> tuple[str | None, bool]:
    return read["hand"], read["sure"]


@click.command()
@click.option("--threads", default=2, show_default=True)
@click.option("--rounds", default=25, show_default=True)
@click.option("--models", type=click.Path(path_type=Path), help="Folder with other weights than the committed ones.")
@click.option(
    "--hard", "folders", multiple=True, type=click.Path(path_type=Path, exists=True), help="Folder with labels.json."
)
@click.option("--parent", help="Commit that reads the same photographs, one after the other.")
def main(threads: int, rounds: int, models: Path | None, folders: Sequence[Path], parent: str | None) -> None:
    """Measure time and memory."""
    if folders:
        hard(folders, parent, threads)
        return
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
