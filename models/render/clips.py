"""Short clips of a table seen by a fixed camera, with the ground truth of every frame.

python -m models.render.clips OUT --kind resting --kind bump --seed 1

writes `OUT/KIND-SEED.mp4` and beside it, as JSON, the tiles of each frame.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Final, Literal

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from models.render import layouts
from models.render.body import Image
from models.render.glyphs import FaceSources
from models.render.layouts import Placement
from models.render.scene import RenderedScene, RenderedTileSet, Sources, TrueTile, random_set, render
from models.render.table import Scenery
from models.render.view import Points, View, look_at
from scoring import Win, parse
from scoring.notation import format_win

ClipKind = Literal["laid", "passing", "resting", "bump", "flicker", "noise", "changed", "unplugged"]
KINDS: Final[tuple[ClipKind, ...]] = ("laid", "passing", "resting", "bump", "flicker", "noise", "changed", "unplugged")
"""The kinds of clips, named after the event they show."""

HANDS: Final = (
    "[CCCC,2]123m456p789sE E flowers=f1",
    "[EEEE][123s,1]456m789p5s 5s",
    "[5555p,6][111m,3]234s678s9m 9m",
    "123m456m789m123p5s 5s",
    "[999s,1][FFF,2]345p678pN N flowers=f2s3",
    "1122m3344p5566sE E",
)
"""The hands in clips. Kongs of every kind are among them, as covering a tile turns one into a pung."""

RATE: Final = 25.0
"""Frames a second, as most cameras send."""

_SHADOW: Final = 0.75
"""Brightness of the table in an arm's shadow. Lower makes the shadow darker than under an ordinary lamp; higher leaves
it invisible."""

_GRAIN: Final = 61
"""Most pixels by which one noise pattern is shifted to stand for a new one. More takes memory; less repeats the
pattern."""


@dataclass(frozen=True, slots=True)
class ClipShot:
    """A frame of a clip and its ground truth.

    Attributes:
        at: Seconds since the clip began.
        tiles: The tiles, as seen.
        hand: Text of the hand they make, or None while it is being laid.
        covered: True if something covers one of its tiles.
        calm: True if nothing moves.
    """

    at: float
    picture: Image
    tiles: tuple[TrueTile, ...]
    hand: str | None
    covered: bool
    calm: bool


@dataclass(frozen=True, slots=True)
class ClipStep:
    """A part of a clip.

    Attributes:
        seconds: Its length.
        shown: Index of the scene shown, and number of its tiles (None for all).
        arm: How far an arm reaches in at its beginning and end, 0 (out of sight) to 1 (over `aim`); None for no arm.
        aim: Index of the tile that the arm reaches for, counted from the left.
        bump: True if the table is knocked at its beginning.
    """

    seconds: float
    shown: tuple[int, int | None] = (0, None)
    arm: tuple[float, float] | None = None
    aim: int = 0
    bump: bool = False


@dataclass(frozen=True, slots=True)
class Film:
    """The rendered scenes and the script of a clip.

    Attributes:
        empty: The empty table.
        scenes: Whole hands on that table; `hands` are their texts.
        steps: The parts of the clip, in order.
        noise: Standard deviation of the sensor's noise, in grey levels of 255.
        flicker: Amplitude of the lamp's flicker, as a share of its brightness.
    """

    empty: Image
    scenes: tuple[RenderedScene, ...]
    hands: tuple[str, ...]
    steps: tuple[ClipStep, ...]
    noise: float
    flicker: float


def film(kind: ClipKind, seed: int, size: tuple[int, int], sources: Sources, hand: str | None = None) -> Film:
    """Render the scenes of a clip, and write its script.

    Args:
        size: (width, height) in pixels.
        hand: The hand; by default one of `HANDS`.
    """
    rng = np.random.default_rng([seed, KINDS.index(kind)])
    tiles = random_set(rng, sources)
    win = parse(hand or HANDS[seed % len(HANDS)])
    wins = [win] if kind != "changed" else [win, _another(win)]
    order = rng.integers(1 << 31)
    laid = [_lies(np.random.default_rng(order), each, tiles) for each in wins]
    view = _view(rng, laid[0], tiles, size)
    look = rng.integers(1 << 31)
    scenes = [render(np.random.default_rng(look), each, tiles, view, sources, plain=True) for each in laid]
    empty = render(np.random.default_rng(look), [], tiles, view, sources, plain=True).image
    steps = _steps(kind, rng, len(scenes[0].tiles))
    noise = float(rng.uniform(5, 9)) if kind == "noise" else float(rng.uniform(1, 3))
    flicker = float(rng.uniform(0.06, 0.14)) if kind == "flicker" else 0.01
    return Film(empty, tuple(scenes), tuple(format_win(each) for each in wins), tuple(steps), noise, flicker)


def _steps(kind: ClipKind, rng: np.random.Generator, count: int) -> Iterator[ClipStep]:
    """Yield the script of a kind of clip, for a hand of `count` tiles."""
    aim = int(rng.integers(1, count - 1))
    if kind == "laid":
        yield ClipStep(0.8, (0, 0))
        pushed = [0, *sorted({*rng.integers(2, count - 1, 3).tolist(), count - 1, count})]
        for before, after in pairwise(pushed):
            yield ClipStep(0.5, (0, before), (0.0, 1.0), after - 1)
            yield ClipStep(0.5, (0, after), (1.0, 0.0), after - 1)
            yield ClipStep(0.4, (0, after))
        yield ClipStep(2.0)
        return
    yield ClipStep(2.0)
    if kind == "passing":
        yield ClipStep(0.8, arm=(0.0, 1.6), aim=aim)
        yield ClipStep(0.8, arm=(1.6, 0.0), aim=aim)
    elif kind == "resting":
        # covering the first tile of a kong leaves a pung, covering an outer tile of a row a shorter row
        yield ClipStep(0.6, arm=(0.0, 0.9), aim=int(rng.choice([0, aim, count - 1])))
        yield ClipStep(2.5, arm=(0.9, 0.9), aim=aim)
        yield ClipStep(0.5, arm=(0.9, 0.0), aim=aim)
    elif kind == "bump":
        yield ClipStep(1.6, bump=True)
        yield ClipStep(1.6, bump=True)
    elif kind == "changed":
        yield ClipStep(0.5, (0, None), (0.0, 1.0), aim)
        yield ClipStep(0.5, (1, None), (1.0, 0.0), aim)
    elif kind == "unplugged":
        return
    yield ClipStep(2.0, (1 if kind == "changed" else 0, None))


def shots(film: Film, seed: int, rate: float = RATE) -> Iterator[ClipShot]:
    """Yield the frames of a clip, `rate` per second."""
    rng = np.random.default_rng(seed)
    skin = np.array([95, 125, 190]) * rng.uniform(0.4, 1.15) + rng.normal(0, 8, 3)
    sleeve = rng.uniform(15, 230, 3)
    side = int(rng.choice([0, 0, 1, 2]))
    height, width = film.empty.shape[:2]
    grain = np.float32(film.noise) * rng.standard_normal((height + _GRAIN, width + _GRAIN, 3), np.float32)
    at, rest = 0.0, np.zeros(3)
    for step in film.steps:
        scene, count = step.shown
        truth = _from_left(film.scenes[scene].tiles)
        lying = _laid(film, scene, count)
        whole = count is None or count == len(truth)
        fall = rest
        if step.bump:
            rest = rest + np.array([*rng.normal(0, 0.008, 2) * lying.shape[1], rng.normal(0, 0.6)])
        frames = round(step.seconds * rate)
        for n in range(frames):
            through = n / max(1, frames - 1)
            picture, over = lying, np.zeros(lying.shape[:2], bool)
            moving = False
            if step.arm:
                reach = step.arm[0] + (step.arm[1] - step.arm[0]) * (0.5 - 0.5 * np.cos(np.pi * through))
                tremor = rng.normal(0, 0.0002 * lying.shape[1], 2)
                target = np.mean(truth[step.aim % len(truth)].quad, axis=0) + tremor
                picture, over = with_arm(lying, target, float(reach), side, skin, sleeve)
                moving = step.arm[0] != step.arm[1]
            sway = rest
            if step.bump:
                swing = np.exp(-9 * n / rate) * np.cos(2 * np.pi * 7 * n / rate)
                sway = rest + (fall - rest) * swing
                moving = bool(np.abs((fall - rest) * swing).max() > 0.4)
            picture = _filmed(rng, shifted(picture, sway), film, grain, at)
            seen = tuple(_seen(tile, over, sway) for tile in truth[:count])
            covered = any(tile.visible < 0.97 for tile in seen)
            yield ClipShot(at, picture, seen, film.hands[scene] if whole else None, covered, not moving)
            at += 1 / rate


def _another(win: Win) -> Win:
    """Return a hand with one concealed tile replaced by its neighbour in rank."""
    tile = win.concealed[0]
    other = f"{int(tile[0]) % 9 + 1}{tile[1]}" if len(tile) == 2 else "P"
    return replace(win, concealed=(other, *win.concealed[1:]))


def _lies(rng: np.random.Generator, win: Win, tiles: RenderedTileSet) -> list[Placement]:
    return layouts.declared(rng, win, tiles.body.size)


def _view(rng: np.random.Generator, placed: Sequence[Placement], tiles: RenderedTileSet, size: tuple[int, int]) -> View:
    extent = float(np.ptp([p.x for p in placed])) + 4 * tiles.body.size.h
    return look_at(size, float(rng.uniform(0, 0.35)), float(rng.normal(0, 0.02)), 1.0, 0.92 * size[0] / extent)


def _laid(film: Film, scene: int, count: int | None) -> Image:
    """Return the empty table with the first `count` tiles of a scene, from the left."""
    whole = film.scenes[scene]
    if count is None or count >= len(whole.tiles):
        return whole.image
    mask = np.zeros(film.empty.shape[:2], np.uint8)
    tiles = _from_left(whole.tiles)
    for tile in tiles[:count]:
        cv2.fillPoly(mask, [np.round(tile.quad).astype(np.int32)], 255)
    if count:
        width = float(np.median([np.linalg.norm(t.quad[1] - t.quad[0]) for t in tiles]))
        reach = 2 * round(0.3 * width) + 1  # includes the tiles' sides and shadows
        cv2.dilate(mask, np.ones((reach, reach), np.uint8), mask)
        for tile in tiles[count:]:
            cv2.fillPoly(mask, [np.round(tile.quad).astype(np.int32)], 0)
    return np.where(mask[:, :, None] > 0, whole.image, film.empty).astype(np.uint8)


def _from_left(tiles: Sequence[TrueTile]) -> list[TrueTile]:
    return sorted(tiles, key=lambda tile: float(tile.quad.mean(axis=0)[0]))


def _seen(tile: TrueTile, over: NDArray[np.bool_], sway: Points) -> TrueTile:
    """Return a tile's ground truth under a mask of covering things, after a movement of the camera."""
    visible = 1.0
    if over.any():
        mask = np.zeros(over.shape, np.uint8)
        cv2.fillPoly(mask, [np.round(tile.quad).astype(np.int32)], 1)
        visible = 1 - float((over & (mask > 0)).sum() / max(1, mask.sum()))
    return replace(tile, quad=cv2.transform(tile.quad[None], _move(over.shape, sway))[0], visible=visible)


