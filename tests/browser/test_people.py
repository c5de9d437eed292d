"""People and their roles in a real browser: given, invited, signed in and out."""

import re
from collections.abc import Callable, Iterator

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.accessible import check, check_sizes
from tests.webui.callers import OWN
from webui.access.people import People
from webui.access.pin import Access, Guesses
from webui.http import sse
from webui.http.site import site_of
from webui.table.table import Table

Serve = Callable[[Table], str]


@pytest.fixture
def address(server: tuple[Flask, str], serve: Serve, table: Table, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of the page, which lets other devices in."""
    app, address = server
    access = Access(f"{address}/")
    monkeypatch.setattr(site_of(app), "access", access)
    monkeypatch.setattr(site_of(app), "people", People(table.records.people, access.guesses))
    return serve(table)


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A browser of its own, whose requests come from another device, as a proxy tells it."""
    context = browser.new_context(
        service_workers="block",
        viewport={"width": 390, "height": 844},
        extra_http_headers={"X-Forwarded-For": "192.168.1.7"},
    )
    yield context.new_page()
    context.close()


def give(page: Page, name: str, role: str, pin: str = "") -> None:
    page.click("#person-add")
    page.fill("#form-dialog [name=name]", name)
    page.check(f"#form-dialog [name=role][value={role}]")
    if role == "table":
        page.fill("#form-dialog [name=table]", "7")
    if pin:
        page.fill("#form-dialog [name=pin]", pin)
    page.click("#form-dialog [type=submit]")
    expect(page.locator("#people > li", has_text=name)).to_be_visible()


def test_an_invited_device_acts_in_its_role_until_it_is_signed_out(
    page: Page, phone: Page, address: str, table: Table
) -> None:
    page.goto(f"{address}/people")
    give(page, "Ann", "chief")
    expect(page.locator("#me-says")).to_have_text("Ann: Tournament director")  # who gives the first role has it
    give(page, "Chen Li", "referee")
    page.click("#people > li:last-child [data-key^=invite-]")
    carried = page.input_value("#form-dialog [name=address]")
    phone.goto(carried)
    expect(phone.locator(".notice")).to_contain_text("You are Chen Li, Referee.")
    expect(phone.locator("#who")).to_have_text("Chen Li, Referee")
    expect(phone).to_have_url(f"{address}/referee")
    phone.goto(address)
    phone.click("[data-blank]")
    phone.wait_for_url("**/hands/*")
    phone.click("[data-key=keys-done]")
    phone.click("[data-key=delete-hand]")
    phone.click("#form-dialog [data-key=send]")
    phone.wait_for_url("**/")
    hand = table.hands.newest(hidden=None)[0]
    assert [each.who for each in table.records.hands.hidings(hand.id)] == ["Chen Li"]
    page.click("#form-dialog [type=submit]")
    phone.goto("about:blank")  # the page that finds out says so
    page.click("#people > li:last-child [data-key^=out-]")
    expect(page.locator(".devices")).to_have_count(1)
    phone.goto(address)
    expect(phone.locator(".notice.bad")).to_contain_text("This device only watches now")
    phone.click(".watcher [data-pin]")
    expect(phone.locator("#pin")).to_be_visible()


@pytest.mark.long
def test_a_link_with_an_invitation_asks_before_it_signs_somebody_else_in(
    page: Page, phone: Page, address: str, table: Table
) -> None:
    people = People(table.records.people, Guesses())
    chief = people.add("Ann", "chief", None, "", "")
    other = people.add("Mallory", "player", None, "", "")
    phone.goto(f"{address}/people#invitation={people.invite(chief.id)}")
    expect(phone.locator("#who")).to_have_text("Ann, Tournament director")
    question = phone.locator("#replace-person")
    phone.goto(f"{address}/tables#invitation={people.invite(other.id)}")
    expect(question).to_contain_text("Ann is signed in here")
    check(phone)
    question.get_by_role("button", name="Cancel").click()
    expect(question).to_have_count(0)
    expect(phone.locator("#who")).to_have_text("Ann, Tournament director")
    assert [each.person for each in table.records.people.devices()] == [chief.id]
    phone.goto(f"{address}/people#invitation={people.invite(other.id)}")
    question.get_by_role("button", name="Sign in").click()
    expect(phone.locator("#who")).to_have_text("Mallory, Player")


def test_an_answer_about_who_was_signed_in_before_changes_nobody(phone: Page, address: str, table: Table) -> None:
    people = People(table.records.people, Guesses())
    chief = people.add("Ann", "chief", None, "", "")
    other = people.add("Mallory", "player", None, "", "")
    phone.goto(f"{address}/people#invitation={people.invite(chief.id)}")
    expect(phone.locator("#who")).to_have_text("Ann, Tournament director")
    phone.goto("about:blank")  # what the page asks by itself is not answered any more
    held: list[Route] = []
    phone.route(
        "**/api/access", lambda route: held.append(route) if route.request.method == "GET" else route.fallback()
    )
    with phone.expect_request(lambda asked: asked.url.endswith("/api/access")):  # the first news let the page ask
        phone.goto(f"{address}/people#invitation={people.invite(other.id)}")
    phone.locator("#replace-person").get_by_role("button", name="Sign in").click()
    expect(phone.locator("#who")).to_have_text("Mallory, Player")
    answered = {"ok": True, "who": "Ann", "role": "chief", "table": None, "device": "1", "here": False, "people": True}
    with phone.expect_response("**/api/access"):
        held[0].fulfill(json=answered)
    phone.unroute("**/api/access")
    phone.evaluate("() => new Promise((resolve) => setTimeout(resolve, 200))")  # in which the page took it in
    expect(phone.locator("#who")).to_have_text("Mallory, Player")


@pytest.mark.long
def test_the_devices_of_the_pin_are_signed_out_on_the_page(page: Page, phone: Page, address: str) -> None:
    phone.goto(address)
    expect(phone.locator("[data-blank]")).to_be_hidden()
    phone.click(".watcher [data-pin]")
    pin = page.request.post(f"{address}/api/access/pin").json()["pin"]
    phone.fill("#pin [name=digits]", pin)
    phone.click("#pin .primary")
    phone.click("[data-blank]")
    phone.wait_for_url("**/hands/*")
    page.goto(f"{address}/people")
    expect(page.locator("#pin-devices li")).to_have_count(1)
    check(page)
    page.click("#new-pin")
    page.click("#form-dialog [type=submit]")
    expect(page.locator(".notice")).to_contain_text("The PIN is")
    expect(page.locator("#by-pin")).to_be_hidden()
    phone.goto(address)
    phone.click(".watcher [data-pin]")
    expect(phone.locator("#pin")).to_be_visible()


def test_the_people_come_with_the_page_of_who_is_signed_in(page: Page, phone: Page, address: str) -> None:
    """After a cut of the line the page keeps what it came with; without scripts it can be read."""
    page.goto(f"{address}/people")
    give(page, "Ann", "chief")
    give(page, "Bo", "chief", "246813")
    phone.goto(f"{address}/people")
    phone.fill("#me-ways [name=who]", "Bo")
    phone.fill("#me-ways [name=pin]", "246813")
    phone.click("#me-ways .primary")
    expect(phone.locator("#people > li")).to_have_count(2)
    asked: list[str] = []
    phone.route("**/people/drawn", lambda route: (asked.append(route.request.url), route.abort()))
    phone.reload()
    phone.click("#person-add")
    expect(phone.locator("#form-dialog")).to_be_visible()
    expect(phone.locator("#people > li")).to_have_count(2)
    assert not asked
    other = phone.context.browser.new_context(  # type: ignore[union-attr]
        java_script_enabled=False, storage_state=phone.context.storage_state()
    )
    unscripted = other.new_page()
    unscripted.goto(phone.url)
    expect(unscripted.locator("#people > li")).to_have_count(2)
    expect(unscripted.locator("#me-says")).to_have_text("Bo: Tournament director")
    other.close()


def test_somebody_signs_in_by_name_and_pin_and_out_again(page: Page, phone: Page, address: str, table: Table) -> None:
    page.goto(f"{address}/people")
    give(page, "Ann", "chief")
    give(page, "Bo", "scorer", "246813")
    phone.goto(address)
    phone.click(".watcher [data-pin]")
    phone.fill("#pin [name=person]", "Bo")
    phone.fill("#pin [name=digits]", "246814")
    phone.click("#pin .primary")
    expect(phone.locator("#pin .trouble")).to_contain_text("Nobody has this name and PIN")
    phone.fill("#pin [name=digits]", "246813")
    phone.click("#pin .primary")
    phone.click("[data-blank]")
    phone.wait_for_url("**/hands/*")
    phone.goto(f"{address}/people")
    expect(phone.locator("#me-says")).to_have_text("Bo: Scorer")
    expect(phone.locator("#chief")).to_be_hidden()
    phone.click("[data-key=out]")
    expect(phone.locator("#me-says")).to_contain_text("only watches")
    expect(phone.locator("#who")).to_be_hidden()


@pytest.mark.long
def test_who_needs_no_role_gives_a_name(page: Page, address: str, table: Table) -> None:
    page.goto(f"{address}/people")
    page.fill("#me-ways [name=who]", "陈 Ann")
    page.click("#me-ways button")
    expect(page.locator("#who")).to_have_text("陈 Ann")
    hand = table.intake.blank()
    page.goto(f"{address}/hands/{hand.id}")
    page.click("[data-key=delete-hand]")
    page.click("#form-dialog [data-key=send]")
    page.wait_for_url("**/")
    assert [each.who for each in table.records.hands.hidings(hand.id)] == ["陈 Ann"]


@pytest.mark.long
def test_a_device_that_only_watches_can_sign_in_on_the_page_of_people(page: Page, phone: Page, address: str) -> None:
    page.goto(f"{address}/people")
    give(page, "Bo", "chief", "246813")
    phone.goto(f"{address}/people")
    expect(phone.locator("#me-ways [name=pin]")).to_be_visible()
    check(phone)
    check_sizes(phone)


def test_the_first_role_says_which_phones_lose_their_access_and_invites_them(
    page: Page,
    phone: Page,
    new_page: Callable[..., Page],
    address: str,
    server: tuple[Flask, str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sse, "STREAM_LIFE", 1.0)  # a phone learns that it only watches when it opens its next stream
    phone.goto(f"{address}/#pin={site_of(server[0]).access.pin}")
    expect(phone.locator(".notice")).to_contain_text("Welcome")
    expect(phone.locator("[data-blank]")).to_be_visible()
    expect(phone.locator(".watcher")).to_be_hidden()
    page.goto(f"{address}/people")
    page.click("#person-add")
    expect(page.locator("#form-dialog .alert")).to_contain_text("this phone loses its access: Linux")
    check(page)
    page.fill("#form-dialog [name=name]", "Chen Li")
    page.click("#form-dialog [type=submit]")
    expect(page.locator("#who")).to_have_text("Chen Li, Tournament director")
    expect(page.locator("#form-title")).to_have_text("Without access now: Linux")
    page.click("#form-dialog [type=submit]")
    page.fill("#form-dialog [name=name]", "Bo")
    page.check("#form-dialog [name=role][value=referee]")
    page.click("#form-dialog [type=submit]")
    again = page.input_value("#form-dialog [name=address]")
    assert again.startswith(f"{address}/referee#invitation=")
    page.click("#form-dialog [type=submit]")
    expect(page.locator("#form-dialog")).to_be_hidden()

    expect(phone.locator(".notice.bad")).to_contain_text("This device only watches now")
    expect(phone.locator(".watcher [data-pin]")).to_be_visible()
    expect(phone.locator("[data-blank]")).to_be_hidden()
    phone.goto(again)
    expect(phone.locator("#who")).to_have_text("Bo, Referee")
    expect(phone.locator("#calls .none")).to_be_visible()
    expect(phone.locator("#who")).to_have_attribute("href", re.compile("/referee$"))
    check_kiosk(new_page(is_mobile=False), address, server[0], monkeypatch)


def check_kiosk(kiosk: Page, address: str, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser on the computer itself watches too, until it is opened with the token, which it keeps."""
    monkeypatch.setattr(site_of(app), "own", OWN)
    kiosk.goto(address)
    expect(kiosk.locator(".watcher [data-pin]")).to_be_visible()
    expect(kiosk.locator("[data-blank]")).to_be_hidden()
    kiosk.goto(f"{address}/#token={OWN.code()}")
    expect(kiosk.locator("[data-blank]")).to_be_visible()
    expect(kiosk).not_to_have_url(re.compile("token"))
    kiosk.goto(f"{address}/setup")
    expect(kiosk.locator(".not-here").first).to_be_hidden()
    kiosk.goto(f"{address}/people")
    expect(kiosk.locator("#me-says")).to_contain_text("This device may do everything")
    kiosk.goto(address)
    kiosk.click("[data-blank]")
    kiosk.wait_for_url("**/hands/*")
