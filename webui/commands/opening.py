"""The page opened in the browser by the program, and the search for a program that already runs."""

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
from webui.access.own import OwnToken

ADDRESS: Final = "page.json"
"""Name of the file in the data folder with the address of its page, while it is served."""

AGAIN: Final = "TABLESIDE_AGAIN"
"""Variable that a program sets for its successor after a restart: its page is open already."""

_ANSWER: Final = 2.0
"""Seconds to wait for a running program to answer. Fewer start a second one beside a busy one; more delay the start."""

_PAUSE: Final = 0.2

_MOST_FILES: Final = 65_536
"""Files and sockets below this number are closed before the program restarts."""


def keep_address(folder: Path, address: str) -> None:
    """Store the address of a folder's page, for a second start to find it; does nothing on a full disk."""
    with suppress(OSError):
        write(folder / ADDRESS, json.dumps({"address": address}).encode())


def running(folder: Path, patience: float = 0.0) -> str | None:
    """Return the address at which a folder's page is served now, or None.

    Args:
        folder: The data folder.
        patience: Seconds to wait for a program that is starting.
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
    """Return True if Tableside answers there, and not another program on the same port."""
    with suppress(OSError, ValueError):
        return {"version", "database"} <= _asked(f"{address}api/health").keys()
    return False


def with_token(folder: Path, address: str) -> str:
    """Return the address that opens a folder's page, with a code for this computer's token once people have roles."""
    try:
        needed = bool(_asked(f"{address}api/access").get("people"))
        return f"{address}#token={OwnToken.kept(folder).code()}" if needed else address
    except (OSError, ValueError):
        return address


def role_here(address: str) -> str:
    """Return the role of this computer at the page of that address without signing in.

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
    """Open the page in the user's browser, unless it is still open from before a restart."""
    if not os.environ.pop(AGAIN, None):
        webbrowser.open(address)


def start_again(port: int) -> NoReturn:
    """Restart the same command in place of this process, on the same port, so that the page finds it.

    Close everything before: files and sockets that are still open are closed without flushing.
    """
    os.environ[AGAIN] = "1"
    program = [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "webui"]
    command = [*program, *(sys.argv[1:] or ["serve", "--open"]), "--port", str(port)]
    if os.name == "posix":
        os.closerange(3, _MOST_FILES)
        os.execv(command[0], command)
    subprocess.Popen(command)  # Windows cannot replace a process
    os._exit(0)
