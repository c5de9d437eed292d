"""The command itself: quick to answer, helpful when used wrongly."""

import inspect
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from scoring.rules import DEFAULT
from tests.scoring.truth import DATA
from webui.cli import COMMANDS, command_of, main

HEAVY = {"flask", "cv2", "numpy", "openvino", "scoring", "vision", "waitress", "serial"}


def test_help_needs_no_heavy_import() -> None:
    code = f"""
import sys
from webui.cli import main
main(["--help"], standalone_mode=False)
sys.exit(", ".join({HEAVY!r} & set(sys.modules)) or 0)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    for name in COMMANDS:
        assert f"  {name} " in done.stdout


def test_a_hand_is_scored_without_networks_and_database() -> None:
    code = """
import atexit, sys
from webui.cli import main
atexit.register(lambda: print(sorted({"cv2", "numpy", "openvino", "sqlalchemy", "structlog"} & {*sys.modules})))
main(["score", "123m456p789sEEEC C"], standalone_mode=False)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout.splitlines()[-1] == "[]", done.stderr


def test_a_match_in_a_file_is_kept_and_a_hall_is_made_without_pictures(tmp_path: Path) -> None:
    code = """
import sys
from webui.cli import main
file = sys.argv[1]
for arguments in (
    ["match", "new", file, "--players", "Ann,Bo,Chen,Dai"],
    ["match", "record", file, "won", "--winner", "S", "--payer", "W", "--points", "24"],
    ["match", "show", file],
    ["match", "show", file, "--json"],
    ["match", "export", file],
    ["match", "export", file, "--to", "json"],
    *(["hall", command, "--help"] for command in ("init", "try", "open", "events", "draw", "export")),
):
    print("#", *arguments, flush=True)
    main(arguments, standalone_mode=False)
    print("loaded:", *sorted({"cv2", "openvino", "flask"} & {*sys.modules}), flush=True)
"""
    command = [sys.executable, "-c", code, str(tmp_path / "final.jsonl")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    told = re.findall(r"^# (\w+) (\w+)[^\n]*\n(.*?)\n?loaded:([^\n]*)$", done.stdout, re.DOTALL | re.MULTILINE)
    assert len(told) == 12
    for group, name, said, loaded in told:
        assert not loaded, (group, name)
        assert ("Usage:" if group == "hall" else "Bo") in said or name in ("new", "record"), (group, name)


BOOKS, RECORDS, LAID = f"scoring.games.{DEFAULT}", "sqlalchemy", "webui.hand.state"

SLOW = {BOOKS, RECORDS} | {
    *("alembic", "cryptography", "cv2", "flask", "jinja2", "markdown_it", "numpy", "openpyxl", "openvino", "PIL"),
    *("prometheus_client", "psycopg", "sqlalchemy.dialects.postgresql", "structlog", "urllib3", "waitress"),
    *("chardet", LAID),
}
"""Imports that take as long as a hand to score: libraries, the rule books, and the hands of a table."""

NETWORKS = {
    *(
        "calibrate",
        "doctor",
        "follow",
        "hall try",
        "try",
        "models add",
        "models list",
        "read",
        "serve",
        "tileset learn",
        "worker",
    )
}
"""Commands that read pictures, run networks or serve pages."""

COLD: dict[tuple[str, ...], set[str]] = {
    ("--version",): set(),
    ("--help",): set(),
    ("score", "123m456p789sEEEC C"): {BOOKS, LAID},
    ("deal", "deal.json"): {BOOKS, LAID},
    ("match", "new", "final.jsonl", "--players", "Ann,Bo,Chen,Dai"): {BOOKS},
    ("match", "record", "final.jsonl", "drawn"): {BOOKS, LAID},
    ("match", "show", "final.jsonl"): {BOOKS, LAID},
    ("match", "export", "final.jsonl"): {BOOKS, LAID},
    ("match", "ranking", "final.jsonl", "--so-far"): {BOOKS, LAID},
    ("match", "seating", "--players", "8", "--rounds", "1"): set(),
    ("match", "bundle", "final.zip", "final.jsonl"): {BOOKS, RECORDS, "numpy", "openpyxl", "PIL", LAID},
    ("match", "open", "final.zip"): {BOOKS, RECORDS, LAID},
    ("hall", "init"): set(),
    ("hall", "open", "Cup"): {BOOKS, RECORDS, "alembic", "sqlalchemy.dialects.postgresql"},
    ("hall", "events"): {BOOKS, RECORDS},
    ("hall", "players", "1", "players.txt", "--enter"): {BOOKS, RECORDS, "chardet"},
    ("hall", "draw", "1"): {BOOKS, RECORDS},
    ("hall", "start", "1", "1"): {BOOKS, RECORDS},
    ("hall", "import", "1", "round1.csv"): {BOOKS, RECORDS, "chardet"},
    ("hall", "results", "1"): {BOOKS, RECORDS},
    ("hall", "rating"): {BOOKS, RECORDS, LAID},
    ("hall", "export", "1", "results.csv"): {BOOKS, RECORDS},
    ("hall", "webhooks"): {RECORDS, "urllib3"},
    ("match", "replays", "replays"): {BOOKS, RECORDS, LAID},
    ("rules", "list"): {RECORDS},
    ("tileset", "list"): set(),
    ("backup", "all.zip", "--force"): {RECORDS},
    ("restore", "all.zip", "--data", "other", "--force"): {BOOKS, RECORDS},
    ("prune", "--older", "1"): {BOOKS, RECORDS},
    ("device", "list"): set(),
}
"""Commands without a picture, one of each module at least, in an order in which each finds what it needs: the slow
libraries that each may load."""


def lay_files(folder: Path) -> None:
    """Write the files that these commands read."""
    deals = json.loads((DATA / "sichuan.json").read_bytes())["deals"]
    (folder / "deal.json").write_text(json.dumps(deals))
    (folder / "players.txt").write_text("\n".join(f"Player {number}" for number in range(1, 9)))
    (folder / "round1.csv").write_text("table,E,S,W,N\n1,10,20,-10,-20\n")


@pytest.mark.long
def test_a_command_loads_no_library_that_it_does_not_need(tmp_path: Path) -> None:
    code = """
import atexit, sys
from webui.cli import main
atexit.register(lambda: print("loaded:", *sorted(set(sys.argv[1].split(",")) & {*sys.modules}), flush=True))
main(sys.argv[2:])
"""
    lay_files(tmp_path)

    def loaded(words: tuple[str, ...]) -> set[str]:
        command = [sys.executable, "-c", code, ",".join(SLOW), *words]
        there = {**os.environ, "TABLESIDE_DATA": str(tmp_path / "data"), "LANGUAGE": "en"}
        done = subprocess.run(command, cwd=tmp_path, env=there, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0 or words[1] == "replays", (words, done.stderr)  # no deal was followed
        return set(done.stdout.splitlines()[-1].removeprefix("loaded:").split())

    assert {words: loaded(words) for words in COLD} == COLD


def test_each_module_of_a_command_without_pictures_is_in_that_table() -> None:
    tried = [set(words) for words in COLD]
    modules = {_module(command) for name, command in _commands() if any(set(name.split()) <= each for each in tried)}
    others = {_module(command): name for name, command in _commands() if name not in NETWORKS}
    missing = {name for module, name in others.items() if module not in modules and "webui.commands." in module}
    assert not missing


def _commands() -> Iterator[tuple[str, click.Command]]:
    """Yield all commands that have no subcommands."""
    found = [(name, command_of(name)) for name in COMMANDS]
    while found:
        name, command = found.pop()
        if isinstance(command, click.Group):
            found += [(f"{name} {part}", command.commands[part]) for part in command.commands]
        if not isinstance(command, click.Group) or command.invoke_without_command:
            yield name, command


def _module(command: click.Command) -> str:
    return inspect.unwrap(command.callback).__module__ if command.callback else ""


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_command_says_what_it_does(name: str) -> None:
    result = CliRunner().invoke(main, [name, "--help"])
    assert result.exit_code == 0, result.output
    assert "Usage:" in result.output


def test_an_unknown_command_is_wrong_usage() -> None:
    result = CliRunner().invoke(main, ["dance"])
    assert result.exit_code == 2
    assert "dance" in result.output


def test_the_version_is_told() -> None:
    result = CliRunner().invoke(main, ["--version"])
    assert result.exit_code == 0
    assert "tableside" in result.output
