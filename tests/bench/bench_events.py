"""Seconds until one device learns of another one's act: a record, a change of a hand, an act of the current hand.

    python -m tests.bench.bench_events [--count 50]

The page's server and its streams are real; each act is written to a disk first.
"""

import json
import socket
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any
from uuid import uuid4

import click

from tests.served import Answers
from webui.http.app import create_app
from webui.http.server import create_server
from webui.http.site import Site
from webui.records.store import Storage
from webui.table.table import Table


@click.command()
@click.option("--count", default=50, show_default=True, help="How often each is done.")
def main(count: int) -> None:
    """Prints milliseconds from the request to the event, at the median and at most."""
    with tempfile.TemporaryDirectory() as folder:
        table = Table(Answers(), records=Storage.open(Path(folder)))
        listener = socket.create_server(("127.0.0.1", 0))
        server = create_server(create_app(Site(table)), listener)
        threading.Thread(target=server.run, daemon=True).start()
        address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        _record(address, {"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]})
        hand = _post(f"{address}/api/tables/1/hands", None)["hand"]
        drawn: dict[str, Any] = {"type": "Penalty", "seat": "E", "amount": 1, "reason": ""}
        table.hands.changed(hand["id"])
        with urllib.request.urlopen(f"{address}/api/tables/1/events", timeout=10) as stream:
            events = _events(stream)
            _measure("record", events, "match", count, lambda n: _record(address, drawn))
            _measure("hand in play", events, "seats", count, lambda n: _post(f"{address}/api/tables/1/play", _deal(n)))
            _measure("change of a hand", events, "hand", count, lambda n: _change(address, hand["id"], n))


def _measure(name: str, events: Iterator[str], topic: str, count: int, do: Any) -> None:
    took = []
    for n in range(count):
        began = time.perf_counter()
        threading.Thread(target=do, args=(n,)).start()
        next(event for event in events if event == topic)
        took.append((time.perf_counter() - began) * 1000)
        time.sleep(0.02)
    click.echo(f"{name}: {median(took):.0f} ms at the median, {max(took):.0f} at most")


def _deal(n: int) -> dict[str, Any]:
    return {"do": "deal", "hand": 1, "dealer": (n + 1) % 4 + 1}


def _change(address: str, hand: str, n: int) -> None:
    won = {"do": "won", "won": {"self_draw": n % 2 == 0}}
    _post(f"{address}/api/hands/{hand}/changes", {"version": n + 1, "change": won})


def _record(address: str, act: dict[str, Any]) -> None:
    _post(f"{address}/api/tables/1/records", {"id": str(uuid4()), "act": act})


def _post(address: str, body: Any) -> Any:
    data = json.dumps(body).encode() if body is not None else b""
    request = urllib.request.Request(address, data, {"Content-Type": "application/json"}, method="POST")
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)


def _events(stream: Any) -> Iterator[str]:
    """Yield the topics of the events that come, except for those that a stream begins with."""
    topic = ""
    begun = False
    for line in stream:
        if line.startswith(b"event: "):
            topic = line[7:].decode().strip()
        elif not line.strip():
            begun = begun or topic == "box"
            if begun and topic != "box":
                yield topic


if __name__ == "__main__":
    main()
