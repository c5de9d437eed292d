"""Every page of a hall, at the second table of three: below a path, over a poor line, with nothing kept."""

import re
import socket
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final
from uuid import uuid4

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from tests.browser.poor import LEAST_MOVED, make_poor, moved
from tests.browser.test_storage import DENY
from tests.browser.test_storage import PAGES as SHOWN
from tests.long import long_but
from tests.served import Answers
from tests.webui.followed import followed
from webui.http.app import create_app
from webui.http.server import create_server
from webui.http.site import Site
from webui.table.follow.late import choose_delay
from webui.table.table import Table
from webui.table.tables import Tables

NUMBER: Final = 2
PATH: Final = "/club"
NAMES: Final = ("Ann", "Bo", "Chen", "Dai", "Eva", "Fu", "Gil", "Hua")
SITUATIONS: Final = ("usual", "path", "poor", "denied")
SIZES: Final = {"phone": {"width": 360, "height": 740}, "desktop": {"width": 1280, "height": 800}}

DOORS: Final = {
    "match": ["/t/1", "/tables", "/t/1/round", "/t/1/sheet", "/t/1/hands", "/t/1/hands/1", "/t/1/deals/1"],
    "hand": ["/hands/{hand}", "/t/1/spoken", "/display/1", "/stream/1", "/referee", "/setup"],
    "hall": ["/desk", "/desk/1", *(f"/desk/1#{part}" for part in ("players", "seating", "results")), "/hall", "/me"],
    "house": ["/year", "/open", "/photos", "/people", "/webhooks", "/rules", "/rules/hk", "/help", "/offline"],
}

SHOWS: Final = dict(SHOWN.values()) | {"/t/1": "#match .match-head"}
"""A part of each page, which is there once its script has run."""

LINKS: Final = """[...document.querySelectorAll("a[href], img[src], link[href], use[href], image[href]")]
    .map((each) => each.getAttribute("href") ?? each.getAttribute("src"))
    .filter((to) => to && !/^(#|data:|blob:|mailto:)/.test(to))
    .map((to) => new URL(to, document.baseURI).href)"""
"""Script that lists the addresses that a page leads to, or shows."""


def _below(app: Flask, path: str) -> None:
    """Serve an application below a path, and there alone, as behind a proxy that takes the path away."""
    whole = app.wsgi_app

    def answer(environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        at = environ["PATH_INFO"]
        if not at.startswith(f"{path}/"):
            start("404 NOT FOUND", [("Content-Type", "text/plain")])
            return [b"outside the path"]
        return whole({**environ, "SCRIPT_NAME": path, "PATH_INFO": at.removeprefix(path)}, start)

    app.wsgi_app = answer  # type: ignore[method-assign]


def _play(app: Flask, table: Table, photo: bytes) -> str:
    """Have an event with teams begin its second round at two of the tables; return the id of a hand of the second."""
    client = app.test_client()

    def post(address: str, **body: Any) -> Any:
        answer = client.post(address, json=body)
        assert answer.status_code < 300, answer.text
        return answer.get_json()

    opened = {"type": "Opened", "name": "Cup", "rounds": 3, "minutes": 60}
    at = f"/api/hall/events/{post('/api/hall/events', id=str(uuid4()), act=opened)['event']}"
    act = lambda **what: post(f"{at}/records", id=str(uuid4()), act=what)  # noqa: E731
    act(type="Entered", people=[{"number": n, "name": name, "team": f"T{n % 2}"} for n, name in enumerate(NAMES, 1)])
    post(f"{at}/draw", id=str(uuid4()), since=1, seed=3)
    act(type="Started", round=1)
    for number in (1, 2):
        won = {"type": "Won", "winner": "E", "points": 24, "discarder": "S"}
        for done in (won, *[{"type": "Drawn"}] * 15):
            post(f"/api/tables/{number}/records", id=str(uuid4()), act=done)
    act(type="Released", round=1)
    act(type="Started", round=2)
    post(f"/api/tables/{NUMBER}/records", id=str(uuid4()), act={"type": "Won", "winner": "E", "points": 88})
    post(f"/api/tables/{NUMBER}/calls", reason="A tile fell", chair=1)
    assert followed(table) == 1
    choose_delay(table.records.values, NUMBER, 0)
    return str(table.intake.from_upload(lambda: photo).id)


@pytest.fixture(params=long_but(["path"], list(SITUATIONS)))
def situation(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def hall(situation: str, answers: Answers, photo: bytes) -> Iterator[tuple[str, str]]:
    """A server of three tables; its home, and the id of a hand of the second."""
    table = Table(answers, number=NUMBER)
    tables = Tables(Table(answers, table.rules, records=table.records, number=1), 3)
    tables._living[NUMBER] = tables._newest[NUMBER] = table
    app = create_app(Site(tables))
    hand = _play(app, table, photo)
    path = PATH if situation == "path" else ""
    if path:
        _below(app, path)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = create_server(app, listener)
        threading.Thread(target=server.run, daemon=True).start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}{path}", hand
        table.stop()
        server.task_dispatcher.shutdown()


@pytest.fixture
def opens(browser: Browser, situation: str, hall: tuple[str, str]) -> Iterator[Callable[[str], Page]]:
    """Opens a page of a size in the situation, and fails the test where its script does or an answer is none.

    Its pages are closed before the server of the hall stops, which would be a fault of each that still listens.
    """
    faults: list[str] = []
    contexts = []

    def opened(size: str) -> Page:
        context = browser.new_context(service_workers="block", viewport=SIZES[size], has_touch=size == "phone")  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(f"{page.url}: {error}"))
        page.on("console", lambda said: faults.append(f"{page.url}: {said.text}") if said.type == "error" else None)
        page.on("response", lambda answer: faults.append(answer.url) if answer.status >= 400 else None)
        if situation == "denied":
            page.add_init_script(DENY)
        if situation == "poor":
            make_poor(page)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not faults


