"""Versions that a hall, a rig and a container get: each with hashes, for each computer, without known faults."""

import re
import tomllib
from itertools import product
from typing import Any

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.webui.deploy.emptied import PROJECT

FILE = PROJECT / "webui/deploy/requirements.txt"
COMPUTERS = list(product(("3.11", "3.12", "3.13"), ("x86_64", "aarch64")))
EXTRAS = ("hall", "riichi", "mdns")


def entries() -> list[tuple[Requirement, list[str]]]:
    """The lines of the file with their hashes."""
    text = FILE.read_text(encoding="utf-8").replace("\\\n", " ")
    return [(Requirement(line.split(" --hash=")[0]), re.findall(r"--hash=(\S+)", line)) for line in text.splitlines()]


def environment(python: str, machine: str) -> dict[str, Any]:
    about = {"python_version": python, "python_full_version": f"{python}.0", "platform_machine": machine}
    return {**default_environment(), **about, "sys_platform": "linux", "platform_system": "Linux", "extra": ""}


def chosen(python: str, machine: str) -> dict[str, Version]:
    """The versions that one computer gets, by name."""
    found: dict[str, Version] = {}
    for each, _ in entries():
        if each.marker is None or each.marker.evaluate(environment(python, machine)):
            name = canonicalize_name(each.name)
            assert name not in found, f"{name} has two versions"
            (pinned,) = each.specifier
            assert pinned.operator == "=="
            found[name] = Version(pinned.version)
    return found


def test_every_library_has_hashes_and_no_address() -> None:
    assert all(hashes and all(re.fullmatch(r"sha256:[0-9a-f]{64}", each) for each in hashes) for _, hashes in entries())
    assert not re.search(r"://|--(extra-)?index|--find-links", FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize(("python", "machine"), COMPUTERS)
def test_each_computer_gets_all_that_a_hall_needs(python: str, machine: str) -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = project["project"]["dependencies"] + project["build-system"]["requires"]
    wanted += [each for extra in EXTRAS for each in project["project"]["optional-dependencies"][extra]]
    found = chosen(python, machine)
    for each in map(Requirement, wanted):
        name = canonicalize_name(each.name)
        assert each.specifier.contains(found[name]), f"make requirements.txt again: {each} is {found.get(name)}"


@pytest.mark.parametrize("name", ["webui/deploy/HALL.md", "device/RIG.md", "webui/deploy/Containerfile", ".ci/run"])
def test_all_ways_of_installation_use_it(name: str) -> None:
    text = (PROJECT / name).read_text(encoding="utf-8")
    assert re.search(r"pip install .*--require-hashes -r (webui/deploy/)?requirements\.txt", text)
    if name != ".ci/run":
        assert re.search(r"pip install .*--no-deps --no-build-isolation \.(?: \\)?$", text, re.MULTILINE)


@pytest.mark.parametrize(
    ("library", "faulty"),
    [
        ("cryptography", "44.0.0"),  # CVE-2024-12797
        ("filelock", "3.20.2"),  # CVE-2026-22701
        ("flask", "3.1.2"),  # CVE-2026-27205
        ("jinja2", "3.1.5"),  # CVE-2025-27516
        ("opencv-python", "4.11.0.86"),  # CVE-2025-53644
        ("pillow", "12.3.0"),  # CVE-2026-96639
        ("pillow-heif", "1.6.0"),  # CVE-2026-84383 in libheif
        ("waitress", "3.0.0"),  # CVE-2024-49768
        ("weasyprint", "67.0"),  # CVE-2025-68616
        ("werkzeug", "3.1.5"),  # CVE-2026-27199
    ],
)
def test_no_version_with_a_known_fault_is_taken(library: str, faulty: str) -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [
        *project["dependencies"],
        *(each for extra in project["optional-dependencies"].values() for each in extra),
    ]
    named = [each for each in map(Requirement, wanted) if canonicalize_name(each.name) == library]
    assert named
    assert not any(each.specifier.contains(faulty) for each in named)
