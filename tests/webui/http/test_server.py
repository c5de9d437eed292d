"""Connections that keep the server waiting are closed, and cost the others nothing."""

import json
import socket
import threading
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import pytest
from flask import Flask
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.task import ErrorTask, WSGITask

from tests.ordeals.starved import STREAM, is_closed, opened
from tests.waiting import PATIENCE, stays, until
from webui.http import server as servers
from webui.http.app import create_app
from webui.http.server import create_server
from webui.http.site import Site
from webui.table.table import Table

POST = "POST /api/tables/1/hands HTTP/1.1\r\nHost: localhost\r\n"
BODY = (
    b"POST /api/tables/1/play HTTP/1.1\r\nHost: localhost\r\n"
    b"Content-Type: application/json\r\nContent-Length: 14\r\n\r\n"
)


@contextmanager
def short_limits() -> Iterator[None]:
    """Have the server wait for a short time; a client that is only slow on a loaded machine is then closed too."""
    with pytest.MonkeyPatch.context() as patch:
        for name, seconds in {"HEADERS_TIME": 1.0, "BODY_GRACE": 1.5, "SILENCE": 2}.items():
            patch.setattr(servers, name, seconds)
        yield


@pytest.fixture
def address(answers: Any, application: Callable[..., Flask]) -> Iterator[str]:
    """The address of a server."""
    table = Table(answers)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = create_server(application(table), listener)
        threading.Thread(target=server.run, daemon=True).start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        table.stop()
        server.task_dispatcher.shutdown()


def answers_at(address: str) -> bool:
    with urllib.request.urlopen(f"{address}/api/tables/1/play", timeout=PATIENCE) as answer:
        return bool(answer.status == 200)


@pytest.mark.parametrize(
    ("begun", "trickle"),
    [
        (b"", b""),
        (b"GET / HTTP/1.1\r\nHost: loc", b""),
        (b"GET / HTTP/1.1\r\nHost: loc", b"x"),
        (BODY, b""),
        (BODY, b"x"),
    ],
)
def test_a_request_that_does_not_end_is_closed(address: str, begun: bytes, trickle: bytes) -> None:
    with opened(address, begun) as connection, short_limits():
        until(lambda: is_closed(connection, trickle))
    assert answers_at(address)


def test_a_request_in_two_parts_is_answered(address: str) -> None:
    patient = BODY.replace(b"\r\n\r\n", b"\r\nExpect: 100-continue\r\n\r\n")
    with opened(address, patient + b'{"do": ') as connection, connection.makefile("rb") as answer:
        assert answer.readline().startswith(b"HTTP/1.1 100")  # the first part is there
        connection.sendall(b'"call"}')
        assert answer.readline() == b"\r\n"
        assert answer.readline().startswith(b"HTTP/1.1 400")


def test_very_many_half_open_requests_keep_nobody_waiting(address: str) -> None:
    halves = [opened(address, BODY) for _ in range(150)]
    assert answers_at(address)
    for half in halves:
        half.close()


def test_a_stream_that_is_taken_stays_open(address: str) -> None:
    with opened(address, STREAM) as connection, short_limits():
        stays(lambda: connection.recv(4096), 3.5)


