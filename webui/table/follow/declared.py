"""Declarations of a winner, indicators of the wall, and the first discarder of the winning tile, as followed."""

from collections.abc import Sequence
from dataclasses import replace

from scoring.follow.events import AnyEvent, Discard, Win
from scoring.follow.state import stand
from webui.hand.edits import Edit, SetCircumstances
from webui.hand.game import hand_game
from webui.hand.hand import TableHand
from webui.hand.offers import asks_first_discarder
from webui.hand.state import Circumstances, stating, values_of
from webui.table.follow.journal import FollowedDeal, Resumed
from webui.table.follow.win import seat_of, stated, wind_of


def declared(deal: FollowedDeal, hand: TableHand) -> list[Edit]:
    """Return the edit with which a hand takes over what its winner declared, and who discarded its tile first.

    It follows the edits of `webui.table.follow.win.taken`, and like them is never put over a person's word.
    """
    if seat_of(deal, hand) is None:
        return []
    won, game = hand.laid.won, hand_game(hand.laid.rules)
    names = (*game.declares.names, *game.aside.names, "first_discarder")
    ours = [name for name in names if won.sources.get(name) == "camera"]
    now = _filled(deal, hand, _unsaid(won, ours))
    return [SetCircumstances(now)] if now != won else []


def _unsaid(won: Circumstances, some: Sequence[str]) -> Circumstances:
    """Return circumstances without some of them."""
    nothing = values_of(Circumstances(extra=type(won.extra)() if won.extra else None))
    return stating(won, {name: nothing[name] for name in some})


def _filled(deal: FollowedDeal, hand: TableHand, won: Circumstances) -> Circumstances:
    """Return circumstances with what was surely seen and nobody has said."""
    assert deal.win is not None
    count, step = deal.win
    before, win = _surely(deal, count), step.event
    assert isinstance(win, Win)
    said, game = stated(hand), hand_game(hand.laid.rules)
    if not {*game.aside.names} & said and all(values_of(won)[name] is None for name in game.aside.names):
        won = stating(won, game.aside.seen(deal.state(count), win.wall or ()))
    if before is None or not win.sure or won.seat != wind_of(deal, win.seat):
        return won
    if won.self_draw is None or (won.discarder != wind_of(deal, win.source) if win.source else not won.self_draw):
        return won  # of a win that somebody denies, or whose giver is open
    declares = game.declares
    if any(values_of(won)[name] is None and name not in said for name in declares.names[:1]):
        won = stating(won, declares.seen(hand.laid, before, win.seat))
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
