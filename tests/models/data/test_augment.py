"""Random changes to quads and crops."""

import numpy as np

from models.data.augment import degraded, jittered, occluded

CROP = np.random.default_rng(1).integers(0, 255, (64, 48, 3), np.uint8)
QUAD = np.array([[0, 0], [54, 0], [54, 74], [0, 74]], np.float32)


def test_a_quad_is_moved_by_a_part_of_its_side() -> None:
    for seed in range(20):
        found = jittered(np.random.default_rng(seed), QUAD)
        assert found.shape == QUAD.shape
        assert np.abs(found - QUAD).max() < 0.5 * 74
    assert not np.array_equal(jittered(np.random.default_rng(1), QUAD), QUAD)


def test_a_crop_stays_a_crop_of_its_size() -> None:
    for seed in range(5):
        assert occluded(np.random.default_rng(seed), CROP).shape == CROP.shape
        for gently in (False, True):
            found = degraded(np.random.default_rng(seed), CROP, (32, 40), gently)
            assert (found.shape[2], found.dtype) == (3, np.uint8)
            assert {*found.shape[:2]} == {32, 40}
