"""A player as pages show one: with long names and large amounts nothing overflows, and no word of a name breaks."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from playwright.sync_api import Locator, Page, expect

from scoring.match.event_acts import Entered, Opened, PlayerEntry, Started
from tests.browser.accessible import check
from tests.browser.pages import tap_act
from tests.browser.test_match import BROKEN_WORDS
from tests.long import long_but
from tests.waiting import until
from tests.webui.followed import followed
from webui.hall.desk import Hall
from webui.http.site import site_of
from webui.table.follow.late import choose_delay
from webui.table.table import Table
from webui.table.tables import Tables

Serve = Callable[[Table], str]
NAMES = ("Maximilian Mustermann-Oberhuber", "Grażyna Żółć-Kowalska", "محمد عبد الرحمن", "欧阳娜娜司马相如")
"""German, Polish, Arabic and Chinese, which has two lines in the columns of a sheet on a phone."""

SIZES = {"360": (360, 740), "390": (390, 844), "820": (820, 1180), "sideways": (844, 390), "1280": (1280, 800)}
STAKE = {"stake": "500", "currency": "HK$"}
PLAYED: dict[str, tuple[dict[str, Any], tuple[dict[str, Any], ...]]] = {
    "mcr": (
        {},
        (
            {"type": "Won", "winner": NAMES[0], "discarder": NAMES[1], "points": 88},
            {"type": "Penalty", "player": NAMES[2], "amount": 99999, "reason": "late"},
            {"type": "FalseWin", "player": NAMES[3], "kind": "wrong tile"},
        ),
    ),
    "zungjung": (
        {},
        (
            {"type": "Won", "winner": NAMES[3], "discarder": NAMES[0], "points": 320},
            {"type": "Penalty", "player": NAMES[0], "amount": 99999, "reason": "late", "flow": "paid"},
        ),
    ),
    "hk": (STAKE, ({"type": "Won", "winner": NAMES[1], "discarder": NAMES[2], "points": 10},)),
    "riichi-ema": (
        {},
        (
            {"type": "DeclaredRiichi", "player": NAMES[3]},
            {"type": "DeclaredRiichi", "player": NAMES[0]},
            {"type": "Won", "winner": NAMES[0], "discarder": NAMES[1], "points": 48000},
            {"type": "DeclaredRiichi", "player": NAMES[2]},
        ),
    ),
    "sichuan-sbr": (
        {},
        (
            *({"type": "NamedVoid", "player": name, "suit": "p"} for name in NAMES),
            {"type": "MadeKong", "player": NAMES[0], "how": "concealed"},
            {"type": "Won", "winner": NAMES[1], "discarder": NAMES[2], "points": 3},
        ),
    ),
}
"""Terms of the match under each book, and acts that lead to large amounts, below zero too."""

PAGES = {
    "/t/1": 8,
    "/t/1/sheet": 4,
    "/t/1/hands/1": 4,
    "/t/1/round": 4,
    "/t/1/deals/1": 4,
    "/t/1/spoken": 0,
    "/tables": 4,
    "/referee": 0,
    "/rules": 0,
    "/display/1": 4,
    "/stream/1": 8,
}
"""The pages on which players of a table stand, with how many times, or where their names may be."""

CUT = {"/display/1", "/stream/1"}
"""Pages that are seen from afar, where a long name ends in an ellipsis on a screen that is wide."""

OVERFLOWING = "(all) => all.filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent)"
OUTSIDE = (
    "[...document.querySelectorAll('.player *')].filter((e) => e.getBoundingClientRect().right > innerWidth).length"
)
MINUS = "[...document.body.innerText.matchAll(/(?<![\\w-])-\\d+/g)].map(([each]) => each)"
"""Script that lists numbers with a hyphen for a minus."""


@pytest.mark.parametrize("size", long_but(["360"], list(SIZES)))
@pytest.mark.parametrize("rules", long_but(["hk"], list(PLAYED)))
def test_players_have_room_on_every_page(
    new_page: Callable[..., Page], table: Table, serve: Serve, server: tuple[Flask, str], rules: str, size: str
) -> None:
    width, height = SIZES[size]
    terms, acts = PLAYED[rules]
    for act in ({"type": "Seated", "players": [*NAMES], "rules": rules, **terms}, *acts):
        table.record(act, uuid4(), "", "referee")
    assert followed(table) == 1
    choose_delay(table.records.values, 1, 0)
    page, address = new_page(viewport={"width": width, "height": height}), serve(table)
    site_of(server[0]).tables = Tables(table, 2)
    ended = any(hand.outcome for hand in table.matches.current.match.hands)  # type: ignore[union-attr]
    for path, players in PAGES.items():
        page.goto(address + path)
        seated = 4 if path == "/display/1" and not ended else 0  # round a table, until the first hand has ended
        expect(page.locator(".player")).to_have_count(players + seated)
        page.locator("#at-table").evaluate_all("all => all.forEach((each) => { each.open = true; })")
        expect(page.locator("main").first).to_be_visible()
        texts = page.locator(".player, .player .name, .gains" if path not in CUT else ".player, .gains")
        assert page.locator(".gains bdi").evaluate_all(BROKEN_WORDS) == [], path
        if path not in CUT or width < height:
            broken = page.locator(".player bdi").evaluate_all(BROKEN_WORDS)
            assert set(broken) <= ({NAMES[3]} if path.endswith("sheet") and width < height else set()), path

        def fits(path: str = path, texts: Locator = texts) -> bool:
            assert texts.evaluate_all(OVERFLOWING) == [], path
            assert page.evaluate(OUTSIDE) == 0, path
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
            return True

        until(fits)
        assert page.evaluate(MINUS) == [], path


@pytest.mark.parametrize("size", long_but(["360"], list(SIZES)))
def test_a_player_sees_who_sits_at_the_table(
    new_page: Callable[..., Page], table: Table, serve: Serve, size: str
) -> None:
    hall = Hall(table.records)
    number = hall.open(uuid4(), Opened("Cup", "mcr", rounds=1), "", "desk")[0].number
    hall.record(number, uuid4(), Entered(tuple(PlayerEntry(n, name) for n, name in enumerate(NAMES, 1))), "", "desk")
    hall.record(number, uuid4(), hall.draw(number, 1, 1), "", "desk")
    hall.record(number, uuid4(), Started(1), "", "desk")
    width, height = SIZES[size]
    page = new_page(viewport={"width": width, "height": height})
    page.goto(f"{serve(table)}/me")
    page.select_option("[data-key=who]", NAMES[0])
    expect(page.locator(".player")).to_have_count(4)
    expect(page.locator(".player.me")).to_have_text(NAMES[0])
    assert page.locator(".player bdi").evaluate_all(BROKEN_WORDS) == []
    until(lambda: page.evaluate(OUTSIDE) == 0)
    check(page)


HARD = ("欧阳娜娜", "Maximiliana-Alexandrina", "محمد عبد الرحمن", "Zoë 🀄👩‍👩‍👧")
"""Names that break between any two letters, nowhere, from right to left, and within what is seen as one letter."""

WIDTHS = (320, 360, 390, 412)
FORMS = ("agreed", "false-win", "penalty")

ILL_SET = """(all, names) => all.filter((button) => {
    if (!button.checkVisibility() || !names.some((name) => button.textContent.includes(name.split(/[ -]/)[0]))) return;
    const { left, right } = button.getBoundingClientRect();
    if (left < 0 || right > innerWidth || button.scrollWidth > button.clientWidth + 1) return true;
    const walk = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const lines = new Map();
        for (const { segment, index } of new Intl.Segmenter().segment(walk.currentNode.data)) {
            const range = document.createRange();
            range.setStart(walk.currentNode, index);
            range.setEnd(walk.currentNode, index + segment.length);
            const { top, height, width } = range.getBoundingClientRect();
            const line = Math.round((top + height / 2) / 8);
            if (segment.trim() && width) lines.set(line, (lines.get(line) ?? 0) + 1);
        }
        if (lines.size > 1 && [...lines.values()].includes(1)) return true;
    }
}).map((button) => button.outerHTML.slice(0, 200))"""
"""Script that lists buttons with a name that are cut, stick out, or have a letter alone on a line."""

FOUND = """(all, names) => all.filter((each) => names.some((name) => each.textContent.includes(name.split(/[ -]/)[0])))
    .length"""


LINES = """(all) => all.map((row) => [...row.children].map((each) => each.getBoundingClientRect())
    .filter(({ height }) => height))
    .filter((boxes) => Math.max(...boxes.map(({ top }) => top)) >= Math.min(...boxes.map(({ bottom }) => bottom)))
    .length"""
"""Script that counts the rows whose parts are not all beside each other."""

SPELLED = """(all) => all.map((name) => {
    const range = document.createRange();
    range.selectNodeContents(name);
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 8))).size;
    return lines > name.textContent.split(/[ -]/).length && name.textContent;
}).filter(Boolean)"""
"""Script that lists names with more lines than words."""


@pytest.mark.parametrize("lang", long_but(["zh-Hans"], ["en", "zh-Hans", "zh-Hant", "ja"]))
@pytest.mark.parametrize("rules", long_but(["riichi-ema"], list(PLAYED)))
def test_every_button_holds_its_name(
    new_page: Callable[..., Page], table: Table, serve: Serve, rules: str, lang: str
) -> None:
    table.record({"type": "Seated", "players": [*HARD], "rules": rules, **PLAYED[rules][0]}, uuid4(), "", "referee")
    page, address = new_page(viewport={"width": 320, "height": 740}), serve(table)
    page.goto(f"{address}/t/1?lang={lang}")
    buttons = page.locator("button, .button, dialog label")
    for form in (None, *FORMS):
        if form:
            tap_act(page, form)
            expect(page.locator("#form-dialog label").first).to_be_visible()
            assert page.locator("#form-dialog *").evaluate_all(FOUND, HARD), form
        elif rules == "riichi-ema":
            expect(page.locator(".seated .sign-stick:not([inert])")).to_have_count(4)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 740})
            assert buttons.evaluate_all(ILL_SET, HARD) == [], (form, width)
        if form:
            page.keyboard.press("Escape")
            expect(page.locator("#form-dialog")).to_be_hidden()
    table.record({"type": "Seated", "players": [*HARD], "rules": rules, **PLAYED[rules][0]}, uuid4(), "", "referee")
    for act in PLAYED[rules][1]:  # which lead to sums of five figures
        renamed = {key: HARD[NAMES.index(value)] if value in NAMES else value for key, value in act.items()}
        table.record(renamed, uuid4(), "", "referee")
    rows = page.locator(".seated .player")
    page.reload()
    expect(rows.locator(".won:not([inert])").first).to_be_visible()
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 740})
        assert rows.evaluate_all(LINES) == 0, width
        assert rows.locator("bdi").evaluate_all(SPELLED) == [], width
        assert rows.evaluate_all(OVERFLOWING) == [], width
