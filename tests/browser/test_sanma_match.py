"""An evening of riichi for three on a phone in Japanese: every page shows three players, and what was recorded."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from scoring.games.sanma.acts import SetAside
from scoring.games.sanma.hand import sanma_of
from scoring.match.course import results
from tests.browser.accessible import check
from tests.browser.pages import SIZES, sound, tap_act
from tests.browser.test_riichi_match import shot
from tests.served import Answers
from tests.waiting import until
from tests.webui.followed import follow_three
from webui.records.store import Storage
from webui.table.steps import was_led
from webui.table.table import Table

THREE: Final = ("Aki", "Ben", "Chie")
JSON: Final = {"Content-Type": "application/json"}


class Phone:
    """The page of a table of three as its players tap it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.form = page.locator("#form-dialog")

    def begins(self, hands: int) -> None:
        self.page.locator("[data-key=new-match]").click()
        expect(self.form.locator("input[name=player]")).to_have_count(3)
        for seat, name in enumerate(THREE):
            self.form.locator(f"[data-key=player{seat}]").fill(name)
        self.form.locator(f"label:has([data-key=hands-{hands}])").click()
        check(self.page)
        shot(self.page, "sanma-new")
        self.sends()

    def sends(self) -> None:
        self.form.locator("[data-key=send]").click()
        expect(self.form).to_be_hidden()

    def wins(self, winner: str, giver: str, points: int) -> None:
        tap_act(self.page, "agreed")
        expect(self.form.locator("[data-key^=winner-]")).to_have_count(3)
        self.form.locator(f"label:has([data-key='winner-{winner}'])").click()
        self.form.locator(f"label:has([data-key='giver-{giver}'])").click()
        self.form.locator("select[name=points]").select_option(str(points))
        self.sends()

    def shows(self, title: str, *points: int) -> None:
        expect(self.page.locator(".match-head h2")).to_have_text(title)
        expect(self.page.locator("ol.seated > li")).to_have_count(3)
        for player, total in zip(THREE, points, strict=True):
            expect(self.page.locator(f"[data-player={player}] .points")).to_have_text(str(total))


@pytest.fixture
def evening(
    new_page: Callable[..., Page], tmp_path: Path, serve: Callable[[Table], str], answers: Answers
) -> tuple[Phone, Table, str]:
    table = Table(answers, "sanma-tenhou", records=Storage.open(tmp_path / "data"))
    was_led(table)
    address = serve(table)
    page = new_page(viewport={"width": 360, "height": 740}, has_touch=True, locale="ja-JP")
    page.goto(f"{address}/t/1")
    return Phone(page), table, address


def test_three_play_an_evening(evening: tuple[Phone, Table, str], new_page: Callable[..., Page]) -> None:
    phone, table, address = evening
    with sound(phone.page) as page:
        phone.begins(3)
        phone.shows("東1局", 35000, 35000, 35000)
        page.locator("[data-player=Ben] .sign-stick").click()
        expect(page.locator("[data-player=Ben] small.declared")).to_be_visible()
        page.locator("[data-key=north-W]").click()
        until(
            lambda: (
                table.matches.current and any(isinstance(each.act, SetAside) for each in table.matches.current.entries)
            )
        )
        shot(page, "sanma-table")
        check(page)
        phone.wins("Ben", "Aki", 8000)
        phone.shows("東2局", 27000, 43000, 35000)
        page.locator("[data-key=drawn]").click()
        phone.form.locator("label:has([data-key='tenpai-Ben'])").click()
        shot(page, "sanma-draw")
        phone.sends()
        phone.shows("東2局 1本場", 26000, 45000, 34000)
        phone.wins("Chie", "self", 3000)
        phone.shows("東3局", 24900, 42900, 37200)
        phone.wins("Aki", "Chie", 1000)
        expect(page.locator("ol.final > li")).to_have_count(3)
        shot(page, "sanma-over")
        check(page)
        match = table.matches.current
        assert match is not None
        assert dict(sanma_of(match.match.hands[0]).norths) == {"Chie": 1}
        assert [float(each) for each in results(match.match).values()] == [-34.1, 37.9, -3.8]
        for path in ("/t/1/round", "/display/1", "/stream/1", "/t/1/sheet", "/year"):
            page.goto(f"{address}{path}")
            expect(page.locator("body")).to_contain_text("Chie")
            shot(page, "sanma-" + path.strip("/").replace("/", "-"))


