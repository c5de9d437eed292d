"""Fit the coefficients that combine a learned tile set with the classifier (`vision.tilesets.prototypes`).

 python -m models.train.prototypes fit --count 40 --photos PHOTOS

Each set is made up, so the classifier was not trained on it. It is learned from rendered photographs of all its tiles,
in random order, light and view, and used to read others. The result is the `Coefficients` under which the faces and
turns of those are likeliest: `FITTED` in `vision/tilesets/prototypes.py`. Run it again after a change of the
classifier.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import Final

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from models.data.crops import Floats
from models.data.dataset import sources
from models.render import layouts
from models.render.scene import RenderedScene, RenderedTileSet, Sources, random_set, render
from models.render.view import look_at
from scoring.tiles import FACES
from vision import TileReader
from vision.networks.classifier import Names
from vision.networks.detector import KINDS, Detections
from vision.quads import corner_shift
from vision.tilesets.labelling import Samples, collect
from vision.tilesets.prototypes import FITTED, Coefficients, Prototypes, combined
from vision.tilesets.prototypes import TileSet as LearntSet

LEARNT: Final = 3
"""Most photographs that a set is learned from."""

_TURN: Final = 0.2
"""Weight of the loss of turns beside that of faces. More names turns better and faces worse."""


def photograph(
    rng: np.random.Generator, tiles: RenderedTileSet, scenery: Sources, codes: Sequence[str] = FACES, columns: int = 7
) -> RenderedScene:
    """Render tiles of a set in rows, in random order, each upright or upside down, from a random view.

    A tile at a corner of the picture may be cut off.
    """
    size = tiles.body.size
    order = [str(code) for code in rng.permutation(list(codes))]
    rows = -(-len(order) // columns)
    placed = [
        layouts.Placement(
            code,
            "up",
            (i % columns - (columns - 1) / 2) * size.w * 1.1 + float(rng.normal(0, 0.02)) * size.w,
            ((rows - 1) / 2 - i // columns) * size.h * 1.1 + float(rng.normal(0, 0.02)) * size.h,
            float(rng.choice([0, np.pi]) + rng.normal(0, 0.03)),
        )
        for i, code in enumerate(order)
    ]
    side = int(rng.integers(4))
    placed = layouts.moved(placed, 0, 0, side * np.pi / 2 + float(rng.normal(0, 0.08)))
    wide, high = (columns + 1.5) * size.w * 1.1, (rows + 1.5) * size.h * 1.1
    scale = float(rng.uniform(35, 110)) / size.w
    across, down = (wide, high) if side % 2 == 0 else (high, wide)
    tilt = float(np.clip(abs(rng.normal(0.3, 0.25)), 0, 0.8))
    view = look_at((round(across * scale), round(down * scale)), tilt, 0.0, float(rng.uniform(0.7, 1.3)), scale)
    return render(rng, placed, tiles, view, scenery, edge=2000.0)


def as_detected(scene: RenderedScene) -> Detections:
    """Return the unobstructed tiles of a scene as a detector gives them: the smallest rectangle round each."""
    quads = [_box(tile.quad) for tile in scene.tiles if tile.visible > 0.9]
    boxes = np.array(quads, np.float32).reshape(-1, 4, 2)
    return Detections(boxes, np.full(len(boxes), 0.9, np.float32), tuple(KINDS[0] for _ in boxes))


def _box(quad: Floats) -> Floats:
    corners = cv2.boxPoints(cv2.minAreaRect(np.asarray(quad, np.float32))).astype(np.float64)
    short = np.linalg.norm(corners[1] - corners[0]) < np.linalg.norm(corners[2] - corners[1])
    return corners if short else np.roll(corners, 1, axis=0)


def truth(quads: Floats, scene: RenderedScene) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the true faces and turns (N,) of quads (N, 4, 2) in a scene; the face is -1 if no tile
    lies."""
    faces, turns = np.full(len(quads), -1), np.zeros(len(quads), np.int64)
    true = [t for t in scene.tiles if t.tile and t.visible > 0.6]
    for n, quad in enumerate(quads):
        off = [float(np.hypot(*(np.mean(t.quad, axis=0) - quad.mean(axis=0)))) for t in true]
        near = true[int(np.argmin(off))]
        if min(off) < 0.35 * np.sqrt(cv2.contourArea(np.asarray(near.quad, np.float32))) and near.tile:
            faces[n] = FACES.index(near.tile)
            turns[n] = corner_shift(quad, np.asarray(near.quad))
    return faces.astype(np.int64), turns


def true_faces(tiles: Samples, scenes: Sequence[RenderedScene]) -> NDArray[np.int64]:
    """Return the true faces (N,) of samples from scenes; -1 if no tile lies there."""
    parts = [truth(tiles.quads[tiles.photos == n], scene)[0] for n, scene in enumerate(scenes)]
    return np.concatenate(parts)


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """Crops of one set, and their similarity to its prototypes.

    Attributes:
        names: The classifier's output for N crops.
        similarity: (N, 42, 4) similarity to the prototype of each face and turn.
        faces, turns: (N,) ground truth; the face is 42 if a crop shows no tile.
    """

    names: Names
    similarity: Floats
    faces: NDArray[np.int64]
    turns: NDArray[np.int64]


