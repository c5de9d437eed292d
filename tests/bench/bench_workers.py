"""Photographs a second by 1, 2 and 4 workers of a hall, with the real networks; the ratios are what matters.

Run `python -m tests.bench.bench_workers`; PostgreSQL has to be installed.
"""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import click

from webui.commands.hall.local_postgres import cluster
from webui.jobs.queue import Queue
from webui.records.store import Storage

HAND = Path(__file__).parents[1] / "data/hand.jpg"


def measure(workers: int, photos: int) -> float:
    """Return the photographs a second, from the first one sent to the last one read."""
    with (
        cluster(lasting=True) as server,
        closing(Storage.open(None, db=server.address)) as records,
        closing(Queue(server.address, records)) as queue,
        subprocess.Popen(
            [sys.executable, "-m", "webui", "worker", "-j", str(workers)],
            stdout=subprocess.DEVNULL,
            env={**os.environ, "TABLESIDE_DB": server.address},
        ) as command,
    ):
        try:
            while queue.workers < workers:
                time.sleep(0.1)
            sent = [records.photos.put(HAND.read_bytes() + b"%d" % number) for number in range(photos + workers)]
            with ThreadPoolExecutor(16) as asking:
                list(asking.map(queue.read, sent[:workers]))  # the networks are loaded
                start = time.perf_counter()
                assert all(asking.map(queue.read, sent[workers:]))
                return photos / (time.perf_counter() - start)
        finally:
            command.terminate()


@click.command()
@click.option("--photos", default=40)
def main(photos: int) -> None:
    """Prints the rate of each, and its ratio to that of one."""
    rates = {workers: measure(workers, photos) for workers in (1, 2, 4)}
    click.echo(f"processors: {os.cpu_count()}")
    for workers, rate in rates.items():
        click.echo(f"workers: {workers}  photographs a second: {rate:.2f}  ratio: {rate / rates[1]:.2f}")


if __name__ == "__main__":
    main()
