"""A quad in the pixels of the same picture at another size."""

from vision.quad import Quad, in_frame

QUAD: Quad = ((10, 20), (30, 20), (30, 60), (10, 60))


def test_a_quad_follows_its_picture_to_another_size_and_back() -> None:
    half = in_frame(QUAD, (400, 300), (200, 600))
    assert half == ((5, 40), (15, 40), (15, 120), (5, 120))
    assert in_frame(half, (200, 600), (400, 300)) == QUAD
    assert in_frame(QUAD, (400, 300), (400, 300)) is QUAD
