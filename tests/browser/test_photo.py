"""The photograph of a hand on its page: turned and cropped to the hand, looked at closer, its tiles hit by a finger."""

import math
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final

import numpy as np
import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from tests.browser.accessible import check
from tests.browser.pages import box
from tests.long import long_but
from tests.served import make_reading
from tests.vision.builders import before, evidence_from, overhead, row
from tests.waiting import stays, until
from tests.webui.shots import as_jpeg
from vision.evidence import Evidence
from vision.hand.candidates import hand_in_sight
from vision.image import Picture
from vision.reading import Pond, Reading, SeenTile, Side
from vision.tta import ViewWatch
from webui.hand.pictures import Decode
from webui.hand.state import places
from webui.rig.live_hand import ClaimWin, Given
from webui.table.table import Table

Serve = Callable[[Table], str]
SIZE: Final = (2400, 1800)

MARKS: Final = """() => [...document.querySelectorAll("#photo .marks [data-seen] polygon")].map((mark) => {
    const box = mark.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2, box.width, box.height];
})"""
"""The middle of each mark and its size in pixels of the page."""

TURN: Final = """() => {
    const [a, b] = document.querySelector("#photo img").style.transform.slice(7, -1).split(",").map(Number);
    return Math.atan2(b, a) * 180 / Math.PI;
}"""
"""Script for the rotation of the photo, in degrees."""

SCALE: Final = """() => {
    const [a, b] = document.querySelector("#photo img").style.transform.slice(7, -1).split(",").map(Number);
    return Math.hypot(a, b);
}"""


def turned(degrees: float, scale: float = 0.9) -> Any:
    """A hand that lies somewhere in a large picture, turned."""
    c, s = scale * math.cos(math.radians(degrees)), scale * math.sin(math.radians(degrees))

    def moved(point: tuple[float, float]) -> tuple[float, float]:
        x, y = point[0] - 500, point[1] - 240
        return 1500 + c * x - s * y, 1100 + s * x + c * y

    reading = make_reading()
    tiles = tuple(replace(tile, quad=tuple(map(moved, tile.quad))) for tile in reading.tiles)  # type: ignore[arg-type]
    return replace(reading, size=SIZE, tiles=tiles)


@pytest.fixture
def lay(table: Table, answers: Any, serve: Serve) -> Callable[..., str]:
    """Lays a hand and gives the address of its page."""

    def made(degrees: float = 200, scale: float = 0.9) -> str:
        answers.reading = turned(degrees, scale)
        table.talk.do(ClaimWin(1))
        table.talk.do(Given(2))
        hand = table.intake.from_upload(lambda: as_jpeg(np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)), chair=1)
        return f"{serve(table)}/hands/{hand.id}"

    return made


@pytest.fixture(params=[(390, 844), pytest.param((844, 390), marks=pytest.mark.long)], ids=["portrait", "landscape"])
def phone(request: pytest.FixtureRequest, new_page: Callable[..., Page]) -> Page:
    width, height = request.param
    return new_page(viewport={"width": width, "height": height}, is_mobile=True, has_touch=True)


STILL: Final = f"""() => new Promise((resolve) => {{
    let before = "";
    const look = () => {{
        const marks = ({MARKS})();
        if (JSON.stringify(marks) === before) return resolve(marks);
        before = JSON.stringify(marks);
        requestAnimationFrame(look);
    }};
    look();
}})"""


def lying(page: Page) -> Any:
    """Return the marks as `MARKS` does, once they lie still: what is drawn late moves them."""
    return page.evaluate(STILL)


def frame(page: Page) -> dict[str, float]:
    return box(page.locator("#photo .frame"))


@pytest.mark.parametrize("degrees", long_but([200], [0, 90, 200]))
def test_the_picture_is_turned_and_cropped_to_the_hand(page: Page, lay: Callable[..., str], degrees: float) -> None:
    page.goto(lay(degrees))
    expect(page.locator(".marks [data-seen]")).to_have_count(14)
    until(lambda: (page.evaluate(TURN) + degrees + 180) % 360 - 180 == pytest.approx(0, abs=0.1))
    expect(page.locator(".score.waiting")).to_have_count(0)  # what lies above the photo is drawn
    box, marks = page.evaluate(f"() => [document.querySelector('#photo .frame').getBoundingClientRect(), ({MARKS})()]")
    assert all(a[0] < b[0] for a, b in pairwise(marks))  # from left to right
    assert marks[-1][0] - marks[0][0] > 0.8 * box["width"]
    inside = [
        box["x"] <= x <= box["x"] + box["width"] and box["y"] <= y <= box["y"] + box["height"] for x, y, *_ in marks
    ]
    assert all(inside)
    page.click("[data-key=photo-whole]")
    until(lambda: page.evaluate(TURN) == pytest.approx(0, abs=0.1))
    page.click("[data-key=photo-whole]")
    until(lambda: page.evaluate(MARKS)[0][0] == pytest.approx(marks[0][0], abs=1))
    until(lambda: page.evaluate(MARKS)[0][1] - frame(page)["y"] == pytest.approx(marks[0][1] - box["y"], abs=1))
    check(page)


