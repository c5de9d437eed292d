"""Addresses of this computer in the network, the best one for a phone, and their printing."""

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
from webui.terminal.language import spoken

_VIRTUAL: Final = re.compile(
    r"(docker|br-|veth|virbr|vmnet|vboxnet|lxc|lxd|cni|flannel|cali|podman|tun|tap|utun|wg|zt|tailscale|bridge\d|awdl|llw)"
    r"|.*(virtual|vethernet|hyper-v|vmware|wsl|loopback|bluetooth)",
    re.IGNORECASE,
)
"""Network adapters of virtual machines, containers or tunnels, by their names in operating systems; phones in the room
cannot use them."""

_HOME: Final = tuple(map(ipaddress.ip_network, ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12")))
"""Private networks (RFC 1918), those most used by access points first."""

EVERYWHERE: Final = ("0.0.0.0", "::")
"""Listening addresses that stand for all addresses of this computer."""


@dataclass(frozen=True, slots=True)
class Adapter:
    """A network adapter: its display name, and its addresses."""

    name: str
    addresses: tuple[str, ...]


def adapters() -> list[Adapter]:
    """Return the network adapters of this computer with their IPv4 addresses."""
    return [
        Adapter(each.nice_name, tuple(ip.ip for ip in each.ips if isinstance(ip.ip, str)))  # IPv6 is a tuple
        for each in ifaddr.get_adapters()
    ]


def reachable(found: Iterable[Adapter]) -> list[str]:
    """Return the addresses at which other devices may reach this computer, the likeliest first.

    Addresses of private networks come before public ones and those of tunnels; virtual adapters count only if there are
    no others.
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
    """Return the addresses of the page for other devices, the best one first; none if it is for this computer alone.

    Args:
        host: Address on which the page listens.
        port: Port on which it listens.
        name: Name of this computer in the network, or the address of the page at a proxy, if given.
        found: The network adapters; by default those of this computer.
        https: True if the page is served by HTTPS.
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
    """Return the host of a value of `--name`: a host, or an address such as `https://hall.example/tableside/`.

    Raises:
        ValueError: It is neither.
    """
    parts = urlsplit(name if "://" in name else f"http://{name}")
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise ValueError(name)
    if not re.fullmatch(r"[\w.:%-]+", parts.hostname):  # IPv6 has colons, and a zone behind %
        raise ValueError(name)
    if "://" not in name and name != parts.hostname and name.lower() != parts.hostname:
        raise ValueError(name)
    return parts.hostname


def for_this_computer(host: str) -> bool:
    """Return True if only this computer can reach a server that listens on that host."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def printed(host: str, port: int, phones: list[str], access: Access | None) -> list[str]:
    """Return the addresses to type into a browser here and on a phone, the PIN, and a QR code if the terminal can show
    it.

    Args:
        host: Address on which the page listens.
        port: Port on which it listens.
        phones: The addresses for other devices.
        access: The PIN that they need for changes, or None without other devices.
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
    """Print the addresses on standard output."""
    for line in printed(host, port, phones, access):
        click.echo(line)


def _shows_blocks() -> bool:
    """Return True if standard output is a terminal with the block characters of Unicode."""
    return sys.stdout.isatty() and (sys.stdout.encoding or "").lower().startswith("utf")


def _blocks(text: str) -> str:
    drawn = StringIO()
    segno.make_qr(text, error="m").terminal(drawn, border=2, compact=True)
    return drawn.getvalue()
