"""A match on the page in a real browser: begun, hands counted, false wins, corrections, the sheet, a restart."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import cv2
import numpy as np
import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from scoring.match.records import Seated, Void, Won, act_to_dict
from scoring.rules import BOOKS
from tests.browser.accessible import check
from tests.browser.pages import SIZES, box, hold_back_next_hand, tap_act
from tests.long import long_but
from tests.served import Answers, make_reading
from tests.waiting import PATIENCE, until
from tests.webui.followed import followed
from vision.image import Picture
from vision.reading import Reading
from webui.http.routes.pages import LISTED
from webui.records.store import Storage
from webui.rig.live_hand import ClaimWin, Given
from webui.table.steps import was_led
from webui.table.table import Table

Serve = Callable[[Table], str]

UNDER_THE_MINIMUM = make_reading((("chow", "123s"), ("concealed", "567m345p78p22s"), ("winning", "9p")))
"""A hand that wins, with too few points to be declared."""


WHOLE = "each => each.scrollWidth <= each.clientWidth && each.scrollHeight <= each.clientHeight"


class Restarted:
    """A table whose server can end and begin again on the same folder."""

    def __init__(self, folder: Path, serve: Serve, answers: Answers) -> None:
        self._folder, self._serve, self.answers = folder, serve, answers
        self.table, self.address = self._start()
        was_led(self.table)  # to the set-up, before its first match

    def _start(self) -> tuple[Table, str]:
        table = Table(self.answers, records=Storage.open(self._folder))
        return table, self._serve(table)

    def again(self) -> None:
        self.end()
        self.table, self.address = self._start()

    def end(self) -> None:
        self.table.stop()
        self.table.records.close()


@pytest.fixture
def kept(tmp_path: Path, serve: Serve, answers: Answers) -> Iterator[Restarted]:
    restarted = Restarted(tmp_path / "data", serve, answers)
    yield restarted
    restarted.end()


def photo_of(photo: bytes) -> Any:
    return {"name": "hand.jpg", "mimeType": "image/jpeg", "buffer": photo}


def begin(page: Page, address: str, *names: str) -> None:
    """Starts a match in two taps; with names, after typing them."""
    page.goto(address)
    page.click("[data-key=new-match]")
    for n, name in enumerate(names):
        page.fill(f"[data-key=player{n}]", name)
    page.click("[data-key=send]")
    expect(page.locator(".seated li")).to_have_count(4)
    expect(page.locator("#form-dialog[open]")).to_have_count(0)  # the answer is there, not only the news


def win(page: Page, photo: bytes, wind: str, giver: str) -> None:
    """Photographs the hand of who sits on a wind, and says who gave the tile."""
    page.set_input_files(f"[data-key=won-{wind}]", photo_of(photo))
    page.wait_for_url("**/hands/*")
    page.click(f"#count [data-key=giver-{giver}]")
    expect(page.locator(".score.waiting")).to_have_count(0)


def points(page: Page) -> dict[str, str]:
    lines = page.locator(".seated li")
    expect(lines).to_have_count(4)
    return {line.get_attribute("data-player") or "": line.locator(".points").inner_text() for line in lines.all()}


def test_a_match_begins_in_two_taps_and_a_score_without_one_takes_none(
    page: Page, table: Table, serve: Serve, photo: bytes
) -> None:
    address = serve(table)
    page.goto(address)
    expect(page.locator("[data-key=new-match]")).to_be_visible()
    page.set_input_files("#drop input:not([capture])", photo_of(photo))
    page.wait_for_url("**/hands/*")
    expect(page.locator("#verdict")).to_be_visible()
    expect(page.locator("#count")).to_have_count(0)
    begin(page, address)
    until(lambda: points(page) == {f"Player {n}": "500" for n in (1, 2, 3, 4)})


def test_a_table_whose_rules_score_hands_alone_chooses_others_for_a_match(
    page: Page, serve: Serve, answers: Answers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No game that comes with the program is without matches: one of another package may be."""
    alone = next(name for name, book in BOOKS.items() if book.game.id == "sanma")
    monkeypatch.setitem(vars(BOOKS[alone].game), "match", None)  # a cached property
    table = Table(answers, alone)
    was_led(table)
    address = serve(table)
    page.goto(f"{address}/setup")
    expect(page.locator("#preset")).to_have_value(alone)
    page.goto(f"{address}/t/1")
    page.click("[data-key=new-match]")
    expect(page.locator("#form-dialog")).to_contain_text("No match is played by the rules of this table")
    check(page)
    page.click("[data-key=send]")
    expect(page.locator("#form-dialog [data-key=rules]:invalid")).to_be_visible()  # none is assumed
    page.select_option("#form-dialog [data-key=rules]", "mcr")
    page.click("[data-key=send]")
    expect(page.locator(".seated li")).to_have_count(4)


