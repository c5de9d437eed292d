"""Rendered clips and the ground truth of their frames."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from models.render.clips import Film, film, main, shots
from models.render.glyphs import FaceSources
from models.render.scene import Sources
from models.render.table import Scenery
from scoring import parse

pytestmark = pytest.mark.long  # makes pictures and weights, which no user does

SIZE = (480, 270)


def made(kind: str, seed: int = 4) -> Film:
    return film(kind, seed, SIZE, Sources(FaceSources.find(None), Scenery()))  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["laid", "resting", "bump"])
def test_the_truth_is_that_of_the_pictures(kind: str) -> None:
    clip = made(kind)
    seen = list(shots(clip, 1, 5))
    assert [round(shot.at * 5) for shot in seen] == list(range(len(seen)))
    assert all(shot.picture.shape == (SIZE[1], SIZE[0], 3) for shot in seen)
    last = seen[-1]
    assert (last.hand, last.covered, last.calm) == (clip.hands[0], False, True)
    assert sorted(t.tile for t in last.tiles if t.tile) == sorted(t.tile for t in clip.scenes[0].tiles if t.tile)
    if kind == "laid":
        assert len(seen[0].tiles) == 0
        assert {shot.hand for shot in seen[:10]} == {None}
        assert any(shot.covered and not shot.calm for shot in seen)
    if kind == "resting":
        resting = [shot for shot in seen if shot.covered and shot.calm]
        assert resting
        assert all(min(tile.visible for tile in shot.tiles) < 0.97 for shot in resting)
        covered = min(resting[0].tiles, key=lambda tile: tile.visible)
        x, y = covered.quad.mean(axis=0).round().astype(int)
        assert np.abs(resting[0].picture[y, x].astype(int) - last.picture[y, x]).max() > 15
    if kind == "bump":
        moved = last.tiles[0].quad - seen[0].tiles[0].quad
        assert np.abs(moved).max() > 1
        assert {shot.calm for shot in seen} == {True, False}


def test_a_tile_is_exchanged() -> None:
    clip = made("changed")
    before, after = (parse(hand) for hand in clip.hands)
    assert len(set(before.concealed) ^ set(after.concealed)) >= 1
    assert len(before.tiles) == len(after.tiles)
    different = np.abs(clip.scenes[0].image.astype(int) - clip.scenes[1].image).max(axis=2) > 40
    columns = np.nonzero(different)[1]
    assert 0 < different.mean() < 0.02
    assert np.ptp(columns) < 60


def test_clips_are_written_with_their_truth(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, [str(tmp_path), "--kind", "unplugged", "--size", "320", "180", "--seed", "2"])
    assert done.exit_code == 0, done.output
    truth = json.loads((tmp_path / "unplugged-2.json").read_text())
    capture = cv2.VideoCapture(str(tmp_path / "unplugged-2.mp4"))
    assert capture.get(cv2.CAP_PROP_FRAME_COUNT) == len(truth) == 50
    capture.release()
    assert {shot["hand"] for shot in truth} != {None}
