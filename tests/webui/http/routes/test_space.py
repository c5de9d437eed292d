"""The space that photographs take, and removing them on the page."""

import io
import os
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, Route, expect

from scoring.match.records import Pruned
from tests.browser.accessible import check
from tests.served import Answers
from tests.waiting import until
from tests.webui.http.routes.test_hands import send
from tests.webui.http.routes.test_matches import SIT, do
from webui.http.app import create_app
from webui.http.site import Site
from webui.records.hands import KeptHand
from webui.records.store import Storage
from webui.table.table import Table


@pytest.fixture
def table(answers: Answers, tmp_path: Path) -> Table:
    """A table that keeps its records on the disk."""
    return Table(answers, records=Storage.open(tmp_path / "data"))


@pytest.fixture
def client(table: Table, photo: bytes) -> FlaskClient:
    """A photograph that is 400 days old, and a match without one."""
    client = create_app(Site(table)).test_client()
    hand = send(client, photo).get_json()["hand"]
    path = table.records.photos.path(table.records.photos.all()[0].sha256)
    assert path
    assert hand
    at = time.time() - 400 * 24 * 3600
    os.utime(path, (at, at))
    do(client, SIT)
    return client


def test_what_would_go_is_said_before_it_goes(client: FlaskClient, table: Table) -> None:
    kept = client.get("/api/photos").get_json()
    assert (kept["kept"], kept["photos"], kept["removed"]) == (1, 0, False)
    sha256 = table.records.photos.all()[0].sha256
    asked = client.post("/api/photos/prune", json={"older": 365}).get_json()
    assert (asked["photos"], asked["freed"], asked["removed"]) == (1, kept["size"], False)
    assert client.post("/api/photos/prune", json={"older": 500}).get_json()["photos"] == 0
    assert table.records.photos.has(sha256)
    gone = client.post("/api/photos/prune", json={"older": 365, "remove": True, "reason": "room"}).get_json()
    assert (gone["photos"], gone["removed"]) == (1, True)
    assert not table.records.photos.has(sha256)
    assert table.records.journal.entries(1)[-1].act == Pruned((sha256,), "room")
    assert client.get("/api/tables/1/match").get_json()["refused"] == []


@pytest.mark.parametrize(
    "body", [{"older": -1}, {"older": "x"}, {"larger": True}, {"larger": 1e300}, {"older": 1, "reason": 3}]
)
def test_limits_that_are_none_remove_nothing(client: FlaskClient, table: Table, body: dict[str, object]) -> None:
    response = client.post("/api/photos/prune", json={**body, "remove": True})
    assert (response.status_code, response.get_json()["kind"]) == (400, "body-invalid")
    assert len(table.records.photos.all()) == 1


def test_the_page_removes_photographs_after_it_said_which(
    page: Page, serve: Callable[[Table], str], table: Table, client: FlaskClient
) -> None:
    page.goto(serve(table) + "/")
    page.get_by_role("link", name="Storage").click()
    expect(page.locator("#space")).to_contain_text("Photos: 1, ")
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("#planned")).to_contain_text("Photos to delete: 1, ")
    page.get_by_label("Older than").fill("500")
    expect(page.locator("#planned")).to_be_empty()
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("#planned")).to_contain_text("That frees nothing.")
    page.get_by_label("Older than").fill("365")
    page.get_by_label("Reason, for the record").fill("new season")
    page.get_by_role("button", name="Preview").click()
    check(page)
    page.get_by_role("button", name="Delete for good (1)").click()
    expect(page.locator("#space")).to_contain_text("Photos: 0")
    until(lambda: getattr(table.records.journal.entries(1)[-1].act, "reason", None) == "new season")


@pytest.fixture
def many(table: Table, photo: bytes) -> list[str]:
    """The hashes of forty photographs of hands, each 400 days old."""
    found = []
    for n in range(40):
        sha256 = table.records.photos.put(photo + bytes([n]))
        table.records.hands.keep(KeptHand(f"many{n}", 1, 0, "2026-01-01T00:00:00Z", sha256, "", "{}"))
        path = table.records.photos.path(sha256)
        assert path
        at = time.time() - 400 * 24 * 3600 + n
        os.utime(path, (at, at))
        found.append(sha256)
    return found


