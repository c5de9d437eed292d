"""Hands of thirteen tiles whose winning tile still lies where another player discarded it."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import numpy as np

from scoring.tiles import FACES, PLAYED
from vision.evidence import Evidence
from vision.geometry.rows import Layout, Row
from vision.hand.costs import Likelihoods, known_faces
from vision.hand.grouping import Grouping, find_grouping
from vision.hand.naming import name_tiles
from vision.hand.parts import Part
from vision.quads import Array
from vision.winning import has_won

_MAX_COST: Final = 2.0
"""Greatest cost of thirteen tiles that were declared. Higher takes other tiles for such a hand; lower loses hands with
melds that lie apart."""

_MIN_TOLD: Final = 1.0
"""Least margin of clear glyphs that tells on which side the player of a row of discards sits. Higher takes its first
tile for the last, too; lower trusts unclear glyphs."""

_BELOW: Final = (0.7, 1.4)
"""Distance between the middles of tiles in rows of a pond that touch, in tile heights. A lower first one takes tiles
that overlap for rows; a higher second one takes a hand for a row of the pond before it."""

_BESIDE: Final = 0.5
"""Greatest distance along a row of a tile below one of its tiles, in tile heights. Higher takes tiles of others for a
row of the pond; lower overlooks rows laid askew."""


def claimed_grouping(evidence: Evidence, layout: Layout) -> Grouping | None:
    """Find thirteen tiles of which the last discard of somebody makes a hand that wins, or return None.

    There must be one such face alone. The rival of the grouping leaves the discard aside: nothing shows that it was
    claimed.
    """
    tiles = Likelihoods.of(evidence)
    ready = find_grouping(layout, tiles, won=False)
    if ready is None or ready.cost > _MAX_COST:
        return None
    win = name_tiles(ready, known_faces(evidence), evidence.backs, declared=False).win
    if win is None:
        return None
    completing = {code for code in PLAYED if has_won(replace(win, winning=code))}
    ours = {tile for part in ready.parts for tile in part.tiles}
    last = {tile: FACES[int(tiles.faces[tile].argmax())] for tile in _last_discards(layout, tiles) if tile not in ours}
    claimed = [tile for tile, face in last.items() if face in completing]
    if len({last[tile] for tile in claimed}) != 1:
        return None
    tile = min(claimed, key=lambda tile: float(layout.distances[tile, list(ours)].min()))
    aside = (*ready.parts, Part("aside", (tile,)))
    return replace(ready, parts=(*ready.parts, Part("winning", (tile,))), rivals=(aside,))


def _last_discards(layout: Layout, tiles: Likelihoods) -> Iterator[int]:
    """Yield the tiles at the end of a row that has no other below it, as its player sees it.

    If its glyphs do not tell on which side its player sits, it may end at either end, with other rows below it.
    """
    for row in layout.rows:
        up = np.array(row.up)
        ends = [(row.places[-1].tile, up)]
        if row.upright_margin < _MIN_TOLD:
            ends.append((row.places[0].tile, -up))
        yield from (end for end, up in ends if not tiles.backs[end] and not _has_row_below(layout, tiles, row, up))


def _has_row_below(layout: Layout, tiles: Likelihoods, row: Row, up: Array) -> bool:
    """Return True if a face that is not of a row touches the lower edge of one of its tiles, with `up` (2,) upwards."""
    others = [t for t in np.flatnonzero(~tiles.backs).tolist() if t not in row.tiles]
    steps = layout.steps[np.ix_(row.tiles, others)]
    below, beside = -(steps @ up), np.abs(steps @ np.array([-up[1], up[0]]))
    return bool(((below > _BELOW[0]) & (below < _BELOW[1]) & (beside < _BESIDE)).any())
