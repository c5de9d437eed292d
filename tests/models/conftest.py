"""Training tools change how pictures are opened in their process; what is tested after them opens them as ever."""

from collections.abc import Iterator

import cv2
import pytest
from PIL import Image


@pytest.fixture(scope="module", autouse=True)
def _pictures_open_as_ever() -> Iterator[None]:
    kept = Image.open, cv2.imread, cv2.imwrite, cv2.imshow
    yield
    Image.open, cv2.imread, cv2.imwrite, cv2.imshow = kept
