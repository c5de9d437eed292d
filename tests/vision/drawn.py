"""Pictures for the tests: tiles of the project's own drawing, plainly lit, and dice on cloth."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from models.data.dataset import sources
from models.render import layouts
from models.render.dice import DieStyle
from models.render.layouts import Placement, TileSize
from models.render.scene import FaceSources, RenderedScene, Scenery, Sources, TrueTile, random_set, render
from models.render.view import look_at
from scoring.notation import format_win, parse
from vision.image import Picture
from vision.reading import Group, Reading, SeenTile

WHITE, BLACK, RED = (240.0, 240.0, 240.0), (30.0, 30.0, 30.0), (40.0, 30.0, 190.0)
ASIAN = DieStyle(14.0, WHITE, {v: RED if v in (1, 4) else BLACK for v in range(1, 7)}, 0.09, 0.18, 0.25, 0.2, False)
STYLES = {
    "asian": ASIAN,
    "ivory": replace(ASIAN, body=(205.0, 232.0, 240.0), inks=dict.fromkeys(range(1, 7), BLACK), one=0.09, spread=0.23),
    "red": replace(ASIAN, body=RED, inks=dict.fromkeys(range(1, 7), WHITE), one=0.1),
    "black": replace(ASIAN, body=BLACK, inks=dict.fromkeys(range(1, 7), WHITE), one=0.1, spread=0.27),
    "clear": replace(ASIAN, body=(40.0, 110.0, 30.0), inks=dict.fromkeys(range(1, 7), WHITE), one=0.1, clear=0.8),
}
"""Kinds of dice."""


def grid(codes: Sequence[str], seed: int, columns: int, size: tuple[int, int], wide: float) -> RenderedScene:
    """Return tiles in rows, each about `wide` pixels wide, seen slightly from the side in a picture of (width,
    height)."""
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


def quads(scene: RenderedScene) -> np.ndarray:
    """(N, 4, 2) corners of its tiles, from the glyph's top left."""
    return np.array([tile.quad for tile in scene.tiles], np.float32)


def cloth(seed: int = 1) -> NDArray[np.uint8]:
    """Return a piece of green cloth, 400 pixels wide and 300 high."""
    noise = np.random.default_rng(seed).normal(0, 3, (300, 400, 3))
    return np.clip(np.array([60, 110, 45]) + noise, 0, 255).astype(np.uint8)


def put(
    picture: NDArray[np.uint8], texture: NDArray[np.uint8], at: tuple[float, float], side: float, turn: float
) -> None:
    """Draw a square texture with round corners into the picture, as a lens would show it."""
    extent = texture.shape[0]
    warp = cv2.getRotationMatrix2D((extent / 2, extent / 2), turn, side / extent)
    warp[:, 2] += np.array(at) - extent / 2
    rim = round(0.12 * extent)
    shape = np.zeros((extent, extent), np.uint8)
    cv2.rectangle(shape, (rim, rim), (extent - rim, extent - rim), 255, 2 * rim)
    cv2.rectangle(shape, (rim, rim), (extent - rim, extent - rim), 255, -1)
    big = (picture.shape[1] * 4, picture.shape[0] * 4)
    mask = cv2.resize(cv2.warpAffine(shape, 4 * warp, big), (big[0] // 4, big[1] // 4), interpolation=cv2.INTER_AREA)
    seen = cv2.resize(
        cv2.warpAffine(texture[:, :, :3], 4 * warp, big, borderMode=cv2.BORDER_REPLICATE),
        (big[0] // 4, big[1] // 4),
        interpolation=cv2.INTER_AREA,
    )
    share = mask[:, :, None] / 255
    picture[:] = (seen * share + picture * (1 - share)).astype(np.uint8)


STRIP = (1280, 430)
"""Size of a picture of one row."""


def hand_in_picture(
    text: str, lay: Callable[[list[Placement], TileSize], list[Placement]], *, seed: int = 3, tilt: float = 0.0
) -> tuple[Reading, Picture]:
    """Render a hand with one claimed pung, and return its true reading and the picture.

    Args:
        text: The hand.
        lay: Returns how its tiles lie, from how they lie as a rule; those of another group are not read.
        seed: Seed of the tiles, the table and the light.
        tilt: Angle of the camera from straight above, in radians.
    """
    rng = np.random.default_rng(seed)
    tiles = random_set(rng, sources(None))
    win = parse(text)
    body = tiles.body.size
    placed = lay(layouts.declared(rng, win, body), body)
    spread = float(np.ptp([p.x for p in placed])) + 2.5 * body.h
    view = look_at(STRIP, tilt, 0.0, 0.9, 0.9 * STRIP[0] / spread, (0.0, 0.0))
    scene = render(rng, placed, tiles, view, sources(None), edge=2000.0, plain=True)
    shown = [tile for tile in scene.tiles if tile.group in ("meld", "concealed", "winning")]
    return _reading(shown, format_win(win), np.random.default_rng(seed)), scene.image


def _reading(shown: list[TrueTile], hand: str, rng: np.random.Generator) -> Reading:
    """Return the reading of a hand whose outlines are as inexact as the program's."""
    seen, places = [], {"pung": [], "concealed": [], "winning": []}  # type: ignore[var-annotated]
    for n, tile in enumerate(sorted(shown, key=lambda tile: float(tile.quad[:, 0].mean()))):
        height = float(np.linalg.norm(tile.quad[3] - tile.quad[0]))
        quad = tile.quad + rng.normal(0, 0.012, (4, 2)) * height
        group = {"meld": "pung"}.get(tile.group, tile.group)
        places[group].append(n)
        corners = tuple((float(x), float(y)) for x, y in quad)
        seen.append(SeenTile(tile.tile, "up", 0.99, corners, list(places).index(group)))  # type: ignore[arg-type]
    groups = tuple(Group(kind, tuple(tiles)) for kind, tiles in places.items())  # type: ignore[arg-type]
    return Reading(STRIP, tuple(seen), groups, hand, sure=True)
