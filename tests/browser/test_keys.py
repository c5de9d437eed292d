"""The page of a hand by keyboard alone, and its questions: each with a way on, none confirmed that was not shown."""

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessible import check
from tests.browser.pages import box
from tests.served import make_reading
from tests.waiting import until
from tests.webui.shots import as_jpeg
from vision.reading import Doubt
from webui.rig.live_hand import ClaimWin, Given
from webui.table.table import Table

Serve = Callable[[Table], str]
PICTURE = np.zeros((480, 1280, 3), np.uint8)
DOUBTS = (
    Doubt(3, "two-faces", {"face": "4s", "other_face": "6s"}),
    Doubt(4, "glare", {"face": "5s"}),
    Doubt(5, "glare", {"face": "6s"}),
    Doubt(7, "glare", {"face": "8s"}),
    Doubt(None, "scattered"),
)


@pytest.fixture
def asked(page: Page, table: Table, answers: Any, serve: Serve) -> Page:
    """The page of a hand with five questions, of which it is known how it was won."""
    answers.reading = make_reading(doubts=DOUBTS, weak={3: (0.6, (("6s", 0.3),))})
    table.talk.do(ClaimWin(1))
    table.talk.do(Given(2))
    page.goto(f"{serve(table)}/hands/{table.intake.from_upload(lambda: as_jpeg(PICTURE), chair=1).id}")
    expect(page.locator("#questions h2")).to_have_text("3 questions about this hand")  # the third about all the rest
    page.locator("#questions [data-key$=one-by-one]").click()
    expect(page.locator("#questions h2")).to_have_text("5 questions about this hand")
    return page


def focus(page: Page) -> str:
    key: str = page.evaluate("document.activeElement.dataset.key ?? document.activeElement.tagName")
    return key


def top(page: Page, part: str) -> float:
    return box(page.locator(f"#{part}"))["y"]


def first(page: Page) -> str:
    doubt = page.locator("#questions .question").first.get_attribute("data-doubt")
    assert doubt
    return doubt


def put_off(page: Page) -> None:
    """Puts off the first question, until another one is first."""
    before = first(page)
    page.locator("#questions .put-off").first.click()
    until(lambda: first(page) != before)


def test_the_questions_are_one_key_away(asked: Page) -> None:
    asked.keyboard.press("q")
    until(lambda: focus(asked).startswith("answer-"))


def test_numbers_answer_the_first_question_and_the_focus_goes_on(asked: Page) -> None:
    before = first(asked)
    expect(asked.locator("#questions .option kbd").first).to_have_text("1")
    asked.keyboard.press("1")
    expect(asked.locator("#questions h2")).to_have_text("4 questions about this hand")
    until(lambda: first(asked) != before)
    asked.keyboard.press("q")
    asked.keyboard.press("1")
    expect(asked.locator("#questions h2")).to_have_text("3 questions about this hand")
    until(lambda: focus(asked).startswith("answer-"))


@pytest.mark.long
def test_what_nobody_can_tell_is_put_off_and_stays_open(asked: Page, table: Table) -> None:
    before = first(asked)
    put_off(asked)
    until(lambda: focus(asked).startswith("answer-"))
    expect(asked.locator("#questions h2")).to_have_text("5 questions about this hand")
    expect(asked.locator("#verdict.unsure")).to_be_visible()
    for _ in range(4):
        put_off(asked)
    assert first(asked) == before  # it comes again after the others
    assert table.hands.all()[0].changes == ()


def test_every_question_has_a_way_on(asked: Page) -> None:
    for question in asked.locator("#questions .question").all():
        assert question.locator("[data-key$=other]").count() == 1
        assert question.locator("[data-key$=put-off]").count() == 1
    for _ in range(6):  # until the question about the whole hand is first
        if asked.locator("#questions [data-doubt='4']").count():
            break
        put_off(asked)
    asked.locator("[data-key='answer-4-other']").click()
    expect(asked.locator("#mat .slot").first).to_be_focused()
    expect(asked.locator(".notice")).to_contain_text("Tap the tile that is wrong")


@pytest.mark.long
def test_one_key_confirms_the_hand_as_it_is_shown(asked: Page, table: Table) -> None:
    expect(asked.locator("#mat .slot.unsure")).to_have_count(4)
    asked.keyboard.press("e")
    until(lambda: set(table.hands.all()[0].laid.settled) == set(range(5)))
    expect(asked.locator("#verdict.good")).to_be_visible()


def test_all_keys_are_listed_and_the_list_gives_the_focus_back(asked: Page) -> None:
    asked.focus("[data-key=c3]")
    asked.keyboard.press("?")
    listed = asked.locator("dialog.keys")
    for what in ("Answer the first question", "Undo", "Add a tile", "To the tiles", "Zoom in"):
        expect(listed).to_contain_text(what)
    expect(listed.get_by_role("link")).to_have_attribute("href", re.compile("/help/first-hand#check-the-tiles$"))
    check(asked)
    asked.keyboard.press("Escape")
    expect(asked.locator("[data-key=c3]")).to_be_focused()


def test_no_change_takes_the_focus_away(asked: Page) -> None:
    """Leave the focus on its element after every change, or on the one that took its place."""
    for key in ("w", "t", "q"):
        asked.keyboard.press(key)
        until(lambda: focus(asked) != "BODY")
    asked.focus("[data-key=c0]")
    asked.keyboard.press("Delete")
    expect(asked.locator(".place.aside h2")).to_be_visible()
    expect(asked.locator("#mat [data-key=undo]")).to_be_enabled()  # the server has the change
    until(lambda: focus(asked) != "BODY")
    asked.keyboard.press("u")
    expect(asked.locator(".place.aside h2")).to_have_count(0)
    until(lambda: focus(asked) != "BODY")


@pytest.mark.long
def test_the_page_is_in_the_order_of_need(asked: Page) -> None:
    parts = ["mat", "questions", "score", "won", "photo", "sheet"]
    for width in (390, 1280):
        asked.set_viewport_size({"width": width, "height": 800})
        order = asked.evaluate(
            "[...document.querySelectorAll('.hand-page :is(section, details)')].map((part) => part.id)"
        )
        assert [part for part in order if part in parts] == parts
        if width == 390:
            until(lambda: (tops := [top(asked, part) for part in parts]) == sorted(tops))
