"""The entry fees of an event on the desk, in a browser: due, paid and open, with totals."""

from uuid import uuid4

from playwright.sync_api import Page, expect

from tests.browser.accessible import check
from tests.browser.test_desk import Serve, act
from webui.hall.desk import Hall
from webui.records.events import from_dict
from webui.table.table import Table


def test_fees_are_recorded_with_their_totals(page: Page, table: Table, serve: Serve) -> None:
    hall = Hall(table.records)
    opened = {"type": "Opened", "name": "Cup", "fee": 3500, "currency": "EUR"}
    hall.open(uuid4(), from_dict(opened), "", "desk")
    people = [{"number": number, "name": name} for number, name in enumerate(("Ann", "Bo", "陈大文"), 1)]
    act(hall, type="Entered", people=people)
    act(hall, type="Paid", player=1, amount=3500)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{serve(table)}/desk/1#fees")
    total = page.locator(".fees tfoot td")
    expect(total).to_have_text(["", "105", "35", "70", ""])
    expect(page.locator("#desk-part .count")).to_have_text("Due 105, paid 35, open 70 EUR")
    check(page)
    page.click("[data-key=owing]")
    expect(page.locator(".fees tbody tr")).to_have_count(2)

    page.click("[data-key=fee2]")
    page.fill("[data-key=amount]", "12.50")
    page.click("[data-key=send]")
    expect(page.locator(".fees tbody tr").first.locator("td")).to_have_text(["2", "35", "12.50", "22.50", "…"])
    page.click("[data-key=fee3]")
    page.click("[data-key=what-own]")
    page.fill("[data-key=own]", "0")
    page.click("[data-key=send]")
    expect(page.locator(".fees tbody tr")).to_have_count(1)
    expect(total).to_have_text(["", "70", "47.50", "22.50", ""])
    event = hall.get(1).event
    assert [(event.fee(number), event.entrants[number].paid) for number in (1, 2, 3)] == [
        (3500, 3500),
        (3500, 1250),
        (0, 0),
    ]
    assert event.entrants[3].person.name == "陈大文"
    widths = "[document.documentElement, document.querySelector('.scroll')].map(each => each.scrollWidth)"
    assert max(page.evaluate(widths)) <= 390