@pytest.mark.long
def test_the_wheel_zooms_where_it_points_and_leaves_the_rest_to_the_page(page: Page, lay: Callable[..., str]) -> None:
    page.goto(lay())
    expect(page.locator(".marks [data-seen]")).to_have_count(14)
    x, y, *_ = lying(page)[3]
    first = page.evaluate(SCALE)
    page.mouse.move(x, y)
    for _ in range(5):
        page.mouse.wheel(0, -100)
    until(lambda: page.evaluate(SCALE) == pytest.approx(first * 1.25**5, rel=0.01))
    # the wheel points at whole pixels: three times closer, a part of one is up to two
    until(lambda: page.evaluate(MARKS)[3][:2] == pytest.approx([x, y], abs=3))
    page.mouse.down()
    page.mouse.move(x + 60, y + 20, steps=4)
    page.mouse.up()
    until(lambda: page.evaluate(MARKS)[3][:2] == pytest.approx([x + 60, y + 20], abs=10))
    expect(page.locator("#palette")).to_be_hidden()  # a drag is no tap
    for _ in range(12):
        page.mouse.wheel(0, 100)
    until(lambda: page.evaluate(SCALE) <= first)
    until(lambda: page.evaluate("scrollY") > 0)


def test_any_tile_is_hit_within_twelve_pixels_of_its_middle(phone: Page, lay: Callable[..., str]) -> None:
    """However small the tiles are shown, a target is 24 pixels wide and high, less where the next tile is nearer."""
    phone.goto(lay(200, 0.3))
    expect(phone.locator("#verdict")).to_be_visible()  # all above the photo is drawn
    phone.locator("#photo summary").tap()
    phone.locator("[data-key=photo-whole]").tap()
    until(lambda: phone.evaluate(MARKS)[0][2] < 24)
    phone.locator("#photo").scroll_into_view_if_needed()
    for dx, dy in ((0, 0), (0, 11), (0, -11), (-11, 0)):
        x, y, *_ = lying(phone)[13]
        phone.touchscreen.tap(x + dx, y + dy)
        expect(phone.locator("#palette h2")).to_have_text("9 Dots")
        phone.click("#palette .dialog-head button")
        expect(phone.locator("#palette")).to_be_hidden()
    phone.touchscreen.tap(x, y + 60)
    stays(lambda: phone.locator("#palette").is_hidden(), 0.4)


@pytest.mark.long
def test_two_fingers_and_a_double_tap_look_closer(phone: Page, lay: Callable[..., str]) -> None:
    phone.goto(lay())
    phone.locator("#photo summary").tap()
    phone.locator("#photo").scroll_into_view_if_needed()
    box, first = frame(phone), phone.evaluate(SCALE)
    x, y = box["x"] + box["width"] / 2, box["y"] + 8
    devtools = phone.context.new_cdp_session(phone)

    def touch(kind: str, *at: float, down: float = 20, **more: float) -> None:
        points = [{"x": each, "y": y + down, "id": n} for n, each in enumerate(at)]
        devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points, **more})

    def tap_twice() -> None:
        begun = time.time()
        for at in (0, 0.15):  # seconds as the browser is told, however slow the machine
            touch("touchStart", x, down=0, timestamp=begun + at)
            touch("touchEnd", timestamp=begun + at + 0.03)

    tap_twice()
    until(lambda: phone.evaluate(SCALE) == pytest.approx(first * 2.5, rel=0.01))
    expect(phone.locator("#palette")).to_be_hidden()
    tap_twice()
    until(lambda: phone.evaluate(SCALE) == pytest.approx(first, rel=0.01))
    touch("touchStart", x - 30, x + 30)
    for step in range(1, 7):
        touch("touchMove", x - 30 - 10 * step, x + 30 + 10 * step)
    touch("touchEnd")
    until(lambda: phone.evaluate(SCALE) == pytest.approx(first * 3, rel=0.1))
    assert phone.evaluate("visualViewport.scale") == 1  # the picture is zoomed, not the page


def test_a_finger_scrolls_the_page_over_a_picture_that_is_not_zoomed(phone: Page, lay: Callable[..., str]) -> None:
    phone.goto(lay())
    phone.locator("#photo summary").tap()
    phone.locator("#photo").scroll_into_view_if_needed()
    box = frame(phone)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    before, scale = phone.evaluate("scrollY"), phone.evaluate(SCALE)
    devtools = phone.context.new_cdp_session(phone)
    for kind, dy in (("touchStart", 0), *(("touchMove", -20 * step) for step in range(1, 6)), ("touchEnd", None)):
        points = [] if dy is None else [{"x": x, "y": y + dy}]
        devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    phone.wait_for_function("([before]) => scrollY > before", arg=[before])
    assert phone.evaluate(SCALE) == scale


