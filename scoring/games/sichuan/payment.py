"""Payments of a won hand: the discarder, or all who have not won yet."""

from typing import Final

from scoring.games.sichuan.findings import claimed_kongs, neighbour
from scoring.games.sichuan.presets import Preset
from scoring.games.sichuan.words import told
from scoring.hand import Win
from scoring.tiles import WINDS

_ALONE: Final = 1
"""Kongs of a hand whose replacement tile can be of one of them alone."""


def split(value: int, winner: str, giver: str | None, preset: Preset, out: tuple[str, ...] = ()) -> dict[str, int]:
    """Return what each seat wins or pays, which sum to zero.

    Args:
        value: The points of the hand.
        winner: Seat of the winner.
        giver: Seat of the player who alone pays; None for a self-drawn hand.
        preset: The rules.
        out: Seats of the players who have won before, who pay nothing.
    """
    each = value if giver else value + preset.bonus
    payers = [giver] if giver else [seat for seat in WINDS if seat != winner and seat not in out]
    return {seat: each * len(payers) if seat == winner else -each * (seat in payers) for seat in WINDS}


def of_claimed_kong(win: Win) -> bool:
    """Return True if a hand won on the replacement tile of a claimed kong, as far as it tells.

    `from=` names who gave the kong; without it the only kong of the hand does.
    """
    if not (win.kong and win.self_draw):
        return False
    kongs = sum([len(meld.tiles) > 3 for meld in win.melds])
    claimed = claimed_kongs(win)
    return bool(claimed) and (win.discarder is not None or kongs == _ALONE)


def giver_of(win: Win, preset: Preset) -> tuple[str | None, bool]:
    """Return who alone pays for a hand, None if all do, and False if that is not known yet."""
    if win.self_draw:
        if preset.answers["SC14"] != "discard" or not of_claimed_kong(win):
            return None, True
        if win.discarder is not None:
            return win.discarder, win.discarder != win.seat
        return (neighbour(win.seat, claimed_kongs(win)[0]), True) if win.seat else (None, False)
    return win.giver, win.giver not in (None, win.seat)


def payments(win: Win, value: int, preset: Preset) -> dict[str, int] | None:
    """Return the gain or loss of each seat, or None if the winner or the payer is unknown."""
    giver, known = giver_of(win, preset)
    if win.seat is None or win.self_draw is None or not known:
        return None
    return split(value, win.seat, giver, preset, told(win).out)
