"""The game of the Chinese rules: its books, and what a club may change."""

import pytest

from scoring.errors import RulingError
from scoring.games.mcr.game import ANSWERS, GAME
from scoring.games.mcr.presets import PRESETS, SWITCHES
from scoring.rules import BOOKS

CLUB = {"name": "corner", "title": "Corner house", "source": "its wall"}


def test_its_books_are_its_presets_and_list_each_fan_once() -> None:
    assert (GAME.id, GAME.order) == ("mcr", 0)
    assert GAME.presets == PRESETS
    assert ANSWERS.keys() == {switch.id for switch in SWITCHES}
    for name in PRESETS:
        numbers = [row.name.id for row in BOOKS[name].listing.patterns]
        assert len({*numbers}) == len(numbers) >= 81


@pytest.mark.parametrize(("minimum", "fits"), [(-1, False), (0, True), (88, True), (89, False)])
def test_a_club_may_ask_for_no_more_than_the_highest_fan(minimum: int, fits: bool) -> None:
    if fits:
        assert GAME.changed("mcr", CLUB | {"minimum": minimum}).minimum == minimum
    else:
        with pytest.raises(RulingError, match="bad-minimum"):
            GAME.changed("mcr", CLUB | {"minimum": minimum})
