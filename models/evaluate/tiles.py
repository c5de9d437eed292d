"""Measure the weights on a folder of labelled photographs.

    python -m models.evaluate.tiles PHOTOS/dev --sheet errors.jpg

The folder holds `images/` and `labels/`: YOLO lines `class cx cy w h` (axis-aligned, 0-1) in the order of
`scoring.tiles.FACES`, or ultralytics' oriented boxes `class x1 y1 ... x4 y4`. A label is found if the bounding box of a
face-up find overlaps its own by at least half (intersection over union), and named if that find has its face. Not every
tile of a photograph need have a label, so finds without one are counted apart.

`--corrections` names a CSV file of wrong labels. `models/dev_corrections.csv` has those of `dev`
that name another tile than the picture shows, or lie on no tile of their own. They were judged by eye, among the labels
that the weights contradicted; the other labels were not checked.
"""

import csv
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np

from models.data.labels import Label, LabelBoxes, overlaps, read_labels
from scoring.tiles import FACES
from vision import TileReader
from vision.image import ImageError, open_image
from vision.reading import Reading

TURNS = (0, 15, 30, 60, 120, 150, 180.1)
"""Bounds in degrees of the groups of turned tiles in the report."""

SIZES = (0, 20, 30, 40, 60, 90, 10_000)
"""Bounds in pixels of the groups of tile sizes in the report."""

BINS = 15
"""Bins of the calibration error, as in Guo et al. (2017)."""


@dataclass(frozen=True, slots=True)
class TileMatch:
    """The result for one label.

    Attributes:
        photo: The photograph.
        label: The label.
        found: True if a tile was found there.
        named: The face named there, or None if no tile was found or named.
        confidence: The reader's confidence, 0-1; 0 if nothing was found.
        turn: Degrees (0-180) between the glyph's top and the picture's, or None if nothing was found.
    """

    photo: Path
    label: Label
    found: bool
    named: str | None
    confidence: float
    turn: float | None = None

    @property
    def right(self) -> bool:
        """True if the label's face was named."""
        return self.named == self.label.tile


@dataclass(frozen=True, slots=True)
class TileCorrection:
    """A wrong label.

    Attributes:
        tile: The face as labelled.
        centre: Centre (x, y) of its box in pixels.
        right: The face that the picture shows, or None if the label lies on no tile of its own.
    """

    tile: str
    centre: tuple[float, float]
    right: str | None


def read_corrections(path: Path) -> dict[str, list[TileCorrection]]:
    """Return the wrong labels of each photograph, by file name.

    Args:
        path: CSV with the columns `file`, `tile` (as labelled), `x` and `y` (centre of the box, pixels) and `right`,
            which is empty if the label lies on no tile of its own.

    Raises:
        ValueError: A column is missing, or a value cannot be used.
    """
    found: dict[str, list[TileCorrection]] = {}
    with path.open(newline="") as file:
        for number, row in enumerate(csv.DictReader(file), start=2):
            try:
                right = row["right"] or None
                if right is not None and right not in FACES:
                    raise ValueError(f"{right!r} is no tile")
                known = TileCorrection(row["tile"], (float(row["x"]), float(row["y"])), right)
                found.setdefault(row["file"], []).append(known)
            except (KeyError, TypeError, ValueError) as error:
                raise ValueError(
                    f"{path}, line {number}: expected the columns file, tile, x, y, right ({error})"
                ) from error
    return found


def corrected(labels: Sequence[Label], corrections: Sequence[TileCorrection]) -> list[Label]:
    """Return the labels with corrections applied.

    Raises:
        ValueError: A correction does not fit exactly one label.
    """
    kept = list(labels)
    for wrong in corrections:
        fits = [
            label
            for label in kept
            if label.tile == wrong.tile
            and max(abs(label.box[k] + label.box[k + 2] - 2 * wrong.centre[k]) for k in (0, 1)) <= 2
        ]
        if len(fits) != 1:
            raise ValueError(f"{len(fits)} labels {wrong.tile} lie at {wrong.centre}: expected one")
        at = kept.index(fits[0])
        kept[at : at + 1] = [replace(fits[0], tile=wrong.right)] if wrong.right else []
    return kept


