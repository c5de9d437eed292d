"""Events of many tables, for the desk and for the public."""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from msgspec import UNSET, Struct, UnsetType, structs

from scoring.match.bodies import Criterion
from scoring.match.clock import Clock
from scoring.match.course import leaves_points
from scoring.match.duplicates import Likeness
from scoring.match.event import Event
from scoring.match.event_acts import Carry, EventAct, Opened, TableResult
from scoring.match.records import Role
from scoring.match.revisions import revisions
from scoring.match.seating import MOST_PLAYERS, Quality, quality
from scoring.tiles import WINDS
from webui.hall.desk import FailedCommand, Found, Hall, clock_in, round_over
from webui.hall.due import DueStep, awaited, due_step, vacant
from webui.hall.reasons import MeetingWhy, OutWhy, Reasons, reasons
from webui.hall.results import BigHand, Results, big_hands, released, results
from webui.messages import N_, Messages, dates
from webui.messages import acts as act_words
from webui.messages import match as match_words
from webui.messages import scoring as wording
from webui.messages.errors import web_error_said
from webui.messages.game import GameMessages, in_game
from webui.records.events import StoredEvent
from webui.serializers.clocks import RunningClock, running_json
from webui.serializers.standings import Ranked, amount, standings_json

BIG_HANDS = 3
"""Big hands on the hall's screen; more leave less room for the ranking."""


class EventSummary(Struct, frozen=True):
    """An event in a list; `version` is the number of its records, `started` the number of rounds started.

    `times` are the beginnings of the rounds in the time zone `zone`, as 2026-12-05T10:00; empty where not known.
    """

    event: int
    version: int
    name: str
    place: str
    begins: str
    ends: str
    zone: str
    times: list[str]
    rounds: int
    players: int
    started: int


def summary_json(kept: StoredEvent) -> EventSummary:
    """Return an event for a list."""
    about = kept.event.opened
    return EventSummary(
        event=kept.number,
        version=len(kept.records),
        name=about.name,
        place=about.place,
        begins=about.begins,
        ends=about.ends,
        zone=about.zone,
        times=list(about.times),
        rounds=about.rounds,
        players=len(kept.event.playing),
        started=len(kept.event.rounds),
    )


class PlayerShown(Struct, frozen=True, kw_only=True):
    """A player or substitute of an event or a list."""

    number: int
    name: str
    first: str
    last: str
    ema: str
    country: str
    team: str
    club: str
    substitute: bool
    legal: str = ""
    other: str = ""
    photos: bool = False
    own_fee: int | None = None


class Like(PlayerShown, frozen=True, kw_only=True):
    """A person who may be the same as another, and what they have in common."""

    by: Likeness


class LikelyEncoding(Struct, frozen=True):
    """An encoding that a list may have, with the first lines that it gives."""

    name: str
    sample: list[str]


class ListedPerson(PlayerShown, frozen=True, kw_only=True):
    """A person of a list, with others who may be the same."""

    like: Like | None


class ListedTable(Struct, frozen=True):
    """A table of a list of results: its first row, players, and totals in the same order."""

    row: int
    round: int
    table: int
    names: list[str]
    totals: list[int]
    left: int
    penalties: list[int]
    day: str = ""


class ListedNew(Struct, frozen=True):
    """A player who would be entered with a list of results, and the number that they would have."""

    number: int
    name: str


class ListedRound(Struct, frozen=True):
    """A round of a seating script, and the names at each of its tables, East first."""

    round: int
    tables: list[list[str]]


class ListedProblem(Struct, frozen=True):
    """The refusal of a row of a list of results."""

    row: int
    says: str


class AskedName(Struct, frozen=True):
    """A name of a list of results that is nobody's in the event, and the number of the player with a similar one."""

    name: str
    like: int | None


class EntrantShown(PlayerShown, frozen=True, kw_only=True):
    """An entered player: presence, the reason if they left the event, and the rounds that they miss."""

    here: bool
    withdrawn: str | None
    absent: list[int]
    fee: int
    paid: int


