"""A table with a reader that answers what a test wants it to, behind the application and behind its server."""

import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from threading import Event
from typing import Any

import cv2
import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from scoring.notation import expand
from tests.browser.second import tables_of
from tests.vision.builders import evidence, row
from tests.waiting import PATIENCE
from vision.evidence import Evidence
from vision.image import Picture
from vision.reading import Doubt, Group, GroupKind, Reading, SeenTile
from vision.tta import ViewWatch
from webui.hand.pictures import Decode
from webui.http.app import create_app, show
from webui.http.server import create_server
from webui.http.site import Site, site_of
from webui.table.table import Table
from webui.table.tables import Tables

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
    """A reader that gives `reading` for every picture, scaled to its size, and remembers the pictures, and the
    sets of a hand that was read.

    Before that it gives `looks`, each with the tiles that are looked at again, and after each waits until it may `go`.
    """

    reading: Reading = field(default_factory=make_reading)
    pictures: list[Picture] = field(default_factory=list)
    sets: int = 4
    looks: list[tuple[Reading, tuple[int, ...]]] = field(default_factory=list)
    began: Event = field(default_factory=Event)
    go: Event = field(default_factory=Event)

    def read(
        self, image: Picture, *, decode: Decode | None = None, watch: ViewWatch | None = None, sets: int = 4
    ) -> Reading:
        self.pictures.append(image)
        self.sets = sets
        height, width = image.shape[:2]
        self.began.set()
        for look, again in self.looks:
            if watch and not watch(look.in_frame((width, height)), again):
                return look.in_frame((width, height))
            assert self.go.wait(PATIENCE)
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
        site_of(app).tables = tables_of(table)
        return address

    return show
