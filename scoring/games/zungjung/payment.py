"""Payments for a won hand (World Series of Mahjong, payoff scheme)."""

from typing import Final

from scoring.hand import Win
from scoring.liability import Responsible
from scoring.tiles import WINDS

STANDARD: Final = 30
"""Up to this value all players pay alike, whoever discarded the tile (World Series of Mahjong, payoff scheme)."""


def responsible(win: Win) -> Responsible:
    """Find the responsible player: the discarder, unless same-turn immunity names another or nobody.

    The turn lasts from the winner's own last discard to the winning one. The first player to discard the winning tile
    in it is responsible; if that is the winner, nobody is. Claims that skip players do not change the turn. A robbed
    kong counts as the discard of its player. Source: World Series of Mahjong, payoff scheme.
    """
    if win.self_draw:
        return Responsible(None, "self-drawn")
    own = [at for at, (seat, _) in enumerate(win.discards) if seat == win.seat]
    for at in range(own[-1] if own else 0, len(win.discards)):
        seat, tile = win.discards[at]
        if tile != win.winning:
            continue
        if seat == win.seat:
            return Responsible(None, "own-discard", {"tile": tile})
        last, _ = win.discards[-1]
        if seat != last:
            return Responsible(seat, "first-discarder", {"seat": seat, "tile": tile, "last": last})
        return Responsible(seat, "robbed" if win.kong and at == len(win.discards) - 1 else "discarder", {"seat": seat})
    if win.discarder is None or win.discarder == win.seat:
        return Responsible(None, "discarder-unknown")
    return Responsible(win.discarder, "robbed" if win.kong else "discarder", {"seat": win.discarder})


def split(value: int, winner: str, payer: str | None) -> dict[str, int]:
    """Return the points won and paid by seat, which sum to zero; the winner always gets three times the value.

    Args:
        value: Points of the hand.
        winner: Seat of the winner.
        payer: Seat of the responsible player, or None.
    """
    each = value if payer is None or value <= STANDARD else STANDARD
    paid = {seat: -each for seat in WINDS if seat != winner}
    if payer is not None:
        paid[payer] = -(3 * value - 2 * each)
    return {seat: paid.get(seat, 3 * value) for seat in WINDS}


def payments(win: Win, value: int) -> dict[str, int] | None:
    """Return the gain or loss of each seat for a hand that may be declared, or None if winner or payer is unknown.

    The discarder matters only for a hand worth more than `STANDARD`.
    """
    found = responsible(win)
    if win.seat is None or win.self_draw is None or (not found.known and value > STANDARD):
        return None
    return split(value, win.seat, found.seat)
