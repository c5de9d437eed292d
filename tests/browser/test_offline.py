"""The pages without a network, kept by the service worker: over HTTPS as on a phone, and on the server's computer."""

import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Any, Final, cast
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect

from tests.browser.pages import close, launched
from tests.browser.second import HOME, NUMBER
from tests.browser.states import PICTURE
from tests.browser.test_match import begin, photo_of
from tests.browser.test_unsent import acts
from tests.served import Answers
from tests.waiting import PATIENCE, until
from tests.webui.cable import Cable, cable
from tests.webui.shots import as_jpeg
from webui.access.authority import Authority, certified
from webui.access.certificates import OwnCertificate
from webui.access.https import Https
from webui.access.pin import Access
from webui.http import statics
from webui.http.app import create_app
from webui.http.server import create_server
from webui.http.site import Site
from webui.table.table import Table

Serve = Callable[[Table], str]

ALWAYS: Final = {HOME, "/me", "/offline", f"/t/{NUMBER}", f"/t/{NUMBER}/sheet", f"/t/{NUMBER}/hands"}
"""The pages of a table that are kept though nobody has opened them."""

KEPT: Final = """async () => {
    const cache = await caches.open("tableside-pages");
    return (await cache.keys()).map(({ url }) => url.slice(location.origin.length));
}"""


TEXT: Final = "async path => (await (await caches.match(path, {cacheName: 'tableside-pages'}))?.text()) ?? ''"
TIME: Final = "async path => (await caches.match(path, {cacheName: 'tableside-pages'})).headers.get('Tableside-Kept')"


class Gate:
    """Holds back answers of a server."""

    def __init__(self, app: Flask) -> None:
        """Stand before an application."""
        self._through: Final = app.wsgi_app
        self._held: Final[dict[str, tuple[threading.Event, bool]]] = {}
        self.waiting: Final[set[str]] = set()
        """Paths of which an answer, or a part of one, is held back."""

    def hold(self, path: str, once: bool = False) -> threading.Event:
        """Hold back all answers of a path, or the next one alone, until the event that is returned is set."""
        opened = threading.Event()
        self._held[path] = opened, once
        return opened

    def __call__(self, environ: Any, start: Any) -> Iterator[bytes]:
        with closing(cast(Any, self._through(environ, start))) as answer:
            for chunk in answer:
                self._wait(environ["PATH_INFO"])
                yield chunk

    def _wait(self, path: str) -> None:
        opened, once = self._held.get(path, (None, False))
        if opened and not opened.is_set():
            if once:
                del self._held[path]
            self.waiting.add(path)
            opened.wait(PATIENCE)


@pytest.fixture
def gate(server: tuple[Flask, str], monkeypatch: pytest.MonkeyPatch) -> Gate:
    app, _ = server
    gate = Gate(app)
    monkeypatch.setattr(app, "wsgi_app", gate)
    return gate


@dataclass
class Phone:
    """A phone and its line to the server."""

    context: BrowserContext
    line: Cable
    address: str

    def open(self, path: str = "/") -> Page:
        page = self.context.new_page()
        page.goto(self.address + path)
        return page


def kept(page: Page) -> set[str]:
    return set(page.evaluate(KEPT))


@contextmanager
def device(browser: Browser, line: Cable, address: str) -> Iterator[Phone]:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, reduced_motion="reduce")
    yield Phone(context, line, address)
    for page in context.pages:
        close(page)
    context.close()


@pytest.fixture
def here(browser: Browser, table: Table, serve: Serve) -> Iterator[Phone]:
    """The browser on the computer of Tableside, which needs no HTTPS."""
    with cable(urlsplit(serve(table)).port or 0) as line, device(browser, line, f"http://127.0.0.1:{line.port}") as it:
        yield it


@pytest.fixture(scope="module")
def authority() -> Authority:
    return Authority.open(None, [])


@pytest.fixture(scope="module")
def trusting(playwright: Playwright) -> Iterator[Browser]:
    """A browser that takes every certificate for a known one, as a phone does that has the authority's file."""
    browser = launched(playwright, "--ignore-certificate-errors")
    yield browser
    browser.close()


@contextmanager
def serving(app: Flask, authority: Authority) -> Iterator[int]:
    listener = socket.create_server(("127.0.0.1", 0))  # its server accepts until the tests end
    server = create_server(app, listener, OwnCertificate(authority, lambda: certified(["127.0.0.1"])))
    threading.Thread(target=server.run, daemon=True).start()
    yield listener.getsockname()[1]
    server.task_dispatcher.shutdown()


