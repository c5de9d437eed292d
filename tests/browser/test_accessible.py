"""States of the pages, checked by axe-core, and the texts for screen readers.

Each run looks over the states that are seen most; all of them, in light and dark and on all screens, are long. The
pages of calibration, of sets of tiles and of the camera are looked over in their own tests.
"""

from collections.abc import Callable
from itertools import product
from pathlib import Path
from uuid import uuid4

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from scoring.match.records import Drawn
from tests.browser import accessible
from tests.browser.accessible import SIZES, broken_words, check, check_sizes
from tests.browser.second import NUMBER
from tests.browser.states import STATES, Shown, hand_unsure
from tests.long import long_but
from tests.served import Answers
from tests.waiting import until
from webui.hall.desk import Hall
from webui.http.site import site_of
from webui.match.clock import Pause
from webui.rig.live_hand import CallReferee
from webui.table.table import Table

Serve = Callable[[Table], str]


@pytest.fixture
def shown(
    page: Page,
    table: Table,
    answers: Answers,
    serve: Serve,
    tmp_path: Path,
    server: tuple[Flask, str],
    monkeypatch: pytest.MonkeyPatch,
) -> Shown:
    return Shown(page, table, answers, serve(table), tmp_path, server[0], monkeypatch)


SEEN_MOST = (
    "start, a match running",
    "hand, unsure",
    "sheet of a match",
    "referee, calls and hands",
    "player's phone",
    "hall screen",
)
"""The states that are looked over in each run. Tests of other pages check them on their way."""


@pytest.mark.parametrize("state", SEEN_MOST)
def test_a_page_is_accessible_on_a_phone_and_a_desktop(shown: Shown, state: str) -> None:
    STATES[state](shown)
    check(shown.page, "light")
    check_sizes(shown.page)


@pytest.mark.long
@pytest.mark.parametrize("state", STATES)
def test_a_state_is_accessible_on_every_screen(shown: Shown, state: str) -> None:
    STATES[state](shown)
    check(shown.page, "light", "dark")
    check_sizes(shown.page)


PALE = "<html lang=en><title>Pale</title><main><h1>Pale</h1><p style='color: #ccc; background: #fff'>hardly seen</p>"


def test_names_are_checked_on_every_page_and_colours_where_asked(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accessible, "runs_long", lambda: False)
    page.set_content(PALE)
    check(page)
    with pytest.raises(AssertionError, match="color-contrast"):
        check(page, "light")
    page.set_content(f"{PALE}<img src='data:,'>")
    with pytest.raises(AssertionError, match="image-alt"):
        check(page)
    monkeypatch.setattr(accessible, "runs_long", lambda: True)
    with pytest.raises(AssertionError, match="color-contrast"):
        check(page)


WITH_TABLES = [
    *product(
        ["sheet of a match", "match from a file", "desk, seating", "desk, results", "player's phone"],
        ["en", "zh-CN", "zh-TW"],
    )
]
"""States with tables, and the languages in which their headings are measured."""


@pytest.mark.parametrize(("state", "lang"), long_but([("desk, seating", "en")], WITH_TABLES))
def test_headings_and_names_break_between_words_on_a_small_phone(shown: Shown, state: str, lang: str) -> None:
    width, height = SIZES[0]
    shown.page.set_viewport_size({"width": width, "height": height})
    shown.page.set_extra_http_headers({"Accept-Language": lang})
    STATES[state](shown)
    assert broken_words(shown.page, "th, .seat") == []


def test_nothing_moves_for_those_who_ask_for_less_motion(shown: Shown) -> None:
    shown.page.emulate_media(reduced_motion="no-preference")
    hand_unsure(shown)
    moving = "() => document.getAnimations().filter((each) => each.playState === 'running').length"
    until(lambda: shown.page.evaluate(moving) > 0)  # the frames of unsure tiles breathe
    shown.page.emulate_media(reduced_motion="reduce")
    until(lambda: shown.page.evaluate(moving) == 0)


