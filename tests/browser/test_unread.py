"""A photograph in which no hand is read: it is kept, the page shows what is seen in it, why, and the ways on."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessible import check, check_sizes
from tests.browser.pages import box as place
from tests.served import make_reading
from tests.waiting import until
from vision.reading import Doubt
from webui.hand.unread import unread
from webui.http.app import create_app
from webui.http.site import Site
from webui.messages import Messages
from webui.messages import unread as wording
from webui.table.table import Table

Serve = Callable[[Table], str]
TABLE: Final = [
    ((), "no-tiles", {}),
    ((("aside", "f1"),), "no-tiles", {}),
    ((("aside", "??"),), "no-tiles", {}),
    ((("aside", "123m55p"), ("aside", "f1")), "too-few", {"count": 5, "missing": 9, "size": 14}),
    ((("aside", "123456789m"), ("aside", "123p55s")), "in-rows", {"count": 14, "rows": 2, "most": 9}),
    ((("aside", "123456789m"), ("aside", "123456p55s")), "in-rows", {"count": 17, "rows": 2, "most": 9}),
    ((("aside", "123456789m1234p"), ("aside", "123s")), "no-winner", {"most": 13}),
    ((("aside", "123456789m12345p5s"),), "no-order", {"count": 15, "rows": 1}),
]


@pytest.mark.parametrize(("groups", "kind", "about"), TABLE)
@pytest.mark.parametrize("lang", ["en", "zh", "zh_Hant"])
def test_what_is_missing_or_too_many_is_said(groups: Any, kind: str, about: Any, lang: str) -> None:
    found = unread(make_reading(groups, (Doubt(None, "no-hand", {"count": 0}),)), 14)
    assert found
    assert (found.kind, found.about) == (kind, about)
    words = Messages.of(lang)
    says, fix = wording.why(words, found)
    assert says
    assert (fix == wording.WHY[found.kind][1]) == (lang == "en")
    assert all(str(value) in says for name, value in found.about.items() if (kind, name) != ("no-order", "rows"))


@pytest.fixture
def send(page: Page, table: Table, serve: Serve, photo: bytes) -> Callable[[], None]:
    """Sends a photograph on the start page, as somebody at the table does."""

    def sent() -> None:
        page.goto(serve(table))
        chosen = {"name": "hand.jpg", "mimeType": "image/jpeg", "buffer": photo}
        page.set_input_files("#drop input:not([capture])", chosen)  # type: ignore[arg-type]
        page.wait_for_url("**/hands/*")

    return sent


def test_a_photograph_without_tiles_is_kept_and_explained(
    page: Page, table: Table, answers: Any, send: Callable[[], None], photo: bytes
) -> None:
    answers.reading = make_reading(())
    send()
    box = page.locator("#unread")
    expect(box).to_contain_text("We found no tile in this photo.")
    expect(box.locator("li").first).to_contain_text("nearer")
    expect(box.locator("img")).to_be_visible()
    check(page)
    check_sizes(page)
    [hand] = table.hands.all()
    assert table.records.photos.read(hand.photo) == photo
    page.click("[data-key=unread-enter]")
    expect(page.locator("#palette")).to_be_visible()
    page.click("#palette [data-face='5m']")
    expect(page.locator("#mat .slot[data-tile='5m']")).to_have_count(1)
    expect(box).to_be_hidden()  # somebody enters the hand
    until(lambda: len(table.hands.all()[0].laid.concealed) == 1)


@pytest.mark.long
def test_a_reading_without_a_hand_shows_its_rows(
    page: Page, table: Table, answers: Any, send: Callable[[], None]
) -> None:
    groups = (("aside", "123456m"), ("aside", "55p"))
    answers.reading = make_reading(groups, (Doubt(None, "no-hand", {"count": 6}),))
    send()
    box = page.locator("#unread")
    expect(box).to_contain_text("We found 8 tiles, and a hand has at least 14: 6 are missing.")
    expect(box.locator("svg .mark")).to_have_count(8)
    expect(box.locator("svg .row-line")).to_have_count(2)
    page.set_viewport_size({"width": 390, "height": 844})
    tops = [place(page.locator(each))["y"] for each in ("#unread", "#sheet")]
    assert tops[0] < tops[1]  # why comes before what it is
    with page.expect_file_chooser() as chooser:
        page.click("[data-key=unread-again]")
    assert not chooser.value.is_multiple()


@pytest.mark.long
def test_a_photograph_is_read_anew_by_one_tap_once_the_tile_set_is_another(
    page: Page, table: Table, answers: Any, send: Callable[[], None], photo: bytes
) -> None:
    answers.reading = make_reading(())
    send()
    [before] = table.hands.all()
    answers.reading = make_reading()
    page.click("[data-key=unread-anew]")
    expect(page.locator(".marks [data-seen]")).to_have_count(14)
    [hand] = table.hands.all()
    assert hand.id != before.id
    assert table.records.photos.read(hand.photo) == photo
    kept = table.hands.get(before.id)
    assert kept
    assert kept.hidden
    client = create_app(Site(table)).test_client()
    refused = client.post(f"/api/hands/{hand.id}/anew")
    assert (refused.status_code, refused.get_json()["kind"]) == (409, "hand-read")


@pytest.mark.long
def test_a_hand_that_was_read_is_not_explained(page: Page, table: Table, send: Callable[[], None]) -> None:
    send()
    expect(page.locator(".marks [data-seen]")).to_have_count(14)
    expect(page.locator("#unread")).to_be_hidden()
    hand = table.hands.all()[0]
    answer = create_app(Site(table)).test_client().get(f"/api/hands/{hand.id}/unread").get_json()
    assert answer == {"ok": True, "unread": None}


def test_the_photograph_of_a_program_is_refused_unless_it_says_otherwise(
    table: Table, answers: Any, photo: bytes
) -> None:
    answers.reading = make_reading(())
    client = create_app(Site(table)).test_client()
    assert client.post("/api/tables/1/hands", data=photo, content_type="image/jpeg").status_code == 422
    assert client.post("/api/tables/1/hands?anyway=1", data=photo, content_type="image/jpeg").status_code == 201


APART: Final = (("aside", "123456789m1234p"), ("flowers", "f1"), ("aside", "123456789s55p"))


@pytest.fixture
def two_groups(answers: Any) -> None:
    """Two rows far apart, neither of them a hand."""
    reading = make_reading(APART, (Doubt(None, "no-hand", {"count": 13}),))
    down = [replace(tile, quad=tuple((x - 870, y + 180) for x, y in tile.quad)) for tile in reading.tiles[14:]]  # type: ignore[misc]
    answers.reading = replace(reading, tiles=(*reading.tiles[:14], *down), groups=reading.groups)


@pytest.mark.usefixtures("two_groups")
def test_where_no_hand_is_clear_one_tap_reads_a_group_of_tiles(
    page: Page, table: Table, answers: Any, send: Callable[[], None]
) -> None:
    send()
    box = page.locator("#unread")
    expect(box.locator("h3")).to_have_text("Which of these is the hand?")
    expect(box.locator("svg .area")).to_have_count(2)
    expect(box.locator(".other-hands canvas")).to_have_count(2)
    first = page.url
    answers.reading = make_reading()
    page.click("[data-key=candidate-1]")
    page.wait_for_url(lambda url: url != first)
    expect(page.locator(".marks [data-seen]")).to_have_count(14)
    old, new = sorted(table.hands.all(), key=lambda hand: hand.number)
    assert (new.photo, new.outcome.text) == (old.photo, "[123s,1]9p456789sCCC 9p")
    whole, part = answers.pictures[0], answers.pictures[-1]
    assert part.size < 0.7 * whole.size


def test_a_rectangle_drawn_round_the_hand_is_read_alone(
    page: Page, table: Table, answers: Any, send: Callable[[], None]
) -> None:
    answers.reading = make_reading((("aside", "123456m"),), (Doubt(None, "no-hand", {"count": 6}),))
    send()
    page.click("[data-key=part-draw]")
    expect(page.locator("#unread .stack")).to_contain_text("Draw a box around the tiles of the hand.")
    expect(page.locator("[data-key=part-read]")).to_be_disabled()
    page.locator("#unread .frame").scroll_into_view_if_needed()
    frame = place(page.locator("#unread svg.drawing"))
    left, top = frame["x"] + 0.25 * frame["width"], frame["y"] + 0.25 * frame["height"]
    page.mouse.move(left, top)
    page.mouse.down()
    page.mouse.move(left + 0.5 * frame["width"], top + 0.5 * frame["height"], steps=4)
    page.mouse.up()
    expect(page.locator("#unread .stack")).to_contain_text("Only the box is read.")
    answers.reading = make_reading()
    first = page.url
    page.click("[data-key=part-read]")
    page.wait_for_url(lambda url: url != first)
    expect(page.locator(".marks [data-seen]")).to_have_count(14)
    height, width = answers.pictures[-1].shape[:2]
    assert (width, height) == (pytest.approx(704, abs=8), pytest.approx(304, abs=8))  # with a margin of 5 in 100


@pytest.mark.parametrize(
    ("area", "status", "kind"),
    [
        (None, 400, "not-an-area"),
        ([[0, 0], [9, 0], [9, 9]], 400, "not-an-area"),
        ([[0, 0], [9, 0], [9, 9], [0, "a"]], 400, "not-an-area"),
        ([[-90, 0], [-9, 0], [-9, 9], [-90, 9]], 400, "not-an-area"),
        ([[5000, 0], [6000, 0], [6000, 9], [5000, 9]], 400, "not-an-area"),
        ([[float("nan"), 0], [9, 0], [9, 9], [0, 9]], 400, "not-an-area"),
        ([[0, 0], [900, 0], [900, 400], [0, 400]], 422, "no-tiles-seen"),
    ],
)
def test_what_is_no_part_of_the_photograph_is_refused(
    table: Table, answers: Any, photo: bytes, area: Any, status: int, kind: str
) -> None:
    client = create_app(Site(table)).test_client()
    hand = client.post("/api/tables/1/hands", data=photo, content_type="image/jpeg").get_json()["hand"]["id"]
    answers.reading = make_reading(())
    answer = client.post(f"/api/hands/{hand}/parts", json={"area": area})
    assert (answer.status_code, answer.get_json()["kind"]) == (status, kind)
    assert len(table.hands.all()) == 1


@pytest.mark.parametrize(
    ("rules", "tiles", "says", "other", "count"),
    [
        ("mcr", ("123456789m123p678s5p", "5p"), "17", "taiwan-home", 17),
        ("taiwan-home", ("123456m12355p67s", "8s"), "14", "mcr", 14),
    ],
)
def test_a_photograph_of_another_size_is_read_under_those_rules_by_one_tap(
    page: Page, answers: Any, serve: Serve, photo: bytes, rules: str, tiles: tuple[str, ...], says: str, other: str,
    count: int,
) -> None:  # fmt: skip
    table = Table(answers, rules)
    answers.reading = make_reading((("aside", "".join(tiles)),), (Doubt(None, "no-hand", {"count": count}),))
    page.goto(serve(table))
    chosen = {"name": "hand.jpg", "mimeType": "image/jpeg", "buffer": photo}
    page.set_input_files("#drop input:not([capture])", chosen)  # type: ignore[arg-type]
    box = page.locator("#unread")
    expect(box).to_contain_text(f"{says} tiles")
    check(page)
    check_sizes(page)
    answers.reading = make_reading((("concealed", tiles[0]), ("winning", tiles[1])))
    page.click("[data-key=unread-other-rules]")
    expect(box).to_have_count(0)
    expect(page.locator(".marks [data-seen]")).to_have_count(count)
    [hand] = table.hands.all()
    assert (hand.laid.rules, answers.sets) == (other, (5 if count == 17 else 4))
