"""The year of a club: all matches and events of one database."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from scoring.match.event import Event
from scoring.match.year import PlayedMatch
from webui.hall.desk import Hall
from webui.hall.results import results
from webui.match.matches import TableMatch

if TYPE_CHECKING:
    from webui.table.tables import Tables  # loads OpenCV, which the reports of an event do not need


def event_matches(event: Event, matches: Mapping[tuple[int, int], TableMatch]) -> list[PlayedMatch]:
    """Return the matches of an event, the earliest round first, with the names of its list of players.

    The list tells players apart by number, also if two removed names have the same replacement in the matches.

    Args:
        event: The event.
        matches: Its matches by round and table.
    """
    return [
        PlayedMatch(
            table,
            match.number,
            _day(match),
            match.match,
            tuple(event.name(event.sits(round, player)) for player in event.rounds[round].players[table - 1]),
        )
        for (round, table), match in sorted(matches.items())
    ]


def matches_between(hall: Hall, tables: "Tables", first: str, last: str) -> list[PlayedMatch]:
    """Return the matches of all tables in the database that began from one day to another, the oldest first.

    Args:
        hall: The hall of the tables, with its events.
        tables: The tables.
        first: The first day (ISO 8601), or "" for no limit.
        last: The last day, likewise.
    """
    of_events = {
        (each.table, each.number): each
        for kept in hall.events()
        for each in event_matches(kept.event, {at: played.match for at, played in hall.found(kept).items()})
    }
    found = []
    for number in sorted({*tables.used(), *hall.records.journal.tables()}):  # also those that this server lacks
        table = tables.get(number)
        for each in (table.matches if table else hall.matches(number)).all():
            day = _day(each)
            if first <= day and (not last or day <= last):
                alone = PlayedMatch(number, each.number, day, each.match)
                found.append(of_events.get((number, each.number), alone))
    return sorted(found, key=lambda each: (each.day, each.table, each.number))


def ema_points(hall: Hall, first: str, last: str) -> dict[str, list[int]]:
    """Return the points of the European ranking of the events from one day to another, by player."""
    found: dict[str, list[int]] = {}
    for kept in hall.events():
        day = kept.event.opened.begins or kept.records[0].when[:10]
        if first <= day and (not last or day <= last):
            for name, points in results(hall, kept).mers.items():
                found.setdefault(name, []).append(points)
    return found


def _day(match: TableMatch) -> str:
    """Return the day on which a match began (ISO 8601)."""
    return match.entries[0].when[:10]
