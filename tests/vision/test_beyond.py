"""Tiles beyond the claimed one of a pung that no network finds, and pungs beyond which nothing lies, rendered."""

from dataclasses import replace

import numpy as np
import pytest

from models.render.layouts import Placement, Pose, TileSize
from tests.vision.drawn import STRIP, hand_in_picture
from vision.beyond import asked_if_beyond
from vision.image import Picture
from vision.reading import Doubt, Reading, SeenTile

CLAIMED = 2
"""Index of the claimed tile."""


def laid(pose: Pose | None, *, seed: int = 3, tilt: float = 0.0) -> tuple[Reading, Picture]:
    """Return the true reading of a hand without its fourth 7s, and its picture.

    Args:
        pose: The fourth tile lies so beyond the claimed one, or None for a pung.
        seed: Seed of the tiles, the table and the light.
        tilt: Angle of the camera from straight above, in radians.
    """

    def lay(placed: list[Placement], body: TileSize) -> list[Placement]:
        claimed = next(p for p in placed if p.group == "meld" and abs(np.sin(p.turn)) > 0.5)
        if pose is None:
            return placed
        deep = body.w if pose == "down" else body.t
        turn = claimed.turn + {"down": 0.0, "edge": np.pi, "standing": np.pi / 2}[pose]
        far = replace(claimed, pose=pose, y=claimed.y + (body.w + deep) / 2 + 0.3, turn=turn, group="added")
        return [*placed, far]

    return hand_in_picture("[777s,3]123m456p78sCC 9s", lay, seed=seed, tilt=tilt)


@pytest.mark.parametrize("tilt", [0.0, 0.35])
@pytest.mark.parametrize("pose", ["down", "edge", "standing"])
def test_a_fourth_tile_that_shows_no_face_is_asked_about(pose: Pose, tilt: float) -> None:
    reading, picture = laid(pose, tilt=tilt)
    asked = asked_if_beyond(reading, picture)
    assert not asked.sure
    assert asked.doubts == (Doubt(CLAIMED, "fourth-beside", {"other_group": "kong"}),)


@pytest.mark.parametrize("seed", [3, 4, 5])
@pytest.mark.parametrize("tilt", [0.0, 0.35])
def test_the_table_alone_is_not(seed: int, tilt: float) -> None:
    reading, picture = laid(None, seed=seed, tilt=tilt)
    assert asked_if_beyond(reading, picture) == reading


@pytest.mark.parametrize("where", ["at the other end", "in the shadow of the tiles"])
def test_ground_that_looks_like_a_tile_elsewhere_explains_nothing(where: str) -> None:
    reading, picture = laid("down")
    quads = np.array([tile.quad for tile in reading.tiles])
    claimed, rest = quads[CLAIMED], quads[CLAIMED + 1 :]
    height, row = float(np.ptp(rest[0, :, 1])), int(rest[:, :, 1].min())
    x, y, reach = int(claimed[:, 0].mean()), int(claimed[:, 1].min() - 0.42 * height), round(0.13 * height)
    back = picture[y - reach : y + reach, x - 2 * reach : x + 2 * reach].mean(axis=(0, 1))
    spoilt = picture.copy()
    if where == "at the other end":
        spoilt[:row, int(rest[-4, :, 0].min()) :] = back
    else:
        spoilt[row - round(0.29 * height) : row, int(claimed[:, 0].max()) :] = back
    assert [doubt.reason for doubt in asked_if_beyond(reading, spoilt).doubts] == ["fourth-beside"]


def test_a_tile_that_is_read_there_explains_what_is_seen() -> None:
    reading, picture = laid("down")
    above = np.array(reading.tiles[CLAIMED].quad)
    step = above.mean(axis=0) - np.array(reading.tiles[CLAIMED - 1].quad).mean(axis=0)
    away = np.array([step[1], -step[0]]) / np.linalg.norm(step) * np.linalg.norm(above[1] - above[0])
    quad = tuple((float(x), float(y)) for x, y in above + away)
    read = replace(reading, tiles=(*reading.tiles, SeenTile("4p", "up", 0.99, quad, 3)))  # type: ignore[arg-type]
    assert asked_if_beyond(read, picture) == read


def test_something_at_the_end_of_the_pung_may_hide_the_fourth() -> None:
    reading, picture = laid(None)
    quads = np.array([reading.tiles[t].quad for t in reading.groups[0].tiles])
    first, second, _ = quads.mean(axis=1)
    at = 2 * first - second
    reach = 0.4 * float(np.linalg.norm(quads[0, 1] - quads[0, 0]))
    spoilt = picture.copy()
    rows, columns = (slice(max(round(c - reach), 0), round(c + reach)) for c in (at[1], at[0]))
    spoilt[rows, columns] = (200, 60, 220)
    assert [doubt.reason for doubt in asked_if_beyond(reading, spoilt).doubts] == ["fourth-beside"]


def test_beyond_the_edge_of_the_picture_nothing_is_asked() -> None:
    reading, picture = laid("down")
    top = int(min(y for _, y in reading.tiles[CLAIMED].quad))
    tiles = tuple(
        replace(tile, quad=tuple((x, y - top) for x, y in tile.quad))  # type: ignore[arg-type]
        for tile in reading.tiles
    )
    cut = replace(reading, size=(STRIP[0], STRIP[1] - top), tiles=tiles)
    assert asked_if_beyond(cut, np.ascontiguousarray(picture[top:])) == cut


def test_a_pung_that_is_asked_about_already_gets_no_second_question() -> None:
    reading, picture = laid("down")
    asked = replace(reading, sure=False, doubts=(Doubt(CLAIMED, "fourth-below", {"other_group": "kong"}),))
    assert asked_if_beyond(asked, picture) == asked


def test_without_a_hand_nothing_is_asked() -> None:
    reading, picture = laid("down")
    none = replace(reading, hand=None, sure=False)
    assert asked_if_beyond(none, picture) == none
