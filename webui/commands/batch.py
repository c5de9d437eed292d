"""Reading of many pictures by several processes, or by the workers of a hall; results keep their order."""

import signal
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from threading import Lock
from time import perf_counter
from typing import Final

import click

from vision import ImageError, Reading, TileReader
from vision.errors import VisionValue
from vision.image import Photo, open_photo
from vision.metadata import strip_private
from vision.reader import read_photo
from vision.tilesets.prototypes import Prototypes
from webui.base.errors import WebError
from webui.commands.options import opened_set
from webui.messages.errors import command_error
from webui.records.errors import RecordsError
from webui.terminal.language import said, spoken

ASKED: Final = 16
"""Most photos that wait for workers. More take more of the queue from the hall's servers; fewer leave workers idle."""


@dataclass(frozen=True, slots=True)
class ReadResult:
    """The result of a picture.

    Attributes:
        reading: The reading, or None if the picture could not be opened.
        decode: Milliseconds that opening it took.
        refused: Kind and parameters of the `ImageError`, if it could not be opened.
        photo: The photo, if this process opened it.
    """

    reading: Reading | None
    decode: float = 0.0
    refused: tuple[str, Mapping[str, VisionValue]] | None = None
    photo: Photo | None = None

    @property
    def error(self) -> ImageError | None:
        """The reason why it could not be opened, or None."""
        return ImageError(self.refused[0], **self.refused[1]) if self.refused else None


_held: list[tuple[TileReader, Prototypes | None]] = []
"""The reader and the set of tiles, in a process that reads."""


@contextmanager
def by_processes(
    paths: Sequence[Path], jobs: int, sets: Path, name: str | None, of_hand: int
) -> Iterator[Iterator[ReadResult]]:
    """Read pictures by several processes; yield an iterator of the results in the pictures' order.

    Args:
        paths: The pictures.
        jobs: Number of processes.
        sets: Folder of the sets of tiles.
        name: The set to use, or None to read any tiles.
        of_hand: Sets of a won hand beside the pair.
    """
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _start, (sets, name))
    try:
        yield _unbroken(pool.map(partial(_read, of_hand), paths))
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def by_workers(paths: Sequence[Path], db: str) -> Iterator[Iterator[ReadResult]]:
    """Read pictures by the workers of a hall; yield an iterator of the results in the pictures' order.

    The photos are in the hall's database only while they wait.

    Args:
        paths: The pictures.
        db: Address of the database.
    """
    try:
        from webui.jobs.queue import Queue
        from webui.records.canonical import digest
        from webui.records.store import Storage
    except ImportError as error:
        raise click.ClickException(command_error(spoken(), RecordsError("no-driver"))) from error
    try:
        with closing(Storage.open(None, db=db)) as records, closing(Queue(db, records)) as queue:
            if not queue.workers:
                raise click.ClickException(said("No worker runs: start `tableside worker` on some computer first."))

            same: defaultdict[str, Lock] = defaultdict(Lock)  # copies of a photo wait for one another

            def read(path: Path) -> ReadResult:
                try:
                    data = strip_private(path.read_bytes())
                    with same[digest(data)], records.photos.staged(data, records.hands.names_photo) as photo:
                        reading = queue.read(photo.name)
                        queue.acknowledge(photo.name)
                except ImageError as error:
                    return ReadResult(None, refused=(error.kind, error.about))
                except OSError as error:
                    return ReadResult(None, refused=("image-unreadable", {"reason": str(error.strerror)}))
                if reading is None:
                    raise click.ClickException(said("No worker runs any more: start `tableside worker` again."))
                return ReadResult(reading)

            pool = ThreadPoolExecutor(ASKED, "waiting")
            try:
                yield pool.map(read, paths)
            finally:
                pool.shutdown(cancel_futures=True)
    except WebError as error:
        raise click.ClickException(command_error(spoken(), error)) from error


def _unbroken(found: Iterator[ReadResult]) -> Iterator[ReadResult]:
    try:
        yield from found
    except BrokenProcessPool as error:
        raise click.ClickException(
            said("A process that reads was ended, perhaps for want of memory: give a smaller number with -j.")
        ) from error


def _start(sets: Path, name: str | None) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process decides when to end
    reader = TileReader()
    _held.append((reader, opened_set(reader, sets, name)))


def _read(of_hand: int, path: Path) -> ReadResult:
    reader, tileset = _held[0]
    start = perf_counter()
    try:
        photo = open_photo(path)
        decode = 1000 * (perf_counter() - start)
        return ReadResult(read_photo(reader.read, photo, tileset=tileset, sets=of_hand), decode)
    except ImageError as error:
        return ReadResult(None, refused=(error.kind, error.about))
