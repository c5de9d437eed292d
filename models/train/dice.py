"""Train the network that reads dice: from a part of a table to a map of the tops of dice and their values.

The contract of `dice.onnx`, for whoever runs it (`vision.table.dice`):

* The picture is scaled so that a millimetre on the table takes `SCALE` (1.6) pixels and cut into windows of
  `WINDOW` (256) pixels a side. What lies within `MARGIN` (24) pixels of a window's rim is seen too narrowly.
* Input `crops`: uint8 (N, 256, 256, 3), BGR, 0-255. N is free.
* Output `cells`: float32 (N, 8, 64, 64), a cell for every square of `STEP` (4) pixels a side. Rows 0 to 6 are
  probabilities: no die's top has its middle within `CORE` (0.3) of its side from the cell's middle, or one of value 1
  to 6 has. Row 7 is that side in pixels.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Final

import click
import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from models.data.dataset import sources, spread
from models.data.labels import read_labels
from models.render import optics
from models.render.body import Box, Canvas, Image, Light, draw, shadow
from models.render.dice import Die, die, random_style
from models.render.ended import random_end
from models.render.fittings import plate, stick
from models.render.glyphs import Font
from models.render.scene import OVERSAMPLE, Scene, Sources, TrueDie
from models.render.table import Scenery, material
from models.render.view import look_at
from models.train.run import Residual, Run, convolution, half, lit, noted, run_options, scaled, write_onnx
from vision.table.dice import CORE, SCALE, STEP, TILE, WINDOW

SIDE: Final = 160  # pixels of a window that is rendered
PART: Final = 96  # pixels of the part of it that is learnt from in one pass
OPEN: Final = 255  # a cell of which nothing is asked
_WHOLE, _PART = 0.85, 0.7  # share of a top seen from which on it is to be read, and up to which it is not
_RIM = 0.6  # of a side from its middle: cells beyond `CORE` and up to there are asked nothing
_ROWS: Final = 8
_A_TABLE: Final = 20  # windows of one rendered table
_AT_DICE: Final = 0.33  # so many of them where its dice lie
_BLOCK: Final = 1000  # windows that are gathered by one process at a time


class DiceNet(nn.Module):  # type: ignore[misc]
    """Windows to logits of the values and the logarithm of the side; see the module's contract."""

    def __init__(self, widths: tuple[int, int]) -> None:
        super().__init__()
        a, b = widths
        self.trunk = nn.Sequential(
            *convolution(3, a, 2),
            *convolution(a, b, 2),
            Residual(b),
            Residual(b),
            Residual(b),
            nn.Conv2d(b, _ROWS, 1),
        )

    def forward(self, pixels: Tensor) -> Tensor:
        """(n, 3, h, w) scaled to about -2..2 in, (n, 8, h / 4, w / 4) out: seven logits, the side as log(side / 16)."""
        out: Tensor = self.trunk(pixels)
        return out


# --- data -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Windows:
    """Crops (N, s, s, 3); of their cells the values (N, s / 4, s / 4), 0 for no die, and the sides in pixels."""

    crops: NDArray[np.uint8]
    values: NDArray[np.uint8]
    sides: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.crops)


Window = tuple[Image, NDArray[np.uint8], NDArray[np.float32]]


def marked(dice: Sequence[TrueDie]) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """The cells' values and sides, for dice in pixels of the window."""
    cells = SIDE // STEP
    values, sides = np.zeros((cells, cells), np.uint8), np.ones((cells, cells), np.float32)
    ys, xs = np.mgrid[:cells, :cells] * STEP + (STEP - 1) / 2  # where a pixel's middle has whole numbers
    for one in dice:
        side = float(np.sqrt(cv2.contourArea(one.quad.astype(np.float32))))
        x, y = one.quad.mean(axis=0)
        far = np.hypot(xs - x, ys - y)
        if one.visible > _PART:
            values[far < _RIM * side] = OPEN
        if one.visible > _WHOLE:
            core = far < max(CORE * side, 0.75 * STEP)
            values[core], sides[core] = one.value, side
    return values, sides


