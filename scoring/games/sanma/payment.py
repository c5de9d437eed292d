"""Payments of riichi for three: the missing player's share of a self-drawn win, counters, a player who fed sets."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from scoring.games.sanma.presets import Preset

SEATS: Final = ("E", "S", "W")
"""The seats of three players."""
STICK: Final = 1_000
"""Points of a riichi stick."""
MANGAN: Final = 2_000
"""Base points of a mangan."""
YAKUMAN: Final = 8_000
"""Base points of a yakuman."""
_LIMITS: Final = ((11, 6_000), (8, 4_000), (6, 3_000), (5, MANGAN))
"""The least han of each limit with its base points."""


def up(points: int) -> int:
    """Return points rounded up to a hundred."""
    return -(-points // 100) * 100


def base_points(han: int, fu: int, preset: Preset, yakuman: int = 0) -> int:
    """Return the base points of a hand, of which payments are multiples.

    Args:
        han: Its han.
        fu: Its fu, which do not matter from five han on.
        preset: The rules.
        yakuman: Its yakuman, by which it counts if there are any.
    """
    if yakuman:
        return YAKUMAN * yakuman
    if han >= 13:
        return YAKUMAN if preset.counted_limit == "yakuman" else _LIMITS[0][1]
    if han >= 5:
        return next(base for least, base in _LIMITS if han >= least)
    if preset.kiriage and (han, fu) in ((4, 30), (3, 60)):
        return MANGAN
    return min(MANGAN, fu << 2 + han)


def drawn_shares(base: int, winner: str, preset: Preset) -> dict[str, int]:
    """Return what each of the two others pays for a self-drawn win, by seat."""
    dealer = winner == "E"
    plain = {seat: up((2 if dealer or seat == "E" else 1) * base) for seat in SEATS if seat != winner}
    if preset.drawn == "loss":
        return plain
    if preset.drawn == "split":
        missing = up((2 if dealer else 1) * base)
        return {seat: up(share + missing // 2) for seat, share in plain.items()}
    whole = fed_points(base, winner)
    parts = {seat: (1, 2) if dealer else (2, 3) if seat == "E" else (1, 3) for seat in plain}
    return {seat: up(-(-whole * part // of)) for seat, (part, of) in parts.items()}


def fed_points(base: int, winner: str) -> int:
    """Return what the discarder pays."""
    return up((6 if winner == "E" else 4) * base)


def won(base: int, winner: str, self_drawn: bool, preset: Preset) -> int:
    """Return the points that a hand brings its winner, without counters and sticks."""
    return sum(drawn_shares(base, winner, preset).values()) if self_drawn else fed_points(base, winner)


@dataclass(frozen=True, slots=True)
class SanmaWin:
    """A win to pay.

    Attributes:
        winner: Seat of the winner.
        giver: Seat of the discarder or of who was robbed, or None for a self-drawn win.
        base: Base points.
        liable: Seat of who fed sets, or None.
        fed: The part of the base points that this player answers for.
        counters: Counters on the table.
        sticks: Riichi sticks on the table.
    """

    winner: str
    giver: str | None
    base: int
    liable: str | None = None
    fed: int = 0
    counters: int = 0
    sticks: int = 0


def due(win: SanmaWin, preset: Preset) -> Mapping[str, int]:
    """Return the points that each seat wins or pays, counters and sticks included.

    A liable player pays all of a self-drawn win, and half of what a third player discards; then also the counters.
    """
    paid = dict.fromkeys(SEATS, 0)
    others = [seat for seat in SEATS if seat != win.winner]
    liable = win.liable if win.fed and win.liable in others else None
    fed = win.fed if liable else 0
    each_fed, each = preset.counters
    for base, answers in ((fed, liable), (win.base - fed, None)):
        if not base:
            continue
        if win.giver is None:
            for seat, points in drawn_shares(base, win.winner, preset).items():
                paid[answers or seat] -= points
        else:
            points = fed_points(base, win.winner)
            paid[answers or win.giver] -= points // 2
            paid[win.giver] -= points - points // 2
    if win.giver is None:
        for seat in others:
            paid[liable or seat] -= each * win.counters
    else:
        paid[liable or win.giver] -= each_fed * win.counters
    paid[win.winner] = -sum(paid.values()) + STICK * win.sticks
    return paid
