"""Figures of a camera rig over a calibrated table, one per command:

    python -m tests.bench.bench_rig hands --count 60     whole tables at the end of a hand: chair and hand right?
    python -m tests.bench.bench_rig dice --count 60      two dice on such tables: both right, none where none lie?
    python -m tests.bench.bench_rig cost                 processor time and memory of a reading, by size and threads

`--given-boxes` takes the tiles' boxes from the ground truth instead of the detector, to separate the stages.
"""

import time
from collections import Counter
from functools import partial
from pathlib import Path

import click
import cv2
import numpy as np
import psutil
from numpy.typing import NDArray

from models.data.dataset import sources
from models.data.labels import read_labels
from models.render.ended import Ended, random_end
from scoring.notation import format_win
from tests.bench.bench_vision import given, same_hand
from vision import Reading, TileReader, open_image
from vision.annotate import annotated
from vision.table.calibration import Calibration
from vision.table.chairs import hand_on_table
from vision.table.dice import find_dice, pair, scale_of
from vision.table.markers import as_quad


def calibration(ended: Ended) -> Calibration:
    """Return the table's corners, placed with a person's accuracy."""
    height, width = ended.scene.image.shape[:2]
    return Calibration((width, height), as_quad(ended.corners), side=ended.side)


@click.group()
def main() -> None:
    """Measure a camera rig."""


@main.command()
@click.option("--count", default=60)
@click.option("--seed", default=1)
@click.option("--photos", type=click.Path(path_type=Path), help="Folder with artwork and surfaces to render with.")
@click.option("--size", type=(int, int), default=(1920, 1080), show_default=True)
@click.option("--given-boxes", is_flag=True)
@click.option("--plain", is_flag=True, help="Without the calibration, for comparison.")
@click.option("--models", type=click.Path(path_type=Path), help="Folder with other weights than the committed ones.")
@click.option("--save", type=click.Path(path_type=Path), help="Folder for pictures read wrongly.")
def hands(
    count: int,
    seed: int,
    photos: Path | None,
    size: tuple[int, int],
    given_boxes: bool,
    plain: bool,
    models: Path | None,
    save: Path | None,
) -> None:
    """Measure hands on whole tables: the winner's chair right, read exactly, sure."""
    reader = TileReader(models)
    tally: Counter[str] = Counter()
    taken: list[float] = []
    for index in range(count):
        ended = random_end(np.random.default_rng([seed, index]), sources(photos), size)
        found = given(ended.scene) if given_boxes else None
        decode = None if plain else partial(hand_on_table, calibration(ended))
        began = time.perf_counter()
        reading = reader.read(ended.scene.image, found=found, decode=decode)
        taken.append(1000 * (time.perf_counter() - began))
        exact = same_hand(reading, ended.win)
        tally["whose hand right"] += reading.chair == ended.chair
        tally[("exact" if exact else "wrong") + (", sure" if reading.sure else ", doubted")] += 1
        tally["tiles of the hand found, no other taken"] += _same_tiles(reading, ended)
        if not exact:
            click.echo(f"{index} chair {reading.chair} of {ended.chair}: {reading.hand} | {format_win(ended.win)}")
            if save is not None:
                save.mkdir(parents=True, exist_ok=True)
                cv2.imwrite(str(save / f"{index}.png"), annotated(ended.scene.image, reading))
    click.echo(f"{count} tables of {size[0]} x {size[1]}: {dict(tally)}; {np.median(taken):.0f} ms (median)")


