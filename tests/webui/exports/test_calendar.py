"""The calendar of an event, read back by the library as programs of calendars read it."""

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import uuid4

import icalendar
import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from scoring.match.event_acts import Entered, EventCorrected, Opened, PlayerEntry, SeatingDrawn
from tests.webui.http.routes.test_hall import NAMES, Desk
from webui.cli import main
from webui.exports.calendar import calendar
from webui.hall.desk import Hall
from webui.messages import Messages
from webui.records.errors import EventActRejectedError
from webui.records.store import Storage

CUP = Opened(
    "Cup, 杯; \\ one",
    rounds=3,
    minutes=120,
    place="Hall 1, Berlin",
    zone="Europe/Berlin",
    times=("2026-10-24T10:00", "", "2026-10-25T01:30"),
)


@pytest.fixture
def hall() -> Iterator[Hall]:
    with closing(Storage.open(None)) as records:
        yield Hall(records)


def opened(hall: Hall, act: Opened) -> int:
    return hall.open(uuid4(), act, "Desk", "desk")[0].number


def read(hall: Hall, event: int, name: str = "", lang: str = "en") -> list[Any]:
    found = icalendar.Calendar.from_ical(calendar(hall.get(event), Messages.of(lang), name))
    assert found["version"] == "2.0"
    return list(found.walk("VEVENT"))


def test_rounds_have_their_time_place_and_length(hall: Hall) -> None:
    first, last = read(hall, opened(hall, CUP))
    assert str(first["summary"]) == "Cup, 杯; \\ one: round 1"
    assert str(first["location"]) == "Hall 1, Berlin"
    assert first["dtstart"].dt.astimezone(UTC) == datetime(2026, 10, 24, 8, tzinfo=UTC)
    assert last["dtstart"].dt.astimezone(UTC) == datetime(2026, 10, 24, 23, 30, tzinfo=UTC)
    assert last["dtstart"].params["TZID"] == "Europe/Berlin"
    assert last["duration"].dt == timedelta(hours=2)  # at three it is two once more
    assert b"BEGIN:VTIMEZONE" in calendar(hall.get(1), Messages.of("en"))


def test_a_moved_round_is_the_same_entry(hall: Hall) -> None:
    event = opened(hall, CUP)
    before = read(hall, event)[0]
    moved = Opened("Cup", rounds=3, zone="Asia/Tokyo", times=("2026-10-26T09:00",))
    hall.record(event, uuid4(), EventCorrected(1, moved, "moved"), "Desk", "desk")
    (after,) = read(hall, event)
    assert str(after["uid"]) == str(before["uid"])
    assert str(hall.get(event).id) not in str(after["uid"])  # the ids of the desk's commands follow from it
    assert after["sequence"] > before["sequence"]
    assert after["dtstart"].dt.astimezone(UTC) == datetime(2026, 10, 26, tzinfo=UTC)


def test_a_player_finds_the_own_table(hall: Hall) -> None:
    event = opened(hall, CUP)
    people = tuple(PlayerEntry(n, name) for n, name in enumerate(NAMES, 1))
    for act in (Entered(people), SeatingDrawn(1, (((1, 2, 3, 4), (5, 6, 7, 8)),))):
        hall.record(event, uuid4(), act, "Desk", "desk", force="yes")
    assert [str(each.get("description", "")) for each in read(hall, event, NAMES[6])] == ["Table 2, West", ""]
    assert [str(each["description"]) for each in read(hall, event, NAMES[0], "zh")[:1]] == ["1号桌，东"]
    assert all("description" not in each for each in read(hall, event, "Nobody") + read(hall, event))


def test_an_event_without_times_is_its_days(hall: Hall) -> None:
    (days,) = read(hall, opened(hall, Opened("Cup", begins="2026-12-05", ends="2026-12-06")))
    assert (days["dtstart"].dt, days["dtend"].dt) == (date(2026, 12, 5), date(2026, 12, 7))
    assert read(hall, opened(hall, Opened("Cup", begins="some day"))) == []


@pytest.mark.parametrize(
    ("about", "kind"),
    [
        ({"times": ("2026-12-05T10:00",)}, "event-zone"),
        ({"zone": "Mars/Base", "times": ("2026-12-05T10:00",)}, "event-zone"),
        ({"zone": "../etc/passwd"}, "event-zone"),
        ({"zone": "UTC", "times": ("2026-12-05 10:00",)}, "event-times"),
        ({"zone": "UTC", "times": ("2026-13-05T10:00",)}, "event-times"),
        ({"zone": "UTC", "times": ("",) * 9}, "event-times"),
    ],
)
def test_unusable_times_are_refused(about: dict[str, Any], kind: str, hall: Hall) -> None:
    with pytest.raises(EventActRejectedError) as raised:
        opened(hall, Opened("Cup", **about))
    assert raised.value.kind == kind
    event = opened(hall, Opened("Cup"))
    with pytest.raises(EventActRejectedError):
        hall.record(event, uuid4(), EventCorrected(1, Opened("Cup", **about), ""), "Desk", "desk")


def test_the_calendar_has_a_stable_address_and_a_link(client: FlaskClient) -> None:
    desk = Desk(client, zone="Europe/Berlin", times=["2026-12-05T10:00"], place="X")
    desk.enter()
    desk.post("draw", id=str(uuid4()), since=1, seed=4)
    answer = client.get(f"/api/v1/events/{desk.number}/calendar.ics", query_string={"lang": "ja", "name": NAMES[0]})
    assert answer.mimetype == "text/calendar"
    (entry,) = icalendar.Calendar.from_ical(answer.get_data()).walk("VEVENT")
    assert "卓" in str(entry["description"])
    page = client.get("/me", query_string={"event": desk.number, "name": NAMES[0]}).get_data(as_text=True)
    assert f"/api/events/{desk.number}/calendar.ics?name=" in page
    assert "Dec 5, 2026 10:00 (Europe/Berlin)" in page
    assert client.get("/api/v1/events/9/calendar.ics").status_code == 404


def test_times_are_entered_by_a_command(tmp_path: Any) -> None:
    def run(*arguments: str) -> str:
        return CliRunner().invoke(main, ["hall", *arguments, "--data", str(tmp_path)]).output

    run("open", "Cup", "--rounds", "3", "--zone", "Asia/Tokyo", "--times", "2026-12-05T10:00,,2026-12-06T10:00")
    assert "no time zone" in run("change", "1", "--zone", "Asia/Nowhere")
    assert "unusable" in run("change", "1", "--times", "tomorrow")
    run("change", "1", "--place", "Tokyo")
    with closing(Storage.open(tmp_path)) as records:
        first, last = read(Hall(records), 1)
        assert (first["dtstart"].dt.hour, last["dtstart"].dt.day, str(last["location"])) == (10, 6, "Tokyo")
