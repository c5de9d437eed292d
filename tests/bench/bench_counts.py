"""Remarks about a fifth copy of a kind, and about missing tiles of a whole set:

    python -m tests.bench.bench_counts rendered --count 48
    python -m tests.bench.bench_counts photographs FOLDER…        remarks where nothing is known of the set

Rendered are ponds of a set with four or five of one kind, and whole sets laid out in rows, some tiles missing.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Final

import click
import numpy as np

from models.data.dataset import sources
from models.render import layouts
from models.render.scene import RenderedScene, random_set, render
from models.render.view import look_at
from scoring.tiles import FACES, FLOWERS, PLAYED
from vision import ImageError, TileReader
from vision.hand.counting import remarks

SIZE: Final = (2400, 1800)
"""(width, height) of a rendered picture in pixels."""

CASES: Final = ("four of a kind", "five of a kind", "whole set", "one missing", "two missing")


def laid_out(rng: np.random.Generator, case: str, photos: Path | None) -> tuple[RenderedScene, tuple[str, ...]]:
    """Return a picture of a case, and the faces that a remark should be about."""
    tiles = random_set(rng, sources(photos))
    if case in CASES[:2]:
        face = str(rng.choice([each for each in PLAYED if each != "P"]))
        rest = [each for each in layouts.deal(rng, 144) if each != face][: int(rng.integers(20, 56))]
        faces = [*rest, *[face] * (4 if case == CASES[0] else 5)]
        about = (face,) if case == CASES[1] else ()
    else:
        flowers = FLOWERS if rng.random() < 0.5 else ()
        faces = [*PLAYED * 4, *flowers]
        about = tuple(rng.choice(faces, CASES.index(case) - 2, replace=False).tolist())
        for each in about:
            faces.remove(each)
    faces = rng.permutation(faces).tolist()
    columns = {True: 10, False: 16}[len(faces) < 100]
    body = tiles.body.size
    placed = [
        layouts.Placement(
            face,
            "up",
            (n % columns - (columns - 1) / 2) * (body.w + rng.uniform(0.3, 2)) + rng.normal(0, 0.5),
            (len(faces) / columns / 2 - n // columns) * (body.h + 2) + rng.normal(0, 0.5),
            rng.normal(0, 0.03),
        )
        for n, face in enumerate(faces)
    ]
    placed = layouts.moved(placed, 0, 0, rng.normal(0, 0.1))
    scale = 0.85 * min(SIZE[0] / (columns * (body.w + 1)), SIZE[1] / ((len(faces) / columns + 1) * (body.h + 2)))
    view = look_at(SIZE, float(rng.uniform(0, 0.35)), 0.0, 0.8, scale, (0.0, 0.0))
    return render(rng, placed, tiles, view, sources(photos), plain=True), about


@click.group()
def main() -> None:
    """Measure what the faces in sight say of the set of tiles."""


@main.command()
@click.option("--count", default=24, help="Pictures of each case and seed.")
@click.option("--seed", default=[1], multiple=True)
@click.option("--photos", type=click.Path(path_type=Path), help="Folder with artwork and surfaces to render with.")
def rendered(count: int, seed: Sequence[int], photos: Path | None) -> None:
    """Measure rendered pictures: remarks that are right, wrong, and left unsaid."""
    reader = TileReader()
    for case in CASES:
        tally: Counter[str] = Counter()
        for each, number in product(seed, range(count)):
            scene, about = laid_out(np.random.default_rng([each, CASES.index(case), number]), case, photos)
            said = sorted(face for remark in remarks(reader.read(scene.image)) for face in remark.faces)
            outcome = "wrong" if said and said != sorted(about) else "right" if said == sorted(about) else "unsaid"
            tally[outcome] += 1
            if outcome == "wrong":
                click.echo(f"  {case} {each}:{number}: {said}, not {sorted(about)}")
        click.echo(f"{case:16} right {tally['right']:3}, unsaid {tally['unsaid']:3}, wrong {tally['wrong']:3}")


@main.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(exists=True, file_okay=False, path_type=Path))
def photographs(folders: tuple[Path, ...]) -> None:
    """List the remarks on photographs."""
    reader, count, most = TileReader(), 0, Counter[int]()
    for photo in sorted(path for folder in folders for path in folder.rglob("*.jpg")):
        try:
            reading = reader.read(photo)
        except ImageError as error:
            click.echo(f"{photo}: {error}", err=True)
            continue
        count += 1
        most[max(Counter(tile.tile for tile in reading.tiles if tile.tile in FACES).values(), default=0)] += 1
        for remark in remarks(reading):
            click.echo(f"{photo}: {remark.kind} {' '.join(remark.faces)}, {len(remark.tiles)} tiles")
    click.echo(f"{count} photographs; by the most tiles of one face in each: {dict(sorted(most.items()))}")


if __name__ == "__main__":
    main()