@pytest.mark.parametrize("part", long_but(["match"], DOORS))
@pytest.mark.parametrize("size", long_but(["phone"], list(SIZES)))
def test_every_door_leads_on(
    opens: Callable[[str], Page], hall: tuple[str, str], situation: str, size: str, part: str
) -> None:
    (home, hand), page = hall, opens(size)
    links: set[str] = set()
    restless = []
    for door in DOORS[part]:
        there = SHOWS.get(re.sub("#.*", "", door), "main")
        page.goto(
            home + door.format(hand=hand).replace("/1", f"/{NUMBER}", 1 if door.startswith(("/t", "/di", "/st")) else 0)
        )
        page.locator(there).first.wait_for()
        links |= set(page.evaluate(LINKS))
        if situation == "poor" and (found := moved(page)).shift > LEAST_MOVED:
            restless.append((door, found.shift, found.parts))
    assert not restless
    ours = {link for link in links if link.startswith(home.removesuffix(PATH))}
    assert {link for link in ours if not link.startswith(f"{home}/")} == set()
    if situation in ("usual", "path"):
        lost = {link: page.request.get(link).status for link in {link.partition("#")[0] for link in ours}}
        assert {link: status for link, status in lost.items() if status >= 400} == {}


PARTS: Final = ("players", "seats", "round", "results", "records")
"""The parts of the desk."""

AT_ONCE: Final = re.compile(
    r"here\d+|next.*|tab-.*|seat\d+|draw.*|clocks-.*|never|round\d+|back\d+|release\d+"
    r"|.*\.(zip|csv|xlsx|json|txt|pdf|html)"
)
"""The keys of the desk's buttons that ask nothing: those of its parts, steps, seats and files too."""

BUTTONS: Final = """[...document.querySelectorAll("main button[data-key]")]
    .map((each) => each.checkVisibility() && !each.disabled ? each.dataset.key : "")"""
"""Script that lists the keys of a page's buttons, empty for those that cannot be pressed."""

WIDER: Final = """[...document.querySelectorAll("dialog[open], dialog[open] *")]
    .filter((each) => each.getBoundingClientRect().right > innerWidth + 1 && each.checkVisibility())
    .map((each) => `${each.nodeName}.${each.className}`)"""
"""Script that lists what of an open dialog lies beyond the right edge."""


@pytest.mark.long
@pytest.mark.parametrize("size", list(SIZES))
def test_every_dialog_of_the_desk_opens_and_closes(
    opens: Callable[[str], Page], hall: tuple[str, str], situation: str, size: str
) -> None:
    home, page = hall[0], opens(size)
    page.goto(f"{home}/desk/1")
    dialog = page.locator("dialog[open]")
    walked: list[str] = []
    for part in PARTS:
        page.click(f"[data-key=tab-{part}]")
        expect(page.locator(f"[data-key=tab-{part}]")).to_have_attribute("aria-current", "page")
        for at, key in enumerate(page.evaluate(BUTTONS)):
            kind = key.rstrip("0123456789")
            if not key or AT_ONCE.fullmatch(key) or kind in walked:
                continue
            walked.append(kind)
            page.locator("main button[data-key]").nth(at).click()
            expect(dialog, key).to_be_visible()
            assert page.evaluate(WIDER) == [], key
            page.keyboard.press("Escape")
            expect(dialog).to_have_count(0)
    assert {"data", "enter", "line-up", "use-script", "move-table", "import-results", "extend", "void"} <= {*walked}


@pytest.mark.long
def test_a_table_moves_and_the_next_round_is_paired_by_standing_and_cut(
    opens: Callable[[str], Page], hall: tuple[str, str]
) -> None:
    home, page = hall[0], opens("phone")
    page.goto(f"{home}/desk/1#seats")
    page.click("[data-key=move-table]")
    page.fill("[data-key=to]", "3")
    page.click("dialog[open] [data-key=send]")
    tables = page.locator(".seating tbody th")
    expect(tables.first).to_have_text("2")
    page.click("[data-key^=back]")
    expect(tables.first).to_have_text("1")
    for table in (1, 2):
        act = {"type": "Finished", "round": 2, "table": table, "reason": "late"}
        answer = page.request.post(f"{home}/api/hall/events/1/records", data={"id": str(uuid4()), "act": act})
        assert answer.status == 201, answer.text()
    page.reload()
    page.click("[data-key=tab-results]")
    page.click("[data-key=begin-stage]")
    expect(page.locator("dialog[open] [data-key=best]")).to_be_visible()
    assert page.evaluate(WIDER) == []
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.click("[data-key=tab-seats]")
    page.click("[data-key=draw-by-standing]")
    page.click("[data-key=publish-seating]")
    expect(page.locator("[data-key=publish-seating]")).to_have_count(0)
