"""The corners of a table, and the chair of tiles in front of it."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.builders import SIZE, before, calibrated, evidence_from, overhead, row
from vision.table.calibration import Calibration, CalibrationError

WIN = "234m2345p234678s 5p"


def test_places_in_the_picture_are_found_on_the_table() -> None:
    calibration = calibrated(overhead(0.4))
    corners = calibration.on_table(np.array(calibration.corners))
    np.testing.assert_allclose(corners, [[0, 0], [1, 0], [1, 1], [0, 1]], atol=1e-5)
    assert calibration.on_table(np.zeros((0, 2))).shape == (0, 2)


def test_melds_at_a_corner_belong_to_the_side_they_lie_along() -> None:
    view = overhead(0.3)
    mine = row(">1m1m1m >9p9p9p 678s55p", 60.0) + row("5p", 215.0)
    table = before(1, mine) + before(2, row(">3s3s3s >C C C".replace(" C", "C"), -190.0))
    calibration = calibrated(view)
    evidence = evidence_from(table, view)
    assert calibration.chairs(evidence).tolist() == [1] * len(mine) + [2] * (len(table) - len(mine))


@pytest.mark.parametrize(
    ("corners", "kind"),
    [
        (((0, 900), (900, 0), (900, 900), (0, 0)), "corners-crossed"),
        (((0, 0), (900, 0), (900, 900), (0, 900)), "corners-crossed"),
        (((0, 900), (50, 900), (50, 850), (0, 850)), "table-small: share=0.23"),
        (((0, 900), (900, 900), (900, float("nan")), (0, 0)), "corner-outside"),
    ],
)
def test_corners_of_no_table_are_refused(corners: tuple[tuple[float, float], ...], kind: str) -> None:
    with pytest.raises(CalibrationError, match=kind):
        Calibration(SIZE, corners)  # type: ignore[arg-type]


def test_a_side_or_a_depth_that_cannot_be_is_refused() -> None:
    good = calibrated(overhead(0.0))
    with pytest.raises(CalibrationError, match="table-side: side=85"):
        replace(good, side=85.0)
    with pytest.raises(CalibrationError, match=r"zone-depth: depth=0\.7"):
        replace(good, depth=0.7)
