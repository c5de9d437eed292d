"""The club's year: page, CSV and XLSX."""

import io
from collections.abc import Callable
from uuid import uuid4

from flask.testing import FlaskClient
from openpyxl import load_workbook
from playwright.sync_api import Page, expect

from scoring.match.records import Seated, Won
from tests.webui.followed import followed_riichi
from webui.hall.desk import Hall
from webui.table.table import Table

HAND = "[123s,1]456789sCCC9p9p"


def played(table: Table, *acts: dict[str, object]) -> None:
    for act in ({"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"], "hands": 2}, *acts):
        table.record(act, uuid4(), "", "referee")


def test_players_are_listed_with_the_hands_behind_their_patterns(
    page: Page, table: Table, serve: Callable[[Table], str]
) -> None:
    won = {"type": "Won", "winner": "Ann", "points": 20, "payer": "Bo", "hand": HAND}
    played(table, won, {"type": "Won", "winner": "Chen", "points": 8})
    played(table, {"type": "Drawn"})
    address = serve(table)
    page.goto(f"{address}/")
    page.click("text=The club’s year")
    row = page.locator("#year-players tbody tr")
    expect(row.first).to_contain_text("Ann")
    assert [cell.strip() for cell in row.first.locator("td").all_inner_texts()] == [
        "Ann", "2", "3", "1", "0", "0", "0.0", "20.0", "20", "28", "2.0", "0",
    ]  # fmt: skip
    expect(page.locator("#year-ranking tbody tr").first).to_contain_text("Chen")
    page.click("#year-patterns summary >> text=Ann")
    page.locator("#year-patterns li", has_text="Pure Straight").locator("a").click()
    page.wait_for_url("**/t/1/hands/1?match=1")
    page.goto(f"{address}/year?from=2001-01-01&to=2001-12-31")
    expect(page.locator("#year-players")).to_contain_text("No match was played in this time.")
    page.select_option("[name=rule]", "best")
    page.wait_for_url("**/year?*rule=best*")
    expect(page.locator("[name=best]")).to_be_visible()


def test_the_same_stands_in_the_files_and_a_removed_name_in_none(client: FlaskClient, table: Table) -> None:
    won = {"type": "Won", "winner": "Ann", "points": 20, "payer": "Bo", "hand": HAND}
    played(table, won, {"type": "FalseWin", "seat": "Dai", "kind": "wrong tile"}, {"type": "Drawn"})
    table.record({"type": "Erased", "player": "Ann", "name": "N. N."}, uuid4(), "Bo", "desk")
    csv = client.get("/year.csv")
    assert csv.data.startswith(b"\xef\xbb\xbfName,Matches,Hands")
    lines = {line.split(",")[0]: line.split(",") for line in csv.get_data(as_text=True).splitlines()}
    assert "Ann" not in csv.text
    assert lines["N. N."][1:5] == ["1", "2", "1", "0"]
    assert lines["Dai"][-3:] == ["1", "Chinese Official", "points"]
    book = load_workbook(io.BytesIO(client.get("/year.xlsx?rule=best&best=1").data))
    assert book.sheetnames == ["Ranking", "Players", "Patterns"]
    assert next(row[1].value for row in book["Ranking"].iter_rows(min_row=2)) == "N. N."
    patterns = {row[1].value: row[3].value for row in book["Patterns"].iter_rows(min_row=2)}
    assert patterns["Pure Straight"] == "1/1/1"


def test_followed_play_has_its_columns_where_a_camera_followed(client: FlaskClient, table: Table) -> None:
    played(table, {"type": "Drawn"})
    assert "Turns to a win" not in client.get("/year").text
    followed_riichi(table)
    lines = {line.split(",")[0]: line.split(",") for line in client.get("/year.csv").text.splitlines()}
    heads = lines["\ufeffName"]
    assert heads[12:] == [
        "Ends seen", "Deal-ins seen", "Deal-ins seen (%)", "Hands followed", "Tiles claimed", "Claims a hand",
        "Wins followed", "Turns to a win", "Game", "Wins are counted in",
    ]  # fmt: skip
    assert lines["Ann"][12:-2] == ["1", "1", "100.0", "1", "0", "0.0", "0", ""]
    assert lines["Bo"][12:-2] == ["1", "0", "0.0", "1", "0", "0.0", "1", "2.0"]
    assert lines["Dai"][12:-2] == ["1", "0", "0.0", "1", "1", "1.0", "0", ""]
    page = client.get("/year").text
    assert "Turns to a win" in page
    assert "hands in which no move was missed" in page


def test_matches_of_tables_that_the_server_lacks_count_too(client: FlaskClient, table: Table) -> None:
    played(table, {"type": "Drawn"})
    other = Hall(table.records).matches(7)
    for act in (Seated(("Ann", "Eva", "Fu", "Gil")), Won("E", 8, None)):
        other.record(act, uuid4(), "", "referee")
    lines = {
        line.split(",")[0]: line.split(",") for line in client.get("/year.csv").get_data(as_text=True).splitlines()
    }
    assert (lines["Ann"][1:3], lines["Eva"][1:3]) == (["2", "2"], ["1", "1"])
