"""`tableside tileset`, and reading by a set, from the command line."""

import signal
from pathlib import Path
from typing import Any

import cv2
import pytest
from click.testing import CliRunner, Result

from scoring.tiles import FACES
from tests.vision.photographs import photographs
from vision.tilesets.files import load
from webui.cli import main
from webui.commands.tileset import learn as command


def run(*args: str | Path, answers: str | None = None) -> Result:
    return CliRunner().invoke(main, [*map(str, args)], input=answers, catch_exceptions=False)


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("photos")
    paths = []
    for number, scene in enumerate(photographs()[:2]):
        paths.append(folder / f"{number}.png")
        cv2.imwrite(str(paths[-1]), scene.image)
    return paths


@pytest.mark.long
def test_a_set_is_proposed_corrected_by_a_file_and_read_by(photos: list[Path], tmp_path: Path) -> None:
    sets = tmp_path / "sets"
    first = run("tileset", "learn", *photos, "--name", "club", "--sets", sets)
    assert first.exit_code == 1
    assert "nothing is kept yet" in first.stderr
    assert not sets.exists()
    lines = first.stdout.splitlines()
    assert len(lines) >= 75
    number, code = lines[0].split()[:2]
    assert code in FACES
    assert "# 0.png, row " in lines[0] or "# 1.png, row " in lines[0]

    labels = tmp_path / "labels.txt"
    other = "C" if code != "C" else "F"
    labels.write_text("\n".join([f"{number} {other}  # corrected", *lines[1:]]) + "\n# the end\n")
    marked = tmp_path / "marked.png"
    second = run("tileset", "learn", *photos, "--name", "club", "--sets", sets, "--labels", labels, "--marked", marked)
    assert second.exit_code == 0, second.output
    assert f"club: {len(load(sets, 'club').kinds)} kinds learned from {len(lines)} tiles" in second.stdout
    assert cv2.imread(str(marked)).shape[1] == 12 * 76
    assert int(load(sets, "club").faces[int(number) - 1]) == FACES.index(other)

    listed = run("tileset", "list", "--sets", sets)
    assert listed.stdout.startswith("club: ")
    read = run("read", photos[0], "--json", "--set", "club", "--sets", sets)
    assert '"tiles"' in read.stdout
    assert run("tileset", "forget", "club", "--sets", sets).stdout == "club: deleted\n"
    assert run("tileset", "forget", "club", "--sets", sets).exit_code == 1


@pytest.mark.long
def test_ctrl_c_ends_it_after_the_photograph_in_work(
    photos: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    collect = command.collect

    def pressed(*arguments: Any) -> Any:
        signal.raise_signal(signal.SIGINT)
        return collect(*arguments)

    monkeypatch.setattr(command, "collect", pressed)
    result = run("tileset", "learn", *photos, "--name", "club", "--sets", tmp_path / "sets", "--yes")
    assert result.exit_code == 1
    assert "stopped after 1 of 2 photos: nothing is saved" in result.stderr
    assert not (tmp_path / "sets").exists()


def test_the_folder_may_come_from_the_environment(
    photos: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLESIDE_SETS", str(tmp_path))
    assert run("tileset", "learn", photos[0], "--name", "home", "--yes").exit_code == 0
    assert (tmp_path / "home.png").is_file()
    again = run("tileset", "learn", photos[0], "--name", "home", "--yes")
    assert again.exit_code == 1
    assert "there is a tile set called home already: choose another name, or add --replace" in again.stderr
    assert run("tileset", "learn", photos[0], "--name", "home", "--yes", "--replace").exit_code == 0


def test_on_a_terminal_what_is_not_sure_is_asked(
    photos: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Answer every question as proposed, then mark one detection as no tile."""
    monkeypatch.setattr(command, "on_a_terminal", lambda: True)
    result = run("tileset", "learn", photos[0], "--name", "home", "--sets", tmp_path, answers="\n" * 40)
    assert result.exit_code == 0, result.output
    asked = result.stdout.count("Not sure: 0.png, row ")
    assert asked < 20
    count = len(load(tmp_path, "home").faces)
    wrong = "\n" * asked + "3\njoker\n-\n0\n\n"
    result = run("tileset", "learn", photos[0], "--name", "home", "--sets", tmp_path, "--replace", answers=wrong)
    assert result.exit_code == 0, result.output
    assert "'joker' is not one of" in result.output
    assert f"Give a number from 1 to {count}." in result.stdout
    assert len(load(tmp_path, "home").faces) == count - 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("1", "line 1: expected a tile's number, 1 to"),
        ("# only this\n9999 5m", "line 2: expected a tile's number, 1 to"),
        ("1 5m 6m", "line 1: expected a tile's number"),
        ("1 joker", "line 1: 'joker' is no tile"),
    ],
)
def test_labels_that_cannot_be_used(
    photos: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, says: str
) -> None:
    (tmp_path / "labels.txt").write_text(text)
    with (tmp_path / "labels.txt").open() as file, pytest.raises(Exception, match=says):
        list(command.labelled(file, 40))


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["tileset", "learn", "a.jpg"], "Missing option '--name'"),
        (["tileset", "learn", "a.jpg", "--name", "../up"], "cannot be the name of a tile set"),
        (["tileset", "learn", "none.jpg", "--name", "a", "--yes"], "none.jpg: there is no such file"),
        (["tileset", "forget", "a"], "no tile set is called 'a'"),
        (["read", str(Path(__file__).parents[2] / "data/hand.jpg"), "--set", "a"], "no tile set is called 'a'"),
        (["serve", "--port", "0", "--set", "a"], "no tile set is called 'a'"),
    ],
)
def test_what_cannot_be_used_is_said(
    args: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLESIDE_DATA", str(tmp_path / "data"))  # nothing else has it open
    result = run(*args, "--sets", tmp_path)
    assert result.exit_code in (1, 2)
    assert says in result.output


def test_a_picture_without_tiles(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "empty.png"), 90 + 0 * photographs()[0].image)
    result = run("tileset", "learn", tmp_path / "empty.png", "--name", "a", "--yes", "--sets", tmp_path)
    assert result.exit_code == 1
    assert "empty.png: no tiles were found: take the photo from nearer" in result.stderr


def test_a_damaged_set_is_told_apart_from_the_others(photos: list[Path], tmp_path: Path) -> None:
    run("tileset", "learn", photos[0], "--name", "good", "--yes", "--sets", tmp_path)
    (tmp_path / "bad.png").write_bytes(b"no picture")
    result = run("tileset", "list", "--sets", tmp_path)
    assert result.exit_code == 1
    assert result.stdout.startswith("good: ")
    assert "bad.png: the tile set is damaged" in result.stderr


def test_a_folder_that_cannot_be_used_is_said(photos: list[Path], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder, why in (
        (tmp_path / "file" / "data", "Not a directory"),
        (tmp_path / ("x" * 300), "File name too long"),
    ):
        result = run("tileset", "learn", photos[0], "--name", "a", "--yes", "--data", folder)
        assert result.exit_code == 1
        assert f"{folder}/sets: a.png: the tile set cannot be" in result.stderr
        assert why in result.stderr


def test_no_sets_yet(tmp_path: Path) -> None:
    result = run("tileset", "list", "--sets", tmp_path / "none")
    assert result.exit_code == 0
    assert "tableside tileset learn" in result.stderr
