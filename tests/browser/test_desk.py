"""The desk of an event in a browser, from its name to the released results; a player's phone and the hall's screen."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from scoring.match.records import Drawn, Won
from tests.browser.accessible import check
from tests.browser.pages import SIZES, sound
from tests.browser.second import NUMBER
from tests.browser.test_display import CAPITALS, OUTSIDE
from tests.browser.test_referee import NEVER_AGAIN
from tests.long import long_but
from tests.served import Answers
from tests.waiting import until
from webui.hall.desk import Hall
from webui.http.site import site_of
from webui.records.events import from_dict
from webui.records.store import Storage
from webui.table.table import Table
from webui.table.tables import Tables

Serve = Callable[[Table], str]
NAMES = ("Ann Lee", "Bo Schmidt", "陈晨", "Dai Rossi", "Eva Papadopoulos-Andersson", "Fu", "Gil", "Hua García")


@pytest.fixture
def hall(table: Table) -> Hall:
    return Hall(table.records)


def act(hall: Hall, **sent: Any) -> None:
    hall.record(1, uuid4(), from_dict(sent), "", "desk")


def opened(hall: Hall, names: tuple[str, ...] = NAMES, rounds: int = 2, rules: str = "mcr") -> None:
    """An event whose seating is drawn."""
    about = {"type": "Opened", "name": "Spring Cup", "rules": rules, "rounds": rounds, "minutes": 60}
    hall.open(uuid4(), from_dict(about), "", "desk")
    act(hall, type="Entered", people=[{"number": n, "name": name} for n, name in enumerate(names, 1)])
    hall.record(1, uuid4(), hall.draw(1, 3, 1), "", "desk")


def play(hall: Hall, table: int) -> None:
    for done in (Won("E", 24, "S"), *[Drawn()] * 15):
        hall.matches(table).record(done, uuid4(), "", "referee")


def test_an_event_is_run(page: Page, table: Table, serve: Serve, hall: Hall) -> None:
    page.goto(f"{serve(table)}/desk")
    expect(page.locator("#none")).to_be_visible()
    page.click("#new-event")
    page.fill("[data-key=name]", "Spring Cup")
    page.fill("[data-key=rounds]", "2")
    page.click("[data-key=send]")
    expect(page.locator("#desk-head h1")).to_have_text("Spring Cup")
    page.click("[data-key=next]")
    page.fill("[data-key=text]", "\n".join([*NAMES, "lee, ann"]))
    page.click("[data-key=send]")
    expect(page.locator(".preview li")).to_have_count(9)
    expect(page.locator(".preview small.like")).to_contain_text("like 1 · Ann Lee: same name")
    check(page)
    page.click("[data-key=send]")
    expect(page.locator(".people li")).to_have_count(8)  # the one who is there already was not ticked
    page.click("[data-key=here1]")
    expect(page.locator("[data-key=here1]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".count")).to_have_text("1 of 8 checked in")

    page.click("[data-key=next]")
    expect(page.locator(".seating tbody tr")).to_have_count(2)
    seats = page.locator(".seating tbody tr:nth-child(1) .seat")
    expect(page.locator(".seat", has_text="not checked in")).to_have_count(7)
    first, second = [text.removesuffix("not checked in") for text in seats.all_text_contents()[:2]]
    page.locator(".seating .seat").nth(0).click()
    expect(page.locator(".chosen")).to_contain_text(f"{first}: tap the player to swap seats with")
    page.locator(".seating .seat").nth(1).click()
    expect(page.locator(".seating .seat").nth(0)).to_contain_text(second)

    page.click("[data-key=next]")
    expect(page.locator(".table-card")).to_have_count(2)
    expect(page.locator(".table-card ol li").first).to_contain_text(second)
    page.click("[data-key=next]")
    expect(page.locator(".table-card .clock").first).to_contain_text(re.compile(r"1[78]\d min left"))
    page.click("[data-key=extend2]")
    page.fill("[data-key=minutes]", "10")
    page.click("[data-key=send]")
    expect(page.locator(".table-card .clock").nth(1)).to_contain_text(re.compile(r"1[89]\d min left \(\+10\)"))

    play(hall, 1)
    expect(page.locator(".count")).to_have_text("1 of 2 tables still play")  # the page looks again by itself
    page.click("[data-key=finish2]")
    page.fill("[data-key=reason]", "power cut")
    page.click("[data-key=send]")
    expect(page.locator(".table-card .stands").nth(1)).to_have_text("Ended at the desk: power cut")
    expect(page.locator("#desk-head .next")).to_contain_text("Round 1 has ended")
    page.click("[data-key=next]")
    expect(page.locator("#desk-head .next")).to_contain_text("Round 2 can begin")
    page.click("[data-key=tab-results]")
    expect(page.locator(".release")).to_contain_text("published")
    expect(page.locator(".ranking tbody tr").first).to_contain_text(f"1{second}")
    with page.expect_download() as download:
        page.click("[data-key='results.xlsx']")
    assert download.value.suggested_filename.endswith(".xlsx")

    page.click("[data-key=tab-records]")
    expect(page.locator(".records li").first).to_contain_text("Results of round 1 published")
    page.click(".records li:first-child button")
    page.fill("[data-key=reason]", "too early")
    page.click("[data-key=send]")
    expect(page.locator(".records li").nth(1)).to_have_class("undone")
    check(page)
    kept = hall.get(1)
    assert not kept.event.released


def test_an_event_of_riichi_is_ranked_by_its_results(page: Page, table: Table, serve: Serve, hall: Hall) -> None:
    page.goto(f"{serve(table)}/desk")
    page.click("#new-event")
    page.fill("[data-key=name]", "Riichi Cup")
    page.select_option("[data-key=rules]", "riichi-ema")
    page.fill("[data-key=rounds]", "1")
    expect(page.locator("[data-key=hands]")).to_have_value("8")
    check(page)
    page.click("[data-key=send]")
    expect(page.locator("#desk-head h1")).to_have_text("Riichi Cup")
    people = [{"number": number, "name": name} for number, name in enumerate(NAMES, 1)]
    act(hall, type="Entered", people=people)
    hall.record(1, uuid4(), hall.draw(1, 1, 1), "", "desk")
    act(hall, type="Started", round=1)
    for number in (1, 2):
        hall.matches(number).record(Won("S", 8000, "W"), uuid4(), "", "table")
        act(hall, type="Finished", round=1, table=number, reason="late")
    page.click("[data-key=tab-results]")
    expect(page.locator(".ranking thead th").nth(2)).to_have_text("Result")
    expect(page.locator(".ranking tbody tr").first).to_contain_text("+23+8000")
    expect(page.locator(".ranking tbody tr").last).to_contain_text("−23−8000")
    check(page)
    act(hall, type="Released", round=1)
    page.goto(page.url.split("/desk")[0] + "/hall?event=1")
    expect(page.locator("#standings")).to_contain_text("+23")


@pytest.mark.long
def test_an_event_of_hong_kong_is_ranked_by_its_points(page: Page, table: Table, serve: Serve, hall: Hall) -> None:
    page.goto(f"{serve(table)}/desk")
    page.click("#new-event")
    page.fill("[data-key=name]", "雀友會")
    page.select_option("[data-key=rules]", "hk")
    page.fill("[data-key=rounds]", "1")
    expect(page.locator("[data-key=hands]")).to_have_value("16")
    check(page)
    page.click("[data-key=send]")
    expect(page.locator("#desk-head h1")).to_have_text("雀友會")
    people = [{"number": number, "name": name} for number, name in enumerate(NAMES, 1)]
    act(hall, type="Entered", people=people)
    hall.record(1, uuid4(), hall.draw(1, 1, 1), "", "desk")
    act(hall, type="Started", round=1)
    for number in (1, 2):
        hall.matches(number).record(Won("S", 2 + number, "W"), uuid4(), "", "table")
        act(hall, type="Finished", round=1, table=number, reason="late")
    page.click("[data-key=tab-results]")
    expect(page.locator(".ranking tbody tr").first).to_contain_text("64")
    expect(page.locator(".ranking tbody tr").last).to_contain_text("−64")
    check(page)


def test_totals_of_a_table_are_typed_on_a_phone_in_chinese(
    new_page: Callable[..., Page], table: Table, serve: Serve, hall: Hall, photo: bytes
) -> None:
    """A wrong sum says by how much; right totals end the match, are marked as typed, and are taken back."""
    opened(hall, rounds=1, rules="riichi-ema")
    act(hall, type="Started", round=1)
    with sound(new_page(viewport={"width": 360, "height": 780}, has_touch=True, locale="zh-CN")) as page:
        page.goto(f"{serve(table)}/desk/1#round")
        page.tap("[data-key=totals2]")
        total = page.locator("#form-dialog [data-key=sum]")
        for at, points in enumerate((40000, 29000, 30000, 20000)):
            page.fill(f"[data-key=total{at}]", str(points))
        expect(total).to_have_text("总和为119000，相差−1000：应为120000，不含起始分则应为0")
        page.tap("[data-key=send]")
        expect(page.locator("#notices")).to_contain_text("差-1000")
        page.fill("[data-key=left]", "1000")
        expect(total).to_have_text("总和正确：120000")
        page.set_input_files("[data-key=photo]", {"name": "paper.jpg", "mimeType": "image/jpeg", "buffer": photo})
        check(page)
        page.tap("[data-key=send]")
        paper = page.locator("[data-key=paper2]")
        expect(paper).to_be_visible()
        assert page.request.get(paper.evaluate("link => link.href")).headers["content-type"] == "image/jpeg"
        card = page.locator(".table-card.over")
        expect(card.locator(".stands")).to_have_text("按纸面记录输入的总分")
        expect(card.locator("li").first).to_contain_text("+11000")
        page.tap("[data-key=tab-results]")
        expect(page.locator("#desk")).to_contain_text("第1轮按纸面记录输入总分的桌：2")
        expect(page.locator(".ranking tbody tr").first).to_contain_text("+26")
        page.tap("[data-key=tab-round]")
        check(page)
        page.tap("[data-key=undo-totals2]")
        page.fill("[data-key=reason]", "看错了")
        page.tap("[data-key=send]")
        expect(page.locator("[data-key=totals2]")).to_be_visible()
        expect(card).to_have_count(0)
    found = hall.match_of(hall.get(1), 1, 2)
    assert found is not None
    assert (found.match.over, found.match.typed) == (False, False)


def test_a_final_is_begun_on_a_phone_in_chinese(
    new_page: Callable[..., Page], table: Table, serve: Serve, hall: Hall
) -> None:
    """Equal players at the cut are chosen; the table is drawn by place, and everybody sees who went on."""
    opened(hall, rounds=2)
    act(hall, type="Started", round=1)
    for number in (1, 2):
        act(hall, type="TableResult", round=1, table=number, totals=[9, 3, -6, -6])
    act(hall, type="Released", round=1)
    with sound(new_page(viewport={"width": 390, "height": 844}, has_touch=True, locale="zh-CN")) as page:
        at = serve(table)
        page.goto(f"{at}/desk/1#results")
        page.tap("[data-key=begin-stage]")
        page.fill("[data-key=best]", "5")
        dialog = page.locator("#form-dialog")
        expect(dialog).to_contain_text("晋级线上成绩相同")
        names = dialog.locator("label.check").all_text_contents()
        assert len(names) == 4
        page.tap("[data-key=send]")
        expect(page.locator("#notices")).to_contain_text("并列第5名")
        page.fill("[data-key=best]", "4")
        expect(dialog.locator("label.check")).to_have_count(0)
        page.select_option("[data-key=carry]", "half")
        page.fill("[data-key=stage-name]", "决赛")
        check(page)
        page.tap("[data-key=send]")
        expect(page.locator("#desk .note").first).to_have_text("决赛，从第2轮开始：前4名晋级，分数带入一半")
        expect(page.locator(".ranking tr.cut")).to_have_count(1)
        expect(page.locator(".ranking tbody tr").first).to_contain_text("+4.5")
        check(page)
        page.tap("[data-key=next-by-place]")
        expect(page.locator(".seating tbody tr")).to_have_count(1)
        page.goto(f"{at}/me?event=1")
        expect(page.locator("#ranking tr.cut")).to_have_count(1)
        expect(page.locator("#ranking .note").first).to_have_text("决赛，从第2轮开始：前4名晋级，分数带入一半")
        page.goto(f"{at}/hall?event=1")
        expect(page.locator("#standings tr.cut")).to_have_count(1)


def test_a_round_of_a_file_is_checked_and_recorded_on_a_phone_in_chinese(
    new_page: Callable[..., Page], table: Table, serve: Serve, hall: Hall
) -> None:
    """A wrong sum and a name that nobody has say what to change; then all tables are recorded at once."""
    opened(hall, rounds=1)
    act(hall, type="Started", round=1)
    event = hall.get(1).event
    first, second = ([event.name(player) for player in game] for game in event.rounds[1].players)
    rows = [f"1\t{name}\t{total}" for name, total in zip(first, (-12, 30, 8, -26), strict=True)]
    rows += [f"2\t{name}\t{total}" for name, total in zip(["Zoe", *second[1:]], (1, 2, 3, -6), strict=True)]
    with sound(new_page(viewport={"width": 360, "height": 780}, has_touch=True, locale="zh-CN")) as page:
        page.goto(f"{serve(table)}/desk/1#round")
        page.tap("[data-key=import-results]")
        page.fill("#form-dialog [data-key=text]", "\n".join(["桌\t选手\t总分", *rows]).replace("-26", "-25"))
        page.tap("[data-key=send]")
        dialog = page.locator("#form-dialog")
        expect(dialog).to_contain_text("没有叫Zoe的选手")
        expect(dialog).to_contain_text("第1行：第1轮第1桌：总分与剩余合计为1，差+1")
        check(page)
        page.select_option("#form-dialog [data-key='person-Zoe']", label=second[0])
        expect(dialog).not_to_contain_text("没有叫Zoe的选手")
        page.tap("[data-key=send]")
        expect(page.locator("#notices")).to_contain_text("没有记录任何内容")
        page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
        page.tap("[data-key=import-results]")
        page.fill("#form-dialog [data-key=text]", "\n".join(["桌\t选手\t总分", *rows]).replace("Zoe", second[0]))
        page.tap("[data-key=send]")
        expect(dialog).to_contain_text("全部记录")
        check(page)
        page.tap("[data-key=send]")
        expect(page.locator(".table-card.over")).to_have_count(2)
    found = hall.get(1).event.rounds[1].typed
    assert [found[table].result.totals for table in (1, 2)] == [(-12, 30, 8, -26), (1, 2, 3, -6)]
    assert {each.record for each in found.values()} == {len(hall.get(1).records)}


def test_an_event_of_the_past_is_checked_and_recorded_on_a_phone_in_chinese(
    new_page: Callable[..., Page], table: Table, serve: Serve, hall: Hall
) -> None:
    """A name like another is asked, and somebody new is one of the answers."""
    hall.open(uuid4(), from_dict({"type": "Opened", "name": "联赛", "rules": "mcr", "rounds": 2}), "", "desk")
    heads = "日期\t场次\t桌" + "".join(f"\t选手{seat}\t得分{seat}" for seat in (1, 2, 3, 4))
    row = "2025-01-11\t{}\t1\tAnnika Berg\t30\tBo\t-30\tCy\t10\tAnnika Borg\t-10"
    with sound(new_page(viewport={"width": 360, "height": 780}, has_touch=True, locale="zh-CN")) as page:
        page.goto(f"{serve(table)}/desk/1#seats")
        page.tap("[data-key=enter-past]")
        page.fill("#form-dialog [data-key=text]", "\n".join([heads, row.format(1), row.format(2)]))
        page.tap("[data-key=send]")
        dialog = page.locator("#form-dialog")
        expect(dialog).to_contain_text("没有叫Annika Borg的选手；Annika Berg与之相似")
        check(page)
        page.select_option("#form-dialog [data-key='person-Annika Borg']", label="另一名新选手")
        expect(dialog).to_contain_text("新选手：Annika Berg、Bo、Cy、Annika Borg")
        check(page)
        page.tap("[data-key=send]")
        expect(page.locator("#desk")).to_contain_text("Annika Borg")
        expect(dialog).to_be_hidden()
        page.tap("[data-key=tab-results]")
        expect(page.locator(".ranking tbody tr").first).to_contain_text("+60")
    assert hall.get(1).event.rounds[2].day == "2025-01-11"


def test_seven_players_sit_out_in_turn(page: Page, table: Table, serve: Serve, hall: Hall) -> None:
    hall.open(uuid4(), from_dict({"type": "Opened", "name": "Club", "rules": "mcr", "rounds": 3}), "", "desk")
    act(hall, type="Entered", people=[{"number": n, "name": f"P{n}"} for n in range(1, 8)])
    page.goto(f"{serve(table)}/desk/1")
    expect(page.locator("#desk-head")).to_contain_text("7 players do not fill the tables: enter 1 more, or let some")
    page.click("[data-key=next-in-turn]")
    expect(page.locator("#desk")).to_contain_text("Sitting out in turn: P")
    assert [len(out) for out in hall.get(1).event.out.values()] == [3] * 3
    before = len(hall.get(1).records)
    page.click("[data-key=draw-in-turn]")
    until(lambda: len(hall.get(1).records) > before)
    assert [len(out) for out in hall.get(1).event.out.values()] == [3] * 3


def test_the_next_round_is_drawn_by_the_standing(
    new_page: Callable[..., Page], table: Table, serve: Serve, hall: Hall
) -> None:
    """On a Chinese phone: the round after the first is not drawn yet, one press draws it, each seat has its place."""
    opened(hall)
    event = hall.get(1).event
    act(hall, type="SeatingDrawn", since=1, rounds=[event.seating[1]])
    act(hall, type="Started", round=1)
    for number in (1, 2):
        act(hall, type="TableResult", round=1, table=number, totals=[90, 30, -40, -80])
    act(hall, type="Released", round=1)
    home = serve(table)
    with sound(new_page(locale="zh-CN", viewport=SIZES["phone"], has_touch=True)) as page:
        page.goto(f"{home}/desk/1")
        expect(page.locator("#desk-head .next")).to_contain_text("第2轮还没有座次")
        page.tap("[data-key=next]")
        expect(page.locator(".seating .seat", has_text="第1名")).to_have_count(2)
        expect(page.locator(".seating tbody tr:first-child .seat", has_text="第3名")).to_have_count(2)
        expect(page.locator("[data-key=draw-by-standing]")).to_have_text("按排名编排第2轮")
        expect(page.locator(".reasons li").last).to_have_text("这些选手无论怎样编排，重复相遇都不会更少")
        check(page)
        shown = f"{home}/api/hall/events/1/shown"
        drawn = [each["round"] for each in page.request.get(shown).json()["drawn"]]
        assert drawn == [1]  # until it is published, only the desk sees it
        one, other = (page.locator(".seating .seat").nth(at) for at in (0, 4))
        before = one.text_content(), other.text_content()
        one.drag_to(other)
        expect(page.locator(".seating .seat").nth(4)).to_have_text(
            re.compile(re.escape((before[0] or "").split("第")[0]))
        )
        page.locator(".seating .seat").nth(4).focus()
        page.keyboard.press("Enter")
        page.locator(".seating .seat").nth(0).focus()
        page.keyboard.press("Enter")
        expect(page.locator(".seating .seat").nth(0)).to_have_text(
            re.compile(re.escape((before[0] or "").split("第")[0]))
        )
        expect(page.locator("#desk-head .next")).to_contain_text("第2轮的座次还只有记录台能看到")
        page.tap("[data-key=next]")
        expect(page.locator("#desk-head .next")).to_contain_text("第2轮可以开始")
        until(lambda: [each["round"] for each in page.request.get(shown).json()["drawn"]] == [1, 2])
    kept = hall.get(1)
    assert ([*kept.event.places], [type(each.act).__name__ for each in kept.records][-3:]) == (
        [2],
        ["Reseated", "Reseated", "SeatingPublished"],
    )


@pytest.mark.parametrize("kept", long_but(["memory"], ["memory", "postgresql"]))
def test_a_hand_at_another_table_shows_without_looking_again(
    page: Page, answers: Answers, server: tuple[Flask, str], request: pytest.FixtureRequest, kept: str
) -> None:
    """On a database of many servers it is another one that records it."""
    url = request.getfixturevalue("postgres_url") if kept == "postgresql" else None
    with ExitStack() as stack:
        here = stack.enter_context(closing(Storage.open(None, db=url)))
        there = stack.enter_context(closing(Storage.open(None, db=url))) if url else here
        tables = Tables(Table(answers, records=here), 3)
        tables.start()
        stack.callback(tables.stop)
        app, address = server
        site_of(app).tables = tables
        opened(hall := Hall(there))
        act(hall, type="Started", round=1)
        page.add_init_script(NEVER_AGAIN)
        page.goto(f"{address}/desk/1#round")
        second = page.locator(".table-card").nth(1)
        expect(second).to_contain_text("Hand 1 of 16")
        hall.matches(2).record(Drawn(), uuid4(), "", "referee")
        expect(second).to_contain_text("Hand 2 of 16")
        page.goto("about:blank")


@pytest.mark.parametrize("rules", long_but(["zungjung"], ["mcr", "zungjung"]))
def test_what_matches_stand_against_is_asked(page: Page, table: Table, serve: Serve, hall: Hall, rules: str) -> None:
    """Results of a round that is played, and a round that another desk's page shows as the one to begin."""
    opened(hall, rules=rules)
    act(hall, type="Started", round=1)
    play(hall, 1)
    page.goto(f"{serve(table)}/desk/1#results")
    page.click("[data-key=release1]")
    dialog = page.locator("#form-dialog")
    expect(dialog).to_contain_text("Round 1 is still being played (tables: 2)")
    check(page)
    dialog.get_by_label("Close").click()
    expect(page.locator(".release")).to_contain_text("in progress")
    page.click("[data-key=release1]")
    dialog.get_by_text("Publish all the same").click()
    expect(page.locator(".release")).to_contain_text("Unpublish")
    assert set(hall.get(1).event.released) == {1}


