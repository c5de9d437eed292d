"""Settlement of a hand and start of the next: wins, claims of one discard, draws, the end of the time."""

from dataclasses import dataclass

from scoring.match.absence import check_players, is_out
from scoring.match.errors import RefusedError
from scoring.match.moment import Moment, player_of, seats_at, sitting
from scoring.match.records import Claimed, Drawn, TimeUp, Won
from scoring.match.seats import first_claimant, seats_of_hand
from scoring.match.state import DEALER, DISCARDER, DRAW, SELF_DRAW, Hand, Match, Transfer
from scoring.tiles import WINDS


def begin(match: Match, moment: Moment, number: int) -> None:
    """Begin a hand with the seats as of the next record."""
    order = sitting(match.players, moment.swaps, moment.number + 1)
    seats = seats_of_hand(order, number, match.body.seat_changes)
    nothing = dict.fromkeys(match.players, 0)
    marks = {player: DEALER if player == seats["E"] else "" for player in match.players}
    match.hands.append(Hand(number, WINDS[(number - 1) // 4], seats, dict(nothing), dict(nothing), marks))


def win(match: Match, moment: Moment, act: Won) -> None:
    """Settle a win and end the hand."""
    _settle(match, moment, _settled(match, moment, act))


def claim(match: Match, moment: Moment, act: Claimed) -> None:
    """Settle the first claim of a discard and end the hand."""
    hand = match.hands[-1]
    _settle(match, moment, _first_claim(match, moment, act))
    hand.claims = act.claims


def draw(match: Match, moment: Moment, act: Drawn) -> None:
    """End the hand without a winner."""
    hand = match.hands[-1]
    check_players(match, hand)
    for player in match.players:
        hand.marks[player] += DRAW
    hand.outcome = act
    _end(match, moment, hand)


def time_up(match: Match, moment: Moment, act: TimeUp) -> None:
    """Make the current hand the last, or end the match before it; its fines stay."""
    hand = match.hands[-1]
    if act.in_play:
        match.last = hand.number
        return
    match.last = hand.number - 1
    match.over = True
    if match.last and not any(fine.hand == hand.number for fine in match.fines):
        match.hands.pop()
        match.hands[-1] = match.hands[-1].copy()  # stored beginnings of hands share it, and fines may follow


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
    """Return the winning claim: the first without a dead hand, counter-clockwise from the discarder in the seats
    then."""
    hand = match.hands[-1]
    claims = {claim.winner: claim for claim in [_settled(match, moment, claim) for claim in act.claims]}
    discarders = {claim.discarder for claim in claims.values()}
    discarder = discarders.pop() if len(discarders) == 1 else None
    if discarder is None or len(claims) < len(act.claims):
        raise RefusedError("claims-differ")
    sat = seats_at(match, moment)
    seats = {player: seat for seat, player in sat.items()}
    alive = [player for player in claims if player not in hand.dead and not is_out(match, player, hand.number)]
    first = first_claimant(seats[discarder], [seats[player] for player in alive or claims])
    return claims[sat[first]]


def _settle(match: Match, moment: Moment, win: _Settled) -> None:
    hand = match.hands[-1]
    check_players(match, hand)
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
        if points < 0:
            hand.transfers.append(Transfer(moment.number, hand.seats[seat], win.winner, -points))
    if win.act.self_drawn:
        hand.marks[win.winner] += SELF_DRAW
    elif win.discarder is not None:
        hand.marks[win.discarder] += DISCARDER
    hand.outcome, hand.winner, hand.discarder, hand.payer = win.act, win.winner, win.discarder, win.payer
    _end(match, moment, hand)


def _end(match: Match, moment: Moment, hand: Hand) -> None:
    hand.ended = moment.number
    hand.records.append(moment.number)
    if hand.number >= match.last:
        match.over = True
    else:
        begin(match, moment, hand.number + 1)
