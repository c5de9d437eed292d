"""The page in a real browser, used as people at the table use it."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from flask import Flask
from playwright.sync_api import Page, Route, expect

from tests.books import RULES
from tests.browser.accessible import check, check_sizes
from tests.browser.pages import box
from tests.browser.second import HOME, NUMBER
from tests.waiting import until
from tests.webui.shots import as_jpeg
from vision.live.camera import Camera
from vision.reading import Doubt, Reading
from webui.hand.edits import Move, Name
from webui.hand.hand import TableHand
from webui.http.site import site_of
from webui.http.viewers import Viewers
from webui.rig.live_hand import ClaimWin, Given
from webui.table.table import Table

Serve = Callable[[Table], str]
PICTURE = np.zeros((480, 1280, 3), np.uint8)


def lay(table: Table) -> TableHand:
    """Lays a hand of which the table knows how it was won: on South's discard, by East in the East round."""
    table.talk.do(ClaimWin(1))
    table.talk.do(Given(2))
    return table.intake.from_upload(lambda: as_jpeg(PICTURE), chair=1)


@pytest.fixture
def hand_page(page: Page, table: Table, serve: Serve) -> Callable[[], Page]:
    """Lays a hand as the reader reads it and opens its page; it is known how it was won."""

    def open_page() -> Page:
        page.goto(f"{serve(table)}/hands/{lay(table).id}")
        return page

    return open_page


@pytest.fixture
def blank_page(page: Page, table: Table, serve: Serve) -> Page:
    page.goto(f"{serve(table)}/hands/{table.intake.blank().id}")
    return page


def verdict(page: Page, kind: str, text: str = "") -> None:
    expect(page.locator(f"#verdict[data-kind={kind}]")).to_contain_text(text)


def lie(page: Page, faces: list[str], place: str = "concealed") -> None:
    """Waits until these tiles lie in the place, in this order, and no others."""
    slots = page.locator(f".place.{place} .slot[data-tile]")
    expect(slots).to_have_count(len(faces))
    for slot, face in zip(slots.all(), faces, strict=True):
        expect(slot).to_have_attribute("data-tile", face)


def pick(page: Page, key: str, face: str) -> None:
    """Taps a tile and gives it another face."""
    page.click(f"[data-key='{key}']")
    page.click(f"#palette [data-face='{face}']")


def test_a_photo_is_chosen_read_and_scored(page: Page, table: Table, serve: Serve, photo: bytes) -> None:
    page.goto(serve(table))
    chosen = {"name": "hand.jpg", "mimeType": "image/jpeg", "buffer": photo}
    page.set_input_files("#drop input:not([capture])", chosen)  # type: ignore[arg-type]
    page.wait_for_url("**/hands/*")
    expect(page.locator(".marks [data-seen]")).to_have_count(14)
    expect(page.locator(".marks .winning")).to_have_count(1)
    verdict(page, "open", "20 to 21")
    expect(page.locator("[data-pattern='28']")).to_contain_text("Pure Straight")
    expect(page.locator("[data-pattern='28'] img")).to_have_count(9)
    page.click("#left-out summary")
    expect(page.locator("#left-out li").first).to_be_visible()
    expect(page.locator("#left-out")).to_contain_text("non-repeat principle: implied by")


def test_a_photo_can_be_dropped_anywhere_and_pasted(page: Page, table: Table, serve: Serve, photo: bytes) -> None:
    hand_over = """([bytes, kind]) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(bytes)], "hand.jpg", { type: "image/jpeg" }));
        const event = kind === "drop" ? new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true })
                                      : new ClipboardEvent("paste", { clipboardData: data, bubbles: true });
        document.body.dispatchEvent(event);
    }"""
    address = serve(table)
    for kind in ("drop", "paste"):
        page.goto(address)
        page.evaluate(hand_over, [list(photo), kind])
        page.wait_for_url("**/hands/*")
    until(lambda: len(table.hands.all()) == 2)


def test_a_file_that_cannot_be_read_is_explained_in_place(page: Page, table: Table, serve: Serve) -> None:
    page.goto(serve(table))
    text = {"name": "rules.txt", "mimeType": "text/plain", "buffer": b"no picture"}
    page.set_input_files("#drop input:not([capture])", text)  # type: ignore[arg-type]
    expect(page.locator(".notice.bad")).to_contain_text("rules.txt cannot be read")
    expect(page.locator(".notice.bad")).to_contain_text("save it as JPEG")
    expect(page.locator("#busy")).to_be_hidden()


