"""Atomic file writes: a file is written completely or not at all, even on a full disk, a kill or a power cut."""

import contextlib
import os
from pathlib import Path


def write(file: Path, data: bytes, *, private: bool = False) -> None:
    """Write a file, replacing one of that name, and create its folder.

    Args:
        file: The file; it has the old content until the new one is on the disk.
        data: Its content.
        private: True if only its owner may read it, from its first byte on.

    Raises:
        OSError: The file cannot be written. It is unchanged, and no temporary file remains.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f"{file.name}.part")
    try:
        if private:
            part.unlink(missing_ok=True)  # an older one may have other permissions
        with open(part, "wb", opener=_private if private else None) as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        part.replace(file)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink()
        raise
    sync(file.parent)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def remove(file: Path) -> None:
    """Remove a file permanently.

    Raises:
        FileNotFoundError: The file does not exist.
        OSError: The file cannot be removed, and is unchanged.
    """
    file.unlink()
    sync(file.parent)


def sync(folder: Path) -> None:
    """Flush the names of a folder's files to the disk, if the system can: Windows opens no folders."""
    with contextlib.suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
