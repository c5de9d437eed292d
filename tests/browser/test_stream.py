"""The page for a stream in a real browser: the picture is seen through it, all of it fits, nothing can be pressed."""

import io
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from uuid import uuid4

from PIL import Image
from playwright.sync_api import Page, expect

from scoring.follow.events import Discard
from tests.browser.accessible import check
from tests.waiting import until
from tests.webui.followed import followed
from webui.table.follow.journal import Begun
from webui.table.follow.late import choose_delay
from webui.table.table import Table

Serve = Callable[[Table], str]

OUTSIDE = """() => [...document.querySelectorAll("main > *, main > * > *")].filter((element) => {
    const { width, bottom, right } = element.getBoundingClientRect();
    return width && (bottom > innerHeight + 1 || right > innerWidth + 1);
}).map((element) => element.outerHTML.slice(0, 80))"""
"""Script that lists elements that reach beyond the picture."""


def test_the_picture_is_seen_through_the_page(table: Table, serve: Serve, new_page: Callable[..., Page]) -> None:
    page = new_page(viewport={"width": 1920, "height": 1080}, locale="zh-TW")
    names = ["Ann", "Bo", "陈晨", "Dai with a name that is far too long for any stream"]
    table.record({"type": "Seated", "players": names}, uuid4(), "", "referee")
    table.record({"type": "Won", "winner": "E", "points": 24, "payer": "S"}, uuid4(), "", "referee")
    followed(table)
    choose_delay(table.records.values, table.number, 0)
    page.goto(f"{serve(table)}/stream/1")
    expect(page.locator("#top image").first).to_be_visible()
    expect(page.locator(".hand")).to_contain_text("第2盤")
    expect(page.locator(".hand")).to_contain_text("84張")
    expect(page.locator(".win h2")).to_contain_text("24")
    expect(page.locator(".players .points")).to_have_count(4)
    until(lambda: page.evaluate(OUTSIDE) == [])
    assert page.locator("button, a, input, select, [tabindex]").count() == 0
    assert page.evaluate("document.getAnimations().length") == 0
    with Image.open(io.BytesIO(page.screenshot(omit_background=True))) as seen:
        assert {seen.getpixel((x, y))[3] for x, y in ((4, 4), (900, 300), (900, 800))} == {0}  # type: ignore[index]
        assert seen.getpixel((1400, 400))[3] == 255  # type: ignore[index]
    check(page)
    table.record({"type": "Drawn"}, uuid4(), "", "referee")
    expect(page.locator(".hand")).to_contain_text("第3盤")  # it follows without a tap


def test_a_discard_is_large_for_three_seconds_where_that_is_asked(
    table: Table, serve: Serve, new_page: Callable[..., Page]
) -> None:
    page = new_page(viewport={"width": 1920, "height": 1080})
    table.record({"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]}, uuid4(), "", "referee")
    hand = table.matches.deal()
    assert hand
    at = datetime.now(UTC) - timedelta(minutes=1)
    deal = table.followed.begin(Begun(hand=hand, style="chinese", east=1), at)
    table.followed.append(deal, at, [(Discard(t=1, seat=1, tile="E", sure=True, number=1), None)])
    choose_delay(table.records.values, table.number, 0)
    page.clock.set_fixed_time(at)  # so that three seconds last while the test looks
    page.goto(f"{serve(table)}/stream/1?large=1")
    expect(page.locator("#top image").first).to_be_visible()
    expect(page.locator(".thrown")).to_have_count(0)  # what lay there before is not new
    table.followed.append(deal, at, [(Discard(t=2, seat=2, tile="7s", sure=True, number=2), None)])
    expect(page.locator(".thrown bdi")).to_have_text("Bo")
    expect(page.locator(".thrown img")).to_have_attribute("alt", "7 Bamboo")
    until(lambda: page.evaluate(OUTSIDE) == [])
    check(page)
    page.clock.set_fixed_time(at + timedelta(seconds=3))
    expect(page.locator(".thrown")).to_have_count(0)
