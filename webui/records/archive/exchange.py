"""Replacement of a folder's contents: the whole folder at once, or file by file if it is a disk.

A disk of its own, such as the volume of a container, cannot be renamed: its old contents move into a folder on it.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

BEFORE: Final = ".before-"
"""Beginning of the name of a folder with the old contents of a disk."""

_OF_THE_DISK: Final = ("lost+found",)
"""Files that the system itself puts on a disk."""


def keeps(folder: Path, lock: str) -> bool:
    """Return True if a folder has anything but its lock and old contents."""
    return folder.is_dir() and bool(_kept(folder, lock))


@contextmanager
def room_beside(folder: Path) -> Iterator[Path]:
    """Yield a place for the new contents of a folder, on the same disk; it is removed at the end."""
    where = folder if folder.is_mount() else folder.parent
    with TemporaryDirectory(dir=where, prefix=".restore-", ignore_cleanup_errors=True) as room:
        yield Path(room) / "data"


def exchange(new: Path, folder: Path, lock: str) -> Path | None:
    """Move new contents, from a place by `room_beside`, into a folder.

    Args:
        new: A folder with the new contents.
        folder: The folder; it need not exist.
        lock: Name of a file in it that stays.

    Returns:
        The new place of the old contents, or None if there were none.

    Raises:
        OSError: A file cannot be moved. The folder is then unchanged.
    """
    name = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    if folder.is_mount():
        return _exchange_files(new, folder, folder / f"{BEFORE}{name}", lock)
    aside = folder.with_name(f"{folder.name}{BEFORE}{name}") if keeps(folder, lock) else None
    if aside:
        folder.rename(aside)
    elif folder.is_dir():
        shutil.rmtree(folder)
    try:
        new.rename(folder)
    except OSError:
        if aside:
            aside.rename(folder)
        raise
    return aside


def _exchange_files(new: Path, folder: Path, aside: Path, lock: str) -> Path | None:
    moves = [(path, aside / path.name) for path in _kept(folder, lock)]
    kept = bool(moves)
    moves += [(path, folder / path.name) for path in sorted(new.iterdir()) if path.name != lock]
    done: list[tuple[Path, Path]] = []
    try:
        if kept:
            aside.mkdir()
        for path, to in moves:
            path.rename(to)
            done.append((path, to))
    except OSError:
        for path, to in reversed(done):
            to.rename(path)
        if kept and aside.is_dir():
            aside.rmdir()
        raise
    return aside if kept else None


def _kept(folder: Path, lock: str) -> list[Path]:
    hidden = (BEFORE, ".restore-")
    return [
        path
        for path in sorted(folder.iterdir())
        if path.name not in (lock, *_OF_THE_DISK) and not path.name.startswith(hidden)
    ]
