"""An evening by the rules of Hong Kong on a phone: the match and its stake, the open flowers, who deals again."""

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.books import RULES
from tests.browser.accessible import check
from tests.browser.pages import SIZES, sound
from tests.long import long_but
from tests.served import Answers
from webui.http.routes.rules import examples
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
        phone.goto(f"{address}/setup")
        name = {"en-GB": "English", "zh-CN": "简体中文", "zh-HK": "繁體中文"}[locale]
        expect(phone.locator("[data-step=language] .value")).to_have_text(name)
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
        expect(phone.locator("[data-player=Ann] .money")).to_have_text("HK$0")

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
        expect(phone.locator("#count")).to_contain_text("32")
        phone.locator("[data-key=count-it]").click()
        expect(phone.locator("[data-key=take-back]")).to_be_visible()
        assert len(table.records.journal.entries(table.number)) == 2

        phone.goto(f"{address}/t/1")
        expect(phone.locator("[data-player=Ann] .money")).to_have_text("+HK$16")
        expect(phone.locator("[data-player=Ann]")).to_contain_class("dealer")  # Ann won as the dealer, and deals again
        expect(phone.locator(".moves")).to_have_count(0)
        phone.locator("[data-key=false-win]").click()
        phone.locator("#form-dialog label").filter(has=phone.locator("input[value='wrong tile']")).click()
        phone.locator("#form-dialog button:has-text('Ann')").click()
        expect(phone.locator("[data-player=Bo]")).to_contain_class("dealer")  # whose false win loses Ann the deal
        expect(phone.locator("[data-player=Ann] .points")).to_have_text("−736")
        phone.goto(f"{address}/t/1/sheet")
        expect(phone.locator(".sheet-table tr.total td").first).to_have_text("−736")
        check(phone)
        phone.locator("#recorded summary").click()
        expect(phone.locator("#recorded .act", has_text=faan)).to_contain_text("Chen")
    match = table.matches.current
    assert match is not None
    assert [hand.deal for hand in match.match.hands] == [1, 1, 2]


JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize(
    ("locale", "wins"),
    long_but(
        [("en-GB", "Ann wins 4 faan off Chen")],
        [("en-GB", "Ann wins 4 faan off Chen"), ("zh-CN", "Ann和4番，由Chen供牌"), ("zh-HK", "4番")],
    ),
)
def test_an_evening_by_a_clubs_own_file(
    new_page: Callable[..., Page],
    tmp_path: Path,
    serve: Callable[[Table], str],
    answers: Answers,
    locale: str,
    wins: str,
) -> None:
    """Its straight counts, the match keeps its text, and an export is by the same rules wherever it is opened."""
    book = examples()["hkos-guide"]
    (tmp_path / "club.toml").write_text(book.text, encoding="utf-8")
    table = Table(answers, "mcr", records=Storage.open(tmp_path / "data"))
    was_led(table)
    address = serve(table)
    with sound(new_page(viewport=SIZES["phone"], has_touch=True, locale=locale)) as phone:
        phone.goto(f"{address}/rules?file=hkos-guide#own")
        text = phone.locator("[data-key=text]")
        expect(text).to_have_value(book.text)
        check(phone)
        phone.locator("[data-key=file]").set_input_files(tmp_path / "club.toml")
        phone.locator("[data-key=keep-file]").click()
        expect(phone.locator("main code").last).to_have_text(book.checksum)
        expect(phone.locator("h1")).to_have_text(book.title)
        phone.goto(f"{address}/t/1")
        phone.locator("[data-key=new-match]").click()
        form = phone.locator("#form-dialog")
        for seat, name in enumerate(("Ann", "Bo", "Chen", "Dai")):
            form.locator(f"[data-key=player{seat}]").fill(name)
        form.locator("[name=rules]").select_option(book.name)
        form.locator("button.primary").click()
        expect(phone.locator("[data-player=Ann] .points")).to_have_text("0")

        text = "[123m,1]456m789m22p55p 5p flowers=0"
        hand = phone.request.post(f"{address}/api/tables/1/hands", data=json.dumps({"text": text}), headers=JSON)
        phone.goto(f"{address}/hands/{hand.json()['hand']['id']}")
        phone.locator("label:has([data-key=winner-E])").click()
        phone.locator("label:has([data-key=giver-W])").click()
        expect(phone.locator("#verdict")).to_have_attribute("data-kind", "good")
        expect(phone.locator("main")).to_contain_text("Pure Straight")
        expect(phone.locator("#count")).to_contain_text("64")
        phone.locator("[data-key=count-it]").click()
        expect(phone.locator("[data-key=take-back]")).to_be_visible()  # before the page is left
        phone.goto(f"{address}/t/1/sheet")
        phone.locator("#recorded summary").click()
        expect(phone.locator("#recorded .act").first).to_contain_text(wins)
        check(phone)
        bundle = phone.request.get(f"{address}/t/1/match.zip")
    match = table.matches.current
    assert match is not None
    assert match.match.rules.text == book.text
    with zipfile.ZipFile(io.BytesIO(bundle.body())) as kept:
        assert any(b"Pure Straight" in kept.read(name) for name in kept.namelist())


