"""The game of Sichuan: its acts, its books."""

from scoring.games.sichuan.acts import ExchangedThree, MadeKong, NamedVoid, WallOut
from scoring.games.sichuan.game import GAME
from scoring.games.sichuan.presets import PRESETS
from scoring.rules import BOOKS


def test_its_books_and_acts() -> None:
    assert (GAME.id, GAME.unit) == ("sichuan", "fan")
    assert GAME.presets == PRESETS
    assert {*GAME.acts} == {MadeKong, NamedVoid, ExchangedThree, WallOut}


def test_four_alike_are_two_pairs_and_prices_double() -> None:
    for name, preset in PRESETS.items():
        assert GAME.traits(preset)["pairs"] == "any"
        prices = BOOKS[name].listing.prices
        assert [price.discard for price in prices] == [preset.value(price.value) for price in prices]
