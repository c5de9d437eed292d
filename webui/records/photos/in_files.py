"""Photos as files in a folder, or in memory; `webui.records.photos.in_database` has them in a database."""

import os
import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from sqlalchemy import Connection

from webui.records.errors import translate_os_errors

_COMING: Final = ".coming"
"""Folder of empty files, each named like a photo without a hand yet."""

_THUMB: Final = ".thumb.jpg"
"""End of the name of a thumbnail, after the hash."""

_KINDS: Final = (
    (b"\xff\xd8\xff", 0, "jpg"),
    (b"\x89PNG", 0, "png"),
    (b"WEBP", 8, "webp"),
    (b"ftyp", 4, "heic"),
)
"""Beginnings of files of each kind of picture: bytes, their offset, and the file name's extension."""

_ENDINGS: Final = ("jpg", "png", "webp", "heic", "bin")


@dataclass(frozen=True, slots=True)
class KeptPhoto:
    """A stored photo.

    Attributes:
        sha256: Hash of its bytes.
        size: Number of bytes.
        at: Time of writing (seconds since 1970).
    """

    sha256: str
    size: int
    at: float


IsNamed = Callable[[str], bool]
"""Returns True if a hand refers to the photo of a hash."""


class Staged:
    """A photo that is stored before its hand.

    Attributes:
        name: Its hash.
        settled: True once its hand is stored.
    """

    def __init__(self, shelf: "PhotoStorage", name: str) -> None:
        """Store a photo by its hash here."""
        self._shelf: Final = shelf
        self.name: Final = name
        self.settled = False

    def put(self, data: bytes) -> None:
        """Store its bytes; they are on the disk when this returns."""
        self._shelf.put(self.name, data)

    def keep_thumb(self, data: bytes) -> None:
        """Store its thumbnail, with its hand at the latest."""
        self._shelf.keep_thumb(self.name, data)

    def settle(self, connection: Connection) -> None:
        """Let it stay, inside the transaction that stores its hand."""


class PhotoStorage(Protocol):
    """A store of photos by their hashes, safe to use from many threads. All methods may raise `RecordsError`."""

    def put(self, name: str, data: bytes) -> None:
        """Store a photo, completely or not at all; an existing one stays unchanged."""

    def staged(self, name: str, named: IsNamed) -> AbstractContextManager[Staged]:
        """Yield the photo of a hash to be stored; it is removed unless a hand refers to it in the end."""

    def read(self, name: str) -> bytes | None:
        """Return the bytes of a photo, or None."""

    def has(self, name: str) -> bool:
        """Return True if the photo is stored."""

    def path(self, name: str) -> Path | None:
        """Return the file of a photo, or None if there is none."""

    def all(self) -> list[KeptPhoto]:
        """Return all photos, in any order."""

    def remove(self, name: str) -> bool:
        """Remove a photo with its thumbnail; return False if it was not stored."""

    def keep_thumb(self, name: str, data: bytes) -> None:
        """Store the thumbnail of a photo."""

    def thumb(self, name: str) -> bytes | None:
        """Return the thumbnail of a photo, or None."""

    def sweep(self, named: IsNamed) -> list[str]:
        """Remove photos of processes that ended inside `staged`, and return their hashes."""


