"""Appeals on the pages: made and decided on the hand's page, shown on the sheet and to the referee, and undone."""

from collections.abc import Callable, Iterator
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessible import check
from tests.browser.pages import sound
from tests.browser.second import NUMBER
from tests.browser.test_match import SIZES
from tests.long import long_but
from tests.waiting import until
from webui.table.table import Table

Serve = Callable[[Table], str]


@pytest.fixture(params=long_but(["phone"], SIZES))
def device(request: pytest.FixtureRequest, new_page: Callable[..., Page]) -> Iterator[Page]:
    """A page on a desktop or a phone that fails its test when its script does."""
    with sound(new_page(viewport=SIZES[request.param], has_touch=request.param == "phone")) as page:
        yield page


@pytest.fixture(params=long_but(["zungjung"], ["mcr", "zungjung"]))
def played(request: pytest.FixtureRequest, table: Table, serve: Serve) -> str:
    """A match under each book of which two hands were played."""
    acts = (
        {"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"], "rules": request.param},
        {"type": "Won", "winner": "Bo", "payer": "Ann", "points": 30},
        {"type": "Drawn"},
    )
    for act in acts:
        table.record(act, uuid4(), "", "referee")
    return serve(table)


def appeal(page: Page, player: str, reason: str) -> None:
    page.click("[data-key=appeal]")
    page.click(f"[data-key=player-{player}]")
    page.fill("[data-key=reason]", reason)
    page.click("[data-key=send]")
    expect(page.locator("#form-dialog")).to_be_hidden()


def test_an_appeal_is_made_decided_and_undone(device: Page, played: str, table: Table) -> None:
    page = device
    page.clock.install()
    page.goto(f"{played}/t/1/hands/1")
    appeal(page, "Chen", "The kong was open.\nNobody saw it.")
    made = page.locator(".appeals li")
    expect(made).to_contain_text("Chen")
    page.clock.fast_forward(60_000)  # what was recorded stays in sight, unlike a message
    expect(page.locator("#told")).to_contain_text("Recorded: Chen appeals")
    expect(made).to_contain_text("Not decided yet")
    check(page)
    page.goto(f"{played}/referee")
    expect(page.locator("#waiting > li").first).to_contain_text(f"Table {NUMBER}: Chen appeals")
    page.click("#waiting > li >> nth=0 >> a")
    page.click("[data-key=decide-4]")
    expect(page.locator("#form-dialog")).to_contain_text("The kong was open.")
    page.click("[data-key=decision-upheld]")
    page.fill("[data-key=reason]", "The photograph shows it")
    page.click("[data-key=send]")
    expect(page.locator(".appeals li")).to_contain_text("Upheld")
    expect(page.locator(".appeals li")).to_contain_text("The photograph shows it")
    expect(page.locator(".records")).to_contain_text("Chen appeals: The kong was open.")
    expect(page.locator(".records")).to_contain_text("Appeal of record 4 upheld: The photograph shows it")
    page.goto(f"{played}/referee")
    expect(page.locator("#waiting")).not_to_contain_text("appeals")

    page.goto(f"{played}/t/1/sheet")
    row = page.locator(".appeals tbody tr")
    for text in ("Chen", "The kong was open.", "Upheld", "The photograph shows it"):
        expect(row).to_contain_text(text)
    check(page)
    page.emulate_media(media="print")
    expect(row).to_be_visible()
    page.emulate_media(media="screen")

    page.goto(f"{played}/t/1/hands/1")
    page.click("[data-key=void5]")
    page.fill("[data-key=reason]", "the wrong one")
    page.click("[data-key=send]")
    expect(page.locator(".appeals li")).to_contain_text("Not decided yet")
    page.click("[data-key=void4]")
    page.fill("[data-key=reason]", "withdrawn")
    page.click("[data-key=send]")
    expect(page.locator(".appeals li")).to_have_count(0)
    match = table.matches.current
    assert match is not None
    until(lambda: match.entries and not table.matches.current.match.appeals)  # type: ignore[union-attr]


def test_it_can_be_undone_at_once(page: Page, played: str) -> None:
    page.goto(f"{played}/t/1/hands/2")
    appeal(page, "Dai", "It was not drawn")
    page.click("[data-key=void4]")
    page.fill("[data-key=reason]", "a slip")
    page.click("[data-key=send]")
    expect(page.locator(".appeals li")).to_have_count(0)


@pytest.mark.long
def test_the_page_says_until_when_appeals_are_taken(page: Page, played: str, table: Table) -> None:
    page.goto(f"{played}/t/1/hands/1")
    expect(page.locator(".appeals")).not_to_contain_text("until")
    table.record({"type": "TimeUp", "in_play": False}, uuid4(), "", "referee")
    expect(page.locator(".appeals .note")).to_contain_text("Appeals may be handed in until")
    page.click("[data-key=appeal]")
    expect(page.locator("#form-dialog .note")).to_contain_text("Appeals may be handed in until")
    page.goto(f"{played}/t/1/sheet")
    expect(page.locator("#hand-sheet")).to_contain_text("Appeals may be handed in until")


@pytest.mark.long
def test_an_appeal_about_an_earlier_match_stands_on_its_own_sheet(page: Page, played: str, table: Table) -> None:
    table.record({"type": "TimeUp", "in_play": False}, uuid4(), "", "referee")
    table.record({"type": "Seated", "players": ["Eva", "Fu", "Gil", "Hua"]}, uuid4(), "", "referee")
    page.goto(f"{played}/t/1/hands/1?match=1")
    appeal(page, "Bo", "Below the minimum")
    expect(page.locator(".appeals li")).to_contain_text("Below the minimum")
    page.goto(f"{played}/t/1/sheet?match=1")
    expect(page.locator(".appeals tbody tr")).to_contain_text("Below the minimum")
    page.goto(f"{played}/referee")
    page.click("#waiting > li >> nth=0 >> a")
    expect(page.locator("[data-key=decide-6]")).to_be_visible()
    page.goto(f"{played}/t/1/sheet")
    expect(page.locator("#hand-sheet table")).to_contain_text("Eva")
    expect(page.locator(".appeals")).to_have_count(0)