def test_a_tile_is_changed_and_the_score_follows(hand_page: Callable[[], Page]) -> None:
    page = hand_page()
    verdict(page, "good", "20")
    pick(page, "c8", "F")
    verdict(page, "bad", "No win")
    expect(page.get_by_role("status").filter(has_text="No win")).to_be_attached()
    page.click("[data-key=undo]")
    verdict(page, "good", "20")
    page.keyboard.press("Control+z")
    verdict(page, "good", "20")
    page.reload()
    verdict(page, "good", "20")


@pytest.mark.long
def test_a_tile_is_changed_from_its_mark_in_the_photo(hand_page: Callable[[], Page]) -> None:
    page = hand_page()
    page.click(".marks [data-seen='13'] polygon")
    expect(page.locator("#palette canvas")).to_be_visible()
    page.click("#palette [data-face='9s']")
    verdict(page, "bad", "No win")
    expect(page.locator(".marks [data-seen='13'] title")).to_have_text("9 Bamboo")


def test_an_unsure_reading_shows_no_score_until_a_person_confirms(
    hand_page: Callable[[], Page], answers: Any, reading: Callable[..., Reading]
) -> None:
    weak = {5: (0.61, (("4s", 0.35),)), 6: (0.7, ())}
    doubts = (
        Doubt(5, "two-faces", {"face": "4s", "other_face": "6s"}),
        Doubt(6, "part-seen"),
        Doubt(None, "scattered"),
    )
    answers.reading = reading(doubts=doubts, weak=weak)
    page = hand_page()
    verdict(page, "unsure", "provisional")
    expect(page.locator("#verdict .big")).to_have_text("20?provisional")
    expect(page.locator(".lines .total")).to_contain_text("20?")
    expect(page.locator(".payments")).to_have_count(0)
    expect(page.locator(".slot.unsure")).to_have_count(2)
    expect(page.locator(".marks .unsure")).to_have_count(2)
    page.click("[data-key=c2]")
    expect(page.locator("#palette")).to_contain_text("Is this 4 Bamboo or 6 Bamboo?")
    expect(page.locator("#palette .maybe")).to_contain_text("35%")
    page.click("#palette >> text=Correct")
    expect(page.locator(".question")).to_have_count(2)
    page.click("[data-key=c3]")
    page.click("#palette [data-face='7s']")
    expect(page.locator("#palette")).to_be_hidden()
    verdict(page, "unsure")
    expect(page.locator("#mat .asked")).to_contain_text("Did we read this hand correctly?")
    page.click("[data-key=settle-all]")
    verdict(page, "good", "20")
    expect(page.locator("#verdict")).to_contain_text("Checked by hand")
    expect(page.locator(".slot.unsure")).to_have_count(0)
    page.reload()
    verdict(page, "good", "20")


def test_questions_are_answered_with_one_tap(
    hand_page: Callable[[], Page], answers: Any, reading: Callable[..., Reading], table: Table
) -> None:
    """Each answer takes its question away, changes what it names, and leaves a record beside what the camera said."""
    groups = (("pung", "CCC"), ("concealed-kong", "????"), ("concealed", "123s45m99p"), ("winning", "9p"))
    doubts = (
        Doubt(0, "none-crosswise"),
        Doubt(None, "face-down"),
        Doubt(11, "two-faces", {"face": "5m", "other_face": "6m"}),
        Doubt(12, "glare", {"face": "9p"}),
    )
    answers.reading = reading(groups, doubts, {11: (0.6, (("6m", 0.35),)), 12: (0.7, (("8p", 0.2),))})
    page = hand_page()
    expect(page.locator("#questions h2")).to_have_text("3 questions about this hand")
    expect(page.locator("#questions .question").last).to_contain_text("Is all the rest right as it was read (2 more)?")
    page.locator("#questions [data-key$=one-by-one]").click()
    expect(page.locator("#questions h2")).to_have_text("4 questions about this hand")
    face = page.locator("[data-doubt='2']")
    expect(face.locator("h3")).to_have_text("Is this 5 Characters or 6 Characters?")
    drawn = "e => e.getContext('2d').getImageData(e.width / 2, e.height / 2, 1, 1).data[3]"
    until(lambda: face.locator("canvas").evaluate(drawn) == 255)
    face.locator("[data-answer='6m']").click()
    expect(face).to_have_count(0)
    lie(page, ["4m", "6m", "9p", "9p", "1s", "2s", "3s"])
    page.click("[data-doubt='1'] [data-key$=other]")
    page.click("#palette [data-face='8s']")
    expect(page.locator(".place.meld h2")).to_have_text(["Pung", "Concealed kong"])
    lie(page, [*"CCC", *["8s"] * 4], "meld")
    page.click("[data-doubt='0'] [data-answer=opposite]")
    expect(page.locator(".place.meld h2").first).to_have_text("Pung (from across)")
    expect(page.locator("[data-key='m0.1'].crosswise")).to_be_visible()
    page.click("[data-doubt='3'] [data-answer='9p']")
    verdict(page, "bad", "No win")
    expect(page.locator("#questions")).to_be_hidden()
    page.click("#changes summary")
    expect(page.locator("#changes li")).to_have_count(5)
    expect(page.locator("#changes li").nth(1)).to_contain_text("5 Characters changed to 6 Characters")
    text = "[CCC,2][8888s]46m99p123s 9p discard round=E seat=E from=S"
    until(lambda: table.hands.all()[0].outcome.text == text)
    page.click("[data-key=undo]")
    expect(page.locator("#changes .undone")).to_contain_text("Is this 9 Dots or 8 Dots? 9 Dots")
    expect(page.locator("#questions h2")).to_have_text("One question about this hand")


