"""Laid hands are read as a referee would write them down, from every side; doubt is said where there is doubt."""

from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest

from scoring import parse, score
from scoring.tiles import FACES
from tests.vision.table import Laid, certain, evidence, flowers, row
from vision.reading import Reading, read

SIDES = [0.0, 1.1, np.pi, 4.4]
TILTS = [0.0, 0.35, 0.7]


def same_hand(reading: Reading, text: str) -> bool:
    """Equal tiles, melds with their sources, winning tile and flowers; the order of melds is free."""
    if reading.hand is None:
        return False
    mine, want = parse(reading.hand), parse(text)
    return (
        Counter(mine.melds) == Counter(want.melds)
        and Counter(mine.concealed) == Counter(want.concealed)
        and (mine.winning, mine.flowers) == (want.winning, want.flowers)
    )


HANDS: list[tuple[str, Callable[[], list[Laid]], str]] = [
    ("the winning tile apart", lambda: row("123m456p789sEEEC C"), "123m456p789sEEEC C"),
    ("apart on the left", lambda: row("C 123m456p789sEEEC"), "123m456p789sEEEC C"),
    ("crosswise at the end", lambda: row("123m456p789sEEEC>C"), "123m456p789sEEEC C"),
    ("crosswise within", lambda: row("123m4p>5p6p789sEEECC"), "123m46p789sEEECC 5p"),
    ("last of its row, unsorted", lambda: row("CCEEE789s123m456p"), "CCEEE789s123m45p 6p"),
    ("upside down tiles", lambda: row("12m!3m!4p56p789s!EEEC C"), "123m456p789sEEEC C"),
    ("chow from the left", lambda: row("456p789sEEEC >1m23m C"), "[123m,1]456p789sEEEC C"),
    ("pung from the player before", lambda: row("456p789s123mC >EEE C"), "[EEE,1]456p789s123mC C"),
    ("pung from opposite", lambda: row("456p789s123mC E>EE C"), "[EEE,2]456p789s123mC C"),
    ("pung from the player after", lambda: row("456p789s123mC EE>E C"), "[EEE,3]456p789s123mC C"),
    ("kong from the player before", lambda: row("456p789s123mC >EEEE C"), "[EEEE,1]456p789s123mC C"),
    ("kong from opposite", lambda: row("456p789s123mC E>EEE C"), "[EEEE,2]456p789s123mC C"),
    ("kong from the player after", lambda: row("456p789s123mC EEE>E C"), "[EEEE,3]456p789s123mC C"),
    ("added kong, left", lambda: row("456p789s123mC >E+EEE C"), "[EEEE,5]456p789s123mC C"),
    ("added kong, middle", lambda: row("456p789s123mC E>E+EE C"), "[EEEE,6]456p789s123mC C"),
    ("added kong, right", lambda: row("456p789s123mC EE>E+E C"), "[EEEE,7]456p789s123mC C"),
    ("concealed kong, outer two down", lambda: row("456p789s123mC _EEE_E C"), "[EEEE]456p789s123mC C"),
    ("concealed kong, inner two down", lambda: row("456p789s123mC E_E_EE C"), "[EEEE]456p789s123mC C"),
    ("melds on the left", lambda: row(">1m23m F>FF 45678pCC 3p"), "[123m,1][FFF,2]45678pCC 3p"),
    ("four melds", lambda: row(">1m23m F>FF 9s9s>9s _EEE_E C C"), "[123m,1][FFF,2][999s,3][EEEE]C C"),
    (
        "melds in a second row",
        lambda: row("456p789sCC", y=-60) + row(">1m23m F>FF", x=40),
        "[123m,1][FFF,2]456p789sC C",
    ),
    (
        "flowers in a row behind",
        lambda: row("123m456p789sEEEC C") + flowers("f1 s3", -150, 55),
        "123m456p789sEEEC C flowers=2",
    ),
    ("flowers in the row", lambda: flowers("f2", -215, 0) + row("123m456p789sEEEC C"), "123m456p789sEEEC C flowers=1"),
    ("sets apart, all concealed", lambda: row("123m 456p 789s EEE CC"), "123m456p789sEEEC C"),
    (
        "a pond beside it",
        lambda: row("123m456p789sEEEC C", y=-120) + row("9m1sWN3p8m", y=60) + row("2s2s7pSF", x=-13, y=97),
        "123m456p789sEEEC C",
    ),
    ("seven pairs", lambda: row("1133557799mEEC C"), "1133557799mEEC C"),
]


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("tilt", TILTS)
@pytest.mark.parametrize(("lay", "hand"), [h[1:] for h in HANDS], ids=[h[0] for h in HANDS])
def test_hands(lay: Callable[[], list[Laid]], hand: str, side: float, tilt: float) -> None:
    laid = lay()
    reading = read(evidence(laid, side, tilt))
    assert same_hand(reading, hand), (reading.hand, hand)
    assert sorted(t for g in reading.groups for t in g.tiles) == list(range(len(laid)))
    for group, members in enumerate(reading.groups):
        assert all(reading.tiles[t].group == group for t in members.tiles)
