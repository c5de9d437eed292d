"""Connections that keep the server waiting are closed, and cost the others nothing."""

import socket
import threading
import time
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from tests.ordeals.starved import STREAM, closed_after, opened
from webui import server as servers
from webui.app import create_app
from webui.server import MOST_CONNECTIONS, THREADS, create_server
from webui.table.table import Table
from webui.table.viewers import MOST_VIEWERS

BODY = b"POST /api/play HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 14\r\n\r\n"


@pytest.fixture
def address(answers: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a server with short limits."""
    for name, seconds in {"HEADERS_TIME": 1.0, "BODY_GRACE": 1.5, "SILENCE": 2}.items():
        monkeypatch.setattr(servers, name, seconds)
    table = Table(answers)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = create_server(create_app(table), listener)
        threading.Thread(target=server.run, daemon=True).start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        table.stop()
        server.task_dispatcher.shutdown()


def answers_at(address: str) -> bool:
    with urllib.request.urlopen(f"{address}/api/play/state", timeout=10) as answer:
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
    assert closed_after(opened(address, begun), 12, trickle) < 11
    assert answers_at(address)


def test_a_request_in_two_parts_is_answered(address: str) -> None:
    with opened(address, BODY + b'{"do": ') as connection:
        time.sleep(0.3)
        connection.sendall(b'"call"}')
        assert connection.recv(4096).startswith(b"HTTP/1.1 400")


def test_very_many_half_open_requests_keep_nobody_waiting(address: str) -> None:
    halves = [opened(address, BODY) for _ in range(150)]
    assert answers_at(address)
    for half in halves:
        half.close()


def test_a_stream_that_is_taken_stays_open(address: str) -> None:
    with opened(address, STREAM) as connection:
        end = time.monotonic() + 3.5
        while time.monotonic() < end:
            assert connection.recv(4096)
            time.sleep(0.05)


def test_every_viewer_has_a_thread_and_some_are_left() -> None:
    assert MOST_VIEWERS >= 200
    assert THREADS > MOST_VIEWERS
    assert MOST_CONNECTIONS > THREADS


@pytest.mark.parametrize(
    "headers",
    [{"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}, {"Origin": "https://elsewhere.example"}],
)
def test_another_site_opens_no_stream(answers: Any, headers: dict[str, str]) -> None:
    client = create_app(Table(answers)).test_client()
    assert client.get("/api/events", headers=headers).status_code == 403
    assert client.get("/", headers=headers).status_code == 200
    own = client.get("/api/events", headers={"Sec-Fetch-Site": "same-origin"}, buffered=False)
    assert own.status_code == 200
    own.close()