def drag(page: Page, start: str, end: str) -> None:
    """Moves a tile with the mouse."""
    page.locator(start).first.scroll_into_view_if_needed()  # which waits until it lies still
    for selector, then in ((start, page.mouse.down), (end, page.mouse.up)):
        at = box(page.locator(selector).first)
        page.mouse.move(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2, steps=4)
        then()


def test_tiles_are_dragged_to_other_groups(
    hand_page: Callable[[], Page], answers: Any, reading: Callable[..., Reading]
) -> None:
    answers.reading = reading((("pung", "CCC"), ("concealed", "1234567sC99p"), ("winning", "9p"), ("aside", "5m")))
    page = hand_page()
    page.locator("#mat").scroll_into_view_if_needed()
    drag(page, "[data-key=a14]", ".place.concealed h2")
    expect(page.locator(".notice.bad")).to_contain_text("Remove another tile first")
    verdict(page, "bad", "No win")
    drag(page, "[data-key=c7]", ".place.meld h2")
    expect(page.locator(".place.meld h2")).to_have_text(["Exposed kong"])
    verdict(page, "open", "13 tiles, counting a kong as three: add 1")
    drag(page, "[data-key=c0]", ".place.winning h2")
    expect(page.locator("[data-key=w][data-tile='1s']")).to_be_visible()
    drag(page, "[data-key=w]", ".place.aside h2")
    expect(page.locator(".place.concealed [data-tile='1s']")).to_have_count(0)
    expect(page.locator(".place.aside h2")).to_have_text("Other tiles in the photo (2)")
    expect(page.locator("#palette")).to_be_hidden()
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    verdict(page, "bad", "No win")
    lie(page, ["9p"], "winning")


@pytest.mark.long
def test_a_finger_answers_scrolls_and_moves_tiles(
    new_page: Callable[..., Page], table: Table, serve: Serve, answers: Any, reading: Callable[..., Reading]
) -> None:
    """A finger that rests on a tile has it; one that moves at once scrolls the page."""
    answers.reading = reading(
        doubts=(Doubt(5, "two-faces", {"face": "6s", "other_face": "4s"}), Doubt(7, "glare", {"face": "8s"}))
    )
    hand = lay(table)
    page = new_page(viewport={"width": 390, "height": 780}, is_mobile=True, has_touch=True)
    page.goto(f"{serve(table)}/hands/{hand.id}")
    page.tap("#total-bar")
    expect(page.locator("#palette h2")).to_have_text("1 of 2 questions")
    page.tap("#palette [data-doubt='0'] [data-answer='6s']")
    page.tap("#palette [data-doubt='1'] [data-answer='8s']")
    expect(page.locator("#palette")).to_be_hidden()
    verdict(page, "good", "20")
    page.locator("#mat").scroll_into_view_if_needed()
    devtools = page.context.new_cdp_session(page)

    def touch(kind: str, x: float = 0, y: float = 0) -> None:
        points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
        devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def middle(selector: str) -> tuple[float, float]:
        at = box(page.locator(selector))
        return at["x"] + at["width"] / 2, at["y"] + at["height"] / 2

    expect(page.locator(".score.waiting")).to_have_count(0)
    expect(page.locator(".waits")).to_have_count(0)  # goes once nothing waits to be sent, and the hand moves up
    before = middle("#mat h1")
    touch("touchStart", *middle("[data-key=c0]"))
    page.locator("body.moving").wait_for()
    touch("touchMove", *middle("#goals [data-to=w]"))
    touch("touchEnd")
    expect(page.locator("[data-key=w][data-tile='4s']")).to_be_visible()
    until(lambda: middle("#mat h1") == pytest.approx(before, abs=2))
    scrolled = page.evaluate("scrollY")
    x, y = middle("[data-key=c1]")
    touch("touchStart", x, y)
    for step in range(1, 9):
        touch("touchMove", x, y - 16 * step)
    touch("touchEnd")
    page.wait_for_function("before => scrollY > before", arg=scrolled)
    lie(page, ["4s"], "winning")


