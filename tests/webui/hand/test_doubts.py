"""Doubts of a reading after changes: those without ground any more are gone, and no other says what is not so."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from vision.reading import Doubt, DoubtReason, Reading
from webui.hand.doubts import standing
from webui.hand.edits import Add, ChangeMeld, Edit, LayMeld, Move, Name, SplitMeld, edited
from webui.hand.questions import open_doubts
from webui.hand.state import from_reading, outcome

Groups = tuple[tuple[str, str], ...]

WINNING: Groups = (("pung", "CCC"), ("concealed", "123s456m77p78s"), ("winning", "9s"), ("aside", "5m"))
"""Tiles 0-2, 3-12, 13 and 14."""
LOSING: Groups = (("pung", "CCC"), ("concealed", "123s456m77p78s"), ("winning", "E"), ("aside", "9s"), ("aside", "5m"))
"""The same with another winning tile; its own is 14, and 15 lies aside too."""
KONGS: Groups = (("aside", "1111m2222p3333s55p67s8s"),)
"""Seventeen tiles in a row of which twelve are kongs."""
SET_BY_HAND: tuple[Edit, ...] = (
    LayMeld(("c0", "c1", "c2", "c3"), "kong", 1),
    LayMeld(("c0", "c1", "c2", "c3"), "kong", 1),
    LayMeld(("c0", "c1", "c2", "c3"), "kong", 1),
    Move(("c4",), "w"),
)


def left(read: Reading, edits: Sequence[Edit]) -> list[tuple[DoubtReason, dict[str, Any]]]:
    """Return the doubts about a hand that these changes leave open."""
    state = from_reading(read, "mcr")
    assert open_doubts(read, state) == list(range(len(read.doubts)))
    for edit in edits:
        state, _ = edited(state, edit, read)
    found = standing(read, state)
    return [(found[n].reason, dict(found[n].about)) for n in open_doubts(read, state)]


@pytest.mark.parametrize(
    ("groups", "doubt", "edits", "expected"),
    [
        # the winning tile is put right: by its face, or by another tile
        (LOSING, Doubt(13, "waits"), [Name("w", "9s")], None),
        (LOSING, Doubt(13, "waits"), [Name("w", "F")], "waits"),
        (LOSING, Doubt(None, "not-placed", {"count": 2}), [Name("w", "9s")], None),
        (LOSING, Doubt(None, "not-placed", {"count": 2}), [Move(("w",), "a"), Name("a14", "9s")], None),
        (LOSING, Doubt(None, "not-placed", {"count": 2}), [Move(("c0",), "a"), Name("a15", "5m")], ("not-placed", 1)),
        (WINNING, Doubt(13, "none-apart"), [Move(("w",), "a"), Add("6s")], None),
        (WINNING, Doubt(13, "none-apart"), [Name("c0", "4s")], "none-apart"),
        # three kongs of a row, and the winning tile
        (KONGS, Doubt(None, "no-hand", {"count": 17}), SET_BY_HAND, None),
        (KONGS, Doubt(None, "no-hand", {"count": 17}), SET_BY_HAND[:3], "no-hand"),
        (KONGS, Doubt(None, "no-hand", {"count": 17}), [*SET_BY_HAND, Name("w", "E")], "unsure"),
        # tiles beside the hand that were taken in, or became a kong's fourth
        (WINNING, Doubt(14, "left-out"), [Move(("c0",), "a"), Name("a14", "5m")], None),
        (WINNING, Doubt(14, "tile-beside"), [Move(("c0",), "a"), Name("a14", "5m")], None),
        (
            (*WINNING[:3], ("aside", "C")),
            Doubt(0, "fourth-beside", {"other_group": "kong"}),
            [Move(("a14",), "m0")],
            None,
        ),
        (WINNING, Doubt(1, "fourth-hidden", {"other_group": "kong"}), [Move(("m0.0",), "c")], None),
        (WINNING, Doubt(1, "none-crosswise"), [Move(("m0.0",), "c")], None),
        (WINNING, Doubt(0, "none-crosswise"), [SplitMeld(0)], None),
        (WINNING, Doubt(0, "kong-like", {"other_group": "kong"}), [ChangeMeld(0, "kong", 1)], None),
        # faces
        (WINNING, Doubt(3, "one-too-many", {"other_face": "C"}), [Name("m0.0", "F")], ("two-faces", "C")),
        (WINNING, Doubt(3, "one-too-many", {"other_face": "C"}), [Name("c4", "6m")], "two-faces"),
        (LOSING, Doubt(4, "two-faces-one-wins", {"face": "2s", "other_face": "3s"}), [Name("w", "9s")], "two-faces"),
        (WINNING, Doubt(8, "glare", {"face": "6m"}), [Name("c0", "4s")], "glare"),
    ],
)
def test_what_is_left_of_a_doubt(
    reading: Callable[..., Reading],
    groups: Groups,
    doubt: Doubt,
    edits: Sequence[Edit],
    expected: DoubtReason | tuple[DoubtReason, Any] | None,
) -> None:
    found = left(reading(groups, (doubt,)), edits)
    reason, value = expected if isinstance(expected, tuple) else (expected, None)
    assert [each for each, _ in found] == ([reason] if reason else [])
    assert value is None or value in found[0][1].values()


def test_more_copies_than_a_set_has_are_counted_as_they_are_named_now(reading: Callable[..., Reading]) -> None:
    groups = (*WINNING[:3], ("aside", "7p"), ("aside", "7p"), ("aside", "7p"))
    read = reading(groups, (Doubt(9, "copies-seen", {"count": 5, "face": "7p"}),))
    assert left(read, [Name("c0", "4s")]) == [("copies-seen", {"count": 5, "face": "7p"})]
    assert left(read, [Move(("c7",), "a"), Name("a14", "8p")]) == []


def test_a_hand_that_people_put_together_is_looked_over_while_a_tile_of_it_may_be_another(
    reading: Callable[..., Reading],
) -> None:
    """Doubt a hand put together from a row that was none, until a person names the tile that may be another."""
    read = reading(KONGS, (Doubt(None, "no-hand", {"count": 17}),), {14: (0.7, (("9s", 0.3),))})
    assert left(read, SET_BY_HAND) == [("unsure", {})]
    assert left(read, [*SET_BY_HAND, Name("c2", "9s")]) == []


def test_a_doubt_comes_back_with_its_ground(reading: Callable[..., Reading]) -> None:
    """Nobody has settled it: the hand does not win again."""
    read = reading(LOSING, (Doubt(None, "not-placed", {"count": 2}),))
    state, _ = edited(from_reading(read, "mcr"), Name("w", "9s"), read)
    assert outcome(state).assessment
    assert open_doubts(read, state) == []
    state, _ = edited(state, Name("w", "F"), read)
    assert open_doubts(read, state) == [0]
