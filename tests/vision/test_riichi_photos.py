"""Declared riichi hands in photographs, read and scored; the folder of photographs is in TABLESIDE_PHOTOS."""

import os
from pathlib import Path

import pytest

from tests.bench.bench_riichi import HANDS, Declared, is_right, scored
from vision import TileReader

PHOTOS = Path(os.environ.get("TABLESIDE_PHOTOS", ""))


@pytest.fixture(scope="module")
def reader() -> TileReader:
    return TileReader()


@pytest.mark.long
@pytest.mark.parametrize("declared", HANDS, ids=[hand.photo.rsplit("/", 1)[1] for hand in HANDS])
def test_a_photographed_riichi_hand_is_scored_right(reader: TileReader, declared: Declared) -> None:
    if not (os.environ.get("TABLESIDE_PHOTOS") and (PHOTOS / declared.photo).is_file()):
        pytest.skip("TABLESIDE_PHOTOS names no folder with the photograph")
    found = scored(reader, PHOTOS, declared)
    assert is_right(declared, found), found
