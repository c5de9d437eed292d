"""The parts of a hand, and those that may begin at a place of a row."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from vision.geometry.rows import RowTile
from vision.hand.costs import LOG_EVEN, Boundary, Likelihoods
from vision.reading import GroupKind

KONG_BACKS: Final[dict[tuple[int, ...], float]] = {(0, 3): 0.0, (0, 1, 2, 3): 0.2, (1, 2): 0.2}
"""Tiles of a concealed kong that lie face down, by customs of play, with the cost of each.

A higher cost leaves hands of three or four such kongs in doubt as a whole (`doubts._MAX_COST`); with a lower one four
backs of a wall beside a row count as a kong sooner.
"""

_ODD_BACKS_COST: Final = 2.0
"""Cost of a concealed kong with other tiles face down. Higher loses hands that were laid carelessly."""

FACE_UP_COST: Final = 0.8
"""Cost of a concealed kong of which no tile lies face down; a doubt is about it in any case.

With 2.0 a hand of three such kongs, side by side, cost more than `costs.MAX_COST`; with 0 four alike are a kong even if
they may as well be four concealed tiles.
"""

_ALIKE: Final = 1.0
"""Greatest misfit of tiles that clearly make a set; their faces then tell its ends.

Higher takes a misread tile for the fourth of a kong; lower leaves sets that touch one another to the gaps.
"""

_BACK_ASIDE_COST: Final = 0.1
"""Cost of a tile that lies face down and is not of the hand. Higher takes backs of a wall into hands."""

_FACE_ASIDE_COST: Final = 0.5
"""Greatest cost of a tile that shows its face and is not of the hand. Higher takes discards into hands; lower leaves
tiles out."""

_CROSSWISE_WINNER_COST: Final = 1.5
"""Cost of a winning tile that lies crosswise in its row. Higher takes it for the claimed tile of a set sooner."""

_UNCLAIMED_COST: Final = 3.0
"""Cost of a chow or pung that lies apart without a crosswise tile. Lower parts concealed tiles into sets sooner."""

MIN_FLOWER: Final = -2.3
"""Least log probability, that of one in ten, of a tile that may be a flower: without one any row would have a hand.