def test_as_many_as_are_asked_for_go_the_oldest_first(table: Table, many: list[str]) -> None:
    client = create_app(Site(table)).test_client()
    asked = {"older": 365, "most": 12, "remove": True, "reason": "room"}
    for begin in (0, 12, 24, 36):
        gone = client.post("/api/photos/prune", json=asked).get_json()
        assert gone["photos"] == len(many[begin : begin + 12])
        assert table.records.journal.entries(1)[-1].act == Pruned(tuple(many[begin : begin + 12]), "room")
        assert [table.records.photos.has(each) for each in many] == [n >= begin + 12 for n in range(40)]
    for most in (0, -1, True, "1", 1.5, 10**9):
        assert client.post("/api/photos/prune", json=asked | {"most": most}).get_json()["kind"] == "body-invalid"


@pytest.mark.long
def test_removing_shows_how_far_it_is_and_stops_with_what_it_did(
    page: Page, serve: Callable[[Table], str], table: Table, many: list[str]
) -> None:
    asked: list[dict[str, Any]] = []

    def slowly(route: Route) -> None:
        sent = route.request.post_data_json
        if sent.get("remove"):
            asked.append(sent)
            sent = sent | {"most": 12}
            if len(asked) == 2:
                expect(work.get_by_role("status")).to_have_text("Photos deleted: 12 of 40")
                expect(work.get_by_role("progressbar")).to_have_attribute("max", "40")
                check(page)
                work.get_by_role("button", name="Stop").click()
        route.continue_(post_data=sent)

    page.goto(serve(table) + "/photos")
    work = page.locator("#planned .long-work")
    page.get_by_role("button", name="Preview").click()
    page.route("**/api/photos/prune", slowly)
    page.get_by_role("button", name="Delete for good (40)").click()
    expect(page.locator("#planned")).to_contain_text("Stopped. Photos deleted: 24 of 40, ")
    expect(page.locator("#space")).to_contain_text("Photos: 16")
    assert [each["most"] for each in asked] == [40, 28]
    assert [table.records.photos.has(each) for each in many] == [n >= 24 for n in range(40)]
    assert [act.photos for each in table.records.journal.entries(1) if isinstance(act := each.act, Pruned)] == [
        tuple(many[:12]),
        tuple(many[12:24]),
    ]


def test_everything_is_had_as_one_file(table: Table, client: FlaskClient, tmp_path: Path) -> None:
    answer = client.get("/api/backup.zip")
    assert answer.status_code == 200
    assert answer.content_length == len(answer.data)
    with zipfile.ZipFile(io.BytesIO(answer.data)) as archive:
        names = archive.namelist()
    answer.close()
    [photo] = table.records.photos.all()
    assert {"tableside.db", "manifest.json"} <= set(names)
    assert any(photo.sha256 in name for name in names)
    assert not any(name.startswith((".backup", "access.key")) for name in names)
    assert not list((tmp_path / "data").glob(".backup-*"))


def test_what_lasts_in_no_file_is_not_copied(answers: Answers) -> None:
    refused = create_app(Site(Table(answers))).test_client().get("/api/backup.zip")
    assert (refused.status_code, refused.get_json()["kind"]) == (409, "nothing-lasts")


@pytest.mark.long
def test_a_copy_is_kept_by_one_tap(
    client: FlaskClient, table: Table, serve: Callable[[Table], str], page: Page
) -> None:
    page.goto(f"{serve(table)}/photos")
    with page.expect_download() as download:
        page.click("#keep-copy")
    assert zipfile.is_zipfile(download.value.path())
    name = download.value.suggested_filename
    expect(page.locator("#copying")).to_contain_text(f"Kept in the downloads of this device: {name}")
    check(page)
    page.route("**/api/backup.zip", lambda route: None)  # it takes for ever
    page.click("#keep-copy")
    page.click("#copying button")
    expect(page.locator("#copying")).to_have_text("Stopped: no backup was saved.")
    expect(page.locator("#keep-copy")).to_be_enabled()


@pytest.mark.parametrize("path", ["/api/backup.zip", "/api/hall/events/1", "/api/people", "/api/referee"])
def test_what_needs_a_role_is_made_for_no_other_site(client: FlaskClient, path: str) -> None:
    for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Origin": "http://other.example"}):
        refused = client.get(path, headers=headers)
        assert (refused.status_code, refused.get_json()["kind"]) == (403, "foreign-site"), path
    for headers in ({"Sec-Fetch-Site": "same-origin"}, {"Sec-Fetch-Site": "none"}, {}):
        with client.get(path, headers=headers) as answer:
            assert answer.status_code != 403
    assert client.get("/api/tables", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 200
