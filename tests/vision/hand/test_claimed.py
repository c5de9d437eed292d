"""Thirteen tiles are read with the last discard of somebody that makes a hand of them, and the page asks about it."""

import pytest

from tests.vision.builders import Laid, before, evidence_from, overhead, row
from vision.hand.candidates import hand_in_sight

READY = "234m2345p234678s"
"""Waits for 2p and 5p."""


def table(*ponds: tuple[str, ...]) -> list[Laid]:
    """Return thirteen tiles before the first seat, and rows of a pond before each of the next ones."""
    rows = [
        tile
        for chair, pond in enumerate(ponds, 2)
        for n, text in enumerate(pond)
        for tile in before(chair, row(text, -20.0 * (6 - len(pond[-1]) // 2) * (n > 0), y=-36.0 * n), depth=220.0)
    ]
    return [*before(1, row(READY), depth=20.0), *rows]


@pytest.mark.parametrize("side", [0.0, 1.0, -2.5])
@pytest.mark.parametrize(
    ("ponds", "hand"),
    [
        ((("1m9m9sEWN", "F5p"), ("1s9pSCPE", "7mN")), "234m2345p234678s 5p"),
        ((("1m9m9sEWN", "7mN"), ("1s9pSCPE", "FW2p")), "234m2345p234678s 2p"),
        ((("1m9m9sEWN", "5pF"), ("1s9pSCPE", "7mN")), None),  # others were discarded after it
        ((("1m9m9sEW5p", "F"), ("1s9pSCPE", "7mN")), None),
        ((("1m9m9sEWN", "F5p"), ("1s9pSCPE", "7m2p")), None),  # either may have been claimed
        ((("1m9m9sEWN", "F5p"), ("1s9pSCPE", "7m5p")), "234m2345p234678s 5p"),  # it counts the same
        ((("1m9m9sEWN", "F3p"), ("1s9pSCPE", "7mN")), None),
    ],
)
def test_the_last_discard_that_wins_is_asked_about(side: float, ponds: tuple[tuple[str, ...], ...], hand: str) -> None:
    reading = hand_in_sight(evidence_from(table(*ponds), overhead(side)))
    assert not reading.sure
    assert reading.hand == hand
    if hand:
        doubt = reading.doubts[0]
        assert (doubt.reason, doubt.about) == ("two-groups", {"group": "winning", "other_group": "aside"})
        assert reading.tiles[doubt.tile or 0].tile == hand.split()[1]


def test_a_lone_tile_that_wins_is_a_discard() -> None:
    laid = [*before(1, row(READY), depth=20.0), *before(3, row("5p"), depth=150.0), *before(2, row("1s"), depth=200.0)]
    reading = hand_in_sight(evidence_from(laid, overhead(0.3)))
    assert (reading.hand, reading.sure) == ("234m2345p234678s 5p", False)


def test_tiles_that_wait_for_none_in_sight_are_no_hand() -> None:
    laid = [*before(1, row(READY), depth=20.0), *before(3, row("5s"), depth=150.0)]
    assert hand_in_sight(evidence_from(laid, overhead(0.3))).hand is None


@pytest.mark.parametrize("side", [0.0, 1.6, 3.1, -1.6])
def test_discards_whose_glyphs_do_not_tell_their_player_end_the_same_from_every_side(side: float) -> None:
    seen = evidence_from(table(("1s9pSCPE", "7mN"), ("1m9m9sEWN", "F5p")), overhead(side))
    seen.upright[len(row(READY)) :] = 0
    assert hand_in_sight(seen).hand == "234m2345p234678s 5p"
