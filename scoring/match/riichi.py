"""Riichi in a match: sticks, counters, payments of drawn hands, the end of the match, and its result.

Counters and sticks belong to the match, so a record has neither: a hand's points are its own.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from scoring.games.riichi.payment import COUNTER, MANGAN, STICK, Value
from scoring.match.absence import is_out
from scoring.match.errors import RefusedError
from scoring.match.moment import Moment, Next, player_of
from scoring.match.records import DeclaredRiichi, Drawn
from scoring.match.riichi_rules import RiichiRules
from scoring.match.state import FALSE_WIN, Deposit, Hand, Match, Transfer
from scoring.tiles import WINDS


def rules_of(match: Match) -> RiichiRules:
    """Return the rules of a riichi match.

    Raises:
        RefusedError: The match is of another game.
    """
    if match.body.riichi is None:
        raise RefusedError("no-riichi", rules=match.rules.title)
    return match.body.riichi


def declare(match: Match, moment: Moment, act: DeclaredRiichi) -> None:
    """Put a player's stick on the table.

    Raises:
        RefusedError: The player is out, has a dead hand, has declared already, or has no stick to put down.
    """
    rules, hand = rules_of(match), match.hands[-1]
    player = player_of(match, moment, act.seat)
    if is_out(match, player, hand.number):
        raise RefusedError("player-out", player=player)
    if player in hand.dead:
        raise RefusedError("dead-hand", player=player, hand=hand.number)
    if player in hand.riichi:
        raise RefusedError("riichi-twice", player=player)
    if rules.bankrupt_ends and match.points[player] < STICK:
        raise RefusedError("riichi-unaffordable", player=player, points=match.points[player])
    hand.riichi.append(player)
    _deposit(hand, moment, player, -STICK)
    hand.records.append(moment.number)


def _deposit(hand: Hand, moment: Moment, player: str, points: int) -> None:
    if points:
        hand.points[player] += points
        hand.deposits.append(Deposit(moment.number, player, points))


def take_back(hand: Hand, moment: Moment) -> None:
    """Give the sticks of a hand that is dealt again back to those who declared in it."""
    for player in hand.riichi:
        _deposit(hand, moment, player, STICK)


def counters(hand: Hand, winner: str, giver: str | None, liable: str | None) -> dict[str, int]:
    """Return the points that each seat wins or pays for the counters.

    Args:
        hand: The hand.
        winner: Seat of the winner.
        giver: Seat of the discarder, or None for a self-drawn hand.
        liable: Seat of the liable player, who pays the counters of a self-drawn hand, or None.
    """
    due = dict.fromkeys(WINDS, 0)
    payers = [giver or liable] * 3 if giver or liable else [seat for seat in WINDS if seat != winner]
    for seat in payers:
        if seat is not None:
            due[seat] -= COUNTER * hand.honba
            due[winner] += COUNTER * hand.honba
    return due


def collect(match: Match, moment: Moment, hand: Hand, winners: Sequence[str]) -> None:
    """Give the sticks on the table to the winners, the first of whom is the next after the discarder."""
    if rules_of(match).own_sticks_back:
        for winner in winners[1:]:
            _deposit(hand, moment, winner, STICK * (winner in hand.riichi))
    _deposit(hand, moment, winners[0], hand.on_table)


def draw(match: Match, moment: Moment, act: Drawn) -> None:
    """Pay a drawn hand: those who wait get points of those who do not, or a nagashi mangan is paid.

    Raises:
        RefusedError: It is unknown who waits, somebody declared riichi and does not wait, or the body does not know
            such a draw.
    """
    rules, hand = rules_of(match), match.hands[-1]
    if act.abortive is not None:
        if act.abortive not in rules.abortive:
            raise RefusedError("no-such-draw", body=match.body.name, draw=act.abortive)
        if act.tenpai is not None or act.nagashi is not None:
            raise RefusedError("no-such-draw", body=match.body.name, draw=act.abortive)
        return
    if act.tenpai is None:
        raise RefusedError("tenpai-unknown")
    tenpai = tuple([player_of(match, moment, person) for person in act.tenpai])
    nagashi = tuple([player_of(match, moment, person) for person in act.nagashi or ()])
    if nagashi and not rules.nagashi:
        raise RefusedError("no-such-draw", body=match.body.name, draw="nagashi mangan")
    for player in (*tenpai, *nagashi):
        if is_out(match, player, hand.number):
            raise RefusedError("player-out", player=player)
    for player in hand.riichi:
        if player not in tenpai:
            raise RefusedError("tenpai-of-riichi", player=player)
    hand.tenpai = tuple([player for player in match.players if player in tenpai])
    if nagashi:
        for player in dict.fromkeys(nagashi):
            _pay_nagashi(match, moment, hand, player)
    else:
        _pay_noten(match, moment, hand, rules.noten)


def _pay_noten(match: Match, moment: Moment, hand: Hand, points: int) -> None:
    here = [hand.seats[seat] for seat in WINDS if not _left(match, hand, hand.seats[seat])]
    waiting = [player for player in here if player in (hand.tenpai or ())]
    others = [player for player in here if player not in waiting]
    if not waiting or not others:
        return
    parts = [(payer, payee) for payer in others for payee in waiting]
    for payer, payee in parts:
        _transfer(hand, moment, payer, payee, points // len(parts))


def _pay_nagashi(match: Match, moment: Moment, hand: Hand, winner: str) -> None:
    dealer = hand.seats["E"]
    main, additional = Value(0, 0, MANGAN).parts(winner == dealer, self_drawn=True)
    for player in match.players:
        if player != winner and not _left(match, hand, player):
            _transfer(hand, moment, player, winner, main if player == dealer else additional)


def _left(match: Match, hand: Hand, player: str) -> bool:
    """Return True if hands are settled without a player, who is out."""
    return is_out(match, player, hand.number) and match.absent.get(player) == "pays-nothing"


def _transfer(hand: Hand, moment: Moment, payer: str, payee: str, points: int) -> None:
    hand.points[payer] -= points
    hand.points[payee] += points
    hand.transfers.append(Transfer(moment.number, payer, payee, points))


def following(match: Match, hand: Hand) -> Next:
    """Return the hand after a hand that has ended, or the end of the match."""
    rules, dealer = rules_of(match), hand.seats["E"]
    if hand.winner is not None:
        again = dealer in hand.winners
        honba = hand.honba + 1 if again else 0
    elif FALSE_WIN in "".join(hand.marks.values()):
        again, honba = True, hand.honba
    else:
        again = hand.tenpai is None or dealer in hand.tenpai
        honba = hand.honba + 1
    deal = hand.deal if again else hand.deal + 1
    return Next(deal, honba, _is_last(match, rules, hand, again))


def _is_last(match: Match, rules: RiichiRules, hand: Hand, again: bool) -> bool:
    points = match.points
    if rules.bankrupt_ends and min(points.values()) < 0:
        return True
    if match.deals is None or hand.deal < match.deals:
        return False
    reached = rules.goal is None or max(points.values()) >= rules.goal
    if again:
        leads = rules.first(points) == [hand.seats["E"]]
        ended = hand.winner is not None or hand.tenpai is not None
        return (rules.leader_ends and leads and reached and ended) or (hand.deal > match.deals and reached and ended)
    return reached or hand.deal >= match.deals + len(WINDS)


def leave(match: Match, moment: Moment) -> None:
    """Give the sticks that lie on the table at the end of a match to the first, or in equal parts to several.

    Source: EMA rules of 2016; other books as public tables have them. What does not divide goes by the order of seats.
    """
    hand = match.hands[-1]
    if hand.ended is None:
        take_back(hand, moment)
    first = rules_of(match).first(match.points)
    hundreds, left = divmod(hand.on_table // COUNTER, len(first))
    for at, player in enumerate(first):
        _deposit(hand, moment, player, COUNTER * (hundreds + (at < left)))


def results(match: Match) -> Mapping[str, Fraction]:
    """Return the result by player in thousands: points above those to return, placement points, penalties.

    It is empty for a match that is not over, or of another game.
    """
    rules = match.body.riichi
    if rules is None or not match.over:
        return {}
    points, lost = match.points, match.deducted
    placed = placement(points, rules, match.body.start)
    return {player: Fraction(points[player] - rules.back - lost[player], STICK) + placed[player] for player in points}


def placement(points: Mapping[str, int], rules: RiichiRules, start: int) -> dict[str, Fraction]:
    """Return the placement points by player in thousands, the oka among them.

    Equal players share theirs, unless the seats decide.

    Args:
        points: Points by player, in the order of the seats of the first hand.
        rules: The rules.
        start: Points of each player at the start.
    """
    prizes = [Fraction(each) for each in rules.uma]
    prizes[0] += rules.oka(start)
    if rules.seats_decide:
        ranks = dict(zip(sorted(points, key=lambda player: -points[player]), prizes, strict=True))
        return {player: ranks[player] for player in points}
    order = sorted(points.values(), reverse=True)
    shares = {
        value: sum((prizes[at] for at, each in enumerate(order) if each == value), Fraction(0)) / order.count(value)
        for value in set(order)
    }
    return {player: shares[value] for player, value in points.items()}
