"""The state of a match: its hands, its penalty sheet, and who is out."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, datetime, timedelta
from operator import attrgetter
from typing import Final, Literal, Self

from scoring.errors import About
from scoring.games.game import RuleBook
from scoring.match.bodies import APPEAL, Body
from scoring.match.errors import Refusal
from scoring.match.records import Absence, Decision, Drawn, Flow, Won
from scoring.match.revisions import Stands
from scoring.tiles import WINDS

DEALER, DISCARDER, SELF_DRAW, DRAW, FALSE_WIN, WARNING = "▲—+○✓✗"
"""The signs that the hand sheet has for a player of a hand."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """Points that one player pays another.

    Attributes:
        record: Number of the record that it stands in.
        payer: Name of the payer.
        payee: Name of the payee.
        points: Number of points.
    """

    record: int
    payer: str
    payee: str
    points: int


@dataclass(frozen=True, slots=True)
class Deposit:
    """Points that a player puts on the table or takes from it, such as sticks of 1000.

    Attributes:
        record: Number of the record that it stands in.
        player: Name of the player.
        points: The points taken; negative if they are put down.
    """

    record: int
    player: str
    points: int


class HandExtra:
    """A game's own state of a hand; that of most games, which have none, stands here."""

    __slots__ = ()

    @property
    def carried(self) -> object:
        """The part of it that a hand has from its beginning, for a hand that is played in the same place again."""
        return None

    def copy(self) -> Self:
        """Return a state that can change independently of this one."""
        return self


NO_EXTRA: Final = HandExtra()
"""The state of a hand in most games."""


@dataclass(slots=True)
class Hand:
    """One hand of the match, played or in play.

    Attributes:
        number: Number in the match, from 1.
        deal: Number of the deal, from 1: the number of the hand, unless a dealer dealt again.
        round_wind: The prevalent wind.
        seats: The players by seat wind.
        points: Points that each player won or lost in it, by name: the win, fines paid, and deposits.
        deducted: Points that each player lost to nobody.
        marks: The signs of the hand sheet, by name.
        records: Numbers of the records that it rests on.
        transfers: Payments between players, in the order of the records; with `deposits` they are `points`.
        deposits: Points put on the table and taken from it, in the order of the records.
        dead: Players whose hand was dead.
        outcome: The end of the hand, or None while it is in play or if the end of the time cut it short.
        winner: Name of the winner, or None for a draw.
        winners: Names of all winners, `winner` first: more than one only where all win who claim a discard, or where
            play goes on after a win.
        wins: The wins of the winners, in the same order.
        discarders: The discarder of each win by name, in the same order; None for one that was self-drawn.
        won_in: Numbers of the records of the wins, in the same order.
        discarder: Name of the discarder, or None.
        payer: Name of the responsible player, or None if all pay alike.
        claims: All claims of the winning discard; empty if one player claimed it.
        began_with: Points that lay on the table at its beginning.
        extra: The game's own state of it.
        ended: Number of the record that ends it.
        approved: Number of the record that approves it.
        corrected: Numbers of the corrections that replace its records.
        taken_back: Number of the void that took the hand back after others were played; its outcome is then a draw that
            pays nothing. None for any other hand.
        typed: True for the place of totals that were typed from paper: no hand ended there.
    """

    number: int
    deal: int
    round_wind: str
    seats: dict[str, str]
    points: dict[str, int]
    deducted: dict[str, int]
    marks: dict[str, str]
    records: list[int] = field(default_factory=list)
    transfers: list[Transfer] = field(default_factory=list)
    deposits: list[Deposit] = field(default_factory=list)
    dead: set[str] = field(default_factory=set)
    outcome: Won | Drawn | None = None
    winner: str | None = None
    winners: tuple[str, ...] = ()
    wins: tuple[Won, ...] = ()
    discarders: tuple[str | None, ...] = ()
    won_in: tuple[int, ...] = ()
    discarder: str | None = None
    payer: str | None = None
    claims: tuple[Won, ...] = ()
    began_with: int = 0
    extra: HandExtra = NO_EXTRA
    ended: int | None = None
    approved: int | None = None
    corrected: list[int] = field(default_factory=list)
    taken_back: int | None = None
    typed: bool = False

    @property
    def on_table(self) -> int:
        """Points that lie on the table now, or lay there when the hand ended."""
        return self.began_with - sum(deposit.points for deposit in self.deposits)

    @property
    def winds(self) -> tuple[str, ...]:
        """The seat winds, from East on."""
        return WINDS[: len(self.seats)]

    @property
    def won(self) -> dict[str, Won]:
        """The wins by the winner's name, in the order of `winners`; empty without one."""
        return dict(zip(self.winners, self.wins, strict=True))

    def copy(self) -> "Hand":
        """Return a hand that can change independently of this one."""
        made = Hand(*_VALUES(self))  # in a third of the time of `replace`, which a fold would spend at every hand
        made.points, made.deducted, made.marks = dict(self.points), dict(self.deducted), dict(self.marks)
        made.records, made.transfers, made.deposits = list(self.records), list(self.transfers), list(self.deposits)
        made.extra, made.dead = self.extra.copy(), set(self.dead)
        return made


