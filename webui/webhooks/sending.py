"""Delivery of a message to an address of the web: signed, to the address that was looked up, without redirects."""

import base64
import hashlib
import hmac
import ipaddress
import socket
import ssl
import time
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final
from urllib.parse import SplitResult, urlsplit

import ifaddr
import urllib3
from urllib3.util import Retry, Timeout

from webui.records.webhooks import LONGEST_ADDRESS, WebhookError

TIMEOUT: Final = Timeout(connect=5, read=10)
"""Seconds for a connection and an answer. More holds the news up behind a slow receiver; less sends twice to one that
takes its time."""

_HEARD: Final = 4096
"""Bytes of an answer that are taken off the line before the connection ends; nothing is made of them."""

_NAT64: Final = ipaddress.ip_network("64:ff9b::/96")
"""Addresses of IPv6 that stand for one of IPv4, in their last 32 bits (RFC 6052)."""

_Address = ipaddress.IPv4Address | ipaddress.IPv6Address


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer of a receiver.

    Attributes:
        status: Its status; 0 for none.
        trouble: The reason of a failure, as in `webui.records.webhooks.Delivery`; empty if it was taken.
        ms: Milliseconds that it took.
        after: Seconds for which the receiver asks to be left alone, or None.
    """

    status: int
    trouble: str
    ms: int
    after: float | None = None


def checked(address: str) -> SplitResult:
    """Return the parts of an address of the web.

    Raises:
        WebhookError: It is another one, or names a person.
    """
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
        ascii_host = (host or "").encode("idna").decode()
    except ValueError as error:  # a port that is no number, an unclosed bracket, a host that is no name
        raise WebhookError("webhook-address") from error
    usable = parts.scheme in ("http", "https") and ascii_host and (port is None or port > 0) and not parts.username
    if not usable or len(address) > LONGEST_ADDRESS or not address.isascii() or not address.isprintable():
        raise WebhookError("webhook-address")
    return parts


def is_local(address: str) -> bool:
    """Return True for an address of this computer, of a network that it is in, or of no place on the internet."""
    ip: _Address = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None)
        if ip in _NAT64:
            inner = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
        if inner is not None:
            return is_local(str(inner))
    if not ip.is_global or ip.is_multicast or ip.is_reserved:
        return True
    return any(ip in network for network in _own_networks())


def _own_networks() -> Iterable[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    """Yield the networks of the adapters of this computer."""
    for adapter in ifaddr.get_adapters():
        for each in adapter.ips:
            own = each.ip if isinstance(each.ip, str) else each.ip[0]
            yield ipaddress.ip_network(f"{own.partition('%')[0]}/{each.network_prefix}", strict=False)


def look_up(parts: SplitResult, local: bool) -> str:
    """Return the address of a host to connect to.

    Args:
        parts: The address of the web.
        local: True if it may be one of this computer and its network.

    Raises:
        WebhookError: `webhook-unknown`, `webhook-local`: there is none, or none that it may be.
    """
    host = parts.hostname or ""
    try:
        found = socket.getaddrinfo(host, parts.port or 0, type=socket.SOCK_STREAM)
    except OSError as error:
        raise WebhookError("webhook-unknown", host=host) from error
    addresses = [str(each[4][0]) for each in found]
    allowed = [each for each in addresses if local or not is_local(each)]
    if not allowed:
        raise WebhookError("webhook-local", host=host)
    return allowed[0]


def signature(secret: str, id: str, at: int, body: bytes) -> str:
    """Return the signature of a message, as Standard Webhooks 1.0 makes it."""
    made = hmac.new(secret.encode(), f"{id}.{at}.".encode() + body, hashlib.sha256).digest()
    return f"v1,{base64.b64encode(made).decode()}"


def shown_secret(secret: str) -> str:
    """Return a secret in the form that libraries of Standard Webhooks take."""
    return f"whsec_{base64.b64encode(secret.encode()).decode()}"


def post(address: str, local: bool, secret: str, id: str, body: bytes) -> Reply:
    """Send a message once; the address is looked up once, and the connection is made to the address found."""
    began = time.monotonic()

    def reply(status: int, trouble: str, after: float | None = None) -> Reply:
        return Reply(status, trouble, round((time.monotonic() - began) * 1000), after)

    try:
        parts = checked(address)
        place = look_up(parts, local)
    except WebhookError as error:
        return reply(0, error.kind.removeprefix("webhook-"))
    now = int(time.time())
    headers = {
        "Host": parts.netloc,
        "Content-Type": "application/json",
        "User-Agent": "Tableside",
        "webhook-id": id,
        "webhook-timestamp": str(now),
        "webhook-signature": signature(secret, id, now, body),
    }
    target = f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}"
    with _pool(parts, place) as pool:
        try:
            answer = pool.urlopen(
                "POST", target, body, headers, retries=False, redirect=False, preload_content=False, timeout=TIMEOUT
            )
            status, after = answer.status, Retry().get_retry_after(answer) if "Retry-After" in answer.headers else None
            answer.read(_HEARD)
            answer.close()
        except (urllib3.exceptions.HTTPError, OSError):
            return reply(0, "silent")
    if 200 <= status < 300:
        return reply(status, "")
    return reply(status, "redirected" if 300 <= status < 400 else "refused", after)


def _pool(parts: SplitResult, place: str) -> urllib3.HTTPConnectionPool:
    """Return the connections to a looked-up address; the certificate must be that of the host."""
    if parts.scheme == "http":
        return urllib3.HTTPConnectionPool(place, parts.port or 80, maxsize=1)
    host = parts.hostname or ""
    return urllib3.HTTPSConnectionPool(
        place, parts.port or 443, maxsize=1, server_hostname=host, assert_hostname=host, ssl_context=_tls()
    )


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()
