"""Fit the logistic model that says which finds are tiles (`vision.finds.tile_filter`) on the verifier's sightings.

    python -m models.train.presence --sightings RUNS/sightings.pickle --verifier models/verifier.onnx --out TABLE

Fitted by Newton's method on the finds that the other networks take for faces. A tile that is lost costs `--loss` times
as much as a false one that is kept. Writes a table of weights, and prints what they make of each source.
"""

import csv
import pickle
from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Final

import click
import numpy as np
from numpy.typing import NDArray

from models.data.sightings import FACE, NONE, Sighting
from vision.evidence import Evidence
from vision.finds.tile_filter import FEATURES, features
from vision.networks.runtime import Model

_RIDGE: Final = 1e-3
"""Weight of the squared weights in the loss, which keeps features that say the same from cancelling. Not measured."""

_STEPS: Final = 40
"""Newton steps; it converges in about ten."""

_SCALES: Final = (0.6, 1.4)
"""Size of a picture without tiles when it is laid over one with tiles, as a share of that one's. Not measured."""

_SHIFT: Final = 0.3
"""Most that it is moved then, as a share of the picture. Not measured."""

_LEAST: Final = 0.12
"""Finds that score less are hidden anyway and are not fitted. Not measured."""


def fitted(x: NDArray[np.float64], y: NDArray[np.bool_], cost: NDArray[np.float64]) -> NDArray[np.float64]:
    """The weights (K,) of a logistic model of labels (N,) by features (N, K), each row weighed by its cost (N,)."""
    weights = np.zeros(x.shape[1])
    for _ in range(_STEPS):
        p = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        slope = x.T @ (cost * (p - y)) / cost.sum() + _RIDGE * weights
        bend = (x * (cost * p * (1 - p))[:, None]).T @ x / cost.sum() + _RIDGE * np.eye(x.shape[1])
        step = np.linalg.solve(bend, slope)
        weights = weights - step * min(1.0, 4.0 / max(1e-9, float(np.abs(step).max())))
    return weights


def mixtures(sightings: Sequence[Sighting], rng: np.random.Generator) -> Iterator[Sighting]:
    """Each picture with tiles, with the finds of one without any laid over it.

    Tiles may lie on a keyboard or beside cards: without such mixtures the model would take them for what surrounds
    them, as no photograph of tiles shows many other things.
    """
    without = [each for each in sightings if len(each.labels) and (each.labels == NONE).all()]
    for each in sightings:
        if not (each.labels == FACE).any():
            continue
        other = without[int(rng.integers(len(without)))]
        width, height = each.seen.size
        scale = rng.uniform(*_SCALES) * max(width, height) / max(other.seen.size)
        moved = replace(other.seen, quads=other.seen.quads * scale + rng.uniform(-_SHIFT, _SHIFT, 2) * (width, height))
        values = {
            one.name: np.concatenate([getattr(each.seen, one.name), getattr(moved, one.name)])
            for one in fields(Evidence)[1:]
        }
        yield Sighting(
            f"{each.source} among others",
            each.group,
            Evidence(each.seen.size, **values),
            np.concatenate([each.crops, other.crops]),
            np.concatenate([each.labels, other.labels]),
            np.concatenate([each.white, other.white]),
        )


def rows(
    sightings: Sequence[Sighting], verifier: Model
) -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.str_]]:
    """Features (N, K) of labelled faces, whether each is a tile, and its source."""
    found = []
    for each in sightings:
        if not len(each.labels):
            continue
        x = features(each.seen, verifier.in_batches(each.crops)["tile"])
        kept = ~each.seen.backs & np.isin(each.labels, (FACE, NONE)) & (each.seen.scores >= _LEAST)
        found.append((x[kept], each.labels[kept] == FACE, np.full(int(kept.sum()), each.source)))
    x, y, sources = (np.concatenate(part) for part in zip(*found, strict=True))
    return x, y, sources


def costs(y: NDArray[np.bool_], sources: NDArray[np.str_], loss: float) -> NDArray[np.float64]:
    """What each row's error costs: all tiles together `loss` times as much as all others, sources by root of count."""
    cost = np.ones(len(y))
    for source in np.unique(sources):
        of = sources == source
        cost[of] /= np.sqrt(of.sum())
    cost[y] *= loss * cost[~y].sum() / cost[y].sum()
    return cost


@click.command()
@click.option("--sightings", type=click.Path(exists=True, dir_okay=False, path_type=Path), required=True)
@click.option("--verifier", type=click.Path(exists=True, dir_okay=False, path_type=Path), required=True)
@click.option("--loss", default=6.0, show_default=True, help="What all tiles cost, beside all false ones.")
@click.option("--seed", default=1, show_default=True)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True, help="The table to write.")
def main(sightings: Path, verifier: Path, loss: float, seed: int, out: Path) -> None:
    """Fit the model on SIGHTINGS and write its table."""
    seen: list[Sighting] = pickle.loads(sightings.read_bytes())
    seen += list(mixtures(seen, np.random.default_rng(seed)))  # a list, as it would go on with what it adds
    x, y, sources = rows(seen, Model(verifier))
    weights = fitted(x, y, costs(y, sources, loss))
    there = x @ weights > 0
    for source in np.unique(sources):
        tiles, others = (sources == source) & y, (sources == source) & ~y
        click.echo(
            f"{source}: {int((~there & tiles).sum())} of {int(tiles.sum())} tiles taken for none, "
            f"{int((there & others).sum())} of {int(others.sum())} others taken for tiles"
        )
    with out.open("w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(("feature", "weight"))
        table.writerows((name, f"{weight:.4f}") for name, weight in zip(FEATURES, weights, strict=True))
    click.echo(f"wrote {out}")


if __name__ == "__main__":
    main()
