"""Webhooks in a real browser: added, tried, sent again, paused and removed."""

import json
import re
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessible import check, check_sizes
from tests.waiting import until
from webui.table.table import Table

Serve = Callable[[Table], str]


class Receiver(BaseHTTPRequestHandler):
    """A receiver of messages that remembers their ids, and answers as it is asked to."""

    ids: list[str]
    status = 204

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        type(self).ids.append(body["id"])
        self.send_response(type(self).status)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def receiver() -> Iterator[tuple[str, type[Receiver]]]:
    made = type("Own", (Receiver,), {"ids": []})
    server = ThreadingHTTPServer(("127.0.0.1", 0), made)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/hook", made
    server.shutdown()
    server.server_close()


def test_a_director_adds_tries_and_removes_a_webhook(
    page: Page, serve: Serve, table: Table, receiver: tuple[str, type[Receiver]]
) -> None:
    address, got = receiver
    page.goto(f"{serve(table)}/desk")
    page.get_by_role("link", name="Webhooks").click()
    page.get_by_role("button", name="Add a webhook").click()
    dialog = page.locator("#form-dialog")
    dialog.get_by_label("Address").fill(address)
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator("#notices")).to_contain_text("127.0.0.1 is this computer or one of its network")
    check(page)
    dialog.get_by_text("It may reach this computer and its network").click()
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(dialog.get_by_label("Secret")).to_have_value(re.compile("whsec_.+"))
    dialog.get_by_role("button", name="Done").click()
    hook = page.locator("[data-hook='1']")
    expect(hook).to_contain_text("may reach this computer and its network")
    assert address not in page.content()
    got.status = 500
    hook.get_by_role("button", name="Send a test").click()
    expect(page.locator("#notices")).to_contain_text("It answered 500")
    expect(hook).to_contain_text("refused with status 500")
    got.status = 204
    hook.get_by_role("button", name="Send again").click()
    expect(hook).to_contain_text("taken (204)")
    until(lambda: len(got.ids) == 2)
    assert len(set(got.ids)) == 1
    check(page)
    check_sizes(page)
    hook.get_by_role("button", name="Pause").click()
    expect(hook).to_contain_text("paused")
    hook.get_by_role("button", name="Remove").click()
    dialog.get_by_role("button", name="Remove").click()
    expect(page.locator("[data-hook]")).to_have_count(0)