def laid(rng: np.random.Generator, ground: Image, fonts: Sequence[Font]) -> Window:
    """Dice, and things that are none, on a ground, as some camera sees them."""
    tilt, roll = (
        (rng.uniform(0, 0.6), rng.uniform(0, 2 * np.pi))
        if rng.random() < 0.8
        else (rng.uniform(0.5, 1.05), rng.normal(0, 0.1))  # a camera held low is held upright
    )
    scale = float(np.exp(rng.uniform(np.log(0.8), np.log(3.2))))  # pixels that a millimetre takes in the picture
    zoom = SCALE / (scale * np.sqrt(np.cos(tilt))) * float(np.exp(rng.normal(0, 0.12)))
    size = round(SIDE / zoom)
    finer = max(OVERSAMPLE, -(-OVERSAMPLE * SIDE // size))
    fine = finer * size
    view = look_at((fine, fine), float(tilt), float(roll), float(rng.uniform(6, 15)), finer * scale)
    canvas = Canvas.over(cv2.resize(ground, (fine, fine)).astype(np.uint8))
    towards = np.array([rng.normal(0, 0.6), rng.normal(0, 0.6), 1.0])
    light = Light(towards / np.linalg.norm(towards), rng.uniform(0.35, 0.8))
    for _ in range(int(rng.choice([0, 0, 0, 1, 2]))):
        _counter(rng, canvas.image, finer * scale)
    dice = _thrown(rng, 0.5 * size / scale)
    things = [_thing(rng, 0.5 * size / scale, fonts) for _ in range(int(rng.choice([0, 0, 1, 2, 4])))]
    boxes = [*(d.box for d in dice), *(t for t in things if not any(_near(t, d.box) for d in dice))]
    shadow(canvas, view, boxes, light, rng.uniform(0.5, 4) * finer * scale, rng.uniform(0.15, 0.65))
    for box in sorted(boxes, key=lambda b: -float(np.linalg.norm(b.centre - view.eye))):
        draw(canvas, view, box, light)
    if rng.random() < 0.15:
        _glass(rng, canvas.image, finer * scale)
    if rng.random() < 0.1:
        optics.hand(rng, canvas)
    lit = optics.lamps(rng, canvas.image)
    picture = optics.exposed(rng, cv2.resize(lit, (size, size), interpolation=cv2.INTER_AREA).astype(np.uint8))
    tops: list[TrueDie] = []
    for one in dice:
        quad = view.project(one.box.side("+n")[0])
        seen = np.count_nonzero(canvas.ids == one.box.id) / max(1.0, cv2.contourArea(quad.astype(np.float32)))
        tops.append(TrueDie(one.value, quad / fine * SIDE, seen))
    return cv2.resize(picture, (SIDE, SIDE), interpolation=_way(zoom)).astype(np.uint8), *marked(tops)


def _way(zoom: float) -> int:
    return cv2.INTER_AREA if zoom < 1 else cv2.INTER_LINEAR


def _thrown(rng: np.random.Generator, reach: float) -> list[Die]:
    """Dice of one style or several, within so many millimetres, some side by side, each numbered from 1."""
    dice: list[Die] = []
    style = random_style(rng)
    for _ in range(int(rng.integers(1, 7))):
        beside = dice[-1].box if dice and rng.random() < 0.2 else None
        style = style if beside is not None or rng.random() < 0.3 else random_style(rng)
        x, y, turn = *rng.uniform(-reach, reach, 2), float(rng.uniform(0, 2 * np.pi))
        if beside is not None:
            along, across = beside.axes[:2, :2]
            x, y = beside.centre[:2] + rng.uniform(2.05, 2.6) * along + rng.uniform(-1, 1) * across
            turn = float(np.arctan2(along[1], along[0]))
        least = 1.0 if beside is not None else 1.3
        if all(np.hypot(*(d.box.centre[:2] - (x, y))) > least * style.side for d in dice):
            one = die(style, int(rng.integers(1, 7)), (x, y), turn, rng)
            dice.append(replace(one, box=replace(one.box, id=len(dice) + 1)))
    return dice


def _counter(rng: np.random.Generator, picture: Image, scale: float) -> None:
    """Draws a round flat thing, perhaps with one dot."""
    style, radius = random_style(rng), rng.uniform(4, 12) * scale
    at = rng.uniform(0, len(picture), 2).astype(int).tolist()
    cv2.circle(picture, at, round(radius), style.body, -1, cv2.LINE_AA)
    if rng.random() < 0.7:
        cv2.circle(picture, at, round(radius * rng.uniform(0.15, 0.6)), style.inks[1], -1, cv2.LINE_AA)


def _glass(rng: np.random.Generator, picture: Image, scale: float) -> None:
    """Draws the glass dome that stands over the dice of an automatic table: its rim, and the lamps that shine in it."""
    at = rng.uniform(0, len(picture), 2).astype(int).tolist()
    radius = rng.uniform(25, 80) * scale
    glass = picture.copy()
    cv2.circle(glass, at, round(radius), rng.uniform(0, 255, 3).tolist(), max(1, round(rng.uniform(0.5, 4) * scale)))
    for _ in range(int(rng.integers(1, 4))):
        arc, first = round(radius * rng.uniform(0.1, 0.95)), rng.uniform(0, 360)
        thick = max(1, round(rng.uniform(0.3, 3) * scale))
        cv2.ellipse(glass, at, (arc, arc), 0, first, first + rng.uniform(5, 90), (255, 255, 255), thick, cv2.LINE_AA)
    glass = cv2.GaussianBlur(glass, (0, 0), rng.uniform(0.1, 0.6) * scale + 0.1).astype(np.uint8)
    clear = rng.uniform(0.3, 0.9)
    picture[:] = cv2.addWeighted(picture, clear, np.maximum(glass, picture), 1 - clear, 0)


def _near(one: Box, other: Box) -> bool:
    """Whether they may touch."""
    reach = sum(float(np.hypot(*np.linalg.norm(box.axes[:2], axis=1))) for box in (one, other))
    return bool(np.hypot(*(one.centre - other.centre)[:2]) < reach)


def _thing(rng: np.random.Generator, reach: float, fonts: Sequence[Font]) -> Box:
    """A counter, a block, a card, a stick, a plate: of a die's size or larger, with anything but a die's pips on it."""
    x, y = rng.uniform(-reach, reach, 2)
    if rng.random() < 0.4:
        other = stick(rng) if rng.random() < 0.75 else plate(rng, fonts)
        return replace(other, centre=np.array([x, y, other.centre[2]]))
    half = rng.uniform(4, 12, 3) if rng.random() < 0.5 else np.full(3, rng.uniform(4, 11))
    half[2] *= rng.uniform(0.1, 1)
    turn = rng.uniform(0, np.pi)
    c, s = np.cos(turn), np.sin(turn)
    axes = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1.0]]) * half[:, None]
    style = random_style(rng)
    texture = np.full((64, 64, 4), 255, np.uint8)
    texture[:, :, :3] = np.array(style.body)
    ink, at = (*style.inks[1], 255.0), tuple(int(v) for v in rng.integers(16, 48, 2))
    kind, thick = rng.integers(5), int(rng.integers(2, 8))
    if kind == 0:
        cv2.circle(texture, (32, 32), int(rng.integers(12, 28)), ink, thick, cv2.LINE_AA)
        cv2.circle(texture, (32, 32), int(rng.integers(2, 12)), ink, -1, cv2.LINE_AA)
    elif kind == 1:
        letter = str(rng.choice(list("ABCEFHKLMNSTXYZ0234789")))
        cv2.putText(texture, letter, (at[0] - 16, at[1] + 16), 0, rng.uniform(0.8, 2), ink, thick, cv2.LINE_AA)
    elif kind == 2:
        for _ in range(int(rng.integers(1, 4))):
            ends = rng.integers(0, 64, (2, 2))
            cv2.line(texture, ends[0].tolist(), ends[1].tolist(), ink, thick, cv2.LINE_AA)
    elif kind == 3:
        for _ in range(int(rng.integers(7, 20))):
            cv2.circle(texture, rng.integers(4, 60, 2).tolist(), int(rng.integers(3, 7)), ink, -1, cv2.LINE_AA)
    corner = float(rng.choice([0.05, 0.3, 1.0]))
    return Box(np.array([x, y, half[2]]), axes, style.body, style.body, textures={"+n": texture}, corner=corner)


