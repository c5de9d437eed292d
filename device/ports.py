"""Ports and drivers: the ports that may be a box, and opening one."""

import errno
import logging
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import serial
from serial.tools import list_ports

from device.drivers import Driver
from device.errors import DeviceTrouble, PortError, UnknownPortError, trouble

GROUP: Final = "tableside.box"
"""Entry-point group under which a package names its own `Driver`."""

ANY_BOX: Final = "auto"
"""The address of a box to look for by the USB ids of the drivers."""

READ_TIMEOUT: Final = 0.02
"""Seconds that a read waits for its first byte. More delays lamps and answers; less wakes the processor more often."""

WRITE_TIMEOUT: Final = 0.5
"""Seconds after which a write to a blocked port fails. More delays noticing it; less gives up on a slow USB adapter."""

CHUNK: Final = 4096
"""Most bytes read at once. More lets one read of a flooded port take longer; less needs more reads."""


@dataclass(frozen=True, slots=True)
class Port:
    """A serial port of this computer.

    Attributes:
        address: Address, such as `/dev/ttyACM0` or `COM3`.
        description: The system's name for it.
        usb: Vendor id, product id and serial number ("" if the chip has none), or None if it is not USB.
    """

    address: str
    description: str
    usb: tuple[int, int, str] | None

    def fits(self, driver: Driver) -> bool:
        """Return True if a driver's boxes have this port's USB ids."""
        return self.usb is not None and self.usb[:2] in driver.usb_ids


@dataclass(frozen=True, slots=True)
class Candidate:
    """A port that may be a box, and the driver to try on it."""

    address: str
    driver: Driver


Search = Callable[[], Sequence[Candidate]]


def drivers() -> tuple[Driver, ...]:
    """Return the drivers that are registered under `tableside.box`, those of this package first, and those of serial
    lines before others.

    An entry point that cannot be imported, or is not a `Driver`, is skipped with a warning in the log.
    """
    found = []
    for entry in entry_points(group=GROUP):
        try:
            driver = entry.load()
        except Exception:
            logging.getLogger(__name__).warning("driver %s cannot be imported", entry.value, exc_info=True)
            continue
        if not isinstance(driver, Driver):
            logging.getLogger(__name__).warning(
                "driver %s is a %s, expected a device.drivers.Driver", entry.value, type(driver).__name__
            )
            continue
        foreign = entry.module.partition(".")[0] != __name__.partition(".")[0]
        found.append((foreign, driver.ports is not None, driver.name, driver))
    return tuple(driver for *_, driver in sorted(found, key=lambda each: each[:3]))


def ports(comports: Callable[[], Iterable[Any]] = list_ports.comports) -> list[Port]:
    """Return the serial ports that this computer has now, sorted by address."""
    return sorted(
        (
            Port(
                info.device,
                "" if info.description in (None, "n/a") else info.description,  # pyserial's word for none
                None if info.vid is None else (info.vid, info.pid, info.serial_number or ""),
            )
            for info in comports()
        ),
        key=lambda port: port.address,
    )


def search(
    address: str | None,
    known: Sequence[Driver],
    comports: Callable[[], Iterable[Any]] = list_ports.comports,
) -> Search:
    """Return a function that lists the ports to try, each time it is called.

    Args:
        address: A port (`/dev/ttyACM0`, `COM3`) or any other address pyserial opens (`socket://table7:4000`,
            `rfc2217://…`, `hwgrep://…`, `loop://`), or one of a driver's own (`keypad`); None searches for known USB
            ids.
        known: The drivers to try, in this order.
        comports: Returns the ports of this computer.

    Returns:
        The function. If a named USB port has vanished, it lists the port where the same chip has reappeared: the one
        with its serial number or, if the chip has none, the only one with its ids.
    """
    usb: tuple[int, int, str] | None = None

    def by_usb_id() -> list[Candidate]:
        return [Candidate(port.address, driver) for port in ports(comports) for driver in known if port.fits(driver)]

    def by_name() -> list[Candidate]:
        nonlocal usb
        assert address is not None
        now = ports(comports)
        named = next((port for port in now if port.address == address), None)
        if named and named.usb:
            usb = named.usb
        same = [port.address for port in now if usb and port.usb == usb]
        if not named and len(same) == 1:
            return [Candidate(same[0], driver) for driver in known]
        return [Candidate(address, driver) for driver in known]

    own = next((driver for driver in known if address and driver.ports and driver.ports.have(address)), None)
    if own and own.ports and address:
        found = own.ports.find if address == own.ports.scheme else lambda: [address]
        return lambda: [Candidate(each, own) for each in found()]
    known = [driver for driver in known if driver.ports is None]
    return by_name if address else by_usb_id


