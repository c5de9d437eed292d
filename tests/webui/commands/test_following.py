"""A camera of `tableside serve` that follows a whole deal to its recorded win, and the replay of it, in a browser."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import cv2
import msgspec
import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessible import check
from tests.browser.test_match import begin
from tests.vision.follow.film import CORNERS, RATE, SIDE
from tests.webui import filmed
from tests.webui.commands.test_serve import served  # noqa: F401 - a fixture
from vision.table.calibration import Calibration
from webui.rig.rig import calibration_file

BEFORE, AFTER = 12, 60
"""Seconds in which nothing happens: until the match has begun, and while the page is looked at."""

SLOW = 2
"""Slowness of the film, in multiples of its own time: a busy computer sees fewer pictures a second."""

LIGHT = 60_000
"""Most bytes of the page over what the pages before it have loaded, its faces aside."""


def written(path: Path) -> Path:
    """The film as a clip, with time before and after it."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), RATE, (SIDE, SIDE))
    pictures = filmed.won().pictures
    slowly = [picture for picture in pictures for _ in range(SLOW)]
    for picture in [*pictures[:1] * (BEFORE * RATE), *slowly, *pictures[-1:] * (AFTER * RATE)]:
        writer.write(picture)
    writer.release()
    return path


@pytest.mark.long
def test_a_deal_is_followed_to_its_win_which_fills_itself_in_and_replayed(
    served: Callable[..., str],  # noqa: F811
    new_page: Callable[..., Page],
    tmp_path: Path,
) -> None:
    clip, data = written(tmp_path / "deal.mp4"), tmp_path / "data"
    kept = calibration_file(data, str(clip))
    kept.parent.mkdir(parents=True)
    kept.write_bytes(msgspec.json.encode(Calibration((SIDE, SIDE), CORNERS, 0.3, 700.0, ())))
    address = served("--camera", str(clip), "--data", str(data))
    phone = new_page(viewport={"width": 390, "height": 844})
    screen = new_page(viewport={"width": 1280, "height": 800})
    begin(phone, address)
    screen.goto(f"{address}/display/1")
    expect(screen.locator("#watches")).to_be_visible()
    expect(screen.locator("#follows")).to_be_hidden()
    phone.goto(f"{address}/setup")
    phone.locator("[data-step=camera] summary").click()
    phone.check("#follows")
    expect(screen.locator("#follows")).to_be_visible()
    expect(screen.locator("#watches")).to_be_hidden()

    phone.goto(f"{address}/t/1")
    expect(phone.locator("#laid h2")).to_contain_text("Player 2", timeout=90_000)
    phone.click("#laid a[href*='/hands/']")
    giver = phone.locator("[data-seen=giver]")
    expect(giver).to_contain_text("Player 4 discarded it")
    check(phone)
    if "not sure" in giver.inner_text():  # a busy computer sees too few pictures of a step to be sure of it
        phone.click("[data-key=seen-giver]")
        expect(giver).to_be_hidden()
    phone.goto(f"{address}/t/1")
    record = phone.locator("#laid .primary")
    expect(record).to_contain_text("+49")
    record.click()
    expect(phone.locator(".last-record")).to_contain_text("Player 2")

    phone.goto(f"{address}/t/1/sheet")
    loaded: list[tuple[str, int]] = []

    def measure(request: object) -> None:
        sizes = request.sizes()  # type: ignore[attr-defined]
        loaded.append((request.url, sizes["responseBodySize"] + sizes["responseHeadersSize"]))  # type: ignore[attr-defined]

    phone.on("requestfinished", measure)
    phone.click("[data-key=replay1]")
    expect(phone.locator("#steps li")).to_have_count(6)
    expect(phone.locator("#said")).to_have_text(re.compile("Player 2: wins with .* from Player 4"))
    phone.wait_for_load_state("networkidle")
    phone.remove_listener("requestfinished", measure)
    assert sum(size for url, size in loaded if "/tiles/" not in url) < LIGHT, json.dumps(loaded, indent=1)
    expect(phone.locator("#top .taken")).to_have_count(1)
    phone.keyboard.press("Home")
    expect(phone.locator("#top image")).to_have_count(0)
    phone.keyboard.press("ArrowRight")
    phone.keyboard.press("ArrowRight")
    expect(phone.locator("#said")).to_contain_text("Player 2: pung of East from Player 1")
    phone.click("#top .taken")  # who discarded this tile, and when?
    expect(phone.locator("#said")).to_contain_text("Player 1: discards East")
    phone.locator("#step").fill("4")
    expect(phone.locator("#said")).to_contain_text("Player 3: discards 2 Bamboo")
    check(phone)
    screen.goto(phone.url)
    expect(screen.locator("#top image")).not_to_have_count(0)
    check(screen)
