"""The server's certificate, from this computer's own authority or from files; both are renewed in time."""

import os
import ssl
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from webui.access.authority import Authority, Certified, Issued

LOOKED: Final = 60.0
"""Seconds between two checks for a new certificate. Less reads files and adapters more often; more keeps phones out for
longer once this computer has another address."""


class OwnCertificate:
    """A certificate of this computer's authority, renewed before it ends or when the addresses change."""

    def __init__(self, authority: Authority, hosts: Callable[[], list[Certified]]) -> None:
        """Use this authority and a function that returns the present names and addresses of this computer."""
        self._authority: Final = authority
        self._hosts: Final = hosts
        self._issued: Issued | None = None
        self._context: ssl.SSLContext | None = None
        self._looked = 0.0

    def context(self) -> ssl.SSLContext:
        """Return the context for connections opened now."""
        if self._context is None or time.monotonic() - self._looked > LOOKED:
            self._looked = time.monotonic()
            hosts, now = self._hosts(), datetime.now(UTC)
            if self._context is None or self._issued is None or not self._issued.serves(hosts, now):
                self._issued = self._authority.issue(hosts, now)
                self._context = _context_of(self._issued.pem)
        return self._context


class GivenCertificate:
    """A certificate from files, which are read again after a change."""

    def __init__(self, file: Path, key: Path | None) -> None:
        """Read the files.

        Raises:
            OSError: They cannot be read, or are not a certificate with its key; the latter is an `ssl.SSLError`.
        """
        self._files: Final = (file, key or file)
        self._state = self._stated()
        self._context = _loaded(*self._files)
        self._looked = time.monotonic()

    def context(self) -> ssl.SSLContext:
        """Return the context for connections opened now."""
        if time.monotonic() - self._looked > LOOKED:
            self._looked = time.monotonic()
            with suppress(OSError):  # one of the two is not written yet
                if (state := self._stated()) != self._state:
                    self._context, self._state = _loaded(*self._files), state
        return self._context

    def _stated(self) -> list[tuple[int, int]]:
        return [(stat.st_mtime_ns, stat.st_size) for stat in (file.stat() for file in self._files)]


def _context_of(pem: bytes) -> ssl.SSLContext:
    """Return the context of a certificate, through a file, since `ssl` reads from files alone."""
    handle, name = tempfile.mkstemp()  # readable by its owner alone
    try:
        os.write(handle, pem)
        os.close(handle)
        return _loaded(name, name)
    finally:
        Path(name).unlink()


def _loaded(file: Path | str, key: Path | str) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.set_alpn_protocols(["http/1.1"])
    context.options |= ssl.OP_NO_RENEGOTIATION  # it would allow endless handshakes on one connection
    context.load_cert_chain(file, key, password=lambda: "")  # otherwise the terminal asks for a key's password
    return context
