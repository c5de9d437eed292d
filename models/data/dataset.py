"""Training pictures for the detector and refiner: rendered tables, real tiles on rendered grounds, photographs.

    python -m models.data.dataset scenes --out DIR --count 4000 --seed 1 --photos PHOTOS
    python -m models.data.dataset photos --out DIR --count 1200 --seed 2 --photos PHOTOS
    python -m models.data.dataset real --out DIR --photos PHOTOS
    python -m models.data.dataset drafts PHOTO... --out DIR

Each writes `images/NAME.jpg`, `labels/NAME.txt` (ultralytics' oriented boxes: class and four corners, 0-1) and, for
scenes, `truth/NAME.json` with every tile.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar

import click
import cv2
import numpy as np

from models.data.labels import overlaps, read_labels
from models.data.tables import Half, agreed, tables
from models.render import optics
from models.render.body import Image
from models.render.ended import random_end
from models.render.glyphs import FaceSources
from models.render.random_scene import random_scene
from models.render.scene import RenderedScene, RenderedTileSet, Sources, TrueTile, random_set
from models.render.styles import unusual, with_pale_dragon
from models.render.table import Scenery, ground
from models.render.view import Points, look_at
from scoring.tiles import FLOWERS
from vision import ImageError, TileReader, open_image
from vision.evidence import LIKELY, Evidence
from vision.networks.exposure import exposure_corrected
from vision.quads import sides

_Made = TypeVar("_Made")
DatasetFinder = Callable[[Image], Evidence]
"""Finds and names the tiles of a picture (`vision.TileReader.detect`)."""

CLASSES = ("face", "back")
"""The detector's classes, by index."""

MIN_VISIBLE = 0.35
"""Least visible share of a labelled tile. More teaches the detector to miss covered tiles; less, to box slivers."""

MIN_SIDE = 5.0
"""Least shorter side in pixels of a labelled box. More leaves distant tiles unlabelled; less labels unreadable
specks."""

MIN_ASPECT = 0.25
"""Least ratio of a labelled box's shorter side to its longer one. More drops tiles seen from low; less labels lines."""

SCENES_PER_SET = 4
"""Consecutive scenes that show tiles of the same made-up set."""

DIM_SHARE = 0.15
"""Share of scenes in a dim room. More teaches noise; less teaches clean pictures."""


UNUSUAL_SHARE = 0.7
"""Share of unusual sets (`models.render.styles.unusual`) in hard scenes. More teaches them; less teaches hard views of
ordinary sets."""

HARD_SHARE = 0.6
"""Share of hard views (`models.render.random_scene.HARD`) in hard scenes. More teaches them; less teaches ordinary
views of unusual sets."""

CAST_SHARE = 0.4
"""Share of hard scenes in light of a colour. More teaches it; less teaches true colours."""


def obb_lines(quads: Iterable[tuple[int, Points]], size: tuple[int, int]) -> list[str]:
    """Return lines of a label file, one for each quad.

    Args:
        quads: (index into `CLASSES`, corners (4, 2) in pixels); clipped to the picture. Quads whose visible part is
            too small or too narrow (`MIN_SIDE`, `MIN_ASPECT`) are omitted.
        size: (width, height) of the picture in pixels.
    """
    w, h = size
    frame = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    lines = []
    for kind, quad in quads:
        area, inside = cv2.intersectConvexConvex(cv2.convexHull(quad.astype(np.float32)), frame)
        if area <= 0 or inside is None:
            continue
        rectangle = cv2.minAreaRect(inside)
        short, long = sorted(rectangle[1])
        if short < MIN_SIDE or short < MIN_ASPECT * long:
            continue
        corners = np.clip(cv2.boxPoints(rectangle) / (w, h), 0, 1)
        lines.append(f"{kind} " + " ".join(f"{v:.5f}" for v in corners.ravel()))
    return lines


def labelled(tile: TrueTile) -> bool:
    """Return True if enough of a tile is visible for the detector to find it."""
    return tile.visible >= MIN_VISIBLE


