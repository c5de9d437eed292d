"""Rendered pictures: their ground truth is what the pixels show."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from models.render import layouts
from models.render.body import BodyBox, DepthCanvas, Light, draw, surface
from models.render.glyphs import FaceSources
from models.render.hands import random_win
from models.render.layouts import Placement, TileSize
from models.render.optics import colour_cast, dim_light
from models.render.random_scene import HARD, random_scene
from models.render.scene import RenderedTileSet, Sources, random_body, render
from models.render.styles import random_style
from models.render.table import Scenery, draw_shelf, written_page
from models.render.view import look_at
from scoring.circumstances import wins as is_won
from scoring.tiles import FACES

pytestmark = pytest.mark.long  # makes pictures and weights, which no user does


@pytest.fixture(scope="module")
def sources() -> Sources:
    return Sources(FaceSources.find(), Scenery())


@pytest.fixture(scope="module")
def tiles(sources: Sources) -> RenderedTileSet:
    """White tiles with backs of pure green."""
    style = random_style(np.random.default_rng(4), sources.faces)
    style = replace(style, ground=(250.0, 250.0, 250.0), side=(250.0, 250.0, 250.0), back=(0.0, 200.0, 0.0))
    return RenderedTileSet(style, replace(random_body(np.random.default_rng(4), style), split=0.6))


def test_a_camera_straight_above_maps_millimetres_to_pixels() -> None:
    view = look_at((400, 300), 0.0, 0.0, 1.0, 2.0)
    points = view.project(np.array([[0, 0, 0], [10, 0, 0], [0, 10, 0.0]]))
    np.testing.assert_allclose(points, [[200, 150], [220, 150], [200, 130]], atol=1e-9)
    np.testing.assert_allclose(view.ground(points), [[0, 0], [10, 0], [0, 10]], atol=1e-9)


@pytest.mark.parametrize("turn", [0.0, 0.7, np.pi / 2, np.pi, -2.0])
def test_a_quad_starts_at_the_glyphs_top_left_and_goes_clockwise(
    turn: float, sources: Sources, tiles: RenderedTileSet
) -> None:
    view = look_at((300, 300), 0.0, 0.0, 1.0, 3.0)
    [tile] = render(
        np.random.default_rng(1), [Placement("1m", "up", 0, 0, turn)], tiles, view, sources, plain=True
    ).tiles
    size = tiles.body.size
    up, right = np.array([-np.sin(turn), np.cos(turn)]), np.array([np.cos(turn), np.sin(turn)])
    towards = (up * size.h - right * size.w) / 2 * (1, -1)  # the picture's y points down
    corner = tile.quad[0] - tile.quad.mean(axis=0)
    assert corner @ towards / np.linalg.norm(corner) / np.linalg.norm(towards) == pytest.approx(1, abs=1e-3)
    assert cv2.contourArea(tile.quad.astype(np.float32), oriented=True) > 0


def test_what_a_quad_frames_is_the_tile(sources: Sources, tiles: RenderedTileSet) -> None:
    placed = [Placement("P", "up", -40, 0), Placement("5p", "down", 40, 0, 0.5)]
    scene = render(
        np.random.default_rng(3), placed, tiles, look_at((400, 300), 0.5, 0.0, 1.0, 3.0), sources, plain=True
    )
    face, back = scene.tiles
    assert (face.tile, face.face, back.tile, back.face) == ("P", "up", None, "down")
    for tile, middling in ((face, (150, 150, 150)), (back, (0, 90, 0))):
        mask = np.zeros(scene.image.shape[:2], np.uint8)
        inner = tile.quad.mean(axis=0) + 0.8 * (tile.quad - tile.quad.mean(axis=0))
        cv2.fillConvexPoly(mask, inner.astype(np.int32), 255)
        mean = np.array(cv2.mean(scene.image, mask)[:3])
        assert (mean >= middling).all(), mean
    assert back.quad.mean(axis=0)[0] > face.quad.mean(axis=0)[0]


@pytest.mark.parametrize("tilt", [0.0, 0.6])
def test_nothing_black_lines_a_white_tile(tilt: float) -> None:
    """Rounded edges show the tile's body, so the seams between white tiles are faint."""
    white, even = (250.0, 250.0, 250.0), (0.0, 0.0, 0.0, 0.0)
    face = surface(np.zeros((160, 120, 4), np.uint8), white, 0.03, even, 0.16, 0.0, None)
    box = BodyBox(
        np.array([0.0, 0, 9]), np.diag([15.0, 20, 9]), white, white, 1.0, {"+n": face, "-n": face}, 1, "+n", 0.16
    )
    canvas = DepthCanvas.over(np.full((300, 300, 3), 250, np.uint8))
    draw(canvas, look_at((300, 300), tilt, 0.0, 1.0, 6.0), box, Light(np.array([0.0, 0, 1]), 0.9))
    assert (canvas.ids != 0).sum() > 10_000
    assert canvas.image.min() > 190


