"""The tile pictures of the page are those that `models.render.icons` draws."""

from pathlib import Path

from click.testing import CliRunner

from models.render.icons import TILES, main
from scoring.tiles import FACES


def test_the_committed_pictures_are_drawn_again(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["--out", str(tmp_path / "tiles")])
    assert done.exit_code == 0, done.output
    drawn, committed = (
        {file.stem: file.read_text() for file in folder.glob("*.svg")} for folder in (tmp_path / "tiles", TILES)
    )
    assert drawn.keys() == {*FACES, "back"}
    assert drawn == committed
