"""Half-games of riichi on a phone: sticks, wins by han and fu, draws with who is tenpai, false wins, and the result."""

import csv
import io
import json
import os
import zipfile
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Final
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from scoring.games.riichi.hand import riichi_of
from scoring.match.course import results
from scoring.match.records import Claimed, Seated, Won, act_to_dict
from scoring.rules import admit, tournament, withdraw
from tests.browser.accessible import check
from tests.browser.pages import SIZES, sound, tap_act
from tests.browser.states import RIICHI_HAND
from tests.served import Answers, make_reading
from webui.exports.bundle import open_bundle
from webui.records.store import Storage
from webui.table.steps import was_led
from webui.table.table import Table

FOUR: Final = ("Ann", "Bo", "Chen", "Dai")

WORDS: Final = {
    "en-GB": ("East 1", "East 1 · honba 1", "South 4", "tenpai: Ann, Bo", "Result"),
    "zh-CN": ("东1局", "东1局1本场", "南4局", "听牌：Ann, Bo", "最终得分"),
    "zh-TW": ("東1局", "東1局1本場", "南4局", "聽牌：Ann, Bo", "最終得分"),
}
"""For each locale the first title, one with a counter, the last one, a draw, and the heading of the results."""


class Phone:
    """The page of a table as its players tap it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.form = page.locator("#form-dialog")

    def begins(self, hands: int) -> None:
        """Start a match of so many deals by the rules of the server."""
        self.page.locator("[data-key=new-match]").click()
        for seat, name in enumerate(FOUR):
            self.form.locator(f"[data-key=player{seat}]").fill(name)
        self.form.locator(f"label:has([data-key=hands-{hands}])").click()
        check(self.page)
        self.sends()

    def sends(self) -> None:
        """Record what the dialog says."""
        self.form.locator("[data-key=send]").click()
        expect(self.form).to_be_hidden()

    def declares(self, player: str) -> None:
        """Tap the player who declares riichi."""
        self.page.locator(f"[data-player={player}] .sign-stick").click()
        expect(self.page.locator(f"[data-player={player}] small.declared")).to_be_visible()

    def wins(self, winner: str, giver: str, points: int) -> None:
        """Enter a win by one of the values that such a hand may have."""
        tap_act(self.page, "agreed")
        self.form.locator(f"label:has([data-key='winner-{winner}'])").click()
        self.form.locator(f"label:has([data-key='giver-{giver}'])").click()
        self.form.locator("select[name=points]").select_option(str(points))
        self.sends()

    def draws(self, *tenpai: str) -> None:
        """Enter a draw with the players who are tenpai, beside those in riichi."""
        self.page.locator("[data-key=drawn]").click()
        for player in tenpai:
            self.form.locator(f"label:has([data-key='tenpai-{player}'])").click()
        if not tenpai:
            self.form.locator("label:has([data-key='tenpai-'])").click()
        self.sends()

    def shows(self, title: str, *points: int) -> None:
        """Wait until the page shows this hand and these points of the four players."""
        expect(self.page.locator(".match-head h2")).to_have_text(title)
        for player, total in zip(FOUR, points, strict=True):
            expect(self.page.locator(f"[data-player={player}] .points")).to_have_text(str(total))


def shot(page: Page, name: str) -> None:
    """Keep a picture of the page where `SHOTS` names a folder, to be looked at."""
    if folder := os.environ.get("SHOTS"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)


@pytest.fixture
def played(
    new_page: Callable[..., Page], tmp_path: Path, serve: Callable[[Table], str], answers: Answers
) -> Callable[[str, str], tuple[Phone, Table, str]]:
    """Return a function that opens the page of a new table by some rules in a locale."""

    def begun(rules: str, locale: str) -> tuple[Phone, Table, str]:
        table = Table(answers, rules, records=Storage.open(tmp_path / "data"))
        was_led(table)
        address = serve(table)
        page = new_page(viewport=SIZES["phone"], has_touch=True, locale=locale)
        page.goto(f"{address}/t/1")
        return Phone(page), table, address

    return begun


def test_a_round_with_riichi_a_draw_a_win_and_an_undo(
    played: Callable[[str, str], tuple[Phone, Table, str]],
) -> None:
    phone, table, address = played("riichi-ema", "en-GB")
    with sound(phone.page) as page:
        phone.begins(4)
        phone.shows("East 1", *[30000] * 4)
        phone.declares("Ann")
        phone.shows("East 1", 29000, 30000, 30000, 30000)
        page.locator("[data-key=undo-last]").click()
        phone.shows("East 1", *[30000] * 4)
        phone.declares("Ann")
        phone.draws("Bo")
        phone.shows("East 1 · honba 1", 30500, 31500, 28500, 28500)
        expect(page.locator(".on-table")).to_contain_text("1000")
        check(page)
        phone.wins("Bo", "Ann", 3900)  # 300 for the counter, and the stick
        phone.shows("East 2", 26300, 36700, 28500, 28500)
        page.locator("[data-key=false-win]").click()
        phone.form.locator("label").filter(has=page.locator("input[value='wrong tile']")).click()
        phone.form.locator("[data-key=player-Dai]").click()
        expect(phone.form).to_be_hidden()
        phone.shows("East 2", 26300, 36700, 28500, 28500)  # dealt again; the points are lost after the placement
        expect(page.locator("#main")).to_contain_text("False win of Dai, dealt again")
        tap_act(page, "matters")
        phone.form.locator("label").filter(has=page.locator("input[value=cut]")).click()
        phone.sends()
        expect(page.locator(".final li").first).to_contain_text("result +21.7")
        page.goto(f"{address}/t/1/sheet")
        expect(page.locator("tr.results td")).to_have_text(["−18.7", "+21.7", "−1.5", "−21.5", ""])
        check(page)
    match = table.matches.current
    assert match is not None
    assert {name: float(result) for name, result in results(match.match).items()} == {
        "Ann": -18.7,
        "Bo": 21.7,
        "Chen": -1.5,
        "Dai": -21.5,
    }


def test_a_result_is_corrected_with_who_is_tenpai(played: Callable[[str, str], tuple[Phone, Table, str]]) -> None:
    phone, _, address = played("riichi-ema", "en-GB")
    with sound(phone.page) as page:
        phone.begins(8)
        phone.wins("Bo", "self", 4000)
        phone.shows("East 2", 28000, 34000, 29000, 29000)
        page.goto(f"{address}/t/1/hands/1")
        page.locator("[data-key=correct-result]").click()
        phone.form.locator("label:has([data-key=winner-drawn])").click()
        phone.form.locator("label:has([data-key='tenpai-Chen'])").click()
        phone.form.locator("[data-key=reason]").fill("drawn")
        phone.sends()
        expect(page.locator("#hand-head .outcome")).to_have_text("Draw, tenpai: Chen")
        page.goto(f"{address}/t/1")
        phone.shows("East 2 · honba 1", 29000, 29000, 33000, 29000)


def test_tiles_win_with_the_riichi_the_counter_and_the_sticks_of_the_match(
    played: Callable[[str, str], tuple[Phone, Table, str]],
) -> None:
    phone, table, address = played("riichi-ema", "en-GB")
    with sound(phone.page) as page:
        phone.begins(8)
        phone.declares("Chen")
        phone.draws("Ann")  # Ann deals again with a counter, Chen's stick stays
        phone.declares("Bo")
        sent = json.dumps({"text": "234m567p345s88s67s 8s"})
        headers = {"Content-Type": "application/json"}
        hand = page.request.post(f"{address}/api/tables/1/hands", data=sent, headers=headers)
        page.goto(f"{address}/hands/{hand.json()['hand']['id']}")
        page.locator("label:has([data-key=winner-S])").click()
        page.locator("label:has([data-key=giver-W])").click()
        expect(page.locator("label:has([data-key=say-riichi-true]) input")).to_be_checked()
        for indicators in ("dora", "ura"):
            page.locator(f"[data-key=say-{indicators}-none]").click()
        expect(page.locator("#count .transfers")).to_contain_text("Bo takes riichi sticks2000")
        expect(page.locator("#count .transfers")).to_contain_text("Chen pays Bo4200")
        check(page)
        page.locator("[data-key=count-it]").click()
        expect(page.locator("[data-key=take-back]")).to_be_visible()
        page.goto(f"{address}/t/1")
        phone.shows("East 2", 31500, 33700, 26300, 28500)
        page.locator("[data-key=undo-last]").click()
        phone.shows("East 1 · honba 1", 31500, 27500, 30500, 28500)
    match = table.matches.current
    assert match is not None
    assert riichi_of(match.match.hands[-1]).declared == ["Bo"]


@pytest.mark.long
def test_an_open_riichi_is_declared_and_costs_its_discarder_a_yakuman(
    new_page: Callable[..., Page], tmp_path: Path, serve: Callable[[Table], str], answers: Answers
) -> None:
    text = 'name="shown"\ntitle="Shown"\nbase="riichi-home"\nsource="us"\n[switches]\nRI27="yakuman"'
    admit(tournament(text))
    try:
        table = Table(answers, "shown", records=Storage.open(tmp_path / "data"))
        was_led(table)
        address = serve(table)
        with sound(new_page(viewport=SIZES["phone"], has_touch=True, locale="ja-JP")) as page:
            page.goto(f"{address}/t/1")
            phone = Phone(page)
            phone.begins(4)
            page.locator("[data-key=open-riichi-S]").click()
            expect(page.locator("[data-player=Bo] small.declared")).to_have_text("オープンリーチ")
            page.locator("[data-key=riichi-N]").click()
            expect(page.locator("[data-player=Dai] small.declared")).to_have_text("リーチ")
            check(page)
            shot(page, "open-riichi")
            sent = json.dumps({"text": "234m345p67s55m678p 8s dora=0 ura=0"})
            headers = {"Content-Type": "application/json"}
            hand = page.request.post(f"{address}/api/tables/1/hands", data=sent, headers=headers)
            page.goto(f"{address}/hands/{hand.json()['hand']['id']}")
            page.locator("label:has([data-key=winner-S])").click()
            page.locator("label:has([data-key=giver-N])").click()
            expect(page.locator("#count .transfers")).to_contain_text("7700")
            page.locator("label:has([data-key=giver-W])").click()
            expect(page.locator("#count .transfers")).to_contain_text("32000")
            check(page)
            shot(page, "open-riichi-hand")
            page.locator("[data-key=count-it]").click()
            expect(page.locator("[data-key=take-back]")).to_be_visible()
        match = table.matches.current
        assert match is not None
        assert match.match.points == {"Ann": 25000, "Bo": 25000 + 32000 + 1000, "Chen": 25000 - 32000, "Dai": 24000}
    finally:
        withdraw("shown")


def test_a_hand_with_other_counters_than_the_match_takes_those_of_the_match(
    played: Callable[[str, str], tuple[Phone, Table, str]],
) -> None:
    phone, table, address = played("riichi-ema", "en-GB")
    table.record({"type": "Seated", "players": FOUR}, uuid4(), "", "referee")
    laid = table.intake.from_text("[CCC,1]123m456p789sE E discard from=W seat=S round=E dora=0 honba=2 sticks=1")
    with sound(phone.page) as page:
        page.goto(f"{address}/hands/{laid.id}")
        expect(page.locator("#count .note.bad")).to_contain_text("The hand says honba=2, the match has honba=0.")
        expect(page.locator("[data-key=count-it]")).to_have_count(0)
        page.locator("[data-key=of-the-table]").click()
        expect(page.locator("[data-key=count-it]")).to_have_text("Record: Bo +1000")
        check(page)


def test_a_hand_in_the_middle_is_undone_and_the_later_ones_stay(
    played: Callable[[str, str], tuple[Phone, Table, str]],
) -> None:
    phone, table, address = played("riichi-ema", "zh-CN")
    nobody = {"type": "Drawn", "tenpai": []}
    won = {"type": "Won", "winner": "E", "points": 12_000}
    for act in (act_to_dict(Seated(FOUR, "riichi-ema")), nobody, nobody, won):
        table.record(act, uuid4(), "", "table")
    with sound(phone.page) as page:
        page.goto(f"{address}/t/1/sheet")
        page.click("#records summary")
        page.click("[data-key=void3]")
        page.fill("#form-dialog [name=reason]", "重复记录")
        phone.form.locator("[data-key=send]").click()
        expect(phone.form).to_contain_text("Chen +12300")
        check(page)
        shot(page, "void")
        phone.form.locator("[data-key=played-true]").check()
        phone.sends()
        expect(page.locator("[data-hand='2'] .fan")).to_have_text("已撤销")
        expect(page.locator("[data-hand='3'] .running")).to_have_text(["25800", "25800", "42600", "25800"])
        shot(page, "voided")


@pytest.mark.long
def test_draws_of_online_rooms(played: Callable[[str, str], tuple[Phone, Table, str]]) -> None:
    phone, _, _ = played("riichi-home", "en-GB")
    with sound(phone.page) as page:
        phone.begins(8)
        phone.declares("Chen")
        page.locator("[data-key=drawn]").click()
        phone.form.locator("label").filter(has=page.locator("input[value='four winds']")).click()
        check(page)
        phone.sends()
        phone.shows("East 1 · honba 1", 25000, 25000, 24000, 25000)
        page.locator("[data-key=drawn]").click()
        phone.form.locator("label:has([data-key='tenpai-'])").click()
        phone.form.locator("label:has([data-key='nagashi-Ann'])").click()
        phone.sends()
        phone.shows("East 2 · honba 2", 37000, 21000, 20000, 21000)


HALF_GAME: Final[Sequence[tuple[str, str, object]]] = (
    # who is in riichi; who wins and off whom, or who else is tenpai; the value
    ("Ann", "-", ("Bo",)),
    ("Ann", "Ann self", 6000),
    ("", "Bo Chen", 3900),
    ("Dai", "Dai self", 8000),
    ("Chen", "Chen Ann", 7700),
    ("", "-", ()),
    ("Bo", "Ann Bo", 2000),
    ("", "Dai Ann", 1300),
    ("", "-", ("Ann", "Bo", "Chen", "Dai")),
    ("Ann", "Chen self", 4000),
    ("", "Bo Dai", 5200),
    ("Dai", "Bo Dai", 12000),
)
"""A half-game by the rules of the European Mahjong Association, from East 1 to South 4."""


@pytest.mark.long
@pytest.mark.parametrize("locale", WORDS)
def test_a_half_game(played: Callable[[str, str], tuple[Phone, Table, str]], locale: str) -> None:
    first, counted, _, drawn, result = WORDS[locale]
    phone, table, address = played("riichi-ema", locale)
    with sound(phone.page) as page:
        phone.begins(8)
        phone.shows(first, *[30000] * 4)
        shot(page, f"{locale}-start")
        for number, (riichi, ends, value) in enumerate(HALF_GAME):
            if riichi:
                phone.declares(riichi)
            if isinstance(value, tuple):
                phone.draws(*value)
            else:
                phone.wins(*ends.split(), value)  # type: ignore[arg-type]
            if number == 0:
                phone.shows(counted, 30500, 31500, 28500, 28500)
                expect(page.locator("main")).to_contain_text(drawn.replace(", ", "、") if locale != "en-GB" else drawn)
                shot(page, f"{locale}-drawn")
            played_so_far = table.matches.current
            assert played_so_far is not None
            match = played_so_far.match
            assert sum(match.points.values()) + match.on_table == 120_000
        shot(page, f"{locale}-last")
        assert match.over
        expect(page.locator(".final li")).to_have_count(4)
        shot(page, f"{locale}-end")
        check(page)
        page.goto(f"{address}/t/1/sheet")
        expect(page.locator("tr.results th")).to_have_text(result)
        shot(page, f"{locale}-sheet")
        check(page)
        for where in ("round", "display"):
            page.goto(f"{address}/t/1/round" if where == "round" else f"{address}/display/1")
            expect(page.locator("body")).to_contain_text("Chen")
            shot(page, f"{locale}-{where}")
        sheet = page.request.get(f"{address}/t/1/match.csv").text()
        rows = list(csv.reader(io.StringIO(sheet.lstrip("\ufeff"))))
        assert len(rows) >= len(HALF_GAME) + 1
        assert "East 1" in rows[1]  # a request without a language is in English
        bundle = page.request.get(f"{address}/t/1/match.zip").body()
    opened = open_bundle(io.BytesIO(bundle))
    assert opened.match.points == match.points
    assert results(opened.match) == results(match)
    with zipfile.ZipFile(io.BytesIO(bundle)) as kept:
        assert kept.testzip() is None


def test_two_win_one_discard(
    played: Callable[[str, str], tuple[Phone, Table, str]], answers: Answers, photo: bytes
) -> None:
    """Add a second winner with points only, undo that as one, and add a third one by the photo of their tiles."""
    phone, table, address = played("riichi-ema", "zh-CN")
    with sound(phone.page) as page:
        phone.begins(4)
        phone.wins("Bo", "Ann", 5200)
        page.locator("[data-key=also-won]").click()
        expect(phone.form.locator("h2")).to_have_text("另有一家和牌")
        phone.form.locator("label:has([data-key='winner-Chen'])").click()
        phone.form.locator("select[name=points]").select_option("1600")
        check(page)
        shot(page, "also")
        phone.sends()
        expect(page.locator(".last-hands li").first).to_contain_text("Bo和5200分，由Ann供牌；Chen和1600分，由Ann供牌")
        phone.shows(page.locator(".match-head h2").inner_text(), 23200, 35200, 31600, 30000)
        page.locator("[data-key=undo-last]").click()
        phone.shows(page.locator(".match-head h2").inner_text(), 24800, 35200, 30000, 30000)
        answers.reading = make_reading(RIICHI_HAND)
        page.locator("[data-key=also-won]").click()
        phone.form.locator("label:has([data-key='winner-Dai'])").click()
        phone.form.locator("[data-key=also-photo]").set_input_files(
            {"name": "hand.jpg", "mimeType": "image/jpeg", "buffer": photo}
        )
        expect(page.locator("#count .note").first).to_have_text("第1盘，由Ann供牌")
        expect(page.locator("#count [data-key=winner-N]")).to_be_checked()
        expect(page.locator("#count [data-key=winner-S]")).to_be_disabled()  # Bo has won already
        expect(page.locator("#count [data-key=giver-E]")).to_have_count(0)  # it was Ann, as for Bo
        page.locator("label:has([data-key=say-riichi-true])").click()
        expect(page.locator("[data-key=say-ura-none]")).to_be_visible()  # which moves what lies below it
        page.locator("[data-key=say-dora-none]").click()
        expect(page.locator("[data-key=say-dora-none]")).to_have_attribute("aria-pressed", "true")
        page.locator("[data-key=say-ura-none]").click()
        expect(page.locator("#count")).to_contain_text("都算和牌")
        check(page)
        shot(page, "also-tiles")
        page.locator("[data-key=count-it]").click()
        expect(page.locator("#count h2")).to_have_text("已记入第1盘")
        check(page)
        page.goto(f"{address}/display/1")
        expect(page.locator("#headline")).to_contain_text("Dai和")
        expect(page.locator("#score li")).to_have_count(2)
        shot(page, "also-display")
    assert table.matches.current is not None
    assert table.matches.current.match.hands[0].winners == ("Bo", "Dai")


def test_two_win_one_discard_in_a_house_where_all_win(played: Callable[[str, str], tuple[Phone, Table, str]]) -> None:
    about = 'name = "all-win"\ntitle = "All win"\nversion = "1"\nsource = "test"\nbase = "hk"'
    admit(tournament(f'{about}\n[switches]\nHK29 = "all"'))
    phone, table, address = played("all-win", "zh-HK")
    with sound(phone.page) as page:
        table.record({"type": "Seated", "players": list(FOUR)}, uuid4(), "", "table")
        table.record({"type": "Won", "winner": "Bo", "points": 3, "discarder": "Chen"}, uuid4(), "", "table")
        page.locator("[data-key=also-won]").click()
        phone.form.locator("label:has([data-key='winner-Dai'])").click()
        phone.form.locator("[name=points]").fill("4")
        check(page)
        phone.sends()
        expect(page.locator(".last-hands .what").first).to_contain_text("Dai食糊4番，由Chen供牌；Bo食糊3番，由Chen供牌")
        for player, total in zip(FOUR, ("0", "+32", "−96", "+64"), strict=True):
            expect(page.locator(f"[data-player={player}] .points")).to_have_text(total.removeprefix("+"))
        page.goto(f"{address}/t/1/hands/1")
        expect(page.locator("#hand-head .outcome")).to_have_text("Dai食糊4番，由Chen供牌；Bo食糊3番，由Chen供牌")
        page.locator("[data-key=correct-result]").click()
        expect(phone.form.locator("[data-key^=winner-]")).to_have_count(3)  # one of the two, or a draw
        phone.form.locator("label:has([data-key='winner-Bo'])").click()
        expect(phone.form.locator("[name=points]")).to_have_value("3")
        phone.form.locator("[name=points]").fill("5")
        phone.form.locator("[name=reason]").fill("x")
        check(page)
        phone.sends()
        expect(page.locator("#hand-head .outcome")).to_have_text("Dai食糊4番，由Chen供牌；Bo食糊5番，由Chen供牌")


@pytest.mark.long
@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
def test_a_parlour_plays_by_rules_that_it_made_by_the_form(
    new_page: Callable[..., Page], tmp_path: Path, serve: Callable[[Table], str], answers: Answers, locale: str
) -> None:
    """Its answers settle the match: points at the start, head bump, uma; another computer opens what was exported."""
    table = Table(answers, "riichi-home", records=Storage.open(tmp_path / "data"))
    was_led(table)
    address = serve(table)
    with sound(new_page(viewport=SIZES["phone"], has_touch=True, locale=locale)) as page:
        page.goto(f"{address}/rules?base=riichi-home#own")
        check(page)
        page.locator("[data-key=title]").fill("Corner Parlour")
        page.locator("select[name=RI10]").select_option("30000")
        page.locator("select[name=RI12]").select_option("10-30")
        page.locator("[data-key=keep-answers]").click()
        expect(page.locator("#refusal")).to_contain_text("25000")  # fewer to return than at the start
        page.locator("select[name=RI11]").select_option("30000")
        page.locator("select[name=RI13]").select_option("nearest")
        page.locator("input[name=RI12]").fill("30, 10, -10, -20")
        page.locator("[data-key=keep-answers]").click()
        expect(page.locator("#refusal")).to_contain_text("+10")
        page.locator("input[name=RI12]").fill("30, 10, -10, -30")  # the same as the answer in the list
        page.locator("[data-key=keep-answers]").click()
        expect(page.locator("h1")).to_have_text("Corner Parlour")
        expect(page.locator("table.switches b")).to_have_count(4)
        check(page)
        page.goto(f"{address}/t/1")
        phone = Phone(page)
        page.locator("[data-key=new-match]").click()
        phone.form.locator("[name=rules]").select_option("corner-parlour")
        for seat, name in enumerate(FOUR):
            phone.form.locator(f"[data-key=player{seat}]").fill(name)
        phone.form.locator("label:has([data-key=hands-4])").click()
        phone.sends()
        expect(page.locator("[data-player=Ann] .points")).to_have_text("30000")
        both = Claimed((Won("W", 8000, "E"), Won("S", 1000, "E")))
        table.record(act_to_dict(both), uuid4(), "", "table")
        expect(page.locator("[data-player=Bo] .points")).to_have_text("31000")  # the next after Ann alone
        expect(page.locator("[data-player=Chen] .points")).to_have_text("30000")
        for seat in ("S", "S", "S"):
            table.record(act_to_dict(Won(seat, 1000, "W")), uuid4(), "", "table")
        bundle = page.request.get(f"{address}/t/1/match.zip")
    match = table.matches.current
    assert match is not None
    found = results(match.match)
    assert max(found.values()) == Fraction(max(match.match.points.values()) - 30_000, 1000) + 30
    withdraw("corner-parlour")
    opened = open_bundle(io.BytesIO(bundle.body()))
    assert opened.sound
    assert opened.match.points == match.match.points
    assert results(opened.match) == found
