"""The faces of a set, and tallies of them in one number."""

from scoring import tiles


def test_there_are_42_faces_each_once() -> None:
    assert len(tiles.FACES) == len({*tiles.FACES}) == 42
    assert len(tiles.PLAYED) == 34
    assert (tuple("ESWN"), tuple("CFP")) == (tiles.WINDS, tiles.DRAGONS)
    assert tiles.FACES[tiles.WHITE] == "P"
    assert {*map(tiles.capacity, range(34))} == {4}
    assert {*map(tiles.capacity, range(34, 42))} == {1}


def test_a_mask_has_each_kind_once_in_the_order_of_faces() -> None:
    found = tiles.mask("C 1m 9s 1m")
    assert [tiles.FACES[kind] for kind in tiles.kinds(found)] == ["1m", "9s", "C"]
    assert tiles.mask(["1m", "9s", "C"]) == found
    assert tiles.kinds(0) is not None
    assert [*tiles.kinds(0)] == []


def test_masks_of_ends_and_suits() -> None:
    assert tiles.TERMINALS & tiles.HONORS == 0
    assert len([*tiles.kinds(tiles.ORPHANS)]) == 13
    assert sum(tiles.SUIT_MASKS) | tiles.HONORS == tiles.ALL
    assert tiles.WIND_MASK | tiles.DRAGON_MASK == tiles.HONORS
    assert tiles.ranks((2, 5), "p") == tiles.mask("2p 5p")


def test_a_tally_counts_up_to_seven_of_a_kind_and_thirty_tiles() -> None:
    for count in range(8):
        tally = count * tiles.ONE_OF["5p"]
        assert tiles.present(tally) == (tiles.mask("5p") if count else 0)
        assert tiles.size(tally) == count
    assert tiles.size(30 * tiles.ONE[0]) == 30
