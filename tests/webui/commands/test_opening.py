"""`tableside serve --open`: the page that it opens, and a second start beside it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.waiting import PATIENCE, child, until, whole_lines
from webui.commands.opening import ADDRESS, keep_address, running


@pytest.mark.parametrize(
    "kept",
    [None, b"", b"[]", b"{}", b'{"address": 1}', b'{"address": "file:///etc/passwd"}', b'{"address": "http://[/"}',
     b'{"address": "http://127.0.0.1:1/"}'],
)  # fmt: skip
def test_nothing_runs_where_nothing_answers(tmp_path: Path, kept: bytes | None) -> None:
    if kept is not None:
        (tmp_path / ADDRESS).write_bytes(kept)
    assert running(tmp_path) is None


def test_another_program_on_that_port_is_not_taken_for_it(tmp_path: Path) -> None:
    (tmp_path / "api").mkdir()
    (tmp_path / "api/health").write_text('{"ok": true}')
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as other:
        assert other.stdout
        keep_address(tmp_path, f"http://127.0.0.1:{other.stdout.readline().split()[5]}/")
        assert running(tmp_path) is None
        other.terminate()


@pytest.mark.long
def test_it_opens_lets_phones_in_and_stops_from_its_page(tmp_path: Path, page: Page) -> None:
    data, opened = tmp_path / "data", tmp_path / "opened.txt"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >> {opened}\n')
    browser.chmod(0o755)
    command = [sys.executable, "-m", "webui", "serve", "--open", "--port", "0", "--data", str(data)]
    environment = {**os.environ, "BROWSER": f"{browser} %s"}

    def addresses() -> list[str]:
        return whole_lines(opened)

    with child(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as program:
        until(lambda: len(addresses()) == 1)
        address = addresses()[0]
        assert json.loads((data / ADDRESS).read_text()) == {"address": address}

        subprocess.run(command, env=environment, check=True, timeout=60, stdout=subprocess.DEVNULL)
        assert addresses() == [address, address], "a second start opens the page of the first"

        page.goto(address)
        page.locator("#phone").evaluate("details => (details.open = true)")
        page.get_by_role("button", name="Allow phones").click()
        page.wait_for_url(f"{address}#code", timeout=1000 * PATIENCE)
        expect(page.locator("#phone")).to_contain_text("network", timeout=1000 * PATIENCE)
        expect(page.get_by_role("button", name="Allow phones")).to_have_count(0)
        assert len(addresses()) == 2, "a page that is open is not opened again"

        page.locator(".stop summary").click()
        page.get_by_role("button", name="Stop now").click()
        expect(page.get_by_role("heading")).to_have_text("Tableside has stopped", timeout=1000 * PATIENCE)
        assert program.wait(PATIENCE) == 0
        assert program.stderr
        assert "Traceback" not in program.stderr.read()