@pytest.mark.parametrize("rules", long_but(["mcr"], ["mcr", "zungjung"]))
def test_undo_names_the_last_record_and_takes_that_one(device: Page, table: Table, serve: Serve, rules: str) -> None:
    page, address = device, serve(table)
    was_led(table)
    table.record(act_to_dict(Seated(("Ann", "Bo", "Chen", "Dai"), rules)), uuid4(), "", "table")
    start = table.matches.current.match.points["Dai"]  # type: ignore[union-attr]
    last = page.locator(".last-record")

    def false_win() -> None:
        page.click("[data-key=false-win]")
        page.click("[data-key='kind-wrong tile']")
        if rules == "zungjung":
            page.fill("#form-dialog [name=each]", "10")
        page.click("[data-key=player-Dai]")
        expect(last).to_contain_text("Hand 2: False win of Dai: declared on a wrong tile")
        expect(page.locator("#form-dialog[open]")).to_have_count(0)  # the answer is there, not only the news

    page.goto(f"{address}/t/1")
    expect(page.locator(".seated li")).to_have_count(4)
    expect(last).to_have_count(0)
    page.click("[data-key=drawn]")
    expect(last).to_contain_text("Hand 1: Draw")
    false_win()
    expect(last).to_contain_text("Dai −30")
    page.reload()
    page.click("[data-key=undo-last]")
    said = last.locator("a, p > b")
    expect(said).to_have_text(["Undone: False win of Dai: declared on a wrong tile", "Hand 1: Draw"])
    expect(page.locator(".match-head")).to_contain_text("Hand 2 of 16")
    until(lambda: points(page)["Dai"] == str(start))
    page.click("[data-key=undo-last]")  # it undoes the undo
    expect(said).to_have_text(["Hand 2: False win of Dai: declared on a wrong tile"])
    until(lambda: points(page)["Dai"] != str(start))
    page.click("[data-key=undo-last]")
    page.click("[data-key=undo-before]")  # and this the record before
    expect(said).to_have_text(["Undone: Draw"])
    page.click("[data-key=undo-last]")
    expect(said).to_have_text(["Hand 1: Draw"])

    false_win()
    page.goto(f"{address}/t/1/sheet")
    page.click("#records summary")
    dialog = page.locator("#form-dialog")
    for answer in ("Close", "Undo all the same"):
        page.click("[data-key=void2]")
        page.fill("#form-dialog [name=reason]", "never played")
        page.click("[data-key=send]")
        expect(dialog).to_contain_text("Undo record 2?")
        expect(dialog).to_contain_text("False win of Dai: declared on a wrong tile Record 9: hand 1 instead of hand 2")
        check(page)
        dialog.get_by_label("Never played, a record too many").check()
        dialog.get_by_role("button", name=answer).click()
        expect(dialog).to_be_hidden()
        if answer == "Close":
            assert len(table.records.journal.entries(table.number)) == 9
    expect(page.locator("[data-hand='1']")).to_contain_text("−30")
    assert len(table.records.journal.entries(table.number)) == 10
    page.click("[data-key=void9]")
    page.fill("#form-dialog [name=reason]", "nobody declared")
    page.click("[data-key=send]")
    expect(page.locator("[data-hand='1']")).not_to_contain_text("−30")


def test_a_match_from_its_beginning_to_the_printed_sheet(device: Page, kept: Restarted, photo: bytes) -> None:
    page = device
    begin(page, kept.address, "Ann", "Bo", "陈美", "Dai")

    win(page, photo, "S", "W")
    page.click("[data-key=count-it]")
    expect(page.locator("[data-key=take-back]")).to_be_visible()
    expect(page.locator(".transfers li")).to_have_count(3)
    expect(page.locator(".transfers")).to_contain_text("陈美 pays Bo")
    page.click("[data-key=approve]")
    expect(page.locator("#count h2")).to_contain_text("approved")
    page.click("[data-key=next-hand]")
    expect(page.locator(".match-head")).to_contain_text("Hand 2 of 16")
    until(lambda: points(page) == {"Bo": "544", "陈美": "472", "Dai": "492", "Ann": "492"})

    kept.answers.reading = UNDER_THE_MINIMUM
    win(page, photo, "W", "N")
    page.click("[data-key=none-of-these]")
    expect(page.locator("#count")).to_contain_text("Dai pays 10 to each other player")
    page.click("[data-key=count-false-win]")
    expect(page.locator("#count h2")).to_contain_text("A false win in hand 2: under the minimum")
    page.goto(kept.address)
    expect(page.locator("[data-player=Dai]")).to_contain_text("dead hand")

    kept.again()
    page.goto(kept.address)
    until(lambda: points(page) == {"Bo": "554", "陈美": "482", "Dai": "462", "Ann": "502"})
    page.click("[data-key=false-win]")
    page.click("[data-key='kind-wrong tile']")
    page.click("[data-key=player-Ann]")
    expect(page.locator("[data-player=Ann]")).to_contain_text("dead hand")

    page.click("[data-key=drawn]")
    expect(page.locator(".match-head")).to_contain_text("Hand 3 of 16")
    page.click("[data-key=undo-last]")
    expect(page.locator(".match-head")).to_contain_text("Hand 2 of 16")
    page.click("[data-key=drawn]")
    expect(page.locator(".match-head")).to_contain_text("Hand 3 of 16")

    page.goto(f"{kept.address}/t/1/sheet")
    expect(page.locator("[data-hand='1']")).to_contain_text("+44")
    expect(page.locator(".fines tbody tr")).to_have_count(2)
    expect(page.locator(".total td").first).to_have_text("472")
    page.emulate_media(media="print")
    expect(page.locator(".bar")).to_be_hidden()
    expect(page.locator("#records")).to_be_hidden()
    expect(page.locator(".signatures p")).to_have_count(5)
    page.emulate_media(media="screen")

    page.click("[data-hand='1'] .cell a >> nth=0")
    page.wait_for_url("**/t/1/hands/1")
    expect(page.locator(".laid-hand img[alt*=photo]")).to_be_visible()
    expect(page.locator(".locked")).to_be_visible()
    expect(page.locator(".records")).to_contain_text("Bo wins 20 off 陈美")


@pytest.mark.parametrize("lang", long_but(["zh"], ["en", "zh", "zh-Hant", "ja"]))
def test_the_strip_holds_still_when_the_countdown_is_touched(
    new_page: Callable[..., Page], table: Table, serve: Serve, photo: bytes, lang: str
) -> None:
    page, address = new_page(still=True), serve(table)
    begin(page, address, "Ann", "Bo", "陈美", "Dai")
    win(page, photo, "S", "W")
    page.goto(f"{page.url}?lang={lang}")
    hold_back_next_hand(page)
    following = page.locator(".recorded [data-key=next-hand]")
    for width in (1280, 360, 320):
        page.set_viewport_size({"width": width, "height": 800})
        page.click("[data-key=count-it]")
        expect(page.locator(".recorded .soon")).to_be_visible()
        held = box(following)
        assert following.evaluate(WHOLE)
        page.mouse.move(held["x"] + 4, held["y"] + held["height"] / 2)
        page.mouse.down()
        expect(page.locator(".recorded .soon")).to_have_count(0)
        assert box(following) == held
        page.mouse.move(1, 1)
        page.mouse.up()
        page.click("[data-key=take-back]")
        expect(page.locator("[data-key=count-it]")).to_be_enabled()
    page.click("[data-key=count-it]")
    expect(page.locator(".recorded .soon")).to_be_visible()
    following.click(position={"x": 4, "y": 4})
    page.wait_for_url(f"{address}/")


