"""Counting sticks: what a payment is in them, and what somebody holds."""

from functools import cache
from typing import Final

STICKS: Final = (100, 50, 10, 8, 1)
"""The values of counting sticks (printed rule book of 1998)."""

_BULK: Final = 400
"""Points above which a hundred is always paid with the stick of 100: in the fewest sticks, others are never worth 400.

Of 25 sticks of 8, five of 10 or two of 50, all could be exchanged for fewer larger ones; so others are worth at most
7 + 192 + 40 + 50.
"""


def in_sticks(points: int) -> dict[int, int]:
    """Points in the fewest sticks: how many of each value, the largest first; of equally few, more of the larger ones.

    Args:
        points: How many; nothing is held or paid for less than 1.
    """
    if points < 1:
        return {}
    bulk = max(0, points - _BULK) // 100
    counts = _fewest(points - 100 * bulk)
    held = dict(zip(STICKS, counts, strict=True))
    held[100] += bulk
    return {value: count for value, count in held.items() if count}


@cache
def _fewest(points: int) -> tuple[int, ...]:
    """How many sticks of each of `STICKS` make some points, at most `_BULK` + 99 of them."""
    best: list[tuple[int, ...]] = [(0,) * len(STICKS)]
    for reached in range(1, points + 1):
        ways = [
            tuple(count + (at == n) for n, count in enumerate(best[reached - value]))
            for at, value in enumerate(STICKS)
            if value <= reached
        ]
        best.append(min(ways, key=lambda counts: (sum(counts), [-count for count in counts])))
    return best[points]
