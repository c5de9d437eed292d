"""Photos as taken, each named by the SHA-256 of its bytes and verified when read."""

import logging
import time
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TypeVar

from webui.records.canonical import digest
from webui.records.errors import RecordsError
from webui.records.photos.in_files import IsNamed, KeptPhoto, MemoryPhotos, PhotoStorage, Staged

T = TypeVar("T")

_log = logging.getLogger(__name__)


class Photos:
    """The photos of a store, safe to use from many threads."""

    def __init__(self, shelf: PhotoStorage | None = None) -> None:
        """Use this store, or memory for None."""
        self._shelf: Final[PhotoStorage] = shelf or MemoryPhotos()

    def put(self, data: bytes) -> str:
        """Store a photo; it is on the disk when this returns. An existing one stays unchanged.

        Args:
            data: Its bytes, as sent.

        Returns:
            Their SHA-256.

        Raises:
            RecordsError: It cannot be written; nothing of it remains.
        """
        name = digest(data)
        self._shelf.put(name, data)
        return name

    @contextmanager
    def staged(self, data: bytes, named: IsNamed) -> Iterator[Staged]:
        """Store a photo for a hand that is recorded inside; without the hand it is removed.

        If the process ends inside, `sweep` removes the photo later.

        Args:
            data: Its bytes, as sent.
            named: Returns True if a hand refers to the photo of a hash.

        Raises:
            RecordsError: It cannot be written.
        """
        name = digest(data)
        with self._shelf.staged(name, named) as photo:
            photo.put(data)
            del data  # whoever waits inside needs no copy in memory
            yield photo

    @contextmanager
    def staged_while(self, data: bytes, named: IsNamed, read: Callable[[], T]) -> Iterator[tuple[Staged, T]]:
        """Store a photo as `staged` does, and read it meanwhile: both are done once the inside begins.

        Args:
            data: Its bytes, as sent.
            named: Returns True if a hand refers to the photo of a hash.
            read: Called meanwhile, on this thread; its result is yielded with the photo.

        Raises:
            RecordsError: It cannot be written.
        """
        name = digest(data)
        with self._shelf.staged(name, named) as photo:
            with ThreadPoolExecutor(1, "photograph") as writer:
                written = writer.submit(photo.put, data)
                found = read()
            written.result()
            yield photo, found

    def path(self, sha256: str) -> Path | None:
        """Return the file of a photo, or None if there is none, or if photos are not files."""
        return self._shelf.path(sha256)

    def has(self, sha256: str) -> bool:
        """Return True if the photo is stored, without checking its bytes."""
        return self._shelf.has(sha256)

    def read(self, sha256: str) -> bytes:
        """Return the bytes of a photo, verified.

        Raises:
            RecordsError: `photo-missing`: it is not stored, for example because it was pruned; `photo-damaged`: its
                bytes have another hash; or it cannot be read.
        """
        data = self._shelf.read(sha256)
        if data is None:
            raise RecordsError("photo-missing", photo=sha256)
        if digest(data) != sha256:
            _log.warning("the photograph %s is damaged: it is not what was recorded", sha256)
            raise RecordsError("photo-damaged", photo=sha256)
        return data

    def all(self) -> list[KeptPhoto]:
        """Return all photos, the oldest first; those in memory have the current time."""
        return sorted(self._shelf.all(), key=lambda photo: (photo.at, photo.sha256))

    def to_prune(
        self, older: float | None = None, larger: int | None = None, but: Collection[str] = ()
    ) -> list[KeptPhoto]:
        """Return the photos that pruning would remove, the oldest first.

        Args:
            older: Age in seconds; all older photos.
            larger: Bytes; the oldest photos, until the rest takes no more.
            but: Hashes of photos that stay in any case.
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
        """Remove a photo; return False if it was not stored.

        Raises:
            RecordsError: It cannot be removed.
        """
        return self._shelf.remove(sha256)

    def keep_thumb(self, sha256: str, data: bytes) -> None:
        """Store the thumbnail of a photo, which can be made again; it is removed with the photo.

        Raises:
            RecordsError: It cannot be written.
        """
        self._shelf.keep_thumb(sha256, data)

    def thumb(self, sha256: str) -> bytes | None:
        """Return the thumbnail of a photo, or None."""
        return self._shelf.thumb(sha256)

    def sweep(self, named: IsNamed) -> list[str]:
        """Remove photos of processes that ended before their hand was recorded, and incomplete files.

        Args:
            named: Returns True if a hand refers to the photo of a hash.

        Returns:
            The hashes of the photos removed.
        """
        return self._shelf.sweep(named)