def test_rules_of_a_house_are_renamed_archived_and_deleted(
    new_page: Callable[..., Page], tmp_path: Path, serve: Callable[[Table], str], answers: Answers
) -> None:
    table = Table(answers, "hk", records=Storage.open(tmp_path / "data"))
    was_led(table)
    address = serve(table)
    with sound(new_page(viewport=SIZES["phone"], has_touch=True)) as phone:

        def add(title: str) -> str:
            phone.goto(f"{address}/rules?base=hk")
            phone.fill("[data-key=title]", title)
            phone.click("[data-key=keep-answers]")
            expect(phone.locator("h1")).to_have_text(title)
            phone.wait_for_load_state()
            return phone.locator("main code").last.inner_text()

        def remove() -> None:
            phone.click("[data-key=remove]")
            expect(phone.locator("#form-dialog .alert")).to_contain_text("stay as they are")
            check(phone)
            phone.click("#form-dialog [data-key=send]")

        checksum = add("轉角 Corner")
        phone.click("[data-key=rename]")
        expect(phone.locator("#form-dialog [data-key=title]")).to_have_value("轉角 Corner")
        phone.fill("#form-dialog [data-key=title]", "🀄 The corner house")
        phone.click("#form-dialog [data-key=send]")
        expect(phone.locator("h1")).to_have_text("🀄 The corner house")
        expect(phone.locator("main code").last).to_have_text(checksum)
        house = phone.url.rsplit("/", 1)[1]
        table.record({"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"], "rules": house}, uuid4(), "", "table")
        remove()
        expect(phone.locator("main .note")).to_contain_text("Archived")
        check(phone)
        phone.goto(f"{address}/t/1/sheet")
        expect(phone.locator(".facts")).to_contain_text(f"🀄 The corner house (checksum {checksum})")
        phone.goto(f"{address}/rules")
        phone.click("#archived summary")
        phone.click("#archived a")
        phone.click("[data-key=offer]")
        expect(phone.locator("[data-key=remove]")).to_be_visible()
        expect(phone.locator("main code").last).to_have_text(checksum)

        other = add("轉角 Corner")  # of the same name, and yet another house
        assert phone.url.rsplit("/", 1)[1] != house
        assert other != checksum  # the name for records stands in its text
        remove()
        phone.wait_for_url("**/rules")
        expect(phone.locator("main li", has_text="轉角 Corner")).to_have_count(1)


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
        expect(phone.locator("#verdict .why")).to_have_text("Still to be said: flowers or none.")
        phone.locator("[data-key=say-flower-f2]").click()  # South's: it counts nothing for East
        expect(phone.locator("#verdict .says")).to_contain_text("3 needed")  # two faan, unless there was luck
        phone.locator("#won summary").click()
        phone.locator("[data-key=flower-f1]").click()  # East's own: one faan, which is enough
        expect(phone.locator("#verdict")).to_have_attribute("data-kind", "good")


@pytest.mark.parametrize(("locale", "title"), long_but([("zh-HK", "轉角")], [("en-GB", "Corner"), ("zh-HK", "轉角")]))
def test_a_house_answers_the_questions_of_hong_kong_on_a_phone(
    new_page: Callable[..., Page],
    tmp_path: Path,
    serve: Callable[[Table], str],
    answers: Answers,
    locale: str,
    title: str,
) -> None:
    table = Table(answers, "hk", records=Storage.open(tmp_path / "data"))
    was_led(table)
    address = serve(table)
    context = new_page(viewport=SIZES["phone"], has_touch=True, locale=locale)
    with sound(context) as phone:
        phone.goto(f"{address}/rules?base=hk-club#own")
        phone.locator("[data-key=title]").fill(title)
        phone.locator("[data-key=HK1]").select_option("2")
        phone.locator("#answers .rest summary").click()
        phone.locator("[data-key=HK30]").select_option("passes")
        check(phone)
        phone.locator("[data-key=keep-answers]").click()
        expect(phone.locator("h1")).to_have_text(title)
    made = next(book for book in RULES.values() if book.title == title)
    assert (made.base, made.minimum, made.preset.answers["HK30"], made.preset.answers["HK25"]) == (
        "hk-club",
        2,
        "passes",
        "half",
    )
    assert dict(made.preset.pinned).keys() == {"HK1", "HK30"}  # what is as in the base is not repeated


def test_a_file_that_cannot_be_used_is_told_beside_its_form(
    new_page: Callable[..., Page], tmp_path: Path, serve: Callable[[Table], str], answers: Answers
) -> None:
    address = serve(Table(answers, "hk", records=Storage.open(tmp_path / "data")))
    phone = new_page(viewport=SIZES["phone"], has_touch=True)
    phone.goto(f"{address}/rules?file=hkos-guide#own")
    phone.locator("[data-key=text]").fill('name = "corner"\ntitle = "Corner"\nbase = "hk"\nsource = "us"\nHK1 = 1')
    phone.locator("[data-key=keep-file]").click()
    expect(phone.locator("#file #refusal")).to_contain_text("HK1")
    phone.locator("[data-key=text]").fill('name = "corner"\ntitle = "Corner"\nbase = "hk"\nsource = "us"')
    phone.locator("[data-key=keep-file]").click()
    expect(phone.locator("h1")).to_have_text("Corner")