@pytest.mark.long
def test_a_refused_change_is_explained_where_it_was_made(hand_page: Callable[[], Page]) -> None:
    page = hand_page()
    page.click(".slot[data-tile=C]")
    page.click("#palette >> text=pung")
    expect(page.locator(".place.meld h2")).to_have_text(["Chow", "Pung"])
    page.click("[data-key='m1.0']")
    page.click("#palette [data-face='9p']")
    expect(page.locator("#palette .trouble")).to_contain_text("5 times 9 Dots: a tile set has four of each tile")
    lie(page, ["1s", "2s", "3s", "C", "C", "C"], "meld")


@pytest.mark.long
def test_a_whole_reading_is_confirmed_at_once(
    hand_page: Callable[[], Page], answers: Any, reading: Callable[..., Reading]
) -> None:
    answers.reading = replace(reading(), sure=False)
    page = hand_page()
    verdict(page, "unsure")
    expect(page.locator("#questions")).to_have_count(0)  # the tiles themselves ask whether they are right
    page.click("[data-key=settle-all]")
    verdict(page, "good", "20")


@pytest.mark.long
def test_a_tile_that_was_not_read_is_named(
    hand_page: Callable[[], Page], answers: Any, reading: Callable[..., Reading]
) -> None:
    answers.reading = reading((("concealed", "123s456789sCCC?"), ("winning", "9p")))
    page = hand_page()
    verdict(page, "open", "1 of the tiles could not be read")
    page.click(".slot.unread")
    page.click("#palette [data-face='9p']")
    verdict(page, "good")


@pytest.mark.long
def test_another_tile_is_made_the_winning_one(hand_page: Callable[[], Page]) -> None:
    page = hand_page()
    page.click("[data-key=c0]")
    page.click("#palette >> text=Winning tile")
    lie(page, ["4s"], "winning")
    expect(page.locator(".place.concealed [data-tile='9p']")).to_have_count(2)
    verdict(page, "good")


@pytest.mark.long
def test_how_it_was_won_changes_the_score(hand_page: Callable[[], Page]) -> None:
    page = hand_page()
    page.click("label:has([data-key='self-draw-true'])")
    expect(page.locator("[data-pattern='80']")).to_contain_text("Self-Drawn")
    expect(page.locator(".payments")).to_contain_text("+87")
    page.click("[data-key=say-last-tile]")
    expect(page.locator("[data-pattern='44']")).to_be_visible()
    page.click("[data-key='flower-s3']")
    expect(page.locator("[data-pattern='81']")).to_be_visible()
    lie(page, ["s3"], "flowers")
    page.click("label:has([data-key='self-draw-false'])")
    page.click("label:has([data-key='discarder-W'])")
    expect(page.locator(".payments .pay").first).to_be_visible()
    before = page.locator("#verdict .big").inner_text()
    presets = page.locator("#rules option").evaluate_all("e => e.map(x => x.value)")
    assert len(presets) > 1
    page.select_option("#rules", presets[-1])
    expect(page.locator("#rules")).to_have_value(presets[-1])
    assert before


def test_sets_are_laid_out_and_taken_back(hand_page: Callable[[], Page]) -> None:
    page = hand_page()
    page.click(".slot[data-tile=C]")
    page.click("#palette >> text=pung")
    expect(page.locator(".place.meld h2")).to_have_text(["Chow", "Pung"])
    page.click("[data-key='m1.0']")
    page.click("#palette label:has-text('Concealed kong')")
    expect(page.locator(".place.meld h2")).to_have_text(["Chow", "Concealed kong"])
    page.keyboard.press("Escape")
    expect(page.locator("[data-pattern='67']")).to_contain_text("Concealed Kong")
    page.click("[data-key='m0.1']")
    page.click("#palette [data-face='5s']")  # the middle of the chow
    lie(page, ["4s", "5s", "6s", *["C"] * 4], "meld")
    page.click("[data-key='m0.0']")
    page.click("#palette >> text=Put back in the hand")
    expect(page.locator(".place.meld h2")).to_have_text(["Concealed kong"])
    page.click("[data-key='m0.0']")
    page.click("#palette >> text=Remove the meld")
    expect(page.locator(".place.meld")).to_have_count(0)


