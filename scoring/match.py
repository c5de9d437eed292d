"""A match as the fold of its records.

Records are only ever added: hands, false wins, penalties, corrections, voids, approvals, each with who and when. What
the match stands at is what folding them gives. To undo is to add a `Void`; to void that void is to redo.

The course of a match is that of the printed 1998 book (chapters 4 and 5), the World Series of Mahjong names no other.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import Any, Final, Literal

from scoring.hand import ScoringError
from scoring.mcr import payment as mcr_payment
from scoring.tiles import WINDS
from scoring.zungjung import payment as zungjung_payment

# What may be recorded ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Seated:
    """Four players sit down; `players` are their names in the order East, South, West, North of the first hand."""

    players: tuple[str, str, str, str]


@dataclass(frozen=True, slots=True)
class Won:
    """A hand is won.

    Attributes:
        winner: Seat wind of the winner in this hand.
        points: What the hand is worth, flowers included.
        payer: Seat wind of the discarder (or the responsible player); None when all pay alike.
        hand: The hand as text, where it is known.
    """

    winner: str
    points: int
    payer: str | None = None
    hand: str = ""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A hand ends without a winner."""


FalseWinKind = Literal["under the minimum", "wrong tile", "one short of waiting", "two or more short of waiting"]


@dataclass(frozen=True, slots=True)
class FalseWin:
    """A player of this seat declares a hand that does not win or is not enough; the hand goes on without them.

    `each` overrides what the body's schedule says the offender pays every other player.
    """

    seat: str
    kind: FalseWinKind
    each: int | None = None


@dataclass(frozen=True, slots=True)
class Penalty:
    """A referee's penalty for a player.

    Attributes:
        seat: Seat wind in the hand it falls in.
        amount: Points; 0 is a warning.
        reason: What for.
        flow: "paid" goes in equal parts to the other players, "deducted" goes to nobody.
    """

    seat: str
    amount: int
    reason: str
    flow: Literal["paid", "deducted"] = "deducted"


@dataclass(frozen=True, slots=True)
class Approved:
    """The table agreed and the referee approves a hand; afterwards only a referee changes what it rests on."""

    hand: int


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The time is over; a hand in play is finished and is the last."""

    in_play: bool = True


@dataclass(frozen=True, slots=True)
class Corrected:
    """Puts another act in the place of the one in record `of` (numbers from 1)."""

    of: int
    act: "Entry"
    reason: str


@dataclass(frozen=True, slots=True)
class Void:
    """Takes back what record `of` did: an undo, a cancelled penalty, a withdrawn correction or void."""

    of: int
    reason: str


Entry = Seated | Won | Drawn | FalseWin | Penalty | Approved | TimeUp
Act = Entry | Corrected | Void


@dataclass(frozen=True, slots=True)
class Record:
    """One act with who recorded it and when (ISO 8601); `referee` where a referee did it."""

    act: Act
    who: str
    when: str
    referee: bool = False


_TYPES: Final[dict[str, Callable[..., Any]]] = {
    kind.__name__: kind for kind in (Seated, Won, Drawn, FalseWin, Penalty, Approved, TimeUp, Corrected, Void)
}


def record_to_dict(record: Record) -> dict[str, Any]:
    """A record as plain JSON values, which `record_from_dict` reads back."""
    return {"who": record.who, "when": record.when, "referee": record.referee, "act": _act_to_dict(record.act)}


def _act_to_dict(act: Act) -> dict[str, Any]:
    values = {item.name: getattr(act, item.name) for item in fields(act)}
    if isinstance(act, Corrected):
        values["act"] = _act_to_dict(act.act)
    return {"type": type(act).__name__, **values}


def record_from_dict(data: Mapping[str, Any]) -> Record:
    """The record that `record_to_dict` wrote.

    Raises:
        ScoringError: It is no such record.
    """
    try:
        return Record(_act_from_dict(data["act"]), data["who"], data["when"], data["referee"])
    except (KeyError, TypeError, AttributeError) as error:
        raise ScoringError(f"Not a record of a match: {error!r} in {data!r}.") from error


def _act_from_dict(data: Mapping[str, Any]) -> Any:
    values: dict[str, Any] = dict(data)
    kind = _TYPES[values.pop("type")]
    if kind is Seated:
        values["players"] = tuple(values["players"])
    if kind is Corrected:
        values["act"] = _act_from_dict(values["act"])
    return kind(**values)


# Amounts and limits, as data -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FalseWinRule:
    """What a false win costs: points to each other player, and whether it ends the offender's match."""

    each: int
    disqualified: bool = False


