"""An event of many tables as the fold of its acts: players, seating, and rounds started, finished and released.

Acts are only ever added. `EventVoid` takes one back and `EventCorrected` replaces one; if a later act would no longer
follow, the change is refused.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Final, NamedTuple, cast

from msgspec import structs

from scoring.errors import UnknownRulesError
from scoring.games.game import RuleBook
from scoring.match.bodies import Body
from scoring.match.course import bodies_of, body_of, course_of, find_course, leaves_points
from scoring.match.effects import MOST_HANDS
from scoring.match.event_acts import (
    AT_TABLES,
    Absent,
    Amended,
    CheckedIn,
    CreditedTo,
    Entered,
    EventAct,
    EventCorrected,
    EventEntry,
    EventVoid,
    Extended,
    Finished,
    HeldBack,
    LinedUp,
    Opened,
    Paid,
    PastRounds,
    PlayerEntry,
    Released,
    Reseated,
    SeatingDrawn,
    SeatingPublished,
    StageBegun,
    Started,
    StoodIn,
    TableMoved,
    TableResult,
    TableResults,
    Withdrawn,
)
from scoring.match.event_errors import EventRejectedError
from scoring.match.missing import MISSING_BODY, kept_book
from scoring.match.records import Result
from scoring.match.revisions import revisions
from scoring.match.seating import MOST_PLAYERS, SeatingGame
from scoring.rules import BOOKS, rule_book
from scoring.tiles import WINDS

LONGEST_NAME: Final = 60
"""Most characters of a name, as in the form of a match. More would widen lists and prints; fewer refuse real names."""

MOST_PAID: Final = 100_000_000
"""Greatest amount paid at once, in hundredths. More lets a typing error pass; less refuses fees in yen or won."""

MOST_BYE: Final = 100
"""Most table points of a round in which a player sits out. More lets a typing error pass; less refuses tables that
count more than four for the first."""

MOST_WEIGHT: Final = 1000
"""Greatest weight of an event in ratings, in hundredths. More lets a typing error pass; less refuses championships, to
which the European association has given 5."""

MOST_EVENT_ROUNDS: Final = 100
"""Most rounds of an event. More lets a typing error pass; fewer refuse the evenings of a league's year. Fewer are drawn
at once."""

LONGEST_ROUND: Final = 600
"""Most minutes of a round, as in the clock of a table. More lets a typing error pass; fewer may refuse a long round."""


MOST_TABLES: Final = 200
"""Greatest number of a table. More lets a typing error pass; fewer leave a hall of 400 players no number for a spare
table."""

_SEATS: Final = 4
"""Players of a table of an event."""


@dataclass(slots=True)
class Entrant:
    """A person entered in the event.

    Attributes:
        person: Their entry.
        here: True once they have checked in.
        withdrawn: The reason why they play no more, or None while they play.
        absent: Rounds that they miss.
        paid: Amount paid of the entry fee, in hundredths.
    """

    person: PlayerEntry
    here: bool = False
    withdrawn: str | None = None
    absent: frozenset[int] = frozenset()
    paid: int = 0


@dataclass(frozen=True, slots=True)
class StandIn:
    """The substitute in a player's place in a round.

    Attributes:
        by: Number of the substitute.
        credited: The owner of the points.
    """

    by: int
    credited: CreditedTo


class Typed(NamedTuple):
    """Totals typed from paper by seat, the number of their record, and the key of the table's order."""

    result: Result
    record: int
    key: str


@dataclass(frozen=True, slots=True)
class MovedTable:
    """A table of a begun round whose players sit at another one.

    Attributes:
        record: Number of the record that moved it.
        table: Its number before.
        to: Its number since.
        names: The names that the match begins with there, unless its records go along.
        along: True if they do.
    """

    record: int
    table: int
    to: int
    names: tuple[str, ...]
    along: bool = False


@dataclass(slots=True)
class Round:
    """A round that was started.

    Attributes:
        record: Number of the record that started it.
        seated: Names that its matches began with, by table.
        players: The players drawn to the places of these names; two who changed tables late are exchanged here.
        swaps: Late swaps, by number of the record: the names of two at one table, with its number, or the change.
        forced: The desk's reason for ending a table's match, and the number of that record, by table.
        extra: Additional minutes, by table.
        typed: The totals typed from paper, by table.
        past: Its own number, if its record brought several rounds that were played elsewhere; else 0.
        day: The day on which it was played elsewhere (ISO 8601), if known.
        moved: The tables that moved after it had begun, in the order of the records.
    """

    record: int
    seated: tuple[tuple[str, ...], ...]
    players: list[list[int]]
    swaps: dict[int, "LateSwap"] = field(default_factory=dict)
    forced: dict[int, tuple[str, int]] = field(default_factory=dict)
    extra: dict[int, int] = field(default_factory=dict)
    typed: dict[int, Typed] = field(default_factory=dict)
    past: int = 0
    day: str = ""
    moved: list[MovedTable] = field(default_factory=list)

    @property
    def tables(self) -> list[int]:
        """Numbers of the tables at which somebody sits."""
        return [table for table, players in enumerate(self.players, 1) if players]

    def copied(self) -> "Round":
        """Return a round that goes on from here without changing this one."""
        return replace(
            self,
            players=[list(each) for each in self.players],
            swaps=dict(self.swaps),
            forced=dict(self.forced),
            extra=dict(self.extra),
            typed=dict(self.typed),
            moved=list(self.moved),
        )


