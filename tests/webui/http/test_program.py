"""The program that its own page stops."""

import threading
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from webui.http import program as program_module
from webui.http.app import create_app
from webui.http.program import Program, lets_phones_in
from webui.http.site import Site, site_of
from webui.table.table import Table

PATIENCE = 30
"""Seconds that what is awaited may take on a loaded machine."""


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    monkeypatch.setattr(program_module, "ANSWERED", 0.0)
    return threading.Event()


def opened(table: Table, program: Program) -> FlaskClient:
    app = create_app(Site(table))
    site_of(app).program = program
    return app.test_client()


def test_its_page_stops_it(table: Table, ended: threading.Event) -> None:
    client = opened(table, Program(None, ended.set))
    assert b'action="/stop"' in client.get("/").data
    answer = client.post("/stop")
    assert answer.status_code == 200
    assert b"Tableside has stopped" in answer.data
    assert ended.wait(PATIENCE)


def test_its_page_lets_phones_in_for_good(table: Table, ended: threading.Event, tmp_path: Path) -> None:
    program = Program(tmp_path, ended.set)
    client = opened(table, program)
    assert not lets_phones_in(tmp_path)
    assert b'action="/phones"' in client.get("/").data
    assert b'data-names="again"' in client.post("/phones").data
    assert ended.wait(PATIENCE)
    assert program.again
    assert lets_phones_in(tmp_path)


def test_without_a_folder_no_phones_can_be_let_in(table: Table, ended: threading.Event) -> None:
    client = opened(table, Program(None, ended.set))
    assert b'action="/phones"' not in client.get("/").data
    assert client.post("/phones").status_code == 404


@pytest.mark.parametrize("path", ["/stop", "/phones"])
def test_nobody_else_ends_it(table: Table, ended: threading.Event, tmp_path: Path, path: str) -> None:
    client = opened(table, Program(tmp_path, ended.set))
    assert client.post(path, environ_base={"REMOTE_ADDR": "192.168.1.9"}).status_code == 404
    assert client.post(path, headers={"X-Forwarded-For": "127.0.0.1"}).status_code == 404
    assert client.post(path, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert b'action="/stop"' not in client.get("/", environ_base={"REMOTE_ADDR": "192.168.1.9"}).data
    assert not ended.is_set()
    assert not lets_phones_in(tmp_path)


@pytest.mark.parametrize("path", ["/stop", "/phones"])
def test_one_that_was_started_from_a_terminal_is_stopped_there(client: FlaskClient, path: str) -> None:
    assert client.post(path).status_code == 404
    assert b'action="/stop"' not in client.get("/").data


def test_it_ends_when_no_page_was_open_for_long(ended: threading.Event) -> None:
    viewers, asked = [2, 1, 1, 0], threading.Event()

    def count() -> int:
        asked.set()
        return viewers.pop(0) if len(viewers) > 1 else viewers[0]

    Program(None, ended.set).stop_unwatched(count, most=0.05, every=0.01)
    assert ended.wait(PATIENCE)
    assert viewers == [0]


def test_it_goes_on_while_a_page_is_open(ended: threading.Event) -> None:
    looks = threading.Semaphore(0)

    def count() -> int:
        looks.release()
        return 1

    program = Program(None, ended.set)
    program.stop_unwatched(count, most=0.0, every=0.001)
    for _ in range(5):
        assert looks.acquire(timeout=PATIENCE)
    assert not ended.is_set()
    program.stop()
    assert ended.wait(PATIENCE)