def test_an_answer_that_comes_late_leaves_the_palette_to_the_tile_that_was_opened_since(
    hand_page: Callable[[], Page],
) -> None:
    page, held = hand_page(), list[Route]()
    page.route("**/api/hands/*/changes", lambda route: route.continue_() if held else held.append(route))
    pick(page, "c0", "5s")
    page.keyboard.press("Escape")
    expect(page.locator("#palette")).to_be_hidden()
    page.click("[data-key=c8]")
    title = page.locator("#palette h2")
    expect(title).to_have_text("Red Dragon")
    until(lambda: page.evaluate("1") and held)
    held[0].continue_()
    expect(page.locator("[data-key=c0]")).to_have_attribute("data-tile", "5s")
    expect(page.locator(".score.waiting")).to_have_count(0)
    page.unroute("**/api/hands/*/changes")
    expect(title).to_have_text("Red Dragon")
    expect(page.locator("#palette")).to_be_visible()
    page.click("#palette [data-face='F']")
    expect(page.locator("[data-key=c8]")).to_have_attribute("data-tile", "F")
    expect(page.locator("[data-key=c0]")).to_have_attribute("data-tile", "5s")


def test_a_hand_is_entered_by_hand(page: Page, table: Table, serve: Serve) -> None:
    page.goto(serve(table))
    page.click("[data-blank]")
    page.wait_for_url("**/hands/*")
    verdict(page, "open", "No tiles yet")
    expect(page.locator("#palette h2")).to_have_text("Enter the tiles")  # it is open at once
    page.click("#palette label:has-text('Chow')")
    page.click("#palette [data-face='1s']")
    expect(page.locator("#palette .entered .meld button")).to_have_count(3)
    page.click("#palette [data-face='1m']")
    expect(page.locator("#palette .counts")).to_have_text("4 of 14 tiles")
    page.click("[data-key=backspace]")
    expect(page.locator("#palette .counts")).to_have_text("3 of 14 tiles")
    for face in ("4s", "5s", "6s", "7s", "8s", "9s"):
        page.click(f"#palette [data-face='{face}']")
    page.keyboard.type("ccc9p")  # typing works as well
    expect(page.locator("#palette h2")).to_have_text("Now the winning tile")
    expect(page.locator("#palette .ready")).to_contain_text("20 to 21")
    page.keyboard.type("9p")
    expect(page.locator("#palette")).to_be_hidden()
    verdict(page, "open", "20 to 21")


@pytest.mark.long
def test_a_fifth_copy_cannot_be_added(blank_page: Page) -> None:
    blank_page.click("[data-key=add]")
    for _ in range(4):
        blank_page.click("#palette [data-face='E']")
    expect(blank_page.locator("#palette [data-face='E']")).to_be_disabled()


@pytest.mark.long
def test_a_tile_lying_aside_can_be_added(
    hand_page: Callable[[], Page], answers: Any, reading: Callable[..., Reading]
) -> None:
    answers.reading = reading((("concealed", "123456789sCCC"), ("winning", "9p"), ("aside", "9p")))
    page = hand_page()
    verdict(page, "open", "add 1")
    page.click(".marks .aside polygon")
    page.click("#palette button:has-text('Add it')")
    verdict(page, "good")
    expect(page.locator(".marks .aside")).to_have_count(0)


@pytest.mark.long
def test_a_full_hand_says_why_a_tile_aside_is_not_added(
    hand_page: Callable[[], Page], answers: Any, reading: Callable[..., Reading]
) -> None:
    answers.reading = reading((("concealed", "123456789sCCC9p"), ("winning", "9p"), ("aside", "E")))
    page = hand_page()
    page.click(".place.aside .slot")
    expect(page.locator("#palette h2")).to_have_text("Not in the hand")
    expect(page.locator("#palette")).to_contain_text("Remove a tile first")
    expect(page.locator("#palette .actions button")).to_have_count(0)


def test_what_another_device_changes_is_shown(hand_page: Callable[[], Page], table: Table) -> None:
    page = hand_page()
    verdict(page, "good")
    hand = table.hands.all()[0]
    table.change(hand.id, Move(("w",), "a"), hand.version)
    verdict(page, "open", "13 tiles")
    expect(page.locator(".notice")).to_have_count(0)


