"""The cost of each page over a poor line: `python -m tests.bench.bench_page`.

Chromium throttles a phone on the Wi-Fi of a full hall, with a processor some times as slow: 300 ms to and fro,
1.6 Mbit/s. Each page is opened cold. Printed are its layout shift, the seconds to its largest paint, its requests and
kilobytes, and with `--parts` what moved. Layout shift does not depend on how busy this computer is; seconds do.
"""

import json
import re
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import astuple, dataclass
from pathlib import Path
from statistics import median
from typing import Any, Final
from uuid import uuid4

import click
from playwright.sync_api import Browser, sync_playwright

from tests.browser.pages import CHROMIUM, CHROMIUM_ARGS
from tests.browser.poor import LATENCY, make_poor, moved
from tests.ordeals.served import ROOT, SAMPLE, serving, upload

SIZES: Final = {"360": (360, 740), "390": (390, 844), "desktop": (1280, 800)}
NAMES: Final = ("Ann", "Bo", "Chen", "Dai", "Eva", "Fu", "Gil", "Hua")

SETTLED: Final = 4000
"""Milliseconds after its load for which a page is watched: ten answers one after the other. Less misses what a late one
moves."""


@dataclass(frozen=True, slots=True)
class Visit:
    """The cost of a visit.

    Attributes:
        shift: Layout shift until the page was done.
        painted: Seconds until its largest element was painted.
        requests: The requests that were sent.
        size: The bytes that came.
    """

    shift: float
    painted: float
    requests: int
    size: float


def visited(
    browser: Browser, address: str, size: tuple[int, int], slower: int, latency: int
) -> tuple[Visit, list[Any]]:
    """Visit a page of which the browser knows nothing; also return what moved."""
    context = browser.new_context(
        service_workers="block", viewport={"width": size[0], "height": size[1]}, has_touch=size[0] < 500
    )
    page = context.new_page()
    line = make_poor(page, latency, slower=slower)
    sizes: list[float] = []
    line.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(address, wait_until="load")
    page.wait_for_timeout(SETTLED)  # no line is ever idle: the stream stays open, and some pages ask again
    found, painted = moved(page), page.evaluate("painted / 1000")
    context.close()
    return Visit(found.shift, painted, sum(each > 0 for each in sizes), sum(sizes)), found.parts


@contextmanager
def served(checkout: Path) -> Iterator[dict[str, str]]:
    """Serve a hall from a checkout, with a match, an event, a call and a photo; yield its pages' addresses."""
    with serving("--tables", "3", checkout=checkout) as (_, address):
        opened = {"type": "Opened", "name": "Spring Cup", "rounds": 2, "minutes": 60}
        event = _post(f"{address}/api/hall/events", {"id": str(uuid4()), "act": opened})["event"]
        at = f"{address}/api/hall/events/{event}"
        people = [{"number": number, "name": name} for number, name in enumerate(NAMES, 1)]
        _post(f"{at}/records", {"id": str(uuid4()), "act": {"type": "Entered", "people": people}})
        _post(f"{at}/draw", {"id": str(uuid4()), "since": 1, "seed": 3})
        _post(f"{at}/records", {"id": str(uuid4()), "act": {"type": "Started", "round": 1}})
        for act in ({"type": "Won", "winner": "E", "points": 24, "discarder": "S"}, *[{"type": "Drawn"}] * 3):
            _post(f"{address}/api/tables/1/records", {"id": str(uuid4()), "act": act})
        _post(f"{address}/api/tables/1/calls", {"reason": "A tile fell", "chair": 1})
        assert upload(address, SAMPLE.read_bytes()) == 201
        with urllib.request.urlopen(f"{address}/api/tables/1/hands") as answer:
            found = re.search(rb'"id":\s*"([^"]+)"', answer.read())
        assert found
        pages = ["/t/1", "/t/3", f"/hands/{found[1].decode()}", "/referee", f"/desk/{event}", "/hall", "/desk", "/me"]
        pages += ["/tables", "/t/1/sheet", "/t/1/hands", "/t/1/hands/1", "/t/1/round", "/t/1/spoken", "/display/1"]
        pages += ["/stream/1", "/people", "/setup", "/photos", "/year", "/rules", "/rules/mcr", "/tilesets", "/help"]
        pages += ["/open"]
        yield {re.sub(r"/hands/[\w-]{9,}", "/hands/…", page): address + page for page in pages}


def _post(address: str, body: Any) -> dict[str, Any]:
    asked = urllib.request.Request(address, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(asked, timeout=60) as answer:
        return dict(json.load(answer))


@click.command()
@click.option("--times", default=1, show_default=True, help="Visits of each page.")
@click.option("--slower", default=4, show_default=True, help="How many times slower than this one the processor is.")
@click.option("--latency", default=LATENCY, show_default=True, help="Milliseconds to and fro.")
@click.option("--width", "widths", multiple=True, type=click.Choice([*SIZES]), default=[*SIZES], help="Screens.")
@click.option("--only", default="", help="Pages whose address matches this pattern.")
@click.option("--parts", is_flag=True, help="Print what moved.")
@click.option("--against", type=click.Path(path_type=Path), help="Another checkout, visited in turn with this one.")
def main(
    times: int, slower: int, latency: int, widths: Sequence[str], only: str, parts: bool, against: Path | None
) -> None:
    """Print layout shift, seconds to the largest paint, requests and kilobytes of each page, at the median."""
    checkouts = [ROOT, against] if against else [ROOT]
    with ExitStack() as stack:
        pages = [stack.enter_context(served(checkout)) for checkout in checkouts]
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGS)
        for name in (each for each in pages[0] if re.search(only, each)):
            for width in widths:
                for checkout, addresses in zip(checkouts, pages, strict=True):
                    visits = [visited(browser, addresses[name], SIZES[width], slower, latency) for _ in range(times)]
                    shift, painted, requests, size = (
                        median(each) for each in zip(*(astuple(visit) for visit, _ in visits), strict=True)
                    )
                    first = f"{checkout.name}: " if against else ""
                    cost = f"shift {shift:.3f}, largest paint {painted:.2f} s"
                    click.echo(f"{first}{name} {width}: {cost}, {requests:.0f} requests, {size / 1000:.0f} kB")
                    for value, when, which in visits[0][1] if parts else ():
                        click.echo(f"    {value:.3f} at {when} ms: {', '.join(which)}")
        browser.close()


if __name__ == "__main__":
    main()
