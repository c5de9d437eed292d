"""Fit the thresholds of the rules that decide if a detection is a tile (`vision.finds.tile_filter.Thresholds`).

 python -m models.train.thresholds --sightings HELD --verifier models/verifier.onnx --presence models/presence.csv
     --out models/thresholds.csv

Each threshold is swept over its grid while the others stay, in a random order, and takes the value that costs least;
then all once more. HELD are sightings that the verifier was not trained on, as it is surer of those that it was. A lost
tile costs `--loss`, and a picture without tiles that shows any face as much as `--picture` more false faces. Prints
every sweep, and the result for each source before and after.
"""

import csv
import pickle
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Final

import click
import numpy as np

from models.data.sightings import FACE, NONE, Sighting
from models.train.presence import mixtures
from vision.evidence import LIKELY
from vision.finds.tile_filter import Thresholds, TileFilter
from vision.networks.runtime import Model

GRIDS: Final[dict[str, tuple[float, ...]]] = {
    "alone": (0.6, 0.7, 0.75, 0.8, 0.85, 0.9),
    "alone_name": (0.95, 0.97, 0.98, 0.99),
    "alone_score": (0.7, 0.75, 0.8, 0.85, 0.9),
    "clear_name": (0.95, 0.97, 0.98, 0.99),
    "clear_score": (0.4, 0.5, 0.6, 0.7, 0.8),
    "sure_name": (0.95, 0.97, 0.98, 0.99),
    "sure_score": (0.75, 0.8, 0.85, 0.9, 0.95),
    "sure_count": (5, 6, 7, 8, 10),
    "sure_share": (0.3, 0.4, 0.5, 0.6),
}
"""The values of each threshold that are tried. Lower ones fit a few pictures: held-out kinds of other things are too
few to show what they let through."""

_ROUNDS: Final = 2
"""Sweeps of every threshold; a third changes none."""


@dataclass(frozen=True, slots=True)
class LabelledPicture:
    """The detections of a picture, and what the verifier says of them."""

    sighting: Sighting
    tile: np.ndarray[tuple[int], np.dtype[np.float32]]


@dataclass(frozen=True, slots=True)
class Counts:
    """Results for the pictures of one source: labelled faces and those lost, false faces, and pictures with any."""

    tiles: int = 0
    lost: int = 0
    false: int = 0
    pictures: int = 0
    showing: int = 0


def counted(pictures: Sequence[LabelledPicture], model: TileFilter) -> dict[str, Counts]:
    """Return the results of a filter by source."""
    by: dict[str, Counts] = {}
    for each in pictures:
        seen, labels = each.sighting.seen, each.sighting.labels
        before = ~seen.backs & (seen.scores >= LIKELY)
        kept = before & (model.weighed(seen, each.tile).scores >= LIKELY)
        tiles, others = before & (labels == FACE), kept & (labels == NONE)
        so_far = by.get(each.sighting.source, Counts())
        without = not (labels == FACE).any()
        by[each.sighting.source] = Counts(
            so_far.tiles + int(tiles.sum()),
            so_far.lost + int((tiles & ~kept).sum()),
            so_far.false + int(others.sum()),
            so_far.pictures + int(without),
            so_far.showing + int(without and others.any()),
        )
    return by


def cost(by: dict[str, Counts], loss: float, picture: float) -> float:
    """Return the cost of some results; each source counts by the root of its size, as in `models.train.presence`."""
    total = 0.0
    for counts in by.values():
        size = max(1, counts.tiles + counts.pictures)
        total += (loss * counts.lost + counts.false + picture * counts.showing) / np.sqrt(size)
    return total


def told(by: dict[str, Counts]) -> str:
    """Return results as lines of text."""
    return "\n".join(
        f"  {source}: {c.lost} of {c.tiles} tiles lost, {c.false} false faces, "
        f"{c.showing} of {c.pictures} pictures without tiles show a face"
        for source, c in sorted(by.items())
    )


@click.command()
@click.option(
    "--sightings",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    multiple=True,
    required=True,
    help="Held-out sightings; may be repeated.",
)
@click.option("--verifier", type=click.Path(exists=True, dir_okay=False, path_type=Path), required=True)
@click.option("--models", type=click.Path(exists=True, file_okay=False, path_type=Path), default=Path("models"))
@click.option("--loss", default=6.0, show_default=True, help="Cost of a lost tile, relative to a false face.")
@click.option("--picture", default=4.0, show_default=True, help="Cost of a picture without tiles that shows a face.")
@click.option("--seed", default=1, show_default=True)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True, help="The table to write.")
def main(
    sightings: tuple[Path, ...], verifier: Path, models: Path, loss: float, picture: float, seed: int, out: Path
) -> None:
    """Fit the thresholds on held-out SIGHTINGS, beginning with those in MODELS, and write their table."""
    rng, network, model = np.random.default_rng(seed), Model(verifier), TileFilter.read(models)
    seen: list[Sighting] = [each for file in sightings for each in pickle.loads(file.read_bytes())]
    # a list, since the generator would read its own additions
    seen += list(mixtures(seen, rng))
    pictures = [LabelledPicture(each, network.in_batches(each.crops)["tile"]) for each in seen if len(each.labels)]
    best = cost(counted(pictures, model), loss, picture)
    click.echo(f"before: cost {best:.2f}\n{told(counted(pictures, model))}")
    for _ in range(_ROUNDS):
        for name in rng.permutation(list(GRIDS)).tolist():
            now, tried = float(getattr(model.thresholds, name)), {}
            for value in GRIDS[name]:
                other = replace(model, thresholds=replace(model.thresholds, **{name: value}))
                tried[value] = cost(counted(pictures, other), loss, picture)
            least = min(tried, key=lambda value: (tried[value], abs(value - now)))
            if tried[least] < best:
                best, model = tried[least], replace(model, thresholds=replace(model.thresholds, **{name: least}))
            sweep = ", ".join(f"{value:g}: {spent:.2f}" for value, spent in tried.items())
            click.echo(f"{name} {getattr(model.thresholds, name):g} ({sweep})")
    click.echo(f"after: cost {best:.2f}\n{told(counted(pictures, model))}")
    with out.open("w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(("threshold", "value"))
        table.writerows((each.name, f"{getattr(model.thresholds, each.name):g}") for each in fields(Thresholds))
    click.echo(f"wrote {out}")


if __name__ == "__main__":
    main()
