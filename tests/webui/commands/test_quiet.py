"""No command connects to anything, looks up a name, or writes a file that nobody asked for."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from webui.cli import COMMANDS

ROOT = Path(__file__).parents[3]
PHOTO = str(ROOT / "tests" / "data" / "hand.jpg")

WATCHED = """
import atexit, json, os, sys
NETWORK = {"socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr", "socket.sendto",
           "socket.sendmsg"}
FILES = {"os.mkdir", "os.rename", "os.remove", "os.symlink"}
report, seen = os.open(sys.argv[1], os.O_WRONLY), []

def hook(event, args):
    if event in NETWORK or event in FILES:
        seen.append([event, repr(args)])
    elif event == "open" and isinstance(args[1], str) and set(args[1]) & set("wax+"):
        seen.append([event, repr(args[0])])

atexit.register(lambda: os.write(report, json.dumps(seen).encode()))
sys.dont_write_bytecode = True
sys.addaudithook(hook)
from webui.cli import main
main(sys.argv[2:])
"""
"""Runs a command and writes what it did to the file named first. `atexit` runs after the threads of the command."""

CALLS = [
    ["--help"],
    *([name, "--help"] for name in COMMANDS),
    ["read", PHOTO, "--json"],
    ["score", "123m456p789sEEEC C"],
    ["tileset", "list"],
    ["device", "list"],
]


@pytest.mark.parametrize("call", CALLS, ids=" ".join)
def test_a_command_is_quiet(call: list[str], tmp_path: Path) -> None:
    home, report = tmp_path / "home", tmp_path / "report.json"
    home.mkdir()
    report.touch()
    environment = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")} | {
        "HOME": str(home)
    }
    done = subprocess.run(
        [sys.executable, "-c", WATCHED, str(report), *call],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(report.read_text()) == []
    assert list(home.iterdir()) == []


def test_the_watch_sees_what_a_command_does(tmp_path: Path) -> None:
    (tmp_path / "report.json").touch()
    call = ["read", PHOTO, "--annotate", str(tmp_path / "marked" / "hand.jpg")]
    subprocess.run([sys.executable, "-c", WATCHED, str(tmp_path / "report.json"), *call], cwd=ROOT, check=True)
    events = {event for event, _ in json.loads((tmp_path / "report.json").read_text())}
    assert events == {"os.mkdir", "open"}