def with_arm(
    image: Image, aim: Points, reach: float, side: int, skin: Points, sleeve: Points
) -> tuple[Image, NDArray[np.bool_]]:
    """Return a picture and mask of an arm and hand that reach in from a side (0 below, 1 left, 2 right, 3 above)."""
    h, w = image.shape[:2]
    unit = 0.045 * w
    below, above = (aim[0] + 0.12 * w, h * 1.05), (aim[0] - 0.12 * w, -h * 0.05)
    root = np.array({0: below, 1: (-0.05 * w, h * 1.0), 2: (1.05 * w, h * 1.0), 3: above}[side])
    away = (aim - root) / np.linalg.norm(aim - root)
    tip = root + (aim - root) * reach + away * 1.1 * unit * min(1.0, reach)
    across = np.array([-away[1], away[0]])
    layer = np.zeros_like(image)
    mask = np.zeros((h, w), np.uint8)

    def limb(a: Points, b: Points, thick: float, colour: Points, shade: float) -> None:
        ends = tuple(round(8 * float(v)) for v in a), tuple(round(8 * float(v)) for v in b)
        for k, target in ((shade, layer), (None, mask)):
            paint = 255.0 if k is None else tuple(float(np.clip(c * k, 0, 255)) for c in colour)
            cv2.line(target, *ends, paint, max(2, round(thick)), cv2.LINE_AA, 3)

    if reach > 0.02:
        palm = tip - away * 2.2 * unit
        wrist = palm - away * 1.6 * unit
        limb(root, wrist, unit * 2.0, sleeve, 1.0)
        limb(wrist, palm, unit * 1.3, skin, 0.92)
        limb(palm - away * 0.4 * unit, palm + away * 0.5 * unit, unit * 1.9, skin, 1.0)
        for k, long in ((-1.5, 1.5), (-0.5, 2.0), (0.5, 2.2), (1.5, 1.9)):
            base = palm + across * k * unit * 0.45 + away * 0.5 * unit
            limb(base, base + away * (long - 0.5) * unit + across * k * 0.12 * unit, unit * 0.42, skin, 1.03 - 0.03 * k)
        limb(palm - across * 0.8 * unit, palm - across * 1.5 * unit + away * 0.8 * unit, unit * 0.5, skin, 0.97)
    small = cv2.resize(mask, (w // 8, h // 8), interpolation=cv2.INTER_AREA)
    fall = np.array([[1, 0, unit * 0.25 / 8], [0, 1, unit * 0.3 / 8]], np.float32)
    shade = cv2.GaussianBlur(cv2.warpAffine(small, fall, (w // 8, h // 8)), (0, 0), max(0.8, unit * 0.35 / 8))
    dark = 1 - (1 - _SHADOW) * cv2.resize(shade, (w, h)).astype(np.float32)[:, :, None] / 255
    changed = np.argwhere(dark[:, :, 0] < 1)
    drawn = image.copy()
    if len(changed):
        (top, left), (bottom, right) = changed.min(axis=0), changed.max(axis=0) + 1
        part = slice(max(0, top - 3), bottom + 3), slice(max(0, left - 3), right + 3)
        soft = cv2.GaussianBlur(layer, (5, 5), 0)[part]
        weight = cv2.GaussianBlur(mask, (3, 3), 0)[part].astype(np.float32)[:, :, None] / 255
        drawn[part] = np.clip(soft * weight + image[part] * dark[part] * (1 - weight), 0, 255)
    return drawn, mask > 127


def shifted(image: Image, sway: Points) -> Image:
    """Return the picture after the camera moved by (x, y) pixels and turned by an angle in degrees."""
    if not sway.any():
        return image
    h, w = image.shape[:2]
    return cv2.warpAffine(image, _move(image.shape, sway), (w, h), borderMode=cv2.BORDER_REPLICATE).astype(np.uint8)


def _move(shape: tuple[int, ...], sway: Points) -> Points:
    h, w = shape[:2]
    move: Points = cv2.getRotationMatrix2D((w / 2, h / 2), float(sway[2]), 1.0).astype(np.float64)
    move[:, 2] += sway[:2]
    return move


def _filmed(rng: np.random.Generator, image: Image, film: Film, grain: NDArray[np.float32], at: float) -> Image:
    """Apply the bands of a flickering mains lamp, and the sensor's noise."""
    h, w = image.shape[:2]
    rows = np.arange(h, dtype=np.float32)[:, None, None] / h
    light = 1 + np.float32(film.flicker) * np.sin(2 * np.pi * (0.7 * rows + 3.1 * at)).astype(np.float32)
    y, x = rng.integers(_GRAIN, size=2)
    filmed: Image = np.clip(image * light + grain[y : y + h, x : x + w], 0, 255).astype(np.uint8)
    return filmed


@click.command()
@click.argument("out", type=click.Path(path_type=Path, file_okay=False))
@click.option("--kind", "kinds", multiple=True, type=click.Choice(KINDS), help="By default all.")
@click.option("--seed", default=1, show_default=True)
@click.option("--size", nargs=2, type=int, default=(1280, 720), show_default=True, help="Width and height in pixels.")
@click.option("--photos", type=click.Path(path_type=Path, exists=True), help="Folder with art, crops and surfaces.")
def main(out: Path, kinds: tuple[ClipKind, ...], seed: int, size: tuple[int, int], photos: Path | None) -> None:
    """Render clips to OUT, each with its ground truth as JSON."""
    sources = Sources(FaceSources.find(photos), Scenery.under(photos))
    out.mkdir(parents=True, exist_ok=True)
    for kind in kinds or KINDS:
        path = out / f"{kind}-{seed}.mp4"
        writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), RATE, size)
        truth = []
        for shot in shots(film(kind, seed, size, sources), seed):
            writer.write(shot.picture)
            truth.append({"at": round(shot.at, 3), "hand": shot.hand, "covered": shot.covered, "calm": shot.calm})
        writer.release()
        path.with_suffix(".json").write_text(json.dumps(truth, indent=0) + "\n")
        click.echo(f"{path}: {len(truth)} pictures")


if __name__ == "__main__":
    main()
