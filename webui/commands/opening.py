"""The page opened in the browser by the program itself, and the program that is found running already."""

import json
import os
import subprocess
import sys
import time
import urllib.request
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NoReturn

from vision.files import write

ADDRESS: Final = "page.json"
"""Name of the file in the folder of all that is kept that says where its page is, while it is served."""

AGAIN: Final = "TABLESIDE_AGAIN"
"""Variable that a program sets for the one that it starts in its place: its page is open already."""

_ANSWER: Final = 2.0
"""Seconds that a running program may take to answer. Not measured."""

_PAUSE: Final = 0.2

_MOST_FILES: Final = 65_536
"""Files and sockets below this number are closed before the program starts again."""


def keep_address(folder: Path, address: str) -> None:
    """Notes where the page of a folder is, for a second start to find it; a folder that is full goes without."""
    with suppress(OSError):
        write(folder / ADDRESS, json.dumps({"address": address}).encode())


def running(folder: Path, patience: float = 0.0) -> str | None:
    """Where the page of a folder is served now; None where it is not.

    Args:
        folder: The folder of all that is kept.
        patience: Seconds to wait for a program that has only begun to start.
    """
    end = time.monotonic() + patience
    while True:
        if (address := _noted(folder)) and _answers(address):
            return address
        if time.monotonic() > end:
            return None
        time.sleep(_PAUSE)


def _noted(folder: Path) -> str | None:
    with suppress(OSError, ValueError, TypeError, KeyError):
        address = json.loads((folder / ADDRESS).read_bytes())["address"]
        if isinstance(address, str) and address.startswith("http://"):
            return address
    return None


def _answers(address: str) -> bool:
    """Whether Tableside, and no other program that has the port by now, answers there."""
    with suppress(OSError, ValueError):
        return {"version", "database"} <= _asked(f"{address}api/health").keys()
    return False


def role_here(address: str) -> str:
    """Return the role that this computer has at the page of that address without signing in.

    Raises:
        OSError: Nothing answers there.
        ValueError: Something else does.
    """
    return str(_asked(f"{address}api/access").get("role"))


def _asked(address: str) -> dict[str, Any]:
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with direct.open(address, timeout=_ANSWER) as answer:
        told = json.load(answer)
    if not isinstance(told, dict):
        raise ValueError(address)
    return told


def show_page(address: str) -> None:
    """Opens the page in the user's browser, unless it stands open from before the program started again."""
    if not os.environ.pop(AGAIN, None):
        webbrowser.open(address)


def start_again(port: int) -> NoReturn:
    """Starts the same command in place of this process, on the same port, so that the page finds it.

    Call it where everything is closed: files and sockets that are open still are closed hard.
    """
    os.environ[AGAIN] = "1"
    program = [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "webui"]
    command = [*program, *(sys.argv[1:] or ["serve", "--open"]), "--port", str(port)]
    if os.name == "posix":
        os.closerange(3, _MOST_FILES)
        os.execv(command[0], command)
    subprocess.Popen(command)  # Windows has no way to replace a process
    os._exit(0)