@dataclass(frozen=True, slots=True)
class LateSwap:
    """Two players who sat in each other's place.

    Attributes:
        tables: Their tables, which may be the same.
        names: Their names, as these tables had them before.
        reason: How the mistake was noticed.
    """

    tables: tuple[int, int]
    names: tuple[str, str]
    reason: str


@dataclass(slots=True)
class Event:
    """The state of an event.

    Attributes:
        about: Data of the event, or None before it is opened.
        entrants: Everybody who was entered, by number.
        seating: For each round that is drawn its tables, each with the players East, South, West, North; a table is
            empty if its players have moved.
        seeds: Random seed of the draw of each round.
        out: Those who sit out in turn in each round that has any.
        places: Places in the ranking of the players of each round that was drawn by it.
        held: The drawn rounds that only the desk sees.
        stand_ins: Substitutes, by round and player.
        line_ups: Those of a team who play in a round, by round and team.
        lined: Teammates by round and player in whose drawn place they play, for rounds that have not begun.
        rounds: The rounds that were started, by number.
        stages: The stages after the first rounds, in their order.
        moves: The tables that moved, each with the number of its record.
        released: Rounds whose results are published, each with the number of the record that published it.
        voided: Numbers of the records of `AT_TABLES` that were taken back.
        last: Number of the last record.
    """

    about: Opened | None = None
    entrants: dict[int, Entrant] = field(default_factory=dict)
    seating: dict[int, list[SeatingGame]] = field(default_factory=dict)
    seeds: dict[int, int] = field(default_factory=dict)
    out: dict[int, tuple[int, ...]] = field(default_factory=dict)
    places: dict[int, dict[int, int]] = field(default_factory=dict)
    held: set[int] = field(default_factory=set)
    stand_ins: dict[tuple[int, int], StandIn] = field(default_factory=dict)
    line_ups: dict[tuple[int, str], tuple[int, ...]] = field(default_factory=dict)
    lined: dict[tuple[int, int], StandIn] = field(default_factory=dict)
    rounds: dict[int, Round] = field(default_factory=dict)
    stages: list[StageBegun] = field(default_factory=list)
    moves: list[tuple[int, TableMoved]] = field(default_factory=list)
    released: dict[int, int] = field(default_factory=dict)
    voided: dict[int, EventEntry] = field(default_factory=dict)
    last: int = 0

    @staticmethod
    def of(acts: Iterable[tuple[int, EventAct]]) -> "Event":
        """Return the event after numbered acts, the oldest first.

        Raises:
            EventRejectedError: An act does not follow from those before it.
        """
        log = EventLog()
        for number, act in acts:
            log.add(number, act)
        return log.event

    @property
    def opened(self) -> Opened:
        """The event's data.

        Raises:
            EventRejectedError: It was not opened.
        """
        if self.about is None:
            raise EventRejectedError("not-opened")
        return self.about

    @property
    def size(self) -> int:
        """Players of a table: three by rules of three; four by others, and while the rules are not known."""
        return self.rules.play.players if self.opened.rules in BOOKS else _SEATS

    @property
    def body(self) -> Body:
        """The body that it is played by."""
        if self.opened.rules not in BOOKS:
            return MISSING_BODY
        name = self.opened.body
        return bodies_of(self.rules)[name] if name else body_of(self.rules)

    @property
    def rules(self) -> RuleBook:
        """The rules of its hands; those in the place of them if they are not installed."""
        return kept_book(self.opened.rules)

    @property
    def playing(self) -> list[Entrant]:
        """The entrants who take part in a draw, by number: all who have not withdrawn."""
        return [each for _, each in sorted(self.entrants.items()) if each.withdrawn is None]

    @property
    def ranked(self) -> list[int]:
        """Numbers of those who take part and are ranked: no substitutes, and nobody who has withdrawn."""
        return [each.person.number for each in self.playing if not each.person.substitute]

    def contenders(self, round: int) -> list[int]:
        """Return those who are ranked and have not withdrawn, of a round of a stage those who went on."""
        stage = next((each.players for each in reversed(self.stages) if each.since <= round), None)
        return [number for number in self.ranked if stage is None or number in stage]

    def rests(self, round: int, player: int) -> bool:
        """Return True for a player whose team lets others play in a round."""
        chosen = self.line_ups.get((round, self.entrants[player].person.team)) if self.line_ups else None
        return chosen is not None and player not in chosen

    def on_field(self, round: int) -> list[int]:
        """Return the contenders of a round who play in it if their team has chosen who does."""
        return [number for number in self.contenders(round) if not self.rests(round, number)]

    def stand_in(self, round: int, player: int) -> StandIn | None:
        """Return who sits in a player's place in a round, a substitute or one of the team, or None."""
        return self.stand_ins.get((round, player)) or self.lined.get((round, player))

    def fee(self, player: int) -> int:
        """Return the entry fee of a player in hundredths; a substitute who only fills tables pays none."""
        person = self.entrants[player].person
        own = 0 if person.substitute else self.opened.fee
        return own if person.own_fee is None else person.own_fee

    @property
    def teams(self) -> dict[str, list[int]]:
        """The players of each team by its name."""
        found: dict[str, list[int]] = {}
        for number, each in sorted(self.entrants.items()):
            if each.person.team:
                found.setdefault(each.person.team, []).append(number)
        return found

    @property
    def substitutes(self) -> set[int]:
        """Numbers of those who only fill tables."""
        return {number for number, each in self.entrants.items() if each.person.substitute}

    @property
    def tables(self) -> int:
        """Greatest number of a table of the drawn rounds."""
        return max((len(games) for games in self.seating.values()), default=0)

    @property
    def table_numbers(self) -> list[int]:
        """Numbers of the tables at which somebody sits in a drawn round."""
        return sorted({table for round in self.seating for table in self.games(round)})

    def games(self, round: int) -> dict[int, SeatingGame]:
        """Return the players of each table of a round by its number; of a round that is not drawn none."""
        return {table: game for table, game in enumerate(self.seating.get(round, ()), 1) if game}

    @property
    def next_round(self) -> int | None:
        """The first drawn round that was not started, or None."""
        return next((number for number in sorted(self.seating) if number not in self.rounds), None)

    @property
    def undrawn(self) -> int | None:
        """The first round without a seating, once another one has one; None if all are drawn, or none is."""
        rounds = range(1, self.opened.rounds + 1) if self.seating else ()
        return next((number for number in rounds if number not in self.seating), None)

    @property
    def clubs(self) -> dict[str, list[int]]:
        """The players of each club by its name."""
        found: dict[str, list[int]] = {}
        for number, each in sorted(self.entrants.items()):
            if each.person.club:
                found.setdefault(each.person.club, []).append(number)
        return found

    @property
    def shown_seating(self) -> dict[int, list[SeatingGame]]:
        """The tables of each drawn round that everybody may see, in the order of the rounds."""
        return {number: games for number, games in sorted(self.seating.items()) if number not in self.held}

    def name(self, player: int) -> str:
        """Return the name of a player."""
        return self.entrants[player].person.name

    def sits(self, round: int, player: int) -> int:
        """Return the number of the player or substitute in a player's place in a round."""
        found = self.stand_in(round, player)
        return found.by if found else player

    def credited(self, round: int, player: int) -> int:
        """Return the number of the player who gets the points of a player's place in a round."""
        found = self.stand_in(round, player)
        return found.by if found and found.credited == "substitute" else player

    def missing(self, round: int) -> list[int]:
        """Return the players drawn to a place in a round who do not come and have no substitute."""
        return [
            player
            for game in self.seating.get(round, [])
            for player in game
            if self.sits(round, player) == player and self._gone(round, player)
        ]

    def free(self, rounds: Iterable[int]) -> list[int]:
        """Return who may sit in another player's place in one of these rounds at least, substitutes first."""
        found: set[int] = set()
        for round in rounds:
            seated = {self.sits(round, player) for game in self.seating.get(round, []) for player in game}
            stand_ins = (*self.stand_ins.items(), *self.lined.items())
            seated |= {each.by for (number, _), each in stand_ins if number == round}
            found |= {number for number in self.entrants if number not in seated and not self._gone(round, number)}
        return sorted(found, key=lambda number: (not self.entrants[number].person.substitute, number))

    def revocable(self, number: int, act: EventAct) -> bool:
        """Return True for an act that a void may take back, unless others need it or it was taken back before."""
        late = isinstance(act, Reseated) and any(number in each.swaps for each in self.rounds.values())
        return not late and not isinstance(act, Opened | EventCorrected | EventVoid)

    def _gone(self, round: int, player: int) -> bool:
        entrant = self.entrants[player]
        return entrant.withdrawn is not None or round in entrant.absent


