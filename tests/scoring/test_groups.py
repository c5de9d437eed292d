"""Groups of tiles as numbers, and the combinations that patterns name."""

from scoring.groups import (
    GROUP_OF,
    PAIR,
    PUNG,
    TALLY_OF,
    TILES_OF,
    across_suits,
    chow,
    has_end,
    honor_pungs,
    in_one_suit,
    is_alike,
    is_chow,
    pair,
    pung,
)
from scoring.tiles import ONE_OF


def test_a_group_has_its_tiles_and_tiles_their_group() -> None:
    assert TILES_OF[chow(7, "s")] == ("7s", "8s", "9s")
    assert TILES_OF[pung(1, "p")] == ("1p",) * 3
    assert TILES_OF[pair("C")] == ("C", "C")
    assert GROUP_OF["9s", "9s", "9s", "9s"] - GROUP_OF["9s", "9s", "9s"] == 68
    for group, tiles in enumerate(TILES_OF):
        if tiles:
            assert TALLY_OF[group] == sum(ONE_OF[tile] for tile in tiles[:3]), tiles


def test_no_chow_begins_with_an_eight_or_an_honor() -> None:
    starts = [TILES_OF[group][0] for group in range(PUNG) if TILES_OF[group]]
    assert starts == [f"{rank}{suit}" for suit in "mps" for rank in range(1, 8)]


def test_combinations_of_a_suit_and_across_suits() -> None:
    assert len(in_one_suit(chow, 0, 3, 6)) == 3
    assert len(in_one_suit(pung, 0, 1)) == 3 * 8
    assert len(across_suits(chow, 0, 0, 0)) == 7
    assert len(across_suits(chow, 0, 3, 6)) == 6
    assert len(honor_pungs("ESWN", 3)) == 4
    assert len(honor_pungs("ESWN", 3, with_pair=True)) == 4
    assert len(honor_pungs("CFP", 2, with_pair=True)) == 3


def test_what_a_group_is() -> None:
    ends = {chow(1, "m"): True, chow(2, "m"): False, chow(7, "m"): True, pung(5, "m"): False, PAIR + 33: True}
    assert {group: has_end(TILES_OF[group]) for group in ends} == ends
    assert [is_alike(TILES_OF[group]) for group in (chow(1, "m"), pung(1, "m"), pair("E"))] == [False, True, True]
    assert [is_chow(TILES_OF[group]) for group in (chow(1, "m"), pung(1, "m"), pair("E"))] == [True, False, False]
