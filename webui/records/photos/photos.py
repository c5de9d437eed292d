"""Photographs as they were taken, each named by the SHA-256 of its bytes, and verified when it is read."""

import logging
import time
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TypeVar

from webui.records.canonical import digest
from webui.records.errors import RecordsError
from webui.records.photos.in_files import KeptPhoto, MemoryPhotos, Named, PhotoStorage

T = TypeVar("T")

_log = logging.getLogger(__name__)


class Photos:
    """The photographs of a shelf, safe to use from many threads."""

    def __init__(self, shelf: PhotoStorage | None = None) -> None:
        """Takes where they lie; None to keep them in memory."""
        self._shelf: Final[PhotoStorage] = shelf or MemoryPhotos()

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
        self._shelf.put(name, data)
        return name

    @contextmanager
    def staged(self, data: bytes, named: Named) -> Iterator[str]:
        """Keeps a photograph for a hand that is recorded inside; without the hand it does not stay.

        Where the process ends inside, `sweep` finds what is left.

        Args:
            data: Its bytes, as they were sent.
            named: Whether a hand names the photograph of a hash.

        Raises:
            RecordsError: it cannot be written.
        """
        with self.staged_while(data, named, lambda: None) as (name, _):
            yield name

    @contextmanager
    def staged_while(self, data: bytes, named: Named, read: Callable[[], T]) -> Iterator[tuple[str, T]]:
        """As `staged`, and reads the photograph while it is written: both are done once the inside begins.

        Args:
            data: Its bytes, as they were sent.
            named: Whether a hand names the photograph of a hash.
            read: What is done meanwhile, on this thread; its result is given with the hash.

        Raises:
            RecordsError: it cannot be written.
        """
        name = digest(data)
        with self._shelf.staged(name, named) as put:
            with ThreadPoolExecutor(1, "photograph") as writer:
                written = writer.submit(put, data)
                found = read()
            written.result()
            yield name, found

    def path(self, sha256: str) -> Path | None:
        """The file of a photograph; None where there is none, or where photographs are no files."""
        return self._shelf.path(sha256)

    def has(self, sha256: str) -> bool:
        """Whether the photograph is there; its bytes are not looked at."""
        return self._shelf.has(sha256)

    def read(self, sha256: str) -> bytes:
        """The bytes of a photograph, verified.

        Raises:
            RecordsError: `photo-missing`, there is none, as after it was pruned; `photo-damaged`, its bytes have
                another hash; or it cannot be read.
        """
        data = self._shelf.read(sha256)
        if data is None:
            raise RecordsError("photo-missing", photo=sha256)
        if digest(data) != sha256:
            _log.warning("the photograph %s is damaged: it is not what was recorded", sha256)
            raise RecordsError("photo-damaged", photo=sha256)
        return data

    def all(self) -> list[KeptPhoto]:
        """All photographs, the oldest first; those in memory count as taken now."""
        return sorted(self._shelf.all(), key=lambda photo: (photo.at, photo.sha256))

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
        return self._shelf.remove(sha256)

    def keep_thumb(self, sha256: str, data: bytes) -> None:
        """Keeps the small picture of a photograph, which can be made anew; it goes with the photograph.

        Raises:
            RecordsError: it cannot be written.
        """
        self._shelf.keep_thumb(sha256, data)

    def thumb(self, sha256: str) -> bytes | None:
        """The small picture of a photograph; None where there is none."""
        return self._shelf.thumb(sha256)

    def sweep(self, named: Named) -> list[str]:
        """Removes photographs for which the process ended before their hand was recorded, and files half written.

        Args:
            named: Whether a hand names the photograph of a hash.

        Returns:
            The hashes of the photographs removed.
        """
        return self._shelf.sweep(named)
