"""An evening of riichi for three on a phone in Japanese: every page shows three players, and what was recorded."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from scoring.games.sanma.acts import SetAside
from scoring.games.sanma.hand import sanma_of
from scoring.match.course import results
from tests.browser.accessible import check
from tests.browser.pages import sound, tap_act
from tests.browser.test_riichi_match import shot
from tests.served import Answers
from tests.waiting import until
from webui.records.store import Storage
from webui.table.steps import was_led
from webui.table.table import Table

THREE: Final = ("Aki", "Ben", "Chie")


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
