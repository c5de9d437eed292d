"""No command connects to anything, looks up a name, or writes a file that nobody asked for."""

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from device.simulator import Simulator
from tests.long import long_but
from tests.waiting import PATIENCE, until
from webui.cli import COMMANDS

ROOT = Path(__file__).parents[3]
PHOTO = str(ROOT / "tests" / "data" / "hand.jpg")

WATCHED = """
import atexit, json, os, sys
NETWORK = {"socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr", "socket.sendto",
           "socket.sendmsg", "urllib.Request"}
FILES = {"os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.symlink", "os.link", "os.truncate", "shutil.move"}
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
report, seen = os.open(sys.argv[1], os.O_WRONLY), []

def hook(event, args):
    if event in NETWORK or event in FILES:
        seen.append([event, *map(str, args)])
    elif event == "open" and args[2] & WRITES and args[0] != os.devnull:
        seen.append([event, str(args[0]), oct(args[2])])

def tell():
    os.pwrite(report, json.dumps(seen).encode(), 0)

def leave(code, leave=os._exit):
    tell()
    leave(code)

os._exit = leave
atexit.register(tell)
sys.dont_write_bytecode = True
sys.addaudithook(hook)
from webui.cli import main
calls = json.loads(sys.argv[2])
for call in calls[:-1]:
    try:
        main(call)
    except SystemExit as ended:
        if ended.code:
            raise
main(calls[-1])
"""
"""Runs commands, one after another, and writes what they did to the file named first, when the threads of the last have
ended or it leaves at once."""

CALIBRATION = b'{"size": [2000, 1500], "corners": [[9, 1490], [1990, 1490], [1500, 9], [500, 9]]}'

HELP = [["--help"], *([name, "--help"] for name in COMMANDS)]
READING = [["read", PHOTO, "--json"], ["doctor", "--json"]]
OTHERS = [
    ["score", "123m456p789sEEEC C"],
    ["tileset", "list"],
    ["device", "list"],
    ["match", "seating", "--players", "8", "--rounds", "2"],
]


@pytest.mark.parametrize("calls", long_but([OTHERS], [HELP, READING, OTHERS]), ids=["help", "reading", "others"])
def test_commands_are_quiet(calls: list[list[str]], tmp_path: Path) -> None:
    with watched(calls, tmp_path) as process:
        _, said = process.communicate(timeout=120)
    assert process.returncode == 0, said
    assert report(tmp_path) == []
    assert list((tmp_path / "home").iterdir()) == []


@pytest.mark.long
def test_the_page_is_quiet_and_keeps_all_it_keeps_in_its_folder(tmp_path: Path) -> None:
    """Over a photograph read, a set learnt, a table calibrated and a table box listened to."""
    data, photo = tmp_path / "data", Path(PHOTO).read_bytes()
    with Simulator() as box:
        call = ["serve", "--port", "0", "--host", "0.0.0.0", "--data", str(data), "--camera", str(ROOT / "tests/data")]
        with watched([[*call, "--box", box.address]], tmp_path) as process:
            address = said_address(process)
            for path in ("/", "/sets", "/calibrate", "/api/tables/1/hands", "/api/sets", "/api/tables/1/play"):
                request("GET", address + path)
            assert request("POST", address + "/api/tables/1/hands", photo, form=True)["hand"]
            draft = request("POST", address + "/api/sets/drafts", photo, form=True)["draft"]["id"]
            request("POST", f"{address}/api/sets/drafts/{draft}", b'{"name": "club"}')
            request("PUT", f"{address}/api/tables/1/calibration", CALIBRATION)
            request("DELETE", f"{address}/api/sets/club")
            until(lambda: request("GET", address + "/api/tables/1/play")["box"]["box"])
            process.send_signal(signal.SIGINT)
            _, said = process.communicate(timeout=60)
    assert process.returncode == 0, said
    events = report(tmp_path)
    outside = [each for each in events if not each[1].startswith((str(data), box.address)) and not nameless(each)]
    assert outside == []
    assert {Path(each[1]).name for each in events if each[1].startswith(str(data))} >= {"box.log", "club.png", "sets"}
    assert list((tmp_path / "home").iterdir()) == []


@pytest.mark.long
def test_the_watch_sees_what_a_command_does(tmp_path: Path) -> None:
    annotate = ["read", PHOTO, "--annotate", str(tmp_path / "marked" / "hand.jpg")]
    with watched([["--help"], annotate], tmp_path) as process:
        process.communicate(timeout=120)
    assert {each[0] for each in report(tmp_path)} == {"os.mkdir", "open", "os.rename"}


def nameless(event: list[str]) -> bool:
    """Return True if this opens a temporary file without a name, which holds a large request until it is read."""
    return event[0] == "open" and int(event[2], 8) & os.O_TMPFILE == os.O_TMPFILE


@contextmanager
def watched(calls: list[list[str]], folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Runs commands with an empty home folder, and notes what they do."""
    (folder / "home").mkdir()
    (folder / "report.json").touch()
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "TABLESIDE_"))}
    process = subprocess.Popen(
        [sys.executable, "-c", WATCHED, str(folder / "report.json"), json.dumps(calls)],
        cwd=ROOT,
        env=kept | {"HOME": str(folder / "home")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
            process.communicate()


def report(folder: Path) -> list[list[str]]:
    """Return the events of a command that has ended, with their arguments."""
    seen: list[list[str]] = json.loads((folder / "report.json").read_text())
    return seen


def said_address(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    line = process.stdout.readline()
    found = re.search(r"http://\S+:\d+", line)
    assert found, line
    return found[0].replace("localhost", "127.0.0.1")


def request(method: str, url: str, body: bytes | None = None, form: bool = False) -> Any:
    """Send a request, a photo as a form, and return the answer's JSON, or None."""
    kind = "application/json"
    if form and body is not None:
        kind = "multipart/form-data; boundary=b"
        start = b'--b\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n'
        body = start + body + b"\r\n--b--\r\n"
    sent = urllib.request.Request(url, data=body, method=method, headers={"Content-Type": kind})
    with urllib.request.urlopen(sent, timeout=PATIENCE) as answer:
        return json.load(answer) if answer.headers.get_content_type() == "application/json" else None
