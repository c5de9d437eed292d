"""Train the refiner: from a rough box round a tile to the tile's own corners, or that there is no tile.

The contract of `refiner.onnx`, for whoever runs it (`vision.networks.refiner`):

* A box is four corners, clockwise. Its sides are moved out by `MARGIN` (0.4) of its width and height each, and the
  patch is warped to 64 x 64: corner 0 to the top left, corner 1 to the top right (`vision.networks.rectify.rectified`).
* Input `crops`: uint8 (N, 64, 64, 3), BGR, 0-255. N is free.
* Output `corners`: float32 (N, 4, 2), the corners of the tile whose middle lies nearest the box's middle, in the box's
  unit square: box corner 0 is (0, 0), corner 2 is (1, 1). Corner k of the tile is the one nearest box corner k.
* Output `kinds`: float32 (N, 3), probabilities of a face, a back, and no tile that is to be found (too little of it is
  seen, or the box holds a part of it, or two).
* Output `whole`: float32 (N,), probability that nothing lies over that tile and no edge of the picture cuts it off.
"""

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Final

import click
import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from PIL import Image
from torch import Tensor, nn
from torch.nn import functional

from models.data.crops import begun_alike, rectangle
from models.data.dataset import CLASSES, LEAST_VISIBLE, SCENES_A_SET
from models.data.labels import quad_areas, quad_overlap
from models.train.run import Residual, Run, convolution, half, lit, noted, run_options, scaled, write_onnx
from vision.networks.detector import Detector
from vision.networks.rectify import rectified
from vision.networks.refiner import MARGIN, SIZE
from vision.quads import sides

Floats = NDArray[np.float64]

NONE: Final = len(CLASSES)
_UNIT: Final = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
_LEAST_SIDE: Final = 8.0
_SHARED: Final = (0.2, 0.35)  # boxes that share less with a tile are of none, those that share more are of it,
_PART: Final = 0.62  # unless they lie on the tile but hold no more than this of it, though all of it is seen
_ON: Final = 0.85  # boxes lie on a tile with so much of them
_PARTS: Final = 0.2  # of the tiles have a box of a part of them added,
_PAIRS: Final = 0.2  # and as many one round them and their neighbour, if nothing else fills
_FILLED: Final = 0.75  # this share of it
_COVERED: Final = 0.35  # of the pictures have something laid over some of their tiles
_WHOLE: Final = (0.92, 0.97)  # a tile is not whole when less of it is seen, and whole when more is