def test_an_approved_hand_is_changed_with_a_reason_and_the_match_corrected(
    page: Page, table: Table, serve: Serve, photo: bytes
) -> None:
    """List a person who gave their name on their device by that name everywhere."""
    address = serve(table)
    page.goto(f"{address}/people")
    page.fill("[name=who]", "Zhao")
    page.click(".naming button")
    begin(page, address, "Ann", "Bo", "Chen", "Dai")
    win(page, photo, "S", "W")
    page.click("[data-key=count-it]")
    page.click("[data-key=approve]")
    expect(page.locator("#count h2")).to_contain_text("approved")
    page.click("#won label:has([data-key=self-draw-true])")
    page.fill("#form-dialog [data-key=reason]", "Dai gave it")
    page.click("[data-key=send]")
    expect(page.locator("[data-key=correct]")).to_be_visible()
    page.click("#won label:has([data-key=self-draw-false])")
    expect(page.locator("#count .moved")).to_contain_text("Choose who discarded the tile.")
    expect(page.locator("[data-key=correct]")).to_have_count(0)
    page.click("#won label:has([data-key=discarder-N])")
    page.click("[data-key=correct]")  # for the reason that was given before
    expect(page.locator(".transfers")).to_contain_text("Dai pays Bo28")
    expect(page.locator("[data-key=correct]")).to_have_count(0)
    page.click("#changes summary")
    expect(page.locator("#changes li").last).to_contain_text("ZhaoDai gave it")
    page.goto(f"{address}/t/1/hands/1")
    expect(page.locator(".records")).to_contain_text("corrected: Bo wins 20 off Dai (Dai gave it)Zhao")
    expect(page.locator(".locked")).to_contain_text("Approved by Zhao")
    expect(page.locator(".changes li").last).to_contain_text("ZhaoDai gave it")
    page.goto(f"{address}/t/1/sheet")
    expect(page.get_by_title("approved by Zhao")).to_be_visible()
    page.click("summary >> text=All records")
    expect(page.locator("#recorded .records")).to_contain_text("Hand 1 is approvedZhao")


def test_two_claim_one_tile_and_the_first_after_the_discarder_wins(
    page: Page, table: Table, serve: Serve, photo: bytes
) -> None:
    address = serve(table)
    begin(page, address, "Ann", "Bo", "Chen", "Dai")
    win(page, photo, "N", "E")
    page.goto(address)
    page.set_input_files("[data-key=won-S]", photo_of(photo))
    page.wait_for_url("**/hands/*")
    expect(page.locator("#count")).to_contain_text("Several players declare a win on this tile")
    expect(page.locator("#count")).to_contain_text("Bo wins 20 off Ann")
    page.click("[data-key=count-it]")
    expect(page.locator("#count h2")).to_contain_text("Hand 1 recorded")
    expect(page.locator(".transfers")).to_contain_text("Ann pays Bo28")


@pytest.mark.long
def test_a_winner_who_was_recorded_by_wind_is_found_by_name(
    page: Page, table: Table, serve: Serve, photo: bytes
) -> None:
    address = serve(table)
    begin(page, address, "Ann", "Bo", "Chen", "Dai")
    win(page, photo, "S", "W")
    expect(page.locator("#count")).to_contain_text("Bo wins 20 off Chen")
    laid = page.url.rpartition("/")[2]
    table.record({"type": "Won", "winner": "S", "payer": "W", "points": 20, "laid": laid}, uuid4(), "", "table")
    page.goto(f"{address}/t/1/hands?player=Bo")
    expect(page.locator("#found .counted")).to_have_text("Hand 1: Bo")


@pytest.mark.long
def test_hands_are_found_and_brought_back(page: Page, table: Table, serve: Serve, photo: bytes) -> None:
    address = serve(table)
    begin(page, address, "Ann", "Bo", "Chen", "Dai")
    win(page, photo, "S", "W")
    page.click("[data-key=count-it]")
    expect(page.locator("[data-key=take-back]")).to_be_visible()
    expect(page.locator(".transfers")).to_be_visible()
    table.intake.blank()
    page.goto(f"{address}/t/1/hands")
    expect(page.locator("#found li")).to_have_count(2)
    page.fill("[name=player]", "Bo")
    expect(page.locator("#found li")).to_have_count(1)
    expect(page.locator("#found .counted")).to_contain_text("Hand 1: Bo")
    page.fill("[name=player]", "Ann")
    expect(page.locator("#none")).to_contain_text("No hand is found")
    page.fill("[name=player]", "")
    expect(page.locator("#found li")).to_have_count(2)
    page.select_option("[name=fan]", "Pure Straight")
    expect(page.locator("#found li")).to_have_count(1)
    page.click("#found li:has(.counted) a")
    page.click("[data-key=delete-hand]")
    page.click("#form-dialog [data-key=send]")
    page.wait_for_url(f"{address}/")
    page.goto(f"{address}/t/1/hands")
    expect(page.locator("#found li")).to_have_count(1)
    page.check("[name=hidden]")
    page.click("#found [data-key^=back]")
    expect(page.locator("#none")).to_contain_text("No hand is found")
    page.uncheck("[name=hidden]")
    expect(page.locator("#found li")).to_have_count(2)
    page.click("#found li:has(.counted) a")
    page.click("#changes summary")
    expect(page.locator("#changes li span").nth(-2)).to_have_text("Deletedperson")
    expect(page.locator("#changes li span").last).to_have_text("Restoredperson")