@pytest.mark.parametrize(
    "headers",
    [{"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}, {"Origin": "https://elsewhere.example"}],
)
def test_another_site_opens_no_stream(answers: Any, headers: dict[str, str]) -> None:
    client = create_app(Site(Table(answers))).test_client()
    assert client.get("/api/tables/1/events", headers=headers).status_code == 403
    assert client.get("/", headers=headers).status_code == 200
    own = client.get("/api/tables/1/events", headers={"Sec-Fetch-Site": "same-origin"}, buffered=False)
    assert own.status_code == 200
    own.close()


def refused(address: str, sent: bytes) -> tuple[int, dict[str, Any]]:
    """Return the answer to some bytes: the status, and the JSON."""
    with opened(address, sent) as connection:
        connection.settimeout(PATIENCE)
        answer = b""
        while part := connection.recv(65536):
            answer += part
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"Content-Security-Policy" in head
    return int(head.split()[1]), json.loads(body)


@pytest.mark.parametrize(
    ("sent", "status", "kind"),
    [
        (
            b"POST /api/tables/1/hands HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000000000\r\n\r\n",
            413,
            "too-large",
        ),
        ((b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 262_144)[:262_144], 431, "header-too-large"),
        (b"GET / HTTP/1.1\r\nHost localhost\r\n\r\n", 400, "not-http"),
        (b"POST /api/tables/1/hands HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\n\r\n", 501, "not-http"),
        (b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n", 400, "not-http"),
    ],
)
def test_what_is_no_request_is_answered_in_the_shape_of_all_errors(
    address: str, sent: bytes, status: int, kind: str
) -> None:
    answered, said = refused(address, sent)
    assert (answered, said["kind"], said["ok"]) == (status, kind, False)
    assert said["error"]
    assert said["fix"]
    assert "%(" not in said["error"] + said["fix"]


def test_the_server_answers_in_the_language_of_the_browser(address: str) -> None:
    _, said = refused(address, b"GET / HTTP/1.1\r\nHost: localhost\r\nAccept-Language: zh-TW\r\nX: \r\ny\r\n\r\n")
    assert said["kind"] == "not-http"


LARGE = 130_000_000


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize("kind", ["multipart/form-data; boundary=b", "application/json"])
def test_a_body_of_any_size_is_refused_in_the_shape_of_all_errors(address: str, chunked: bool, kind: str) -> None:
    part = bytes(1_000_000)
    how = "Transfer-Encoding: chunked" if chunked else f"Content-Length: {LARGE}"
    head = f"{POST}Connection: close\r\nContent-Type: {kind}\r\n{how}\r\n\r\n"
    with opened(address, head.encode()) as connection:
        for _ in range(LARGE // len(part)):
            connection.sendall(b"F4240\r\n" + part + b"\r\n" if chunked else part)
        if chunked:
            connection.sendall(b"0\r\n\r\n")
        connection.settimeout(PATIENCE)
        answer = b""
        while got := connection.recv(65536):
            answer += got
    said = json.loads(answer.partition(b"\r\n\r\n")[2])
    assert answer.startswith(b"HTTP/1.1 413")
    assert said["kind"] == "too-large"


def test_who_asks_before_sending_a_large_body_is_told_at_once(address: str) -> None:
    head = f"{POST}Expect: 100-continue\r\nContent-Length: {LARGE}\r\n\r\n"
    status, said = refused(address, head.encode())
    assert (status, said["kind"]) == (413, "too-large")


BUILT_ON: Final = {
    HTTPChannel: (
        "requests requests_lock request outbufs outbuf_lock current_outbuf_count total_outbufs_len will_close "
        "close_when_flushed connected socket server creation_time last_activity _flush_some _flush_exception readable "
        "writable received recv service cancel handle_read handle_write handle_close parser_class task_class "
        "error_task_class"
    ),
    HTTPRequestParser: (
        "parse_header received close chunked content_length expect_continue body_rcv body_bytes_received "
        "headers_finished completed error"
    ),
    WSGITask: "get_environment channel request",
    ErrorTask: "execute set_close_on_finish write response_headers content_length status",
}
"""Names of waitress that `webui.http.server` overrides or reads, and that no version of it promises."""


@pytest.mark.parametrize("kind", BUILT_ON, ids=lambda kind: kind.__name__)
def test_the_names_that_the_server_builds_on_are_there(kind: type) -> None:
    made = {name for each in kind.__mro__ for name in getattr(each.__init__, "__code__", (lambda: 0).__code__).co_names}
    assert [name for name in BUILT_ON[kind].split() if name not in made and not hasattr(kind, name)] == []
