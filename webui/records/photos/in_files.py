"""Photographs as files in a folder, or in memory; `webui.records.photos.in_database` has them in a database."""

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

from webui.records.errors import translate_os_errors

_COMING: Final = ".coming"
"""Folder of empty files, each named like a photograph that no hand names yet."""

_THUMB: Final = ".thumb.jpg"
"""What follows the hash in the name of a small picture."""

_KINDS: Final = (
    (b"\xff\xd8\xff", 0, "jpg"),
    (b"\x89PNG", 0, "png"),
    (b"WEBP", 8, "webp"),
    (b"ftyp", 4, "heic"),
)
"""How files of each kind of picture begin: bytes, their place, and the ending of the file's name."""

_ENDINGS: Final = ("jpg", "png", "webp", "heic", "bin")


@dataclass(frozen=True, slots=True)
class KeptPhoto:
    """A photograph that is kept.

    Attributes:
        sha256: The hash of its bytes.
        size: Bytes.
        at: When it was written (seconds since 1970).
    """

    sha256: str
    size: int
    at: float


Named = Callable[[str], bool]
"""Whether a hand names the photograph of a hash."""


class PhotoStorage(Protocol):
    """What keeps photographs by their hashes, safe to use from many threads. All of it may raise `RecordsError`."""

    def put(self, name: str, data: bytes) -> None:
        """Keeps a photograph, whole or not at all; one that is there stays as it is."""

    def staged(self, name: str, named: Named) -> AbstractContextManager[Callable[[bytes], None]]:
        """Gives what keeps the photograph of a hash; it does not stay where no hand names it in the end."""

    def read(self, name: str) -> bytes | None:
        """Its bytes; None where there is none."""

    def has(self, name: str) -> bool:
        """Whether it is there."""

    def path(self, name: str) -> Path | None:
        """Its file; None where there is none, or where photographs are no files."""

    def all(self) -> list[KeptPhoto]:
        """All photographs, in any order."""

    def remove(self, name: str) -> bool:
        """Removes it with its small picture; False where there was none."""

    def keep_thumb(self, name: str, data: bytes) -> None:
        """Keeps its small picture."""

    def thumb(self, name: str) -> bytes | None:
        """Its small picture; None where there is none."""

    def sweep(self, named: Named) -> list[str]:
        """Removes what a process left behind that ended inside `staged`; gives the hashes of what it removed."""


class _Expecting:
    """Counts who is about to record a hand of each photograph, in one process."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._lock = threading.RLock()

    @contextmanager
    def __call__(self, name: str, named: Named, remove: Callable[[str], bool]) -> Iterator[None]:
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
    """Photographs in memory, which are gone with the process."""

    def __init__(self) -> None:
        """Begins without any."""
        self._held: dict[str, bytes] = {}
        self._thumbs: dict[str, bytes] = {}
        self._expecting = _Expecting()

    def put(self, name: str, data: bytes) -> None:
        """Keeps a photograph."""
        self._held[name] = data

    @contextmanager
    def staged(self, name: str, named: Named) -> Iterator[Callable[[bytes], None]]:
        """Gives what keeps the photograph of a hash; it does not stay where no hand names it in the end."""
        with self._expecting(name, named, self.remove):
            yield lambda data: self.put(name, data)

    def read(self, name: str) -> bytes | None:
        """Its bytes; None where there is none."""
        return self._held.get(name)

    def has(self, name: str) -> bool:
        """Whether it is there."""
        return name in self._held

    def path(self, name: str) -> Path | None:
        """None: it is no file."""

    def all(self) -> list[KeptPhoto]:
        """All photographs, as if taken now."""
        return [KeptPhoto(name, len(data), time.time()) for name, data in self._held.items()]

    def remove(self, name: str) -> bool:
        """Removes it with its small picture; False where there was none."""
        self._thumbs.pop(name, None)
        return self._held.pop(name, None) is not None

    def keep_thumb(self, name: str, data: bytes) -> None:
        """Keeps its small picture."""
        self._thumbs[name] = data

    def thumb(self, name: str) -> bytes | None:
        """Its small picture; None where there is none."""
        return self._thumbs.get(name)

    def sweep(self, named: Named) -> list[str]:
        """Does nothing: no process before this one left anything."""
        return []


class FilePhotos:
    """Photographs as files, each in a folder by the first two digits of its hash."""

    def __init__(self, folder: Path) -> None:
        """Takes the folder, which need not exist.

        Args:
            folder: Where they lie.
        """
        self.folder: Final = folder
        self._lock = threading.RLock()
        self._expecting = _Expecting()

    def put(self, name: str, data: bytes) -> None:
        """Keeps a photograph; it is on the disk when this returns."""
        with self._lock, translate_os_errors(self.folder):
            if self.path(name) is None:
                _write(self.folder / name[:2] / f"{name}.{ending(data)}", data)

    @contextmanager
    def staged(self, name: str, named: Named) -> Iterator[Callable[[bytes], None]]:
        """Gives what keeps the photograph of a hash; it does not stay where no hand names it in the end.

        Where the process ends inside, `sweep` finds what is left.
        """
        marker = self.folder / _COMING / f"{name}.{secrets.token_hex(4)}"
        try:
            with self._expecting(name, named, self.remove):
                with translate_os_errors(marker.parent):
                    marker.parent.mkdir(parents=True, exist_ok=True)
                    marker.touch()
                yield lambda data: self.put(name, data)
        finally:
            with suppress(OSError):
                marker.unlink()

    def read(self, name: str) -> bytes | None:
        """Its bytes; None where there is none."""
        with translate_os_errors(self.folder):
            file = self.path(name)
            return file.read_bytes() if file else None

    def has(self, name: str) -> bool:
        """Whether it is there; its bytes are not looked at."""
        return self.path(name) is not None

    def path(self, name: str) -> Path | None:
        """Its file; None where there is none."""
        if len(name) != 64 or not name.isalnum():
            return None
        files = (self.folder / name[:2] / f"{name}.{ending}" for ending in _ENDINGS)
        return next((file for file in files if file.is_file()), None)

    def all(self) -> list[KeptPhoto]:
        """All photographs."""
        with translate_os_errors(self.folder):
            return [
                KeptPhoto(file.stem, (stat := file.stat()).st_size, stat.st_mtime)
                for file in self.folder.glob("??/*")
                if len(file.stem) == 64
            ]

    def remove(self, name: str) -> bool:
        """Removes it with its small picture; False where there was none."""
        with self._lock, translate_os_errors(self.folder):
            file = self.path(name)
            if file is None:
                return False
            file.unlink(missing_ok=True)
            self._thumb(name).unlink(missing_ok=True)
            return True

    def keep_thumb(self, name: str, data: bytes) -> None:
        """Keeps its small picture."""
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
        """Its small picture; None where there is none."""
        try:
            return self._thumb(name).read_bytes()
        except OSError:
            return None

    def sweep(self, named: Named) -> list[str]:
        """Removes what a process left behind that ended inside `staged`, and files half written."""
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
    """The ending of the name of a photograph's file, by its first bytes."""
    return next((ending for start, at, ending in _KINDS if data[at : at + len(start)] == start), "bin")


def _write(file: Path, data: bytes) -> None:
    """Writes a file whole or not at all: its bytes and its name are on the disk when this returns."""
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
    """Puts the names in a folder on the disk, where the system can."""
    if os.name == "nt":
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