def parts_of_tables(rng: np.random.Generator, source: Sources, count: int) -> Iterator[Scene]:
    """Windows cut from whole tables, a third of them where dice lie, if any do."""
    for n in range(count):
        if n % _A_TABLE == 0:
            whole = _table(rng, source)
        room = np.array(whole.image.shape[1::-1]) - SIDE
        x, y = rng.integers(room + 1)
        if whole.dice and rng.random() < _AT_DICE:
            middle = whole.dice[int(rng.integers(len(whole.dice)))].quad.mean(axis=0)
            x, y = np.clip(middle - SIDE * rng.uniform(0.1, 0.9, 2), 0, room).astype(int)
        yield whole.cut(int(x), int(y), (SIDE, SIDE))


def _table(rng: np.random.Generator, source: Sources) -> Scene:
    """A whole table in the scale of the windows."""
    end = random_end(rng, source, (1920, 1080), dice=bool(rng.random() < 0.7))
    zoom = SCALE * end.side / float(np.sqrt(cv2.contourArea(end.corners.astype(np.float32))))
    image = cv2.resize(end.scene.image, None, fx=zoom, fy=zoom, interpolation=_way(zoom)).astype(np.uint8)
    return Scene(image, (), tuple(replace(d, quad=d.quad * zoom) for d in end.scene.dice))


