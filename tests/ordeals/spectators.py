"""Tables that score while spectators look on: `python -m tests.ordeals.spectators [--postgres]`.

Eight tables send photographs to one server, in turns without anybody, with 50 and with 200 open streams of events. Each
photograph is kept and scored, and every stream hears of every hand of its table, though it is opened anew again and
again. The time of a photograph is compared within the run, since it hangs on what else the computer does.
"""

import random
import select
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from urllib.parse import urlsplit

import click
import numpy as np

from tests.ordeals.served import SAMPLE, resident, serving, upload
from webui.commands.hall.local_postgres import cluster

TABLES = 8


class Spectators:
    """Open streams of events, on one thread; each is opened again where it ends, as browsers do."""

    def __init__(self, address: str, count: int) -> None:
        """Open them, at the tables in turn."""
        parts = urlsplit(address)
        self._server = (str(parts.hostname), int(parts.port or 80))
        self.tables = [1 + number % TABLES for number in range(count)]
        self.hands = [0] * count
        self.opened = self.refused = 0
        self._known = [b""] * count
        self._read = [b""] * count
        self._places: dict[socket.socket, int] = {}
        self._ending = threading.Event()
        for place in range(count):
            self._open(place)
        self._thread = threading.Thread(target=self._listen)
        self._thread.start()

    def stop(self) -> None:
        """Close them."""
        self._ending.set()
        self._thread.join()
        for stream in self._places:
            stream.close()

    def heard(self, before: list[int]) -> dict[int, int]:
        """Return how many spectators have received how many hands since."""
        return dict(Counter(now - then for now, then in zip(self.hands, before, strict=True)))

    def _open(self, place: int) -> None:
        stream = socket.create_connection(self._server, 30)
        known = b"Last-Event-ID: %s\r\n" % self._known[place] if self._known[place] else b""
        head = b"GET /api/tables/%d/events HTTP/1.1\r\nHost: localhost\r\n" % self.tables[place]
        stream.sendall(head + known + b"\r\n")
        stream.setblocking(False)
        self._places[stream], self._read[place] = place, b""
        self.opened += 1

    def _listen(self) -> None:
        while not self._ending.is_set():
            if not self._places:
                self._ending.wait(0.2)
                continue
            for stream in select.select(list(self._places), [], [], 0.2)[0]:
                data = stream.recv(65536)
                place = self._places[stream]
                if data:
                    self._hear(place, data)
                refused = data.startswith(b"HTTP/1.1 503")  # the server has not yet seen that a stream has ended
                self.refused += refused
                if not data or refused or b"event: again" in data:
                    del self._places[stream]
                    stream.close()
                    self._open(place)

    def _hear(self, place: int, data: bytes) -> None:
        *lines, self._read[place] = (self._read[place] + data).split(b"\n")
        for line in lines:
            if line.startswith(b"id: "):
                self._known[place] = line[4:].strip()
            self.hands[place] += line.startswith(b"event: hand")


@contextmanager
def looking_on(address: str, count: int) -> Iterator[Spectators]:
    """So many spectators while inside."""
    spectators = Spectators(address, count)
    try:
        yield spectators
    finally:
        spectators.stop()


def scored(address: str, photos: int, pause: float, seed: int) -> list[float]:
    """Send photos from all tables; return how long each took until it was stored and scored."""
    photograph, took = SAMPLE.read_bytes(), []

    def play(table: int) -> None:
        chance = random.Random(seed * TABLES + table)
        for _ in range(photos):
            time.sleep(chance.uniform(0, 2 * pause))
            began = time.monotonic()
            path = f"/api/tables/{table}/hands"
            while (status := upload(address, photograph + chance.randbytes(8), path)) == 503:
                time.sleep(0.2)  # as many wait as may: the page sends it again
            assert status == 201, status
            took.append(time.monotonic() - began)

    with ThreadPoolExecutor(TABLES) as tables:
        list(tables.map(play, range(1, TABLES + 1)))
    return took


def measured(db: str | None, counts: tuple[int, ...], photos: int, rounds: int, pause: float) -> bool:
    """Measure and print; return True if every stream received every hand."""
    took: dict[int, list[float]] = {count: [] for count in counts}
    good = True
    with serving("--tables", str(TABLES), *(["--db", db] if db else [])) as (process, address):
        scored(address, 1, 0, 0)
        for number in range(rounds * len(counts)):
            count = counts[number % len(counts)]
            with looking_on(address, count) as spectators:
                time.sleep(2)  # what a stream begins with is heard
                before = list(spectators.hands)
                took[count] += scored(address, photos, pause, 1 + number)
                everybody = {photos: count} if count else {}
                end = time.monotonic() + 30
                while (heard := spectators.heard(before)) != everybody and time.monotonic() < end:
                    time.sleep(0.2)
                good &= heard == everybody
                click.echo(
                    f"{count} streams, opened {spectators.opened} times, {spectators.refused} refused: "
                    f"spectators by hands heard {heard}, "
                    f"{resident(process):.0f} MB"
                )
        alone = took[counts[0]]
        for count, each in took.items():
            middle, worst = np.percentile(each, (50, 99))
            click.echo(
                f"{count} streams: {len(each)} photographs, {middle:.2f} s at the median "
                f"({middle / np.median(alone):.2f}), {worst:.2f} s at the 99th of 100 "
                f"({worst / np.percentile(alone, 99):.2f})"
            )
    return good


@click.command()
@click.option("--streams", default=(0, 50, 200), multiple=True, show_default=True, help="Open streams, in turns.")
@click.option("--photos", default=6, show_default=True, help="Photographs of each table in each turn.")
@click.option("--rounds", default=2, show_default=True, help="Turns with each number of streams.")
@click.option("--pause", default=6.0, show_default=True, help="Seconds between two photographs of a table, on average.")
@click.option("--postgres", is_flag=True, help="Keep the records in a PostgreSQL that is started for it.")
def main(streams: tuple[int, ...], photos: int, rounds: int, pause: float, postgres: bool) -> None:
    """Print seconds a photograph, and ratios to the first number of streams; exit 1 where a stream missed a hand."""
    with ExitStack() as stack:
        db = stack.enter_context(cluster()).address if postgres else None
        raise SystemExit(not measured(db, streams, photos, rounds, pause))


if __name__ == "__main__":
    main()
