"""The hand in play, kept for everybody who looks on."""

from dataclasses import replace
from datetime import UTC, datetime

from device.link import Event
from device.protocol import Button
from webui.table.play import Play, Start
from webui.table.session import Session


def test_an_event_counts_once() -> None:
    session = Session()
    event = Event(datetime.now(UTC), "sim", 1, 7, Button(2, ("referee",), "short"))
    session.hear(event)
    version = session.version
    session.hear(event)
    assert session.version == version
    session.hear(replace(event, session=2, message=Button(3, ("referee",), "short")))
    assert session.play.calls == (2, 3)


def test_a_session_without_a_box_starts_and_stops() -> None:
    session = Session()
    session.start()
    assert session.do(Start()) == session.play != Play()
    session.stop()
    assert session.stopped
