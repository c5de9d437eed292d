"""A match as the fold of its records.

Records are only ever added: hands, false wins, penalties, corrections, voids, approvals, each with who recorded it and
when. Folding them gives the state of the match. A `Void` undoes a record; voiding that void redoes it.

The course of a match is that of the printed 1998 book (chapters 4 and 5); the World Series of Mahjong names none.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from scoring.errors import About
from scoring.match.bodies import BODIES, Body
from scoring.match.errors import Refusal, RefusedError
from scoring.match.records import (
    Act,
    Approved,
    Claimed,
    Corrected,
    DeadHand,
    Disqualified,
    Drawn,
    Entry,
    FalseWin,
    Penalty,
    Record,
    Seated,
    TimeUp,
    Void,
    Won,
)
from scoring.tiles import WINDS

_SEAT_CHANGES: Final = (
    (1, 0, 3, 2),  # E-S and W-N change places
    (3, 2, 0, 1),  # E to W, W to S, S to N, N to E
    (1, 0, 3, 2),  # as the first
)
"""After the East, South and West rounds: for the new East, South, West and North the index of their old seat.

Source: printed 1998 book, chapters 4 and 5.
"""

DEALER, DISCARDER, SELF_DRAW, DRAW, FALSE_WIN, WARNING = "▲—+○✓✗"
"""The signs that the hand sheet has for a player of a hand."""


@dataclass(slots=True)
class Hand:
    """One hand of the match, played or in play.

    Attributes:
        number: Its number in the match, from 1.
        round_wind: The prevailing wind.
        seats: The players by seat wind.
        points: What each player won or lost in it, by name: the win, false wins and penalties paid.
        deducted: What each player lost to nobody.
        marks: The signs of the hand sheet, by name.
        records: Numbers of the records that it rests on.
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
    """A line of the penalty sheet: what a false win or a penalty cost a player.

    Attributes:
        record: Number of the record that it stands in.
        hand: Number of the hand.
        player: Name of the offender.
        amount: Points paid or lost in all.
        flow: "paid" to the other players or "deducted", which goes to nobody.
        kind: What it is for.
        about: The kind of false win, or the referee's reason of a penalty.
    """

    record: int
    hand: int
    player: str
    amount: int
    flow: Literal["paid", "deducted"]
    kind: Literal["false-win", "penalty"]
    about: About


@dataclass(slots=True)
class Match:
    """The state of a match.

    Attributes:
        body: The body whose rules it is played by.
        last: Number of the last hand; fewer than the body's when the time was over.
        players: Names in the order they first sat, East first; empty before anybody sits.
        hands: Hands played, the one in play last.
        over: Whether the last hand was played.
        fines: The penalty sheet: false wins and penalties that stand.
        disqualified: Players who are out.
        refused: Why records were refused, by number of the record.
    """

    body: Body
    last: int
    players: tuple[str, ...] = ()
    hands: list[Hand] = field(default_factory=list)
    over: bool = False
    fines: list[Fine] = field(default_factory=list)
    disqualified: list[str] = field(default_factory=list)
    refused: dict[int, Refusal] = field(default_factory=dict)

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
    """The players of a hand by seat wind.

    The deal passes after every hand and never repeats; after every fourth hand the players change places. Source:
    printed 1998 book, chapters 4 and 5.

    Args:
        players: East, South, West and North of the first hand.
        number: Number of the hand, 1 to 16.
    """
    round_, passed = divmod(number - 1, 4)
    for change in _SEAT_CHANGES[:round_]:
        players = [players[seat] for seat in change]
    return {WINDS[(at - passed) % 4]: player for at, player in enumerate(players)}


def first_claimant(discarder: str, claimants: Collection[str]) -> str:
    """Decides between players who claim the same discard: the next counter-clockwise from the discarder wins.

    Source: the 1998 text ("order in the former"). The scoring list of the World Series of Mahjong is silent; another
    page of its organisers has the same order (lower, opposite, upper seat).

    Args:
        discarder: Seat wind of the player who discarded the tile.
        claimants: Seat winds of the players who claim it, at least one of them another than the discarder's.
    """
    after = WINDS.index(discarder) + 1
    return next(seat for seat in WINDS[after:] + WINDS[:after] if seat in claimants)