def is_address(address: str, known: Sequence[Driver]) -> bool:
    """Return True if an address may be that of a box, now or once it is plugged in.

    Args:
        address: The address.
        known: The drivers, which may have addresses of their own.
    """
    scheme, colon, _ = address.partition("://")
    if colon:
        packages = serial.protocol_handler_packages
        return any(find_spec(f"{package}.protocol_{scheme.lower()}") for package in packages)
    if any(driver.ports and driver.ports.have(address) for driver in known):
        return True
    return (
        "/" in address
        or re.fullmatch(r"COM\d+", address, re.IGNORECASE) is not None
        or (bool(address) and Path(address).exists())
    )


def open_candidate(candidate: Candidate, baud: int) -> Any:
    """Open the port of a candidate.

    Raises:
        PortError: It cannot be opened.
    """
    own = candidate.driver.ports
    return own.open(candidate.address) if own else open_port(candidate.address, baud)


def open_port(address: str, baud: int) -> Any:
    """Open a port exclusively, without restarting the board if it was opened before.

    An Arduino restarts when DTR is asserted, which systems do when they open a port whose DTR had been dropped. On
    POSIX, `HUPCL` is turned off so that DTR stays asserted and only the first opening after plugging in restarts the
    board; on Windows, DTR is never asserted.

    Raises:
        UnknownPortError: pyserial does not know the address.
        PortError: The port cannot be opened.
    """
    try:
        return _opened(address, baud)
    except ValueError as error:
        raise UnknownPortError(trouble("port-unknown", address=address, reason=str(error))) from error
    except OSError as error:
        raise PortError(port_trouble(error, address)) from error


def _opened(address: str, baud: int) -> Any:
    port = serial.serial_for_url(
        address,
        baudrate=baud,
        timeout=READ_TIMEOUT,
        # pyserial's RFC 2217 client does not support exclusive access
        write_timeout=None if address.startswith("rfc2217:") else WRITE_TIMEOUT,
        exclusive=True,
        do_not_open=True,
    )
    if sys.platform == "win32":
        port.dtr = False
    try:
        port.open()
        _keep_dtr(port)
    except Exception as error:
        if port.is_open:
            port.close()
        if isinstance(error, OSError | ValueError):
            raise
        # a device that vanishes while it is set up raises termios.error
        raise serial.SerialException(f"could not configure port {address}: {error}") from error
    return port


def _keep_dtr(port: Any) -> None:
    if sys.platform == "win32" or not isinstance(port, serial.Serial):
        return
    import termios

    attributes = termios.tcgetattr(port.fileno())
    attributes[2] &= ~termios.HUPCL
    termios.tcsetattr(port.fileno(), termios.TCSANOW, attributes)


def read_some(port: Any) -> bytes:
    """Return the bytes received, at most `CHUNK`; b"" if none come within `READ_TIMEOUT`."""
    data: bytes = port.read(1)
    waiting = port.in_waiting if data else 0
    if not waiting:
        return data
    # a network port tells only that bytes wait, not how many
    size = waiting if isinstance(port, serial.Serial) else CHUNK
    more: bytes = port.read(min(size, CHUNK - 1))
    return data + more


def port_trouble(error: OSError, address: str, was_open: bool = False) -> DeviceTrouble:
    """Return the reason why a port cannot be opened or, if it was open, can no longer be used."""
    if isinstance(error, serial.SerialTimeoutException):
        return trouble("port-hangs", address=address)
    if error.errno in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
        return trouble("port-missing", address=address)
    if error.errno in (errno.EACCES, errno.EPERM):
        return trouble("port-forbidden", address=address)
    if error.errno in (errno.EAGAIN, errno.EBUSY):
        return trouble("port-busy", address=address)
    if was_open:
        return trouble("port-gone", address=address)
    return trouble("port-failed", address=address, reason=str(error))
