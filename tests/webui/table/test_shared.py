"""One table on two servers: what one records the pages of both show, and neither puts its own over the other's."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from threading import Thread
from uuid import uuid4

import numpy as np
import pytest

from tests.ordeals.quick import Same
from tests.waiting import until
from tests.webui.shots import as_jpeg
from webui.hand.edits import Name
from webui.hand.hands import EditConflictError
from webui.match.clock import Pause, StartClock
from webui.records.store import Storage
from webui.rig.live_hand import CallReferee, Deal, Start
from webui.table.table import Table

PICTURE = np.zeros((480, 1280, 3), np.uint8)
SEATED = {"type": "Seated", "players": ["Ann", "Ben", "Chi", "Dan"]}


@dataclass
class Two:
    """The two, and their table."""

    one: Table
    other: Table

    def __iter__(self) -> Iterator[Table]:
        yield from (self.one, self.other)


@pytest.fixture
def two(postgres_url: str) -> Iterator[Two]:
    with closing(Storage.open(None, db=postgres_url)) as one, closing(Storage.open(None, db=postgres_url)) as other:
        two = Two(Table(Same(), records=one, number=5), Table(Same(), records=other, number=5))
        for table in two:
            table.start()
        yield two
        for table in two:
            table.stop()


def test_a_record_shows_on_both(two: Two) -> None:
    known = two.other.news.versions
    two.one.record(SEATED, uuid4(), "", "referee")
    until(lambda: two.other.news.versions.match > known.match)
    until(lambda: two.other.session.play.bound)
    assert two.other.now().chairs == {1: "Ann", 2: "Ben", 3: "Chi", 4: "Dan"}
    two.other.record({"type": "Drawn"}, uuid4(), "", "referee")
    until(lambda: two.one.session.play.hand == 2)


def test_the_hand_in_play_is_one(two: Two) -> None:
    two.one.talk.do(Deal(6, 2))
    two.other.talk.do(CallReferee(3))  # made from an older hand in play, and followed from the newest
    assert (two.other.session.play.hand, two.other.session.play.calls) == (6, (3,))
    until(lambda: two.one.session.play == two.other.session.play)


def test_a_change_of_an_older_hand_in_play_keeps_the_way_of_playing(two: Two) -> None:
    two.other.stop()  # it hears nothing of the deal
    played = two.other.session.play.played
    two.one.talk.do(Deal(6, 2))
    two.other.talk.do(CallReferee(3))
    assert two.other.session.play.played == played
    until(lambda: two.one.session.play == two.other.session.play)


def test_an_act_sent_to_both_by_one_id_is_done_once(two: Two) -> None:
    id = str(uuid4())
    two.one.talk.do(Start(), id)
    assert two.other.talk.do(Start(), id).hand == 2


def test_the_clock_is_one(two: Two) -> None:
    known = two.other.news.versions
    two.one.clock.do(StartClock(60), two.one.now().body)
    until(lambda: two.other.news.versions.clock > known.clock)
    two.other.clock.do(Pause(), two.other.now().body)
    until(lambda: two.one.clock.clock.since is None)


def test_a_laid_hand_and_its_changes_show_on_both(two: Two) -> None:
    count = two.other.news.hands.count
    hand = two.one.intake.from_upload(lambda: as_jpeg(PICTURE))
    until(lambda: two.other.news.hands.since(count)[1] == (hand.id,))
    assert two.other.hands.get(hand.id) == hand
    assert two.other.pictures.shown.small(hand.photo) == two.one.pictures.shown.small(hand.photo)
    changed = two.other.change(hand.id, Name("c0", "9m"), 1)
    assert changed
    assert two.one.hands.get(hand.id) == changed
    with pytest.raises(EditConflictError):
        two.one.change(hand.id, Name("c0", "8m"), 1)
    two.one.hands.hide(hand.id, True, "Ann")
    assert two.other.hands.all() == []
    until(lambda: two.other.news.hands.count > count + 2)


def test_a_photograph_sent_to_both_by_one_id_is_one_hand(two: Two) -> None:
    id = str(uuid4())
    laid = []
    threads = [
        Thread(target=lambda table=table: laid.append(table.intake.from_upload(lambda: as_jpeg(PICTURE), id=id)))
        for table in two
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [hand.id for hand in laid] == [id, id]
    assert [hand.id for hand in two.one.hands.all()] == [id]
    assert two.other.records.photos.read(laid[0].photo)


def test_an_erased_name_is_gone_on_both(two: Two) -> None:
    two.one.record(SEATED, uuid4(), "", "referee")
    until(lambda: two.other.now().chairs.get(2) == "Ben")
    two.one.record({"type": "Erased", "seat": "Ben", "name": "Player 2"}, uuid4(), "", "referee")
    until(lambda: two.other.now().chairs[2] == "Player 2")