@pytest.mark.long
def test_the_marks_are_one_stop_of_the_tab_key(page: Page, lay: Callable[..., str]) -> None:
    page.goto(lay())
    page.focus(".marks [tabindex='0']")
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    expect(page.locator("[data-seen='2']")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#palette h2")).to_have_text("3 Bamboo")
    page.keyboard.press("Escape")
    expect(page.locator("[data-seen='2']")).to_be_focused()
    page.keyboard.press("Tab")
    until(lambda: page.evaluate("document.activeElement.closest('.photo-tools') !== null"))
    first = page.evaluate(SCALE)
    page.keyboard.press("+")
    until(lambda: page.evaluate(SCALE) == pytest.approx(first * 1.5, rel=0.01))
    page.keyboard.press("p")
    expect(page.locator("[data-key=photo-whole]")).to_have_attribute("aria-pressed", "true")


class TwoHands:
    """A reader that sees two hands that win, one on each side of a table."""

    def __init__(self) -> None:
        laid = before(1, row("234m2345p234678s 5p")) + before(3, row("123m456p789sEEEC C"))
        self.seen = evidence_from(laid, overhead(0.3))

    def read(self, image: Picture, *, decode: Decode | None = None, watch: ViewWatch | None = None) -> Reading:
        return (decode or hand_in_sight)(self.seen)

    def detect(self, picture: Picture, quarters: int = 0) -> Evidence:
        return self.seen


@pytest.mark.parametrize(
    "way", long_but(["[data-key=other-1]"], ["[data-key=other-1]", ".question .other-hand >> nth=1"])
)
def test_of_two_hands_in_a_photo_the_other_is_one_tap_away(page: Page, serve: Serve, way: str) -> None:
    reader = TwoHands()
    table = Table(reader)
    first = table.intake.from_upload(
        lambda: as_jpeg(np.full((reader.seen.size[1], reader.seen.size[0], 3), 90, np.uint8))
    )
    page.goto(f"{serve(table)}/hands/{first.id}")
    expect(page.locator("#questions")).to_contain_text("Is this the winning hand?")
    this_and_the_other, below = ".question .other-hand canvas", ".other-hands canvas"
    expect(page.locator(f"{this_and_the_other}, {below}")).to_have_count(3)
    check(page)
    page.click(way)
    page.wait_for_url(lambda url: first.id not in url)
    expect(page.locator("#questions")).to_be_hidden()
    second = table.hands.newest(None, 9, False)[0]
    assert second.id in page.url
    assert second.photo == first.photo
    assert {first.outcome.text, second.outcome.text} == {"234m2345p234678s 5p", "123m456p789sEEEC C"}
    assert table.hands.get(first.id) == first  # nothing is lost of what was read first


def of_a_table() -> Reading:
    """A hand at the near side with its wall, two ponds before it in two rows each, and melds of a neighbour."""
    read = make_reading(
        (
            ("concealed", "123m456p789sEEEW"),
            ("winning", "W"),
            *[("aside", row) for row in ("129m48p", "37s", "566s11p", "28m", "777p", "NNN")],
        )
    )
    near, right, left = ((1.0, 40.0, 330.0), (1.0, 640.0, 60.0), (1.0, 40.0, 60.0))
    places = [near, near, (0.5, 300.0, 180.0), (0.5, 300.0, 217.0), right, (1.0, 640.0, 134.0), left, left]
    starts = [group.tiles[0] for group in read.groups]
    starts[1] = starts[0]
    starts[7] = starts[6]

    def moved(n: int, tile: SeenTile) -> SeenTile:
        scale, x, y = places[tile.group]
        (left, top), *_ = read.tiles[starts[tile.group]].quad
        quad = tuple((x + scale * (px - left), y + scale * (py - top)) for px, py in tile.quad)
        return replace(tile, quad=quad)  # type: ignore[arg-type]

    sides: list[Side | None] = ["near", "near", "near", "near", "right", "right", "left", "left"]
    groups = tuple(
        replace(group, side=side, pond=2 <= n <= 5)
        for n, (group, side) in enumerate(zip(read.groups, sides, strict=True))
    )
    tiles = tuple(moved(n, tile) for n, tile in enumerate(read.tiles))
    ponds = (Pond((groups[2].tiles, groups[3].tiles), "near"), Pond((groups[4].tiles, groups[5].tiles), "right"))
    return replace(read, tiles=tiles, groups=groups, ponds=ponds)


@pytest.mark.parametrize("in_order", long_but([True], [True, False]), ids=["in order", "kept by an earlier version"])
def test_the_whole_photo_of_a_table_outlines_discards_and_says_whose_groups_are(
    page: Page, table: Table, serve: Serve, answers: Any, in_order: bool
) -> None:
    answers.reading = of_a_table() if in_order else replace(of_a_table(), ponds=())
    hand = table.intake.from_upload(lambda: as_jpeg(np.full((480, 1280, 3), 90, np.uint8)))
    page.goto(f"{serve(table)}/hands/{hand.id}")
    expect(page.locator(".marks [data-seen]")).to_have_count(34)
    expect(page.locator(".marks .outline")).to_have_count(0)  # the hand alone is in the frame
    page.click("[data-key=photo-whole]")
    expect(page.locator(".marks .outline.pond")).to_have_count(2)  # the two rows of a pond are one
    names = sorted(page.locator(".marks .outline text").all_text_contents())
    if in_order:
        assert names == ["Left player", "Near player", "Right player"]
        near = answers.reading.ponds[0].tiles
        line = page.locator(".marks .outline.pond .order").first.get_attribute("points") or ""
        middles = [tuple(np.mean(answers.reading.tiles[n].quad, axis=0)) for n in near]
        assert np.allclose([tuple(map(float, point.split(","))) for point in line.split()], middles, atol=0.1)
    else:
        assert names == ["Discards", "Discards", "Left player", "Near player"]
    lying(page)
    ponds = [box(pond) for pond in page.locator(".marks .outline.pond polygon").all()]
    assert ponds[0]["x"] + ponds[0]["width"] < ponds[1]["x"]
    for place in page.locator(".marks .outline text").all():  # its size is that of the page, however large the picture
        until(lambda place=place: 8 < box(place)["height"] < 20)  # type: ignore[misc]
    check(page)
    page.click("[data-key=photo-whole]")
    expect(page.locator(".marks .outline")).to_have_count(0)


@pytest.mark.parametrize("number", [0, 2, 99])
def test_another_hand_than_those_in_the_photo_cannot_be_laid(client: FlaskClient, table: Table, number: int) -> None:
    hand = table.intake.from_upload(lambda: as_jpeg(np.full((480, 1280, 3), 90, np.uint8)))
    answer = client.post(f"/api/hands/{hand.id}/others/{number}")
    assert (answer.status_code, answer.json["kind"]) == (404, "no-other-hand")


@pytest.mark.long
def test_a_fifth_copy_is_pointed_at_until_somebody_says_what_it_is(
    page: Page, table: Table, serve: Serve, answers: Any, reading: Callable[..., Reading]
) -> None:
    answers.reading = reading((("chow", "123s"), ("concealed", "456789sCCC9p"), ("winning", "9p"), ("aside", "999p")))
    page.goto(
        f"{serve(table)}/hands/{table.intake.from_upload(lambda: as_jpeg(np.full((480, 1280, 3), 90, np.uint8))).id}"
    )
    remark = page.locator("#photo .remark")
    expect(remark).to_contain_text("5 tiles in the photo look like 9 Dots")
    expect(remark.locator("canvas")).to_have_count(5)
    expect(page.locator(".marks .pointed")).to_have_count(5)
    check(page)
    page.click("[data-key=remark-13]")
    expect(page.locator("#palette h2")).to_have_text("9 Dots")


def test_a_red_five_is_drawn_red_and_stays_a_five(
    page: Page, table: Table, serve: Serve, answers: Any, reading: Callable[..., Reading]
) -> None:
    read = reading((("chow", "456p"), ("concealed", "123m55567sEE"), ("winning", "E")))
    answers.reading = replace(read, tiles=tuple(replace(tile, red=n in (1, 8)) for n, tile in enumerate(read.tiles)))
    hand = table.intake.from_upload(lambda: as_jpeg(np.full((480, 1280, 3), 90, np.uint8)))
    page.goto(f"{serve(table)}/hands/{hand.id}")
    red = page.locator("#mat .slot img[src*='#0']")
    expect(red).to_have_count(2)
    assert [each.get_attribute("alt") for each in red.all()] == ["Red 5 Dots", "Red 5 Bamboo"]
    expect(page.locator("#score")).to_contain_text("points")
    assert "0" not in (table.hands.get(hand.id).outcome.text or "0")
    red.nth(1).click()
    expect(page.locator("#palette-title")).to_have_text("Red 5 Bamboo")
    expect(page.locator("#palette .actions")).not_to_contain_text("red five")  # the rules in force have none
    page.click("#palette [data-face='6s']")
    expect(red).to_have_count(1)
    until(lambda: sum(slot.red for slot in places(table.hands.get(hand.id).laid).values()) == 1)