def test_two_people_cannot_overwrite_each_other(page: Page, hand_page: Callable[[], Page], table: Table) -> None:
    page.route("**/events*", lambda route: route.abort())  # what the other does has not arrived yet
    hand_page()
    hand = table.hands.all()[0]
    page.route("**/events*", lambda route: route.abort())  # a device that has not heard of it yet
    page.reload()
    verdict(page, "good", "20")
    table.change(hand.id, Move(("w",), "a"), hand.version)
    page.click("label:has([data-key='self-draw-true'])")
    verdict(page, "open", "13 tiles")  # both changes are there
    expect(page.locator("[data-key='self-draw-true']")).to_be_checked()
    newest = table.hands.get(hand.id)
    assert newest
    table.change(hand.id, Name("c0", "3s"), newest.version)
    pick(page, "c0", "5s")
    both = page.locator("#form-dialog")
    expect(both).to_contain_text("4 Bamboo changed to 3 Bamboo")
    expect(both).to_contain_text("4 Bamboo changed to 5 Bamboo")
    check(page)
    page.click("[data-key=both-theirs]")
    expect(page.locator("[data-key=c0]")).to_have_attribute("data-tile", "3s")
    newest = table.hands.get(hand.id)
    assert newest
    table.change(hand.id, Name("c0", "2s"), newest.version)
    page.keyboard.press("Escape")
    pick(page, "c0", "5s")
    page.click("[data-key=both-mine]")
    expect(page.locator("[data-key=c0]")).to_have_attribute("data-tile", "5s")


@pytest.mark.long
def test_a_server_that_is_gone_is_said(hand_page: Callable[[], Page]) -> None:
    page = hand_page()
    page.route("**/api/hands/**", lambda route: route.abort())
    page.click("label:has([data-key='self-draw-true'])")
    expect(page.locator(".notice.bad")).to_contain_text("No connection")
    verdict(page, "open", "Not scored")  # the old score must not stand beside the new hand
    expect(page.locator("#total-bar")).to_have_text("Not scored")
    page.unroute("**/api/hands/**")
    verdict(page, "good", "21")  # sent again by itself


def test_a_photo_that_was_removed_is_said(page: Page, table: Table, serve: Serve) -> None:
    hand = table.intake.from_upload(lambda: as_jpeg(PICTURE))
    table.records.photos.remove(hand.photo)
    page.goto(f"{serve(table)}/hands/{hand.id}")
    expect(page.locator(".gone")).to_contain_text("it was deleted to free space")
    expect(page.locator(".marks g g")).to_have_count(14)  # what was read is still shown


def test_a_hand_is_deleted_after_asking(hand_page: Callable[[], Page], table: Table) -> None:
    page = hand_page()
    page.click("[data-key=delete-hand]")
    page.keyboard.press("Escape")
    verdict(page, "good")
    page.click("[data-key=delete-hand]")
    page.click("#form-dialog [data-key=send]")
    page.wait_for_url(re.compile(rf":\d+{HOME}$"))
    until(lambda: table.hands.all() == [])


def test_the_start_page_lists_the_hands(
    page: Page, table: Table, serve: Serve, answers: Any, reading: Callable[..., Reading]
) -> None:
    lay(table)
    table.intake.from_upload(lambda: as_jpeg(PICTURE))
    answers.reading = reading(doubts=(Doubt(2, "hardly-seen"),))
    table.intake.from_upload(lambda: as_jpeg(PICTURE))
    table.intake.blank()
    page.goto(serve(table))
    expect(page.locator(".recent .verdict")).to_have_text(["Not complete", "To check", "20 to 21 points", "20 points"])
    expect(page.locator(".recent .verdict.good")).to_have_text(["20 points"])
    page.click(".recent li:nth-child(4) a")
    verdict(page, "good", "20")


@pytest.mark.long
@pytest.mark.parametrize("width", [320, 390, 768])
def test_the_pages_fit_a_phone(
    new_page: Callable[..., Page],
    table: Table,
    serve: Serve,
    answers: Any,
    reading: Callable[..., Reading],
    width: int,
) -> None:
    groups = (
        ("chow", "123s"),
        ("concealed-kong", "?55m?"),
        ("concealed", "789sCC"),
        ("winning", "C"),
        ("flowers", "f1"),
    )
    answers.reading = reading(groups, doubts=(Doubt(1, "settled-by-win", {"face": "2s", "other_face": "3s"}),))
    hand = table.intake.from_upload(lambda: as_jpeg(PICTURE))
    page = new_page(viewport={"width": width, "height": 780}, is_mobile=True, has_touch=True)
    page.emulate_media(color_scheme="dark")
    address = serve(table)
    for path in ("/", f"/hands/{hand.id}"):
        page.goto(address + path)
        expect(page.locator("h1, h2").first).to_be_visible()
        until(lambda: page.evaluate("document.documentElement.scrollWidth") <= width)
    page.tap("#won summary")
    name = page.locator("#won .select span")
    for rules in RULES.values():
        page.select_option("#rules", rules.name)
        expect(name).to_have_text(rules.title)
        until(lambda: name.evaluate("e => e.scrollWidth <= e.clientWidth"))
    capture = "input[capture=environment][accept='image/*']"
    page.tap("#total-bar") if width < 900 else None
    page.tap("#palette [data-key$=other]")
    face = page.locator("#palette [data-face='5m']")
    face.scroll_into_view_if_needed()
    assert box(face)["width"] >= 28
    assert box(face)["height"] >= 38
    page.goto(address)
    expect(page.locator(capture)).to_have_count(1)


