"""The change that each act makes to the state of a match; an act that does not follow is refused before any change."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, Final, cast

from scoring.errors import UnknownRulesError
from scoring.games.game import RuleBook
from scoring.match.absence import check_name, disqualify, forfeit, substitute, three_left
from scoring.match.appeals import appeal, decide
from scoring.match.bodies import Body
from scoring.match.course import ActEffect, all_bodies, bodies_of, body_of, course_of
from scoring.match.errors import RefusedError
from scoring.match.fines import dead_hand, foul, late, penalize
from scoring.match.moment import Moment
from scoring.match.records import (
    AppealDecided,
    Appealed,
    Approved,
    Claimed,
    DeadHand,
    Disqualified,
    Drawn,
    Erased,
    FalseWin,
    Forfeited,
    Foul,
    GameAct,
    Imported,
    Late,
    Penalty,
    PlainAct,
    Pruned,
    Renamed,
    Result,
    Seated,
    Substituted,
    Swapped,
    ThreeLeft,
    TimeUp,
    UnknownAct,
    Won,
)
from scoring.match.settlement import claim, draw, false_win, result, time_up, win
from scoring.match.state import Match
from scoring.rules import rule_book

MOST_HANDS: Final = 16
"""Deals of the longest match with an end: four rounds of four. No body has a change of places after those."""

AFTER_THE_END: Final = (Approved, Appealed, AppealDecided, Penalty, Foul, Disqualified, Renamed, Erased)
"""The acts that may still be recorded after the last hand."""


@dataclass(frozen=True, slots=True)
class MatchDefaults:
    """The rules of a match whose seating does not name them."""

    rules: RuleBook
    body: Body | None


def follow(match: Match, moment: Moment, act: PlainAct, defaults: MatchDefaults) -> None:
    """Change the state of a match by an act.

    Raises:
        RefusedError: The act does not follow from the ones before it; nothing has changed.
    """
    if isinstance(act, Seated):
        _seat(match, moment, act, defaults)
        return
    if isinstance(act, Pruned | Imported):
        return
    if not match.players:
        raise RefusedError("nobody-seated")
    late = isinstance(act, Result) and match.cut and not match.typed
    if match.over and not late and not isinstance(act, (*AFTER_THE_END, Swapped)):
        raise RefusedError("match-over")
    effect = course_of(match.rules).effects.get(type(act)) or _EFFECTS.get(type(act))
    if effect is None:
        if isinstance(act, UnknownAct):
            raise RefusedError("wrong-type", field="type", got=act.type)
        raise RefusedError(cast(GameAct, act).refusal, rules=match.rules.title)
    effect(match, moment, act)


def _seat(match: Match, moment: Moment, act: Seated, defaults: MatchDefaults) -> None:
    if match.players:
        raise RefusedError("already-seated")
    players = tuple([match.renamed.get(player, player) for player in act.players])
    rules = defaults.rules
    try:
        if act.rules is not None and act.rules != rules.name:
            rules = rule_book(act.rules)
        course_of(rules)
    except UnknownRulesError as error:
        raise RefusedError("unknown-rules", **error.about) from error
    if len(set(players)) != rules.play.players:
        raise RefusedError("not-four-players", count=rules.play.players, players=players)
    for player in players:
        check_name(player)
    body = _body(act, rules, defaults.body)
    deals = act.hands if act.hands is not None else body.hands
    if not (0 < deals <= MOST_HANDS or (deals == 0 and body.endless)):
        raise RefusedError("hands-of-match", hands=deals, most=MOST_HANDS)
    match.rules = rules
    match.body = body
    match.deals = deals or None
    match.last = None if body.winner_deals_again else deals
    match.stake, match.currency = _stake(act)
    match.players = players


def _stake(act: Seated) -> tuple[str, str]:
    """Return the stake of a match and its currency.

    Raises:
        RefusedError: The stake is no positive decimal number, or a currency has no stake.
    """
    if not act.stake:
        if act.currency:
            raise RefusedError("no-stake", currency=act.currency)
        return "", ""
    if not re.fullmatch(r"\d{1,9}(\.\d{1,4})?", act.stake, re.ASCII) or not Decimal(act.stake):
        raise RefusedError("not-a-stake", stake=act.stake)
    return act.stake, act.currency


def _body(act: Seated, rules: RuleBook, usual: Body | None) -> Body:
    """Return the body of a match: the one its seating names, else the usual one if it plays by these rules."""
    if act.body is None:
        known = bodies_of(rules) if usual else {}
        return known[usual.id] if usual and usual.id in known else body_of(rules)
    known = bodies_of(rules)
    if act.body in known:
        return known[act.body]
    everywhere = all_bodies()
    if act.body not in everywhere:
        raise RefusedError("unknown-body", body=act.body, known=tuple(everywhere))
    raise RefusedError("body-of-other-rules", body=everywhere[act.body].name, rules=rules.title)


def _approve(match: Match, moment: Moment, act: Approved) -> None:
    match.hands = [replace(hand, approved=moment.by) if hand.ended == moment.approves else hand for hand in match.hands]


_EFFECTS: Final[Mapping[type[Any], ActEffect]] = {
    Won: win,
    Claimed: claim,
    Drawn: draw,
    FalseWin: false_win,
    Penalty: penalize,
    Foul: foul,
    Late: late,
    DeadHand: dead_hand,
    Disqualified: disqualify,
    Forfeited: forfeit,
    Substituted: substitute,
    ThreeLeft: three_left,
    TimeUp: time_up,
    Result: result,
    Approved: _approve,
    Appealed: appeal,
    AppealDecided: decide,
    Swapped: lambda match, moment, act: None,  # already in the swaps of every moment
    Renamed: lambda match, moment, act: None,  # already in the names of the match from its seating on
    Erased: lambda match, moment, act: None,
}
"""The change that each act but a seating makes to the state."""