@dataclass(frozen=True, slots=True)
class Body:
    """What a body fixes for its matches; every amount stands in the source named.

    Attributes:
        start: Points each player starts with.
        hands: Hands of a match, a round being four of them.
        minimum: Points a hand needs.
        split: Points won and paid by seat, from points, winner and payer.
        false_wins: What each kind costs; one that is missing has no amount in the source, so the record must name it.
        ladder: Penalties in points after a warning.
        late: Minutes late up to which a penalty applies, with the points; later is a forfeit.
        seconds: Time limits at the table.
        minutes: Time limits of a session.
    """

    name: str
    source: str
    start: int
    hands: int
    minimum: int
    split: Callable[[int, str, str | None], dict[str, int]]
    false_wins: Mapping[str, FalseWinRule]
    ladder: tuple[int, ...] = ()
    late: tuple[tuple[int, int], ...] = ()
    seconds: Mapping[str, int] = field(default_factory=dict)
    minutes: Mapping[str, int] = field(default_factory=dict)


_BOOK_FALSE_WINS: Final = {
    "under the minimum": FalseWinRule(10),
    "wrong tile": FalseWinRule(10),
    "one short of waiting": FalseWinRule(20),
    "two or more short of waiting": FalseWinRule(0, disqualified=True),
}

BODIES: Final[Mapping[str, Body]] = {
    "mcr": Body(
        "Chinese Official",
        "printed rule book of 1998, chapters 4-5 and annexes",
        start=500,
        hands=16,
        minimum=8,
        split=mcr_payment.split,
        false_wins=_BOOK_FALSE_WINS,
        ladder=(5, 10, 20, 30, 40, 50, 60),
        late=((10, 10), (15, 20)),
        seconds={"first discard": 30, "turn": 15, "claim": 3},
        minutes={"session": 180, "notice before the end": 15, "written appeal after the session": 30},
    ),
    "zungjung": Body(
        "World Series of Mahjong (Zung Jung)",
        "its scoring list, which names no start points, course, amounts or times; the course is that of the 1998 book",
        start=0,
        hands=16,
        minimum=5,
        split=zungjung_payment.split,
        false_wins={},
    ),
}

_SEAT_CHANGES: Final = (
    # After the East, South and West rounds: for the new East, South, West, North the index of the seat they come from.
    (1, 0, 3, 2),  # E-S and W-N change places
    (3, 2, 0, 1),  # E to W, W to S, S to N, N to E
    (1, 0, 3, 2),
)

DEALER, DISCARDER, SELF_DRAW, DRAW, FALSE_WIN, WARNING = "▲—+○✓✗"
"""The signs of the hand sheet."""


# What a match stands at ----------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Hand:
    """One hand of the match, played or in play.

    Attributes:
        number: From 1.
        round_wind: The prevailing wind.
        seats: The players by seat wind.
        points: What each player won or lost in it, by name: the win, false wins and penalties paid.
        deducted: What each player lost to nobody.
        marks: The signs of the hand sheet, by name.
        records: Numbers of the records it rests on.
        dead: Players whose hand was dead.
        outcome: How it ended; None while it is in play.
        approved: Number of the record that approves it.
    """

    number: int
    round_wind: str
    seats: dict[str, str]
    points: dict[str, int]
    deducted: dict[str, int]
    marks: dict[str, str]
    records: list[int] = field(default_factory=list)
    dead: set[str] = field(default_factory=set)
    outcome: Won | Drawn | None = None
    approved: int | None = None


@dataclass(frozen=True, slots=True)
class Fine:
    """A line of the penalty sheet: what a player of a hand paid or lost, what for, and the record it stands in."""

    record: int
    hand: int
    player: str
    amount: int
    flow: Literal["paid", "deducted"]
    reason: str


@dataclass(slots=True)
class Match:
    """What a match stands at.

    Attributes:
        last: Number of the last hand; fewer than the body's when the time was over.
        players: Names in the order they first sat, East first; empty before anybody sits.
        hands: Hands played, the one in play last.
        over: Whether the last hand was played.
        fines: The penalty sheet: false wins and penalties that stand.
        disqualified: Players who are out.
        refused: Records that could not be followed, by number, with what is wrong.
    """

    body: Body
    last: int
    players: tuple[str, ...] = ()
    hands: list[Hand] = field(default_factory=list)
    over: bool = False
    fines: list[Fine] = field(default_factory=list)
    disqualified: list[str] = field(default_factory=list)
    refused: dict[int, str] = field(default_factory=dict)

    @property
    def points(self) -> dict[str, int]:
        """Game points by player: the start, everything won and lost, and what was deducted."""
        totals = dict.fromkeys(self.players, self.body.start)
        for hand in self.hands:
            for player in self.players:
                totals[player] += hand.points[player] - hand.deducted[player]
        return totals

    @property
    def deducted(self) -> dict[str, int]:
        """What was deducted from each player: the only points that go to nobody."""
        return {player: sum(hand.deducted[player] for hand in self.hands) for player in self.players}

    @property
    def current(self) -> Hand | None:
        """The hand in play."""
        return self.hands[-1] if self.hands and not self.over else None


