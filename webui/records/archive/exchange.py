"""New content put in place of what a folder keeps: the whole folder at once, or file by file where it is a disk.

A disk of its own, such as the volume of a container, cannot be renamed: what it keeps moves into a folder in it.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

BEFORE: Final = ".before-"
"""The beginning of the name of a folder of what a disk kept before."""

_OF_THE_DISK: Final = ("lost+found",)
"""What a disk has by itself."""


def keeps(folder: Path, lock: str) -> bool:
    """Whether a folder keeps anything but its lock, and what was moved aside there."""
    return folder.is_dir() and bool(_kept(folder, lock))


@contextmanager
def room_beside(folder: Path) -> Iterator[Path]:
    """A place for the new content of a folder, on the same disk, which is removed at the end."""
    where = folder if folder.is_mount() else folder.parent
    with TemporaryDirectory(dir=where, prefix=".restore-", ignore_cleanup_errors=True) as room:
        yield Path(room) / "data"


def exchange(new: Path, folder: Path, lock: str) -> Path | None:
    """Puts new content, which `room_beside` gave the place for, into a folder.

    Args:
        new: A folder with the new content.
        folder: The folder; need not exist.
        lock: The name of a file in it that stays.

    Returns:
        Where what the folder kept is now; None where it kept nothing.

    Raises:
        OSError: A file cannot be moved. Then the folder is as it was.
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
