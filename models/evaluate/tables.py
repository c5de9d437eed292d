"""Measure the weights on photographs of tables: tiles, whole photographs, and a curve over the size of tiles.

    python -m models.evaluate.tables PHOTOS/tables-dev

The folder holds `labels.json`, a list of photographs with the centre, face and visibility of each tile. A face-up tile
read belongs to the nearest label whose centre it holds. A visible label counts as named if that tile has its face; a
face-up tile read without a label, or with another face, is wrong. The size of a tile is the shorter side of its quad in
pixels; that of a tile not found is the median of the three nearest tiles read in its photograph, or 0 without any.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from vision import TileReader
from vision.quads import contains, sides
from vision.reading import Reading

SIZES = (0, 1, 12, 16, 20, 24, 30, 40, 60, 90, 100_000)
"""Bounds in pixels of the sizes of tiles in the curve; labels of photographs without a tile read have size 0."""

NORMAL = 1.96
"""Standard deviations on either side of the mean that hold 95% of a normal distribution."""


@dataclass(frozen=True, slots=True)
class TableCounts:
    """The result for the tiles of one photograph.

    Attributes:
        labels: (N, 2) size and 1.0 if found and named, of each visible label.
        reads: (M, 2) size and 1.0 if its face is right, of each face-up tile read, but for those on labels that do not
            count.
    """

    labels: NDArray[np.float64]
    reads: NDArray[np.float64]

    @property
    def whole(self) -> bool:
        """True if every label is named and every tile read is right."""
        return bool(self.labels[:, 1].all() and self.reads[:, 1].all())


def interval(part: int, whole: int) -> tuple[float, float]:
    """Return the 95% interval of a share by Wilson's score (1927)."""
    if not whole:
        return 0.0, 1.0
    share, z2 = part / whole, NORMAL**2
    middle = (share + z2 / (2 * whole)) / (1 + z2 / whole)
    half = NORMAL * sqrt(share * (1 - share) / whole + z2 / (4 * whole**2)) / (1 + z2 / whole)
    return middle - half, middle + half


def same(label: str, face: str | None) -> bool:
    """Return True if a face is the labelled one; `f?` is any flower."""
    return label == face or (label == "f?" and face is not None and face[0] in "fs" and len(face) == 2)


def counted(tiles: Sequence[dict[str, Any]], reading: Reading) -> TableCounts:
    """Compare the labels of a photograph with its reading."""
    faces = [tile for tile in tiles if tile["tile"] != "back"]
    seen = [tile for tile in reading.tiles if tile.face == "up"]
    quads = np.array([tile.quad for tile in seen], float).reshape(-1, 4, 2)
    size = sides(quads).min(axis=1) if len(seen) else np.zeros(0)
    middles = quads.mean(axis=1)
    centres = np.array([tile["center"] for tile in faces], float).reshape(-1, 2)
    apart = np.linalg.norm(centres[:, None] - middles, axis=2)
    inside = contains(quads, np.repeat(centres[:, None], 4, axis=1)).T if len(seen) and len(faces) else apart < 0
    at: dict[int, int] = {}
    for flat in np.argsort(np.where(inside, apart, np.inf), axis=None):
        label, read = divmod(int(flat), max(1, len(seen)))
        if not inside[label, read]:
            break
        if label not in at and read not in at.values():
            at[label] = read
    right = {read for label, read in at.items() if same(faces[label]["tile"], seen[read].tile)}
    uncounted = {read for label, read in at.items() if not faces[label].get("visible", True)}
    labels = [
        (size[at[n]] if n in at else _near(apart[n], size), float(at.get(n) in right))
        for n, tile in enumerate(faces)
        if tile.get("visible", True)
    ]
    reads = [(size[n], float(n in right)) for n in range(len(seen)) if n not in uncounted]
    return TableCounts(np.array(labels).reshape(-1, 2), np.array(reads).reshape(-1, 2))


def _near(apart: NDArray[np.float64], size: NDArray[np.float64]) -> float:
    """Return the median size of the three nearest tiles, or 0 without any."""
    return float(np.median(size[np.argsort(apart)[:3]])) if len(size) else 0.0


def told(part: int, whole: int) -> str:
    """Return a count, its share and the 95% interval of the share as text."""
    if not whole:
        return "none"
    low, high = interval(part, whole)
    return f"{part} of {whole} ({100 * part / whole:.1f}%, {100 * low:.1f} to {100 * high:.1f})"


def curve(counts: Sequence[TableCounts]) -> list[dict[str, int]]:
    """Return recall and precision of each range of sizes that has a tile."""
    labels, reads = (np.concatenate([getattr(one, name) for one in counts]) for name in ("labels", "reads"))
    rows = []
    for low, high in pairwise(SIZES):
        these, those = (each[(each[:, 0] >= low) & (each[:, 0] < high), 1] for each in (labels, reads))
        if len(these) or len(those):
            rows.append(
                {
                    "from": low,
                    "to": high,
                    "labels": len(these),
                    "named": int(these.sum()),
                    "reads": len(those),
                    "right": int(those.sum()),
                }
            )
    return rows


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--models", type=click.Path(path_type=Path, exists=True), help="Folder with other weights.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
def main(folder: Path, models: Path | None, as_json: bool) -> None:
    """Measure the reader on FOLDER, which holds labels.json."""
    try:
        photos = [one for one in json.loads((folder / "labels.json").read_text("utf-8")) if not one.get("skip")]
    except (OSError, ValueError) as error:
        raise click.ClickException(f"{folder / 'labels.json'}: {error}") from error
    reader = TileReader(models)
    with click.progressbar(photos, label="photographs", hidden=as_json) as bar:
        counts = [counted(one["tiles"], reader.read(folder / one["photo"])) for one in bar]
    if not counts:
        raise click.ClickException(f"{folder / 'labels.json'} names no photographs to measure")
    rows = curve(counts)
    named, labels = (sum(int(row[name]) for row in rows) for name in ("named", "labels"))
    right, reads = (sum(int(row[name]) for row in rows) for name in ("right", "reads"))
    whole = sum(one.whole for one in counts)
    if as_json:
        click.echo(json.dumps({"photos": len(counts), "whole": whole, "labels": labels, "named": named, "curve": rows}))
        return
    click.echo(f"photographs without an error: {told(whole, len(counts))}")
    click.echo(f"tiles found and named: {told(named, labels)}")
    click.echo(f"tiles read that are right: {told(right, reads)}")
    click.echo("shorter side      recall                                precision")
    for row in rows:
        size = f"{row['from']} to {row['to']} px" if row["to"] < SIZES[-1] else f"{row['from']} px and more"
        size = size if row["from"] else "no tile read"
        recall, precision = told(int(row["named"]), int(row["labels"])), told(int(row["right"]), int(row["reads"]))
        click.echo(f"{size:<17} {recall:<37} {precision}")


if __name__ == "__main__":
    main()