def write(out: Path, name: str, image: Image, lines: list[str]) -> None:
    """Write a picture, with its exposure corrected as it is for inference, and its labels."""
    for folder in ("images", "labels"):
        (out / folder).mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(out / "images" / f"{name}.jpg"), exposure_corrected(image), [cv2.IMWRITE_JPEG_QUALITY, 92])
    (out / "labels" / f"{name}.txt").write_text("\n".join(lines))


def write_scene(out: Path, name: str, scene: RenderedScene) -> None:
    """Write a rendered picture, its labels and its ground truth."""
    size = (scene.image.shape[1], scene.image.shape[0])
    quads = [(0 if t.face == "up" else 1, t.quad) for t in scene.tiles if labelled(t)]
    write(out, name, scene.image, obb_lines(quads, size))
    (out / "truth").mkdir(exist_ok=True)
    truth = {"size": size, "tiles": [t.to_dict() for t in scene.tiles]}
    (out / "truth" / f"{name}.json").write_text(json.dumps(truth))


@lru_cache(maxsize=1)
def sources(photos: Path | None) -> Sources:
    """Return faces and scenery to render with, from the folder of photographs if it has any."""
    return Sources(FaceSources.find(photos), Scenery.under(photos))


@lru_cache(maxsize=1)
def _set(seed: int, number: int, photos: Path | None, kind: str | None) -> RenderedTileSet:
    rng = np.random.default_rng([seed, number, 0])
    tiles = random_set(rng, sources(photos), kind == "dark")
    if kind == "hard" and rng.random() < UNUSUAL_SHARE:
        return replace(tiles, style=unusual(rng, tiles.style))
    return replace(tiles, style=with_pale_dragon(rng, tiles.style)) if kind == "blank" else tiles


def make_scene(out: Path, seed: int, index: int, photos: Path | None, kind: str | None) -> None:
    name = f"scene-{seed}-{index:06d}"
    if not (out / "truth" / f"{name}.json").exists():
        rng = np.random.default_rng([seed, index])
        tiles = _set(seed, index // SCENES_PER_SET, photos, kind)
        if kind == "flowers":
            scene = random_scene(rng, sources(photos), tiles=tiles, codes=FLOWERS)
        elif kind == "blank":
            scene = random_scene(rng, sources(photos), tiles=tiles, blank=True)
        elif kind == "hard":
            scene = random_scene(rng, sources(photos), tiles=tiles, hard=bool(rng.random() < HARD_SHARE))
            if rng.random() < CAST_SHARE:
                scene = replace(scene, image=optics.colour_cast(rng, scene.image))
        else:
            some = _part_of_table if rng.random() < 0.12 else random_scene
            scene = some(rng, sources(photos), tiles=tiles)
        dim = rng.random() < DIM_SHARE
        write_scene(out, name, replace(scene, image=optics.dim_light(rng, scene.image)) if dim else scene)


def _part_of_table(rng: np.random.Generator, sources: Sources, tiles: RenderedTileSet) -> RenderedScene:
    """Return a window of a table at the end of a hand, seen from above, as large as those that the program reads."""
    size, part = (1280, 720), (640, 480)
    x, y = (int(rng.integers(whole - some + 1)) for whole, some in zip(size, part, strict=True))
    end = random_end(rng, sources, size, most_tilt=0.6, dice=bool(rng.random() < 0.5), tiles=tiles)
    return end.scene.cut(x, y, part)


def upright_rows(photo: Path) -> tuple[Image, Points] | None:
    """Return the part of a photograph that holds its labelled tiles, if all of them are upright in the picture.

    Labels are axis-aligned, and not every tile has one. A photograph that was rotated afterwards cannot be used, nor
    one whose boxes differ in size.

    Returns:
        The part (h, w, 3), resized so that the median tile is 0.74 as wide as high, and the boxes (n, 4) in it as
        left, top, right, bottom; or None if the photograph cannot be used.
    """
    image = cv2.imread(str(photo))
    if image is None or _was_turned(image.astype(np.uint8)):
        return None
    h, w = image.shape[:2]
    boxes = np.array([label.box for label in read_labels(photo, (w, h))], float)
    if len(boxes) < 4:
        return None
    extent = boxes[:, 2:] - boxes[:, :2]
    middle = np.median(extent, axis=0)
    if (np.abs(extent / middle - 1) > 0.2).any():
        return None
    low, high = boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)
    margin = 0.2 * middle
    x0, y0 = np.maximum(low - margin, 0).astype(int)
    x1, y1 = np.minimum(high + margin, (w, h)).astype(int)
    boxes = boxes - np.tile((x0, y0), 2)
    narrow = 0.74 * middle[1] / middle[0]
    part = cv2.resize(image[y0:y1, x0:x1], None, fx=narrow, fy=1.0, interpolation=cv2.INTER_AREA)
    return part.astype(np.uint8), boxes * np.tile((narrow, 1.0), 2)


