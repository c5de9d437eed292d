"""Effects of a room and a camera."""

import numpy as np
import pytest

from models.render.optics import camera_effects, colour_cast, dim_light, uneven_light

GREY = np.full((480, 640, 3), 120, np.uint8)


@pytest.mark.parametrize("effect", [uneven_light, camera_effects, colour_cast, dim_light])
def test_an_effect_keeps_the_picture_a_picture_and_is_the_same_by_its_seed(effect) -> None:  # type: ignore[no-untyped-def]
    for seed in range(4):
        found = effect(np.random.default_rng(seed), GREY.copy())
        assert (found.shape, found.dtype) == (GREY.shape, np.uint8)
        assert np.array_equal(found, effect(np.random.default_rng(seed), GREY.copy()))


def test_a_dim_room_is_darker() -> None:
    assert dim_light(np.random.default_rng(1), GREY).mean() < GREY.mean()