@pytest.fixture
def far(request: pytest.FixtureRequest, table: Table, authority: Authority) -> Iterator[Phone]:
    """A phone with the PIN, over HTTPS."""
    access = Access("https://127.0.0.1/")
    app = create_app(Site(table, access=access, https=Https(authority.pem, authority.fingerprint)))
    with serving(app, authority) as port, cable(port) as line:
        browser = request.getfixturevalue("trusting")
        with device(browser, line, f"https://127.0.0.1:{line.port}") as phone:
            page = phone.open(f"/#pin={access.pin}")
            expect(page.locator("#notices")).to_contain_text("Welcome")
            expect(page.locator("#offline-state")).to_have_text("This page opens without a network on this device.")
            until(lambda: kept(page) >= ALWAYS)
            page.close()
            yield phone
    table.stop()


def test_a_table_opens_and_takes_acts_and_photos_without_its_server(far: Phone, table: Table, photo: bytes) -> None:
    page = far.open()
    begin(page, page.url, "Ann", "Bo", "Chen", "Dai")
    page.click("[data-key=drawn]")
    expect(page.locator(".match-head")).to_contain_text("Hand 2 of 16")
    until(lambda: '"hand":2' in page.evaluate(TEXT, f"/api/tables/{NUMBER}/events?kept=seats"))
    until(lambda: "Ann" in page.evaluate(TEXT, f"/t/{NUMBER}/sheet"))
    until(lambda: '"Drawn"' in page.evaluate(TEXT, f"/api/tables/{NUMBER}/match"))
    far.line.cut()
    page.close()
    page = far.open()
    expect(page.locator(".match-head")).to_contain_text("Hand 2 of 16")
    expect(page.locator("#hand-in-play")).to_contain_text("Hand 2")
    expect(page.locator("#line-down")).to_contain_text("What is shown is as of")
    page.click("[data-key=drawn]")
    expect(page.locator(".waits")).to_contain_text("Waits to be sent: Draw")
    page.set_input_files("#drop input:not([capture])", photo_of(photo))
    expect(page.locator("#outbox")).to_contain_text("Waits to be sent: 1 photo")
    page.close()
    page = far.open(f"/t/{NUMBER}/sheet")
    expect(page.locator("#hand-sheet")).to_contain_text("Ann")
    far.line.mend()
    until(lambda: acts(table) == ["Seated", "Drawn", "Drawn"])
    until(lambda: len(table.hands.all()) == 1)
    expect(page.locator("#line-down")).not_to_be_visible()


def test_what_is_kept_is_no_older_than_what_was_shown_before_its_news_came(here: Phone, gate: Gate) -> None:
    page = here.open()
    begin(page, page.url, "Ann", "Bo", "Chen", "Dai")
    until(lambda: "Ann" in page.evaluate(TEXT, f"/t/{NUMBER}/sheet"))
    events = gate.hold(f"/api/tables/{NUMBER}/events")
    until(lambda: f"/api/tables/{NUMBER}/events" in gate.waiting)
    page.click("[data-key=drawn]")
    expect(page.locator(".match-head")).to_contain_text("Hand 2 of 16")
    until(lambda: "1 / 16" in page.evaluate(TEXT, f"/t/{NUMBER}/sheet"))
    here.line.cut()
    events.set()
    page.close()
    page = here.open()
    expect(page.locator("#line-down")).to_contain_text("What is shown is as of")
    expect(page.locator(".match-head")).to_contain_text("Hand 2 of 16")
    page.goto(f"{here.address}/t/{NUMBER}/sheet")
    expect(page.locator("html[data-kept]")).to_have_count(1)
    expect(page.locator("#hand-sheet")).to_contain_text("1 / 16")


def test_a_page_that_comes_late_replaces_none_that_was_asked_for_later(here: Phone, gate: Gate, table: Table) -> None:
    page = here.open()
    begin(page, page.url, "Ann", "Bo", "Chen", "Dai")
    until(lambda: "Ann" in page.evaluate(TEXT, f"/t/{NUMBER}/sheet"))
    late = gate.hold(f"/t/{NUMBER}/sheet", once=True)
    page.click("[data-key=drawn]")
    expect(page.locator(".match-head")).to_contain_text("Hand 2 of 16")
    until(lambda: f"/t/{NUMBER}/sheet" in gate.waiting)
    table.record({"type": "Drawn"}, uuid4(), "", "referee")
    until(lambda: "2 / 16" in page.evaluate(TEXT, f"/t/{NUMBER}/sheet"))
    late.set()
    until(lambda: f"/t/{NUMBER}/hands" in kept(page))
    before = page.evaluate(TIME, f"/t/{NUMBER}/hands")
    pages = f"{{ pages: ['/t/{NUMBER}/hands'], lang: 'en', anew: true }}"
    page.evaluate(f"() => navigator.serviceWorker.controller.postMessage({pages})")
    until(lambda: page.evaluate(TIME, f"/t/{NUMBER}/hands") != before)  # the late one has come by then, too
    assert "2 / 16" in page.evaluate(TEXT, f"/t/{NUMBER}/sheet")


