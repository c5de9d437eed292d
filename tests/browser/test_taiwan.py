"""An evening of sixteen tiles on two phones: a hand of seventeen tiles, the dealer's streak, and who pays what."""

import json
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessible import check
from tests.browser.pages import SIZES, sound, tap_act
from tests.served import Answers
from webui.records.store import Storage
from webui.table.steps import was_led
from webui.table.table import Table

HAND = "[CCC,1]123m456m789p22s55s 5s flowers=0"
"""One tai from its dragons, by a discard."""

FLOWERS = "1359m258p147sESWNCF flower-win seat=S round=E self-draw flowers=8"
"""All eight, before the replacement of the last."""

JSON = {"Content-Type": "application/json"}


def shows(phone: Page, title: str, **points: str) -> None:
    """Wait until the page of the table shows this hand and these points."""
    expect(phone.locator(".match-head h2")).to_have_text(title)
    for player, total in points.items():
        expect(phone.locator(f"[data-player={player}] .points")).to_have_text(total)


def test_an_evening_of_sixteen_tiles(
    new_page: Callable[..., Page], tmp_path: Path, serve: Callable[[Table], str], answers: Answers
) -> None:
    table = Table(answers, "taiwan-home", records=Storage.open(tmp_path / "data"))
    was_led(table)
    address = serve(table)
    with (
        sound(new_page(viewport=SIZES["phone"], has_touch=True, locale="zh-TW")) as phone,
        sound(new_page(viewport=SIZES["phone"], has_touch=True, locale="ja-JP")) as other,
    ):
        phone.goto(f"{address}/t/1")
        phone.locator("[data-key=new-match]").click()
        form = phone.locator("#form-dialog")
        for seat, name in enumerate(("Ann", "Bo", "Chen", "Dai")):
            form.locator(f"[data-key=player{seat}]").fill(name)
        form.locator("button.primary").click()
        shows(phone, "東風東局", Ann="0", Bo="0")
        expect(phone.locator("[data-key=false-win]")).to_have_text("詐胡")  # as a table in Taiwan says it
        other.goto(f"{address}/t/1")
        shows(other, "東風東局", Ann="0")

        hand = phone.request.post(f"{address}/api/tables/1/hands", data=json.dumps({"text": HAND}), headers=JSON)
        phone.goto(f"{address}/hands/{hand.json()['hand']['id']}")
        expect(phone.locator("#verdict .big small")).to_have_text("台")
        phone.locator("label:has([data-key=winner-E])").click()
        phone.locator("label:has([data-key=giver-W])").click()
        expect(phone.locator("#verdict")).to_have_attribute("data-kind", "good")
        expect(phone.locator("#count")).to_contain_text("500")  # the base, a tai and the dealer's
        assert phone.evaluate("document.documentElement.scrollWidth") <= SIZES["phone"]["width"]
        check(phone)
        phone.locator("[data-key=count-it]").click()
        expect(phone.locator("[data-key=take-back]")).to_be_visible()

        phone.goto(f"{address}/t/1")
        shows(phone, "東風東局 · 連1拉1", Ann="500", Chen="−500")
        shows(other, "東風東局 · 連荘1", Ann="500", Chen="−500")
        tap_act(phone, "agreed")
        form.locator("label:has([data-key='winner-Bo'])").click()
        form.locator("label:has([data-key='giver-self'])").click()
        form.locator("[name=points]").fill("4")
        form.locator("button.primary").click()
        shows(phone, "東風南局", Ann="−500", Bo="2400", Chen="−1200", Dai="−700")  # Ann paid 3 tai more
        shows(other, "東風南局", Bo="2400")
        phone.goto(f"{address}/t/1/sheet")
        expect(phone.locator(".sheet-table tr.total td").first).to_have_text("−500")
        check(phone)

        won = phone.request.post(f"{address}/api/tables/1/hands", data=json.dumps({"text": FLOWERS}), headers=JSON)
        phone.set_viewport_size({"width": 360, "height": 740})
        phone.goto(f"{address}/hands/{won.json()['hand']['id']}")
        expect(phone.locator("#verdict .big")).to_contain_text("8")  # whatever the tiles
        expect(phone.get_by_text("八仙過海").first).to_be_visible()
        expect(phone.locator("#count")).to_contain_text("1200")  # of the dealer
        assert phone.evaluate("document.documentElement.scrollWidth") <= 360

        false = {"type": "FalseWin", "player": "Dai", "kind": "not ready"}
        correction = {
            "id": str(uuid4()),
            "act": {"type": "Corrected", "of": 2, "act": false, "reason": "paper"},
            "anyway": True,
        }
        done = phone.request.post(f"{address}/api/tables/1/records", data=json.dumps(correction), headers=JSON)
        assert done.ok, done.text()
        phone.goto(f"{address}/t/1")  # Ann had not stayed: Bo gets 2 tai less from the dealer
        shows(phone, "東風南局", Ann="0", Bo="3000", Chen="100", Dai="−3100")
    match = table.matches.current
    assert match is not None
    assert [hand.deal for hand in match.match.hands] == [1, 1, 2]


@pytest.mark.parametrize(
    ("rules", "text", "says", "worth"),
    [
        ("mcr", HAND, "17張的和牌請選台灣十六張", "台"),
        ("taiwan-home", "123m456m789m1237p 7p discard", "14張的胡牌請選國標麻將", "分"),
    ],
)
def test_a_hand_of_another_size_is_scored_under_other_rules_by_one_tap(
    new_page: Callable[..., Page],
    serve: Callable[[Table], str],
    answers: Answers,
    rules: str,
    text: str,
    says: str,
    worth: str,
) -> None:
    address = serve(Table(answers, rules))
    with sound(new_page(viewport=SIZES["phone"], has_touch=True, locale="zh-TW")) as phone:
        hand = phone.request.post(f"{address}/api/tables/1/hands", data=json.dumps({"text": text}), headers=JSON)
        phone.goto(f"{address}/hands/{hand.json()['hand']['id']}")
        expect(phone.locator("#verdict .why")).to_contain_text(says)
        check(phone)
        phone.locator("[data-key=other-rules]").click()
        expect(phone.locator("#verdict .big small")).to_have_text(worth)
