"""Ratings of players over many matches or events, by published formulas."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from math import ceil
from typing import Final, Literal, get_args

from scoring.match.ranking import table_points
from scoring.match.year import PlayedMatch

RatingRule = Literal["elo", "mers"]
"""The rating R of tenhou.net, an Elo of tables of four, over matches; the European ranking (MERS), over events."""

RATING_RULES: Final[tuple[RatingRule, ...]] = get_args(RatingRule)

START: Final = 1500
BASES: Final = (30, 10, -10, -30)
SPREAD: Final = 40
SETTLED: Final = 400
LEAST_FACTOR: Final = 0.2
"""R of tenhou.net (tenhou.net/man, "Rating"): the first rating, what the places of a table bring, the difference of
ratings that outweighs one point of it, and how far a match moves the rating: from 1 to the least after so many."""

FULL_EVENTS: Final = 5
MORE_EVENTS: Final = Fraction(4, 5)
BEST_EVENTS: Final = 4
LEAST_EVENTS: Final = 2
"""MERS (mahjong-europe.org, ranking since 2018; computed by github.com/Jesterboxboy/ema_scraper): the events that all
count, missing ones as 0, the share of those above, the events of the second half, and those that a rating needs."""


@dataclass(frozen=True, slots=True)
class RatedEvent:
    """An event that counts: its number, last day (ISO 8601), points of the European ranking by name, and weight."""

    number: int
    day: str
    points: Mapping[str, int]
    weight: Fraction = Fraction(1)


@dataclass(frozen=True, slots=True)
class RatingStep:
    """A match or an event of a player's rating.

    Attributes:
        day: Its day (ISO 8601).
        table: Table of the match; 0 for an event.
        number: Number of the match there, or of the event.
        change: Change of the rating by the match, or the points of the event.
        after: The rating after it.
    """

    day: str
    table: int
    number: int
    change: float
    after: float


@dataclass(frozen=True, slots=True)
class Rating:
    """The rating of a player.

    Attributes:
        rank: Rank from 1; those with equal ratings share it.
        player: Name of the player.
        rating: The rating.
        steps: What it rests on, the oldest first.
    """

    rank: int
    player: str
    rating: float
    steps: tuple[RatingStep, ...]


def elo(matches: Iterable[PlayedMatch]) -> list[Rating]:
    """Return the rating R over the matches of one game that are over, in the order of their beginnings.

    Players with equal points share the bases of their places.
    """
    now, steps = dict[str, float](), dict[str, list[RatingStep]]()
    for played in sorted(matches, key=lambda each: (each.day, each.began, each.number, each.table)):
        match = played.match
        if not match.over or len(match.players) != len(BASES):
            continue
        names = played.names or match.players
        bases = table_points(match.points, BASES)
        mean = sum(now.get(name, START) for name in names) / len(names)
        changes = [
            _factor(len(steps.get(name, ()))) * (float(bases[player]) + (mean - now.get(name, START)) / SPREAD)
            for player, name in zip(match.players, names, strict=True)
        ]
        for name, change in zip(names, changes, strict=True):
            now[name] = now.get(name, START) + change
            step = RatingStep(played.day, played.table, played.number, change, now[name])
            steps.setdefault(name, []).append(step)
    return _ranked({name: (now[name], steps[name]) for name in now})


def _factor(played: int) -> float:
    return max(1 - (1 - LEAST_FACTOR) * played / SETTLED, LEAST_FACTOR)


def mers(events: Iterable[RatedEvent], day: str) -> list[Rating]:
    """Return the rating over the events of one game on a day, by players with events enough.

    The association weighs an event by its length, players and countries (mahjong-europe.org, ranking overview); its
    table of weights is not applied here: each event brings its own weight, as its director gives it.

    Args:
        events: The events.
        day: The day (ISO 8601).
    """
    found: dict[str, list[tuple[RatedEvent, int]]] = {}
    for event in sorted(events, key=lambda each: (each.day, each.number)):
        for name, points in event.points.items():
            found.setdefault(name, []).append((event, points))
    rated = {}
    for name, mine in found.items():
        steps = []
        for at, (event, points) in enumerate(mine, 1):
            after = _of_events(mine[:at], event.day) or Fraction(0)
            steps.append(RatingStep(event.day, 0, event.number, points, float(after)))
        rating = _of_events(mine, day)
        if rating is not None:
            rated[name] = float(rating), steps
    return _ranked(rated)


def _of_events(mine: Sequence[tuple[RatedEvent, int]], day: str) -> Fraction | None:
    """Return the rating of a player on a day, or None if too few events count."""
    weighed = [(points, event.weight * weight) for event, points in mine if (weight := _weight(event.day, day))]
    if len(weighed) < LEAST_EVENTS:
        return None
    weighed.sort(key=lambda each: (-each[0], -each[1]))
    weighed += [(0, Fraction(1))] * (FULL_EVENTS - len(weighed))
    most = ceil(FULL_EVENTS + MORE_EVENTS * (len(weighed) - FULL_EVENTS))
    return (_mean(weighed[:most]) + _mean(weighed[:BEST_EVENTS])) / 2


def _weight(event: str, day: str) -> Fraction:
    """Return the weight of an event on a day: 1 for a year, then a half for another."""
    if event > day:
        return Fraction(0)
    now = date.fromisoformat(day)
    ago = [_years_before(now, years).isoformat() for years in (1, 2)]
    return Fraction(sum(event >= each for each in ago), 2)


def _years_before(day: date, years: int) -> date:
    return day + (date(day.year - years, 1, 1) - date(day.year, 1, 1))


def _mean(weighed: Sequence[tuple[int, Fraction]]) -> Fraction:
    return sum((points * weight for points, weight in weighed), Fraction(0)) / sum(weight for _, weight in weighed)


def _ranked(found: Mapping[str, tuple[float, Sequence[RatingStep]]]) -> list[Rating]:
    order = sorted(found, key=lambda name: (-found[name][0], name))
    return [
        Rating(
            1 + sum(other > found[name][0] for other, _ in found.values()), name, found[name][0], tuple(found[name][1])
        )
        for name in order
    ]