def test_a_match_over_a_round_is_asked_at_the_table(page: Page, table: Table, serve: Serve, hall: Hall) -> None:
    """The desk then ends the match of the round, and the other one goes on."""
    opened(hall)
    address = serve(table)
    page.goto(address)
    page.click("[data-key=new-match]")
    act(hall, type="Started", round=1)
    page.click("[data-key=send]")
    dialog = page.locator("#form-dialog")
    expect(dialog).to_contain_text(f"A round of the event is being played at table {NUMBER}")
    check(page)
    dialog.get_by_label("Close").click()
    expect(dialog).to_be_hidden()
    assert len(table.records.journal.entries(table.number)) == 1
    started = hall.get(1).event.rounds[1].record
    act(hall, type="Void", of=started, reason="too early")
    page.reload()
    page.click("[data-key=new-match]")
    act(hall, type="Started", round=1)
    page.click("[data-key=send]")
    dialog.get_by_role("button", name="Begin another match").click()
    expect(page.locator("#notices")).to_contain_text("Recorded")
    page.goto(f"{address}/desk/1#round")
    page.click("[data-key=finish1]")
    page.fill("[data-key=reason]", "another match")
    page.click("[data-key=send]")
    expect(page.locator(".table-card", has_text="Ended at the desk: another match")).to_have_count(1)
    running = table.matches.running
    assert running is not None
    assert (len(running.entries), running.of_round) == (1, False)


