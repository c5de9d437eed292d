"""Pages in a real browser: one browser for each process of tests, and pages of every sort of device in it."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial, wraps
from typing import Any
from urllib.parse import urlsplit
from weakref import WeakSet

import pytest
from flask import Flask
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Error,
    Frame,
    Locator,
    Page,
    Playwright,
    TimeoutError,
    expect,
    sync_playwright,
)

from tests.browser.late import IS_LATE, make_late
from tests.browser.second import IS_SECOND, OF_ONE, make_second
from tests.keys import refuse_unknown
from tests.long import long_but
from tests.waiting import PATIENCE, until

expect.set_options(timeout=PATIENCE * 1000)

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium") or "/usr/bin/chromium"
"""The browser. Without windows of its own it draws a page in half the processor time."""

CHROMIUM_ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP tableside.test 127.0.0.1",
    "--in-process-gpu",
]

ONE_PROCESS = ["--renderer-process-limit=1", "--process-per-site"]
"""A page starts and draws in a process that has compiled its script before, in a tenth less time; all fall with it."""

SETTLES = """() => new Promise((resolve) => {
    const end = Date.now() + 20_000; // a step or a form that outlives it belongs to the test
    const sends = () => document.querySelector("dialog[open] [data-key=send]:disabled") || sentByChoice();
    const sentByChoice = () => globalThis.sent?.closest("dialog[open]") && !sent.querySelector("[data-key=send]");
    const stepsBack = () => history.state?.dialog && !document.querySelector("dialog[open]");
    const look = () => (sends() || stepsBack()) && Date.now() < end ? setTimeout(look, 10) : resolve();
    look();
})"""
"""Resolves once no form of the page is sent any more, and the step back over a dialog that closed is done: a page that
leaves just then is called back by it."""

LISTENS = """async () => {
    addEventListener("submit", ({ target }) => { globalThis.sent = target; }, { capture: true });
    const script = document.getElementById("scripts");
    if (!script || !document.querySelector("link[rel=modulepreload][href$='/run.js']")) return; // one file, which ran
    for (const name of script.dataset.names.split(" "))
        await import(new URL(`${name}.js`, script.src)).catch(() => null);
}"""
"""Resolves once every script of a page has run. Where its scripts are sent one by one, a page has loaded before that:
what is clicked or typed goes unheard."""


def tap_act(page: Page, key: str) -> None:
    """Tap an act of a match, which a phone may have behind a button."""
    act, more = page.locator(f"[data-key={key}]"), page.locator("[data-key=more]")
    expect(act).to_be_attached()
    if not act.is_visible() and more.get_attribute("aria-expanded") == "false":
        more.click()
    act.click()


def _once_settled(leave: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of a page that leaves it, once the page is done with its dialog."""

    @wraps(leave)
    def leaves(self: Page, *args: Any, **options: Any) -> Any:
        if self.url.startswith("http") and not (args and args[0].startswith("chrome:")):
            self.evaluate(SETTLES)
        return leave(self, *args, **options)

    return leaves