class RefinerNet(nn.Module):  # type: ignore[misc]
    """Crops to corners and logits of the kinds and of being whole; see the module's contract."""

    def __init__(self, widths: tuple[int, int, int, int]) -> None:
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
            nn.Flatten(),
            nn.Linear(d * (SIZE[0] // 16) * (SIZE[1] // 16), 192),
            nn.ReLU(inplace=True),
        )
        self.head = nn.Linear(192, 8 + NONE + 1)
        self.whole = nn.Linear(192, 1)
        self.register_buffer("unit", torch.tensor(_UNIT.tolist()))

    def forward(self, pixels: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """(n, 3, 64, 64) scaled to about -1..1 in, (n, 4, 2) corners, (n, 3) logits and (n,) logits out."""
        features = self.trunk(pixels)
        out = self.head(features)
        return out[:, :8].reshape(-1, 4, 2) + self.unit, out[:, 8:], self.whole(features)[:, 0]


# --- data -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Known:
    """A picture's tiles.

    Attributes:
        quads: (n, 4, 2) corners in pixels.
        kinds: (n,) 0 face, 1 back.
        visible: (n,) share that is seen.
        weight: How far the corners can be trusted, 0-1.
    """

    quads: Floats
    kinds: NDArray[np.int64]
    visible: Floats
    weight: float


@dataclass(frozen=True, slots=True)
class Boxes:
    """N boxes and their answers.

    Attributes:
        crops: (N, 64, 64, 3) what they show.
        corners: (N, 4, 2) of the tile, in the box's unit square.
        kinds: (N,) 0 face, 1 back, 2 none.
        visible: (N,) share of the tile that is seen; of none, 1.
        weights: (N,) how far the corners can be trusted, 0-1.
    """

    crops: NDArray[np.uint8]
    corners: NDArray[np.float32]
    kinds: NDArray[np.int64]
    visible: NDArray[np.float32]
    weights: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.crops)


def pictures(folder: Path, trust: float) -> Iterator[tuple[Path, int, Known]]:
    """The pictures that `models.data.dataset` wrote to a folder: file, a number for their set of tiles, their tiles.

    Args:
        trust: Weight of corners that are only known as a rectangle; those of rendered scenes weigh 1.
    """
    for file in sorted((folder / "images").glob("*.jpg")):
        truth = folder / "truth" / f"{file.stem}.json"
        if truth.exists():
            tiles = json.loads(truth.read_text())["tiles"]
            kinds = [0 if t["face"] == "up" else 1 for t in tiles]
            quads, visible = [t["quad"] for t in tiles], [t["visible"] for t in tiles]
            group = int(file.stem.rsplit("-", 1)[1]) // SCENES_A_SET
            yield file, group, Known(np.array(quads).reshape(-1, 4, 2), np.array(kinds, np.int64), np.array(visible), 1)
            continue
        with Image.open(file) as picture:
            size = picture.size
        lines = [line.split() for line in (folder / "labels" / f"{file.stem}.txt").read_text().splitlines()]
        corners = np.array([line[1:] for line in lines], float).reshape(-1, 4, 2) * size
        found = np.array([int(line[0]) for line in lines], np.int64)
        yield file, -1, Known(corners, found, np.ones(len(lines)), trust)


def rough(rng: np.random.Generator, quad: Floats) -> Floats:
    """A tile's quad as a detector might have boxed it, from any of its corners on."""
    box = rectangle(quad) if rng.random() < 0.8 else quad
    wide = rng.random() < 0.15
    middle = box.mean(axis=0)
    across, down = box[1] - box[0], box[3] - box[0]
    moved = rng.normal(0, 0.16 if wide else 0.07, 2)
    grown = np.exp(rng.normal(0, 0.2 if wide else 0.09, 2))
    angle = rng.uniform(-0.6, 0.6) if wide else rng.normal(0, 0.08)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    middle = middle + moved[0] * across + moved[1] * down
    corners = (_UNIT - 0.5) * grown @ np.stack([across, down]) @ turn + middle
    return np.roll(corners, int(rng.integers(4)), axis=0)


def part(rng: np.random.Generator, quad: Floats) -> Floats:
    """A box of about half a tile, across or along: what a detector takes for a tile where a face has a wide gap."""
    share = rng.uniform(0.3, 0.57)
    low, high = np.zeros(2), np.ones(2)
    axis = int(rng.integers(2))
    low[axis] = rng.choice([0.0, 1 - share])
    high[axis] = low[axis] + share
    low, high = low + _inset(rng), high - _inset(rng)
    box = rectangle(quad)
    corners = box[0] + (low + _UNIT * (high - low)) @ np.stack([box[1] - box[0], box[3] - box[0]])
    return np.asarray(np.roll(corners, int(rng.integers(4)), axis=0))


def _inset(rng: np.random.Generator) -> Floats:
    """Shares (2,) by which a box of a part lies within that part: hardly beyond it, or it would show what is there."""
    return np.maximum(rng.normal(0.02, 0.03, 2), -0.02)


def pair(rng: np.random.Generator, quad: Floats, others: Floats) -> Floats | None:
    """A box round a tile and what touches it, of (n, 4, 2): seen at a slant two may have one's shape; None if alone."""
    if not len(others):
        return None
    off = np.linalg.norm(others.mean(axis=1) - quad.mean(axis=0), axis=1)
    other = others[int(off.argmin())]
    box = cv2.boxPoints(cv2.minAreaRect(np.concatenate([quad, other]).astype(np.float32)))
    one, two, both = (cv2.contourArea(each.astype(np.float32)) for each in (quad, other, box))
    return rough(rng, box.astype(np.float64)) if one + two > _FILLED * both else None


def elsewhere(rng: np.random.Generator, known: Known, size: tuple[int, int]) -> Floats:
    """A box of about a tile's size anywhere in a picture of (width, height), often next to a tile."""
    if len(known.quads):
        box = rectangle(known.quads[int(rng.integers(len(known.quads)))])
        across, down = box[1] - box[0], box[3] - box[0]
    else:
        across, down = np.array([0.74, 0]) * size[1] / 9, np.array([0, 1.0]) * size[1] / 9
        box = _UNIT.astype(float)
    if len(known.quads) and rng.random() < 0.6:
        side = rng.choice([-1, 1], 2) * rng.permutation([rng.uniform(0.3, 1.1), rng.uniform(0, 0.5)])
        middle = box.mean(axis=0) + side[0] * across + side[1] * down
    else:
        middle = rng.uniform((0, 0), size)
    if rng.random() < 0.5:
        angle = rng.uniform(0, 2 * np.pi)
        turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        across, down = across @ turn, down @ turn
    grown = np.exp(rng.normal(0, 0.35, 2))
    return np.asarray((_UNIT - 0.5) * grown @ np.stack([across, down]) + middle)


def covered(rng: np.random.Generator, picture: NDArray[np.uint8], known: Known) -> tuple[NDArray[np.uint8], Known]:
    """The picture with something laid over one tile in five: cut from it elsewhere, or of one colour, often skin's."""
    seen, visible = picture.copy(), known.visible.copy()
    size = np.array([picture.shape[1], picture.shape[0]])
    for quad in known.quads[rng.random(len(known.quads)) < 0.2]:
        shape = over(rng, quad)
        low = np.clip(np.floor(shape.min(axis=0)).astype(int) - 4, 0, size)
        high = np.clip(np.ceil(shape.max(axis=0)).astype(int) + 4, 0, size)
        if (high - low).min() < 4:
            continue
        mask = np.zeros((high - low)[::-1], np.float32)
        if rng.random() < 0.5:
            cv2.fillConvexPoly(mask, np.rint(shape - low).astype(np.int32), 1.0)
        else:
            cv2.ellipse(mask, cv2.minAreaRect((shape - low).astype(np.float32)), 1.0, -1)
        for k, tile in enumerate(known.quads):
            if (tile.max(axis=0) > low).all() and (tile.min(axis=0) < high).all():
                under = cv2.fillConvexPoly(np.zeros(mask.shape, np.uint8), np.rint(tile - low).astype(np.int32), 1)
                area = cv2.contourArea(tile.astype(np.float32))
                visible[k] *= max(0.0, 1 - float(mask[under > 0].sum()) / max(area, 1.0))
        at = rng.integers(0, size - (high - low) + 1)
        laid = picture[at[1] : at[1] + len(mask), at[0] : at[0] + mask.shape[1]].astype(np.float32)
        if rng.random() < 0.6:
            skin = np.array([105, 140, 205]) * rng.uniform(0.4, 1.2)
            laid = 0.15 * (laid - laid.mean()) + (skin if rng.random() < 0.5 else rng.uniform(0, 255, 3))
        mask = cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.4, 1.5))[..., None]
        part = seen[low[1] : high[1], low[0] : high[0]]
        part[:] = np.clip(part * (1 - mask) + laid * mask, 0, 255)
    return seen, replace(known, visible=visible)


