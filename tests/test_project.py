"""The house itself: what stands where, who may import whom, and that README says what is true."""

import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from fnmatch import fnmatchcase
from functools import cache

import pytest
from click.testing import CliRunner

from tests.structure import PACKAGES, ROOT, Graph, arrows, circle, imports, modules, rooms, within
from webui.cli import main

MAY_IMPORT = {
    "scoring": {"scoring"},
    "device": {"device"},
    "vision": {"vision", "scoring"},
    "models": {"models", "vision", "scoring"},
    "webui": {"webui", "vision", "device", "scoring"},
}
TOP = {
    "pyproject.toml",
    "README.md",
    "README.zh.md",
    "LICENSE",
    "CHANGELOG.md",
    ".ci",
    ".gitignore",
    ".pre-commit-config.yaml",
    "tests",
    *PACKAGES,
}
TRAINING_ONLY = {"ultralytics", "torch", "onnx", "onnxslim"}

ROOMS = {
    "scoring": {
        "errors": "",
        "tiles": "",
        "groups": "tiles",
        "hand": "errors",
        "findings": "errors tiles groups hand",
        "dialects": "errors",
        "notes": "errors hand",
        "notation": "errors tiles hand dialects notes",
        "sheet": "hand findings",
        "partition": "tiles groups hand",
        "mcr": "errors tiles groups hand findings partition sheet",
        "zungjung": "errors tiles groups hand findings partition sheet",
        "hongkong": "errors tiles groups hand findings partition sheet",
        "tournament": "errors mcr zungjung hongkong",
        "rules": "errors tiles hand partition sheet mcr zungjung hongkong tournament",
        "circumstances": "errors tiles hand findings sheet rules",
        "waits": "tiles hand partition findings sheet rules",
        "distance": "tiles hand findings partition rules",
        "changes": "tiles hand partition findings sheet rules",
        "explain": "findings sheet rules circumstances waits distance changes zungjung",
        "match": "errors tiles hand notation sheet distance mcr zungjung rules",
    },
    "vision": {
        "errors": "",
        "files": "",
        "jpeg": "",
        "image": "errors jpeg",
        "image_process": "image",
        "metadata": "image",
        "quads": "",
        "evidence": "quads",
        "reading": "errors quads",
        "networks": "errors image quads evidence",
        "geometry": "quads evidence",
        "finds": "image quads evidence networks geometry",
        "hand": "quads evidence reading geometry",
        "fusion": "quads evidence",
        "tta": "image quads evidence reading fusion",
        "annotate": "image quads reading",
        "tilesets": "errors files image quads evidence networks geometry",
        "reader": "image quads evidence reading networks geometry finds hand tta tilesets",
        "live": "errors image quads evidence reading networks hand fusion tta",
        "table": "errors image quads evidence reading networks geometry hand",
    },
    "device": {
        "errors": "",
        "protocol": "errors",
        "drivers": "errors protocol",
        "dialogue": "errors protocol drivers",
        "ports": "errors protocol drivers dialogue",
        "link": "errors protocol drivers ports",
        "simulator": "errors protocol drivers",
    },
    "models": {
        "render": "",
        "data": "render",
        "train": "render data",
        "evaluate": "data",
    },
    "webui": {
        "errors": "",
        "attempt": "records",
        "access": "errors records",
        "steady": "",
        "metrics": "",
        "logs": "",
        "program": "",
        "messages": "errors hand match records rig",
        "match": "errors hand records steady",
        "rig": "errors hand records",
        "tilesets": "errors hand metrics records",
        "hall": "errors hand match records table",
        "translations": "cli commands",
        "hand": "attempt access errors metrics records",
        "records": "errors metrics",
        "table": "attempt errors hand match records rig steady tilesets",
        "jobs": "errors hand logs records",
        "exports": "errors hall records messages serializers",
        "serializers": "access attempt errors hall hand match records rig table tilesets messages",
        "http": "access errors exports hall hand match messages metrics program records rig serializers table tilesets",
        "commands": "jobs logs errors access hall hand match program records rig table tilesets exports "
        "serializers http messages",
        "cli": "commands messages",
        "deploy": "cli commands messages",
        "__main__": "cli",
    },
}
"""Which rooms of its package a room may import; it may import other packages as `MAY_IMPORT` says."""


@cache
def graph() -> Graph:
    """Which modules of the project each module imports."""
    return arrows(ROOT)


def test_no_package_imports_one_above_it() -> None:
    faults = {}
    for path in modules(ROOT).values():
        package = path.relative_to(ROOT).parts[0]
        used = {each.module.split(".")[0] for each in imports(path) if each.level == 0}
        above = used & set(PACKAGES) - MAY_IMPORT[package]
        training = set() if package == "models" else used & TRAINING_ONLY
        if above | training:
            faults[str(path.relative_to(ROOT))] = above | training
    assert faults == {}


@pytest.mark.parametrize("package", PACKAGES)
def test_rooms_import_only_what_stands_below_them(package: str) -> None:
    allowed = {
        f"{package}.{name}": {f"{package}.{other}" for other in below.split()} for name, below in ROOMS[package].items()
    }
    assert circle({name: frozenset(below) for name, below in allowed.items()}) == []
    for name, others in within(rooms(graph()), package).items():
        assert others <= allowed[name], f"{name} imports {others - allowed[name]}"