def test_older_hands_follow_below(page: Page, table: Table, serve: Serve) -> None:
    for _ in range(LISTED + 1):
        table.intake.blank()
    page.goto(f"{serve(table)}/t/1/hands")
    expect(page.locator("#found li")).to_have_count(LISTED)
    page.get_by_role("link", name="Older hands").click()
    expect(page.locator("#found li")).to_have_count(LISTED + 1)
    expect(page.locator("#older")).to_be_hidden()
    page.fill("[name=player]", "Nobody")
    expect(page.locator("#found li")).to_have_count(0)
    page.reload()
    expect(page.locator("[name=player]")).to_have_value("Nobody")
    expect(page.locator("#none")).to_have_text("No hand is found.")


@pytest.mark.long
def test_an_earlier_match_is_found_from_the_sheet(page: Page, table: Table, serve: Serve) -> None:
    address = serve(table)
    for players in (("Ann", "Bo", "Chen", "Dai"), ("Eve", "Fan", "Gao", "Hua")):
        table.record({"type": "Seated", "players": players, "hands": 4}, uuid4(), "", "referee")
        table.record({"type": "Drawn"}, uuid4(), "", "referee")
    table.record({"type": "TimeUp", "in_play": False}, uuid4(), "", "referee")
    page.goto(f"{address}/t/1/sheet")
    expect(page.locator(".sheet-table .player").first).to_contain_text("Eve")
    page.click("#records .others summary")
    page.click(".matches a >> nth=1")
    expect(page.locator(".sheet-table .player").first).to_contain_text("Ann")
    page.click("[data-hand='1'] th a")
    expect(page.locator("#hand-seats")).to_contain_text("Dai")
    expect(page.locator(".records")).to_contain_text("Draw")
    page.goto(address)
    page.click("[data-key=new-match]")
    expect(page.locator("[data-key=player0]")).to_have_value("Eve")
    expect(page.locator("#known-names option")).to_have_count(8)


def test_news_on_the_sheet_leaves_the_keyboard_and_what_is_unfolded(page: Page, table: Table, serve: Serve) -> None:
    address = serve(table)
    page.goto(f"{address}/t/1/sheet")
    expect(page.locator(".nothing")).to_be_visible()
    for players in (("Ann", "Bo", "Chen", "Dai"), ("Eve", "Fan", "Gao", "Hua")):
        table.record({"type": "Seated", "players": players, "hands": 4}, uuid4(), "", "referee")
    page.get_by_text("All matches of this table (2)").click()
    page.locator("[data-hand='1'] th a").focus()
    table.record({"type": "Drawn"}, uuid4(), "", "referee")
    expect(page.locator("[data-hand='2']")).to_be_visible()
    expect(page.locator("[data-hand='1'] th a")).to_be_focused()
    expect(page.locator(".matches a").first).to_contain_text("1 / 4")


@pytest.mark.parametrize("rules", long_but(["mcr"], ["mcr", "zungjung"]))
def test_the_sheet_is_taken_away_as_a_picture(page: Page, table: Table, serve: Serve, rules: str) -> None:
    acts = (Seated(("Ann", "Bo", "陈晨", "Dai"), rules), Won("E", 40, "S"), Won("S", 24), Won("W", 60, "E"))
    for act in acts:
        table.record(act_to_dict(act), uuid4(), "", "referee")
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{serve(table)}/t/1/sheet")
    with page.expect_download() as taken:
        page.click("#share")
    assert taken.value.suggested_filename.endswith("-1.png")
    picture = cv2.imread(str(taken.value.path()))
    assert picture.shape[1] == 1080
    rows = (picture.min(axis=(1, 2)) < 128).astype(int)
    assert np.count_nonzero(np.diff(rows) == 1) >= len(acts) + 2  # lines of writing: the head, a hand each, the total


@pytest.mark.parametrize("rules", long_but(["mcr"], ["mcr", "zungjung"]))
def test_the_sheet_marks_a_corrected_hand_and_says_who_left(page: Page, table: Table, serve: Serve, rules: str) -> None:
    for act in (
        {"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"], "rules": rules},
        {"type": "Won", "winner": "S", "points": 24},
        {"type": "Corrected", "of": 2, "act": {"type": "Won", "winner": "S", "points": 17}, "reason": "read again"},
        {"type": "Disqualified", "player": "Chen", "reason": "insult"},
        {"type": "Substituted", "player": "Chen", "substitute": "Zed", "reason": "agreed"},
    ):
        table.record(act, uuid4(), "Rita Roe", "referee")
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{serve(table)}/t/1/sheet")
    expect(page.locator("[data-hand='1'] th")).to_contain_text("✎RR")
    expect(page.locator("[data-hand='2'] th")).not_to_contain_text("✎")
    mark, cell = box(page.locator(".corrected")), box(page.locator("[data-hand='1'] th"))
    assert mark["x"] + mark["width"] <= cell["x"] + cell["width"]
    check(page)
    page.emulate_media(media="print")
    for says in ("Hand 2: Chen is disqualified (insult)", "Hand 2: Zed plays on for Chen (agreed)"):
        expect(page.locator(".hand-sheet").get_by_text(says)).to_be_visible()
    expect(page.locator(".corrected")).to_be_visible()


@pytest.mark.long
def test_axe_finds_nothing_in_a_match(page: Page, table: Table, serve: Serve, answers: Answers, photo: bytes) -> None:
    address = serve(table)
    begin(page, address, "Ann", "Bo", "Chen", "Dai")
    win(page, photo, "S", "W")
    expect(page.locator("[data-key=count-it]")).to_be_enabled()
    check(page)
    page.click("[data-key=count-it]")
    expect(page.locator("[data-key=take-back]")).to_be_visible()
    expect(page.locator(".transfers")).to_be_visible()
    expect(page.locator(".totals summary")).to_have_text("New totals")
    page.click(".totals summary")
    expect(page.locator(".totals dd").first).to_contain_text("in counting sticks: ")
    check(page)
    page.click("[data-key=approve]")
    expect(page.locator("#count h2")).to_contain_text("approved")
    answers.reading = UNDER_THE_MINIMUM
    page.goto(address)
    win(page, photo, "W", "N")
    check(page)
    page.click("[data-key=none-of-these]")
    expect(page.locator("[data-key=count-false-win]")).to_be_visible()
    check(page)
    page.click("[data-key=count-false-win]")
    expect(page.locator("[data-key=take-back]")).to_be_visible()
    for path in ("sheet", "hands/1", "hands/2", "hands"):
        page.goto(f"{address}/t/1/{path}")
        expect(page.locator("main").locator("tbody tr, .recent li").first).to_be_visible()
        check(page)


