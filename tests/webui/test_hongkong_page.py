"""An evening by the rules of Hong Kong on a phone: the match and its stake, the open flowers, who deals again."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.long import long_but
from tests.webui.accessible import check
from tests.webui.conftest import SIZES, Answers, sound
from webui.records.store import Storage
from webui.table.steps import was_led
from webui.table.table import Table

HONG_KONG = ("zh-HK", "3番", "番")
"""The locale of most who play by these rules, with its words for three faan and for faan."""

HAND = "[CCC,1][FFF,1]123m78sEE 9s"
"""Two faan from its dragons, so that no flower (a faan) decides whether it may be declared."""


@pytest.mark.parametrize(
    ("locale", "faan", "unit"),
    long_but([HONG_KONG], [("en-GB", "3 faan", "faan"), ("zh-CN", "3番", "番"), HONG_KONG]),
)
def test_an_evening_in_hong_kong(
    new_page: Callable[..., Page],
    tmp_path: Path,
    serve: Callable[[Table], str],
    answers: Answers,
    locale: str,
    faan: str,
    unit: str,
) -> None:
    table = Table(answers, "hk", records=Storage.open(tmp_path / "data"))
    was_led(table)
    address = serve(table)
    with sound(new_page(viewport=SIZES["phone"], has_touch=True, locale=locale)) as phone:
        phone.goto(f"{address}/t/1")
        phone.locator("[data-key=new-match]").click()
        form = phone.locator("#form-dialog")
        for seat, name in enumerate(("Ann", "Bo", "Chen", "Dai")):
            form.locator(f"[data-key=player{seat}]").fill(name)
        form.locator("label:has(input[name=hands][value='0'])").click()
        form.locator("[data-key=stake]").fill("0,5")
        form.locator("[data-key=currency]").fill("HK$")
        check(phone)
        form.locator("button.primary").click()
        expect(phone.locator("[data-player=Ann] .money")).to_have_text("0 HK$")

        hand = phone.request.post(f"{address}/api/tables/1/hands", data=json.dumps({"text": HAND}), headers=JSON)
        phone.goto(f"{address}/hands/{hand.json()['hand']['id']}")
        expect(phone.locator("#verdict .big small")).to_have_text(unit)
        expect(phone.locator("#verdict")).to_have_attribute("data-kind", "open")  # no verdict while flowers are open
        phone.locator("label:has([data-key=say-no-flowers-true])").click()
        phone.locator("label:has([data-key=winner-E])").click()
        phone.locator("label:has([data-key=giver-W])").click()
        expect(phone.locator("#verdict")).to_have_attribute("data-kind", "good")
        expect(phone.locator("#count")).to_contain_text(faan)
        check(phone)
        phone.locator("[data-key=count-it]").click()
        expect(phone.locator("#count")).to_contain_text("32")

        phone.goto(f"{address}/t/1")
        expect(phone.locator("[data-player=Ann] .money")).to_have_text("+16.0 HK$")
        expect(phone.locator("[data-player=Ann]")).to_have_class("dealer")  # Ann won as the dealer, and deals again
        expect(phone.locator(".moves")).to_have_count(0)
        phone.locator("[data-key=false-win]").click()
        phone.locator("#form-dialog label:has-text('Ann')").click()
        phone.locator("#form-dialog label").filter(has=phone.locator("input[value='wrong tile']")).click()
        phone.locator("#form-dialog button.primary").click()
        expect(phone.locator("[data-player=Bo]")).to_have_class("dealer")  # whose false win loses Ann the deal
        expect(phone.locator("[data-player=Ann] .points")).to_have_text("−736")
        phone.goto(f"{address}/t/1/sheet")
        expect(phone.locator(".sheet-table tr.total td").first).to_have_text("−736")
        check(phone)
    match = table.matches.current
    assert match is not None
    assert [hand.deal for hand in match.match.hands] == [1, 1, 2]


JSON = {"Content-Type": "application/json"}


def test_flowers_that_are_tapped_answer_whether_there_are_none(
    new_page: Callable[..., Page], tmp_path: Path, serve: Callable[[Table], str], answers: Answers
) -> None:
    table = Table(answers, "hk", records=Storage.open(tmp_path / "data"))
    was_led(table)
    address = serve(table)
    with sound(new_page(viewport=SIZES["phone"], has_touch=True)) as phone:
        text = f"{HAND} discard seat=E round=E"
        hand = phone.request.post(f"{address}/api/tables/1/hands", data=json.dumps({"text": text}), headers=JSON)
        phone.goto(f"{address}/hands/{hand.json()['hand']['id']}")
        phone.locator("[data-key=say-flower-f2]").click()  # South's: it counts nothing for East
        expect(phone.locator("#verdict .says")).to_contain_text("3 needed")  # two faan, unless there was luck
        phone.locator("#won summary").click()
        phone.locator("[data-key=flower-f1]").click()  # East's own: one faan, which is enough
        expect(phone.locator("#verdict")).to_have_attribute("data-kind", "good")
