"""Servers under many open streams: `python -m tests.bench.bench_servers [--with FOLDER] [SERVER]…`.

Each serves the same application, one after another in a process of its own: waitress as `webui.http.server` has it, and
hypercorn, granian and cheroot with as many threads for WSGI, since one process has to own camera and box. They are no
dependencies: `pip install --target FOLDER hypercorn granian cheroot` puts them where `--with` looks.

Alone, with 200 streams of events, and with 500 idle connections, 50 headers and 50 bodies that come a byte a second
beside the streams: requests a second of four clients that ask for the state of play, their 99th percentile, memory and
threads. Then how many of the slow ones are closed within 30 seconds. Only the ratios of one run mean anything.
"""

import asyncio
import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from http.client import HTTPConnection
from itertools import chain
from pathlib import Path
from typing import Any, Final

import click

from tests.ordeals.quick import Same
from tests.ordeals.starved import STREAM, percentile
from webui.access.pin import Access
from webui.http.app import create_app
from webui.http.server import THREADS, create_server
from webui.http.site import Site
from webui.table.table import Table

STREAMS, IDLE, SLOW = 200, 500, 50
SECONDS: Final = 8.0
"""For which the clients ask, each time. Longer steadies the figures."""
HALF: Final = b"GET / HTTP/1.1\r\nHost: loc"
BODY: Final = (
    b"POST /api/tables/1/play HTTP/1.1\r\nHost: localhost\r\n"
    b"Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n"
)


def application() -> Any:
    """Return the application, with a reader that takes no time."""
    return create_app(Site(Table(Same()), access=Access()))


def serve(name: str, port: int) -> None:
    """Serve the application until the process ends."""
    if name == "waitress":
        with socket.create_server(("127.0.0.1", port), backlog=1024) as listener:
            create_server(application(), listener).run()
    elif name == "hypercorn":
        from hypercorn.asyncio import serve as run
        from hypercorn.config import Config

        config = Config()
        config.bind = [f"127.0.0.1:{port}"]

        async def started() -> None:
            asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(THREADS))
            await run(application(), config, mode="wsgi")

        asyncio.run(started())
    elif name == "cheroot":
        from cheroot.wsgi import Server

        Server(("127.0.0.1", port), application(), numthreads=THREADS, max=THREADS, request_queue_size=1024).start()
    else:
        from granian import Granian
        from granian.constants import Interfaces

        Granian(
            "tests.bench.bench_servers:application",
            port=port,
            interface=Interfaces.WSGI,
            factory=True,
            workers=1,
            blocking_threads=THREADS,
            backlog=1024,
        ).serve()


class Held:
    """Connections that stay open, read on one thread."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.open: list[socket.socket] = []
        self.trickling: list[socket.socket] = []
        self.heard: set[socket.socket] = set()
        self.refused = self.closed = 0
        self._ending = threading.Event()
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def add(self, count: int, sent: bytes, trickles: bool = False) -> None:
        """Open connections that send some bytes, and then a byte a second if they trickle."""
        for _ in range(count):
            try:
                connection = socket.create_connection(("127.0.0.1", self._port), 5)
                connection.sendall(sent)
                connection.setblocking(False)
            except OSError:
                self.refused += 1
                continue
            with self._lock:
                (self.trickling if trickles else self.open).append(connection)

    def stop(self) -> None:
        self._ending.set()
        self._thread.join()
        for each in chain(self.open, self.trickling):
            each.close()

    def _run(self) -> None:
        while not self._ending.wait(1):
            with self._lock:
                for connection in [*self.open, *self.trickling]:
                    self._take(connection)

    def _take(self, connection: socket.socket) -> None:
        """Read the bytes that have come, and forget a connection that the server closed."""
        slow = connection in self.trickling
        try:
            if slow:
                connection.send(b"x")
            while data := connection.recv(65536):
                if b"event:" in data:
                    self.heard.add(connection)
                if b"event: again" in data:  # as a browser does
                    connection.setblocking(True)
                    connection.close()
                    self.open.remove(connection)
                    again = socket.create_connection(("127.0.0.1", self._port), 5)
                    again.sendall(STREAM)
                    again.setblocking(False)
                    self.open.append(again)
                    return
        except BlockingIOError:
            return
        except OSError:
            pass
        connection.close()
        with suppress(ValueError):
            (self.trickling if slow else self.open).remove(connection)
        self.closed += 1


def asked(port: int) -> tuple[float, float, int]:
    """Return the requests a second of four clients, the 99th percentile of their milliseconds, and the failures."""
    end = time.monotonic() + SECONDS

    def ask(_: int) -> tuple[list[float], int]:
        took, failed = [], 0
        client = HTTPConnection("127.0.0.1", port, timeout=10)
        while time.monotonic() < end:
            began = time.monotonic()
            try:
                client.request("GET", "/api/tables/1/play")
                answer = client.getresponse()
                answer.read()
                failed += answer.status != 200
            except OSError:
                failed += 1
                client.close()
            took.append(time.monotonic() - began)
        client.close()
        return took, failed

    with ThreadPoolExecutor(4) as clients:
        answers = list(clients.map(ask, range(4)))
    took = [each for some, _ in answers for each in some]
    return len(took) / SECONDS, 1000 * percentile(took), sum(failed for _, failed in answers)


def family(process: subprocess.Popen[str]) -> list[int]:
    """Return the numbers of a process and its children (Linux)."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    return [process.pid, *map(int, children)]


def threads(pid: int) -> int:
    return len(list(Path(f"/proc/{pid}/task").iterdir()))


def memory(pid: int) -> float:
    """Return the megabytes that a process has resident."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def measure(name: str, libraries: str | None) -> None:
    """Print the figures of one server."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "tests.bench.bench_servers", "--serve", str(port), name]
    process = subprocess.Popen(command + (["--with", libraries] if libraries else []), text=True)
    with ExitStack() as stack:
        stack.callback(process.wait)
        stack.callback(process.terminate)
        while True:
            with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.2)

        def report(when: str) -> None:
            rate, late, failed = asked(port)
            pids = family(process)
            held_by, count = sum(map(memory, pids)), sum(map(threads, pids))
            print(
                f"{name}, {when}: {rate:.0f} a second, p99 {late:.0f} ms, {failed} failed; "
                f"{held_by:.0f} MB, {count} threads",
                flush=True,
            )

        asked(port)  # warm
        report("alone")
        held = Held(port)
        stack.callback(held.stop)
        held.add(STREAMS, STREAM)
        report(f"{STREAMS} streams")
        began = time.monotonic()
        held.add(SLOW, HALF, trickles=True)
        held.add(SLOW, BODY, trickles=True)
        held.add(IDLE, b"")
        report(f"and {IDLE} idle, {2 * SLOW} slow")
        while held.trickling and time.monotonic() - began < 30:
            time.sleep(0.5)
        print(
            f"{name}: {len(held.heard)} streams heard, {held.refused} connections refused, "
            f"{2 * SLOW - len(held.trickling)} of {2 * SLOW} slow ones closed within 30 s",
            flush=True,
        )


@click.command()
@click.argument("servers", nargs=-1)
@click.option("--with", "libraries", help="Folder with the libraries of the others.")
@click.option("--serve", "port", type=int, hidden=True)
def main(servers: tuple[str, ...], libraries: str | None, port: int | None) -> None:
    """Measure the servers."""
    if libraries:
        sys.path.append(libraries)
    if port is not None:
        serve(servers[0], port)
        return
    for name in servers or ("waitress", "hypercorn", "granian", "cheroot"):
        measure(name, libraries)


if __name__ == "__main__":
    main()
