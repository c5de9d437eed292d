"""The statements of `device/RIG.md` about cameras, checked by the geometry of a pinhole."""

import re
from pathlib import Path

import numpy as np
import pytest

from models.render.view import look_at
from tests.bench.bench_pixels import SENSORS, TILE, VIEWS, least_height, pixels, shorter_view

DOCUMENT = (Path(__file__).parents[2] / "device/RIG.md").read_text("utf-8")
TABLE = 900
"""Millimetres of the table that the document reckons with."""


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("size", SENSORS.values(), ids=str)
def test_a_camera_at_the_least_height_just_sees_the_table(size: tuple[int, int], view: int) -> None:
    wide, high = size
    height = least_height(shorter_view(view, high / wide), TABLE)
    focal = 0.5 / np.tan(np.radians(view) / 2)
    camera = look_at(size, 0.0, 0.0, focal, focal * wide / height)
    half = TABLE / 2
    corners = camera.project(np.array([[-half, -half, 0], [half, half, 0]]))
    assert abs(corners[1, 1] - corners[0, 1]) == pytest.approx(high / 1.05)
    tile = camera.project(np.array([[0, 0, 0], [0, TILE, 0]]))
    assert pixels(high, shorter_view(view, high / wide), height) == pytest.approx(abs(tile[1, 1] - tile[0, 1]))


@pytest.mark.parametrize(("name", "size"), SENSORS.items())
def test_the_document_says_what_is_computed(name: str, size: tuple[int, int]) -> None:
    row = re.search(rf"^\| {re.escape(name)}[^|]*\| (\d+)[^|]*\|(.*)\|$", DOCUMENT, re.MULTILINE)
    assert row
    short = shorter_view(VIEWS[0], size[1] / size[0])
    assert int(row[1]) == round(pixels(size[1], short, least_height(short, TABLE)))
    heights = [least_height(shorter_view(view, size[1] / size[0]), TABLE) / 1000 for view in VIEWS]
    assert [each.strip() for each in row[2].split("|")] == [f"{height:.2f} m" for height in heights]