def _was_turned(image: Image) -> bool:
    """Return True if a picture was rotated after it was taken: at least two of its corners are black."""
    k = 6
    corners = [image[:k, :k], image[:k, -k:], image[-k:, :k], image[-k:, -k:]]
    return sum(int(c.max()) < 12 for c in corners) >= 2


def compose(rng: np.random.Generator, part: Image, boxes: Points, scenery: Scenery) -> tuple[Image, list[Points]]:
    """Lay real tiles at a random turn and size on a rendered ground of 640 by 640 pixels; return it and their quads."""
    side = 640
    view = look_at((side, side), float(rng.uniform(0, 0.6)), 0.0, 1.0, 1.5)
    picture = ground(rng, view, scenery, float(rng.uniform(150, 1500)))
    h, w = part.shape[:2]
    scale = rng.uniform(0.45, 1.25) * side / max(h, w)
    turn = (
        rng.choice([0, 1, 2, 3]) * np.pi / 2 + rng.normal(0, 0.2) if rng.random() < 0.6 else rng.uniform(0, 2 * np.pi)
    )
    c, s = scale * np.cos(turn), scale * np.sin(turn)
    x, y = side / 2 + rng.normal(0, side / 12, 2)
    shear = rng.normal(0, 0.05)
    linear = np.array([[c, -s], [s, c]]) @ np.array([[1, shear], [0, rng.uniform(0.8, 1.1)]])
    warp = np.column_stack([linear, np.array([x, y]) - linear @ (w / 2, h / 2)])
    if scale < 0.7:
        part = cv2.GaussianBlur(part, (0, 0), 0.35 / scale).astype(np.uint8)
    laid = cv2.warpAffine(part, warp, (side, side), flags=cv2.INTER_LINEAR)
    frame = np.full((h, w), 255, np.uint8)
    frame[[0, -1]] = 0
    frame[:, [0, -1]] = 0
    alpha = cv2.warpAffine(frame, warp, (side, side)).astype(np.float32)[:, :, None] / 255
    picture = (laid * alpha + picture * (1 - alpha)).astype(np.uint8)
    quads = []
    for left, top, right, bottom in boxes:
        corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
        quads.append(corners @ warp[:, :2].T + warp[:, 2])
    return optics.camera_effects(rng, picture), quads


def _photo_job(out: Path, seed: int, index: int, photos: Path, photo: Path) -> None:
    name = f"photo-{seed}-{index:06d}"
    found = upright_rows(photo)
    if found is None or (out / "labels" / f"{name}.txt").exists():
        return
    rng = np.random.default_rng([seed, index])
    image, quads = compose(rng, *found, sources(photos).scenery)
    write(out, name, image, obb_lines([(0, q) for q in quads], (image.shape[1], image.shape[0])))


# --- real photographs ------------------------------------------------------------------------------------------------

_MIN_UNCLEAR = 0.15
"""Score from which a detection without a label is blurred out of the picture. More leaves unlabelled tiles in the
training pictures; less blurs ground."""

_MIN_TILE = 0.5
"""Score from which a detection without a label counts as an unlabelled tile. More blurs real tiles out; less labels
other things."""

