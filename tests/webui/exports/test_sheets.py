"""The printed sheets of an event: whether they can be made here."""

import re
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from scoring.match.event_acts import Entered, Opened, PlayerEntry, SeatingDrawn, Started
from scoring.match.records import Corrected, Drawn, Won
from webui.exports import sheets
from webui.exports.sheets import cjk_font
from webui.hall.desk import Hall
from webui.hall.results import results
from webui.messages import Messages
from webui.records.store import Storage


@pytest.fixture(autouse=True)
def _asked_anew() -> Iterator[None]:
    cjk_font.cache_clear()
    yield
    cjk_font.cache_clear()


@pytest.mark.parametrize(
    ("program", "there"),
    [(None, True), ("echo Noto Sans CJK SC", True), ("true", False), ("false", False)],
    ids=["no program", "listed", "none", "fails"],
)
def test_a_font_is_missed_where_fontconfig_lists_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str | None, there: bool
) -> None:
    if program is not None:
        file = tmp_path / "fc-list"
        file.write_text(f"#!/bin/sh\n{program}\n")
        file.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert cjk_font() is there


def test_sheets_on_paper_say_what_the_page_says(records: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    """One text a cell in place of many boxes: the same words in the same order, numbers below one another."""
    hall = Hall(records)
    number = hall.open(uuid4(), Opened("Cup", "mcr", rounds=1), "", "desk")[0].number
    people = tuple(PlayerEntry(n, f"Player {n}") for n in range(1, 5))
    for act in (Entered(people), SeatingDrawn(1, (((1, 2, 3, 4),),)), Started(1)):
        hall.record(number, uuid4(), act, "", "desk")
    for done in (Won("E", 24, "S"), Drawn(), Won("W", 8)):
        hall.matches(1).record(done, uuid4(), "", "table")
    hall.matches(1).record(Corrected(2, Won("E", 32, "S"), "typed"), uuid4(), "", "table")
    found = results(hall, hall.get(number))

    def words(html: str) -> list[str]:
        return re.sub("<[^>]*>", " ", "".join(html.split("<body>")[1:])).split()

    flat = "".join(sheets.sheet_pages(found, Messages.of("en")))
    monkeypatch.setattr(sheets, "_flattened", lambda html: html)
    page = "".join(sheets.sheet_pages(found, Messages.of("en")))
    assert words(flat) == words(page)
    assert page.count('class="running"') > flat.count('class="running"')
    assert len(re.findall("<[a-z]", flat)) < 0.7 * len(re.findall("<[a-z]", page))
    rows = [len(cell.split(">")[1]) for cell in re.findall('<td class="cell">[^<]+', flat)]
    assert len(rows) >= 8