def seats_of_hand(players: Sequence[str], number: int) -> dict[str, str]:
    """The players by seat wind in a hand.

    The deal passes every hand and never repeats; after every fourth hand the players change places.

    Args:
        players: East, South, West and North of the first hand.
        number: The hand, 1 to 16.
    """
    round_, passed = divmod(number - 1, 4)
    for change in _SEAT_CHANGES[:round_]:
        players = [players[seat] for seat in change]
    return {WINDS[(at - passed) % 4]: player for at, player in enumerate(players)}


def fold(records: Iterable[Record], rules: str = "mcr") -> Match:
    """What the records give.

    A record that cannot be followed changes nothing and is named in `Match.refused`.

    Args:
        records: All of them, in the order they were added.
        rules: "mcr" with its other presets, or "zungjung".
    """
    log = list(records)
    body = BODIES["zungjung" if rules == "zungjung" else "mcr"]
    locked: dict[int, int] = {}
    withdrawn = _withdrawn_by_referees(log)
    for number, record in enumerate(log, 1):
        if isinstance(record.act, Approved) and number not in withdrawn:
            then = _fold(log[:number], body, locked)
            locked |= {at: number for hand in then.hands if hand.approved == number for at in hand.records}
    return _fold(log, body, locked)


def _fold(log: list[Record], body: Body, locked: Mapping[int, int]) -> Match:
    match = Match(body, last=body.hands)
    for number, act in _standing(log, locked, match.refused).items():
        if isinstance(act, Corrected | Void):
            continue
        try:
            _follow(match, number, act)
        except ScoringError as error:
            match.refused[number] = str(error)
    return match


def _withdrawn_by_referees(log: list[Record]) -> set[int]:
    void: set[int] = set()
    for number in range(len(log), 0, -1):
        record = log[number - 1]
        if isinstance(record.act, Void) and record.referee and number not in void:
            void.add(record.act.of)
    return void


def _standing(log: list[Record], locked: Mapping[int, int], refused: dict[int, str]) -> dict[int, Act]:
    """The acts that stand, by number of the record they stand in the place of.

    The last record decides first: a void that is itself void takes nothing back, of two corrections the later counts.

    Args:
        locked: Records an approved hand rests on, each with the number of the approving record.
        refused: Where to say which changes were not allowed.
    """
    void: set[int] = set()
    place: dict[int, Entry] = {}
    for number in range(len(log), 0, -1):
        record = log[number - 1]
        act = record.act
        if number in void or not isinstance(act, Corrected | Void):
            continue
        if not 0 < act.of < number:
            refused[number] = f"Record {number} changes record {act.of}, which is not before it."
        elif locked.get(act.of, number) < number and not record.referee:
            refused[number] = f"Record {act.of} is approved: only a referee may change it."
        elif isinstance(log[act.of - 1].act, Approved) and not record.referee:
            refused[number] = f"Record {act.of} is an approval: only a referee may take it back."
        elif isinstance(act, Void):
            void.add(act.of)
        elif isinstance(log[act.of - 1].act, Corrected | Void):
            refused[number] = f"Record {act.of} is itself a change: void it, or correct what it changed."
        else:
            place.setdefault(act.of, act.act)
    return {number: place.get(number, record.act) for number, record in enumerate(log, 1) if number not in void}