class EventLog:
    """The acts of an event as they are added, and the state after them.

    Attributes:
        event: The state after the acts so far.
    """

    def __init__(self) -> None:
        self.event = Event()
        self._acts: dict[int, EventAct] = {}

    def copied(self) -> "EventLog":
        """Return a log that goes on from here without changing this one."""
        made, event = EventLog(), self.event
        made._acts = dict(self._acts)
        made.event = replace(
            event,
            entrants={number: replace(each) for number, each in event.entrants.items()},
            seating=dict(event.seating),
            seeds=dict(event.seeds),
            places=dict(event.places),
            out=dict(event.out),
            held=set(event.held),
            stand_ins=dict(event.stand_ins),
            line_ups=dict(event.line_ups),
            lined=dict(event.lined),
            rounds={number: each.copied() for number, each in event.rounds.items()},
            stages=list(event.stages),
            moves=list(event.moves),
            released=dict(event.released),
            voided=dict(event.voided),
        )
        return made

    def add(self, number: int, act: EventAct) -> None:
        """Add the next act and follow it.

        Raises:
            EventRejectedError: It does not follow; nothing has changed.
        """
        if isinstance(act, EventCorrected | EventVoid):
            self._check(number, act)
            self.event = self._refolded(number, act)
        else:
            _follow(self.event, number, act)
        self._acts[number] = act
        self.event.last = number

    def _check(self, number: int, act: EventCorrected | EventVoid) -> None:
        target = self._acts.get(act.of)
        if target is None or act.of >= number:
            raise EventRejectedError("act-not-before", of=act.of)
        if isinstance(target, EventCorrected | EventVoid):
            raise EventRejectedError("act-is-change", of=act.of)
        if act.of in revisions(self._acts.items()).void:
            raise EventRejectedError("act-taken-back", of=act.of)
        if isinstance(act, EventCorrected) and (
            isinstance(target, (*AT_TABLES, Extended, TableMoved)) or type(act.act) is not type(target)
        ):
            raise EventRejectedError("act-of-other-kind", of=act.of)
        opened = isinstance(target, Opened) and isinstance(act, EventCorrected)
        if not opened and not self.event.revocable(act.of, target):
            raise EventRejectedError("act-final", of=act.of)

    def _refolded(self, number: int, change: EventCorrected | EventVoid) -> Event:
        made, acts = Event(), {**self._acts, number: change}
        revised = revisions(acts.items())
        for at, act in acts.items():
            if isinstance(act, EventVoid) and isinstance(moved := acts[act.of], TableMoved):
                try:
                    _move(made, at, back(made, moved))
                except EventRejectedError as error:
                    if at == number:
                        raise
                    raise EventRejectedError("act-needed", of=change.of, record=at) from error
            if isinstance(act, EventCorrected | EventVoid):
                continue
            by = at if isinstance(act, TableMoved) else revised.by(at)
            if by is None:
                if isinstance(act, AT_TABLES):
                    made.voided[at] = act
                continue
            stands = acts[by]
            try:
                _follow(made, at, stands.act if isinstance(stands, EventCorrected) else cast(EventEntry, stands))
            except EventRejectedError as error:
                if at == change.of:
                    raise
                raise EventRejectedError("act-needed", of=change.of, record=at) from error
        made.last = number
        return made


