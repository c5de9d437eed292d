"""The results of an event so far, for the desk and for everybody."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime

from scoring.match.bodies import Criterion
from scoring.match.event_acts import StageBegun
from scoring.match.event_results import Played, ResultLine, counted_stages, lines, played, standings, team_standings
from scoring.match.ranking import Standing, mers_points
from scoring.match.records import Act, Corrected, Penalty, Result, Void
from scoring.match.sheets import best
from scoring.sheet import PatternName
from webui.hall.desk import Hall, round_over
from webui.match.matches import TableMatch
from webui.records.events import StoredEvent
from webui.records.journal import JournalEntry


@dataclass(frozen=True, slots=True)
class LateChange:
    """A record that changed results of a table after they were published.

    Attributes:
        round: The round.
        table: The table.
        rules: The rules of its match.
        entry: The record, whose act has the reason.
    """

    round: int
    table: int
    rules: str
    entry: JournalEntry[Act]


@dataclass(frozen=True, slots=True)
class Results:
    """Results of an event.

    Attributes:
        kept: The event.
        matches: The matches of these rounds, by round and table.
        tables: Their results, likewise.
        rounds: The rounds that count.
        over: Those of them whose matches are all over.
        by: Criteria of the ranking.
        players: The ranking of players.
        teams: The ranking of teams; empty without teams.
        lines: The result of each player in each of the rounds.
        stages: The stages that the ranking has, in their order.
        changes: What changed results after they were published, by round, table and record.
        mers: Points for the European ranking by name; empty unless the event is played by the European body, and before
            a match is over.
    """

    kept: StoredEvent
    matches: dict[tuple[int, int], TableMatch]
    tables: dict[tuple[int, int], Played]
    rounds: tuple[int, ...]
    over: tuple[int, ...]
    by: tuple[Criterion, ...]
    players: list[Standing]
    teams: list[Standing]
    lines: list[ResultLine]
    stages: list[StageBegun]
    changes: list[LateChange]
    mers: dict[str, int]


@dataclass(frozen=True, slots=True)
class BigHand:
    """A hand of many points.

    Attributes:
        table: Number of its table.
        winner: Name of the winner.
        points: Its points.
        best: The pattern that names it, or None if the hand was not read.
        when: Time of recording (ISO 8601).
    """

    table: int
    winner: str
    points: int
    best: PatternName | None
    when: str


def results(hall: Hall, kept: StoredEvent, rounds: Collection[int] | None = None) -> Results:
    """Return the results of an event.

    Args:
        hall: The hall of its tables.
        kept: The event.
        rounds: The rounds that count, or None for all started ones.
    """
    event = kept.event
    counted = tuple(number for number in sorted(event.rounds) if rounds is None or number in rounds)
    here = {key: found for key, found in sorted(hall.found(kept).items()) if key[0] in counted}
    tables = {key: found.played for key, found in here.items()}
    ranked = standings(event, tables, counted)
    ended = any(played.over for played in tables.values())
    mers = mers_points(ranked) if event.opened.body == "ema" and ended else {}
    return Results(
        kept,
        {key: found.match for key, found in here.items()},
        tables,
        counted,
        tuple(number for number in counted if round_over(event, number, tables)),
        event.body.ranking,
        ranked,
        team_standings(event, tables, counted),
        lines(event, tables),
        counted_stages(event, counted),
        [change for key, found in here.items() for change in _changed_late(hall, kept, key, found.match)],
        mers,
    )


def _changed_late(hall: Hall, kept: StoredEvent, key: tuple[int, int], found: TableMatch) -> Iterator[LateChange]:
    """Yield the records that changed a match of a round after its results were published, by the clock of each."""
    round, table = key
    record = kept.event.released.get(round)
    if record is None:
        return
    published = datetime.fromisoformat(kept.records[record - 1].when)
    matches = hall.matches(table)
    for entry in found.entries:
        if (
            isinstance(entry.act, Corrected | Void | Penalty | Result)
            and datetime.fromisoformat(entry.when) > published
        ):
            before, after = (played(matches.as_of(found.number, entry.number - n).match) for n in (1, 0))
            if (before.points, before.results) != (after.points, after.results):
                yield LateChange(round, table, found.match.rules.name, entry)


def released(hall: Hall, kept: StoredEvent) -> Results:
    """Return the published results."""
    return results(hall, kept, kept.event.released)


def big_hands(hall: Hall, kept: StoredEvent, most: int) -> list[BigHand]:
    """Return the most valuable hands of the round started last, the newest first.

    Args:
        hall: The hall of its tables.
        kept: The event.
        most: Greatest number.
    """
    event = kept.event
    if not event.rounds:
        return []
    round = max(event.rounds)
    found = []
    for (number, table), here in hall.found(kept).items():
        match = here.match
        for hand in match.match.hands if number == round else ():
            when = match.entry(hand.ended).when if hand.ended is not None else ""
            for winner, won in hand.won.items():
                found.append((-won.points, when, table, match.match, hand, winner, won))
    largest = sorted(found, key=lambda each: each[:3])[:most]
    largest.sort(key=lambda each: each[1], reverse=True)
    return [
        BigHand(table, winner, won.points, best(match, hand, won), when)
        for _, when, table, match, hand, winner, won in largest
    ]
