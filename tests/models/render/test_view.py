"""A pinhole camera over a table."""

import numpy as np
import pytest

from models.render.view import look_at


@pytest.mark.parametrize("tilt", [0.0, 20.0, 45.0])
def test_the_point_that_it_looks_at_is_in_the_middle_and_pixels_lead_back(tilt: float) -> None:
    view = look_at((640, 480), tilt, 0.0, 1.2, 0.5, (30.0, 40.0))
    assert np.allclose(view.project(np.array([[30.0, 40.0, 0.0]])), [[320, 240]], atol=1)
    points = np.array([[0.0, 0.0], [50.0, 20.0], [-30.0, 60.0]])
    pixels = view.project(np.column_stack([points, np.zeros(3)]))
    assert np.allclose(view.ground(pixels), points, atol=1e-6)


def test_what_lies_behind_is_not_before_it() -> None:
    view = look_at((640, 480), 45.0, 0.0, 1.2, 0.5)
    assert view.before(np.zeros((1, 3)))
    assert not view.before(2 * view.eye[None])
