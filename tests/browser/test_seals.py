"""A device verifies that the records of a match still contain what it was shown."""

from collections.abc import Callable
from dataclasses import replace
from uuid import uuid4

from msgspec import structs
from playwright.sync_api import Page, expect

from scoring.match.records import Act, Seated, Won, act_to_dict
from tests.browser.pages import tap_act
from tests.browser.test_match import begin
from tests.served import Answers
from tests.waiting import until
from webui.records.commitments import committed_hash
from webui.records.journal import JournalEntry
from webui.table.table import Table

Serve = Callable[[Table], str]
HOLDS = "Unchanged since you last looked"


def shown(page: Page, address: str, table: Table) -> None:
    """Play two hands on a page, which is shown each, and open the sheet."""
    begin(page, address, "Ann", "Bo", "Chen", "Dai")
    tap_act(page, "agreed")
    page.click("[data-key=winner-Ann]")
    page.fill("[data-key=points]", "24")
    page.click("[data-key=giver-self]")
    page.click("[data-key=send]")
    expect(page.locator(".match-head")).to_contain_text("Hand 2 of 16")
    page.click("[data-key=drawn]")
    expect(page.locator(".match-head")).to_contain_text("Hand 3 of 16")
    seals = "() => JSON.parse(localStorage.getItem('tableside.seals') ?? '[]').flatMap(match => match.seals).length"
    until(lambda: page.evaluate(seals) == 3)
    page.goto(f"{address}/t/1/sheet")
    expect(page.locator("#proof")).to_contain_text(HOLDS)


def copied(table: Table, change: Callable[[JournalEntry[Act]], JournalEntry[Act] | None]) -> Table:
    """Return a table with the same records, changed as nobody may change them."""
    entries = [kept for entry in table.records.journal.entries(table.number) if (kept := change(entry)) is not None]
    other = Table(Answers())
    other.records.journal.put(1, [replace(entry, number=n) for n, entry in enumerate(entries, 1)], [], {})
    return other


def raised(entry: JournalEntry[Act]) -> JournalEntry[Act]:
    """Give the win more points, with the hash of that."""
    if not isinstance(entry.act, Won):
        return entry
    assert entry.commitments
    act = structs.replace(entry.act, points=88)
    return replace(entry, act=act, hash=committed_hash(entry.commitments, entry.role, act_to_dict(act)))


def forged(entry: JournalEntry[Act]) -> JournalEntry[Act]:
    """Give the win more points, and leave it its hash."""
    return replace(raised(entry), hash=entry.hash)


def swapped(entry: JournalEntry[Act]) -> JournalEntry[Act]:
    """Give two players each other's name."""
    if not isinstance(entry.act, Seated):
        return entry
    east, south, west, north = entry.act.players
    return replace(entry, act=structs.replace(entry.act, players=(north, south, west, east)))


def signed(entry: JournalEntry[Act]) -> JournalEntry[Act]:
    """Give the win another author."""
    return replace(entry, who="Rita") if isinstance(entry.act, Won) else entry


def test_what_was_shown_is_still_there_and_changes_are_named(page: Page, table: Table, serve: Serve) -> None:
    shown(page, serve(table), table)
    proof = page.locator("#proof")
    assert "Changed since" not in proof.inner_text()
    table.record({"type": "Void", "of": 3, "reason": "It was not drawn"}, uuid4(), "Rita", "referee")
    expect(proof.locator(".records")).to_contain_text("It was not drawn")
    expect(proof.locator(".records")).to_contain_text("Rita")
    expect(proof).to_contain_text(HOLDS)
    assert "a name was removed" not in proof.inner_text()
    table.record({"type": "Erased", "player": "Ann", "name": "N. N."}, uuid4(), "Bo", "desk")
    expect(proof).to_contain_text("Records in which a name was removed, so that all but the name is verified: 3")
    expect(proof).to_contain_text("Names were removed since this device was first shown the match")
    expect(proof).not_to_contain_text(HOLDS)
    expect(proof.locator(".good")).to_have_count(0)


def test_records_that_were_rewritten_forged_or_taken_out_are_told(page: Page, table: Table, serve: Serve) -> None:
    address = serve(table)
    shown(page, address, table)
    seals = page.evaluate("() => localStorage.getItem('tableside.seals')")
    told = page.locator("#proof [role=alert]")

    def again(at: str, table: Table) -> None:
        """Open a page of other records as a device that saw only the true ones."""
        serve(table)
        page.goto(f"{address}/api/health")  # it runs no script, which could keep what it is shown meanwhile
        page.evaluate("seals => localStorage.setItem('tableside.seals', seals)", seals)
        page.goto(f"{address}{at}")

    again("/t/1/sheet", copied(table, raised))
    expect(told).to_contain_text("record 2, shown")
    again("/me", table)
    expect(page.locator("#proof")).to_contain_text(HOLDS)
    again("/me", copied(table, raised))
    expect(told).to_contain_text("record 2, shown")
    again("/t/1/sheet", copied(table, lambda entry: None if entry.number == 2 else entry))
    expect(told).to_contain_text("record 2, shown")
    for change, record in ((forged, 2), (swapped, 1), (signed, 2)):
        again("/t/1/sheet", copied(table, change))
        expect(told).to_have_text(f"Records whose content was changed, other than by a correction: {record}")
        expect(page.locator("#proof")).not_to_contain_text(HOLDS)
        expect(page.locator("#proof")).not_to_contain_text("a name was removed")
    again("/t/1/sheet", copied(table, lambda entry: replace(entry, commitments=None)))
    expect(told.first).to_contain_text("record 1, shown")  # nobody passes them off as those of an earlier version
