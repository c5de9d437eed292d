"""Payments of a won hand, from the table of faan to points (Hong Kong Old Style, switches HK23 to HK28)."""

from fractions import Fraction
from typing import Final

from scoring.games.hongkong.presets import NO, OFF, UNLIMITED, Preset
from scoring.hand import Win
from scoring.tiles import WINDS

_STEPS: Final = ((10, 64), (7, 32), (4, 16))
"""The steps of `laak`: from this many faan on, these points."""


def points(faan: int, curve: str) -> int:
    """Return the points of a portion at base 1 (HK23).

    Half-spicy doubles each faan up to the fourth (the fifth with `half from 5`), then every second one, with half a
    step between; full-spicy doubles each; `laak` goes by steps.
    """
    if curve == "laak" and faan >= _STEPS[-1][0]:
        return next(value for least, value in _STEPS if faan >= least)
    turn = {"half": 4, "half from 5": 5}.get(curve, faan)
    if faan <= turn:
        return 1 << faan
    doubled, odd = divmod(faan - turn, 2)
    return (1 << turn + doubled) * (3 if odd else 2) // 2


def portion(faan: int, preset: Preset) -> Fraction:
    """Return the points of a portion for a hand of some faan, up to the limit (HK23, HK24)."""
    return preset.base * points(preset.capped(faan), preset.answers["HK23"])


def smallest(preset: Preset) -> Fraction:
    """Return the smallest amount that somebody can pay, of which all payments of the house are multiples."""
    return portion(preset.minimum, preset) / (2 if preset.answers["HK25"] == "half" else 1)


def false_win(preset: Preset) -> Fraction:
    """Return what a false win costs the offender, to each of the others (HK31)."""
    answer = preset.answers["HK31"]
    if answer == "4 faan":
        return portion(4, preset)
    return portion(preset.limit or UNLIMITED, preset) * (3 if answer == "3 portions" else 1)


def split(
    faan: int,
    winner: str,
    giver: str | None,
    preset: Preset,
    liable: str | None = None,
    robbed: bool = False,
) -> dict[str, Fraction]:
    """Return what each seat wins or pays, which sum to zero.

    Args:
        faan: The faan of the hand, up to the limit.
        winner: Seat of the winner.
        giver: Seat of the player who gave the tile, a robbed kong included; None for a self-drawn hand.
        preset: The house.
        liable: Seat of the player who answers for sets that they fed (HK26), or None.
        robbed: True if a kong was robbed (HK27).
    """
    answers, each = preset.answers, portion(faan, preset)
    doubles = {seat: 1 if answers["HK28"] == NO or "E" not in (seat, winner) else 2 for seat in WINDS}
    others = [seat for seat in WINDS if seat != winner]
    due = dict.fromkeys(others, Fraction(0))
    if answers["HK26"] == OFF or liable == winner:
        liable = None
    if giver is None or (robbed and answers["HK27"] == "self-draw"):
        due = {seat: each * doubles[seat] for seat in others}
        payer = giver or liable
    elif liable not in (None, giver) and answers["HK26"] == "shared":
        due |= {seat: each * doubles[seat] for seat in (giver, liable) if seat}
        payer = None
    elif answers["HK25"] == "full":
        due[giver] = 2 * each * doubles[giver]
        payer = None
    else:
        due = {seat: each * doubles[seat] / (1 if seat == giver else 2) for seat in others}
        payer = giver if liable == giver else None
    if payer is not None:
        due = {seat: sum(due.values(), Fraction(0)) if seat == payer else Fraction(0) for seat in others}
    return {seat: sum(due.values(), Fraction(0)) if seat == winner else -due[seat] for seat in WINDS}


def payments(win: Win, faan: int, preset: Preset, robbed: bool, by_flowers: bool = False) -> dict[str, Fraction] | None:
    """Return the gain or loss of each seat, or None if the winner or the discarder is unknown.

    Args:
        win: A hand that may be declared.
        faan: Its faan, up to the limit.
        preset: The house.
        robbed: True if it was won on a robbed kong.
        by_flowers: True if it was won by seven or eight flowers, which is paid as a self-draw.
    """
    if win.seat is None or (win.self_draw is None and not by_flowers):
        return None
    if by_flowers:
        return split(faan, win.seat, None, preset)
    if win.self_draw:
        return split(faan, win.seat, None, preset, win.liable)
    if win.giver in (None, win.seat):
        return None
    return split(faan, win.seat, win.giver, preset, win.liable, robbed)
