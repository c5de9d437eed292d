"""A match as a file, and a bundle that another Tableside made."""

import csv
import io
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import openpyxl
import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, Route, expect
from werkzeug.test import TestResponse

from scoring.match.match import fold
from tests.browser.accessible import check, check_sizes
from tests.waiting import until
from tests.webui.http.routes.test_hands import send
from tests.webui.http.routes.test_matches import SIT, do
from webui.exports.bundle import open_bundle
from webui.table.table import Table


def get(client: FlaskClient, form: str, **asked: Any) -> TestResponse:
    response = client.get(f"/t/1/match.{form}", query_string=asked)
    assert response.status_code == 200, response.get_data(as_text=True)
    assert response.content_length == len(response.data)
    response.close()
    return response


@pytest.fixture
def played(client: FlaskClient, photo: bytes) -> FlaskClient:
    """A match with a hand that was photographed, the second of the table."""
    do(client, SIT, {"type": "Drawn"})
    do(client, {"type": "Seated", "players": ["Eve", "Fay", "Gil", "Hu"]})
    hand = send(client, photo).get_json()["hand"]["id"]
    do(client, {"type": "Won", "winner": "S", "points": 20, "payer": "W", "laid": hand})
    return client


def test_spreadsheets_read_the_match(played: FlaskClient) -> None:
    response = get(played, "csv")
    assert "attachment; filename=match-" in response.headers["Content-Disposition"]
    rows = list(csv.DictReader(io.StringIO(response.data.decode("utf-8-sig"))))
    assert [row["Fay total"] for row in rows] == ["544", "544"]
    assert (rows[0]["points of the hand"], rows[0]["table"], rows[0]["Fay rank"]) == ("20", "1", "1")
    assert rows[0]["fan"].startswith("Pure Straight 16; ")
    book = openpyxl.load_workbook(io.BytesIO(get(played, "xlsx").data))
    assert [row[0] for row in book["Match sheet"].iter_rows(values_only=True)][:2] == ["hand", 1]
    kept = played.get("/t/1/records.csv")
    assert "attachment; filename=records-" in kept.headers["Content-Disposition"]
    assert [row["Record"] for row in csv.DictReader(io.StringIO(kept.data.decode("utf-8-sig")))] == ["3", "4"]


def test_an_earlier_match_is_asked_for_by_its_number(played: FlaskClient) -> None:
    assert get(played, "json").get_json()["players"] == ["Eve", "Fay", "Gil", "Hu"]
    assert get(played, "json", number=1).get_json()["players"] == SIT["players"]


def test_the_bundle_has_the_photograph_and_the_hand(played: FlaskClient, table: Table) -> None:
    found = open_bundle(io.BytesIO(get(played, "zip").data))
    assert (found.problems, len(found.photos), len(found.hands)) == ((), 1, 1)
    assert [kept.number for kept in found.records] == [3, 4]
    assert found.match.points == fold([entry.record for entry in table.records.journal.entries(1, 2)]).points


def opened(client: FlaskClient, data: bytes) -> TestResponse:
    return client.post("/api/bundles", data={"bundle": (io.BytesIO(data), "match.zip")})


def test_a_bundle_is_looked_at_and_nothing_of_it_is_kept(played: FlaskClient, table: Table) -> None:
    data = get(played, "zip").data
    before = table.records.journal.entries(1)
    answer = opened(played, data).get_json()
    assert (answer["ok"], answer["sound"], answer["problems"], answer["records"]) == (True, True, [], 2)
    assert answer["match"] == get(played, "json").get_json()
    assert table.records.journal.entries(1) == before
    with zipfile.ZipFile(out := io.BytesIO(data), "a") as archive:
        archive.writestr("other.txt", b"")
    answer = opened(played, out.getvalue()).get_json()
    assert (answer["sound"], answer["problems"][0]["says"]) == (False, "other.txt does not belong in a match file.")


def rows(html: str) -> list[list[str]]:
    """The cells of the hand sheet in a page, a list a row."""
    table = html[html.index('<table class="sheet-table">') :].partition("</table>")[0]
    return [re.sub("<[^>]*>", " ", row).split() for row in re.findall("<tr.*?</tr>", table, re.DOTALL)]


def test_an_opened_bundle_shows_the_sheet_that_its_table_shows(played: FlaskClient) -> None:
    drawn = opened(played, get(played, "zip").data).get_json()["drawn"]
    shown = rows(played.get("/t/1/sheet").text)
    assert rows(drawn) == shown
    assert ["Total", "492", "544", "472", "492"] in shown
    assert "/t/1/" in played.get("/t/1/sheet").text
    assert "href" not in drawn  # its hands are at no table here


@pytest.mark.parametrize(
    ("send", "status", "kind"),
    [
        (lambda client: client.get("/t/1/match.json"), 404, "no-match"),
        (lambda client: client.get("/t/1/match.csv?number=7"), 404, "no-such-match"),
        (lambda client: client.get("/t/2/match.csv"), 404, "no-such-table"),
        (lambda client: client.get("/t/1/match.pdf"), 404, "not-found"),
        (lambda client: opened(client, b"no zip"), 422, "not-a-bundle"),
        (lambda client: client.post("/api/bundles", data=b"PK"), 400, "no-bundle"),
    ],
)
def test_what_there_is_not_is_said(client: FlaskClient, send: Any, status: int, kind: str) -> None:
    response = send(client)
    assert response.status_code == status
    if response.is_json:
        assert (response.get_json()["ok"], response.get_json()["kind"]) == (False, kind)


