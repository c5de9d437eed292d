"""Asks the page things while others starve it: `python -m tests.ordeals.starved`.

Two hundred streams stay open, 99 requests never end, 20 viewers take nothing any more, and 40 photographs of 38 MB
come at once, all from this computer. The page answers within 500 ms at the 99th percentile all the while; requests
that never end, and viewers that vanished, are closed within 30 seconds.
"""

import socket
import sys
import threading
import time
import urllib.request
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

from tests.ordeals.served import resident, serving, upload

PERCENTILE, NOTICED = 0.5, 30.0
"""Seconds that a page may take at the 99th percentile, and in which who vanished is noticed."""

STREAM = b"GET /api/tables/1/events HTTP/1.1\r\nHost: localhost\r\n\r\n"


def opened(address: str, sent: bytes = b"", taken: int | None = None) -> socket.socket:
    """Return a connection with some bytes sent; `taken` limits the bytes that it holds unread."""
    connection = socket.socket()
    if taken:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, taken)
    parts = urlsplit(address)
    connection.connect((parts.hostname, parts.port))
    connection.sendall(sent)
    return connection


def answered(address: str, seconds: float) -> list[float]:
    """Request a page five times a second; return how long each answer took."""
    took, end = [], time.monotonic() + seconds
    while (began := time.monotonic()) < end:
        with urllib.request.urlopen(f"{address}/api/tables/1/play", timeout=60) as answer:
            answer.read()
        took.append(time.monotonic() - began)
        time.sleep(0.2)
    return took


def percentile(took: list[float]) -> float:
    return sorted(took)[int(0.99 * (len(took) - 1))]


def closed_after(connection: socket.socket, limit: float, trickle: bytes = b"") -> float:
    """Return the seconds until the server closes a connection, which with `trickle` gets a byte a second."""
    began = time.monotonic()
    with connection:
        while time.monotonic() - began < limit and not is_closed(connection, trickle):
            pass
    return time.monotonic() - began


def is_closed(connection: socket.socket, trickle: bytes = b"") -> bool:
    """Return True if the server closes a connection within a second after some more bytes."""
    connection.settimeout(1)
    try:
        if trickle:
            connection.sendall(trickle)
        return not connection.recv(4096)
    except TimeoutError:
        return False
    except OSError:
        return True


def viewing(address: str) -> int:
    """Return the number of connections that the server holds open (Linux)."""
    port = f":{urlsplit(address).port:04X}"
    lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
    return sum(line.split()[1].endswith(port) and line.split()[3] == "01" for line in lines)


def main() -> None:
    good = True

    def report(name: str, worst: float, limit: float, more: object = "") -> None:
        nonlocal good
        good &= worst <= limit
        print(f"{name}: {worst:.3f} s of {limit:.1f} {more}", flush=True)

    with serving() as (process, address), ThreadPoolExecutor(100) as many:
        report("alone", percentile(answered(address, 5)), PERCENTILE)

        streams = [opened(address, STREAM) for _ in range(200)]
        done = threading.Event()
        heard: dict[socket.socket, bytes] = {}
        reading = threading.Thread(target=drained, args=(streams, heard, done))
        reading.start()
        report("200 streams", percentile(answered(address, 10)), PERCENTILE, f"{resident(process):.0f} MB")
        assert sum(b"event:" in each for each in heard.values()) == 200

        halves = [opened(address, b"GET / HTTP/1.1\r\nHost: loc") for _ in range(50)]
        slow = b"POST /api/tables/1/hands HTTP/1.1\r\nHost: localhost\r\nContent-Length: 30000000\r\n\r\n"
        halves += [opened(address, slow) for _ in range(49)]
        ends = [many.submit(closed_after, half, 45, b"x") for half in halves]
        report("99 half-open requests, a byte a second", percentile(answered(address, 10)), PERCENTILE)
        report("until they are closed", max(end.result() for end in ends), NOTICED)

        done.set()
        reading.join()
        for stream in streams:
            stream.close()
        time.sleep(3)
        vanished = [opened(address, STREAM, taken=2048) for _ in range(20)]
        time.sleep(1)
        print(f"{viewing(address)} connections are open")
        began = time.monotonic()
        while viewing(address) and time.monotonic() - began < 60:
            time.sleep(0.2)
        report("until 20 vanished viewers are noticed", time.monotonic() - began, NOTICED)
        for each in vanished:
            each.close()

        uploads = [many.submit(upload, address, b"\xff\xd8" + bytes(38_000_000)) for _ in range(40)]
        took = []
        while not all(each.done() for each in uploads):
            took += answered(address, 1)
        statuses = Counter(each.result() for each in uploads)
        report("40 uploads of 38 MB", percentile(took), PERCENTILE, f"{dict(statuses)} {len(took)} answers")
    sys.exit(not good)


def drained(streams: list[socket.socket], heard: dict[socket.socket, bytes], done: threading.Event) -> None:
    """Read all streams and keep the newest event of each, until told to end."""
    for stream in streams:
        stream.setblocking(False)
    while not done.wait(0.2):
        for stream in streams:
            try:
                heard[stream] = stream.recv(65536)
            except BlockingIOError:
                continue


if __name__ == "__main__":
    main()
