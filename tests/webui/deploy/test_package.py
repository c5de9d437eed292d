"""Packages for an index: a source and a wheel install and run, and the links of their README lead somewhere."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tomllib
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest

from tests.documents import READMES, blocks, pages
from tests.waiting import PATIENCE, until
from tests.webui.deploy.index import expect_index, install
from webui.deploy.package import URLS, build, for_index, settings
from webui.source import ROOT

HOME = "https://git.example/club/tableside"
PROJECT = (ROOT / "pyproject.toml").read_text("utf-8")
README = READMES["en"].read_text("utf-8")
ANY_LINK = re.compile(r'(?:\]\(|src="|href=")([^)"]+)')
PYTHON = os.environ.get("TABLESIDE_TEST_PYTHON", sys.executable)
"""The Python that runs the installed program."""

TILES = "234m2345p234678s 5p"


def test_no_address_is_invented_before_a_release_names_one() -> None:
    project = tomllib.loads(PROJECT)
    assert project["tool"]["tableside"] == {"home": ""}
    assert "urls" not in project["project"]
    assert settings(PROJECT, "", "1.2") == PROJECT


def test_a_release_fills_in_one_address_and_all_others_follow() -> None:
    urls = tomllib.loads(settings(PROJECT, HOME, "1.2"))["project"]["urls"]
    assert urls.keys() == URLS.keys()
    assert all(url.startswith(HOME) for url in urls.values())
    assert urls["Changes"] == f"{HOME}/blob/v1.2/CHANGELOG.md"


def test_links_of_readme_lead_to_the_files_of_the_release() -> None:
    links = ANY_LINK.findall(for_index(README, HOME, "1.2"))
    assert len(links) > 20
    for link in links:
        of_release = re.fullmatch(rf"{HOME}/(blob|raw)/v1\.2/(.+)", link)
        assert of_release or link.startswith("http"), link
        if of_release:
            assert (ROOT / of_release[2]).exists(), link
            assert (of_release[1] == "raw") == link.endswith((".webp", ".png", ".svg")), link


def test_without_an_address_readme_has_no_link_to_nowhere() -> None:
    text = for_index(README, "", "1.2")
    assert [link for link in ANY_LINK.findall(text) if not link.startswith("http")] == []
    assert " · " not in text
    assert re.search(r"pip install '?\.[ \[]", text) is None
    assert "pipx install tableside" in text.split("\n## ")[1]


@pytest.mark.parametrize(
    ("text", "with_home", "without"),
    [
        ("see [A](b/c.md#d) now", "see [A](H/blob/v1/b/c.md#d) now", "see A now"),
        ("![A](b.webp)", "![A](H/raw/v1/b.webp)", ""),
        ("[A](https://a.b) <http://c.d>", "[A](https://a.b) <http://c.d>", "[A](https://a.b) <http://c.d>"),
        ("[A](#part)", "[A](#part)", "[A](#part)"),
        ('<img src="a.webp" width="2">', '<img src="H/raw/v1/a.webp" width="2">', ""),
    ],
)
def test_each_kind_of_link_is_changed(text: str, with_home: str, without: str) -> None:
    head = "# T\n\n"
    of = {home: for_index(f"{head}{text}\n", home, "1").partition("\n## ")[0].strip() for home in ("H", "")}
    assert of == {"H": (head + with_home).strip(), "": (head + without).strip()}


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Both packages, by their ending."""
    return {file.suffix: file for file in build(tmp_path_factory.mktemp("packages"))}


