"""Photographs of real tables whose tiles are labelled by their middles (`PHOTOS/tables-train`), and quads for them.

The quads are those that the reader detects and that agree with the labels. A visible tile that it misses borrows the
shape of the nearest one.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from models.data.crops import Floats
from models.render.body import Image
from scoring.tiles import FACES
from vision.evidence import Evidence
from vision.quads import sides

Half = Literal["all", "first", "second"]
"""The places whose photographs are used: all, or every second one in the order of their names."""

_WITHIN: Final = 0.35
"""Greatest distance of a label from the middle of its detection, in sides of it. More accepts loose boxes and boxes of
two tiles; less borrows shapes for tiles that are found."""

_SHAPE: Final = 0.4
"""Greatest difference, as a logarithm, of the size of a detection to the median of those near it. More accepts parts of
tiles and boxes of two; less drops tiles seen in perspective."""

_BORROWED: Final = 3.0
"""Greatest distance, in sides, from which a missed tile borrows its shape. More borrows wrong sizes and turns; less
leaves missed tiles without a quad."""

_UPRIGHT: Final = 0.6
"""Confidence from which a rightly named detection begins at the glyph's top left. More learns fewer turns; less, some
wrong ones."""


@dataclass(frozen=True, slots=True)
class LabelledTable:
    """A labelled photograph.

    Attributes:
        file: The picture.
        place: Where it was taken: its folder and repository.
        tiles: Codes of `FACES`, `back`, `f?` for a flower of unknown number or `?` for an unreadable tile.
        middles: (N, 2) pixels.
        visible: (N,) False for tiles that are covered, cut off, blurred or tiny.
    """

    file: Path
    place: str
    tiles: tuple[str, ...]
    middles: Floats
    visible: NDArray[np.bool_]

    def picture(self) -> Image:
        """Return its pixels.

        Raises:
            FileNotFoundError: It cannot be read.
        """
        read = cv2.imread(str(self.file))
        if read is None:
            raise FileNotFoundError(self.file)
        return read.astype(np.uint8)

    def scaled(self, by: float) -> "LabelledTable":
        """Return the labels of the same photograph resized by a factor."""
        return replace(self, middles=self.middles * by)


@dataclass(frozen=True, slots=True)
class TableQuads:
    """Quads of a table's labels.

    Attributes:
        quads: (N, 4, 2) corners, from the glyph's top left where `upright`.
        known: (N,) True if there is a quad, detected or borrowed.
        found: (N,) index of the detection, or -1.
        upright: (N,) True if the quad begins at the glyph's top left.
    """

    quads: Floats
    known: NDArray[np.bool_]
    found: NDArray[np.int64]
    upright: NDArray[np.bool_]


def tables(photos: Path, half: Half = "all") -> Iterator[LabelledTable]:
    """Yield the photographs of `photos/tables-train`, those of one place together.

    Args:
        photos: The folder of photographs.
        half: The places to use; the others are held out.
    """
    folder = photos / "tables-train"
    listed = [] if not (folder / "labels.json").exists() else json.loads((folder / "labels.json").read_text())
    found = []
    for row in listed:
        tiles = row["tiles"]
        found.append(
            LabelledTable(
                folder / row["photo"],
                f"{row['photo'].split('/')[0]}/{row['source'][0].split('/')[0]}",
                tuple(t["tile"] for t in tiles),
                np.array([t["center"] for t in tiles], float).reshape(-1, 2),
                np.array([t.get("visible", True) for t in tiles], bool),
            )
        )
    places = sorted({table.place for table in found})
    used = {"all": places, "first": places[::2], "second": places[1::2]}[half]
    for place in used:
        yield from (table for table in found if table.place == place)


def agreed(table: LabelledTable, seen: Evidence) -> TableQuads:
    """Return the quads of a table's labels, from the detections in its picture."""
    count, size = len(table.tiles), sides(seen.quads).mean(axis=1) if len(seen.scores) else np.zeros(0)
    quads, found = np.zeros((count, 4, 2)), np.full(count, -1)
    middles = seen.quads.mean(axis=1)
    apart = np.linalg.norm(table.middles[:, None] - middles, axis=2) / np.maximum(size, 1e-6)
    for label, detection in np.argwhere(apart < _WITHIN)[np.argsort(apart[apart < _WITHIN])].tolist():
        face_up = table.tiles[label] != "back"
        if found[label] < 0 and detection not in found and seen.backs[detection] != face_up:
            found[label] = detection
    usual = np.array([_usual(size, middles, at) for at in found if at >= 0])
    there = np.flatnonzero(found >= 0)
    for label, near in zip(there, usual, strict=True):
        if abs(np.log(size[found[label]] / near)) > _SHAPE:
            found[label] = -1
    known = found >= 0
    quads[known] = seen.quads[found[known]]
    upright = np.array(
        [
            at >= 0
            and tile in FACES
            and int(seen.faces[at].argmax()) == FACES.index(tile)
            and seen.upright[at] > _UPRIGHT
            for tile, at in zip(table.tiles, found.tolist(), strict=True)
        ],
        bool,
    )
    for label in np.flatnonzero(~known & table.visible).tolist():
        if not (found >= 0).any():
            break
        others = np.flatnonzero(found >= 0)
        reach = np.linalg.norm(table.middles[others] - table.middles[label], axis=1)
        nearest = int(others[int(reach.argmin())])
        shape = seen.quads[found[nearest]]
        if reach.min() < _BORROWED * size[found[nearest]]:
            quads[label], known[label] = shape - shape.mean(axis=0) + table.middles[label], True
    return TableQuads(quads, known, found, upright)


def _usual(size: Floats, middles: Floats, at: int) -> float:
    """Return the median size of a detection and the five nearest ones."""
    near = np.argsort(np.linalg.norm(middles - middles[at], axis=1))[:6]
    return float(np.median(size[near]))
