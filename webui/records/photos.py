"""Photographs as they were taken, each a file named by the SHA-256 of its bytes."""

import os
import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

from webui.records.canonical import digest
from webui.records.errors import RecordsError, told

T = TypeVar("T")

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
    """A photograph on the disk.

    Attributes:
        sha256: The hash of its bytes.
        size: Bytes.
        at: When it was written (seconds since 1970).
    """

    sha256: str
    size: int
    at: float


class Photos:
    """The photographs of a folder, or in memory; safe to use from many threads."""

    def __init__(self, folder: Path | None = None) -> None:
        """Opens the folder.

        Args:
            folder: Where they lie, each in a folder by the first two digits of its hash; None to keep them in memory.
        """
        self.folder: Final = folder
        self._held: dict[str, bytes] = {}
        self._thumbs: dict[str, bytes] = {}
        self._coming: Counter[str] = Counter()
        self._lock = threading.RLock()

    def put(self, data: bytes) -> str:
        """Keeps a photograph; it is on the disk when this returns. Kept before, it stays as it is.

        Args:
            data: Its bytes, as they were sent.

        Returns:
            Their SHA-256.

        Raises:
            RecordsError: it cannot be written; then nothing of it is left.
        """
        name = digest(data)
        if self.folder is None:
            self._held[name] = data
            return name
        with self._lock, told(self.folder):
            if self._find(name) is None:
                _write(self.folder / name[:2] / f"{name}.{ending(data)}", data)
        return name

    @contextmanager
    def coming(self, data: bytes, named: Callable[[str], bool]) -> Iterator[str]:
        """Keeps a photograph for a hand that is recorded inside; without the hand it does not stay.

        Where the process ends inside, `sweep` finds what is left.

        Args:
            data: Its bytes, as they were sent.
            named: Whether a hand names the photograph of a hash.

        Raises:
            RecordsError: it cannot be written.
        """
        with self.coming_while(data, named, lambda: None) as (name, _):
            yield name

    @contextmanager
    def coming_while(self, data: bytes, named: Callable[[str], bool], read: Callable[[], T]) -> Iterator[tuple[str, T]]:
        """As `coming`, and reads the photograph while it is written: both are done once the inside begins.

        Args:
            data: Its bytes, as they were sent.
            named: Whether a hand names the photograph of a hash.
            read: What is done meanwhile, on this thread; its result is given with the hash.

        Raises:
            RecordsError: it cannot be written.
        """
        with self._expected(digest(data), named) as name:
            with ThreadPoolExecutor(1, "photograph") as writer:
                written = writer.submit(self.put, data)
                found = read()
            written.result()
            yield name, found

    @contextmanager
    def _expected(self, name: str, named: Callable[[str], bool]) -> Iterator[str]:
        """Marks a photograph as one without a hand, and removes it where it has none by the end."""
        marker = None if self.folder is None else self.folder / _COMING / f"{name}.{secrets.token_hex(4)}"
        with self._lock:
            self._coming[name] += 1
        try:
            if marker:
                with told(marker.parent):
                    marker.parent.mkdir(parents=True, exist_ok=True)
                    marker.touch()
            yield name
        finally:
            with self._lock:
                self._coming[name] -= 1
                if not self._coming[name] and not named(name):
                    self.remove(name)
                if marker:
                    with suppress(OSError):
                        marker.unlink()

    def path(self, sha256: str) -> Path | None:
        """The file of a photograph; None where there is none, or where photographs are kept in memory."""
        return self._find(sha256) if self.folder else None

    def has(self, sha256: str) -> bool:
        """Whether the photograph is there; its bytes are not looked at."""
        return self._find(sha256) is not None if self.folder else sha256 in self._held

    def read(self, sha256: str) -> bytes:
        """The bytes of a photograph, verified.

        Raises:
            RecordsError: `photo-missing`, there is none, as after it was pruned; `photo-damaged`, its bytes have
                another hash; or it cannot be read.
        """
        if self.folder is None:
            data = self._held.get(sha256)
        else:
            with told(self.folder):
                file = self._find(sha256)
                data = file.read_bytes() if file else None
        if data is None:
            raise RecordsError("photo-missing", photo=sha256)
        if digest(data) != sha256:
            raise RecordsError("photo-damaged", photo=sha256)
        return data

    def all(self) -> list[KeptPhoto]:
        """All photographs, the oldest first; those in memory count as taken now."""
        if self.folder is None:
            return [KeptPhoto(name, len(data), time.time()) for name, data in self._held.items()]
        with told(self.folder):
            found = [
                KeptPhoto(file.stem, (stat := file.stat()).st_size, stat.st_mtime)
                for file in self.folder.glob("??/*")
                if len(file.stem) == 64
            ]
        return sorted(found, key=lambda photo: (photo.at, photo.sha256))

    def to_prune(
        self, older: float | None = None, larger: int | None = None, but: Collection[str] = ()
    ) -> list[KeptPhoto]:
        """The photographs that pruning would remove, the oldest first.

        Args:
            older: Seconds; all that were written longer ago.
            larger: Bytes; the oldest, until those left take no more in all.
            but: Hashes of photographs that stay whatever their age and size.
        """
        photos = self.all()
        total, now = sum(photo.size for photo in photos), time.time()
        pruned = []
        for photo in photos:
            if photo.sha256 in but:
                continue
            if (older is not None and now - photo.at > older) or (larger is not None and total > larger):
                pruned.append(photo)
                total -= photo.size
        return pruned

    def remove(self, sha256: str) -> bool:
        """Removes a photograph; False where there was none.

        Raises:
            RecordsError: it cannot be removed.
        """
        if self.folder is None:
            self._thumbs.pop(sha256, None)
            return self._held.pop(sha256, None) is not None
        with self._lock, told(self.folder):
            file = self._find(sha256)
            if file is None:
                return False
            file.unlink(missing_ok=True)
            self._thumb(self.folder, sha256).unlink(missing_ok=True)
            return True

    def keep_thumb(self, sha256: str, data: bytes) -> None:
        """Keeps the small picture of a photograph, which can be made anew; it goes with the photograph.

        Raises:
            RecordsError: it cannot be written.
        """
        if self.folder is None:
            self._thumbs[sha256] = data
            return
        file = self._thumb(self.folder, sha256)
        part = file.with_name(f".{sha256}.{secrets.token_hex(4)}.part")
        with told(self.folder):
            try:
                file.parent.mkdir(parents=True, exist_ok=True)
                part.write_bytes(data)
                part.replace(file)
            finally:
                part.unlink(missing_ok=True)

    def thumb(self, sha256: str) -> bytes | None:
        """The small picture of a photograph; None where there is none."""
        if self.folder is None:
            return self._thumbs.get(sha256)
        try:
            return self._thumb(self.folder, sha256).read_bytes()
        except OSError:
            return None

    def sweep(self, named: Callable[[str], bool]) -> list[str]:
        """Removes photographs for which the process ended before their hand was recorded, and files half written.

        Args:
            named: Whether a hand names the photograph of a hash.

        Returns:
            The hashes of the photographs removed.
        """
        if self.folder is None or not self.folder.is_dir():
            return []
        swept = []
        with told(self.folder):
            for part in self.folder.glob("??/.*.part"):
                part.unlink(missing_ok=True)
            for marker in self.folder.glob(f"{_COMING}/*"):
                name = marker.name.partition(".")[0]
                if not named(name) and self.remove(name):
                    swept.append(name)
                marker.unlink(missing_ok=True)
        return swept

    @staticmethod
    def _thumb(folder: Path, sha256: str) -> Path:
        return folder / sha256[:2] / f"{sha256}{_THUMB}"

    def _find(self, name: str) -> Path | None:
        if self.folder is None or len(name) != 64 or not name.isalnum():
            return None
        files = (self.folder / name[:2] / f"{name}.{ending}" for ending in _ENDINGS)
        return next((file for file in files if file.is_file()), None)


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
