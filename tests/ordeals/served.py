"""`tableside serve` as a process of its own, its requests, and the memory it takes."""

import json
import re
import signal
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "tests/data/hand.jpg"


@contextmanager
def serving(
    *arguments: str, checkout: Path = ROOT, log: Path | None = None
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Start the command; yield its process and its address, and end it with Ctrl+C if it still runs.

    What it keeps lies in a folder of its own, where the arguments name none. `checkout` is where the program lies,
    `log` a file for what it writes to standard error.
    """
    folder = tempfile.TemporaryDirectory()
    data = [] if "--data" in arguments or "--memory" in arguments else ["--data", folder.name]
    command = [sys.executable, "-c", "from webui.cli import main; main()", "serve", "--port", "0", *data, *arguments]
    log = log or Path(folder.name) / "log.txt"  # a pipe that nobody reads fills up, and holds up who writes into it
    with log.open("w") as errors:
        process = subprocess.Popen(command, cwd=checkout, stdout=subprocess.PIPE, stderr=errors, text=True)
    try:
        line = process.stdout.readline() if process.stdout else ""
        address = re.search(r"http://\S+:\d+", line)
        assert address, line or log.read_text()
        yield process, address[0]
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
            try:
                process.communicate(timeout=20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
        folder.cleanup()


@cache
def chief(address: str) -> str:
    """Give the first role as the page does; return the tournament director's token."""
    return str(_asked(f"{address}/api/people", {"name": "chief", "role": "chief"}, {"Origin": address})["token"])


def sign_in(address: str, role: str, name: str = "", by: str = "") -> str:
    """Give a person a role and sign them in; return their token. From then on everybody else only watches.

    Args:
        address: Address of the server.
        role: The role.
        name: The person's name, or "" for that of the role.
        by: Token of who gives the role, or "" for a tournament director made by the page.
    """
    given = {"name": name or role, "role": role, "pin": "246813"}
    _asked(f"{address}/api/people", given, {"Authorization": f"Bearer {by or chief(address)}"})
    return str(_asked(f"{address}/api/access", {"name": name or role, "pin": "246813"}, {})["token"])


def _asked(address: str, body: dict[str, str], headers: dict[str, str]) -> dict[str, Any]:
    told = {"Content-Type": "application/json", **headers}
    with urllib.request.urlopen(urllib.request.Request(address, json.dumps(body).encode(), told), timeout=60) as answer:
        return dict(json.load(answer))


def upload(
    address: str, picture: bytes, path: str = "/api/tables/1/hands", timeout: float = 120, token: str = ""
) -> int:
    """Send a photo as the page does, with a person's token; return the status of the answer."""
    line = "tableside-photo"
    head = f'--{line}\r\nContent-Disposition: form-data; name="photo"; filename="photo.jpg"\r\n\r\n'
    body = head.encode() + picture + f"\r\n--{line}--\r\n".encode()
    headers = {"Content-Type": f"multipart/form-data; boundary={line}"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    try:
        with urllib.request.urlopen(urllib.request.Request(address + path, body, headers), timeout=timeout) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return int(error.code)


def resident(process: subprocess.Popen[str], field: str = "VmRSS") -> float:
    """Return the resident megabytes of a process (Linux); with `VmHWM` the most it ever had."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    found = re.search(rf"{field}:\s+(\d+) kB", status)
    assert found
    return int(found[1]) / 1024