@pytest.mark.long
def test_the_button_for_photographs_knows_the_claim(page: Page, table: Table, serve: Serve, photo: bytes) -> None:
    address = serve(table)
    begin(page, address, "Ann", "Bo", "Chen", "Dai")
    page.click("#at-table summary")
    page.click("[data-key=win3]")
    expect(page.locator("#claim")).to_contain_text("Chen (West) has won.")
    expect(page.locator("#drop-title")).to_have_text("Take a photo of Chen’s hand")
    page.set_input_files("#drop input:not([capture])", photo_of(photo))
    page.wait_for_url("**/hands/*")
    expect(page.locator("#count [data-key=winner-W]")).to_be_checked()


@pytest.mark.long
def test_who_gave_the_tile_is_known_of_whichever_claim_a_photograph_is(
    page: Page, table: Table, serve: Serve, photo: bytes
) -> None:
    """Two press “win” and somebody says who gave the tile; then the photograph of one is sent, and its winner named."""
    address = serve(table)
    begin(page, address, "Ann", "Bo", "Chen", "Dai")
    for act in (ClaimWin(2), ClaimWin(3), Given(1)):
        table.talk.do(act)
    page.set_input_files("#drop input:not([capture])", photo_of(photo))
    page.wait_for_url("**/hands/*")
    page.click("#count label:has([data-key=winner-W])")
    expect(page.locator("#count [data-key=giver-E]")).to_be_checked()
    expect(page.locator("#count")).to_contain_text("Chen wins 20 off Ann")


@pytest.mark.long
def test_a_photograph_of_an_earlier_hand_is_not_offered_in_the_next(
    device: Page, table: Table, serve: Serve, photo: bytes
) -> None:
    """Bo sat South in the hand of the photograph, and is East in the next: the tiles are his in either."""
    address = serve(table)
    begin(device, address, "Ann", "Bo", "Chen", "Dai")
    win(device, photo, "S", "W")
    expect(device.locator("#count")).to_contain_text("Bo wins 20 off Chen")
    table.record({"type": "Drawn"}, uuid4(), "", "referee")
    expect(device.locator("#count")).to_contain_text("These tiles are of hand 1; the current hand is 2.")
    expect(device.locator("[data-key=count-it]")).to_have_count(0)
    expect(device.locator("#count input")).to_have_count(0)
    check(device)
    device.click("[data-key=deal-again]")
    expect(device.locator("#count [data-key=winner-E]")).to_be_checked()
    device.click("[data-key=count-it]")
    expect(device.locator("#count h2")).to_contain_text("Hand 2 recorded")
    match = table.matches.current
    assert match is not None
    assert [hand.winner for hand in match.match.hands] == [None, "Bo", None]


@pytest.mark.long
def test_an_answer_that_comes_late_replaces_no_newer_one(page: Page, table: Table, serve: Serve, photo: bytes) -> None:
    address = serve(table)
    begin(page, address, "Ann", "Bo", "Chen", "Dai")
    win(page, photo, "S", "W")
    expect(page.locator("#count")).to_contain_text("Bo wins 20 off Chen")
    held: list[tuple[Route, APIResponse]] = []
    late = True

    def hold(route: Route) -> None:
        if late and route.request.method == "GET":
            held.append((route, route.fetch()))
        else:
            route.continue_()

    page.route("**/api/hands/*", hold)
    table.record({"type": "Drawn"}, uuid4(), "", "referee")  # news, after which the page asks for the hand
    until(lambda: page.evaluate("1") and held)
    page.click("[data-key='c0']")
    page.click("#palette [data-face='5s']")
    changed = page.locator("[data-key='c0']")
    expect(changed).to_have_attribute("data-tile", "5s")
    late = False
    for route, answer in held:
        route.fulfill(response=answer)
    expect(page.locator("#count")).to_contain_text("These tiles are of hand 1; the current hand is 2.")
    expect(changed).to_have_attribute("data-tile", "5s")


def test_a_result_is_entered_and_corrected_without_tiles(page: Page, table: Table, serve: Serve) -> None:
    address = serve(table)
    begin(page, address, "Ann", "Bo", "Chen", "Dai")
    tap_act(page, "agreed")
    page.click("[data-key=winner-Ann]")
    page.fill("[data-key=points]", "24")
    page.click("[data-key=giver-self]")
    page.click("[data-key=send]")
    expect(page.locator(".match-head")).to_contain_text("Hand 2 of 16")
    until(lambda: points(page)["Ann"] == "596")
    page.click("[data-key=drawn]")
    expect(page.locator(".match-head")).to_contain_text("Hand 3 of 16")
    page.goto(f"{address}/t/1/hands/1")
    page.click("[data-key=correct-result]")
    expect(page.locator("[data-key=giver-self]")).to_be_checked()
    page.click("[data-key=giver-Dai]")
    page.fill("[data-key=reason]", "Dai gave it")
    page.click("[data-key=send]")
    expect(page.locator(".outcome")).to_contain_text("Ann wins 24 off Dai")
    page.goto(f"{address}/t/1/hands/2")
    page.click("[data-key=correct-result]")
    expect(page.locator("[data-key=winner-drawn]")).to_be_checked()
    page.click("[data-key=winner-Bo]")
    page.click("[data-key=giver-Ann]")
    page.fill("[data-key=points]", "8")
    page.fill("[data-key=reason]", "found later")
    page.click("[data-key=send]")
    expect(page.locator(".outcome")).to_contain_text("Bo wins 8 off Ann")
    match = table.matches.current
    assert match is not None
    until(lambda: [hand.winner for hand in match.match.hands] == ["Ann", "Bo", None])


