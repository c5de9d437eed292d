"""Every way a hand divides: four sets and a pair, seven pairs, thirteen orphans, the knitted shapes.

A *group* is one small number: a chow by its lowest kind (0-24), a pung by its kind + 34, a pair by its kind + 68,
a kong by its kind + 102. Pungs and kongs match alike; only what is shown differs.
"""

from functools import lru_cache
from itertools import permutations
from typing import Final

from scoring.tiles import (
    ALL,
    DIGIT,
    HONORS,
    ONE,
    ORPHANS,
    PLAYED,
    SUIT_BITS,
    SUIT_FULL,
    SUITS,
    present,
    ranks,
    size,
)

PUNG: Final = 34
PAIR: Final = 68
KONG: Final = 102


def _tiles(group: int) -> tuple[str, ...]:
    if group < PUNG:
        return PLAYED[group : group + 3] if group < 27 and group % 9 < 7 else ()
    return (PLAYED[group % 34],) * (1, 3, 2, 4)[group // 34]


TILES_OF: Final[tuple[tuple[str, ...], ...]] = tuple(_tiles(group) for group in range(136))
"""The tile codes of each group; empty where no chow starts."""

GROUP_OF: Final = {tiles: group for group, tiles in enumerate(TILES_OF) if len(tiles) > 2}
"""The group of the tiles of a set, a chow's ascending."""

CHOW_TALLY: Final = tuple(ONE[k] | ONE[k + 1] | ONE[k + 2] if k < 27 and k % 9 < 7 else 0 for k in range(34))
TALLY_OF: Final = tuple(
    (CHOW_TALLY[group % 34], 3 * ONE[group % 34], 2 * ONE[group % 34], 3 * ONE[group % 34])[group // 34]
    for group in range(136)
)
"""The tally of each group, a kong counting as three."""

KNITTED: Final = tuple(
    sum(ranks((start, start + 3, start + 6), suit) for start, suit in zip((1, 2, 3), order, strict=True))
    for order in permutations(SUITS)
)
"""The six arrangements of 147, 258 and 369 on three suits, as masks."""


@lru_cache(maxsize=1 << 17)
def divide(base: int, tally: int, pair: bool) -> tuple[tuple[int, ...], ...]:
    """Every way the tiles of one suit (or the honors) divide completely.

    Args:
        base: Kind of the suit's first tile: 0, 9, 18, or 27 for the honors.
        tally: Its tiles, moved to the bottom.
        pair: Whether one pair must be among the groups.

    Returns:
        Each division as ascending groups, the pair thus last; none when they do not divide.
    """
    if not tally:
        return () if pair else ((),)
    rank = ((tally & -tally).bit_length() - 1) // DIGIT
    one = 1 << DIGIT * rank
    count = tally >> DIGIT * rank & 31
    found: set[tuple[int, ...]] = set()
    if count >= 3:
        found |= {tuple(sorted((PUNG + base + rank, *rest))) for rest in divide(base, tally - 3 * one, pair)}
    if pair and count >= 2:
        found |= {tuple(sorted((PAIR + base + rank, *rest))) for rest in divide(base, tally - 2 * one, False)}
    if base < 27 and rank < 7 and tally >> DIGIT * (rank + 1) & 31 and tally >> DIGIT * (rank + 2) & 31:
        run = one | one << DIGIT | one << 2 * DIGIT
        found |= {tuple(sorted((base + rank, *rest))) for rest in divide(base, tally - run, pair)}
    return tuple(sorted(found))


@lru_cache(maxsize=1 << 17)
def completing(base: int, tally: int, pair: bool) -> int:
    """The mask of the kinds of one suit that make its tiles divide completely (a fifth copy counts too)."""
    return sum(
        ONE[base + rank] for rank in range(9 if base < 27 else 7) if divide(base, tally + (1 << DIGIT * rank), pair)
    )


def regular(tally: int) -> list[tuple[int, ...]]:
    """Every division of some concealed tiles into sets and one pair, each as groups by suit with the pair last."""
    ways: list[tuple[int, ...]] = [()]
    pair = 0
    for base in (0, 9, 18, 27):
        part = tally & SUIT_FULL
        tally >>= SUIT_BITS
        if not part:
            continue
        left = part % 31 % 3
        if left == 1 or (left == 2 and pair):
            return []
        here = divide(base, part, left == 2)
        if not here:
            return []
        if left:
            pair = 1
            pairs = here
            continue
        ways = (
            [(*way, *more) for way in ways for more in here] if len(ways) > 1 or len(here) > 1 else [ways[0] + here[0]]
        )
    if not pair:
        return []
    return [way + more for way in ways for more in pairs]


def regular_waits(tally: int) -> int:
    """The mask of the kinds that complete some concealed tiles (3n + 1 of them) to sets and a pair.

    Judged by structure alone: kinds whose four copies are all seen or held count like any other.
    """
    parts = []
    for base in (0, 9, 18, 27):
        part = tally & SUIT_FULL
        tally >>= SUIT_BITS
        left = part % 31 % 3
        if left:
            parts.append((base, part, left))
        elif part and not divide(base, part, False):
            return 0
    if len(parts) == 1:
        base, part, left = parts[0]
        return completing(base, part, True) if left == 1 else 0
    if len(parts) != 2 or parts[0][2] == 1 or parts[1][2] == 1:
        return 0
    (base, part, _), (base2, part2, _) = parts
    waits = completing(base, part, False) if divide(base2, part2, True) else 0
    return waits | completing(base2, part2, False) if divide(base, part, True) else waits


def is_seven_pairs(tally: int) -> bool:
    """Whether fourteen tiles are seven pairs; four equal tiles are two."""
    return not tally & ALL and size(tally) == 14


def is_orphans(tally: int) -> bool:
    """Whether fourteen tiles are the thirteen orphans and a second copy of one of them."""
    return present(tally) == ORPHANS


def is_knitted(tally: int) -> bool:
    """Whether fourteen tiles are all different, honors and tiles of one knitted arrangement."""
    kinds_ = present(tally)
    suited = kinds_ & ~HONORS
    return kinds_.bit_count() == 14 and any(not suited & ~nine for nine in KNITTED)


def knitted_straight(tally: int) -> int:
    """The nine tiles of the knitted arrangement that some concealed tiles hold whole, or 0."""
    kinds_ = present(tally)
    for nine in KNITTED:
        if kinds_ & nine == nine:
            return nine
    return 0
