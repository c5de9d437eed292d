"""Settlement of a hand and start of the next: wins, claims of a discard, draws, false wins, the end of the time."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.errors import NotationError
from scoring.match.absence import check_players, is_out
from scoring.match.bodies import Settlement
from scoring.match.course import HandCourse, admit, course_of, leave, leaves_points
from scoring.match.errors import RefusedError
from scoring.match.fines import deduct, fine_false_win
from scoring.match.moment import Moment, Next, player_of, seats_at, sitting
from scoring.match.records import Claimed, Drawn, FalseWin, Result, TimeUp, Won
from scoring.match.seats import first_claimant, round_wind_of, seats_of_deal
from scoring.match.sheets import read_hand
from scoring.match.state import DEALER, DISCARDER, DRAW, SELF_DRAW, Deposit, Hand, Match, Transfer


def go_on(match: Match, moment: Moment, played: Next | None = None) -> None:
    """Begin the first hand, or the one after a hand that has ended, or end the match.

    Args:
        match: A match that waits for a hand, see `Match.waits`.
        moment: The moment of the record that seated the players or ended the hand.
        played: The next hand if it was played already, or None if the rules decide it.
    """
    if not match.hands:
        after = played or Next(1)
        begin(match, moment, 1, after)
        return
    hand = match.hands[-1]
    after = played or following(match, hand)
    if after.over or (match.last is not None and hand.number >= match.last):
        match.over = True
        leave(match, moment)
    else:
        begin(match, moment, hand.number + 1, after, hand.on_table)


def begin(match: Match, moment: Moment, number: int, place: Next, on_table: int = 0) -> None:
    """Begin a hand with the seats as of the next record, with points on the table."""
    order = sitting(match.players, moment.swaps, moment.number + 1)
    seats = seats_of_deal(order, place.deal, match.body.seat_changes)
    nothing = dict.fromkeys(match.players, 0)
    marks = {player: DEALER if player == seats["E"] else "" for player in match.players}
    hand = Hand(number, place.deal, round_wind_of(place.deal, len(seats)), seats, dict(nothing), dict(nothing), marks)
    hand.began_with = on_table
    course_of(match.rules).hand.begin(hand, place.carried)
    match.hands.append(hand)


def win(match: Match, moment: Moment, act: Won) -> None:
    """Settle a win and end the hand."""
    _settle(match, moment, settled(match, moment, act))


def claim(match: Match, moment: Moment, act: Claimed) -> None:
    """Settle the first claim of a discard, or all of them if the house pays all, and end the hand."""
    hand = match.hands[-1]
    _settle(match, moment, *winning_claims(match, moment, act))
    hand.claims = act.claims


def false_win(match: Match, moment: Moment, act: FalseWin) -> None:
    """Fine a false win; the hand goes on with a dead hand, or ends where the body has it dealt again."""
    hand = match.hands[-1]
    if match.body.false_win_ends:
        check_players(match, hand)
    fine_false_win(match, moment, act)
    if match.body.false_win_ends:
        hand.outcome = Drawn()
        course_of(match.rules).hand.take_back(match, moment, hand)
        end(hand, moment)


def draw(match: Match, moment: Moment, act: Drawn) -> None:
    """End the hand without a winner.

    Raises:
        RefusedError: The act says more than that the hand was drawn.
    """
    check_players(match, match.hands[-1])
    if act != Drawn():
        raise RefusedError(Drawn.refusal, rules=match.rules.title)
    end_drawn(match, moment, act)


def end_drawn(match: Match, moment: Moment, act: Drawn) -> None:
    """End the hand without a winner, once its draw is paid."""
    hand = match.hands[-1]
    for player in match.players:
        hand.marks[player] += DRAW
    hand.outcome = act
    end(hand, moment)


def take_back(match: Match, moment: Moment) -> None:
    """End a hand whose record was voided after others were played: its other records stay, nobody else is paid."""
    hand = match.hands[-1]
    hand.taken_back = None if hand.wins else moment.by
    close(hand, moment)


def close(hand: Hand, moment: Moment) -> None:
    """End a hand as it stands: with its wins, or drawn."""
    hand.outcome = hand.wins[0] if hand.wins else Drawn()
    end(hand, moment)


def time_up(match: Match, moment: Moment, act: TimeUp) -> None:
    """Make the current hand the last, or end the match before it; its fines stay."""
    hand = match.hands[-1]
    if act.in_play:
        match.last = hand.number
        return
    match.last = hand.number - 1
    match.over = match.cut = True
    if hand.ended is None:
        course_of(match.rules).hand.cut(match, moment, hand)
    _cut(match, hand)
    leave(match, moment)


def result(match: Match, moment: Moment, act: Result) -> None:
    """End the match with totals that were typed from paper; the hand in play does not count.

    Raises:
        RefusedError: They are not one for each player, do not add up, or leave points where the game leaves none.
    """
    players = match.players
    for given in (act.totals, act.penalties or act.totals):
        if len(given) != len(players):
            raise RefusedError("totals-of-players", given=len(given), players=len(players))
    if min((act.left, *act.penalties)) < 0:
        raise RefusedError("negative", amount=min((act.left, *act.penalties)))
    if act.left and not leaves_points(match.rules):
        raise RefusedError("nothing-left", left=act.left, rules=match.rules.title)
    should, found = match.body.start * len(players), sum(act.totals) + act.left
    if found not in (should, 0):
        nearest = min(should, 0, key=lambda each: abs(found - each))
        raise RefusedError("totals-off", sum=found, should=should, off=found - nearest)
    start = 0 if found == should else match.body.start
    hand = _place_of_totals(match, moment)
    before, lost = match.points, match.deducted
    for player, total in zip(players, act.totals, strict=True):
        gained = start + total - before[player] - (0 if match.body.deducted_after else lost[player])
        if gained:
            hand.points[player] += gained
            hand.deposits.append(Deposit(moment.number, player, gained))
    for player, amount in zip(players, act.penalties, strict=False):
        if amount:
            deduct(match, moment, player, amount)
    hand.marks = {player: sign.replace(DEALER, "") for player, sign in hand.marks.items()}
    hand.typed = match.over = True
    match.last = match.played
    end(hand, moment)
    leave(match, moment)


def _place_of_totals(match: Match, moment: Moment) -> Hand:
    """Return the hand that totals stand in: the one in play, else one after the last."""
    hand = match.hands[-1]
    if hand.ended is None:
        course_of(match.rules).hand.cut(match, moment, hand)
    else:
        begin(match, moment, hand.number + 1, Next(hand.deal + 1), hand.on_table)
    return match.hands[-1]


def _cut(match: Match, hand: Hand) -> None:
    """Drop the hand that the end of the time cut short, unless its fines stay."""
    if match.last and not any(fine.hand == hand.number for fine in match.fines):
        match.hands.pop()


@dataclass(frozen=True, slots=True)
class SettledWin:
    """A win with its persons by name."""

    act: Won
    winner: str
    payer: str | None
    discarder: str | None
    liable: str | None


def settled(match: Match, moment: Moment, act: Won) -> SettledWin:
    """Return a win with its persons by name.

    Raises:
        RefusedError: No hand is won so.
    """
    winner = player_of(match, moment, act.winner)
    payer = player_of(match, moment, act.payer) if act.payer is not None else None
    discarder = player_of(match, moment, act.discarder) if act.discarder is not None else payer
    liable = player_of(match, moment, act.liable) if act.liable is not None else None
    dealer = winner == match.hands[-1].seats["E"]
    if not match.body.may_be_worth(act.points, dealer, act.self_drawn):
        raise RefusedError("no-such-value", points=act.points)
    for part in () if act.fed is None else (act.fed, act.points - act.fed):
        if not match.body.may_be_worth(part, dealer, act.self_drawn):
            raise RefusedError("no-such-value", points=part)
    if act.points < match.rules.minimum:
        raise RefusedError("under-minimum", points=act.points, minimum=match.rules.minimum, rules=match.rules.name)
    if act.points > match.body.most:
        raise RefusedError("over-maximum", points=act.points, most=match.body.most, rules=match.rules.name)
    if match.body.discarder_pays:
        if payer is not None and discarder != payer:
            raise RefusedError("discarder-pays", discarder=discarder, payer=payer)
        payer = discarder
    if winner in (payer, discarder, liable):
        raise RefusedError("winner-pays", seat=act.winner)
    if liable is not None and not match.body.may_be_liable:
        raise RefusedError("nobody-liable", rules=match.rules.title)
    return SettledWin(act, winner, payer, discarder, liable)


def winning_claims(match: Match, moment: Moment, act: Claimed) -> list[SettledWin]:
    """Return the winning claims: those without a dead hand, counter-clockwise from the discarder in the seats then.

    Only the first of them wins, unless the body lets all win.
    """
    hand = match.hands[-1]
    claims = {claim.winner: claim for claim in [settled(match, moment, claim) for claim in act.claims]}
    discarders = {claim.discarder for claim in claims.values()}
    discarder = discarders.pop() if len(discarders) == 1 else None
    if discarder is None or len(claims) < len(act.claims):
        raise RefusedError("claims-differ")
    sat = seats_at(match, moment)
    seats = {player: seat for seat, player in sat.items()}
    alive = [player for player in claims if player not in hand.dead and not is_out(match, player, hand.number)]
    waiting, order = [seats[player] for player in alive or claims], list[SettledWin]()
    while waiting:
        first = first_claimant(seats[discarder], waiting)
        waiting.remove(first)
        order.append(claims[sat[first]])
    return order if match.body.all_claims_win else order[:1]


def _settle(match: Match, moment: Moment, *wins: SettledWin) -> None:
    """Pay the wins of a hand and end it; the first is the one that the hand names."""
    hand, course = match.hands[-1], course_of(match.rules).hand
    check_players(match, hand)
    for win in wins:
        check_alive(match, moment, win)
    for at, win in enumerate(wins):
        _pay(match, moment, hand, win, course, at == 0)
    note_wins(hand, moment, wins)
    hand.outcome = wins[0].act
    course.collect(match, moment, hand)
    end(hand, moment)


def note_wins(hand: Hand, moment: Moment, wins: Sequence[SettledWin]) -> None:
    """Add wins on one tile to a hand; the first wins of a hand are those that it names."""
    first = wins[0]
    if first.act.self_drawn:
        hand.marks[first.winner] += SELF_DRAW
    elif first.discarder is not None:
        hand.marks[first.discarder] += DISCARDER
    if hand.winner is None:
        hand.winner, hand.discarder, hand.payer = first.winner, first.discarder, first.payer
    hand.winners += tuple([win.winner for win in wins])
    hand.wins += tuple([win.act for win in wins])
    hand.discarders += tuple([win.discarder for win in wins])
    hand.won_in += (moment.number,) * len(wins)


def check_alive(match: Match, moment: Moment, win: SettledWin) -> None:
    """Refuse a win of a player who may not win, off one who takes no part, or for whose sets one who is out answers.

    Raises:
        RefusedError: They may not.
    """
    parts = (("give", win.payer), ("give", win.discarder), ("feed", win.liable), ("win", win.winner))
    for part, player in parts:
        if player is not None:
            admit(match, moment, player, part)


def _pay(match: Match, moment: Moment, hand: Hand, win: SettledWin, course: HandCourse, first: bool) -> None:
    """Pay a win; `first` is True for the one that the hand names."""
    seats: dict[str | None, str] = {player: seat for seat, player in hand.seats.items()}
    settlement = Settlement(
        win.act.points, seats[win.winner], seats.get(win.payer), seats.get(win.liable), _robbed(win.act), win.act.fed
    )
    shares = course.shares(match, hand, settlement, first)
    for player, how in match.absent.items():
        if how == "pays-nothing" and is_out(match, player, hand.number):
            shares[seats[win.winner]] += shares.pop(seats[player])
    for seat, points in shares.items():
        hand.points[hand.seats[seat]] += points
        if points < 0:
            hand.transfers.append(Transfer(moment.number, hand.seats[seat], win.winner, -points))


def _robbed(act: Won) -> bool:
    """Return True if the hand of a win on a discard says that a kong was robbed."""
    try:
        return bool(act.hand) and not act.self_drawn and bool(read_hand(act.hand).kong)
    except NotationError:
        return False  # kept by a version that read it


def end(hand: Hand, moment: Moment) -> None:
    """End a hand at a record."""
    hand.ended = moment.number
    if moment.number not in hand.records:
        hand.records.append(moment.number)


def following(match: Match, hand: Hand) -> Next:
    """Return the hand after a hand by the rules, of the same deal where the dealer deals again."""
    return course_of(match.rules).following(match, hand)
