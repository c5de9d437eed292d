"""Train the network that names flowers and seasons: which of the eight an upright crop shows.

A plant says little, for every set has its own; the digit or character beside it says all, and is small. So these are
named apart from the other faces, from larger crops that stand upright.

The contract of `flowers.onnx`, for whoever runs it (`vision.networks.flowers`):

* A crop shows one flower or season upright, with `vision.networks.classifier.MARGIN` of the tile's width and height
  beyond each side, as the classifier's crops do.
* Input `crops`: uint8 (N, 96, 72, 3), BGR, 0-255. N is free.
* Output `flowers`: float32 (N, 8), calibrated probabilities in the order of `scoring.tiles.FLOWERS`, which sum to 1.
"""

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import click
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from models.data.crops import LABELS, UNKNOWN, CropSet, in_blocks, scene_crops, single_crops
from models.render.glyphs import FaceSources
from models.train import run as blocks
from models.train.classifier import TileNet, shaken, split
from models.train.run import Run, half, lit, noted, run_options, scaled, write_onnx
from scoring.tiles import FIRST_FLOWER, FLOWERS
from vision import TileReader
from vision.networks.flowers import SIZE


@dataclass(frozen=True, slots=True)
class Recipe:
    """All that decides what is learnt.

    Attributes:
        sets: Made-up sets of tiles drawn up.
        crops: Crops made of them.
        copies: Crops of each photographed flower.
        epochs: Passes over all crops.
        batch, rate: Crops a step and peak learning rate of a one-cycle schedule.
        without: Whether the photographed flowers are held out, to measure on.
        seed: Of everything.
        widths: Channels of the network's four stages.
        start: The ONNX weights to start from, or "" to start from nothing.
    """

    sets: int = 1600
    crops: int = 160_000
    copies: int = 60
    epochs: int = 6
    batch: int = 128
    rate: float = 3e-3
    without: bool = False
    seed: int = 1
    widths: tuple[int, int, int, int] = (24, 48, 96, 160)
    start: str = ""


def photographed(photos: Path) -> list[tuple[str, Path]]:
    """The flowers and seasons of `crops`."""
    return [crop for crop in FaceSources.find(photos).crops if crop[0] in FLOWERS]


def gathered(recipe: Recipe, photos: Path | None, scenes: Path | None, workers: int = 1) -> CropSet:
    """The crops to learn from, made afresh from the recipe's seed."""
    rng, wanted = np.random.default_rng(recipe.seed), [(recipe.crops, recipe.sets, FLOWERS)]
    parts = in_blocks(recipe.seed, wanted, LABELS, photos, not recipe.without, workers)
    if scenes is not None:
        parts.append(scene_crops(rng, scenes, LABELS, TileReader(threads=workers).look))
    if photos is not None and not recipe.without:
        parts.append(single_crops(rng, photographed(photos), recipe.copies, LABELS))
    return CropSet.joined([part.where((part.faces >= FIRST_FLOWER) & (part.faces != UNKNOWN)) for part in parts])


def kept(folder: Path, recipe: Recipe, photos: Path | None, scenes: Path | None, workers: int = 1) -> CropSet:
    """`gathered`, kept in `folder` so that a run that was stopped can go on without making them again."""
    amounts = f"{recipe.seed}-{recipe.sets}-{recipe.crops}-{recipe.copies}"
    file = folder / f"flowers-{amounts}{'-scenes' if scenes else ''}{'-without' if recipe.without else ''}.npz"
    return CropSet.kept(file, lambda: gathered(recipe, photos, scenes, workers))


