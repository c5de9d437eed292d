"""Counting sticks: payments and totals in them."""

from collections.abc import Mapping
from functools import cache
from itertools import product
from typing import Final

STICKS: Final = (100, 50, 10, 8, 1)
"""The values of counting sticks (printed rule book of 1998)."""

BOOK_SET: Final[Mapping[int, int]] = {100: 1, 50: 4, 10: 10, 8: 10, 1: 20}
"""The sticks that everybody starts with, 500 points in all (text of 1998, terms, 34)."""

BOOK_START: Final = sum(value * count for value, count in BOOK_SET.items())

_BULK: Final = 400
"""Points above which a hundred is always paid with the stick of 100: the fewest others are never worth 400.

Of 25 sticks of 8, five of 10 or two of 50, all could be exchanged for fewer larger ones; so others are worth at most 7
+ 192 + 40 + 50.
"""


def in_sticks(points: int) -> dict[int, int]:
    """Return points in the fewest sticks, by value, the largest first; of equally few, with more of the larger ones.

    Args:
        points: Number of points; less than 1 is no stick.
    """
    if points < 1:
        return {}
    bulk = max(0, points - _BULK) // 100
    counts = _fewest(points - 100 * bulk)
    paid = dict(zip(STICKS, counts, strict=True))
    paid[100] += bulk
    return {value: count for value, count in paid.items() if count}


def total_in_sticks(total: int, start: int = BOOK_START) -> dict[int, int]:
    """Return a running total in counting sticks: those of the start, and the fewest for gains and losses since.

    It is one way to lay the total; players who made change have other sticks of the same value.

    Args:
        total: The total; less than 1 is no stick.
        start: Points at the start. If they are not the book's set, the total is in the fewest sticks.
    """
    if start != BOOK_START or total < 1:
        return in_sticks(total)
    won, lost = in_sticks(total - start), _fewest_of_set(start - total) if total < start else {}
    sticks = {value: BOOK_SET[value] + won.get(value, 0) - lost.get(value, 0) for value in STICKS}
    return {value: count for value, count in sticks.items() if count}


@cache
def _fewest_of_set(points: int) -> dict[int, int]:
    """Return the fewest sticks of the book's set that make some points, at most all of it."""
    ways = product(*[range(BOOK_SET[value] + 1) for value in STICKS[:-1]])
    found = []
    for counts in ways:
        ones = points - sum(value * count for value, count in zip(STICKS, counts, strict=False))
        if 0 <= ones <= BOOK_SET[1]:
            found.append((*counts, ones))
    best = min(found, key=lambda counts: (sum(counts), [-count for count in counts]))
    return dict(zip(STICKS, best, strict=True))


@cache
def _fewest(points: int) -> tuple[int, ...]:
    """Return the number of sticks of each of `STICKS` that make some points, at most `_BULK` + 99 of them."""
    best: list[tuple[int, ...]] = [(0,) * len(STICKS)]
    for reached in range(1, points + 1):
        ways = [
            tuple(count + (at == n) for n, count in enumerate(best[reached - value]))
            for at, value in enumerate(STICKS)
            if value <= reached
        ]
        best.append(min(ways, key=lambda counts: (sum(counts), [-count for count in counts])))
    return best[points]