NAMES = ("Maximilian Mustermann", "Grażyna Żółć-Kowalska", "Chen", "محمد بن عبد الله")
"""Long names, and one that is written from right to left."""

BROKEN_WORDS = """(names) => names.flatMap((name) => {
    const text = name.firstChild, range = document.createRange();
    return [...text.data.matchAll(/[^ -]+/g)].filter(({ 0: word, index }) => {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return new Set([...range.getClientRects()].map(({ y }) => Math.round(y))).size > 1;
    }).map(([word]) => word);
})"""


@pytest.mark.parametrize(
    ("rules", "stake", "points"), [("hk", {"stake": "0.5", "currency": "HK$"}, 8), ("riichi-ema", {}, 8000)]
)
def test_names_keep_their_words_whole_on_a_phone(
    new_page: Callable[..., Page], table: Table, serve: Serve, rules: str, stake: dict[str, str], points: int
) -> None:
    table.record({"type": "Seated", "players": [*NAMES], "rules": rules, **stake}, uuid4(), "", "referee")
    table.record({"type": "Won", "winner": "W", "points": points, "discarder": "S"}, uuid4(), "", "referee")
    page = new_page(viewport={"width": 360, "height": 780})
    address = serve(table)
    page.goto(f"{address}/t/1/sheet")
    expect(page.locator(".sheet-table .player")).to_have_count(4)
    assert page.locator(".sheet-table .player bdi").evaluate_all(BROKEN_WORDS) == []
    page.goto(f"{address}/t/1")
    names = page.locator(".seated .name > bdi")
    expect(names).to_have_count(4)
    assert names.evaluate_all(BROKEN_WORDS) == []
    rows = page.locator(".seated li, .last-record")
    expect(rows).to_have_count(5)
    assert rows.evaluate_all("rows => rows.filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.innerText)") == []


def test_the_list_of_rules_keeps_its_words_whole_on_a_phone(
    new_page: Callable[..., Page], table: Table, serve: Serve
) -> None:
    page = new_page(viewport={"width": 360, "height": 780})
    page.goto(f"{serve(table)}/rules")
    words = page.locator(".which th, .which td a")
    expect(words.first).to_be_visible()
    until(lambda: words.evaluate_all(BROKEN_WORDS) == [])  # once its font is there


@pytest.mark.parametrize(("width", "inner"), long_but([(360, 344)], [(360, 344), (1280, 1048)]))
def test_every_page_has_one_row_at_its_head_and_one_width(
    new_page: Callable[..., Page], table: Table, serve: Serve, width: int, inner: int
) -> None:
    seat(table, "mcr")
    hand = table.intake.blank().id
    page, address = new_page(viewport={"width": width, "height": 780}), serve(table)
    paths = [f"/hands/{hand}", f"/t/1/deals/{followed(table)}"]
    paths += [f"/t/1{path}" for path in ("", "/sheet", "/hands", "/hands/1", "/spoken")]
    paths += ["/referee", "/people", "/setup", "/rules", "/rules/mcr", "/help", "/desk", "/photos", "/open", "/year"]
    paths += ["/me", "/tables", "/sets"]
    for path in paths:
        page.goto(address + path)
        main = page.locator("main")
        expect(main).to_be_visible()
        head = page.locator(".bar").evaluate("bar => bar.offsetHeight")
        room = main.evaluate("e => e.clientWidth - 2 * parseFloat(getComputedStyle(e).paddingLeft)")
        assert (head <= 60, room) == (True, inner), path


@pytest.mark.long
def test_two_devices_that_end_the_same_hand_end_it_once(
    new_page: Callable[..., Page], table: Table, serve: Serve
) -> None:
    """The second device does not hear of the first in time; what it then sends means the hand that it shows."""
    address = serve(table)
    one, other = (new_page(viewport=SIZES[size], locale="en") for size in SIZES)
    other.route("**/events*", lambda route: route.abort())
    begin(one, address)
    other.goto(address)
    expect(other.locator(".match-head")).to_contain_text("Hand 1 of 16")

    one.click("[data-key=drawn]")
    expect(one.locator(".match-head")).to_contain_text("Hand 2 of 16")
    other.click("[data-key=drawn]")
    expect(other.locator(".notice.bad")).to_contain_text("Nothing was recorded")
    expect(other.locator(".match-head")).to_contain_text("Hand 2 of 16")

    for page in (one, other):
        tap_act(page, "agreed")
        page.click("[data-key='winner-Player 1']")
        page.click("[data-key=giver-self]")
        page.fill("[data-key=points]", "8")
    for page in (one, other):
        page.click("[data-key=send]")
        expect(page.locator("#form-dialog")).to_be_hidden()
        expect(page.locator(".match-head")).to_contain_text("Hand 3 of 16")
    until(
        lambda: (
            [type(entry.act).__name__ for entry in table.records.journal.entries(table.number)]
            == ["Seated", "Drawn", "Won"]
        )
    )


@pytest.mark.long
def test_the_marks_of_a_hand_lie_on_its_photograph(page: Page, table: Table, serve: Serve) -> None:
    """A photograph that is taller than wide does not fill the card, and its marks are no wider than it."""
    address = serve(table)
    begin(page, address)
    win(page, cv2.imencode(".jpg", np.zeros((800, 600, 3), np.uint8))[1].tobytes(), "S", "W")
    page.click("[data-key=count-it]")
    expect(page.locator("[data-key=take-back]")).to_be_visible()
    expect(page.locator(".transfers li")).to_have_count(3)
    page.goto(f"{address}/t/1/hands/1")
    picture, marks = page.locator(".laid-hand .frame img"), page.locator(".laid-hand .frame .marks")
    expect(picture).to_be_visible()
    expect(marks).to_be_visible()
    until(lambda: picture.bounding_box() == pytest.approx(marks.bounding_box(), abs=1))