@pytest.mark.long
def test_the_limit_of_players_is_said_before_they_are_entered(
    page: Page, table: Table, serve: Serve, hall: Hall
) -> None:
    hall.open(uuid4(), from_dict({"type": "Opened", "name": "Cup"}), "", "desk")
    page.goto(f"{serve(table)}/desk/1#players")
    page.click("[data-key=enter]")
    expect(page.locator("#form-dialog .hint")).to_contain_text("at most 400 players")
    page.fill("[data-key=text]", "\n".join(f"Player {number}" for number in range(402)))
    page.click("[data-key=send]")
    expect(page.locator("#form-dialog .alert")).to_contain_text("Too many: 2. Untick as many.")
    page.click("[data-key=send]")
    expect(page.locator("#notices")).to_contain_text("An event has at most 400 players")
    for box in ("p0", "p1"):
        page.locator(f"[data-key={box}]").set_checked(False)
    page.click("[data-key=send]")
    expect(page.locator(".people li")).to_have_count(400)


def test_a_seating_script_that_leaves_players_out_is_asked_about(
    page: Page, table: Table, serve: Serve, hall: Hall
) -> None:
    opened(hall, rounds=1)
    page.goto(f"{serve(table)}/desk/1#seats")
    page.click("[data-key=use-script]")
    page.fill("[data-key=text]", "1-2-3-4")
    page.click("[data-key=send]")
    dialog = page.locator("#form-dialog")
    expect(dialog.locator(".preview")).to_contain_text("Ann Lee · ")
    check(page)
    page.click("[data-key=send]")
    expect(dialog).to_contain_text("The seating leaves out players: Eva")
    check(page)
    dialog.get_by_label("Close").click()
    page.click("[data-key=use-script]")
    page.fill("[data-key=text]", "Ann Lee\tBo Schmidt\t陈晨\tDai Rosi\n5\t6\t7\t8")
    page.click("[data-key=send]")
    expect(page.locator("#notices")).to_contain_text("Row 1: nobody is called Dai Rosi: write Dai Rossi if that is")
    table_list = "Table,East,South,West,North\n2,5,6,7,8\n1,Ann Lee,bo schmidt,陈晨,Dai Rossi\n".encode("utf-8-sig")
    page.set_input_files("[data-key=list]", {"name": "r1.csv", "mimeType": "text/csv", "buffer": table_list})
    page.click("[data-key=send]")
    expect(dialog.locator(".preview li")).to_have_count(2)
    page.click("[data-key=send]")
    expect(page.locator(".seating tbody tr")).to_have_count(2)
    expect(page.locator(".seating .seat").first).to_contain_text("Ann Lee")
    until(lambda: hall.get(1).event.seating[1][1] == (5, 6, 7, 8))