def test_the_page_opens_a_bundle(
    page: Page, serve: Callable[[Table], str], table: Table, played: FlaskClient, tmp_path: Path
) -> None:
    data = get(played, "zip").data
    sound, changed = tmp_path / "sound.zip", tmp_path / "changed.zip"
    sound.write_bytes(data)
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(changed, "w") as new:
        for name in old.namelist():
            new.writestr(name, old.read(name).replace(b'"points": 20', b'"points": 80'))
    page.goto(serve(table) + "/")
    page.get_by_role("link", name="Import a match").click()
    page.wait_for_url("**/open")  # with its script, which takes the file
    page.locator("#bundle").set_input_files(sound)
    expect(page.get_by_role("heading", name="The file is consistent in itself")).to_be_visible()
    total = page.locator("tfoot tr").first
    until(lambda: total.inner_text().split() == ["Total", "492", "544", "472", "492"])
    expect(page.locator("tbody tr").last).to_contain_text("in play")
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_text("All of it is kept here already")).to_be_visible()
    expect(page.get_by_role("link", name="Match sheet")).to_have_attribute("href", "/t/1/sheet?match=3")
    page.locator("#bundle").set_input_files(changed)
    expect(page.get_by_role("heading", name="File failed verification")).to_be_visible()
    expect(page.get_by_role("button", name="Import")).to_have_count(0)
    check(page)
    check_sizes(page)
    expect(page.get_by_text("Record 4 is not what was recorded: its checksum differs.")).to_be_visible()
    page.locator("#bundle").set_input_files(__file__)
    expect(page.get_by_text("This is not a match file")).to_be_visible()


@pytest.mark.long
def test_the_sheet_saves_the_match_as_a_file(
    page: Page, serve: Callable[[Table], str], table: Table, played: FlaskClient
) -> None:
    page.goto(serve(table) + "/t/1/sheet")
    page.get_by_text("Save this match as a file").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Excel").click()
    assert download.value.suggested_filename.endswith("-3.xlsx")
    assert openpyxl.load_workbook(io.BytesIO(download.value.path().read_bytes())).sheetnames[0] == "Match sheet"
    check(page)
    check_sizes(page)


@pytest.mark.long
def test_a_bundle_is_taken_away_with_how_far_it_is(
    page: Page, serve: Callable[[Table], str], table: Table, played: FlaskClient
) -> None:
    page.goto(serve(table) + "/t/1/sheet")
    page.get_by_text("Save this match as a file").click()
    link = page.get_by_role("link", name="Match file with photos")
    with page.expect_download() as download:
        link.click()
    assert zipfile.is_zipfile(download.value.path())
    name = download.value.suggested_filename
    assert name.endswith("-3.zip")
    says = page.locator("details", has=link)
    expect(says).to_contain_text(f"Kept in the downloads of this device: {name}")
    page.route("**/match.zip*", lambda route: None)  # it takes for ever
    link.click()
    expect(says.get_by_role("status")).to_have_text("Writing the match file…")
    table.record({"type": "Drawn"}, uuid4(), "", "referee")  # the sheet is drawn anew
    expect(page.locator("tbody tr").last).to_contain_text("3")
    expect(says.get_by_role("status")).to_be_visible()
    check(page)
    says.get_by_role("button", name="Stop").click()
    expect(says.get_by_role("status")).to_have_text("Stopped: no backup was saved.")


@pytest.mark.long
def test_sending_a_bundle_is_stopped_and_nothing_is_kept(
    page: Page, serve: Callable[[Table], str], answers: Any, played: FlaskClient, tmp_path: Path
) -> None:
    bundle = tmp_path / "match.zip"
    bundle.write_bytes(get(played, "zip").data)
    other = Table(answers)
    held: list[Route] = []

    def hold(route: Route) -> None:  # it takes for ever
        held.append(route)

    page.goto(serve(other) + "/open")
    for place, act, address in (
        ("#opening", lambda: page.locator("#bundle").set_input_files(bundle), "**/api/bundles"),
        ("#taking", lambda: page.get_by_role("button", name="Import").click(), "**/api/tables/1/bundles"),
    ):
        page.route(address, hold)
        act()
        work = page.locator(f"{place} .long-work")
        expect(work.get_by_role("progressbar")).to_have_attribute("max", str(bundle.stat().st_size))
        check(page)
        work.get_by_role("button", name="Stop").click()
        expect(page.locator(place)).to_contain_text(re.compile("nothing was imported|Cancelled"))
        assert other.records.journal.entries(1) == []
        held.pop().abort()
        page.unroute(address)
        act()  # and it is had by the next try
    expect(page.locator("#taking")).to_contain_text("Imported. New records: ")
    assert other.records.journal.entries(1) != []