def over(rng: np.random.Generator, quad: Floats) -> Floats:
    """The outline (n, 2) of something that lies over a tile from any side, far or hardly at all."""
    across, down = quad[1] - quad[0], quad[3] - quad[0]
    way = rng.uniform(0, 2 * np.pi)
    out, along = np.array([[np.cos(way), np.sin(way)], [-np.sin(way), np.cos(way)]]) @ np.stack([across, down])
    near = quad.mean(axis=0) + out * rng.uniform(-0.2, 0.42)
    far = near + out * rng.uniform(0.3, 1.5)
    wide = rng.uniform(0.25, 1.2, (4, 1)) * along
    shape = np.array([near - wide[0], near + wide[1], far + wide[2], far - wide[3]])
    return cv2.convexHull(shape.astype(np.float32))[:, 0].astype(np.float64)


def answer(box: Floats, known: Known) -> tuple[Floats, int, float] | None:
    """What a box shows: the corners (4, 2) in its unit square, the kind, and how much is seen; None if arguable."""
    nothing = _UNIT.astype(float), NONE, 1.0
    if not len(known.quads):
        return nothing
    inward = cv2.getPerspectiveTransform(box.astype(np.float32), _UNIT)
    points = cv2.perspectiveTransform(known.quads.reshape(1, -1, 2), inward).reshape(-1, 4, 2)
    off = np.abs(points.mean(axis=1) - 0.5).max(axis=1)
    seen = np.flatnonzero((off < 1.5) & (known.visible >= _WHOLE[0]))
    if any(_is_part(box, known.quads[k]) for k in seen) or sum(_holds(box, known.quads[k]) for k in seen) > 1:
        return nothing
    at = int(off.argmin())
    share = quad_overlap(box, known.quads[at])
    if off[at] > 0.55 or share < _SHARED[0]:
        shares = [quad_overlap(box, known.quads[k]) for k in np.flatnonzero(off < 1.5)]
        return nothing if max(shares, default=0.0) < _SHARED[0] else None
    if share < _SHARED[1] or known.visible[at] < LEAST_VISIBLE:
        return None
    corners = begun_alike(points[at], _UNIT)
    if np.abs(corners - 0.5).max() > 0.5 + 2.5 * MARGIN:
        return None
    return corners, int(known.kinds[at]), float(known.visible[at])


