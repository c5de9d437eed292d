"""Fan of several sets, and which of them count together (1998 rules, "scoring principle").

One rule covers three principles of the book. The four sets and the pair are five nodes of a graph, and each fan joins
the nodes that it names. Fan count together if each in turn shares at most one node with every group of nodes already
joined: sets inside one fan are not rearranged (non-separation), the same sets do not form the same fan twice
(non-identical), and a further set is combined only once with sets already joined (account-once). Of the collections
that the rule allows, the one with the most points counts.
"""

from functools import lru_cache
from typing import Final

from scoring.games.mcr.patterns import FANS
from scoring.sheet import Principle

Relation = tuple[int, int]
"""A fan's number and its nodes as bits: 0-3 the sets in ascending order, 4 the pair."""

POINTS: Final = {fan.id: fan.points for fan in FANS}
"""The points of each fan."""
RELATIONAL: Final = frozenset(fan.id for fan in FANS if fan.sets)
"""The fan of several sets."""
_BY_GROUPS: Final = {groups: fan.id for fan in FANS for groups in sorted(fan.sets)}
"""The fan that each combination of groups forms."""
_TWO: Final = [[_BY_GROUPS.get((a, b), 0) for b in range(68)] for a in range(68)]
"""The fan that two sets form, or 0, by the groups of both: a quicker `_BY_GROUPS` for the most frequent lookup."""
_IMPLIED: Final = {(fan.id, other) for fan in FANS for other in fan.implied}
"""Pairs of a fan and one that it implies."""


def relations(sets: tuple[int, ...], pair: int) -> list[Relation]:
    """Return every fan that two or more of the four sets and the pair form.

    Args:
        sets: The groups of the sets, ascending.
        pair: The group of the pair.
    """
    a, b, c, d = sets
    row_a, row_b = _TWO[a], _TWO[b]
    found = [
        (fan, nodes)
        for fan, nodes in (
            (row_a[b], 3),
            (row_a[c], 5),
            (row_a[d], 9),
            (row_b[c], 6),
            (row_b[d], 10),
            (_TWO[c][d], 12),
        )
        if fan
    ]
    get = _BY_GROUPS.get
    if fan := get((a, b, c)):
        found.append((fan, 7))
    if fan := get((a, b, d)):
        found.append((fan, 11))
    if fan := get((a, c, d)):
        found.append((fan, 13))
    if fan := get((b, c, d)):
        found.append((fan, 14))
    if found:
        if fan := get(sets):
            found.append((fan, 15))
        if fan := get((*sets, pair)):
            found.append((fan, 31))
    if d > 60:  # two or more honor pungs may go with a pair of honors
        if fan := get((c, d, pair)):
            found.append((fan, 28))
        if fan := get((b, c, d, pair)):
            found.append((fan, 30))
        if fan := get((a, b, c, pair)):
            found.append((fan, 23))
    return found


Rejected = tuple[int, int, tuple[int, ...], Principle]
"""A fan's number, its nodes, the numbers of the fan that exclude it, and the principle."""


@lru_cache(maxsize=1 << 12)
def choose(
    candidates: tuple[Relation, ...], values: tuple[tuple[int, int], ...] = ()
) -> tuple[tuple[Relation, ...], tuple[Rejected, ...]]:
    """Choose the allowed collection of fan with the most points; of equal ones, that with the lowest numbers.

    Args:
        candidates: In ascending order, which is from many points to few in the table.
        values: Numbers of fan with the points that a club gives them instead of the table's.

    Returns:
        The fan that count, and the others with the reason.
    """
    best: tuple[int, tuple[Relation, ...]] = (0, ())
    worth = {**POINTS, **dict(values)} if values else POINTS

    def search(at: int, points: int, taken: tuple[Relation, ...], parts: tuple[int, ...]) -> None:
        nonlocal best
        if at == len(candidates):
            if points > best[0]:
                best = (points, taken)
            return
        fan, nodes = candidates[at]
        if all((part & nodes).bit_count() < 2 for part in parts):
            joined = nodes
            for part in parts:
                if part & nodes:
                    joined |= part
            apart = tuple(part for part in parts if not part & nodes)
            search(at + 1, points + worth[fan], (*taken, candidates[at]), (*apart, joined))
        search(at + 1, points, taken, parts)

    search(0, 0, (), ())
    chosen = best[1]
    return chosen, tuple(_reason(rest, chosen) for rest in candidates if rest not in chosen)


def _reason(rest: Relation, chosen: tuple[Relation, ...]) -> Rejected:
    fan, nodes = rest
    for other, theirs in chosen:
        if not nodes & ~theirs:
            return fan, nodes, (other,), "non-repeat" if (other, fan) in _IMPLIED else "non-separation"
    for other, theirs in chosen:
        if other == fan and theirs & nodes:
            return fan, nodes, (other,), "non-identical"
    touching = tuple(dict.fromkeys(other for other, theirs in chosen if theirs & nodes))
    return fan, nodes, touching, "account-once"
