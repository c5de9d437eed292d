"""Train the classifier, which names the face in a crop and its turn, and the second classifier, `cascade.onnx`.

The contract of `classifier.onnx` with its caller (`vision.networks.classifier`):

* A quad of the detector is four corners, clockwise, from any corner. Its sides are moved out by `MARGIN` (0.08) of the
  quad's width and height each, so that the crop shows a little of the tile's surroundings, and the patch is warped to
  a crop 64 high and 48 wide: `quad[0]` to the top left, `quad[1]` to the top right. Number the corners so that the
  side 0-1 is a short one if that is known; all four turns are recognised. The face's corners thus lie at
  x = 48 * m / (1 + 2m), y = 64 * m / (1 + 2m) and their mirror images (m = MARGIN). If the tile is much larger than
  the crop, shrink it with an area filter (warp to a multiple of the size and average).
* Input `crops`: uint8 (N, 64, 48, 3), BGR as in OpenCV, 0-255; scaling is part of the graph. N is free.
* Output `faces`: float32 (N, 43), calibrated probabilities that sum to 1, in the order of `scoring.tiles.FACES`, then
  one for "no tile, or none of these faces".
* Output `turns`: float32 (N, 4), probabilities that the glyph's top left lies at corner 0, 1, 2 or 3 of the given quad:
  `quad[k:] + quad[:k]` starts at the glyph's top left, k being the likeliest. If a face looks the same turned by 180
  degrees (most 8p, a blank P), two turns share the probability, and the neighbouring tiles must decide.
* Output `features`: float32 (N, 192), unit vectors, the input of the last layer. Crops of the same face of the same set
  lie close together, so a set's prototypes can be built from them.
* `metadata_props`: `labels` (JSON list of 43), `margin`, `temperature`.

`cascade.onnx` (`vision.networks.cascade`) has the same contract, but its crops are (N, 96, 72, 3), and its quads begin
at the glyph's top left, if known: it is trained on few crops in other turns.
"""

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import click
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from models.data.crops import ANY_TURN, CASCADE_CROPS, CLASSIFIER_CROPS, UNKNOWN, CropSet, CropSpec
from models.data.made_up import made_up_blocks
from models.data.photo_crops import clutter_crops, photo_crops, scene_crops, single_tile_crops, table_crops
from models.data.tables import Half
from models.render.glyphs import FaceSources
from models.train.augment import spatial_jitter
from models.train.nets import autocast, normalized, stages
from models.train.run import Run, best_temperature, recipe_metadata, setting, trains, write_onnx
from scoring.tiles import FACES, FLOWERS
from vision import TileReader
from vision.networks.classifier import MARGIN, SIZE

LABELS: Final = (*FACES, "unknown")
"""The labels of the output `faces`."""

_JOINT: Final = len(FACES) * 4 + 1
"""Number of logits: each face in each turn, and one for unknown."""

_MAX_LOSS: Final = 6.0
"""Loss above which a photograph's label counts as wrong and is dropped. More trains on wrong labels; less drops the
hardest right ones."""