def learn(recipe: Recipe, crops: CropSet, held: CropSet, folder: Path, device: str, say: Any = click.echo) -> TileNet:
    """Train, writing `folder/last.pt` after every pass and going on from there when it is of the same recipe."""
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
            x = lit(shaken(scaled(pictures[rows]), generator), generator, 0.05)
            with half(device):
                logits, _ = net(x.to(device=device, memory_format=torch.channels_last))
            loss = functional.cross_entropy(logits.float(), truth[rows].to(device), label_smoothing=0.02)
            run.step(loss)
            total += float(loss.detach()) * len(rows)
            if start // recipe.batch % 100 == 99:
                done = start + len(rows)
                say(f"  pass {epoch + 1}: {done} of {len(order)}, {done / (time.monotonic() - began):.0f}/s")
        say(
            f"pass {epoch + 1} of {recipe.epochs}: loss {total / len(order):.4f}, "
            f"held out {right(outputs(net, held, device), held):.4f} named, {time.monotonic() - began:.0f} s"
        )
        run.keep(epoch + 1)
    return net


@torch.no_grad()  # type: ignore[untyped-decorator]
def outputs(net: TileNet, crops: CropSet, device: str) -> Tensor:
    """(n, 8) logits."""
    net.eval()
    parts = torch.from_numpy(crops.pictures).split(256)
    return torch.cat([net(scaled(part).to(device))[0].cpu() for part in parts])


def right(logits: Tensor, crops: CropSet) -> float:
    """Share of the crops that are named right."""
    return float((logits.argmax(1).numpy() + FIRST_FLOWER == crops.faces).mean())


def temperature(logits: Tensor, crops: CropSet) -> float:
    """What the logits of held-out crops are to be divided by."""
    truth = torch.from_numpy(crops.faces) - FIRST_FLOWER
    return blocks.temperature(lambda degrees: float(functional.cross_entropy(logits / degrees, truth)))


def export(net: TileNet, degrees: float, file: Path, notes: dict[str, str] | None = None) -> None:
    """Write `file` (ONNX) as the contract has it."""

    def finish(logits: Tensor, _: Tensor) -> Tensor:
        return functional.softmax(logits / degrees, dim=1)

    write_onnx(net, finish, SIZE, file, ("flowers",), {"temperature": f"{degrees:.4f}", **(notes or {})})


_DEFAULT: Final = Recipe()


@click.command()
@click.option("--photos", type=click.Path(exists=True, file_okay=False, path_type=Path), help="Folder of photographs.")
@click.option(
    "--scenes",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Rendered tables of flowers (`dataset scenes --flowers`): the weights that are there say where they lie.",
)
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), required=True, help="Where everything goes.")
@click.option("--sets", default=_DEFAULT.sets, show_default=True, help="Made-up sets of tiles.")
@click.option("--crops", default=_DEFAULT.crops, show_default=True, help="Crops made of them.")
@click.option("--copies", default=_DEFAULT.copies, show_default=True, help="Crops of each photographed flower.")
@click.option("--without", is_flag=True, help="Hold the photographed flowers out, to measure on.")
@click.option("--workers", type=click.IntRange(1), default=2, show_default=True)
@run_options(_DEFAULT)
def main(
    photos: Path | None,
    scenes: Path | None,
    out: Path,
    sets: int,
    crops: int,
    copies: int,
    without: bool,
    workers: int,
    epochs: int,
    batch: int,
    rate: float,
    start: str,
    seed: int,
    threads: int,
    device: str,
) -> None:
    """Make crops, learn from them, measure, and write OUT/flowers.onnx. Run again to go on where it was stopped."""
    torch.set_num_threads(threads)
    out.mkdir(parents=True, exist_ok=True)
    recipe = Recipe(sets, crops, copies, epochs, batch, rate, without, seed, start=start)
    learnt, held = split(kept(out, recipe, photos, scenes, workers), seed)
    net = learn(recipe, learnt, held, out, device)
    logits = outputs(net, held, device)
    degrees = temperature(logits, held)
    click.echo(f"held out: {len(held)} crops, {right(logits, held):.4f} named, temperature {degrees:.3f}")
    if photos is not None and without:
        test = single_crops(None, photographed(photos), 1, LABELS)
        click.echo(f"photographed: {len(test)} crops, {right(outputs(net, test, device), test):.4f} named")
    export(net, degrees, out / "flowers.onnx", noted(recipe))


if __name__ == "__main__":
    main()
