"""The page announced in the network by multicast DNS (RFC 6762, RFC 6763), where `zeroconf` is installed.

Phones and computers then reach it as `http://NAME.local`, and programs that look for pages list it.
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
    """The name of this computer in multicast DNS, such as `desk.local`."""
    return f"{socket.gethostname().split('.')[0].lower()}.local"


@contextmanager
def announced(addresses: Sequence[str], port: int) -> Iterator[bool]:
    """Announces the page on these addresses; says whether it does, which needs `zeroconf` and an address.

    Args:
        addresses: IPv4 addresses by which others reach this computer.
        port: Port that the page listens on.
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
        line.close()  # says goodbye
        thread.join(1)


def _zeroconf() -> Any:
    """The library, None where it is not installed."""
    try:
        import zeroconf
    except ImportError:
        return None
    return zeroconf


def _register(line: Any, service: Any) -> None:
    with suppress(Exception):  # it may be closed meanwhile, or the name is taken
        line.register_service(service, allow_name_change=True)
