"""Drafts of tile sets, stored as files so that they outlast the program."""

import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Final
from zipfile import BadZipFile

import numpy as np

from vision.tilesets.labelling import Cluster, Samples, label

_log = logging.getLogger(__name__)

_ARRAYS: Final = tuple(each.name for each in fields(Samples))


@dataclass(frozen=True, slots=True)
class Draft:
    """A tile set being learned: its photographed tiles, and the names given by a person so far.

    Attributes:
        id: Its id in addresses.
        tiles: The tiles of all its photos.
        said: Faces by the index of a tile: an index into `scoring.tiles.FACES`, or None to discard the tile.
        previews: A JPEG for each tile.
    """

    id: str
    tiles: Samples
    said: Mapping[int, int | None] = field(default_factory=dict)
    previews: tuple[bytes, ...] = field(default=(), repr=False)

    def named(self) -> list[Cluster]:
        """Return the clusters of similar tiles, each with its most probable face."""
        return label(self.tiles, self.said)


def save(draft: Draft, folder: Path) -> None:
    """Write a draft, completely or not at all.

    Raises:
        OSError: It cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    part = folder / f".{draft.id}.part"
    arrays = {name: getattr(draft.tiles, name) for name in _ARRAYS}
    said = json.dumps(sorted(draft.said.items()))
    sizes = np.array([len(each) for each in draft.previews], np.int64)
    previews = np.frombuffer(b"".join(draft.previews), np.uint8)
    try:
        with part.open("wb") as out:
            np.savez(out, said=np.array(said), sizes=sizes, previews=previews, **arrays)
        part.replace(folder / f"{draft.id}.npz")
    finally:
        part.unlink(missing_ok=True)


def load(file: Path) -> Draft | None:
    """Return the draft in a file, or None if it is unreadable, which is logged."""
    try:
        with file.open("rb") as opened, np.load(opened, allow_pickle=False) as kept:
            tiles = Samples(*(kept[name] for name in _ARRAYS))
            said = dict(json.loads(str(kept["said"])))
            data, ends = kept["previews"].tobytes(), np.cumsum(kept["sizes"])
    except (OSError, ValueError, KeyError, TypeError, BadZipFile) as error:
        _log.warning("the draft %s cannot be read: %s", file.stem, error)
        return None
    previews = tuple(data[start:end] for start, end in zip((0, *ends[:-1]), ends, strict=True))
    return Draft(file.stem, tiles, said, previews)


def load_all(folder: Path) -> list[Draft]:
    """Return the drafts of a folder, the oldest first."""
    files = sorted(folder.glob("*.npz"), key=lambda file: file.stat().st_mtime)
    return [draft for draft in map(load, files) if draft]


def remove(draft_id: str, folder: Path) -> None:
    """Remove a draft, if it exists."""
    (folder / f"{draft_id}.npz").unlink(missing_ok=True)
