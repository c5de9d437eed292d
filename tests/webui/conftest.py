"""A table with a reader that answers what a test wants it to, and the page on it in a real browser."""

import shutil
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from threading import Event
from typing import Any
from urllib.parse import urlsplit

import cv2
import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Frame,
    Locator,
    Page,
    Playwright,
    TimeoutError,
    expect,
    sync_playwright,
)
from werkzeug.routing import Rule

from scoring.notation import expand
from tests.keys import refuse_unknown
from tests.long import long_but
from tests.vision.builders import evidence, row
from tests.waiting import PATIENCE, until
from tests.webui.late import IS_LATE, make_late
from tests.webui.small_disk import small  # noqa: F401 - a fixture
from vision.evidence import Evidence
from vision.image import Picture
from vision.reading import Doubt, Group, GroupKind, Reading, SeenTile
from vision.tta import Watch
from webui.hand.pictures import Decode
from webui.http.app import create_app, show
from webui.http.server import create_server
from webui.http.site import Site, site_of
from webui.table.table import Table
from webui.table.tables import Tables

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
]

_built: dict[tuple[object, ...], Callable[..., tuple[str, str]]] = {}
"""Functions that build the address of a route. Each new application would compile them anew, which is most of its work;
they depend on the words of the rule alone."""

_build = Rule._compile_builder


