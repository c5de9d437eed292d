"""A hand of Sichuan on a phone: its fan and points, the void suit, a shot after a kong; its rules on their page."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessible import check
from tests.browser.pages import SIZES, sound
from tests.long import long_but
from tests.served import Answers
from webui.records.store import Storage
from webui.table.steps import was_led
from webui.table.table import Table

CHINESE = ("zh-CN", "番", "杠上炮")
"""The locale of most who play by these rules, with its words for fan and for a shot after a kong."""


@pytest.mark.parametrize(("locale", "fan", "shot"), long_but([CHINESE], [("en-GB", "fan", "Shot after Kong"), CHINESE]))
def test_a_hand_of_sichuan_and_its_rules(
    new_page: Callable[..., Page],
    tmp_path: Path,
    serve: Callable[[Table], str],
    answers: Answers,
    locale: str,
    fan: str,
    shot: str,
) -> None:
    table = Table(answers, "sichuan-home", records=Storage.open(tmp_path / "data"))
    was_led(table)
    address = serve(table)
    with sound(new_page(viewport=SIZES["phone"], has_touch=True, locale=locale)) as phone:
        headers = {"Content-Type": "application/json"}
        text = json.dumps({"text": "[888s,1]123s345456p6p 6p"})
        hand = phone.request.post(f"{address}/api/tables/1/hands", data=text, headers=headers)
        phone.goto(f"{address}/hands/{hand.json()['hand']['id']}")
        expect(phone.locator("#verdict .big small")).to_have_text(fan)
        expect(phone.locator("#verdict")).to_have_attribute("data-kind", "open")
        phone.locator("label:has([data-key=say-self-draw-false])").click()
        expect(phone.locator("#verdict")).to_have_attribute("data-kind", "good")
        phone.locator("[data-key=say-kong-shot]").click()
        expect(phone.locator("[data-key=say-kong-shot]")).to_have_attribute("aria-pressed", "true")
        expect(phone.locator("main")).to_contain_text(shot)
        phone.locator("#won summary").click()
        phone.locator("#won label:has([data-key=void-m])").click()
        expect(phone.locator("#verdict")).to_have_attribute("data-kind", "good")
        check(phone)
        phone.locator("#won label:has([data-key=void-p])").click()
        expect(phone.locator("#verdict")).to_have_attribute("data-kind", "bad")  # its void suit is in the hand
        phone.goto(f"{address}/rules/sichuan-home")
        expect(phone.locator("main")).to_contain_text("SC32")
        check(phone)
