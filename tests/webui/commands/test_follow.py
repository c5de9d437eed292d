"""`tableside follow` on a drawn clip, and on what is none."""

import json
import zipfile
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from tests.vision.follow.film import RATE, SIDE, Film, Lying, inside, walled
from webui.cli import main
from webui.commands import follow

ABOUT = '{"format": "tableside-clip", "version": 1, "style": "chinese", "corners": [[0, 9], [9, 9], [9, 0], [0, 0]]}'
"""The manifest of a clip that was handed in."""

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


def test_walls_that_do_not_fit_the_outline_are_said_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(follow, "find_outline", lambda _: inside())
    film = Film(tiles=walled())
    film.wait(0.3)
    done = run(written(film, tmp_path / "walls.avi"), "--rules", "mcr", "--data", tmp_path)
    assert done.exit_code == 0
    assert done.stderr.count("The walls do not fit the corners of the table") == 1


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
    complain = follow.complain

    def said(*about: Any) -> None:
        complain(*about)
        monkeypatch.setattr(follow, "_PATIENCE", 0.0)  # it waits until it knows why

    monkeypatch.setattr(follow, "complain", said)
    (tmp_path / "empty").mkdir()
    done = run(tmp_path / "empty", "--data", tmp_path)
    assert (done.exit_code, done.stdout) == (1, "")
    assert "holds no pictures yet: put a JPEG, PNG or WebP there" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.long
def test_a_clip_is_handed_in_as_the_table_alone_and_read_back_as_a_measurement(clip: Path, tmp_path: Path) -> None:
    file, right = tmp_path / "deal.zip", tmp_path / "right.jsonl"
    lines = [{"t": 1.0 + k, "seat": tile.seat, "act": "discard", "tile": tile.code} for k, tile in enumerate(ROUND)]
    lines[2]["tile"] = "8m"
    names = {"style": "chinese", "players": {"1": "Ann"}}
    right.write_text("".join(json.dumps(line) + "\n" for line in (names, *lines)))
    done = run(clip, "--rules", "mcr", "--bundle", file, "--corrected", right, "--data", tmp_path)
    assert done.exit_code == 0, done.output
    assert "the table alone, without sound" in done.stderr
    with zipfile.ZipFile(file) as bundle:
        assert sorted(bundle.namelist()) == ["about.json", "clip.mp4", "corrected.jsonl", "followed.jsonl"]
        assert b"Ann" not in b"".join(bundle.read(name) for name in bundle.namelist())  # no player is named
        bundle.extract("clip.mp4", tmp_path)
        about = json.loads(bundle.read("about.json"))
    assert (about["format"], about["style"]) == ("tableside-clip", "chinese")
    capture = cv2.VideoCapture(str(tmp_path / "clip.mp4"))
    ok, picture = capture.read()
    assert ok
    left = round(min(x for x, _ in about["corners"]) - 0.08 * (SIDE - 120))
    assert picture[:, : max(1, left)].max() < 16
    assert picture[SIDE // 2, SIDE // 2].max() > 60
    measured = run(file, "--json", "--data", tmp_path)
    assert measured.exit_code == 0, measured.output
    told = json.loads(measured.stdout.splitlines()[-1])["measure"]
    assert (told["right"], told["all"], told["added"], told["corrected"]) == (2, 3, 1, True)
    assert [line["tile"] for line in told["missed"]] == ["8m"]
    assert [line["tile"] for line in told["false"]] == ["9m"]
    spoken = run(file, "--data", tmp_path).stdout
    assert "Missed: 0:03.0  Seat 3: discards 8 Characters" in spoken
    assert "Events followed as people have them: 2 of 3; wrong: 1" in spoken


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        ({}, "is no clip that was handed in"),
        ({"about.json": '{"format": "tableside-match"}'}, "is no clip that was handed in"),
        ({"about.json": "["}, "is damaged (about.json)"),
        ({"about.json": '{"format": "tableside-clip", "version": 2}'}, "was written by a newer program"),
        ({"about.json": '{"format": "tableside-clip"}'}, "is damaged (about.json)"),
        ({"about.json": ABOUT}, "is damaged (clip.mp4)"),
        ({"about.json": ABOUT, "clip.mp4": "x"}, "is damaged (followed.jsonl)"),
        ({"about.json": ABOUT, "clip.mp4": "x", "followed.jsonl": '{"act": "pung"}'}, "is damaged (followed.jsonl)"),
        ({"about.json": ABOUT, "clip.mp4": "x", "followed.jsonl": ""}, "clip.mp4"),
    ],
)
def test_a_file_that_was_not_handed_in_so_says_why(parts: dict[str, str], says: str, tmp_path: Path) -> None:
    file = tmp_path / "deal.zip"
    with zipfile.ZipFile(file, "w") as bundle:
        for name, text in parts.items():
            bundle.writestr(name, text)
    done = run(file, "--data", tmp_path)
    assert (done.exit_code, done.stdout) == (1, "")
    assert says in done.stderr


def test_what_is_put_right_needs_a_clip_and_events(clip: Path, tmp_path: Path) -> None:
    (tmp_path / "no.jsonl").write_text("no events")
    assert run("0", "--bundle", tmp_path / "deal.zip", "--data", tmp_path).exit_code == 2
    assert run(clip, "--corrected", tmp_path / "no.jsonl", "--data", tmp_path).exit_code == 2
    done = run(clip, "--bundle", tmp_path / "x.zip", "--corrected", tmp_path / "no.jsonl", "--data", tmp_path)
    assert (done.exit_code, done.stdout) == (1, "")
    assert "has no events of a deal" in done.stderr
    assert not (tmp_path / "x.zip").exists()
