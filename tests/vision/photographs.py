"""Photographs of made-up sets of tiles, rendered once for all tests."""

from functools import cache

import numpy as np

from models.render.glyphs import FaceSources
from models.render.scene import RenderedScene, Sources, random_set
from models.render.table import Scenery
from models.train.prototypes import photograph

SOURCES = Sources(FaceSources.find(), Scenery())


@cache
def photographs(seed: int = 6) -> tuple[RenderedScene, ...]:
    """Return photos of all 42 tiles of an unknown set, taken three times."""
    rng = np.random.default_rng(seed)
    tiles = random_set(rng, SOURCES)
    return tuple(photograph(rng, tiles, SOURCES) for _ in range(3))
