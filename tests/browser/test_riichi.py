"""A riichi hand on its page: what is asked, indicators from the photo and from the keys, red fives, languages."""

from collections.abc import Callable
from dataclasses import replace
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from scoring.match.records import Seated, act_to_dict
from tests.browser.accessible import check
from tests.browser.pages import SIZES, sound
from tests.browser.states import PICTURE, RIICHI_HAND
from tests.served import Answers, make_reading
from tests.uninstalled import uninstalled
from tests.waiting import until
from tests.webui.shots import as_jpeg
from webui.hand.edits import SetRules
from webui.table.table import Table


def photographed(table: Table, answers: Answers, rules: str) -> str:
    """Lay the hand, scored by these rules, and return its address below the server's."""
    answers.reading = make_reading(RIICHI_HAND)
    hand = table.intake.from_upload(lambda: as_jpeg(PICTURE))
    table.hands.change(hand.id, SetRules(rules), hand.version)
    return f"/hands/{hand.id}"


@pytest.mark.parametrize(
    ("locale", "yaku", "value"),
    [
        pytest.param("en-GB", ("Pinfu", "Tanyao (All Inside)", "断么九"), "4 han 30 fu", marks=pytest.mark.long),
        ("zh-CN", ("平和", "断幺九", "断么九"), "4番30符"),
    ],
)
def test_a_photographed_hand_is_scored_by_taps(
    new_page: Callable[..., Page],
    table: Table,
    serve: Callable[[Table], str],
    answers: Answers,
    locale: str,
    yaku: tuple[str, ...],
    value: str,
) -> None:
    path = photographed(table, answers, "riichi-ema")
    with sound(new_page(viewport=SIZES["phone"], has_touch=True, locale=locale)) as phone:
        phone.goto(serve(table) + path)
        verdict = phone.locator("#verdict")
        expect(verdict).to_have_attribute("data-kind", "open")
        strip = phone.locator("#strip")
        expect(strip.locator("fieldset")).to_have_count(4)  # drawn or not, seat, riichi, indicators
        check(phone)
        strip.locator("label:has([data-key=say-self-draw-false])").click()
        strip.locator("label:has([data-key=say-seat-S])").click()
        strip.locator("label:has([data-key=say-riichi-true])").click()
        expect(strip.locator(".indicators")).to_have_count(2)  # now those below too
        strip.locator("[data-key='say-dora-seen-17']").click()
        expect(strip.locator(".known")).to_have_count(1)
        strip.locator("[data-key=say-ura-none]").click()
        expect(verdict).to_have_attribute("data-kind", "good")
        expect(verdict).to_contain_text("7700")
        expect(verdict).to_contain_text(value)
        phone.locator("#fans summary").first.click()
        for name in yaku:
            expect(phone.locator("#fans .lines")).to_contain_text(name)
        check(phone)
        strip.locator("[data-key=say-ippatsu]").click()
        expect(verdict).to_contain_text("8000")  # a mangan
        strip.locator("[data-key='say-dora-0']").click()  # no indicator after all
        expect(verdict).to_have_attribute("data-kind", "open")


def test_a_hand_is_entered_with_red_fives_and_an_indicator_from_the_keys(
    new_page: Callable[..., Page], table: Table, serve: Callable[[Table], str]
) -> None:
    with sound(new_page(viewport=SIZES["desktop"])) as page:
        address = serve(table)
        hand = page.request.post(f"{address}/api/tables/1/hands", data={"text": ""}).json()["hand"]
        page.goto(f"{address}/hands/{hand['id']}")
        page.locator("#rules").select_option("riichi-mleague")
        expect(page.locator("#won .flower-picks")).to_have_count(0)
        page.locator("#mat [data-key=add]").click()
        palette = page.locator("#palette")
        expect(palette.locator("[data-face=f1]")).to_have_count(0)
        palette.locator("[data-key='red-5p']").click()
        expect(palette.locator("[data-key='red-5p']")).to_have_count(0)  # there is one
        palette.locator("[data-key=as-tiles]").fill("234m067p345s88s67s 8s tsumo seat=S round=E riichi ura=0")
        palette.locator("[data-key=write-tiles]").click()
        expect(page.locator("#mat img[src$='#0p']")).to_have_count(1)
        page.locator("[data-key=say-dora-other]").click()
        palette.locator("[data-face='4p']").click()
        expect(page.locator("#verdict")).to_have_attribute("data-kind", "good")
        expect(page.locator("#verdict")).to_contain_text("12000")  # six han
        expect(page.locator("#fans")).to_contain_text("Aka Dora")
        expect(page.locator("#fans .fu")).to_contain_text("20 base")
        page.locator("[data-key=honba]").fill("2")
        changed = page.request.get(f"{address}/api/hands/{hand['id']}").json()["hand"]
        table.hands.change(hand["id"], SetRules("riichi-ema"), changed["version"])
        expect(page.locator("#rules")).to_have_value("riichi-ema")  # on another device
        page.locator("[data-key=honba]").press("Tab")
        expect(page.locator("#fans .payments")).to_contain_text("+8600")
        page.locator("[data-key=honba]").press("ArrowUp")
        expect(page.locator("#fans .payments")).to_contain_text("+8900")
        expect(page.locator("[data-key=honba]")).to_be_focused()