def samples(
    count: int, seed: int, photos: Path | None, reader: TileReader, say: Callable[[str], None] = click.echo
) -> Iterator[Sample]:
    """Yield samples of sets learned from one to `LEARNT` photographs.

    In turn, a set is complete and named correctly, lacks a fifth of its faces, has one crop in twenty misnamed, or has
    no flowers.
    """
    for number in range(count):
        rng = np.random.default_rng([seed, number])
        tiles = random_set(rng, sources(photos))
        views, way = 1 + number % LEARNT, number // LEARNT % 4
        codes = FACES[: FACES.index("f1")] if way == 3 else FACES
        learnt = [photograph(rng, tiles, sources(photos), codes) for _ in range(views)]
        seen = collect(reader, [s.image for s in learnt], [as_detected(s) for s in learnt])
        faces = true_faces(seen, learnt)
        kept = faces >= 0
        if way == 1:
            kept &= ~np.isin(faces, rng.permutation(len(FACES))[: len(FACES) // 5])
        elif way == 2:
            faces = np.where(kept & (rng.random(len(faces)) < 0.05), rng.integers(0, len(FACES), len(faces)), faces)
        prototypes = Prototypes.of(LearntSet(seen.crops[kept], faces[kept]), reader.classifier)
        for _ in range(2):
            yield _sample(rng, photograph(rng, tiles, sources(photos), codes), reader, prototypes)
        say(f"{number + 1} of {count} sets")


def _sample(rng: np.random.Generator, scene: RenderedScene, reader: TileReader, prototypes: Prototypes) -> Sample:
    quads = reader.detect(scene.image, found=as_detected(scene)).quads
    half = 2 * rng.integers(0, 2, len(quads))  # a detector's box may begin at either short side
    quads = np.array([np.roll(quad, -k, axis=0) for quad, k in zip(quads, half, strict=True)])
    faces, turns = truth(quads, scene)
    off = quads_beside(rng, scene, quads)
    names = reader.name(scene.image, np.concatenate([quads, off]).astype(np.float32))
    nothing = np.full(len(off), len(FACES), np.int64)
    faces = np.concatenate([np.where(faces < 0, len(FACES), faces), nothing])
    turns = np.concatenate([turns, 0 * nothing])
    return Sample(names, prototypes.similarity(names.features), faces, turns)


def quads_beside(rng: np.random.Generator, scene: RenderedScene, quads: Floats, most: int = 6) -> Floats:
    """Return quads (n, 4, 2) of a tile's size whose centres lie on no tile."""
    height, width = scene.image.shape[:2]
    found = []
    for _ in range(60):
        quad = quads[int(rng.integers(len(quads)))]
        quad = quad - quad.mean(axis=0) + rng.uniform((0, 0), (width, height))
        inside = [
            cv2.pointPolygonTest(np.asarray(t.quad, np.float32), [float(v) for v in quad.mean(axis=0)], True)
            for t in scene.tiles
        ]
        if max(inside) < -0.1 * np.sqrt(cv2.contourArea(quad.astype(np.float32))):
            found.append(quad)
    return np.array(found[:most]).reshape(-1, 4, 2)


def loss(sample: Sample, weights: Coefficients) -> float:
    """Return the mean negative log-likelihood of the true faces and, with weight `_TURN`, turns, in nats."""
    at = np.arange(len(sample.faces))
    faces, turns = combined(
        sample.names.faces.astype(np.float64), sample.names.turns.astype(np.float64), sample.similarity, weights
    )
    tiles = sample.faces < len(FACES)
    lie = -np.log(np.maximum(turns[at, sample.turns], 1e-6))[tiles].mean() if tiles.any() else 0.0
    return float(-np.log(np.maximum(faces[at, sample.faces], 1e-6)).mean() + _TURN * lie)


def fit_coefficients(found: Sequence[Sample], start: Coefficients = FITTED) -> Coefficients:
    """Return the coefficients of least mean loss, by coordinate descent with shrinking steps."""

    def total(values: Sequence[float]) -> float:
        return float(np.mean([loss(sample, Coefficients(*values)) for sample in found]))

    best = list(astuple(start))
    least = total(best)
    step = 0.4
    while step > 0.01:
        before = least
        for n in range(len(best)):
            for factor in (1 + step, 1 / (1 + step)):
                tried = [*best[:n], best[n] * factor, *best[n + 1 :]]
                cost = total(tried)
                if cost < least:
                    best, least = tried, cost
        if before - least < 1e-4:
            step /= 2
    return Coefficients(*best)


@click.group()
def main() -> None:
    """Fit the coefficients of learned tile sets."""


@main.command()
@click.option("--count", default=40, show_default=True, help="Number of sets.")
@click.option("--seed", default=501, show_default=True)
@click.option("--photos", type=click.Path(path_type=Path), help="Folder with artwork and surfaces to render with.")
@click.option("--models", type=click.Path(path_type=Path), help="Folder with other networks than the committed ones.")
def fit(count: int, seed: int, photos: Path | None, models: Path | None) -> None:
    """Fit the coefficients, and print the line for vision/tilesets/prototypes.py."""
    found = list(samples(count, seed, photos, TileReader(models)))
    weights = fit_coefficients(found)
    was, now = (float(np.mean([loss(sample, w) for sample in found])) for w in (FITTED, weights))
    click.echo(f"loss {was:.4f} with the present coefficients, {now:.4f} with")
    values = ", ".join(f"{f.name}={getattr(weights, f.name):.3g}" for f in fields(weights))
    click.echo(f"FITTED: Final = Coefficients({values})")


if __name__ == "__main__":
    main()
