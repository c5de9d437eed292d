"""The referee's clock on the page: by tap and by key, in words and in sound, the same on every device."""

import re
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.books import BODIES
from tests.browser.accessible import check
from tests.waiting import stays, until
from tests.webui.shots import as_jpeg
from webui.match.clock import JUMP, End, Pause, StartClock, StartLimit, TableClock
from webui.table.table import Table

Serve = Callable[[Table], str]


class Hour:
    """A time that goes on only where a test says so."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 20, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def later(self, **about: float) -> None:
        self.now += timedelta(**about)


@pytest.fixture
def hour(table: Table) -> Hour:
    hour = Hour()
    table.clock = TableClock(table.records.values, 1, threading.Condition(), hour)  # type: ignore[misc]
    return hour


def shows(time: str) -> re.Pattern[str]:
    """Return what a clock shows that began at a time less than a minute ago: that of a page goes on by itself."""
    hours, minutes, _ = ["0", *time.split(":")][-3:]
    before = int(hours) * 60 + int(minutes) - 1
    least = f"{before // 60}:{before % 60:02}" if time.count(":") > 1 else f"{before}"
    return re.compile(f"^({re.escape(time)}|{least}:[0-5][0-9])$")


def open_clock(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator("#clock .time")).not_to_be_empty()
    if page.locator("#clock-card:not([open])").count():  # a clock that runs is open
        page.click("#clock-card summary")
    expect(page.locator("#clock .time")).to_be_visible()


@pytest.mark.long
def test_that_the_computers_clock_was_set_is_said(page: Page, table: Table, serve: Serve, hour: Hour) -> None:
    table.clock.do(StartClock(90), BODIES["book-1998"])
    hour.later(minutes=1)
    table.records.values.keep(1, JUMP, {"computer": "", "at": hour.now.isoformat(), "seconds": -3725})
    table.clock.read_again()
    open_clock(page, serve(table))
    expect(page.locator("#clock .jump-says")).to_contain_text("was set back by 1:02:05 at")
    expect(page.locator("#clock .jump-says")).to_contain_text("the match clock keeps its time")
    check(page)


def test_a_referee_starts_pauses_and_extends_by_taps(page: Page, table: Table, serve: Serve, hour: Hour) -> None:
    open_clock(page, serve(table))
    expect(page.locator("#clock .says")).to_have_text("The clock has not started")
    page.fill("[data-key=clock-minutes]", "90")
    page.click("[data-key=clock-start]")
    expect(page.locator("#clock .time")).to_have_text(shows("1:30:00"))
    page.click("[data-key=clock-extend10]")
    expect(page.locator("#clock .time")).to_have_text(shows("1:40:00"))
    hour.later(minutes=40)
    page.click("[data-key=clock-toggle]")
    expect(page.locator("#clock .says")).to_have_text("Paused")
    expect(page.locator("#clock .time")).to_have_text("1:00:00")
    expect(page.locator("[data-key='clock-turn']")).to_have_count(0)  # no limit runs while the clock stands
    page.click("[data-key=clock-toggle]")
    page.click("[data-key='clock-first discard']")
    expect(page.locator("#clock .limit-says")).to_have_text("First discard")
    expect(page.locator("#clock .limit")).to_have_text(re.compile("^(0:30|0:[0-2][0-9]|[+]0:[0-9]+)$"))
    page.click("[data-key=clock-settle]")
    expect(page.locator("#clock .limit")).to_have_text("")
    page.click("[data-key=clock-end]")
    expect(page.locator("#clock .says")).to_have_text("The clock has ended")
    page.click("[data-key=clock-resume]")
    expect(page.locator("#clock .says")).to_have_text("Time left")
    page.click("[data-key=clock-end]")
    page.click("[data-key=clock-rest]")
    expect(page.locator("#clock .says")).to_have_text("Rest between sessions")
    expect(page.locator("#clock .time")).to_have_text(shows("15:00"))
    page.click("[data-key=clock-extend5]")
    expect(page.locator("#clock .time")).to_have_text(shows("20:00"))
    hour.later(minutes=21)
    page.reload()
    expect(page.locator("#clock .says")).to_have_text("The rest is over")
    page.click("[data-key=clock-start]")
    expect(page.locator("#clock .says")).to_have_text("Time left")


@pytest.mark.long
def test_keys_do_the_same_and_are_listed(page: Page, table: Table, serve: Serve, hour: Hour) -> None:
    open_clock(page, serve(table))
    page.keyboard.press("k")
    expect(page.locator("#clock .says")).to_have_text("Time left")
    page.keyboard.press("t")
    expect(page.locator("#clock .limit-says")).to_have_text("Turn")
    page.keyboard.press("d")
    expect(page.locator("#clock .limit-says")).to_have_text("")
    page.keyboard.press("?")
    expect(page.locator("dialog.keys")).to_contain_text("Time limit: Call")
    check(page)
    page.keyboard.press("k")  # a key behind a dialog does nothing
    page.keyboard.press("Escape")
    expect(page.locator("#clock .says")).to_have_text("Time left")
    page.keyboard.press("k")
    expect(page.locator("#clock .says")).to_have_text("Paused")


def test_the_minutes_can_be_typed_without_setting_off_keys(page: Page, table: Table, serve: Serve, hour: Hour) -> None:
    open_clock(page, serve(table))
    page.focus("[data-key=clock-minutes]")
    page.keyboard.type("k1")
    expect(page.locator("#clock .says")).to_have_text("The clock has not started")


def seconds_left(page: Page) -> int:
    hours, minutes, seconds = page.locator("#clock .time").inner_text().split(":")
    return int(hours) * 3600 + int(minutes) * 60 + int(seconds)


def test_every_device_shows_the_same_whatever_its_own_time_is(page: Page, table: Table, serve: Serve) -> None:
    address = serve(table)
    open_clock(page, address)
    page.click("[data-key=clock-start]")
    expect(page.locator("#clock .time")).to_contain_text("2:59")
    other = page.context.new_page()
    other.add_init_script("const real = Date.now; Date.now = () => real() + 3600e3;")
    open_clock(other, address)

    def same() -> bool:
        before, there, after = (seconds_left(each) for each in (page, other, page))
        return before + 1 >= there >= after - 1

    until(same)  # a busy page is late with a second
    other.click("[data-key=clock-toggle]")
    expect(page.locator("#clock .says")).to_have_text("Paused")
    until(lambda: seconds_left(page) == seconds_left(other))


@pytest.mark.parametrize(
    ("gone", "says", "shown", "phase"),
    [
        pytest.param(100, "Time left", "1:20:00", "running", marks=pytest.mark.long),
        pytest.param(170, "The last 15 minutes", "10:00", "late", marks=pytest.mark.long),
        (182, "Time is up: finish the current hand", "+2:00", "over"),
    ],
)
def test_each_state_is_said_in_words(
    page: Page, table: Table, serve: Serve, hour: Hour, gone: int, says: str, shown: str, phase: str
) -> None:
    open_clock(page, serve(table))
    page.click("[data-key=clock-start]")
    expect(page.locator("#clock .says")).to_have_text("Time left")
    hour.later(minutes=gone)
    open_clock(page, serve(table))
    expect(page.get_by_role("status").filter(has_text=says).first).to_be_visible()
    expect(page.locator("#clock .time")).to_contain_text(shown[:-1])
    expect(page.locator(f"#clock[data-phase={phase}]")).to_have_count(1)
    check(page)


@pytest.mark.long
def test_a_signal_sounds_once_where_it_was_allowed(page: Page, table: Table, serve: Serve, hour: Hour) -> None:
    page.add_init_script(
        """if (globalThis.rung) return; // a busy browser may run it twice in a page
        globalThis.rung = [];
        const start = OscillatorNode.prototype.start;
        OscillatorNode.prototype.start = function (when) {
            rung.push(this.frequency.value);
            return start.call(this, when);
        };"""
    )
    open_clock(page, serve(table))
    page.click("[data-key=clock-start]")
    expect(page.locator("#clock .says")).to_have_text("Time left")
    hour.later(minutes=165, seconds=-1.2)
    open_clock(page, serve(table))
    expect(page.locator("#clock .says")).to_have_text("The last 15 minutes")
    assert page.evaluate("rung") == []  # off until somebody switches it on
    page.click("[data-key=clock-sound]")
    expect(page.locator("[data-key=clock-sound]")).to_have_attribute("aria-pressed", "true")
    until(lambda: page.evaluate("rung") == [660])  # so that it is heard how loud it is
    page.reload()
    expect(page.locator("#clock .says")).to_have_text("The last 15 minutes")
    page.mouse.click(5, 400)  # browsers play nothing before the page is touched
    hour.later(minutes=14, seconds=57)
    table.clock.read_again()  # tells the page
    expect(page.locator("#clock .says")).to_contain_text("Time is up")
    until(lambda: page.evaluate("rung") == [440, 440, 440])
    stays(lambda: page.evaluate("rung") == [440, 440, 440], 0.6)  # a second signal would be too many


@pytest.mark.long
def test_a_page_of_a_hand_shows_the_clock_in_its_bar(page: Page, table: Table, serve: Callable[[Table], str]) -> None:
    hand = table.intake.from_upload(lambda: as_jpeg(np.zeros((480, 1280, 3), np.uint8)))
    address = serve(table)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{address}/hands/{hand.id}")
    clock = page.locator("#bar-clock")
    expect(page.locator("#sheet")).to_be_visible()
    expect(clock).to_be_hidden()
    bar = page.locator("header.bar").bounding_box()
    table.clock.do(StartClock(120), BODIES["book-1998"])
    expect(clock).to_have_text(re.compile(r"^(2:00:00|1:59:\d\d)$"))
    expect(clock).to_have_attribute("aria-label", re.compile("^Time left · "))
    table.clock.do(StartLimit("turn"), BODIES["book-1998"])
    expect(clock.locator("span").last).to_have_text(re.compile(r"^\+?0:\d\d$"))
    assert page.locator("header.bar").bounding_box() == bar, "nothing of the page is pushed down"
    table.clock.do(Pause(), BODIES["book-1998"])
    expect(clock).to_have_text(re.compile("^❚❚ "))
    check(page)
    table.clock.do(End(), BODIES["book-1998"])
    expect(clock).to_be_hidden()
