"""A folder of pictures as a source: each in turn, the last one until another arrives."""

import logging
import threading
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Final

from vision.errors import reason
from vision.image import ImageError, Picture, open_image, pictures_in
from vision.live.sources.kind import CameraKind, path_of
from vision.live.sources.source import FolderFileError, LostSourceError, Source, name_of

_log = logging.getLogger(__name__)

PACE: Final = 2.0
"""Seconds that each picture of a folder is shown; the last one stays until a new one arrives. More delays a
demonstration; less leaves too little time to read it."""


def _matches(address: str) -> bool:
    path = path_of(address)
    return path is not None and path.is_dir()


def _source(address: str) -> Source:
    path = Path(address)
    named: set[str] = set()
    return Source(f"The folder {name_of(path)}", lambda stop: _show(path, stop, named))


def _show(path: Path, stop: threading.Event, named: set[str]) -> Generator[Picture]:
    """Yield the pictures of a folder by name, each for `PACE` seconds.

    Args:
        path: The folder.
        stop: Asks it to stop.
        named: Names of the files that were logged as skipped; further ones are added.
    """
    shown: set[_Version] = set()
    last: Picture | None = None
    while not stop.is_set():
        try:
            fresh = next((v for v in _versions(path, named) if v not in shown), None)
        except OSError as error:
            raise LostSourceError("folder-closed", name_of(path), reason=reason(error)) from error
        if fresh:
            shown.add(fresh)
            try:
                last = open_image(path / fresh[0])
            except ImageError:
                continue  # perhaps still being written: its time of change will then differ
        if last is None:
            raise LostSourceError("folder-empty", name_of(path))
        for _ in range(4 if fresh else 1):  # several times, as a sign of life
            yield last
            stop.wait(PACE / 4)


_Version = tuple[str, int]
"""A file's name and its time of change in nanoseconds."""


def _versions(folder: Path, named: set[str]) -> Iterator[_Version]:
    """Yield the picture files of a folder by name; one that cannot be opened is skipped, and logged once."""
    for file in pictures_in(folder):
        try:
            yield file.name, file.stat().st_mtime_ns
        except OSError as error:
            if file.name not in named:
                named.add(file.name)
                _log.warning("%s", FolderFileError(str(folder), file.name, str(error.strerror)))


FOLDER: Final = CameraKind("folder", help="a folder of photos", live=False, matches=_matches, source=_source)
