"""Costs of false wins, penalties, fouls and coming late, and the flow of their points."""

from collections.abc import Mapping

from scoring.errors import About
from scoring.match.absence import is_out, take_out
from scoring.match.course import admit
from scoring.match.errors import RefusedError
from scoring.match.moment import Moment, player_of, seats_at
from scoring.match.records import DeadHand, FalseWin, Flow, Foul, Late, Penalty
from scoring.match.state import FALSE_WIN, WARNING, Fine, FineKind, Match, Transfer
from scoring.tiles import WINDS


def fine_false_win(match: Match, moment: Moment, act: FalseWin) -> None:
    """Fine a false win and make the player's hand dead.

    Raises:
        RefusedError: The player is out, or neither the body nor the record names an amount.
    """
    hand = match.hands[-1]
    offender = player_of(match, moment, act.seat)
    admit(match, moment, offender, "false-win")
    rule = match.body.false_wins.get(act.kind)
    each = act.each if act.each is not None else rule.each if rule else None
    if each is None:
        raise RefusedError("no-amount", body=match.body.name, false_win=act.kind)
    dealer = seats_at(match, moment)["E"]
    paid = {
        other: rule.paid(dealer in (offender, other)) if act.each is None and rule else each
        for other in _others(match, moment, offender)
    }
    amount, flow = sum(paid.values()), act.flow
    if act.each is None and rule and rule.deducted:
        amount, flow = rule.deducted, "deducted"
    fine(match, moment, offender, amount, flow, "false-win", {"false_win": act.kind}, FALSE_WIN, paid)
    hand.dead.add(offender)
    if rule and rule.disqualified and not is_out(match, offender):
        take_out(match, moment, offender, "disqualified", hand.number + 1)


def deduct(match: Match, moment: Moment, player: str, amount: int) -> None:
    """Deduct points from a player as the match has them on paper, without another reason."""
    fine(match, moment, player, amount, "deducted", "penalty", {"reason": "as on paper"}, WARNING)


def penalize(match: Match, moment: Moment, act: Penalty) -> None:
    """Fine a player by the amount that the record names.

    Raises:
        RefusedError: The amount is negative.
    """
    offender = player_of(match, moment, act.seat)
    fine(match, moment, offender, act.amount, act.flow, "penalty", {"reason": act.reason}, WARNING)


def foul(match: Match, moment: Moment, act: Foul) -> None:
    """Punish a foul by the next step of the body's ladder.

    Raises:
        RefusedError: The body has no such ladder, or the player stands on its last step.
    """
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
        take_out(match, moment, offender, "disqualified", hand.number + 1)
    if isinstance(step, str):
        hand.dead.add(offender)
    amount = step if isinstance(step, int) else 0
    about = {"reason": act.reason, "ladder": act.ladder, "step": step}
    fine(match, moment, offender, amount, "deducted", "foul", about, WARNING)


def late(match: Match, moment: Moment, act: Late) -> None:
    """Fine a player who comes late, or take them out.

    Raises:
        RefusedError: The body has no rule for it, the minutes are negative, or the player is already out.
    """
    player = player_of(match, moment, act.seat)
    if not match.body.late:
        raise RefusedError("no-rule", body=match.body.name, matter="late")
    if act.minutes < 0:
        raise RefusedError("negative", amount=act.minutes)
    amount = next((points for limit, points in match.body.late if act.minutes <= limit), None)
    if amount is None:
        take_out(match, moment, player, "forfeited", match.hands[-1].number)
    fine(match, moment, player, amount or 0, "deducted", "late", {"minutes": act.minutes}, WARNING)


def dead_hand(match: Match, moment: Moment, act: DeadHand) -> None:
    """Make a player's hand dead.

    Raises:
        RefusedError: The player is out.
    """
    player = player_of(match, moment, act.seat)
    admit(match, moment, player, "dead-hand")
    match.hands[-1].dead.add(player)
    match.hands[-1].records.append(moment.number)


def fine(
    match: Match,
    moment: Moment,
    offender: str,
    amount: int,
    flow: Flow,
    kind: FineKind,
    about: About,
    mark: str,
    shares: Mapping[str, int] | None = None,
) -> None:
    """Write a line of the penalty sheet, and take the points: the others get `shares`, or as equal parts as can be.

    Raises:
        RefusedError: The amount is negative, or nobody is left to be paid.
    """
    hand = match.hands[-1]
    if amount < 0:
        raise RefusedError("negative", amount=amount)
    if flow == "deducted":
        hand.deducted[offender] += amount
    else:
        others = _others(match, moment, offender)
        if not others:
            raise RefusedError("three-left", players=tuple(match.out))
        each, left = divmod(amount, len(others))
        hand.points[offender] -= amount
        for at, other in enumerate(others):
            paid = each + (at < left) if shares is None else shares[other]
            hand.points[other] += paid
            if paid:
                hand.transfers.append(Transfer(moment.number, offender, other, paid))
    hand.marks[offender] += mark
    hand.records.append(moment.number)
    match.fines.append(Fine(moment.number, hand.number, offender, amount, flow, kind, about))


def _others(match: Match, moment: Moment, player: str) -> list[str]:
    """Return the other players who are not out, counter-clockwise from the next one in the seats of that moment."""
    seats = seats_at(match, moment)
    order = [seats[seat] for seat in WINDS if seat in seats]
    at = order.index(player)
    number = match.hands[-1].number
    return [other for other in order[at + 1 :] + order[:at] if not is_out(match, other, number)]
