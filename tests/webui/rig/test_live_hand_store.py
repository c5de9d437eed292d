"""The hand in play, kept for everybody who looks on."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from device.link import LinkEvent
from device.protocol import Button
from webui.records.database.database import Database
from webui.records.errors import RecordsError
from webui.records.store import Storage
from webui.records.values import ValueStore
from webui.rig.live_hand import LiveHand, Start
from webui.rig.live_hand_store import LiveHandStore
from webui.rig.notice import Notice


def test_an_event_counts_once() -> None:
    session = LiveHandStore()
    event = LinkEvent(datetime.now(UTC), "sim", 1, 7, Button(2, ("referee",), "short"))
    session.hear(event)
    version = session.version
    session.hear(event)
    assert session.version == version
    session.hear(replace(event, session=2, message=Button(3, ("referee",), "short")))
    assert session.play.calls == (2, 3)


def test_a_session_without_a_box_starts_and_stops() -> None:
    session = LiveHandStore()
    session.start()
    assert session.do(Start()) == session.play != LiveHand()
    session.stop()
    assert session.stopped


class Full(ValueStore):
    """Records on a disk that takes nothing while `full` is set."""

    full = False

    def keep(self, table: int, key: str, value: Any, after: int | None = None) -> int:
        if self.full:
            raise RecordsError("no-space", folder="/data")
        return super().keep(table, key, value, after)


def test_what_the_box_says_holds_on_a_full_disk_and_the_table_is_told() -> None:
    records = Full(Database(None))
    session = LiveHandStore()
    session.go_on(records, 1)
    records.full = True
    with pytest.raises(RecordsError):
        session.do(Start())  # who asked is told, and asks again
    assert session.play == LiveHand()
    session.hear(LinkEvent(datetime.now(UTC), "sim", 1, 7, Button(2, ("referee",), "short")))
    assert session.play.calls == (2,)
    assert session.play.wrong == Notice("play-unrecorded")
    records.full = False
    session.do(Start())
    again = LiveHandStore()
    again.go_on(records, 1)
    assert (again.play.calls, again.play.hand) == ((2,), 2)


def test_events_of_the_box_are_remembered_when_the_program_ends() -> None:
    records = Storage.open(None)
    event = LinkEvent(datetime.now(UTC), "sim", 1, 7, Button(1, ("start",), "short"))
    for expected in (2, 2):
        session = LiveHandStore()
        session.go_on(records.values, 1)
        session.hear(event)
        assert session.play.hand == expected


def test_what_another_version_kept_of_the_hand_in_play_is_left_out(caplog: pytest.LogCaptureFixture) -> None:
    records = Storage.open(None)
    records.values.keep(1, "play", {"play": {"hand": "third"}, "heard": []})
    session = LiveHandStore()
    session.go_on(records.values, 1)
    assert session.play == LiveHand()
    assert "cannot be read" in caplog.text
