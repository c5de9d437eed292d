"""Riichi for three in a match: the matches of riichi with three players' payments, and Norths set aside."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, ClassVar, Final, get_args

from scoring.games.game import RuleBook
from scoring.games.riichi.match import COURSE as OF_RIICHI
from scoring.games.riichi.match import PARTS, RiichiCourse
from scoring.games.sanma import combine
from scoring.games.sanma.acts import SanmaRefusalKind, SetAside
from scoring.games.sanma.bodies import BODIES, body_under, split
from scoring.games.sanma.hand import SanmaState, sanma_of
from scoring.games.sanma.replays import replays, untold
from scoring.games.sanma.words import stated
from scoring.hand import Win
from scoring.match.bodies import Body, Settlement
from scoring.match.course import WinTexts, admit
from scoring.match.errors import RefusedError
from scoring.match.moment import Moment, player_of
from scoring.match.permits import GONE, No, StateRow
from scoring.match.records import Won
from scoring.match.state import Hand, Match
from scoring.tiles import COPIES


def set_aside(match: Match, moment: Moment, act: SetAside) -> None:
    """Count a North that a player sets aside.

    Raises:
        RefusedError: The rules have no such bonus, all four lie aside, or the player takes no part.
    """
    if match.rules.preset.north != "bonus":
        raise RefusedError("no-norths", rules=match.rules.title)
    hand = match.hands[-1]
    player = player_of(match, moment, act.seat)
    admit(match, moment, player, "north")
    norths = sanma_of(hand).norths
    if norths.total() >= COPIES:
        raise RefusedError("fifth-north", player=player)
    norths[player] += 1
    hand.records.append(moment.number)


def _check(act: Won, win: Win, hand: Hand, rules: RuleBook) -> None:
    """Refuse a hand that names other counters or sticks than the match has, or other Norths than were recorded."""
    OF_RIICHI.texts.check(act, win, hand, rules)
    norths, said = sanma_of(hand).norths, stated(win).norths
    known = norths[hand.seats.get(act.winner, act.winner)]
    if norths and said not in (None, known):
        raise RefusedError("hand-differs", hand=act.hand, said=f"norths={said}", known=f"norths={known}")


def _complete(win: Win) -> bool:
    """Return True if the indicators and the Norths are known, which a record may leave out."""
    return OF_RIICHI.texts.complete(win) and stated(win).norths is not None


def _begin(hand: Hand, carried: object) -> None:
    """Begin a hand with the counters on the table."""
    hand.extra = SanmaState(carried if isinstance(carried, int) else 0)


def _shares(match: Match, hand: Hand, win: Settlement, first: bool) -> dict[str, int]:
    """Return the points that each seat wins or pays for a win; the first gets the counters."""
    return split(win, match.rules.preset, sanma_of(hand).honba if first else 0)


class SanmaCourse(RiichiCourse):
    """The matches of riichi for three."""

    bodies = BODIES
    body_names = MappingProxyType({})
    refusals = get_args(SanmaRefusalKind)
    texts = WinTexts(fed=lambda win, rules: combine.fed(win, rules.preset), complete=_complete, check=_check)
    effects = {**OF_RIICHI.effects, SetAside: set_aside}  # noqa: RUF012
    parts: ClassVar[Mapping[str, StateRow]] = MappingProxyType({**PARTS, "north": {**GONE, "dead": No("dead-hand")}})
    hand = replace(OF_RIICHI.hand, begin=_begin, shares=_shares)
    end = replace(OF_RIICHI.end, replays=replays, untold=untold)

    def adapted(self, body: Body, rules: RuleBook) -> Body:
        """Return a body with a house's answers about matches."""
        return body_under(rules.preset)

    def known(self, hand: Hand, winner: str | None, discarder: str | None) -> Mapping[str, Any]:
        """Return what riichi knows of a hand, and the Norths of the winner once any was recorded."""
        about = dict(super().known(hand, winner, discarder))
        norths = sanma_of(hand).norths
        if norths and winner is not None:
            about["norths"] = norths[winner]
        return about


COURSE: Final = SanmaCourse()
"""The matches as `Game.match` gives them."""
