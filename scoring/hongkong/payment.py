"""Payments of a won hand, from the table of faan to points (Hong Kong Old Style, switches HK23 to HK28)."""

from fractions import Fraction
from typing import Final

from scoring.hand import Win
from scoring.hongkong.presets import NO, OFF, Preset
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


def payments(win: Win, faan: int, preset: Preset, robbed: bool, by_flowers: bool = False) -> dict[str, Fraction] | None:
    """Return the gain or loss of each seat, or None if the winner or the discarder is unknown.

    Args:
        win: A hand that may be declared.
        faan: Its faan, up to the limit.
        preset: The house.
        robbed: True if it was won on a robbed kong.
        by_flowers: True if it was won by seven or eight flowers, which is paid as a self-draw.
    """
    answers, winner = preset.answers, win.seat
    if winner is None or (win.self_draw is None and not by_flowers):
        return None
    liable = None if answers["HK26"] == OFF or by_flowers or win.liable == winner else win.liable
    drawn = bool(win.self_draw) or by_flowers
    giver = None if drawn else win.giver
    if not drawn and giver in (None, winner):
        return None
    portion = preset.base * points(faan, answers["HK23"])
    doubles = {seat: 1 if answers["HK28"] == NO or "E" not in (seat, winner) else 2 for seat in WINDS}
    others = [seat for seat in WINDS if seat != winner]
    due = dict.fromkeys(others, Fraction(0))
    if drawn or (robbed and answers["HK27"] == "self-draw"):
        due = {seat: portion * doubles[seat] for seat in others}
        payer = liable if drawn else giver
    elif giver is not None and liable not in (None, giver) and answers["HK26"] == "shared":
        due |= {seat: portion * doubles[seat] for seat in (giver, liable) if seat}
        payer = None
    elif giver is not None and answers["HK25"] == "full":
        due[giver] = 2 * portion * doubles[giver]
        payer = None
    else:
        due = {seat: portion * doubles[seat] / (1 if seat == giver else 2) for seat in others}
        payer = giver if liable == giver else None
    if payer is not None:
        due = {seat: sum(due.values(), Fraction(0)) if seat == payer else Fraction(0) for seat in others}
    return {seat: sum(due.values(), Fraction(0)) if seat == winner else -due[seat] for seat in WINDS}
