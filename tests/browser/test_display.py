"""The screen of a hall: what it shows, that it is large enough, and that nothing unsure looks certain on it."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import numpy as np
import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from tests.books import BODIES
from tests.browser.accessible import check
from tests.long import long_but
from tests.served import make_reading
from tests.vision.builders import before, calibrated, evidence_from, overhead, row
from tests.waiting import until
from tests.webui.cameras import Seeing, Switch, live, read
from tests.webui.shots import as_jpeg
from vision.reading import Doubt
from webui.hand.edits import Name
from webui.match.clock import StartClock, StartLimit
from webui.rig.live_hand import ClaimWin, Given
from webui.rig.rig import Rig
from webui.table.table import Table
from webui.table.watching import GONE

Serve = Callable[[Table], str]
PICTURE = np.zeros((480, 1280, 3), np.uint8)
FULL = (
    ("concealed-kong", "?EE?"),
    ("kong", "CCCC"),
    ("kong", "FFFF"),
    ("kong", "PPPP"),
    ("concealed", "N"),
    ("winning", "N"),
    *(("flowers", flower) for flower in ("f1", "f2", "s1", "s2")),
)
"""The longest hand: four kongs, and flowers."""

CAPITALS = """() => {
    const context = document.createElement("canvas").getContext("2d");
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
        const text = walker.currentNode;
        const box = text.parentElement;
        if (!text.data.trim() || !box.checkVisibility() || box.closest("script, style")) continue;
        const style = getComputedStyle(box);
        context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
        found.push([text.data, context.measureText("H").actualBoundingBoxAscent]);
    }
    return found;
}"""
"""Each text that is shown with the height of its capitals in pixels."""

OUTSIDE = """() => [...document.querySelectorAll("#main *, .top *")].filter((element) => {
    const box = element.getBoundingClientRect();
    return box.width && (box.bottom > innerHeight + 1 || box.right > innerWidth + 1);
}).map((element) => element.outerHTML.slice(0, 80))"""
"""Script that lists elements that reach beyond the screen."""


@pytest.fixture(params=[(1920, 1080), pytest.param((3840, 2160), marks=pytest.mark.long)], ids=["1080", "2160"])
def screen(request: pytest.FixtureRequest, new_page: Callable[..., Page]) -> Page:
    width, height = request.param
    return new_page(viewport={"width": width, "height": height})


def won(table: Table) -> None:
    """A hand that East won on South's discard."""
    table.talk.do(ClaimWin(1))
    table.talk.do(Given(2))
    table.intake.from_upload(lambda: as_jpeg(PICTURE), chair=1)


def test_a_hand_is_read_from_ten_metres(screen: Page, table: Table, serve: Serve, answers: Any) -> None:
    """The capitals of every text are at least 1/40 of the screen's height, and all of it fits."""
    answers.reading = make_reading(FULL)
    won(table)
    table.clock.do(StartClock(), BODIES["book-1998"])
    table.clock.do(StartLimit("first discard"), BODIES["book-1998"])
    screen.goto(f"{serve(table)}/display/1")
    expect(screen.locator("#score .total b")).to_be_visible()
    expect(screen.locator("#clock .limit")).to_contain_text("First discard")
    height = screen.viewport_size["height"]  # type: ignore[index]
    until(lambda: [(text, high) for text, high in screen.evaluate(CAPITALS) if high < height / 40] == [])
    size = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    until(lambda: screen.evaluate(size) == [screen.viewport_size["width"], height])  # type: ignore[index]
    until(lambda: screen.evaluate(OUTSIDE) == [])


def test_what_lies_on_the_table_is_read_from_ten_metres(page: Page, answers: Any, serve: Serve) -> None:
    """The longest hand, then those of three players, instead of the last hand."""
    view, rig = overhead(0.0), Rig()
    rig.keep(calibrated(view))
    table = Table(answers, camera=live(Switch()), rig=rig)
    names = ["Ann", "Bo", "陈晨", "Dai with a name that is far too long"]
    table.record({"type": "Seated", "players": names}, uuid4(), "", "referee")
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{serve(table)}/display/1")
    seeing = Seeing(table)

    def fits() -> None:
        until(lambda: [(text, high) for text, high in page.evaluate(CAPITALS) if high < 720 / 40] == [])
        until(lambda: page.evaluate(OUTSIDE) == [])
        check(page)

    seeing.look("settled", read(FULL), 1)
    expect(page.locator("#laid .tile")).to_have_count(22)
    expect(page.locator("#headline")).to_be_hidden()
    expect(page.locator("#worth .open")).to_have_text("246 to 256 points")
    expect(page.locator("#worth")).to_contain_text("Choose who won.")
    fits()
    seeing.look("settled", make_reading(()), GONE + 1)
    hands = {1: "234m2345p234678s 5p", 3: "123m456p789s111s2s 2s", 4: "123m456p789sEEEC C"}
    evidence = evidence_from([tile for chair, hand in hands.items() for tile in before(chair, row(hand))], view)
    first, *others = [rig.decode(evidence, chair) for chair in hands]
    seeing.look("settled", first, 1, evidence=evidence, others=tuple(others))
    expect(page.locator("#laid h2")).to_have_text([f"{names[n]} has laid down a hand" for n in (0, 2, 3)])
    fits()