def test_a_team_chooses_who_plays_on_a_phone_in_chinese(
    new_page: Callable[..., Page], table: Table, serve: Serve, hall: Hall
) -> None:
    hall.open(uuid4(), from_dict({"type": "Opened", "name": "Cup", "rules": "mcr", "rounds": 2}), "", "desk")
    people = [{"number": n, "name": f"P{n}", "team": "红队" if n in (1, 5, 9) else ""} for n in range(1, 10)]
    act(hall, type="Entered", people=people)
    games = [[1, 2, 3, 4], [5, 6, 7, 8]]
    hall.record(
        1, uuid4(), from_dict({"type": "SeatingDrawn", "since": 1, "rounds": [games] * 2}), "", "desk", "anyway"
    )
    with sound(new_page(locale="zh-CN", viewport=SIZES["phone"], has_touch=True)) as page:
        page.goto(f"{serve(table)}/desk/1#players")
        page.tap("[data-key=line-up]")
        dialog = page.locator("#form-dialog")
        expect(dialog).to_contain_text("队伍上场名单")
        page.tap("[data-key=member9]")
        page.tap("[data-key=member5]")
        check(page)
        page.tap("[data-key=send]")
        expect(dialog).to_be_hidden()
        page.tap("[data-key=tab-seats]")
        expect(page.locator(".seating .seat").first).to_contain_text("P9")
        expect(page.locator(".seating .seat").first).to_contain_text("P1")  # for whom P9 plays
    assert hall.get(1).event.line_ups == {(1, "红队"): (5, 9)}


