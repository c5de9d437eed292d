"""Riichi, ippatsu, and who discarded the winning tile first, as the followed deal surely shows them."""

from dataclasses import replace
from typing import Any, Final

from scoring.follow.events import AnyEvent, Claim, Declared, Discard, Kong, Win
from scoring.follow.state import stand
from scoring.rules import BOOKS
from webui.hand.edits import Edit, SetCircumstances
from webui.hand.hand import TableHand
from webui.hand.offered import closed
from webui.hand.offers import asks_first_discarder
from webui.hand.state import Circumstances
from webui.table.follow.journal import FollowedDeal, Resumed
from webui.table.follow.win import seat_of, stated, wind_of

NAMES: Final = ("riichi", "double_riichi", "ippatsu", "first_discarder")
"""The circumstances that are filled in here."""

_STICK: Final = 6.0
"""Seconds within which a stick follows its discard. More takes a later discard for it; fewer none."""


def declared(deal: FollowedDeal, hand: TableHand) -> list[Edit]:
    """Return the edit with which a hand takes over what its winner declared, and who discarded its tile first.

    It follows the edits of `webui.table.follow.win.taken`, and like them is never put over a person's word.
    """
    if seat_of(deal, hand) is None:
        return []
    won = hand.laid.won
    ours = [name for name in NAMES if won.sources.get(name) == "camera"]
    now = _filled(deal, hand, replace(won, **{name: getattr(Circumstances(), name) for name in ours}))
    return [SetCircumstances(now)] if now != won else []


def _filled(deal: FollowedDeal, hand: TableHand, won: Any) -> Any:
    """Return circumstances with what was surely seen and nobody has said."""
    assert deal.win is not None
    count, step = deal.win
    before, win = _surely(deal, count), step.event
    if before is None or not isinstance(win, Win) or not win.sure or won.seat != wind_of(deal, win.seat):
        return won
    if won.self_draw is None or (won.discarder != wind_of(deal, win.source) if win.source else not won.self_draw):
        return won  # of a win that somebody denies, or whose giver is open
    said = stated(hand)
    if BOOKS[hand.laid.rules].game.indicators and closed(hand.laid) and won.riichi is None and "riichi" not in said:
        won = _riichi(won, before, win.seat)
    asked = asks_first_discarder(replace(hand.laid, won=won)) and "first_discarder" not in said
    if asked and won.first_discarder is None and any(isinstance(e, Discard) and e.seat == win.seat for e in before):
        first = next((seat for seat, tile in stand(before).since_own(win.seat) if tile == win.tile), win.source)
        if first != win.source:
            won = replace(won, first_discarder=wind_of(deal, first or 0))
    return won


def _surely(deal: FollowedDeal, count: int) -> list[AnyEvent] | None:
    """Return the events of the first steps, or None if one of them is not sure or was not seen."""
    events = [step.event for step in deal.steps[:count]]
    return [each for each in events if not isinstance(each, Resumed)] if all(map(_is_sure, events)) else None


def _is_sure(event: Resumed | AnyEvent) -> bool:
    return not isinstance(event, Resumed) and event.sure  # a gap never is


def _riichi(won: Any, before: list[AnyEvent], seat: int) -> Any:
    """Return circumstances with riichi: declared or not, in the first turn or not, and with the win in the next."""
    own = [n for n, each in enumerate(before) if isinstance(each, Discard) and each.seat == seat]
    sticks = [each.t for each in before if isinstance(each, Declared) and each.seat == seat]
    sideways = [n for n in own if before[n].sideways]  # type: ignore[union-attr]
    if not sticks:
        return won if sideways else replace(won, riichi=False)
    turned = [n for n in (sideways or own) if before[n].t <= sticks[0] + _STICK]
    if not turned:
        return won
    at = turned[-1]
    calls = [n for n, each in enumerate(before) if isinstance(each, Claim | Kong)]
    double = at == own[0] and not any(n < at for n in calls)
    next_turn = at == own[-1] and not any(n > at for n in calls)
    return replace(won, riichi=True, double_riichi=double, ippatsu=next_turn, heaven=False, earth=False, man=False)
