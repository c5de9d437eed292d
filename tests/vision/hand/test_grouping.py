"""Rows are cut into melds, concealed tiles, flowers and the winning tile as they lie, by what faces and gaps cost."""

from dataclasses import replace

import numpy as np
import pytest

from scoring.notation import expand
from scoring.tiles import FACES
from tests.vision.builders import (
    Laid,
    blurred,
    certain,
    evidence,
    evidence_from,
    flowers,
    overhead,
    row,
    same_hand,
)
from vision.geometry.rows import find_rows
from vision.hand.costs import Likelihoods, ambiguity, boundaries
from vision.hand.grouping import Grouping, find_grouping
from vision.hand.interpret import read

Parts = list[tuple[str, str, int]]


def group(laid: list[Laid]) -> Grouping | None:
    seen = evidence(laid)
    return find_grouping(find_rows(seen.quads, seen.upright), Likelihoods.of(seen))


@pytest.mark.parametrize(
    ("hand", "parts"),
    [
        ("123m456p789sEEEC C", [("concealed", "123m456p789sEEEC", 0), ("winning", "C", 0)]),
        ("123m4p>5p6p789sEEECC", [("concealed", "123m46p789sEEECC", 0), ("winning", "5p", 0)]),
        ("CCEEE789s123m456p", [("concealed", "CCEEE789s123m45p", 0), ("winning", "6p", 0)]),
        (
            ">1m23m F>FF 9s9s>9s _EEE_E C C",
            [
                ("chow", "123m", 1),
                ("pung", "FFF", 2),
                ("pung", "999s", 3),
                ("concealed-kong", "EEEE", 0),
                ("concealed", "C", 0),
                ("winning", "C", 0),
            ],
        ),
        (
            "456p789s123mC EE>E+E C",
            [("concealed", "456p789s123mC", 0), ("kong", "EEEE", 7), ("winning", "C", 0)],
        ),
        (
            "456p789s123mC E>EEE C",
            [("concealed", "456p789s123mC", 0), ("kong", "EEEE", 2), ("winning", "C", 0)],
        ),
        # Only the player before gives the tile of a chow, wherever it lies.
        ("1m2m>3m 456p789sEEEC C", [("chow", "123m", 1), ("concealed", "456p789sEEEC", 0), ("winning", "C", 0)]),
    ],
)
def test_a_row_is_cut_as_it_lies(hand: str, parts: Parts) -> None:
    laid = row(hand)
    grouping = group(laid)
    assert grouping is not None
    found = [(part.kind, [laid[t].tile for t in part.tiles], part.source) for part in grouping.parts]
    assert found == [(kind, list(expand(tiles)), source) for kind, tiles, source in parts]
    assert grouping.rivals == ()


def test_a_cut_that_costs_little_more_is_a_rival() -> None:
    """Check that separate sets may be melds with an unrecognised crosswise tile."""
    grouping = group(row("123m456pEEE 789s CC"))
    assert grouping is not None
    assert [part.kind for part in grouping.parts] == ["concealed", "winning"]
    assert [part.kind for part in grouping.rivals[0]] == ["concealed", "chow", "concealed", "winning"]


@pytest.mark.parametrize("hand", ["", "5m", "123m456p789sEEEC", "1m9s3pEE"])
def test_too_few_tiles_are_no_hand(hand: str) -> None:
    assert group(row(hand)) is None


def test_a_wide_gap_parts_groups_and_a_usual_one_does_not() -> None:
    seen = evidence(row("123m 456m"))
    (only,) = find_rows(seen.quads, seen.upright).rows
    found = boundaries(only)
    assert [boundary.opens for boundary in found] == [True, False, False, False, False, False]
    assert [boundary.split > boundary.joined for boundary in found[1:]] == [False, False, True, False, False]
    assert ambiguity([only]) == pytest.approx(-sum(max(b.split, b.joined) for b in found[1:]))


@pytest.mark.parametrize(
    ("tiles", "chow", "fits"),
    [("123m", True, True), ("321m", True, True), ("124m", True, False), ("EEE", False, True), ("EES", False, False)],
)
def test_what_a_set_costs_is_how_badly_its_faces_fit(tiles: str, chow: bool, fits: bool) -> None:
    names = Likelihoods.of(evidence(row(tiles)))
    assert (names.misfit((0, 1, 2), chow=chow) < 0.01) == fits
    assert names.likeliest((0, 1, 2)).tolist() == [FACES.index(code) for code in expand(tiles)]


@pytest.mark.parametrize("trust", [0.97, 0.995])
def test_a_clear_tile_is_not_called_a_flower_to_make_fourteen_of_a_row(trust: float) -> None:
    laid = row("3p7m5m8mN7m6sW6sP4s3m3sE1p")
    reading = read(evidence(laid, faces=certain(laid, trust)))
    assert not reading.sure
    assert {t.tile for t in reading.tiles} == {t.tile for t in laid}


def test_the_ends_of_a_concealed_kong_may_seem_to_lie_crosswise() -> None:
    """From a low camera the box of a back includes its side, so that nothing shows which way it lies."""
    laid = [replace(t, turn=np.pi / 2) if t.down else t for t in row("_5s5s5s_5s 123m456p77sEE E")]
    reading = read(evidence(laid))
    assert (reading.hand, reading.sure) == ("[5555s]123m456p77sEE E", True)