@pytest.mark.long
def test_a_table_moves_on_a_phone_in_chinese_and_back_by_one_tap(
    new_page: Callable[..., Page], table: Table, serve: Serve, hall: Hall
) -> None:
    opened(hall)
    with sound(new_page(locale="zh-CN", viewport=SIZES["phone"], has_touch=True)) as page:
        page.goto(f"{serve(table)}/desk/1#seats")
        page.tap("[data-key=move-table]")
        dialog = page.locator("#form-dialog")
        page.select_option("[data-key=table]", "2")
        page.fill("[data-key=to]", "1")
        check(page)
        page.tap("[data-key=send]")
        expect(page.locator("#notices")).to_contain_text("第1轮1号桌已有选手")
        page.fill("[data-key=to]", "5")
        page.fill("[data-key=reason]", "摄像头坏了")
        page.tap("[data-key=send]")
        expect(dialog).to_be_hidden()
        expect(page.locator(".seating tbody th")).to_have_text(["1", "5"])
        moved = page.locator(".note", has_text="从第1轮起，2号桌改为5号桌（摄像头坏了）")
        expect(moved).to_be_visible()
        check(page)
        page.tap("[data-key^=back]")
        expect(page.locator(".seating tbody th")).to_have_text(["1", "2"])
        expect(moved).to_have_count(0)
    assert [*hall.get(1).event.games(1)] == [1, 2]


