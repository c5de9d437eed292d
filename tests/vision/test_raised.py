"""Tiles of a claimed pung on a fourth tile, and pungs that lie flat, rendered as a camera sees them."""

from dataclasses import replace

import numpy as np
import pytest

from models.render.layouts import Placement, TileSize
from tests.vision.drawn import STRIP, hand_in_picture
from vision.image import Picture
from vision.raised import Rise, asked_if_raised, rises
from vision.reading import Doubt, Reading


def laid(
    source: int, on: str | None, *, seed: int = 3, tilt: float = 0.0, pung: str = "777s"
) -> tuple[Reading, Picture]:
    """Render a hand with a claimed pung, and return its true reading and the picture.

    Args:
        source: The neighbour that gave the claimed tile, 1 to 3 from the left.
        on: The tile of the pung that lies on a fourth one: "claimed" or "upright"; None if all lie on the table.
        seed: Seed of the tiles, the table and the light.
        tilt: Angle of the camera from straight above, in radians.
        pung: Its tiles.
    """

    def lay(placed: list[Placement], body: TileSize) -> list[Placement]:
        claimed = next(p for p in placed if p.group == "meld" and abs(np.sin(p.turn)) > 0.5)
        upright = next(p for p in placed if p.group == "meld" and abs(np.sin(p.turn)) < 0.5)
        under = {"claimed": claimed, "upright": upright, None: None}[on]
        if under is None:
            return placed
        return [replace(p, level=1) if p is under else p for p in placed] + [replace(under, group="below")]

    return hand_in_picture(f"[{pung},{source}]123m456p78sCC 9s", lay, seed=seed, tilt=tilt)


@pytest.mark.parametrize("tilt", [0.0, 0.4])
@pytest.mark.parametrize(
    ("pung", "source", "on"), [("777s", 1, "claimed"), ("EEE", 2, "claimed"), ("333p", 3, "upright")]
)
def test_a_tile_on_a_fourth_one_is_asked_about(pung: str, source: int, on: str, tilt: float) -> None:
    reading, picture = laid(source, on, pung=pung, tilt=tilt)
    crosswise = source - 1
    asked = asked_if_raised(reading, picture)
    assert not asked.sure
    assert [doubt.reason for doubt in asked.doubts] == ["fourth-below"]
    assert (asked.doubts[0].tile == crosswise) == (on == "claimed")


@pytest.mark.parametrize("tilt", [0.0, 0.4])
@pytest.mark.parametrize(("pung", "source"), [("777s", 1), ("EEE", 2), ("333p", 3)])
def test_a_pung_that_lies_flat_is_not(pung: str, source: int, tilt: float) -> None:
    reading, picture = laid(source, None, pung=pung, tilt=tilt)
    assert asked_if_raised(reading, picture) == reading


def test_an_upright_tile_that_seems_narrow_lies_partly_below_another() -> None:
    reading, picture = laid(2, None)
    wide = np.array(reading.tiles[0].quad)
    narrow = wide.copy()
    narrow[1:3] = wide[1:3] + 0.25 * (wide[[0, 3]] - wide[1:3])
    quad = tuple((float(x), float(y)) for x, y in narrow)
    tiles = (replace(reading.tiles[0], quad=quad), *reading.tiles[1:])  # type: ignore[arg-type]
    assert [doubt.reason for doubt in asked_if_raised(replace(reading, tiles=tiles), picture).doubts] == [
        "fourth-below"
    ]


def test_a_mark_that_is_clearly_larger_is_asked_about_whatever_the_outlines(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, picture = laid(2, None)
    found = (Rise(0, -0.1, 0.3), Rise(1, -0.4, 0.3), Rise(2, 0.5, 0.3))
    monkeypatch.setattr("vision.raised.rises", lambda *_: found)
    monkeypatch.setattr("vision.raised.outline_log_odds", lambda *_: -7.0)
    assert asked_if_raised(reading, picture).doubts == (Doubt(2, "fourth-below", {"other_group": "kong"}),)


def test_the_rise_is_the_thickness_of_a_tile_by_the_marks_alone() -> None:
    reading, picture = laid(2, "claimed")
    found = rises(reading, picture, reading.groups[0])
    assert found[1].height == pytest.approx(0.5, abs=0.2)
    assert found[1].log_odds > 2
    assert max(found[0].log_odds, found[2].log_odds) < 0


def test_marks_too_faint_to_measure_decide_nothing() -> None:
    reading, picture = laid(2, None)
    rng = np.random.default_rng(1)
    noisy = np.clip(rng.normal(128, 12, picture.shape), 0, 255).astype(np.uint8)
    assert all(abs(rise.log_odds) < 1 for rise in rises(reading, noisy, reading.groups[0]))


def test_overexposed_and_tiny_tiles_have_no_size() -> None:
    reading, picture = laid(2, None)
    assert rises(reading, np.full_like(picture, 255), reading.groups[0]) == ()
    half = picture.copy()
    half[:, : STRIP[0] // 5] = 255
    rises(reading, half, reading.groups[0])
    quads = [tuple((x / 40, y / 40) for x, y in tile.quad) for tile in reading.tiles]
    tiles = tuple(replace(tile, quad=quad) for tile, quad in zip(reading.tiles, quads, strict=True))  # type: ignore[arg-type]
    small = replace(reading, size=(32, 11), tiles=tiles)
    assert rises(small, np.ascontiguousarray(picture[::40, ::40]), reading.groups[0]) == ()


def test_a_pung_that_is_asked_about_already_gets_no_second_question() -> None:
    reading, picture = laid(2, "claimed")
    asked = replace(reading, sure=False, doubts=(Doubt(1, "fourth-hidden", {"other_group": "kong"}),))
    assert asked_if_raised(asked, picture) == asked


def test_without_a_hand_nothing_is_asked() -> None:
    reading, picture = laid(2, "claimed")
    none = replace(reading, hand=None, sure=False)
    assert asked_if_raised(none, picture) == none


@pytest.mark.parametrize(("height", "error", "squeezed"), [(-1.3, 0.3, True), (-1.3, 0.6, False), (-0.2, 0.05, False)])
def test_a_mark_of_a_tile_below_the_table_is_squeezed(height: float, error: float, squeezed: bool) -> None:
    assert Rise(0, height, error).squeezed == squeezed
