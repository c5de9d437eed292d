"""A hall whose phones all have one address: `python -m tests.ordeals.venue`, `… --proxied`, `… --beside`.

In a network of its own (Linux, `unshare`): 10.99.0.1 serves, 10.99.0.2 is the router of the venue, 10.99.0.3 a trusted
proxy. 100 signed-in phones at 25 tables hold a stream each, look at a page and record a warning now and then; 100
guests watch. Pages and records take at the 99th percentile at most `WORSE` times what they take one phone alone, or
`SOON`, and so do records while all 200 come back at the same moment; each is answered. Then twelve phones photograph at
once: each photo is taken, and all are read in `SLACK` times what twelve take one after another, as a reading uses two
cores of its own. With `--proxied` all come through the proxy, with one address in `X-Forwarded-For`; with `--beside`
another program uses one core all the while. All limits are ratios within one run; it says which of them did not hold.
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
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final
from uuid import uuid4

import cv2

from tests.ordeals.served import SAMPLE, resident, serving, sign_in
from tests.ordeals.starved import percentile

SERVER, VENUE, PROXY = "10.99.0.1", "10.99.0.2", "10.99.0.3"
INSIDE: Final = "TABLESIDE_ORDEAL"
TABLES, PHONES, GUESTS, PHOTOGRAPHS = 25, 100, 100, 12
PAUSE: Final = 20.0
"""Seconds between two looks of a phone; each second look records a warning. Shorter asks more than people do."""
SECONDS: Final = 80.0
"""Seconds for which the phones are used. Longer steadies the figures."""
WORSE, SLACK = 5.0, 1.2
SOON: Final = 0.3
"""Seconds that nobody minds, whatever it takes alone."""


@dataclass
class Client:
    """A phone or a guest: its address, its headers, and how long its answers took."""

    port: int
    source: str
    headers: str
    looks: list[float] = field(default_factory=list)
    records: list[float] = field(default_factory=list)
    failed: Counter[str] = field(default_factory=Counter)

    def ask(self, head: str, body: bytes = b"", kind: str = "application/json") -> tuple[int, bytes]:
        """Return the status and the body of an answer; 0 for a connection that was reset."""
        length = f"Content-Type: {kind}\r\nContent-Length: {len(body)}\r\n" if body else ""
        sent = f"{head} HTTP/1.1\r\nHost: {SERVER}\r\nConnection: close\r\n{self.headers}{length}\r\n".encode() + body
        try:
            with socket.create_connection((SERVER, self.port), 120, (self.source, 0)) as connection:
                connection.sendall(sent)
                with connection.makefile("rb") as answer:
                    status = int((answer.readline().split() or [b"", b"0"])[1])
                    return status, answer.read().partition(b"\r\n\r\n")[2]
        except OSError:
            return 0, b""

    def look(self, table: int) -> None:
        began = time.monotonic()
        status, _ = self.ask(f"GET /t/{table}")
        self.looks.append(time.monotonic() - began)
        self._note("page", status, 200)

    def record(self, table: int, act: dict[str, Any]) -> None:
        body = json.dumps({"id": str(uuid4()), "act": act}).encode()
        began = time.monotonic()
        status, _ = self.ask(f"POST /api/tables/{table}/records", body)
        self.records.append(time.monotonic() - began)
        self._note("record", status, 201)

    def watch(self) -> socket.socket:
        connection = socket.create_connection((SERVER, self.port), 120, (self.source, 0))
        connection.sendall(f"GET /api/tables/1/events HTTP/1.1\r\nHost: {SERVER}\r\n{self.headers}\r\n".encode())
        return connection

    def _note(self, what: str, status: int, right: int) -> None:
        if status != right:
            self.failed[f"{what} {status or 'reset'}"] += 1


def use(client: Client, table: int, until: float, pause: float) -> None:
    """Look at a table, and record a warning at each second look."""
    turn = 0
    while time.monotonic() < until:
        client.look(table)
        turn += 1
        if turn % 2 == 0:
            client.record(table, {"type": "Penalty", "player": "Ann", "amount": 0, "reason": "late"})
        time.sleep(pause)


def come_back(client: Client, stack: ExitStack) -> None:
    """Watch again and look at the page, as when the network is back."""
    with suppress(OSError):
        stack.enter_context(client.watch())
    client.look(1)


def photos(count: int) -> list[bytes]:
    """Return photos that differ in their pixels."""
    sample = cv2.imread(str(SAMPLE))
    assert sample is not None
    found = []
    for number in range(count):
        sample[:8, : 8 * (number + 1)] = 20 * (number % 12)
        found.append(cv2.imencode(".jpg", sample)[1].tobytes())
    return found


def photographed(clients: Sequence[Client], pictures: Sequence[bytes]) -> tuple[float, list[int]]:
    """Return the seconds until all photos, sent at once, are read, and the statuses."""
    statuses: list[int] = []

    def send(client: Client, picture: bytes, table: int) -> None:
        statuses.append(client.ask(f"POST /api/tables/{table}/hands?anyway=1", picture, "image/jpeg")[0])

    began = time.monotonic()
    threads = [
        threading.Thread(target=send, args=(client, picture, 1 + number % TABLES))
        for number, (client, picture) in enumerate(zip(clients, pictures, strict=True))
    ]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    return time.monotonic() - began, statuses


def main() -> None:
    proxied = "--proxied" in sys.argv
    if INSIDE not in os.environ:
        unshare = shutil.which("unshare")
        if unshare is None:
            sys.exit("This needs Linux and unshare (util-linux), for a network of its own")
        command = [unshare, "--map-root-user", "--net", sys.executable, "-m", "tests.ordeals.venue", *sys.argv[1:]]
        sys.exit(subprocess.run(command, env={**os.environ, INSIDE: "1"}, check=False).returncode)
    for line in ("link set lo up", *(f"addr add {each}/32 dev lo" for each in (SERVER, VENUE, PROXY))):
        subprocess.run(["ip", *line.split()], check=True)
    trust = ("--trusted-proxy", PROXY) if proxied else ()
    with ExitStack() as stack:
        data = Path(stack.enter_context(TemporaryDirectory()))
        options = ("--host", "0.0.0.0", "--tables", str(TABLES), "--data", str(data), *trust)
        if "--beside" in sys.argv:
            beside = subprocess.Popen([sys.executable, "-c", "while True: pass"])
            stack.callback(beside.kill)
        process, address = stack.enter_context(serving(*options))
        port = int(address.rpartition(":")[2])
        here = f"http://127.0.0.1:{port}"
        token = (data / "token").read_text(encoding="utf-8").strip()
        source, common = (PROXY, f"X-Forwarded-For: {VENUE}\r\n") if proxied else (VENUE, "")

        def client(token: str = "") -> Client:
            return Client(port, source, common + (f"Authorization: Bearer {token}\r\n" if token else ""))

        phones = [client(sign_in(here, "referee", f"phone {n}", token)) for n in range(PHONES)]
        for table in range(1, TABLES + 1):
            phones[0].record(table, {"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]})
        alone = client(sign_in(here, "referee", "alone", token))
        use(alone, 1, time.monotonic() + SECONDS / 4, PAUSE / 100)
        pictures = photos(PHOTOGRAPHS + 3)
        single = sorted(photographed([phones[0]], [pictures[-n]])[0] for n in (1, 2, 3))[1]
        print(
            f"alone: pages p99 {percentile(alone.looks):.3f} s, records {percentile(alone.records):.3f} s; "
            f"a photo {single:.2f} s",
            flush=True,
        )

        first, page = percentile(alone.records), percentile(alone.looks)
        watched: list[socket.socket] = []
        for each in phones:
            each.looks.clear()
            each.records.clear()
            watched.append(stack.enter_context(each.watch()))
        guests = [client() for _ in range(GUESTS)]
        for each in guests:
            with suppress(OSError):
                watched.append(stack.enter_context(each.watch()))
        until = time.monotonic() + SECONDS
        threads = [
            threading.Thread(target=use, args=(each, 1 + number % TABLES, until, PAUSE))
            for number, each in enumerate(phones)
        ]
        for each in threads:
            each.start()
            time.sleep(PAUSE / PHONES)
        for guest in guests:
            guest.look(1)
        for each in threads:
            each.join()
        looks = [took for each in phones for took in each.looks]
        records = [took for each in phones for took in each.records]
        failed = sum((each.failed for each in [*phones, *guests]), Counter[str]())
        print(
            f"in the hall: pages p99 {percentile(looks):.3f} s of {len(looks)}, records {percentile(records):.3f} s "
            f"of {len(records)}; refused {dict(failed)}",
            flush=True,
        )
        for each in watched:
            each.close()
        back = [threading.Thread(target=come_back, args=(each, stack)) for each in [*phones, *guests]]
        alone.records.clear()
        for each in back:
            each.start()
        for _ in range(40):
            alone.record(1, {"type": "Penalty", "player": "Ann", "amount": 0, "reason": "late"})
            time.sleep(PAUSE / 200)
        for each in back:
            each.join()
        print(
            f"{len(back)} come back at once: records p99 {percentile(alone.records):.3f} s, not taken "
            f"{dict(alone.failed)}",
            flush=True,
        )
        rush = percentile(alone.records)
        took, statuses = photographed(phones[:PHOTOGRAPHS], pictures[:PHOTOGRAPHS])
        limit = single * PHOTOGRAPHS * SLACK
        print(
            f"{PHOTOGRAPHS} photos at once: {took:.1f} s of {limit:.1f}, answers {dict(Counter(statuses))}; "
            f"memory {resident(process):.0f} MB"
        )
        wrong = {
            "a page in the hall is slow": percentile(looks) > max(SOON, WORSE * page),
            "a record in the hall is slow": percentile(records) > max(SOON, WORSE * first),
            "something in the hall was refused": bool(failed),
            "a record is slow while all come back": rush > max(SOON, WORSE * first),
            "a record was refused while all came back": bool(alone.failed),
            "photos at once are slow": took > limit,
            "a photo was not taken": set(statuses) != {201},
        }
        sys.exit("; ".join(each for each, is_so in wrong.items() if is_so) or None)


if __name__ == "__main__":
    main()
