"""Train the classifier: what a crop of a tile shows, and which way up; and the network that looks closer.

The contract of `classifier.onnx`, for whoever runs it (`vision.networks.classifier`):

* A quad of the detector is four corners, clockwise, from any corner. Its sides are moved out by `MARGIN` (0.08) of the
  quad's width and height each, so that a little of what lies round the tile is seen, and the patch is warped to a crop
  64 high and 48 wide: `quad[0]` to the top left, `quad[1]` to the top right. Number the corners so that the side 0-1
  is a short one where that is known; all four turns are understood. The face's corners thus land at
  x = 48 * m / (1 + 2m), y = 64 * m / (1 + 2m) and their mirror images (m = MARGIN). Shrink with an area filter
  (warp to a multiple of the size and average) where the tile is much larger than the crop.
* Input `crops`: uint8 (N, 64, 48, 3), BGR as OpenCV has it, 0-255, no scaling: that is in the graph. N is free.
* Output `faces`: float32 (N, 43), calibrated probabilities that sum to 1, in the order of `scoring.tiles.FACES`, then
  one for "no tile, or none that I know".
* Output `turns`: float32 (N, 4), probabilities that the glyph's top left lies at corner 0, 1, 2 or 3 of the quad as
  given: `quad[k:] + quad[:k]` starts at the glyph's top left, k being the likeliest. Where a face looks the same turned
  by half (most 8p, a blank P), the two share the probability: then the neighbours must say.
* Output `features`: float32 (N, 192), of length 1: what the last layer sees. Crops of the same face of the same set lie
  close together, so that a set's own prototypes can be kept.
* `metadata_props`: `labels` (JSON list of 43), `margin`, `temperature`.

`closer.onnx` (`vision.networks.cascade`) has the same contract, but its crops are (N, 96, 72, 3), and its quads begin
at the glyph's top left as far as that is known: other turns it has hardly met.
"""

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import click
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from models.data.crops import (
    ANY_TURN,
    CLOSE,
    PLAIN,
    UNKNOWN,
    CropSet,
    Look,
    clutter_crops,
    in_blocks,
    photo_crops,
    scene_crops,
    single_crops,
)
from models.render.glyphs import FaceSources
from models.train import run as blocks
from models.train.run import Residual, Run, convolution, half, noted, run_options, scaled, write_onnx
from scoring.tiles import FACES, FLOWERS
from vision import TileReader
from vision.networks.classifier import MARGIN, SIZE

LABELS: Final = (*FACES, "unknown")
_JOINT: Final = len(FACES) * 4 + 1
_MOST_BENT: Final = 0.05  # of half a crop