@main.command()
@click.option("--count", default=60)
@click.option("--seed", default=2)
@click.option("--photos", type=click.Path(path_type=Path), help="Folder with artwork and surfaces to render with.")
@click.option("--size", type=(int, int), default=(1920, 1080), show_default=True)
@click.option("--labelled", type=click.Path(path_type=Path), help="Folder of labelled photographs without dice.")
def dice(count: int, seed: int, photos: Path | None, size: tuple[int, int], labelled: Path | None) -> None:
    """Measure dice on every second table, and false positives on the others and on photographs."""
    tally: Counter[str] = Counter()
    single: Counter[str] = Counter()
    for index in range(count):
        rng = np.random.default_rng([seed, index])
        ended = random_end(rng, sources(photos), size, dice=index % 2 == 0)
        table = calibration(ended)
        found = find_dice(ended.scene.image, table.scale(ended.side), given(ended.scene).quads, table.corners)
        true = sorted(die.value for die in ended.scene.dice)
        single["there"] += len(true)
        for seen in found:
            value = next((d.value for d in ended.scene.dice if _on(seen.centre, d.quad)), None)
            single["read right" if value == seen.value else "no die" if value is None else "read WRONG"] += 1
        values = pair(found)
        if len(true) == 2:
            said = "silent" if values is None else "right" if sorted(values) == true else "WRONG"
            tally[f"two dice: {said}"] += 1
        elif not true:
            tally["no dice: " + ("silent" if values is None else "WRONG")] += 1
    click.echo(f"{count} tables of {size[0]} x {size[1]}: {dict(tally)}; single dice {dict(single)}")
    if labelled is None:
        return
    seen: Counter[str] = Counter()
    for photo in sorted((labelled / "images").glob("*.jpg")):
        picture = open_image(photo)
        labels = np.array([label.box for label in read_labels(photo, (picture.shape[1], picture.shape[0]))])
        tiles = labels.reshape(-1, 4)[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 4, 2)
        scale = scale_of(tiles)
        if scale is not None:
            found = find_dice(picture, scale, tiles)
            seen["photographs"] += 1
            seen["single dice said"] += len(found)
            seen["throws said"] += pair(found) is not None
    click.echo(f"real photographs without dice: {dict(seen)}")


@main.command()
@click.option("--count", default=6)
@click.option("--seed", default=3)
@click.option("--threads", default=[1, 2], multiple=True, show_default=True)
def cost(count: int, seed: int, threads: tuple[int, ...]) -> None:
    """Measure what a small computer needs: processor time and memory of reading a whole table."""
    ends = [random_end(np.random.default_rng([seed, index]), sources(None), (3840, 2160)) for index in range(count)]
    before = _resident()
    for number in threads:
        reader = TileReader(None, number)
        for size in ((1280, 720), (1920, 1080), (3840, 2160)):
            pictures = [np.asarray(cv2.resize(e.scene.image, size, interpolation=cv2.INTER_AREA)) for e in ends]
            tables = [calibration(e).scaled(size) for e in ends]
            wall, cpu = [], []
            for picture, table in zip(2 * pictures, 2 * tables, strict=True):  # the first round warms up
                began, used = time.perf_counter(), time.process_time()
                reader.read(picture, decode=partial(hand_on_table, table))
                wall.append(time.perf_counter() - began)
                cpu.append(time.process_time() - used)
            half = len(pictures)
            click.echo(
                f"{size[0]} x {size[1]}, {number} threads: {1000 * np.median(wall[half:]):.0f} ms, "
                f"{1000 * np.median(cpu[half:]):.0f} ms of processor time, {_resident() - before:.0f} MB more resident"
            )


def _resident() -> float:
    """Return the megabytes of this process in memory now."""
    return psutil.Process().memory_info().rss / 2**20


def _on(point: tuple[float, float], quad: NDArray[np.float64]) -> bool:
    return cv2.pointPolygonTest(quad.astype(np.float32), point, False) >= 0


def _same_tiles(reading: Reading, ended: Ended) -> bool:
    """Return True if the tiles taken for the hand are the right ones, whatever their names."""
    truth = [t for t in ended.scene.tiles if t.group in ("concealed", "meld", "concealed-kong", "winning", "flowers")]
    ours = [t for t in reading.tiles if reading.groups[t.group].kind != "aside"]
    if len(ours) != len(truth):
        return False
    places = np.array([np.mean(t.quad, axis=0) for t in truth])
    reach = np.sqrt([cv2.contourArea(t.quad.astype(np.float32)) for t in truth]) * 0.5
    off = np.linalg.norm(places[:, None] - np.array([np.mean(t.quad, axis=0) for t in ours])[None], axis=2)
    return bool((off.min(axis=1) < reach).all())


if __name__ == "__main__":
    main()