def compare(photo: Path, labels: Sequence[Label], reading: Reading) -> tuple[list[TileMatch], int]:
    """Return the result for each label, and the number of face-up finds without a label."""
    seen = [t for t in reading.tiles if t.face == "up"]
    truth = np.array([label.box for label in labels]).reshape(-1, 4)
    quads = np.array([t.quad for t in seen]).reshape(-1, 4, 2)
    found = np.hstack([quads.min(axis=1), quads.max(axis=1)]) if len(seen) else np.zeros((0, 4))
    match = overlaps(truth, found)
    outcomes = []
    used: set[int] = set()
    partner: dict[int, int] = {}
    for flat in np.argsort(-match, axis=None):
        i, j = divmod(int(flat), max(1, len(seen)))
        if match[i, j] < 0.5:
            break
        if i not in partner and j not in used:
            partner[i] = j
            used.add(j)
    for i, label in enumerate(labels):
        if i not in partner:
            outcomes.append(TileMatch(photo, label, False, None, 0.0))
            continue
        tile = seen[partner[i]]
        outcomes.append(TileMatch(photo, label, True, tile.tile, tile.confidence, turned(np.array(tile.quad))))
    return outcomes, len(seen) - len(used)


def turned(quad: LabelBoxes) -> float:
    """Return degrees (0-180) between the upward direction of a quad (4, 2) and that of the picture."""
    up = (quad[0] + quad[1] - quad[2] - quad[3]) / 2
    return float(np.degrees(np.arccos(np.clip(-up[1] / max(float(np.linalg.norm(up)), 1e-9), -1, 1))))


def calibration(outcomes: Sequence[TileMatch]) -> float:
    """Return the expected calibration error of the tiles found, in equal-width bins of confidence (Guo et al.,
    2017)."""
    claimed = np.array([o.confidence for o in outcomes if o.found])
    right = np.array([o.right for o in outcomes if o.found], float)
    if not len(claimed):
        return 0.0
    which = np.clip((claimed * BINS).astype(int), 0, BINS - 1)
    gaps = [abs(claimed[which == b].mean() - right[which == b].mean()) * (which == b).mean() for b in set(which)]
    return float(sum(gaps))


def share(part: int, whole: int) -> str:
    """Return a count and its percentage."""
    return f"{part}/{whole} ({100 * part / whole:.2f}%)" if whole else "none"


def summary(outcomes: Sequence[TileMatch]) -> dict[str, Any]:
    """Return the counts of a report, over some labels."""
    photos: dict[Path, bool] = {}
    for o in outcomes:
        photos[o.photo] = photos.get(o.photo, True) and o.right
    return {
        "photos": len(photos),
        "photos_exact": sum(photos.values()),
        "tiles": len(outcomes),
        "found": sum(o.found for o in outcomes),
        "named": sum(o.right for o in outcomes),
        "calibration_error": round(calibration(outcomes), 4),
    }


def contact_sheet(outcomes: Sequence[TileMatch], path: Path, most: int = 200) -> int:
    """Draw each misread tile with its label and the face read, and return the number drawn."""
    wrong = [o for o in outcomes if not o.right][:most]
    cells = []
    for o in wrong:
        image = open_image(o.photo)
        left, top, right, bottom = o.label.box
        margin = 0.4 * max(right - left, bottom - top)
        x0, y0 = max(0, int(left - margin)), max(0, int(top - margin))
        cell = cv2.resize(image[y0 : int(bottom + margin), x0 : int(right + margin)], (120, 120))
        cell = cv2.copyMakeBorder(cell, 0, 34, 2, 2, cv2.BORDER_CONSTANT, value=(255, 255, 255))
        taken = o.named or ("unnamed" if o.found else "not found")
        cv2.putText(cell, f"{o.label.tile}: {taken}", (3, 134), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (0, 0, 200), 1)
        cv2.putText(
            cell,
            f"{o.confidence:.2f} {o.photo.stem[:12]}",
            (3, 150),
            cv2.FONT_HERSHEY_SIMPLEX,
            0.35,
            (90, 90, 90),
            1,
        )
        cells.append(cell)
    if not cells:
        return 0
    columns = min(12, len(cells))
    cells += [np.full_like(cells[0], 255)] * (-len(cells) % columns)
    rows = [np.hstack(cells[i : i + columns]) for i in range(0, len(cells), columns)]
    cv2.imwrite(str(path), np.vstack(rows))
    return len(wrong)