class DrawnTable(Struct, frozen=True, kw_only=True):
    """A table of a round: its players by number and name, their stand-ins, and its match once begun.

    `places` are those in the ranking by which it was drawn; a player who was seated later has none.

    `typed` is true if its totals were typed from paper, and `typed_by` the record of the event that has them.
    """

    table: int
    players: list[int]
    names: list[str]
    by: list[int | None]
    places: list[int | None] | UnsetType = UNSET
    match: int | None = None
    over: bool = False
    hand: int | UnsetType = UNSET
    hands: int | UnsetType = UNSET
    last: int | UnsetType = UNSET
    points: list[int] | UnsetType = UNSET
    forced: str | UnsetType | None = UNSET
    typed: bool | UnsetType = UNSET
    typed_by: int | UnsetType | None = UNSET
    extra: int | UnsetType = UNSET
    recorded: str | UnsetType = UNSET
    clock: RunningClock | UnsetType | None = UNSET


class DrawnRound(Struct, frozen=True):
    """A round at the desk.

    `missing` are absent players without a stand-in; `free` are those who may stand in, `out` those who sit out in turn.
    `held` is true while only the desk sees the seating; `reasons` are sentences on who meets again and who sits out.
    """

    round: int
    seed: int
    started: bool
    over: bool
    released: bool
    missing: list[int]
    free: list[int]
    out: list[int]
    held: bool
    reasons: list[str]
    tables: list[DrawnTable]


class RoundLine(Struct, frozen=True):
    """A player's points of a round; `place` is their first seat, 0 for East, and `typed` true for points from paper."""

    round: int
    table: int
    place: int
    name: str
    points: int
    table_points: str
    result: str
    over: bool
    typed: bool


class StageShown(Struct, frozen=True):
    """A stage: its first round, the names of those who went on, and a sentence; `name` is empty if it has none."""

    name: str
    since: int
    carry: Carry
    players: list[str]
    says: str


class FailedOrder(Struct, frozen=True):
    """A record that a table refused, and the reason."""

    record: int
    table: int
    kind: str
    says: str


class EventRecord(Struct, frozen=True):
    """A record of an event.

    `stands` is true, false, or the number of the record that replaces it; `revocable` is true if it may be taken back.
    """

    id: UUID
    number: int
    act: EventAct
    says: str
    who: str
    role: Role
    when: str
    hash: str
    stands: bool | int
    revocable: bool


class LineUp(Struct, frozen=True):
    """The players of a team who play in a round, as the team chose them."""

    round: int
    team: str
    players: list[int]


class DeskEvent(EventSummary, frozen=True, kw_only=True):
    """An event with all that its desk needs.

    `due` is the next step; `awaited` are players who have not arrived, `vacant` the free places at the last table,
    `current` the round started last, `coming` the rounds after it, `next` the one that can be drawn, and `free` the
    possible stand-ins of those.
    """

    about: Opened
    body: str
    body_title: str
    rules_title: str
    people: list[EntrantShown]
    drawn: list[DrawnRound]
    due: DueStep
    awaited: list[int]
    vacant: int
    current: int | None
    coming: list[int]
    line_ups: list[LineUp]
    free: list[int]
    next: int | None
    room: int
    most: int
    other_matches: list[int]
    quality: Quality | None
    by: tuple[Criterion, ...]
    points_head: str
    start: int
    size: int
    leaves_points: bool
    standings: list[Ranked]
    teams: list[Ranked]
    results: list[RoundLine]
    stages: list[StageShown]
    typed: list[str]
    recounted: list[str]
    corrected: list[str]
    undone: list[FailedOrder]
    records: list[EventRecord]


def stages_json(found: Results, words: Messages) -> list[StageShown]:
    """Return the stages that the ranking has, in their order."""
    event = found.kept.event
    return [
        StageShown(
            each.name,
            each.since,
            each.carry,
            [*map(event.name, each.players)],
            act_words.said_of_event(words, each, event),
        )
        for each in found.stages
    ]


def typed(found: Results, words: Messages) -> list[str]:
    """Return a sentence for each round on its tables whose totals were typed from paper."""
    by_round: dict[int, list[str]] = {}
    for (round, table), played in found.tables.items():
        if played.typed:
            by_round.setdefault(round, []).append(str(table))
    return [
        words(
            N_("Totals typed from paper in round %(round)d: tables %(tables)s"),
            {"round": round, "tables": words(", ").join(tables)},
        )
        for round, tables in by_round.items()
    ]