@pytest.mark.long
def test_somebody_is_missing(page: Page, table: Table, serve: Serve, hall: Hall) -> None:
    """A player who does not come is shown at the seats, and a substitute sits there."""
    opened(hall)
    act(hall, type="Entered", people=[{"number": 9, "name": "Ida", "substitute": True}])
    page.goto(f"{serve(table)}/desk/1#players")
    page.click("[data-key=more3]")
    page.click("[data-key=what-absent]", force=True)
    page.click("[data-key=what-substitute]", force=True)
    expect(page.locator("[data-key=by] option")).to_have_text(["9 · Ida"])  # all others are seated
    page.click("[data-key=what-absent]", force=True)
    page.check("[data-key=round1]")
    page.click("[data-key=send]")
    expect(page.locator(".people li").nth(2)).to_contain_text("misses round 1")
    expect(page.locator("#desk-head .next")).to_contain_text("Round 1 lacks players")
    page.click("[data-key=next]")
    expect(page.locator(".seat.missing")).to_contain_text("no-show")
    expect(page.locator("[data-key=next]")).to_have_count(0)  # it would lead here
    check(page)
    page.click(".seat.missing")
    page.click("[data-key=substitute]")
    page.select_option("[data-key=by]", label="9 · Ida")
    page.click("[data-key=send]")
    expect(page.locator(".seat.missing")).to_have_count(0)
    expect(page.locator(".chosen")).to_have_count(0)
    expect(page.locator("#desk-head .next")).to_contain_text("Round 1 can begin")
    page.click("[data-key=next]")
    expect(page.locator(".table-card", has_text="Ida")).to_have_count(1)
    page.click("[data-key=tab-seats]")
    page.locator(".seat").first.click()
    page.click(".chosen a")  # who sits in during a round is recorded at the table
    page.wait_for_url(re.compile(r"/t/1$"))


