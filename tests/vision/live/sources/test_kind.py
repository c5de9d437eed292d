"""The addresses that are paths, apart from numbers and URLs."""

from pathlib import Path

import pytest

from vision.live.sources.kind import path_of


@pytest.mark.parametrize(
    ("address", "path"),
    [
        ("hand.mp4", Path("hand.mp4")),
        ("./0", Path("0")),
        ("/dev/video2", Path("/dev/video2")),
        ("0", None),
        ("rtsp://10.0.0.9/live", None),
        ("", None),
    ],
)
def test_a_path_is_neither_a_number_nor_a_url(address: str, path: Path | None) -> None:
    assert path_of(address) == path
