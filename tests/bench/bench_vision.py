"""Figures of reading pictures, one per command:

    python -m tests.bench.bench_vision hands --count 240        whole declared hands, rendered: by side, light and kind
    python -m tests.bench.bench_vision hands --spoilt           the same one tile away from winning: false wins?
    python -m tests.bench.bench_vision scenes --count 96        any tiles on any table, rendered: all found and named?
    python -m tests.bench.bench_vision clutter PHOTOS           photographs without tiles: false positives?
    python -m tests.bench.bench_vision composed --count 2000    wins, and hands one tile away: read exactly, surely?
    python -m tests.bench.bench_vision photographs PHOTOS/dev   labelled photographs of whole hands: the same
    python -m tests.bench.bench_vision decode WEIGHTS.pt PICTURE  the same boxes as ultralytics' own predictor

Figures of hands end in a table of risk and coverage: if hands up to some `Reading.risk` counted as sure, how many
would, and how many of them would be wrong. `composed` settles `vision.hand.naming.RISK`. `--given-boxes` takes the
boxes from the ground truth instead of the detector, to separate the stages. `models.evaluate` measures photographs tile
by tile, `bench_speed` their time.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product, repeat
from pathlib import Path
from typing import Final

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from models.data.dataset import sources
from models.data.labels import read_labels
from models.data.photo_crops import clutter_split
from models.evaluate.tiles import corrected, read_corrections
from models.render import layouts
from models.render.hands import KINDS, kinds_of, random_win, win_of_kind
from models.render.random_scene import random_scene
from models.render.scene import RenderedScene, TrueTile, random_set, render
from models.render.view import look_at
from scoring import Win, parse
from scoring.circumstances import wins as is_won
from scoring.notation import format_win
from scoring.tiles import FACES
from tests.bench.bench_distorted import as_jpeg, hand_of, read_as
from vision import Reading, TileReader, open_image
from vision.annotate import annotated
from vision.evidence import Evidence
from vision.hand.candidates import hand_in_sight
from vision.hand.interpret import read
from vision.hand.naming import RISK
from vision.networks.detector import SIDE, Detections, Detector
from webui.messages import Messages
from webui.messages.vision import doubt

Boxes = NDArray[np.float64]
Image = NDArray[np.uint8]

SIDES: Final = ("near", "right", "far", "left")
LIGHTS: Final = ("even", "lamp", "dim")
SHAPES: Final = ((1280, 960), (1920, 1080), (1600, 1200), (960, 1280), (1280, 720), (2400, 1800))
RISKS: Final = (0.01, 0.02, 0.03, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5)


@dataclass(frozen=True, slots=True)
class Laid:
    """A rendered hand and its ground truth.

    Attributes:
        kinds: Kinds of its melds and flowers, by which figures are grouped.
        hidden: Whether all four tiles of a concealed kong lie face down, so that its face cannot be known.
    """

    win: Win
    scene: RenderedScene
    image: Image
    side: str
    light: str
    kinds: tuple[str, ...]
    hidden: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of reading a hand.

    Attributes:
        settled: Whether nothing but its risk makes the hand doubtful.
        wins: Whether it was read as a win.
    """

    right: bool
    sure: bool
    settled: bool
    risk: float
    wins: bool
    read: bool = True


def outcome(reading: Reading, decode: Callable[[float], Reading], right: Callable[[Reading], bool]) -> Outcome:
    """Return the outcome of a reading; `decode` reads the hand again with any most risk, to see if it would be sure."""
    if reading.hand is None:
        return Outcome(False, False, False, np.inf, False, False)
    careless = decode(np.inf)
    settled = careless.sure and careless.hand == reading.hand
    wins = is_won(parse(reading.hand))
    return Outcome(right(reading), reading.sure, settled, reading.risk, wins)


def by_reader(reader: TileReader, image: Image, found: Detections | None = None) -> Callable[[float], Reading]:
    """Return a function that reads a picture with a given most risk."""
    return lambda most_risk: reader.read(image, found=found, decode=partial(hand_in_sight, most_risk=most_risk))


