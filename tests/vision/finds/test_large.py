"""Tiles that fill much of a picture take the place of what the usual scales found within them."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.builders import SIZE, evidence, row
from vision.evidence import Evidence
from vision.finds.large import hardly_any, with_ground, with_large


def tile(code: str, times: float = 1.0, at: tuple[float, float] = (600.0, 450.0), score: float = 0.9) -> Evidence:
    """One tile `times` as large as usual, its middle at a place of the picture."""
    seen = evidence(row(code))
    quads = (seen.quads - seen.quads.mean(axis=(0, 1))) * times + at
    return replace(seen, quads=quads, scores=np.full(1, score))


NOTHING = evidence([])


def codes(seen: Evidence) -> list[int]:
    return [int(face) for face in seen.faces.argmax(axis=1)]


def test_few_faces_may_be_parts_of_a_large_tile() -> None:
    assert hardly_any(NOTHING)
    assert hardly_any(tile("1p"))
    assert not hardly_any(evidence(row("1p2p")))
    assert hardly_any(evidence(row("_1p_1p_1p")))


def test_a_large_tile_takes_the_place_of_its_parts() -> None:
    large = tile("1p", 10)
    both = with_large(tile("9s", 1), large)
    assert codes(both) == codes(large)
    assert codes(with_large(NOTHING, large)) == codes(large)
    assert both.size == SIZE


def test_what_lies_elsewhere_stays() -> None:
    other = tile("9s", 1, at=(80.0, 80.0))
    assert len(with_large(other, tile("1p", 10)).scores) == 2


@pytest.mark.parametrize("large", [tile("1p", 3), tile("1p", 10, score=0.4), NOTHING], ids=["small", "unclear", "none"])
def test_only_clear_and_large_tiles_are_added(large: Evidence) -> None:
    seen = tile("9s", 1)
    assert with_large(seen, large) is seen


def test_a_tile_that_was_found_is_not_found_twice() -> None:
    seen = tile("1p", 8)
    assert with_large(seen, tile("1p", 9)) is seen


def test_plain_ground_lies_round_a_picture() -> None:
    picture = np.full((300, 600, 3), 200, np.uint8)
    around, width = with_ground(picture)
    assert width == 50
    assert around.shape == (400, 700, 3)
    assert (around[width:-width, width:-width] == picture).all()
    assert np.unique(around).tolist() == [114, 200]
