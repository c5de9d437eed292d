"""Tiles too many or missing in a picture are pointed at, and none where the picture is unclear."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from scoring.notation import expand
from scoring.tiles import FACES, FLOWERS, PLAYED
from tests.vision.builders import Laid, evidence, row
from vision.hand.candidates import hand_in_sight
from vision.hand.counting import MOST_MISSING, Remark, remarks
from vision.reading import Group, Reading, SeenTile

WHOLE = PLAYED * 4


def seen(faces: tuple[str | None, ...], **changes: Any) -> Reading:
    """Return a reading of tiles side by side, face down without a face; the changes are those of the last one."""
    tiles = [
        SeenTile(
            face, "up" if face else "down", 0.99, ((30 * n, 0), (30 * n + 26, 0), (30 * n + 26, 35), (30 * n, 35)), 0
        )
        for n, face in enumerate(faces)
    ]
    tiles[-1] = replace(tiles[-1], **changes)
    return Reading((9000, 100), tuple(tiles), (Group("aside", tuple(range(len(tiles)))),), None, False)


def without(faces: tuple[str, ...], *left: str) -> tuple[str, ...]:
    """Return the faces without one copy of each of some."""
    kept = list(faces)
    for face in left:
        kept.remove(face)
    return tuple(kept)


FIVE = expand("33333p")
NAMED_OTHERWISE = seen((*expand("3333p"), "4p"), confidence=0.04, alternatives=(("3p", 0.95),))
FOUND: list[tuple[str, Reading, tuple[tuple[str, tuple[str, ...], int], ...]]] = [
    ("four of a kind", seen(expand("3333p")), ()),
    ("five of a kind", seen(expand("1m3333p2s3p")), (("extra-copies", ("3p",), 5),)),
    ("two kinds", seen(FIVE + expand("EEEEEE")), (("extra-copies", ("3p",), 5), ("extra-copies", ("E",), 6))),
    ("the fifth unclear", seen(FIVE, confidence=0.7), ()),
    ("the fifth, named otherwise by the hand", NAMED_OTHERWISE, (("extra-copies", ("3p",), 5),)),
    ("found twice", seen(FIVE, quad=((1, 1), (27, 1), (27, 36), (1, 36))), ()),
    ("white dragons, as walls look like", seen(("P",) * 9), ()),
    ("two of a flower, as some sets have", seen(("f1", "f1")), ()),
    ("a whole set", seen(WHOLE), ()),
    ("a whole set with flowers", seen(WHOLE + FLOWERS), ()),
    ("a whole set with one family of flowers", seen(WHOLE + FLOWERS[4:]), ()),
    ("one missing", seen(without(WHOLE, "5m")), (("missing-tiles", ("5m",), 3),)),
    ("the same missing twice", seen(without(WHOLE, "C", "C")), (("missing-tiles", ("C", "C"), 2),)),
    ("a flower missing", seen(without(WHOLE + FLOWERS, "s2", "E")), (("missing-tiles", ("E", "s2"), 3),)),
    ("a flower that is there twice", seen((*without(WHOLE + FLOWERS, "s2"), "s1")), ()),
    ("too many missing", seen(without(WHOLE, *FACES[: MOST_MISSING + 1])), ()),
    ("one missing and one too many", seen((*without(WHOLE, "5m"), "6m")), (("extra-copies", ("6m",), 5),)),
    ("one missing, one unclear", seen(without(WHOLE, "5m", "6m") + ("6m",), confidence=0.8), ()),
    ("one missing, one face down", seen((*without(WHOLE, "5m", "5m"), None)), ()),
]  # fmt: skip


@pytest.mark.parametrize(("reading", "found"), [row[1:] for row in FOUND], ids=[row[0] for row in FOUND])
def test_tiles_too_many_or_missing(reading: Reading, found: tuple[tuple[str, tuple[str, ...], int], ...]) -> None:
    made = remarks(reading)
    assert [(remark.kind, remark.faces, len(remark.tiles)) for remark in made] == list(found)
    for remark in made:
        shown = {reading.tiles[n].tile for n in remark.tiles} - {"4p"}
        assert shown <= set(remark.faces)


def test_what_somebody_says_of_a_tile_counts() -> None:
    five, four = seen(FIVE), seen((*expand("3333p"), "4p"), confidence=0.5)
    assert remarks(five, {4: "2p"}) == ()
    assert remarks(four, {4: "3p"}) == (Remark("extra-copies", ("3p",), (0, 1, 2, 3, 4)),)


def guessed(*confidences: float) -> Reading:
    """Return a reading of tiles side by side, named so surely."""
    reading = seen(PLAYED[: len(confidences)])
    tiles = tuple(replace(tile, confidence=c) for tile, c in zip(reading.tiles, confidences, strict=True))
    return replace(reading, tiles=tiles)


@pytest.mark.parametrize(
    ("confidences", "guesses"),
    [
        ((0.5, 0.85, 0.6, 0.92, 0.31, 0.7, 0.98), (0, 1, 2, 4, 5)),
        ((0.5, 0.85, 0.6, 0.99, 0.99, 0.99, 0.98), ()),  # a few worn or covered tiles of a known set
        ((0.5, 0.6, 0.3, 0.5, 0.4), ()),  # too few to tell
    ],
)
def test_a_set_most_names_of_which_are_guesses_is_unknown(
    confidences: tuple[float, ...], guesses: tuple[int, ...]
) -> None:
    found = remarks(guessed(*confidences))
    assert found == ((Remark("unknown-set", (), guesses),) if guesses else ())


def test_names_that_somebody_gave_are_no_guesses() -> None:
    reading = guessed(0.5, 0.6, 0.5, 0.4, 0.6, 0.5)
    assert [remark.kind for remark in remarks(reading, {0: "E", 1: "S", 2: "W"})] == ["unknown-set"]
    assert remarks(reading, {0: "E", 1: "S", 2: "W", 3: "N"}) == ()


def test_backs_tell_nothing_of_a_set() -> None:
    reading = guessed(0.5, 0.6, 0.5, 0.4, 0.6, 0.5)
    down = tuple(replace(tile, tile=None, face="down") for tile in reading.tiles[:1])
    assert remarks(replace(reading, tiles=(*down, *reading.tiles[1:]))) == ()


@pytest.mark.parametrize(
    "laid",
    [
        row("123m456p789sFFF FF"),
        row("123m456p78sFFFFF 9s"),
        row("F>FFF 123m456p789sF F"),
        row("F F>FFF 123m456p78sEE 9s"),
        row("f1F 123m456p789sFFF F"),
        [*row("F>FFF 123m456p78sEE 9s"), Laid("F", 300, 200)],
        [*row("F>FFF 123m456p789sEE E"), Laid("F", -260, 0)],
    ],
)
def test_a_fifth_green_dragon_is_pointed_at_and_becomes_no_flower(laid: list[Laid]) -> None:
    """Wherever the five lie; and no hand with one of them is sure."""
    reading = hand_in_sight(evidence(laid))
    assert not reading.sure
    named = Counter(tile.tile for tile in reading.tiles)
    assert sum(named[flower] for flower in FLOWERS) == sum(tile.tile == "f1" for tile in laid)
    assert [(remark.kind, remark.faces) for remark in remarks(reading)] == [("extra-copies", ("F",))]
