"""The table of the manual of computers that get every library as a wheel: each row is asked of the package index."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.documents import pages
from tests.webui.deploy.index import expect_index, install
from webui.source import ROOT

EXTRAS = ("hall", "mdns", "mqtt", "riichi")

GET_WHEELS = {
    "Linux x86-64": "x86_64-manylinux_2_28",
    "Linux arm64 with glibc 2.35": "aarch64-manylinux_2_35",
    "Linux arm64 with glibc 2.31": "aarch64-manylinux_2_31",
    "Windows x64": "x86_64-pc-windows-msvc",
    "macOS on Apple silicon": "aarch64-apple-darwin",
    "macOS on Intel": "x86_64-apple-darwin",
}
"""The computers of the table, as uv names them."""

LACK_WHEELS = {
    "Windows on ARM": "aarch64-pc-windows-msvc",
    "32-bit Windows": "i686-pc-windows-msvc",
    "musl": "x86_64-unknown-linux-musl",
}


def rows() -> dict[str, tuple[str, str]]:
    """The first and the last Python of each row of the table."""
    text = pages("en")["install"].read_text("utf-8")
    found = re.findall(r"^\| ([^|,]+?)(?:,[^|]*)? \| (3\.\d+)–(3\.\d+) \|", text, re.MULTILINE)
    return {name: (first, last) for name, first, last in found}


def test_the_table_names_each_computer_that_is_asked_for() -> None:
    assert rows().keys() == GET_WHEELS.keys()
    assert all(first == "3.11" for first, _ in rows().values())


@pytest.fixture(scope="module")
def uv(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return expect_index(install(tmp_path_factory.mktemp("uv"), "uv>=0.9") / "uv")


def resolved(uv: Path, computer: str, python: str) -> subprocess.CompletedProcess[str]:
    """Ask for versions of all libraries that have a wheel for a computer."""
    options = ["--python-platform", computer, "--python-version", python, "--only-binary", ":all:", "--no-header"]
    extras = [word for extra in EXTRAS for word in ("--extra", extra)]
    command = [uv, "pip", "compile", *options, *extras, "pyproject.toml"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=240)
    if done.returncode == 2:  # 1 says that no versions fit
        expect_index(uv)
    return done


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", GET_WHEELS)
def test_every_library_has_a_wheel_for_it(name: str, uv: Path) -> None:
    for python in rows()[name]:
        found = resolved(uv, GET_WHEELS[name], python)
        assert found.returncode == 0, found.stderr
        assert re.search(r"^openvino==", found.stdout, re.MULTILINE)


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", LACK_WHEELS)
def test_others_lack_some(name: str, uv: Path) -> None:
    """Once this fails, the manual promises too little."""
    refused = resolved(uv, LACK_WHEELS[name], "3.13")
    assert (refused.returncode, "wheels" in refused.stderr) == (1, True)
