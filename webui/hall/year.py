"""The year of a club: all matches and events of one database."""

from scoring.match.year import PlayedMatch
from webui.hall.desk import Hall
from webui.hall.results import results
from webui.table.tables import Tables


def matches_between(tables: Tables, first: str, last: str) -> list[PlayedMatch]:
    """Return the matches of all tables that began from one day to another, the oldest first.

    Args:
        tables: The tables.
        first: The first day (ISO 8601), or "" for no limit.
        last: The last day, likewise.
    """
    found = []
    for number in tables.used():
        table = tables.get(number)
        for each in table.matches.all() if table else ():
            day = each.entries[0].when[:10]
            if first <= day and (not last or day <= last):
                found.append(PlayedMatch(number, each.number, day, each.match))
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
