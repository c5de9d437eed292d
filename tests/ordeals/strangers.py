"""A phone that scores while one address of strangers takes what it can: `python -m tests.ordeals.strangers`.

In a network of its own (Linux, `unshare`), with addresses that are no loopback: 10.99.0.1 serves, 10.99.0.2 is the
strangers', 10.99.0.3 the phone's. The strangers hold 500 idle connections, ask for 200 streams, and 20 read: ten ask
why hands were not read, ten, signed in as scorers, send photographs. The phone's photographs take at the 99th
percentile no longer than alone, one reading of the slowest photograph and `UNNOTICED`.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from itertools import count, cycle

import cv2
import numpy as np

from tests.ordeals.served import SAMPLE, resident, serving, sign_in
from tests.ordeals.starved import STREAM, percentile

SERVER, STRANGER, PHONE = "10.99.0.1", "10.99.0.2", "10.99.0.3"
INSIDE = "TABLESIDE_ORDEAL"
PHOTOGRAPHS = 60
IDLE, STREAMS, READERS = 500, 200, 20
UNNOTICED = 0.5
"""Seconds of delay that people do not notice beside the seconds that a photograph takes to arrive."""
DEVICES = 12
"""Devices of the phone's address, which send in turn: each may send only so many photos a minute."""


def opened(port: int, source: str, sent: bytes = b"") -> socket.socket:
    """Return a connection from an address, with some bytes sent."""
    connection = socket.create_connection((SERVER, port), 120, (source, 0))
    connection.sendall(sent)
    return connection


def asked(port: int, source: str, head: str, body: bytes = b"", token: str = "") -> tuple[int, bytes]:
    """Return the status of an answer, and its body."""
    by = f"Authorization: Bearer {token}\r\n" if token else ""
    length = f"Content-Type: image/jpeg\r\nContent-Length: {len(body)}\r\n" if body else ""
    sent = f"{head} HTTP/1.1\r\nHost: {SERVER}\r\nConnection: close\r\n{by}{length}\r\n".encode() + body
    with opened(port, source, sent) as connection, connection.makefile("rb") as answer:
        status = int((answer.readline().split() or [b"", b"0"])[1])
        return status, answer.read().partition(b"\r\n\r\n")[2]


def photographs() -> list[np.ndarray]:
    """Return the sample unchanged, dark, and small: each takes a different time to read."""
    sample = cv2.imread(str(SAMPLE))
    assert sample is not None
    kinds = (sample, cv2.convertScaleAbs(sample, alpha=0.4), cv2.resize(sample, None, fx=0.5, fy=0.5))
    return list(kinds)


def fresh(photo: np.ndarray) -> Iterator[bytes]:
    """Yield the same photo again and again, each time with a patch of other pixels: what follows them is removed."""
    for number in count():
        photo[:8, : 8 * (number % 100 + 1)] = number // 100 % 256
        yield _jpeg(photo)


def scored(port: int, tokens: list[str]) -> list[float]:
    """Return the seconds for each of `PHOTOGRAPHS`, sent by one phone after another from one address."""
    took: list[float] = []
    kinds, by = cycle([fresh(photo) for photo in photographs()]), cycle(tokens)
    for _ in range(PHOTOGRAPHS):
        photo, token = next(next(kinds)), next(by)
        began = time.monotonic()
        status, body = asked(port, PHONE, "POST /api/tables/1/hands?anyway=1", photo, token)
        took.append(time.monotonic() - began)
        assert status == 201, body
    return took


def strangers(port: int, unread: list[str], token: str, ending: threading.Event, answers: Counter[int]) -> None:
    """Read as long as allowed: ask why hands were not read, or send photos with a token."""
    sent, asks = fresh(photographs()[0]), cycle(unread)
    while not ending.is_set():
        with suppress(OSError):
            if token:
                status, _ = asked(port, STRANGER, "POST /api/tables/1/hands?anyway=1", next(sent), token)
            else:
                status, _ = asked(port, STRANGER, f"GET /api/hands/{next(asks)}/unread")
            answers[status] += 1
            ending.wait(0.0 if status < 400 else 0.2)


def main() -> None:
    if INSIDE not in os.environ:
        unshare = shutil.which("unshare")
        if unshare is None:
            sys.exit("This needs Linux and unshare (util-linux), for a network of its own")
        command = [unshare, "--map-root-user", "--net", sys.executable, "-m", "tests.ordeals.strangers"]
        sys.exit(subprocess.run(command, env={**os.environ, INSIDE: "1"}, check=False).returncode)
    for line in ("link set lo up", *(f"addr add {each}/32 dev lo" for each in (SERVER, STRANGER, PHONE))):
        subprocess.run(["ip", *line.split()], check=True)
    with serving("--host", "0.0.0.0") as (process, address), ExitStack() as stack:
        port = int(address.rpartition(":")[2])
        here = f"http://127.0.0.1:{port}"
        guests = [sign_in(here, "scorer", f"guest {n}") for n in range(READERS // 2)]
        tokens = [sign_in(here, "scorer", f"phone {n}") for n in range(DEVICES)]
        blank = np.full((600, 800, 3), 90, np.uint8)
        unread = []
        for number in range(20):
            blank[0, 0] = number
            status, body = asked(port, PHONE, "POST /api/tables/1/hands?anyway=1", _jpeg(blank), tokens[0])
            assert status == 201, body
            unread.append(str(json.loads(body)["hand"]["id"]))
        scored(port, tokens)  # warm
        alone = scored(port, tokens)
        print(f"alone: median {np.median(alone):.2f} s, p99 {percentile(alone):.2f} s", flush=True)

        idle = [stack.enter_context(opened(port, STRANGER)) for _ in range(IDLE)]
        streams = [stack.enter_context(opened(port, STRANGER, STREAM)) for _ in range(STREAMS)]
        ending, answers = threading.Event(), Counter[int]()
        readers = [
            threading.Thread(target=strangers, args=(port, unread, token, ending, answers))
            for token in [*guests, *[""] * (READERS - len(guests))]
        ]
        for each in readers:
            each.start()
        try:
            crowded = scored(port, tokens)
        finally:
            ending.set()
            for each in readers:
                each.join()
        print(f"crowded: median {np.median(crowded):.2f} s, p99 {percentile(crowded):.2f} s", flush=True)
        print(f"strangers: {len(idle)} connections, {len(streams)} streams, answers {dict(answers)}")
        print(f"memory {resident(process):.0f} MB")
        limit = percentile(alone) + max(alone) + UNNOTICED
        print(f"limit: {limit:.2f} s")
        sys.exit(percentile(crowded) > limit)


def _jpeg(picture: np.ndarray) -> bytes:
    return cv2.imencode(".jpg", picture)[1].tobytes()


if __name__ == "__main__":
    main()
