"""The likeliest faces of many tiles together, when a set has only so many of each.

An exact best-first search. A node gives every set of tiles one of its options (faces with their log probability,
likeliest first); where a face is used more often than the set has it, the node's children each move one of the
options concerned on to the next that uses it less. Costs only grow along the way, and every allowed choice can be
reached, so allowed choices come out likeliest first.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Final

from scoring.tiles import capacity

_NODES: Final = 20_000


@dataclass(frozen=True, slots=True)
class Option:
    """Faces that some tiles may show together: indices into `scoring.tiles.FACES`, and the log probability."""

    faces: tuple[int, ...]
    log: float


def likeliest(options: Sequence[Sequence[Option]]) -> Iterator[tuple[float, tuple[Option, ...]]]:
    """Choices of one option for each set of tiles, with no face used too often, likeliest first.

    Args:
        options: For each set of tiles its options, likeliest first; none empty.

    Yields:
        (log probability, options chosen). Ends when all are given, or after an unreasonable search.
    """
    start = (0,) * len(options)
    heap = [(-sum(o[0].log for o in options), start)]
    met = {start}
    for _ in range(_NODES):
        if not heap:
            return
        cost, node = heappop(heap)
        chosen = tuple(o[i] for o, i in zip(options, node, strict=True))
        used = Counter(face for option in chosen for face in option.faces)
        excess = next((face for face, n in used.items() if n > capacity(face)), None)
        if excess is None:
            yield -cost, chosen
        for at, (mine, i) in enumerate(zip(options, node, strict=True)):
            onward = _next(mine, i, excess)
            if onward is None:
                continue
            child = (*node[:at], onward, *node[at + 1 :])
            if child not in met:
                met.add(child)
                heappush(heap, (cost + mine[i].log - mine[onward].log, child))


def _next(options: Sequence[Option], at: int, excess: int | None) -> int | None:
    """The next option; with a face in excess, the next that uses it less than the present one does."""
    if excess is None:
        return at + 1 if at + 1 < len(options) else None
    using = options[at].faces.count(excess)
    if not using:
        return None
    return next((i for i in range(at + 1, len(options)) if options[i].faces.count(excess) < using), None)