def test_a_hand_without_a_yaku_says_so(
    new_page: Callable[..., Page], table: Table, serve: Callable[[Table], str]
) -> None:
    with sound(new_page(viewport=SIZES["phone"], has_touch=True)) as phone:
        address = serve(table)
        text = "[123m,1]567p345s88s67s 8s discard seat=S round=E last-tile"
        hand = phone.request.post(f"{address}/api/tables/1/hands", data={"text": text}).json()["hand"]
        table.hands.change(hand["id"], SetRules("riichi-ema"), hand["version"])
        phone.goto(f"{address}/hands/{hand['id']}")
        expect(phone.locator("#strip .luck")).to_contain_text("Houtei")
        phone.locator("[data-key=say-last-tile]").click()
        expect(phone.locator("#verdict")).to_contain_text("No yaku, unless it was the last tile")
        phone.locator("[data-key=none-of-these]").click()
        expect(phone.locator("#verdict")).to_have_attribute("data-kind", "bad")
        expect(phone.locator("#verdict")).to_contain_text("A hand needs a yaku")


def test_a_red_five_of_the_camera_counts_and_is_put_right_in_the_palette(
    new_page: Callable[..., Page], table: Table, serve: Callable[[Table], str], answers: Answers
) -> None:
    reading = make_reading(RIICHI_HAND)
    answers.reading = replace(reading, tiles=tuple(replace(t, red=n == 8) for n, t in enumerate(reading.tiles)))
    hand = table.intake.from_upload(lambda: as_jpeg(PICTURE))
    table.hands.change(hand.id, SetRules("riichi-mleague"), hand.version)
    with sound(new_page(viewport=SIZES["phone"], has_touch=True)) as phone:
        phone.goto(f"{serve(table)}/hands/{hand.id}")
        red = phone.locator("#mat .slot img[alt='Red 5 Bamboo']")
        expect(red).to_have_count(1)
        assert table.hands.get(hand.id).outcome.text == "234m567p3406788s 8s"
        red.click()
        phone.locator("#palette .actions button", has_text="Not a red five").click()
        expect(red).to_have_count(0)
        five = phone.locator("#mat .slot img[alt='5 Bamboo']")
        five.click()
        mark = phone.locator("#palette .actions button", has_text="Red five")
        expect(mark.locator("img[alt='Red 5 Bamboo']")).to_be_visible()
        check(phone)
        mark.click()
        expect(red).to_have_count(1)


def test_a_hand_of_rules_that_are_gone_says_so_and_shows_no_score(
    new_page: Callable[..., Page], table: Table, serve: Callable[[Table], str], answers: Answers
) -> None:
    table.record(act_to_dict(Seated(("Ann", "Bo", "Chen", "Dai"), "riichi-ema")), uuid4(), "", "referee")
    answers.reading = make_reading(RIICHI_HAND)
    with uninstalled("riichi"):
        again = Table(answers, records=table.records)
        hand = again.intake.from_upload(lambda: as_jpeg(PICTURE))
        with sound(new_page(viewport={"width": 360, "height": 740}, has_touch=True, locale="zh-CN")) as phone:
            phone.goto(f"{serve(again)}/hands/{hand.id}")
            verdict = phone.locator("#verdict")
            expect(verdict).to_have_attribute("data-kind", "open")
            expect(verdict).to_contain_text("没有安装本场比赛的规则riichi-ema")
            until(lambda: phone.evaluate("document.documentElement.scrollWidth") == 360)
            check(phone)
            expect(verdict).to_contain_text("未计分")
            phone.goto(f"{serve(again)}/")
            expect(phone.locator("#missing")).to_contain_text("照片和牌会保存")
            expect(phone.locator("[data-key=new-match]")).to_be_visible()
            until(lambda: phone.evaluate("document.documentElement.scrollWidth") == 360)
            check(phone)
