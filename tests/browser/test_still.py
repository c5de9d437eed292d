"""Pages that come over a poor line: their scripts move nothing, and do not ask for what came."""

import re
from collections.abc import Callable, Iterator
from typing import Final
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.poor import LEAST_MOVED, make_poor, moved
from tests.long import long_but
from tests.served import Answers
from webui.http.app import create_app
from webui.http.site import Site
from webui.table.table import Table

PAGES: Final = {
    "match": ("/t/1", "#match [data-key=drawn]", r"/api/tables/1/(match|play)$"),
    "hand": ("/hands/{hand}", "#count", r"/api/(tables/1/match$|hands/)"),
    "referee": ("/referee", "#waiting > li", r"/api/tables/1/(match|play)$"),
    "sheet": ("/t/1/sheet", "#recorded summary", r"/api/tables/1/play$"),
    "people": ("/people", "#me-ways form", r"/api/tables/1/(match|play)$"),
    "year": ("/year", "#alerts button:not([inert])", r"/api/tables/1/(match|play)$"),
}
"""Pages: the address, an element that its script draws, and what it may not ask since it came with the page."""


@pytest.fixture
def poor(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(service_workers="block", viewport={"width": 360, "height": 740}, has_touch=True)
    page = context.new_page()
    make_poor(page)
    yield page
    context.close()


@pytest.fixture
def begun(table: Table, answers: Answers, photo: bytes) -> str:
    """The id of a hand that was photographed in the first match."""
    for act in (
        {"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]},
        {"type": "Won", "winner": "E", "points": 24, "discarder": "S"},
    ):
        table.record(act, uuid4(), "", "table")
    table.calls.call(1, "A tile fell", "")
    return str(table.intake.from_upload(lambda: photo).id)


@pytest.mark.parametrize("name", long_but(["match", "hand"], PAGES))
def test_nothing_moves(poor: Page, table: Table, serve: Callable[[Table], str], begun: str, name: str) -> None:
    address, drawn, held = PAGES[name]
    asked: list[str] = []
    poor.on("request", lambda request: asked.append(request.url))
    poor.goto(serve(table) + address.format(hand=begun))
    expect(poor.locator(drawn).first).to_be_visible()
    found = moved(poor)
    assert found.shift <= LEAST_MOVED, found.parts
    assert not [each for each in asked if re.search(held, each)]


TOLD = """(() => {
    const told = globalThis.told = new Set();
    const look = () => { for (const each of document.querySelectorAll("#alerts b")) told.add(each.textContent); };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
})()"""
"""Script that notes all that the alerts of a page have said."""


def test_a_call_says_the_same_when_the_script_takes_it_over(
    poor: Page, table: Table, serve: Callable[[Table], str], begun: str
) -> None:
    """The stream tells who called before it tells who sits there."""
    poor.add_init_script(TOLD)
    poor.goto(f"{serve(table)}/year")
    expect(poor.locator("#alerts button:not([inert])")).to_be_visible()
    assert poor.evaluate("[...told]") == ["Ann (North) calls the referee"]


ASKED = re.compile(r"/(events|records|seal|cameras|ports|check)(\?.*)?$|/api/photos$|/display/1$")
"""Questions that a page may ask at once: news, records that it verifies itself, devices and files that are looked for.
The screen of a table asks for itself anew with the first news."""

LOOKED = "() => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve)))"
"""Resolves once the scripts of a page have nothing to do: what they ask for at once is asked for."""


@pytest.mark.long
def test_no_page_asks_for_what_came_with_it(
    new_page: Callable[..., Page], table: Table, serve: Callable[[Table], str], begun: str
) -> None:
    """Every page there is, but those of files and pictures."""
    address, page = serve(table), new_page()
    desk = page.request.post(
        f"{address}/api/hall/events",
        data={"id": str(uuid4()), "act": {"type": "Opened", "name": "Cup", "rounds": 1}},
    ).json()["event"]
    rules = [each.rule for each in create_app(Site(table)).url_map.iter_rules() if "GET" in (each.methods or ())]
    known = {"<hand_id>": begun, "<name>": "mcr", "<path:name>": "match"}
    found = sorted({rule for rule in rules if not rule.startswith(("/api/", "/static", "/help/"))})
    asked: list[str] = []
    page.on("request", lambda request: request.resource_type == "fetch" and asked.append(request.url))
    walked = 0
    for rule in found:
        at = re.sub(r"<int:\w+>", str(desk if rule.startswith("/desk") else 1), rule)
        for name, value in known.items():
            at = at.replace(name, value)
        if "<" in at or "text/html" not in page.request.get(address + at).headers.get("content-type", ""):
            continue
        page.goto(address + at)
        page.evaluate(LOOKED)
        assert [url for url in asked if not ASKED.search(url)] == [], at
        walked += 1
    assert walked > 20


def test_the_match_is_read_without_scripts(
    browser: Browser, table: Table, serve: Callable[[Table], str], begun: str
) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{serve(table)}/t/1")
    expect(page.locator("#match .seated .player")).to_have_count(4)
    expect(page.locator("#match .last-record")).to_contain_text("Ann")
    expect(page.locator("#alerts .call")).to_contain_text("Ann")
    context.close()


def test_the_hand_is_read_without_scripts(
    browser: Browser, table: Table, serve: Callable[[Table], str], begun: str
) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{serve(table)}/hands/{begun}")
    expect(page.locator("#mat .slot img.tile")).to_have_count(14)
    expect(page.locator("#verdict .says")).to_be_visible()
    expect(page.locator("#count .choice").first).to_contain_text("Chen")
    expect(page.locator("#total-bar")).to_be_visible()
    context.close()
