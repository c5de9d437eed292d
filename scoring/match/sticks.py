"""Counting sticks: payments and totals in them."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

STICKS: Final = (100, 50, 10, 8, 1)
"""The values of counting sticks (printed rule book of 1998)."""

BOOK_SET: Final[Mapping[int, int]] = {100: 1, 50: 4, 10: 10, 8: 10, 1: 20}
"""The sticks that everybody starts with, 500 points in all (text of 1998, terms, 34)."""

BOOK_START: Final = sum(value * count for value, count in BOOK_SET.items())

_FEWEST: Final[Mapping[int, int]] = {100: 4, 50: 1, 10: 4, 8: 24, 1: 7}
"""The most sticks of each value that a payment of the fewest sticks has, besides the hundreds of `_BULK`.

Two of 50, five of 10, 25 of 8 or eight of 1 could be exchanged for fewer larger ones.
"""

_BULK: Final = 400
"""Points above which a hundred is always paid with the stick of 100: the others of `_FEWEST` are worth less."""


def in_sticks(points: int) -> dict[int, int]:
    """Return points in the fewest sticks, by value, the largest first; of equally few, with more of the larger ones.

    Args:
        points: Number of points; less than 1 is no stick.
    """
    if points < 1:
        return {}
    bulk = max(0, points - _BULK) // 100
    paid = _counts(_fewest(False)[points - 100 * bulk])
    return paid | {100: paid.get(100, 0) + bulk} if bulk else paid


def all_in_sticks(amounts: Iterable[int]) -> list[dict[int, int]]:
    """Return each of some points in the fewest sticks, see `in_sticks`."""
    return [in_sticks(points) for points in amounts]


def total_in_sticks(total: int, start: int = BOOK_START) -> dict[int, int]:
    """Return a running total in counting sticks: those of the start, and the fewest for gains and losses since.

    It is one way to lay the total; players who made change have other sticks of the same value.

    Args:
        total: The total; less than 1 is no stick.
        start: Points at the start. If they are not the book's set, the total is in the fewest sticks.
    """
    if start != BOOK_START or total < 1:
        return in_sticks(total)
    won, lost = in_sticks(total - start), _counts(_fewest(True)[start - total]) if total < start else {}
    sticks = {value: BOOK_SET[value] + won.get(value, 0) - lost.get(value, 0) for value in STICKS}
    return {value: count for value, count in sticks.items() if count}


def _counts(fewest: tuple[int, ...]) -> dict[int, int]:
    return {value: -count for value, count in zip(STICKS, fewest, strict=True) if count}


@cache
def _fewest(of_set: bool) -> Mapping[int, tuple[int, ...]]:
    """Return the fewest sticks that make each number of points, of equally few with more of the larger ones.

    They are the counts of each of `STICKS`, negated.

    Args:
        of_set: True for the sticks of the book's set; False for any number of sticks, for less than `_BULK` + 100.
    """
    best: dict[int, tuple[int, tuple[int, ...]]] = {
        0: (0, ())
    }  # how many sticks, and how many of each value, negated: the least is the best
    for value in STICKS:
        reached: dict[int, tuple[int, tuple[int, ...]]] = {}
        for points, (number, counts) in best.items():
            for count in range((BOOK_SET if of_set else _FEWEST)[value] + 1):
                way, made = (number + count, (*counts, -count)), points + value * count
                if made not in reached or way < reached[made]:
                    reached[made] = way
        best = reached
    return {points: counts for points, (_, counts) in best.items()}
