"""Files written whole or not at all, whatever fails meanwhile: a full disk, a program killed, a power cut."""

import contextlib
import os
from pathlib import Path


def write(file: Path, data: bytes, *, private: bool = False) -> None:
    """Writes a file, replacing one of that name, and creates its folder.

    Args:
        file: The file; until the new content is on the disk it has the old one.
        data: Its content.
        private: Whether only its owner may read it, from its first byte on.

    Raises:
        OSError: it cannot be written. The file is as it was, and nothing is left beside it.
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
    """Removes a file for good.

    Raises:
        FileNotFoundError: there is none.
        OSError: it cannot be removed, and is as it was.
    """
    file.unlink()
    sync(file.parent)


def sync(folder: Path) -> None:
    """Puts the names of a folder's files on the disk, where the system can: Windows opens no folders."""
    with contextlib.suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
