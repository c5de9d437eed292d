"""A picture of a camera, decoded only as far as it is looked at."""

from functools import cached_property
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Picture

SMALL_SIDE: Final = 480
"""Least pixels of a small picture's longer side, if the picture has as many. More takes longer to decode; less misses
a finger."""

_REDUCED: Final = ((8, cv2.IMREAD_REDUCED_COLOR_8), (4, cv2.IMREAD_REDUCED_COLOR_4), (2, cv2.IMREAD_REDUCED_COLOR_2))
"""Shares of a side at which OpenCV decodes a JPEG picture at once, without its full pixels."""


class DamagedPictureError(ValueError):
    """The bytes of a picture cannot be decoded: use the next one."""


class Shot:
    """A picture of a camera: pixels, or the bytes of a JPEG picture that are decoded when they are needed."""

    def __init__(self, picture: Picture | None = None, *, jpeg: bytes = b"", size: tuple[int, int] = (0, 0)) -> None:
        """Take one of both.

        Args:
            picture: (height, width, 3) blue-green-red pixels.
            jpeg: The bytes of a JPEG picture.
            size: Its width and height in pixels.
        """
        self.jpeg: Final = jpeg
        self.size: Final = size if picture is None else (picture.shape[1], picture.shape[0])
        if picture is not None:
            self.pixels = picture

    @cached_property
    def pixels(self) -> Picture:
        """The (height, width, 3) blue-green-red pixels.

        Raises:
            DamagedPictureError: They cannot be decoded.
        """
        return self._decoded(cv2.IMREAD_COLOR)

    @cached_property
    def small(self) -> Picture:
        """The picture, the longer side at least `SMALL_SIDE` pixels, at most twice as many; a smaller picture as it is.

        Raises:
            DamagedPictureError: It cannot be decoded.
        """
        longer = max(self.size)
        by, reduced = next(((by, flag) for by, flag in _REDUCED if longer >= by * SMALL_SIDE), (1, cv2.IMREAD_COLOR))
        if self.jpeg and "pixels" not in self.__dict__:
            return self._decoded(reduced)
        if by == 1:
            return self.pixels
        size = (max(1, self.size[0] // by), max(1, self.size[1] // by))
        return np.asarray(cv2.resize(self.pixels, size, interpolation=cv2.INTER_AREA), np.uint8)

    @property
    def sound(self) -> bool:
        """True if it can be decoded, which is tried at the size of `small`."""
        try:
            return self.small.size > 0
        except DamagedPictureError:
            return False

    def same(self, other: "Shot") -> bool:
        """Return True if two shots have the same bytes, or the same pixels."""
        if self.jpeg or other.jpeg:
            return self.jpeg == other.jpeg
        one, two = self.pixels, other.pixels
        return bool(one.shape == two.shape and (one[::8, ::8] == two[::8, ::8]).all() and np.array_equal(one, two))

    def _decoded(self, flag: int) -> Picture:
        data: NDArray[np.uint8] = np.frombuffer(self.jpeg, np.uint8)
        flag |= cv2.IMREAD_IGNORE_ORIENTATION  # so that its size is that of its head
        picture = cv2.imdecode(data, flag) if len(data) else None
        if picture is None:
            raise DamagedPictureError("a picture of the camera is damaged")
        return np.ascontiguousarray(picture, np.uint8)
