"""Sources of pictures: names without paths, and pictures of one form."""

from pathlib import Path

import cv2
import numpy as np

from vision.live.sources.source import (
    FolderFileError,
    LostSourceError,
    UnknownSourceError,
    as_picture,
    name_of,
    shot_of,
)


def test_a_name_has_no_path() -> None:
    assert name_of(Path("/home/ann/pictures")) == "pictures"
    assert name_of(Path("/")) == "/"


def test_a_picture_has_three_colours_of_its_own() -> None:
    grey = np.full((4, 6), 7, np.uint8)
    assert as_picture(grey).shape == (4, 6, 3)
    turned = np.zeros((6, 4, 3), np.uint8).transpose(1, 0, 2)
    assert as_picture(turned).flags.c_contiguous


def test_a_shot_is_made_of_what_has_a_head() -> None:
    data = cv2.imencode(".jpg", np.zeros((48, 64, 3), np.uint8))[1].tobytes()
    found = shot_of(data)
    assert found is not None
    assert found.size == (64, 48)
    assert shot_of(b"no jpeg") is None


def test_errors_name_the_source() -> None:
    assert dict(UnknownSourceError("x", ("rtsp",)).about) == {"source": "x", "kinds": ("rtsp",)}
    assert dict(LostSourceError("source-closed", "cam").about) == {"source": "cam"}
    assert FolderFileError("f", "a.jpg", "why").kind == "folder-file"
