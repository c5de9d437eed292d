"""Latency from a button of the table box to the page: simulated box, pseudo-terminal, link, server, browser."""

import statistics
import sys
import threading
import time

import click
import waitress
from playwright.sync_api import sync_playwright

from device.link import Link
from device.ports import drivers, search
from device.simulator import Simulator
from tests.browser.pages import CHROMIUM, CHROMIUM_ARGS
from tests.served import Answers
from webui.http.app import create_app
from webui.http.site import Site
from webui.rig.live_hand_store import LiveHandStore
from webui.table.table import Table

WATCH = """() => {
    window.shown = {};
    const now = () => performance.timeOrigin + performance.now();
    new EventSource("/api/tables/1/events").addEventListener("seats", (event) => {
        const { pressed } = JSON.parse(event.data);
        if (pressed) window.shown.heard = [pressed[0], now()];
    });
    new MutationObserver(() => {
        const chair = document.querySelector(".player.pressed");
        if (chair) requestAnimationFrame(() => (window.shown.drawn = [Number(chair.dataset.chair), now()]));
    }).observe(document.getElementById("play"), { childList: true });
}"""


@click.command()
@click.option("--presses", type=click.IntRange(2), default=200, show_default=True)
@click.option("--limit", type=float, default=100.0, show_default=True, help="Greatest median allowed, in milliseconds.")
def main(presses: int, limit: float) -> None:
    """Measures the time from presses of a button to the browser's event, and to the drawn page."""
    with Simulator() as box, sync_playwright() as playwright:
        table = Table(Answers(), session=LiveHandStore(Link(search(box.address, drivers()))))
        table.start()
        server = waitress.create_server(create_app(Site(table)), host="127.0.0.1", port=0, threads=20)
        threading.Thread(target=server.run, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGS)
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{server.effective_port}")
        page.wait_for_selector("#box-pill[data-state=connected]")
        page.wait_for_selector("#at-table[open] #play")
        page.evaluate(WATCH)
        page.wait_for_timeout(1000)
        took: dict[str, list[float]] = {"heard": [], "drawn": []}
        for n in range(presses):
            chair = n % 4 + 1
            began = time.time()
            box.press(chair, ("win",), "down")
            page.wait_for_function("n => shown.heard?.[0] === n && shown.drawn?.[0] === n", arg=chair)
            for what, (_, at) in page.evaluate("shown").items():
                took[what].append(at - began * 1000)
            time.sleep(0.037)  # not in step with any timer
        browser.close()
        table.stop()
    for what, times in took.items():
        times.sort()
        click.echo(
            f"button to page, {what}: median {statistics.median(times):.1f} ms, "
            f"95 % {times[int(len(times) * 0.95)]:.1f} ms, longest {times[-1]:.1f} ms, {presses} presses"
        )
    sys.exit(statistics.median(took["drawn"]) >= limit)


if __name__ == "__main__":
    main()
