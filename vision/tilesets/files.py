"""Files of tile sets, one PNG picture each: the crops in a grid, and their faces in a text chunk.

So a set can be viewed, copied and sent. Its prototypes are not stored, but computed whenever it is opened, so that they
always suit the current weights.
"""

import hashlib
import json
import re
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from scoring.tiles import FACES
from vision import files
from vision.errors import VisionError, VisionValue

if TYPE_CHECKING:  # who names the sets, or removes one, opens no picture
    import numpy as np
    from numpy.typing import NDArray

    from vision.tilesets.prototypes import TileSet

VERSION: Final = 1
"""Version of the file's format."""

MAX_TILES: Final = 600
"""Most crops of a set; four photographs of all 144 tiles give fewer."""

_CHUNK: Final = "tableside-set"
"""Key of the PNG's text chunk."""

_COLUMNS: Final = 12
"""Crops in a row of the picture."""

_NAME: Final = re.compile(r"\w[\w .'-]{0,38}\w|\w")
"""Names that a file can have on every system: 1 to 40 characters, with a letter or digit at both ends."""


class SetError(VisionError):
    """A tile set that cannot be stored or used."""


class SetNameError(SetError):
    """No set can have this name: choose another one."""

    def __init__(self, name: str) -> None:
        super().__init__("set-name", name=name)


class SetSizeError(SetError):
    """The set has too few or too many tiles: name others."""

    def __init__(self, count: int) -> None:
        super().__init__("set-size", count=count, most=MAX_TILES)


class UnknownSetError(SetError):
    """No stored set has this name: choose one of the stored sets."""

    def __init__(self, name: str, kept: Iterable[str]) -> None:
        kept = tuple(kept)
        super().__init__("set-unknown" if kept else "no-sets", name=name, kept=kept)


class DamagedSetError(SetError):
    """The file of a set is damaged or unknown: copy it again, or learn the set again."""

    def __init__(
        self,
        kind: Literal[
            "set-damaged", "set-no-picture", "set-checksum", "set-shape", "set-not-one", "set-version", "set-tiles"
        ],
        file: Path,
        **about: VisionValue,
    ) -> None:
        super().__init__(kind, file=file.name, **about)


class SetFileError(SetError):
    """The file of a set cannot be written, read or removed: correct its folder's permissions, or free disk space."""

    def __init__(
        self, kind: Literal["set-unwritable", "set-unreadable", "set-unremovable"], file: Path, error: OSError
    ) -> None:
        super().__init__(kind, file=file.name, reason=error.strerror or str(error))


def kept_names(folder: Path) -> list[str]:
    """Return the sorted names of the sets stored in a folder; empty if there is no such folder, or it is unreadable."""
    try:
        return sorted(p.stem for p in folder.glob("*.png") if _NAME.fullmatch(p.stem))
    except OSError:
        return []


def is_kept(folder: Path, name: str) -> bool:
    """Return True if a folder has a set of that name.

    Raises:
        SetNameError: No set can have that name.
        SetFileError: The folder cannot be read.
    """
    file = file_of(folder, name)
    try:
        return file.exists()
    except OSError as error:
        raise SetFileError("set-unreadable", file, error) from error


def file_of(folder: Path, name: str) -> Path:
    """Return the file of a set in a folder.

    Raises:
        SetNameError: The name is not a valid file name on every system.
    """
    if not _NAME.fullmatch(name):
        raise SetNameError(name)
    return folder / f"{name}.png"


def save(tileset: "TileSet", folder: Path, name: str) -> Path:
    """Write a set to its file, replacing one of that name.

    Raises:
        SetNameError: The name cannot be used.
        SetSizeError: The set is empty or too large.
        SetFileError: The file cannot be written.
    """
    import numpy as np
    from PIL import Image
    from PIL.PngImagePlugin import PngInfo

    from vision.networks.classifier import SIZE

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
        files.write(file, data.getvalue())
    except OSError as error:
        raise SetFileError("set-unwritable", file, error) from error
    return file


def load(folder: Path, name: str) -> "TileSet":
    """Read a set from its file.

    Raises:
        SetNameError: No set can have that name.
        UnknownSetError: No set has that name.
        SetFileError: Its file cannot be read.
        DamagedSetError: Its file is damaged or of a later version.
    """
    import numpy as np
    from PIL import Image, UnidentifiedImageError

    from vision.networks.classifier import SIZE
    from vision.tilesets.prototypes import TileSet

    file = file_of(folder, name)
    try:
        data = file.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        raise UnknownSetError(name, kept_names(folder)) from None
    except OSError as error:
        raise SetFileError("set-unreadable", file, error) from error
    try:
        with Image.open(BytesIO(data), formats=("PNG",)) as image:
            pixels = np.asarray(image.convert("RGB"))
            about = json.loads(getattr(image, "text", {}).get(_CHUNK, "null"))
    except UnidentifiedImageError as error:
        raise DamagedSetError("set-no-picture", file) from error
    except Exception as error:  # decoders raise anything on a damaged file
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
    """Remove the file of a set.

    Raises:
        SetNameError: No set can have that name.
        UnknownSetError: No set has that name.
        SetFileError: Its file cannot be removed.
    """
    file = file_of(folder, name)
    try:
        files.remove(file)
    except FileNotFoundError:
        raise UnknownSetError(name, kept_names(folder)) from None
    except OSError as error:
        raise SetFileError("set-unremovable", file, error) from error


def _sum(tileset: "TileSet") -> str:
    """Return a checksum of crops and faces, since decoders do not always check the file's own."""
    names = " ".join(FACES[k] for k in tileset.faces)
    return hashlib.sha256(tileset.crops.tobytes() + names.encode()).hexdigest()


def _faces(file: Path, about: Any) -> "NDArray[np.int64]":
    """Return the faces (N,) in the text chunk of a set's file."""
    import numpy as np

    if not isinstance(about, dict):
        raise DamagedSetError("set-not-one", file)
    if about.get("version") != VERSION:
        raise DamagedSetError("set-version", file, expected=VERSION, got=f"{about.get('version')!r:.20}")
    tiles = about.get("tiles")
    if not isinstance(tiles, list) or not 0 < len(tiles) <= MAX_TILES or not all(t in FACES for t in tiles):
        raise DamagedSetError("set-tiles", file)
    return np.array([FACES.index(t) for t in tiles], np.int64)
