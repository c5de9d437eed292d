"""HTTPS and HTTP on one port: what is answered by which, and that slow handshakes keep nobody waiting."""

import http.client
import json
import socket
import ssl
import subprocess
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.waiting import PATIENCE, until
from webui.access import certificates
from webui.access.authority import Authority, certified
from webui.access.certificates import GivenCertificate, OwnCertificate
from webui.access.https import Https
from webui.access.pin import Access
from webui.http import server as servers
from webui.http import sse
from webui.http.app import UPLOAD_LIMIT, create_app
from webui.http.server import create_server
from webui.http.site import Site
from webui.http.viewers import MOST_VIEWERS
from webui.table.table import Table

HOSTS = ["127.0.0.1", "localhost"]
NEAR = {"X-Forwarded-For": "192.168.1.7"}
"""Not of this computer: its own address may go on by HTTP."""


@dataclass
class Served:
    """A server with an authority.

    Attributes:
        port: Where it listens.
        trusting: What a phone that trusts the authority connects by.
        access: Its PIN.
    """

    port: int
    trusting: ssl.SSLContext
    access: Access
    authority: Authority
    hosts: list[str]

    def connect(self) -> ssl.SSLSocket:
        sock = socket.create_connection(("127.0.0.1", self.port), PATIENCE)
        return self.trusting.wrap_socket(sock, server_hostname="127.0.0.1")

    def ask(self, path: str, method: str = "GET", body: Any = None, **headers: str) -> tuple[int, bytes]:
        line = http.client.HTTPSConnection("127.0.0.1", self.port, context=self.trusting, timeout=PATIENCE)
        line.request(method, path, body, headers)
        answer = line.getresponse()
        got = answer.status, answer.read()
        line.close()
        return got

    def plainly(self, path: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], bytes]:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        line.request(method, path, headers=headers)
        answer = line.getresponse()
        got = answer.status, dict(answer.headers), answer.read()
        line.close()
        return got


