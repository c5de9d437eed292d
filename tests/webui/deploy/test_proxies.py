"""The configurations of nginx and Caddy, driven for real: pages, records, streams and photographs go through them."""

import contextlib
import json
import os
import re
import shutil
import socket
import socketserver
import ssl
import subprocess
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from tests.waiting import PATIENCE, until
from tests.webui.cable import free_port
from tests.webui.callers import OWN
from tests.webui.hand.test_places import ACTS, OF_ROLES, cells
from webui.access.authority import Authority, certified
from webui.access.people import People
from webui.access.pin import Access
from webui.access.proxies import Proxies
from webui.http.app import UPLOAD_LIMIT, create_app
from webui.http.server import create_server
from webui.http.site import Site, site_of
from webui.records.rights import ROLES
from webui.table.table import Table

FOLDER = Path(__file__).parents[3] / "webui/deploy"
HAND = Path(__file__).parents[2] / "data/hand.jpg"
SEATED = {"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]}

PAGES = (
    *("", "tables", "t/1/hands", "t/1/sheet", "display/1", "desk", "hall", "me"),
    *("people", "referee", "open", "photos", "setup", "help", "help/architecture", "help/licences"),
    *("rules", "rules/mcr", "year", "year?rule=elo"),
)

MAIN = """
pid nginx.pid; error_log stderr warn; user root; daemon off;
events {}
http {
    access_log off; client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi; scgi_temp_path scgi;
    include tableside.conf;
}
"""


@dataclass
class Front:
    """A server behind a proxy.

    Attributes:
        home: Where the proxy has the start page.
        back: Where the server itself listens.
    """

    home: str
    back: str
    access: Access
    app: Flask
    trusting: ssl.SSLContext

    def ask(self, path: str, body: Any = None, **headers: str) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.home + path, data, {"Content-Type": "application/json", **headers})
        with urllib.request.urlopen(request, context=self.trusting, timeout=PATIENCE) as answer:
            return json.load(answer)


@contextlib.contextmanager
def nginx(folder: Path, back: int, pem: bytes) -> Iterator[int]:
    """nginx by the file that is shipped, with other ports and another certificate; gives its port."""
    front, plain = free_port(), free_port()
    (folder / "hall.pem").write_bytes(pem)
    text = (FOLDER / "nginx.conf").read_text()
    for there, here in {
        "127.0.0.1:8000": f"127.0.0.1:{back}",
        "listen 443": f"listen 127.0.0.1:{front}",
        "listen 80": f"listen 127.0.0.1:{plain}",
        "/etc/tableside/hall.pem": str(folder / "hall.pem"),
        "/etc/tableside/hall.key": str(folder / "hall.pem"),
    }.items():
        assert there in text
        text = text.replace(there, here)
    with running_nginx(folder, text, front):
        yield front


@contextlib.contextmanager
def running_nginx(folder: Path, text: str, port: int) -> Iterator[None]:
    (folder / "tableside.conf").write_text(text)
    (folder / "main.conf").write_text(MAIN if os.geteuid() == 0 else MAIN.replace("user root;", ""))
    program = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    assert program, "nginx is not installed: see Run the tests in README"
    with running(folder, [program, "-p", str(folder), "-c", str(folder / "main.conf")], port):
        yield


@contextlib.contextmanager
def running(folder: Path, command: list[str], port: int) -> Iterator[None]:
    home = {"XDG_CONFIG_HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env={**os.environ, **home})
    try:
        until(lambda: listens(port) or process.poll() is not None)
        assert process.poll() is None, process.stderr and process.stderr.read()
        yield
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)


def listens(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


@contextlib.contextmanager
def caddy(folder: Path, back: int) -> Iterator[int]:
    """Caddy by the file that is shipped, without HTTPS, for which it would need a name; gives its port."""
    program, port = shutil.which("caddy"), free_port()
    if program is None:
        pytest.skip("caddy is not installed")
    text = (FOLDER / "Caddyfile").read_text()
    for name, value in {
        "NAME:hall.example": f"http://localhost:{port}",
        "SERVER:127.0.0.1:8000": f"127.0.0.1:{back}",
    }.items():
        assert f"{{$TABLESIDE_{name}}}" in text
        text = text.replace(f"{{$TABLESIDE_{name}}}", value)
    (folder / "Caddyfile").write_text("{\n\tadmin off\n}\n" + text)
    with running(folder, [program, "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")], port):
        yield port