def test_a_covered_tile_is_less_visible(sources: Sources, tiles: RenderedTileSet) -> None:
    high = Placement("1p", "up", 0, tiles.body.size.h * 0.5, level=1)
    placed = [high, Placement("1p", "up", 0, 0)]
    scene = render(
        np.random.default_rng(3), placed, tiles, look_at((300, 300), 0.0, 0.0, 3.0, 2.0), sources, plain=True
    )
    above, below = scene.tiles
    assert 0.3 < below.visible < 0.6
    assert above.visible > 0.9


def test_a_part_of_a_scene_keeps_what_is_seen_there(sources: Sources, tiles: RenderedTileSet) -> None:
    placed = [Placement("1p", "up", -40, 0), Placement("2p", "up", 0, 0), Placement("3p", "up", 40, 0)]
    whole = render(
        np.random.default_rng(3), placed, tiles, look_at((400, 300), 0.0, 0.0, 1.0, 2.0), sources, plain=True
    )
    part = whole.cut(200, 100, (150, 120))
    assert (part.image == whole.image[100:220, 200:350]).all()
    assert [t.tile for t in part.tiles] == ["2p", "3p"]
    assert part.tiles[0].visible == pytest.approx(0.5, abs=0.03)
    np.testing.assert_allclose(part.tiles[1].quad + (200, 100), whole.tiles[2].quad)


def test_standing_tiles_show_their_faces_to_a_low_camera_only(sources: Sources, tiles: RenderedTileSet) -> None:
    placed = [Placement("E", "standing", 0, 0)]
    low = render(np.random.default_rng(3), placed, tiles, look_at((300, 300), 1.0, 0.0, 1.0, 3.0), sources, plain=True)
    behind = render(
        np.random.default_rng(3),
        [replace(placed[0], turn=np.pi)],
        tiles,
        look_at((300, 300), 1.0, 0.0, 1.0, 3.0),
        sources,
        plain=True,
    )
    assert [t.face for t in low.tiles] == ["up"]
    assert [t.face for t in behind.tiles] == ["down"]


def test_a_tile_on_its_long_edge_shows_its_body_from_above_and_its_face_at_a_slant(
    sources: Sources, tiles: RenderedTileSet
) -> None:
    placed = [Placement("E", "edge", 0, 0)]
    above, low = (
        render(np.random.default_rng(3), placed, tiles, look_at((300, 300), tilt, 0.0, 1.0, 3.0), sources, plain=True)
        for tilt in (0.0, 1.0)
    )
    assert not [t for t in above.tiles if t.face == "up" and t.visible > 0.3]
    (tile,) = low.tiles
    assert (tile.tile, tile.face) == ("E", "up")
    across, down = np.ptp(tile.quad, axis=0)
    assert across > 1.2 * down  # it lies on its side


def test_books_are_written_on_and_stand_on_their_feet() -> None:
    rng = np.random.default_rng(4)
    pages = [written_page(rng) for _ in range(32)]
    inked = [float((page != page[0, 0]).any(axis=2).mean()) for page in pages]
    assert np.mean([0.05 < share < 0.6 for share in inked]) > 0.8
    wall = np.full((200, 300, 3), 7, np.uint8)
    draw_shelf(rng, wall, 120)
    assert (wall[:120] != 7).any()
    assert (wall[120:] == 7).all()


def test_a_seed_makes_the_same_picture_again(sources: Sources) -> None:
    first, again = (random_scene(np.random.default_rng(5), sources, (320, 240)) for _ in range(2))
    assert (first.image == again.image).all()
    assert [t.to_dict() for t in first.tiles] == [t.to_dict() for t in again.tiles]


def test_scenes_differ_and_hold_tiles_of_both_kinds(sources: Sources) -> None:
    scenes = [random_scene(np.random.default_rng([6, i]), sources, (320, 240)) for i in range(12)]
    faces = {t.tile for s in scenes for t in s.tiles if t.face == "up"}
    assert len(faces) > 20
    assert faces <= set(FACES)
    assert any(t.face == "down" for s in scenes for t in s.tiles)
    assert len({s.image.tobytes() for s in scenes}) == 12


def test_hard_scenes_hold_blocks_and_tiles_that_are_tiny_huge_or_at_the_border(sources: Sources) -> None:
    assert len(HARD) == 4
    missing = {"tiny", "huge", "at the border", "grid", "concealed", "pond"}
    for i in range(32):
        scene = random_scene(np.random.default_rng([11, i]), sources, (320, 240), hard=True)
        heights = [np.linalg.norm(t.quad[3] - t.quad[0]) for t in scene.tiles if t.visible > 0.9]
        seen = {
            "tiny": min(heights, default=12) < 12,
            "huge": max(heights, default=0) > 120,
            "at the border": any(0 < t.visible < 0.9 for t in scene.tiles),
        }
        missing -= {name for name, true in seen.items() if true} | {t.group for t in scene.tiles[:1]}
        if not missing:
            break  # more scenes only take time
    assert not missing


