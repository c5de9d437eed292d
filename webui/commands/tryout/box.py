"""A table box that is none: the box's side of the protocol behind a socket, which every system has."""

import socket
import threading
import time
from typing import Final

from device.drivers import SerialEvent
from device.protocol import Button, Dice
from device.simulator import TableBox

_TICK: Final = 0.02
"""Seconds between two looks at what is due."""


class SocketBox:
    """A simulated table box at an address `socket://…`; safe to use from many threads."""

    def __init__(self) -> None:
        """Listen on a free port of this computer."""
        self._listener: Final = socket.create_server(("127.0.0.1", 0))
        self.address: Final = f"socket://127.0.0.1:{self._listener.getsockname()[1]}"
        self._box: Final = TableBox(id="try")
        self._lock: Final = threading.Lock()
        self._closed: Final = threading.Event()
        threading.Thread(target=self._run, name="drawn box", daemon=True).start()

    @property
    def waiting(self) -> int:
        """Events that nobody has taken yet."""
        with self._lock:
            return self._box.waiting

    def close(self) -> None:
        """Unplug it."""
        self._closed.set()
        self._listener.close()

    def roll(self, throw: int, seat: int, dice: tuple[int, int]) -> None:
        """Let a seat roll the dice."""
        self._happen(Dice(throw, seat, dice))

    def win(self, seat: int) -> None:
        """Press and release the button of a seat that declares a win."""
        self._happen(Button(seat, ("win",), "down"))
        self._happen(Button(seat, ("win",), "short"))

    def _happen(self, event: SerialEvent) -> None:
        with self._lock:
            self._box.happen(event)

    def _run(self) -> None:
        while not self._closed.is_set():
            try:
                line, _ = self._listener.accept()
            except OSError:  # it was closed
                return
            with line:
                line.settimeout(_TICK)
                try:
                    self._talk(line)
                except OSError:
                    continue  # the program has gone: it comes again

    def _talk(self, line: socket.socket) -> None:
        while not self._closed.is_set():
            try:
                data = line.recv(4096)
                if not data:
                    return
            except TimeoutError:
                data = b""
            with self._lock:
                self._box.receive(data)
                self._box.tick(time.monotonic())
                out = self._box.outgoing()
            if out:
                line.sendall(out)
