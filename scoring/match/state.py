"""The state of a match: its hands, its penalty sheet, and who is out."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Literal

from scoring.errors import About
from scoring.match.bodies import APPEAL, Body
from scoring.match.errors import Refusal
from scoring.match.records import Absence, Decision, Drawn, Flow, Won
from scoring.match.revisions import Stands
from scoring.rules import RuleBook

DEALER, DISCARDER, SELF_DRAW, DRAW, FALSE_WIN, WARNING = "▲—+○✓✗"
"""The signs that the hand sheet has for a player of a hand."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """Points that one player pays another.

    Attributes:
        record: Number of the record that it stands in.
        payer: Name of who pays.
        payee: Name of who gets them.
        points: How many.
    """

    record: int
    payer: str
    payee: str
    points: int


@dataclass(slots=True)
class Hand:
    """One hand of the match, played or in play.

    Attributes:
        number: Its number in the match, from 1.
        round_wind: The prevailing wind.
        seats: The players by seat wind.
        points: What each player won or lost in it, by name: the win, and fines paid.
        deducted: What each player lost to nobody.
        marks: The signs of the hand sheet, by name.
        records: Numbers of the records that it rests on.
        transfers: Who pays whom, in the order of the records; together they are `points`.
        dead: Players whose hand was dead.
        outcome: How it ended; None while it is in play, and for one that the end of the time cut short.
        winner: Name of the winner; None for a drawn hand.
        discarder: Name of who gave the winning tile; None where nobody did.
        payer: Name of who is responsible for it; None where all pay alike.
        claims: All claims of the discard that was won on; empty where one player claimed it.
        ended: Number of the record that ends it.
        approved: Number of the record that approves it.
        corrected: Numbers of the corrections that stand in the place of its records.
    """

    number: int
    round_wind: str
    seats: dict[str, str]
    points: dict[str, int]
    deducted: dict[str, int]
    marks: dict[str, str]
    records: list[int] = field(default_factory=list)
    transfers: list[Transfer] = field(default_factory=list)
    dead: set[str] = field(default_factory=set)
    outcome: Won | Drawn | None = None
    winner: str | None = None
    discarder: str | None = None
    payer: str | None = None
    claims: tuple[Won, ...] = ()
    ended: int | None = None
    approved: int | None = None
    corrected: list[int] = field(default_factory=list)

    def copy(self) -> "Hand":
        """A hand that can be changed without this one."""
        return replace(
            self,
            points=dict(self.points),
            deducted=dict(self.deducted),
            marks=dict(self.marks),
            records=list(self.records),
            transfers=list(self.transfers),
            dead=set(self.dead),
        )


FineKind = Literal["false-win", "penalty", "foul", "late"]


@dataclass(frozen=True, slots=True)
class Fine:
    """A line of the penalty sheet: what a false win, a penalty, a foul or coming late cost a player.

    Attributes:
        record: Number of the record that it stands in.
        hand: Number of the hand.
        player: Name of the offender.
        amount: Points paid or lost in all.
        flow: "paid" to the other players or "deducted", which goes to nobody.
        kind: What it is for.
        about: The kind of false win, the referee's reason, the ladder and its step, the minutes of a late player.
    """

    record: int
    hand: int
    player: str
    amount: int
    flow: Flow
    kind: FineKind
    about: About


@dataclass(frozen=True, slots=True)
class Decided:
    """The decision of an appeal.

    Attributes:
        record: Number of the record that it stands in.
        decision: The answer.
        reason: Why, in the referee's words.
        who: Name of the referee; empty where nobody was named.
        when: The time it was recorded at (ISO 8601).
    """

    record: int
    decision: Decision
    reason: str
    who: str
    when: str


@dataclass(frozen=True, slots=True)
class Appeal:
    """An appeal about a hand.

    Attributes:
        record: Number of the record that it stands in.
        hand: Number of the hand; None where the hand was taken back.
        player: Name of the player who appeals.
        reason: The matter, in the player's words.
        who: Name of whoever recorded it, or corrected it; empty where nobody was named.
        when: The time it was first recorded at (ISO 8601), which its being late goes by.
        decided: Its decision; None while it is open.
    """

    record: int
    hand: int | None
    player: str
    reason: str
    who: str
    when: str
    decided: Decided | None = None


DepartureKind = Literal["disqualified", "forfeited", "replaced", "back"]


@dataclass(frozen=True, slots=True)
class Departure:
    """A player who is taken out, does not come or leaves, or for whom somebody else plays on, or no longer.

    Attributes:
        record: Number of the record that it stands in.
        hand: Number of the hand in play then.
        player: Name of the player whose points they are.
        kind: What happened.
        name: Who was taken out, or plays from now on: the player, or a substitute.
        reason: Why, in the words of the record; empty where another line of the penalty sheet says it.
    """

    record: int
    hand: int
    player: str
    kind: DepartureKind
    name: str
    reason: str


@dataclass(slots=True)
class Match:
    """The state of a match.

    Attributes:
        body: The body whose rules it is played by.
        rules: The preset that its hands are scored under.
        last: Number of the last hand; fewer than the body's when the time was over.
        players: Names in the order they first sat, East first; empty before anybody sits.
        hands: Hands played, the one in play last.
        over: Whether the last hand was played.
        fines: The penalty sheet: fines that stand.
        appeals: The appeals that stand, each with its decision.
        departures: Who was taken out, left, or was replaced, in the order of the records.
        disqualified: Players who were taken out.
        forfeited: Players who did not come, or left.
        out: Number of the first hand that each player who is out does not play.
        substitutes: Who plays on for a player, by name of the player, whose points they win and lose.
        absent: How hands are settled with each player who is out and has no substitute, once that is recorded.
        refused: Why records were refused, by number of the record.
        stands: Which records stand, by number of the record: see `scoring.match.revisions.Stands`.
        renamed: The name that a person has now, by the one that was recorded first.
        ended: The time the match was over (ISO 8601); empty while it is played.
    """

    body: Body
    rules: RuleBook
    last: int
    players: tuple[str, ...] = ()
    hands: list[Hand] = field(default_factory=list)
    over: bool = False
    fines: list[Fine] = field(default_factory=list)
    appeals: list[Appeal] = field(default_factory=list)
    departures: list[Departure] = field(default_factory=list)
    disqualified: list[str] = field(default_factory=list)
    forfeited: list[str] = field(default_factory=list)
    out: dict[str, int] = field(default_factory=dict)
    substitutes: dict[str, str] = field(default_factory=dict)
    absent: dict[str, Absence] = field(default_factory=dict)
    refused: dict[int, Refusal] = field(default_factory=dict)
    stands: Mapping[int, Stands] = field(default_factory=dict, compare=False)
    renamed: Mapping[str, str] = field(default_factory=dict)
    ended: str = ""

    @property
    def points(self) -> dict[str, int]:
        """Totals by player: the start, everything won and lost, and what was deducted."""
        return self.running[-1] if self.hands else dict.fromkeys(self.players, self.body.start)

    @property
    def game_points(self) -> dict[str, int]:
        """Game points by player: what each has won and lost, without the points of the start (text of 1998, 34)."""
        return {player: total - self.body.start for player, total in self.points.items()}

    @property
    def running(self) -> list[dict[str, int]]:
        """Totals by player after each hand, in the order of `hands`."""
        totals = dict.fromkeys(self.players, self.body.start)
        found = []
        for hand in self.hands:
            totals = {player: total + hand.points[player] - hand.deducted[player] for player, total in totals.items()}
            found.append(totals)
        return found

    @property
    def deducted(self) -> dict[str, int]:
        """What was deducted from each player: the only points that go to nobody."""
        return {player: sum(hand.deducted[player] for hand in self.hands) for player in self.players}

    @property
    def current(self) -> Hand | None:
        """The hand in play."""
        return self.hands[-1] if self.hands and not self.over else None

    @property
    def appeals_until(self) -> datetime | None:
        """The time until which an appeal may be handed in; None while the match is played or without a limit."""
        minutes = self.body.minutes.get(APPEAL)
        ended = _time(self.ended)
        return None if minutes is None or ended is None else ended + timedelta(minutes=minutes)

    def is_late(self, appeal: Appeal) -> bool:
        """True if an appeal was recorded after the body's time for it."""
        until, made = self.appeals_until, _time(appeal.when)
        return until is not None and made is not None and made > until

    def stage(self) -> "Match":
        """This state as it is now: what is recorded later changes only the one or the other.

        Hands that were played are the same objects, since none is changed any more.
        """
        return replace(
            self,
            hands=[*self.hands[:-1], self.hands[-1].copy()],
            fines=list(self.fines),
            appeals=list(self.appeals),
            departures=list(self.departures),
            disqualified=list(self.disqualified),
            forfeited=list(self.forfeited),
            out=dict(self.out),
            substitutes=dict(self.substitutes),
            absent=dict(self.absent),
        )


def _time(iso: str) -> datetime | None:
    """A time of a record; None where it is none, as in a record written by hand."""
    try:
        time = datetime.fromisoformat(iso)
    except ValueError:
        return None
    return time if time.tzinfo else time.replace(tzinfo=UTC)
