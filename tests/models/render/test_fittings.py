"""Objects beside the tiles: their places and looks."""

import cv2
import numpy as np
import pytest

from models.render import fittings
from models.render.ended import random_end
from models.render.fittings import console, plate, random_fittings, stick
from models.render.glyphs import FaceSources, Font
from models.render.layouts import Placement
from models.render.random_scene import random_scene
from models.render.scene import RenderedScene, Sources, random_set, render
from models.render.table import Scenery
from models.render.view import look_at

pytestmark = pytest.mark.long  # makes pictures and weights, which no user does


@pytest.fixture(scope="module")
def fonts() -> tuple[Font, ...]:
    return FaceSources.find().chinese


def test_they_lie_on_the_table_with_their_print_up(fonts: tuple[Font, ...]) -> None:
    rng = np.random.default_rng(1)
    for box in (console(rng, fonts)[0], stick(rng), plate(rng, fonts)):
        assert box.centre[2] == box.axes[2, 2] > 0
        long, wide, _ = np.linalg.norm(box.axes, axis=1)
        drawn = box.textures["+n"]
        assert drawn.shape[1] / drawn.shape[0] == pytest.approx(long / wide, rel=0.05)
        assert (drawn[:, :, 3] == 255).all()
        assert len(np.unique(drawn.reshape(-1, 4), axis=0)) > 2
        assert box.labelled is None


def test_a_console_shows_every_side_its_own_wind(fonts: tuple[Font, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    some = 0
    monkeypatch.setattr(fittings, "draw_letter", lambda _, __, character, *___: shown.append(character))
    for seed in range(20):
        shown.clear()
        console(np.random.default_rng(seed), fonts)
        assert sorted(shown) in ([], sorted("東南西北"), sorted("东南西北"))
        some += bool(shown)
    assert 5 < some < 20


def test_dice_under_a_dome_lie_on_the_console_and_can_be_left_out(fonts: tuple[Font, ...]) -> None:
    some = 0
    for seed in range(30):
        box, dice = console(np.random.default_rng(seed), fonts)
        assert len(dice) in (0, 2)
        some += bool(dice)
        for die in dice:
            assert die.base is box
            assert die.box.corners()[:, 2].min() == pytest.approx(box.corners()[:, 2].max())
            assert np.hypot(*die.box.centre[:2]) < 0.52 * box.axes.max()
        bare, none = console(np.random.default_rng(seed), fonts, dice=False)
        assert not none
        assert (bare.textures["+n"] == box.textures["+n"]).all()
    assert 5 < some < 25


def test_dice_under_a_dome_are_the_tables_dice_and_go_with_their_console(fonts: tuple[Font, ...]) -> None:
    rng, sources = np.random.default_rng(2), Sources(FaceSources.find(), Scenery())
    made = [console(rng, fonts) for _ in range(50)]
    box, dice = max(made, key=lambda one: max([d.box.centre[1] for d in one[1]], default=0.0))  # beyond its middle
    view = look_at((400, 400), 0.9, 0.3, 4.0, 1.6)
    for place, seen in ((400.0, [d.value for d in dice]), (float(box.axes.max()), [])):
        tile = Placement("5p", "up", place, 0.0)
        scene = render(rng, [tile], random_set(rng, sources), view, sources, things=[box, *dice])
        assert [d.value for d in scene.dice] == seen
        assert all(d.visible > 0.9 for d in scene.dice)


def test_winds_are_written_as_the_font_has_them(fonts: tuple[Font, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """Some fonts have simplified characters only."""
    shown: set[str] = set()
    monkeypatch.setattr(fittings, "draw_letter", lambda _, __, character, *___: shown.add(character))
    for has, expected in ((True, "東南西北"), (False, "东南西北")):
        monkeypatch.setattr(fittings, "writes", lambda *_, has=has: has)
        shown.clear()
        for seed in range(12):
            console(np.random.default_rng(seed), fonts)
            plate(np.random.default_rng(seed), fonts)
        assert shown == set(expected)


def test_lit_digits_can_be_told_apart() -> None:
    seen = set()
    for digit in "0123456789":
        drawn = np.zeros((60, 60, 4), np.uint8)
        fittings.draw_lit_number(drawn, digit, (5, 5), 48, (0.0, 0.0, 255.0))
        lit = drawn[:, :, 2] > 128
        seen.add(lit.tobytes())
        assert lit.any()
    assert len(seen) == 10


def test_sticks_of_one_table_are_alike_and_lie_within_reach(fonts: tuple[Font, ...]) -> None:
    counted = []
    for seed in range(60):
        things = random_fittings(np.random.default_rng(seed), fonts, 200.0)
        sticks = [t for t in things if np.linalg.norm(t.axes[0]) > 4 * np.linalg.norm(t.axes[1])]
        assert len({tuple(np.round(t.axes.ravel(), 9)) for t in sticks}) <= 1
        assert all(np.abs(t.centre[:2]).max() < 200 + 9 * 2 * 20 for t in things)
        counted.append(bool(things))
    assert 5 < sum(counted) < 35


def test_the_tiles_are_the_same_with_and_without(monkeypatch: pytest.MonkeyPatch) -> None:
    sources = Sources(FaceSources.find(), Scenery())

    def scenes(share: float) -> list[RenderedScene]:
        for name in ("_STICKS", "_PLATES"):
            monkeypatch.setattr(fittings, name, share)
        end = random_end(np.random.default_rng(4), sources, (480, 270)).scene
        return [end, *(random_scene(np.random.default_rng([3, k]), sources, (320, 240)) for k in range(4))]

    pairs = list(zip(scenes(0.0), scenes(1.0), strict=True))
    for bare, full in pairs:
        assert [t.tile for t in bare.tiles] == [t.tile for t in full.tiles]
        assert all((a.quad == b.quad).all() for a, b in zip(bare.tiles, full.tiles, strict=True))
    assert sum(cv2.absdiff(bare.image, full.image).max() > 40 for bare, full in pairs) >= 3
