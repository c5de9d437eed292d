"""The replay of a deal while it is played, in a real browser: it grows, is corrected, and is printed on one sheet."""

import re
from collections.abc import Callable
from dataclasses import replace
from uuid import uuid4

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from scoring.follow.events import AnyEvent, Claim, Declared, Discard, Evidence, Win
from tests.browser.accessible import check
from tests.browser.pages import SIZES
from tests.served import make_reading
from tests.webui.followed import AT, followed_three, followed_win
from webui.access.people import People
from webui.access.pin import Guesses
from webui.hand.hand import photographed
from webui.hand.state import Circumstances, MatchHand
from webui.http.site import site_of
from webui.table.follow.journal import Begun, FollowedDeal
from webui.table.follow.late import choose_delay
from webui.table.table import Table

LONGEST = 96
"""Steps of a long deal: 83 discards of a wall that was used up, and calls."""


@pytest.fixture
def deal(table: Table) -> FollowedDeal:
    """A deal that is played: four discards."""
    table.record({"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]}, uuid4(), "", "referee")
    begun = Begun(hand=table.matches.deal() or MatchHand(1, 1, 1), style="chinese", east=1)
    number = table.followed.begin(begun, AT)
    play(table, number, 1, 4)
    found = table.followed.read(number)
    assert found is not None
    return found


def play(table: Table, deal: int, first: int, last: int) -> None:
    """Let the camera see steps: discards in turn, every eighth of which is claimed by who sits opposite."""
    for n in range(first, last + 1):
        seat, tile = (n - 1) % 4 + 1, f"{n % 9 + 1}{'mps'[n % 3]}"
        about = {"number": n, "t": n * 4.0, "sure": n % 5 > 0}
        evidence = (Evidence(n, None, (tile, "9p", "E")),)
        claimed = Claim(**about, seat=seat, kind="pung", tile=tile, tiles=(tile,) * 3, source=seat % 4 + 1)  # type: ignore[arg-type]
        event = claimed if n % 8 == 0 else Discard(**about, seat=seat, tile=tile, evidence=evidence)  # type: ignore[arg-type]
        table.followed.append(deal, AT, [(event, None)])


def test_a_replay_grows_while_it_is_played_and_is_corrected_in_three_taps(
    new_page: Callable[..., Page], serve: Callable[[Table], str], table: Table, deal: FollowedDeal
) -> None:
    address = f"{serve(table)}/t/1/deals/{deal.number}"
    phone, screen = new_page(viewport=SIZES["phone"]), new_page()
    for page in (phone, screen):
        page.goto(address)
        expect(page.locator("#said")).to_have_text("4 · Dai: discards 5 Dots")
        expect(page.locator("#top image")).to_have_count(4)
    screen.locator("#step").fill("2")
    play(table, deal.number, 5, 6)
    expect(phone.locator("#said")).to_have_text("6 · Bo: discards 7 Characters")
    expect(screen.locator("#steps li")).to_have_count(6)
    expect(screen.locator("#said")).to_have_text("2 · Bo: discards 3 Bamboo")  # its reader looks there

    phone.locator("#steps li").nth(1).click()
    phone.click("[data-key=correct-step]")
    expect(phone.locator("#words [data-tile]").first).to_be_visible()
    check(phone)
    phone.locator("#words [data-tile='9p']").first.click()
    for page in (phone, screen):
        expect(page.locator("#said")).to_have_text("2 · Bo: discards 9 Dots")
        expect(page.locator("#steps [data-said]")).to_contain_text("First seen as: Bo: discards 3 Bamboo")
    phone.click("[data-key=missing-step]")
    phone.locator("#words [data-tile='1m']").click()
    expect(phone.locator("#said")).to_have_text("3 · Chen: discards 1 Character")
    expect(screen.locator("#steps li")).to_have_count(7)
    phone.click("[data-key=correct-step]")
    phone.click("[data-key=undo-step]")
    expect(phone.locator("#steps li")).to_have_count(6)
    expect(screen.locator("#steps [data-said]")).to_have_count(1)
    check(screen)


def test_a_step_is_corrected_by_keyboard_alone(
    page: Page, serve: Callable[[Table], str], table: Table, deal: FollowedDeal
) -> None:
    """The keyboard stays where the reader was when parts are drawn anew; Escape leaves the step as it is."""
    page.goto(f"{serve(table)}/t/1/deals/{deal.number}")
    said = page.locator("#said")
    page.locator("#steps a").nth(1).press("Enter")
    expect(said).to_have_text("2 · Bo: discards 3 Bamboo")
    expect(page.locator("#steps [aria-current=step]")).to_have_count(1)
    page.locator("[data-key=correct-step]").press("Enter")
    expect(page.locator("#words [data-tile]:focus")).to_have_attribute("data-tile", "3s")
    check(page)
    page.keyboard.press("Escape")
    expect(page.locator("[data-key=correct-step]:focus")).to_be_visible()
    page.keyboard.press("Enter")
    page.locator("#words [data-tile]:focus").press("Tab")
    expect(page.locator("#words [data-tile]:focus")).to_have_attribute("data-tile", "9p")
    page.keyboard.press("Enter")
    expect(said).to_have_text("2 · Bo: discards 9 Dots")
    expect(page.locator("[data-key=correct-step]:focus")).to_be_visible()
    page.keyboard.press("Tab")
    page.locator("[data-key=missing-step]:focus").press("Enter")
    expect(page.locator("#words summary")).to_be_visible()
    page.locator("#words [data-tile='1m']").press("Enter")
    expect(said).to_have_text("3 · Chen: discards 1 Character")
    expect(page.locator("#words :focus")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(said).to_have_text("2 · Bo: discards 9 Dots")
    page.locator("#steps a").nth(3).focus()
    play(table, deal.number, 5, 6)
    expect(page.locator("#steps li")).to_have_count(7)
    expect(page.locator("#steps li:nth-child(4) a:focus")).to_be_visible()
    check(page)


def test_a_long_deal_is_printed_on_one_sheet(
    page: Page, serve: Callable[[Table], str], table: Table, deal: FollowedDeal
) -> None:
    play(table, deal.number, 5, LONGEST)
    page.goto(f"{serve(table)}/t/1/deals/{deal.number}")
    expect(page.locator("#top image")).not_to_have_count(0)
    assert len(re.findall(rb"/Type\s*/Page\b(?!s)", page.pdf(format="A4"))) == 1


KEEP = """([token, me]) => {
    localStorage.setItem("tableside-token", token);
    localStorage.setItem("tableside-me", JSON.stringify(me));
}"""


def test_a_referee_sees_the_hand_in_play_at_once_and_a_stranger_later(
    new_page: Callable[..., Page],
    server: tuple[Flask, str],
    serve: Callable[[Table], str],
    table: Table,
    deal: FollowedDeal,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A browser asks for a page without saying who looks, and the script then asks with the sign-in of the device."""
    people = People(table.records.people, Guesses())
    monkeypatch.setattr(site_of(server[0]), "people", people)
    choose_delay(table.records.values, table.number, "deal")
    referee = people.let_in(people.add("Rita", "referee", None, "", ""), "phone")
    address = f"{serve(table)}/t/1/deals/{deal.number}"
    elsewhere = {"X-Forwarded-For": "192.168.1.7"}
    phone, stranger = (new_page(viewport=SIZES["phone"], extra_http_headers=elsewhere) for _ in range(2))
    stranger.goto(address)
    expect(stranger.locator("#nothing")).to_have_text("Nothing of this hand is shown yet.")
    expect(stranger.locator(".replay")).to_be_hidden()
    check(stranger)
    phone.goto(address)
    phone.evaluate(KEEP, [referee.token, {"who": "Rita", "role": "referee", "table": None}])
    phone.reload()
    expect(phone.locator("#said")).to_have_text("4 · Dai: discards 5 Dots")
    expect(phone.locator("#nothing")).to_be_hidden()
    expect(phone.locator("#top image")).to_have_count(4)
    check(phone)
    play(table, deal.number, 5, 5)
    table.record({"type": "Drawn"}, uuid4(), "", "referee")
    for page in (phone, stranger):
        expect(page.locator("#said")).to_contain_text("5 · ")


def test_a_doubted_step_is_said_to_be_right_by_one_tap_of_the_referee(
    table: Table, serve: Callable[[Table], str], deal: FollowedDeal, new_page: Callable[..., Page]
) -> None:
    play(table, deal.number, 5, 5)
    page = new_page(viewport=SIZES["phone"])
    page.goto(f"{serve(table)}/referee")
    doubt = page.locator("#play-now p")
    expect(doubt).to_contain_text("Ann: discards 6 Bamboo (not sure)")
    check(page)
    page.click("[data-key^=right-]")
    expect(doubt).to_have_count(0)
    found = table.followed.read(deal.number)
    assert found is not None
    assert found.steps[-1].event.sure


@pytest.mark.parametrize("answer", ["turn", "right"])
def test_one_tap_on_the_start_page_turns_the_names_where_east_sits_elsewhere(
    table: Table, serve: Callable[[Table], str], new_page: Callable[..., Page], answer: str
) -> None:
    table.record({"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]}, uuid4(), "", "referee")
    table.equipment.let_follow(True)
    page = new_page(viewport=SIZES["phone"])
    page.goto(f"{serve(table)}/t/1")
    expect(page.locator("#seating")).to_be_hidden()
    hand = table.matches.deal()
    assert hand
    number = table.followed.begin(Begun(hand=hand, style="chinese", east=1, sits=3), AT)
    table.followed.append(number, AT, [(Discard(number=1, t=1, seat=3, tile="9p", sure=True), None)])
    expect(page.locator("#seating")).to_contain_text("sits at seat 3, not at seat 1")
    check(page)
    page.route("**/api/tables/1/seating", lambda route: route.abort())
    page.reload()  # the page comes with the question
    expect(page.locator(f"[data-key=seating-{answer}]")).to_be_visible()
    page.unroute("**/api/tables/1/seating")
    page.click(f"[data-key=seating-{answer}]")
    expect(page.locator("#seating")).to_be_hidden()
    page.reload()
    page.locator("#at-table summary").click()
    expect(page.locator("#play [data-chair='1']")).to_contain_text("Chen" if answer == "turn" else "Ann")


def test_a_riichi_that_nobody_recorded_is_named_where_a_draw_is_entered(
    table: Table, serve: Callable[[Table], str], new_page: Callable[..., Page]
) -> None:
    players = ["Ann", "Bo", "Chen", "Dai"]
    table.record({"type": "Seated", "players": players, "rules": "riichi-home"}, uuid4(), "", "referee")
    hand = table.matches.deal()
    assert hand
    number = table.followed.begin(Begun(hand=hand, style="riichi", east=1), AT)
    table.followed.append(number, AT, [(Declared(number=1, t=5.5, seat=4, what="riichi", sure=True), None)])
    page = new_page(viewport=SIZES["phone"])
    page.goto(serve(table))
    page.click("[data-key=drawn]")
    expect(page.locator("#form-dialog")).to_contain_text("not recorded: Dai declares riichi")
    check(page)


def test_the_replay_of_three_has_an_empty_side_and_the_north_is_asked(
    table: Table, serve: Callable[[Table], str], new_page: Callable[..., Page]
) -> None:
    number = followed_three(table)
    reading = replace(make_reading((("concealed", "123456p789s11p2s"), ("winning", "2s"))), chair=2)
    known = Circumstances(seat="S", self_draw=False, discarder="E")
    laid = table.hands.add(photographed("p", reading, "sanma-tenhou", known, table.matches.deal()))
    page, address = new_page(viewport={"width": 360, "height": 740}), serve(table)
    page.goto(f"{address}/t/1/deals/{number}")
    expect(page.locator(".table-top .player")).to_have_text([re.compile(name) for name in ("Ann", "Bo", "Chen")])
    sides = page.locator("#top > g")
    for step, tiles in (("first", [13, 13, 13, 0]), ("last", [15, 4, 13, 0])):
        page.click(f"[data-go={step}]")
        for n, count in enumerate(tiles):
            expect(sides.nth(n).locator("g.tile")).to_have_count(count)
    check(page)
    page.goto(f"{address}/hands/{laid.id}")
    expect(page.locator("[data-seen=declared]")).to_contain_text("Bo sets a North aside")
    page.click("[data-key^=declared-]")
    expect(page.locator("[data-key^=declared-]")).to_have_count(0)
    current = table.matches.current
    assert current is not None
    assert [type(each.act).__name__ for each in current.entries] == ["Seated", "SetAside"]


@pytest.mark.parametrize("answer", ["declared", "denied"])
def test_the_riichi_of_another_player_is_asked_before_the_win_is_recorded(
    table: Table, serve: Callable[[Table], str], new_page: Callable[..., Page], answer: str
) -> None:
    players = ["Ann", "Bo", "Chen", "Dai"]
    table.record({"type": "Seated", "players": players, "rules": "riichi-home"}, uuid4(), "", "referee")
    number = followed_win(table, record=False)
    declared = Declared(number=7, t=5.5, seat=4, what="riichi", tile="5s", sure=True)
    table.followed.append(number, AT, [(declared, None)])
    reading = replace(make_reading((("concealed", "123456m789p11s2m"), ("winning", "2m"))), chair=2)
    known = Circumstances(seat="S", self_draw=False, discarder="E")
    laid = table.hands.add(photographed("p", reading, "riichi-home", known, table.matches.deal()))
    page = new_page(viewport={"width": 360, "height": 740})
    page.goto(f"{serve(table)}/hands/{laid.id}")
    asked = page.locator("[data-seen=declared]")
    expect(asked).to_contain_text("Dai declares riichi")
    check(page)
    page.click(f"[data-key^={answer}-]")
    expect(page.locator("[data-key^=denied-]")).to_have_count(0)
    expect(page.locator("#total-bar")).not_to_contain_text("Dai declares riichi")
    page.reload()
    expect(page.locator("#total-bar")).to_contain_text("Not complete")
    expect(page.locator("[data-key^=denied-]")).to_have_count(0)
    current = table.matches.current
    assert current is not None
    kinds = [type(each.act).__name__ for each in current.entries]
    assert kinds == (["Seated", "DeclaredRiichi"] if answer == "declared" else ["Seated"])


def test_a_hand_that_held_no_tile_too_many_is_told_so_in_one_tap(
    table: Table, serve: Callable[[Table], str], new_page: Callable[..., Page]
) -> None:
    """Chen took a tile, and Dai plays next: a person says that Chen discarded, which nobody saw."""
    table.record({"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]}, uuid4(), "", "referee")
    hand = table.matches.deal()
    assert hand is not None
    number = table.followed.begin(Begun(hand=hand, style="chinese", east=1), AT)
    events: list[AnyEvent] = [
        Discard(number=1, t=1, seat=1, tile="E", sure=True),
        Claim(number=2, t=2, seat=3, kind="pung", tile="E", tiles=("E",) * 3, source=1, sure=True),
        Discard(number=3, t=3, seat=4, tile="2m", sure=True),
        Win(number=4, t=6, seat=2, tile="2m", source=4, sure=True),
    ]
    table.followed.append(number, AT, [(event, None) for event in events])
    reading = replace(make_reading((("concealed", "123456m789p11s2m"), ("winning", "2m"))), chair=2)
    laid = table.hands.add(photographed("p", reading, "mcr", Circumstances(seat="S"), hand))
    page, address = new_page(viewport={"width": 360, "height": 740}), serve(table)
    page.goto(f"{address}/hands/{laid.id}")
    expect(page.locator("#total-bar")).to_contain_text("Chen held a tile too many: a dead hand?")
    check(page)
    page.click("[data-key^=denied-]")
    expect(page.locator("[data-seen=declared]")).to_have_count(0)
    expect(page.locator("#total-bar")).not_to_contain_text("a tile too many")
    page.goto(f"{address}/t/1/deals/{number}")
    expect(page.locator("#steps")).to_contain_text("Chen: discards")
    current = table.matches.current
    assert current is not None
    assert [type(each.act).__name__ for each in current.entries] == ["Seated"]