def _is_part(box: Floats, tile: Floats) -> bool:
    """Whether a box holds only a part of a tile."""
    whole, full, shared = quad_areas(box, tile)
    return shared > _ON * whole and shared < _PART * full


def _holds(box: Floats, tile: Floats) -> bool:
    """Whether a box holds all of a tile."""
    _, full, shared = quad_areas(box, tile)
    return bool(shared > _ON * full)


def boxes_of(
    rng: np.random.Generator, file: Path, known: Known, detector: Detector, copies: int
) -> Iterator[tuple[NDArray[np.uint8], Floats, int, float, float]]:
    """Crops of one picture with their answers: the detector's finds, boxes made rough, of parts, pairs and nothing."""
    read = cv2.imread(str(file))
    if read is None:
        return
    picture = np.asarray(read, np.uint8)
    if rng.random() < _COVERED:
        picture, known = covered(rng, picture, known)
    size = (picture.shape[1], picture.shape[0])
    found = np.concatenate([detector(picture, score=0.05, otherwise=scales).quads for scales in (False, True)])
    boxes = [np.asarray(quad, float) for quad in found]
    for at, (quad, visible) in enumerate(zip(known.quads, known.visible, strict=True)):
        if sides(quad).min() >= _LEAST_SIDE and visible >= LEAST_VISIBLE:
            boxes += [rough(rng, quad) for _ in range(copies)]
            if rng.random() < _PARTS:
                boxes.append(part(rng, quad))
            if rng.random() < _PAIRS and (two := pair(rng, quad, np.delete(known.quads, at, axis=0))) is not None:
                boxes.append(two)
    boxes += [elsewhere(rng, known, size) for _ in range(3 + len(known.quads) // 4)]
    for box in boxes:
        told = answer(box, known)
        if told is not None:
            crop = rectified(picture, box[None].astype(np.float32), SIZE, MARGIN)[0]
            yield crop, *told, known.weight


def gathered(folders: list[tuple[Path, float]], weights: Path, copies: int, seed: int) -> tuple[Boxes, Boxes]:
    """Boxes to learn from, and boxes of sets of tiles that are held out."""
    detector = Detector(weights)
    rng = np.random.default_rng(seed)
    jobs = [job for folder, trust in folders for job in pictures(folder, trust)]
    rows: tuple[list[Any], list[Any]] = ([], [])
    with click.progressbar(jobs, label="pictures") as bar:
        for file, group, known in bar:
            rows[int(group % 25 == 0)].extend(boxes_of(rng, file, known, detector, copies))
    return _joined(rows[0]), _joined(rows[1])


def _joined(rows: list[Any]) -> Boxes:
    crops, corners, kinds, visible, weights = zip(*rows, strict=True)
    return Boxes(
        np.stack(crops),
        np.array(corners, np.float32),
        np.array(kinds, np.int64),
        np.array(visible, np.float32),
        np.array(weights, np.float32),
    )


def kept(folder: Path, folders: list[tuple[Path, float]], weights: Path, copies: int, seed: int) -> tuple[Boxes, Boxes]:
    """`gathered`, kept in `folder` so that a run that was stopped can go on without making them again."""
    names = [folder / f"{part}-{seed}-{copies}" for part in ("learnt", "held")]
    if not all(name.with_suffix(".npz").exists() for name in names):
        for name, boxes in zip(names, gathered(folders, weights, copies, seed), strict=True):
            np.save(name.with_suffix(".npy"), boxes.crops)
            answers = (f.name for f in fields(boxes) if f.name != "crops")
            np.savez(name.with_suffix(".npz"), **{answer: getattr(boxes, answer) for answer in answers})
    return tuple(  # type: ignore[return-value]
        Boxes(np.load(name.with_suffix(".npy")), **np.load(name.with_suffix(".npz"))) for name in names
    )


# --- learning -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Recipe:
    """All that decides what is learnt.

    Attributes:
        copies: Boxes made rough from each tile.
        epochs: Passes over all boxes.
        batch, rate: Boxes a step and peak learning rate of a one-cycle schedule.
        seed: Of everything.
        widths: Channels of the network's four stages.
        start: The ONNX weights to start from, or "" to start from nothing.
    """

    copies: int = 2
    epochs: int = 6
    batch: int = 192
    rate: float = 3e-3
    seed: int = 1
    widths: tuple[int, int, int, int] = (16, 32, 64, 96)
    start: str = ""


def _flipped(x: Tensor, corners: Tensor, generator: torch.Generator) -> tuple[Tensor, Tensor]:
    """Crops (n, 3, h, w) and their corners, each mirrored or not: an outline has no right way round."""
    for axis, order in ((3, [1, 0, 3, 2]), (2, [3, 2, 1, 0])):
        rows = torch.rand(len(x), generator=generator) < 0.5
        x = torch.where(rows[:, None, None, None], x.flip(axis), x)
        mirrored = corners[:, order].clone()
        at = 0 if axis == 3 else 1
        mirrored[..., at] = 1 - mirrored[..., at]
        corners = torch.where(rows[:, None, None], mirrored, corners)
    return x, corners


def learn(recipe: Recipe, boxes: Boxes, held: Boxes, folder: Path, device: str, say: Any = click.echo) -> RefinerNet:
    """Train, writing `folder/last.pt` after every pass and going on from there when it is of the same recipe."""
    torch.manual_seed(recipe.seed)
    net: RefinerNet = RefinerNet(recipe.widths)
    crops, corners = torch.from_numpy(boxes.crops), torch.from_numpy(boxes.corners)
    run = Run(net, recipe, crops, folder, device)
    if run.first:
        say(f"going on after pass {run.first}")
    kinds, weights = torch.from_numpy(boxes.kinds), torch.from_numpy(boxes.weights)
    whole, known = (torch.from_numpy(each) for each in wholeness(boxes))
    for epoch in range(run.first, recipe.epochs):
        began, seen, totals = time.monotonic(), 0, np.zeros(3)
        generator = torch.Generator().manual_seed(recipe.seed * 1000 + epoch)
        net.train()
        order = torch.randperm(len(boxes), generator=generator)
        for start in range(0, len(order) - 1, recipe.batch):
            rows = order[start : start + recipe.batch]
            x, truth = _flipped(scaled(crops[rows]), corners[rows], generator)
            x = lit(x, generator)
            with half(device):
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
                say(
                    f"  pass {epoch + 1}: {seen} of {len(order)} boxes, corners {totals[0] / seen:.4f}, "
                    f"kinds {totals[1] / seen:.4f}, whole {totals[2] / seen:.4f}, "
                    f"{seen / (time.monotonic() - began):.0f}/s"
                )
        say(f"pass {epoch + 1} of {recipe.epochs}: {told(net, held, device)}, {time.monotonic() - began:.0f} s")
        run.keep(epoch + 1)
    return net


def wholeness(boxes: Boxes) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """For each box whether its tile is whole, 0 or 1, and whether that is known, 0 or 1, both (N,)."""
    known = (boxes.kinds != NONE) & ((boxes.visible < _WHOLE[0]) | (boxes.visible > _WHOLE[1]))
    return (boxes.visible > _WHOLE[1]).astype(np.float32), known.astype(np.float32)


@torch.no_grad()  # type: ignore[untyped-decorator]
def told(net: RefinerNet, held: Boxes, device: str) -> str:
    """How far corners are off, in shares of the box's sides, and how many kinds and whole tiles are told right."""
    net.eval()
    parts = []
    for start in range(0, len(held), 512):
        out = net(scaled(torch.from_numpy(held.crops[start : start + 512])).to(device))
        parts.append([part.cpu().numpy() for part in out])
    points, logits, sees = (np.concatenate(part) for part in zip(*parts, strict=True))
    tiles = held.kinds != NONE
    before, after = (
        np.linalg.norm(corners[tiles] - held.corners[tiles], axis=2).max(axis=1)
        for corners in (np.broadcast_to(_UNIT, points.shape), points)
    )
    kinds = logits.argmax(axis=1)
    whole, known = (each > 0 for each in wholeness(held))
    return (
        f"worst corner {np.median(before):.3f} off before, {np.median(after):.3f} after "
        f"(95%: {np.quantile(before, 0.95):.3f}, {np.quantile(after, 0.95):.3f}); "
        f"tiles lost {(kinds[tiles] == NONE).mean():.4f}, taken for tiles {(kinds[~tiles] != NONE).mean():.4f}, "
        f"kinds right {(kinds == held.kinds).mean():.4f}; "
        f"whole tiles taken for covered {(sees[known & whole] < 0).mean():.4f}, "
        f"covered for whole {(sees[known & ~whole] > 0).mean():.4f}"
    )


# --- the model as others use it --------------------------------------------------------------------------------------


def export(net: RefinerNet, file: Path, notes: dict[str, str]) -> None:
    """Write `file` (ONNX) as the contract has it."""

    def finish(corners: Tensor, logits: Tensor, whole: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        return corners, functional.softmax(logits, dim=1), whole.sigmoid()

    write_onnx(net, finish, SIZE, file, ("corners", "kinds", "whole"), {"margin": str(MARGIN), **notes})


_DEFAULT: Final = Recipe()


@click.command()
@click.option("--data", type=click.Path(exists=True, path_type=Path), multiple=True, required=True)
@click.option("--detector", type=click.Path(exists=True, path_type=Path), default=Path("models/detector.onnx"))
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), required=True, help="Boxes, state and model.")
@click.option("--trust", default=0.3, show_default=True, help="Weight of corners that are known as rectangles only.")
@click.option("--copies", default=_DEFAULT.copies, show_default=True, help="Boxes made rough from each tile.")
@run_options(_DEFAULT)
def main(
    data: tuple[Path, ...],
    detector: Path,
    out: Path,
    trust: float,
    copies: int,
    epochs: int,
    batch: int,
    rate: float,
    start: str,
    seed: int,
    threads: int,
    device: str,
) -> None:
    """Gather boxes, learn from them, and write OUT/refiner.onnx. Run again to go on where it was stopped."""
    torch.set_num_threads(threads)
    out.mkdir(parents=True, exist_ok=True)
    recipe = Recipe(copies, epochs, batch, rate, seed, start=start)
    boxes, held = kept(out, [(folder, trust) for folder in data], detector, copies, seed)
    click.echo(f"{len(boxes)} boxes to learn from, {len(held)} held out")
    net = learn(recipe, boxes, held, out, device)
    click.echo(f"held out: {told(net, held, device)}")
    export(net, out / "refiner.onnx", noted(recipe))


if __name__ == "__main__":
    main()