def recounted(found: Results, words: Messages) -> list[str]:
    """Return a sentence for each match whose kept totals an earlier version counted otherwise."""
    return [
        words(
            N_("Round %(round)d, table %(table)d: %(says)s"),
            {"round": round, "table": table, "says": match_words.recounted(words, match.match)},
        )
        for (round, table), match in sorted(found.matches.items())
        if match.match.before
    ]


def corrected(found: Results, words: Messages) -> list[str]:
    """Return a sentence for each record that changed results after they were published: when, what and why."""
    return [
        act_words.corrected(
            in_game(words, each.rules), each.round, each.table, each.entry.act, dates.moment(words, each.entry.when)
        )
        for each in found.changes
    ]


MOST_REASONS: Final = 20
"""Meetings of a round that are explained at the desk. More fill a phone's screen; fewer hide a club's."""


def reasons_said(event: Event, found: Reasons, words: Messages) -> list[str]:
    """Return the reasons of a drawn round as sentences: who meets again, teammates, clubs, and who sits out."""
    said = []
    for each in found.meetings[:MOST_REASONS]:
        one, other = map(event.name, each.players)
        about = {"table": each.table, "one": one, "other": other, "group": each.group}
        about["rounds"] = words(", ").join(map(str, each.rounds))
        said.append(words(_MEETINGS[each.why], about))
    if (more := len(found.meetings) - MOST_REASONS) > 0:
        said.append(words(N_("Such meetings besides: %(count)d"), {"count": more}))
    if found.repeats == 0:
        said.append(words(N_("Nobody of this round meets again")))
    elif found.repeats == found.least:
        said.append(words(N_("No seating of these players repeats fewer meetings")))
    elif found.swap:
        one, other = map(event.name, found.swap)
        said.append(
            words(N_("Fewer meetings repeat if %(one)s and %(other)s swap seats"), {"one": one, "other": other})
        )
    elif found.least is not None:
        said.append(words(N_("Another seating of these players repeats fewer meetings: draw again")))
    else:
        said.append(words(N_("No swap of two players repeats fewer meetings")))
    for player, why, times in found.out:
        said.append(words(_OUT[why], {"name": event.name(player), "times": times}))
    return said


_MEETINGS: Final[Mapping[MeetingWhy, str]] = {
    "again": N_("Table %(table)d: %(one)s and %(other)s also meet in round %(rounds)s"),
    "team": N_("Table %(table)d: %(one)s and %(other)s are both of the team %(group)s"),
    "club": N_("Table %(table)d: %(one)s and %(other)s are both of the club %(group)s"),
}

_OUT: Final[Mapping[OutWhy, str]] = {
    "turn": N_("%(name)s sits out in turn; rounds sat out before: %(times)d"),
    "misses": N_("%(name)s misses this round"),
    "rests": N_("%(name)s is not in the line-up of the team"),
    "left-out": N_("%(name)s has no place: the desk left them out"),
}


def event_json(hall: Hall, kept: StoredEvent, words: Messages) -> DeskEvent:
    """Return an event for its desk."""
    event, found, clocks = kept.event, results(hall, kept), hall.all_clocks()
    body = event.body.id
    current = max(event.rounds, default=0)
    coming = list(range(current + 1, event.opened.rounds + 1))
    why = reasons(event)
    drawn = [
        _round_json(number, found, clocks, reasons_said(event, why[number], words)) for number in sorted(event.seating)
    ]
    playing = [table for each in drawn if each.round == current for table in each.tables if not table.over]
    return DeskEvent(
        **structs.asdict(summary_json(kept)),
        about=event.opened,
        body=body,
        body_title=match_words.body(words, event.body),
        rules_title=wording.rules(words, event.rules),
        people=[
            EntrantShown(
                **asdict(each.person),
                here=each.here,
                withdrawn=each.withdrawn,
                absent=sorted(each.absent),
                fee=event.fee(number),
                paid=each.paid,
            )
            for number, each in sorted(event.entrants.items())
        ],
        drawn=drawn,
        due=due_step(event, [table.clock.phase if table.clock else None for table in playing]),
        awaited=awaited(event),
        vacant=vacant(event),
        current=current or None,
        coming=coming,
        line_ups=[LineUp(round, team, list(chosen)) for (round, team), chosen in sorted(event.line_ups.items())],
        free=event.free(coming),
        next=event.next_round or event.undrawn,
        room=MOST_PLAYERS - len(event.ranked),
        most=MOST_PLAYERS,
        other_matches=hall.other_matches(kept, event.next_round) if event.next_round else [],
        quality=quality_json(event),
        by=found.by,
        points_head=match_words.points_head(words, event.body.unit),
        start=event.body.start,
        size=event.size,
        leaves_points=leaves_points(event.rules),
        standings=standings_json(found.players, found.mers, event.body.unit),
        teams=standings_json(found.teams, found.mers, event.body.unit),
        results=lines_json(found),
        stages=stages_json(found, words),
        typed=typed(found, words),
        recounted=recounted(found, words),
        corrected=corrected(found, words),
        undone=[_undone_json(each, words) for each in hall.undone(kept.number)],
        records=records_json(kept, words),
    )


