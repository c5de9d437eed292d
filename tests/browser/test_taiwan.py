"""An evening of sixteen tiles on two phones: a hand of seventeen tiles, the dealer's streak, and who pays what."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from scoring.games.taiwan.match import streak_of
from tests.browser.accessible import check
from tests.browser.pages import SIZES, sound, tap_act
from tests.served import Answers, make_reading
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


CONCEALED = make_reading((("concealed", "123456m789p2255sCCC"), ("winning", "5s")))
"""Two tai by a discard, without flowers: concealed, and its dragons."""

KONG = "[CCCC]123m456m78m99p555s 9m self-draw kong flowers=f1 seat=E"
"""Six tai of the dealer: concealed and self-drawn 3, after the kong, its dragons, an own flower."""

SEVEN = "1359m258p147sESWNCF flower-win discard seat=S from=W flowers=f1f2f3f4s1s2s3"


def hand_of(phone: Page, address: str, text: str) -> None:
    """Open the page of a hand that is entered as text."""
    sent = phone.request.post(f"{address}/api/tables/1/hands", data=json.dumps({"text": text}), headers=JSON)
    phone.goto(f"{address}/hands/{sent.json()['hand']['id']}")


def recorded(phone: Page, address: str) -> None:
    """Count a hand by one tap, and go back to the table."""
    phone.locator("[data-key=count-it]").click()
    expect(phone.locator("[data-key=take-back]")).to_be_visible()
    phone.goto(f"{address}/t/1")


@pytest.mark.long
def test_an_evening_for_money_in_traditional_chinese(
    new_page: Callable[..., Page],
    tmp_path: Path,
    serve: Callable[[Table], str],
    answers: Answers,
    photo: bytes,
) -> None:
    table = Table(answers, "taiwan-home", records=Storage.open(tmp_path / "data"))
    was_led(table)
    address = serve(table)
    picture: Any = {"name": "hand.jpg", "mimeType": "image/jpeg", "buffer": photo}
    answers.reading = CONCEALED
    with (
        sound(new_page(viewport=SIZES["phone"], has_touch=True, locale="zh-TW")) as phone,
        sound(new_page(viewport=SIZES["phone"], has_touch=True, locale="zh-TW")) as other,
    ):
        phone.goto(f"{address}/t/1")
        phone.locator("[data-key=new-match]").click()
        form = phone.locator("#form-dialog")
        for seat, name in enumerate(("Ann", "Bo", "Chen", "Dai")):
            form.locator(f"[data-key=player{seat}]").fill(name)
        form.locator("[data-key=stake]").fill("1")
        form.locator("[data-key=currency]").fill("NT$")
        form.locator("button.primary").click()
        shows(phone, "東風東局", Ann="0")
        other.goto(f"{address}/t/1")
        shows(other, "東風東局", Ann="0")

        phone.locator("[data-key=drawn]").click()  # nothing is paid, and Ann stays
        shows(phone, "東風東局 · 連1拉1", Ann="0")
        shows(other, "東風東局 · 連1拉1", Ann="0")

        phone.set_input_files("[data-key=won-N]", picture)
        phone.wait_for_url("**/hands/*")
        phone.locator("#count label:has([data-key=giver-E])").click()
        phone.locator("#strip label:has([data-key=say-no-flowers-true])").click()
        expect(phone.locator("#count")).to_contain_text("800")
        other.set_input_files("[data-key=won-S]", picture)
        other.wait_for_url("**/hands/*")
        other.locator("#strip label:has([data-key=say-no-flowers-true])").click()
        expect(other.locator("#count")).to_contain_text("幾家都宣布胡這張牌")
        expect(other.locator("#count")).to_contain_text("800")  # the next after Ann alone: 2 tai, and 3 of the dealer
        recorded(other, address)
        shows(other, "東風南局", Ann="−800", Bo="800", Chen="0", Dai="0")
        expect(other.locator("[data-player=Bo] .money")).to_have_text("+NT$800")

        hand_of(phone, address, KONG)
        phone.locator("label:has([data-key=winner-E])").click()
        expect(phone.locator("#verdict .big")).to_contain_text("6")
        expect(phone.get_by_text("槓上開花").first).to_be_attached()
        recorded(phone, address)
        shows(phone, "東風南局 · 連1拉1", Ann="−1800", Bo="3800", Chen="−1000", Dai="−1000")

        hand_of(other, address, SEVEN)
        other.locator("label:has([data-key=winner-S])").click()
        other.locator("label:has([data-key=giver-W])").click()
        expect(other.locator("#verdict .big")).to_contain_text("8")
        expect(other.get_by_text("七搶一").first).to_be_attached()
        recorded(other, address)
        shows(other, "東風西局", Bo="3800", Chen="100", Dai="−2100")

        phone.reload()
        phone.locator("[data-key=false-win]").click()
        form.locator("label").filter(has=phone.locator("input[value='not ready']")).click()
        form.locator("[data-key=player-Dai]").click()
        expect(form).to_be_hidden()
        shows(phone, "東風西局", Ann="−1000", Bo="4600", Chen="900", Dai="−4500")  # dealt again
        shows(other, "東風西局", Dai="−4500")

        phone.goto(f"{address}/t/1/hands/2")  # Bo's hand had one tai more, off Chen
        phone.locator("[data-key=correct-result]").click()
        form.locator("label:has([data-key=giver-Chen])").click()
        form.locator("[data-key=reason]").fill("是老陳放槍")
        form.locator("[data-key=send]").click()
        expect(phone.locator(".outcome")).to_contain_text("Chen放槍")
        phone.goto(f"{address}/t/1")
        shows(phone, "東風西局", Ann="−200", Bo="4300", Chen="400", Dai="−4500")
        phone.goto(f"{address}/t/1/sheet")
        expect(phone.locator(".sheet-table tr.total td").first).to_have_text("−200")
        check(phone)
    match = table.matches.current
    assert match is not None
    assert [(hand.deal, streak_of(hand)) for hand in match.match.hands] == [
        (1, 0),
        (1, 1),
        (2, 0),
        (2, 1),
        (3, 0),
        (3, 0),
    ]


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