class _Expecting:
    """A counter of the pending hands of each photo, in one process."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._lock = threading.RLock()

    @contextmanager
    def __call__(self, name: str, named: IsNamed, remove: Callable[[str], bool]) -> Iterator[None]:
        with self._lock:
            self._counts[name] += 1
        try:
            yield
        finally:
            with self._lock:
                self._counts[name] -= 1
                if not self._counts[name] and not named(name):
                    remove(name)


class MemoryPhotos:
    """Photos in memory, which are lost with the process."""

    def __init__(self) -> None:
        """Begin without photos."""
        self._held: dict[str, bytes] = {}
        self._thumbs: dict[str, bytes] = {}
        self._expecting = _Expecting()

    def put(self, name: str, data: bytes) -> None:
        """Store a photo."""
        self._held[name] = data

    @contextmanager
    def staged(self, name: str, named: IsNamed) -> Iterator[Staged]:
        """Yield the photo of a hash to be stored; it is removed unless a hand refers to it in the end."""
        with self._expecting(name, named, self.remove):
            yield Staged(self, name)

    def read(self, name: str) -> bytes | None:
        """Return the bytes of a photo, or None."""
        return self._held.get(name)

    def has(self, name: str) -> bool:
        """Return True if the photo is stored."""
        return name in self._held

    def path(self, name: str) -> Path | None:
        """Return None, since memory has no files."""

    def all(self) -> list[KeptPhoto]:
        """Return all photos, with the current time."""
        return [KeptPhoto(name, len(data), time.time()) for name, data in self._held.items()]

    def remove(self, name: str) -> bool:
        """Remove a photo with its thumbnail; return False if it was not stored."""
        self._thumbs.pop(name, None)
        return self._held.pop(name, None) is not None

    def keep_thumb(self, name: str, data: bytes) -> None:
        """Store the thumbnail of a photo."""
        self._thumbs[name] = data

    def thumb(self, name: str) -> bytes | None:
        """Return the thumbnail of a photo, or None."""
        return self._thumbs.get(name)

    def sweep(self, named: IsNamed) -> list[str]:
        """Do nothing: no earlier process can have left photos in memory."""
        return []


class FilePhotos:
    """Photos as files, each in a folder by the first two digits of its hash."""

    def __init__(self, folder: Path) -> None:
        """Store photos in this folder, which need not exist.

        Args:
            folder: The folder.
        """
        self.folder: Final = folder
        self._lock = threading.RLock()
        self._expecting = _Expecting()

    def put(self, name: str, data: bytes) -> None:
        """Store a photo; it is on the disk when this returns."""
        with self._lock, translate_os_errors(self.folder):
            if self.path(name) is None:
                _write(self.folder / name[:2] / f"{name}.{ending(data)}", data)

    @contextmanager
    def staged(self, name: str, named: IsNamed) -> Iterator[Staged]:
        """Yield the photo of a hash to be stored; it is removed unless a hand refers to it in the end.

        If the process ends inside, `sweep` removes the photo later.
        """
        marker = self.folder / _COMING / f"{name}.{secrets.token_hex(4)}"
        try:
            with self._expecting(name, named, self.remove):
                with translate_os_errors(marker.parent):
                    marker.parent.mkdir(parents=True, exist_ok=True)
                    marker.touch()
                yield Staged(self, name)
        finally:
            with suppress(OSError):
                marker.unlink()

    def read(self, name: str) -> bytes | None:
        """Return the bytes of a photo, or None."""
        with translate_os_errors(self.folder):
            file = self.path(name)
            return file.read_bytes() if file else None

    def has(self, name: str) -> bool:
        """Return True if the photo is stored, without checking its bytes."""
        return self.path(name) is not None

    def path(self, name: str) -> Path | None:
        """Return the file of a photo, or None."""
        if len(name) != 64 or not name.isalnum():
            return None
        files = (self.folder / name[:2] / f"{name}.{ending}" for ending in _ENDINGS)
        return next((file for file in files if file.is_file()), None)

    def all(self) -> list[KeptPhoto]:
        """Return all photos."""
        with translate_os_errors(self.folder):
            return [
                KeptPhoto(file.stem, (stat := file.stat()).st_size, stat.st_mtime)
                for file in self.folder.glob("??/*")
                if len(file.stem) == 64
            ]

    def remove(self, name: str) -> bool:
        """Remove a photo with its thumbnail; return False if it was not stored."""
        with self._lock, translate_os_errors(self.folder):
            file = self.path(name)
            if file is None:
                return False
            file.unlink(missing_ok=True)
            self._thumb(name).unlink(missing_ok=True)
            return True

    def keep_thumb(self, name: str, data: bytes) -> None:
        """Store the thumbnail of a photo."""
        file = self._thumb(name)
        part = file.with_name(f".{name}.{secrets.token_hex(4)}.part")
        with translate_os_errors(self.folder):
            try:
                file.parent.mkdir(parents=True, exist_ok=True)
                part.write_bytes(data)
                part.replace(file)
            finally:
                part.unlink(missing_ok=True)

    def thumb(self, name: str) -> bytes | None:
        """Return the thumbnail of a photo, or None."""
        try:
            return self._thumb(name).read_bytes()
        except OSError:
            return None

    def sweep(self, named: IsNamed) -> list[str]:
        """Remove photos of processes that ended inside `staged`, and incomplete files."""
        if not self.folder.is_dir():
            return []
        swept = []
        with translate_os_errors(self.folder):
            for part in self.folder.glob("??/.*.part"):
                part.unlink(missing_ok=True)
            for marker in self.folder.glob(f"{_COMING}/*"):
                name = marker.name.partition(".")[0]
                if not named(name) and self.remove(name):
                    swept.append(name)
                marker.unlink(missing_ok=True)
        return swept

    def _thumb(self, name: str) -> Path:
        return self.folder / name[:2] / f"{name}{_THUMB}"


def ending(data: bytes) -> str:
    """Return the extension of a photo's file name, by its first bytes."""
    return next((ending for start, at, ending in _KINDS if data[at : at + len(start)] == start), "bin")


def _write(file: Path, data: bytes) -> None:
    """Write a file completely or not at all: its bytes and its name are on the disk when this returns."""
    new = not file.parent.exists()
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.parent / f".{file.stem}.{secrets.token_hex(4)}.part"
    try:
        with part.open("xb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        part.replace(file)
        _sync(file.parent)
        if new:
            _sync(file.parent.parent)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _sync(folder: Path) -> None:
    """Flush the names in a folder to the disk, if the system can."""
    if os.name == "nt":
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