def test_tiles_of_a_block_touch_and_are_upright() -> None:
    size = TileSize(26, 35, 20)
    placed = layouts.block(np.random.default_rng(3), ["1m"] * 36, 18, size)
    x, y = (np.array([getattr(p, axis) for p in placed]).reshape(2, 18) for axis in "xy")
    assert np.abs(np.diff(x, axis=1) - size.w).max() < 1
    assert np.abs(np.diff(y, axis=0) + size.h).max() < 1
    assert all(abs(p.turn) < 0.05 for p in placed)


def test_a_clear_tile_shows_the_table_through_its_body_and_not_through_its_ink() -> None:
    view = look_at((200, 200), 0.0, 0.0, 1.0, 3.0)
    face = np.full((60, 60, 4), 255, np.uint8)
    face[20:40, 20:40, :3] = 0
    box = BodyBox(
        np.array([0, 0, 10.0]), np.diag([20.0, 20, 10]), (255, 255, 255), (255, 255, 255), textures={"+n": face}
    )
    light = Light(np.array([0, 0, 1.0]), 1.0)
    seen = []
    for clear in (0.0, 0.8):
        canvas = DepthCanvas.over(np.full((200, 200, 3), (0, 0, 200), np.uint8))
        draw(canvas, view, replace(box, clear=clear), light)
        seen.append(canvas.image[[45, 100], [100, 100]].astype(int))  # the body, and the ink in the middle
    (body, ink), (clear_body, clear_ink) = seen
    assert (body == 255).all()
    assert clear_body[0] < 80
    assert clear_body[2] > 180
    assert clear_ink == pytest.approx(ink, abs=5)


def test_light_of_a_colour_is_mostly_warm() -> None:
    grey = np.full((4, 4, 3), 150, np.uint8)
    casts = [colour_cast(np.random.default_rng(seed), grey)[0, 0].astype(int) for seed in range(60)]
    warm = [c for c in casts if c[2] > c[1] >= c[0]]
    assert 35 < len(warm) < 60
    assert min(c.min() for c in casts) < 90


def test_random_wins_win() -> None:
    rng = np.random.default_rng(8)
    wins = [random_win(rng) for _ in range(300)]
    assert all(is_won(win) for win in wins)
    assert {m.kind for w in wins for m in w.melds} == {"chow", "pung", "kong", "concealed-kong"}


def test_a_declared_hand_lays_every_tile_once_without_overlap() -> None:
    rng = np.random.default_rng(9)
    size = TileSize(26, 35, 20)
    for _ in range(60):
        win = random_win(rng)
        placed = layouts.declared(rng, win, size)
        assert sorted(p.tile for p in placed) == sorted((*win.tiles, *win.flower_tiles))
        outlines = [
            (np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (size.w, size.h) * 0.47)
            @ np.array([[np.cos(p.turn), np.sin(p.turn)], [-np.sin(p.turn), np.cos(p.turn)]])
            + (p.x, p.y)
            for p in placed
        ]
        for i, a in enumerate(outlines):
            for b in outlines[:i]:
                area, _ = cv2.intersectConvexConvex(a.astype(np.float32), b.astype(np.float32))
                assert area == 0


def test_scattered_tiles_do_not_overlap() -> None:
    size = TileSize(26, 35, 20)
    placed = layouts.scatter(np.random.default_rng(2), layouts.deal(np.random.default_rng(2), 40), size, 150)
    assert len(placed) > 20
    for i, p in enumerate(placed):
        for q in placed[:i]:
            assert np.hypot(p.x - q.x, p.y - q.y) >= min(size.w, size.h)


def test_dusk_leaves_a_part_of_the_light_and_adds_noise() -> None:
    for seed in range(8):
        grey = np.full((60, 80, 3), 200, np.uint8)
        seen = dim_light(np.random.default_rng(seed), grey)
        assert 30 < seen.mean() < 125
        assert 0.8 < seen.std() < 12


def test_engraving_keeps_the_ink_and_rounds_the_corners() -> None:
    ink = np.zeros((80, 60, 4), np.uint8)
    ink[30:50, 20:40] = (0, 0, 255, 255)
    side = surface(ink, (240.0, 240.0, 240.0), 0.03, (0.1, -0.1, -0.2, 0.1), 0.15, 0.5, None)
    assert side[0, 0, 3] == 0
    assert side[40, 30, 3] == 255
    assert side[40, 30, 2] > 200 > side[40, 30, 0]
