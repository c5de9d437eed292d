"""Several hands in one picture: the one that wins is read, the others can be, and a choice is never made silently."""

from collections import Counter
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from scoring.notation import expand
from tests.vision.builders import Laid, before, evidence, evidence_from, overhead, row
from vision.hand.candidates import hand_in_sight, hand_within, laid_together, tiles_within
from vision.hand.hypotheses import best_reading
from vision.quads import contains
from vision.reading import Doubt

WIN = "234m2345p234678s 5p"
OTHER = "123m456p789sEEEC C"
WAITS = "147m258p369sESWN 5p"
POND = row("19m19p19sC", 0, 0)


def table(*hands: str) -> list[Laid]:
    """Return hands before the first chairs, and a small pond between them."""
    return [tile for chair, hand in enumerate(hands, 1) for tile in before(chair, row(hand))] + POND


@pytest.mark.parametrize("side", [0.0, 1.0, -2.5])
def test_one_hand_has_no_others(side: float) -> None:
    seen = evidence_from(table(WIN), overhead(side))
    reading = hand_in_sight(seen)
    assert (reading.hand, reading.sure, reading.others) == (WIN, True, ())


@pytest.mark.parametrize("side", [0.0, 1.0, -2.5])
@pytest.mark.parametrize("hands", [(WIN, WAITS), (WAITS, WIN), (WAITS, WAITS, WIN)])
def test_of_several_the_one_that_wins_is_meant(side: float, hands: tuple[str, ...]) -> None:
    reading = hand_in_sight(evidence_from(table(*hands), overhead(side)))
    assert (reading.hand, reading.sure) == (WIN, True)
    assert len(reading.others) == len(hands) - 1


def test_which_of_two_that_win_is_meant_is_asked() -> None:
    seen = evidence_from(table(WIN, OTHER), overhead(0.3))
    reading = hand_in_sight(seen)
    assert not reading.sure
    assert reading.doubts == (Doubt(None, "several-hands", {"count": 2}),)
    first = {reading.hand}
    for _ in range(2):  # the other one, and from there back again
        reading = hand_within(reading.others[0], seen)
        assert reading.sure
        assert len(reading.others) == 1
        first.add(reading.hand)
    assert first == {WIN, OTHER}


def test_which_of_two_that_do_not_win_is_meant_is_asked() -> None:
    reading = hand_in_sight(evidence_from(table(WAITS, "258m369p147sESWC 9p"), overhead(0.3)))
    assert Doubt(None, "several-hands", {"count": 2}) in reading.doubts


@pytest.mark.parametrize("hand", [WIN, "P>PPP 123p456s99sEE E", "_5m5m5m_5m 123p456s99sEE E"])
def test_every_tile_in_sight_stays_in_the_reading_once(hand: str) -> None:
    seen = evidence_from(table(hand, OTHER, WAITS), overhead(0.3))
    reading = hand_within(hand_in_sight(seen).others[0], seen)
    for each in (hand_in_sight(seen), reading):
        assert len(each.tiles) == len(seen.scores)
        assert sorted(t for group in each.groups for t in group.tiles) == list(range(len(each.tiles)))
        assert all(n in each.groups[tile.group].tiles for n, tile in enumerate(each.tiles))


@pytest.mark.parametrize("side", [0.0, 0.5, -2.5])
def test_discards_of_a_whole_table_are_no_hand(side: float) -> None:
    """Read two ponds of fourteen discards, each in two rows."""
    rows = (("1m5s9pES7sF", "2p4s6mWNC3p"), ("9m1s2pWC8pP", "7m5m3sNE1p6p"))
    laid = [
        tile
        for chair, discarded in enumerate(rows, 1)
        for n, text in enumerate(discarded)
        for tile in before(chair, row(text, y=-36.0 * n), depth=200.0)
    ]
    seen = evidence_from(laid, overhead(side))
    assert best_reading(seen).hand  # a row and a half of them are fourteen tiles
    reading = hand_in_sight(seen)
    assert reading.hand is None
    assert not reading.sure
    assert len(reading.tiles) == len(laid)
    assert {group.kind for group in reading.groups} == {"aside"}


