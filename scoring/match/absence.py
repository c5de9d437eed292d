"""Players who are out of the match: disqualified, forfeited, replaced by a substitute, or played without."""

from typing import Literal

from scoring.match.errors import RefusedError
from scoring.match.moment import Moment, name_of, player_of
from scoring.match.records import Disqualified, Forfeited, Substituted, ThreeLeft
from scoring.match.state import Departure, DepartureKind, Hand, Match
from scoring.tiles import WINDS


def is_out(match: Match, player: str, hand: int | None = None) -> bool:
    """Return True if a player is out without a substitute: by this hand, or for the hands to come."""
    if player not in match.out or player in match.substitutes:
        return False
    return hand is None or hand >= match.out[player]


def check_players(match: Match, hand: Hand) -> None:
    """Refuse the end of a hand while it is undecided how the match goes on without a player who is out."""
    missing = [player for player in match.players if is_out(match, player, hand.number) and player not in match.absent]
    if missing:
        raise RefusedError("three-left", players=tuple(missing))


def take_out(
    match: Match, moment: Moment, player: str, kind: Literal["disqualified", "forfeited"], first: int, reason: str = ""
) -> None:
    """Take a player, or their substitute, out of the match from a hand on."""
    if is_out(match, player):
        raise RefusedError("already-out", player=player)
    name = match.substitutes.pop(player, player)
    (match.disqualified if kind == "disqualified" else match.forfeited).append(name)
    match.out[player] = first
    _depart(match, moment, player, kind, name, reason)
    if match.body.three_left and not any(is_out(match, other) for other in match.players if other != player):
        match.absent[player] = match.body.three_left


def _depart(match: Match, moment: Moment, player: str, kind: DepartureKind, name: str, reason: str) -> None:
    match.departures.append(Departure(moment.number, match.hands[-1].number, player, kind, name, reason))


def disqualify(match: Match, moment: Moment, act: Disqualified) -> None:
    """Take a player out after the current hand, which they finish with a dead hand.

    Raises:
        RefusedError: The player is already out.
    """
    hand = match.hands[-1]
    player = player_of(match, moment, act.seat)
    take_out(match, moment, player, "disqualified", hand.number + 1, act.reason)
    hand.dead.add(player)
    hand.records.append(moment.number)


def forfeit(match: Match, moment: Moment, act: Forfeited) -> None:
    """Take a player out from the current hand on.

    Raises:
        RefusedError: The player is already out.
    """
    hand = match.hands[-1]
    take_out(match, moment, player_of(match, moment, act.seat), "forfeited", hand.number, act.reason)
    hand.records.append(moment.number)


def substitute(match: Match, moment: Moment, act: Substituted) -> None:
    """Let a substitute play on for a player, who need not be out; a player who is not out may come back.

    Raises:
        RefusedError: The name is invalid, or belongs to a player or to somebody who was taken out.
    """
    player = player_of(match, moment, act.seat)
    name = name_of(match, moment, act.substitute)
    if name == player and player in match.substitutes and player not in match.out:
        del match.substitutes[player]
        _depart(match, moment, player, "back", player, act.reason)
        match.hands[-1].records.append(moment.number)
        return
    check_name(name)
    if name in (*match.players, *match.substitutes.values(), *match.disqualified, *match.forfeited):
        raise RefusedError("not-a-name", name=name)
    match.substitutes[player] = name
    _depart(match, moment, player, "replaced", name, act.reason)
    match.absent.pop(player, None)
    match.hands[-1].records.append(moment.number)


def three_left(match: Match, moment: Moment, act: ThreeLeft) -> None:
    """Settle the hands to come without the one player who is out.

    Raises:
        RefusedError: Two players are out, or neither the act nor the body has a rule.
    """
    out = tuple([player for player in match.players if is_out(match, player)])
    how = act.absent or match.body.three_left
    if len(out) > 1:
        raise RefusedError("three-left", players=out)
    if how is None:
        raise RefusedError("no-rule", body=match.body.name, matter="three-left")
    for player in out:  # none, if the record that took them out was voided since
        match.absent[player] = how
    match.hands[-1].records.append(moment.number)


def check_name(name: str) -> None:
    """Refuse a name that is empty or a seat wind."""
    if not name.strip() or name in WINDS:
        raise RefusedError("not-a-name", name=name)
