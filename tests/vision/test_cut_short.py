"""Claimed pungs and kongs at the edge of the picture, rendered: the strip beyond them shows the table, or a tile."""

from dataclasses import replace

import numpy as np
import pytest

from models.render.layouts import Placement, TileSize
from tests.vision.drawn import hand_in_picture
from vision.cut_short import asked_if_cut_short
from vision.image import Picture
from vision.reading import Doubt, Group, Reading, SeenTile


def cut(room: float, *, fourth: bool = False, seed: int = 3, tilt: float = 0.0) -> tuple[Reading, Picture]:
    """Return the reading of a hand that begins with a pung, and its picture, cut beyond the pung.

    Args:
        room: What is left beyond the pung, in widths of its upright tiles.
        fourth: True for a kong, of whose fourth tile only that is left.
        seed: Seed of the tiles, the table and the light.
        tilt: Angle of the camera from straight above, in radians.
    """

    def lay(placed: list[Placement], body: TileSize) -> list[Placement]:
        first = min((p for p in placed if p.group == "meld"), key=lambda p: p.x)
        return [*placed, replace(first, x=first.x - body.w - 0.2, group="fourth")] if fourth else placed

    reading, picture = hand_in_picture("[777s,3]123m456p78sCC 9s", lay, seed=seed, tilt=tilt)
    across = np.sort(np.array(reading.tiles[0].quad)[:, 0]).reshape(2, 2).mean(axis=1)
    at = max(round(across[0] - room * (across[1] - across[0])), 0)
    tiles = tuple(
        replace(tile, quad=tuple((x - at, y) for x, y in tile.quad))  # type: ignore[arg-type]
        for tile in reading.tiles
    )
    size = (reading.size[0] - at, reading.size[1])
    return replace(reading, size=size, tiles=tiles), np.ascontiguousarray(picture[:, at:])


@pytest.mark.parametrize("seed", [3, 4, 5])
@pytest.mark.parametrize("tilt", [0.0, 0.35])
@pytest.mark.parametrize("room", [0.45, 1.5])
def test_where_the_table_shows_beyond_a_pung_nothing_is_asked(room: float, seed: int, tilt: float) -> None:
    reading, picture = cut(room, seed=seed, tilt=tilt)
    assert asked_if_cut_short(reading, picture) == reading


@pytest.mark.parametrize("seed", [3, 4, 5])
@pytest.mark.parametrize("tilt", [0.0, 0.35])
@pytest.mark.parametrize(("room", "fourth"), [(0.05, False), (0.42, True), (0.3, True), (0.65, True)])
def test_no_table_or_a_part_of_a_tile_is_asked_about(room: float, fourth: bool, seed: int, tilt: float) -> None:
    reading, picture = cut(room, fourth=fourth, seed=seed, tilt=tilt)
    asked = asked_if_cut_short(reading, picture)
    assert not asked.sure
    assert asked.doubts == (Doubt(0, "fourth-outside", {"other_group": "kong"}),)


def test_a_tile_that_is_read_there_is_not_asked_about() -> None:
    reading, picture = cut(0.65, fourth=True)
    first, second = (np.array(reading.tiles[n].quad) for n in (0, 1))
    quad = tuple((float(x), float(y)) for x, y in 2 * first - second)
    aside = SeenTile("4p", "up", 0.99, quad, len(reading.groups))  # type: ignore[arg-type]
    beside = replace(reading, tiles=(*reading.tiles, aside), groups=(*reading.groups, Group("aside", (14,))))
    assert asked_if_cut_short(beside, picture) == beside


def test_a_table_as_white_as_the_tiles_tells_nothing() -> None:
    reading, picture = cut(0.42)
    left = int(np.array(reading.tiles[0].quad)[:, 0].min())
    white = picture.copy()
    tile = np.array(reading.tiles[0].quad)
    inside = picture[int(tile[:, 1].min()) + 4 : int(tile[:, 1].min()) + 8, left + 6 : left + 16].mean(axis=(0, 1))
    covered = np.zeros(picture.shape[:2], bool)
    for each in reading.tiles:
        (x0, y0), (x1, y1) = np.min(each.quad, axis=0).astype(int), np.max(each.quad, axis=0).astype(int) + 1
        covered[y0:y1, x0:x1] = True
    white[~covered] = inside
    assert [doubt.reason for doubt in asked_if_cut_short(reading, white).doubts] == ["fourth-outside"]
