"""The house itself: what stands where, who may import whom, and that README says what is true."""

import ast
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("scoring", "vision", "device", "webui", "models")
MAY_IMPORT = {
    "scoring": {"scoring"},
    "device": {"device"},
    "vision": {"vision", "scoring"},
    "models": {"models", "vision", "scoring"},
    "webui": {"webui", "vision", "device", "scoring"},
}
TOP = {"pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", ".ci", ".gitignore", "tests", *PACKAGES}
TRAINING_ONLY = {"ultralytics", "torch", "onnx", "onnxslim"}


def imports(path: Path) -> set[str]:
    """Top-level names that a module imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            found.add(node.module.split(".")[0])
    return found


def modules() -> list[Path]:
    return [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(ROOT)))
def test_nothing_points_upward(path: Path) -> None:
    package = path.relative_to(ROOT).parts[0]
    used = imports(path)
    assert used & set(PACKAGES) <= MAY_IMPORT[package]
    if package != "models":
        assert not used & TRAINING_ONLY


def test_the_top_level_is_what_the_design_says() -> None:
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert {line.split("/")[0] for line in tracked.splitlines()} == TOP


def test_help_needs_no_heavy_import() -> None:
    heavy = ["cv2", "numpy", "openvino", "flask", "serial", "torch"]
    code = (
        "import sys; from webui.cli import main\n"
        "try: main(['--help'])\n"
        f"except SystemExit: print([m for m in {heavy} if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def console_blocks() -> list[tuple[str, str]]:
    """Commands shown in README's ```console blocks, and what README says they print."""
    blocks = re.findall(r"^```console\n(.*?)^```", (ROOT / "README.md").read_text(), re.MULTILINE | re.DOTALL)
    pairs = []
    for block in blocks:
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            pairs.append((command, output))
    return pairs


def test_readme_shows_commands() -> None:
    assert len(console_blocks()) >= 2


@pytest.mark.parametrize(("command", "output"), console_blocks(), ids=[c for c, _ in console_blocks()])
def test_readmes_commands_print_what_it_says(command: str, output: str) -> None:
    words = shlex.split(command)
    assert words[0] == "tableside"
    done = subprocess.run(
        [sys.executable, "-m", "webui", *words[1:]], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.stdout.rstrip() == output.rstrip(), done.stderr


def test_readmes_map_names_every_package() -> None:
    readme = (ROOT / "README.md").read_text()
    assert all(f"`{package}/`" in readme for package in PACKAGES)


def test_ci_runs_readmes_own_commands() -> None:
    readme, ci = (ROOT / "README.md").read_text(), (ROOT / ".ci" / "run").read_text()
    for heading in re.findall(r'^run "(.*)"', ci, re.MULTILINE):
        assert f"## {heading}\n\n" in readme
