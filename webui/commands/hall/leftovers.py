"""Cleanup after a killed `tableside hall try`: a small process that waits for its end.

It runs as its own file, so that it starts at once and needs nothing but Python.
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
"""Seconds that processes get to end before they are killed. They store nothing, so little is needed."""

_DONE: Final = "done"


class Leftovers:
    """Ends processes and removes folders if this process is killed; after a normal end it removes nothing."""

    def __enter__(self) -> "Leftovers":
        """Start the waiting process."""
        self._waiting: subprocess.Popen[str] = subprocess.Popen(
            [sys.executable, "-I", __file__], stdin=subprocess.PIPE, text=True, start_new_session=True
        )
        return self

    def __exit__(self, *_: Any) -> None:
        """End it: the processes have ended, and the folders were removed."""
        self._say(_DONE)
        if self._waiting.stdin:
            self._waiting.stdin.close()
        self._waiting.wait()

    def process(self, number: int) -> None:
        """Add a process to end."""
        self._say(f"process {number}")

    def folder(self, folder: Path) -> None:
        """Add a folder to remove; a PostgreSQL with its data there is ended before."""
        self._say(f"folder {folder}")

    def _say(self, line: str) -> None:
        if self._waiting.stdin and self._waiting.poll() is None:
            self._waiting.stdin.write(f"{line}\n")
            self._waiting.stdin.flush()


def clear(lines: TextIO) -> None:
    """Wait for the end of the lines; unless `done` is among them, end the processes and remove the folders in them."""
    processes: dict[int, int] = {}
    """The signal to end each process."""
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
        processes[number] = getattr(signal, "SIGQUIT", signal.SIGTERM)  # does not wait for connections
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
    """Return the process number of the PostgreSQL with its data in a folder, from the file that it writes."""
    try:
        return [int((folder / "data" / "postmaster.pid").read_text().splitlines()[0])]
    except (OSError, ValueError, IndexError):
        return []


def _send(number: int, kind: int) -> bool:
    """Send a signal to a process; return False if there is none."""
    try:
        os.kill(number, kind)
    except OSError:
        return False
    return True


if __name__ == "__main__":
    clear(sys.stdin)
