"""`tableside serve` killed and started again: it goes on where it was, and so does the page."""

import json
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from click.testing import CliRunner
from playwright.sync_api import Page, expect

from tests.waiting import PATIENCE, until
from tests.webui.cable import free_port
from webui.cli import main
from webui.records.database.sqlite import FILE
from webui.records.store import Storage

HAND = Path(__file__).parents[2] / "data/hand.jpg"

Serve = Callable[[], subprocess.Popen[str]]


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def serve(tmp_path: Path, port: int) -> Iterator[Serve]:
    """Starts the command on the same port and folder each time; it is killed at the end."""
    running: list[subprocess.Popen[str]] = []

    def start() -> subprocess.Popen[str]:
        command = [sys.executable, "-c", "from webui.cli import main; main()", "serve", "--port", str(port)]
        process = subprocess.Popen([*command, "--data", str(tmp_path)], stdout=subprocess.PIPE, text=True)
        running.append(process)
        assert process.stdout
        assert re.search(r"http://\S+", process.stdout.readline())
        visit = urllib.request.Request(f"http://127.0.0.1:{port}/", headers={"Sec-Fetch-Mode": "navigate"})
        with urllib.request.urlopen(visit, timeout=PATIENCE):  # the first one leads to the set-up
            return process

    yield start
    for process in running:
        process.kill()
        process.communicate()


def ask(port: int, method: str, path: str, body: Any = None) -> Any:
    data, headers = (None, {}) if body is None else (json.dumps(body).encode(), {"Content-Type": "application/json"})
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, headers, method=method)
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return json.load(answer)


@pytest.mark.long
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_the_server_goes_on_where_it_was(serve: Serve, port: int, how: signal.Signals) -> None:
    first = serve()
    hand = ask(port, "POST", "/api/tables/1/hands")["hand"]
    ask(port, "POST", f"/api/hands/{hand['id']}/changes", {"version": 1, "change": {"do": "add", "tile": "5m"}})
    ask(port, "POST", "/api/tables/1/play", {"do": "deal", "hand": 6, "dealer": 2})
    first.send_signal(how)
    first.wait(PATIENCE)
    serve()
    (kept,) = ask(port, "GET", "/api/tables/1/hands")["hands"]
    assert (kept["id"], kept["version"], kept["laid"]["concealed"][0]["tile"]) == (hand["id"], 2, "5m")
    seats = ask(port, "GET", "/api/tables/1/play")["seats"]
    assert (seats["hand"], seats["dealer"]) == (6, 2)


@pytest.mark.long
def test_a_page_that_loses_the_server_says_so_and_sends_what_was_entered(serve: Serve, port: int, page: Page) -> None:
    first = serve()
    hand = ask(port, "POST", "/api/tables/1/hands")["hand"]
    page.goto(f"http://127.0.0.1:{port}/hands/{hand['id']}")
    page.click("[data-key=add]")
    first.kill()
    first.wait(PATIENCE)
    expect(page.locator("#line-down")).to_be_visible()
    expect(page.locator("body.unanswered main")).to_have_css("filter", "grayscale(1)")
    page.click("#palette [data-key=face-5m]")
    expect(page.locator("#verdict")).to_contain_text("Not scored")
    serve()
    expect(page.locator("#line-down")).to_be_hidden()
    expect(page.locator("#mat [data-key=c0]")).to_be_visible()

    def concealed() -> list[str]:
        (kept,) = ask(port, "GET", "/api/tables/1/hands")["hands"]
        return [slot["tile"] for slot in kept["laid"]["concealed"]]

    until(lambda: concealed() == ["5m"])


def test_a_second_server_on_the_folder_says_so(tmp_path: Path) -> None:
    with closing(Storage.open(tmp_path)):
        result = CliRunner().invoke(main, ["serve", "--port", "0", "--data", str(tmp_path)])
    assert result.exit_code == 1
    assert f"Another Tableside keeps its records in {tmp_path}" in " ".join(result.stderr.split())


def test_a_database_that_cannot_be_used_is_said(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"no database " * 100)
    result = CliRunner().invoke(main, ["serve", "--port", "0", "--data", str(tmp_path)])
    assert result.exit_code == 1
    said = " ".join(result.stderr.split())
    assert "is damaged, or no database of Tableside" in said
    assert "tableside restore" in said


@pytest.mark.long
def test_a_photograph_taken_while_the_server_is_gone_is_sent_later(serve: Serve, port: int, page: Page) -> None:
    first = serve()
    address = f"http://127.0.0.1:{port}/"
    page.goto(address)
    first.kill()
    first.wait()
    page.set_input_files("#drop input:not([capture])", HAND)
    expect(page.locator("#outbox")).to_contain_text("Waits to be sent: 1 photo")
    expect(page.locator("#busy")).to_be_hidden()
    page.set_input_files("#drop input:not([capture])", HAND)
    expect(page.locator("#outbox")).to_contain_text("Waits to be sent: 2 photos")
    with page.expect_download() as saved:
        page.click("#outbox a[download]")
    assert saved.value.path().read_bytes() == HAND.read_bytes()
    page.goto("about:blank")
    serve()
    page.goto(address)
    sent = page.locator(".notice a").get_attribute("href")  # at once: the notice goes by itself
    expect(page.locator("#outbox")).to_be_hidden()
    until(lambda: len(ask(port, "GET", "/api/tables/1/hands")["hands"]) == 2)
    page.goto(urljoin(address, sent))
    page.wait_for_url("**/hands/*")
    expect(page.locator(".marks g")).not_to_have_count(0)


@pytest.mark.long
def test_a_waiting_photograph_that_is_no_picture_is_said_and_put_away(
    serve: Serve, port: int, page: Page, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(b"\xff\xd8no picture")
    first = serve()
    page.goto(f"http://127.0.0.1:{port}/")
    first.kill()
    first.wait()
    for file in (broken, HAND):
        page.set_input_files("#drop input:not([capture])", file)
        expect(page.locator("#outbox")).to_be_visible()
    serve()
    expect(page.locator("#outbox")).to_contain_text("broken.jpg cannot be read")
    page.click("[data-key=drop-waiting]")
    expect(page.locator("#outbox")).to_be_hidden()
    until(lambda: len(ask(port, "GET", "/api/tables/1/hands")["hands"]) == 1)