@pytest.mark.long
def test_everything_that_can_be_pressed_has_a_name(
    hand_page: Callable[[], Page], answers: Any, reading: Callable[..., Reading]
) -> None:
    answers.reading = reading(doubts=(Doubt(2, "hardly-seen"),))
    page = hand_page()
    page.click("[data-key=c1]")
    expect(page.locator("#palette [data-face='5m']")).to_be_visible()
    nameless = page.evaluate(
        """() => [...document.querySelectorAll("button, a, input, select, [role=button]")].filter((e) => {
            if (!e.checkVisibility()) return false;
            const label = e.closest("label")?.innerText.trim() || e.closest("label")?.querySelector("img")?.alt;
            const own = e.textContent?.trim() || e.querySelector?.("img")?.alt;
            const linked = e.id && document.querySelector(`label[for="${e.id}"]`);
            return !(e.getAttribute("aria-label") || e.title || own || label || linked);
        }).map((e) => e.outerHTML.slice(0, 120))"""
    )
    assert nameless == []


def test_the_keyboard_alone_is_enough(hand_page: Callable[[], Page]) -> None:
    page = hand_page()
    page.focus("[data-key=c3]")
    page.keyboard.press("Enter")
    expect(page.locator("#palette")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("[data-key=c3]")).to_be_focused()
    page.focus(".marks [data-seen='13']")
    page.keyboard.press("Enter")
    page.keyboard.type("9s")
    verdict(page, "bad", "No win")
    expect(page.locator("#palette")).to_be_hidden()  # the keys are its own until the answer
    page.focus("[data-key=w]")
    page.keyboard.press("Delete")
    expect(page.locator(".place.aside h2")).to_have_text("Other tiles in the photo (1)")
    page.focus(".place.aside .slot")
    page.keyboard.press("Enter")
    expect(page.locator("#palette [data-first]")).to_be_focused()  # adding it is what is offered
    page.keyboard.type("9p")
    verdict(page, "good", "20")


@pytest.mark.long
def test_questions_are_answered_by_keyboard(
    hand_page: Callable[[], Page], answers: Any, reading: Callable[..., Reading]
) -> None:
    answers.reading = reading(doubts=(Doubt(13, "none-apart"),))
    page = hand_page()
    expect(page.locator(".question h3")).to_have_text("Which tile is the winning tile?")
    page.focus("#questions .option")
    names = []
    while names[-1:] != ["7s"]:
        names.append(page.evaluate("document.activeElement.dataset.answer"))
        page.keyboard.press("Tab")
    assert names == ["9p", "4s", "5s", "6s", "7s"]
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    verdict(page, "good", "Checked by hand")
    lie(page, ["7s"], "winning")


def test_the_camera_is_shown_and_its_hand_taken(page: Page, answers: Any, serve: Serve, tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.full((480, 1280, 3), 90, np.uint8))
    table = Table(answers, camera=Camera(str(tmp_path)))
    assert table.equipment.feed
    table.equipment.feed.start()
    try:
        page.goto(serve(table))
        expect(page.locator("#live .health")).to_have_text("Live")
        expect(page.locator("#live .marks g")).to_have_count(14)
        expect(page.locator("#live .seen")).to_have_text("Read 14 tiles · 20 to 21 points")
        check(page)
        check_sizes(page)
        page.locator("#take").wait_for()
        page.keyboard.press("Space")
        page.wait_for_url("**/hands/*")
        verdict(page, "open", "20 to 21")
    finally:
        table.equipment.feed.stop()


