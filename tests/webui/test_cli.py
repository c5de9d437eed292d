"""The command itself: quick to answer, helpful when used wrongly."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from webui.cli import COMMANDS, main

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


SLOW = {"alembic", "cv2", "flask", "jinja2", "numpy", "openpyxl", "openvino", "sqlalchemy"}
"""Libraries that take longer to import than a hand to score."""

COLD = {
    "device list": (set(), ()),
    "hall events": ({"sqlalchemy"}, ("--data", "data")),
    "hall init": (set(), ()),
    "match export": (set(), ("final.jsonl",)),
    "match ranking": (set(), ("final.jsonl", "--so-far")),
    "match record": (set(), ("final.jsonl", "drawn")),
    "match seating": (set(), ("--players", "8", "--rounds", "1")),
    "match show": (set(), ("final.jsonl",)),
    "score": (set(), ("123m456p789sEEEC C",)),
}
"""Commands without a picture: the slow libraries that each may load, and its arguments."""


@pytest.mark.long
def test_a_command_loads_no_library_that_it_does_not_need(tmp_path: Path) -> None:
    code = """
import atexit, sys
from webui.cli import main
atexit.register(lambda: print("loaded:", *sorted(set(sys.argv[1].split(",")) & {*sys.modules}), flush=True))
main(sys.argv[2:])
"""

    def loaded(*words: str) -> set[str]:
        command = [sys.executable, "-c", code, ",".join(SLOW), *words]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, (words, done.stderr)
        return set(done.stdout.splitlines()[-1].removeprefix("loaded:").split())

    loaded("match", "new", "final.jsonl", "--players", "Ann,Bo,Chen,Dai")
    loaded("hall", "open", "Cup", "--data", "data")
    found = {name: loaded(*name.split(), *arguments) for name, (_, arguments) in COLD.items()}
    assert found == {name: needed for name, (needed, _) in COLD.items()}


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