def fold(records: Iterable[Record], rules: str = "mcr") -> Match:
    """Folds the records of a match into its state.

    A record that does not follow from those before it changes nothing and is named in `Match.refused`.

    Args:
        records: All records of the match, in the order they were added.
        rules: Name of the preset; all but "zungjung" have the match of the 1998 book.
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
        except RefusedError as error:
            match.refused[number] = Refusal(error.kind, error.about)
    return match


def _withdrawn_by_referees(log: list[Record]) -> set[int]:
    """Numbers of the records that a referee takes back, whose own record is not taken back."""
    void: set[int] = set()
    for number in range(len(log), 0, -1):
        record = log[number - 1]
        if isinstance(record.act, Void) and record.referee and number not in void:
            void.add(record.act.of)
    return void


def _standing(log: list[Record], locked: Mapping[int, int], refused: dict[int, Refusal]) -> dict[int, Act]:
    """The acts after corrections and voids, by number of the record in whose place each stands.

    Records are read from the last to the first: a void that is itself void takes nothing back, and of two corrections
    of a record the later counts.

    Args:
        log: All records of the match.
        locked: Records that an approved hand rests on, each with the number of the approving record.
        refused: Takes the refusals of changes that are not allowed, by number of the record.
    """
    void: set[int] = set()
    place: dict[int, Entry] = {}
    for number in range(len(log), 0, -1):
        record = log[number - 1]
        act = record.act
        if number in void or not isinstance(act, Corrected | Void):
            continue
        if not 0 < act.of < number:
            refused[number] = Refusal("not-before", {"record": number, "of": act.of})
        elif locked.get(act.of, number) < number and not record.referee:
            refused[number] = Refusal("record-approved", {"of": act.of})
        elif isinstance(log[act.of - 1].act, Approved) and not record.referee:
            refused[number] = Refusal("record-is-approval", {"of": act.of})
        elif isinstance(act, Void):
            void.add(act.of)
        elif isinstance(log[act.of - 1].act, Corrected | Void):
            refused[number] = Refusal("record-is-change", {"of": act.of})
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
            raise RefusedError("already-seated")
        if len(set(act.players)) != 4 or len(act.players) != 4:
            raise RefusedError("not-four-players", players=act.players)
        match.players = act.players
        _begin(match, 1)
        return
    if not match.players:
        raise RefusedError("nobody-seated")
    if isinstance(act, Approved):
        _approve(match, number, act)
    elif isinstance(act, Penalty):
        _penalize(match, number, act)
    elif isinstance(act, Disqualified):
        match.disqualified.append(_player(match.hands[-1], act.seat))
        match.hands[-1].records.append(number)
    elif match.over:
        raise RefusedError("match-over")
    elif isinstance(act, TimeUp):
        match.last = len(match.hands) - (not act.in_play)
        if not act.in_play:
            match.over = True
            match.hands.pop()
    elif isinstance(act, Won | Drawn):
        _end(match, number, act)
    elif isinstance(act, Claimed):
        _end(match, number, _first_claim(match.hands[-1], act))
    elif isinstance(act, DeadHand):
        hand = match.hands[-1]
        hand.dead.add(_player(hand, act.seat))
        hand.records.append(number)
    else:
        _false_win(match, number, act)


def _player(hand: Hand, seat: str) -> str:
    if seat not in hand.seats:
        raise RefusedError("not-a-seat", seat=seat)
    return hand.seats[seat]


def _first_claim(hand: Hand, act: Claimed) -> Won:
    """The claim that wins: the first counter-clockwise from the discarder whose hand is not dead."""
    claims = {claim.winner: claim for claim in act.claims}
    discarder = act.claims[0].payer if act.claims else None
    if discarder is None or len(claims) < len(act.claims) or any(claim.payer != discarder for claim in act.claims):
        raise RefusedError("claims-differ")
    if discarder in claims:
        raise RefusedError("winner-pays", seat=discarder)
    _player(hand, discarder)
    alive = [seat for seat in claims if _player(hand, seat) not in hand.dead]
    return claims[first_claimant(discarder, alive or claims)]


def _end(match: Match, number: int, act: Won | Drawn) -> None:
    hand = match.hands[-1]
    if isinstance(act, Won):
        winner = _player(hand, act.winner)
        if winner in hand.dead:
            raise RefusedError("dead-hand", player=winner, hand=hand.number)
        if act.points < match.body.minimum:
            raise RefusedError("under-minimum", points=act.points, minimum=match.body.minimum)
        if act.payer == act.winner:
            raise RefusedError("winner-pays", seat=act.winner)
        payer = _player(hand, act.payer) if act.payer is not None else None
        for seat, points in match.body.split(act.points, act.winner, act.payer).items():
            hand.points[hand.seats[seat]] += points
        if payer is None:
            hand.marks[winner] += SELF_DRAW
        else:
            hand.marks[payer] += DISCARDER
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
        raise RefusedError("no-amount", body=match.body.name, false_win=act.kind)
    for player in match.players:
        hand.points[player] += -3 * each if player == offender else each
    match.fines.append(Fine(number, hand.number, offender, 3 * each, "paid", "false-win", {"false_win": act.kind}))
    hand.dead.add(offender)
    hand.marks[offender] += FALSE_WIN
    hand.records.append(number)
    if rule and rule.disqualified:
        match.disqualified.append(offender)


def _penalize(match: Match, number: int, act: Penalty) -> None:
    hand = match.hands[-1]
    offender = _player(hand, act.seat)
    if act.amount < 0 or (act.flow == "paid" and act.amount % 3):
        raise RefusedError("penalty-paid" if act.flow == "paid" else "penalty-deducted", amount=act.amount)
    if act.flow == "deducted":
        hand.deducted[offender] += act.amount
    else:
        for player in match.players:
            hand.points[player] += -act.amount if player == offender else act.amount // 3
    match.fines.append(Fine(number, hand.number, offender, act.amount, act.flow, "penalty", {"reason": act.reason}))
    hand.marks[offender] += WARNING
    hand.records.append(number)


def _approve(match: Match, number: int, act: Approved) -> None:
    played = [hand for hand in match.hands if hand.outcome is not None]
    if not 0 < act.hand <= len(played):
        raise RefusedError("hand-not-played", hand=act.hand, played=len(played))
    match.hands[act.hand - 1].approved = number