class ShownRound(Struct, frozen=True):
    """A round as the public sees it: the names at each table, none at one whose players have moved."""

    round: int
    started: bool
    over: bool
    released: bool
    tables: list[list[str]]


class SeatShown(Struct, frozen=True):
    """The seat of a player in a round, and the names at that table from East on."""

    table: int
    wind: str
    players: list[str]


def seat_json(round: ShownRound, name: str) -> SeatShown | None:
    """Return the seat of a player in a round, or None if they do not play in it."""
    for table, players in enumerate(round.tables, 1):
        if name in players:
            return SeatShown(table, WINDS[players.index(name)], players)
    return None


class BigHandShown(Struct, frozen=True):
    """A hand of many points, and the pattern that names it; `says` has the points with their unit."""

    table: int
    winner: str
    points: int
    says: str
    best: str | None
    when: str


class ShownEvent(EventSummary, frozen=True, kw_only=True):
    """The public part of an event."""

    released: list[int]
    next: int | None
    current: int | None
    drawn: list[ShownRound]
    clock: RunningClock | None
    by: tuple[Criterion, ...]
    points_head: str
    standings: list[Ranked]
    teams: list[Ranked]
    results: list[RoundLine]
    stages: list[StageShown]
    typed: list[str]
    recounted: list[str]
    corrected: list[str]
    big: list[BigHandShown]


def shown_json(hall: Hall, kept: StoredEvent, words: Messages) -> ShownEvent:
    """Return the public part of an event: seats, the clock, and the results of released rounds."""
    event, found, matches = kept.event, released(hall, kept), hall.found(kept)
    tables = {key: each.played for key, each in matches.items()}
    current = max(event.rounds, default=None)
    return ShownEvent(
        **structs.asdict(summary_json(kept)),
        released=sorted(event.released),
        next=event.next_round if event.next_round in event.shown_seating else None,
        current=current,
        drawn=[
            ShownRound(
                round=number,
                started=number in event.rounds,
                over=round_over(event, number, tables),
                released=number in event.released,
                tables=[[event.name(event.sits(number, player)) for player in game] for game in games],
            )
            for number, games in event.shown_seating.items()
        ],
        clock=_hall_clock(hall, current, matches),
        by=found.by,
        points_head=match_words.points_head(words, event.body.unit),
        standings=standings_json(found.players, found.mers, event.body.unit) if found.rounds else [],
        teams=standings_json(found.teams, found.mers, event.body.unit) if found.rounds else [],
        results=lines_json(found),
        stages=stages_json(found, words),
        typed=typed(found, words),
        recounted=recounted(found, words),
        corrected=corrected(found, words),
        big=[_big_json(each, in_game(words, event.rules.name)) for each in big_hands(hall, kept, BIG_HANDS)],
    )


def records_json(kept: StoredEvent, words: Messages) -> list[EventRecord]:
    """Return the records of an event, the oldest first."""
    revised = revisions(kept.acts)
    return [
        EventRecord(
            id=record.id,
            number=record.number,
            act=record.act,
            says=act_words.said_of_event(words, record.act, kept.event),
            who=record.who,
            role=record.role,
            when=record.when,
            hash=record.hash,
            stands=revised.of(record.number, record.act),
            revocable=revised.by(record.number) is not None and kept.event.revocable(record.number, record.act),
        )
        for record in kept.records
        if not record.aside
    ]


