"""Events of many tables as plain JSON: for the desk, and what everybody may see."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from scoring import RULES
from scoring.match.clock import Clock
from scoring.match.event import Event
from scoring.match.ranking import Standing
from scoring.match.revisions import revisions
from scoring.match.seating import MOST_PLAYERS, quality
from webui.exports.standings import amount
from webui.hall.desk import FailedCommand, Found, Hall, clock_in, round_over
from webui.hall.results import BigHand, Results, big_hands, released, results
from webui.messages import Messages
from webui.messages import match as match_words
from webui.messages import scoring as wording
from webui.messages.errors import web_error_said
from webui.records.events import StoredEvent, to_dict
from webui.serializers.matches import body_name

BIG_HANDS = 3
"""Hands that the hall's screen names. Not measured."""


def summary_json(kept: StoredEvent) -> dict[str, Any]:
    """An event in a list of events."""
    about = kept.event.opened
    return {
        "event": kept.number,
        "version": len(kept.records),
        "name": about.name,
        "place": about.place,
        "begins": about.begins,
        "ends": about.ends,
        "rounds": about.rounds,
        "players": len(kept.event.playing),
        "started": len(kept.event.rounds),
    }


def event_json(hall: Hall, kept: StoredEvent, words: Messages) -> dict[str, Any]:
    """All that the desk works with."""
    event, found, clocks = kept.event, results(hall, kept), hall.all_clocks()
    body = body_name(event.body)
    return {
        **summary_json(kept),
        "about": to_dict(event.opened),
        "body": body,
        "body_title": words(match_words.BODIES.get(body, event.body.name)),
        "rules_title": wording.rules(words, RULES[event.opened.rules]),
        "people": [
            {
                **asdict(each.person),
                "here": each.here,
                "withdrawn": each.withdrawn,
                "absent": sorted(each.absent),
            }
            for _, each in sorted(event.entrants.items())
        ],
        "drawn": [_round_json(number, found, clocks) for number in sorted(event.seating)],
        "next": event.next_round,
        "room": MOST_PLAYERS - len(event.ranked),
        "most": MOST_PLAYERS,
        "other_matches": hall.other_matches(kept, event.next_round) if event.next_round else [],
        "quality": quality_json(event),
        "by": list(found.by),
        "standings": standings_json(found.players, found),
        "teams": standings_json(found.teams, found),
        "results": lines_json(found),
        "undone": [_undone_json(each, words) for each in hall.undone(kept.number)],
        "records": records_json(kept),
    }


def shown_json(hall: Hall, kept: StoredEvent, words: Messages) -> dict[str, Any]:
    """What everybody may see: seats, the clock, and the results of the rounds that were released."""
    event, found, matches = kept.event, released(hall, kept), hall.found(kept)
    tables = {key: each.played for key, each in matches.items()}
    current = max(event.rounds, default=None)
    return {
        **summary_json(kept),
        "released": sorted(event.released),
        "next": event.next_round,
        "current": current,
        "drawn": [
            {
                "round": number,
                "started": number in event.rounds,
                "over": round_over(event, number, tables),
                "released": number in event.released,
                "tables": [[event.name(event.sits(number, player)) for player in game] for game in games],
            }
            for number, games in sorted(event.seating.items())
        ],
        "clock": _hall_clock(hall, current, matches),
        "by": list(found.by),
        "standings": standings_json(found.players, found) if found.rounds else [],
        "teams": standings_json(found.teams, found) if found.rounds else [],
        "results": lines_json(found),
        "big": [big_json(each, words) for each in big_hands(hall, kept, BIG_HANDS)],
    }


def records_json(kept: StoredEvent) -> list[dict[str, Any]]:
    """The records of an event, the oldest first: each with whether it stands, or which record does in its place."""
    revised = revisions((record.number, record.act) for record in kept.records)
    return [
        {
            "id": str(record.id),
            "number": record.number,
            "act": to_dict(record.act),
            "who": record.who,
            "role": record.role,
            "when": record.when,
            "hash": record.hash,
            "stands": revised.of(record.number, record.act),
        }
        for record in kept.records
    ]


