"""Train the verifier, which tells tiles from look-alikes, on the detections of the other networks.

The contract of `verifier.onnx` with its caller (`vision.networks.verifier`):

* A crop is cut from a detection's final quad as the refiner's are from boxes (`models.train.refiner`): with a margin of
  0.4, so that it shows the tile's body and its neighbours, warped to 64 x 64.
* Input `crops`: uint8 (N, 64, 64, 3), BGR, 0-255. N is free.
* Output `tile`: float32 (N,), probability that a tile lies there, face up or face down.

It has the refiner's layers and starts from its weights. The refiner learned from boxes round rendered and photographed
tiles; the verifier is trained on the things that the refiner still takes for tiles.
"""

import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import click
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from models.data.sightings import NONE, UNKNOWN, VIEWS, Sighting, cached
from models.data.tables import Half
from models.train.augment import color_jitter, spatial_jitter
from models.train.nets import autocast, normalized
from models.train.refiner import RefinerNet, flipped
from models.train.run import Run, best_temperature, recipe_metadata, setting, trains, write_onnx
from vision.networks.refiner import MARGIN, SIZE

_TINT: Final = 0.08
"""Standard deviation of each colour's gain, so that no set is known by its hue. More hides true colours; less lets it
learn a set's tint."""

_GREY_SHARE: Final = 0.15
"""Share of crops without colour. More hides the colours that tell tiles from look-alikes; less relies on them."""

_EXCHANGED: Final = 0.25
"""Share of crops that get the surroundings of another crop, so that it goes by the face and not by what lies round it.
More hides the surroundings that tell keys and cards from tiles; less relies on them."""

_KEPT: Final = 0.05
"""Width of the border that a crop keeps round its quad then, in the quad's sides. More keeps what lies round it; less
cuts tiles whose quads are inexact."""

_SMOOTHING: Final = 0.02
"""Label smoothing, since some sightings have wrong labels. More makes it unsure; less lets it learn wrong labels."""


@dataclass(frozen=True, slots=True)
class VerifierRecipe:
    """The settings that determine a run's result.

    Attributes:
        epochs: Passes over all crops.
        batch, rate: Crops per step, and peak learning rate of the one-cycle schedule.
        seed: Random seed.
        held: Sources held out, to measure the network on kinds that it was not trained on.
        widths: Channels of the network's four stages.
        start: The ONNX weights to start from: the refiner's.
    """

    epochs: int = 4
    batch: int = 192
    rate: float = 1e-3
    seed: int = 1
    held: tuple[str, ...] = setting((), "Source to hold out, such as `keyboards`; may be repeated.")
    widths: tuple[int, int, int, int] = (16, 32, 64, 96)
    start: str = "models/refiner.onnx"


@dataclass(frozen=True, slots=True)
class Labelled:
    """N labelled crops.

    Attributes:
        crops: (N, 64, 64, 3) BGR.
        kinds: (N,) `models.data.sightings.FACE`, `BACK` or `NONE`.
        sources: (N,) source of each crop's picture.
    """

    crops: np.ndarray[Any, np.dtype[np.uint8]]
    kinds: np.ndarray[Any, np.dtype[np.int64]]
    sources: np.ndarray[Any, np.dtype[np.str_]]

    @classmethod
    def of(cls, sightings: Iterable[Sighting]) -> "Labelled":
        """Return the detections that have a label."""
        known = [(each, each.labels != UNKNOWN) for each in sightings]
        return cls(
            np.concatenate([each.crops[labelled] for each, labelled in known]),
            np.concatenate([each.labels[labelled] for each, labelled in known]),
            np.concatenate([np.full(int(labelled.sum()), each.source) for each, labelled in known]),
        )

    def __len__(self) -> int:
        return len(self.kinds)

    def where(self, chosen: np.ndarray[Any, np.dtype[np.bool_]]) -> "Labelled":
        """Return the crops for which `chosen` (N,) holds."""
        return Labelled(self.crops[chosen], self.kinds[chosen], self.sources[chosen])


def split(all_: Labelled, held: Iterable[str], seed: int, share: float = 0.05) -> tuple[Labelled, Labelled]:
    """Return crops to train on, and crops held out: those of the sources in `held`, and a share of the others."""
    out = np.isin(all_.sources, list(held)) | (np.random.default_rng(seed).random(len(all_)) < share)
    return all_.where(~out), all_.where(out)


