"""Payments for a won hand (1998 rules, "Match results")."""

from typing import Final

from scoring.hand import Win
from scoring.tiles import WINDS

BASE: Final = 8
"""Points that each other player pays the winner, beside the discarder's points (1998 rules, "Match results")."""


def split(points: int, winner: str, discarder: str | None) -> dict[str, int]:
    """Return the points won and paid by seat, which sum to zero.

    Args:
        points: The points of the hand, flowers included.
        winner: Seat of the winner.
        discarder: Seat of the discarder, or of the player whose kong was robbed; None if self-drawn.
    """
    paid = {seat: -BASE - (points if discarder in (None, seat) else 0) for seat in WINDS if seat != winner}
    paid[winner] = -sum(paid.values())
    return {seat: paid[seat] for seat in WINDS}


def payments(win: Win, points: int) -> dict[str, int] | None:
    """Return the gain or loss of each seat for a hand that may be declared, or None if winner or payer is unknown."""
    if win.seat is None or win.self_draw is None:
        return None
    if win.self_draw:
        return split(points, win.seat, None)
    if win.giver is None or win.giver == win.seat:
        return None
    return split(points, win.seat, win.giver)