def group_of(photo: Path, manifest: dict[str, str]) -> str:
    """Return the group of a photograph in a manifest, or else the name of its folder."""
    return manifest.get(photo.name, photo.parent.parent.name)


def read_manifest(folder: Path) -> dict[str, str]:
    """Return the group by file name, from `manifest.csv` in the folder or beside it; empty if there is none."""
    for path in (folder / "manifest.csv", folder.parent / "manifest.csv"):
        if path.exists():
            with path.open(newline="") as file:
                return {row["file"]: row["group"] for row in csv.DictReader(file)}
    return {}


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--models", type=click.Path(path_type=Path, exists=True), help="Folder with other weights.")
@click.option("--match", multiple=True, default=("*",), help="Pattern of the file names to measure; may be repeated.")
@click.option("--limit", type=click.IntRange(1), help="Greatest number of photographs to measure.")
@click.option("--sheet", type=click.Path(path_type=Path), help="Picture to draw every error into.")
@click.option(
    "--corrections", type=click.Path(path_type=Path, exists=True, dir_okay=False), help="CSV of wrong labels."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
def main(
    folder: Path,
    models: Path | None,
    match: tuple[str, ...],
    limit: int | None,
    sheet: Path | None,
    corrections: Path | None,
    as_json: bool,
) -> None:
    """Measure the reader on FOLDER, which holds images/ and labels/."""
    found = {p for pattern in match for p in (folder / "images").glob(pattern)}
    photos = sorted(p for p in found if p.suffix.lower() in {".jpg", ".jpeg", ".png", ".webp"})
    if not photos:
        raise click.ClickException(f"no photographs {' or '.join(match)} in {folder / 'images'}")
    try:
        wrong = read_corrections(corrections) if corrections else {}
    except ValueError as error:
        raise click.ClickException(str(error)) from error
    reader = TileReader(models) if models else TileReader()
    outcomes: list[TileMatch] = []
    extra = 0
    with click.progressbar(photos[:limit], label="photographs", hidden=as_json) as bar:
        for photo in bar:
            try:
                image = open_image(photo)
            except ImageError as error:
                raise click.ClickException(f"{photo}: {error}") from error
            try:
                labels = corrected(read_labels(photo, (image.shape[1], image.shape[0])), wrong.get(photo.name, ()))
            except ValueError as error:
                raise click.ClickException(f"{photo}: {error}") from error
            new, unlabelled = compare(photo, labels, reader.read(image))
            outcomes += new
            extra += unlabelled
    if sheet:
        contact_sheet(outcomes, sheet)
    manifest = read_manifest(folder)
    groups: dict[str, list[TileMatch]] = {}
    for o in outcomes:
        groups.setdefault(group_of(o.photo, manifest), []).append(o)
    whole = summary(outcomes) | {"unlabelled_finds": extra}
    if as_json:
        click.echo(json.dumps({"all": whole, "groups": {g: summary(o) for g, o in sorted(groups.items())}}))
        return
    for name, part in [("all", outcomes), *sorted(groups.items())]:
        figures = summary(part)
        click.echo(
            f"{name}: photos exact {share(figures['photos_exact'], figures['photos'])}, tiles found and named "
            f"{share(figures['named'], figures['tiles'])}, found {share(figures['found'], figures['tiles'])}, "
            f"calibration error {figures['calibration_error']}"
        )
    click.echo(f"face-up finds without a label: {extra}")
    shorter = [(min(o.label.box[2] - o.label.box[0], o.label.box[3] - o.label.box[1]), o) for o in outcomes]
    for low, high in pairwise(SIZES):
        part = [o for side, o in shorter if low <= side < high]
        if part:
            click.echo(f"shorter side {low}-{high} px: named {share(sum(o.right for o in part), len(part))}")
    for least, most in pairwise(TURNS):
        part = [o for o in outcomes if o.turn is not None and least <= o.turn < most]
        if part:
            named = share(sum(o.right for o in part), len(part))
            click.echo(f"turned {least:.0f}-{most:.0f} degrees: named {named} of those found")
    confused = Counter(
        (o.label.tile, o.named or ("unnamed" if o.found else "not found")) for o in outcomes if not o.right
    )
    for (tile, taken), count in confused.most_common(20):
        click.echo(f"{tile} taken for {taken}: {count}")


if __name__ == "__main__":
    main()