ROBBED = "123p456p789p55sNN N discard rob-north no-riichi dora=0 norths=1"
"""A full straight, and one North set aside before: 5200 off the player whose North is robbed."""


@pytest.mark.long
def test_an_evening_of_three_on_two_phones(
    evening: tuple[Phone, Table, str], new_page: Callable[..., Page], tmp_path: Path
) -> None:
    phone, table, address = evening
    other = new_page(viewport=SIZES["phone"], has_touch=True, locale="ja-JP")
    with sound(phone.page) as page, sound(other):
        phone.begins(3)
        other.goto(f"{address}/t/1")
        watching = Phone(other)
        watching.shows("東1局", 35000, 35000, 35000)
        deal = follow_three(table)
        other.locator("[data-key=north-S]").click()
        expect(page.locator("#main")).to_contain_text("Benが北を抜く")
        phone.wins("Ben", "Aki", 2600)
        watching.shows("東2局", 32400, 37600, 35000)

        other.locator("[data-key=drawn]").click()
        for player in ("Ben", "Chie"):
            watching.form.locator(f"label:has([data-key='tenpai-{player}'])").click()
        watching.sends()
        phone.shows("東2局 1本場", 30400, 38600, 36000)

        page.locator("[data-key=north-S]").click()
        expect(other.locator("#main")).to_contain_text("Chieが北を抜く")
        hand = page.request.post(f"{address}/api/tables/1/hands", data=json.dumps({"text": ROBBED}), headers=JSON)
        page.goto(f"{address}/hands/{hand.json()['hand']['id']}")
        expect(page.locator("[data-key=winner-S]")).to_be_visible()
        page.locator("label:has([data-key=winner-S])").click()
        page.locator("label:has([data-key=giver-E])").click()
        expect(page.locator("[data-key^=winner-], [data-key^=giver-]")).not_to_contain_text(["北"])
        expect(page.locator("#strip .luck")).to_contain_text("抜き北のロン")
        expect(page.locator("#count")).to_contain_text("5400")  # with the counter
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        shot(page, "sanma-robbed")
        check(page)
        page.locator("[data-key=count-it]").click()
        expect(page.locator("[data-key=take-back]")).to_be_visible()
        watching.shows("東3局", 30400, 33200, 41400)

        other.goto(f"{address}/t/1/hands/1")
        other.locator("[data-key=correct-result]").click()
        expect(watching.form.locator("[data-key^=winner-]")).to_have_count(4)
        watching.form.locator("select[name=points]").select_option("3900")
        watching.form.locator("[data-key=reason]").fill("紙の記録")
        shot(other, "sanma-correct")
        watching.sends()
        expect(other.locator(".outcome")).to_contain_text("3900")
        shot(other, "sanma-hand")
        page.goto(f"{address}/t/1")
        phone.shows("東3局", 29100, 34500, 41400)
        page.locator("[data-key=drawn]").click()
        phone.form.locator("label:has([data-key='tenpai-Aki'])").click()
        phone.sends()
        expect(page.locator("ol.final > li")).to_have_count(3)
        expect(page.locator("ol.final > li").first).to_contain_text("Chie")
        expect(page.locator("ol.final > li").first).to_contain_text("+35.4")

        other.goto(f"{address}/t/1/sheet")
        expect(other.locator("tr.results td")).to_have_text(["−28.9", "−6.5", "+35.4", ""])
        other.locator("[data-key=replay1]").click()
        expect(other.locator(".table-top .player")).to_have_text([re.compile(name) for name in THREE])
        expect(other.locator("body")).to_contain_text("Benが北を抜く")
        shot(other, "sanma-replay")
        check(other)
        expect(other.locator("#files a")).to_have_text(["jsonl", "tenhou6.json", "mjai.jsonl", "mjai-kita.jsonl"])
        log, mjai = (
            other.request.get(f"{address}/t/1/deals/{deal}/replay.{form}").text()
            for form in ("tenhou6.json", "mjai.jsonl")
        )
        assert json.loads(log)["log"][0][-1][:2] == ["和了", [-3900, 3900, 0, 0]]
        assert {"type": "nukidora", "actor": 1, "pai": "N"} in [json.loads(line) for line in mjai.splitlines()]
    match = table.matches.current
    assert match is not None
    assert [hand.deal for hand in match.match.hands] == [1, 2, 2, 3]
