"""The ways a hand divides into groups, and the shapes without sets: pairs, orphans and knitted tiles."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from typing import Final

from scoring.groups import GROUP_OF, KONG, PAIR, PUNG, TALLY_OF
from scoring.hand import Win
from scoring.play import Pairs
from scoring.tiles import (
    ALL,
    DIGIT,
    HONORS,
    KIND,
    ONE,
    ONE_OF,
    ORPHANS,
    SUIT_BITS,
    SUIT_FULL,
    SUITS,
    kinds,
    present,
    ranks,
    size,
)

KNITTED: Final = tuple(
    sum(ranks((start, start + 3, start + 6), suit) for start, suit in zip((1, 2, 3), order, strict=True))
    for order in permutations(SUITS)
)
"""The six arrangements of 147, 258 and 369 in three suits, as masks."""

NINE_GATES: Final = frozenset(sum(ONE[suit : suit + 9]) + 2 * (ONE[suit] + ONE[suit + 8]) for suit in (0, 9, 18))
"""The tiles 1112345678999 of each suit, as tallies: they wait on all nine tiles of it."""


@dataclass(slots=True)
class HandTally:
    """A sound hand in numbers.

    Attributes:
        tile: Kind of the winning tile.
        concealed: Tally of the concealed tiles and the winning tile.
        melds: Groups of the melds, each kong as its pung.
        kong_of: For the pung of each kong, the group of the kong.
        closed: The concealed kongs, as pungs.
        exposed: Number of melds claimed from others.
        tally: Tally of all tiles, a kong counting as three.
        shown: Copies of the winning tile in the exposed melds.
    """

    tile: int
    concealed: int
    melds: list[int]
    kong_of: dict[int, int]
    closed: list[int]
    exposed: int
    tally: int
    shown: int


def tally_of(win: Win) -> HandTally:
    """Return the tally of a hand without `scoring.findings.UNUSABLE` faults."""
    winning = win.winning or ""
    tally = concealed = sum([ONE_OF[code] for code in win.concealed]) + ONE_OF[winning]
    melds: list[int] = []
    kong_of: dict[int, int] = {}
    closed: list[int] = []
    shown = 0
    for meld in win.melds:
        tiles = meld.tiles
        group = GROUP_OF[tiles]
        tally += TALLY_OF[group]
        if group >= KONG:
            group += PUNG - KONG
            kong_of[group] = group - PUNG + KONG
            if not meld.source:
                closed.append(group)
        elif winning in tiles:
            shown += tiles.count(winning)
        melds.append(group)
    return HandTally(KIND[winning], concealed, melds, kong_of, closed, len(melds) - len(closed), tally, shown)


def goes_into(tile: int, group: int) -> bool:
    """Return True if a tile of this kind may have completed this group."""
    return group <= tile <= group + 2 if group < PUNG else group % 34 == tile


@lru_cache(maxsize=1 << 16)
def divide(base: int, tally: int, pair: bool) -> tuple[tuple[int, ...], ...]:
    """Return every division of the tiles of one suit, or of the honors, into sets and perhaps a pair.

    Args:
        base: Kind of the suit's first tile: 0, 9, 18, or 27 for the honors.
        tally: Its tiles, shifted to the lowest bits.
        pair: True if one of the groups must be a pair.

    Returns:
        Each division as ascending groups, so that the pair is last; empty if the tiles do not divide.
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


@lru_cache(maxsize=1 << 14)
def completing(base: int, tally: int, pair: bool) -> int:
    """Return the mask of the kinds that complete the tiles of one suit to groups; a fifth copy is not ruled out."""
    return sum(
        ONE[base + rank] for rank in range(9 if base < 27 else 7) if divide(base, tally + (1 << DIGIT * rank), pair)
    )


def regular(tally: int) -> list[tuple[int, ...]]:
    """Return every division of concealed tiles into sets and one pair, each as groups by suit with the pair last."""
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
    """Return the mask of the kinds that complete 3n + 1 concealed tiles to sets and a pair.

    A kind counts even if no copy of it is left.
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


def winning_kinds(tally: int, melds: int, knitted: bool, pairs: Pairs = "any") -> int:
    """Return the mask of the kinds that complete concealed tiles to a winning hand of any shape, fifth copies included.

    Args:
        tally: The concealed tiles, one too few for the hand: 13 without melds, or 16, three fewer for each meld.
        melds: Number of melds.
        knitted: True if the rules have hands of knitted tiles.
        pairs: The rule for seven pairs.
    """
    won = regular_waits(tally)
    if knitted and melds < 2:
        won |= _knitted_straight_waits(tally)
    if melds:
        return won
    if pairs == "and triplet":
        return won | pairs_and_triplet_waits(tally)
    there = present(tally)
    odd = tally & ALL
    if odd.bit_count() == 1 and (pairs == "any" or (pairs == "different" and there.bit_count() == 7)):
        won |= odd
    lacking = ORPHANS & ~there
    if not there & ~ORPHANS and lacking.bit_count() < 2 and size(tally) == 13:
        won |= lacking or ORPHANS
    if knitted and there.bit_count() == size(tally):
        for nine in KNITTED:
            if not there & ~(nine | HONORS):
                won |= (nine | HONORS) & ~there
    return won


def _knitted_straight_waits(tally: int) -> int:
    won = 0
    there = present(tally)
    for nine in KNITTED:
        lacking = nine & ~there
        if not lacking:
            won |= regular_waits(tally - nine)
        elif lacking.bit_count() == 1 and regular(tally - (nine & there)):
            won |= lacking
    return won


def is_seven_pairs(tally: int) -> bool:
    """Return True if the tiles are seven pairs, four equal tiles being two pairs."""
    return not tally & ALL and size(tally) == 14


def is_pairs_and_triplet(tally: int) -> bool:
    """Return True if the tiles are seven pairs and a triplet, four equal tiles being two pairs."""
    odd = tally & ALL
    return odd.bit_count() == 1 and size(tally) == 17 and not odd & ~(tally >> 1)


def pairs_and_triplet_waits(tally: int) -> int:
    """Return the mask of the kinds that complete sixteen tiles to seven pairs and a triplet."""
    return sum([ONE[kind] for kind in kinds(present(tally)) if is_pairs_and_triplet(tally + ONE[kind])])


def is_orphans(tally: int) -> bool:
    """Return True if the tiles are the thirteen orphans and a second copy of one of them, no more."""
    return present(tally) == ORPHANS and size(tally) == 14


def is_knitted(tally: int) -> bool:
    """Return True if fourteen tiles are all different and honors or tiles of one knitted arrangement."""
    kinds_ = present(tally)
    suited = kinds_ & ~HONORS
    return kinds_.bit_count() == 14 and any(not suited & ~nine for nine in KNITTED)


def knitted_straight(tally: int) -> int:
    """Return the mask of a knitted arrangement that the concealed tiles hold completely, or 0."""
    kinds_ = present(tally)
    for nine in KNITTED:
        if kinds_ & nine == nine:
            return nine
    return 0
