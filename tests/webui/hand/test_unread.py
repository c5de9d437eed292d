"""Reasons why no hand was read in a photo."""

import pytest

from tests.served import make_reading
from vision.reading import Doubt
from webui.hand.unread import unread

DOUBT = (Doubt(0, "no-hand", {"count": 0}),)


@pytest.mark.parametrize(
    ("rows", "kind"),
    [
        (["123m"], "too-few"),
        (["123m456m789m123p"], "too-few"),
        (["123m456m789m1123p", "4p"], "no-winner"),
        (["123m456m789m12p", "234p"], "in-rows"),
        (["123m456m789m123p", "234p"], "in-rows"),
        (["123m456m789m12345p"], "no-order"),
    ],
)
def test_tiles_that_are_no_hand(rows: list[str], kind: str) -> None:
    found = unread(make_reading(tuple(("concealed", row) for row in rows), DOUBT), 14)
    assert found is not None
    assert found.kind == kind
    count = sum(char.isdecimal() for row in rows for char in row)
    assert found.about.get("count", count) == count
    assert found.about.get("missing", 14 - count) == 14 - count


def test_a_photo_of_nothing_has_no_tiles_and_a_hand_in_doubt_is_one() -> None:
    nothing = unread(make_reading((), DOUBT), 14)
    assert nothing is not None
    assert nothing.kind == "no-tiles"
    assert unread(make_reading(), 14) is None


@pytest.mark.parametrize(
    ("rows", "size", "kind"),
    [
        (["123m456m789m123p55s678s"], 14, "other-size"),
        (["123m456m789m123p", "55s678s"], 14, "in-rows"),  # a hand among other tiles
        (["123m456m789m12345p"], 17, "other-size"),
        (["123m456m789m123p"], 17, "too-few"),
    ],
)
def test_as_many_tiles_as_a_hand_of_another_game_has(rows: list[str], size: int, kind: str) -> None:
    found = unread(make_reading(tuple(("concealed", row) for row in rows), DOUBT), size)
    assert found is not None
    assert found.kind == kind
    if kind == "other-size":
        assert found.about == {"size": size, "count": 31 - size, "instead": {14: "taiwan-home", 17: "mcr"}[size]}