def check_players(event: Event, before: int) -> None:
    """Refuse more players than can be seated, before they are recorded; entries recorded earlier stay.

    Args:
        event: The event with the new entries.
        before: Number of ranked players before them.

    Raises:
        EventRejectedError: They are more than before, and more than can be seated.
    """
    if before < len(event.ranked) > MOST_PLAYERS:
        raise EventRejectedError("too-many-players", most=MOST_PLAYERS, players=len(event.ranked))


def _follow(event: Event, number: int, act: EventEntry) -> None:
    """Change the state by an act.

    Raises:
        EventRejectedError: The act does not follow from the ones before it; nothing has changed.
    """
    if isinstance(act, Opened):
        _open(event, act)
        return
    if event.about is None:
        raise EventRejectedError("not-opened")
    match act:
        case Entered(people):
            _enter(event, people)
        case Amended(person):
            entrant = _entrant(event, person.number)
            _check_people(event, (person,), without=person.number)
            entrant.person = person
            _line_up(event)
        case Withdrawn(player, reason):
            entrant = _entrant(event, player)
            if entrant.withdrawn is not None:
                raise EventRejectedError("player-withdrawn", name=entrant.person.name)
            entrant.withdrawn = reason
            _line_up(event)
        case CheckedIn(player, here):
            _entrant(event, player).here = here
        case Paid(player, amount):
            if not amount or abs(amount) > MOST_PAID:
                raise EventRejectedError("amount-unusable", most=MOST_PAID // 100)
            _entrant(event, player).paid += amount
        case Absent(player, rounds):
            entrant = _entrant(event, player)
            for round in rounds:
                _check_round(event, round)
            entrant.absent = frozenset(rounds)
        case StoodIn():
            _stand_in(event, act)
        case SeatingDrawn():
            _draw(event, act)
            _line_up(event)
        case LinedUp():
            _choose(event, act)
        case SeatingPublished(round):
            if round not in event.seating:
                raise EventRejectedError("round-not-drawn", round=round)
            event.held.discard(round)
        case StageBegun():
            _stage(event, act)
        case Reseated():
            _reseat(event, number, act)
        case TableMoved():
            _move(event, number, act)
        case Started(round):
            _start(event, number, round)
        case Extended(round, table, minutes):
            started = _started(event, round, table)
            if not minutes or abs(minutes) > LONGEST_ROUND:
                raise EventRejectedError("minutes-unusable", most=LONGEST_ROUND)
            started.extra[table] = started.extra.get(table, 0) + minutes
        case Finished(round, table, reason):
            started = _started(event, round, table)
            if table in started.forced:
                raise EventRejectedError("table-finished", round=round, table=table)
            if table in started.typed:
                raise EventRejectedError("table-typed", round=round, table=table)
            started.forced[table] = reason, number
        case TableResult(round, table):
            event.rounds[round].typed[table] = Typed(_result(event, act), number, f"{number}/{table}")
        case TableResults(results):
            _type_all(event, number, results)
        case PastRounds():
            _bring(event, number, act)
        case Released(round):
            if round not in event.rounds:
                raise EventRejectedError("round-not-started", round=round)
            event.released.setdefault(round, number)
        case HeldBack(round):
            event.released.pop(round, None)


def in_seats(event: Event, act: TableResult) -> TableResult:
    """Return totals in the order of the seats, without the players.

    Raises:
        EventRejectedError: They do not fit the table or the rules.
    """
    seated = _started(event, act.round, act.table).players[act.table - 1]
    players = act.players or tuple(seated)
    for player in players:
        _entrant(event, player)
        if player not in seated:
            raise EventRejectedError("sits-elsewhere", name=event.name(player), table=act.table, round=act.round)
    penalties = act.penalties or (0,) * len(players)
    if not len(players) == len({*players}) == len(seated) == len(act.totals) == len(penalties):
        raise EventRejectedError("totals-uneven", players=len(seated), round=act.round, table=act.table)
    given = dict(zip(players, zip(act.totals, penalties, strict=True), strict=True))
    totals, lost = zip(*(given[player] for player in seated), strict=True)
    return structs.replace(act, players=(), totals=totals, penalties=lost if any(lost) else ())


def _type_all(event: Event, number: int, results: tuple[TableResult, ...]) -> None:
    if not results:
        raise EventRejectedError("no-results")
    made = {}
    for act in results:
        if (act.round, act.table) in made:
            raise EventRejectedError("table-twice", round=act.round, table=act.table)
        made[act.round, act.table] = _result(event, act)
    for (round, table), result in made.items():
        event.rounds[round].typed[table] = Typed(result, number, totals_key(number, round, table))


def totals_key(record: int, round: int, table: int) -> str:
    """Return the key of the order that types the totals of a table which a record has among others."""
    return f"{record}/{round}/{table}/totals"


def _result(event: Event, act: TableResult) -> Result:
    """Return the act of a table for its typed totals.

    Raises:
        EventRejectedError: They do not fit the table or the rules, or are there already.
    """
    started = _started(event, act.round, act.table)
    if act.table in started.typed:
        raise EventRejectedError("table-typed", round=act.round, table=act.table)
    if act.round in event.released:
        raise EventRejectedError("round-released", round=act.round)
    return totals_of(event, in_seats(event, act))


def totals_of(event: Event, act: TableResult) -> Result:
    """Return the act of a table for totals in the order of its seats.

    Raises:
        EventRejectedError: They do not fit the rules.
    """
    if min((act.left, *act.penalties)) < 0 or (act.left and not leaves_points(event.rules)):
        raise EventRejectedError("left-unusable", rules=event.rules.title, round=act.round, table=act.table)
    should, found = event.body.start * len(act.totals), sum(act.totals) + act.left
    if found not in (should, 0):
        nearest = min(should, 0, key=lambda each: abs(found - each))
        raise EventRejectedError(
            "totals-differ", round=act.round, table=act.table, sum=found, should=should, off=found - nearest
        )
    if act.sheet and not _HASH.fullmatch(act.sheet):
        raise EventRejectedError("sheet-unknown", photo=act.sheet)
    return Result(act.totals, act.left, act.penalties, sheet=act.sheet)


_HASH: Final = re.compile("[0-9a-f]{64}")
"""SHA-256 in hexadecimal digits."""


def _bring(event: Event, number: int, act: PastRounds) -> None:
    if not act.results:
        raise EventRejectedError("no-results")
    if not all(map(_is_day, act.days)):
        raise EventRejectedError("day-unusable")
    _check_people(event, act.people)
    people = event.entrants | {person.number: Entrant(person) for person in act.people}
    games: dict[int, dict[int, TableResult]] = {}
    for each in act.results:
        here = games.setdefault(each.round, {})
        if each.table in here:
            raise EventRejectedError("table-twice", round=each.round, table=each.table)
        here[each.table] = each
    made = {}
    for at, round in enumerate(sorted(games)):
        _check_round(event, round)
        if round in event.seating:
            raise EventRejectedError("round-drawn", round=round)
        before = next((each for each in range(1, round) if each not in event.rounds and each not in games), None)
        if before is not None:
            raise EventRejectedError("round-before", round=before)
        made[round] = _played_elsewhere(event, number, round, games[round], people)
        made[round].day = act.days[at] if at < len(act.days) else ""
    event.entrants |= people
    event.rounds |= made
    event.seating |= {round: [_game(players) for players in brought.players] for round, brought in made.items()}


def _played_elsewhere(
    event: Event, number: int, round: int, results: Mapping[int, TableResult], people: Mapping[int, Entrant]
) -> Round:
    """Return a round that was played elsewhere.

    Raises:
        EventRejectedError: Its tables, players or totals do not fit.
    """
    made, seen, size = Round(number, (), [], past=round), set[int](), event.size
    names = []
    for table, (at, each) in enumerate(sorted(results.items()), 1):
        if at != table or table > MOST_PLAYERS // size:
            raise EventRejectedError("table-unknown", round=round, table=at)
        if not len(each.players) == len({*each.players}) == len(each.totals) == size or (
            each.penalties and len(each.penalties) != size
        ):
            raise EventRejectedError("totals-uneven", players=size, round=round, table=table)
        for player in each.players:
            if player not in people:
                raise EventRejectedError("no-such-entry", number=player)
            if player in seen:
                raise EventRejectedError("round-twice", name=people[player].person.name, round=round)
            seen.add(player)
        made.typed[table] = Typed(totals_of(event, each), number, totals_key(number, round, table))
        made.players.append(list(each.players))
        names.append(tuple([people[player].person.name for player in each.players]))
    made.seated = tuple(names)
    return made


def _is_day(text: str) -> bool:
    """Return True for a day (ISO 8601), or an empty text."""
    try:
        return not text or date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _open(event: Event, act: Opened) -> None:
    if event.about is not None:
        raise EventRejectedError("opened-already")
    if not act.name.strip() or len(act.name) > LONGEST_NAME or not act.name.isprintable():
        raise EventRejectedError("event-nameless", most=LONGEST_NAME)
    try:
        rules = rule_book(act.rules)
        course_of(rules)
    except UnknownRulesError as error:
        known = tuple([name for name, book in BOOKS.items() if find_course(book.game)])
        raise EventRejectedError("event-rules", rules=act.rules, known=known) from error
    if act.body is not None and act.body not in bodies_of(rules):
        raise EventRejectedError("event-body", body=act.body, rules=act.rules)
    hands, minutes = act.hands or 1, act.minutes or 1
    if not 0 <= act.bye <= MOST_BYE:
        raise EventRejectedError("bye-unusable", most=MOST_BYE)
    if not 0 < act.weight <= MOST_WEIGHT:
        raise EventRejectedError("weight-unusable", most=MOST_WEIGHT // 100)
    if not (0 < act.rounds <= MOST_EVENT_ROUNDS and 0 < hands <= MOST_HANDS and 0 < minutes <= LONGEST_ROUND):
        raise EventRejectedError("event-numbers", rounds=MOST_EVENT_ROUNDS, hands=MOST_HANDS, minutes=LONGEST_ROUND)
    if len(act.times) > act.rounds or not all(map(_is_time, act.times)):
        raise EventRejectedError("event-times", rounds=act.rounds)
    if (any(act.times) and not act.zone) or not _ZONE.fullmatch(act.zone):
        raise EventRejectedError("event-zone", zone=act.zone)
    event.about = act


_ZONE: Final = re.compile(r"(?:[A-Za-z0-9_+-]+(?:/[A-Za-z0-9_+-]+){0,2})?")
"""Names of time zones; the computer on which an event is read later may know fewer of them."""

_TIME: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}")


def _is_time(text: str) -> bool:
    """Return True for the beginning of a round, or an empty text."""
    try:
        return not text or (_TIME.fullmatch(text) is not None and bool(datetime.fromisoformat(text)))
    except ValueError:
        return False


def _enter(event: Event, people: tuple[PlayerEntry, ...]) -> None:
    if not people:
        raise EventRejectedError("nobody-entered")
    _check_people(event, people)
    event.entrants |= {person.number: Entrant(person) for person in people}


def _check_people(event: Event, people: tuple[PlayerEntry, ...], without: int = 0) -> None:
    others = [each.person for number, each in event.entrants.items() if number != without]
    names, numbers = {each.name for each in others}, {each.number for each in others}
    emas = {each.ema for each in others if each.ema}
    for person in people:
        name = person.name
        if name != name.strip() or not name.isprintable() or name in ("", *WINDS) or len(name) > LONGEST_NAME:
            raise EventRejectedError("name-unusable", name=name, most=LONGEST_NAME)
        if name in names:
            raise EventRejectedError("name-entered", name=name)
        if person.number in numbers or not 0 < person.number < 10_000:
            raise EventRejectedError("number-entered", number=person.number, name=name)
        if person.ema and not (len(person.ema) == 8 and person.ema.isascii() and person.ema.isdecimal()):
            raise EventRejectedError("ema-unusable", ema=person.ema, name=name)
        if person.ema and person.ema in emas:
            raise EventRejectedError("ema-entered", ema=person.ema, name=name)
        names.add(name)
        numbers.add(person.number)
        emas.add(person.ema)


def _entrant(event: Event, player: int) -> Entrant:
    if player not in event.entrants:
        raise EventRejectedError("no-such-entry", number=player)
    return event.entrants[player]


def _check_round(event: Event, round: int) -> None:
    if not 0 < round <= event.opened.rounds:
        raise EventRejectedError("round-unknown", round=round, rounds=event.opened.rounds)


def _started(event: Event, round: int, table: int) -> Round:
    if round not in event.rounds:
        raise EventRejectedError("round-not-started", round=round)
    if table not in event.games(round):
        raise EventRejectedError("table-unknown", round=round, table=table)
    return event.rounds[round]


def _stand_in(event: Event, act: StoodIn) -> None:
    _entrant(event, act.player)
    if _entrant(event, act.by).withdrawn is not None:
        raise EventRejectedError("player-withdrawn", name=event.name(act.by))
    made: Mapping[tuple[int, int], StandIn] = {
        (round, act.player): StandIn(act.by, act.credited) for round in act.rounds if act.by != act.player
    }
    for round in act.rounds:
        _check_round(event, round)
        if round in event.rounds:
            raise EventRejectedError("round-started", round=round)
        here = {**event.lined, **event.stand_ins, **made}
        busy = [by.by for (number, player), by in here.items() if number == round and player != act.player]
        drawn = {player for game in event.seating.get(round, []) for player in game}
        if act.by != act.player and (act.by in busy or (act.by in drawn and (round, act.by) not in here)):
            raise EventRejectedError("stands-in-twice", name=event.name(act.by), round=round)
    for round in act.rounds:
        event.stand_ins.pop((round, act.player), None)
    event.stand_ins |= made
    _line_up(event)


def _choose(event: Event, act: LinedUp) -> None:
    members = event.teams.get(act.team)
    if not act.team or members is None:
        raise EventRejectedError("team-unknown", team=act.team)
    for player in act.players:
        if _entrant(event, player).withdrawn is not None:
            raise EventRejectedError("player-withdrawn", name=event.name(player))
        if player not in members or act.players.count(player) > 1:
            raise EventRejectedError("team-without", team=act.team, name=event.name(player))
    for round in act.rounds:
        _check_round(event, round)
        if round in event.rounds:
            raise EventRejectedError("round-started", round=round)
        drawn = [player for game in event.seating.get(round, []) for player in game if player in members]
        if act.players and drawn and len(drawn) != len(act.players):
            raise EventRejectedError("line-up-size", team=act.team, round=round, places=len(drawn))
        sits = {event.stand_ins[round, player].by for player in drawn if (round, player) in event.stand_ins}
        if again := sits & {*act.players}:
            raise EventRejectedError("stands-in-twice", name=event.name(min(again)), round=round)
    for round in act.rounds:
        event.line_ups.pop((round, act.team), None)
        if act.players:
            event.line_ups[round, act.team] = act.players
    _line_up(event)


def _line_up(event: Event) -> None:
    """Seat those whom teams chose in the drawn places of those who rest, in the order of their numbers."""
    event.lined.clear()
    for (round, team), chosen in event.line_ups.items():
        if round in event.rounds:
            continue
        drawn = {player for game in event.seating.get(round, []) for player in game}
        rest = [player for player in sorted(drawn) if event.entrants[player].person.team == team]
        rest = [player for player in rest if player not in chosen and (round, player) not in event.stand_ins]
        busy = drawn | {by.by for (number, _), by in event.stand_ins.items() if number == round}
        come = [player for player in chosen if player not in busy and event.entrants[player].withdrawn is None]
        for player, by in zip(rest, come, strict=False):
            event.lined[round, player] = StandIn(by, "substitute")


def _draw(event: Event, act: SeatingDrawn) -> None:
    last = act.since + len(act.rounds) - 1
    for round in (act.since, last):
        _check_round(event, round)
    if act.out and len(act.out) != len(act.rounds):
        raise EventRejectedError("seating-uneven", round=act.since)
    if act.places and [*map(len, act.places)] != [*map(len, act.rounds)]:
        raise EventRejectedError("seating-uneven", round=act.since)
    started = [round for round in event.rounds if round >= act.since]
    if started:
        raise EventRejectedError("round-started", round=min(started))
    for round, games in enumerate(act.rounds, act.since):
        seated = [player for game in games for player in game]
        for player in seated:
            _entrant(event, player)
        uneven = any(len(game) != event.size for game in games)
        if not seated or uneven or len(seated) > MOST_PLAYERS or len(set(seated)) != len(seated):
            raise EventRejectedError("seating-uneven", round=round)
        for player in seated:
            by = event.stand_ins.get((round, player))
            if by and by.by in seated and (round, by.by) not in event.stand_ins:
                raise EventRejectedError("stands-in-twice", name=event.name(by.by), round=round)
        resting = act.out[round - act.since] if act.out else ()
        for player in resting:
            _entrant(event, player)
            if player in seated:
                raise EventRejectedError("seating-uneven", round=round)
    _clear(event, act.since)
    for round, games in enumerate(act.rounds, act.since):
        event.seating[round] = _at_moved(event, round, games)
        event.seeds[round] = act.seed
        if act.held:
            event.held.add(round)
        if act.out and act.out[round - act.since]:
            event.out[round] = act.out[round - act.since]
        if act.places:
            places = act.places[round - act.since]
            event.places[round] = {
                player: place
                for game, at in zip(games, places, strict=True)
                for player, place in zip(game, at, strict=True)
            }


def _clear(event: Event, since: int) -> None:
    """Remove the seating of the rounds from one on."""
    for round in [each for each in event.seating if each >= since]:
        del event.seating[round]
        event.out.pop(round, None)
        event.places.pop(round, None)
        event.held.discard(round)


def _stage(event: Event, act: StageBegun) -> None:
    _check_round(event, act.since)
    if started := [round for round in event.rounds if round >= act.since]:
        raise EventRejectedError("round-started", round=min(started))
    if act.since - 1 not in event.rounds:
        raise EventRejectedError("stage-early", round=act.since)
    before = event.stages[-1] if event.stages else None
    if before and before.since >= act.since:
        raise EventRejectedError("stage-twice", round=before.since)
    if len(act.name) > LONGEST_NAME or not act.name.isprintable():
        raise EventRejectedError("event-nameless", most=LONGEST_NAME)
    if not event.size <= len(act.players) == len({*act.players}) == len(act.places) or min(act.places) < 1:
        raise EventRejectedError("stage-players", least=event.size)
    for player in act.players:
        if _entrant(event, player).withdrawn is not None:
            raise EventRejectedError("player-withdrawn", name=event.name(player))
        if event.entrants[player].person.substitute or (before and player not in before.players):
            raise EventRejectedError("stage-out", name=event.name(player))
    _clear(event, act.since)
    event.stages.append(act)


def cut(
    event: Event, since: int, ranked: Sequence[tuple[int, int]], best: int, chosen: Collection[int] = ()
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the best of a ranking who go on to a stage, and their places.

    Args:
        event: The event.
        since: First round of the stage.
        ranked: Each player with the place, the first of the ranking first.
        best: Number of those who go on.
        chosen: Those of several equal players at the cut who go on, as by lot.

    Raises:
        EventRejectedError: There are fewer players, or equal ones at the cut of whom nobody chose.
    """
    contenders = {*event.contenders(since)}
    order = [(player, place) for player, place in ranked if player in contenders]
    if not event.size <= best <= len(order):
        raise EventRejectedError("stage-too-many", players=len(order), least=event.size)
    last = order[best - 1][1]
    sure = [each for each in order if each[1] < last]
    equal = [each for each in order if each[1] == last]
    if len(sure) + len(equal) > best:
        picked = [each for each in equal if each[0] in chosen]
        if len(sure) + len(picked) != best:
            names = tuple(event.name(player) for player, _ in equal)
            raise EventRejectedError("cut-tied", place=last, names=names, count=best - len(sure))
        equal = picked
    players, places = zip(*(*sure, *equal), strict=True)
    return players, places


def _reseat(event: Event, number: int, act: Reseated) -> None:
    if act.round not in event.seating:
        raise EventRejectedError("round-not-drawn", round=act.round)
    one, other = act.players
    if one == other:
        raise EventRejectedError("not-two-entries")
    games = event.seating[act.round]
    places = {player: (table, at) for table, game in enumerate(games) for at, player in enumerate(game)}
    for player in act.players:
        _entrant(event, player)
        if player not in places:
            raise EventRejectedError("seated-elsewhere", name=event.name(player), round=act.round)
    changed = [list(game) for game in games]
    (first, at), (second, to) = places[one], places[other]
    changed[first][at], changed[second][to] = other, one
    event.seating[act.round] = [_game(game) for game in changed]
    started = event.rounds.get(act.round)
    if started is None:
        return
    names = event.name(event.sits(act.round, one)), event.name(event.sits(act.round, other))
    started.swaps[number] = LateSwap((first + 1, second + 1), names, act.reason)
    if first != second:
        here, there = started.players[first], started.players[second]
        at, to = here.index(one), there.index(other)
        here[at], there[to] = other, one


def back(event: Event, act: TableMoved) -> TableMoved:
    """Return the act that moves a table back, from the last round on that has begun."""
    return TableMoved(max([act.since, *event.rounds]), act.to, act.table, along=act.along)


def _move(event: Event, number: int, act: TableMoved) -> None:
    _check_round(event, act.since)
    if not event.seating:
        raise EventRejectedError("round-not-drawn", round=act.since)
    if late := [round for round in event.rounds if round > act.since]:
        raise EventRejectedError("round-started", round=min(late))
    rounds = [round for round in event.seating if round >= act.since]
    last = act.since if act.since in event.seating else max(event.seating)
    if act.table not in event.games(last):
        raise EventRejectedError("table-unknown", round=last, table=act.table)
    if not 0 < act.to <= MOST_TABLES or act.to == act.table:
        raise EventRejectedError("table-number", most=MOST_TABLES)
    for round in rounds:
        if act.to in event.games(round):
            raise EventRejectedError("table-taken", table=act.to, round=round)
    started = event.rounds.get(act.since)
    if started and act.table in started.forced:
        raise EventRejectedError("table-finished", round=act.since, table=act.table)
    if started and act.table in started.typed:
        raise EventRejectedError("table-typed", round=act.since, table=act.table)
    for round in rounds:
        event.seating[round] = _with_moved(event.seating[round], act)
    event.moves.append((number, act))
    if started:
        players = event.seating[act.since][act.to - 1]
        names = tuple([event.name(event.sits(act.since, player)) for player in players])
        seated = _with_moved([*map(_game, started.players)], act) if act.along else event.seating[act.since]
        started.players = [list(game) for game in seated]
        started.moved.append(MovedTable(number, act.table, act.to, names, act.along))
        started.extra.pop(act.table, None)


def _with_moved(games: Sequence[SeatingGame], act: TableMoved) -> list[SeatingGame]:
    """Return the tables of a round, one of which has moved."""
    empty: SeatingGame = ()
    found = [*games, *[empty] * (act.to - len(games))]
    if act.table <= len(games):
        found[act.to - 1], found[act.table - 1] = found[act.table - 1], empty
    while found and not found[-1]:
        found.pop()
    return found


def _at_moved(event: Event, round: int, games: Sequence[SeatingGame]) -> list[SeatingGame]:
    """Return drawn tables at their numbers, of which some have moved; a number that is taken then is the next free."""
    numbers, away = [*range(1, len(games) + 1)], set[int]()
    for _, act in event.moves:
        if act.since <= round:
            numbers = [act.to if number == act.table else number for number in numbers]
            away = {*away, act.table} - {act.to}
    found: dict[int, SeatingGame] = {}
    for number, game in zip(numbers, games, strict=True):
        while number in found:
            number = next(
                free for free in range(1, MOST_TABLES + MOST_PLAYERS) if free not in {*found, *away, *numbers}
            )
        found[number] = game
    return [found.get(number, ()) for number in range(1, max(found) + 1)]


def _game(players: list[int]) -> SeatingGame:
    return tuple(players)


def _start(event: Event, number: int, round: int) -> None:
    if round not in event.seating:
        raise EventRejectedError("round-not-drawn", round=round)
    if round in event.rounds:
        raise EventRejectedError("round-started", round=round)
    before = [each for each in event.seating if each < round and each not in event.rounds]
    if before:
        raise EventRejectedError("round-before", round=min(before))
    missing = event.missing(round)
    if missing:
        raise EventRejectedError("place-empty", round=round, names=tuple(event.name(player) for player in missing))
    games = event.seating[round]
    names = []
    for game in games:
        names.append(tuple([event.name(event.sits(round, player)) for player in game]))
    event.rounds[round] = Round(number, tuple(names), [list(game) for game in games])
    chosen = {key: event.lined.pop(key) for key in [*event.lined] if key[0] == round}
    event.stand_ins |= chosen
    event.held.discard(round)
