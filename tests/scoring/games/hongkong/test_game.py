"""The game of Hong Kong: traits of a house, and the bounds of its minimum."""

import pytest

from scoring.errors import RulingError
from scoring.games.hongkong.game import GAME
from scoring.games.hongkong.presets import DEFAULTS, PRESETS, preset

CLUB = {"name": "corner", "title": "Corner house", "source": "its wall"}


def test_its_books_are_its_presets() -> None:
    assert (GAME.id, GAME.unit) == ("hk", "faan")
    assert GAME.presets == PRESETS


@pytest.mark.parametrize(("flowers", "tiles"), [("on", 144), ("off", 136)])
def test_a_house_without_flowers_has_a_wall_without_them(flowers: str, tiles: int) -> None:
    traits = GAME.traits(preset("house", "House", "1", "the wall", {**DEFAULTS, "HK6": flowers}))
    assert traits["play"].tiles == tiles
    assert traits["flowers"] == (flowers == "on")


@pytest.mark.parametrize(("pairs", "allowed"), [("off", "none"), ("4", "different")])
def test_seven_pairs_win_only_where_they_are_played(pairs: str, allowed: str) -> None:
    assert GAME.traits(preset("house", "House", "1", "the wall", {**DEFAULTS, "HK20": pairs}))["pairs"] == allowed


@pytest.mark.parametrize(("given", "kind"), [({"minimum": 14}, "bad-minimum"), ({"minimum": -1}, "bad-minimum")])
def test_a_minimum_beyond_the_highest_is_refused(given: dict[str, object], kind: str) -> None:
    with pytest.raises(RulingError, match=kind):
        GAME.changed("hk", CLUB | given)
    assert GAME.changed("hk", CLUB | {"minimum": 0}).minimum == 0


def test_a_minimum_is_said_once_and_not_above_the_limit() -> None:
    with pytest.raises(RulingError, match="two-minimums"):
        GAME.changed("hk", CLUB | {"minimum": 3, "switches": {"HK1": "4"}})
    with pytest.raises(RulingError, match="minimum-above-limit"):
        GAME.changed("hk", CLUB | {"switches": {"HK1": "9", "HK3": "8"}})
    assert GAME.changed("hk", CLUB | {"switches": {"HK1": "8", "HK3": "8"}}).minimum == 8