@pytest.mark.long
def test_a_round_ends_another_match_only_when_that_was_asked(
    page: Page, table: Table, serve: Serve, hall: Hall
) -> None:
    opened(hall)
    table.record({"type": "Seated", "players": ("Ivo", "Jan", "Kim", "Liu")}, uuid4(), "", "referee")
    page.goto(f"{serve(table)}/desk/1")
    page.click("[data-key=next]")
    dialog = page.locator("#form-dialog")
    expect(dialog).to_contain_text("Round 1 would begin while matches are being played (tables: 1)")
    dialog.get_by_label("Close").click()
    assert not hall.get(1).event.rounds
    page.click("[data-key=next]")
    dialog.get_by_role("button", name="Begin the round").click()
    expect(page.locator(".table-card")).to_have_count(2)


@pytest.mark.long
def test_a_player_sees_the_next_seat_and_released_results(
    browser: Browser, table: Table, serve: Serve, hall: Hall
) -> None:
    opened(hall)
    context = browser.new_context(service_workers="block", viewport={"width": 390, "height": 844}, has_touch=True)
    phone = context.new_page()
    phone.goto(f"{serve(table)}/me")
    phone.select_option("[data-key=who]", "Gil")
    expect(phone.locator(".place h2")).to_have_text("Next: round 1")
    number = next(n for n, game in enumerate(hall.get(1).event.seating[1], 1) if 7 in game)
    expect(phone.locator(".where b")).to_have_text(f"Table {number}")
    act(hall, type="Started", round=1)
    for at in (1, 2):
        play(hall, at)
    phone.reload()
    expect(phone.locator("#mine-is b")).to_have_text("Gil")  # this phone remembers
    expect(phone.locator("#ranking")).to_contain_text("No results published yet")
    act(hall, type="Released", round=1)
    expect(phone.locator("#ranking tbody tr")).to_have_count(8)
    expect(phone.locator(".place h2")).to_have_text("Next: round 2")
    context.close()


