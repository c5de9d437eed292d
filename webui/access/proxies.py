"""Proxies in front of the server: which ones are trusted, and which requests come from this computer.

A program on this computer that forwards requests makes those of strangers look like its own, and some do not say so:
`ssh -L`, a tunnel, nginx without a setting. So the address of this computer gives rights only while nobody has a role,
only to a request without forwarding headers and with no other host, and to none once a proxy is trusted.
"""

import ipaddress
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from werkzeug.middleware.proxy_fix import ProxyFix

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
IPNetwork = ipaddress.IPv4Network | ipaddress.IPv6Network

_PASSED_ON: Final = re.compile(
    r"HTTP_(FORWARDED|X_FORWARDED|X_ORIGINAL_FORWARDED|X_REAL_IP|VIA"
    r"|X_CLIENT_IP|X_CLUSTER_CLIENT_IP|CLIENT_IP|TRUE_CLIENT_IP|CF_CONNECTING_IP)"
)
"""Beginnings of the headers, in WSGI's form, of programs that forward requests."""

_PREFIX: Final = re.compile(r"(/[\w.~-]+)+")
"""A path prefix under which a proxy serves the pages; anything else could lead to another site, such as
`//elsewhere.example`."""


@dataclass(frozen=True, slots=True)
class Proxies:
    """The trusted proxies.

    Attributes:
        networks: Their addresses; none by default.
    """

    networks: tuple[IPNetwork, ...] = ()

    @classmethod
    def of(cls, texts: Iterable[str]) -> "Proxies":
        """Read addresses and networks, such as `127.0.0.1` and `172.16.0.0/12`.

        Raises:
            ValueError: One of them is neither.
        """
        return cls(tuple(ipaddress.ip_network(text.strip(), strict=False) for text in texts))

    def __bool__(self) -> bool:
        return bool(self.networks)

    def trust(self, address: str) -> bool:
        """Return True if a request from this address may name its client."""
        ip = _ip(address) if self.networks else None
        return ip is not None and any(ip in network for network in self.networks)

    def client(self, peer: str, forwarded: str) -> str:
        """Return the last address of a request's route that is not a trusted proxy.

        Args:
            peer: Address of the connection.
            forwarded: `X-Forwarded-For`: each proxy appends its own client.
        """
        for hop in reversed(forwarded.split(",")):
            if not self.trust(peer) or (ip := _ip(hop)) is None:
                break
            peer = str(ip)
        return peer


NO_PROXIES: Final = Proxies()


class Forwarded:
    """A WSGI application that follows trusted proxies' headers: client, scheme, host and path prefix of a request.

    Headers of other senders are ignored.
    """

    def __init__(self, application: "WSGIApplication", trusted: Callable[[], Proxies]) -> None:
        """Wrap this application; `trusted` returns the present trusted proxies."""
        self._application: Final = application
        self._followed: Final = ProxyFix(application, x_for=1, x_proto=1, x_host=1, x_prefix=1)
        self._trusted: Final = trusted

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer a request."""
        proxies, peer = self._trusted(), environ.get("REMOTE_ADDR", "")
        if not proxies.trust(peer):
            return self._application(environ, start_response)
        prefix = environ.get("HTTP_X_FORWARDED_PREFIX", "").rstrip("/")
        proto = environ.get("HTTP_X_FORWARDED_PROTO", "")
        environ["HTTP_X_FORWARDED_FOR"] = proxies.client(peer, environ.get("HTTP_X_FORWARDED_FOR", ""))
        environ["HTTP_X_FORWARDED_PREFIX"] = prefix if _PREFIX.fullmatch(prefix) else ""
        environ["HTTP_X_FORWARDED_PROTO"] = proto if proto in ("http", "https") else ""
        return self._followed(environ, start_response)


def by_proxy(environ: "WSGIEnvironment") -> bool:
    """Return True if a trusted proxy forwarded the request."""
    return "werkzeug.proxy_fix.orig" in environ


def client_address(environ: "WSGIEnvironment") -> str:
    """Return the address of a request's client; behind a trusted proxy, the one that the proxy names.

    Args:
        environ: The WSGI environment, after `Forwarded`.
    """
    address = environ.get("REMOTE_ADDR", "")
    ip = _ip(address)
    return str(ip) if ip else str(address)


def is_local(environ: "WSGIEnvironment") -> bool:
    """Return True if a request comes from this computer and shows no sign of another one.

    Such signs are headers of proxies, HTTP/1.0, which nginx uses and browsers do not, and another host in `Host`,
    `Origin` or `Referer`.

    Args:
        environ: The WSGI environment.
    """
    if not is_loopback(client_address(environ)) or was_passed_on(environ):
        return False
    named = [environ[name] for name in ("HTTP_ORIGIN", "HTTP_REFERER") if environ.get(name)]
    return all(_is_own(address) for address in (f"//{environ.get('HTTP_HOST', '')}", *named))


def was_passed_on(environ: "WSGIEnvironment") -> bool:
    """Return True if a request shows that a program that is not trusted forwarded it.

    Args:
        environ: The WSGI environment, after `Forwarded`.
    """
    if by_proxy(environ):
        return False
    plain = environ.get("SERVER_PROTOCOL") == "HTTP/1.0" and is_loopback(client_address(environ))
    return plain or any(map(_PASSED_ON.match, environ))


def is_loopback(address: str) -> bool:
    """Return True for a loopback address."""
    ip = _ip(address)
    return ip is not None and ip.is_loopback


def _is_own(address: str) -> bool:
    try:
        host = urlsplit(address).hostname or ""
    except ValueError:
        return False
    return host == "localhost" or is_loopback(host)


def _ip(text: str) -> IPAddress | None:
    """Return an IP address, with or without a port or a zone; the IPv4 address for one mapped into IPv6."""
    text = text.strip().partition("%")[0]
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        ip = ipaddress.ip_address(text)
    except ValueError:
        return None
    return ip.ipv4_mapped or ip if isinstance(ip, ipaddress.IPv6Address) else ip