def test_a_hand_that_wins_stays_beside_ponds() -> None:
    rows = [*before(2, row("1m5s9pES7s"), depth=200.0), *before(2, row("2p4s6mWNC", y=-36.0), depth=200.0)]
    rows += [*before(3, row("9m1s2pWC8p"), depth=200.0), *before(3, row("7m5m3sNE1p", y=-36.0), depth=200.0)]
    reading = hand_in_sight(evidence_from([*before(1, row(WIN), depth=40.0), *rows], overhead(0.3)))
    assert reading.hand == WIN


def test_where_no_hand_lies_there_is_none_to_choose() -> None:
    seen = evidence(row("19m19p19sESWNC"))
    reading = hand_in_sight(seen)
    assert (reading.hand, reading.others) == (None, ())


@pytest.mark.parametrize(("others", "offered"), [("1m4m7m", True), ("1m4m7m2p5p8p3sE6s9s4s1pS9m", False)])
def test_a_hand_that_does_not_win_amid_many_others_is_in_play_and_not_offered(others: str, offered: bool) -> None:
    """Check that whoever chooses its part of the picture gets it all the same."""
    laid = row("34779p34666sENNC 5s")
    spread = [replace(tile, x=90.0 * (n % 5), y=300.0 + 120.0 * (n // 5)) for n, tile in enumerate(row(others))]
    seen = evidence([*laid, *spread])
    reading = hand_in_sight(seen)
    assert (reading.hand is not None, len(reading.tiles)) == (offered, len(laid) + len(spread))
    corners = seen.quads[: len(laid)].reshape(-1, 2)
    (left, top), (right, bottom) = corners.min(axis=0) - 5, corners.max(axis=0) + 5
    assert tiles_within(((left, top), (right, top), (right, bottom), (left, bottom)), seen).hand is not None


CHARTS = (
    ("1234567mESWNCFP", "123456789p12345s", "67s"),
    ("1234567mESWNCFP", "8m1234567pE", "89p12345678s"),
    # unlike tiles of another tradition with the same names
    ("1234567mESWNCFP", "123456789p", "123456789s", "1155m33p77sE"),
)


@pytest.mark.parametrize("tilt", [0.0, 0.5])
@pytest.mark.parametrize("rows", CHARTS)
def test_a_set_that_is_laid_out_offers_no_hand(rows: tuple[str, ...], tilt: float) -> None:
    laid = [tile for n, text in enumerate(rows) for tile in row(text, y=50.0 * n)]
    seen = evidence_from(laid, overhead(0.0, tilt))
    reading = hand_in_sight(seen)
    assert (reading.hand, reading.sure, len(reading.tiles)) == (None, False, len(laid))
    assert [doubt.reason for doubt in reading.doubts] == ["no-hand"]


@pytest.mark.parametrize("won", [0, 1, 2, 3])
def test_one_of_four_hands_one_before_another_that_wins_is_read(won: int) -> None:
    hands = [WIN if n == won else text for n, text in enumerate((WAITS, "258m369p147sESWC 9p", WAITS, WAITS))]
    laid = [tile for n, text in enumerate(hands) for tile in row(text, y=60.0 * n)]
    assert hand_in_sight(evidence_from(laid, overhead(0.0, 0.0))).hand == WIN


def test_an_area_without_tiles_shows_no_hand() -> None:
    seen = evidence_from(table(WIN), overhead(0.0))
    nowhere = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    reading = hand_within(nowhere, seen)
    assert reading.hand is None
    assert len(reading.others) == 1


def test_areas_move_with_the_part_of_a_picture() -> None:
    reading = hand_in_sight(evidence_from(table(WIN, OTHER), overhead(0.3)))
    moved = reading.placed((100, 20), (4000, 3000))
    assert np.allclose(np.array(moved.others) - np.array(reading.others), (100, 20))


def test_one_look_and_another_agree_on_which_hand_an_area_is() -> None:
    seen, later = (evidence_from(table(WIN, OTHER), overhead(side)) for side in (0.3, 0.31))
    area = hand_in_sight(seen).others[0]
    assert len({hand.hand for hand in map(partial(hand_within, area), (seen, later))}) == 1


@pytest.mark.parametrize("side", [0.0, 1.0, -2.5])
def test_where_no_hand_is_read_groups_of_tiles_are_offered_the_likeliest_first(side: float) -> None:
    """Check that a row of thirteen comes before one of nine, and that six tiles are too few for a hand."""
    laid = before(1, row("123456789m1234p")) + before(2, row("123456789s")) + before(3, row("EESSWW"))
    seen = evidence_from(laid, overhead(side))
    reading = hand_in_sight(seen)
    assert reading.hand is None
    areas = laid_together(reading, 14)
    faces = [
        Counter(reading.tiles[n].tile for n in np.flatnonzero(inside))
        for inside in contains(np.array(areas), np.array([tile.quad for tile in reading.tiles]))
    ]
    assert faces == [Counter(expand("123456789m1234p")), Counter(expand("123456789s"))]


def test_discards_in_ponds_are_not_offered_as_a_hand() -> None:
    """Of rows of thirteen and nine tiles the second is a pond, so that the first alone may be the hand."""
    laid = before(1, row("123456789m1234p")) + before(2, row("123456789s"))
    reading = hand_in_sight(evidence_from(laid, overhead(1.0)))
    hand, pond = laid_together(reading, 14)
    inside = contains(np.array([pond]), np.array([tile.quad for tile in reading.tiles]))[0]
    discards = {reading.tiles[n].group for n in np.flatnonzero(inside)}
    groups = tuple(replace(group, pond=n in discards) for n, group in enumerate(reading.groups))
    assert laid_together(replace(reading, groups=groups), 14) == (hand,)


@pytest.mark.parametrize("text", ["123456789m1234p", "1m2m", ""])
def test_one_group_of_all_tiles_is_no_choice(text: str) -> None:
    assert laid_together(hand_in_sight(evidence(row(text))), 14) == ()


def test_a_hand_that_was_read_leaves_nothing_to_choose() -> None:
    assert laid_together(hand_in_sight(evidence_from(table(WIN, WAITS), overhead(0.3))), 14) == ()


def test_of_a_part_nothing_beyond_it_counts() -> None:
    seen = evidence_from(table(WIN, OTHER), overhead(0.3))
    reading = tiles_within(hand_in_sight(seen).others[0], seen)
    assert reading.sure
    assert reading.hand in (WIN, OTHER)
    assert len(reading.tiles) == 14


@pytest.mark.parametrize(
    ("laid", "hand"),
    [
        ("123m456m789m123p45pEE 6p", "123456789m12345pEE 6p"),
        ("123m456m789m123p456pE E", "123456789m123456pE E"),
        (">1m23m F>FF 456p789s123pC C", "[123m,1][FFF,2]123456p789sC C"),
        ("_EEE_E F>FF 9s9s>9s 123m456pC C", "[EEEE][FFF,2][999s,3]123m456pC C"),
    ],
)
def test_where_a_hand_has_five_sets_seventeen_tiles_are_read(laid: str, hand: str) -> None:
    seen = evidence(row(laid))
    reading = hand_in_sight(replace(seen, sets=5))
    assert (reading.hand, reading.sure) == (hand, True)
    assert not hand_in_sight(seen).sure


def test_where_a_hand_has_five_sets_fourteen_tiles_are_none() -> None:
    assert hand_in_sight(replace(evidence(row("123m456p789sEEEC C")), sets=5)).hand is None
