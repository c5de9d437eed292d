"""Tiles printed on a sheet, distinguished from those beside it by the paper that goes on round them."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from models.render.faces import draw_face
from models.render.scene import FaceSources
from models.render.styles import random_style
from scoring.tiles import FACES
from vision import TileReader, open_image
from vision.evidence import Evidence
from vision.finds.printed_sheet import printed
from vision.quads import Quads

Picture = NDArray[np.uint8]

GREEN, IVORY, WHITE, INK = (60, 110, 45), (225, 235, 238), (250, 250, 250), (30, 30, 30)
WIDE, HIGH = 30, 40
SAMPLE = Path(__file__).parents[2] / "data" / "hand.jpg"
CHART_FACES = [f"{rank}{suit}" for suit in "mps" for rank in (1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9)] + list("ESWNCFPEEES")


def grid(columns: int, rows: int, left: int, top: int, *, scale: float = 1.0, gap: int = 0, line: int = 0) -> Quads:
    """Return (N, 4, 2) corners of tiles in rows, with a gap between tiles and a line of text between rows."""
    own = np.array([[0, 0], [WIDE, 0], [WIDE, HIGH], [0, HIGH]]) * scale
    steps = np.array([WIDE * scale + gap, HIGH * scale + line])
    places = np.array([[column, row] for row in range(rows) for column in range(columns)]) * steps
    return np.asarray(places[:, None] + own + (left, top), np.float32)


def put(picture: Picture, tiles: Quads, colour: tuple[int, int, int], side: int = 5) -> None:
    """Draw tiles with a character each and, below them, their sides in the shade."""
    for quad in tiles:
        low, high = (corner.round().astype(int) for corner in (quad.min(axis=0), quad.max(axis=0)))
        cv2.rectangle(picture, low.tolist(), (high + (0, side)).tolist(), (120, 125, 128), -1)
        cv2.rectangle(picture, low.tolist(), high.tolist(), colour, -1)
        cv2.rectangle(picture, low.tolist(), high.tolist(), (110, 110, 110), 1)
        cv2.rectangle(picture, (low + (high - low) // 3).tolist(), (high - (high - low) // 3).tolist(), INK, -1)


def table(ground: tuple[int, int, int] = GREEN, sheet: tuple[int, int, int, int] | None = None) -> Picture:
    """Return a table in a light that falls off, with a sheet of paper at (left, top, right, bottom)."""
    picture = np.full((480, 640, 3), ground, np.uint8)
    if sheet:
        left, top, right, bottom = sheet
        picture[top:bottom, left:right] = IVORY
    light = np.linspace(1.0, 0.8, 640)[None, :, None]
    noise = np.random.default_rng(3).normal(0, 2, picture.shape)
    return np.asarray(np.clip(picture * light + noise, 0, 255), np.uint8)


def seen(tiles: Quads, score: float = 0.9) -> Evidence:
    faces = np.full((len(tiles), len(FACES) + 1), 1e-4)
    faces[:, 0] = 0.99
    none = np.zeros(len(tiles))
    return Evidence((640, 480), tiles.astype(float), none + score, none > 0, faces, none, none, none, none + 1)


HAND = grid(14, 1, 40, 400)
CHART = grid(9, 3, 100, 60, scale=0.6, gap=2, line=14)
PAPER = (80, 40, 300, 200)


def test_a_chart_is_told_from_the_hand_beside_it() -> None:
    picture = table(sheet=PAPER)
    put(picture, HAND, WHITE)
    put(picture, CHART, IVORY, side=0)
    told = printed(seen(np.concatenate([HAND, CHART])), picture)
    assert told.tolist() == [False] * len(HAND) + [True] * len(CHART)


def test_a_print_in_the_middle_of_a_sheet_that_has_letters_round_it_is_of_the_sheet() -> None:
    picture = table(sheet=PAPER)
    put(picture, HAND, WHITE)
    put(picture, CHART, IVORY, side=0)
    row = CHART[9:18]
    left, top = row.min(axis=(0, 1)).astype(int)
    picture[top - 6 : top - 1, left : left + 180] = INK
    assert printed(seen(np.concatenate([HAND, CHART])), picture).sum() == len(CHART)


@pytest.mark.parametrize("ground", [IVORY, GREEN])
def test_tiles_are_never_prints_where_all_of_them_lie_on_one_ground(ground: tuple[int, int, int]) -> None:
    """Check a white table too, where the sides of tiles hardly show."""
    picture = table(ground)
    both = np.concatenate([HAND, CHART])
    put(picture, both, IVORY, side=0)
    assert not printed(seen(both), picture).any()


def test_tiles_laid_on_paper_end_at_their_sides() -> None:
    picture = table(sheet=PAPER)
    put(picture, HAND, WHITE)
    put(picture, CHART, WHITE, side=5)
    assert not printed(seen(np.concatenate([HAND, CHART])), picture).any()


def test_a_dense_pond_is_no_sheet_though_its_middle_row_lies_among_white_tiles() -> None:
    pond = grid(9, 4, 100, 60)
    picture = table()
    put(picture, HAND, WHITE)
    put(picture, pond, WHITE, side=2)
    assert not printed(seen(np.concatenate([HAND, pond])), picture).any()


@pytest.mark.parametrize(("hand", "chart"), [(3, 27), (14, 5)])
def test_a_few_tiles_tell_nothing(hand: int, chart: int) -> None:
    picture = table(sheet=PAPER)
    put(picture, HAND[:hand], WHITE)
    put(picture, CHART[:chart], IVORY, side=0)
    assert not printed(seen(np.concatenate([HAND[:hand], CHART[:chart]])), picture).any()


def test_what_is_hardly_seen_tells_nothing() -> None:
    picture = table(sheet=PAPER)
    put(picture, CHART, IVORY, side=0)
    assert not printed(seen(np.concatenate([HAND, CHART]), score=0.1), picture).any()


def test_a_chart_beside_a_hand_never_enters_it() -> None:
    style = random_style(np.random.default_rng(11), FaceSources.find(None), False)
    picture = open_image(SAMPLE)
    prints = grid(11, 4, 330, 90, scale=1.8, line=34)
    cv2.rectangle(picture, (270, 50), (990, 500), (215, 218, 222), -1)
    for quad, code in zip(prints, CHART_FACES, strict=True):
        (left, top), (right, bottom) = quad[0].round().astype(int), quad[2].round().astype(int)
        cv2.rectangle(picture, (left, top), (right, bottom), (120, 120, 120), 1)
        ink = cv2.resize(draw_face(style, code, bottom - top), (right - left, bottom - top)).astype(float)
        part = picture[top:bottom, left:right]
        part[:] = part * (1 - ink[..., 3:] / 255) + ink[..., :3] * ink[..., 3:] / 255
    noise = np.random.default_rng(2).normal(0, 2, picture.shape)
    picture = np.clip(cv2.GaussianBlur(picture, (0, 0), 0.8) + noise, 0, 255).astype(np.uint8)
    reading = TileReader().read(picture)
    assert reading.hand == "234m2345p234678s 5p"
    assert reading.sure
    assert len(reading.tiles) == 14
