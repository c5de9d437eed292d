"""Seconds until the desk and the referees' page show an event at another table than the server's own.

    python -m tests.bench.bench_desk [--postgres] [--count 15] [--checkout OLDER]

`tableside serve` runs as it does in a hall, and a real browser has both pages open side by side. A hand is drawn, or a
referee called, at table 2, on PostgreSQL by another server; the time runs from before the request to the text on the
page.
"""

import json
import random
import time
import urllib.request
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Any
from uuid import uuid4

import click
from playwright.sync_api import Page, sync_playwright

from tests.browser.pages import CHROMIUM, CHROMIUM_ARGS
from tests.ordeals.served import ROOT, serving
from webui.commands.hall.local_postgres import cluster

NAMES = ("Ann", "Bo", "Chen", "Dai", "Eva", "Fu", "Gil", "Hua")

WATCH = """([place, text]) => {
    window.shown = null;
    const observer = new MutationObserver(() => {
        if (!document.querySelector(place).innerText.includes(text)) return;
        window.shown = performance.timeOrigin + performance.now();
        observer.disconnect();
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
}"""
"""Notes when a text comes to stand at a place of the page, in milliseconds since 1970."""


@click.command()
@click.option("--postgres", is_flag=True, help="On a PostgreSQL of its own; else records are in memory.")
@click.option("--count", type=click.IntRange(1, 15), default=15, show_default=True, help="How often each is done.")
@click.option("--spectators", default=0, show_default=True, help="Streams of table 1 that look on.")
@click.option("--checkout", type=click.Path(path_type=Path), default=ROOT, help="Where the program to measure lies.")
def main(postgres: bool, count: int, spectators: int, checkout: Path) -> None:
    """Prints milliseconds from the request to the text, at the median and at most."""
    with ExitStack() as stack:
        kept = ("--db", stack.enter_context(cluster()).address) if postgres else ("--memory",)
        _, address = stack.enter_context(serving("--tables", "3", *kept, checkout=checkout))
        other = stack.enter_context(serving("--tables", "3", *kept, checkout=checkout))[1] if postgres else address
        event = _started(address)
        for _ in range(spectators):
            stack.enter_context(urllib.request.urlopen(f"{address}/api/tables/1/events", timeout=60))
        browser = stack.enter_context(sync_playwright()).chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGS)
        desk, referee = browser.new_page(), browser.new_page()
        desk.goto(f"{address}/desk/{event}#round")
        referee.goto(f"{address}/referee")
        desk.wait_for_selector(".table-card")
        referee.wait_for_selector("#calls li.none")
        drawn = [_drawn(other, desk, number) for number in range(1, count + 1)]
        called = [_called(other, referee, number) for number in range(1, count + 1)]
        browser.close()
    for name, took in (("a hand drawn, on the desk", drawn), ("a call, on the referees' page", called)):
        click.echo(f"{name}: {median(took):.0f} ms at the median, {max(took):.0f} at most")


def _started(address: str) -> int:
    """Begin the first round of an event of two tables, and return its number."""
    opened = {"type": "Opened", "name": "Cup", "rounds": 1, "minutes": 60}
    event = int(_post(f"{address}/api/hall/events", {"id": str(uuid4()), "act": opened})["event"])
    people = [{"number": number, "name": name} for number, name in enumerate(NAMES, 1)]
    at = f"{address}/api/hall/events/{event}"
    _post(f"{at}/records", {"id": str(uuid4()), "act": {"type": "Entered", "people": people}})
    _post(f"{at}/draw", {"id": str(uuid4()), "since": 1, "seed": 3})
    _post(f"{at}/records", {"id": str(uuid4()), "act": {"type": "Started", "round": 1}})
    return event


def _drawn(address: str, desk: Page, number: int) -> float:
    record = {"id": str(uuid4()), "act": {"type": "Drawn"}}
    return _took(desk, f"{address}/api/tables/2/records", record, "#desk-part", f"Hand {number + 1} of 16")


def _called(address: str, referee: Page, number: int) -> float:
    for call in _get(f"{address}/api/tables/2/calls")["calls"]:
        _post(f"{address}/api/calls/{call['id']}/done", {})
    return _took(referee, f"{address}/api/tables/2/calls", {"reason": f"why {number}"}, "#calls", f"why {number}")


def _took(page: Page, address: str, body: Any, place: str, text: str) -> float:
    page.evaluate(WATCH, [place, text])
    page.wait_for_timeout(random.uniform(500, 1500))  # in no step with whatever looks again and again
    began = time.time() * 1000
    _post(address, body)
    page.wait_for_function("() => window.shown")
    return float(page.evaluate("window.shown")) - began


def _post(address: str, body: Any) -> Any:
    request = urllib.request.Request(address, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def _get(address: str) -> Any:
    with urllib.request.urlopen(address, timeout=30) as answer:
        return json.load(answer)


if __name__ == "__main__":
    main()
