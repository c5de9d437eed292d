"""Sets of tiles that were shown to the camera once, and reading by them.

A set is kept as crops of its tiles, each with its name. What the classifier makes of these crops, sharp and blurred,
its features in all four turns, are the set's prototypes: a crop that is as like one of them as two looks at one tile
are is that tile, whatever the classifier, which never met the set, takes it for. Prototypes are made anew from the
crops whenever a set is opened, so they always suit the weights in use.

A set is one PNG picture, the crops in a grid, its names in a text chunk: it can be looked at, copied and sent.
"""

import hashlib
import json
import math
import re
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from scoring.tiles import FACES, FIRST_FLOWER, FLOWERS
from vision.errors import Value, VisionError
from vision.networks.classifier import SIZE, Classifier, Names
from vision.networks.rectify import Crops

VERSION: Final = 1
MOST: Final = 600
"""A set of four photographs with all 144 tiles in each has fewer crops."""

_BLURS: Final = (1.5, 3.0)  # pixels of a crop
_LEAST: Final = 1e-4  # what the classifier holds less likely than this of a set it never met, it does not know better
_CHUNK: Final = "tableside-set"
_COLUMNS: Final = 12
_NAME: Final = re.compile(r"\w[\w .'-]{0,38}\w|\w")


class SetError(VisionError):
    """A set of tiles cannot be kept or used."""


class SetNameError(SetError):
    """No set can be kept under this name: give another."""

    def __init__(self, name: str) -> None:
        super().__init__("set-name", name=name)


class SetSizeError(SetError):
    """Too few or too many tiles make the set: name others."""

    def __init__(self, count: int) -> None:
        super().__init__("set-size", count=count, most=MOST)


class UnknownSetError(SetError):
    """No set of this name is kept: choose one of those that are."""

    def __init__(self, name: str, folder: Path) -> None:
        kept = tuple(names_in(folder))
        super().__init__("set-unknown" if kept else "no-sets", name=name, folder=str(folder), kept=kept)


class DamagedSetError(SetError):
    """The file of a set cannot be understood: copy it again, or learn the set anew."""

    def __init__(
        self,
        kind: Literal["set-damaged", "set-checksum", "set-shape", "set-not-one", "set-version", "set-tiles"],
        file: Path,
        **about: Value,
    ) -> None:
        super().__init__(kind, file=str(file), **about)


class SetFileError(SetError):
    """The file of a set cannot be written or removed: choose another folder, or remove the file by hand."""

    def __init__(self, kind: Literal["set-unwritable", "set-unremovable"], file: Path, reason: str) -> None:
        super().__init__(kind, file=str(file), reason=reason)


@dataclass(frozen=True, slots=True, eq=False)
class TileSet:
    """Crops of one set's tiles and what they show.

    Attributes:
        crops: (N, 64, 48, 3) blue-green-red, upright, cut with the classifier's margin.
        faces: (N,) indices into `scoring.tiles.FACES`.
    """

    crops: Crops
    faces: NDArray[np.int64]

    @property
    def kinds(self) -> tuple[str, ...]:
        """The faces it has, in their usual order."""
        return tuple(FACES[k] for k in np.unique(self.faces))

    def only(self, kept: NDArray[np.bool_]) -> "TileSet":
        """The same with some of the crops."""
        return TileSet(self.crops[kept], self.faces[kept])


# --- reading by a set -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Weights:
    """How classifier and prototypes are weighed against each other, in nats.

    Attributes:
        face: Of the classifier's log probability of a face that the set has crops of.
        turn: Of its log probability of a turn.
        likeness: Of the cosine between the features of a crop and of the prototype it is most like.
        lying: Of that cosine where it is told how a tile lies: many look nearly the same turned by half.
        strange: The least likeness that a face is held to: a tile may look unlike the set's crops of its face, which
            may be misnamed or ill seen, and then the classifier says what it is.
        unshown: Of the classifier's log probability then, and of a face that the set has no crop of.
        absent: Stands in for the likeness of such a face.
        nothing: Likewise for no tile, or none that is known.
    """

    face: float
    turn: float
    likeness: float
    lying: float
    strange: float
    unshown: float
    absent: float
    nothing: float


FITTED: Final = Weights(
    face=0.882, turn=0.495, likeness=32.7, lying=9.66, strange=0.601, unshown=0.979, absent=0.759, nothing=0.804
)
"""Fitted by `python -m models.train.prototypes fit --count 48`, which prints this line."""