@pytest.fixture(params=[(server, path) for server in ("nginx", "caddy") for path in ("", "/tableside")], ids="".join)
def front(request: pytest.FixtureRequest, answers: Any, tmp_path: Path) -> Iterator[Front]:
    table, authority = Table(answers), Authority.open(None, [])
    with socket.create_server(("127.0.0.1", 0)) as listener:
        back = listener.getsockname()[1]
        access = Access()
        app = create_app(Site(table, access=access, proxies=Proxies.of(["127.0.0.1"])))
        server = create_server(app, listener)
        threading.Thread(target=server.run, daemon=True).start()
        pem = authority.issue(certified(["localhost"]), authority.certificate.not_valid_before_utc).pem
        trusting = ssl.create_default_context(cadata=authority.pem.decode())
        by, path = request.param
        with nginx(tmp_path, back, pem) if by == "nginx" else caddy(tmp_path, back) as port:
            home = f"{'https' if by == 'nginx' else 'http'}://localhost:{port}{path}"
            yield Front(home, f"http://127.0.0.1:{back}", access, app, trusting)
        table.stop()
        server.task_dispatcher.shutdown()


@pytest.fixture
def page(front: Front, browser: Browser) -> Iterator[Page]:
    """A page that fails its test when its script does, when an answer is none, or when it asks outside its path."""
    faults: list[str] = []
    context = browser.new_context(service_workers="block", ignore_https_errors=True)
    page = context.new_page()
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda r: None if r.url.startswith((f"{front.home}/", "blob:")) else faults.append(r.url))
    page.on("response", lambda r: None if r.status < 400 else faults.append(f"{r.status} {r.url}"))
    yield page
    context.close()
    assert not faults


@pytest.mark.long
def test_a_hand_is_photographed_recorded_and_seen(front: Front, page: Page) -> None:
    page.goto(f"{front.home}/#pin={front.access.pin}")
    expect(page.locator("#notices")).to_contain_text("Welcome")
    token = front.ask("/api/access", {"pin": front.access.pin})["token"]
    chief = {"Authorization": f"Bearer {token}"}
    assert front.ask("/api/tables/1/records", {"id": str(uuid4()), "act": SEATED}, **chief)["number"] == 1
    expect(page.locator("body")).to_contain_text("Chen")  # by the stream, without being loaded again
    page.set_input_files("#drop input:not([capture])", HAND)
    page.wait_for_url(f"{front.home}/hands/*")
    expect(page.locator("main")).to_contain_text("points")
    photo = page.locator("img[alt='The photo of the hand']").first
    until(lambda: photo.evaluate("image => image.naturalWidth > 0"))
    invited = front.ask("/api/people", {"name": "Li", "role": "chief"}, **chief)
    as_li = {"Authorization": f"Bearer {invited['token']}"}
    invitation = front.ask(f"/api/people/{invited['people'][0]['id']}/invitation", {}, **as_li)["address"]
    assert invitation.startswith(f"{front.home}/#invitation=")


@pytest.mark.long
@pytest.mark.parametrize("path", PAGES)
def test_every_page_stays_within_its_path(front: Front, page: Page, path: str) -> None:
    page.goto(f"{front.home}/{path}#pin={front.access.pin}")
    expect(page.locator("body")).to_be_visible()
    links = page.eval_on_selector_all("[href], [src], [action]", "all => all.map((e) => e.href ?? e.src ?? e.action)")
    ours = [link for link in links if isinstance(link, str) and link]
    assert [link for link in ours if not link.startswith((f"{front.home}/", "blob:", "data:"))] == []


@pytest.mark.long
def test_nobody_passes_for_somebody_else(front: Front) -> None:
    for told in ({"X-Forwarded-For": "127.0.0.1"}, {"Forwarded": "for=127.0.0.1"}, {"X-Forwarded-Prefix": "/evil"}):
        assert front.ask("/api/access", **told)["role"] == "spectator"
    for wrong in range(5):
        with pytest.raises(urllib.error.HTTPError, match="403"):
            front.ask("/api/access", {"pin": "x"}, **{"X-Forwarded-For": f"192.168.1.{wrong}"})
    with pytest.raises(urllib.error.HTTPError, match="429"):
        front.ask("/api/access", {"pin": "x"}, **{"X-Forwarded-For": "192.168.1.99"})


BEHIND = {
    "1.0": "proxy_http_version 1.0;",
    "1.1": 'proxy_http_version 1.1; proxy_set_header Connection "";',
    "1.0, told": "proxy_http_version 1.0; proxy_set_header X-Forwarded-For $remote_addr;",
    "1.1, told": 'proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header X-Real-IP $remote_addr;',
    "1.1, name": 'proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $http_host;',
}
"""The settings of a proxy that the server was not told of; that of 1.1 is nginx's own since 1.29.7."""


