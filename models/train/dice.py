"""Train the dice network: from a window of a table to a map of the tops of dice and their values.

The contract of `dice.onnx` with its caller (`vision.table.dice`):

* The picture is scaled to `SCALE` (1.6) pixels per millimetre on the table and cut into windows of `WINDOW` (256)
  pixels a side. Within `MARGIN` (24) pixels of a window's rim the context is too small to rely on.
* Input `crops`: uint8 (N, 256, 256, 3), BGR, 0-255. N is free.
* Output `cells`: float32 (N, 8, 64, 64), one cell for each square of `STEP` (4) pixels a side. Channels 0 to 6 are
  probabilities of no die, and of a die of value 1 to 6 the centre of whose top lies within `CORE` (0.3) of its side
  from the cell's centre. Channel 7 is that side in pixels.
"""

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import click
import torch
from torch import Tensor, nn
from torch.nn import functional

from models.data.windows import IGNORED, Windows, cached
from models.train.augment import color_jitter
from models.train.nets import Residual, autocast, convolution, normalized
from models.train.run import Run, recipe_metadata, setting, trains, write_onnx
from vision.table.dice import SCALE, STEP, WINDOW

PART: Final = 96
"""Side in pixels of the part of a window that one pass trains on. More takes longer and shows more bare ground; less
cuts off surroundings."""

_CHANNELS: Final = 8
"""Outputs per cell: none, six values, the side."""


class DiceNet(nn.Module):  # type: ignore[misc]
    """Windows to logits of the values and the logarithm of the side; see the contract above."""

    def __init__(self, widths: tuple[int, int]) -> None:
        super().__init__()
        a, b = widths
        self.trunk = nn.Sequential(
            *convolution(3, a, 2),
            *convolution(a, b, 2),
            Residual(b),
            Residual(b),
            Residual(b),
            nn.Conv2d(b, _CHANNELS, 1),
        )

    def forward(self, pixels: Tensor) -> Tensor:
        """Compute (n, 8, h / 4, w / 4) of pixels (n, 3, h, w), about -2..2: seven logits, and log(side / 16)."""
        out: Tensor = self.trunk(pixels)
        return out


# --- training -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DiceRecipe:
    """The settings that determine a run's result.

    Attributes:
        dice, bare: Windows of rendered dice, and windows of tables and photographs, most of which show none.
        epochs: Passes over all windows.
        batch, rate: Windows per step, and peak learning rate of the one-cycle schedule.
        seed: Random seed.
        widths: Channels of the network's two scales.
        start: The ONNX weights to start from, or "" to start from nothing.
    """

    dice: int = setting(14000, "Windows of rendered dice.")
    bare: int = setting(3500, "Windows of tables and photographs.")
    epochs: int = 24
    batch: int = 64
    rate: float = 4e-3
    seed: int = 1
    widths: tuple[int, int] = (16, 24)
    start: str = ""


def loss_of(out: Tensor, values: Tensor, sides: Tensor) -> Tensor:
    """Return the loss of cells on dice, and of the bare cells whose loss is greatest (hard negative mining).

    Args:
        out: (n, 8, h, w) the network's output.
        values: (n, h, w) 0 for no die, 1 to 6, or `IGNORED`.
        sides: (n, h, w) sides in pixels.
    """
    off = functional.cross_entropy(out[:, :7], values, ignore_index=IGNORED, reduction="none")
    dice, bare = (values > 0) & (values != IGNORED), values == 0
    count = int(dice.sum())
    worst = off[bare].topk(min(int(bare.sum()), 4 * count + 256)).values
    side = functional.huber_loss(out[:, 7][dice], torch.log(sides[dice] / 16), reduction="sum", delta=0.1) / 0.1
    return (off[dice].sum() + worst.sum() + 0.3 * side) / (count + 64)


