"""The year of a club: all matches and events of one database."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from scoring.games.game import GameId
from scoring.match.event import Event
from scoring.match.followed import FollowedHand
from scoring.match.year import PlayedMatch
from webui.hall.desk import Hall
from webui.hall.results import results
from webui.match.matches import TableMatch
from webui.records.followed import FollowedStore
from webui.table.follow.hands import followed_in

if TYPE_CHECKING:
    from webui.table.tables import Tables  # loads OpenCV, which the reports of an event do not need


def event_matches(
    event: Event, matches: Mapping[tuple[int, int], TableMatch], store: FollowedStore | None = None
) -> list[PlayedMatch]:
    """Return the matches of an event, the earliest round first, with the names of its list of players.

    The list tells players apart by number, also if two removed names have the same replacement in the matches.

    Args:
        event: The event.
        matches: Its matches by round and table.
        store: Has the deals that were followed; None to leave them out.
    """
    seen = _followed(store, matches.values()) if store else {}
    return [
        PlayedMatch(
            table,
            match.number,
            event.rounds[round].day or _day(match),
            match.match,
            tuple(event.name(event.sits(round, player)) for player in event.rounds[round].players[table - 1]),
            seen.get((match.entries[0].stream, match.number), ()),
            match.entries[0].when,
        )
        for (round, table), match in sorted(matches.items())
    ]


def matches_between(hall: Hall, tables: "Tables | None", first: str, last: str) -> list[PlayedMatch]:
    """Return the matches of all tables in the database that began from one day to another, the oldest first.

    Args:
        hall: The hall of the tables, with its events.
        tables: The tables; None to read their records alone.
        first: The first day (ISO 8601), or "" for no limit.
        last: The last day, likewise.
    """
    of_events = {
        (each.table, each.number): each
        for kept in hall.events()
        for each in event_matches(kept.event, {at: played.match for at, played in hall.found(kept).items()})
    }
    found: list[tuple[TableMatch, PlayedMatch]] = []
    for number in sorted({*(tables.used() if tables else ()), *hall.records.journal.tables()}):  # also of other servers
        table = tables.get(number) if tables else None
        for each in (table.matches if table else hall.matches(number)).all():
            alone = PlayedMatch(number, each.number, _day(each), each.match, began=each.entries[0].when)
            known = of_events.get((number, each.number), alone)
            if first <= known.day and (not last or known.day <= last):
                found.append((each, known))
    seen = _followed(hall.records.followed, [match for match, _ in found])
    played = [replace(each, followed=seen.get((match.entries[0].stream, match.number), ())) for match, each in found]
    return sorted(played, key=lambda each: (each.day, each.table, each.number))


def _followed(store: FollowedStore, matches: Iterable[TableMatch]) -> dict[tuple[int, int], list[FollowedHand]]:
    """Return the followed hands of matches, by the number of the table and of the match there."""
    tables: dict[int, list[TableMatch]] = {}
    for match in matches:
        tables.setdefault(match.entries[0].stream, []).append(match)
    found: dict[tuple[int, int], list[FollowedHand]] = {}
    for table, here in tables.items():
        for each in followed_in(store, table, here):
            found.setdefault((table, each.match.number), []).append(each.followed)
    return found


def ema_points(hall: Hall, first: str, last: str) -> dict[GameId, dict[str, list[int]]]:
    """Return the points of the European ranking of the events from one day to another, by game and player."""
    found: dict[GameId, dict[str, list[int]]] = {}
    for kept in hall.events():
        day = kept.event.opened.begins or kept.records[0].when[:10]
        if first <= day and (not last or day <= last):
            for name, points in results(hall, kept).mers.items():
                found.setdefault(kept.event.body.game, {}).setdefault(name, []).append(points)
    return found


def _day(match: TableMatch) -> str:
    """Return the day on which a match began (ISO 8601)."""
    return match.entries[0].when[:10]
