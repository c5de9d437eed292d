"""The play, spoken, in a real browser: what is handed to the voice, in which language, how fast and in which order."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from scoring.follow.events import AnyEvent, Claim, Correction, Discard
from tests.browser.accessible import check
from tests.long import long_but
from tests.waiting import until
from tests.webui.followed import AT
from webui.table.follow.journal import Begun
from webui.table.table import Table

Serve = Callable[[Table], str]

HEARD = """globalThis.heard = [];
SpeechSynthesis.prototype.speak = function ({ text, lang, rate }) {
    heard.push([text, lang, Number(rate.toFixed(2))]);
};
"""
"""Writes down what the browser would say, and how: browsers without a screen have no voices."""

SAYS: dict[str, tuple[str, list[str], list[str]]] = {
    "en-GB": (
        "en",
        ["South to play", "Left in the wall: 91", "South, 5 Dots", "West: pung of 5 Dots from South (not sure)"],
        ["Bo: pung of the East tile from Ann"],
    ),
    "zh-CN": (
        "zh-CN",
        ["轮到南家", "牌墙余牌：91", "南家，五筒", "西家：碰南家的五筒（不确定）"],
        ["Bo：碰Ann的东风"],
    ),
    "zh-TW": (
        "zh-TW",
        ["輪到南家", "牌牆餘牌：91", "南家，五筒", "西家：碰南家的五筒（不確定）"],
        ["Bo：碰Ann的東風"],
    ),
}
"""By the browser's language: that of the voice, what is said first, and what with other choices."""


@pytest.mark.parametrize("locale", long_but(["zh-TW"], [*SAYS]))
def test_the_play_is_spoken_as_the_listener_chooses(
    table: Table, serve: Serve, new_page: Callable[..., Page], locale: str
) -> None:
    lang, first, chosen = SAYS[locale]
    page = new_page(locale=locale, viewport={"width": 390, "height": 844})
    page.add_init_script(HEARD)
    address = f"{serve(table)}/t/1/spoken"
    page.goto(address)
    expect(page.locator("#state")).not_to_be_empty()  # how it is turned on
    expect(page.locator("#turn")).to_be_disabled()
    table.record({"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]}, uuid4(), "", "referee")
    deal, numbers = begin(table), iter(range(1, 99))

    def tell(*events: AnyEvent) -> None:
        for event in events:
            table.followed.append(deal, AT, [(replace(event, number=next(numbers)), None)])

    def heard() -> list[list[Any]]:
        return page.evaluate("heard.splice(0)")  # type: ignore[no-any-return]

    tell(Discard(t=1, seat=1, tile="E", sure=True))
    expect(page.locator("#turn")).to_be_enabled()
    assert heard() == []  # a browser lets nobody speak before a tap
    page.focus("#speak")
    page.keyboard.press("Enter")
    tell(
        Discard(t=2, seat=2, tile="5p", sure=True),
        Claim(t=3, seat=3, kind="pung", tile="5p", tiles=("5p",) * 3, source=2),
    )
    until(lambda: page.evaluate("heard.at(-1)?.[0]") == first[-1])
    told = heard()
    left = [each for each in told[2:] if "90" in each[0]]  # the tiles left are told at each ten
    assert [each for each in told if each not in left] == [[says, lang, 1] for says in first]
    expect(page.locator("#said p").first).to_have_text(told[-1][0])
    page.click("#again")
    assert heard() == [told[-1]]
    check(page)

    page.check("[name=called][value=names]")
    page.uncheck("[name=discard]")
    page.select_option("[name=rate]", "1.4")
    tell(
        Discard(t=4, seat=1, tile="N", sure=True),
        Correction(t=5, of=4, now=Discard(t=4, number=4, seat=1, tile="E", sure=True)),
        Claim(t=6, seat=2, kind="pung", tile="E", tiles=("E",) * 3, source=1, sure=True),
    )
    until(lambda: page.evaluate("heard.at(-1)") == [chosen[0], lang, 1.4])
    heard()

    page.reload()
    expect(page.locator("#turn")).to_be_enabled()
    expect(page.locator("[name=discard]")).not_to_be_checked()
    expect(page.locator("[name=called][value=names]")).to_be_checked()
    expect(page.locator("[name=rate]")).to_have_value("1.4")
    tell(Claim(t=7, seat=2, kind="pung", tile="E", tiles=("E",) * 3, source=1, sure=True))
    expect(page.locator("#said[aria-live=polite] p")).to_have_text([chosen[0]])  # a screen reader reads it
    assert heard() == []


def begin(table: Table) -> int:
    """Begin to follow the hand in play; return the number of the deal."""
    hand = table.matches.deal()
    assert hand
    return table.followed.begin(Begun(hand=hand, style="chinese", east=1), AT)
