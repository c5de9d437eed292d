"""An evening of Sichuan on two phones: kongs, several winners, undo, the end of the wall, the sheet and the display."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.accessible import check
from tests.browser.pages import SIZES, sound, tap_act
from tests.browser.test_offline import ALWAYS, TEXT, device, kept
from tests.browser.test_riichi_match import FOUR, shot
from tests.browser.test_riichi_match import Phone as Shown
from tests.browser.test_storage import DENY
from tests.served import Answers
from tests.waiting import until
from tests.webui.cable import cable
from webui.records.store import Storage
from webui.table.steps import was_led
from webui.table.table import Table

DEALS: Final = {"en-GB": "Deal {}", "zh-CN": "第{}副"}
PIG: Final = {"en-GB": "flower pig", "zh-CN": "花猪"}


class Phone(Shown):
    """The page of a table of Sichuan as its players tap it."""

    def shows(self, title: str, *points: int) -> None:
        """Wait until the page shows this deal and these points of the four players."""
        expect(self.page.locator(".match-head h2")).to_have_text(title)
        for player, total in zip(FOUR, points, strict=True):
            expect(self.page.locator(f"[data-player={player}] .points")).to_have_text(str(total).replace("-", "−"))

    def begins_for(self, stake: str, currency: str) -> None:
        """Start a match without an end, for money."""
        self.page.locator("[data-key=new-match]").click()
        for seat, name in enumerate(FOUR):
            self.form.locator(f"[data-key=player{seat}]").fill(name)
        self.form.locator("label:has([data-key=hands-0])").click()
        self.form.locator("[data-key=stake]").fill(stake)
        self.form.locator("[data-key=currency]").fill(currency)
        self.sends()

    def answers(self, form: str, **said: str) -> None:
        """Open the form of an act and answer its questions."""
        self.page.locator(f"[data-key=act-{form}]").click()
        for name, value in said.items():
            self.form.locator("label").filter(has=self.page.locator(f"input[name={name}][value={value}]")).click()
        self.sends()

    def wins_after(self, winner: str, giver: str, fan: int, luck: str = "") -> None:
        """Enter a win by its fan, and how the tile came if that is asked."""
        tap_act(self.page, "agreed")
        self.form.locator(f"label:has([data-key='winner-{winner}'])").click()
        self.form.locator(f"label:has([data-key='giver-{giver}'])").click()
        self.form.locator("select[name=points]").select_option(str(fan))
        if luck:
            self.form.locator("select[name=luck]").select_option(luck)
        self.sends()

    def corrects(self, key: str, **said: str) -> None:
        """Correct an act of a hand on its page."""
        self.page.locator(key).click()
        for name, value in said.items():
            self.form.locator(f"select[name={name}]").select_option(value)
        self.form.locator("[data-key=reason]").fill("misheard")
        self.sends()

    def wall_is_out(self, **states: str) -> None:
        """Enter the state of each hand by its seat; the others are not ready."""
        self.page.locator("[data-key=drawn]").click()
        for seat, state in states.items():
            self.form.locator(f"select[name={seat}]").select_option(state)
        self.others_are_not_ready()
        self.sends()

    def others_are_not_ready(self) -> None:
        """Answer what is still open about the end of the wall."""
        for seat in self.form.locator("select:invalid").evaluate_all("lists => lists.map(({ name }) => name)"):
            self.form.locator(f"select[name={seat}]").select_option("not-ready")


def evening(one: Phone, other: Phone, deal: str, name: str) -> None:
    """Play two deals of a match of four on two phones, each tap seen on both."""

    def shows(number: int, *points: int) -> None:
        for phone in (one, other):
            phone.shows(deal.format(number), *points)

    one.begins(4)
    shows(1, 0, 0, 0, 0)
    expect(other.page.locator("#hand-in-play")).to_have_text("Deal 1 · dealer: seat 1")  # there are no rounds
    other.answers("void", player="Bo", suit="m")
    expect(one.page.locator("[data-player=Bo] small.declared")).to_be_visible()
    one.answers("kong", how="concealed", player="Ann")
    shows(1, 6, -2, -2, -2)
    other.wins_after("Bo", "Chen", 2)
    shows(1, 6, 2, -6, -2)
    shot(one.page, f"{name}-won")
    one.page.locator("[data-key=also-won]").click()
    one.form.locator("label:has([data-key='winner-Dai'])").click()
    one.form.locator("select[name=points]").select_option("1")
    one.sends()
    shows(1, 6, 2, -8, 0)
    other.wins_after("Ann", "self", 0)
    shows(2, 7, 2, -9, 0)
    one.page.locator("[data-key=undo-last]").click()
    shows(1, 6, 2, -8, 0)
    other.wins_after("Ann", "self", 1)
    shows(2, 8, 2, -10, 0)
    expect(one.page.locator("[data-player=Chen].dealer")).to_be_visible()  # the discarder of the two first wins
    one.answers("kong", how="claimed", player="Dai", giver="Ann")
    shows(2, 6, 2, -10, 2)
    other.wins_after("Bo", "Dai", 1, "kong-shot")
    shows(2, 6, 6, -10, -2)
    shot(other.page, f"{name}-second")
    one.page.locator("[data-key=drawn]").click()
    shot(one.page, f"{name}-wall-form")
    check(one.page)
    one.page.keyboard.press("Escape")
    one.wall_is_out(west="1", east="pig")
    shows(3, 24, 22, -58, 12)


@pytest.fixture
def phones(
    new_page: Callable[..., Page], tmp_path: Path, serve: Callable[[Table], str], answers: Answers
) -> Callable[[str, str], tuple[Phone, Phone, Table, str]]:
    """Return a function that opens the page of a new table on a phone in each of two locales."""

    def opened(first: str, second: str) -> tuple[Phone, Phone, Table, str]:
        table = Table(answers, "sichuan-home", records=Storage.open(tmp_path / "data"))
        was_led(table)
        address = serve(table)
        pages = [
            new_page(viewport={**SIZES["phone"], "width": 360}, has_touch=True, locale=each) for each in (first, second)
        ]
        for page in pages:
            page.goto(f"{address}/t/1")
        return Phone(pages[0]), Phone(pages[1]), table, address

    return opened


Opened = Callable[[str, str], tuple[Phone, Phone, Table, str]]


@pytest.mark.long
def test_an_evening_of_four_on_two_phones(phones: Opened, new_page: Callable[..., Page]) -> None:
    one, other, table, address = phones("zh-CN", "en-GB")

    class Titled(Phone):
        """The English phone, whose titles are those of the Chinese one."""

        def shows(self, title: str, *points: int) -> None:
            number = "".join([sign for sign in title if sign.isdigit()])
            super().shows(DEALS["en-GB"].format(number), *points)

    with sound(one.page) as page, sound(other.page):
        evening(one, Titled(other.page), DEALS["zh-CN"], "evening")
        check(page)
        hand = table.matches.current
        assert hand is not None
        assert hand.match.points == {"Ann": 24, "Bo": 22, "Chen": -58, "Dai": 12}
        views: Mapping[str, str] = {
            "sheet": "/t/1/sheet",
            "hand": "/t/1/hands/2",
            "display": "/display/1",
            "round": "/t/1/round",
        }
        for name, where in views.items():
            page.goto(f"{address}{where}")
            expect(page.locator("body")).to_contain_text("Chen")
            shot(page, f"evening-{name}")
        page.goto(f"{address}/t/1/hands/2")
        expect(page.locator(".course")).to_contain_text(PIG["zh-CN"])
        one.corrects("[data-key=amend10]", points="2")
        expect(page.locator(".course td").get_by_text("−4", exact=True).first).to_be_visible()
        other.shows(DEALS["en-GB"].format(3), 24, 24, -58, 10)
        one.corrects("[data-key=amend11]", east="not-ready")
        expect(page.locator(".course")).not_to_contain_text(PIG["zh-CN"])
        shot(page, "evening-corrected")
        wide = new_page(viewport=SIZES["desktop"], locale="en-GB")
        for name, where in {"desk-table": "/t/1", **views}.items():
            wide.goto(f"{address}{where}")
            expect(wide.locator("body")).to_contain_text("Chen")
            shot(wide, f"wide-{name}")
        check(wide)


@pytest.mark.long
def test_tiles_win_while_the_others_play_on(phones: Opened) -> None:
    one, _, table, address = phones("en-GB", "zh-CN")
    with sound(one.page) as page:
        one.begins(4)
        one.answers("kong", how="added", player="Ann")
        one.shows("Deal 1", 3, -1, -1, -1)
        for text, winner, giver in (
            ("[333p,1]88s456p678p35s 4s kong-shot", "S", "E"),
            ("111m222m345m78m66p 9m self-draw", "W", None),
        ):
            sent, headers = json.dumps({"text": text}), {"Content-Type": "application/json"}
            hand = page.request.post(f"{address}/api/tables/1/hands", data=sent, headers=headers)
            page.goto(f"{address}/hands/{hand.json()['hand']['id']}")
            page.locator(f"label:has([data-key=winner-{winner}])").click()
            if giver:
                page.locator(f"label:has([data-key=giver-{giver}])").click()
            page.locator("[data-key=count-it]").click()
            expect(page.locator("[data-key=take-back]")).to_be_visible()
        page.goto(f"{address}/t/1")
        shot(page, "tiles")
        page.locator("[data-key=drawn]").click()
        one.form.locator("[data-key=tiles-east]").click()
        expect(page.locator("[data-key=winner-E]")).to_be_checked()  # the page of a new hand of Ann
        sent = json.dumps({"text": "[222s,1]56778s99p345p"})
        page.request.post(f"{address}/api/tables/1/hands?chair=4", data=sent, headers=headers)
        page.goto(f"{address}/t/1")
        page.locator("[data-key=drawn]").click()
        expect(one.form.locator("select[name=north] option:checked")).to_have_text("by the tiles: ready, 0 fan")
        shot(page, "wall-by-tiles")
        check(page)
        one.others_are_not_ready()
        one.sends()
        expect(page.locator(".match-head h2")).to_have_text("Deal 2")
    match = table.matches.current
    assert match is not None
    deal, _ = match.match.hands
    assert deal.winners == ("Bo", "Chen")
    assert (deal.wins[0].points, deal.points["Bo"]) == (2, -1 + 3 + 4)
    assert sum(match.match.points.values()) == 0


@pytest.mark.long
def test_an_evening_for_money_on_a_phone_that_keeps_nothing(phones: Opened) -> None:
    one, _, _, address = phones("zh-CN", "en-GB")
    with sound(one.page) as page:
        page.add_init_script(DENY)
        page.reload()
        one.begins_for("0,5", "¥")
        expect(page.locator("[data-player=Ann] .money")).to_have_text("¥0")
        one.answers("kong", how="concealed", player="Ann")
        expect(page.locator("[data-player=Ann] .money")).to_have_text("+¥3")
        one.wins_after("Bo", "Chen", 2)
        expect(page.locator("[data-player=Chen] .money")).to_have_text("−¥3")
        one.wall_is_out(east="1", north="pig")
        expect(page.locator("[data-player=Dai] .money")).to_have_text("−¥25")
        page.goto(f"{address}/t/1/hands/1")
        one.corrects("[data-key=amend3]", points="3")
        expect(page.locator(".course td").get_by_text("+8", exact=True).first).to_be_visible()


@pytest.mark.long
def test_a_deal_that_is_entered_without_a_network_is_sent_in_its_order(
    browser: Browser, tmp_path: Path, serve: Callable[[Table], str], answers: Answers
) -> None:
    table = Table(answers, "sichuan-home", records=Storage.open(tmp_path / "data"))
    was_led(table)
    with (
        cable(urlsplit(serve(table)).port or 0) as line,
        device(browser, line, f"http://127.0.0.1:{line.port}") as here,
    ):
        page = here.open("/t/1")
        one = Phone(page)
        one.begins(4)
        until(lambda: kept(page) >= ALWAYS and "Ann" in page.evaluate(TEXT, "/t/1/sheet"))
        line.cut()
        page.reload()
        expect(page.locator("html[data-kept]")).to_have_count(1)
        one.wins_after("Bo", "Chen", 2)
        expect(page.locator("p.waits")).to_contain_text("Bo wins 2 fan off Chen")
        one.wins_after("Dai", "self", 1)
        one.wall_is_out(east="1")
        expect(page.locator("p.waits")).to_contain_text("The wall is out")
        line.mend()
        one.shows("Deal 2", 0, 4, -8, 4)
        assert table.matches.current is not None
        assert table.matches.current.match.hands[0].winners == ("Bo", "Dai")
