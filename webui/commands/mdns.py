"""Announcement of the page by multicast DNS (RFC 6762, RFC 6763), if `zeroconf` is installed.

Phones and computers can then reach it as `http://NAME.local`, and service browsers list it.
"""

import logging
import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final

SERVICE: Final = "_http._tcp.local."

_log = logging.getLogger(__name__)


def local_name() -> str:
    """Return the name of this computer in multicast DNS, such as `desk.local`."""
    return f"{socket.gethostname().split('.')[0].lower()}.local"


@contextmanager
def announced(addresses: Sequence[str], port: int) -> Iterator[bool]:
    """Announce the page at these addresses; yield True on success, which needs `zeroconf` and an address.

    Args:
        addresses: IPv4 addresses at which others reach this computer.
        port: Port on which the page listens.
    """
    found = _zeroconf() if addresses else None
    if found is None:
        yield False
        return
    try:
        line = found.Zeroconf(interfaces=list(addresses))
    except OSError as error:
        _log.warning("%s", error)
        yield False
        return
    name = local_name()
    service = found.ServiceInfo(
        SERVICE,
        f"Tableside on {name.removesuffix('.local')}.{SERVICE}",
        parsed_addresses=list(addresses),
        port=port,
        server=f"{name}.",
    )
    thread = threading.Thread(target=_register, args=(line, service), name="mdns", daemon=True)  # it takes seconds
    thread.start()
    try:
        yield True
    finally:
        line.close()  # announces the end
        thread.join(1)


def _zeroconf() -> Any:
    """Return the library, or None if it is not installed."""
    try:
        import zeroconf
    except ImportError:
        return None
    return zeroconf


def _register(line: Any, service: Any) -> None:
    with suppress(Exception):  # it may be closed already, or the name may be taken
        line.register_service(service, allow_name_change=True)
