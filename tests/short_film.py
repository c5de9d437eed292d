"""Makes the animated picture of README and the manual: `python -m tests.short_film`.

`tableside try` runs as a newcomer starts it, and a real browser shows its pages. On the left is what the camera sees, a
drawn film; on the right the page of a stream follows the play, and at the end the page of the hand that was laid down.
"""

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import click
from PIL import Image, ImageChops
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.pages import CHROMIUM, CHROMIUM_ARGS
from webui.help.manual import FOLDER

FILE: Final = FOLDER / "try.webp"

MOST: Final = 2_500_000
"""Bytes of the picture, which a wheel and a clone carry."""

SIDE: Final = 480
"""Pixels of the camera's picture and of the page beside it. Less blurs faces of tiles; more makes a larger file."""

EVERY: Final = 1.0
"""Seconds between two pictures. Fewer are smoother and larger; more skip discards."""

SHOWN: Final = 330
"""Milliseconds that each is shown: three times as fast as the play, so that a hand takes half a minute."""

LAST: Final = 6_000
"""Milliseconds that the scored hand is shown."""

NOISE: Final = 40
"""Levels of 255 by which a tile at another place differs at least, and the camera's noise never."""

QUALITY: Final = 55
"""WebP quality at which the faces of tiles can be told. More is for the noise of the camera."""

PATIENCE: Final = 300.0
"""Seconds in which the hand lies on the table, on a busy computer too."""

STREAM: Final = {"x": 770, "y": 0, "width": 510, "height": 560}
"""The part of the stream's page that has the play."""


@contextmanager
def playing() -> Iterator[str]:
    """Run the try-out, and yield its address."""
    command = [sys.executable, "-m", "webui", "try", "--port", "0", "--no-open", "--lang", "en"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, start_new_session=True, env={**os.environ, "PYTHONUNBUFFERED": "1"}
    ) as trying:
        assert trying.stdout
        try:
            yield next(found[0] for line in trying.stdout if (found := re.search(r"http://[^/\s]+", line)))
        finally:
            os.killpg(trying.pid, signal.SIGINT)


def got(address: str, path: str) -> bytes:
    with urllib.request.urlopen(address + path, timeout=60) as answer:
        data: bytes = answer.read()
        return data


def laid(address: str) -> str | None:
    """Return the id of the hand that was laid down and read, or None."""
    hands: list[dict[str, Any]] = json.loads(got(address, "/api/tables/1/laid"))["hands"]
    return next((hand["id"] for hand in hands if hand.get("id") and hand["settled"]), None)


def beside(camera: bytes, page: bytes) -> Image.Image:
    """Return the camera's picture and a page side by side."""
    both = Image.new("RGB", (2 * SIDE, SIDE), (17, 17, 17))
    for place, data in enumerate((camera, page)):
        picture = Image.open(io.BytesIO(data)).convert("RGB")
        picture.thumbnail((SIDE, SIDE), Image.Resampling.LANCZOS)
        both.paste(picture, (place * SIDE + (SIDE - picture.width) // 2, (SIDE - picture.height) // 2))
    return both


def scored(page: Page, address: str, hand: str) -> bytes:
    """Return the page of the hand, with its score."""
    page.goto(f"{address}/hands/{hand}")
    expect(page.locator("#verdict[data-kind]")).to_be_visible()
    expect(page.locator(".marks g")).not_to_have_count(0)
    return page.screenshot()


def taken(browser: Browser) -> list[Image.Image]:
    """Return the pictures of one hand, from its first discard to its score."""
    found = []
    with playing() as address:
        stream = browser.new_page(viewport={"width": 1280, "height": 720})
        stream.goto(f"{address}/stream/1")
        end = time.monotonic() + PATIENCE
        while (hand := laid(address)) is None:
            if time.monotonic() > end:
                raise click.ClickException("The hand was not read in time: try again on a computer with less to do")
            next_one = time.monotonic() + EVERY
            camera = got(address, "/api/tables/1/calibration/picture.jpg")
            found.append(beside(camera, stream.screenshot(clip=STREAM)))  # type: ignore[arg-type]
            time.sleep(max(0.0, next_one - time.monotonic()))
        page = browser.new_page(viewport={"width": 600, "height": 600}, reduced_motion="reduce")
        camera = got(address, "/api/tables/1/calibration/picture.jpg")
        found.append(beside(camera, scored(page, address, hand)))
    return found


def changed(one: Image.Image, other: Image.Image) -> bool:
    """Return True if more than noise differs between two pictures."""
    small = [each.resize((SIDE // 2, SIDE // 4), Image.Resampling.BOX) for each in (one, other)]
    highest = max(high for _, high in ImageChops.difference(*small).getextrema())  # type: ignore[misc]
    return highest > NOISE


def written(pictures: list[Image.Image], file: Path) -> None:
    """Write the animated picture, without stills in which nothing happens."""
    kept = [pictures[0], *(after for before, after in pairwise(pictures) if changed(before, after))]
    shown = [SHOWN] * (len(kept) - 1) + [LAST]
    first, *others = kept
    first.save(file, save_all=True, append_images=others, duration=shown, loop=0, quality=QUALITY, method=6)


@click.command()
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), default=FILE, show_default=True)
def main(out: Path) -> None:
    """Make the animated picture anew."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGS)
        pictures = taken(browser)
        browser.close()
    written(pictures, out)
    click.echo(f"{out}: {len(pictures)} pictures, {out.stat().st_size / 1e6:.1f} MB")
    raise SystemExit(out.stat().st_size > MOST)


if __name__ == "__main__":
    main()