def test_a_hand_opens_without_a_network_as_it_was_changed_last(here: Phone, table: Table) -> None:
    hand = table.intake.from_upload(lambda: as_jpeg(PICTURE))
    page = here.open()
    until(lambda: kept(page) >= ALWAYS)
    page.goto(f"{here.address}/hands/{hand.id}")
    until(lambda: f"/hands/{hand.id}" in kept(page))
    page.click("#strip label:has([data-key='say-self-draw-true'])")
    expect(page.locator("#strip [data-key='say-self-draw-true']")).to_be_checked()
    until(lambda: f"/api/hands/{hand.id}" in kept(page))
    here.line.cut()
    page.reload()
    expect(page.locator("html[data-kept]")).to_have_count(1)
    expect(page.locator("[data-key='self-draw-true'], [data-key='say-self-draw-true']")).to_be_checked()


def test_a_page_that_is_not_kept_says_so_and_comes_back(here: Phone) -> None:
    page = here.open()
    until(lambda: kept(page) >= ALWAYS)
    here.context.set_offline(True)
    page.goto(f"{here.address}/people")
    expect(page.locator("h1")).to_have_text("This page is not kept on this device")
    page.click(f"#kept-pages a[href='/t/{NUMBER}/hands']")
    expect(page.locator("html[data-kept]")).to_have_count(1)
    here.context.set_offline(False)
    expect(page.locator("html[data-kept]")).to_have_count(0)


def test_nothing_that_was_kept_outlasts_a_sign_out(far: Phone) -> None:
    page = far.open(f"/t/{NUMBER}/hands?player=Ann")
    until(lambda: f"/t/{NUMBER}/hands?player=Ann" in kept(page))
    access = page.evaluate("document.scripts[0].src.replace(/[^/]*$/, 'access.js')")
    page.evaluate("async address => (await import(address)).keepMe({}, null)", access)
    until(lambda: f"/t/{NUMBER}/hands?player=Ann" not in kept(page) and kept(page) >= ALWAYS)
    far.line.cut()
    page.goto(f"{far.address}/t/{NUMBER}/hands?player=Ann", wait_until="commit")
    expect(page.locator("h1")).to_have_text("This page is not kept on this device")


def test_pages_with_roles_are_never_kept(here: Phone) -> None:
    page = here.open("/people")
    page.goto(f"{here.address}/referee")
    page.goto(f"{here.address}/t/{NUMBER}/hands")
    until(lambda: f"/t/{NUMBER}/hands" in kept(page))
    until(lambda: kept(page) >= ALWAYS)
    assert not {each for each in kept(page) if each.startswith(("/people", "/referee", "/desk"))}


@pytest.mark.long
def test_an_updated_program_replaces_what_is_kept_and_says_so(
    far: Phone, authority: Authority, answers: Answers, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = far.open()
    old = statics.version()
    until(lambda: kept(page) >= ALWAYS)
    far.line.cut()
    expect(page.locator("#line-down")).to_be_visible()
    monkeypatch.setattr(statics, "version", lambda: "0123456789ab")
    table = Table(answers)
    access = Access("https://127.0.0.1/")
    app = create_app(Site(table, access=access, https=Https(authority.pem, authority.fingerprint)))
    with serving(app, authority) as port:
        far.line.lead_to(port)
        far.line.mend()
        expect(page.locator("#updated")).to_contain_text("Tableside was updated")
        caches = "async () => (await caches.keys()).filter(name => name.includes('static'))"
        until(lambda: page.evaluate(caches) == ["tableside-static-0123456789ab"])
        another = "Object.assign(document.createElement('p'), {className: 'notice', textContent: 'Another'})"
        page.evaluate(f"document.querySelector('#notices').append({another})")
        expect(page.locator(".notice")).to_have_count(2)
        page.click("#updated button")
        expect(page.locator("#updated")).to_have_count(0)
        assert "/static/0123456789ab/" in page.evaluate(TEXT, f"/t/{NUMBER}/sheet")
        assert old not in page.evaluate(TEXT, f"/t/{NUMBER}/sheet")
        far.line.cut()
        page.goto(f"{far.address}/t/{NUMBER}/sheet")
        expect(page.locator("html[data-kept]")).to_have_count(1)
        expect(page.locator("#line-down")).to_be_visible()
    table.stop()


def test_a_browser_without_room_says_that_it_keeps_no_pages(here: Phone) -> None:
    page = here.context.new_page()
    page.goto(f"{here.address}/api/health")
    devtools = here.context.new_cdp_session(page)
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": here.address, "quotaSize": 1})
    page.goto(here.address)
    expect(page.locator("#offline-state")).to_contain_text("has no room for them")
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": here.address})


def test_the_worker_is_checked_each_time_and_names_files_that_are_there(client: Any) -> None:
    answer = client.get("/worker.js")
    assert answer.headers["Cache-Control"] == "no-cache"
    assert statics.version() in answer.headers["ETag"]
    given = json.loads(answer.text.split("\n", 1)[0].removeprefix("self.TABLESIDE = ").removesuffix(";"))
    assert given["version"] == statics.version()
    assert {client.get(file).status_code for file in given["files"]} == {200}
    assert client.get("/worker.js", headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