def _begin(match: Match, number: int) -> None:
    seats = seats_of_hand(match.players, number)
    nothing = dict.fromkeys(match.players, 0)
    marks = {player: DEALER if seat == "E" else "" for seat, player in seats.items()}
    match.hands.append(Hand(number, WINDS[(number - 1) // 4], seats, dict(nothing), dict(nothing), marks))


def _follow(match: Match, number: int, act: Entry) -> None:
    if isinstance(act, Seated):
        if match.players:
            raise ScoringError("The players already sit: correct the first seating instead of adding another.")
        if len(set(act.players)) != 4 or len(act.players) != 4:
            raise ScoringError(f"A match has four different players; got {', '.join(act.players)}.")
        match.players = act.players
        _begin(match, 1)
        return
    if not match.players:
        raise ScoringError("Nobody sits yet: record who sits where first.")
    if isinstance(act, Approved):
        _approve(match, number, act)
    elif isinstance(act, Penalty):
        _penalize(match, number, act)
    elif match.over:
        raise ScoringError("The match is over: correct or void an earlier record instead.")
    elif isinstance(act, TimeUp):
        match.last = len(match.hands) - (not act.in_play)
        if not act.in_play:
            match.over = True
            match.hands.pop()
    elif isinstance(act, Won | Drawn):
        _end(match, number, act)
    else:
        _false_win(match, number, act)


def _player(hand: Hand, seat: str) -> str:
    if seat not in hand.seats:
        raise ScoringError(f"{seat!r} is no seat: give E, S, W or N.")
    return hand.seats[seat]


def _end(match: Match, number: int, act: Won | Drawn) -> None:
    hand = match.hands[-1]
    if isinstance(act, Won):
        winner = _player(hand, act.winner)
        if winner in hand.dead:
            raise ScoringError(f"{winner}'s hand was dead after a false win and cannot win hand {hand.number}.")
        if act.points < match.body.minimum or act.payer == act.winner:
            raise ScoringError(
                f"{act.points} points paid by {act.payer or 'all'}: a hand has at least {match.body.minimum} points, "
                "and its winner does not pay. Correct the points or the payer."
            )
        for seat, points in match.body.split(act.points, act.winner, act.payer).items():
            hand.points[hand.seats[seat]] += points
        if act.payer is None:
            hand.marks[winner] += SELF_DRAW
        else:
            hand.marks[_player(hand, act.payer)] += DISCARDER
    else:
        for player in match.players:
            hand.marks[player] += DRAW
    hand.outcome = act
    hand.records.append(number)
    if hand.number >= match.last:
        match.over = True
    else:
        _begin(match, hand.number + 1)


def _false_win(match: Match, number: int, act: FalseWin) -> None:
    hand = match.hands[-1]
    offender = _player(hand, act.seat)
    rule = match.body.false_wins.get(act.kind)
    each = act.each if act.each is not None else rule.each if rule else None
    if each is None:
        raise ScoringError(f"{match.body.name} names no amount for a false win ({act.kind}): record what each is paid.")
    for player in match.players:
        hand.points[player] += -3 * each if player == offender else each
    match.fines.append(Fine(number, hand.number, offender, 3 * each, "paid", f"false win: {act.kind}"))
    hand.dead.add(offender)
    hand.marks[offender] += FALSE_WIN
    hand.records.append(number)
    if rule and rule.disqualified:
        match.disqualified.append(offender)


def _penalize(match: Match, number: int, act: Penalty) -> None:
    hand = match.hands[-1]
    offender = _player(hand, act.seat)
    if act.amount < 0 or (act.flow == "paid" and act.amount % 3):
        raise ScoringError(
            f"A penalty of {act.amount} cannot be {act.flow}: give 0 or more, and paid a multiple of three."
        )
    if act.flow == "deducted":
        hand.deducted[offender] += act.amount
    else:
        for player in match.players:
            hand.points[player] += -act.amount if player == offender else act.amount // 3
    match.fines.append(Fine(number, hand.number, offender, act.amount, act.flow, act.reason))
    hand.marks[offender] += WARNING
    hand.records.append(number)


def _approve(match: Match, number: int, act: Approved) -> None:
    played = [hand for hand in match.hands if hand.outcome is not None]
    if not 0 < act.hand <= len(played):
        raise ScoringError(f"Hand {act.hand} has not been played: {len(played)} have.")
    match.hands[act.hand - 1].approved = number


# Ranking -------------------------------------------------------------------------------------------------------------


def table_points(points: Mapping[str, int]) -> dict[str, Fraction]:
    """Table points of one session: of N players the first gets N, the others N less their rank; ties share exactly."""
    order = sorted(points, key=lambda player: -points[player])
    scale = [len(order) - rank if rank > 1 else len(order) for rank in range(1, len(order) + 1)]
    shared: dict[str, Fraction] = {}
    for player in order:
        tied = [at for at, other in enumerate(order) if points[other] == points[player]]
        shared[player] = Fraction(sum(scale[at] for at in tied), len(tied))
    return shared


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place: by table points, then game points, then the best single session; equal in all, equal rank."""

    rank: int
    player: str
    table_points: Fraction
    game_points: int
    best_session: int


def ranking(sessions: Iterable[Iterable[Mapping[str, int]]]) -> list[Standing]:
    """The ranking after some sessions, each the game points at its tables."""
    table: dict[str, Fraction] = {}
    games: dict[str, list[int]] = {}
    for tables in sessions:
        for points in tables:
            for player, share in table_points(points).items():
                table[player] = table.get(player, Fraction(0)) + share
                games.setdefault(player, []).append(points[player])
    keys = {player: (table[player], sum(games[player]), max(games[player])) for player in table}
    order = sorted(keys, key=lambda player: (tuple(-part for part in keys[player]), player))
    return [
        Standing(1 + sum(1 for other in keys.values() if other > keys[player]), player, *keys[player])
        for player in order
    ]