@pytest.mark.long
def test_a_dead_camera_is_said_on_the_page(page: Page, answers: Any, serve: Serve) -> None:
    table = Table(answers, camera=Camera("73"))
    assert table.equipment.feed
    table.equipment.feed.start()
    try:
        page.goto(serve(table))
        expect(page.locator("#live .health[data-state=lost]")).to_contain_text("Camera 73 does not open")
        expect(page.locator("#take")).to_be_disabled()
        check(page)
    finally:
        table.equipment.feed.stop()


def test_scripts_take_their_sentences_from_the_catalogue_of_the_pages_language(
    new_page: Callable[..., Page], table: Table, serve: Serve
) -> None:
    page = new_page(locale="zh-CN")
    page.goto(f"{serve(table)}/hands/{table.intake.blank().id}")
    expect(page.locator("#mat h1")).to_have_text("手牌已有0张，共14张")
    expect(page.locator("[data-key=fix]")).to_have_text("修改")
    expect(page.locator("[data-key=undo]")).to_have_text("撤销")


def test_a_page_holds_one_stream_for_the_camera_and_the_table(page: Page, answers: Any, serve: Serve) -> None:
    table = Table(answers, camera=Camera("73"))
    assert table.equipment.feed
    streams: list[str] = []
    page.on("request", lambda request: streams.append(request.url) if "/events" in request.url else None)
    table.equipment.feed.start()
    try:
        page.goto(serve(table))
        expect(page.locator("#live .health[data-state=lost]")).to_contain_text("Camera 73 does not open")
        expect(page.locator(".chairs .player")).to_have_count(4)
        assert [url.partition("/api/")[2].partition("&")[0] for url in streams] == [f"tables/{NUMBER}/events?live=1"]
    finally:
        table.equipment.feed.stop()


@pytest.mark.long
def test_a_page_for_which_there_is_no_room_says_so_and_goes_on_by_itself(
    page: Page,
    new_page: Callable[..., Page],
    table: Table,
    serve: Serve,
    server: tuple[Flask, str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(site_of(server[0]), "viewers", viewers := Viewers(1))
    address = f"{serve(table)}/hands/{table.intake.blank().id}"
    first = new_page()
    first.goto(address)
    until(lambda: viewers.count == 1)
    page.goto(address)
    pill = page.locator("#box-pill[data-state=silent]")
    expect(pill).to_have_text("Not live")
    expect(pill).to_have_attribute("title", re.compile("Too many people are watching"))
    note = page.get_by_role("alert").filter(has_text="this page goes on by itself when there is room")
    expect(note).to_be_visible()
    expect(page.locator("body.unanswered main")).to_be_visible()
    check(page)
    with page.expect_response(lambda answer: answer.request.method == "GET" and answer.status == 503):
        pass  # it has tried again
    expect(note).to_be_visible()
    first.close()
    expect(note).to_have_count(0)
    expect(page.locator("body.unanswered")).to_have_count(0)
    expect(page.locator("#box-pill")).to_be_hidden()  # what the table says of its box is heard again


def test_a_page_that_gets_no_news_for_another_reason_says_the_answer(page: Page, table: Table, serve: Serve) -> None:
    page.route("**/events*", lambda route: route.fulfill(status=403, json={"ok": False}))
    page.goto(f"{serve(table)}/hands/{table.intake.blank().id}")
    expect(page.locator("#line-down")).to_contain_text("No news arrives (answer 403)")
    page.unroute("**/events*")
    expect(page.locator("#line-down")).to_be_hidden()


@pytest.mark.long
def test_streams_that_end_at_once_are_not_opened_without_pause(page: Page, table: Table, serve: Serve) -> None:
    streams: list[str] = []
    page.on("request", lambda request: streams.append(request.url) if "/events" in request.url else None)
    address = f"{serve(table)}/hands/{table.intake.blank().id}"
    table.session.stop()
    assert table.news.stopped
    page.goto(address)
    expect(page.locator("#verdict")).to_be_visible()
    until(lambda: page.evaluate("() => 1") and len(streams) >= 2)  # it goes on trying
    page.wait_for_timeout(1000)
    assert len(streams) < 10


def test_a_hidden_page_holds_no_stream(page: Page, table: Table, serve: Serve) -> None:
    streams: list[str] = []
    page.on("request", lambda request: streams.append(request.url) if "/events" in request.url else None)
    hide = """hidden => {
        Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
    }"""
    page.goto(f"{serve(table)}/hands/{table.intake.blank().id}")
    expect(page.locator("#verdict")).to_be_visible()
    with page.expect_event("requestfailed", lambda request: "/events" in request.url):
        page.evaluate(hide, True)
    assert len(streams) == 1
    with page.expect_request("**/events*"):
        page.evaluate(hide, False)