@pytest.mark.long
def test_the_photograph_of_a_winner_waits_while_nobody_answers(
    page: Page, table: Table, serve: Serve, photo: bytes
) -> None:
    begin(page, serve(table))
    page.route("**/api/**", lambda route: route.abort())
    page.set_input_files("[data-key=won-S]", photo_of(photo))
    expect(page.locator("#outbox")).to_contain_text("Waits to be sent: 1 photo")
    page.reload()
    expect(page.locator("#outbox")).to_contain_text("Waits to be sent: 1 photo")
    page.unroute("**/api/**")
    page.reload()
    expect(page.locator("#notices")).to_contain_text("A waiting photo was sent")
    (hand,) = table.hands.all()
    assert hand.laid.won.seat == "S"


@pytest.mark.long
def test_a_hand_that_nobody_answers_for_is_not_waited_for(
    page: Page, table: Table, serve: Serve, answers: Answers, photo: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(page, serve(table))
    page.route("**/api/tables/1/hands", lambda route: route.abort())
    page.click("[data-key=by-hand]")
    expect(page.locator(".notice.bad")).to_contain_text("No connection")
    expect(page.locator("#busy")).to_be_hidden()
    page.unroute("**/api/tables/1/hands")

    released = threading.Event()
    read = answers.read

    def slow(image: Picture, **known: Any) -> Reading:
        released.wait(PATIENCE)
        return read(image, **known)

    monkeypatch.setattr(answers, "read", slow)
    page.set_input_files("#drop input:not([capture])", photo_of(photo))
    page.click("#busy button")
    expect(page.locator("#busy")).to_be_hidden()
    expect(page.locator("#notices")).to_contain_text("Cancelled")
    released.set()


@pytest.mark.long
def test_a_name_is_corrected_and_taken_out_for_good(page: Page, table: Table, serve: Serve) -> None:
    """A corrected name may be taken back, one that is taken out may not."""
    address = serve(table)
    table.record(act_to_dict(Seated(("Ann", "Bo", "Cy", "Di"))), uuid4(), "", "referee")
    page.goto(f"{address}/t/1")

    def say(what: str, player: str, name: str) -> None:
        tap_act(page, "matters")
        page.check(f"[data-key=what-{what}]", force=True)
        page.select_option("#form-dialog [name=player]", player)
        page.fill("#form-dialog [name=name]", name)
        page.click("#form-dialog [type=submit]")

    say("rename", "Cy", "Cyd")
    expect(page.locator("#notices")).to_contain_text("Recorded: Cy is called Cyd")
    expect(page.locator(".last-record")).to_contain_text("Cy is called Cyd")
    say("erase", "Bo", "N. N.")
    expect(page.locator("#notices")).to_contain_text("Recorded: A player's name is removed: shown as N. N.")
    expect(page.locator(".last-record")).not_to_contain_text("N. N.")
    page.goto(f"{address}/t/1/sheet")
    page.click("#records summary")
    expect(page.locator("#recorded .act")).to_have_count(3)
    assert page.locator("#recorded button").evaluate_all("all => all.map((each) => each.dataset.key)") == [
        "void2",
        "void1",
    ]
    expect(page.locator("#hand-sheet thead th")).to_contain_text(["Hand", "Ann", "N. N.", "Cyd", "Di", "Won with"])


BIG = "[FFF,1][PPP,1]CC34789s 5s discard seat=S from=E"
"""100 points in Zung Jung."""


def paid(page: Page) -> dict[str, str]:
    """Return the payment of each player to the winner, by name."""
    lines = page.locator("ul.transfers li")
    expect(lines).to_have_count(3)
    return {line.locator("span").inner_text().split()[0]: line.locator("b").inner_text() for line in lines.all()}


def seat(table: Table, rules: str) -> None:
    table.record({"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"], "rules": rules}, uuid4(), "", "referee")


@pytest.mark.long
def test_the_record_before_is_not_undone_while_the_next_is_sent(page: Page, table: Table, serve: Serve) -> None:
    begin(page, serve(table), "Ann", "Bo", "Chen", "Dai")
    for key in ("false-win", "'kind-wrong tile'", "player-Ann"):
        page.click(f"[data-key={key}]")
    undo = page.locator("[data-key=undo-last]")
    expect(undo).to_be_enabled()
    held: list[Route] = []
    page.route("**/api/tables/1/records", lambda route: route.continue_() if held else held.append(route))
    page.click("[data-key=drawn]")
    until(lambda: page.evaluate("1") and held)
    expect(undo).to_be_disabled()
    held[0].continue_()
    page.unroute("**/api/tables/1/records")  # nobody answers a route while the test waits
    expect(page.locator(".last-record")).to_contain_text("Draw")
    undo.click()
    kept = table.records.journal
    until(lambda: [each.act.of for each in kept.entries(table.number) if isinstance(each.act, Void)] == [3])


@pytest.mark.parametrize("width", [360, pytest.param(1280, marks=pytest.mark.long)])
def test_what_was_recorded_stands_above_the_totals(
    new_page: Callable[..., Page], table: Table, serve: Serve, width: int
) -> None:
    """No notice lies over buttons, one button undoes it, and a match that begins is undone in its place."""
    page = new_page(viewport={"width": width, "height": 740}, has_touch=width < 500)
    begin(page, serve(table), "Ann", "Bo", "Chen", "Dai")
    strip, undo = page.locator(".last-record"), page.get_by_role("button", name="Undo", exact=True)
    expect(strip).to_have_count(1)
    expect(undo).to_have_count(1)
    for key in ("false-win", "'kind-wrong tile'", "player-Dai"):
        page.click(f"[data-key={key}]")
    expect(strip).to_contain_text("Hand 1: False win of Dai: declared on a wrong tile")
    expect(strip).to_contain_text("Dai −30")
    expect(strip).to_be_in_viewport(ratio=1)
    expect(page.locator(".seated [data-player=Dai]")).to_contain_text("470")
    expect(page.locator("#notices .notice")).to_have_count(0)
    expect(page.locator("#notices")).to_have_text("Recorded: False win of Dai: declared on a wrong tile")
    expect(undo).to_have_count(1)
    check(page)


