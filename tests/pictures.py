"""Makes the pictures of README: `python -m tests.pictures`; `python -m tests.guide` makes those of the manual too.

The program runs as a newcomer starts it, with a rendered hand before its camera, and a real browser takes the pictures,
in the language of each README. They lie in `tests/data/pictures`, and no wheel holds them.
"""

import io
import json
import tempfile
import urllib.request
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import click
from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from scoring import parse, score
from tests.browser.pages import CHROMIUM, CHROMIUM_ARGS
from tests.ordeals.served import SAMPLE, serving

FOLDER: Final = Path(__file__).parent / "data/pictures"

LANGUAGES: Final = {
    "en": ("Ann", "Bo", "Chen", "Dai"),
    "zh": ("小安", "小博", "小陈", "小戴"),
    "ja": ("安藤", "尾藤", "千葉", "大門"),
}
"""The languages of the READMEs, and the players in their pictures."""

LOCALES: Final = {"en": "en-GB", "zh": "zh-CN", "zh_Hant": "zh-TW", "ja": "ja-JP"}
"""The browser's language in the pictures of a language."""

MOST: Final = 600_000
"""Bytes of all pictures together, so that a clone stays small."""

QUALITY: Final = 76
"""WebP quality at which letters stay clear. Higher makes larger files (`MOST`); lower blurs small letters."""

PATIENCE: Final = 30_000
"""Milliseconds that what a picture shows may take."""

HANDS: Final = (
    ("S", "W", "[CCC,1]123m456p789sE E discard round=E seat=S"),
    None,
    ("E", None, "234m234p234678s5p 5p self-draw round=E seat=E"),
    ("W", "E", "[CCC,2][123s,1]456s789sN N discard round=E seat=W"),
)
"""Hands of the match that is shown: the winner's seat, the discarder's, the hand; None for a drawn one."""


def post(address: str, path: str, body: Mapping[str, Any]) -> Any:
    """Send JSON to the program, and return its answer."""
    request = urllib.request.Request(
        address + path, json.dumps(body).encode(), {"Content-Type": "application/json"}, method="POST"
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def play(address: str, players: tuple[str, ...]) -> None:
    """Play a few hands of a match."""
    acts: list[dict[str, Any]] = [{"type": "Seated", "players": players, "hands": 16}]
    for won in HANDS:
        if won is None:
            acts.append({"type": "Drawn"})
        else:
            points = score(parse(won[2]), rules="mcr").total
            laid = post(address, "/api/tables/1/hands", {"text": won[2]})["hand"]["id"]
            act = {"type": "Won", "winner": won[0], "payer": won[1], "points": points, "hand": won[2], "laid": laid}
            acts.append(act)
    for act in acts:
        post(address, "/api/tables/1/records", {"id": str(uuid4()), "act": act})
    post(address, "/api/tables/1/clock", {"do": "start", "minutes": 120})


def read_hand(page: Page, address: str) -> None:
    """Photograph the hand, as it was drawn by its winner."""
    page.goto(address)
    page.set_input_files("#drop input:not([capture])", SAMPLE)
    page.wait_for_url("**/hands/*", timeout=PATIENCE)
    page.click("#strip label:has([data-key='say-self-draw-true'])")
    expect(page.locator("#verdict[data-kind=good]")).to_be_visible(timeout=PATIENCE)
    expect(page.locator(".marks g")).not_to_have_count(0, timeout=PATIENCE)


def sheet(page: Page, address: str) -> None:
    page.goto(f"{address}/t/1/sheet")
    expect(page.locator("main table")).to_be_visible(timeout=PATIENCE)


def display(page: Page, address: str) -> None:
    page.goto(f"{address}/display/1")
    expect(page.locator("#tiles img").first).to_be_visible(timeout=PATIENCE)
    expect(page.locator("#clock")).to_contain_text(":", timeout=PATIENCE)


def set_up(page: Page, address: str) -> None:
    page.goto(f"{address}/setup")
    camera = page.locator("[data-step=camera]")
    if camera.get_attribute("open") is None:
        camera.locator("summary").click()
    page.locator("[data-aspect=sharpness]").wait_for(timeout=PATIENCE)  # once the tiles lie still
    camera.evaluate("box => scrollTo(0, box.offsetTop - 16)")


Shot = tuple[str, tuple[int, int], float, Callable[[Page, str], None]]

SHOTS: Final[tuple[Shot, ...]] = (
    ("hand", (1280, 800), 1.0, read_hand),
    ("phone", (390, 844), 1.5, read_hand),
    ("setup", (1280, 800), 1.0, set_up),
    ("sheet", (1280, 800), 1.0, sheet),
    ("display", (1280, 720), 1.0, display),
)
"""Each picture: its name, the window, pixels a point, and what leads there."""

OF_A_MATCH: Final = ("sheet", "display")
"""The pictures for which a match is played first."""


IN_SIGHT: Final = """() => Promise.all([...document.images].map((image) => {
    const { top, bottom } = image.getBoundingClientRect();
    const seen = image.src && image.checkVisibility() && top < innerHeight && bottom > 0;
    return seen ? image.decode().catch(() => null) : null;
}))"""
"""Waits for the images in sight: others may be loaded later, or never."""


def taken(browser: Browser, address: str, lang: str, shot: Shot) -> bytes:
    """One picture as WebP; animations stand at their end."""
    _, (width, height), scale, lead = shot
    context = browser.new_context(
        service_workers="block",
        viewport={"width": width, "height": height},
        device_scale_factor=scale,
        locale=LOCALES[lang],
        reduced_motion="reduce",
        color_scheme="light",
        has_touch=width < 600,
        is_mobile=width < 600,
    )
    page = context.new_page()
    lead(page, address)
    made = webp_of(page)
    context.close()
    return made


def webp_of(page: Page) -> bytes:
    """Return a picture of what a page shows, as WebP, once its letters and images are there."""
    page.evaluate("document.fonts.ready")
    page.evaluate(IN_SIGHT)
    png = page.screenshot(animations="disabled")
    made = io.BytesIO()
    Image.open(io.BytesIO(png)).convert("RGB").save(made, "WEBP", quality=QUALITY, method=6)
    return made.getvalue()


def make(folder: Path, languages: tuple[str, ...] = tuple(LANGUAGES), names: tuple[str, ...] = ()) -> list[Path]:
    """Make the pictures, those of `names` alone if there are any, and return their files."""
    files = []
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder_of_all:
        camera = Path(folder_of_all) / "table"
        camera.mkdir()
        (camera / "hand.jpg").write_bytes(SAMPLE.read_bytes())
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGS)
        for lang in languages:
            with serving("--camera", str(camera)) as (_, address):
                played = False
                for shot in SHOTS:
                    if not names or shot[0] in names:
                        if shot[0] in OF_A_MATCH and not played:
                            play(address, LANGUAGES[lang])
                            played = True
                        file = folder / lang / f"{shot[0]}.webp"
                        file.parent.mkdir(parents=True, exist_ok=True)
                        file.write_bytes(taken(browser, address, lang, shot))
                        files.append(file)
        browser.close()
    return files


@click.command()
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), default=FOLDER, show_default=True)
def main(out: Path) -> None:
    """Make the pictures of README."""
    files = make(out)
    size = sum(file.stat().st_size for file in files)
    click.echo(f"{len(files)} pictures, {size / 1000:.0f} KB")
    raise SystemExit(size > MOST)


if __name__ == "__main__":
    main()
