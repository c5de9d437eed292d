"""Accuracy on labelled photographs that are distorted as by other cameras, rooms and phones.

    python -m tests.bench.bench_distorted PHOTOS/dev --corrections models/dev_corrections.csv

A tile is right if a find of its face lies near the centre of its label, mapped into the distorted picture. A photograph
counts as a hand if its labels make one: 14 tiles and one for each kong, and flowers.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from models.data.labels import Label, LabelBoxes, read_labels
from models.evaluate.tiles import corrected, read_corrections
from scoring import parse
from scoring.tiles import PLAYED
from vision import TileReader, open_image
from vision.reading import Reading

Image = NDArray[np.uint8]
Distortion = Callable[[np.random.Generator, Image], tuple[Image, LabelBoxes]]
"""Returns the distorted picture, and the homography (3, 3) from the photograph's pixels to its own."""

_FOCAL: Final = 1.2
"""Focal length as a multiple of the longer side."""

_REACH: Final = 0.35
"""Greatest distance of a tile's centre from its label's, in sizes of the label."""


def seen_from(rng: np.random.Generator, image: Image, tilt: float) -> tuple[Image, LabelBoxes]:
    """Return the photograph as if on a table, at a random turn, seen at an angle in degrees from straight above."""
    height, width = image.shape[:2]
    focal = _FOCAL * max(height, width)
    turn, lean = rng.uniform(0, 2 * np.pi), np.radians(tilt)
    turned = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    leaning = np.array([[1, 0, 0], [0, np.cos(lean), -np.sin(lean)], [0, np.sin(lean), np.cos(lean)]])
    axes = leaning @ turned
    plane = np.column_stack([axes[:, 0], axes[:, 1], [0, 0, focal]])
    centred = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1]])
    way = np.diag([focal, focal, 1.0]) @ plane @ centred
    corners = moved(np.array([[0, 0], [width, 0], [width, height], [0, height]], float), way)
    least, size = corners.min(axis=0), np.ceil(np.ptp(corners, axis=0)).astype(int).tolist()
    way = np.array([[1, 0, -least[0]], [0, 1, -least[1]], [0, 0, 1]]) @ way
    around = tuple(np.median(image.reshape(-1, 3), axis=0).tolist())
    return np.asarray(cv2.warpPerspective(image, way, size, borderValue=around), np.uint8), way


def scaled(image: Image, across: float, down: float) -> tuple[Image, LabelBoxes]:
    """Return the picture scaled along both axes."""
    smoothing = cv2.INTER_AREA if across < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image, None, fx=across, fy=down, interpolation=smoothing), np.uint8), np.diag(
        [across, down, 1.0]
    )


def exposed(image: Image, gains: NDArray[np.float64] | float, noise: NDArray[np.float64] | float = 0.0) -> Image:
    """Return the picture in other light."""
    return np.asarray(np.clip(image * np.asarray(gains) + noise, 0, 255), np.uint8)


def half_in_shadow(rng: np.random.Generator, image: Image) -> Image:
    """Return the picture with a hard shadow over a random half."""
    ys, xs = np.mgrid[: image.shape[0], : image.shape[1]]
    way = rng.uniform(0, 2 * np.pi)
    off = (xs - image.shape[1] / 2) * np.cos(way) + (ys - image.shape[0] / 2) * np.sin(way)
    return exposed(image, (0.35 + 0.65 / (1 + np.exp(-np.clip(off / 3, -50, 50))))[..., None])


def smeared(rng: np.random.Generator, image: Image) -> Image:
    """Motion blur of eight pixels in a random direction."""
    way, kernel = rng.uniform(0, np.pi), np.zeros((15, 15), np.float32)
    for step in np.linspace(-4, 4, 33):
        kernel[round(7 + step * np.sin(way)), round(7 + step * np.cos(way))] = 1
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.uint8)


def as_jpeg(image: Image, quality: int) -> Image:
    """JPEG compression: of high quality as by a phone, of low quality as by a messenger."""
    file = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(file, cv2.IMREAD_COLOR), np.uint8)


def grey(image: Image) -> Image:
    """Return the picture in grey."""
    return np.asarray(cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8)


