"""Sets of tiles being learnt, and the set chosen, outlast the program."""

from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from vision import TileReader
from vision.tilesets.files import SetError, save
from vision.tilesets.labelling import Samples
from vision.tilesets.prototypes import TileSet
from webui.records.errors import RecordsError
from webui.tilesets import drafts
from webui.tilesets.drafts import Draft
from webui.tilesets.tilesets import TileSets


@pytest.fixture(scope="module")
def reader() -> TileReader:
    return TileReader()


def draft(name: str = "a", said: dict[int, int | None] | None = None) -> Draft:
    rng = np.random.default_rng(0)
    tiles = Samples(
        np.array([0, 0, 1]),
        rng.random((3, 4, 2)),
        np.array([[1, 1], [1, 2], [1, 1]]),
        rng.integers(0, 256, (3, 64, 48, 3)).astype(np.uint8),
        rng.random((3, 43)),
        rng.random((3, 4, 8)).astype(np.float32),
    )
    return Draft(name, tiles, said or {}, (b"\xff\xd8one", b"", b"\xff\xd8three"))


def same(one: Draft, other: Draft) -> bool:
    arrays = ((getattr(one.tiles, each.name), getattr(other.tiles, each.name)) for each in fields(Samples))
    return all(np.array_equal(a, b) and a.dtype == b.dtype for a, b in arrays) and (
        (one.id, one.said, one.previews) == (other.id, other.said, other.previews)
    )


@pytest.mark.parametrize("said", [{}, {0: 5, 2: None}])
def test_a_draft_comes_back_equal(tmp_path: Path, said: dict[int, int | None]) -> None:
    kept = draft(said=said)
    drafts.save(kept, tmp_path)
    (found,) = drafts.load_all(tmp_path)
    assert same(found, kept)


def test_drafts_outlast_the_program(tmp_path: Path, reader: TileReader) -> None:
    for name in "abcd":
        drafts.save(draft(name), tmp_path / "drafts")
    tilesets = TileSets(reader, tmp_path / "sets", drafts=tmp_path / "drafts")
    named = tilesets.say("c", {0: 3})
    assert named
    again = TileSets(reader, tmp_path / "sets", drafts=tmp_path / "drafts")
    found = again.draft("c")
    assert found
    assert same(found, named)
    again.keep(named, "Home")
    assert not (tmp_path / "drafts" / "c.npz").exists()
    assert TileSets(reader, tmp_path / "sets", drafts=tmp_path / "drafts").draft("c") is None


def test_a_draft_that_cannot_be_read_is_left_out(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    drafts.save(draft("a"), tmp_path)
    (tmp_path / "b.npz").write_bytes(b"PK not an archive")
    (tmp_path / "c.npz").write_bytes((tmp_path / "a.npz").read_bytes()[:900])
    assert [found.id for found in drafts.load_all(tmp_path)] == ["a"]
    assert "the draft b cannot be read" in caplog.text


def test_a_draft_that_cannot_be_kept_is_said(tmp_path: Path, reader: TileReader) -> None:
    drafts.save(draft(), tmp_path / "drafts")
    tilesets = TileSets(reader, tmp_path / "sets", drafts=tmp_path / "drafts")
    (tmp_path / "drafts" / "a.npz").unlink()
    (tmp_path / "drafts").rmdir()
    (tmp_path / "drafts").write_text("")
    with pytest.raises(RecordsError, match="folder-unusable"):
        tilesets.say("a", {0: 3})


def test_the_set_chosen_is_remembered(tmp_path: Path, reader: TileReader) -> None:
    chosen: list[str | None] = []
    crops = np.random.default_rng(0).integers(0, 256, (2, 64, 48, 3)).astype(np.uint8)
    save(TileSet(crops, np.array([0, 1])), tmp_path, "Home")
    tilesets = TileSets(reader, tmp_path, "Home", remember=chosen.append)
    assert chosen == []
    tilesets.choose(None)
    tilesets.choose("Home")
    with pytest.raises(SetError):
        tilesets.choose("Away")
    assert chosen == [None, "Home"]
