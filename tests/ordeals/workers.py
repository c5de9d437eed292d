"""Workers killed with -9 while they read: every photograph has one reading and one hand, whoever died.

Run `python -m tests.ordeals.workers --kills 20`; PostgreSQL has to be installed.
"""

import random
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Event, Thread
from uuid import uuid4

import click
import cv2
import numpy as np

from tests.ordeals.quick import Same
from webui.commands.hall.local_postgres import cluster
from webui.jobs.queue import Queue
from webui.records.store import Storage
from webui.table.table import Table

READING = 0.4
"""Seconds that a reading takes, so that most kills fall into one."""

WORKERS = 3


def photograph(number: int) -> bytes:
    picture = np.random.default_rng(number).integers(0, 255, (48, 128, 3), np.uint8)
    return cv2.imencode(".png", picture)[1].tobytes()


def start(db: str) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "tests.ordeals.slow_worker", db, str(READING)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL)


def run(kills: int, photos: int, seed: int = 1) -> dict[str, int]:
    """Send photos while workers are killed and started again; return counts.

    Raises:
        AssertionError: A photograph has no hand, or more than one, or something of the queue is left.
    """
    chance = random.Random(seed)
    with (
        cluster(lasting=True) as server,
        closing(Storage.open(None, db=server.address)) as records,
        closing(Queue(server.address, records)) as queue,
    ):
        workers = [start(server.address) for _ in range(WORKERS)]
        while queue.workers < WORKERS:
            time.sleep(0.1)
        done, killed = Event(), 0

        def kill() -> None:
            nonlocal killed
            while killed < kills and not done.wait(chance.uniform(0.2, 2.0)):
                place = chance.randrange(WORKERS)
                workers[place].kill()
                workers[place].wait()
                killed += 1
                workers[place] = start(server.address)

        killer = Thread(target=kill)
        killer.start()
        table = Table(Same(), records=records, elsewhere=queue)

        def send(number: int) -> str:
            return table.intake.from_upload(lambda: photograph(number), id=str(uuid4())).photo

        with ThreadPoolExecutor(6) as senders:
            laid = list(senders.map(send, range(photos)))
        done.set()
        killer.join()
        for worker in workers:
            worker.kill()
            worker.wait()
        hands = records.hands.newest(1)
        kept = {photo.sha256 for photo in records.photos.all()}
        assert len(hands) == len(laid) == len(set(laid)) == photos, (len(hands), len(set(laid)))
        assert {hand.photo for hand in hands} == set(laid) == kept
        assert all(records.readings.get(photo) is None for photo in laid)
        return {"photographs": photos, "killed": killed, "hands": len(hands)}


@click.command()
@click.option("--kills", default=20)
@click.option("--photos", default=120)
@click.option("--seed", default=1)
def main(kills: int, photos: int, seed: int) -> None:
    """Runs it and prints the counts."""
    click.echo(run(kills, photos, seed))


if __name__ == "__main__":
    main()