def train(recipe: VerifierRecipe, crops: Labelled, folder: Path, device: str, report: Any = click.echo) -> RefinerNet:
    """Train a network, saving `folder/last.pt` after every pass and resuming from it if it has the same recipe."""
    torch.manual_seed(recipe.seed)
    net: RefinerNet = RefinerNet(recipe.widths)
    pictures, kinds = torch.from_numpy(crops.crops), torch.from_numpy(crops.kinds)
    run = Run(net, recipe, pictures, folder, device)
    none = float((kinds == NONE).float().mean())
    weights = torch.where(kinds == NONE, float(np.sqrt((1 - none) / max(none, 1e-6))), 1.0)
    for epoch in range(run.first, recipe.epochs):
        began, seen, total = time.monotonic(), 0, 0.0
        generator = torch.Generator().manual_seed(recipe.seed * 1000 + epoch)
        net.train()
        order = torch.randperm(len(crops), generator=generator)
        for start in range(0, len(order) - 1, recipe.batch):
            rows = order[start : start + recipe.batch]
            x, _ = flipped(normalized(pictures[rows]), torch.zeros(len(rows), 4, 2), generator)
            x = exchanged(x, generator)
            x = color_jitter(spatial_jitter(x, generator), generator, _TINT)
            grey = torch.rand(len(rows), generator=generator) < _GREY_SHARE
            x[grey] = x[grey].mean(dim=1, keepdim=True).expand(-1, 3, -1, -1)
            with autocast(device):
                _, logits, _ = net(x.to(device=device, memory_format=torch.channels_last))
            each = functional.cross_entropy(
                logits.float(), kinds[rows].to(device), label_smoothing=_SMOOTHING, reduction="none"
            )
            loss = (each * weights[rows].to(device)).mean()
            run.step(loss)
            seen, total = seen + len(rows), total + float(loss.detach()) * len(rows)
            if (start // recipe.batch) % 100 == 99:
                report(f"  pass {epoch + 1}: {seen} of {len(order)} crops, loss {total / seen:.4f}")
        report(f"pass {epoch + 1} of {recipe.epochs}: loss {total / seen:.4f}, {time.monotonic() - began:.0f} s")
        run.save(epoch + 1)
    return net


def exchanged(x: Tensor, generator: torch.Generator) -> Tensor:
    """Return crops (n, 3, s, s), some of them with the surroundings of the next one round their own quad."""
    side = x.shape[-1]
    first = round(side * (MARGIN - _KEPT) / (1 + 2 * MARGIN))
    mixed = x.roll(1, 0)
    mixed[:, :, first : side - first, first : side - first] = x[:, :, first : side - first, first : side - first]
    chosen = torch.rand(len(x), generator=generator) < _EXCHANGED
    return torch.where(chosen[:, None, None, None], mixed, x)


@torch.no_grad()  # type: ignore[untyped-decorator]
def outputs(net: RefinerNet, crops: Labelled, device: str) -> Tensor:
    """Return logits (N, 3)."""
    net.eval()
    parts = torch.from_numpy(crops.crops).split(512)
    return torch.cat([net(normalized(part).to(device))[1].cpu() for part in parts])


def tile(logits: Tensor) -> Tensor:
    """Return the probabilities (N,) of a tile, face up or down, from logits (N, 3)."""
    return 1 - functional.softmax(logits, dim=1)[:, NONE]


def told(probabilities: np.ndarray[Any, np.dtype[np.float32]], crops: Labelled) -> str:
    """Return lines on held-out crops: of each source, missed tiles and false tiles."""
    lines = []
    for source in sorted(set(crops.sources.tolist())):
        of = crops.sources == source
        tiles, others = of & (crops.kinds != NONE), of & (crops.kinds == NONE)
        lines.append(
            f"  {source}: {int((probabilities[tiles] < 0.5).sum())} of {int(tiles.sum())} tiles taken for none, "
            f"{int((probabilities[others] >= 0.5).sum())} of {int(others.sum())} others taken for tiles"
        )
    return "\n".join(lines)


def export(net: RefinerNet, degrees: float, file: Path, notes: dict[str, str]) -> None:
    """Write `file` (ONNX) by the contract."""

    def finish(_corners: Tensor, logits: Tensor, _whole: Tensor) -> Tensor:
        return tile(logits / degrees)

    facts = {"margin": str(MARGIN), "temperature": f"{degrees:.4f}", **notes}
    write_onnx(net, finish, SIZE, file, ("tile",), facts)


@trains(VerifierRecipe, "sightings")
@click.option("--photos", type=click.Path(exists=True, file_okay=False, path_type=Path), required=True)
@click.option(
    "--scenes",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    multiple=True,
    required=True,
    help="Rendered scenes; may be repeated.",
)
@click.option("--views", default=VIEWS, show_default=True, help="Random views of a photograph without tiles.")
@click.option("--step", default=2, show_default=True, help="Use every N-th photograph of `train`.")
@click.option(
    "--tables",
    type=click.Choice(["all", "first", "second"]),
    default="all",
    show_default=True,
    help="Places of `tables-train` to train on.",
)
@click.option(
    "--compositions",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    multiple=True,
    help="Photographed tiles on rendered grounds; may be repeated.",
)
def main(
    recipe: VerifierRecipe,
    out: Path,
    device: str,
    photos: Path,
    scenes: tuple[Path, ...],
    views: int,
    step: int,
    tables: Half,
    compositions: tuple[Path, ...],
) -> None:
    """Train on sightings and write OUT/verifier.onnx. Run again to resume a stopped run."""
    sightings = cached(out / "sightings.pickle", photos, scenes, recipe.seed, views, step, tables, compositions)
    training, test = split(Labelled.of(sightings), recipe.held, recipe.seed)
    click.echo(f"{len(training)} crops to train on, {len(test)} held out")
    net = train(recipe, training, out, device)
    logits, truth = outputs(net, test, device), torch.from_numpy(test.kinds)
    degrees = best_temperature(lambda degrees: float(functional.cross_entropy(logits / degrees, truth)))
    click.echo(told(tile(logits / degrees).numpy(), test))
    export(net, degrees, out / "verifier.onnx", recipe_metadata(recipe))
    click.echo(f"wrote {out / 'verifier.onnx'}, temperature {degrees:.3f}")


if __name__ == "__main__":
    main()
