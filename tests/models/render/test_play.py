"""Films of play and the ground truth of their pictures."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from models.render.glyphs import FaceSources
from models.render.play import PlaySetting, PlayShot, RenderedPlay, film, main
from models.render.scene import Sources
from models.render.table import Scenery
from scoring import parse

pytestmark = pytest.mark.long  # makes pictures and weights, which no user does

SIZE = (480, 270)


@pytest.fixture(scope="module")
def sources() -> Sources:
    return Sources(FaceSources.find(None), Scenery())


@pytest.fixture(scope="module")
def made(sources: Sources) -> RenderedPlay:
    return film(1, PlaySetting(SIZE, discards=1, rests=True, noise=0.0, felt=(60, 95, 150)), sources)


def near(play: RenderedPlay, at: float) -> PlayShot:
    return min(play.shots(3), key=lambda shot: abs(shot.at - at))


def test_a_hand_is_laid_under_an_arm_and_lies_until_the_end(made: RenderedPlay) -> None:
    shots = list(made.shots(3))
    laid = [shot for shot in shots if shot.hand]
    assert laid[0].at >= made.lies[0] > laid[0].at - 0.11
    assert parse(laid[0].hand or "").tiles == made.hand.tiles
    assert laid[-1] is shots[-1]
    assert laid[0].calm
    assert any(shot.arm for shot in shots if not shot.hand)
    assert any(shot.arm for shot in laid)  # it rests on the hand
    assert not any(shot.calm and shot.arm for shot in shots)


def test_the_pixels_change_where_tiles_are_put_and_stay_elsewhere(made: RenderedPlay) -> None:
    before, after = near(made, 0.5).picture().astype(int), near(made, made.lies[0] + 3.0).picture().astype(int)
    changed = (np.abs(before - after).max(axis=2) > 30).astype(np.uint8)
    assert 0.002 < changed.mean() < 0.1
    assert (near(made, made.lies[0] + 1.0).picture() == near(made, made.lies[0] + 2.0).picture()).all()
    middle = made.corners.mean(axis=0).astype(int)
    assert np.abs(before[middle[1], middle[0]] - np.array([60, 95, 150])).max() < 30  # the felt asked for


def test_the_same_seed_makes_the_same_film(made: RenderedPlay, sources: Sources) -> None:
    again = film(1, made.setting, sources)
    assert again.hand == made.hand
    for at in (0.5, made.lies[0] - 0.5, made.lies[0] + 1):
        assert (near(again, at).picture() == near(made, at).picture()).all()


def test_disturbances_disturb(sources: Sources) -> None:
    play = film(2, PlaySetting(SIZE, discards=1, mixed=True, bump=True, dimmed=0.5, ended=False), sources)
    assert {shot.hand for shot in play.shots(1)} == {None}
    assert (near(play, 0.1).picture() != near(play, 1.1).picture()).mean() > 0.05  # mixing
    (start, end), knock = play.dims[0], play.bumps[0][0]
    assert near(play, (start + end) / 2).picture().mean() < 0.7 * near(play, start - 0.5).picture().mean()
    assert not near(play, knock + 0.2).calm


def test_films_are_written_with_their_truth(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, [str(tmp_path), "--size", "320", "180", "--seed", "2", "--discards", "1"])
    assert done.exit_code == 0, done.output
    truth = json.loads((tmp_path / "play-2.json").read_text(encoding="utf-8"))
    capture = cv2.VideoCapture(str(tmp_path / "play-2.mp4"))
    assert capture.get(cv2.CAP_PROP_FRAME_COUNT) == len(truth)
    capture.release()
    assert len({shot["hand"] for shot in truth}) == 2