HEAR = """() => {
    globalThis.heard = [];
    new MutationObserver((changes) => {
        const regions = changes.map(({ target }) =>
            (target.closest ? target : target.parentElement)?.closest("[role=status], [role=alert], [aria-live]"));
        for (const region of new Set(regions)) if (region?.isConnected) heard.push(region.textContent);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""
"""Writes down what a screen reader says: the text of each live region whenever it changes."""


def call_again(shown: Shown) -> None:
    shown.table.calls.call(3, "too loud", "")


def call_at_three(shown: Shown) -> None:
    three = site_of(shown.app).tables.get(3)
    three.talk.do(CallReferee(2))


def end_the_round(shown: Shown) -> None:
    hall = Hall(shown.table.records)
    for table, hands in ((1, 15), (2, 16)):
        for _ in range(hands):
            hall.matches(table).record(Drawn(), uuid4(), "", "referee")


@pytest.mark.parametrize(
    ("state", "key", "change", "says"),
    [
        ("referee, calls and hands", f"approve-{NUMBER}-1", call_again, "calls: too loud"),
        pytest.param(
            "all tables",
            "table2",
            call_at_three,
            "the referee is called: Table 2, Table 3",
            marks=pytest.mark.long,
        ),
        pytest.param("desk, round", "tab-results", end_the_round, "Round 2 has ended.", marks=pytest.mark.long),
        pytest.param("player's phone", "other", end_the_round, "All rounds were played.", marks=pytest.mark.long),
    ],
)
def test_what_others_do_is_said_once_and_takes_no_keyboard_away(
    shown: Shown, state: str, key: str, change: Callable[[Shown], None], says: str
) -> None:
    STATES[state](shown)
    page = shown.page
    focused = page.locator(f"[data-key='{key}']:focus")
    page.focus(f"[data-key='{key}']")
    page.evaluate(HEAR)
    change(shown)
    look_again = "document.dispatchEvent(new Event('visibilitychange'))"
    hears = f"{look_again}; heard.some((each) => each.includes({says!r}))"
    until(lambda: page.evaluate(hears))
    for _ in range(2):  # nothing has changed since
        with page.expect_response("**/api/**"):
            page.evaluate(look_again)
    expect(focused).to_have_count(1)
    assert [says in each for each in page.evaluate("heard")].count(True) == 1


@pytest.mark.parametrize(
    ("state", "key"),
    long_but([("people", "change-")], [("people", "change-"), ("desk, round", "extend1"), ("desk, players", "more3")]),
)
def test_a_dialog_gives_the_keyboard_back_whatever_was_drawn_meanwhile(shown: Shown, state: str, key: str) -> None:
    STATES[state](shown)
    page = shown.page
    opener = page.locator(f"[data-key^='{key}']").first
    opener.press("Enter")
    expect(page.locator("#form-dialog [data-key=send]")).to_be_visible()
    page.evaluate("document.querySelectorAll('#form-dialog :required').forEach((each) => { each.value ||= 'rain'; })")
    page.locator("#form-dialog [data-key=send]").press("Enter")
    expect(page.locator("#form-dialog")).to_be_hidden()
    expect(page.locator(f"[data-key^='{key}']:focus")).to_have_count(1)


@pytest.mark.parametrize(
    ("state", "key", "change", "sign"),
    [
        ("sheet of a match", "void2", lambda shown: shown.record(type="Drawn"), "#recorded [data-key=void4]"),
        pytest.param(
            "hand of the match",
            "void2",
            lambda shown: shown.record(type="Approved", hand=1),
            ".records [data-key=void3]",
            marks=pytest.mark.long,
        ),
        (
            "start, a clock with limits of one's own",
            "clock-toggle",
            lambda shown: shown.table.clock.do(Pause(), shown.table.now().body),
            ".primary[data-key=clock-toggle]",
        ),
    ],
)
def test_news_keep_the_elements_that_stay_and_with_them_the_keyboard(
    shown: Shown, state: str, key: str, change: Callable[[Shown], None], sign: str
) -> None:
    STATES[state](shown)
    page = shown.page
    page.locator(f"[data-key={key}]").wait_for(state="attached")
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    page.focus(f"[data-key={key}]")
    page.evaluate("document.activeElement.known = true")
    change(shown)
    expect(page.locator(sign)).to_be_visible()
    assert page.evaluate("document.activeElement.known")


def test_what_took_the_place_of_what_is_gone_has_the_keyboard(shown: Shown) -> None:
    STATES["referee, calls and hands"](shown)
    page = shown.page
    page.locator("[data-key^=done-]").first.press("Enter")
    expect(page.locator("#calls .call")).to_have_count(1)
    expect(page.locator("#calls [data-key^=take-]:focus")).to_have_count(1)  # of the call that is left


@pytest.mark.parametrize(
    ("state", "keys", "focused"),
    [
        ("referee, calls and hands", "ga", "[data-key^=approve-]"),
        pytest.param("referee, calls and hands", "n", "#form-dialog:has([name=player]) button", marks=pytest.mark.long),
        pytest.param("desk, players", "2n", "[data-key=next]", marks=pytest.mark.long),
        pytest.param("people", "n", "#form-dialog:has([name=role]) button", marks=pytest.mark.long),
        pytest.param("events, none yet", "n", "#form-dialog:has([data-key=rounds]) button", marks=pytest.mark.long),
    ],
)
def test_keys_are_listed_and_lead_to_what_is_needed(shown: Shown, state: str, keys: str, focused: str) -> None:
    STATES[state](shown)
    page = shown.page
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    listed = [each.lower() for each in page.locator("#keys kbd").all_text_contents()]
    assert set(keys) <= set(listed)
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()
    for key in keys:
        page.keyboard.press(key)
    expect(page.locator(f"{focused}:focus")).to_have_count(1)


def test_a_number_opens_the_table(shown: Shown) -> None:
    STATES["all tables"](shown)
    shown.page.keyboard.press("2")
    shown.page.wait_for_url("**/t/2")


FOCUSED = """() => {
    const element = document.activeElement;
    if (element === document.body) return null;
    const label = element.closest("label") ?? element;
    const ringed = [element, label].some((each) => parseFloat(getComputedStyle(each).outlineWidth) >= 2
        && getComputedStyle(each).outlineStyle !== "none");
    const { left, right, top, bottom } = element.matches("[type=radio], [type=checkbox], [type=file]")
        ? label.getBoundingClientRect() : element.getBoundingClientRect();
    const over = document.elementFromPoint((left + right) / 2, Math.min((top + bottom) / 2, innerHeight - 1));
    const hit = over && (element.contains(over) || over.contains(element) || label.contains(over));
    const faults = [!ringed && !element.closest("svg") && "no ring:", !hit && "covered:"].filter(Boolean);
    return faults.map((fault) => `${fault} ${element.outerHTML.slice(0, 90)}`);
}"""
"""Script that lists faults in the look of the focused element; null at the page's end."""


TABBED = (
    "hand, unsure",
    "photograph without a hand",
    "referee, calls and hands",
    "people",
    "events, dialog of a new one",
)
"""The states in which the tab key goes from one element to the next."""


@pytest.mark.parametrize("state", long_but(TABBED[:1], TABBED))
def test_what_has_the_keyboard_is_seen(shown: Shown, state: str) -> None:
    """On a desktop at a zoom of 200%, whose bars and buttons at the foot cover much."""
    shown.page.set_viewport_size({"width": 640, "height": 400})
    shown.page.emulate_media(reduced_motion="reduce")
    STATES[state](shown)
    found: list[str] = []
    for _ in range(40):
        shown.page.keyboard.press("Tab")
        faults = shown.page.evaluate(FOCUSED)
        if faults is None:
            break
        found += faults
    assert found == []
