"""`tableside follow` on a drawn clip, and on what is none."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from tests.vision.follow.film import RATE, SIDE, Film, Lying
from webui.cli import main

ROUND = [Lying("E", 0.42, 0.62, 1), Lying("5p", 0.62, 0.55, 2), Lying("9m", 0.58, 0.38, 3)]


def written(film: Film, path: Path) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), RATE, (SIDE, SIDE))
    for picture in film.pictures:
        writer.write(picture)
    writer.release()
    return path


def run(*args: str | Path) -> Result:
    return CliRunner().invoke(main, ["follow", *map(str, args)])


@pytest.fixture(scope="module")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three discards; the last one is claimed by nobody."""
    film = Film()
    film.wait(0.5)
    for tile in ROUND:
        film.act(tile.seat, tile.x, tile.y, put=[tile])
    return written(film, tmp_path_factory.mktemp("clips") / "round.avi")


def test_a_clip_becomes_events_with_crops_and_the_state_of_the_table(clip: Path, tmp_path: Path) -> None:
    done = run(clip, "--rules", "mcr", "--json", "--crops", tmp_path / "crops", "--data", tmp_path)
    assert done.exit_code == 0, done.output
    lines: list[dict[str, Any]] = [json.loads(line) for line in done.stdout.splitlines()]
    events = [line for line in lines if "act" in line]
    assert [(each["act"], each["seat"], each["tile"]) for each in events] == [
        ("discard", tile.seat, tile.code) for tile in ROUND
    ]
    assert all(
        abs(each["at"][0] - SIDE * (0.0625 + 0.875 * tile.x)) < 6 for each, tile in zip(events, ROUND, strict=True)
    )
    state = lines[-1]["state"]
    assert state["ponds"] == {"1": ["E"], "2": ["5p"], "3": ["9m"], "4": []}
    assert (state["turn"], state["over"], state["left"]) == (4, False, 144 - 53 - 2)
    crops = sorted((tmp_path / "crops").iterdir())
    assert [file.stem.split("-", 1)[1] for file in crops] == ["1-discard-E", "2-discard-5p", "3-discard-9m"]
    assert all(min(cv2.imread(str(file)).shape[:2]) > 40 for file in crops)  # type: ignore[union-attr]


def test_what_shows_no_table_and_what_is_no_clip_end_with_1(tmp_path: Path) -> None:
    blank, broken = tmp_path / "blank.avi", tmp_path / "broken.mp4"
    writer = cv2.VideoWriter(str(blank), cv2.VideoWriter.fourcc(*"MJPG"), 1, (320, 240))
    for _ in range(25):
        writer.write(np.full((240, 320, 3), 120, np.uint8))
    writer.release()
    broken.write_bytes(b"no clip")
    for path, said in ((blank, "no table is found"), (broken, "broken.mp4")):
        done = run(path, "--data", tmp_path)
        assert (done.exit_code, done.stdout) == (1, "")
        assert said in done.stderr


def test_what_names_no_camera_is_wrong_usage(tmp_path: Path) -> None:
    assert run("no such camera", "--data", tmp_path).exit_code == 2
    assert run(tmp_path / "clip.mp4", "--rules", "no-such-rules").exit_code == 2


def test_a_camera_without_a_picture_says_why_and_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webui.commands.follow._PATIENCE", 0.5)
    (tmp_path / "empty").mkdir()
    done = run(tmp_path / "empty", "--data", tmp_path)
    assert (done.exit_code, done.stdout) == (1, "")
    assert "holds no pictures yet: put a JPEG, PNG or WebP there" in done.stderr
    assert done.stderr.count("\n") == 1
