"""Where others reach this computer: its addresses in the network, the best one for a phone, and what is printed."""

import ipaddress
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from io import StringIO
from typing import Final
from urllib.parse import urlsplit

import click
import ifaddr
import segno

from webui.access.pin import Access
from webui.commands.language import spoken

_VIRTUAL: Final = re.compile(
    r"(docker|br-|veth|virbr|vmnet|vboxnet|lxc|lxd|cni|flannel|cali|podman|tun|tap|utun|wg|zt|tailscale|bridge\d|awdl|llw)"
    r"|.*(virtual|vethernet|hyper-v|vmware|wsl|loopback|bluetooth)",
    re.IGNORECASE,
)
"""Names of network adapters that lead to virtual machines, containers or tunnels, as operating systems give them; no
phone in the room is behind them."""

_HOME: Final = tuple(map(ipaddress.ip_network, ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12")))
"""Private networks (RFC 1918), the one that access points use most first."""

EVERYWHERE: Final = ("0.0.0.0", "::")
"""Addresses that mean all of this computer's."""


@dataclass(frozen=True, slots=True)
class Adapter:
    """A network adapter: its name for people, and its addresses."""

    name: str
    addresses: tuple[str, ...]


def adapters() -> list[Adapter]:
    """The network adapters of this computer with their IPv4 addresses."""
    return [
        Adapter(each.nice_name, tuple(ip.ip for ip in each.ips if isinstance(ip.ip, str)))  # IPv6 is a tuple
        for each in ifaddr.get_adapters()
    ]


def reachable(found: Iterable[Adapter]) -> list[str]:
    """The addresses by which others in the network may reach this computer, the likeliest first.

    Addresses of private networks come before public ones and those of tunnels; virtual adapters count only where there
    are no others.
    """
    ranked = []
    for adapter in found:
        for text in adapter.addresses:
            address = ipaddress.ip_address(text)
            if not (address.is_loopback or address.is_link_local or address.is_unspecified):
                home = next((rank for rank, network in enumerate(_HOME) if address in network), len(_HOME))
                ranked.append((_VIRTUAL.match(adapter.name) is not None, home, text))
    real = [each for each in ranked if not each[0]]
    return [text for _, _, text in sorted(real or ranked, key=lambda each: each[:2])]


def for_phones(
    host: str, port: int, name: str | None = None, found: Iterable[Adapter] | None = None, *, https: bool = False
) -> list[str]:
    """The addresses of the page for other devices, the best one first; none where it is for this computer alone.

    Args:
        host: Address that the page listens on.
        port: Port that it listens on.
        name: Name of this computer in the network, or the address that a proxy has the page at, if one was given.
        found: The network adapters; by default those of this computer.
        https: Whether the page is served by HTTPS.
    """
    if name and "://" in name:
        return [f"{name.rstrip('/')}/"]
    if name:
        hosts = [name]
    elif host in EVERYWHERE:
        hosts = reachable(adapters() if found is None else found)
    else:
        hosts = [] if for_this_computer(host) else [f"[{host}]" if ":" in host else host]
    return [f"{'https' if https else 'http'}://{each}:{port}/" for each in hosts]


def host_of(name: str) -> str:
    """Return the host of what `--name` takes: a host, or an address such as `https://hall.example/tableside/`.

    Raises:
        ValueError: It is neither.
    """
    parts = urlsplit(name if "://" in name else f"http://{name}")
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise ValueError(name)
    if "://" not in name and name != parts.hostname and name.lower() != parts.hostname:
        raise ValueError(name)
    return parts.hostname


def for_this_computer(host: str) -> bool:
    """Whether who listens on that host is heard by this computer alone."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def printed(host: str, port: int, phones: list[str], access: Access | None) -> list[str]:
    """What to type into a browser, here and on a phone, the PIN, and a QR code where the terminal can show one.

    Args:
        host: Address that the page listens on.
        port: Port that it listens on.
        phones: The addresses for other devices.
        access: The PIN that they need for changes; None where there are no other devices.
    """
    words = spoken()
    own = "localhost" if host in EVERYWHERE else f"[{host}]" if ":" in host else host
    lines = [words("Tableside is at %(address)s (stop it with Ctrl+C)", {"address": f"http://{own}:{port}/"})]
    if access is None:
        return lines
    if host in EVERYWHERE or phones:
        lines += [words("On a phone in the same network: %(address)s", {"address": address}) for address in phones]
    if not phones:
        lines.append(words("No phone can reach it: this computer is in no network"))
    lines.append(words("PIN for changes from other devices: %(pin)s (watching needs none)", {"pin": access.pin}))
    if phones and _shows_blocks():
        lines += [words("Scan this with the phone:") + f"\n\n{_blocks(f'{phones[0]}#pin={access.pin}')}"]
    return lines


def print_addresses(host: str, port: int, phones: list[str], access: Access | None) -> None:
    """Prints them on standard output."""
    for line in printed(host, port, phones, access):
        click.echo(line)


def _shows_blocks() -> bool:
    """Whether standard output is a terminal with the block characters of Unicode."""
    return sys.stdout.isatty() and (sys.stdout.encoding or "").lower().startswith("utf")


def _blocks(text: str) -> str:
    drawn = StringIO()
    segno.make_qr(text, error="m").terminal(drawn, border=2, compact=True)
    return drawn.getvalue()
