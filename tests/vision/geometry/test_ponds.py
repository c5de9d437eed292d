"""Discards of a whole table, beside hands, kongs and melds."""

import numpy as np
import pytest

from tests.vision.builders import Laid, before, evidence_from, overhead, row
from vision.geometry.ponds import discards
from vision.geometry.rows import find_rows

SIX = ("1m5s9pES7s", "2p4s6mWNC", "8m3p")
DEPTH = 200.0
"""Millimetres from a side of the table to its pond's last row."""


def pond(chair: int, *rows: str) -> list[Laid]:
    """Return rows of discards before a chair, the first one nearest the middle."""
    laid = [tile for n, text in enumerate(rows) for tile in row(text, y=-36.0 * n)]
    return before(chair, laid, depth=DEPTH)


HAND = before(1, row("234m2345p234678s 5p"), depth=40.0)
KONGS = before(2, [t for n in range(4) for t in row(f"{n + 1}s" * 4, y=36.0 * n)], depth=20.0)


def found(laid: list[Laid], side: float = 0.3) -> list[bool]:
    seen = evidence_from(laid, overhead(side))
    mask = discards(find_rows(seen.quads, seen.upright))
    assert mask.shape == (len(laid),)
    return [bool(each) for each in mask]


@pytest.mark.parametrize("side", [0.0, 0.5, 2.0, -2.5])
@pytest.mark.parametrize("chairs", [(1, 2), (1, 3), (1, 2, 3, 4)])
def test_ponds_of_several_players_are_found_and_the_hand_is_not(chairs: tuple[int, ...], side: float) -> None:
    ponds = [tile for chair in chairs for tile in pond(chair, *SIX)]
    assert found([*HAND, *ponds], side) == [False] * len(HAND) + [True] * len(ponds)


@pytest.mark.parametrize(
    "laid",
    [
        pytest.param([], id="nothing"),
        pytest.param(HAND, id="a hand"),
        pytest.param([*HAND, *pond(1, *SIX)], id="one pond"),
        pytest.param([*pond(1, "1m2m3m", "4p5p6p", "7s8s9s"), *pond(2, "1m2m3m", "4p5p6p", "7s8s9s")], id="melds"),
        pytest.param([*KONGS, *pond(1, *SIX)], id="four kongs and one pond"),
        pytest.param([t for n in range(5) for t in row("1m2m3m4m5m6m", y=36.0 * n)], id="a set laid out"),
    ],
)
def test_other_tiles_are_no_ponds(laid: list[Laid]) -> None:
    assert not np.any(found(laid))