@pytest.mark.long
def test_the_last_hand_is_shown_with_who_pays_whom(page: Page, table: Table, serve: Serve) -> None:
    page.goto(f"{serve(table)}/display/1")
    expect(page.locator("#tiles")).to_have_text("No hand has ended yet")
    check(page)
    won(table)
    expect(page.locator("#score .total")).to_have_text("20 points")
    expect(page.locator("#tiles .tile")).to_have_count(14)
    expect(page.locator("#tiles .winning .tile")).to_have_count(1)
    expect(page.locator(".fans li").first).to_have_text("Pure Straight16")
    expect(page.locator("#players .change")).to_have_text(["+44", "−28", "−8", "−8"])
    expect(page.locator("#which")).to_have_text("Hand 1 · East round")
    check(page)
    assert page.locator("button, a, input, select, [tabindex]").count() == 0


BEYOND = """all => all.filter((each) => {
  const [own, row] = [each, each.closest("li")].map((box) => box.getBoundingClientRect());
  return own.top < row.top - 1 || own.bottom > row.bottom + 1 || each.scrollWidth > each.clientWidth + 1;
}).map((each) => each.textContent)"""
"""Script that lists names that are cut, or reach beyond their row."""

LOWEST = "row => row.getBoundingClientRect().bottom / innerHeight"
"""Script that returns how far down the screen a row reaches."""

