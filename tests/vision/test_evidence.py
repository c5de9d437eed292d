"""The networks' output for the tiles of a picture."""

import numpy as np

from tests.vision.builders import evidence, row
from vision.evidence import CLEAR, FAINT, HARDLY, LIKELY, joined

SEEN = evidence(row("123m"))


def test_evidence_in_another_size_of_the_picture_lies_where_it_lay() -> None:
    width, height = SEEN.size
    twice = SEEN.in_frame((2 * width, 2 * height))
    assert twice.size == (2 * width, 2 * height)
    assert np.allclose(twice.quads, 2 * SEEN.quads)
    assert SEEN.in_frame(SEEN.size) is SEEN


def test_some_of_the_finds_and_parts_joined_again() -> None:
    first, rest = SEEN.only(np.array([True, False, False])), SEEN.only(np.array([False, True, True]))
    assert (len(first.quads), len(rest.quads)) == (1, 2)
    assert joined([first, rest]).content() == SEEN.content()
    assert first.content("faces") != rest.content("faces")


def test_a_find_is_faint_before_it_is_clear() -> None:
    assert 0 < FAINT < HARDLY < LIKELY < CLEAR < 1