def told(outcomes: Sequence[Outcome]) -> str:
    """Return the counts of outcomes as text."""
    sure = [o for o in outcomes if o.sure]
    wrong = sum(o.read and not o.right for o in outcomes)
    return (
        f"{sum(o.right for o in outcomes):5} of {len(outcomes)} exact, {len(sure):5} sure, {wrong:4} wrong, "
        f"{sum(not o.right for o in sure):2} of them sure, {sum(not o.read for o in outcomes):4} no hand"
    )


def invented(spoilt: Sequence[Outcome]) -> str:
    """Return the number of hands that do not win but were read as wins, as text."""
    wins = [o for o in spoilt if o.wins]
    return f"  {len(wins)} of {len(spoilt)} read as a win, {sum(o.sure for o in wins)} of them sure"


def risk_table(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Yield coverage, and errors among sure hands, for each risk allowed."""
    for most in RISKS:
        sure = [o for o in outcomes if o.settled and o.risk <= most]
        wrong = sum(not o.right for o in sure)
        yield f"  risk {most:<5} {len(sure):5} sure ({len(sure) / max(1, len(outcomes)):.1%}), {wrong} of them wrong"


def same_hand(reading: Reading, win: Win) -> bool:
    """Return True if two hands have the same tiles, melds with sources, winning tile and number of flowers."""
    if reading.hand is None:
        return False
    mine = parse(reading.hand)
    return (
        Counter(mine.melds) == Counter(win.melds)
        and Counter(mine.concealed) == Counter(win.concealed)
        and (mine.winning, mine.flowers) == (win.winning, win.flowers)
    )


def box(quad: Boxes) -> Boxes:
    """Return a detector's box of a tile: the smallest rectangle, from a short side on, down the picture."""
    corners = cv2.boxPoints(cv2.minAreaRect(quad.astype(np.float32))).astype(np.float64)
    first, second = corners[1] - corners[0], corners[2] - corners[1]
    if first[0] * second[1] - first[1] * second[0] < 0:
        corners = corners[::-1]
    if np.linalg.norm(corners[1] - corners[0]) > np.linalg.norm(corners[2] - corners[1]):
        corners = np.roll(corners, 1, axis=0)
    return np.roll(corners, 2, axis=0) if corners[3, 1] < corners[0, 1] else corners


def given(scene: RenderedScene) -> Detections:
    """Return the ground truth as a detector gives it."""
    tiles = [t for t in scene.tiles if t.visible > 0.3]
    return Detections(
        np.array([box(np.asarray(t.quad)) for t in tiles], np.float32).reshape(-1, 4, 2),
        np.full(len(tiles), 0.9, np.float32),
        tuple("face" if t.face == "up" else "back" for t in tiles),
    )


def rendered(index: int, seed: int, photos: Path | None, long_side: int, spoilt: bool = False) -> Laid:
    """Render a declared hand from a random view, whole in the picture and not covered.

    Sides, lights and kinds of hands alternate; half of the hands have discards and the end of a wall beyond them. A
    spoilt one is one tile away from winning.
    """
    rng = np.random.default_rng([seed, index])
    tiles = random_set(rng, sources(photos))
    win = win_of_kind(rng, KINDS[index % len(KINDS)])
    if spoilt:
        win = next(filter(None, map(partial(_one_away, rng), repeat(win))))
    own = layouts.declared(rng, win, tiles.body.size)
    side, light = SIDES[index // 6 % 4], LIGHTS[index // 24 % 3]
    turn = SIDES.index(side) * np.pi / 2 + float(rng.normal(0, 0.12))
    beyond = layouts.beyond(rng, win, tiles.body.size) if rng.random() < 0.5 else []
    placed = layouts.moved(own + beyond, 0, 0, turn)
    spread = np.ptp(np.array([[p.x, p.y] for p in placed[: len(own)]]), axis=0) + 2.5 * tiles.body.size.h
    size = (long_side, long_side * 3 // 4)
    tilt = float(np.clip(abs(rng.normal(0.3, 0.25)), 0, 0.9))
    scale = float(min(size[0] / spread[0], size[1] / spread[1]) * rng.uniform(0.75, 0.95))
    view = look_at(size, tilt, float(rng.normal(0, 0.05)), float(rng.uniform(0.7, 1.3)), scale, (0.0, 0.0))
    scene = render(rng, placed, tiles, view, sources(photos), edge=2000.0)
    hidden = any(
        all(p.pose == "down" for p in own if p.group == "concealed-kong" and p.tile == meld.tiles[0])
        for meld in win.melds
        if meld.kind == "concealed-kong"
    )
    return Laid(win, scene, lit(rng, scene.image, light), side, light, kinds_of(win, hidden), hidden)


def lit(rng: np.random.Generator, image: Image, light: str) -> Image:
    """Return the picture as rendered, lit by a lamp at one side, or in a room too dark for the camera."""
    if light == "even":
        return image
    height, width = image.shape[:2]
    if light == "lamp":
        way = rng.uniform(0, 2 * np.pi)
        ys, xs = np.mgrid[0:height, 0:width] / max(height, width) - 0.5
        bright = 0.75 + 0.7 * (xs * np.cos(way) + ys * np.sin(way))
        seen = image * (bright[..., None] * [0.8, 0.95, 1.05])
    else:
        seen = image * 0.38 + rng.normal(0, 7, image.shape)
    picture: Image = np.clip(seen, 0, 255).astype(np.uint8)
    return picture


@click.group()
def main() -> None:
    """Measure the reading of pictures."""


@main.command()
@click.option("--count", default=200, help="Hands of each seed.")
@click.option("--seed", default=[1], multiple=True)
@click.option("--photos", type=click.Path(path_type=Path), help="Folder with artwork and surfaces to render with.")
@click.option("--long-side", default=1280)
@click.option("--given-boxes", is_flag=True)
@click.option("--jpeg", is_flag=True, help="Compress the pictures as JPEG, quality 55 to 95.")
@click.option("--spoilt", is_flag=True, help="Hands one tile away from winning.")
@click.option("--models", type=click.Path(path_type=Path), help="Folder with other weights than the committed ones.")
@click.option("--save", type=click.Path(path_type=Path), help="Folder for pictures read wrongly.")
def hands(
    count: int,
    seed: Sequence[int],
    photos: Path | None,
    long_side: int,
    given_boxes: bool,
    jpeg: bool,
    spoilt: bool,
    models: Path | None,
    save: Path | None,
) -> None:
    """Measure rendered declared hands: read exactly, sure; and all tiles of their pictures."""
    reader = TileReader(models)
    by: dict[str, list[Outcome]] = {}
    hidden: Counter[str] = Counter()
    tally: Counter[str] = Counter()
    for each, index in product(seed, range(count)):
        laid = rendered(index, each, photos, long_side, spoilt)
        quality = int(np.random.default_rng([each, index, 7]).integers(55, 96))
        image = as_jpeg(laid.image, quality) if jpeg else laid.image
        decode = by_reader(reader, image, given(laid.scene) if given_boxes else None)
        reading = decode(RISK)
        tally.update(counted(reading, laid.scene))
        if laid.hidden:
            asked = reading.hand is None and reading.doubts
            hidden["asked for" if asked else "SURELY WRONG" if reading.sure else "doubted"] += 1
            continue
        one = outcome(reading, decode, partial(same_hand, win=laid.win))
        for name in ("all", f"side {laid.side}", f"light {laid.light}", *laid.kinds):
            by.setdefault(name, []).append(one)
        if one.right:
            continue
        about = f"{laid.side}, {laid.light}"
        doubts = [doubt(Messages.of("en"), found) for found in reading.doubts]
        click.echo(f"{each}:{index} {about}: {reading.hand} | {format_win(laid.win)} | {doubts}")
        if save is not None:
            save.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(save / f"{each}-{index}.png"), annotated(image, reading))
    click.echo(f"pictures: {in_words(tally)}; kongs hidden: {dict(hidden)}")
    for name in sorted(by, key=lambda n: (n != "all", not n.startswith(("side", "light")), n)):
        click.echo(f"{name:26} {told(by[name])}")
    if spoilt:
        click.echo(invented(by["all"]))
    click.echo("\n".join(risk_table(by["all"])))


def plain(scene: RenderedScene) -> list[TrueTile]:
    """Return the unobstructed faces of a picture."""
    return [tile for tile in scene.tiles if tile.face == "up" and tile.visible >= 0.9]


def names_right(reading: Reading, scene: RenderedScene) -> Iterator[bool]:
    """For each unobstructed face, whether a find with that name lies on it."""
    centres = np.array([np.mean(t.quad, axis=0) for t in reading.tiles]).reshape(-1, 2)
    for true in plain(scene):
        off = np.linalg.norm(centres - np.mean(true.quad, axis=0), axis=1)
        reach = 0.4 * np.sqrt(cv2.contourArea(np.asarray(true.quad, np.float32)))
        near = off.argmin() if len(off) and off.min() < reach else None
        yield near is not None and reading.tiles[int(near)].tile == true.tile


def elsewhere(reading: Reading, scene: RenderedScene) -> int:
    """Return the number of faces found at places with not even a part of one."""
    faces = [np.asarray(tile.quad, np.float32) for tile in scene.tiles if tile.face == "up"]
    found = [tuple(np.mean(tile.quad, axis=0).tolist()) for tile in reading.tiles if tile.face == "up"]
    return sum(all(cv2.pointPolygonTest(face, point, measureDist=False) < 0 for face in faces) for point in found)


def counted(reading: Reading, scene: RenderedScene) -> Counter[str]:
    """Return the counts of one picture, for `in_words`."""
    right, others = list(names_right(reading, scene)), elsewhere(reading, scene)
    exact = all(right)
    return Counter(
        pictures=1, tiles=len(right), named=sum(right), elsewhere=others, exact=exact, clean=exact and not others
    )


def in_words(tally: Counter[str]) -> str:
    """Return the counts of pictures as text."""
    return (
        f"{tally['exact']} of {tally['pictures']} without an error, {tally['clean']} of these with nothing else found; "
        f"tiles found and named {tally['named']}/{tally['tiles']} ({tally['named'] / max(1, tally['tiles']):.1%}), "
        f"{tally['elsewhere']} finds where no face is"
    )


def photographed(index: int, seed: int, photos: Path | None) -> RenderedScene:
    """Render ten to forty unobstructed faces from a random view, at least 20 pixels wide.

    They lie in rows, hands, grids, scattered, as discards with walls beyond, or stand; shapes of pictures alternate.
    """
    rng = np.random.default_rng([seed, index])
    while True:
        scene = random_scene(rng, sources(photos), SHAPES[index % len(SHAPES)])
        widths = [np.linalg.norm(tile.quad - np.roll(tile.quad, 1, axis=0), axis=1).min() for tile in plain(scene)]
        if 10 <= len(widths) <= 40 and min(widths) >= 20:
            return scene


@main.command()
@click.option("--count", default=96, help="Pictures of each seed.")
@click.option("--seed", default=[1], multiple=True)
@click.option("--photos", type=click.Path(path_type=Path), help="Folder with artwork and surfaces to render with.")
@click.option("--models", type=click.Path(path_type=Path), help="Folder with other weights than the committed ones.")
@click.option("--save", type=click.Path(path_type=Path), help="Folder for pictures with an error.")
def scenes(count: int, seed: Sequence[int], photos: Path | None, models: Path | None, save: Path | None) -> None:
    """Measure any tiles on any table: unobstructed ones found and named, and false positives."""
    reader = TileReader(models)
    by: dict[str, Counter[str]] = {}
    for each, index in product(seed, range(count)):
        scene = photographed(index, each, photos)
        reading = reader.read(scene.image)
        one = counted(reading, scene)
        pose = "standing" if any(tile.group == "rack" for tile in plain(scene)) else "lying"
        for name in ("all", pose):
            by.setdefault(name, Counter()).update(one)
        if save is not None and not one["clean"]:
            save.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(save / f"{each}-{index}.png"), annotated(scene.image, reading))
    for name, tally in sorted(by.items()):
        click.echo(f"{name:10} {in_words(tally)}")


@main.command()
@click.argument("photos", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--models", type=click.Path(path_type=Path), help="Folder with other weights than the committed ones.")
def clutter(photos: Path, models: Path | None) -> None:
    """Count false positives in the photographs without tiles whose false positives were not trained on."""
    reader = TileReader(models)
    found = []
    for file in clutter_split(photos)[1]:
        faces = [tile.tile for tile in reader.read(file).tiles if tile.face == "up"]
        found.append(len(faces))
        if faces:
            click.echo(f"{file.name}: {' '.join(map(str, faces))}")
    click.echo(f"{sum(found)} faces found in {np.count_nonzero(found)} of {len(found)} photographs without tiles")


@dataclass(frozen=True, slots=True)
class Pool:
    """The classifier's output for tiles of one set: for each face the probabilities (N, 43) of its N views."""

    views: dict[str, Boxes]


def pools(count: int, seed: int, photos: Path | None, reader: TileReader) -> Iterator[Pool]:
    """Yield sets that the networks were not trained on, each face rendered in several lights and from several sides."""
    for number in range(count):
        rng = np.random.default_rng([seed, number])
        tiles = random_set(rng, sources(photos))
        size = tiles.body.size
        views: dict[str, list[Boxes]] = {}
        for _ in range(3):
            codes = [str(code) for code in rng.permutation(FACES)]
            placed = [
                layouts.Placement(
                    code, "up", (i % 7 - 3) * size.w * 1.1, (2.5 - i // 7) * size.h * 1.1, rng.choice([0, np.pi])
                )
                for i, code in enumerate(codes)
            ]
            scale = float(rng.uniform(35, 110)) / size.w
            shape = (round(8.5 * scale * size.w), round(7.5 * scale * size.h))
            tilt = float(np.clip(abs(rng.normal(0.3, 0.25)), 0, 0.8))
            view = look_at(shape, tilt, float(rng.normal(0, 0.3)), float(rng.uniform(0.7, 1.3)), scale, (0.0, 0.0))
            scene = render(rng, placed, tiles, view, sources(photos), edge=2000.0)
            shown = [t for t in scene.tiles if t.visible > 0.95]
            quads = np.array([t.quad for t in shown]) + rng.normal(0, 0.02 * scale * size.w, (len(shown), 1, 2))
            names = reader.name(scene.image, quads.astype(np.float32))
            for tile, probabilities in zip(shown, names.faces, strict=True):
                views.setdefault(str(tile.tile), []).append(probabilities.astype(np.float64))
        yield Pool({code: np.array(found) for code, found in views.items()})


@main.command()
@click.option("--count", default=2000, help="Hands of each kind.")
@click.option("--sets", default=40)
@click.option("--seed", default=3)
@click.option("--photos", type=click.Path(path_type=Path), help="Folder with artwork and surfaces to render with.")
@click.option("--models", type=click.Path(path_type=Path), help="Folder with other weights than the committed ones.")
@click.option("--cache", type=click.Path(path_type=Path), help="File to cache the classifier's output in.")
def composed(count: int, sets: int, seed: int, photos: Path | None, models: Path | None, cache: Path | None) -> None:
    """Measure hands composed of rendered tiles of unseen sets: wins, and hands one tile away from winning."""
    if cache is not None and cache.exists():
        known = [Pool(p) for p in np.load(cache, allow_pickle=True)["pools"]]
    else:
        known = list(pools(sets, seed, photos, TileReader(models)))
        if cache is not None:
            np.savez(cache, pools=np.array([p.views for p in known], object))
    known = [pool for pool in known if len(pool.views) == len(FACES)]
    click.echo(f"{len(known)} sets, each face seen up to three times")
    rng = np.random.default_rng(seed)
    wins: list[Outcome] = []
    spoilt: list[Outcome] = []
    with click.progressbar(length=2 * count, label="hands") as bar:
        while min(len(wins), len(spoilt)) < count:
            win = random_win(rng)
            pool = known[int(rng.integers(len(known)))]
            if len(wins) < count:
                wins.append(_outcome(rng, win, pool))
            other = _one_away(rng, win)
            if other is not None:
                spoilt.append(_outcome(rng, other, pool))
            bar.update(len(wins) + len(spoilt) - bar.pos)
    click.echo(f"wins:          {told(wins)}")
    click.echo("\n".join(risk_table(wins)))
    click.echo(f"one tile away: {told(spoilt)}")
    click.echo(invented(spoilt))
    click.echo("\n".join(risk_table(spoilt)))
    right_up_to = min((o.risk for o in (*wins, *spoilt) if o.settled and not o.right), default=np.inf)
    click.echo(f"no sure hand is wrong up to a risk of {max((r for r in RISKS if r < right_up_to), default=0.0)}")


def _outcome(rng: np.random.Generator, win: Win, pool: Pool) -> Outcome:
    size = layouts.TileSize(26, 35, 18)
    placed = layouts.declared(rng, win, size)
    view = look_at((1600, 1200), float(rng.uniform(0, 0.7)), 0.0, 0.8, 1.4, (0.0, 0.0))
    placed = layouts.moved(placed, 0, 0, float(rng.uniform(0, 2 * np.pi)))
    faces = np.array([pool.views[p.tile][rng.integers(len(pool.views[p.tile]))] for p in placed])
    evidence = _evidence(placed, view.plane(size.t), faces)

    def decode(most_risk: float) -> Reading:
        return read(evidence, most_risk=most_risk)

    return outcome(decode(RISK), decode, partial(same_hand, win=win))


def _one_away(rng: np.random.Generator, win: Win) -> Win | None:
    """Return the hand with one concealed tile changed so that it does not win, or None if the change makes a win."""
    if not win.concealed:
        return None
    at = int(rng.integers(len(win.concealed)))
    other = str(rng.choice(FACES[:34]))
    changed = replace(win, concealed=(*win.concealed[:at], other, *win.concealed[at + 1 :]))
    if Counter(changed.tiles)[other] > 4 or is_won(changed):
        return None
    return changed


def _evidence(placed: list[layouts.Placement], plane: Boxes, faces: Boxes) -> Evidence:
    """Return tiles at their true places with a classifier's probabilities."""
    half = np.array([[-13, 17.5], [13, 17.5], [13, -17.5], [-13, -17.5]])
    quads = []
    for tile in placed:
        c, s = np.cos(tile.turn), np.sin(tile.turn)
        seen = np.column_stack([half @ np.array([[c, s], [-s, c]]) + [tile.x, tile.y], np.ones(4)]) @ plane.T
        quads.append(seen[:, :2] / seen[:, 2:])
    down = np.array([p.pose == "down" for p in placed])
    count = len(placed)
    return Evidence(
        (1600, 1200),
        np.array(quads),
        np.full(count, 0.95),
        down,
        faces,
        np.where(down, 0.0, 1.0),
        np.zeros(count),
        np.zeros(count),
        np.ones(count),
    )


@main.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--step", default=1, help="Use every n-th photograph.")
@click.option("--models", type=click.Path(path_type=Path), help="Folder with other weights than the committed ones.")
@click.option("--corrections", type=click.Path(path_type=Path, exists=True), help="CSV of labels that are wrong.")
def photographs(folder: Path, step: int, models: Path | None, corrections: Path | None) -> None:
    """Measure photographs whose labels make a hand (14 tiles and one for each kong, and flowers): exact, sure."""
    reader = TileReader(models)
    wrong = read_corrections(corrections) if corrections else {}
    outcomes = []
    for photo in sorted((folder / "images").iterdir())[::step]:
        image = open_image(photo)
        labels = corrected(read_labels(photo, (image.shape[1], image.shape[0])), wrong.get(photo.name, ()))
        hand = hand_of(labels)
        if hand is None:
            continue
        decode = by_reader(reader, image)
        outcomes.append(outcome(decode(RISK), decode, partial(read_as, hand)))
        if outcomes[-1].sure and not outcomes[-1].right:
            click.echo(f"{photo}: sure, and wrong by its labels")
    click.echo(told(outcomes))
    click.echo("\n".join(risk_table(outcomes)))


@main.command()
@click.argument("weights", type=click.Path(path_type=Path, exists=True))
@click.argument("picture", type=click.Path(path_type=Path, exists=True))
def decode(weights: Path, picture: Path) -> None:
    """Compare the detector's boxes with those of ultralytics' predictor on the exported file."""
    from ultralytics import YOLO

    image = open_image(picture)
    mine = Detector(weights)(image)
    theirs = YOLO(str(weights), task="obb").predict(image, imgsz=SIDE, conf=0.25, iou=0.3, verbose=False)[0].obb
    quads, scores = theirs.xyxyxyxy.numpy(), theirs.conf.numpy()
    off = [
        float(np.linalg.norm(quad[:, None] - other[None], axis=2).min(axis=1).max())
        for quad in mine.quads
        for other in [quads[np.linalg.norm(quads.mean(axis=1) - quad.mean(axis=0), axis=1).argmin()]]
    ]
    click.echo(
        f"{len(mine)} boxes here, {len(quads)} there; corners differ by {np.median(off):.2f} px (median), "
        f"{max(off, default=0):.2f} px (most); scores {mine.scores[:3]} and {scores[:3]}"
    )


if __name__ == "__main__":
    main()