@pytest.mark.parametrize("path", ["/me", "/hall"])
def test_a_page_of_the_event_says_once_the_server_answers_again(
    page: Page, table: Table, serve: Serve, hall: Hall, path: str
) -> None:
    opened(hall)
    page.goto(f"{serve(table)}{path}")
    expect(page.locator("#event-name")).to_have_text("Spring Cup")
    page.route("**/api/**", lambda route: route.abort())
    page.evaluate("dispatchEvent(new Event('offline'))")
    expect(page.locator("#line-down")).to_be_visible()
    page.unroute("**/api/**")
    expect(page.locator("#line-down")).to_be_hidden()


@pytest.fixture(params=[(1920, 1080), pytest.param((3840, 2160), marks=pytest.mark.long)], ids=["1080", "2160"])
def screen(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    width, height = request.param
    context = browser.new_context(service_workers="block", viewport={"width": width, "height": height})
    page = context.new_page()
    yield page
    context.close()


CUT = """() => {
  const room = document.getElementById("big").getBoundingClientRect();
  const cut = ({ right, bottom }) => right > room.right + 1 || bottom > room.bottom + 1;
  return [...document.querySelectorAll("#big p")].filter((p) => cut(p.getBoundingClientRect())).map((p) => p.innerText);
}"""
"""The large hands of which a part is cut off."""

TOO_WIDE = "all => all.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.innerText)"
"""Script that lists the cells of which a part is cut off."""


@pytest.mark.parametrize(
    ("rounds", "people"),
    [pytest.param(2, 40, marks=pytest.mark.long), (1, 40), (1, 12)],
    ids=["between", "over", "few"],
)
def test_the_hall_is_read_from_ten_metres(
    screen: Page, table: Table, serve: Serve, hall: Hall, rounds: int, people: int
) -> None:
    """The capitals of every text are at least 1/40 of the screen's height, names are whole, and all of it fits; after
    the last round the ranking has the screen, larger where it has few rows."""
    larger, fit = 1.2 if people < 20 else 1, "part => Number(part.style.getPropertyValue('--fit'))"
    names = tuple(f"{name} {n}" for n in range(5) for name in NAMES)[:people]
    opened(hall, names, rounds=rounds)
    act(hall, type="Started", round=1)
    for at in range(1, people // 4 + 1):
        play(hall, at)
    act(hall, type="Released", round=1)
    screen.goto(f"{serve(table)}/hall")
    expect(screen.locator("#standings caption")).to_contain_text("After round 1")
    counted = screen.locator("#standings caption span")
    expect(counted).to_have_text(re.compile("^1/" if people > 20 else "^$"))
    expect(screen.locator("#seats")).to_be_visible(visible=rounds > 1)
    until(lambda: screen.locator("#standings").evaluate(fit) >= larger)
    expect(screen.locator("#big p").first).to_be_visible()
    height = screen.viewport_size["height"]  # type: ignore[index]
    until(lambda: [(text, high) for text, high in screen.evaluate(CAPITALS) if high < height / 40] == [])
    until(lambda: screen.evaluate(OUTSIDE) == [])
    until(lambda: screen.evaluate(CUT) == [])
    assert screen.locator("td:visible, th:visible").evaluate_all(TOO_WIDE) == []
    assert screen.locator("button, a, input, select, [tabindex]").count() == 0
    check(screen)