def _until_it_listens(comes: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that comes to a page, and waits for its scripts."""

    @wraps(comes)
    def came(self: Page, *args: Any, **options: Any) -> Any:
        answer = comes(self, *args, **options)
        if self.url.startswith("http"):
            with suppress(Error):  # it has gone on to another page
                self.evaluate(LISTENS)
                _unheard.discard(self)
        return answer

    return came


A_WHILE = "new Promise((resolve) => setTimeout(resolve, 3000))"
"""A script that does not come, as where a line is cut, keeps no test from going on."""

_ACTS = ("click", "dblclick", "tap", "fill", "press", "check", "uncheck", "select_option", "set_input_files")
"""Acts on a page that its scripts may have to hear."""

_unheard: WeakSet[Page] = WeakSet()
"""Pages that went on to another address, and for whose scripts nobody waited since."""


def _once_it_listens(act: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that acts on a page, once the scripts of one that it was led to by a click have run."""

    @wraps(act)
    def acts(self: Page | Locator, *args: Any, **options: Any) -> Any:
        page = self.page if isinstance(self, Locator) else self
        if page in _unheard:
            _unheard.discard(page)
            with suppress(Error):  # it has gone on to another page
                page.wait_for_load_state("domcontentloaded")
                page.evaluate(f"() => Promise.race([({LISTENS})(), {A_WHILE}])")
        return act(self, *args, **options)

    return acts


def _watched(opens: Callable[..., Page]) -> Callable[..., Page]:
    """Return a function that opens a page, and sees it go on to another address."""

    @wraps(opens)
    def opened(self: BrowserContext) -> Page:
        page = opens(self)
        page.on("framenavigated", lambda frame: None if frame.parent_frame else _unheard.add(page))
        return page

    return opened


for _leave in ("goto", "reload", "go_back"):
    setattr(Page, _leave, _until_it_listens(_once_settled(getattr(Page, _leave))))
Page.wait_for_url = _until_it_listens(Page.wait_for_url)  # type: ignore[method-assign]
for _kind in (Page, Locator):
    for _act in _ACTS:
        setattr(_kind, _act, _once_it_listens(getattr(_kind, _act)))
BrowserContext.new_page = _watched(BrowserContext.new_page)  # type: ignore[method-assign]
refuse_unknown(Page, Frame, Locator)
if IS_LATE:
    make_late()
if IS_SECOND:
    make_second()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep of the tests those that ask for a browser, if its pages are late or those of a second table."""
    if IS_LATE or IS_SECOND:
        items[:] = [item for item in items if "playwright" in getattr(item, "fixturenames", ())]
    if IS_SECOND:
        items[:] = [item for item in items if item.path.name not in OF_ONE]


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    browser = launched(playwright, *ONE_PROCESS)
    yield browser
    browser.close()


def launched(playwright: Playwright, *more: str) -> Browser:
    """Start a browser, with further arguments; a second time where it ends at once, as one in some hundreds does."""
    software = ["--enable-unsafe-swiftshader"]  # no page draws in three dimensions
    start = partial(
        playwright.chromium.launch,
        executable_path=CHROMIUM,
        args=[*CHROMIUM_ARGS, *more],
        ignore_default_args=software,
    )
    try:
        return start()
    except Error:
        return start()


def box(element: Locator) -> dict[str, float]:
    """Return the box of an element in pixels of the window, once a page that is being drawn anew has one."""
    found: list[Any] = []
    until(lambda: found.append(element.bounding_box()) or found[-1])
    return dict(found[-1])


LONG = "05:00"
"""Minutes after which the next hand opens by itself on a page that holds it back."""


def hold_back_next_hand(page: Page) -> None:
    """Let the next hand open by itself only once the clock of the page, which is installed, is put forward by `LONG`.

    A busy browser takes longer than the usual seconds for what a test looks at before.
    """
    page.evaluate("""() => {
        const usual = setTimeout;
        globalThis.setTimeout = (call, after, ...more) => usual(call, after === 5000 ? 300_000 : after, ...more);
    }""")


def close(page: Page) -> None:
    """Closes a page, again and again until it is gone: one that loads itself just then outlives being closed."""
    if page.is_closed():
        return
    target = page.context.new_cdp_session(page).send("Target.getTargetInfo")["targetInfo"]["targetId"]
    devtools = page.context.browser.new_browser_cdp_session()

    def gone() -> bool:
        try:
            with page.expect_event("close", timeout=3000):
                devtools.send("Target.closeTarget", {"targetId": target})
        except TimeoutError:
            return False
        return True

    until(gone)
    devtools.detach()


class Contexts:
    """Contexts of the browser, one for each sort of device, which keep a page open from test to test.

    A browser draws a page of ours in half the time where the process that draws it has drawn one before. A test gets
    pages of its own, and what they kept (cookies, storage, permissions) is cleared after it.
    """

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser, self._address = browser, address
        self._kept: dict[str, tuple[BrowserContext, Page]] = {}
        self._used: set[str] = set()

    def page(self, **device: Any) -> Page:
        """Open a new page; `device` has arguments of a browser context, such as `locale`, `viewport`, `has_touch`.

        Nothing moves on it: frames that breathe keep a processor busy as long as a test waits. Its wheel turns, unless
        it is `still`: a page that goes on by itself when nobody touches it waits for the test.
        """
        still = device.pop("still", False)
        device.setdefault("reduced_motion", "reduce")
        viewport = device.pop("viewport", {"width": 1280, "height": 860})
        sort = repr(sorted(device.items()))
        if sort not in self._kept:
            context = self._browser.new_context(service_workers="block", viewport=viewport, **device)
            context.set_default_timeout(PATIENCE * 1000)
            parked = context.new_page()
            parked.goto(f"{self._address}/api/health")  # it runs no script and holds no stream
            self._kept[sort] = context, parked
        self._used.add(sort)
        page = self._kept[sort][0].new_page()
        page.set_viewport_size(viewport)
        if not still:
            page.add_init_script("setInterval(() => dispatchEvent(new Event('wheel')), 2000)")
        return page

    def clear(self) -> None:
        """Closes the pages of a test, and forgets what they kept."""
        for context, parked in (self._kept[sort] for sort in self._used):
            origins = {self._address, *(f"{url.scheme}://{url.netloc}" for url in map(urlsplit, _urls(context)))}
            for page in context.pages:
                if page != parked:
                    close(page)
            context.clear_cookies()
            context.clear_permissions()
            devtools = context.new_cdp_session(parked)
            for origin in origins:
                devtools.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
            devtools.detach()
        self._used.clear()


def _urls(context: BrowserContext) -> list[str]:
    return [page.url for page in context.pages if page.url.startswith("http")]


@pytest.fixture(scope="session")
def contexts(browser: Browser, server: tuple[Flask, str]) -> Contexts:
    return Contexts(browser, server[1])


@pytest.fixture
def new_page(contexts: Contexts) -> Iterator[Callable[..., Page]]:
    """Opens pages on devices of any sort."""
    yield contexts.page
    contexts.clear()


@contextmanager
def sound(page: Page) -> Iterator[Page]:
    """Fails where the page's own script does, or where it asks anything of another host."""
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda r: None if r.url.startswith(("http://127.0.0.1:", "blob:")) else faults.append(r.url))
    yield page
    close(page)
    assert not faults


SIZES = {"desktop": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}


@pytest.fixture(params=long_but(["phone"], SIZES))
def device(request: pytest.FixtureRequest, new_page: Callable[..., Page]) -> Iterator[Page]:
    """A page on a desktop or a phone that fails its test when its script does."""
    phone = request.param == "phone"
    with sound(new_page(viewport=SIZES[request.param], has_touch=phone)) as page:
        yield page


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Iterator[Page]:
    """A page on a desktop that fails its test when its script does, or when it asks anything of another host."""
    with sound(new_page()) as page:
        yield page