class TileNet(nn.Module):  # type: ignore[misc]
    """Crops to logits and features; for the classifier those of 42 faces x 4 turns and one for unknown.

    Args:
        widths: Channels of the four stages.
        size: (width, height) of a crop in pixels.
    """

    def __init__(self, widths: Sequence[int], size: tuple[int, int] = SIZE, logits: int = _JOINT) -> None:
        super().__init__()
        a, b, c, d = widths
        self.trunk = nn.Sequential(
            *convolution(3, a, 2),
            *convolution(a, b, 2),
            Residual(b),
            *convolution(b, c, 2),
            Residual(c),
            *convolution(c, d, 2),
            Residual(d),
            nn.Conv2d(d, d, (-(-size[1] // 16), -(-size[0] // 16)), groups=d, bias=False),
            nn.BatchNorm2d(d),
            nn.ReLU(inplace=True),
            nn.Flatten(),
        )
        self.drop = nn.Dropout(0.15)
        self.head = nn.Linear(d, logits)

    def forward(self, pixels: Tensor) -> tuple[Tensor, Tensor]:
        """(n, 3, height, width) scaled to about -2..2 in, (n, logits) and (n, d) features out."""
        features = self.trunk(pixels)
        return self.head(self.drop(features)), features


# --- data -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Recipe:
    """All that decides what is learnt.

    Attributes:
        closer: Learn the network that looks closer instead of the classifier.
        sets: Made-up sets of tiles drawn up.
        crops: Crops made of them.
        flowers: Crops made of the flowers and seasons of as many sets more as go with them.
        copies: Crops cut from each box of `photos/train`; of each standing tile and each single crop, four and twelve
            times as many.
        epochs: Passes over all crops.
        batch, rate: Crops a step and peak learning rate of a one-cycle schedule.
        mistaken: Crops of each place in `scenes` that the program takes for a face where none is, taught as no tile; so
            are those in every other photograph of `photos/clutter`, once each. 0 teaches none of either.
        without: Photographs kept out of training to be measured on: "standing", "crops", "train".
        seed: Of everything.
        widths: Channels of the network's four stages; the last is the length of its features.
        start: The ONNX weights to start from, or "" to start from nothing.
    """

    closer: bool = False
    sets: int = 320
    crops: int = 120_000
    flowers: int = 0
    copies: int = 2
    epochs: int = 8
    batch: int = 192
    rate: float = 3e-3
    mistaken: int = 0
    without: tuple[str, ...] = ()
    seed: int = 1
    widths: tuple[int, int, int, int] = (32, 48, 96, 192)
    start: str = ""

    @property
    def look(self) -> Look:
        """How the network sees tiles."""
        return CLOSE if self.closer else PLAIN


def gathered(
    recipe: Recipe, photos: Path | None, scenes: Path | None, workers: int = 1, say: Any = click.echo
) -> CropSet:
    """The crops to learn from, made afresh from the recipe's seed."""
    began = time.monotonic()
    wanted = [(recipe.crops, recipe.sets, FACES)]
    if recipe.flowers:
        wanted.append((recipe.flowers, -(-recipe.flowers * recipe.sets // recipe.crops), FLOWERS))
    rng, look, ink = np.random.default_rng(recipe.seed), recipe.look, "crops" not in recipe.without
    parts = in_blocks(recipe.seed, wanted, look, photos, ink, workers)
    eye = TileReader(threads=workers).look if recipe.mistaken else None
    if scenes is not None:
        parts.append(scene_crops(rng, scenes, look, eye, recipe.mistaken))
    if photos is not None:
        if eye is not None:
            parts.append(clutter_crops(rng, photos, look, eye))
        if "train" not in recipe.without:
            parts.append(photo_crops(rng, photos / "train", recipe.copies, upright=False, look=look))
        if "standing" not in recipe.without:
            parts.append(photo_crops(rng, photos / "standing", recipe.copies * 4, upright=True, look=look))
        if "crops" not in recipe.without:
            parts.append(single_crops(rng, FaceSources.find(photos).crops, recipe.copies * 12, look))
    made = CropSet.joined(parts)
    say(f"{len(made)} crops made up and from photographs, {time.monotonic() - began:.0f} s")
    return made


def kept(folder: Path, recipe: Recipe, photos: Path | None, scenes: Path | None, workers: int = 1) -> CropSet:
    """`gathered`, kept in `folder` so that a run that was stopped can go on without making them again."""
    amounts = f"{recipe.seed}-{recipe.sets}-{recipe.crops}-{recipe.flowers}-{recipe.copies}-{recipe.mistaken}"
    kind = "close" if recipe.closer else "crops"
    name = "-".join([kind, amounts, *(["scenes"] if scenes else []), *(f"no-{w}" for w in recipe.without)])
    return CropSet.kept(folder / f"{name}.npz", lambda: gathered(recipe, photos, scenes, workers))


def split(crops: CropSet, seed: int, share: float = 0.05) -> tuple[CropSet, CropSet]:
    """Crops to learn from and crops held out, no group on both sides."""
    groups = np.unique(crops.groups)
    out = np.random.default_rng(seed).permutation(groups)[: max(1, round(share * len(groups)))]
    held = np.isin(crops.groups, out)
    return crops.where(~held), crops.where(held)


# --- learning -------------------------------------------------------------------------------------------------------


def _allowed(faces: Tensor, turns: Tensor) -> Tensor:
    """(n, 169) mask of the outputs that are right: one, or all turns of the face where the turn is not known."""
    n = len(faces)
    mask = torch.zeros(n, len(FACES) + 1, 4, dtype=torch.bool)
    rows = torch.arange(n)
    mask[rows, faces] = turns[:, None] == ANY_TURN
    known = turns != ANY_TURN
    mask[rows[known], faces[known], turns[known]] = True
    flat = mask.reshape(n, -1)
    return torch.cat([flat[:, : _JOINT - 1], flat[:, _JOINT - 1 :].any(1, keepdim=True)], dim=1)


def _loss(logits: Tensor, allowed: Tensor, smoothing: float = 0.02) -> Tensor:
    """(n,) what is missing to all probability on what is allowed."""
    log_p = functional.log_softmax(logits, dim=1)
    right = torch.logsumexp(log_p.masked_fill(~allowed, -1e4), dim=1)
    return -(1 - smoothing) * right - smoothing * log_p.mean(dim=1)


def _batch(pictures: Tensor, turns: Tensor, over: float, generator: torch.Generator) -> tuple[Tensor, Tensor]:
    """Crops (n, h, w, 3) to the network's scale, the share `over` turned by half and all a little off."""
    n = len(pictures)
    x = scaled(pictures)
    flipped = torch.rand(n, generator=generator) < over
    x[flipped] = x[flipped].flip(2, 3)
    turns = torch.where(flipped & (turns != ANY_TURN), (turns + 2) % 4, turns)
    x = shaken(x, generator)
    gain = 1 + 0.15 * torch.randn(n, 1, 1, 1, generator=generator) + 0.05 * torch.randn(n, 3, 1, 1, generator=generator)
    return (x + 2) * gain - 2 + 0.15 * torch.randn(n, 1, 1, 1, generator=generator), turns


def shaken(x: Tensor, generator: torch.Generator) -> Tensor:
    """Crops (n, 3, h, w) as quads still further off would cut them: mostly too close, shifted, turned a little.

    They are bent too: the strokes of a character run a little otherwise in every set of tiles.
    """
    n = len(x)

    def normal(*shape: int) -> Tensor:
        return torch.randn(n, *shape, generator=generator)

    zoom = torch.exp(-0.03 + 0.05 * normal(2))
    angle = 0.04 * normal()
    cos, sin = torch.cos(angle), torch.sin(angle)
    tall = x.shape[2] / x.shape[3]
    rows = [
        torch.stack([zoom[:, 0] * cos, -sin * tall, 0.05 * normal()], dim=1),
        torch.stack([sin / tall, zoom[:, 1] * cos, 0.05 * normal()], dim=1),
    ]
    grid = functional.affine_grid(torch.stack(rows, dim=1), list(x.shape), align_corners=False)
    bends = _MOST_BENT * torch.rand(n, 1, 1, 1, generator=generator) * normal(2, 5, 4)
    grid += functional.interpolate(bends, list(x.shape[2:]), mode="bilinear").permute(0, 2, 3, 1)
    return functional.grid_sample(x, grid, padding_mode="border", align_corners=False)


def learn(recipe: Recipe, crops: CropSet, held: CropSet, folder: Path, device: str, say: Any = click.echo) -> TileNet:
    """Train, writing `folder/last.pt` after every pass and going on from there when it is of the same recipe.

    Labels of photographs hold a few mistakes: those the network clearly contradicts are left out
    from the third pass on.
    """
    torch.manual_seed(recipe.seed)
    net: TileNet = TileNet(recipe.widths, recipe.look.size)
    pictures = torch.from_numpy(crops.pictures)
    run = Run(net, recipe, pictures, folder, device)
    if run.first:
        say(f"going on after pass {run.first}")
    doubtful = run.noted.get("doubtful", torch.zeros(len(crops), dtype=torch.bool))
    faces, turns = torch.from_numpy(crops.faces), torch.from_numpy(crops.turns)
    for epoch in range(run.first, recipe.epochs):
        began, total, seen = time.monotonic(), 0.0, 0
        generator = torch.Generator().manual_seed(recipe.seed * 1000 + epoch)
        net.train()
        losses = torch.zeros(len(crops))
        use = torch.nonzero(~doubtful)[:, 0]
        order = use[torch.randperm(len(use), generator=generator)]
        for start in range(0, len(order), recipe.batch):
            rows = order[start : start + recipe.batch]
            if len(rows) < 2:
                continue
            x, lie = _batch(pictures[rows], turns[rows], recipe.look.over, generator)
            with half(device):
                logits, _ = net(x.to(device=device, memory_format=torch.channels_last))
            each = _loss(logits.float(), _allowed(faces[rows], lie).to(device))
            loss = each.mean()
            run.step(loss)
            losses[rows] = each.detach().cpu()
            total, seen = total + float(loss.detach()) * len(rows), seen + len(rows)
            if (start // recipe.batch) % 100 == 99:
                say(
                    f"  pass {epoch + 1}: {seen} of {len(order)} crops, loss {total / seen:.3f}, "
                    f"{seen / (time.monotonic() - began):.0f}/s"
                )
        if epoch + 1 >= 2:
            doubtful |= (losses > 6.0) & (turns == ANY_TURN) & (faces != UNKNOWN)
        _, right, lie_right = measured(net, held, device)
        say(
            f"pass {epoch + 1} of {recipe.epochs}: loss {total / max(seen, 1):.4f}, "
            f"held out {right:.4f} named, {lie_right:.4f} of turns, "
            f"{int(doubtful.sum())} labels left out, {time.monotonic() - began:.0f} s"
        )
        run.keep(epoch + 1, doubtful=doubtful)
    return net


@torch.no_grad()  # type: ignore[untyped-decorator]
def outputs(net: TileNet, crops: CropSet, device: str) -> Tensor:
    """(n, 169) logits."""
    net.eval()
    return torch.cat([net(scaled(part).to(device))[0].cpu() for part in torch.from_numpy(crops.pictures).split(512)])


def marginals(logits: Tensor) -> tuple[Tensor, Tensor]:
    """Probabilities of the 43 labels (n, 43) and of the four turns (n, 4)."""
    p = functional.softmax(logits, dim=1)
    joint = p[:, :-1].reshape(-1, len(FACES), 4)
    faces = torch.cat([joint.sum(2), p[:, -1:]], dim=1)
    turns = joint.sum(1) + p[:, -1:] / 4
    return faces, turns


def measured(net: TileNet, crops: CropSet, device: str) -> tuple[Tensor, float, float]:
    """Logits, share of faces right, and share of turns right among those known."""
    logits = outputs(net, crops, device)
    faces, turns = marginals(logits)
    right = float((faces.argmax(1).numpy() == crops.faces).mean())
    known = crops.turns != ANY_TURN
    lie = float((turns.argmax(1).numpy() == crops.turns)[known].mean()) if known.any() else float("nan")
    return logits, right, lie


def temperature(logits: Tensor, crops: CropSet) -> float:
    """What the logits of held-out crops are to be divided by."""
    allowed = _allowed(torch.from_numpy(crops.faces), torch.from_numpy(crops.turns))
    return blocks.temperature(lambda degrees: float(_loss(logits / degrees, allowed, 0.0).mean()))


def calibration_error(faces: Tensor, truth: np.ndarray[Any, np.dtype[np.int64]], bins: int = 15) -> float:
    """Expected calibration error of the likeliest label's probability, equal-width bins (Guo et al. 2017)."""
    confidence, label = (v.numpy() for v in faces.max(1))
    place = np.minimum((confidence * bins).astype(int), bins - 1)
    right = label == truth
    gaps = [
        abs(right[place == b].mean() - confidence[place == b].mean()) * (place == b).mean()
        for b in range(bins)
        if (place == b).any()
    ]
    return float(sum(gaps))


# --- the model as others use it ---------------------------------------------------------------------------------------


def export(net: TileNet, degrees: float, look: Look, file: Path, notes: dict[str, str] | None = None) -> None:
    """Write `file` (ONNX) as the contract has it."""

    def finish(logits: Tensor, features: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        return *marginals(logits / degrees), functional.normalize(features, dim=1)

    facts = {"labels": json.dumps(LABELS), "margin": str(MARGIN), "temperature": f"{degrees:.4f}", **(notes or {})}
    write_onnx(net, finish, look.size, file, ("faces", "turns", "features"), facts)


def held_out_sets(recipe: Recipe, photos: Path) -> Iterator[tuple[str, CropSet]]:
    """Photographs no training crop was cut from: `dev`, and what the recipe goes without."""
    look = recipe.look
    yield "dev, tiles that lie straight", photo_crops(None, photos / "dev", 1, upright=False, look=look)
    yield "dev, all", photo_crops(None, photos / "dev", 1, upright=False, straight=False, look=look)
    if "standing" in recipe.without:
        yield "standing", photo_crops(None, photos / "standing", 1, upright=True, look=look)
    if "crops" in recipe.without:
        shown = FaceSources.find(photos).crops
        yield "crops", single_crops(None, shown, 1, look)
        yield "crops, flowers and seasons", single_crops(None, [c for c in shown if c[0] in FLOWERS], 1, look)
    if "train" in recipe.without:
        yield "train", photo_crops(None, photos / "train", 1, upright=False, look=look)


_DEFAULT: Final = Recipe()
CLOSER: Final = (24, 48, 96, 160)
"""Channels of the network that looks closer."""


@click.command()
@click.option(
    "--photos", type=click.Path(exists=True, file_okay=False, path_type=Path), help="Folder of labelled photographs."
)
@click.option(
    "--scenes",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder that `python -m models.data.dataset scenes` wrote: its tiles are learnt from as well.",
)
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), required=True, help="Where crops, state and model go."
)
@click.option("--closer", is_flag=True, help="Learn the network that looks closer, OUT/closer.onnx, instead.")
@click.option("--sets", default=_DEFAULT.sets, show_default=True, help="Made-up sets of tiles.")
@click.option("--crops", type=click.IntRange(1), default=_DEFAULT.crops, show_default=True, help="Crops made of them.")
@click.option("--flowers", default=_DEFAULT.flowers, show_default=True, help="Crops made of more flowers and seasons.")
@click.option("--copies", default=_DEFAULT.copies, show_default=True, help="Crops from each labelled box.")
@click.option(
    "--mistaken",
    default=_DEFAULT.mistaken,
    show_default=True,
    help="Crops of each place that the program takes for a tile where none is.",
)
@click.option(
    "--without", multiple=True, type=click.Choice(["standing", "crops", "train"]), help="Hold these out, to measure on."
)
@click.option("--workers", type=click.IntRange(1), default=2, show_default=True, help="Processes that make crops.")
@run_options(_DEFAULT)
def main(
    photos: Path | None,
    scenes: Path | None,
    out: Path,
    closer: bool,
    sets: int,
    crops: int,
    flowers: int,
    copies: int,
    mistaken: int,
    workers: int,
    epochs: int,
    batch: int,
    without: tuple[str, ...],
    rate: float,
    start: str,
    seed: int,
    threads: int,
    device: str,
) -> None:
    """Make crops, learn from them, measure, and write the weights into OUT. Run again to go on where it was stopped."""
    torch.set_num_threads(threads)
    out.mkdir(parents=True, exist_ok=True)
    widths = CLOSER if closer else _DEFAULT.widths
    recipe = Recipe(closer, sets, crops, flowers, copies, epochs, batch, rate, mistaken, without, seed, widths, start)
    file = out / ("closer.onnx" if closer else "classifier.onnx")
    began = time.monotonic()
    learnt, held = split(kept(out, recipe, photos, scenes, workers), seed)
    net = learn(recipe, learnt, held, out, device)
    logits, _, _ = measured(net, held, device)
    degrees = temperature(logits, held)
    for name, test in [("held out", held), *(held_out_sets(recipe, photos) if photos is not None else ())]:
        logits, right, lie = measured(net, test, device)
        error = calibration_error(marginals(logits / degrees)[0], test.faces)
        click.echo(
            f"{name}: {len(test)} crops, {right:.4f} named, {lie:.4f} of known turns, calibration error {error:.4f}"
        )
    export(net, degrees, recipe.look, file, noted(recipe))
    click.echo(f"wrote {file}, temperature {degrees:.3f}, {(time.monotonic() - began) / 60:.1f} min")


if __name__ == "__main__":
    main()
