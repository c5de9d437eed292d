"""The page shows the first look at a photo at once, says what is looked at again, and can be stopped."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessible import check
from vision.reading import Doubt, Reading
from webui.table.table import Table

CHOOSE = "#drop .big:not(.touch-only) input"


@pytest.fixture
def first(answers: Any) -> Reading:
    """A first look at which the fourth tile is another and open."""
    tiles = list(answers.reading.tiles)
    tiles[3] = replace(tiles[3], tile="N", confidence=0.5)
    doubt = Doubt(3, "two-faces", {"face": "N", "other_face": answers.reading.tiles[3].tile})
    look = replace(answers.reading, tiles=tuple(tiles), sure=False, doubts=(doubt,))
    answers.looks = [(look, (3,))]
    return look


@pytest.fixture
def file(photo: bytes, tmp_path: Path) -> Path:
    path = tmp_path / "hand.jpg"
    path.write_bytes(photo)
    return path


@pytest.mark.usefixtures("first")
def test_the_first_look_is_shown_and_nothing_of_it_is_kept(
    page: Page, table: Table, answers: Any, serve: Any, file: Path
) -> None:
    page.goto(serve(table))
    page.set_input_files(CHOOSE, file)
    expect(page.locator("#busy [role=status]")).to_have_text("14 tiles found; looking again at 1")
    expect(page.locator("#busy .marks polygon")).to_have_count(14)
    expect(page.locator("#busy .marks .unsure")).to_have_count(1)
    expect(page.locator("#busy .first-look img.tile")).to_have_count(14)
    expect(page.locator("#busy .first-look .open img")).to_have_attribute("alt", "North")
    expect(page.locator("#busy")).to_contain_text("Not yet sure")
    check(page)
    assert table.hands.all() == []
    answers.go.set()
    page.wait_for_url("**/hands/*")
    assert table.hands.all()[0].reading == answers.reading.in_frame((1280, 480))
    expect(page.locator("#photo .marks .changed")).to_have_count(1)
    expect(page.locator("#photo .legend [data-part=changed]")).to_be_visible()


def test_tiles_that_another_look_changes_are_marked(
    page: Page, table: Table, answers: Any, serve: Any, file: Path, first: Reading
) -> None:
    """Announce the second look right after the first; it waits."""
    look = replace(answers.reading, sure=False, doubts=first.doubts)
    page.goto(serve(table))
    answers.looks = [(look, (3,))]
    whole = answers.read

    def read(image: Any, *, decode: Any = None, watch: Any = None) -> Reading:
        assert watch(first.in_frame((1280, 480)), (3,))
        found: Reading = whole(image, watch=watch)
        return found

    answers.read = read
    page.set_input_files(CHOOSE, file)
    expect(page.locator("#busy .marks .changed")).to_have_count(1)
    expect(page.locator("#busy .first-look .changed img")).to_have_count(1)
    expect(page.locator("#busy [role=status]")).to_have_text(
        "14 tiles found, 1 read otherwise than before; looking again at 1"
    )
    answers.go.set()
    page.wait_for_url("**/hands/*")


@pytest.mark.usefixtures("first")
def test_it_can_be_stopped_with_what_is_there(page: Page, table: Table, answers: Any, serve: Any, file: Path) -> None:
    answers.looks.append(answers.looks[0])
    page.goto(serve(table))
    page.set_input_files(CHOOSE, file)
    with page.expect_response("**/stop"):
        page.click("[data-key=stop-reading]")
    answers.go.set()
    page.wait_for_url("**/hands/*")
    reading = table.hands.all()[0].reading
    assert reading
    assert (reading.tiles[3].tile, reading.sure) == ("N", False)
    expect(page.locator("#questions .question")).to_have_count(1)


def test_a_photo_that_cannot_be_read_says_why(page: Page, table: Table, serve: Any, file: Path, photo: bytes) -> None:
    file.write_bytes(photo[: len(photo) // 2])
    page.goto(serve(table))
    page.set_input_files(CHOOSE, file)
    expect(page.locator("#notices")).to_contain_text("the photo is cut short")
    expect(page.locator("#busy")).to_be_hidden()
    expect(page.locator("#busy .first-look")).to_be_hidden()


def test_all_the_rest_is_right_with_one_tap(page: Page, table: Table, answers: Any, serve: Any, file: Path) -> None:
    doubts = tuple(Doubt(n, "glare", {"face": answers.reading.tiles[n].tile}) for n in range(6))
    answers.reading = replace(answers.reading, sure=False, doubts=doubts)
    page.goto(serve(table))
    page.set_input_files(CHOOSE, file)
    page.wait_for_url("**/hands/*")
    expect(page.locator("#questions .question")).to_have_count(3)
    expect(page.locator("#questions .question canvas")).to_have_count(3)  # each shows what it asks about
    check(page)
    page.locator("#questions [data-answer^='right ']").click()
    expect(page.locator("#questions .question")).to_have_count(2)


def test_thirteen_tiles_are_not_offered_as_right(
    page: Page, table: Table, answers: Any, serve: Any, file: Path
) -> None:
    groups = tuple(group for group in answers.reading.groups if group.kind != "winning")
    short = replace(answers.reading, tiles=answers.reading.tiles[:13], groups=groups, hand=None, sure=False)
    answers.reading = replace(short, doubts=(Doubt(None, "no-hand", {"count": 13}), Doubt(3, "glare", {"face": "4s"})))
    page.goto(serve(table))
    page.set_input_files(CHOOSE, file)
    page.wait_for_url("**/hands/*")
    expect(page.locator("#questions")).to_contain_text("13 tiles, counting a kong as three: add 1 to make 14.")
    expect(page.locator("#questions [data-key=settle-all]")).to_have_count(0)
    expect(page.locator("#questions [data-answer=right]")).to_have_count(0)
