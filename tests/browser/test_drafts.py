"""Text typed into a form stays until it is sent or put away: after Escape, ×, Back and a reload."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.browser import states
from tests.browser.accessible import check
from tests.browser.pages import sound
from tests.browser.states import Shown
from tests.browser.test_storage import DENY
from tests.long import long_but
from tests.served import Answers, make_reading
from tests.waiting import until
from tests.webui.shots import as_jpeg
from webui.table.table import Table

SNAPSHOT: Final = """form => [...form.elements]
    .filter(({ name, type }) => name && !["submit", "file", "fieldset", "button"].includes(type))
    .map(({ name, type, value, checked }) => [name, type, value, checked])"""

FILL: Final = """form => {
    const type = (field, text) => {
        field.value = text;
        for (const event of ["input", "change"]) field.dispatchEvent(new Event(event, { bubbles: true }));
    };
    const touched = new Set();
    for (;;) {
        const field = [...form.elements].find(({ name, type, value, disabled, readOnly, dataset }) =>
            name && !disabled && !readOnly && !("secret" in dataset) && !touched.has(`${name} ${type} ${value}`)
            && (type === "radio" ? ![...touched].some((each) => each.startsWith(`${name} radio`)) : !touched.has(name)
                || name === "player")
            && !["submit", "file", "fieldset", "button", "checkbox"].includes(type));
        if (!field) return;
        const { name, type: kind, value } = field;
        touched.add(`${name} ${kind} ${value}`);
        if (kind !== "radio") touched.add(name);
        if (kind === "radio") [...form.elements].filter((each) => each.name === name && !each.disabled).at(-1).click();
        else if (kind === "select-one") type(field, [...field.options].at(-1).value);
        else if (kind === "number") type(field, "7");
        else if (kind === "date") type(field, "2026-05-04");
        else { type(field, `Zoë ${touched.size}`); touched.add(`${name} ${kind} ${field.value}`); }
    }
}"""


@dataclass(frozen=True)
class Form:
    """A form: how its page is made, and what opens it there."""

    page: Callable[[Shown], Any]
    opens: str

    def open(self, page: Page) -> None:
        button = page.locator(self.opens).first
        button.wait_for(state="attached")
        button.evaluate(
            "each => { for (let at = each; at; at = at.parentElement) if (at.matches('details')) at.open = true }"
        )
        more = page.locator("[data-key=more][aria-expanded=false]")
        if not button.is_visible() and more.is_visible():
            more.click()
        button.click()
        expect(page.locator("#form-dialog[open] form")).to_be_visible()


def at(path: str, made: Callable[[Shown], Any]) -> Callable[[Shown], None]:
    def opened(shown: Shown) -> None:
        made(shown)
        shown.open(path)

    return opened


def playing(path: str = "/t/1") -> Callable[[Shown], None]:
    return at(path, states.playing)


def appealed(shown: Shown) -> None:
    states.match_counted(shown)
    shown.record(type="Appealed", of=2, seat="W", reason="The kong was open")


DESK = partial(states.desk, made=states.event)
DRAWN = partial(states.desk, made=states.drawn_event)

FORMS: Final = {
    "new match": Form(lambda shown: shown.open("/t/1"), "[data-key=new-match]"),
    "points only": Form(playing(), "[data-key=agreed]"),
    "penalty": Form(playing(), "[data-key=penalty]"),
    "false win": Form(playing(), "[data-key=false-win]"),
    "the match": Form(playing(), "[data-key=matters]"),
    "call": Form(playing(), "#call-referee"),
    "result": Form(playing("/t/1/hands/1"), "[data-key=correct-result]"),
    "appeal": Form(playing("/t/1/hands/1"), "[data-key=appeal]"),
    "decision": Form(at("/t/1/hands/1", appealed), "[data-key^=decide-]"),
    "note": Form(states.referee_nothing, "#note-add"),
    "person": Form(states.people_some, "#person-add"),
    "event": Form(states.desks_none, "#new-event"),
    "players": Form(DESK("players"), "[data-key=enter]"),
    "player": Form(DRAWN("players"), "[data-key=more3]"),
    "seating": Form(DESK("seats"), "[data-key=use-script]"),
    "minutes": Form(states.desk("round", states.played_event), "[data-key=extend2]"),
}


@pytest.fixture
def shown(
    new_page: Callable[..., Page],
    table: Table,
    answers: Answers,
    serve: Callable[[Table], str],
    tmp_path: Path,
    server: tuple[Flask, str],
    monkeypatch: pytest.MonkeyPatch,
) -> Shown:
    page = new_page(viewport={"width": 360, "height": 740}, has_touch=True, locale="zh-CN")
    return Shown(page, table, answers, serve(table), tmp_path, server[0], monkeypatch)


@pytest.mark.parametrize("name", long_but(["penalty"], FORMS))
def test_what_is_typed_stays_until_it_is_put_away(shown: Shown, name: str) -> None:
    with sound(shown.page) as page:
        each = FORMS[name]
        each.page(shown)
        dialog, form = page.locator("#form-dialog"), page.locator("#form-dialog form")
        each.open(page)
        usual = form.evaluate(SNAPSHOT)
        form.evaluate(FILL)
        typed = form.evaluate(SNAPSHOT)
        assert typed != usual
        url = page.url
        leaves: dict[str, Callable[[], Any]] = {
            "Escape": lambda: page.keyboard.press("Escape"),
            "×": lambda: page.locator("#form-dialog .dialog-head button").click(),
            "Back": lambda: page.evaluate("history.back()"),
            "reload": page.reload,
        }
        for how, leave in leaves.items():
            leave()
            expect(dialog).to_be_hidden()
            if how != "reload":
                until(lambda: page.evaluate("!history.state?.dialog"))  # the next step back leaves the page
            assert page.url == url
            each.open(page)
            expect(page.locator("[data-key=discard]")).to_be_visible()
            until(lambda: form.evaluate(SNAPSHOT) == typed)
        check(page)
        page.locator("[data-key=discard]").click()
        expect(dialog).to_be_hidden()
        each.open(page)
        until(lambda: form.evaluate(SNAPSHOT) == usual)


def test_a_form_that_was_sent_is_empty_again(shown: Shown) -> None:
    with sound(shown.page) as page:
        states.playing(shown)
        shown.open("/t/1")
        form, opens = page.locator("#form-dialog"), FORMS["penalty"].open
        opens(page)
        form.locator("label:has([data-key=player-Bo])").click()
        form.locator("label:has([data-key=what-warning])").click()
        form.locator("label:has([data-key='why-'])").click()
        form.locator("[data-key=reason]").fill("说话")
        form.locator("[data-key=send]").click()
        expect(form).to_be_hidden()
        opens(page)
        expect(form.locator("[data-key=discard]")).to_have_count(0)
        expect(form.locator("[data-key=player-Bo]")).not_to_be_checked()


def test_a_pasted_list_stays_until_its_players_are_entered(shown: Shown) -> None:
    with sound(shown.page) as page:
        FORMS["players"].page(shown)
        form = page.locator("#form-dialog")
        FORMS["players"].open(page)
        form.locator("[data-key=text]").fill("Name\nZoë Zwölf\nEva Elf")
        form.locator("[data-key=send]").click()
        expect(form.locator("#form-title")).not_to_have_text("录入选手")
        expect(form).to_contain_text("Zoë Zwölf")
        page.keyboard.press("Escape")
        expect(form).to_be_hidden()
        FORMS["players"].open(page)
        expect(form.locator("[data-key=text]")).to_have_value("Name\nZoë Zwölf\nEva Elf")


def test_a_browser_that_keeps_nothing_has_a_draft_while_the_page_is_open(shown: Shown) -> None:
    page = shown.page
    page.add_init_script(DENY)
    with sound(page):
        FORMS["new match"].page(shown)
        FORMS["new match"].open(page)
        page.fill("[data-key=player0]", "伊娃")
        page.keyboard.press("Escape")
        FORMS["new match"].open(page)
        expect(page.locator("[data-key=player0]")).to_have_value("伊娃")
        page.locator("#form-dialog [data-key=send]").click()
        expect(page.locator("[data-player=伊娃]")).to_be_visible()


def test_what_is_typed_outside_of_dialogs_stays(shown: Shown) -> None:
    with sound(shown.page) as page:
        shown.open("/rules?base=hk#own")
        page.fill("#answers [data-key=title]", "转角")
        page.locator("#answers [data-key=HK1]").select_option("2")
        page.reload()
        expect(page.locator("#answers [data-key=title]")).to_have_value("转角")
        expect(page.locator("#answers [data-key=HK1]")).to_have_value("2")
        shown.open("/setup")
        page.locator("[data-step=name] summary").click()
        page.fill("#naming [name=name]", "窗边")
        page.reload()
        expect(page.locator("#naming [name=name]")).to_have_value("窗边")
        shown.open("/t/1")
        page.click("[data-blank]")
        page.wait_for_url("**/hands/*")
        page.fill("[data-key=as-tiles]", "一二三万")
        page.keyboard.press("Escape")
        until(lambda: page.evaluate("!history.state?.dialog"))  # a step back under way would call the reload off
        page.reload()
        page.click("[data-key=add]")
        expect(page.locator("[data-key=as-tiles]")).to_have_value("一二三万")


def test_tiles_that_were_laid_since_answer_instead_of_a_draft(shown: Shown) -> None:
    shown.table.use_rules("sichuan-home")
    shown.record(type="Seated", players=list(states.PLAYERS), rules="sichuan-home")
    with sound(shown.page) as page:
        shown.open("/t/1").click("[data-key=drawn]")
        form = page.locator("#form-dialog")
        for seat in ("east", "north"):
            form.locator(f"select[name={seat}]").select_option("not-ready")
        page.keyboard.press("Escape")
        until(lambda: page.evaluate("!history.state?.dialog"))
        shown.answers.reading = make_reading((("concealed", "123456789m2223p"),))
        shown.table.intake.from_upload(lambda: as_jpeg(states.PICTURE), chair=4)
        page.reload()
        page.click("[data-key=drawn]")
        expect(form.locator("select[name=east] option:checked")).to_have_text("没叫")
        expect(form.locator("select[name=north] option:checked")).to_contain_text("有叫")


def test_back_closes_every_dialog_and_the_page_stays(shown: Shown) -> None:
    with sound(shown.page) as page:
        before = page.evaluate("history.length")
        shown.hand()
        url = page.url
        dialog = page.locator("dialog[open]")
        for opens in (
            lambda: page.keyboard.press("?"),
            lambda: page.locator("#mat [data-tile]").first.click(),
            lambda: page.locator("[data-key=delete-hand]").click(),
        ):
            page.locator("#sheet").scroll_into_view_if_needed()
            opens()
            expect(dialog).to_have_count(1)
            page.evaluate("history.back()")
            expect(dialog).to_have_count(0)
            assert page.url == url
        assert page.evaluate("history.length") <= before + 2  # its own step, whatever was opened
