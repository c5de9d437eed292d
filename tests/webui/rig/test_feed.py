"""Pictures of a table's camera, read while a person looks on or asks for the hand."""

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.waiting import PATIENCE, until
from tests.webui.cameras import Switch, live
from vision.evidence import Evidence
from vision.hand.hypotheses import best_reading
from vision.image import Picture
from vision.live.camera import Camera, Source, Timeouts
from vision.reading import Doubt
from webui.rig import feed as feeds
from webui.rig.feed import Feed, FeedLook


@pytest.fixture
def feed(answers: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Feed]:
    monkeypatch.setattr(feeds, "PAUSE", 0.02)
    camera = Camera(Source("the camera", Switch(), live=True), Timeouts(stalled=3, reopen=0.05))
    feed = Feed(camera, answers.detect, best_reading)
    feed.start()
    assert camera.wait(0, PATIENCE)
    yield feed
    feed.stop()


def look(feed: Feed, wanted: Callable[[FeedLook], bool]) -> FeedLook:
    """The first look of that sort."""
    found: list[FeedLook] = []

    def came() -> bool:
        if (newest := feed.newest) and wanted(newest):
            found.append(newest)
        return bool(found)

    until(came)
    return found[0]


def test_nothing_is_read_while_nobody_watches(feed: Feed, answers: Any) -> None:
    assert feed.camera.wait(5, PATIENCE)
    assert not answers.pictures
    assert feed.newest is None
    with feed.watched():
        assert feed.viewers == 1
        assert look(feed, lambda newest: newest.state == "settled").reading
    assert feed.viewers == 0


def test_a_viewer_that_is_back_soon_finds_the_hand_as_it_was(feed: Feed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeds, "LINGER", 2 * PATIENCE)
    with feed.watched():
        before = look(feed, lambda newest: newest.state == "settled")
    look(feed, lambda newest: newest.number > before.number + 3)  # nobody watches, and it is read on
    with feed.watched():
        after = look(feed, lambda newest: newest.number > before.number + 3)
    assert after.state == "settled"


def test_reading_ends_soon_after_the_last_viewer_has_gone(
    feed: Feed, answers: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feeds, "LINGER", 0.1)
    with feed.watched():
        look(feed, lambda newest: True)

    def rests() -> bool:
        read, after, frame = len(answers.pictures), feed.newest, feed.camera.newest()
        assert feed.camera.wait((frame.number if frame else 0) + 10, PATIENCE)  # more than it would read meanwhile
        return len(answers.pictures) == read and feed.newest is after

    until(rests)


def test_what_was_seen_before_the_hand_is_read_anew_is_not_kept(
    answers: Any, reading: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feeds, "PAUSE", 0.0)
    answers.reading = reading(doubts=(Doubt(13, "none-apart"),))  # looked at again and again
    holding, under_way, on = threading.Event(), threading.Event(), threading.Event()

    def seen(picture: Picture, quarters: int = 0) -> Evidence:
        found: Evidence = answers.detect(picture, quarters)
        if holding.is_set():
            under_way.set()
            assert on.wait(PATIENCE)
        return found

    feed = Feed(live(Switch()), seen, best_reading)
    feed.start()
    with feed.watched():
        look(feed, lambda newest: newest.state == "settled")
        holding.set()
        assert under_way.wait(PATIENCE)
        last = feed.last
        answers.reading = reading((("concealed", "1m"),))
        feed.reconsider()
        on.set()
        until(lambda: feed.last > last)
        after = feed.look(last + 1)
        assert after
        assert after.reading is None or len(after.reading.tiles) == 1
    feed.stop()


def test_whoever_asks_for_the_hand_wakes_it(feed: Feed) -> None:
    settled = feed.settled(PATIENCE)
    assert settled
    assert settled.state == "settled"
    assert feed.newest_reading() == settled.reading
    assert feed.look(settled.number) is settled
    assert feed.look(settled.number + 1000) is None


def test_old_looks_are_let_go(feed: Feed) -> None:
    with feed.watched():
        early = look(feed, lambda newest: True)
        look(feed, lambda newest: newest.number > early.number + 10)
    assert feed.look(early.number) is None


def test_by_itself_it_looks_seldom_until_something_happens(answers: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeds, "AT_REST", 0.4)
    monkeypatch.setattr(feeds, "ASTIR", 0.0)
    wanted = threading.Event()
    feed = Feed(live(Switch()), answers.detect, best_reading, by_itself=wanted.is_set)
    feed.start()
    assert feed.camera.wait(5, PATIENCE)
    assert feed.newest is None
    wanted.set()
    with feed.news:
        feed.news.notify_all()
    settled = look(feed, lambda newest: newest.state == "settled" and not feed.restless)
    later = look(feed, lambda newest: newest.number >= settled.number + 3)
    assert later.at - settled.at > 2 * 0.4  # though the camera sends a picture each 0.02 s
    feed.stop()


def test_a_picture_that_cannot_be_read_is_shown_with_the_reason(feed: Feed, answers: Any) -> None:
    answers.reading = None
    with feed.watched():
        unread = look(feed, lambda newest: newest.sight is None)
    assert unread.trouble
    assert unread.trouble.kind == "picture-unreadable"
    assert "NoneType" in str(unread.trouble.about["reason"])
    assert unread.reading is None


def test_nobody_waits_for_a_feed_that_was_stopped(feed: Feed) -> None:
    feed.stop()
    assert feed.stopped
    assert feed.settled(PATIENCE) is None
