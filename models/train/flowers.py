"""Train the network that names the flower or season in an upright crop.

The plants of flower tiles differ from set to set; the digit or character beside them identifies the tile, and is small.
So these faces have a network of their own, with larger, upright crops.

The contract of `flowers.onnx` with its caller (`vision.networks.flowers`):

* A crop shows one flower or season upright, with a margin of `vision.networks.classifier.MARGIN` of the tile's width
  and height on each side, like the classifier's crops.
* Input `crops`: uint8 (N, 96, 72, 3), BGR, 0-255. N is free.
* Output `flowers`: float32 (N, 8), calibrated probabilities in the order of `scoring.tiles.FLOWERS`, which sum to 1.
"""

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from models.data.crops import FLOWER_CROPS, UNKNOWN, CropSet
from models.data.made_up import made_up_blocks
from models.data.photo_crops import scene_crops, single_tile_crops
from models.render.glyphs import FaceSources
from models.train.augment import color_jitter, spatial_jitter
from models.train.classifier import TileNet, split
from models.train.nets import autocast, normalized
from models.train.run import Run, best_temperature, recipe_metadata, setting, trains, write_onnx
from scoring.tiles import FIRST_FLOWER, FLOWERS
from vision import TileReader
from vision.networks.flowers import SIZE


@dataclass(frozen=True, slots=True)
class FlowersRecipe:
    """The settings that determine a run's result.

    Attributes:
        sets: Number of made-up sets of tiles.
        crops: Number of crops of them.
        copies: Crops of each photographed flower.
        epochs: Passes over all crops.
        batch, rate: Crops per step, and peak learning rate of the one-cycle schedule.
        without: True to hold the photographed flowers out for measurement.
        seed: Random seed.
        widths: Channels of the network's four stages.
        start: The ONNX weights to start from, or "" to start from nothing.
    """

    sets: int = setting(1600, "Number of made-up sets.")
    crops: int = setting(160_000, "Number of crops of them.")
    copies: int = setting(60, "Crops of each photographed flower.")
    epochs: int = 6
    batch: int = 128
    rate: float = 3e-3
    without: bool = setting(False, "Hold the photographed flowers out for measurement.")
    seed: int = 1
    widths: tuple[int, int, int, int] = (24, 48, 96, 160)
    start: str = ""


def photographed(photos: Path) -> list[tuple[str, Path]]:
    """Return the flowers and seasons of `photos/crops`, as (face, file)."""
    return [crop for crop in FaceSources.find(photos).crops if crop[0] in FLOWERS]


def gather(recipe: FlowersRecipe, photos: Path | None, scenes: Path | None, workers: int = 1) -> CropSet:
    """Make the training crops, by the recipe's seed."""
    rng, wanted = np.random.default_rng(recipe.seed), [(recipe.crops, recipe.sets, FLOWERS)]
    parts = made_up_blocks(recipe.seed, wanted, FLOWER_CROPS, photos, not recipe.without, workers)
    if scenes is not None:
        parts.append(scene_crops(rng, scenes, FLOWER_CROPS, TileReader(threads=workers).detect))
    if photos is not None and not recipe.without:
        parts.append(single_tile_crops(rng, photographed(photos), recipe.copies, FLOWER_CROPS))
    return CropSet.concatenated([part.where((part.faces >= FIRST_FLOWER) & (part.faces != UNKNOWN)) for part in parts])


def cached(folder: Path, recipe: FlowersRecipe, photos: Path | None, scenes: Path | None, workers: int = 1) -> CropSet:
    """Return `gather`, stored in `folder`, for resumed runs."""
    amounts = f"{recipe.seed}-{recipe.sets}-{recipe.crops}-{recipe.copies}"
    file = folder / f"flowers-{amounts}{'-scenes' if scenes else ''}{'-without' if recipe.without else ''}.npz"
    return CropSet.cached(file, lambda: gather(recipe, photos, scenes, workers))


