"""Photos read by workers: each once, whichever worker dies; and by the server itself if there is none."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import psycopg
import pytest

from tests.ordeals.quick import Same
from tests.photographs import with_position
from tests.waiting import until
from vision.image import ImageError
from vision.metadata import strip_private
from vision.reading import Reading
from webui.hand.pictures import QueueState
from webui.http.app import create_app
from webui.http.site import Site
from webui.jobs import queue as queue_module
from webui.jobs.queue import STALLED, TASK, Queue, prepare
from webui.jobs.worker import ATTEMPTS, read_one
from webui.records.canonical import digest
from webui.records.database.postgres import parameters
from webui.records.store import Storage
from webui.table.picture_room import PictureRoom
from webui.table.table import Table


def photograph(shade: int) -> bytes:
    return cv2.imencode(".png", np.full((48, 128, 3), shade, np.uint8))[1].tobytes()


@pytest.fixture(scope="module")
def database(postgres_databases: Callable[[], str]) -> str:
    address = postgres_databases()
    Storage.open(None, db=address).close()
    prepare(address)
    return address


@pytest.fixture
def db(database: str) -> Iterator[str]:
    """The address of a database with a queue, both empty."""
    yield database
    with psycopg.connect(**parameters(database)) as connection:
        asked = "SELECT string_agg(quote_ident(tablename), ', ') FROM pg_tables WHERE schemaname = 'public'"
        tables = connection.execute(f"{asked} AND tablename != 'alembic_version'").fetchone()
        assert tables
        connection.execute(f"TRUNCATE {tables[0]} CASCADE")


@pytest.fixture
def records(db: str) -> Iterator[Storage]:
    with closing(Storage.open(None, db=db)) as records:
        yield records


@pytest.fixture
def queue(db: str, records: Storage) -> Iterator[Queue]:
    with closing(Queue(db, records)) as queue:
        yield queue


class Workers:
    """Worker processes with a reader that takes a given time."""

    def __init__(self, db: str) -> None:
        self._db = db
        self._running: list[tuple[subprocess.Popen[str], threading.Thread]] = []
        self.lines: list[str] = []

    def start(self, seconds: float = 0.0) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "tests.ordeals.slow_worker", self._db, str(seconds)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        listening = threading.Thread(target=self._listen, args=(process,))
        listening.start()
        self._running.append((process, listening))
        return process

    def _listen(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout
        for line in process.stdout:
            self.lines.append(line.strip())

    def stop(self) -> None:
        for process, listening in self._running:
            process.kill()
            listening.join()
            process.communicate()


@pytest.fixture
def workers(db: str) -> Iterator[Workers]:
    workers = Workers(db)
    yield workers
    workers.stop()


def later(call: Callable[[], Any]) -> tuple[threading.Thread, list[Any]]:
    """Calls on a thread of its own; gives the thread, and where the result or the error goes."""
    found: list[Any] = []

    def run() -> None:
        try:
            found.append(call())
        except Exception as error:
            found.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    return thread, found


def test_the_first_look_of_a_worker_is_told_and_ends_the_wait(
    queue: Queue, records: Storage, workers: Workers, db: str
) -> None:
    workers.start(3600.0)  # it never finishes
    until(lambda: queue.workers == 1)
    photo, told = records.photos.put(photograph(9)), []

    def watch(reading: Reading, again: tuple[int, ...]) -> bool:
        told.append((reading.sure, again))
        return False

    reading = queue.read(photo, watch)
    assert reading == replace(Same().read(np.zeros((1, 1, 3), np.uint8)), sure=False)
    assert told == [(False, (3,))]
    queue.acknowledge(photo)
    assert records.readings.look(photo) is None


def test_without_a_worker_nobody_is_waited_for(queue: Queue, records: Storage) -> None:
    photo = records.photos.put(photograph(1))
    assert (queue.workers, queue.read(photo)) == (0, None)


def test_a_worker_reads_what_a_server_is_sent(queue: Queue, records: Storage, workers: Workers, db: str) -> None:
    workers.start()
    until(lambda: queue.workers == 1)
    with closing(Queue(db, records, lambda: False)) as by_a_set_of_its_own:
        assert by_a_set_of_its_own.workers == 0
    here = Table(PictureRoom(Same(), records.photos, queue), records=records)
    hand = here.intake.from_upload(lambda: photograph(7), id="01890000-0000-7000-8000-000000000001")
    assert hand.reading == Same().read(np.zeros((1, 1, 3), np.uint8))
    assert workers.lines == ["reading 7"]
    assert records.readings.get(hand.photo) is None  # its hand has it
    assert records.photos.thumb(hand.photo)
    again = here.intake.from_upload(lambda: photograph(7), id="01890000-0000-7000-8000-000000000001")
    assert (again.id, workers.lines) == (hand.id, ["reading 7"])
    with pytest.raises(ImageError) as refused:
        here.intake.from_upload(lambda: b"no picture")
    assert refused.value.kind == "image-unknown"
    assert [photo.sha256 for photo in records.photos.all()] == [hand.photo]


@pytest.mark.long
def test_a_worker_reads_a_photograph_without_its_place(queue: Queue, records: Storage, workers: Workers) -> None:
    workers.start()
    until(lambda: queue.workers == 1)
    data, id = with_position(photograph(8)), "01890000-0000-7000-8000-000000000008"
    here = Table(PictureRoom(Same(), records.photos, queue), records=records)
    hand = here.intake.from_upload(lambda: data, id=id)
    assert (workers.lines, hand.sent) == (["reading 8"], digest(data))
    assert records.photos.read(hand.photo) == strip_private(data) != data
    assert here.intake.from_upload(lambda: data, id=id).id == hand.id
    assert [photo.sha256 for photo in records.photos.all()] == [hand.photo]


@pytest.mark.long
def test_many_who_ask_for_one_photograph_have_it_read_once(queue: Queue, records: Storage, workers: Workers) -> None:
    for _ in range(2):
        workers.start(0.3)
    until(lambda: queue.workers == 2)
    photo = records.photos.put(photograph(9))
    asking = [later(lambda: queue.read(photo)) for _ in range(4)]
    for thread, _ in asking:
        thread.join()
    assert all(isinstance(found[0], Reading) for _, found in asking)
    assert workers.lines == ["reading 9"]


@pytest.mark.long
def test_the_photograph_of_a_killed_worker_is_read_by_another(
    queue: Queue, records: Storage, workers: Workers, db: str
) -> None:
    dying = workers.start(3600)
    until(lambda: queue.workers == 1)
    photo = records.photos.put(photograph(5))
    thread, found = later(lambda: queue.read(photo))
    until(lambda: workers.lines == ["reading 5"])
    workers.start()
    until(lambda: queue.workers == 2)
    dying.kill()
    thread.join()
    assert isinstance(found[0], Reading)
    assert workers.lines == ["reading 5", "reading 5"]
    with psycopg.connect(**parameters(db), autocommit=True) as connection:
        until(lambda: connection.execute("SELECT count(*) FROM procrastinate_jobs").fetchone() == (0,))


@pytest.mark.long
def test_photographs_of_a_killed_worker_are_read_though_one_was_asked_for_again(
    queue: Queue, records: Storage, workers: Workers, db: str
) -> None:
    photos = [records.photos.put(photograph(shade)) for shade in (11, 12)]
    with psycopg.connect(**parameters(db), autocommit=True) as connection:  # as a killed worker left them
        for photo in photos:
            connection.execute(
                "INSERT INTO procrastinate_jobs (task_name, queue_name, lock, queueing_lock, args, status, attempts) "
                "VALUES (%(task)s, %(task)s, %(photo)s, %(photo)s, jsonb_build_object('photo', %(photo)s::text), "
                "'doing', 1)",
                {"task": TASK, "photo": photo},
            )
        assert queue.ask(photos[0])
        workers.start()
        for photo in photos:
            until(lambda photo=photo: records.readings.get(photo))  # type: ignore[misc]
        until(lambda: connection.execute("SELECT count(*) FROM procrastinate_jobs").fetchone() == (0,))
    assert sorted(workers.lines) == ["reading 11", "reading 12"]


@pytest.mark.long
def test_where_the_last_worker_dies_the_server_reads_by_itself(
    queue: Queue, records: Storage, workers: Workers
) -> None:
    dying = workers.start(3600)
    until(lambda: queue.workers == 1)
    thread, found = later(
        lambda: Table(PictureRoom(Same(), records.photos, queue), records=records).intake.from_upload(
            lambda: photograph(6)
        )
    )
    until(lambda: workers.lines == ["reading 6"])
    dying.kill()
    thread.join(STALLED + 30)
    assert found[0].reading
    assert records.hands.names_photo(found[0].photo)


@pytest.mark.long
def test_a_photograph_over_which_every_worker_dies_is_refused(
    queue: Queue, records: Storage, workers: Workers, db: str
) -> None:
    photo = records.photos.put(photograph(4))
    with psycopg.connect(**parameters(db), autocommit=True) as connection:  # as the last worker but one left it
        connection.execute(
            "INSERT INTO procrastinate_jobs (task_name, queue_name, lock, args, status, attempts) "
            "VALUES (%s, %s, %s, jsonb_build_object('photo', %s::text), 'doing', %s)",
            (TASK, TASK, photo, photo, ATTEMPTS - 1),
        )
        workers.start()
        until(lambda: records.readings.get(photo))
    with pytest.raises(ImageError) as refused:
        queue.read(photo)
    assert refused.value.kind == "image-damaged"
    assert workers.lines == []


def test_a_photograph_that_is_gone_is_nobodys_work(records: Storage) -> None:
    read_one(records, Same(), "0" * 64)
    assert records.readings.get("0" * 64) is None


def test_a_reading_that_no_hand_takes_is_removed_in_time(records: Storage, db: str) -> None:
    assert records.readings.keep("0" * 64, "{}")
    assert not records.readings.keep("0" * 64, "other")
    records.readings.sweep(queue_module.TAKEN_LATE)
    assert records.readings.get("0" * 64) == "{}"
    records.readings.sweep(-1)
    assert records.readings.get("0" * 64) is None


@pytest.mark.long
def test_how_the_queue_stands_is_told(queue: Queue, records: Storage, workers: Workers, db: str) -> None:
    workers.start(3600)
    until(lambda: queue.workers == 1)
    assert queue.ask(records.photos.put(photograph(3)))
    until(lambda: workers.lines == ["reading 3"])
    with psycopg.connect(**parameters(db), autocommit=True) as connection:
        for status in ("todo", "todo", "doing"):  # what is done belongs to a worker that has ended
            connection.execute(
                "INSERT INTO procrastinate_jobs (task_name, queue_name, lock, status, scheduled_at) "
                "VALUES ('other', 'other', 'one', %s, now() + interval '1 day')",
                (status,),
            )
    assert queue.state() == QueueState(workers=1, waiting=2, being_read=1, stalled=1)
    told = (
        create_app(Site(Table(PictureRoom(Same(), records.photos, queue), records=records)))
        .test_client()
        .get("/metrics")
        .text
    )
    assert "tableside_queue_waiting 2.0" in told
    assert "tableside_queue_stalled 1.0" in told
