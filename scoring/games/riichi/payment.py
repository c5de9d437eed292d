"""Points of a riichi hand from its han and fu, and their parts: what the discarder pays, or each of the others."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from scoring.games.riichi.presets import Preset
from scoring.tiles import WINDS

STICK: Final = 1000
"""Points of a riichi stick (all rule books)."""
COUNTER: Final = 100
"""Points that each of three pays for a counter (all rule books)."""

_FU: Final = (20, 25, *range(30, 120, 10))
"""The fu that a hand may have, rounded up; 20 and 25 are those of pinfu by a draw and of seven pairs."""
_PINFU_DRAWN: Final = 2
"""Han of a pinfu that was drawn, the least with 20 fu; a draw whose tile lies among the others may leave one."""
_LIMITS: Final = ((5, 2000), (6, 3000), (8, 4000), (11, 6000), (13, 8000))
"""The least han of each limit with its base points: mangan, haneman, baiman, sanbaiman, yakuman."""
_YAKUMAN: Final = 8000
_MOST_YAKUMAN: Final = 6
"""The most yakuman that a hand may count (the library's limit)."""
MANGAN: Final = 2000
"""Base points of a mangan."""


@dataclass(frozen=True, slots=True)
class RiichiValue:
    """The points of a hand by its han and fu, without counters and sticks.

    Attributes:
        han: Its han; 13 for each yakuman.
        fu: Its fu, or 0 from a mangan on.
        base: Base points, of which payments are multiples.
    """

    han: int
    fu: int
    base: int

    def won(self, dealer: bool, self_drawn: bool) -> int | None:
        """Return the points that a hand brings its winner, or None if no hand of these han and fu is won so.

        20 fu are a pinfu by a draw, 25 are seven pairs.
        """
        if self.fu == 20 and not self_drawn:
            return None
        if self.fu == 25 and self.han < (3 if self_drawn else 2):
            return None
        return self.points(dealer, self_drawn)

    def points(self, dealer: bool, self_drawn: bool) -> int:
        """Return the points that a hand brings its winner."""
        main, additional = self.parts(dealer, self_drawn)
        if not self_drawn:
            return main
        return 3 * main if dealer else main + 2 * additional

    def parts(self, dealer: bool, self_drawn: bool) -> tuple[int, int]:
        """Return what the discarder or the dealer pays, and what each of the others pays by a draw.

        Against a dealer all pay alike by a draw.
        """
        if not self_drawn:
            return _up((6 if dealer else 4) * self.base), 0
        main = _up(2 * self.base)
        return main, main if dealer else _up(self.base)


def _up(points: int) -> int:
    """Return points rounded up to a hundred."""
    return -(-points // 100) * 100


@cache
def values(preset: Preset) -> tuple[RiichiValue, ...]:
    """Return the values that a hand may have, by han and fu, then the limits."""
    found = []
    for han in range(1, 5):
        for fu in _FU:
            base = fu * 2 ** (2 + han)
            mangan = base >= MANGAN or (preset.kiriage and (han, fu) in ((4, 30), (3, 60)))
            if han >= _PINFU_DRAWN or fu > 25 or (fu == 20 and preset.unseen_draw):
                found.append(RiichiValue(han, fu, MANGAN if mangan else base))
    found += [RiichiValue(han, 0, base) for han, base in _LIMITS]
    found += [RiichiValue(13 * times, 0, _YAKUMAN * times) for times in range(2, _MOST_YAKUMAN + 1)]
    return tuple(found)


def value(han: int, fu: int, preset: Preset) -> RiichiValue | None:
    """Return the value of a hand by its han and fu, or None if no hand has these.

    Args:
        han: Its han; 13 for each yakuman.
        fu: Its fu, which do not matter from five han on.
        preset: The rules.
    """
    return value_among(values(preset), han, fu)


def value_among(values: Sequence[RiichiValue], han: int, fu: int) -> RiichiValue | None:
    """Return the one of the values of a game that has these han and fu, or None."""
    if han >= _LIMITS[0][0]:
        return [each for each in values if not each.fu and each.han <= han][-1]
    return next((each for each in values if (each.han, each.fu) == (han, fu)), None)


@cache
def _by_points(preset: Preset, dealer: bool, self_drawn: bool) -> Mapping[int, RiichiValue]:
    found = [(each.won(dealer, self_drawn), each) for each in reversed(values(preset))]
    return {points: each for points, each in found if points is not None}


def value_of(points: int, dealer: bool, self_drawn: bool, preset: Preset) -> RiichiValue | None:
    """Return the value of a hand that brings so many points, or None if no hand does.

    Several han and fu may bring the same points; they then have the same parts.
    """
    return _by_points(preset, dealer, self_drawn).get(points)


def split(
    points: int, winner: str, giver: str | None, preset: Preset, liable: str | None = None, fed: int | None = None
) -> dict[str, int]:
    """Return the points won and paid by seat for a hand, without counters and sticks; they sum to zero.

    A player liable for a yakuman pays all of it by a draw, and half of it by a discard of a third.

    Args:
        points: The points that the hand brings.
        winner: Seat of the winner.
        giver: Seat of the discarder, or None for a self-drawn hand.
        preset: The rules.
        liable: Seat of the liable player, or None.
        fed: The part of the points that the liable player answers for, or None for all of them.

    Raises:
        ValueError: No hand brings so many points.
    """
    if liable and fed is not None:
        parts = split(fed, winner, giver, preset, liable), split(points - fed, winner, giver, preset)
        return {seat: sum(part[seat] for part in parts) for seat in WINDS}
    value = value_of(points, winner == "E", giver is None, preset)
    if value is None:
        raise ValueError(f"No hand brings {points} points")
    main, additional = value.parts(winner == "E", giver is None)
    due = dict.fromkeys(WINDS, 0)
    if giver is None:
        for seat in WINDS:
            if seat != winner:
                due[liable or seat] -= main if "E" in (winner, seat) else additional
    elif liable and liable != giver:
        due[liable] -= main // 2
        due[giver] -= main - main // 2
    else:
        due[giver] -= main
    due[winner] = -sum(due.values())
    return due
