"""Made-up sets of tiles."""

import numpy as np
import pytest

from models.data import made_up as crop_data
from models.render.glyphs import FaceSources

pytestmark = pytest.mark.long  # makes pictures and weights, which no user does


def test_more_made_up_sets_are_dark_than_others(monkeypatch: pytest.MonkeyPatch) -> None:
    sources = FaceSources.find()
    bright = []
    for share in (0.0, 1.0):
        monkeypatch.setattr(crop_data, "DARK", share)
        rng = np.random.default_rng(4)
        bright.append([sum(crop_data.tile_pictures(rng, sources, ["P"]).style.ground) for _ in range(12)])
    assert max(bright[1]) < 3 * 160 < np.median(bright[0])
