"""`tableside worker`: reads what the servers of a hall are sent, by the real networks."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.waiting import PATIENCE, until
from webui.cli import main
from webui.jobs.queue import Queue
from webui.records.store import Storage

HAND = Path(__file__).parents[2] / "data/hand.jpg"


def children(parent: int) -> set[int]:
    """The processes that read, of a command."""
    listed = ["pgrep", "-P", str(parent), "-f", "spawn_main"]
    return set(map(int, subprocess.run(listed, capture_output=True, text=True, check=False).stdout.split()))


@pytest.mark.long
def test_a_photograph_is_read_and_a_killed_process_is_started_again(postgres_databases: Callable[[], str]) -> None:
    db = postgres_databases()
    command = [sys.executable, "-c", "from webui.cli import main; main()", "worker", "-j", "1"]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, env={**os.environ, "TABLESIDE_DB": db}, text=True) as worker,
        closing(Storage.open(None, db=db)) as records,
        closing(Queue(db, records)) as queue,
    ):
        try:
            assert worker.stdout
            assert "Reading the photos of postgresql://" in worker.stdout.readline()
            until(lambda: queue.workers == 1, 3 * PATIENCE)
            (first,) = children(worker.pid)
            os.kill(first, signal.SIGKILL)
            until(lambda: children(worker.pid) - {first})
            photo, readings = records.photos.put(HAND.read_bytes()), []
            # None while nobody is known to be alive: the one that was killed may be known longer than the new one
            until(lambda: readings.append(queue.read(photo)) or readings[-1], 3 * PATIENCE)
            assert readings[-1].hand == "234m2345p234678s 5p"
        finally:
            worker.send_signal(signal.SIGTERM)
            assert worker.wait(PATIENCE) == 0


@pytest.mark.parametrize(
    ("address", "code", "said"),
    [("", 2, "Name the database of the hall"), ("postgresql://127.0.0.1:9/hall", 1, "cannot be reached")],
)
def test_a_worker_without_a_database_says_so(address: str, code: int, said: str) -> None:
    result = CliRunner().invoke(main, ["worker"], env={"TABLESIDE_DB": address})
    assert (result.exit_code, said in " ".join(result.output.split())) == (code, True), result.output
