"""One quad: four corners in pixels of a picture, clockwise as seen, without the libraries of its arithmetic."""

Quad = tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]
"""Four (x, y) corners in pixels of the picture as EXIF turns it, clockwise from the glyph's top left."""


def in_frame(quad: Quad, size: tuple[int, int], other: tuple[int, int]) -> Quad:
    """Return a quad of a picture of (width, height) `size` in the pixels of the same picture at another size."""
    if size == other:
        return quad
    across, down = other[0] / size[0], other[1] / size[1]
    return tuple((x * across, y * down) for x, y in quad)  # type: ignore[return-value]