OUTSIDE = """() => [...document.querySelectorAll('.screen *')].filter((each) => {
  const { width, right, bottom } = each.getBoundingClientRect();
  return width && (right > innerWidth + 1 || bottom > innerHeight + 1);
}).map(({ id, className }) => `${id}.${className}`)"""


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_clock_and_the_sign_of_the_camera_leave_room_for_all(
    page: Page, table: Table, serve: Serve, lang: str
) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{serve(table)}/display/1?lang={lang}")
    table.record({"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]}, uuid4(), "", "referee")
    table.clock.do(StartClock(), BODIES["book-1998"])
    expect(page.locator("#clock .time")).to_contain_text(":")
    expect(page.locator("#players li")).to_have_count(4)
    page.evaluate("document.getElementById('follows').hidden = false")
    until(lambda: page.evaluate(OUTSIDE) == [])


@pytest.mark.parametrize(
    ("doubts", "chair", "says"),
    [
        ((Doubt(5, "two-faces", {"face": "6s", "other_face": "4s"}),), 1, "The hand is being checked"),
        ((), 0, "20 to 21 points, depending on how it was won"),
    ],
)
def test_no_score_that_is_unsure_looks_certain(
    page: Page, table: Table, serve: Serve, answers: Any, doubts: tuple[Doubt, ...], chair: int, says: str
) -> None:
    answers.reading = make_reading(doubts=doubts)
    if chair:
        won(table)
    else:
        table.intake.from_upload(lambda: as_jpeg(PICTURE))
    page.goto(f"{serve(table)}/display/1")
    expect(page.locator("#score .wait")).to_have_text(says)
    expect(page.locator("#score .total")).to_have_count(0)
    expect(page.locator("#players li")).to_have_count(0)
    check(page)


@pytest.mark.long
def test_a_screen_that_hears_nothing_says_so(page: Page, table: Table, serve: Serve) -> None:
    won(table)
    page.goto(f"{serve(table)}/display/1")
    expect(page.locator("#score .total")).to_have_text("20 points")
    page.route("**/api/**", lambda route: route.abort())
    expect(page.locator("#lost")).to_contain_text("No connection")
    check(page)
    page.unroute("**/api/**")
    expect(page.locator("#lost")).to_be_hidden()


def test_a_table_that_is_not_there_has_no_screen(client: FlaskClient) -> None:
    assert client.get("/display/7").status_code == 404
    assert client.get("/api/tables/7/shown").get_json()["kind"] == "no-such-table"


def test_a_match_is_followed(page: Page, table: Table, serve: Serve) -> None:
    def record(**act: Any) -> None:
        table.record(act, uuid4(), "", "referee")

    laid = table.intake.from_upload(lambda: as_jpeg(PICTURE), chair=0)
    page.goto(f"{serve(table)}/display/1")
    expect(page.locator("#score .wait")).to_be_visible()
    record(type="Seated", players=["Ann", "Bo", "陈晨", "Dai with a name that is far too long for a line"])
    expect(page.locator("#which")).to_have_text("Hand 1 of 16 · East round")
    expect(page.locator("#headline")).to_have_text("No hand has ended yet")  # what was laid before is of no match
    expect(page.locator("#players .sum")).to_have_text(["500"] * 4)
    record(type="Won", winner="E", points=20, payer="S", laid=laid.id)
    expect(page.locator("#which")).to_have_text("Hand 2 of 16 · East round")
    expect(page.locator("#score .total")).to_have_text("20 points")
    expect(page.locator("#headline")).to_have_text("Hand 1: Ann wins 20 off Bo")
    expect(page.locator("#clock")).to_be_hidden()  # nobody uses it
    expect(page.locator(".fans li")).to_have_count(4)
    expect(page.locator("#tiles .tile")).to_have_count(14)
    expect(page.locator("#players li").first).to_contain_text("Bodealer")  # the deal has passed
    expect(page.locator("#players .change")).to_have_text(["−28", "−8", "−8", "+44"])
    expect(page.locator("#players .sum")).to_have_text(["472", "492", "492", "544"])
    for size in ((1920, 1080), (3840, 2160), (1024, 768)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        until(lambda: page.evaluate(OUTSIDE) == [])
        until(lambda: page.locator("#players bdi").evaluate_all(BEYOND) == [])
    check(page)
    table.change(laid.id, Name("c0", "C"), laid.version)
    expect(page.locator(".fans li")).to_have_count(0)  # the hand is not what was counted any more
    expect(page.locator("#score .total")).to_have_text("20 points")
    record(type="Drawn")
    expect(page.locator("#headline")).to_have_text("Hand 2: Draw")
    expect(page.locator("#score .total")).to_have_count(0)
    expect(page.locator(".round-table li")).to_have_count(4)
    expect(page.locator(".at-e")).to_contain_text("陈晨")
    for size in ((1920, 1080), (1024, 768)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        until(lambda: page.evaluate(OUTSIDE) == [])
    check(page)
    record(type="Won", winner="E", points=30)
    expect(page.locator("#headline")).to_have_text("Hand 3: 陈晨 wins 30, self-drawn")
    expect(page.locator("#score .total")).to_have_text("30 points")
    expect(page.locator("#tiles")).to_be_hidden()  # a win by points has none to show
    until(lambda: page.evaluate(OUTSIDE) == [])
    check(page)


def test_a_screen_in_another_language_is_live_too(new_page: Callable[..., Page], table: Table, serve: Serve) -> None:
    """Its scripts wait for their sentences, and start after the page has loaded."""
    page = new_page(locale="zh-CN")
    page.goto(f"{serve(table)}/display/1")
    expect(page.locator("html[lang=zh]")).to_have_count(1)
    expect(page.locator("#clock .says")).to_have_text("计时尚未开始")
    expect(page.locator("#which")).to_have_text("第1盘 · 东风圈")


@pytest.mark.parametrize("lang", long_but(["en"], ["en", "zh"]))
def test_a_win_by_points_fills_the_screen_with_whole_names(page: Page, table: Table, serve: Serve, lang: str) -> None:
    players = ["Maximiliana-Alexandrina", "Grażyna Żółć-Kowalska", "محمد عبد الرحمن", "欧阳娜娜"]
    table.record({"type": "Seated", "players": players}, uuid4(), "", "referee")
    table.record({"type": "Won", "winner": "E", "points": 24, "discarder": "S"}, uuid4(), "", "referee")
    page.goto(f"{serve(table)}/display/1?lang={lang}")
    for size in ((1920, 1080), (1280, 800), (1024, 768), (360, 740)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        until(lambda: page.locator("#players bdi").evaluate_all(BEYOND) == [])
        if size[0] > size[1]:
            until(lambda: page.evaluate(OUTSIDE) == [])
            until(lambda: page.locator("#players li").last.evaluate(LOWEST) > 0.95)
    check(page)


@pytest.mark.parametrize("path", ["/display/1", "/hall", "/stream/1"])
def test_a_screen_stays_awake(page: Page, table: Table, serve: Serve, path: str) -> None:
    """The browser is asked once the page opens, and grants it or says why not."""
    page.add_init_script(
        """const request = navigator.wakeLock.request.bind(navigator.wakeLock);
        globalThis.kept = [];
        navigator.wakeLock.request = (kind) => { kept.push(kind); return request(kind); };"""
    )
    page.goto(serve(table) + path)
    until(lambda: page.evaluate("kept") == ["screen"])