class TileNet(nn.Module):  # type: ignore[misc]
    """Crops to logits and features; the classifier's logits are 42 faces x 4 turns, then one for unknown.

    Args:
        widths: Channels of the four stages.
        size: (width, height) of a crop in pixels.
        logits: Number of logits.
    """

    def __init__(self, widths: Sequence[int], size: tuple[int, int] = SIZE, logits: int = _JOINT) -> None:
        super().__init__()
        d = widths[-1]
        self.trunk = nn.Sequential(
            *stages(widths),
            nn.Conv2d(d, d, (-(-size[1] // 16), -(-size[0] // 16)), groups=d, bias=False),
            nn.BatchNorm2d(d),
            nn.ReLU(inplace=True),
            nn.Flatten(),
        )
        self.drop = nn.Dropout(0.15)
        self.head = nn.Linear(d, logits)

    def forward(self, pixels: Tensor) -> tuple[Tensor, Tensor]:
        """Compute logits (n, logits) and features (n, d) of pixels (n, 3, height, width), about -2..2."""
        features = self.trunk(pixels)
        return self.head(self.drop(features)), features


# --- data -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ClassifierRecipe:
    """The settings that determine a run's result.

    Attributes:
        cascade: Train the second classifier instead of the classifier.
        sets: Number of made-up sets of tiles.
        crops: Number of crops of them.
        flowers: Number of further crops, of flowers and seasons alone, from further sets in the same proportion.
        copies: Crops cut from each box of `photos/train`; from each standing tile four times, from each picture of a
            single tile twelve times as many.
        epochs: Passes over all crops.
        batch, rate: Crops per step, and peak learning rate of the one-cycle schedule.
        hard_negatives: Crops of each false positive that the committed weights find in `scenes`, labelled as no tile;
            false positives in every other photograph of `photos/clutter` are added once each. 0 adds none of either.
        without: Photographs held out for measurement: "standing", "crops", "train".
        tables: Crops cut from each tile of `photos/tables-train`.
        places: The places of those photographs.
        seed: Random seed.
        widths: Channels of the network's four stages; the last is the length of its features.
        start: The ONNX weights to start from, or "" to start from nothing.
    """

    cascade: bool = setting(False, "Train the second classifier, OUT/cascade.onnx, instead.")
    sets: int = setting(320, "Number of made-up sets.")
    crops: int = setting(120_000, "Number of crops of them.", type=click.IntRange(1))
    flowers: int = setting(0, "Number of further crops, of flowers and seasons.")
    copies: int = setting(2, "Crops from each labelled box.")
    epochs: int = 8
    batch: int = 192
    rate: float = 3e-3
    hard_negatives: int = setting(
        0, "Crops of each false positive that the committed weights find, labelled as no tile."
    )
    without: tuple[str, ...] = setting(
        (), "Photographs to hold out for measurement.", type=click.Choice(["standing", "crops", "train"])
    )
    tables: int = setting(12, "Crops from each tile of `tables-train`.")
    places: Half = setting("all", "Places of `tables-train` to use.", type=click.Choice(["all", "first", "second"]))  # noqa: RUF009 - it returns a field
    seed: int = 1
    widths: tuple[int, int, int, int] = (32, 48, 96, 192)
    start: str = ""

    @property
    def spec(self) -> CropSpec:
        """The crops of the network."""
        return CASCADE_CROPS if self.cascade else CLASSIFIER_CROPS


def gather(
    recipe: ClassifierRecipe, photos: Path | None, scenes: Sequence[Path], workers: int = 1, report: Any = click.echo
) -> CropSet:
    """Make the training crops, by the recipe's seed."""
    began = time.monotonic()
    wanted = [(recipe.crops, recipe.sets, FACES)]
    if recipe.flowers:
        wanted.append((recipe.flowers, -(-recipe.flowers * recipe.sets // recipe.crops), FLOWERS))
    rng, spec, ink = np.random.default_rng(recipe.seed), recipe.spec, "crops" not in recipe.without
    parts = made_up_blocks(recipe.seed, wanted, spec, photos, ink, workers)
    finder = TileReader(threads=workers).detect if recipe.hard_negatives else None
    parts += [scene_crops(rng, folder, spec, finder, recipe.hard_negatives) for folder in scenes]
    if photos is not None:
        if finder is not None:
            parts.append(clutter_crops(rng, photos, spec, finder))
        if recipe.tables:
            unverified = TileReader(threads=workers, verified=False).detect
            parts.append(table_crops(rng, photos, recipe.tables, spec, unverified, recipe.places))
        if "train" not in recipe.without:
            parts.append(photo_crops(rng, photos / "train", recipe.copies, upright=False, spec=spec))
        if "standing" not in recipe.without:
            parts.append(photo_crops(rng, photos / "standing", recipe.copies * 4, upright=True, spec=spec))
        if "crops" not in recipe.without:
            parts.append(single_tile_crops(rng, FaceSources.find(photos).crops, recipe.copies * 12, spec))
    made = CropSet.concatenated(parts)
    report(f"{len(made)} crops of made-up and photographed tiles, {time.monotonic() - began:.0f} s")
    return made


def cached(
    folder: Path, recipe: ClassifierRecipe, photos: Path | None, scenes: Sequence[Path], workers: int = 1
) -> CropSet:
    """Return `gather`, stored in `folder`, for resumed runs."""
    amounts = f"{recipe.seed}-{recipe.sets}-{recipe.crops}-{recipe.flowers}-{recipe.copies}-{recipe.hard_negatives}"
    kind = "close" if recipe.cascade else "crops"
    amounts += f"-{recipe.tables}-{recipe.places}"
    name = "-".join([kind, amounts, *(["scenes"] if scenes else []), *(f"no-{w}" for w in recipe.without)])
    return CropSet.cached(folder / f"{name}.npz", lambda: gather(recipe, photos, scenes, workers))


def split(crops: CropSet, seed: int, share: float = 0.05) -> tuple[CropSet, CropSet]:
    """Return crops to train on and crops held out; a group is on one side only."""
    groups = np.unique(crops.groups)
    out = np.random.default_rng(seed).permutation(groups)[: max(1, round(share * len(groups)))]
    held = np.isin(crops.groups, out)
    return crops.where(~held), crops.where(held)


# --- training -------------------------------------------------------------------------------------------------------


def allowed_labels(faces: Tensor, turns: Tensor) -> Tensor:
    """Return a (n, 169) mask of the right logits: one, or all four turns of the face if the turn is unknown."""
    n = len(faces)
    mask = torch.zeros(n, len(FACES) + 1, 4, dtype=torch.bool)
    rows = torch.arange(n)
    mask[rows, faces] = turns[:, None] == ANY_TURN
    known = turns != ANY_TURN
    mask[rows[known], faces[known], turns[known]] = True
    flat = mask.reshape(n, -1)
    return torch.cat([flat[:, : _JOINT - 1], flat[:, _JOINT - 1 :].any(1, keepdim=True)], dim=1)


def _loss(logits: Tensor, allowed: Tensor, smoothing: float = 0.02) -> Tensor:
    """Return (n,) negative log-likelihood of the allowed logits, with label smoothing."""
    log_p = functional.log_softmax(logits, dim=1)
    right = torch.logsumexp(log_p.masked_fill(~allowed, -1e4), dim=1)
    return -(1 - smoothing) * right - smoothing * log_p.mean(dim=1)


def _batch(pictures: Tensor, turns: Tensor, flip_share: float, generator: torch.Generator) -> tuple[Tensor, Tensor]:
    """Prepare crops (n, h, w, 3): return augmented input (n, 3, h, w) and turns, `flip_share` turned by 180 degrees."""
    n = len(pictures)
    x = normalized(pictures)
    flipped = torch.rand(n, generator=generator) < flip_share
    x[flipped] = x[flipped].flip(2, 3)
    turns = torch.where(flipped & (turns != ANY_TURN), (turns + 2) % 4, turns)
    x = spatial_jitter(x, generator)
    gain = 1 + 0.15 * torch.randn(n, 1, 1, 1, generator=generator) + 0.05 * torch.randn(n, 3, 1, 1, generator=generator)
    return (x + 2) * gain - 2 + 0.15 * torch.randn(n, 1, 1, 1, generator=generator), turns


def train(
    recipe: ClassifierRecipe, crops: CropSet, held: CropSet, folder: Path, device: str, report: Any = click.echo
) -> TileNet:
    """Train a network, saving `folder/last.pt` after every pass and resuming from it if it has the same recipe.

    A few labels of photographs are wrong: those whose loss exceeds `_MAX_LOSS` after the second pass are dropped from
    then on.
    """
    torch.manual_seed(recipe.seed)
    net: TileNet = TileNet(recipe.widths, recipe.spec.size)
    pictures = torch.from_numpy(crops.pictures)
    run = Run(net, recipe, pictures, folder, device)
    if run.first:
        report(f"resumed after pass {run.first}")
    doubtful = run.extra.get("doubtful", torch.zeros(len(crops), dtype=torch.bool))
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
            x, turned = _batch(pictures[rows], turns[rows], recipe.spec.flip_share, generator)
            with autocast(device):
                logits, _ = net(x.to(device=device, memory_format=torch.channels_last))
            each = _loss(logits.float(), allowed_labels(faces[rows], turned).to(device))
            loss = each.mean()
            run.step(loss)
            losses[rows] = each.detach().cpu()
            total, seen = total + float(loss.detach()) * len(rows), seen + len(rows)
            if (start // recipe.batch) % 100 == 99:
                report(
                    f"  pass {epoch + 1}: {seen} of {len(order)} crops, loss {total / seen:.3f}, "
                    f"{seen / (time.monotonic() - began):.0f}/s"
                )
        if epoch + 1 >= 2:
            doubtful |= (losses > _MAX_LOSS) & (turns == ANY_TURN) & (faces != UNKNOWN)
        _, faces_right, turns_right = evaluate(net, held, device)
        report(
            f"pass {epoch + 1} of {recipe.epochs}: loss {total / max(seen, 1):.4f}, "
            f"held out {faces_right:.4f} named, {turns_right:.4f} of turns, "
            f"{int(doubtful.sum())} labels left out, {time.monotonic() - began:.0f} s"
        )
        run.save(epoch + 1, doubtful=doubtful)
    return net


@torch.no_grad()  # type: ignore[untyped-decorator]
def outputs(net: TileNet, crops: CropSet, device: str) -> Tensor:
    """Return logits (n, 169)."""
    net.eval()
    return torch.cat(
        [net(normalized(part).to(device))[0].cpu() for part in torch.from_numpy(crops.pictures).split(512)]
    )


def marginals(logits: Tensor) -> tuple[Tensor, Tensor]:
    """Convert logits (n, 169) to probabilities of the 43 labels (n, 43) and of the four turns (n, 4)."""
    p = functional.softmax(logits, dim=1)
    joint = p[:, :-1].reshape(-1, len(FACES), 4)
    faces = torch.cat([joint.sum(2), p[:, -1:]], dim=1)
    turns = joint.sum(1) + p[:, -1:] / 4
    return faces, turns


def evaluate(net: TileNet, crops: CropSet, device: str) -> tuple[Tensor, float, float]:
    """Return logits, share of faces named right, and share of known turns named right (NaN if none is known)."""
    logits = outputs(net, crops, device)
    faces, turns = marginals(logits)
    right = float((faces.argmax(1).numpy() == crops.faces).mean())
    known = crops.turns != ANY_TURN
    turns_right = float((turns.argmax(1).numpy() == crops.turns)[known].mean()) if known.any() else float("nan")
    return logits, right, turns_right


def temperature(logits: Tensor, crops: CropSet) -> float:
    """Return the temperature of the logits of held-out crops."""
    allowed = allowed_labels(torch.from_numpy(crops.faces), torch.from_numpy(crops.turns))
    return best_temperature(lambda degrees: float(_loss(logits / degrees, allowed, 0.0).mean()))


def calibration_error(faces: Tensor, truth: np.ndarray[Any, np.dtype[np.int64]], bins: int = 15) -> float:
    """Return the expected calibration error of the likeliest label, in equal-width bins (Guo et al., 2017)."""
    confidence, label = (v.numpy() for v in faces.max(1))
    place = np.minimum((confidence * bins).astype(int), bins - 1)
    right = label == truth
    gaps = [
        abs(right[place == b].mean() - confidence[place == b].mean()) * (place == b).mean()
        for b in range(bins)
        if (place == b).any()
    ]
    return float(sum(gaps))


# --- export -------------------------------------------------------------------------------------------------------


def export(net: TileNet, degrees: float, spec: CropSpec, file: Path, notes: dict[str, str] | None = None) -> None:
    """Write `file` (ONNX) by the contract."""

    def finish(logits: Tensor, features: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        return *marginals(logits / degrees), functional.normalize(features, dim=1)

    facts = {"labels": json.dumps(LABELS), "margin": str(MARGIN), "temperature": f"{degrees:.4f}", **(notes or {})}
    write_onnx(net, finish, spec.size, file, ("faces", "turns", "features"), facts)


def held_out_sets(recipe: ClassifierRecipe, photos: Path) -> Iterator[tuple[str, CropSet]]:
    """Yield named crops that were not trained on: those of `dev`, and of the photographs the recipe holds out."""
    spec = recipe.spec
    yield "dev, straight tiles", photo_crops(None, photos / "dev", 1, upright=False, spec=spec)
    yield "dev, all", photo_crops(None, photos / "dev", 1, upright=False, straight=False, spec=spec)
    if "standing" in recipe.without:
        yield "standing", photo_crops(None, photos / "standing", 1, upright=True, spec=spec)
    if "crops" in recipe.without:
        shown = FaceSources.find(photos).crops
        yield "crops", single_tile_crops(None, shown, 1, spec)
        yield "crops, flowers and seasons", single_tile_crops(None, [c for c in shown if c[0] in FLOWERS], 1, spec)
    if "train" in recipe.without:
        yield "train", photo_crops(None, photos / "train", 1, upright=False, spec=spec)


CASCADE_WIDTHS: Final = (24, 48, 96, 160)
"""Channels of the four stages of the second classifier. More reads a little better and takes longer for every tile."""


@trains(ClassifierRecipe, "crops")
@click.option(
    "--photos", type=click.Path(exists=True, file_okay=False, path_type=Path), help="Folder of labelled photographs."
)
@click.option(
    "--scenes",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    multiple=True,
    help="Folder that `python -m models.data.dataset scenes` wrote, to cut crops of its tiles too; may be repeated.",
)
@click.option("--workers", type=click.IntRange(1), default=2, show_default=True, help="Processes that make crops.")
def main(
    recipe: ClassifierRecipe, out: Path, device: str, photos: Path | None, scenes: tuple[Path, ...], workers: int
) -> None:
    """Train on crops, measure, and write the weights to OUT. Run again to resume a stopped run."""
    if recipe.cascade:
        recipe = replace(recipe, widths=CASCADE_WIDTHS)
    file = out / ("cascade.onnx" if recipe.cascade else "classifier.onnx")
    began = time.monotonic()
    training, held = split(cached(out, recipe, photos, scenes, workers), recipe.seed)
    net = train(recipe, training, held, out, device)
    logits, _, _ = evaluate(net, held, device)
    degrees = temperature(logits, held)
    for name, test in [("held out", held), *(held_out_sets(recipe, photos) if photos is not None else ())]:
        logits, right, turns_right = evaluate(net, test, device)
        error = calibration_error(marginals(logits / degrees)[0], test.faces)
        click.echo(
            f"{name}: {len(test)} crops, {right:.4f} named, {turns_right:.4f} of known turns, "
            f"calibration error {error:.4f}"
        )
    export(net, degrees, recipe.spec, file, recipe_metadata(recipe))
    click.echo(f"wrote {file}, temperature {degrees:.3f}, {(time.monotonic() - began) / 60:.1f} min")


if __name__ == "__main__":
    main()