def train(
    recipe: FlowersRecipe, crops: CropSet, held: CropSet, folder: Path, device: str, report: Any = click.echo
) -> TileNet:
    """Train a network, saving `folder/last.pt` after every pass and resuming from it if it has the same recipe."""
    torch.manual_seed(recipe.seed)
    net: TileNet = TileNet(recipe.widths, SIZE, len(FLOWERS))
    pictures, truth = torch.from_numpy(crops.pictures), torch.from_numpy(crops.faces) - FIRST_FLOWER
    run = Run(net, recipe, pictures, folder, device)
    for epoch in range(run.first, recipe.epochs):
        began, total = time.monotonic(), 0.0
        generator = torch.Generator().manual_seed(recipe.seed * 1000 + epoch)
        net.train()
        order = torch.randperm(len(crops), generator=generator)
        for start in range(0, len(order) - 1, recipe.batch):
            rows = order[start : start + recipe.batch]
            x = color_jitter(spatial_jitter(normalized(pictures[rows]), generator), generator, 0.05)
            with autocast(device):
                logits, _ = net(x.to(device=device, memory_format=torch.channels_last))
            loss = functional.cross_entropy(logits.float(), truth[rows].to(device), label_smoothing=0.02)
            run.step(loss)
            total += float(loss.detach()) * len(rows)
            if start // recipe.batch % 100 == 99:
                done = start + len(rows)
                report(f"  pass {epoch + 1}: {done} of {len(order)}, {done / (time.monotonic() - began):.0f}/s")
        report(
            f"pass {epoch + 1} of {recipe.epochs}: loss {total / len(order):.4f}, "
            f"held out {right(outputs(net, held, device), held):.4f} named, {time.monotonic() - began:.0f} s"
        )
        run.save(epoch + 1)
    return net


@torch.no_grad()  # type: ignore[untyped-decorator]
def outputs(net: TileNet, crops: CropSet, device: str) -> Tensor:
    """Return logits (n, 8)."""
    net.eval()
    parts = torch.from_numpy(crops.pictures).split(256)
    return torch.cat([net(normalized(part).to(device))[0].cpu() for part in parts])


def right(logits: Tensor, crops: CropSet) -> float:
    """Return the share of the crops named right."""
    return float((logits.argmax(1).numpy() + FIRST_FLOWER == crops.faces).mean())


def temperature(logits: Tensor, crops: CropSet) -> float:
    """Return the temperature of the logits of held-out crops."""
    truth = torch.from_numpy(crops.faces) - FIRST_FLOWER
    return best_temperature(lambda degrees: float(functional.cross_entropy(logits / degrees, truth)))


def export(net: TileNet, degrees: float, file: Path, notes: dict[str, str] | None = None) -> None:
    """Write `file` (ONNX) by the contract."""

    def finish(logits: Tensor, _: Tensor) -> Tensor:
        return functional.softmax(logits / degrees, dim=1)

    write_onnx(net, finish, SIZE, file, ("flowers",), {"temperature": f"{degrees:.4f}", **(notes or {})})


@trains(FlowersRecipe, "crops")
@click.option("--photos", type=click.Path(exists=True, file_okay=False, path_type=Path), help="Folder of photographs.")
@click.option(
    "--scenes",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder that `python -m models.data.dataset scenes --flowers` wrote; the committed weights find its tiles.",
)
@click.option("--workers", type=click.IntRange(1), default=2, show_default=True)
def main(recipe: FlowersRecipe, out: Path, device: str, photos: Path | None, scenes: Path | None, workers: int) -> None:
    """Train on crops, measure, and write OUT/flowers.onnx. Run again to resume a stopped run."""
    training, held = split(cached(out, recipe, photos, scenes, workers), recipe.seed)
    net = train(recipe, training, held, out, device)
    logits = outputs(net, held, device)
    degrees = temperature(logits, held)
    click.echo(f"held out: {len(held)} crops, {right(logits, held):.4f} named, temperature {degrees:.3f}")
    if photos is not None and recipe.without:
        test = single_tile_crops(None, photographed(photos), 1, FLOWER_CROPS)
        click.echo(f"photographed: {len(test)} crops, {right(outputs(net, test, device), test):.4f} named")
    export(net, degrees, out / "flowers.onnx", recipe_metadata(recipe))


if __name__ == "__main__":
    main()