def standings_json(standings: list[Standing], found: Results) -> list[dict[str, Any]]:
    """A ranking; table points as people write them, and exactly as a fraction in text."""
    return [
        {
            "place": row.rank,
            "name": row.player,
            "table_points": amount(row.table_points),
            "exact": str(row.table_points),
            "points": row.game_points,
            "match_points": round(row.match_points, 2),
            "mers": found.mers.get(row.player),
        }
        for row in standings
    ]


def lines_json(found: Results) -> list[dict[str, Any]]:
    """What each player has from each round."""
    event = found.kept.event
    return [
        {
            "round": line.round,
            "table": line.table,
            "place": line.place,
            "name": event.name(line.player),
            "points": line.points,
            "table_points": amount(line.table_points),
            "over": line.over,
        }
        for line in found.lines
    ]


def quality_json(event: Event) -> dict[str, int] | None:
    """How good the whole seating is; None where not all rounds have the same players."""
    everybody = sorted({player for games in event.seating.values() for game in games for player in game})
    if not event.seating or any(4 * len(games) != len(everybody) for games in event.seating.values()):
        return None
    place = {player: at for at, player in enumerate(everybody, 1)}
    schedule = tuple(
        tuple((place[e], place[s], place[w], place[n]) for e, s, w, n in games)
        for _, games in sorted(event.seating.items())
    )
    teams = [[place[player] for player in team if player in place] for team in event.teams.values()]
    return asdict(quality(schedule, teams))


def big_json(hand: BigHand, words: Messages) -> dict[str, Any]:
    """A hand of many points."""
    return {
        "table": hand.table,
        "winner": hand.winner,
        "points": hand.points,
        "best": wording.pattern(words, hand.best.name, hand.best.zh) if hand.best else None,
        "when": hand.when,
    }


def _round_json(number: int, found: Results, clocks: Mapping[int, Clock]) -> dict[str, Any]:
    event = found.kept.event
    started = event.rounds.get(number)
    return {
        "round": number,
        "seed": event.seeds.get(number, 0),
        "started": started is not None,
        "over": number in found.over,
        "released": number in event.released,
        "missing": event.missing(number),
        "tables": [
            {
                "table": table,
                "players": list(game),
                "names": [event.name(event.sits(number, player)) for player in game],
                "by": [None if event.sits(number, player) == player else event.sits(number, player) for player in game],
                **_table_json(number, table, found, clocks),
            }
            for table, game in enumerate(event.seating[number], 1)
        ],
    }


def _table_json(number: int, table: int, found: Results, clocks: Mapping[int, Clock]) -> dict[str, Any]:
    """What a match of a round stands at; the same keys without one."""
    event = found.kept.event
    started, match = event.rounds.get(number), found.matches.get((number, table))
    if started is None or match is None:
        return {"match": None, "over": False}
    played = found.tables[number, table]
    newest = number == max(event.rounds)
    return {
        "match": match.number,
        "over": played.over,
        "hand": len(match.match.hands),
        "hands": played.hands,
        "last": played.last,
        "points": list(played.points),
        "forced": started.forced.get(table, (None, 0))[0],
        "extra": started.extra.get(table, 0),
        "recorded": match.entries[-1].when,
        "clock": clock_json(clock_in(match, clocks.get(table, Clock()))) if newest else None,
    }


def clock_json(clock: Clock) -> dict[str, Any]:
    """A clock as it stands at this moment, in seconds; a page counts on from there."""
    now = datetime.now(UTC)
    left = clock.left(now)
    return {
        "phase": clock.phase(now),
        "played": clock.played(now).total_seconds(),
        "left": None if left is None else left.total_seconds(),
        "word": None if clock.word is None else clock.word.total_seconds() / 60,
        "extra": clock.extra.total_seconds() / 60,
    }


def _hall_clock(hall: Hall, round: int | None, found: Mapping[tuple[int, int], Found]) -> dict[str, Any] | None:
    """The clock of the tables that still play, without what single ones were given."""
    known = hall.all_clocks()
    clocks = [
        clock_in(each.match, known[table])
        for (number, table), each in found.items()
        if number == round and not each.played.over and table in known
    ]
    running = [clock for clock in clocks if clock.started and not clock.ended]
    return clock_json(min(running, key=lambda clock: clock.extra)) if running else None


def _undone_json(undone: FailedCommand, words: Messages) -> dict[str, Any]:
    return {
        "record": undone.order.record,
        "table": undone.order.table,
        "kind": undone.why.kind,
        "says": web_error_said(words, undone.why),
    }
