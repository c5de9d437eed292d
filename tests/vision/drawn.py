"""Tiles for the tests: the project's own drawing, plainly lit, of a set made up for the test."""

from collections.abc import Sequence

import numpy as np

from models.render import layouts
from models.render.scene import FaceSources, Scene, Scenery, Sources, random_set, render
from models.render.view import look_at


def grid(codes: Sequence[str], seed: int, columns: int, size: tuple[int, int], wide: float) -> Scene:
    """Tiles in rows, about `wide` pixels each, seen from a little beside in a picture of (width, height)."""
    rng = np.random.default_rng(seed)
    own = Sources(FaceSources.find(None), Scenery.under(None))
    tiles = random_set(rng, own)
    w, h = tiles.body.size.w * 1.15, tiles.body.size.h * 1.15
    rows = -(-len(codes) // columns)
    placed = [
        layouts.Placement(code, "up", (i % columns - (columns - 1) / 2) * w, ((rows - 1) / 2 - i // columns) * h)
        for i, code in enumerate(codes)
    ]
    view = look_at(size, 0.15, 0.0, 1.0, wide / tiles.body.size.w, (0.0, 0.0))
    return render(rng, placed, tiles, view, own, plain=True)


def quads(scene: Scene) -> np.ndarray:
    """(N, 4, 2) corners of its tiles, from the top left of what is on them on."""
    return np.array([tile.quad for tile in scene.tiles], np.float32)
