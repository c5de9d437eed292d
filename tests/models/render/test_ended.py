"""A table at the end of a hand: its ground truth is what the pixels show."""

from dataclasses import replace

import numpy as np
import pytest

from models.render.dice import PIPS, die, face, random_style
from models.render.ended import Ended, marker_boxes, random_end
from models.render.glyphs import FaceSources
from models.render.layouts import Placement
from models.render.scene import Sources, random_set, render
from models.render.table import Scenery
from models.render.view import look_at
from vision.table.calibration import Calibration
from vision.table.markers import as_quad, find_markers, table_corners

pytestmark = pytest.mark.long  # makes pictures and weights, which no user does

OWN = ("concealed", "meld", "concealed-kong", "winning", "flowers")


@pytest.fixture(scope="module")
def sources() -> Sources:
    return Sources(FaceSources.find(), Scenery())


@pytest.fixture(scope="module", params=[1, 2])
def ended(request: pytest.FixtureRequest, sources: Sources) -> Ended:
    return random_end(np.random.default_rng(request.param), sources, (960, 540))


def test_the_winners_tiles_lie_before_the_winners_chair(ended: Ended) -> None:
    calibration = Calibration((960, 540), as_quad(ended.corners))
    own = [tile for tile in ended.scene.tiles if tile.group in OWN]
    assert len(own) == len(ended.win.tiles) + len(ended.win.flower_tiles)
    x, y = calibration.on_table(np.array([tile.quad.mean(axis=0) for tile in own])).T
    depth = (y, 1 - x, 1 - y, x)[ended.chair - 1]
    assert depth.max() < 0.2
    assert len(ended.scene.tiles) > len(own) + 20


def test_all_of_the_table_is_in_view(ended: Ended) -> None:
    assert (ended.corners > 0).all()
    assert (ended.corners < (960, 540)).all()


def test_dice_show_what_they_are_said_to(sources: Sources) -> None:
    rng = np.random.default_rng(3)
    white, ink = (250.0, 250.0, 250.0), (0.0, 0.0, 0.0)
    style = replace(random_style(rng), side=16.0, body=white, inks=dict.fromkeys(PIPS, ink), pip=0.09, one=0.09)
    thrown = [die(style, value, (40.0 * value - 140, 0.0), np.pi / 2 * value, rng) for value in PIPS]
    view = look_at((1200, 300), 0.0, 0.0, 1.0, 4.0)
    far = [Placement("1m", "up", 0, 900)]
    scene = render(rng, far, random_set(rng, sources), view, sources, plain=True, things=thrown)
    assert [d.value for d in scene.dice] == list(PIPS)
    for seen in scene.dice:
        assert seen.visible > 0.9
        low, high = seen.quad.min(axis=0).astype(int) + 5, seen.quad.max(axis=0).astype(int) - 5
        dark = (scene.image[low[1] : high[1], low[0] : high[0]].max(axis=2) < 60).sum()
        assert dark / (np.pi * (0.09 * 16 * 4) ** 2) == pytest.approx(seen.value, rel=0.35)


def test_opposite_sides_of_a_die_make_seven_and_dice_turn_one_way_round() -> None:
    rng = np.random.default_rng(4)
    for mirrored in (False, True):
        style = replace(random_style(rng), mirrored=mirrored)
        shown = {value: face(style, value).tobytes() for value in PIPS}
        for value in PIPS:
            textures = die(style, value, (0, 0), 0.0, rng).box.textures
            sides = {name: next(v for v in PIPS if shown[v] == textures[name].tobytes()) for name in textures}
            assert sides["+n"] == value
            assert [sides["+n"] + sides["-n"], sides["+u"] + sides["-u"], sides["+v"] + sides["-v"]] == [7, 7, 7]
            # right, up and towards the camera: the ones of 1 to 3 that show, and how many do not, tell the hand
            order = [min(sides[name], 7 - sides[name]) for name in ("+u", "+v", "+n")]
            hidden = sum(sides[name] > 3 for name in ("+u", "+v", "+n"))
            even = order in ([1, 2, 3], [2, 3, 1], [3, 1, 2])
            assert (even == (hidden % 2 == 0)) == (not mirrored)


def test_markers_lie_on_the_corners(sources: Sources) -> None:
    rng = np.random.default_rng(5)
    view = look_at((1200, 1100), 0.1, 0.2, 0.9, 1.1)
    far = [Placement("1m", "up", 0, 0)]
    things = marker_boxes(700.0, (0.0, 1.0, 2.0, 3.0))
    scene = render(rng, far, random_set(rng, sources), view, sources, plain=True, things=things, edge=350.0)
    corners = table_corners(find_markers(scene.image))
    assert corners is not None
    square = np.array([[-350, -350, 0], [350, -350, 0], [350, 350, 0], [-350, 350, 0.0]])
    np.testing.assert_allclose(corners, view.project(square), atol=18)