@pytest.mark.long
def test_the_discarder_of_a_big_hand_pays_the_rest_unless_another_discarded_the_tile(
    device: Page, table: Table, serve: Serve
) -> None:
    page, address = device, serve(table)
    seat(table, "zungjung")
    laid = table.intake.from_text(BIG).id
    page.goto(f"{address}/hands/{laid}")
    until(lambda: paid(page) == {"Ann": "240", "Chen": "30", "Dai": "30"})
    expect(page.locator("#count [data-key=first-no]")).to_be_checked()
    page.click("#count [data-key=first-W]")
    until(lambda: paid(page) == {"Ann": "30", "Chen": "240", "Dai": "30"})
    expect(page.locator("#count")).to_contain_text("Chen discarded 5 Bamboo first in the turn; Ann followed")
    expect(page.locator("#score .payments")).to_contain_text("West−240")
    page.click("#count [data-key=first-S]")
    until(lambda: paid(page) == {"Ann": "100", "Chen": "100", "Dai": "100"})
    expect(page.locator("#count")).to_contain_text("had just discarded 5 Bamboo: nobody is responsible")
    page.click("#count [data-key=giver-N]")
    until(lambda: paid(page) == {"Ann": "30", "Chen": "30", "Dai": "240"})
    page.click("#count [data-key=first-W]")
    until(lambda: paid(page)["Chen"] == "240")
    page.click("[data-key=count-it]")
    expect(page.locator("#count h2")).to_contain_text("Hand 1 recorded")
    until(lambda: paid(page) == {"Ann": "30", "Chen": "240", "Dai": "30"})
    if page.locator("#won:not([open])").count():  # on a phone it is folded
        page.click("#won summary")
    page.click("#won label:has([data-key=first-discarder-null])")
    page.click("[data-key=correct]")
    page.fill("#form-dialog [data-key=reason]", "Chen discarded another")
    page.click("[data-key=send]")
    until(lambda: paid(page) == {"Ann": "30", "Chen": "30", "Dai": "240"})
    page.goto(f"{address}/t/1/hands/1")
    expect(page.locator("#hand-seats")).to_contain_text("−240")
    expect(page.locator(".mispaid")).to_have_count(0)


@pytest.mark.long
def test_where_the_discarder_always_pays_nobody_is_asked_for_another(page: Page, table: Table, serve: Serve) -> None:
    address = serve(table)
    seat(table, "mcr")
    laid = table.intake.from_text(BIG)
    assert laid.outcome.sheet
    points = laid.outcome.sheet.total
    page.goto(f"{address}/hands/{laid.id}")
    until(lambda: paid(page) == {"Ann": str(8 + points), "Chen": "8", "Dai": "8"})
    expect(page.locator("#count [data-key^=first-]")).to_have_count(0)
    page.click("[data-key=count-it]")
    expect(page.locator("#count h2")).to_contain_text("Hand 1 recorded")
    until(lambda: paid(page)["Ann"] == str(8 + points))


@pytest.mark.long
def test_agreed_points_say_who_discarded_the_tile_first(page: Page, table: Table, serve: Serve) -> None:
    address = serve(table)
    seat(table, "zungjung")
    page.goto(address)
    for first, expected in (
        ("no", {"Ann": "−240"}),
        ("Chen", {"Chen": "−240"}),
        ("Bo", {"Ann": "−100", "Dai": "−100"}),
    ):
        tap_act(page, "agreed")
        page.click("[data-key=winner-Bo]")
        page.click("[data-key=giver-Ann]")
        page.click(f"[data-key=first-{first}]")
        page.fill("#form-dialog [data-key=points]", "100")
        page.click("[data-key=send]")
        for name, points in expected.items():
            expect(page.locator(".last-record")).to_contain_text(f"{name} {points}")
        expect(page.locator("#form-dialog")).to_be_hidden()
        page.click(".last-record [data-key=undo-last]")
        expect(page.locator(".last-record")).to_contain_text("Undone: Bo wins 100")


@pytest.mark.parametrize("path", long_but([""], ["", "/t/1/sheet", "/t/1/hands/1"]))
def test_a_hand_that_was_kept_without_its_payer_is_named_and_corrected_by_a_tap(
    page: Page, table: Table, serve: Serve, path: str
) -> None:
    """It keeps what it paid until then."""
    address = serve(table)
    seat(table, "zungjung")
    laid = table.intake.from_text(BIG)
    won = Won("Bo", 100, None, laid.outcome.text or "", "Ann", laid=laid.id)
    table.matches.record(won, uuid4(), "", "table")
    before = table.matches.current
    assert before
    assert before.match.points["Chen"] == -100
    page.goto(f"{address}{path}")
    notice = page.locator(".mispaid")
    expect(notice).to_contain_text("Hand 1 (100 points) was recorded with all three paying alike")
    expect(notice).to_contain_text("by the hand Ann is responsible")
    page.click("[data-key=mispaid-2]")
    expect(notice).to_have_count(0)
    until(lambda: bool(table.matches.current and table.matches.current.match.points["Ann"] == -240))


def test_a_usual_penalty_takes_four_taps(page: Page, table: Table, serve: Serve) -> None:
    seat(table, "mcr")
    page.goto(f"{serve(table)}/t/1")
    for key in ("penalty", "player-Bo", "why-disturbed the game", "send"):
        page.click(f"[data-key='{key}']")
    expect(page.locator("#form-dialog")).to_be_hidden()
    foul = table.matches.current
    assert foul is not None
    assert act_to_dict(foul.entries[-1].act) == {
        "type": "Foul",
        "player": "Bo",
        "reason": "disturbed the game",
        "ladder": "match",
    }
