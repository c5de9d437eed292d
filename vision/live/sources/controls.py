"""The settings of a camera connected to this computer, which it adjusts unless they are fixed.

They are read and set by the Video4Linux interface of Linux, on a file of its own beside the one that gives the
pictures. The numbers are those of `linux/v4l2-controls.h` and `linux/videodev2.h`; values are in the driver's units.
"""

import os
import struct
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal, get_args

ControlName = Literal["focus", "exposure", "gain", "white_balance", "mains"]
"""A setting: `mains` is the frequency of the lamps whose flicker the camera suppresses."""

NAMES: Final[tuple[ControlName, ...]] = get_args(ControlName)

USUAL_SIZE: Final = (1920, 1080)
"""Width and height in pixels requested from a camera for which none were chosen. More takes longer to decode; less
makes distant tiles unreadable."""

LARGEST: Final = (3840, 2160)
"""Width and height of the largest pictures that are offered. More takes longer to decode and gains nothing: a tile then
has twice the pixels that it needs."""

SMALLEST: Final = (1280, 720)
"""Width and height of the smallest pictures that are offered. Less shows tiles too small to read."""

_MOST_SIZES: Final = 256
"""Most sizes of pictures to ask a driver for. More takes longer with a driver whose list never ends; fewer misses
some."""

_QUERY: Final = 0xC0445624
"""`VIDIOC_QUERYCTRL`."""
_GET: Final = 0xC008561B
"""`VIDIOC_G_CTRL`."""
_SET: Final = 0xC008561C
"""`VIDIOC_S_CTRL`."""
_SIZES: Final = 0xC02C564A
"""`VIDIOC_ENUM_FRAMESIZES`."""

_QUERIED: Final = struct.Struct("@II32siiiiI8x")
"""`struct v4l2_queryctrl`: id, type, name, least, most, step, usual value, flags."""
_CONTROL: Final = struct.Struct("@Ii")
"""`struct v4l2_control`: id, value."""
_FRAME_SIZE: Final = struct.Struct("@IIIII16x8x")
"""`struct v4l2_frmsizeenum`: number, format, type, width, height; a range of sizes begins with two widths."""

_DISABLED: Final = 1
"""The flag of a control that does not work."""
_DISCRETE: Final = 1
"""The type of a single frame size."""
_JPEG: Final = int.from_bytes(b"MJPG", "little")

_IDS: Final[Mapping[ControlName, int]] = {
    "focus": 0x009A090A,
    "exposure": 0x009A0902,
    "gain": 0x00980913,
    "white_balance": 0x0098091A,
    "mains": 0x00980918,
}
"""`FOCUS_ABSOLUTE`, `EXPOSURE_ABSOLUTE`, `GAIN`, `WHITE_BALANCE_TEMPERATURE`, `POWER_LINE_FREQUENCY`."""

_AUTOMATICS: Final[Mapping[ControlName, tuple[int, int]]] = {
    "focus": (0x009A090C, 0),
    "exposure": (0x009A0901, 1),
    "gain": (0x00980912, 0),
    "white_balance": (0x0098090C, 0),
}
"""The control by which a camera makes a setting itself, and its value if it does not: `FOCUS_AUTO`, `EXPOSURE_AUTO`,
`AUTOGAIN`, `AUTO_WHITE_BALANCE`."""


@dataclass(frozen=True, slots=True)
class Controls:
    """The settings of a camera that are fixed.

    Attributes:
        fixed: The value of each fixed setting; the camera makes the others itself.
        size: Width and height of its pictures, or None for the usual size.
    """

    fixed: Mapping[ControlName, int] = field(default_factory=dict)
    size: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class ControlSetting:
    """A setting that a camera has.

    Attributes:
        name: Its name.
        value: Its present value; a camera that makes it itself may tell an old one.
        least: Its least value.
        most: Its greatest value.
        step: The least difference of two values.
    """

    name: ControlName
    value: int
    least: int
    most: int
    step: int


def _ioctl(file: int, request: int, data: bytearray) -> None:
    import fcntl  # Windows lacks it

    fcntl.ioctl(file, request, data)