@dataclass(frozen=True, slots=True, eq=False)
class Prototypes:
    """A set of tiles as the classifier sees it.

    Attributes:
        features: (N, 4, D) of length 1: of each crop, sharp or blurred, its glyph's top left at corner 0, 1, 2 and 3.
        faces: (N,) indices into `scoring.tiles.FACES`.
    """

    features: NDArray[np.float32]
    faces: NDArray[np.int64]

    @classmethod
    def of(cls, tileset: TileSet, classifier: Classifier) -> "Prototypes":
        """What a classifier sees in the crops of a set, as they are and blurred: later pictures may be worse."""
        blurred = [cv2.GaussianBlur(crop, (0, 0), blur) for blur in _BLURS for crop in tileset.crops]
        crops = np.concatenate([tileset.crops, np.array(blurred, np.uint8).reshape(-1, *tileset.crops.shape[1:])])
        return cls(in_all_turns(crops, classifier), np.tile(tileset.faces, 1 + len(_BLURS)))

    def named(self, names: Names, weights: Weights = FITTED) -> Names:
        """What crops show, now that it is known which set their tiles are of.

        A log-linear join: the probability that a crop shows face f in turn t goes with
        p(t)^turn * (p(f)^face * exp(likeness * cosine) + p(f)^unshown * exp(likeness * strange)), the cosine that to
        the most similar prototype of f in turn t; with `lying` in the place of `likeness` it tells how the tile lies.
        Faces that the set has no crop of, and no tile at all, are possible through the classifier alone.

        Args:
            names: What the classifier says of N crops.
            weights: How much each says.
        """
        if not len(names.faces):
            return names
        likeness = self.likeness(names.features)
        faces, turns = joined(names.faces.astype(np.float64), names.turns.astype(np.float64), likeness, weights)
        return Names(faces.astype(np.float32), turns.astype(np.float32), names.features)

    def likeness(self, features: NDArray[np.float32]) -> NDArray[np.float64]:
        """(N, 42, 4) how like crops are to each face in each turn, as cosines; not a number for faces not shown."""
        alike = (features @ self.features.reshape(-1, self.features.shape[2]).T).reshape(len(features), -1, 4)
        best = np.full((len(features), len(FACES), 4), np.nan)
        for face in np.unique(self.faces):
            best[:, face] = alike[:, self.faces == face].max(axis=1)
        return best


