"""The structure of a JPEG file."""

import cv2
import numpy as np
import pytest

from vision.jpeg import END, parsed

PICTURE = np.random.default_rng(1).integers(0, 255, (48, 64, 3), np.uint8)


def jpeg(progressive: bool) -> bytes:
    return cv2.imencode(".jpg", PICTURE, [cv2.IMWRITE_JPEG_PROGRESSIVE, int(progressive)])[1].tobytes()


@pytest.mark.parametrize("progressive", [False, True])
def test_a_whole_file_is_told_from_one_that_is_cut(progressive: bool) -> None:
    data = jpeg(progressive)
    whole = parsed(data)
    assert (whole.size, whole.progressive, whole.ended) == ((64, 48), progressive, True)
    assert (len(whole.scans) > 1) is progressive
    assert bool(whole.held) is progressive
    assert not parsed(data.removesuffix(END)).ended
    assert whole.samples >= 64 * 48


def test_what_is_no_jpeg_has_no_structure() -> None:
    for data in (b"", b"\x89PNG", b"\xff\xd8", b"\xff\xd8\xff\xe0"):
        found = parsed(data)
        assert (found.size, found.scans) == ((0, 0), [])
