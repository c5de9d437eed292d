"""The times of rounds in a real browser: entered at the desk, corrected, and seen on a player's page."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.accessible import check
from tests.waiting import until
from webui.records.events import StoredEvent
from webui.table.table import Table

Serve = Callable[[Table], str]


def test_times_of_rounds_are_entered_and_corrected_at_the_desk(page: Page, serve: Serve, table: Table) -> None:
    page.goto(f"{serve(table)}/desk")
    page.locator("#new-event").click()
    dialog = page.locator("#form-dialog")
    dialog.get_by_label("Name of the event").fill("Cup")
    dialog.get_by_label("Number of rounds").fill("2")
    dialog.get_by_label("Number of rounds").press("Tab")
    dialog.locator("summary").click()
    expect(dialog.get_by_label("Beginning of round")).to_have_count(2)
    dialog.get_by_label("Time zone").fill("Asia/Tokyo")
    dialog.get_by_label("Beginning of round 2").fill("2026-12-05T10:00")
    check(page)
    dialog.get_by_role("button", name="Create the event").click()

    def kept() -> StoredEvent:
        found = table.records.events.get(1)
        assert found
        return found

    until(lambda: kept().event.opened.times == ("", "2026-12-05T10:00"))
    assert kept().event.opened.zone == "Asia/Tokyo"
    page.get_by_role("button", name="Event details").click()
    dialog.locator("summary").click()
    expect(dialog.get_by_label("Beginning of round 2")).to_have_value("2026-12-05T10:00")
    dialog.get_by_label("Beginning of round 1").fill("2026-12-05T08:00")
    dialog.get_by_role("button", name="Correct it").click()
    until(lambda: kept().event.opened.times == ("2026-12-05T08:00", "2026-12-05T10:00"))
    expect(dialog).to_be_hidden()  # the answer is there
    page.reload()
    link = page.get_by_role("link", name="Calendar").get_attribute("href")
    assert link
    assert "DTSTART;TZID=Asia/Tokyo:20261205T080000" in page.request.get(f"{serve(table)}{link}").text()