_MIN_IOU = 0.55
"""Intersection over union from which a detection matches a label. More rejects good matches to loose labels; less
matches neighbours."""

_OTHER_SIZE = 0.45
"""Absolute logarithm of a detection's size over the labelled tiles' median from which it is not a tile. More keeps
look-alikes of other sizes; less drops tiles at another distance."""

_MIN_NO_TILE = 0.9
"""Probability of "no tile" from which a detection without a label is dropped. More blurs harmless ground; less leaves
unlabelled tiles."""

_TABLE_SIDES = (12.0, 90.0)
"""Sides in pixels of the tile in the middle of a view of a real table. A wider range teaches more distances, each of
them less."""

_SQUARE = np.array([[-0.6, -0.6], [0.6, -0.6], [0.6, 0.6], [-0.6, 0.6]])
"""Square (4, 2) that covers a tile whose label has no quad, in sides of the others."""

_TOP = 0.15
"""Share of a standing tile's label above its face, seen a little from above. More cuts the face; less boxes the tile's
top with it."""


def unstretched(image: Image, boxes: Points) -> float:
    """Return the factor by which to widen a photograph that was stretched to a square, 1 for any other.

    Args:
        image: The photograph (h, w, 3).
        boxes: (n, 4) left, top, right, bottom. Tiles are 0.56 as wide as high in a stretched landscape picture of
            4:3, and as wide as high in a portrait one.
    """
    if image.shape[0] != image.shape[1] or not len(boxes):
        return 1.0
    ratio = float(np.median((boxes[:, 2] - boxes[:, 0]) / (boxes[:, 3] - boxes[:, 1])))
    if ratio < 0.65:
        return 4 / 3
    return 3 / 4 if 0.9 < ratio < 1.15 else 1.0


def real(photo: Path, finder: DatasetFinder, standing: bool) -> tuple[Image, list[tuple[int, Points]]] | None:
    """Return a labelled photograph with an oriented box for each tile in it.

    Labels are axis-aligned, and discarded tiles have none, so detections complete them. A detection whose bounding box
    agrees with a label is fitted into that label. A detection without a label counts as an unlabelled tile if its score
    is high (a back only beside other backs, since backs lie in walls), and is blurred out of the picture if it is
    uncertain. Nearly all standing tiles have a label, and books stand behind them: there, a detection without a label
    is blurred out, or ignored if it is of another size.

    Args:
        photo: A picture with its labels beside it.
        finder: Finds the tiles of a picture.
        standing: True if labels go round whole standing tiles, not only their faces.

    Returns:
        The picture and its (class, quad) pairs, or None if most of its labels have no detection.
    """
    file = cv2.imread(str(photo))
    if file is None:
        return None
    boxes = np.array([t.box for t in read_labels(photo, (file.shape[1], file.shape[0]))], float).reshape(-1, 4)
    wider = unstretched(file.astype(np.uint8), boxes)
    image = cv2.resize(file, None, fx=wider, fy=1.0, interpolation=cv2.INTER_AREA).astype(np.uint8)
    boxes = boxes * (wider, 1, wider, 1)
    if standing:
        boxes[:, 1] += _TOP * (boxes[:, 3] - boxes[:, 1])
    found = finder(image)
    around = np.concatenate([found.quads.min(axis=1), found.quads.max(axis=1)], axis=1).reshape(-1, 4)
    agrees = np.where(found.backs, 0, overlaps(boxes, around))
    kept: list[tuple[int, Points]] = []
    unclear: list[Points] = []
    for box, row in zip(boxes, agrees, strict=True):
        if row.max(initial=0) >= _MIN_IOU:
            at = int(row.argmax())
            low, size = around[at, :2], around[at, 2:] - around[at, :2]
            kept.append((0, box[:2] + (found.quads[at] - low) / size * (box[2:] - box[:2])))
        else:
            upright = np.array([box[:2], (box[2], box[1]), box[2:], (box[0], box[3])])
            (kept.append((0, upright)) if standing else unclear.append(upright))
    if len(unclear) > 0.4 * len(boxes):
        return None
    taken = agrees.max(axis=0, initial=0) > 0.3
    centre, reach = found.quads.mean(axis=1), np.sqrt((around[:, 2:] - around[:, :2]).prod(axis=1))
    usual = float(np.median(np.sqrt((boxes[:, 2:] - boxes[:, :2]).prod(axis=1)))) if len(boxes) else 1.0
    for at in map(int, np.flatnonzero(~taken)):
        if standing:
            if abs(np.log(max(reach[at], 1.0) / usual)) < _OTHER_SIZE:
                unclear.append(found.quads[at])
            continue
        if not found.backs[at] and found.faces[at, -1] > _MIN_NO_TILE:
            continue
        near = (
            (np.linalg.norm(centre - centre[at], axis=1) < 1.3 * reach[at]) & found.backs & (found.scores >= _MIN_TILE)
        )
        if found.scores[at] >= _MIN_TILE and (not found.backs[at] or near.sum() > 1):
            kept.append((int(found.backs[at]), found.quads[at]))
        elif found.scores[at] >= _MIN_UNCLEAR:
            unclear.append(found.quads[at])
    _blurred_out(image, unclear)
    return image, kept