class ControlPanel:
    """The settings of one camera.

    Attributes:
        device: The device of the camera.
        kept: Those that are fixed whenever the camera opens.
    """

    def __init__(self, device: Path, ioctl: Callable[[int, int, bytearray], None] = _ioctl) -> None:
        """Prepare the panel without opening the device.

        Args:
            device: The device of the camera, such as `/dev/video0`.
            ioctl: The system's call of that name.
        """
        self.kept = Controls()
        self.device: Final = device
        self._ioctl = ioctl

    def settings(self) -> tuple[ControlSetting, ...]:
        """Return the settings that the camera has; none if it is gone."""
        with suppress(OSError), _opened(self.device) as file:
            return tuple(found for name in NAMES if (found := self._setting(file, name)))
        return ()

    def sizes(self) -> tuple[tuple[int, int], ...]:
        """Return the sizes from `SMALLEST` to `LARGEST` in which it sends JPEG pictures, the largest first."""
        with suppress(OSError), _opened(self.device) as file:
            return tuple(sorted(set(self._sizes(file)), key=lambda size: size[0] * size[1], reverse=True))
        return ()

    def present(self) -> Controls:
        """Return its settings as they are now, to be fixed."""
        return Controls({each.name: each.value for each in self.settings()})

    def apply(self) -> None:
        """Fix the settings that are kept; what the camera lacks or refuses is skipped."""
        with suppress(OSError), _opened(self.device) as file:
            for name in NAMES:
                if name in self.kept.fixed:
                    self._fix(file, name, self.kept.fixed[name])

    def release(self) -> None:
        """Let the camera make its settings itself again."""
        with suppress(OSError), _opened(self.device) as file:
            for name in NAMES:
                self._free(file, name)

    def _setting(self, file: int, name: ControlName) -> ControlSetting | None:
        queried = self._query(file, _IDS[name])
        if queried is None:
            return None
        least, most, step, _ = queried
        data = bytearray(_CONTROL.pack(_IDS[name], 0))
        self._ioctl(file, _GET, data)
        return ControlSetting(name, _CONTROL.unpack(data)[1], least, most, step)

    def _query(self, file: int, control: int) -> tuple[int, int, int, int] | None:
        """Return least and greatest value, step and usual value of a control, or None if the camera lacks it."""
        data = bytearray(_QUERIED.pack(control, 0, b"", 0, 0, 0, 0, 0))
        try:
            self._ioctl(file, _QUERY, data)
        except OSError:
            return None
        _, _, _, least, most, step, usual, flags = _QUERIED.unpack(data)
        return None if flags & _DISABLED else (least, most, step, usual)

    def _sizes(self, file: int) -> Iterator[tuple[int, int]]:
        for number in range(_MOST_SIZES):
            data = bytearray(_FRAME_SIZE.pack(number, _JPEG, 0, 0, 0))
            try:
                self._ioctl(file, _SIZES, data)
            except OSError:  # there are no more
                return
            _, _, kind, width, height = _FRAME_SIZE.unpack(data)
            fits = SMALLEST[0] <= width <= LARGEST[0] and SMALLEST[1] <= height <= LARGEST[1]
            if kind == _DISCRETE and fits:
                yield width, height

    def _fix(self, file: int, name: ControlName, value: int) -> None:
        if name in _AUTOMATICS:
            self._set(file, *_AUTOMATICS[name])
        self._set(file, _IDS[name], value)

    def _free(self, file: int, name: ControlName) -> None:
        """Let the camera make a setting itself, or give it its usual value."""
        control = _AUTOMATICS[name][0] if name in _AUTOMATICS else _IDS[name]
        for each in (control, _IDS[name]):
            if queried := self._query(file, each):
                self._set(file, each, queried[3])
                return

    def _set(self, file: int, control: int, value: int) -> None:
        with suppress(OSError):  # the camera lacks it, or refuses the value
            self._ioctl(file, _SET, bytearray(_CONTROL.pack(control, value)))


@contextmanager
def _opened(device: Path) -> Iterator[int]:
    file = os.open(device, os.O_RDWR | getattr(os, "O_NONBLOCK", 0))
    try:
        yield file
    finally:
        os.close(file)


def panel_of(camera: int | str) -> ControlPanel | None:
    """Return the panel of a camera, by its number or device, or None on systems without Video4Linux."""
    if not sys.platform.startswith("linux"):
        return None
    return ControlPanel(Path(f"/dev/video{camera}") if isinstance(camera, int) else Path(camera))