def _build_once(rule: Rule, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
    if rule.defaults:
        return _build(rule, append_unknown)
    words = (rule.rule, *rule._trace, append_unknown)
    if words not in _built:
        _built[words] = _build(rule, append_unknown)
    return _built[words]


Rule._compile_builder = _build_once  # type: ignore[method-assign]

refuse_unknown(Page, Frame, Locator)
if IS_LATE:
    make_late()

STRAIGHT = (("chow", "123s"), ("concealed", "456789sCCC9p"), ("winning", "9p"))
"""A claimed chow, a pure straight, a dragon pung, a wait for the pair: 16 + 2 and small ones."""


def make_reading(
    groups: tuple[tuple[GroupKind, str], ...] = STRAIGHT,
    doubts: tuple[Doubt, ...] = (),
    weak: dict[int, tuple[float, tuple[tuple[str, float], ...]]] | None = None,
) -> Reading:
    """A reading of tiles in one row; `?` is a face-down tile, `weak` gives confidence and alternatives by index."""
    tiles: list[SeenTile] = []
    made: list[Group] = []
    for kind, text in groups:
        codes: list[str | None] = [None] * text.count("?") + list(_codes(text.replace("?", "")))
        first = len(tiles)
        for code in codes:
            n = len(tiles)
            left = 40.0 + 60 * n + 30 * len(made)
            quad = ((left, 200.0), (left + 54, 200.0), (left + 54, 274.0), (left, 274.0))
            confidence, alternatives = (weak or {}).get(n, (0.998, ()))
            face = "up" if code else "down"
            tiles.append(SeenTile(code, face, confidence, quad, len(made), alternatives))  # type: ignore[arg-type]
        made.append(Group(kind, tuple(range(first, len(tiles)))))
    return Reading((1280, 480), tuple(tiles), tuple(made), None, not doubts, doubts, {"detect": 1.0})


def _codes(text: str) -> tuple[str, ...]:
    if text[:1] in ("f", "s") and len(text) == 2:
        return (text,)
    return expand(text)


@dataclass
class Answers:
    """A reader that gives `reading` for every picture, scaled to its size, and remembers the pictures.

    Before that it gives `looks`, each with the tiles that are looked at again, and after each waits until it may `go`.
    """

    reading: Reading = field(default_factory=make_reading)
    pictures: list[Picture] = field(default_factory=list)
    looks: list[tuple[Reading, tuple[int, ...]]] = field(default_factory=list)
    began: Event = field(default_factory=Event)
    go: Event = field(default_factory=Event)

    def read(self, image: Picture, *, decode: Decode | None = None, watch: Watch | None = None) -> Reading:
        self.pictures.append(image)
        height, width = image.shape[:2]
        self.began.set()
        for look, again in self.looks:
            if watch and not watch(look.in_frame((width, height)), again):
                return look.in_frame((width, height))
            assert self.go.wait(30)
        return self.reading.in_frame((width, height))

    def detect(self, picture: Picture, quarters: int = 0) -> Evidence:
        """Return evidence for the tiles of `reading`: in a row, claimed ones crosswise, doubted ones faint."""
        self.pictures.append(picture)
        parts = []
        for group in self.reading.groups:
            codes = [self.reading.tiles[n].tile or "_P" for n in group.tiles]
            parts.append((">" if group.kind in ("chow", "pung", "kong") else "") + "".join(codes))
        seen = evidence(row(" ".join(parts)))
        height, width = picture.shape[:2]
        scale = min(width / seen.size[0], height / seen.size[1])
        for doubt in self.reading.doubts:
            seen.scores[doubt.tile] = 0.3
        return replace(seen, size=(width, height), quads=seen.quads * scale)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep of the tests those that ask for a browser, if its pages are late."""
    if IS_LATE:
        items[:] = [item for item in items if "playwright" in getattr(item, "fixturenames", ())]


@pytest.fixture(scope="session", autouse=True)
def _data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keeps the tests out of the folder and the language of whoever runs them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TABLESIDE_DATA", str(tmp_path_factory.mktemp("data")))
        patch.setenv("LC_ALL", "C.UTF-8")  # what commands say is compared in English
        patch.delenv("LANGUAGE", raising=False)
        yield


@pytest.fixture
def reading() -> Callable[..., Reading]:
    return make_reading


@pytest.fixture
def answers() -> Answers:
    return Answers()


@pytest.fixture
def table(answers: Answers) -> Table:
    return Table(answers)


@pytest.fixture(scope="session")
def _application() -> Flask:
    return create_app(Site(Table(Answers())))


@pytest.fixture
def application(_application: Flask) -> Iterator[Callable[..., Flask]]:
    """Put tables behind one application, as `show` does, for a test that needs no two at once.

    A new application compiles its routes, which takes longer than most requests.
    """
    config = dict(_application.config)

    def shown(table: Table | Tables, *args: Any, **options: Any) -> Flask:
        show(_application, Site(table, *args, **options))
        return _application

    yield shown
    _application.config.update(config)


@pytest.fixture
def client(table: Table, application: Callable[..., Flask]) -> FlaskClient:
    return application(table).test_client()


@pytest.fixture(scope="session")
def photo() -> bytes:
    """A JPEG with something to see in it."""
    y, x = np.mgrid[0:480, 0:1280]
    picture = np.stack([x // 8 % 256, y // 2 % 256, (x + y) // 8 % 256], axis=2).astype(np.uint8)
    return cv2.imencode(".jpg", picture)[1].tobytes()


@pytest.fixture(scope="session")
def server() -> tuple[Flask, str]:
    """The application behind its server, as `tableside serve` runs it, and its address; it ends with the tests."""
    app = create_app(Site(Table(Answers())))
    listener = socket.create_server(("127.0.0.1", 0))
    server = create_server(app, listener)
    threading.Thread(target=server.run, daemon=True).start()
    return app, f"http://127.0.0.1:{listener.getsockname()[1]}"


@pytest.fixture
def serve(server: tuple[Flask, str]) -> Callable[[Table], str]:
    """Puts a table behind the server and gives its address."""
    app, address = server

    def show(table: Table) -> str:
        site_of(app).tables = Tables(table)
        return address

    return show


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGS)
    yield browser
    browser.close()


def box(element: Locator) -> dict[str, float]:
    """Return the box of an element in pixels of the window, once a page that is being drawn anew has one."""
    found: list[Any] = []
    until(lambda: found.append(element.bounding_box()) or found[-1])
    return dict(found[-1])


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