@pytest.fixture(scope="session")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment that has those with which people install, and the one that checks packages."""
    return install(tmp_path_factory.mktemp("tools"), "pipx>=1.7", "twine>=6", "uv>=0.9")


@pytest.mark.long
def test_an_index_takes_both(packages: dict[str, Path], tools: Path) -> None:
    assert packages.keys() == {".gz", ".whl"}
    assert all(file.stat().st_size < 100_000_000 for file in packages.values())  # the limit of the usual index
    subprocess.run([tools / "twine", "check", "--strict", *packages.values()], check=True)


@contextmanager
def playing(command: list[str | Path], settings: dict[str, str], folder: Path) -> Iterator[str]:
    """Run `tableside try` of an installed program; yield its address."""
    with subprocess.Popen(
        [*command, "try", "--port", "0", "--no-open", "--lang", "en"],
        stdout=subprocess.PIPE, text=True, env=settings, cwd=folder, start_new_session=True,
    ) as trying:  # fmt: skip
        try:
            assert trying.stdout
            yield next(found[0] for line in trying.stdout if (found := re.search(r"http://[^/\s]+", line)))
            os.killpg(trying.pid, signal.SIGINT)
            assert trying.wait(PATIENCE) == 0
        finally:
            if trying.poll() is None:
                os.killpg(trying.pid, signal.SIGKILL)


def is_followed(address: str) -> bool:
    try:
        return len(got(address, "/api/tables/1/deals/1")["steps"]) > 3
    except HTTPError as none_yet:
        if none_yet.code == 404:
            return False
        raise
    except TimeoutError:  # three networks, a film and a page on a computer that does other work
        return False


def got(address: str, path: str) -> Any:
    with urllib.request.urlopen(address + path, timeout=PATIENCE) as answer:
        return json.load(answer) if "json" in answer.headers["Content-Type"] else answer.read().decode()


@pytest.mark.long
@pytest.mark.timeout(1500)
@pytest.mark.parametrize(("installer", "kind"), [("pipx", ".whl"), ("pipx", ".gz"), ("uvx", ".whl")])
def test_an_installed_package_runs(
    installer: str, kind: str, packages: dict[str, Path], tools: Path, tmp_path: Path
) -> None:
    """Away from the source, with no other variables than a new user has."""
    if installer == "uvx":
        expect_index(tools / "uv")
    own = {name: value for name, value in os.environ.items() if not name.startswith(("TABLESIDE_", "PYTHON"))}
    own |= {"PIPX_HOME": str(tmp_path / "pipx"), "PIPX_BIN_DIR": str(tmp_path / "bin"), "PYTHONUNBUFFERED": "1"}
    own |= {"PATH": f"{tools}:{own['PATH']}", "TABLESIDE_DATA": str(tmp_path / "data"), "USE_EMOJI": "0"}
    run = partial(subprocess.run, env=own, cwd=tmp_path, capture_output=True, text=True, timeout=600)
    command: list[str | Path] = ["uvx", "--python", PYTHON, "--from", str(packages[kind]), "tableside"]
    if installer == "pipx":
        made = run(["pipx", "install", "--python", PYTHON, str(packages[kind])])
        assert made.returncode == 0, made.stderr
        command = [tmp_path / "bin" / "tableside"]
        files = [file for file in (tmp_path / "pipx/venvs").rglob("*") if file.is_file() and not file.is_symlink()]
        assert 100_000_000 < sum(file.stat().st_size for file in files) < 640_000_000
    told = run([*command, "--version"])
    assert version("tableside") in told.stdout, told.stderr
    read = run([*command, "read", str(ROOT / "tests/data/hand.jpg")])
    assert TILES in read.stdout, read.stderr
    checked = run([*command, "doctor", "--json"])
    assert json.loads(checked.stdout)["ok"], checked.stdout
    with playing(command, own, tmp_path) as address:
        assert "<html" in got(address, "/")
        assert "pipx" in got(address, "/help/install")
        until(lambda: is_followed(address), 4 * PATIENCE)
    shutil.rmtree(tmp_path)  # 600 MB


@pytest.mark.long
@pytest.mark.timeout(600)
def test_the_smallest_installation_of_the_manual_scores_and_keeps_a_match(
    packages: dict[str, Path], tools: Path, tmp_path: Path
) -> None:
    smallest = next(block for block in blocks(pages("en")["install"], "sh") if "--no-deps" in block)
    needed = smallest.partition("&& .venv/bin/pip install ")[2].split()
    assert needed
    run = partial(subprocess.run, cwd=tmp_path, capture_output=True, text=True, timeout=240)
    expect_index(tools / "uv")
    python = str(tmp_path / "env/bin/python")
    for command in (
        ["venv", "--quiet", "--python", PYTHON, str(tmp_path / "env")],
        ["pip", "install", "--quiet", "--python", python, "--no-deps", str(packages[".whl"])],
        ["pip", "install", "--quiet", "--python", python, *needed],
    ):
        done = run([tools / "uv", *command])
        assert done.returncode == 0, done.stderr
    tableside = tmp_path / "env/bin/tableside"
    assert "enough points" in run([tableside, "score", "123m456p789sEEEC C", "--lang", "en"]).stdout
    for words in ("new m.jsonl --players A,B,C,D", "record m.jsonl drawn", "show m.jsonl", "export m.jsonl --to csv"):
        done = run([tableside, "match", *words.split()])
        assert done.returncode == 0, done.stderr