STILL: Final = np.eye(3)
KINDS: Final[dict[str, Distortion]] = {
    "as it is": lambda rng, image: (image, STILL),
    "turned any way": lambda rng, image: seen_from(rng, image, 0),
    "tilted by 25 to 45 degrees": lambda rng, image: seen_from(rng, image, rng.uniform(25, 45)),
    "half as large": lambda rng, image: scaled(image, 0.5, 0.5),
    "twice as large": lambda rng, image: scaled(image, 2, 2),
    "stretched": lambda rng, image: scaled(image, 1.35, 1),
    "a fifth of the light": lambda rng, image: (exposed(image, 0.2, rng.normal(0, 5, image.shape)), STILL),
    "warm light": lambda rng, image: (exposed(image, np.array([0.55, 0.85, 1.1])), STILL),
    "cold light": lambda rng, image: (exposed(image, np.array([1.15, 0.95, 0.65])), STILL),
    "overexposed": lambda rng, image: (exposed(image, 1.6), STILL),
    "half in shadow": lambda rng, image: (half_in_shadow(rng, image), STILL),
    "out of focus": lambda rng, image: (np.asarray(cv2.GaussianBlur(image, (0, 0), 1.8), np.uint8), STILL),
    "smeared": lambda rng, image: (smeared(rng, image), STILL),
    "JPEG of quality 25": lambda rng, image: (as_jpeg(image, 25), STILL),
    "grey": lambda rng, image: (grey(image), STILL),
}


def moved(points: LabelBoxes, way: LabelBoxes) -> LabelBoxes:
    """Return points (N, 2) of a photograph mapped into the distorted picture."""
    seen = np.column_stack([points, np.ones(len(points))]) @ way.T
    return np.asarray(seen[:, :2] / seen[:, 2:], np.float64)


def hand_of(labels: Sequence[Label]) -> tuple[Counter[str], int] | None:
    """Return the tiles and the number of flowers of a labelled hand, or None if the labels make no hand."""
    laid = Counter(label.tile for label in labels if label.tile in PLAYED)
    hand = 14 <= laid.total() <= 14 + sum(count == 4 for count in laid.values())
    return (laid, len(labels) - laid.total()) if hand else None


def read_as(hand: tuple[Counter[str], int], reading: Reading) -> bool:
    """Return True if a reading has exactly these tiles and this number of flowers."""
    read = parse(reading.hand or "")
    return (Counter(read.tiles), read.flowers or 0) == hand  # None: no flower was read


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--only", type=click.Choice(list(KINDS)), multiple=True, help="Distortions to measure; by default all.")
@click.option("--corrections", type=click.Path(path_type=Path, exists=True), help="CSV of labels that are wrong.")
@click.option("--models", type=click.Path(path_type=Path), help="Folder with other weights than the committed ones.")
def main(folder: Path, only: tuple[str, ...], corrections: Path | None, models: Path | None) -> None:
    """Print, for each distortion: photographs without an error, tiles found and named, hands exact, sure, wrong."""
    reader = TileReader(models)
    wrong = read_corrections(corrections) if corrections else {}
    photos = sorted((folder / "images").iterdir())
    for kind in only or KINDS:
        rng, tally, errors = np.random.default_rng(5), Counter[str](), Counter[str]()
        for photo in photos:
            image = open_image(photo)
            labels = corrected(read_labels(photo, (image.shape[1], image.shape[0])), wrong.get(photo.name, ()))
            distorted, way = KINDS[kind](rng, image)
            reading = reader.read(distorted)
            hand = hand_of(labels)
            if hand is not None:
                right = read_as(hand, reading)
                tally.update(hands=1, exact=right, sure=reading.sure, wrong=reading.sure and not right)
            found = [tile for tile in reading.tiles if tile.face == "up"]
            centres = np.array([np.mean(tile.quad, axis=0) for tile in found]).reshape(-1, 2)
            before = tally["named"]
            for label in labels:
                box = np.array(label.box).reshape(2, 2)
                corners = moved(np.array([box[0], [box[1, 0], box[0, 1]], box[1], [box[0, 0], box[1, 1]]]), way)
                size = np.sqrt(cv2.contourArea(corners.astype(np.float32)))
                off = np.linalg.norm(centres - moved(box.mean(axis=0)[None], way), axis=1)
                near = int(off.argmin()) if len(off) and off.min() < _REACH * size else None
                named = None if near is None else found[near].tile
                tally["named"] += named == label.tile
                if named != label.tile:
                    errors[f"{label.tile} {'not found' if near is None else f'named {named}'}"] += 1
            tally.update(tiles=len(labels), whole=tally["named"] - before == len(labels))
        told = ", ".join(f"{error} x {count}" for error, count in errors.most_common(4))
        click.echo(
            f"{kind:28} {tally['whole']} of {len(photos)} photographs without an error, "
            f"tiles found and named {tally['named']}/{tally['tiles']}, hands {tally['exact']}/{tally['hands']} exact, "
            f"{tally['sure']} sure, {tally['wrong']} of these wrong  {told}"
        )


if __name__ == "__main__":
    main()
