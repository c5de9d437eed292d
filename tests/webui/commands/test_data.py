"""Data folders of the commands."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from webui.commands.data import taken_over

ROOT = Path(__file__).parents[3]


@pytest.fixture
def former(tmp_path: Path) -> Path:
    """A folder as an earlier version kept it."""
    folder = tmp_path / "config" / "tableside"
    (folder / "sets").mkdir(parents=True)
    (folder / "sets" / "club.png").write_bytes(b"a set")
    (folder / "box.log").write_text("connected")
    return folder


def kept(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


KEPT = {"sets/club.png": b"a set", "box.log": b"connected"}


def test_what_was_kept_is_moved_once(former: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "share" / "tableside"
    assert taken_over(former, data) == data
    assert kept(data) == KEPT
    assert not former.exists()
    assert capsys.readouterr().err == f"{former} was moved to {data}\n"
    assert taken_over(former, data) == data
    assert capsys.readouterr().err == ""


def test_what_is_there_already_is_left_alone(former: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "share"
    data.mkdir()
    assert taken_over(former, data) == data
    assert kept(former) == KEPT
    assert kept(data) == {}
    assert capsys.readouterr().err == ""


def test_a_move_that_fails_changes_nothing(former: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "share").write_text("a file in the way")
    assert taken_over(former, tmp_path / "share" / "tableside") == former
    assert kept(former) == KEPT
    assert "cannot be moved" in capsys.readouterr().err


def across_disks(path: Path, target: Path) -> Path:
    if not path.name.startswith("."):
        raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))
    os.rename(path, target)  # noqa: PTH104 - Path.rename is what this replaces
    return target


def test_across_disks_it_is_copied_whole(former: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "rename", across_disks)
    data = tmp_path / "share" / "tableside"
    assert taken_over(former, data) == data
    assert kept(data) == KEPT
    assert not former.exists()


def test_a_copy_that_fails_leaves_nothing_behind(former: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "rename", across_disks)
    os.mkfifo(former / "sets" / "pipe")  # copytree refuses to copy it
    data = tmp_path / "share" / "tableside"
    assert taken_over(former, data) == former
    assert kept(former) == KEPT
    assert list(data.parent.iterdir()) == []


def test_a_folder_that_is_linked_stays_where_somebody_put_it(former: Path, tmp_path: Path) -> None:
    linked = tmp_path / "linked"
    linked.symlink_to(former)
    assert taken_over(linked, tmp_path / "share") == linked
    assert kept(linked) == KEPT


@pytest.mark.parametrize(
    ("variables", "arguments", "moved"),
    [
        ({}, [], True),
        pytest.param({}, ["--data", "other"], False, marks=pytest.mark.long),
        pytest.param({"TABLESIDE_DATA": "other"}, [], False, marks=pytest.mark.long),
    ],
)
def test_a_command_takes_over_what_was_kept(
    variables: dict[str, str], arguments: list[str], moved: bool, tmp_path: Path
) -> None:
    former = tmp_path / ".config" / "tableside"
    (former / "sets").mkdir(parents=True)
    (former / "sets" / "club.png").write_bytes(b"no set")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "TABLESIDE_"))}
    command = "from webui.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", command, "tileset", "list", *arguments],
        cwd=tmp_path,
        env=environment | {"HOME": str(tmp_path), "PYTHONPATH": str(ROOT)} | variables,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ("club" in done.stderr) is moved, done.stderr
    assert former.is_dir() is not moved
