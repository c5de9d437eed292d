"""The command itself: quick to answer, helpful when used wrongly."""

import subprocess
import sys

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
atexit.register(lambda: print(sorted({"cv2", "openvino", "sqlalchemy"} & {*sys.modules})))
main(["score", "123m456p789sEEEC C"], standalone_mode=False)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout.splitlines()[-1] == "[]", done.stderr


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
