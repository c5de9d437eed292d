"""Pictures of hands: read one at a time, and shown no larger than need be."""

import threading

import cv2
import numpy as np
import pytest

from tests.webui.shots import as_jpeg
from vision.image import ImageDataError, ImageError
from webui.hand.pictures import PHOTO_SIDE, THUMB_SIDE, jpeg
from webui.table.table import Table

PICTURE = np.zeros((480, 1280, 3), np.uint8)


def test_a_picture_that_does_not_open_leaves_no_hand(table: Table) -> None:
    def broken() -> bytes:
        raise ImageDataError("image-damaged", reason="cut short")

    with pytest.raises(ImageError):
        table.intake.from_upload(broken)
    assert table.hands.all() == []
    assert table.intake.from_upload(lambda: as_jpeg(PICTURE))  # and the next one is read


def test_one_picture_is_open_at_a_time(table: Table) -> None:
    open_now: list[int] = []
    most: list[int] = []

    def slowly() -> bytes:
        open_now.append(1)
        most.append(len(open_now))
        threading.Event().wait(0.02)
        open_now.pop()
        return as_jpeg(PICTURE)

    threads = [threading.Thread(target=table.intake.from_upload, args=(slowly,)) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(table.hands.all()) == 6
    assert max(most) == 1


@pytest.mark.parametrize(("shape", "expected"), [((3000, 4000, 3), (2880, 3840)), ((1080, 1920, 3), (1080, 1920))])
def test_shown_pictures_are_no_larger_than_they_need_be(shape: tuple[int, ...], expected: tuple[int, int]) -> None:
    data = jpeg(np.zeros(shape, np.uint8), PHOTO_SIDE)
    decoded = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert decoded is not None
    assert decoded.shape[:2] == expected
    assert jpeg(np.zeros((1, 9000, 3), np.uint8), THUMB_SIDE)