def _blurred_out(image: Image, quads: Sequence[Points]) -> None:
    """Blur what lies in some quads of a picture."""
    mask = np.zeros(image.shape[:2], np.uint8)
    for quad in quads:
        cv2.fillConvexPoly(mask, np.rint(quad).astype(np.int32), 255)
    image[mask > 0] = cv2.blur(image, (61, 61))[mask > 0]


def table_views(
    rng: np.random.Generator, photos: Path, finder: DatasetFinder, copies: int, half: Half
) -> Iterator[tuple[str, Image, list[tuple[int, Points]]]]:
    """Yield (name, picture, (class, quad) pairs) of random views of real tables, round a labelled tile each.

    A detection that no label agrees with is kept as a back if it clearly is one; a face without a label, and a label
    without a quad, is blurred out if it may be a tile.

    Args:
        rng: Random generator.
        photos: Folder with `tables-train`.
        finder: Finds the tiles of a picture, unverified.
        copies: Views of each photograph, beside the whole of it.
        half: The places to use.
    """
    for table in tables(photos, half):
        picture = table.picture()
        seen = finder(picture)
        found = agreed(table, seen)
        quads = [(int(table.tiles[k] == "back"), found.quads[k]) for k in np.flatnonzero(found.known)]
        free = ~np.isin(np.arange(len(seen.scores)), found.found)
        backs = free & seen.backs & (seen.scores >= _MIN_TILE)
        quads += [(1, seen.quads[k]) for k in np.flatnonzero(backs)]
        side = float(np.median(sides(np.array([quad for _, quad in quads])).mean(axis=1))) if quads else 40.0
        unclear = [m + side * _SQUARE for m in table.middles[~found.known]]
        near = np.linalg.norm(seen.quads.mean(axis=1)[:, None] - table.middles, axis=2).min(axis=1, initial=np.inf)
        doubtful = free & ~backs & (seen.scores >= _MIN_UNCLEAR) & (seen.backs | (near < side))
        _blurred_out(picture, [*unclear, *seen.quads[doubtful]])
        yield (
            f"table-{table.file.stem}",
            resized(picture, min(1.0, 1280 / max(picture.shape[:2]))),
            [(kind, quad * min(1.0, 1280 / max(picture.shape[:2]))) for kind, quad in quads],
        )
        for number in range(copies):
            yield f"table-{table.file.stem}-{number}", *_table_view(rng, picture, quads)