def joined(
    faces: NDArray[np.float64], turns: NDArray[np.float64], likeness: NDArray[np.float64], weights: Weights
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Probabilities of faces (N, 43) and turns (N, 4) from the classifier's and from likenesses (N, 42, 4)."""
    named, lying = (_joint(faces, turns, likeness, weights, by) for by in (weights.likeness, weights.lying))
    return named.sum(axis=2), lying.sum(axis=1)


def _joint(
    faces: NDArray[np.float64], turns: NDArray[np.float64], likeness: NDArray[np.float64], weights: Weights, by: float
) -> NDArray[np.float64]:
    """(N, 43, 4) probabilities of faces and turns, likeness weighed by so much."""
    absent = np.isnan(likeness)
    log_faces = np.log(np.maximum(faces, _LEAST))[:, :, None]
    like = weights.face * log_faces[:, :-1] + by * np.where(absent, -np.inf, likeness)
    alone = weights.unshown * log_faces[:, :-1] + by * np.where(absent, weights.absent, weights.strange)
    alone[:, FIRST_FLOWER:] += _flowers_after_all(int((~absent[0, :, 0]).sum()), int(absent[0, FIRST_FLOWER:, 0].sum()))
    log = np.empty((len(faces), len(FACES) + 1, 4))
    log[:, :-1] = np.logaddexp(like, alone)
    log[:, -1] = weights.unshown * log_faces[:, -1] + by * weights.nothing
    log += weights.turn * np.log(np.maximum(turns, 1e-9))[:, None, :]
    joint = np.exp(log - log.max(axis=(1, 2), keepdims=True))
    return np.asarray(joint / joint.sum(axis=(1, 2), keepdims=True))


def _flowers_after_all(shown: int, missing: int) -> float:
    """How likely a set has flowers of which so many kinds were shown, so many flowers not among them, as a logarithm.

    It is the chance that kinds drawn from all 42 are no flowers; where one was shown, the set surely has them.
    """
    if missing < len(FLOWERS):
        return 0.0
    return math.log(math.comb(FIRST_FLOWER, shown) / math.comb(len(FACES), shown))


def in_all_turns(crops: Crops, classifier: Classifier) -> NDArray[np.float32]:
    """(N, 4, D) features of upright crops with the glyph's top left at corner 0, 1, 2 and 3 of the quad."""
    return np.stack([classifier(turned(crops, turn)).features for turn in range(4)], axis=1)


def turned(crops: Crops, turn: int) -> Crops:
    """Upright crops as a quad would cut them that begins `turn` corners before the glyph's top left."""
    if turn % 2 == 0:
        return np.ascontiguousarray(crops[:, :: 1 - turn, :: 1 - turn])
    lying = np.empty_like(crops)
    for to, crop in zip(lying, crops, strict=True):
        to[:] = cv2.resize(np.ascontiguousarray(np.rot90(crop, -turn)), SIZE, interpolation=cv2.INTER_AREA)
    return lying


# --- keeping sets ---------------------------------------------------------------------------------------------------


def names_in(folder: Path) -> list[str]:
    """Names of the sets kept in a folder, sorted; none where there is no such folder."""
    if not folder.is_dir():
        return []
    return sorted(p.stem for p in folder.glob("*.png") if _NAME.fullmatch(p.stem))


def place_of(folder: Path, name: str) -> Path:
    """The file that a set is kept in.

    Raises:
        SetNameError: the name cannot be that of a file everywhere.
    """
    if not _NAME.fullmatch(name):
        raise SetNameError(name)
    return folder / f"{name}.png"


def save(tileset: TileSet, folder: Path, name: str) -> Path:
    """Keeps a set, in place of one of that name.

    Raises:
        SetNameError: the name cannot be used.
        SetSizeError: there is nothing to keep, or too much.
        SetFileError: the file cannot be written.
    """
    place = place_of(folder, name)
    count = len(tileset.faces)
    if not 0 < count <= MOST:
        raise SetSizeError(count)
    rows = -(-count // _COLUMNS)
    grid = np.zeros((rows * _COLUMNS, *tileset.crops.shape[1:]), np.uint8)
    grid[:count] = tileset.crops
    sheet = grid.reshape(rows, _COLUMNS, SIZE[1], SIZE[0], 3).swapaxes(1, 2).reshape(rows * SIZE[1], -1, 3)
    about = PngInfo()
    tiles = [FACES[k] for k in tileset.faces]
    about.add_text(_CHUNK, json.dumps({"version": VERSION, "tiles": tiles, "sha256": _sum(tileset)}))
    data = BytesIO()
    Image.fromarray(np.ascontiguousarray(sheet[:, :, ::-1])).save(data, "PNG", pnginfo=about)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        fresh = place.with_suffix(".new")
        fresh.write_bytes(data.getvalue())
        fresh.replace(place)
    except OSError as error:
        raise SetFileError("set-unwritable", place, str(error.strerror)) from error
    return place


def load(folder: Path, name: str) -> TileSet:
    """Opens a set that was kept.

    Raises:
        SetNameError: no set can have that name.
        UnknownSetError: there is none of that name.
        DamagedSetError: its file is damaged or of a later version.
    """
    place = place_of(folder, name)
    if not place.is_file():
        raise UnknownSetError(name, folder)
    try:
        with Image.open(place, formats=("PNG",)) as image:
            pixels = np.asarray(image.convert("RGB"))
            about = json.loads(getattr(image, "text", {}).get(_CHUNK, "null"))
    except Exception as error:  # decoders raise whatever they like on a damaged file
        raise DamagedSetError("set-damaged", place, reason=str(error)) from error
    faces = _faces(place, about)
    rows = -(-len(faces) // _COLUMNS)
    if pixels.shape != (rows * SIZE[1], _COLUMNS * SIZE[0], 3):
        expected, got = (f"{wide} x {high}" for high, wide in ((rows * SIZE[1], _COLUMNS * SIZE[0]), pixels.shape[:2]))
        raise DamagedSetError("set-shape", place, expected=expected, count=len(faces), got=got)
    grid = pixels[:, :, ::-1].reshape(rows, SIZE[1], _COLUMNS, SIZE[0], 3).swapaxes(1, 2)
    crops = np.ascontiguousarray(grid.reshape(-1, SIZE[1], SIZE[0], 3)[: len(faces)])
    tileset = TileSet(crops.astype(np.uint8), faces)
    if about.get("sha256") != _sum(tileset):
        raise DamagedSetError("set-checksum", place)
    return tileset


def forget(folder: Path, name: str) -> None:
    """Removes a set.

    Raises:
        SetNameError: no set can have that name.
        UnknownSetError: there is none of that name.
        SetFileError: its file cannot be removed.
    """
    place = place_of(folder, name)
    try:
        place.unlink()
    except FileNotFoundError:
        raise UnknownSetError(name, folder) from None
    except OSError as error:
        raise SetFileError("set-unremovable", place, str(error.strerror)) from error


def _sum(tileset: TileSet) -> str:
    """A checksum: decoders do not always look at the file's own."""
    names = " ".join(FACES[k] for k in tileset.faces)
    return hashlib.sha256(tileset.crops.tobytes() + names.encode()).hexdigest()


def _faces(place: Path, about: Any) -> NDArray[np.int64]:
    """The faces that a set's text chunk names."""
    if not isinstance(about, dict):
        raise DamagedSetError("set-not-one", place)
    if about.get("version") != VERSION:
        raise DamagedSetError("set-version", place, expected=VERSION, got=f"{about.get('version')!r:.20}")
    tiles = about.get("tiles")
    if not isinstance(tiles, list) or not 0 < len(tiles) <= MOST or not all(t in FACES for t in tiles):
        raise DamagedSetError("set-tiles", place)
    return np.array([FACES.index(t) for t in tiles], np.int64)
