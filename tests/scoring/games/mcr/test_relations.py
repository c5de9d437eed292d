"""Combinations of sets: which are found, and which count together."""

import pytest

from scoring.games.mcr.relations import choose, relations
from scoring.groups import chow, pair, pung


def found(*sets: int) -> set[tuple[int, int]]:
    return {*relations(tuple(sorted(sets)), pair("C"))}


def numbers(*sets: int) -> list[int]:
    return sorted(fan for fan, _ in found(*sets))


def test_two_chows_alike_side_by_side_or_far_apart() -> None:
    lone = (pung(1, "s"), pung(9, "s"))
    assert numbers(chow(1, "m"), chow(1, "m"), *lone) == [69]
    assert numbers(chow(1, "m"), chow(1, "p"), *lone) == [70]
    assert numbers(chow(1, "m"), chow(4, "m"), *lone) == [71]
    assert numbers(chow(1, "m"), chow(7, "m"), *lone) == [72]
    assert numbers(chow(1, "m"), chow(5, "m"), *lone) == []


def test_a_pure_straight_is_found_with_the_pairs_of_it() -> None:
    assert numbers(chow(1, "m"), chow(4, "m"), chow(7, "m"), pung(9, "s")) == [28, 71, 71, 72]


def test_a_combination_of_three_leaves_out_what_lies_in_it() -> None:
    candidates = tuple(relations(tuple(sorted((chow(1, "m"), chow(4, "m"), chow(7, "m"), pung(9, "s")))), pair("C")))
    chosen, rejected = choose(candidates)
    assert [fan for fan, _ in chosen] == [28]
    assert {(fan, by, why) for fan, _, by, why in rejected} == {(71, (28,), "non-repeat"), (72, (28,), "non-repeat")}


def test_a_set_is_combined_only_once_with_each_other() -> None:
    # three chows alike in two suits: 1m 1m 1p; each of two pairs may count, not the third that they imply
    sets = tuple(sorted((chow(1, "m"), chow(1, "m"), chow(1, "p"), pung(9, "s"))))
    chosen, rejected = choose(tuple(relations(sets, pair("C"))))
    assert len(chosen) == 2
    assert len(rejected) == 1


@pytest.mark.parametrize(("worth", "first"), [((), 28), (((71, 30), (72, 0)), 71)])
def test_the_choice_is_by_the_points_of_the_list(worth: tuple[tuple[int, int], ...], first: int) -> None:
    candidates = tuple(relations(tuple(sorted((chow(1, "m"), chow(4, "m"), chow(7, "m"), pung(9, "s")))), pair("C")))
    assert choose(candidates, worth)[0][0][0] == first
