"""Appeals about hands that were played, and referees' decisions; only corrections change points."""

from dataclasses import replace

from scoring.match.errors import RefusedError
from scoring.match.moment import Moment, player_of
from scoring.match.records import AppealDecided, Appealed
from scoring.match.state import Appeal, Decided, Match


def appeal(match: Match, moment: Moment, act: Appealed) -> None:
    """Add an appeal; if its hand was voided, it stands without a hand."""
    player = player_of(match, moment, act.seat)
    hand = next((hand.number for hand in match.hands if act.of in hand.records), None)
    match.appeals.append(Appeal(moment.number, hand, player, act.reason, moment.who, moment.first))


def decide(match: Match, moment: Moment, act: AppealDecided) -> None:
    """Decide an appeal.

    Raises:
        RefusedError: No appeal stands in this record, or it is already decided.
    """
    at = next((at for at, found in enumerate(match.appeals) if found.record == act.of), None)
    if at is None:
        raise RefusedError("no-appeal", of=act.of)
    earlier = match.appeals[at].decided
    if earlier is not None:
        raise RefusedError("appeal-decided", of=act.of, by=earlier.record)
    decided = Decided(moment.number, act.decision, act.reason, moment.who, moment.when)
    match.appeals[at] = replace(match.appeals[at], decided=decided)
