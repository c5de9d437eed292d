"""Who pays what for a won hand (World Series of Mahjong, payoff scheme)."""

from dataclasses import dataclass
from typing import Final

from scoring.hand import Win
from scoring.tiles import WINDS

STANDARD: Final = 30
"""Up to this value everybody pays alike, whoever gave the tile."""


@dataclass(frozen=True, slots=True)
class Responsible:
    """Who is responsible for a discard that was won on, and why.

    Attributes:
        seat: The player who pays the rest; None when nobody is responsible.
        known: Whether the answer is known at all; without the discarder it is not.
        why: The rule it follows from.
    """

    seat: str | None
    known: bool
    why: str


def responsible(win: Win) -> Responsible:
    """Finds the responsible player: the discarder, unless same-turn immunity names another or nobody.

    The turn reaches from the winner's own last discard to the winning one. Who discarded the winning tile first in it
    is responsible; the winner himself makes it nobody. Claims that skip players do not change the turn. A robbed kong
    counts as the discard of its player.
    """
    if win.self_draw:
        return Responsible(None, True, "self-drawn: nobody is responsible")
    own = [at for at, (seat, _) in enumerate(win.discards) if seat == win.seat]
    for seat, tile in win.discards[own[-1] if own else 0 :]:
        if tile != win.winning:
            continue
        if seat == win.seat:
            return Responsible(None, True, f"the winner had just discarded {tile}: nobody is responsible")
        last, _ = win.discards[-1]
        why = "discarded it" if seat == last else f"discarded {tile} first in the turn; {last} followed and is immune"
        return Responsible(seat, True, f"{seat} {why}")
    if win.discarder is None or win.discarder == win.seat:
        return Responsible(None, False, "the discarder is not known")
    return Responsible(win.discarder, True, f"{win.discarder} discarded it")


def split(value: int, winner: str, payer: str | None) -> dict[str, int]:
    """Points won and paid by seat; they sum to zero and the winner always gets three times the value.

    Args:
        value: What the hand is worth.
        winner: Seat of the winner.
        payer: Seat of the responsible player; None when nobody is.
    """
    each = value if payer is None or value <= STANDARD else STANDARD
    paid = {seat: -each for seat in WINDS if seat != winner}
    if payer is not None:
        paid[payer] = -(3 * value - 2 * each)
    return {seat: paid.get(seat, 3 * value) for seat in WINDS}


def payments(win: Win, value: int) -> dict[str, int] | None:
    """What each seat wins or pays for a legal hand; None when the discarder matters and is not known."""
    found = responsible(win)
    if not found.known and value > STANDARD:
        return None
    return split(value, win.seat, found.seat)
