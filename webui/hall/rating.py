"""The ratings of players over all matches and events of one database, computed from its records each time."""

from collections.abc import Mapping
from datetime import UTC, datetime
from fractions import Fraction
from typing import TYPE_CHECKING

from scoring.games.game import GameId
from scoring.match.ranking import mers_points
from scoring.match.rating import RatedEvent, Rating, RatingRule, elo, mers
from scoring.match.year import PlayedMatch
from scoring.rules import BOOKS
from webui.hall.desk import Hall
from webui.hall.results import results
from webui.hall.year import matches_between

if TYPE_CHECKING:
    from webui.table.tables import Tables  # loads OpenCV, which a command does not need


def ratings(
    hall: Hall, tables: "Tables | None", rule: RatingRule, first: str = "", last: str = ""
) -> Mapping[GameId, list[Rating]]:
    """Return the ratings of the players in each game.

    Matches of an event count once their round is published; an event counts once all of its rounds are.

    Args:
        hall: The hall.
        tables: The tables that this server shows; None to read their records alone.
        rule: The formula.
        first: The first day that counts (ISO 8601), or "" for no limit.
        last: The last day, likewise.
    """
    if rule == "elo":
        return _over_matches(hall, tables, first, last)
    found: dict[GameId, list[RatedEvent]] = {}
    for kept in hall.events():
        event = kept.event
        about = event.opened
        if [*sorted(event.released)] != [*range(1, about.rounds + 1)] or about.rules not in BOOKS:
            continue
        started = max(kept.records[each.record - 1].when for each in event.rounds.values())[:10]
        day = max((each.day for each in event.rounds.values()), default="") or about.ends or about.begins or started
        if first <= day and (not last or day <= last):
            points = mers_points(results(hall, kept).players)
            rated = RatedEvent(kept.number, day, points, Fraction(about.weight, 100))
            found.setdefault(event.body.game, []).append(rated)
    today = last or datetime.now(UTC).date().isoformat()
    return {game: mers(events, today) for game, events in sorted(found.items())}


def _over_matches(hall: Hall, tables: "Tables | None", first: str, last: str) -> dict[GameId, list[Rating]]:
    hidden = {
        (table, each.match.number)
        for kept in hall.events()
        for (round, table), each in hall.found(kept).items()
        if round not in kept.event.released
    }
    found: dict[GameId, list[PlayedMatch]] = {}
    for played in matches_between(hall, tables, first, last):
        if (played.table, played.number) not in hidden and not played.match.missing:
            found.setdefault(played.match.body.game, []).append(played)
    return {game: elo(matches) for game, matches in sorted(found.items())}
