"""Workers: processes that take photos from the queue, read them, and store the readings."""

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
import time
from contextlib import suppress
from functools import partial
from multiprocessing.process import BaseProcess
from typing import Final

from procrastinate import App, PsycopgConnector
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Job, Status

from vision import TileReader
from vision.image import ImageError, open_photo
from vision.reader import read_photo
from vision.reading import Reading
from webui.base.logs import LogForm, write
from webui.hand.pictures import Reader, thumbnail
from webui.jobs.queue import HEARTBEAT, STALLED, TASK, refusal, result, so_far
from webui.records.database.postgres import parameters
from webui.records.errors import RecordsError
from webui.records.store import Storage

ATTEMPTS: Final = 3
"""Workers that may die over one photo before it counts as unreadable. More lets a bad photo stop more workers; fewer
gives up after an unrelated crash."""

_AGAIN: Final = 2.0
"""Seconds before a dead worker is started again. More leaves photos waiting; less loops faster if it keeps dying."""

_POLL: Final = 1.0
"""Seconds after which a worker checks for photos without a wake-up. More delays photos whose wake-up was lost; less
queries the database more often."""

_ENDS: Final = 20.0
"""Seconds that stopped workers may take for the current photo. More delays the end of the program; less leaves the
photo to another worker."""

_log = logging.getLogger(__name__)


def run(db: str, count: int, form: LogForm | None = None) -> None:
    """Run workers until SIGINT or SIGTERM; restart any that die.

    Args:
        db: Address of the PostgreSQL database.
        count: Number of workers, each a process.
        form: Form of their log, or None for errors alone.
    """
    context = multiprocessing.get_context("spawn")
    stopping = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopping.set())

    def start() -> BaseProcess:
        process = context.Process(target=work, args=(db, os.getpid(), None, form), name="worker")
        process.start()
        return process

    workers = [start() for _ in range(count)]
    while not stopping.wait(0.2):
        for place, worker in enumerate(workers):
            if not worker.is_alive():
                _log.warning("a worker ended (%s); another is started", worker.exitcode)
                stopping.wait(_AGAIN)
                workers[place] = start()
    for worker in workers:
        worker.terminate()
    end = time.monotonic() + _ENDS
    for worker in workers:
        worker.join(max(0.1, end - time.monotonic()))
        if worker.is_alive():
            worker.kill()
            worker.join()


def work(db: str, parent: int, reader: Reader | None = None, form: LogForm | None = None) -> None:
    """Run one worker, which ends with its parent.

    Args:
        db: Address of the PostgreSQL database.
        parent: Id of the parent process.
        reader: The reader of pictures, or None for the networks.
        form: Form of its log, or None for errors alone.
    """
    write(form)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C goes to all processes; the parent stops the workers
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    records = Storage.open(None, db=db)
    try:
        asyncio.run(_work(db, records, reader or TileReader()))
    finally:
        records.close()


async def _work(db: str, records: Storage, reader: Reader) -> None:
    app = App(connector=PsycopgConnector(kwargs=parameters(db), min_size=1, max_size=4))

    @app.task(name=TASK, queue=TASK)
    def read(photo: str) -> None:
        read_one(records, reader, photo)

    async with app.open_async():
        retaking = asyncio.create_task(_retake(app, records))
        try:
            await app.run_worker_async(
                queues=[TASK],
                concurrency=1,
                fetch_job_polling_interval=_POLL,
                update_heartbeat_interval=HEARTBEAT,
                stalled_worker_timeout=STALLED,
                delete_jobs="always",
            )
        finally:
            retaking.cancel()


def read_one(records: Storage, reader: Reader, photo: str) -> None:
    """Read a photo and store the reading, unless it is stored already or the photo is gone.

    Raises:
        RecordsError: The database cannot be reached, or another worker takes the photo.
    """
    if records.readings.get(photo) is not None:
        return
    began = time.monotonic()
    _log.info("photograph taken", extra={"photo": photo[:12]})
    try:
        data = records.photos.read(photo)
    except RecordsError as error:
        if error.kind == "photo-missing":
            return  # its sender no longer waits
        raise
    try:
        opened = open_photo(data)
        reading = read_photo(reader.read, opened, watch=partial(_tell, records, photo))
    except ImageError as error:
        records.readings.keep(photo, refusal(error))
        _log.info("photograph refused", extra={"photo": photo[:12], "kind": error.kind})
        return
    _log.info("photograph read", extra={"photo": photo[:12], "ms": round((time.monotonic() - began) * 1000)})
    if records.readings.keep(photo, result(reading)):
        records.photos.keep_thumb(photo, thumbnail(opened.pixels))


def _tell(records: Storage, photo: str, reading: Reading, again: tuple[int, ...]) -> bool:
    """Keep what was read so far, for whoever looks on."""
    with suppress(RecordsError):
        records.readings.keep_look(photo, so_far(reading, again))
    return True


async def _retake(app: App, records: Storage) -> None:
    """Give the photos of dead workers to others; one over which several died counts as unreadable."""
    while True:
        try:
            for job in await app.job_manager.get_stalled_jobs(seconds_since_heartbeat=STALLED):
                await _pass_on(app, records, job)
        except (ConnectorException, RecordsError) as error:
            _log.warning("the photographs of dead workers are looked for again: %s", error)
        await asyncio.sleep(HEARTBEAT)


async def _pass_on(app: App, records: Storage, job: Job) -> None:
    photo = str(job.task_kwargs["photo"])
    _log.warning("a worker ended over photograph %s", photo[:12])
    if job.attempts + 1 < ATTEMPTS:
        for again in await app.job_manager.list_jobs_async(lock=photo, status=Status.TODO.value):
            if (
                again.id is not None and again.id != job.id
            ):  # asked for since: two may not wait, and this one has counted
                await app.job_manager.cancel_job_by_id_async(again.id, delete_job=True)
        await app.job_manager.retry_job(job)
        return
    damaged = refusal(ImageError("image-damaged", reason="every worker that read it ended"))
    await asyncio.to_thread(records.readings.keep, photo, damaged)
    await app.job_manager.finish_job(job, Status.FAILED, delete_job=True)


def _end_with(parent: int) -> None:
    """End this process soon after its parent was killed."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)