def _table_view(
    rng: np.random.Generator, picture: Image, quads: list[tuple[int, Points]]
) -> tuple[Image, list[tuple[int, Points]]]:
    """Return a view of 640 by 480 pixels round one of some quads at a random size, turned by a multiple of 90
    degrees."""
    at = quads[int(rng.integers(len(quads)))][1] if quads else np.zeros((4, 2))
    scale = float(np.exp(rng.uniform(*np.log(_TABLE_SIDES)))) / max(float(sides(at).mean()), 8.0)
    width, height = (640, 480) if rng.random() < 0.7 else (480, 640)
    middle = at.mean(axis=0) * scale + rng.uniform(-0.4, 0.4, 2) * (width, height)
    low = np.round(middle - np.array([width, height]) / 2)
    size = np.array([picture.shape[1], picture.shape[0]]) * scale
    low = np.clip(low, 0, np.maximum(size - (width, height), 0)).astype(int)
    whole = resized(picture, scale)
    part = whole[low[1] : low[1] + height, low[0] : low[0] + width]
    quarters = int(rng.integers(4)) if rng.random() < 0.4 else 0
    moved = [(kind, quad * scale - low) for kind, quad in quads]
    for _ in range(quarters):
        moved = [(kind, np.column_stack([quad[:, 1], part.shape[1] - 1 - quad[:, 0]])) for kind, quad in moved]
        part = np.ascontiguousarray(np.rot90(part))
    return part.astype(np.uint8), moved


def resized(picture: Image, by: float) -> Image:
    """Return a picture resized by a factor, by an area filter if it shrinks."""
    smoothing = cv2.INTER_AREA if by < 1 else cv2.INTER_LINEAR
    return cv2.resize(picture, None, fx=by, fy=by, interpolation=smoothing).astype(np.uint8)


def run_jobs(do: Callable[..., _Made], jobs: Sequence[tuple[Any, ...]], workers: int, label: str) -> list[_Made]:
    """Call a function with each job's arguments, showing a progress bar.

    Args:
        do: Called once for each job; must be picklable for several workers.
        jobs: Positional arguments of each call.
        workers: Processes of one OpenCV thread each; 1 runs in this process.
        label: Text beside the progress bar.

    Returns:
        The results, in the order of the jobs.
    """
    fresh = get_context("spawn")  # a forked process could inherit a lock held by a thread, and wait for it forever
    with ExitStack() as stack:
        made: Callable[..., Iterable[_Made]] = map
        if workers > 1:
            pool = ProcessPoolExecutor(workers, fresh, initializer=cv2.setNumThreads, initargs=(1,))
            made = stack.enter_context(pool).map
        with click.progressbar(made(do, *zip(*jobs, strict=True)), len(jobs), label) as shown:
            return list(shown)


@click.group()
def main() -> None:
    """Write training pictures."""


