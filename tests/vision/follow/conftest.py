"""One reader for all tests of this room."""

import pytest

from vision.reader import TileReader


@pytest.fixture(scope="session")
def reader() -> TileReader:
    return TileReader(threads=1)