def photographs(rng: np.random.Generator, photos: Path, count: int) -> Iterator[Image]:
    """So many parts of photographs without dice; tiles in them have about the size they have in the windows."""
    files = sorted((photos / "clutter").glob("*.jpg")) + sorted((photos / "train" / "images").glob("*.jpg"))
    for _ in range(count if files else 0):
        file = files[int(rng.integers(len(files)))]
        read = cv2.imread(str(file))
        if read is None:
            continue
        h, w = read.shape[:2]
        width = float(np.exp(rng.uniform(np.log(60), np.log(400))))
        if file.parent.parent.name == "train":
            boxes = np.array([label.box for label in read_labels(file, (w, h))], float).reshape(-1, 4)
            if len(boxes):
                tile = float(np.sqrt(np.median(np.prod(boxes[:, 2:] - boxes[:, :2], axis=1))))
                width = SIDE * tile / (SCALE * np.sqrt(TILE[0] * TILE[1])) * float(np.exp(rng.normal(0, 0.3)))
        extent = int(min(h, w, max(40, width)))
        x, y = int(rng.integers(w - extent + 1)), int(rng.integers(h - extent + 1))
        part = read[y : y + extent, x : x + extent]
        yield cv2.resize(part, (SIDE, SIDE), interpolation=_way(SIDE / extent)).astype(np.uint8)


