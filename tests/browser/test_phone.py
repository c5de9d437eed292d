"""Another device at the page, in a real browser: it watches, gives the PIN, and then changes things."""

import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from flask import Flask
from playwright.sync_api import FilePayload, Page, expect

from scoring.match.records import Drawn, Seated, Won, act_to_dict
from tests.browser.accessible import check
from tests.long import long_but
from tests.waiting import until
from webui.access.pin import Access
from webui.http.site import site_of
from webui.table.table import Table

Serve = Callable[[Table], str]


@pytest.fixture
def access(server: tuple[Flask, str], monkeypatch: pytest.MonkeyPatch) -> Access:
    """The PIN of the served page, which the browser reaches as from another device."""
    app, address = server
    access = Access(f"{address}/")
    monkeypatch.setattr(site_of(app), "access", access)
    return access


@pytest.fixture
def phone(page: Page) -> Page:
    """A browser whose requests come from another device, as a proxy tells it."""
    page.set_extra_http_headers({"X-Forwarded-For": "192.168.1.7"})
    page.set_viewport_size({"width": 390, "height": 844})
    return page


@pytest.fixture
def hand_photo(photo: bytes) -> FilePayload:
    return {"name": "hand.jpg", "mimeType": "image/jpeg", "buffer": photo}


def wrong(access: Access) -> str:
    return str((int(access.pin) + 1) % 10**6).zfill(6)


def test_a_photo_is_sent_once_the_pin_is_right(
    phone: Page, table: Table, serve: Serve, access: Access, hand_photo: FilePayload
) -> None:
    phone.goto(serve(table))
    phone.set_input_files("#drop input[capture]", hand_photo)
    expect(phone.locator("#pin")).to_be_visible()
    expect(phone.locator("#pin input")).to_be_focused()
    phone.keyboard.type(wrong(access))
    phone.keyboard.press("Enter")
    expect(phone.locator("#pin .trouble")).to_contain_text("Wrong PIN")
    assert not table.hands.all()
    phone.keyboard.type(access.pin)
    phone.keyboard.press("Enter")
    phone.wait_for_url("**/hands/*")
    until(lambda: len(table.hands.all()) == 1)
    phone.click("[data-key='c8']")
    phone.click("#palette [data-face='F']")
    expect(phone.locator("#verdict")).to_contain_text("No win")
    expect(phone.locator("#pin")).to_be_hidden()


@pytest.mark.parametrize("rules", long_but(["mcr"], ["mcr", "zungjung"]))
def test_a_phone_that_only_watches_has_no_button_but_the_one_to_sign_in(
    phone: Page, table: Table, serve: Serve, access: Access, rules: str
) -> None:
    for act in (Seated(("Ann", "Bo", "Chen", "Dai"), rules), Won("E", 40, "S"), Drawn()):
        table.record(act_to_dict(act), uuid4(), "", "referee")
    phone.goto(f"{serve(table)}/t/1")
    expect(phone.locator(".last-record")).to_contain_text("Hand 2: Draw")
    expect(phone.locator(".last-hands .what")).to_have_text([re.compile("^Ann wins 40 off Bo")])
    pressed = phone.locator(":is(button, label.button):visible:not(.no-touch)")
    expect(pressed).to_have_text(["Sign in"])
    check(phone)
    table.record(act_to_dict(Drawn()), uuid4(), "", "referee")
    expect(phone.locator(".last-hands li")).to_have_count(2)
    pressed.click()
    phone.fill("#pin input", access.pin)
    phone.click("#pin .primary")
    expect(phone.locator("[data-key=drawn]")).to_be_visible()
    expect(phone.locator(".seated label.button")).to_have_text(["Won (photo)"] * 4)
    expect(phone.locator(".watcher")).to_be_hidden()


@pytest.mark.long
def test_who_only_watches_changes_nothing_and_may_think_again(
    phone: Page, table: Table, serve: Serve, access: Access
) -> None:
    hand = table.intake.blank()
    phone.goto(f"{serve(table)}/hands/{hand.id}")
    for _ in range(2):
        phone.click("[data-key=delete-hand]")
        phone.click("#form-dialog [data-key=send]")
        expect(phone.locator("#pin")).to_be_visible()
        phone.click("#pin [data-close]")
        expect(phone.locator(".notice.bad")).to_contain_text("This device only watches")
        assert table.hands.all() == [hand]
    phone.click("[data-key=delete-hand]")
    phone.click("#form-dialog [data-key=send]")
    phone.fill("#pin input", access.pin)
    phone.click("#pin .primary")
    phone.wait_for_url("**/")
    until(lambda: not table.hands.all())


def test_a_scanned_address_brings_the_pin(
    phone: Page, table: Table, serve: Serve, access: Access, hand_photo: FilePayload
) -> None:
    address = serve(table)
    phone.goto(f"{address}/#pin={access.pin}")
    expect(phone.locator(".notice")).to_contain_text("This device may take photos")
    expect(phone).to_have_url(f"{address}/")
    phone.set_input_files("#drop input[capture]", hand_photo)
    phone.wait_for_url("**/hands/*")


def test_a_code_of_an_earlier_start_is_told(phone: Page, table: Table, serve: Serve, access: Access) -> None:
    phone.goto(f"{serve(table)}/#pin={wrong(access)}")
    expect(phone.locator(".notice.bad")).to_contain_text("Wrong PIN")


@pytest.mark.long
def test_the_card_for_phones_shows_the_pin_on_this_computer_alone(
    page: Page, table: Table, serve: Serve, access: Access
) -> None:
    page.goto(serve(table))
    card = page.locator("#phone")
    expect(card.locator("img")).to_be_visible()
    expect(card).to_contain_text(access.address or "")
    expect(card).to_contain_text(re.compile(f"{access.pin[:3]} {access.pin[3:]}"))
    until(lambda: card.locator("img").evaluate("image => image.complete && image.naturalWidth > 0"))
    page.set_extra_http_headers({"X-Forwarded-For": "192.168.1.7"})
    page.reload()
    expect(card).not_to_contain_text(re.compile(f"{access.pin[:3]} ?{access.pin[3:]}"))  # a port may have three of them
    card.locator("summary").click()
    card.locator("[data-pin]").click()
    page.fill("#pin input", access.pin)
    page.click("#pin .primary")
    expect(page.locator(".notice")).to_contain_text("This device may take photos")


def test_the_page_of_this_computer_alone_says_how_to_let_phones_in(page: Page, table: Table, serve: Serve) -> None:
    page.goto(serve(table))
    page.click("#phone summary")
    expect(page.locator("#phone")).to_contain_text("tableside serve --host 0.0.0.0")
    expect(page.locator("#phone img")).to_have_count(0)
    expect(page.locator("#pin")).to_have_count(0)