@pytest.mark.parametrize("package", PACKAGES)
def test_no_module_stands_in_a_circle(package: str) -> None:
    assert circle(within(graph(), package)) == []


def test_the_top_level_is_what_the_design_says() -> None:
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert {line.split("/")[0] for line in tracked.splitlines()} == TOP


def test_the_installed_program_has_the_weights_without_the_programs_that_make_them() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    packages = {".".join(path.parent.relative_to(ROOT).parts) for path in modules(ROOT).values()}
    installed = {
        name for name in packages for pattern in settings["packages"]["find"]["include"] if fnmatchcase(name, pattern)
    }
    assert packages - installed == {name for name in packages if name.startswith("models.")} != set()
    assert "*.onnx" in settings["package-data"]["models"]


def test_help_needs_no_heavy_import() -> None:
    heavy = ["cv2", "numpy", "openvino", "flask", "serial", "torch"]
    code = (
        "import sys; from webui.cli import main\n"
        "try: main(['--help'])\n"
        f"except SystemExit: print([m for m in {heavy} if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


READMES = {"README.md": "C.UTF-8", "README.zh.md": "zh_CN.UTF-8"}
"""What a newcomer reads, and the language of the shell in which its commands are shown."""


def console_blocks() -> list[tuple[str, str, str]]:
    """Languages and commands of the ```console blocks of `READMES`, and what they say is printed."""
    found = []
    for readme, lang in READMES.items():
        blocks = re.findall(r"^```console\n(.*?)^```", (ROOT / readme).read_text("utf-8"), re.MULTILINE | re.DOTALL)
        for block in blocks:
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, output = part.partition("\n")
                found.append((lang, command, output))
    return found


def test_readmes_show_commands() -> None:
    assert all(sum(lang == shown for shown, _, _ in console_blocks()) >= 2 for lang in READMES.values())


def told(readme: str) -> list[dict[str, list[str]]]:
    """What each part of a README tells in any language, in order within each: commands and paths, figures, links."""
    parts = re.split(r"^## ", (ROOT / readme).read_text("utf-8"), flags=re.MULTILINE)
    found = []
    for part in parts:
        prose = re.sub(r"^```.*?^```", "", part, flags=re.MULTILINE | re.DOTALL)
        bare = re.sub(r"`[^`]*`|\]\([^)]*\)", "", prose)
        found.append(
            {
                "commands": sorted(" ".join(each.split()) for each in re.findall(r"`([^`]+)`", prose)),
                "figures": sorted(re.findall(r"\d+(?:\.\d+)?", bare)),
                "links": sorted(each.replace("/zh/", "/en/") for each in re.findall(r"\]\(([^)]*)\)", prose)),
                "blocks": re.findall(r"^```(\w+)$", part, flags=re.MULTILINE),
            }
        )
    return found


def test_readmes_tell_the_same_part_by_part() -> None:
    english, chinese = (told(readme) for readme in READMES)
    assert english[0].pop("links")[:1] == ["README.zh.md"]
    assert chinese[0].pop("links")[:1] == ["README.md"]
    assert chinese == english
    shown = {
        lang: [command.removesuffix(" --lang zh") for other, command, _ in console_blocks() if other == lang]
        for lang in READMES.values()
    }
    assert len({tuple(commands) for commands in shown.values()}) == 1


def test_lines_of_chinese_do_not_end_within_a_word() -> None:
    """A browser shows a space where a line ends."""
    chinese = (ROOT / "README.zh.md").read_text("utf-8")
    assert re.findall(r"[\u3400-\u9fff]\n[\u3400-\u9fff]", chinese) == []


@pytest.mark.parametrize(("lang", "command", "output"), console_blocks(), ids=[c for _, c, _ in console_blocks()])
def test_readmes_commands_print_what_it_says(
    lang: str, command: str, output: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = shlex.split(command)
    assert words[0] == "tableside"
    monkeypatch.chdir(ROOT)
    done = CliRunner().invoke(main, words[1:], env={"LC_ALL": lang, "LANGUAGE": ""})
    assert done.stdout.rstrip() == output.rstrip(), done.stderr


@pytest.mark.parametrize("lang", READMES.values())
def test_a_command_prints_in_the_shell_as_it_does_here(lang: str) -> None:
    command, output = next(
        (command, output)
        for of, command, output in console_blocks()
        if of == lang and command.startswith("tableside score")  # reads no picture, which takes long
    )
    done = subprocess.run(
        [sys.executable, "-m", "webui", *shlex.split(command)[1:]],
        cwd=ROOT,
        env={**os.environ, "LC_ALL": lang, "LANGUAGE": ""},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert done.stdout.rstrip() == output.rstrip(), done.stderr


def test_readmes_map_names_every_package() -> None:
    readme = (ROOT / "README.md").read_text()
    assert all(f"`{package}/`" in readme for package in PACKAGES)


def test_ci_runs_readmes_own_commands() -> None:
    readme, ci = (ROOT / "README.md").read_text(), (ROOT / ".ci" / "run").read_text()
    for heading in re.findall(r'^run "(.*)"', ci, re.MULTILINE):
        assert f"## {heading}\n\n" in readme


def test_the_hashes_of_the_weights_are_those_of_the_weights() -> None:
    listed = json.loads((ROOT / "models" / "weights.json").read_text())
    found = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in (ROOT / "models").glob("*.onnx")}
    assert listed == found, "run python -m models.train.hashes"