@contextlib.contextmanager
def tunnel(back: int) -> Iterator[int]:
    """A tunnel that passes bytes on, as `ssh -L` does; gives its port."""

    class Passing(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            with socket.create_connection(("127.0.0.1", back)) as there:
                threading.Thread(target=pass_on, args=(there, self.request), daemon=True).start()
                pass_on(self.request, there)

    def pass_on(one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
            other.shutdown(socket.SHUT_WR)

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Passing) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


@pytest.fixture
def ways(answers: Any, tmp_path: Path) -> Iterator[tuple[Flask, dict[str, str]]]:
    """A server that knows of no proxy, and its start page through each."""
    table, ports = Table(answers), {way: free_port() for way in BEHIND}
    with socket.create_server(("127.0.0.1", 0)) as listener:
        back = listener.getsockname()[1]
        app = create_app(Site(table, access=Access(), own=OWN))
        server = create_server(app, listener)
        threading.Thread(target=server.run, daemon=True).start()
        text = "".join(
            f"server {{ listen 127.0.0.1:{ports[way]}; {setting} location / {{ proxy_pass http://127.0.0.1:{back}; }} "
            f"location /tableside/ {{ proxy_pass http://127.0.0.1:{back}/; }} }}"
            for way, setting in BEHIND.items()
        )
        with running_nginx(tmp_path, text, ports["1.0"]), tunnel(back) as through:
            homes = {way: f"http://127.0.0.1:{port}" for way, port in ports.items()}
            paths = {f"{way}, path": f"{home}/tableside" for way, home in homes.items()}
            yield app, {"direct": f"http://127.0.0.1:{back}", **homes, **paths, "tunnel": f"http://127.0.0.1:{through}"}
        table.stop()
        server.task_dispatcher.shutdown()


def status(home: str, act: str, token: str = "") -> int:
    method, path, body = ACTS[act]
    path, sent = path if path.startswith("/") else f"/api/tables/1/{path}", body()
    data = None if sent is None else json.dumps(sent).encode()
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    asked = urllib.request.Request(home + path, data, headers, method=method)
    try:
        with urllib.request.urlopen(asked, timeout=PATIENCE):
            return 200
    except urllib.error.HTTPError as error:
        return error.code


def test_a_role_is_the_same_through_every_proxy_and_none_is_none(ways: tuple[Flask, dict[str, str]]) -> None:
    """Some of them hide that they pass a stranger's request on, so that it looks like this computer's own."""
    app, homes = ways
    people: People = site_of(app).people
    first = json.dumps({"name": "Mallory", "role": "chief", "pin": "975310"}).encode()
    for home in homes.values():
        asked = urllib.request.Request(f"{home}/api/people", first, {"Content-Type": "application/json"})
        with pytest.raises(urllib.error.HTTPError, match="401"):
            urllib.request.urlopen(asked, timeout=PATIENCE)
    assert not people.store.anybody()
    assert status(homes["direct"], "people") == 200  # whoever is here owns the server as long as nobody has a role
    tokens = {role: people.let_in(people.add(role, role, None, "", ""), "").token for role in ROLES[1:]}
    allowed = {(role, act): code < 400 for role, act, code in cells(OF_ROLES)}
    for way, home in homes.items():
        found = {
            (role, act): status(home, act, tokens[role]) not in (401, 403)
            for role, act in allowed
            if act not in ("lay", "call")  # of which one device may make a few a minute
        }
        assert found == {key: may for key, may in allowed.items() if key in found}, way
        nobody = {act: status(home, act) for act in ACTS if act != "watch"}
        assert nobody == dict.fromkeys(nobody, 401), way
        assert status(home, "people", OWN.text) == 200, way


def test_a_proxy_that_the_server_was_not_told_of_is_logged_once(
    ways: tuple[Flask, dict[str, str]], caplog: pytest.LogCaptureFixture
) -> None:
    for way in ("direct", "1.1", "1.0", "1.1, told", "1.0, told"):
        status(ways[1][way], "watch")
    lines = [record.getMessage() for record in caplog.records if "through a proxy" in record.getMessage()]
    assert len(lines) == 1
    assert "--trusted-proxy 127.0.0.1" in lines[0]


def test_nginx_lets_as_much_through_as_tableside_takes() -> None:
    megabytes = UPLOAD_LIMIT // 2**20
    assert re.findall(r"client_max_body_size (\d+)m;", (FOLDER / "nginx.conf").read_text()) == [str(megabytes)]
