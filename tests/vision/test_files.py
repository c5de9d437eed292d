"""Files are written whole or not at all."""

import os
import resource
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from vision import files


@contextmanager
def full_disk() -> Iterator[None]:
    """Let no file grow beyond 100 bytes, so that writing fails midway, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_file_is_written_with_its_folder_and_replaced(tmp_path: Path) -> None:
    file = tmp_path / "a" / "b" / "c.json"
    files.write(file, b"one")
    files.write(file, b"two")
    assert file.read_bytes() == b"two"
    assert [each.name for each in file.parent.iterdir()] == ["c.json"]


def test_on_a_full_disk_the_old_file_stays_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    files.write(file, b"old")
    with full_disk(), pytest.raises(OSError, match="too large"):
        files.write(file, bytes(200))
    assert file.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [file]


def test_what_cannot_be_replaced_leaves_nothing_either(tmp_path: Path) -> None:
    (tmp_path / "a.png").mkdir()
    with pytest.raises(OSError, match=r"a\.png"):
        files.write(tmp_path / "a.png", b"new")
    assert [each.name for each in tmp_path.iterdir()] == ["a.png"]


def test_content_and_name_are_on_the_disk_before_and_after_the_file_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[tuple[str, bool]] = []
    fsync = os.fsync

    def noted(descriptor: int) -> None:
        place = Path(f"/proc/self/fd/{descriptor}").readlink()
        synced.append((place.name, (tmp_path / "a.png").exists()))
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", noted)
    files.write(tmp_path / "a.png", b"new")
    assert synced == [("a.png.part", False), (tmp_path.name, True)]
    files.remove(tmp_path / "a.png")
    assert synced[2:] == [(tmp_path.name, False)]


def test_only_what_is_there_is_removed(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        files.remove(tmp_path / "a.png")


def test_a_private_file_is_its_owners_alone_whatever_was_there(tmp_path: Path) -> None:
    file, part = tmp_path / "key", tmp_path / "key.part"
    for each in (file, part):
        each.write_bytes(b"old")
        each.chmod(0o644)
    files.write(file, b"new", private=True)
    assert file.read_bytes() == b"new"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
