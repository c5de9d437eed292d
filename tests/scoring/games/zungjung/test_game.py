"""The game of the World Series of Mahjong: its list, and the bounds of a tournament's minimum."""

import pytest

from scoring.errors import RulingError
from scoring.games.zungjung.game import GAME
from scoring.games.zungjung.patterns import PATTERNS
from scoring.rules import BOOKS

CLUB = {"name": "corner", "title": "Corner house", "source": "its wall"}


def test_its_listing_is_its_list_in_order() -> None:
    rows = BOOKS["zungjung"].listing.patterns
    assert [(row.name.name, row.points) for row in rows] == [(row.name, row.value) for row in PATTERNS]


@pytest.mark.parametrize(("minimum", "fits"), [(0, False), (1, True), (480, True), (481, False)])
def test_a_minimum_is_one_to_the_highest_pattern(minimum: int, fits: bool) -> None:
    assert max(row.value for row in PATTERNS) == 480
    if fits:
        assert GAME.changed("zungjung", CLUB | {"minimum": minimum}).minimum == minimum
    else:
        with pytest.raises(RulingError, match="bad-minimum"):
            GAME.changed("zungjung", CLUB | {"minimum": minimum})
