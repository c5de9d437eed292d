"""How soon a page can be used on a cold browser: `python -m tests.bench.bench_page`.

A phone on a poor Wi-Fi is played by Chromium's own throttling: 20 ms to and fro, 10 Mbit/s, a processor some times as
slow. A page counts as usable when its scripts have drawn it: the strip above the score of a hand, the hand in play of
the start page.
"""

import re
import urllib.request
from statistics import median

import click
from playwright.sync_api import Browser, sync_playwright

from tests.ordeals.served import SAMPLE, serving, upload
from tests.webui.conftest import CHROMIUM, CHROMIUM_ARGS

LATENCY, RATE = 20, 10_000_000 / 8
"""Milliseconds to and fro, and bytes a second."""

USABLE = {"start": "#hand-in-play:not(:empty)", "hand": "#mat button"}
"""What the scripts of each page draw."""


def visited(browser: Browser, address: str, drawn: str, lang: str, warm: bool, slower: int) -> tuple[float, int, int]:
    """Seconds until a page is usable, the requests it made, and the bytes that came."""
    context = browser.new_context(locale=lang, viewport={"width": 390, "height": 844})
    page = context.new_page()
    if warm:
        page.goto(address)
        page.locator(drawn).first.wait_for()
        page.goto("about:blank")
    line = context.new_cdp_session(page)
    sizes: list[float] = []
    line.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    line.send("Network.enable")
    line.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": LATENCY, "downloadThroughput": RATE, "uploadThroughput": RATE},
    )
    line.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.goto(address, wait_until="commit")
    page.wait_for_function("drawn => document.querySelector(drawn)", arg=drawn, polling=10)
    took = page.evaluate("performance.now()") / 1000
    page.wait_for_timeout(500)
    context.close()
    return took, sum(size > 0 for size in sizes), int(sum(sizes))


@click.command()
@click.option("--times", default=5, show_default=True, help="Visits of each page.")
@click.option("--slower", default=4, show_default=True, help="How many times slower than this one the processor is.")
def main(times: int, slower: int) -> None:
    """Print the median seconds, requests and kilobytes of each page, cold and on a second visit."""
    with serving() as (_, address), sync_playwright() as playwright:
        assert upload(address, SAMPLE.read_bytes()) == 201
        with urllib.request.urlopen(f"{address}/api/hands") as answer:
            found = re.search(rb'"id":\s*"([^"]+)"', answer.read())
        assert found
        pages = {"start": f"{address}/", "hand": f"{address}/hands/{found[1].decode()}"}
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGS)
        for name, page in pages.items():
            for lang in ("en", "zh-CN"):
                for warm in (False, True):
                    seen = [visited(browser, page, USABLE[name], lang, warm, slower) for _ in range(times)]
                    took, requests, size = (median(each) for each in zip(*seen, strict=True))
                    visit = "second visit" if warm else "cold"
                    click.echo(f"{name} {lang} {visit}: {took:.2f} s, {requests:.0f} requests, {size / 1000:.0f} kB")
        browser.close()


if __name__ == "__main__":
    main()
