"""The contents of each rule book as lists."""

import pytest

from scoring.rules import BOOKS


@pytest.mark.parametrize("name", BOOKS.built_in)
def test_a_listing_names_each_pattern_once_and_excludes_only_what_it_has(name: str) -> None:
    listing = BOOKS[name].listing
    names = [row.name for row in (*listing.patterns, *listing.opened)]
    assert names
    assert len({*names}) == len(names)
    assert all(other in names for row in listing.patterns for other in row.excludes)
    assert all(row.points >= 0 for row in listing.patterns)


def test_prices_rise_with_the_value_and_a_self_draw_pays_no_less() -> None:
    prices = BOOKS["hk"].listing.prices
    assert [price.value for price in prices] == sorted({price.value for price in prices})
    assert all(price.self_draw >= price.discard > 0 for price in prices)
    assert [price.discard for price in prices] == sorted(price.discard for price in prices)
