"""False faces are counted in pictures of kinds that were not taught."""

import json
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from models.evaluate.negatives import counted, main
from vision import TileReader

SAMPLE = Path(__file__).parents[2] / "data" / "hand.jpg"


@pytest.mark.long
def test_false_faces_are_counted_by_kind(tmp_path: Path) -> None:
    """Check with a photo of a hand in place of one full of false faces."""
    for kind in ("sudoku", "signs", "keyboards"):
        (tmp_path / "negatives" / kind).mkdir(parents=True)
    shutil.copy(SAMPLE, tmp_path / "negatives" / "sudoku" / "a.jpg")
    shutil.copy(SAMPLE, tmp_path / "negatives" / "keyboards" / "a.jpg")
    cv2.imwrite(str(tmp_path / "negatives" / "signs" / "b.png"), np.full((120, 160, 3), 90, np.uint8))
    faces = counted(TileReader().read(SAMPLE))["faces"]
    assert faces > 12
    done = CliRunner().invoke(main, [str(tmp_path), "--json"])
    found = json.loads(done.stdout)
    assert found["all"] == {"pictures": 2, "with_faces": 1, "faces": faces, "hands": 1, "sure_hands": 1}
    assert found["kinds"]["signs"] == {"pictures": 1, "with_faces": 0, "faces": 0, "hands": 0, "sure_hands": 0}
    told = CliRunner().invoke(main, [str(tmp_path), "--taught"]).stdout
    assert f"keyboards: 1 of 1 pictures show a face, {faces} faces" in told


def test_a_folder_without_pictures_is_said(tmp_path: Path) -> None:
    (tmp_path / "negatives").mkdir()
    done = CliRunner().invoke(main, [str(tmp_path)])
    assert done.exit_code == 1
    assert "no pictures under" in done.output
