"""The reports of an event: which files they are, and that each has the table that its name says."""

import io
import re
import zipfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Final
from uuid import uuid4

import openpyxl
import pytest
from playwright.sync_api import Browser

from scoring.match.event_acts import Entered, Opened, Paid, PlayerEntry, Released, Started, Withdrawn
from scoring.match.records import Corrected, Drawn, Penalty, Won
from webui.base.text import BOM
from webui.exports.event import ema_workbook, players_table, rounds_table, seating_table, teams_table
from webui.exports.reports import (
    fees_html,
    fees_table,
    page_html,
    penalties_table,
    players_statistics,
    reports_zip,
    sheets_page,
)
from webui.exports.spreadsheet import to_csv
from webui.hall.desk import Hall
from webui.hall.results import Results, results
from webui.messages import Messages, dates
from webui.records.store import Storage

ENGLISH: Final = Messages.of("en")


def play() -> tuple[Hall, int]:
    """Play one round of an event of two teams, with fees and a penalty; return its number."""
    hall = Hall(Storage.open(None))
    number = hall.open(uuid4(), Opened("Cup", "mcr", rounds=2, fee=1250, currency="EUR"), "", "desk")[0].number
    people = tuple(PlayerEntry(n, f"Player {n}", team="Red" if n % 2 else "Blue") for n in range(1, 9))
    hall.record(number, uuid4(), Entered(people), "", "desk")
    hall.record(number, uuid4(), Paid(1, 1250), "", "desk")
    hall.record(number, uuid4(), hall.draw(number, 1, 1), "", "desk")
    hall.record(number, uuid4(), Started(1), "", "desk")
    for table in (1, 2):
        for act in (Won("E", 20, "S"), *[Drawn()] * 15):
            hall.matches(table).record(act, uuid4(), "", "table")
    hall.matches(1).record(Penalty("E", 10, "late"), uuid4(), "", "referee")
    return hall, number


@pytest.fixture(scope="module")
def played() -> tuple[Results, Storage]:
    """The event with its records."""
    hall, number = play()
    return results(hall, hall.get(number)), hall.records


def test_each_file_has_the_table_of_its_name(played: tuple[Results, Storage]) -> None:
    found, records = played
    event = found.kept.event
    tables = {
        "results.csv": rounds_table(found, ENGLISH),
        "teams.csv": teams_table(found, ENGLISH),
        "seating.csv": seating_table(event, ENGLISH),
        "players.csv": players_table(event, ENGLISH),
        "penalties.csv": penalties_table(found, ENGLISH),
        "statistics.csv": players_statistics(found, records.followed, ENGLISH),
        "fees.csv": fees_table(event, ENGLISH),
    }
    assert all(len(table) > 1 for table in tables.values())
    with zipfile.ZipFile(io.BytesIO(reports_zip(found, records, ENGLISH))) as archive:
        other = {"results-ema.xlsx", "fees.html", "seating-pantheon.txt", "web/index.html", "web/sheets.html"}
        assert {*archive.namelist()} == {*tables, *other}
        assert {name: archive.read(name).decode() for name in tables} == {
            name: BOM.decode() + to_csv(table) for name, table in tables.items()
        }


def test_the_page_has_what_there_is_and_the_totals_before_the_rounds(played: tuple[Results, Storage]) -> None:
    found, _ = played
    page = page_html(found, [], [], [], ENGLISH)
    ids = [
        each
        for each in ("results", "teams", "penalties", "seating", "corrected", "recounted")
        if f'id="{each}"' in page
    ]
    assert ids == ["results", "teams", "penalties", "seating"]
    heads = ["Place", "Name", "Table points", "Points", "R1 table points", "R1 points", "No.", "Team"]
    places = [page.index(f">{head}<") for head in heads]
    assert places == sorted(places)


def test_the_sheets_lead_back_to_the_results_and_to_each_table(played: tuple[Results, Storage]) -> None:
    page = sheets_page(played[0], ENGLISH)
    links = re.findall(r'href="([^"]+)"', page)
    assert links == ["index.html", "#r1t1", "#r1t2"]
    assert all(f'id="{each[1:]}"' in page for each in links[1:])
    assert not re.search(r"[ >]-\d", page.partition("<body>")[2])  # a minus, never a hyphen
    assert not re.search(r'src=|url\("?http', page)
    assert f">{dates.moment(ENGLISH, datetime.now(UTC).isoformat(), 'day')}<" in page


@pytest.mark.parametrize("width", [360, 1280])
def test_the_sheets_scroll_within_their_cards_with_names_whole(
    played: tuple[Results, Storage], browser: Browser, tmp_path: Path, width: int
) -> None:
    (tmp_path / "sheets.html").write_text(sheets_page(played[0], ENGLISH), encoding="utf-8")
    page = browser.new_page(viewport={"width": width, "height": 800})
    page.goto((tmp_path / "sheets.html").as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    colours = page.locator("a[href]").evaluate_all("all => all.map((each) => getComputedStyle(each).color)")
    assert "rgb(0, 0, 238)" not in colours  # the browser's own blue
    names = page.locator(".sheet-table .name")
    assert names.evaluate_all("all => all.every((each) => each.scrollWidth <= each.clientWidth)")
    page.close()


def test_fees_are_printed_with_two_places(played: tuple[Results, Storage]) -> None:
    page = fees_html(played[0].kept.event, ENGLISH)
    assert all(f">{amount}<" in page for amount in ("12.50", "0.00", "100.00", "87.50"))


def test_the_name_stays_in_sight_and_who_left_is_marked_among_the_fees() -> None:
    hall, number = play()
    for act in (Released(1), Withdrawn(2, "ill")):
        hall.record(number, uuid4(), act, "", "desk")
    hall.matches(1).record(Corrected(2, Won("E", 24, "S"), "points"), uuid4(), "", "referee")
    found = results(hall, hall.get(number))
    page = page_html(found, [], players_statistics(found, hall.records.followed, ENGLISH), [], ENGLISH)
    stays = {
        section.partition('"')[0]: re.findall('<th scope="col" class="name">(.*?)</th>', section)
        for section in page.split('<section id="')[1:]
    }
    names = {"results": ["Name"], "statistics": ["Name"], "penalties": ["Name"], "teams": ["Team"]}
    assert stays == names | {"seating": ["Table"], "corrected": ["Record"]}
    assert [row[-1] for row in fees_table(hall.get(number).event, ENGLISH)] == ["Withdrawn", "", 1, *[""] * 7]


def test_the_workbook_has_the_teams(played: tuple[Results, Storage]) -> None:
    book = openpyxl.load_workbook(io.BytesIO(ema_workbook(played[0], ENGLISH)))
    assert book.sheetnames == ["EMA", "Rounds", "Teams", "Seating", "Totals"]
    places, names, *_ = zip(*book["Teams"].iter_rows(values_only=True), strict=True)
    assert (places[0], {*names[1:]}) == ("Place", {"Red", "Blue"})
