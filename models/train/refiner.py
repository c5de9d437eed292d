"""Train the refiner, which moves the corners of a box onto its tile, and tells if there is one.

The contract of `refiner.onnx` with its caller (`vision.networks.refiner`):

* A box is four corners, clockwise. Its sides are moved out by `MARGIN` (0.4) of its width and height each, and the
  patch is warped to 64 x 64: corner 0 to the top left, corner 1 to the top right (`vision.networks.rectify.rectified`).
* Input `crops`: uint8 (N, 64, 64, 3), BGR, 0-255. N is free.
* Output `corners`: float32 (N, 4, 2), the corners of the tile whose centre lies nearest the box's centre, in the box's
  unit square: box corner 0 is (0, 0), corner 2 is (1, 1). Corner k of the tile is the one nearest box corner k.
* Output `kinds`: float32 (N, 3), probabilities of a face, a back, and no tile (too little of one is visible, or the box
  holds a part of one, or two).
* Output `whole`: float32 (N,), probability that the tile is neither covered nor cut off by the edge of the picture.
"""

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from models.data.boxes import NONE, UNIT, Boxes, cached, wholeness
from models.train.augment import color_jitter
from models.train.nets import autocast, normalized, stages
from models.train.run import Run, recipe_metadata, setting, trains, write_onnx
from vision.networks.refiner import MARGIN, SIZE


