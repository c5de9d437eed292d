"""When a second look at a picture settles what the first left open, and when it does not."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.table import evidence, row
from vision.again import confirmed, turned, turned_back
from vision.reading import Doubt, Reading
from vision.weighing import weighed


def read(text: str) -> Reading:
    return weighed(evidence(row(text)))


def unsure(reading: Reading, *doubts: Doubt) -> Reading:
    return replace(reading, sure=False, doubts=doubts or (Doubt(3, "faces", "two faces close: 4p or 5p", "5p"),))


@pytest.fixture(scope="module")
def sure() -> Reading:
    reading = read("123m456p789sEEPP P")
    assert reading.sure
    return reading


def test_a_sure_second_look_settles_a_doubt(sure: Reading) -> None:
    assert confirmed(unsure(sure), sure) is sure


@pytest.mark.parametrize(
    "spoilt",
    [
        lambda reading: unsure(reading, Doubt(3, "glare", "glare: 4p is a guess")),
        lambda reading: unsure(reading, Doubt(3, "cut-off", "cut off by the edge of the picture")),
        lambda reading: unsure(reading, Doubt(None, "face-down", "the four tiles of a concealed kong lie face down")),
        lambda reading: replace(unsure(reading), hand="123m455p789sEEPP P"),
        lambda reading: replace(unsure(reading), hand=None),
    ],
    ids=["glare", "cut off", "face down", "another hand", "no hand"],
)
def test_what_the_first_look_says_against_it_stands(sure: Reading, spoilt: Callable[[Reading], Reading]) -> None:
    first = spoilt(sure)
    assert confirmed(first, sure) is first


def test_no_tile_of_the_first_look_may_be_missing(sure: Reading) -> None:
    """A flower that only the first look found is a flower all the same."""
    fewer = replace(sure, tiles=sure.tiles[1:])
    first = unsure(sure)
    assert confirmed(first, fewer) is first
    first = unsure(fewer)
    assert confirmed(first, sure) is sure  # one more is no matter


def test_a_second_look_that_doubts_settles_nothing(sure: Reading) -> None:
    first, second = unsure(sure), unsure(sure, Doubt(5, "count", "count wrong: 5 tiles look like 6p"))
    assert confirmed(first, second) is first


def test_what_lies_in_the_turned_picture_lies_in_the_picture() -> None:
    seen = evidence(row("123m456p789sEEPP P"))
    picture = np.arange(24, dtype=np.uint8).reshape(2, 4, 3)
    assert (turned(turned(picture)) == picture).all()
    assert (turned(picture)[0, 0] == picture[-1, -1]).all()
    other = turned_back(seen)
    np.testing.assert_allclose(turned_back(other).quads, seen.quads)
    np.testing.assert_allclose(other.quads[0, 0], np.array(seen.size) - seen.quads[0, 0])
