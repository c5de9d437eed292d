"""Taps and seconds of what people do in a match: `python -m tests.bench.bench_taps`.

A real browser uses `tableside serve` with its networks and the photograph of `tests/data`, as a player with a phone and
as a referee at a desk would. A tap is whatever a finger does once: a button, a choice, a photograph chosen; typing a
name or a reason counts as one. Seconds are those between the first tap and what the last one leads to, with nobody
thinking in between. With `--shots FOLDER` every step is also kept as a picture.
"""

import re
import socket
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import click
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.pages import CHROMIUM, CHROMIUM_ARGS
from tests.ordeals.served import SAMPLE, serving

DEVICES: Final = {"phone": (390, 844), "desktop": (1280, 800)}
LANGUAGES: Final = {"en": ("Ann", "Bo", "Chen", "Dai"), "zh-CN": ("王一", "王一鸣", "陈美", "小戴")}
TILES: Final = ("1s", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", "C", "C", "C", "9p", "9p")
"""A hand of 14 tiles without a meld."""

PATIENCE: Final = 60_000
"""Milliseconds that a step may take."""


class Hand:
    """A finger on a page, with a count of its taps.

    Attributes:
        page: The page.
        taps: Number of taps so far.
    """

    def __init__(self, page: Page, address: str, players: tuple[str, ...], shots: Path | None) -> None:
        self.page = page
        self.players = players
        self.taps = 0
        self._address = address
        self._shots = shots
        self._shot = 0

    def tap(self, selector: str) -> None:
        """Tap the element that a selector finds."""
        self.page.click(selector)
        self.taps += 1

    def key(self, key: str, within: str = "") -> None:
        """Tap the choice of a key."""
        self.tap(
            f"{within} label:has([data-key='{key}']), {within} button[data-key='{key}'], {within} a[data-key='{key}']"
        )

    def write(self, selector: str, text: str) -> None:
        """Type a text."""
        self.page.fill(selector, text)
        self.taps += 1

    def photograph(self, selector: str) -> None:
        """Take the photograph: a tap opens the camera, another one uses the picture; then wait for the hand."""
        self.page.set_input_files(selector, SAMPLE)
        self.taps += 2
        self.page.wait_for_url("**/hands/*")
        self.see("#verdict")

    def see(self, selector: str, text: str = "") -> None:
        """Wait until an element is in sight."""
        expect(self.page.locator(selector).first).to_be_visible(timeout=PATIENCE)
        if text:
            expect(self.page.locator(selector).first).to_contain_text(re.compile(text), timeout=PATIENCE)

    def go(self, path: str = "/") -> None:
        """Open a page by its address, as the browser's own way back does; no tap."""
        self.page.goto(self._address + path)

    def shot(self, name: str, whole: bool = True) -> None:
        """Keep a screenshot of the page."""
        if self._shots:
            self._shot += 1
            self._shots.mkdir(parents=True, exist_ok=True)
            self.page.evaluate("document.fonts.ready")
            self.page.screenshot(path=self._shots / f"{self._shot:02d}-{name}.png", full_page=whole)

    @contextmanager
    def doing(self, what: str) -> Iterator[None]:
        """Count the taps and seconds of the steps inside, and print them."""
        self.taps, began = 0, time.perf_counter()
        yield
        click.echo(f"  {what}: {self.taps} taps, {time.perf_counter() - began:.1f} s")


def score(hand: Hand) -> None:
    """Take a photograph at the first start, to its score: one tap more says how it was won."""
    hand.go()
    hand.see("#drop")
    hand.shot("start")
    with hand.doing("first start → score"):
        hand.photograph("#drop input:not([capture])")
        hand.shot("read")
        hand.key("say-self-draw-true", "#strip")
        hand.see("#verdict[data-kind=good]")
    hand.shot("score")


def begin(hand: Hand) -> None:
    """Begin a match, with the four names typed."""
    hand.go()
    with hand.doing("a match with four names"):
        hand.tap("[data-key=new-match]")
        for n, name in enumerate(hand.players):
            hand.write(f"[data-key=player{n}]", name)
        hand.shot("new-match", whole=False)
        hand.tap("[data-key=send]")
        hand.see(".seated li")
    hand.shot("begun")


def counted(hand: Hand) -> None:
    """Take a photograph in the match, to its record."""
    hand.go()
    hand.see(".seated li")
    with hand.doing("photo → recorded → next hand"):
        hand.photograph("[data-key=won-S]")
        hand.shot("claimed")
        hand.key("giver-W", "#count")
        hand.see("[data-key=count-it]:enabled")
        hand.shot("to-count")
        hand.tap("[data-key=count-it]")
        hand.see(".transfers li")
        hand.shot("counted")
        hand.see(".seated li")
    hand.shot("next-hand")


def misread(hand: Hand) -> None:
    """Take a photograph, name one of its tiles anew (8s is 5s), count and approve it."""
    hand.go()
    hand.see(".seated li")
    with hand.doing("misread → right → counted"):
        hand.photograph("[data-key=won-W]")
        hand.tap("#mat [data-tile='8s'] >> nth=0")
        hand.see("#palette [data-face='5s']")
        hand.shot("palette", whole=False)
        hand.tap("#palette [data-face='5s']")
        hand.key("giver-self", "#count")
        hand.see("[data-key=count-it]:enabled")
        hand.tap("[data-key=count-it]")
        hand.see(".transfers li")
    corrected(hand)
    with hand.doing("approved"):
        hand.tap("[data-key=approve]")
        hand.see("#count h2", "approved|确认")
    hand.shot("approved")


def entered(hand: Hand) -> None:
    """Enter 14 tiles by hand, from the start page to the score of the hand."""
    hand.go()
    hand.see(".seated li")
    with hand.doing("14 tiles by hand"):
        hand.tap(".bar [data-key=by-hand]")
        hand.page.wait_for_url("**/hands/*")
        hand.see("#palette .keypad")
        for tile in TILES:
            hand.tap(f"#palette [data-face='{tile}']")
        hand.see("#verdict", "points|分")
    hand.shot("entered")


def corrected(hand: Hand) -> None:
    """Change a tile of the hand that was recorded last, and correct its record."""
    with hand.doing("recorded hand changed, match corrected"):
        hand.tap("#mat [data-tile='5s'] >> nth=0")
        hand.see("#palette [data-face='8s']")
        hand.tap("#palette [data-face='8s']")
        hand.see("[data-key=correct]:enabled")
        hand.tap("[data-key=correct]")
        hand.tap("#form-dialog [data-key=send]")
        hand.see("[data-key=next-hand]")
    hand.shot("corrected")


def false_wins(hand: Hand) -> None:
    """Record a false win that nobody photographed, and one that the photograph shows."""
    hand.go()
    hand.see(".seated li")
    with hand.doing("false win, declared"):
        hand.tap("[data-key=false-win]")
        hand.shot("false-win", whole=False)
        hand.key(f"player-{hand.players[0]}")
        hand.see(".seated .dead")
    hand.shot("dead-hand")
    with hand.doing("penalty"):
        hand.tap("[data-key=penalty]")
        hand.key(f"player-{hand.players[1]}")
        hand.tap("#form-dialog label:has([name=why]) >> nth=0")
        hand.shot("penalty", whole=False)
        hand.tap("[data-key=send]")
        hand.see(".last-record")
    with hand.doing("false win, photographed"):
        hand.photograph("[data-key=won-N]")
        hand.tap("#mat [data-tile='8s'] >> nth=0")
        hand.see("#palette [data-face='9s']")
        hand.tap("#palette [data-face='9s']")
        hand.key("giver-self", "#count")
        hand.see("[data-key=count-false-win]:enabled")
        hand.shot("no-win")
        hand.tap("[data-key=count-false-win]")
        hand.see("#count h2", "false win|错和")
    hand.shot("false-win-counted")
    hand.go()
    hand.see(".seated li")
    with hand.doing("drawn hand"):
        hand.tap("[data-key=drawn]")
        hand.see("[data-key=undo-last]:enabled")
    hand.shot("drawn")


def sixteen(hand: Hand) -> None:
    """Play the hands that are left, each photographed, self-drawn, counted, and on to the next."""
    hand.go()
    hand.see(".seated li")
    played = 0
    with hand.doing("the rest of 16 hands, photographed"):
        while hand.page.locator(".seated li").count():
            hand.photograph("[data-key=won-S]")
            hand.key("giver-self", "#count")
            hand.see("[data-key=count-it]:enabled")
            hand.tap("[data-key=count-it]")
            hand.see(".transfers li")
            if hand.page.locator("#total-bar:not(.soon)").count():  # the last: nothing goes on by itself
                hand.tap("[data-key=next-hand]")
            hand.see(".seated li, .final li")
            played += 1
    click.echo(f"    of {played} hands")
    hand.shot("over")


def referee(hand: Hand) -> None:
    """Change an approved hand as a referee, with a reason, which corrects the match; open the pages that show it."""
    hand.go("/people")
    hand.write(".naming [name=who]", "Zhao")
    hand.tap(".naming button")
    hand.page.wait_for_timeout(300)
    hand.go("/t/1/hands/2")
    hand.see(".laid-hand h2 a")
    hand.tap(".laid-hand h2 a")
    hand.see("#count h2")
    with hand.doing("approved hand changed, match corrected"):
        hand.tap("#mat [data-tile='8s'] >> nth=0")
        hand.see("#palette [data-face='5s']")
        hand.tap("#palette [data-face='5s']")
        hand.tap("#form-dialog [data-key=send]")
        hand.see("[data-key=correct]:enabled")
        hand.tap("[data-key=correct]")
        hand.see("[data-key=next-hand]")
    hand.shot("changed-after-approval")
    for path, name in (("t/1/hands/2", "appeal"), ("t/1/sheet", "sheet"), ("t/1/hands", "hands"), ("people", "people")):
        hand.go(f"/{path}")
        hand.page.wait_for_load_state("networkidle")
        hand.page.wait_for_timeout(400)
        hand.shot(name)
    hand.go("/t/1/sheet")
    hand.see(".sheet-table")
    hand.page.emulate_media(media="print")
    hand.shot("print")
    hand.page.emulate_media(media="screen")


STEPS: Final[tuple[Callable[[Hand], None], ...]] = (
    score,
    begin,
    counted,
    misread,
    entered,
    false_wins,
    referee,
    sixteen,
)


def walk(browser: Browser, device: str, lang: str, shots: Path | None) -> None:
    """Take all steps on one device, in one language."""
    width, height = DEVICES[device]
    phone = device == "phone"
    with tempfile.TemporaryDirectory() as folder, socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
        free.close()
        context = browser.new_context(
            service_workers="block",
            viewport={"width": width, "height": height},
            locale=lang,
            has_touch=phone,
            is_mobile=phone,
            reduced_motion="reduce",
        )
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.on("pageerror", lambda error: click.echo(f"  SCRIPT: {error}", err=True))
        for at, steps in enumerate((STEPS[:5], STEPS[5:])):
            with serving("--port", port, "--data", folder) as (process, address):
                hand = Hand(page, address, LANGUAGES[lang], shots and shots / f"{device}-{lang}" / str(at))
                for step in steps:
                    step(hand)
                if not at:
                    process.kill()  # the match goes on from the disk
                    process.communicate()
        context.close()


@click.command()
@click.option("--device", type=click.Choice(list(DEVICES)), multiple=True, default=tuple(DEVICES), show_default=True)
@click.option("--lang", type=click.Choice(list(LANGUAGES)), multiple=True, default=("en",), show_default=True)
@click.option("--shots", type=click.Path(file_okay=False, path_type=Path), help="Keep a picture of every step here.")
def main(device: tuple[str, ...], lang: tuple[str, ...], shots: Path | None) -> None:
    """Counts the taps and seconds of a match on each device."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGS)
        for each in device:
            for tag in lang:
                click.echo(f"{each}, {tag}:")
                walk(browser, each, tag, shots)
        browser.close()


if __name__ == "__main__":
    main()
