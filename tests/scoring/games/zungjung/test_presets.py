"""The preset of the World Series of Mahjong, and what a tournament may answer otherwise."""

import pytest

from scoring.games.zungjung.patterns import PATTERNS
from scoring.games.zungjung.presets import ANY_TILE, LISTING, NAMED_TILE, SWITCHES, ZUNGJUNG, preset


@pytest.mark.parametrize(("answer", "chooses"), [(NAMED_TILE, False), (ANY_TILE, True)])
def test_heaven_chooses_its_tile_where_the_switch_says_so(answer: str, chooses: bool) -> None:
    house = preset("house", "House", "1", "the wall", 1, {"Z1": answer})
    assert house.heaven_chooses is chooses
    assert house.patterns == PATTERNS
    assert not house.changed


def test_the_built_in_preset_has_the_whole_list_and_answers_its_switch() -> None:
    assert ZUNGJUNG.patterns == PATTERNS
    assert ZUNGJUNG.answers.keys() == SWITCHES.keys()
    assert len({row.name for row in PATTERNS}) == len(PATTERNS) == 44
    assert {*LISTING.ids.values()} == {row.name for row in PATTERNS}
