"""Files of sets of tiles, one PNG picture each: the crops in a grid, and their faces in a text chunk.

So a set can be viewed, copied and sent. Its prototypes are not kept, but computed whenever it is opened, so that they
always suit the weights in use.
"""

import hashlib
import json
import re
from io import BytesIO
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from scoring.tiles import FACES
from vision.errors import Value, VisionError
from vision.networks.classifier import SIZE
from vision.tilesets.prototypes import TileSet

VERSION: Final = 1
"""Version of the file's format."""

MAX_TILES: Final = 600
"""Crops of a set at most; four photographs of all 144 tiles give fewer."""

_CHUNK: Final = "tableside-set"
"""Key of the PNG's text chunk."""

_COLUMNS: Final = 12
"""Crops in a row of the picture."""

_NAME: Final = re.compile(r"\w[\w .'-]{0,38}\w|\w")
"""Names that a file can have on every system: 1 to 40 characters, with a letter or digit at both ends."""


class SetError(VisionError):
    """A set of tiles cannot be kept or used."""


class SetNameError(SetError):
    """No set can be kept under this name: give another."""

    def __init__(self, name: str) -> None:
        super().__init__("set-name", name=name)


class SetSizeError(SetError):
    """Too few or too many tiles make the set: name others."""

    def __init__(self, count: int) -> None:
        super().__init__("set-size", count=count, most=MAX_TILES)


class UnknownSetError(SetError):
    """No set of this name is kept: choose one of those that are."""

    def __init__(self, name: str, folder: Path) -> None:
        kept = tuple(kept_names(folder))
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


def kept_names(folder: Path) -> list[str]:
    """Sorted names of the sets kept in a folder; none if there is no such folder."""
    if not folder.is_dir():
        return []
    return sorted(p.stem for p in folder.glob("*.png") if _NAME.fullmatch(p.stem))


def file_of(folder: Path, name: str) -> Path:
    """The file of a set in a folder.

    Raises:
        SetNameError: the name cannot be that of a file everywhere.
    """
    if not _NAME.fullmatch(name):
        raise SetNameError(name)
    return folder / f"{name}.png"


def save(tileset: TileSet, folder: Path, name: str) -> Path:
    """Writes a set to its file, replacing one of that name.

    Raises:
        SetNameError: the name cannot be used.
        SetSizeError: there is nothing to keep, or too much.
        SetFileError: the file cannot be written.
    """
    file = file_of(folder, name)
    count = len(tileset.faces)
    if not 0 < count <= MAX_TILES:
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
        fresh = file.with_suffix(".new")
        fresh.write_bytes(data.getvalue())
        fresh.replace(file)
    except OSError as error:
        raise SetFileError("set-unwritable", file, str(error.strerror)) from error
    return file


def load(folder: Path, name: str) -> TileSet:
    """Reads a set from its file.

    Raises:
        SetNameError: no set can have that name.
        UnknownSetError: there is none of that name.
        DamagedSetError: its file is damaged or of a later version.
    """
    file = file_of(folder, name)
    if not file.is_file():
        raise UnknownSetError(name, folder)
    try:
        with Image.open(file, formats=("PNG",)) as image:
            pixels = np.asarray(image.convert("RGB"))
            about = json.loads(getattr(image, "text", {}).get(_CHUNK, "null"))
    except Exception as error:  # decoders raise whatever they like on a damaged file
        raise DamagedSetError("set-damaged", file, reason=str(error)) from error
    faces = _faces(file, about)
    rows = -(-len(faces) // _COLUMNS)
    if pixels.shape != (rows * SIZE[1], _COLUMNS * SIZE[0], 3):
        expected, got = (f"{wide} x {high}" for high, wide in ((rows * SIZE[1], _COLUMNS * SIZE[0]), pixels.shape[:2]))
        raise DamagedSetError("set-shape", file, expected=expected, count=len(faces), got=got)
    grid = pixels[:, :, ::-1].reshape(rows, SIZE[1], _COLUMNS, SIZE[0], 3).swapaxes(1, 2)
    crops = np.ascontiguousarray(grid.reshape(-1, SIZE[1], SIZE[0], 3)[: len(faces)])
    tileset = TileSet(crops.astype(np.uint8), faces)
    if about.get("sha256") != _sum(tileset):
        raise DamagedSetError("set-checksum", file)
    return tileset


def forget(folder: Path, name: str) -> None:
    """Removes the file of a set.

    Raises:
        SetNameError: no set can have that name.
        UnknownSetError: there is none of that name.
        SetFileError: its file cannot be removed.
    """
    file = file_of(folder, name)
    try:
        file.unlink()
    except FileNotFoundError:
        raise UnknownSetError(name, folder) from None
    except OSError as error:
        raise SetFileError("set-unremovable", file, str(error.strerror)) from error


def _sum(tileset: TileSet) -> str:
    """A checksum of crops and faces, since decoders do not always check the file's own."""
    names = " ".join(FACES[k] for k in tileset.faces)
    return hashlib.sha256(tileset.crops.tobytes() + names.encode()).hexdigest()


def _faces(file: Path, about: Any) -> NDArray[np.int64]:
    """The faces (N,) in the text chunk of a set's file."""
    if not isinstance(about, dict):
        raise DamagedSetError("set-not-one", file)
    if about.get("version") != VERSION:
        raise DamagedSetError("set-version", file, expected=VERSION, got=f"{about.get('version')!r:.20}")
    tiles = about.get("tiles")
    if not isinstance(tiles, list) or not 0 < len(tiles) <= MAX_TILES or not all(t in FACES for t in tiles):
        raise DamagedSetError("set-tiles", file)
    return np.array([FACES.index(t) for t in tiles], np.int64)
