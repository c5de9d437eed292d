"""The likeliest faces of many tiles together, with no face more often than a tile set has it.

An exact best-first search. A node gives each unit, tiles that are named together, one of its options (faces with their
log probability, likeliest first). If a node uses a face more often than a tile set has it, each of its children moves
one of the options concerned on to the next that uses the face less. Costs only grow along the way and every allowed
choice can be reached, so allowed choices come out likeliest first.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from heapq import heappop, heappush
from typing import Final

from scoring.tiles import capacity

_MAX_NODES: Final = 20_000
"""Most nodes of the search. Higher takes longer on pictures that allow no choice; lower leaves hands unnamed in which
many tiles seem to have one face."""


@dataclass(frozen=True, slots=True)
class AssignmentOption:
    """Faces that some tiles may show together.

    Attributes:
        faces: For each tile an index into `scoring.tiles.FACES`.
        log: Log probability of them together.
    """

    faces: tuple[int, ...]
    log: float


Options = Sequence[Sequence[AssignmentOption]]
"""For each unit its options, at least one, likeliest first."""

RankedChoice = tuple[float, tuple[AssignmentOption, ...]]
"""One option for each unit, after the log probability of them together."""


def likeliest(options: Options) -> Iterator[RankedChoice]:
    """Yield choices with no face used more often than a tile set has it, likeliest first.

    The search ends if there are no more, or after many nodes.
    """
    digit = max(map(len, options), default=0).bit_length()  # a node is a number: a digit for each unit, the index
    places = [digit * at for at in reversed(range(len(options)))]
    onward = cache(lambda at, i, excess: _next(options[at], i, excess))
    heap = [(-sum(o[0].log for o in options), 0)]
    seen = {0}
    for _ in range(_MAX_NODES):
        if not heap:
            return
        cost, node = heappop(heap)
        indices = [node >> place & (1 << digit) - 1 for place in places]
        chosen = [o[i] for o, i in zip(options, indices, strict=True)]
        excess = _in_excess(chosen)
        if excess is None:
            yield -cost, tuple(chosen)
        for at, (mine, i, option, place) in enumerate(zip(options, indices, chosen, places, strict=True)):
            if excess is not None and excess not in option.faces:
                continue
            following = onward(at, i, excess)
            if following is None:
                continue
            child = node + (following - i << place)
            if child not in seen:
                seen.add(child)
                heappush(heap, (cost + option.log - mine[following].log, child))


def _in_excess(chosen: Iterable[AssignmentOption]) -> int | None:
    """Return the first face that options use more often than a tile set has it, or None."""
    used: dict[int, int] = {}
    for option in chosen:
        for face in option.faces:
            used[face] = used.get(face, 0) + 1
    for face, times in used.items():
        if times > 1 and times > capacity(face):
            return face
    return None


def _next(options: Sequence[AssignmentOption], at: int, excess: int | None) -> int | None:
    """Return the index of the next option, or of the next that uses a face in excess less often, or None."""
    if excess is None:
        return at + 1 if at + 1 < len(options) else None
    using = options[at].faces.count(excess)
    if not using:
        return None
    return next((i for i in range(at + 1, len(options)) if options[i].faces.count(excess) < using), None)