@pytest.fixture
def served(answers: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    monkeypatch.setattr(certificates, "LOOKED", 0.0)
    table, authority, hosts = Table(answers), Authority.open(None, []), list(HOSTS)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        access = Access(f"https://127.0.0.1:{port}/")
        app = create_app(Site(table, access=access, https=Https(authority.pem, authority.fingerprint)))
        server = create_server(app, listener, OwnCertificate(authority, lambda: certified(hosts)))
        threading.Thread(target=server.run, daemon=True).start()
        trusting = ssl.create_default_context(cadata=authority.pem.decode())
        yield Served(port, trusting, access, authority, hosts)
        table.stop()
        server.task_dispatcher.shutdown()


def test_a_phone_that_trusts_the_authority_is_answered(served: Served) -> None:
    status, body = served.ask("/api/access")
    assert (status, json.loads(body)["role"]) == (200, "chief")
    status, page = served.ask("/?lang=zh")
    assert (status, b"tableside.crt" in page, served.authority.fingerprint.encode() in page) == (200, True, True)


def test_a_large_body_comes_and_goes(served: Served) -> None:
    """Bodies of many records of TLS, more than the system holds for a connection."""
    status, body = served.ask("/api/tables/1/hands", "POST", b"x" * (UPLOAD_LIMIT + 1))
    assert (status, json.loads(body)["kind"]) == (413, "too-large")
    status, script = served.ask("/static/palette.js")
    assert (status, len(script)) == (200, len((Path(servers.__file__).parents[1] / "static/palette.js").read_bytes()))


@pytest.mark.parametrize(
    ("path", "method", "status", "leads"),
    [
        ("/t/1?lang=en", "GET", 302, "/t/1?lang=en"),
        ("/api/tables/1/match", "GET", 302, "/api/tables/1/match"),
        ("/api/tables/1/hands", "POST", 403, None),
        ("/api/access", "POST", 403, None),
        ("/tableside.crt", "GET", 200, None),
        ("/api/health", "GET", 200, None),
    ],
)
def test_what_a_phone_asks_by_http_is_led_to_https(
    served: Served, monkeypatch: pytest.MonkeyPatch, path: str, method: str, status: int, leads: str | None
) -> None:
    monkeypatch.setattr("webui.http.routes.https.is_loopback", lambda _: False)
    got, headers, body = served.plainly(path, method)
    assert got == status
    assert headers.get("Location") == (leads and f"https://127.0.0.1:{served.port}{leads}")
    if status == 403:
        assert json.loads(body)["kind"] == "https-needed"


def test_this_computer_may_go_on_by_http(served: Served) -> None:
    assert json.loads(served.plainly("/api/access")[2])["role"] == "chief"


def test_the_authority_is_a_file_that_phones_take_for_a_certificate(served: Served) -> None:
    status, headers, body = served.plainly("/tableside.crt", **NEAR)
    assert (status, headers["Content-Type"], body) == (200, "application/x-x509-ca-cert", served.authority.pem)


def test_the_cookie_of_the_language_is_for_https_alone(served: Served) -> None:
    with urllib.request.urlopen(f"https://127.0.0.1:{served.port}/?lang=zh", context=served.trusting) as answer:
        assert "Secure" in answer.headers["Set-Cookie"]


def test_who_does_not_trust_it_costs_nothing(served: Served) -> None:
    strange = ssl.create_default_context()  # takes longer than a handshake, for which the server waits ten seconds
    for _ in range(20):
        with pytest.raises(ssl.SSLCertVerificationError), socket.create_connection(("127.0.0.1", served.port)) as sock:
            strange.wrap_socket(sock, server_hostname="127.0.0.1")
    assert served.ask("/api/health")[0] == 200


@pytest.mark.parametrize("begun", [b"", b"\x16", b"\x16\x03\x01\x02\x00\x01", b"\x16" + b"\xff" * 200])
def test_a_handshake_that_does_not_end_is_closed_and_keeps_nobody_waiting(
    served: Served, monkeypatch: pytest.MonkeyPatch, begun: bytes
) -> None:
    with ExitStack() as stack:
        slow = [stack.enter_context(socket.create_connection(("127.0.0.1", served.port))) for _ in range(50)]
        for each in slow:
            each.sendall(begun)
        assert served.ask("/api/health")[0] == 200
        monkeypatch.setattr(servers, "HEADERS_TIME", 1.0)
        for each in slow:
            each.settimeout(PATIENCE)
            until(lambda each=each: is_over(each))  # type: ignore[misc]


def is_over(connection: socket.socket) -> bool:
    try:
        return len(connection.recv(4096)) == 0
    except ConnectionResetError:
        return True


def test_a_request_in_single_bytes_is_answered(served: Served) -> None:
    with served.connect() as line:
        for byte in b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n":
            line.sendall(bytes([byte]))
        assert line.recv(4096).startswith(b"HTTP/1.1 200")


def test_two_requests_at_once_are_both_answered(served: Served) -> None:
    asked = b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with served.connect() as line:
        line.sendall(asked * 2)
        got = b""
        while got.count(b"HTTP/1.1 200") < 2:
            got += line.recv(4096)


def test_a_connection_that_is_ended_says_so(served: Served) -> None:
    with served.connect() as line:
        line.sendall(b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        got = b""
        while part := line.recv(4096):  # an end that says nothing raises SSLEOFError
            got += part
        assert got.startswith(b"HTTP/1.1 200")


def test_another_address_gets_another_certificate_while_the_server_runs(served: Served) -> None:
    served.trusting.check_hostname = False
    before = shown(served)
    assert shown(served) == before
    served.hosts.append("192.168.1.7")
    after = shown(served)
    assert after != before
    assert ("IP Address", "192.168.1.7") in after["subjectAltName"]


def shown(served: Served) -> dict[str, Any]:
    with served.connect() as line:
        return line.getpeercert() or {}


def test_files_that_change_are_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certificates, "LOOKED", 0.0)
    authority = Authority.open(None, [])
    file = tmp_path / "hall.pem"
    file.write_bytes(authority.issue(certified(HOSTS), authority.certificate.not_valid_before_utc).pem)
    given = GivenCertificate(file, None)
    before = given.context()
    assert given.context() is before
    file.write_bytes(b"half a file")
    assert given.context() is before
    file.write_bytes(authority.issue(certified(["desk.local"]), authority.certificate.not_valid_before_utc).pem)
    assert given.context() is not before


def test_a_key_with_a_password_is_refused_and_not_asked_for(tmp_path: Path) -> None:
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-subj", "/CN=hall", "-passout", "pass:x"]
    subprocess.run([*made, "-keyout", "key.pem", "-out", "cert.pem"], cwd=tmp_path, check=True, capture_output=True)
    with pytest.raises(OSError, match=r".*"):
        GivenCertificate(tmp_path / "cert.pem", tmp_path / "key.pem")


@pytest.mark.long
def test_as_many_watch_by_https_as_by_http(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sse, "STREAM_LIFE", 2 * PATIENCE)  # none ends before the last one is open
    asked = b"GET /api/tables/1/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with ExitStack() as stack:
        for _ in range(MOST_VIEWERS):
            line = stack.enter_context(served.connect())
            line.sendall(asked)
            assert line.recv(4096).startswith(b"HTTP/1.1 200")
        assert served.ask("/api/tables/1/match")[0] == 200
        assert served.ask("/api/tables/1/events")[0] == 503


def test_a_phone_plays_by_https(served: Served, browser: Browser) -> None:
    context = browser.new_context(service_workers="block", ignore_https_errors=True, extra_http_headers=NEAR)
    page = context.new_page()
    page.goto(f"https://127.0.0.1:{served.port}/#pin={served.access.pin}")
    expect(page.locator("#notices")).to_contain_text("Welcome")
    page.set_input_files("#drop input:not([capture])", Path(__file__).parents[2] / "data/hand.jpg")
    page.wait_for_url("**/hands/*")
    expect(page.locator("main")).to_contain_text("points")
    context.close()
