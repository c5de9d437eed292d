"""The score said aloud: off until it is switched on, in the page's language, never of what is not confirmed."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, Route, expect

from tests.long import long_but
from tests.served import make_reading
from tests.waiting import until
from tests.webui.shots import as_jpeg
from vision.reading import Doubt
from webui.rig.live_hand import ClaimWin, Given
from webui.table.table import Table

Serve = Callable[[Table], str]
PICTURE = np.zeros((480, 1280, 3), np.uint8)
HEARD = """globalThis.heard = [];
SpeechSynthesis.prototype.speak = function (words) { heard.push([words.lang, words.text]); };"""
"""Writes down what the browser would say: browsers without a screen have no voices."""


@pytest.fixture(params=long_but(["zh-TW"], ["en-GB", "zh-CN", "zh-TW"]))
def listener(request: pytest.FixtureRequest, new_page: Callable[..., Page]) -> tuple[Page, str]:
    page = new_page(locale=request.param)
    page.add_init_script(HEARD)
    return page, request.param


def lay(table: Table) -> str:
    table.talk.do(ClaimWin(1))
    table.talk.do(Given(2))
    return table.intake.from_upload(lambda: as_jpeg(PICTURE), chair=1).id


def test_the_score_is_said_in_the_language_of_the_page(listener: tuple[Page, str], table: Table, serve: Serve) -> None:
    page, locale = listener
    page.goto(f"{serve(table)}/hands/{lay(table)}")
    held: list[Route] = []
    page.route("**/changes", lambda route: held.append(route))
    page.click("label:has([data-key='self-draw-true'])")
    until(lambda: page.evaluate("1") and held)
    assert page.evaluate("heard") == []
    page.click("[data-key=aloud]")  # switched on before the server has answered, it says the new score alone
    held[0].continue_()
    page.unroute("**/changes")
    expect(page.locator("#verdict .big")).to_contain_text("21")
    until(lambda: page.evaluate("heard"))
    said = page.evaluate("heard.splice(0)")
    lines = {"en-GB": "Pure Straight: 16", "zh-CN": "清龙: 16", "zh-TW": "清龍: 16"}
    assert [lang for lang, _ in said] == [{"en-GB": "en"}.get(locale, locale)]
    assert said[0][1].startswith("21 ")
    assert lines[locale] in said[0][1]
    page.click("label:has([data-key='self-draw-false'])")
    expect(page.locator("#verdict .big")).to_contain_text("20")
    expect(page.locator("#said")).to_contain_text("20")
    until(lambda: [text[:3] for _, text in page.evaluate("heard")][-1:] == ["20 "])
    page.reload()
    expect(page.locator("[data-key=aloud]")).to_have_attribute("aria-pressed", "true")  # as it was left
    page.click("[data-key=aloud]")
    page.click("label:has([data-key='self-draw-true'])")
    expect(page.locator("#verdict .big")).to_contain_text("21")
    assert page.evaluate("heard") == []


def test_a_score_that_is_not_confirmed_is_not_said(
    listener: tuple[Page, str], table: Table, serve: Serve, answers: Any
) -> None:
    page, _ = listener
    answers.reading = make_reading(doubts=(Doubt(5, "two-faces", {"face": "6s", "other_face": "4s"}),))
    page.goto(f"{serve(table)}/hands/{lay(table)}")
    page.click("[data-key=aloud]")
    until(lambda: page.evaluate("heard"))
    ((_, said),) = page.evaluate("heard.splice(0)")
    assert "20" not in said
    page.click("#questions [data-answer='6s']")
    expect(page.locator("#verdict.good")).to_be_visible()
    until(lambda: [text[:3] for _, text in page.evaluate("heard")][-1:] == ["20 "])


def test_a_screen_reader_hears_the_score_and_each_question(
    page: Page, table: Table, serve: Serve, answers: Any
) -> None:
    answers.reading = make_reading(
        doubts=(Doubt(5, "two-faces", {"face": "6s", "other_face": "4s"}), Doubt(7, "glare", {"face": "8s"}))
    )
    page.goto(f"{serve(table)}/hands/{lay(table)}")
    asked = page.get_by_role("status").filter(has_text="Is this")
    expect(asked).to_have_count(1)
    first = asked.inner_text()
    page.keyboard.press("1")
    expect(page.locator("#questions h2")).to_have_text("One question about this hand")
    expect(page.locator("#asked")).not_to_have_text(first)
    page.keyboard.press("1")
    expect(page.get_by_role("status").filter(has_text="20 points")).to_have_count(1)