With -4 a clear green dragon beyond fourteen tiles was named as a flower that the picture does not show; higher loses
flowers that are hard to read.
"""


@dataclass(frozen=True, slots=True)
class Part:
    """Tiles that belong together.

    Attributes:
        kind: Kind of the group.
        tiles: Indices of the tiles in reading order.
        source: Neighbour that gave the tile of a claimed set, by its crosswise tile: 1 the player on the left, 2 the
            one across, 3 the one on the right, 5-7 likewise for an added kong; 0 if no tile lies crosswise.
    """

    kind: GroupKind
    tiles: tuple[int, ...]
    source: int = 0


class PartStep(NamedTuple):
    """One step of the search along a row.

    Attributes:
        length: Number of places that it takes.
        part: The part that these places are.
        counts: Number of the hand's fourteen tiles that it counts as; a kong counts as three.
        cost: Cost of believing it.
        alike: True for a set whose faces tell its two ends: those of a kong, whatever the gaps beside it say, and of a
            claimed set beside another one.
        nothing: Cost of believing that no tile lies there, of a step that leaves its place out of the hand.
    """

    length: int
    part: Part
    counts: int
    cost: float
    alike: bool = False
    nothing: float = float("inf")


def steps(tiles: Likelihoods, row: Sequence[Boundary], at: int) -> Iterator[PartStep]:
    """Yield the parts that may begin at place `at` of a row."""
    place = row[at].place
    tile = place.tile
    back = bool(tiles.backs[tile])
    single = (tile,) if place.added is None else (tile, place.added)
    nothing = tiles.nothing(single) if not back and tiles.flower(tile) <= MIN_FLOWER else float("inf")
    cost = _BACK_ASIDE_COST if back else min(_FACE_ASIDE_COST, nothing)
    yield PartStep(1, Part("aside", single), 0, cost, nothing=nothing)
    if not back and place.added is None:
        yield from _single(tiles, row, at)
    for length in (3, 4):
        within = row[at : at + length]
        if len(within) < length or any(boundary.opens for boundary in within[1:]):
            continue
        found = _meld(tiles, [boundary.place for boundary in within])
        if found is not None:
            part, cost = found
            alike = _told_by_faces(tiles, part)
            yield PartStep(length, part, 3, cost - sum(boundary.joined for boundary in within[1:]), alike)


def _told_by_faces(tiles: Likelihoods, part: Part) -> bool:
    """Return True if a kong, or a set with a claimed tile, shows at least two faces, and those clearly make the set."""
    if part.kind in ("chow", "pung") and not part.source:
        return False
    shown = [tile for tile in part.tiles if not tiles.backs[tile]]
    return len(shown) > 1 and tiles.misfit(shown, chow=part.kind == "chow") <= _ALIKE


def _single(tiles: Likelihoods, row: Sequence[Boundary], at: int) -> Iterator[PartStep]:
    """Yield the parts that one tile alone may be: a flower, a concealed tile, or the winning one."""
    place = row[at].place
    tile = place.tile
    flower, plain = tiles.flower(tile), tiles.plain(tile)
    if flower > MIN_FLOWER:
        # A hand may have any number of flowers, so only they cost more the less surely there is a tile.
        yield PartStep(1, Part("flowers", (tile,)), 0, -tiles.there[tile] - flower)
    if not place.crosswise:
        yield PartStep(1, Part("concealed", (tile,)), 1, -plain)
    else:  # within its row; the source marks it as lying among the concealed tiles
        yield PartStep(1, Part("winning", (tile,), 1), 1, _CROSSWISE_WINNER_COST - plain)
    if row[at].opens or row[at].split > LOG_EVEN:
        ahead = row[at + 1] if at + 1 < len(row) else None
        apart = 0.0 if ahead is None or ahead.opens else -ahead.split
        yield PartStep(1, Part("winning", (tile,)), 1, apart - plain)


def _meld(tiles: Likelihoods, places: Sequence[RowTile]) -> tuple[Part, float] | None:
    """Return the chow, pung or kong that three or four places make, with its cost, or None."""
    members = tuple(place.tile for place in places)
    claimed = [i for i, place in enumerate(places) if place.crosswise and not tiles.backs[place.tile]]
    added = [place.added for place in places if place.added is not None]
    down = tuple(i for i, tile in enumerate(members) if tiles.backs[tile])
    if len(claimed) > 1 or len(added) > 1 or (added and (len(places) != 3 or down)):
        return None
    if down:
        if len(places) != 4 or claimed:
            return None
        shown = [tile for tile in members if not tiles.backs[tile]]
        cost = KONG_BACKS.get(down, _ODD_BACKS_COST) + tiles.misfit(shown, chow=False)
        return Part("concealed-kong", members), cost
    source = {0: 1, len(places) - 1: 3}.get(claimed[0], 2) if claimed else 0
    if added:
        whole = tuple(t for place in places for t in (place.tile, place.added) if t is not None)
        return Part("kong", whole, source + 4), tiles.misfit(whole, chow=False)
    if len(places) == 4:
        cost = tiles.misfit(members, chow=False)
        if claimed:
            return Part("kong", members, source), cost
        return Part("concealed-kong", members), cost + FACE_UP_COST
    pung, chow = tiles.misfit(members, chow=False), tiles.misfit(members, chow=True)
    kind: GroupKind = "pung" if pung <= chow else "chow"
    if kind == "chow":
        source = min(source, 1)  # only the player on the left gives the tile of a chow, wherever it was put
    return Part(kind, members, source), min(pung, chow) + (0.0 if claimed else _UNCLAIMED_COST)
