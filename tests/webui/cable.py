"""The network between a browser and a server: a cable that can be cut and mended."""

import random
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from selectors import EVENT_READ, DefaultSelector


def free_port() -> int:
    """Return a port that is free, and is so again once its server has stopped: the system hands it out to nobody."""
    while True:
        port = random.SystemRandom().randrange(20_000, 32_000)  # below those for who asks for any
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


class Cable:
    """A port that passes bytes on to a server; while the cable is cut, connections are refused.

    Attributes:
        port: The port of the browser's end.
    """

    def __init__(self, server: int) -> None:
        """Lead to the port of a server."""
        self._server = server
        self._lines: set[socket.socket] = set()
        self._lock = threading.Lock()
        self.port = free_port()
        self.mend()

    def lead_to(self, server: int) -> None:
        """Lead new connections to the port of another server."""
        self._server = server

    def cut(self) -> None:
        """End all connections, and refuse new ones."""
        with self._lock:
            with suppress(OSError):
                self._listener.shutdown(socket.SHUT_RDWR)
            self._listener.close()
            for line in self._lines:
                with suppress(OSError):
                    line.shutdown(socket.SHUT_RDWR)
            self._lines.clear()

    def mend(self) -> None:
        """Accept connections again."""
        self._listener = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def _accept(self, listener: socket.socket) -> None:
        with suppress(OSError):
            while True:
                near, _ = listener.accept()
                try:
                    far = socket.create_connection(("127.0.0.1", self._server))
                except OSError:  # the server is gone, and may come back
                    near.close()
                    continue
                with self._lock:
                    if listener.fileno() < 0:  # it was cut since: this one does not outlast it
                        near.close()
                        far.close()
                        return
                    self._lines |= {near, far}
                threading.Thread(target=self._pass, args=(near, far), daemon=True).start()

    def _pass(self, near: socket.socket, far: socket.socket) -> None:
        with near, far, DefaultSelector() as selector, suppress(OSError):
            selector.register(near, EVENT_READ, far)
            selector.register(far, EVENT_READ, near)
            while True:
                for key, _ in selector.select():
                    data = key.fileobj.recv(65_536)  # type: ignore[union-attr]
                    if not data:
                        return
                    key.data.sendall(data)


@contextmanager
def cable(server: int) -> Iterator[Cable]:
    """Lead to the port of a server until the test ends."""
    laid = Cable(server)
    try:
        yield laid
    finally:
        laid.cut()
