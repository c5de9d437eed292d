"""Rare luck: what a player may still claim of a win."""

import pytest

from scoring import parse
from scoring.luck import LUCK, some

WON = "123m456p789sEEEC C"


@pytest.mark.parametrize(
    ("word", "circumstances", "may"),
    [
        ("last-tile", "self-draw", True),
        ("last-tile", "self-draw last-tile", False),  # it is stated
        ("robbed-kong", "discard", True),
        ("robbed-kong", "self-draw", False),
        ("heaven", "discard", False),
        ("heaven", "seat=E self-draw", True),
        ("earth", "self-draw", False),
    ],
)
def test_luck_may_be_claimed_unless_what_is_known_rules_it_out(word: str, circumstances: str, may: bool) -> None:
    assert LUCK[word].may_be(parse(f"{WON} {circumstances}")) is may


def test_a_game_has_some_of_it() -> None:
    assert some("earth", "last-tile") == {"earth": LUCK["earth"], "last-tile": LUCK["last-tile"]}
