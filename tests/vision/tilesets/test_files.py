"""Sets are kept, opened again and forgotten, and refused when their files are damaged."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given as example
from hypothesis import settings
from hypothesis import strategies as st
from PIL import Image

from vision.tilesets.files import (
    DamagedSetError,
    SetError,
    SetFileError,
    SetNameError,
    SetSizeError,
    UnknownSetError,
    file_of,
    forget,
    is_kept,
    kept_names,
    load,
    save,
)
from vision.tilesets.prototypes import TileSet


@pytest.fixture
def small() -> TileSet:
    """Three tiles of noise."""
    crops = np.random.default_rng(0).integers(0, 256, (3, 64, 48, 3)).astype(np.uint8)
    return TileSet(crops, np.array([4, 27, 41]))


def test_a_set_is_kept_opened_listed_and_forgotten(small: TileSet, tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "sets"
    assert kept_names(folder) == []
    place = save(small, folder, "Grandma's 麻将")
    opened = load(folder, "Grandma's 麻将")
    assert np.array_equal(opened.crops, small.crops)
    assert np.array_equal(opened.faces, small.faces)
    assert opened.kinds == ("5m", "E", "s4")
    assert cv2.imread(str(place)).shape == (64, 12 * 48, 3)  # anybody can look at it
    assert kept_names(folder) == ["Grandma's 麻将"]
    forget(folder, "Grandma's 麻将")
    assert kept_names(folder) == []
    assert list(folder.iterdir()) == []


@settings(max_examples=20, deadline=None)
@example(st.lists(st.integers(0, 41), min_size=1, max_size=40))
def test_any_number_of_tiles_is_kept(tmp_path_factory: pytest.TempPathFactory, faces: list[int]) -> None:
    folder = tmp_path_factory.mktemp("sets")
    crops = np.random.default_rng(len(faces)).integers(0, 256, (len(faces), 64, 48, 3)).astype(np.uint8)
    save(TileSet(crops, np.array(faces)), folder, "a")
    opened = load(folder, "a")
    assert opened.faces.tolist() == faces
    assert np.array_equal(opened.crops, crops)


@pytest.mark.parametrize("name", ["", "../up", "a/b", ".hidden", "x" * 41, "tab\tbed", " blank", "trailing."])
def test_names_that_no_file_should_have(small: TileSet, tmp_path: Path, name: str) -> None:
    with pytest.raises(SetNameError, match="set-name"):
        save(small, tmp_path, name)
    assert list(tmp_path.iterdir()) == []


def test_nothing_to_keep_and_nowhere_to_keep_it(small: TileSet, tmp_path: Path) -> None:
    with pytest.raises(SetSizeError, match="count=0"):
        save(small.only(np.zeros(3, bool)), tmp_path, "a")
    (tmp_path / "file").write_text("")
    with pytest.raises(SetFileError, match="set-unwritable"):
        save(small, tmp_path / "file", "a")


def test_a_set_that_cannot_be_read_is_told_from_one_that_is_not_there(small: TileSet, tmp_path: Path) -> None:
    (tmp_path / "a.png").mkdir()
    with pytest.raises(SetFileError, match="set-unreadable"):
        load(tmp_path, "a")
    with pytest.raises(SetFileError, match="set-unremovable"):
        forget(tmp_path, "a")
    with pytest.raises(SetFileError, match="set-unwritable"):
        save(small, tmp_path, "a")
    assert [each.name for each in tmp_path.iterdir()] == ["a.png"]
    too_long = tmp_path / ("x" * 300)
    assert kept_names(too_long) == []
    with pytest.raises(SetFileError, match="set-unreadable"):
        is_kept(too_long, "a")


@pytest.mark.parametrize("content", [b"", b"no picture", bytes(5000)])
def test_errors_name_no_folder(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(content)
    with pytest.raises(SetError) as raised:
        load(tmp_path, "a")
    assert str(tmp_path) not in str(raised.value)


def test_a_set_that_is_not_there(small: TileSet, tmp_path: Path) -> None:
    save(small, tmp_path, "home")
    for use in (load, forget):
        with pytest.raises(UnknownSetError, match=r"set-unknown: name='club', kept=\('home',\)"):
            use(tmp_path, "club")
    forget(tmp_path, "home")
    with pytest.raises(UnknownSetError, match="no-sets"):
        load(tmp_path, "home")


@pytest.mark.parametrize("share", [0.0, 0.02, 0.3, 0.6, 0.95])
def test_a_file_cut_short_is_refused(small: TileSet, tmp_path: Path, share: float) -> None:
    place = save(small, tmp_path, "a")
    data = place.read_bytes()
    place.write_bytes(data[: int(share * len(data))])
    with pytest.raises(DamagedSetError, match=r"set-(damaged|no-picture|not-one): file='a\.png'"):
        load(tmp_path, "a")


@settings(max_examples=60, deadline=None)
@example(st.integers(0, 10**9), st.integers(1, 255))
def test_a_changed_byte_never_changes_a_set_silently(
    tmp_path_factory: pytest.TempPathFactory, where: int, change: int
) -> None:
    """Check that a set is opened as it was stored, or refused with a reason."""
    folder = tmp_path_factory.mktemp("sets")
    crops = np.random.default_rng(0).integers(0, 256, (3, 64, 48, 3)).astype(np.uint8)
    place = save(TileSet(crops, np.array([4, 27, 41])), folder, "a")
    data = bytearray(place.read_bytes())
    data[where % len(data)] ^= change
    place.write_bytes(data)
    try:
        opened = load(folder, "a")
    except SetError:
        return
    assert np.array_equal(opened.crops, crops)
    assert opened.faces.tolist() == [4, 27, 41]


def test_other_pictures_and_later_versions_are_refused(small: TileSet, tmp_path: Path) -> None:
    Image.new("RGB", (48 * 12, 64)).save(tmp_path / "photo.png")
    with pytest.raises(DamagedSetError, match="set-not-one"):
        load(tmp_path, "photo")
    place = save(small, tmp_path, "later")
    _rewritten(place, '{"version": 2, "tiles": ["5m", "E", "s4"]}')
    with pytest.raises(DamagedSetError, match=r"set-version: .*expected=1, got='2'"):
        load(tmp_path, "later")
    _rewritten(place, '{"version": 1, "tiles": ["5m", "E", "joker"]}')
    with pytest.raises(DamagedSetError, match="set-tiles"):
        load(tmp_path, "later")
    _rewritten(place, '{"version": 1, "tiles": ["5m", "E", "s3"]}')
    with pytest.raises(DamagedSetError, match="set-checksum"):
        load(tmp_path, "later")
    Image.new("RGB", (10, 10)).save(place, pnginfo=_info('{"version": 1, "tiles": ["5m"]}'))
    with pytest.raises(DamagedSetError, match=r"set-shape: .*expected='576 x 64', count=1, got='10 x 10'"):
        load(tmp_path, "later")


def _rewritten(place: Path, about: str) -> None:
    with Image.open(place) as image:
        image.load()
        image.save(place, pnginfo=_info(about))


def _info(about: str):  # type: ignore[no-untyped-def]
    from PIL.PngImagePlugin import PngInfo

    info = PngInfo()
    info.add_text("tableside-set", about)
    return info


def test_the_file_of_a_set(tmp_path: Path) -> None:
    assert file_of(tmp_path, "my set") == tmp_path / "my set.png"
