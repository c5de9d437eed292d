"""The tile pictures of the page are those that `models.render.icons` draws."""

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from PIL import Image

from models.render.icons import APP_SIZES, TILES, main, write_app_icons
from scoring.tiles import FACES

pytestmark = pytest.mark.long  # makes pictures and weights, which no user does


def test_the_committed_pictures_are_drawn_again(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["--out", str(tmp_path / "tiles")])
    assert done.exit_code == 0, done.output
    drawn, committed = (
        {file.stem: file.read_text() for file in folder.glob("*.svg")} for folder in (tmp_path / "tiles", TILES)
    )
    assert drawn.keys() == {*FACES, "0m", "0p", "0s", "back"}
    assert drawn == committed


def test_the_icons_of_the_program_are_drawn_again(tmp_path: Path) -> None:
    write_app_icons(tmp_path)
    assert (tmp_path / "icon.svg").read_text() == (TILES.parent / "icon.svg").read_text()
    for size in APP_SIZES:
        with Image.open(tmp_path / f"icon-{size}.png") as drawn, Image.open(TILES.parent / f"icon-{size}.png") as kept:
            assert drawn.size == kept.size == (size, size)
            assert np.abs(np.asarray(drawn, int) - np.asarray(kept, int)).max() <= 2
