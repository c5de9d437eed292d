"""The parts of a picture that are looked at again, and which finds of a look have a say there."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.builders import SIZE, Laid, evidence, row
from tests.vision.fakes import FakeDetector, corners, fake_reader, painted
from vision.areas import OpenArea, about, open_areas, within
from vision.evidence import Evidence
from vision.hand.hypotheses import best_reading
from vision.image import Picture
from vision.networks.detector import Detections
from vision.reading import Reading

SEEN = evidence(row("1m2m3m4p5p6p7s8s9s", between=12))


def test_a_part_reaches_a_little_beyond_its_tiles_and_its_look_further() -> None:
    quad = SEEN.quads[0]
    (area,) = open_areas([quad], SIZE)
    low, high = quad.min(axis=0), quad.max(axis=0)
    assert (area.core[0] < low).all()
    assert (area.core[1] > high).all()
    assert (area.shown[0] <= area.core[0]).all()
    assert (area.shown[1] >= area.core[1]).all()
    assert within([area], SEEN).sum() < len(SEEN.scores)


def test_parts_that_lie_apart_are_looked_at_apart_and_others_together() -> None:
    square = np.array([[0, 0], [10, 0], [10, 14], [0, 14]], float)
    assert len(open_areas([square + 50, square + [900, 700]], SIZE)) == 2
    assert len(open_areas([square + 50, square + 70, square + [900, 700]], SIZE)) == 2
    assert len(open_areas([square + [50, 50], square + [130, 50], square + [90, 50]], SIZE)) == 1


@pytest.mark.parametrize("quads", [[], list(SEEN.quads * [1.0, 3.0] - [0, 800])], ids=["nothing", "much"])
def test_where_nothing_or_much_is_open_all_of_the_picture_is(quads: list[np.ndarray]) -> None:
    (area,) = open_areas(quads, SIZE)
    assert area.shown.tolist() == [[0, 0], [*SIZE]]


def test_a_find_on_the_border_is_in_a_part_or_not_as_the_first_look_says() -> None:
    """So that no tile is taken for two."""
    middle = SEEN.quads[4].mean(axis=0)
    box = np.array([[0, 0], middle], float)
    area = OpenArea(box, box)
    moved = evidence(row("1m2m3m4p5p6p7s8s9s", between=12))
    for shift in (-2.0, 2.0):
        moved.quads[...] = SEEN.quads + shift
        assert about([area], moved, SEEN).tolist() == within([area], SEEN).tolist()


def test_only_the_open_part_is_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that finds there count at their place in the picture, and that the rest stays unchanged."""
    laid = [*row("1m2m3m4p5p6p7s8s9sEEEC C", gap=4, between=12), Laid("5p", 0.0, 250.0)]
    shown: list[tuple[int, ...]] = []

    class Noting(FakeDetector):
        def __call__(
            self, picture: Picture, *, score: float = 0.25, other_scales: bool = False, share: float = 1.0
        ) -> Detections:
            shown.append(picture.shape[:2])
            return super().__call__(picture, score=score, other_scales=other_scales, share=share)

    def unsure(seen: Evidence) -> Reading:
        return replace(best_reading(seen), sure=False)

    reading = fake_reader(monkeypatch, Noting()).read(painted(laid), decode=unsure)
    first, *others = shown
    assert others
    assert all(np.prod(other) < 0.7 * np.prod(first) for other in others)
    assert len(reading.tiles) == len(laid)
    for quad in corners(laid):
        assert sum(bool(np.abs(np.subtract(tile.quad, quad)).max() < 4) for tile in reading.tiles) == 1
