"""Fit the logistic model that decides if a detection is a tile (`vision.finds.tile_filter`) on the verifier's
sightings.

 python -m models.train.presence --sightings RUNS/sightings.pickle --verifier models/verifier.onnx --out TABLE

Fitted by Newton's method on the detections that the other networks take for faces. A lost tile costs `--loss` times as
much as a false one that is kept. Writes a table of weights, and prints its result for each source.
"""

import csv
import pickle
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import click
import numpy as np
from numpy.typing import NDArray

from models.data.sightings import FACE, NONE, Sighting
from vision.evidence import joined
from vision.finds.tile_filter import FEATURES, features
from vision.networks.runtime import Model

_RIDGE: Final = 1e-3
"""Weight of the squared weights in the loss, which keeps redundant features from cancelling. More pulls all weights to
zero; less lets them grow apart."""

_STEPS: Final = 40
"""Newton steps; it converges in about ten."""

_SCALES: Final = (0.6, 1.4)
"""Size of a picture without tiles laid over one with tiles, as a share of that one's. A wider range mixes more sizes,
each of them less."""

_SHIFT: Final = 0.3
"""Greatest shift of it, as a share of the picture. More moves it out of the picture; less always covers the tiles."""

_LEAST: Final = 0.12
"""Detections below this score are hidden anyway and are not fitted. More fits fewer doubtful ones; less fits noise."""


def fitted(x: NDArray[np.float64], y: NDArray[np.bool_], cost: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the weights (K,) of a logistic model of labels (N,) by features (N, K), each row weighed by its cost
    (N,)."""
    weights = np.zeros(x.shape[1])
    for _ in range(_STEPS):
        p = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        slope = x.T @ (cost * (p - y)) / cost.sum() + _RIDGE * weights
        bend = (x * (cost * p * (1 - p))[:, None]).T @ x / cost.sum() + _RIDGE * np.eye(x.shape[1])
        step = np.linalg.solve(bend, slope)
        weights = weights - step * min(1.0, 4.0 / max(1e-9, float(np.abs(step).max())))
    return weights


def mixtures(sightings: Sequence[Sighting], rng: np.random.Generator) -> Iterator[Sighting]:
    """Yield each picture with tiles, with the detections of one without tiles laid over it.

    Tiles may lie on a keyboard or beside cards: without such mixtures the model would take them for their
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
        yield Sighting(
            f"{each.source} among others",
            each.group,
            joined([each.seen, moved]),
            np.concatenate([each.crops, other.crops]),
            np.concatenate([each.labels, other.labels]),
            np.concatenate([each.white, other.white]),
        )


def rows(
    sightings: Sequence[Sighting], verifier: Model
) -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.str_]]:
    """Return features (N, K) of labelled faces, True for each tile (N,), and their sources (N,)."""
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
    """Return the cost of each row's error: all tiles together `loss` times all others, sources by the root of their
    count."""
    cost = np.ones(len(y))
    for source in np.unique(sources):
        of = sources == source
        cost[of] /= np.sqrt(of.sum())
    cost[y] *= loss * cost[~y].sum() / cost[y].sum()
    return cost


@click.command()
@click.option("--sightings", type=click.Path(exists=True, dir_okay=False, path_type=Path), required=True)
@click.option("--verifier", type=click.Path(exists=True, dir_okay=False, path_type=Path), required=True)
@click.option("--loss", default=6.0, show_default=True, help="Weight of all tiles, relative to all false ones.")
@click.option("--seed", default=1, show_default=True)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True, help="The table to write.")
def main(sightings: Path, verifier: Path, loss: float, seed: int, out: Path) -> None:
    """Fit the model on SIGHTINGS and write its table."""
    seen: list[Sighting] = pickle.loads(sightings.read_bytes())
    # a list, since the generator would read its own additions
    seen += list(mixtures(seen, np.random.default_rng(seed)))
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
