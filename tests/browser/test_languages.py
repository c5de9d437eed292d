"""The page in each language in a real browser: chosen or accepted, remembered, without a word of another one."""

import re
from collections.abc import Callable
from typing import Any, Final
from uuid import UUID, uuid4

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from tests.browser.pages import tap_act
from tests.long import long_but
from tests.served import Answers
from tests.waiting import until
from vision.reading import Doubt
from webui.table.table import Table

Serve = Callable[[Table], str]

SHOWN = """() => {
    const found = [];
    const foreign = (element) => element.closest("[lang=en], code, kbd, script, style, noscript, svg title");
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        if (!foreign(walker.currentNode.parentElement)) found.push(walker.currentNode.data.trim());
    }
    for (const element of document.querySelectorAll("[title], [alt], [aria-label], [placeholder]")) {
        if (foreign(element)) continue;
        for (const name of ["title", "alt", "aria-label", "placeholder"]) found.push(element.getAttribute(name) ?? "");
    }
    return [document.title, ...found].filter(Boolean);
}"""
"""All text of a page that people read or hear, but for what is marked as English, code or keys."""

NAMES = re.compile(r"Tableside|AGPL|English|Excel|CSV|JPEG|PNG|HEIC|JSON|JavaScript|USB|[mp]cr|MB|Esc|Delete|Backspace")
"""Names that are the same in every language."""


COMMANDS = re.compile("`[^`]*`|/[a-z/]+|hand none|手牌none")
"""Typed commands, and addresses."""


def english(page: Page) -> list[str]:
    """Texts of the page in which a word of English is left."""
    return [text for text in page.evaluate(SHOWN) if re.search("[A-Za-z]{2}", NAMES.sub("", text))]


@pytest.fixture(params=long_but(["zh-TW"], ["zh-CN", "zh-TW"]))
def chinese(new_page: Callable[..., Page], request: pytest.FixtureRequest) -> Page:
    """A page of a browser that prefers Chinese."""
    return new_page(locale=request.param, viewport={"width": 390, "height": 844})


@pytest.fixture
def doubtful(reading: Any) -> Any:
    """A reading with a doubt of a face."""
    doubts = (Doubt(12, "two-faces", {"face": "9p", "other_face": "8p"}),)
    return reading(doubts=doubts, weak={12: (0.6, (("8p", 0.35),))})


def test_a_browser_that_prefers_chinese_reads_no_english(
    chinese: Page, answers: Any, table: Table, serve: Serve, photo: bytes, doubtful: Any
) -> None:
    answers.reading = doubtful
    address = serve(table)
    chinese.goto(address)
    chinese.locator("[data-photo]").first.set_input_files(
        {"name": "hand.jpg", "mimeType": "image/jpeg", "buffer": photo}
    )
    expect(chinese.locator("#questions li")).to_have_count(1)
    assert english(chinese) == []
    until(lambda: chinese.evaluate("document.documentElement.scrollWidth") <= 390)
    chinese.locator("[data-key=settle-all]").click()
    expect(chinese.locator("#questions")).to_be_hidden()
    chinese.locator("#fans > summary").click()
    chinese.locator("#left-out summary").click()
    chinese.locator("#changes summary").click()
    assert english(chinese) == []
    expect(chinese.locator(".lines .name").first).to_have_text(re.compile("^清[龙龍]$"))
    expect(chinese.locator(".lines .also").first).to_be_hidden()
    chinese.click("[data-key=fan-names]")
    expect(chinese.locator(".lines .also").first).to_have_text("Pure Straight")
    chinese.reload()
    chinese.locator("#fans > summary").click()
    expect(chinese.locator(".lines .also").first).to_be_visible()
    chinese.click("[data-key=fan-names]")
    expect(chinese.locator(".lines .also").first).to_be_hidden()
    chinese.locator("#left-out summary").click()
    chinese.locator("#changes summary").click()
    for path in ("/", "/tilesets", "/nothing-here"):
        chinese.goto(address + path)
        assert [text for text in english(chinese) if path not in text] == []