_VALUES: Final = attrgetter(*[each.name for each in fields(Hand)])


FineKind = Literal["false-win", "penalty", "foul", "late"]


@dataclass(frozen=True, slots=True)
class Fine:
    """A line of the penalty sheet: the cost of a false win, a penalty, a foul or coming late.

    Attributes:
        record: Number of the record that it stands in.
        hand: Number of the hand.
        player: Name of the offender.
        amount: Points paid or lost in all.
        flow: "paid" to the other players or "deducted", which goes to nobody.
        kind: The offence.
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
        reason: The reason, in the referee's words.
        who: Name of the referee; empty if unnamed.
        when: Time of recording (ISO 8601).
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
        hand: Number of the hand, or None if the hand was voided.
        player: Name of the player who appeals.
        reason: The matter, in the player's words.
        who: Name of the author of the record or its correction; empty if unnamed.
        when: Time of first recording (ISO 8601), which decides if it is late.
        decided: The decision, or None while it is open.
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
    """A player who is taken out, forfeits, is replaced by a substitute, or comes back.

    Attributes:
        record: Number of the record that it stands in.
        hand: Number of the hand in play then.
        player: Name of the player who owns the points.
        kind: The event.
        name: The person taken out, or the one who plays from now on: the player, or a substitute.
        reason: The reason, in the words of the record; empty if another line of the penalty sheet has it.
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
        body: The governing body.
        rules: The preset for its hands.
        last: Number of the last hand; fewer than the body's if the time ran out. None while the dealer may deal again.
        deals: Number of the last deal, or None for a match without an end.
        stake: Money for a point as a decimal number; empty if there is no stake.
        currency: Currency of the stake.
        players: Names in the order of their first seats, East first; empty before the seating.
        hands: Hands played, the one in play last.
        over: True once the last hand was played.
        cut: True if the end of the time cut it short.
        fines: The penalty sheet: fines that stand.
        appeals: The appeals that stand, each with its decision.
        departures: Players taken out, gone, or replaced, in the order of the records.
        disqualified: Players who were taken out.
        forfeited: Players who did not come, or left.
        out: Number of the first hand that each player who is out does not play.
        substitutes: Name of the substitute by name of the player, who keeps the points.
        absent: How hands are settled with each player who is out without a substitute, once recorded.
        refused: Refusals by number of the record.
        stands: Standing of each record, by its number: see `scoring.match.revisions.Stands`.
        renamed: The current name of a person, by their first recorded name.
        ended: Time at which the match was over (ISO 8601); empty while it is played.
        missing: Name of the rules of its seating if they are not installed, so that it can only be read; else empty.
        before: Totals by player as versions before 0.2.0 showed them, if this one counts otherwise; else empty.
    """

    body: Body
    rules: RuleBook
    last: int | None
    deals: int | None = None
    stake: str = ""
    currency: str = ""
    players: tuple[str, ...] = ()
    hands: list[Hand] = field(default_factory=list)
    over: bool = False
    cut: bool = False
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
    missing: str = ""
    before: Mapping[str, int] = field(default_factory=dict, compare=False)

    @property
    def points(self) -> dict[str, int]:
        """Totals by player: the start, gains and losses, and deductions unless they count in the result alone."""
        return self.running[-1] if self.hands else dict.fromkeys(self.players, self.body.start)

    @property
    def game_points(self) -> dict[str, int]:
        """Game points by player: gains and losses without the points of the start (text of 1998, 34)."""
        return {player: total - self.body.start for player, total in self.points.items()}

    @property
    def running(self) -> list[dict[str, int]]:
        """Totals by player after each hand, in the order of `hands`."""
        totals = dict.fromkeys(self.players, self.body.start)
        found = []
        for hand in self.hands:
            gained = self.gains(hand)
            totals = {player: total + gained[player] for player, total in totals.items()}
            found.append(totals)
        return found

    def gains(self, hand: Hand, record: int | None = None) -> dict[str, int]:
        """Return what a hand, or one record in it, adds to each player's total.

        That is wins, fines, deductions and deposits, without what counts in the result alone.
        """
        if record is None:
            lost = self.lost_in(hand)
            return {player: hand.points[player] - lost[player] for player in self.players}
        gained = dict.fromkeys(self.players, 0)
        for transfer in hand.transfers:
            if transfer.record == record:
                gained[transfer.payer] -= transfer.points
                gained[transfer.payee] += transfer.points
        for deposit in hand.deposits:
            if deposit.record == record:
                gained[deposit.player] += deposit.points
        for fine in self.fines:
            if fine.record == record and fine.flow == "deducted" and not self.body.deducted_after:
                gained[fine.player] -= fine.amount
        return gained

    def lost_in(self, hand: Hand) -> dict[str, int]:
        """Return what each player lost in a hand to nobody, without what counts in the result alone."""
        return dict.fromkeys(hand.deducted, 0) if self.body.deducted_after else hand.deducted

    def voided_by(self, hand: Hand) -> tuple[str, ...]:
        """Return the players whose false win ended a hand, which was dealt again; empty if it ended otherwise."""
        if not self.body.false_win_ends or hand.ended is None or hand.winner is not None:
            return ()
        return tuple([player for player in self.players if FALSE_WIN in hand.marks[player]])

    @property
    def on_table(self) -> int:
        """Points that lie on the table."""
        return self.hands[-1].on_table if self.hands else 0

    @property
    def deducted(self) -> dict[str, int]:
        """Points deducted from each player: the only ones that go to nobody."""
        return {player: sum(hand.deducted[player] for hand in self.hands) for player in self.players}

    @property
    def current(self) -> Hand | None:
        """The hand in play."""
        return self.hands[-1] if self.hands and not self.over else None

    @property
    def typed(self) -> bool:
        """True if its totals were typed from paper."""
        return bool(self.hands) and self.hands[-1].typed

    def on_paper(self, fine: Fine) -> bool:
        """Return True if a fine stood beside totals that were typed from paper, in no hand."""
        return any(hand.typed and hand.ended == fine.record for hand in self.hands[-1:])

    @property
    def played(self) -> int:
        """Number of hands that have ended, without those behind totals typed from paper."""
        return sum(hand.ended is not None and not hand.typed for hand in self.hands)

    @property
    def waits(self) -> bool:
        """True if the players are seated, or a hand has ended, and the next hand has not begun."""
        return bool(self.players) and not self.over and (not self.hands or self.hands[-1].ended is not None)

    @property
    def appeals_until(self) -> datetime | None:
        """The time until which an appeal may be handed in, or None while the match is played or without a limit."""
        minutes = self.body.minutes.get(APPEAL)
        ended = _time(self.ended)
        return None if minutes is None or ended is None else ended + timedelta(minutes=minutes)

    def is_late(self, appeal: Appeal) -> bool:
        """Return True if an appeal was recorded after the body's time for it."""
        until, made = self.appeals_until, _time(appeal.when)
        return until is not None and made is not None and made > until

    def stage(self) -> "Match":
        """Return a copy of this state; later records change only one of the two.

        All hands but the last are shared, since none of them changes any more.
        """
        return replace(
            self,
            hands=[*self.hands[:-1], *[hand.copy() for hand in self.hands[-1:]]],
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
    """Return the time of a record, or None if it has none, as in a record written by hand."""
    try:
        time = datetime.fromisoformat(iso)
    except ValueError:
        return None
    return time if time.tzinfo else time.replace(tzinfo=UTC)
