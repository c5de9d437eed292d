"""What each act changes in the state of a match; an act that does not follow is refused before it changes anything."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from scoring.errors import About
from scoring.match.bodies import BODIES, Body, body_of, game_of
from scoring.match.errors import RefusedError
from scoring.match.records import (
    Approved,
    Claimed,
    DeadHand,
    Disqualified,
    Drawn,
    Entry,
    FalseWin,
    Flow,
    Forfeited,
    Foul,
    Late,
    Penalty,
    Seated,
    Substituted,
    Swapped,
    ThreeLeft,
    TimeUp,
    Won,
)
from scoring.match.seats import first_claimant, places_of_hand, seats_of_hand
from scoring.match.state import (
    DEALER,
    DISCARDER,
    DRAW,
    FALSE_WIN,
    SELF_DRAW,
    WARNING,
    Fine,
    FineKind,
    Hand,
    Match,
)
from scoring.rules import RULES, RuleBook
from scoring.tiles import WINDS

MOST_HANDS: Final = 16
"""Hands of the longest match: four rounds of four, after which no body says where the players sit."""

AFTER_THE_END: Final = (Approved, Penalty, Foul, Disqualified)
"""What may still be recorded when the last hand was played."""


@dataclass(frozen=True, slots=True)
class Swap:
    """Two who sat the wrong way round.

    Attributes:
        since: Number of the first record that it is true of.
        places: Their places: East, South, West and North of the first hand are 0, 1, 2, 3.
    """

    since: int
    places: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Setting:
    """What a match is played by where its seating does not say it."""

    rules: RuleBook
    body: Body | None


@dataclass(frozen=True, slots=True)
class Moment:
    """What an act means at the moment it is recorded.

    Attributes:
        number: Number of the record in whose place the act stands.
        by: Number of the record that the act stands in: its own, or that of the correction.
        hand: Number of the hand that was in play when the record was made, which its seat winds are of.
        swaps: Who sat the wrong way round, oldest record first.
        approves: Number of the record that ended the hand which the act approves.
    """

    number: int
    by: int
    hand: int
    swaps: tuple[Swap, ...] = ()
    approves: int | None = None


def sitting(players: Sequence[str], swaps: Iterable[Swap], number: int) -> Sequence[str]:
    """The players by place at the moment of a record."""
    for swap in swaps:
        if swap.since <= number:
            one, other = swap.places
            order = list(players)
            order[one], order[other] = order[other], order[one]
            players = order
    return players


def player_of(match: Match, moment: Moment, person: str) -> str:
    """The player whom an act means by a seat wind, a name, or the name of who plays for them.

    Raises:
        RefusedError: Nobody here is called so.
    """
    place = places_of_hand(moment.hand, match.body.seat_changes).get(person)
    if place is not None:
        return sitting(match.players, moment.swaps, moment.number)[place]
    if person in match.players:
        return person
    for player, substitute in match.substitutes.items():
        if substitute == person:
            return player
    raise RefusedError("not-a-seat", seat=person)


def follow(match: Match, moment: Moment, act: Entry, setting: Setting) -> None:
    """Changes the state of a match by an act.

    Raises:
        RefusedError: The act does not follow from the ones before it; nothing has changed.
    """
    if isinstance(act, Seated):
        _seat(match, moment, act, setting)
        return
    if not match.players:
        raise RefusedError("nobody-seated")
    if match.over and not isinstance(act, (*AFTER_THE_END, Swapped)):
        raise RefusedError("match-over")
    _EFFECTS[type(act)](match, moment, act)


def is_out(match: Match, player: str, hand: int | None = None) -> bool:
    """Whether a player is out and nobody plays for them: by this hand, or for the hands to come."""
    if player not in match.out or player in match.substitutes:
        return False
    return hand is None or hand >= match.out[player]


def _seat(match: Match, moment: Moment, act: Seated, setting: Setting) -> None:
    if match.players:
        raise RefusedError("already-seated")
    if len(set(act.players)) != 4:
        raise RefusedError("not-four-players", players=act.players)
    for player in act.players:
        _check_name(player)
    rules = setting.rules
    if act.rules is not None and act.rules != rules.name:
        if act.rules not in RULES:
            raise RefusedError("unknown-rules", rules=act.rules, known=tuple(RULES))
        rules = RULES[act.rules]
    body = _body(act, rules, setting.body)
    if act.hands is not None and not 0 < act.hands <= MOST_HANDS:
        raise RefusedError("hands-of-match", hands=act.hands, most=MOST_HANDS)
    match.rules = rules
    match.body = body
    match.last = act.hands if act.hands is not None else match.body.hands
    match.players = act.players
    _begin(match, moment, 1)


def _body(act: Seated, rules: RuleBook, usual: Body | None) -> Body:
    """The body of a match: the one its seating names, else the usual one if it plays by these rules."""
    game = game_of(rules.name)
    if act.body is None:
        return usual if usual is not None and usual.game == game else body_of(rules.name)
    if act.body not in BODIES:
        raise RefusedError("unknown-body", body=act.body, known=tuple(BODIES))
    body = BODIES[act.body]
    if body.game != game:
        raise RefusedError("body-of-other-rules", body=body.name, rules=rules.title)
    return body


def _check_name(name: str) -> None:
    if not name.strip() or name in WINDS:
        raise RefusedError("not-a-name", name=name)


def _begin(match: Match, moment: Moment, number: int) -> None:
    order = sitting(match.players, moment.swaps, moment.number + 1)
    seats = seats_of_hand(order, number, match.body.seat_changes)
    nothing = dict.fromkeys(match.players, 0)
    marks = {player: DEALER if player == seats["E"] else "" for player in match.players}
    match.hands.append(Hand(number, WINDS[(number - 1) // 4], seats, dict(nothing), dict(nothing), marks))


@dataclass(frozen=True, slots=True)
class _Settled:
    """A win with its persons by name."""

    act: Won
    winner: str
    payer: str | None
    discarder: str | None


def _settled(match: Match, moment: Moment, act: Won) -> _Settled:
    winner = player_of(match, moment, act.winner)
    payer = player_of(match, moment, act.payer) if act.payer is not None else None
    discarder = player_of(match, moment, act.discarder) if act.discarder is not None else payer
    if act.points < match.rules.minimum:
        raise RefusedError("under-minimum", points=act.points, minimum=match.rules.minimum)
    if act.points > match.body.most:
        raise RefusedError("over-maximum", points=act.points, most=match.body.most)
    if match.body.discarder_pays:
        if payer is not None and discarder != payer:
            raise RefusedError("discarder-pays", discarder=discarder, payer=payer)
        payer = discarder
    if winner in (payer, discarder):
        raise RefusedError("winner-pays", seat=act.winner)
    return _Settled(act, winner, payer, discarder)


def _first_claim(match: Match, moment: Moment, act: Claimed) -> _Settled:
    """The claim that wins: the first counter-clockwise from the discarder whose hand is not dead."""
    hand = match.hands[-1]
    claims = {claim.winner: claim for claim in [_settled(match, moment, claim) for claim in act.claims]}
    discarders = {claim.discarder for claim in claims.values()}
    discarder = discarders.pop() if len(discarders) == 1 else None
    if discarder is None or len(claims) < len(act.claims):
        raise RefusedError("claims-differ")
    seats = {player: seat for seat, player in hand.seats.items()}
    alive = [player for player in claims if player not in hand.dead and not is_out(match, player, hand.number)]
    first = first_claimant(seats[discarder], [seats[player] for player in alive or claims])
    return claims[hand.seats[first]]


def _win(match: Match, moment: Moment, win: _Settled) -> None:
    hand = match.hands[-1]
    _check_players(match, hand)
    for player in (win.winner, win.payer, win.discarder):
        if player is not None and is_out(match, player, hand.number):
            raise RefusedError("player-out", player=player)
    if win.winner in hand.dead:
        raise RefusedError("dead-hand", player=win.winner, hand=hand.number)
    seats = {player: seat for seat, player in hand.seats.items()}
    payer = seats[win.payer] if win.payer is not None else None
    shares = match.body.split(win.act.points, seats[win.winner], payer)
    for player, how in match.absent.items():
        if how == "pays-nothing" and is_out(match, player, hand.number):
            shares[seats[win.winner]] += shares.pop(seats[player])
    for seat, points in shares.items():
        hand.points[hand.seats[seat]] += points
    if win.act.self_drawn:
        hand.marks[win.winner] += SELF_DRAW
    elif win.discarder is not None:
        hand.marks[win.discarder] += DISCARDER
    hand.outcome, hand.winner, hand.discarder = win.act, win.winner, win.discarder
    _end(match, moment, hand)


def _draw(match: Match, moment: Moment, act: Drawn) -> None:
    hand = match.hands[-1]
    _check_players(match, hand)
    for player in match.players:
        hand.marks[player] += DRAW
    hand.outcome = act
    _end(match, moment, hand)


def _check_players(match: Match, hand: Hand) -> None:
    """Refuses the end of a hand while nobody has said how it goes on without a player who is out."""
    missing = [player for player in match.players if is_out(match, player, hand.number) and player not in match.absent]
    if missing:
        raise RefusedError("three-left", players=tuple(missing))


def _end(match: Match, moment: Moment, hand: Hand) -> None:
    hand.ended = moment.number
    hand.records.append(moment.number)
    if hand.number >= match.last:
        match.over = True
    else:
        _begin(match, moment, hand.number + 1)


def _time_up(match: Match, moment: Moment, act: TimeUp) -> None:
    hand = match.hands[-1]
    if act.in_play:
        match.last = hand.number
        return
    match.last = hand.number - 1
    match.over = True
    if match.last and not any(fine.hand == hand.number for fine in match.fines):
        match.hands.pop()


def _false_win(match: Match, moment: Moment, act: FalseWin) -> None:
    hand = match.hands[-1]
    offender = player_of(match, moment, act.seat)
    if is_out(match, offender, hand.number):
        raise RefusedError("player-out", player=offender)
    rule = match.body.false_wins.get(act.kind)
    each = act.each if act.each is not None else rule.each if rule else None
    if each is None:
        raise RefusedError("no-amount", body=match.body.name, false_win=act.kind)
    others = _others(match, hand, offender)
    _fine(match, moment, offender, each * len(others), act.flow, "false-win", {"false_win": act.kind}, FALSE_WIN)
    hand.dead.add(offender)
    if rule and rule.disqualified and not is_out(match, offender):
        _take_out(match, offender, match.disqualified, hand.number + 1)


def _penalize(match: Match, moment: Moment, act: Penalty) -> None:
    offender = player_of(match, moment, act.seat)
    _fine(match, moment, offender, act.amount, act.flow, "penalty", {"reason": act.reason}, WARNING)


def _foul(match: Match, moment: Moment, act: Foul) -> None:
    hand = match.hands[-1]
    offender = player_of(match, moment, act.seat)
    steps = match.body.ladders.get(act.ladder)
    if steps is None:
        raise RefusedError("no-rule", body=match.body.name, matter="fouls")
    before = [
        fine
        for fine in match.fines
        if fine.kind == "foul"
        and fine.player == offender
        and fine.about["ladder"] == act.ladder
        and (act.ladder == "match" or fine.hand == hand.number)
    ]
    if len(before) >= len(steps):
        raise RefusedError("ladder-ended", player=offender, fouls=len(before))
    step = steps[len(before)]
    if step == "disqualified":
        _take_out(match, offender, match.disqualified, hand.number + 1)
    if isinstance(step, str):
        hand.dead.add(offender)
    amount = step if isinstance(step, int) else 0
    about = {"reason": act.reason, "ladder": act.ladder, "step": step}
    _fine(match, moment, offender, amount, "deducted", "foul", about, WARNING)


def _late(match: Match, moment: Moment, act: Late) -> None:
    player = player_of(match, moment, act.seat)
    if not match.body.late:
        raise RefusedError("no-rule", body=match.body.name, matter="late")
    if act.minutes < 0:
        raise RefusedError("negative", amount=act.minutes)
    amount = next((points for limit, points in match.body.late if act.minutes <= limit), None)
    if amount is None:
        _take_out(match, player, match.forfeited, match.hands[-1].number)
    _fine(match, moment, player, amount or 0, "deducted", "late", {"minutes": act.minutes}, WARNING)


def _others(match: Match, hand: Hand, player: str) -> list[str]:
    """The other players who are not out, counter-clockwise from the next."""
    order = [hand.seats[seat] for seat in WINDS]
    at = order.index(player)
    return [other for other in order[at + 1 :] + order[:at] if not is_out(match, other, hand.number)]


def _fine(
    match: Match, moment: Moment, offender: str, amount: int, flow: Flow, kind: FineKind, about: About, mark: str
) -> None:
    hand = match.hands[-1]
    if amount < 0:
        raise RefusedError("negative", amount=amount)
    if flow == "deducted":
        hand.deducted[offender] += amount
    else:
        others = _others(match, hand, offender)
        if not others:
            raise RefusedError("three-left", players=tuple(match.out))
        each, left = divmod(amount, len(others))
        hand.points[offender] -= amount
        for at, other in enumerate(others):
            hand.points[other] += each + (at < left)
    hand.marks[offender] += mark
    hand.records.append(moment.number)
    match.fines.append(Fine(moment.number, hand.number, offender, amount, flow, kind, about))


def _take_out(match: Match, player: str, how: list[str], first: int) -> None:
    """Takes a player, or who plays for them, out of the match from a hand on."""
    if is_out(match, player):
        raise RefusedError("already-out", player=player)
    how.append(match.substitutes.pop(player, player))
    match.out[player] = first
    if match.body.three_left and not any(is_out(match, other) for other in match.players if other != player):
        match.absent[player] = match.body.three_left


def _substitute(match: Match, moment: Moment, act: Substituted) -> None:
    player = player_of(match, moment, act.seat)
    _check_name(act.substitute)
    if act.substitute in (*match.players, *match.substitutes.values(), *match.disqualified, *match.forfeited):
        raise RefusedError("not-a-name", name=act.substitute)
    match.substitutes[player] = act.substitute
    match.absent.pop(player, None)
    match.hands[-1].records.append(moment.number)


def _three_left(match: Match, moment: Moment, act: ThreeLeft) -> None:
    out = tuple([player for player in match.players if is_out(match, player)])
    how = act.absent or match.body.three_left
    if len(out) > 1:
        raise RefusedError("three-left", players=out)
    if how is None:
        raise RefusedError("no-rule", body=match.body.name, matter="three-left")
    for player in out:  # nobody, where what took them out was taken back since
        match.absent[player] = how
    match.hands[-1].records.append(moment.number)


def _dead_hand(match: Match, moment: Moment, act: DeadHand) -> None:
    match.hands[-1].dead.add(player_of(match, moment, act.seat))
    match.hands[-1].records.append(moment.number)


def _disqualify(match: Match, moment: Moment, act: Disqualified) -> None:
    hand = match.hands[-1]
    player = player_of(match, moment, act.seat)
    _take_out(match, player, match.disqualified, hand.number + 1)
    hand.dead.add(player)
    hand.records.append(moment.number)


def _forfeit(match: Match, moment: Moment, act: Forfeited) -> None:
    hand = match.hands[-1]
    _take_out(match, player_of(match, moment, act.seat), match.forfeited, hand.number)
    hand.records.append(moment.number)


def _approve(match: Match, moment: Moment, act: Approved) -> None:
    for hand in match.hands:
        if hand.ended == moment.approves:
            hand.approved = moment.by


_EFFECTS: Final[Mapping[type[Entry], Callable[[Match, Moment, Any], None]]] = {
    Won: lambda match, moment, act: _win(match, moment, _settled(match, moment, act)),
    Claimed: lambda match, moment, act: _win(match, moment, _first_claim(match, moment, act)),
    Drawn: _draw,
    FalseWin: _false_win,
    Penalty: _penalize,
    Foul: _foul,
    Late: _late,
    DeadHand: _dead_hand,
    Disqualified: _disqualify,
    Forfeited: _forfeit,
    Substituted: _substitute,
    ThreeLeft: _three_left,
    TimeUp: _time_up,
    Approved: _approve,
    Swapped: lambda match, moment, act: None,  # it is in the swaps of every moment
}
"""What changes the state for each act but a seating."""
