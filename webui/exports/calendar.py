"""The rounds of an event as a calendar (ICS, RFC 5545), for everybody or for one player."""

from datetime import date, datetime, timedelta
from typing import Final
from uuid import uuid5
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import icalendar

from webui.messages import N_, Messages
from webui.records.events import StoredEvent

_WINDS: Final = (N_("East"), N_("South"), N_("West"), N_("North"))

_REFRESHED: Final = timedelta(hours=1)
"""Pause after which programs of calendars ask again. More shows a moved round later; less asks the server often."""


def calendar(kept: StoredEvent, words: Messages, name: str = "") -> bytes:
    """Return the rounds whose time is known, else the days of the event as one entry.

    An entry keeps its identity when its round is moved. It has the table and the seat of the player, once drawn.

    Args:
        kept: The event.
        words: The language of the entries.
        name: Name of the player, or empty for everybody.
    """
    about = kept.event.opened
    made = icalendar.Calendar()
    made.add("prodid", "-//Tableside//EN")
    made.add("version", "2.0")
    made.add("x-wr-calname", about.name)
    made.add("refresh-interval", _REFRESHED, parameters={"VALUE": "DURATION"})
    zone = _zone(about.zone)
    for round, text in enumerate(about.times, 1):
        if not text:
            continue
        begins = datetime.fromisoformat(text).replace(tzinfo=zone)
        entry = _entry(kept, str(round), words("%(event)s: round %(round)d", {"event": about.name, "round": round}))
        entry.add("dtstart", begins)
        if minutes := about.minutes or kept.event.body.minutes.get("session"):
            entry.add("duration", timedelta(minutes=minutes))  # an end may fall into an hour that a clock has twice
        seat = _seat(kept, round, name)
        if seat:
            entry.add("description", words("Table %(table)d, %(wind)s", {"table": seat[0], "wind": words(seat[1])}))
        made.add_component(entry)
    if not any(about.times) and (first := _day(about.begins)):
        entry = _entry(kept, "days", about.name)
        entry.add("dtstart", first)
        entry.add("dtend", max(first, _day(about.ends) or first) + timedelta(days=1))
        made.add_component(entry)
    made.add_missing_timezones()
    return bytes(made.to_ical())


def _entry(kept: StoredEvent, part: str, summary: str) -> icalendar.Event:
    entry = icalendar.Event()
    entry.add("uid", f"{uuid5(kept.id, f'calendar/{part}')}@tableside")
    entry.add("dtstamp", datetime.fromisoformat(kept.records[-1].when))
    entry.add("sequence", kept.event.last)
    entry.add("summary", summary)
    if kept.event.opened.place:
        entry.add("location", kept.event.opened.place)
    return entry


def _seat(kept: StoredEvent, round: int, name: str) -> tuple[int, str] | None:
    """Return table and wind of a player in a round, or None."""
    event = kept.event
    for table, game in enumerate(event.shown_seating.get(round, ()), 1):
        names = [event.name(event.sits(round, player)) for player in game]
        if name and name in names:
            return table, _WINDS[names.index(name)]
    return None


def _zone(name: str) -> ZoneInfo | None:
    """Return a time zone; None, the reader's own time, for one that this computer does not know."""
    try:
        return ZoneInfo(name) if name else None
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def _day(text: str) -> date | None:
    """Return a day of an event, which may be any text in records of earlier versions."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