class RefinerNet(nn.Module):  # type: ignore[misc]
    """Crops to corners and to logits of the kinds and of `whole`; see the contract above."""

    def __init__(self, widths: tuple[int, int, int, int]) -> None:
        super().__init__()
        d = widths[-1]
        self.trunk = nn.Sequential(
            *stages(widths),
            nn.Flatten(),
            nn.Linear(d * (SIZE[0] // 16) * (SIZE[1] // 16), 192),
            nn.ReLU(inplace=True),
        )
        self.head = nn.Linear(192, 8 + NONE + 1)
        self.whole = nn.Linear(192, 1)
        self.register_buffer("unit", torch.tensor(UNIT.tolist()))

    def forward(self, pixels: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Compute corners (n, 4, 2), logits of kinds (n, 3) and of `whole` (n,) of pixels (n, 3, 64, 64), about
        -2..2."""
        features = self.trunk(pixels)
        out = self.head(features)
        return out[:, :8].reshape(-1, 4, 2) + self.unit, out[:, 8:], self.whole(features)[:, 0]


# --- training -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RefinerRecipe:
    """The settings that determine a run's result.

    Attributes:
        copies: Jittered boxes of each tile.
        epochs: Passes over all boxes.
        batch, rate: Boxes per step, and peak learning rate of the one-cycle schedule.
        seed: Random seed.
        widths: Channels of the network's four stages.
        start: The ONNX weights to start from, or "" to start from nothing.
    """

    copies: int = setting(2, "Jittered boxes of each tile.")
    epochs: int = 6
    batch: int = 192
    rate: float = 3e-3
    seed: int = 1
    widths: tuple[int, int, int, int] = (16, 32, 64, 96)
    start: str = ""


def flipped(x: Tensor, corners: Tensor, generator: torch.Generator) -> tuple[Tensor, Tensor]:
    """Return crops (n, 3, h, w) and their corners (n, 4, 2), each mirrored at random along both axes."""
    for axis, order in ((3, [1, 0, 3, 2]), (2, [3, 2, 1, 0])):
        rows = torch.rand(len(x), generator=generator) < 0.5
        x = torch.where(rows[:, None, None, None], x.flip(axis), x)
        mirrored = corners[:, order].clone()
        at = 0 if axis == 3 else 1
        mirrored[..., at] = 1 - mirrored[..., at]
        corners = torch.where(rows[:, None, None], mirrored, corners)
    return x, corners


def train(
    recipe: RefinerRecipe, boxes: Boxes, held: Boxes, folder: Path, device: str, report: Any = click.echo
) -> RefinerNet:
    """Train a network, saving `folder/last.pt` after every pass and resuming from it if it has the same recipe."""
    torch.manual_seed(recipe.seed)
    net: RefinerNet = RefinerNet(recipe.widths)
    crops, corners = torch.from_numpy(boxes.crops), torch.from_numpy(boxes.corners)
    run = Run(net, recipe, crops, folder, device)
    if run.first:
        report(f"resumed after pass {run.first}")
    kinds, weights = torch.from_numpy(boxes.kinds), torch.from_numpy(boxes.weights)
    whole, known = (torch.from_numpy(each) for each in wholeness(boxes))
    for epoch in range(run.first, recipe.epochs):
        began, seen, totals = time.monotonic(), 0, np.zeros(3)
        generator = torch.Generator().manual_seed(recipe.seed * 1000 + epoch)
        net.train()
        order = torch.randperm(len(boxes), generator=generator)
        for start in range(0, len(order) - 1, recipe.batch):
            rows = order[start : start + recipe.batch]
            x, truth = flipped(normalized(crops[rows]), corners[rows], generator)
            x = color_jitter(x, generator)
            with autocast(device):
                points, logits, sees = net(x.to(device=device, memory_format=torch.channels_last))
            trust = (weights[rows] * (kinds[rows] != NONE)).to(device)
            off = functional.huber_loss(points.float(), truth.to(device), reduction="none", delta=0.05).mean((1, 2))
            place = (off * trust).sum() / trust.sum().clamp(min=1) / 0.05
            kind = functional.cross_entropy(logits.float(), kinds[rows].to(device), label_smoothing=0.01)
            all_seen = functional.binary_cross_entropy_with_logits(
                sees.float(), whole[rows].to(device), weight=known[rows].to(device)
            )
            run.step(4 * place + kind + all_seen)
            seen += len(rows)
            totals += np.array([float(place.detach()), float(kind.detach()), float(all_seen.detach())]) * len(rows)
            if (start // recipe.batch) % 100 == 99:
                report(
                    f"  pass {epoch + 1}: {seen} of {len(order)} boxes, corners {totals[0] / seen:.4f}, "
                    f"kinds {totals[1] / seen:.4f}, whole {totals[2] / seen:.4f}, "
                    f"{seen / (time.monotonic() - began):.0f}/s"
                )
        report(f"pass {epoch + 1} of {recipe.epochs}: {evaluate(net, held, device)}, {time.monotonic() - began:.0f} s")
        run.save(epoch + 1)
    return net


@torch.no_grad()  # type: ignore[untyped-decorator]
def evaluate(net: RefinerNet, held: Boxes, device: str) -> str:
    """Return a line on held-out boxes: errors of corners, in shares of the box's sides, of kinds and of `whole`."""
    net.eval()
    parts = []
    for start in range(0, len(held), 512):
        out = net(normalized(torch.from_numpy(held.crops[start : start + 512])).to(device))
        parts.append([part.cpu().numpy() for part in out])
    points, logits, sees = (np.concatenate(part) for part in zip(*parts, strict=True))
    tiles = held.kinds != NONE
    before, after = (
        np.linalg.norm(corners[tiles] - held.corners[tiles], axis=2).max(axis=1)
        for corners in (np.broadcast_to(UNIT, points.shape), points)
    )
    kinds = logits.argmax(axis=1)
    whole, known = (each > 0 for each in wholeness(held))
    return (
        f"worst corner {np.median(before):.3f} off before, {np.median(after):.3f} after "
        f"(95%: {np.quantile(before, 0.95):.3f}, {np.quantile(after, 0.95):.3f}); "
        f"tiles taken for none {(kinds[tiles] == NONE).mean():.4f}, "
        f"others for tiles {(kinds[~tiles] != NONE).mean():.4f}, "
        f"kinds right {(kinds == held.kinds).mean():.4f}; "
        f"whole tiles taken for covered {(sees[known & whole] < 0).mean():.4f}, "
        f"covered for whole {(sees[known & ~whole] > 0).mean():.4f}"
    )


# --- export -------------------------------------------------------------------------------------------------------


def export(net: RefinerNet, file: Path, notes: dict[str, str]) -> None:
    """Write `file` (ONNX) by the contract."""

    def finish(corners: Tensor, logits: Tensor, whole: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        return corners, functional.softmax(logits, dim=1), whole.sigmoid()

    write_onnx(net, finish, SIZE, file, ("corners", "kinds", "whole"), {"margin": str(MARGIN), **notes})


@trains(RefinerRecipe, "boxes")
@click.option("--data", type=click.Path(exists=True, path_type=Path), multiple=True, required=True)
@click.option("--detector", type=click.Path(exists=True, path_type=Path), default=Path("models/detector.onnx"))
@click.option("--trust", default=0.3, show_default=True, help="Weight of corners known as a rectangle only.")
def main(recipe: RefinerRecipe, out: Path, device: str, data: tuple[Path, ...], detector: Path, trust: float) -> None:
    """Train on boxes and write OUT/refiner.onnx. Run again to resume a stopped run."""
    boxes, held = cached(out, [(folder, trust) for folder in data], detector, recipe.copies, recipe.seed)
    click.echo(f"{len(boxes)} boxes to train on, {len(held)} held out")
    net = train(recipe, boxes, held, out, device)
    click.echo(f"held out: {evaluate(net, held, device)}")
    export(net, out / "refiner.onnx", recipe_metadata(recipe))


if __name__ == "__main__":
    main()