def listed_json(event: Event, row: int, result: TableResult, name: Callable[[int], str], day: str = "") -> ListedTable:
    """Return a table of a list of results."""
    seated = event.rounds[result.round].players if result.round in event.rounds else []
    players = result.players or (seated[result.table - 1] if 0 < result.table <= len(seated) else ())
    names = [name(player) for player in players]
    totals, penalties = list(result.totals), list(result.penalties)
    return ListedTable(row, result.round, result.table, names, totals, result.left, penalties, day)


def lines_json(found: Results) -> list[RoundLine]:
    """Return the points of each player in each round."""
    event = found.kept.event
    return [
        RoundLine(
            round=line.round,
            table=line.table,
            place=line.place,
            name=event.name(line.player),
            points=line.points,
            table_points=amount(line.table_points),
            result=match_words.result(line.result),
            over=line.over,
            typed=line.typed,
        )
        for line in found.lines
    ]


def quality_json(event: Event) -> Quality | None:
    """Return the quality of the whole seating, or None if the rounds have different players."""
    everybody = sorted({player for games in event.seating.values() for game in games for player in game})
    drawn = [[game for game in games if game] for _, games in sorted(event.seating.items())]
    if not drawn or any(event.size * len(games) != len(everybody) for games in drawn):
        return None
    place = {player: at for at, player in enumerate(everybody, 1)}
    schedule = tuple(tuple([tuple([place[player] for player in game]) for game in games]) for games in drawn)
    teams = [[place[player] for player in team if player in place] for team in event.teams.values()]
    return quality(schedule, teams)


def _big_json(hand: BigHand, words: GameMessages) -> BigHandShown:
    best = wording.pattern(words, hand.best.name, hand.best.zh) if hand.best else None
    says = words.points(hand.points)
    return BigHandShown(hand.table, hand.winner, hand.points, says, best, hand.when)


def _round_json(number: int, found: Results, clocks: Mapping[int, Clock], why: list[str]) -> DrawnRound:
    event = found.kept.event
    return DrawnRound(
        round=number,
        seed=event.seeds.get(number, 0),
        started=number in event.rounds,
        over=number in found.over,
        released=number in event.released,
        missing=event.missing(number),
        free=event.free([number]),
        out=list(event.out.get(number, ())),
        held=number in event.held,
        reasons=why,
        tables=[
            DrawnTable(
                table=table,
                players=list(game),
                names=[event.name(event.sits(number, player)) for player in game],
                by=[None if event.sits(number, player) == player else event.sits(number, player) for player in game],
                places=[*map(event.places[number].get, game)] if number in event.places else UNSET,
                **_table_json(number, table, found, clocks),
            )
            for table, game in event.games(number).items()
        ],
    )


def _table_json(number: int, table: int, found: Results, clocks: Mapping[int, Clock]) -> dict[str, Any]:
    """Return the state of a match of a round as fields of `DrawnTable`; empty without a match."""
    event = found.kept.event
    started, match = event.rounds.get(number), found.matches.get((number, table))
    if started is None or match is None:
        return {}
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
        "typed": played.typed,
        "typed_by": started.typed[table][1] if table in started.typed else None,
        "extra": started.extra.get(table, 0),
        "recorded": match.entries[-1].when,
        "clock": running_json(clock_in(match, clocks.get(table, Clock())), datetime.now(UTC)) if newest else None,
    }


def _hall_clock(hall: Hall, round: int | None, found: Mapping[tuple[int, int], Found]) -> RunningClock | None:
    """Return the clock of the tables that still play, without the extra time of single tables, or None."""
    known = hall.all_clocks()
    clocks = [
        clock_in(each.match, known[table])
        for (number, table), each in found.items()
        if number == round and not each.played.over and table in known
    ]
    running = [clock for clock in clocks if clock.started and not clock.ended and not clock.resting]
    return running_json(min(running, key=lambda clock: clock.extra), datetime.now(UTC)) if running else None


def _undone_json(undone: FailedCommand, words: Messages) -> FailedOrder:
    return FailedOrder(undone.order.record, undone.order.table, undone.why.kind, web_error_said(words, undone.why))