def parts(generator: torch.Generator, values: Tensor) -> list[tuple[slice, slice]]:
    """Return a random part of each window (n, h, w), as rows and columns of cells; round one of its dice if it has
    any."""
    cells, most = PART // STEP, values.shape[1] - PART // STEP
    cut = []
    for window in values:
        dice = ((window > 0) & (window != IGNORED)).nonzero()
        corner = torch.randint(most + 1, (2,), generator=generator)
        if len(dice):
            off = torch.randint(cells // 4, 3 * cells // 4, (2,), generator=generator)
            corner = (dice[int(torch.randint(len(dice), (1,), generator=generator))] - off).clamp(0, most)
        row, column = int(corner[0]), int(corner[1])
        cut.append((slice(row, row + cells), slice(column, column + cells)))
    return cut


def _cut(grids: Tensor, cut: list[tuple[slice, slice]], step: int = 1) -> Tensor:
    """Return those parts of grids (n, h, w, ...) that have `step` rows and columns per cell."""
    return torch.stack(
        [
            grid[rows.start * step : rows.stop * step, columns.start * step : columns.stop * step]
            for grid, (rows, columns) in zip(grids, cut, strict=True)
        ]
    )


def train(
    recipe: DiceRecipe, windows: Windows, held: Windows, folder: Path, device: str, report: Any = click.echo
) -> DiceNet:
    """Train a network, saving `folder/last.pt` after every pass and resuming from it if it has the same recipe."""
    torch.manual_seed(recipe.seed)
    net: DiceNet = DiceNet(recipe.widths)
    crops, values, sides = (torch.from_numpy(a) for a in (windows.crops, windows.values, windows.sides))
    run = Run(net, recipe, crops, folder, device)
    if run.first:
        report(f"resumed after pass {run.first}")
    for epoch in range(run.first, recipe.epochs):
        began, seen, total = time.monotonic(), 0, 0.0
        generator = torch.Generator().manual_seed(recipe.seed * 1000 + epoch)
        net.train()
        order = torch.randperm(len(windows), generator=generator)
        for start in range(0, len(order), recipe.batch):
            rows = order[start : start + recipe.batch]
            cut = parts(generator, values[rows])
            x = normalized(_cut(crops[rows], cut, STEP))
            truth, extent = _cut(values[rows], cut).long(), _cut(sides[rows], cut)
            turn, over = (int(torch.randint(n, (), generator=generator)) for n in (4, 2))
            x, truth, extent = (torch.rot90(t.flip(-1) if over else t, turn, (-2, -1)) for t in (x, truth, extent))
            x = color_jitter(x, generator, tint=0.06)
            with autocast(device):
                out = net(x.to(device=device, memory_format=torch.channels_last))
            loss = loss_of(out.float(), truth.to(device), extent.to(device))
            run.step(loss)
            seen += len(rows)
            total += float(loss.detach()) * len(rows)
            if (start // recipe.batch) % 100 == 99:
                report(f"  pass {epoch + 1}: {seen} of {len(order)} windows, loss {total / seen:.4f}")
        took = time.monotonic() - began
        report(
            f"pass {epoch + 1} of {recipe.epochs}: loss {total / seen:.4f}, {evaluate(net, held, device)}, {took:.0f} s"
        )
        run.save(epoch + 1)
    return net


@torch.no_grad()  # type: ignore[untyped-decorator]
def evaluate(net: DiceNet, held: Windows, device: str) -> str:
    """Return a line on held-out windows: right, sure and wrong cells."""
    net.eval()
    parts = [
        functional.softmax(net(normalized(torch.from_numpy(held.crops[i : i + 32])).to(device))[:, :7].float(), 1).cpu()
        for i in range(0, len(held), 32)
    ]
    odds = torch.cat(parts).permute(0, 2, 3, 1).numpy()
    dice, bare = (held.values > 0) & (held.values != IGNORED), held.values == 0
    true, best = held.values[dice], odds[dice].max(axis=1)
    right = odds[dice].argmax(axis=1) == true
    sure = (best > 0.9) & (odds[dice].argmax(axis=1) > 0)
    return (
        f"held out: cells of dice right {right.mean():.4f}, sure {sure.mean():.4f}, of these wrong "
        f"{(~right[sure]).sum() / max(1, sure.sum()):.4f}; "
        f"bare cells taken for dice {(odds[bare][:, 0] < 0.5).mean():.5f}"
    )


# --- export -------------------------------------------------------------------------------------------------------


def export(net: DiceNet, file: Path, notes: dict[str, str]) -> None:
    """Write `file` (ONNX) by the contract."""

    def finish(out: Tensor) -> Tensor:
        return torch.cat([functional.softmax(out[:, :7], dim=1), 16 * torch.exp(out[:, 7:])], dim=1)

    write_onnx(net, finish, (WINDOW, WINDOW), file, ("cells",), {"scale": str(SCALE), **notes})


@trains(DiceRecipe, "windows")
@click.option("--photos", type=click.Path(path_type=Path), help="Folder with surfaces and photographs without dice.")
def main(recipe: DiceRecipe, out: Path, device: str, photos: Path | None) -> None:
    """Train on windows and write OUT/dice.onnx. Run again to resume a stopped run."""
    seed, dice, bare, threads = recipe.seed, recipe.dice, recipe.bare, torch.get_num_threads()
    windows = cached(out / f"train-{seed}-{dice}-{bare}.npz", seed, photos, dice, bare, threads)
    held = cached(out / f"held-{seed}.npz", seed + 10**6, photos, 300, 100, threads)
    net = train(recipe, windows, held, out, device)
    export(net, out / "dice.onnx", recipe_metadata(recipe))


if __name__ == "__main__":
    main()
