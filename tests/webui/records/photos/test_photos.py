"""Photographs by their SHA-256: whole or not there, verified when read, none left without a hand."""

import errno
import hashlib
import os
from pathlib import Path

import pytest

from webui.records.errors import RecordsError
from webui.records.photos.in_files import FilePhotos
from webui.records.photos.photos import Photos

JPEG = b"\xff\xd8\xff\xe0 a photograph"
NAME = hashlib.sha256(JPEG).hexdigest()


@pytest.fixture(params=["memory", "file"])
def photos(request: pytest.FixtureRequest, tmp_path: Path) -> Photos:
    return Photos(FilePhotos(tmp_path / "photos") if request.param == "file" else None)


def test_a_photograph_is_kept_by_its_hash(photos: Photos) -> None:
    assert photos.put(JPEG) == photos.put(JPEG) == NAME
    assert photos.has(NAME)
    assert photos.read(NAME) == JPEG
    assert [photo.sha256 for photo in photos.all()] == [NAME]
    assert photos.remove(NAME)
    assert not photos.remove(NAME)
    with pytest.raises(RecordsError, match="photo-missing"):
        photos.read(NAME)


@pytest.mark.parametrize(
    ("data", "ending"),
    [
        (JPEG, "jpg"),
        (b"\x89PNG\r\n", "png"),
        (b"RIFF1234WEBPVP8 ", "webp"),
        (b"\0\0\0\x20ftypheic", "heic"),
        (b"other", "bin"),
    ],
)
def test_the_file_is_named_by_what_it_is(tmp_path: Path, data: bytes, ending: str) -> None:
    name = hashlib.sha256(data).hexdigest()
    assert Photos(FilePhotos(tmp_path)).put(data) == name
    file = tmp_path / name[:2] / f"{name}.{ending}"
    assert Photos(FilePhotos(tmp_path)).path(name) == file
    assert file.read_bytes() == data


@pytest.mark.parametrize("name", ["", "..", "../../etc/passwd", "a" * 63, "*" * 64, "/" * 64])
def test_nothing_but_a_hash_names_a_file(tmp_path: Path, name: str) -> None:
    assert Photos(FilePhotos(tmp_path)).path(name) is None


def test_a_damaged_photograph_is_not_taken_for_the_one_recorded(tmp_path: Path) -> None:
    photos = Photos(FilePhotos(tmp_path))
    photos.put(JPEG)
    file = photos.path(NAME)
    assert file
    file.write_bytes(JPEG[:-1])
    with pytest.raises(RecordsError, match="photo-damaged"):
        photos.read(NAME)


@pytest.mark.parametrize("named", [True, False])
def test_a_photograph_stays_only_with_its_hand(photos: Photos, named: bool) -> None:
    hands: set[str] = set()
    with photos.staged(JPEG, hands.__contains__) as photo:
        assert photos.read(photo.name) == JPEG
        if named:
            hands.add(photo.name)
    assert photos.has(NAME) is named


def test_a_photograph_is_written_while_it_is_read_and_whole_before_its_hand(photos: Photos) -> None:
    hands: set[str] = set()
    with photos.staged_while(JPEG, hands.__contains__, lambda: 14) as (photo, found):
        assert found == 14
        assert photos.read(photo.name) == JPEG
        hands.add(photo.name)
    assert photos.has(NAME)
    with pytest.raises(ZeroDivisionError), photos.staged_while(b"other", hands.__contains__, lambda: 1 // 0):
        pass
    assert [photo.sha256 for photo in photos.all()] == [NAME]


def test_the_same_photograph_sent_twice_stays_for_the_one_that_has_a_hand(photos: Photos) -> None:
    hands: set[str] = set()
    with photos.staged(JPEG, hands.__contains__) as photo:
        with photos.staged(JPEG, hands.__contains__):
            pass
        hands.add(photo.name)
    assert photos.has(NAME)


def test_what_an_interrupted_process_leaves_is_swept(tmp_path: Path) -> None:
    hands = {hashlib.sha256(JPEG).hexdigest()}
    for data in (JPEG, b"lost"):
        coming = Photos(FilePhotos(tmp_path)).staged(data, hands.__contains__)
        coming.__enter__()  # and the process ends here
    (tmp_path / NAME[:2] / ".half.part").write_bytes(b"\xff\xd8")
    photos = Photos(FilePhotos(tmp_path))
    assert photos.sweep(hands.__contains__) == [hashlib.sha256(b"lost").hexdigest()]
    assert [photo.sha256 for photo in photos.all()] == [NAME]
    assert {file.name for file in tmp_path.rglob("*") if file.is_file()} == {f"{NAME}.jpg"}


def test_a_thumbnail_is_kept_wherever_the_photograph_is(tmp_path: Path) -> None:
    shelf = FilePhotos(tmp_path / "photos")
    for thumb in (b"first", b"second"):
        shelf.keep_thumb(NAME, thumb)
        assert shelf.thumb(NAME) == thumb
    assert len([file for file in tmp_path.rglob("*") if file.is_file()]) == 1


@pytest.mark.parametrize(
    ("failure", "kind"), [(errno.ENOSPC, "no-space"), (errno.EIO, "disk-failed"), (errno.EROFS, "read-only")]
)
def test_a_photograph_that_cannot_be_written_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failure: int, kind: str
) -> None:
    def fsync(_: int) -> None:
        raise OSError(failure, os.strerror(failure))

    photos = Photos(FilePhotos(tmp_path))
    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(RecordsError, match=kind), photos.staged(JPEG, lambda _: False):
        pass
    assert [file for file in tmp_path.rglob("*") if file.is_file()] == []


def test_pruning_takes_the_oldest(tmp_path: Path) -> None:
    photos = Photos(FilePhotos(tmp_path))
    names = [photos.put(bytes([n]) * 100) for n in range(4)]
    for age, name in zip((400, 300, 200, 100), names, strict=True):
        file = photos.path(name)
        assert file
        os.utime(file, (file.stat().st_mtime - age,) * 2)
    assert [photo.sha256 for photo in photos.to_prune(older=250)] == names[:2]
    assert [photo.sha256 for photo in photos.to_prune(larger=150)] == names[:3]
    assert photos.to_prune() == []
