"""The likeliest faces of many tiles together, with no face more often than a tile set has it.

An exact best-first search. A node gives each unit, tiles that are named together, one of its options (faces with their
log probability, likeliest first). If a node uses a face more often than a tile set has it, each of its children moves
one of the options concerned on to the next that uses the face less. Costs only grow along the way and every allowed
choice can be reached, so allowed choices come out likeliest first.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Final

from scoring.tiles import capacity

_MAX_NODES: Final = 20_000
"""Most nodes of the search. Higher takes longer on pictures that allow no choice; lower leaves hands unnamed in which
many tiles seem to have one face."""


@dataclass(frozen=True, slots=True)
class Option:
    """Faces that some tiles may show together.

    Attributes:
        faces: For each tile an index into `scoring.tiles.FACES`.
        log: Log probability of them together.
    """

    faces: tuple[int, ...]
    log: float


def likeliest(options: Sequence[Sequence[Option]]) -> Iterator[tuple[float, tuple[Option, ...]]]:
    """Yield choices of one option for each unit, with no face used more often than a tile set has it.

    Args:
        options: For each unit its options, at least one, likeliest first.

    Yields:
        (log probability, options chosen), likeliest first, until there are no more or the search ends.
    """
    start = (0,) * len(options)
    heap = [(-sum(o[0].log for o in options), start)]
    seen = {start}
    for _ in range(_MAX_NODES):
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
            if child not in seen:
                seen.add(child)
                heappush(heap, (cost + mine[i].log - mine[onward].log, child))


def _next(options: Sequence[Option], at: int, excess: int | None) -> int | None:
    """Return the index of the next option, or of the next that uses a face in excess less often, or None."""
    if excess is None:
        return at + 1 if at + 1 < len(options) else None
    using = options[at].faces.count(excess)
    if not using:
        return None
    return next((i for i in range(at + 1, len(options)) if options[i].faces.count(excess) < using), None)
