"""What clears up after `tableside hall try` where that is killed: a small process that waits for its end.

It runs as a file of its own, so that it starts at once and needs nothing but Python.
"""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final, TextIO

_STOPS: Final = 10.0
"""Seconds that processes are given to end before they are killed. Nothing of theirs is kept, so little is needed."""

_DONE: Final = "done"


class Leftovers:
    """Has processes ended and folders removed where this process is killed; ended as usual, it removes nothing."""

    def __enter__(self) -> "Leftovers":
        """Starts the process that waits."""
        self._waiting: subprocess.Popen[str] = subprocess.Popen(
            [sys.executable, "-I", __file__], stdin=subprocess.PIPE, text=True, start_new_session=True
        )
        return self

    def __exit__(self, *_: Any) -> None:
        """Ends it: what was started has been ended, and what was made removed."""
        self._say(_DONE)
        if self._waiting.stdin:
            self._waiting.stdin.close()
        self._waiting.wait()

    def process(self, number: int) -> None:
        """Adds a process that is to be ended."""
        self._say(f"process {number}")

    def folder(self, folder: Path) -> None:
        """Adds a folder that is to be removed; a PostgreSQL whose data lies in it is ended before."""
        self._say(f"folder {folder}")

    def _say(self, line: str) -> None:
        if self._waiting.stdin and self._waiting.poll() is None:
            self._waiting.stdin.write(f"{line}\n")
            self._waiting.stdin.flush()


def clear(lines: TextIO) -> None:
    """Waits for the end of the lines; without `done` among them, what they name is ended and removed."""
    processes: dict[int, int] = {}
    """The signal that ends each."""
    folders: list[Path] = []
    for line in lines:
        what, _, value = line.rstrip("\n").partition(" ")
        if what == _DONE:
            return
        if what == "process":
            processes[int(value)] = signal.SIGTERM
        elif what == "folder":
            folders.append(Path(value))
    for number in [number for folder in folders for number in _server_in(folder)]:
        processes[number] = getattr(signal, "SIGQUIT", signal.SIGTERM)  # at once: it would wait for its connections
    end = time.monotonic() + _STOPS
    for number, kind in processes.items():
        _send(number, kind)
    while any(_send(number, 0) for number in processes) and time.monotonic() < end:
        time.sleep(0.05)
    for number in processes:
        _send(number, getattr(signal, "SIGKILL", signal.SIGTERM))
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)


def _server_in(folder: Path) -> list[int]:
    """The number of the PostgreSQL whose data lies in a folder, as its first process writes it."""
    try:
        return [int((folder / "data" / "postmaster.pid").read_text().splitlines()[0])]
    except (OSError, ValueError, IndexError):
        return []


def _send(number: int, kind: int) -> bool:
    """Sends a signal to a process; False where there is none."""
    try:
        os.kill(number, kind)
    except OSError:
        return False
    return True


if __name__ == "__main__":
    clear(sys.stdin)
