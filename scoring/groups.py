"""Groups of tiles (chows, pungs, pairs and kongs) as numbers, and the combinations of them that patterns name.

A *group* is one number: the lowest kind of a chow (0-24), the kind of a pung + 34, of a pair + 68, of a kong + 102.
Patterns treat a kong as its pung; the group of the kong is there to show its four tiles.
"""

from collections.abc import Callable, Iterable
from itertools import combinations, permutations
from typing import Final

from scoring.tiles import KIND, ONE, ORPHANS, PLAYED, SUITS, mask

Groups = tuple[int, ...]
"""Several groups of a hand, ascending."""

PUNG: Final = 34
"""The group of a pung is its kind plus this."""
PAIR: Final = 68
"""The group of a pair is its kind plus this."""
KONG: Final = 102
"""The group of a kong is its kind plus this."""


def _tiles(group: int) -> tuple[str, ...]:
    if group < PUNG:
        return PLAYED[group : group + 3] if group < 27 and group % 9 < 7 else ()
    return (PLAYED[group % 34],) * (1, 3, 2, 4)[group // 34]


TILES_OF: Final[tuple[tuple[str, ...], ...]] = tuple(_tiles(group) for group in range(136))
"""The codes of each group; empty for the kinds that no chow starts with."""

GROUP_OF: Final = {tiles: group for group, tiles in enumerate(TILES_OF) if len(tiles) > 2}
"""The group of each set by its codes, those of a chow ascending."""

CHOWS: Final = tuple((start, start + 1, start + 2) for suit in range(3) for start in range(9 * suit, 9 * suit + 7))
"""The 21 chows as kinds."""

CHOW_TALLY: Final = tuple(ONE[k] | ONE[k + 1] | ONE[k + 2] if k < 27 and k % 9 < 7 else 0 for k in range(34))
"""The tally of the chow that starts with each kind, or 0 if none does."""
TALLY_OF: Final = tuple(
    (CHOW_TALLY[group % 34], 3 * ONE[group % 34], 2 * ONE[group % 34], 3 * ONE[group % 34])[group // 34]
    for group in range(136)
)
"""The tally of each group; a kong counts as three tiles."""


def chow(rank: int, suit: str) -> int:
    """Return the chow that starts with this rank (1-7)."""
    return KIND[f"{rank}{suit}"]


def pung(rank: int, suit: str) -> int:
    """Return the pung of this rank."""
    return PUNG + KIND[f"{rank}{suit}"]


def pair(code: str) -> int:
    """Return the pair of this tile."""
    return PAIR + KIND[code]


def in_one_suit(group: Callable[[int, str], int], *steps: int) -> frozenset[Groups]:
    """Return every combination of groups of one suit with these distances between ranks.

    Args:
        group: `chow` or `pung`.
        steps: The rank of each group above the lowest of them.
    """
    return frozenset(
        tuple(sorted(group(lowest + step, suit) for step in steps))
        for suit in SUITS
        for lowest in _lowest(group, steps)
    )


def across_suits(group: Callable[[int, str], int], *steps: int) -> frozenset[Groups]:
    """Return every combination of groups of different suits with these distances between ranks; see `in_one_suit`."""
    return frozenset(
        tuple(sorted(group(lowest + step, suit) for step, suit in zip(steps, suits, strict=True)))
        for suits in permutations(SUITS, len(steps))
        for lowest in _lowest(group, steps)
    )


def _lowest(group: Callable[[int, str], int], steps: tuple[int, ...]) -> range:
    return range(1, (7 if group is chow else 9) + 1 - max(steps))


def honor_pungs(honors: Iterable[str], pungs: int, with_pair: bool = False) -> frozenset[Groups]:
    """Return every choice of this many pungs of these honors, with or without a pair of another of them."""
    eyes = tuple(honors) if with_pair else ()
    return frozenset(
        (*(PUNG + KIND[code] for code in chosen), *(pair(code) for code in last))
        for chosen in combinations(honors, pungs)
        for last in ([(code,) for code in eyes if code not in chosen] if with_pair else [()])
    )


def has_end(tiles: tuple[str, ...]) -> bool:
    """Return True if a group has a terminal or an honor."""
    return bool(mask(tiles) & ORPHANS)


def is_alike(tiles: tuple[str, ...]) -> bool:
    """Return True if a group is a pung, a kong or a pair."""
    return len(set(tiles)) == 1


def is_chow(tiles: tuple[str, ...]) -> bool:
    """Return True if a group is a chow."""
    return len(set(tiles)) == 3