NAMED = ["张发", "里面", "Ann", "髮"]
"""Players whose names have characters that differ between the scripts."""


@pytest.fixture
def played(table: Table) -> Table:
    """A table at which a match of `NAMED` is played."""
    acts: list[dict[str, Any]] = [
        {"type": "Seated", "players": NAMED, "rules": "mcr"},
        {"type": "Won", "winner": "S", "points": 17, "payer": "W", "hand": "[CCC,1]123m456p789sE E"},
        {"type": "FalseWin", "seat": "N", "kind": "under the minimum"},
        {"type": "Penalty", "seat": "E", "amount": 10, "reason": "发言"},
        {"type": "Drawn"},
    ]
    for act in acts:
        table.record(act, uuid4(), "", "referee")
    return table


PAGES: Final = {
    "/": "#match [data-key=drawn]",
    "/t/1/sheet": "#proof:not(:empty)",
    "/t/1/hands": "#none",
    "/t/1/hands/1": "#hand-seats",
    "/t/1/hands/2": "#hand-seats",
    "/display/1": "#players li",
    "/open": "#bundle",
    "/calibrate": "main",
    "/hands/none": "main",
}
"""An address of each page, and what it shows once its script has run."""


def test_no_page_of_a_match_has_english_and_names_stay_as_they_are(chinese: Page, played: Table, serve: Serve) -> None:
    address = serve(played)
    for path, there in PAGES.items():
        chinese.goto(address + path)
        expect(chinese.locator(there).first).to_be_visible()
        if path in ("/", "/t/1/sheet", "/display/1"):
            for name in NAMED:
                expect(chinese.locator("body")).to_contain_text(name)
        left = [
            text for text in english(chinese) if re.search("[A-Za-z]{2}", COMMANDS.sub("", text.replace("Ann", "")))
        ]
        assert left == [], path
        until(lambda: chinese.evaluate("document.documentElement.scrollWidth") <= 390)


def test_no_dialog_of_a_match_has_english(chinese: Page, played: Table, serve: Serve) -> None:
    chinese.goto(serve(played))
    for key in ("false-win", "penalty", "matters"):
        tap_act(chinese, key)
        expect(chinese.locator("dialog[open]")).to_be_visible()
        assert [text for text in english(chinese) if re.search("[A-Za-z]{2}", text.replace("Ann", ""))] == [], key
        chinese.keyboard.press("Escape")
        expect(chinese.locator("dialog[open]")).to_have_count(0)


def test_a_language_is_chosen_on_the_page_and_remembered(page: Page, table: Table, serve: Serve) -> None:
    address = serve(table)
    page.goto(address)
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.get_by_role("link", name="繁體中文").click()
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hant")
    page.goto(f"{address}/hands/{table.intake.blank().id}")
    expect(page.locator("#mat h1")).to_contain_text("手牌")
    expect(page.locator("[aria-current]")).to_have_text("繁體中文")
    page.goto(f"{page.url}?photo=1")
    page.get_by_role("link", name="English").click()
    expect(page.locator("#mat h1")).to_contain_text("The hand")
    assert "photo=1" in page.url
    page.goto(address)
    expect(page.locator("html")).to_have_attribute("lang", "en")


@pytest.mark.parametrize(
    ("asked", "cookie", "accepted", "answered"),
    [
        ("zh-Hant", "zh", "en", "zh-Hant"),
        ("", "zh-Hant", "en", "zh-Hant"),
        ("", "", "zh-HK,en;q=0.5", "zh-Hant-HK"),
        ("", "zh-Hant", "en,zh-MO;q=0.5", "zh-Hant-HK"),
        ("zh-Hant", "", "zh-TW,zh-HK;q=0.5", "zh-Hant"),
        ("zh", "", "zh-HK", "zh"),
        ("fr", "zh", "en", "zh"),
        ("", "nonsense", "zh-SG", "zh"),
        ("", "", "", "en"),
    ],
)
def test_the_language_asked_for_comes_before_the_one_remembered_and_that_before_the_browsers(
    client: FlaskClient, asked: str, cookie: str, accepted: str, answered: str
) -> None:
    if cookie:
        client.set_cookie("lang", cookie)
    answer = client.get("/", query_string={"lang": asked} if asked else None, headers={"Accept-Language": accepted})
    assert f'<html lang="{answered}">' in answer.text
    assert answer.headers["Content-Language"] == answered
    assert ("Set-Cookie" in answer.headers) == (asked == answered)


