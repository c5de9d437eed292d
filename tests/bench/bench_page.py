"""Seconds until a page can be used on a cold browser: `python -m tests.bench.bench_page`.

A phone on a poor Wi-Fi is played by Chromium's own throttling: 20 ms to and fro or `--latency`, 10 Mbit/s, a processor
some times as slow. A page counts as usable when its scripts have drawn it: the strip above the score of a hand, the
hand in play of the start page.
"""

import re
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import astuple, dataclass
from itertools import product
from pathlib import Path
from statistics import median

import click
from playwright.sync_api import Browser, sync_playwright

from tests.browser.pages import CHROMIUM, CHROMIUM_ARGS
from tests.ordeals.served import ROOT, SAMPLE, serving, upload

LATENCY, RATE = 20, 10_000_000 / 8
"""Milliseconds to and fro without `--latency`, and bytes a second."""

USABLE = {"start": "#hand-in-play:not(:empty)", "hand": "#mat button"}
"""A selector of the elements that the scripts of each page draw."""


@dataclass(frozen=True, slots=True)
class Visit:
    """The cost of a visit.

    Attributes:
        usable: Seconds until the page is usable.
        drawing: Seconds of processor that the thread of the page's scripts took meanwhile, as throttled: what else the
            computer does changes it little.
        requests: The requests that were sent.
        size: The bytes that came.
    """

    usable: float
    drawing: float
    requests: int
    size: float


def visited(browser: Browser, address: str, drawn: str, lang: str, warm: bool, slower: int, latency: int) -> Visit:
    """Visit a page, of which the browser knows nothing, or which it has shown before if `warm`."""
    context = browser.new_context(service_workers="block", locale=lang, viewport={"width": 390, "height": 844})
    page = context.new_page()
    if warm:
        page.goto(address)
        page.locator(drawn).first.wait_for()
        page.goto("about:blank")
    line = context.new_cdp_session(page)
    sizes: list[float] = []
    line.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    line.send("Network.enable")
    line.send("Performance.enable", {"timeDomain": "threadTicks"})
    line.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": latency, "downloadThroughput": RATE, "uploadThroughput": RATE},
    )
    line.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.goto(address, wait_until="commit")
    page.wait_for_function("drawn => document.querySelector(drawn)", arg=drawn, polling=10)
    took = page.evaluate("performance.now()") / 1000
    spent = {each["name"]: each["value"] for each in line.send("Performance.getMetrics")["metrics"]}
    page.wait_for_timeout(500)
    context.close()
    return Visit(took, spent["TaskDuration"], sum(size > 0 for size in sizes), sum(sizes))


@contextmanager
def served(checkout: Path) -> Iterator[dict[str, str]]:
    """Serve the pages from a checkout, and yield their addresses."""
    with serving(checkout=checkout) as (_, address):
        assert upload(address, SAMPLE.read_bytes()) == 201
        with urllib.request.urlopen(f"{address}/api/tables/1/hands") as answer:
            found = re.search(rb'"id":\s*"([^"]+)"', answer.read())
        assert found
        yield {"start": f"{address}/", "hand": f"{address}/hands/{found[1].decode()}"}


@click.command()
@click.option("--times", default=5, show_default=True, help="Visits of each page.")
@click.option("--slower", default=4, show_default=True, help="How many times slower than this one the processor is.")
@click.option("--latency", default=LATENCY, show_default=True, help="Milliseconds to and fro.")
@click.option("--against", type=click.Path(path_type=Path), help="Another checkout, visited in turn with this one.")
def main(times: int, slower: int, latency: int, against: Path | None) -> None:
    """Print the median seconds, requests and kilobytes of each page, cold and on a second visit."""
    checkouts = [ROOT, against] if against else [ROOT]
    with ExitStack() as stack:
        pages = [stack.enter_context(served(checkout)) for checkout in checkouts]
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGS)
        for name, lang, warm in product(USABLE, ("en", "zh-CN"), (False, True)):
            seen: list[list[Visit]] = [[] for _ in checkouts]
            for _ in range(times):
                for visits, addresses in zip(seen, pages, strict=True):
                    visits.append(visited(browser, addresses[name], USABLE[name], lang, warm, slower, latency))
            for checkout, visits in zip(checkouts, seen, strict=True):
                took, drawing, requests, size = (median(each) for each in zip(*map(astuple, visits), strict=True))
                first = f"{checkout.name}: {name} {lang} {'second visit' if warm else 'cold'}"
                least = min(each.usable for each in visits)
                spent = f"{took:.2f} s (at least {least:.2f}), scripts and drawing {drawing:.2f} s"
                click.echo(f"{first}: {spent}, {requests:.0f} requests, {size / 1000:.0f} kB")
        browser.close()


if __name__ == "__main__":
    main()
