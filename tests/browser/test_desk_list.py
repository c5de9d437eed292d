"""A list of players on the desk, in a browser: its columns, an encoding that is asked, and likely duplicates."""

from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessible import check
from tests.browser.test_desk import Serve, act
from webui.hall.desk import Hall
from webui.records.events import from_dict
from webui.table.table import Table

GERMAN = "Name;Vorname;Land\r\nMüller;Max;GER\r\nMüller;Anna;GER\r\n".encode()
BIG5 = "姓名,國家\r\n陳大文,TPE\r\n林志玲,TPE\r\n".encode("big5")
KOREAN = "김민수,KOR\n이영희,KOR\n".encode("euc-kr")
MIXED = b"Mueller;Max;GER\nBerg;Anna-Lena;SWE\n"


@pytest.fixture
def hall(table: Table) -> Hall:
    hall = Hall(table.records)
    hall.open(uuid4(), from_dict({"type": "Opened", "name": "Cup"}), "", "desk")
    return hall


def choose(page: Page, folder: Path, content: bytes) -> None:
    file = folder / "list.csv"
    file.write_bytes(content)
    page.click("[data-key=enter]")
    page.set_input_files("[data-key=list]", file)
    page.click("[data-key=send]")


def test_a_list_is_entered_with_its_columns(page: Page, table: Table, serve: Serve, hall: Hall, tmp_path: Path) -> None:
    page.goto(f"{serve(table)}/desk/1#players")
    choose(page, tmp_path, GERMAN)
    expect(page.locator(".list-columns select").nth(0)).to_have_value("last")
    expect(page.locator(".preview li b")).to_have_text(["Max Müller", "Anna Müller"])
    check(page)
    page.click("[data-key=send]")
    expect(page.locator(".people li")).to_have_count(2)

    choose(page, tmp_path, BIG5)
    expect(page.locator(".preview li b")).to_have_text(["陳大文", "林志玲"])
    page.click("[data-key=send]")
    expect(page.locator(".people li")).to_have_count(4)

    choose(page, tmp_path, KOREAN)
    expect(page.locator(".encodings .sample").first).to_contain_text("김민수,KOR")
    expect(page.locator(".preview")).to_have_count(0)
    check(page)
    page.locator(".encodings label", has_text="김민수").click()
    expect(page.locator(".preview li b")).to_have_text(["김민수", "이영희"])
    page.click("[data-key=send]")
    expect(page.locator(".people li")).to_have_count(6)

    choose(page, tmp_path, MIXED)
    expect(page.locator("#form-dialog .alert")).to_contain_text("The columns are not certain")
    expect(page.locator(".preview")).to_have_count(0)
    page.select_option("[data-key=column0]", "last")
    page.select_option("[data-key=column1]", "first")
    expect(page.locator(".preview li b")).to_have_text(["Max Mueller", "Anna-Lena Berg"])
    expect(page.locator(".preview .beside")).to_contain_text("like 1 · Max Müller: same name")
    page.click("[data-key=send]")
    expect(page.locator(".people li")).to_have_count(7)
    people = [each.person for each in hall.get(1).event.entrants.values()]
    assert [(person.first, person.last) for person in people][-1] == ("Anna-Lena", "Berg")


def test_a_first_row_that_may_be_headings_is_asked(
    page: Page, table: Table, serve: Serve, hall: Hall, tmp_path: Path
) -> None:
    page.goto(f"{serve(table)}/desk/1#players")
    choose(page, tmp_path, b"Jina;Nchi\nAnn Lee;NOR\nBo Ek;SWE\n")
    expect(page.locator("#form-dialog .alert").first).to_contain_text("The first row may be headings")
    expect(page.locator(".preview")).to_have_count(0)
    check(page)
    page.locator(".encodings label", has_text="Ann Lee").click()
    expect(page.locator("#form-dialog [data-key=send]")).to_have_text("The columns are right")
    expect(page.locator(".list-columns .headings th")).to_have_text(["Jina", "Nchi"])
    page.click("[data-key=send]")
    expect(page.locator(".preview li b")).to_have_text(["Ann Lee", "Bo Ek"])
    page.click("[data-key=send]")
    expect(page.locator(".people li")).to_have_count(2)


def test_an_old_excel_file_says_what_to_do(page: Page, table: Table, serve: Serve, hall: Hall, tmp_path: Path) -> None:
    page.goto(f"{serve(table)}/desk/1#players")
    choose(page, tmp_path, bytes.fromhex("d0cf11e0a1b11ae1") + bytes(600))
    message = page.locator("#notices .notice.bad")
    expect(message).to_contain_text("save it as XLSX or CSV")
    expect(page.locator("#form-dialog")).to_be_visible()
    top = page.locator("#form-dialog form").evaluate("form => form.getBoundingClientRect().top")
    assert message.evaluate("note => note.getBoundingClientRect().bottom") <= top + 1  # it covers nothing of the form
    page.keyboard.press("Escape")
    expect(page.locator("#form-dialog")).to_be_hidden()
    expect(message).to_have_count(0)  # it goes with what it is about


def test_a_player_shows_the_legal_name_and_consent(page: Page, table: Table, serve: Serve, hall: Hall) -> None:
    act(hall, type="Entered", people=[{"number": 1, "name": "Dave"}])
    page.goto(f"{serve(table)}/desk/1#players")
    page.click("[data-key=more1]")
    page.fill("[data-key=legal]", "Chen Dawen")
    page.fill("[data-key=other]", "N-12")
    page.check("[data-key=photos]")
    page.click("[data-key=send]")
    expect(page.locator("#form-dialog")).to_be_hidden()
    person = hall.get(1).event.entrants[1].person
    assert (person.legal, person.other, person.photos) == ("Chen Dawen", "N-12", True)