def test_a_tile_that_may_be_a_flower_still_counts() -> None:
    """Fourteen tiles, two of which look more like flowers: there is no other way to a hand."""
    laid = row("123m456p789sEEEC C")
    faces = blurred(laid, 3, {"4p": 0.4, "f3": 0.6})
    faces[5] = blurred(laid, 5, {"6p": 0.3, "f2": 0.7})[5]
    assert same_hand(read(evidence(laid, faces=faces)), "123m456p789sEEEC C")
    faces[5] = blurred(laid, 5, {"6p": 0.01, "f2": 0.99})[5]
    assert read(evidence(laid, faces=faces)).hand is None


@pytest.mark.parametrize(("score", "sure"), [(0.95, False), (0.3, True)])
def test_what_may_be_a_flower_counts_only_as_far_as_a_tile_is_seen(score: float, sure: bool) -> None:
    laid = row("123m456p789sEEEC C") + flowers("f1", -150, 55)
    seen = evidence(laid, faces=blurred(laid, len(laid) - 1, {"f1": 0.2, "1p": 0.8}))
    seen.scores[-1] = score
    reading = read(seen)
    assert same_hand(reading, "123m456p789sEEEC C")
    assert reading.sure == sure


@pytest.mark.parametrize("seed", range(12))
def test_a_hand_laid_loosely_is_in_order(seed: int) -> None:
    """Many gaps that say little are no doubt by themselves."""
    rng = np.random.default_rng(seed)
    loosely = [replace(t, x=t.x + rng.normal(0, 2)) for t in row("6s6s>6s >5m4m6m 55888m67p 5p", gap=8, between=13)]
    reading = read(evidence(loosely))
    assert reading.hand == "[666s,3][456m,1]55888m67p 5p"
    assert "unusual-order" not in [doubt.reason for doubt in reading.doubts]


SIDES = pytest.mark.parametrize("side", [0.0, 0.7, -1.2, -2.5])


@SIDES
@pytest.mark.parametrize(
    ("laid", "hand"),
    [
        ("1237p >CCCP>PPFF>F 7p", "[CCC,1][PPP,2][FFF,3]1237p 7p"),
        ("2m3m>1m6s>6s6s 4455p789s 5p", "[123m,1][666s,2]4455p789s 5p"),
        ("4556p >1m2m3m6s>6s6sEE>E 7p", "[123m,1][666s,2][EEE,3]4556p 7p"),
    ],
)
def test_claimed_sets_that_touch_end_where_their_faces_say(side: float, laid: str, hand: str) -> None:
    assert same_hand(read(evidence_from(row(laid), overhead(side))), hand)


def test_a_crosswise_winning_tile_beside_its_like_is_no_claimed_set() -> None:
    reading = read(evidence(row("123m456p789sEEEC>C")))
    assert same_hand(reading, "123m456p789sEEEC C")


def turned(laid: list[Laid], by: float) -> list[Laid]:
    """Return tiles turned about the origin, counter-clockwise."""
    c, s = np.cos(by), np.sin(by)
    return [replace(t, x=c * t.x - s * t.y, y=s * t.x + c * t.y, turn=t.turn + by) for t in laid]


def moved(laid: list[Laid], x: float, y: float) -> list[Laid]:
    return [replace(t, x=t.x + x, y=t.y + y) for t in laid]


@SIDES
@pytest.mark.parametrize(("winning", "asked"), [("3m", False), ("9s", True)])
def test_a_row_that_bends_is_one_run_of_concealed_tiles(side: float, winning: str, asked: bool) -> None:
    """Lay each piece half a tile off the line of the one before it, and turn it a little more.

    A hand that does not win may be of two players.
    """
    pieces = (row("12345m456p"), moved(turned(row("22p4s"), 0.2), 147, 28), moved(turned(row("32s"), 0.3), 211, 66))
    laid = [*(tile for piece in pieces for tile in piece), Laid(winning, 250, 130)]
    reading = read(evidence_from(laid, overhead(side)))
    assert same_hand(reading, f"12345m22456p234s {winning}")
    assert ("scattered" in {doubt.reason for doubt in reading.doubts}) == asked


@SIDES
def test_melds_at_the_corner_of_the_table_are_of_the_hand_along_its_edge(side: float) -> None:
    melds = [row("_2s2s2s_2s", y=110), row("8s8s>8s+8s", y=65), row(">S+SSS", y=15), row("9s>9s+9s9s", y=-40)]
    laid = [*(tile for meld in melds for tile in moved(meld, 140, 0)), *row("CC", x=-150, y=-45)]
    reading = read(evidence_from(laid, overhead(side)))
    assert same_hand(reading, "[2222s][8888s,7][SSSS,5][9999s,6]C C")
    assert "unusual-order" in {doubt.reason for doubt in reading.doubts}  # nothing lies between, but they lie far apart


@pytest.mark.parametrize(("score", "counts"), [(0.3, True), (0.95, False)])
def test_a_flower_counts_beside_what_is_hardly_a_tile(score: float, counts: bool) -> None:
    """Lay a wind marker beside the flower, as is often done."""
    laid = [*row("CCCNNNSSSEEEWW"), *moved(flowers("f3", 0, 0), -150, 72), Laid("S", -178, 72)]
    seen = evidence(laid)
    seen.scores[-1] = score
    assert ("flowers=f3" in (read(seen).hand or "")) == counts
