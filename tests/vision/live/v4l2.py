"""A camera as Linux shows its settings. No test has a real one: this stands where the system's `ioctl` is called."""

import errno
import struct
from dataclasses import dataclass, field

FOCUS_AUTO, FOCUS = 0x009A090C, 0x009A090A
EXPOSURE_AUTO, EXPOSURE = 0x009A0901, 0x009A0902
GAIN = 0x00980913
WHITE_AUTO, WHITE = 0x0098090C, 0x0098091A
MAINS = 0x00980918


@dataclass
class Driver:
    """A webcam's driver, as uvcvideo behaves: what the camera makes itself cannot be set meanwhile.

    Attributes:
        controls: Least, greatest, usual and present value of each control.
        sizes: Its sizes of JPEG pictures.
        calls: The controls that were set, in order.
    """

    controls: dict[int, list[int]] = field(
        default_factory=lambda: {
            FOCUS_AUTO: [0, 1, 1, 1],
            FOCUS: [0, 250, 0, 45],
            EXPOSURE_AUTO: [0, 3, 3, 3],
            EXPOSURE: [3, 2047, 250, 156],
            GAIN: [0, 255, 64, 80],
            WHITE_AUTO: [0, 1, 1, 1],
            WHITE: [2000, 6500, 4000, 4600],
            MAINS: [0, 2, 2, 2],
        }
    )
    sizes: list[tuple[int, int]] = field(
        default_factory=lambda: [(640, 480), (1920, 1080), (2592, 1944), (3840, 2160), (7680, 4320)]
    )
    calls: list[tuple[int, int]] = field(default_factory=list)

    def __call__(self, file: int, request: int, data: bytearray) -> None:
        assert file >= 0
        size = {0xC0445624: 68, 0xC008561B: 8, 0xC008561C: 8, 0xC02C564A: 44}[request]
        assert len(data) == size == request >> 16 & 0x3FFF  # the size that the number of the call states
        if request == 0xC02C564A:
            number, code = struct.unpack_from("II", data)
            assert code.to_bytes(4, "little") == b"MJPG"
            if number >= len(self.sizes):
                raise OSError(errno.EINVAL, "Invalid argument")
            struct.pack_into("III", data, 8, 1, *self.sizes[number])
            return
        (control,) = struct.unpack_from("I", data)
        if control not in self.controls:
            raise OSError(errno.EINVAL, "Invalid argument")
        held = self.controls[control]
        if request == 0xC0445624:
            struct.pack_into("iiiiI", data, 40, held[0], held[1], 1, held[2], 0)
        elif request == 0xC008561B:
            struct.pack_into("i", data, 4, held[3])
        else:
            (value,) = struct.unpack_from("i", data, 4)
            self._set(control, value)

    def _set(self, control: int, value: int) -> None:
        automatic = {FOCUS: (FOCUS_AUTO, 0), EXPOSURE: (EXPOSURE_AUTO, 1), WHITE: (WHITE_AUTO, 0)}.get(control)
        if automatic and self.controls[automatic[0]][3] != automatic[1]:
            raise OSError(errno.EACCES, "Permission denied")
        least, most, _, _ = self.controls[control]
        if not least <= value <= most:
            raise OSError(errno.ERANGE, "Numerical result out of range")
        self.controls[control][3] = value
        self.calls.append((control, value))

    def value(self, control: int) -> int:
        return self.controls[control][3]