def gathered(rng: np.random.Generator, photos: Path | None, dice: int, bare: int) -> Windows:
    """Windows with dice laid for them, and as many of rendered tables as of photographs, where there are any."""
    source = sources(photos)
    plain = list(photographs(rng, photos, bare // 2)) if photos else []
    rows: list[Window] = [(window, *marked(())) for window in plain]
    for part in parts_of_tables(rng, source, bare - len(plain)):
        rows.append((part.image.copy(), *marked(part.dice)))
        if not part.dice:
            plain.append(rows[-1][0])
    rows += [laid(rng, _ground(rng, source.scenery, plain), source.faces.chinese) for _ in range(dice)]
    crops, values, sides = zip(*rows, strict=True)
    return Windows(np.stack(crops), np.stack(values), np.stack(sides))


def _ground(rng: np.random.Generator, scenery: Scenery, plain: list[Image]) -> Image:
    """A surface, or a part of some picture without dice."""
    if plain and rng.random() < 0.4:
        return plain[int(rng.integers(len(plain)))]
    return material(rng, scenery, int(rng.integers(150, 500)))


def kept(file: Path, seed: int, photos: Path | None, dice: int, bare: int, workers: int = 1) -> Windows:
    """`gathered` in blocks, and kept in a file so that a run that was stopped can go on without making them again."""
    if not file.exists():
        count = -(-(dice + bare) // _BLOCK)
        jobs = []
        for n in range(count):
            some, none = (every * (n + 1) // count - every * n // count for every in (dice, bare))
            jobs.append((np.random.default_rng([seed, n]), photos, some, none))
        made = spread(gathered, jobs, workers, file.stem)
        part = file.with_name("part.npz")
        crops, values, sides = (np.concatenate([getattr(block, f.name) for block in made]) for f in fields(Windows))
        np.savez(part, crops=crops, values=values, sides=sides)
        part.replace(file)
    with np.load(file) as arrays:
        return Windows(**arrays)


# --- learning -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Recipe:
    """All that decides what is learnt.

    Attributes:
        dice, bare: Windows with dice laid for them, and of tables and photographs, most of which have none.
        epochs: Passes over all windows.
        batch, rate: Windows a step and peak learning rate of a one-cycle schedule.
        seed: Of everything.
        widths: Channels of the network's two scales.
        start: The ONNX weights to start from, or "" to start from nothing.
    """

    dice: int = 14000
    bare: int = 3500
    epochs: int = 24
    batch: int = 64
    rate: float = 4e-3
    seed: int = 1
    widths: tuple[int, int] = (16, 24)
    start: str = ""


def loss_of(out: Tensor, values: Tensor, sides: Tensor) -> Tensor:
    """Of the cells of dice, and of the bare cells that are taken for dice most; (n, 8, h, w), (n, h, w), (n, h, w)."""
    off = functional.cross_entropy(out[:, :7], values, ignore_index=OPEN, reduction="none")
    dice, bare = (values > 0) & (values != OPEN), values == 0
    count = int(dice.sum())
    worst = off[bare].topk(min(int(bare.sum()), 4 * count + 256)).values
    side = functional.huber_loss(out[:, 7][dice], torch.log(sides[dice] / 16), reduction="sum", delta=0.1) / 0.1
    return (off[dice].sum() + worst.sum() + 0.3 * side) / (count + 64)


def parts(generator: torch.Generator, values: Tensor) -> list[tuple[slice, slice]]:
    """Rows and columns of cells of a part of each window (n, h, w), round one of its dice where it has any."""
    cells, most = PART // STEP, values.shape[1] - PART // STEP
    cut = []
    for window in values:
        dice = ((window > 0) & (window != OPEN)).nonzero()
        corner = torch.randint(most + 1, (2,), generator=generator)
        if len(dice):
            off = torch.randint(cells // 4, 3 * cells // 4, (2,), generator=generator)
            corner = (dice[int(torch.randint(len(dice), (1,), generator=generator))] - off).clamp(0, most)
        row, column = int(corner[0]), int(corner[1])
        cut.append((slice(row, row + cells), slice(column, column + cells)))
    return cut


def _cut(grids: Tensor, cut: list[tuple[slice, slice]], step: int = 1) -> Tensor:
    """The parts of grids (n, h, w, ...) that have `step` rows for a cell."""
    return torch.stack(
        [
            grid[rows.start * step : rows.stop * step, columns.start * step : columns.stop * step]
            for grid, (rows, columns) in zip(grids, cut, strict=True)
        ]
    )


def learn(recipe: Recipe, windows: Windows, held: Windows, folder: Path, device: str, say: Any = click.echo) -> DiceNet:
    """Train, writing `folder/last.pt` after every pass and going on from there when it is of the same recipe."""
    torch.manual_seed(recipe.seed)
    net: DiceNet = DiceNet(recipe.widths)
    crops, values, sides = (torch.from_numpy(a) for a in (windows.crops, windows.values, windows.sides))
    run = Run(net, recipe, crops, folder, device)
    if run.first:
        say(f"going on after pass {run.first}")
    for epoch in range(run.first, recipe.epochs):
        began, seen, total = time.monotonic(), 0, 0.0
        generator = torch.Generator().manual_seed(recipe.seed * 1000 + epoch)
        net.train()
        order = torch.randperm(len(windows), generator=generator)
        for start in range(0, len(order), recipe.batch):
            rows = order[start : start + recipe.batch]
            cut = parts(generator, values[rows])
            x = scaled(_cut(crops[rows], cut, STEP))
            truth, extent = _cut(values[rows], cut).long(), _cut(sides[rows], cut)
            turn, over = (int(torch.randint(n, (), generator=generator)) for n in (4, 2))
            x, truth, extent = (torch.rot90(t.flip(-1) if over else t, turn, (-2, -1)) for t in (x, truth, extent))
            x = lit(x, generator, tint=0.06)
            with half(device):
                out = net(x.to(device=device, memory_format=torch.channels_last))
            loss = loss_of(out.float(), truth.to(device), extent.to(device))
            run.step(loss)
            seen += len(rows)
            total += float(loss.detach()) * len(rows)
            if (start // recipe.batch) % 100 == 99:
                say(f"  pass {epoch + 1}: {seen} of {len(order)} windows, loss {total / seen:.4f}")
        took = time.monotonic() - began
        say(f"pass {epoch + 1} of {recipe.epochs}: loss {total / seen:.4f}, {told(net, held, device)}, {took:.0f} s")
        run.keep(epoch + 1)
    return net


@torch.no_grad()  # type: ignore[untyped-decorator]
def told(net: DiceNet, held: Windows, device: str) -> str:
    """What the network makes of windows held out, cell by cell."""
    net.eval()
    parts = [
        functional.softmax(net(scaled(torch.from_numpy(held.crops[i : i + 32])).to(device))[:, :7].float(), 1).cpu()
        for i in range(0, len(held), 32)
    ]
    odds = torch.cat(parts).permute(0, 2, 3, 1).numpy()
    dice, bare = (held.values > 0) & (held.values != OPEN), held.values == 0
    true, best = held.values[dice], odds[dice].max(axis=1)
    right = odds[dice].argmax(axis=1) == true
    sure = (best > 0.9) & (odds[dice].argmax(axis=1) > 0)
    return (
        f"held out: cells of dice right {right.mean():.4f}, sure {sure.mean():.4f}, of these wrong "
        f"{(~right[sure]).sum() / max(1, sure.sum()):.4f}; "
        f"bare cells taken for dice {(odds[bare][:, 0] < 0.5).mean():.5f}"
    )


# --- the model as others use it --------------------------------------------------------------------------------------


def export(net: DiceNet, file: Path, notes: dict[str, str]) -> None:
    """Write `file` (ONNX) as the contract has it."""

    def finish(out: Tensor) -> Tensor:
        return torch.cat([functional.softmax(out[:, :7], dim=1), 16 * torch.exp(out[:, 7:])], dim=1)

    write_onnx(net, finish, (WINDOW, WINDOW), file, ("cells",), {"scale": str(SCALE), **notes})


_DEFAULT: Final = Recipe()


@click.command()
@click.option("--photos", type=click.Path(path_type=Path), help="Folder with surfaces and photographs without dice.")
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), required=True, help="Windows, state and model."
)
@click.option("--dice", default=_DEFAULT.dice, show_default=True, help="Windows with dice laid for them.")
@click.option("--bare", default=_DEFAULT.bare, show_default=True, help="Windows of tables and photographs.")
@run_options(_DEFAULT)
def main(
    photos: Path | None,
    out: Path,
    dice: int,
    bare: int,
    epochs: int,
    batch: int,
    rate: float,
    start: str,
    seed: int,
    threads: int,
    device: str,
) -> None:
    """Render windows, learn from them, and write OUT/dice.onnx. Run again to go on where it was stopped."""
    torch.set_num_threads(threads)
    out.mkdir(parents=True, exist_ok=True)
    recipe = Recipe(dice, bare, epochs, batch, rate, seed, start=start)
    windows = kept(out / f"learnt-{seed}-{dice}-{bare}.npz", seed, photos, dice, bare, threads)
    held = kept(out / f"held-{seed}.npz", seed + 10**6, photos, 300, 100, threads)
    net = learn(recipe, windows, held, out, device)
    export(net, out / "dice.onnx", noted(recipe))


if __name__ == "__main__":
    main()