@main.command()
@click.option("--out", type=click.Path(path_type=Path), required=True)
@click.option("--count", type=click.IntRange(1), default=4000, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option(
    "--photos",
    type=click.Path(path_type=Path, exists=True),
    help="Folder with art, crops, surfaces, clutter.",
)
@click.option("--dark", "kind", flag_value="dark", help="Only sets with dark faces, which are rare otherwise.")
@click.option("--flowers", "kind", flag_value="flowers", help="Only flowers and seasons, which are rare otherwise.")
@click.option(
    "--blank", "kind", flag_value="blank", help="Many white dragons without a character, and tiles that show no face."
)
@click.option(
    "--hard", "kind", flag_value="hard", help="Unusual sets, light of a colour, and views that are hard to read."
)
@click.option("--workers", type=click.IntRange(1), default=2, show_default=True)
def scenes(out: Path, count: int, seed: int, photos: Path | None, kind: str | None, workers: int) -> None:
    """Render tables."""
    jobs = [(out, seed, i, photos, kind) for i in range(count)]
    run_jobs(make_scene, jobs, workers, "scenes")


@main.command("photos")
@click.option("--out", type=click.Path(path_type=Path), required=True)
@click.option("--count", type=click.IntRange(1), default=1200, show_default=True)
@click.option("--seed", type=int, default=2, show_default=True)
@click.option("--photos", type=click.Path(path_type=Path, exists=True), required=True)
@click.option("--workers", type=click.IntRange(1), default=2, show_default=True)
def photos_(out: Path, count: int, seed: int, photos: Path, workers: int) -> None:
    """Lay rows of real tiles, from the `train` photographs, on rendered grounds."""
    found = sorted((photos / "train" / "images").glob("*.jpg"))
    straight = [p for p in found if upright_rows(p) is not None]
    if not straight:
        raise click.ClickException(f"no photograph with straight rows under {photos / 'train'}")
    click.echo(f"{len(straight)} of {len(found)} photographs can be used")
    jobs = [(out, seed, i, photos, straight[i % len(straight)]) for i in range(count)]
    run_jobs(_photo_job, jobs, workers, "photos")


@main.command("real")
@click.option("--out", type=click.Path(path_type=Path), required=True)
@click.option("--photos", type=click.Path(path_type=Path, exists=True), required=True)
@click.option(
    "--models", type=click.Path(path_type=Path, exists=True), help="Folder with the weights that find the tiles."
)
@click.option("--without", multiple=True, help="Pattern of file names to leave out, for measurement; may be repeated.")
def real_(out: Path, photos: Path, models: Path | None, without: tuple[str, ...]) -> None:
    """Convert the labels of the `train` and `standing` photographs to oriented boxes."""
    reader = TileReader(models)
    files = [(p, part) for part in ("train", "standing") for p in sorted((photos / part / "images").glob("*.jpg"))]
    files = [(p, part) for p, part in files if not any(p.match(pattern) for pattern in without)]
    written = 0
    with click.progressbar(files, label="photographs") as bar:
        for photo, part in bar:
            made = real(photo, reader.detect, part == "standing")
            if made is not None:
                image, quads = made
                write(out, f"{part}-{photo.stem}", image, obb_lines(quads, (image.shape[1], image.shape[0])))
                written += 1
    click.echo(f"{written} of {len(files)} photographs can be used")


@main.command()
@click.argument(
    "photos", metavar="PHOTO...", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True, dir_okay=False)
)
@click.option("--out", type=click.Path(path_type=Path), required=True)
@click.option(
    "--models", type=click.Path(path_type=Path, exists=True), help="Folder with the weights that find the tiles."
)
def drafts(photos: tuple[Path, ...], out: Path, models: Path | None) -> None:
    """Draft the labels of photographs, for correction in a program for oriented boxes."""
    reader = TileReader(models)
    names = [photo.stem for photo in photos]
    for name in names:
        if names.count(name) > 1 or (out / "labels" / f"{name}.txt").exists():
            raise click.ClickException(f"{name} has labels in {out}, or twice a photograph: give another --out or name")
    for photo in photos:
        try:
            picture = open_image(photo)
        except ImageError as error:
            raise click.ClickException(f"{photo}: {error}") from error
        found = reader.detect(picture)
        likely = found.only(found.scores >= LIKELY)
        lines = obb_lines(zip(likely.backs.astype(int), likely.quads, strict=True), likely.size)
        write(out, photo.stem, picture, lines)
        click.echo(f"{photo}: {len(lines)} tiles")
    (out / "classes.txt").write_text("\n".join(CLASSES))


@main.command("tables")
@click.option("--out", type=click.Path(path_type=Path), required=True)
@click.option("--photos", type=click.Path(path_type=Path, exists=True), required=True)
@click.option("--copies", type=click.IntRange(0), default=8, show_default=True, help="Views of each photograph.")
@click.option(
    "--places",
    type=click.Choice(["all", "first", "second"]),
    default="all",
    show_default=True,
    help="Places to use.",
)
@click.option("--seed", type=int, default=4, show_default=True)
def tables_(out: Path, photos: Path, copies: int, places: Half, seed: int) -> None:
    """Cut views of the real tables of `tables-train`."""
    finder = TileReader(verified=False).detect
    for name, image, quads in table_views(np.random.default_rng(seed), photos, finder, copies, places):
        write(out, name, image, obb_lines(quads, (image.shape[1], image.shape[0])))


if __name__ == "__main__":
    main()