@pytest.mark.parametrize(
    ("path", "accepted", "answered"),
    [
        ("/t/1", "zh-TW", "zh-Hant-TW"),
        ("/t/1", "zh-HK", "zh-Hant-HK"),
        ("/t/1", "zh-CN", "zh"),
        ("/", "zh-TW", "zh-Hant-TW"),
        ("/help", "zh-TW", "zh-Hant-TW"),
        ("/help", "zh-HK", "zh-Hant-HK"),
        ("/year", "zh-TW", "zh-Hant-TW"),
        ("/setup", "zh-TW", "zh-Hant-TW"),
        ("/desk", "zh-TW", "zh-Hant-TW"),
        ("/rules", "zh-TW", "zh-Hant-TW"),
        ("/rules/mcr", "zh-TW", "zh-Hant"),
        ("/nowhere", "zh-TW", "zh-Hant-TW"),
    ],
)
def test_the_pages_of_a_table_of_taiwan_have_its_words(
    answers: Answers, application: Callable[..., Flask], path: str, accepted: str, answered: str
) -> None:
    answer = application(Table(answers, "taiwan-home")).test_client().get(path, headers={"Accept-Language": accepted})
    assert f'<html lang="{answered}">' in answer.text
    assert answer.headers["Content-Language"] == answered


@pytest.mark.parametrize(
    ("rules", "text", "answered", "says"),
    [
        ("mcr", "123456789m123p678s5p 5p", "zh-Hant-TW", "胡牌"),
        ("taiwan-home", "123456789m123p5p 5p", "zh-Hant", "和牌"),
    ],
)
def test_a_hand_has_the_words_of_the_rules_that_score_it(
    answers: Answers, application: Callable[..., Flask], rules: str, text: str, answered: str, says: str
) -> None:
    client = application(Table(answers, rules)).test_client()
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "zh-TW"
    other = "taiwan-home" if rules == "mcr" else "mcr"
    hand = client.post("/api/tables/1/hands", json={"text": text, "rules": other}).get_json()["hand"]
    assert says in str(hand["verdict"])
    page = client.get(f"/hands/{hand['id']}")
    assert f'<html lang="{answered}">' in page.text


def test_an_event_has_the_words_of_its_game(answers: Answers, application: Callable[..., Flask]) -> None:
    client = application(Table(answers)).test_client()
    for number, rules in enumerate(("taiwan-home", "mcr"), 1):
        act = {"type": "Opened", "name": rules, "rules": rules, "rounds": 1}
        assert client.post("/api/hall/events", json={"id": str(UUID(int=number)), "act": act}).status_code == 201
    taiwan = {"headers": {"Accept-Language": "zh-TW"}}
    told = {path: client.get(path, **taiwan).headers["Content-Language"] for path in (
        "/desk", "/desk/1", "/desk/2", "/hall?event=1", "/hall?event=2", "/me?event=1", "/me", "/desk/7",
    )}  # fmt: skip
    assert told == {
        "/desk": "zh-Hant", "/desk/1": "zh-Hant-TW", "/desk/2": "zh-Hant", "/hall?event=1": "zh-Hant-TW",
        "/hall?event=2": "zh-Hant", "/me?event=1": "zh-Hant-TW", "/me": "zh-Hant", "/desk/7": "zh-Hant",
    }  # fmt: skip


def test_programs_are_answered_in_their_language(client: FlaskClient) -> None:
    refused = client.get("/api/hands/none", headers={"Accept-Language": "zh-CN"}).get_json()
    assert refused["kind"] == "hand-gone"
    assert refused["error"] == "没有手牌none"
