"""The house itself: what stands where, who may import whom, and that README and the manual say what is true."""

import copy
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
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from tests.documents import READMES, SHELLS, Shown, blocks, documents, pages, printed, run, shown_commands
from tests.structure import PACKAGES, PICTURE, ROOT, Graph, arrows, circle, imports, modules, picture, rooms, within
from webui.cli import main
from webui.help.manual import DOCUMENTS

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
    "README.ja.md",
    "LICENSE",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    ".ci",
    ".github",
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
        "extra": "",
        "hand": "errors extra",
        "play": "tiles",
        "findings": "errors tiles groups hand play",
        "dialects": "errors",
        "sheet": "hand findings",
        "partition": "tiles groups hand play",
        "own": "errors tiles groups",
        "tournament": "errors",
        "luck": "hand",
        "ways": "errors tiles hand findings",
        "liability": "errors hand sheet",
        "listing": "sheet",
        "games": "errors tiles groups extra hand findings partition sheet tournament luck ways liability listing play",
        "rules": "errors hand sheet tournament games play",
        "vocabulary": "errors extra dialects games",
        "notes": "errors hand games rules",
        "notation": "errors tiles extra hand dialects games rules vocabulary notes",
        "circumstances": "errors hand sheet ways games rules",
        "waits": "tiles hand partition findings sheet rules",
        "distance": "tiles hand findings partition games rules",
        "changes": "tiles hand partition findings sheet games rules",
        "explain": "errors hand notes findings sheet rules liability waits distance changes games",
        "match": "errors tiles hand notation sheet distance circumstances ways play follow games rules",
        "books": "errors tiles groups extra hand findings partition sheet own tournament luck ways liability listing "
        "notation circumstances play follow games match",
        "follow": "errors tiles play partition",
    },
    "vision": {
        "errors": "",
        "files": "",
        "jpeg": "",
        "image": "errors jpeg",
        "image_process": "image",
        "trial": "networks reader",
        "metadata": "image",
        "quad": "",
        "quads": "",
        "evidence": "quads",
        "reading": "errors quad",
        "networks": "errors image quads evidence areas",
        "geometry": "quads evidence",
        "finds": "image quads evidence networks geometry",
        "winning": "",
        "hand": "quad quads evidence reading geometry winning",
        "fusion": "quads evidence",
        "areas": "quads evidence",
        "tta": "image quads evidence reading fusion areas",
        "annotate": "image quads reading",
        "on_display": "image quads reading",
        "raised": "image quads reading geometry",
        "cut_short": "image quads reading raised",
        "doubles": "quads reading",
        "no_tiles": "quads reading",
        "unreadable": "image quads networks finds reading winning",
        "beyond": "image quads reading geometry networks raised",
        "mirrored": "image quads reading networks",
        "red_fives": "image quads reading",
        "tilesets": "errors files image quads evidence networks geometry",
        "reader": "image quad quads evidence reading networks geometry finds hand tta tilesets on_display raised "
        "beyond cut_short doubles mirrored no_tiles red_fives unreadable",
        "live": "errors image jpeg quad quads evidence reading networks hand geometry areas fusion tta",
        "table": "errors image quad quads evidence reading networks geometry hand",
        "follow": "errors image quad quads evidence geometry live",
    },
    "device": {
        "errors": "",
        "protocol": "errors",
        "drivers": "errors protocol",
        "boards": "",
        "dialogue": "errors protocol drivers boards",
        "keypad": "errors protocol drivers",
        "ports": "errors protocol drivers",
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
        "base": "",
        "source": "",
        "help": "",
        "access": "base records",
        "messages": "base hand match records rig",
        "games": "base hand messages",
        "match": "base hand records",
        "rig": "base hand records",
        "tilesets": "base hand records",
        "hall": "base hand match records table",
        "terminal": "base messages",
        "translations": "cli messages terminal",
        "hand": "base records",
        "records": "base",
        "table": "base hand match records rig tilesets",
        "jobs": "base hand records",
        "exports": "base games hall hand match records messages serializers table",
        "serializers": "access base games hall hand match records rig table tilesets messages",
        "mqtt": "base games hand messages records rig serializers table",
        "webhooks": "hall match messages records serializers",
        "http": "access base exports games hall hand help match messages records rig serializers source table tilesets "
        "webhooks",
        "commands": "access base exports games hall hand http jobs match messages mqtt records rig serializers table "
        "terminal tilesets webhooks",
        "cli": "base messages terminal",
        "deploy": "cli help messages source terminal",
        "__main__": "cli",
    },
}
"""Rooms of its package that each room may import; it may import other packages as `MAY_IMPORT` says."""


@cache
def graph() -> Graph:
    """Return the modules of the project that each module imports."""
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


@pytest.mark.parametrize(
    ("schema", "files"),
    [
        ("github-workflows", "workflows/*.yml"),
        ("github-issue-forms", "ISSUE_TEMPLATE/[!c]*.yml"),
        ("github-issue-config", "ISSUE_TEMPLATE/config.yml"),
        ("dependabot", "dependabot.yml"),
    ],
)
def test_github_can_read_its_files(schema: str, files: str) -> None:
    found = [str(file) for file in sorted((ROOT / ".github").glob(files))]
    checker = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", *found]
    checked = subprocess.run(checker, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout


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


def test_a_readme_is_read_in_a_few_minutes() -> None:
    for file in READMES.values():
        assert len(file.read_text("utf-8").splitlines()) <= 150


SHOWN = tuple(shown_commands())
"""The commands that README and the manual show, and what these print."""


def test_readmes_and_manual_show_commands() -> None:
    by_file = {(each.lang, each.file.stem) for each in SHOWN}
    assert {("en", "README"), ("zh", "README.zh"), ("ja", "README.ja")} <= by_file
    with_manual = [lang for lang in SHELLS if pages(lang)]
    assert len(with_manual) >= 4
    assert all({(lang, "notation"), (lang, "first-hand"), (lang, "command-line")} <= by_file for lang in with_manual)
    assert all(sum(lang == each.lang for each in SHOWN) >= 7 for lang in with_manual)


def as_english(link: str) -> str:
    """Return a link of a translated document as the English one has it, to the page: fragments are of its language."""
    link = re.sub(r"\.md#.*", ".md", link).replace("/zh_Hant/", "/zh/").replace("/ja/", "/en/")
    of_help = re.fullmatch(r"webui/help/zh/([\w-]+)\.md", link)
    return DOCUMENTS.get(of_help[1], link.replace("/zh/", "/en/")) if of_help else link.replace("/zh/", "/en/")


def told(file: Path) -> list[dict[str, list[str]]]:
    """Return what each part of a document tells in any language: commands and paths, figures, links, blocks."""
    parts = re.split(r"^## ", file.read_text("utf-8"), flags=re.MULTILINE)
    found = []
    for part in parts:
        prose = re.sub(r"^```.*?^```", "", part, flags=re.MULTILINE | re.DOTALL)
        bare = re.sub(r"`[^`]*`|\]\([^)]*\)", "", prose)
        found.append(
            {
                "commands": sorted(" ".join(each.split()) for each in re.findall(r"`([^`]+)`", prose)),
                "figures": sorted(re.findall(r"\d+(?:\.\d+)?", bare)),
                "links": sorted(as_english(each) for each in re.findall(r"\]\(([^)]*)\)", prose)),
                "blocks": re.findall(r"^```(\w+)$", part, flags=re.MULTILINE),
            }
        )
    return found


def commands_of(file: Path) -> list[str]:
    """Return the commands that a document shows, without their language."""
    return [each.command.removesuffix(" --lang zh") for each in SHOWN if each.file == file]


def test_readmes_tell_the_same_part_by_part() -> None:
    parts = {file.name: told(file) for file in READMES.values()}
    for name, of in parts.items():
        assert {link for link in of[0].pop("links") if link.startswith("README")} == parts.keys() - {name}
    english = parts["README.md"]
    assert [name for name, of in parts.items() if of != english] == []
    assert len({tuple(commands_of(file)) for file in READMES.values()}) == 1


def test_the_manual_has_the_same_pages_in_every_language() -> None:
    assert pages("zh").keys() == pages("zh_Hant").keys()
    assert pages("zh").keys() - DOCUMENTS.keys() == pages("en").keys()


@pytest.mark.parametrize("name", sorted(pages("zh").keys() & DOCUMENTS.keys()))
def test_a_translated_document_tells_the_same_as_the_document(name: str) -> None:
    english, chinese = (told(file) for file in (ROOT / DOCUMENTS[name], pages("zh")[name]))
    for part in (*english, *chinese):
        part["links"] = sorted(Path(link).name for link in part["links"])
    assert chinese == english
    assert blocks(pages("zh")[name], "sh") == blocks(ROOT / DOCUMENTS[name], "sh")


@pytest.mark.parametrize("name", pages("en"))
def test_a_page_of_the_manual_tells_the_same_in_every_language(name: str) -> None:
    """Compare a page in all languages; one whose manual is not written yet lacks pages, and Chinese has all."""
    files = {lang: pages(lang)[name] for lang in SHELLS if name in pages(lang)}
    english = told(files["en"])
    assert {"zh", "zh_Hant"} <= files.keys()
    assert [lang for lang, file in files.items() if told(file) != english] == []
    assert len({tuple(commands_of(file)) for file in files.values()}) == 1
    for kind in ("sh", "python", "toml"):
        codes = {tuple(code_of(block) for block in blocks(file, kind)) for file in files.values()}
        assert len(codes) == 1, kind


def code_of(block: str) -> str:
    """Return a block without its comments and the words for people in it."""
    return re.sub(r"\s*#.*| = \".*\"$| \"[^\"]*\"", "", block, flags=re.MULTILINE)


def test_lines_of_chinese_do_not_end_within_a_word() -> None:
    """Find no line that ends between two Chinese characters: a browser shows a space there."""
    for file in [*documents("zh"), *documents("zh_Hant")]:
        assert re.findall(r"[\u3400-\u9fff]\n[\u3400-\u9fff]", file.read_text("utf-8")) == [], file


@pytest.mark.parametrize("shown", SHOWN, ids=[f"{each.lang}/{each.file.stem}: {each.command}" for each in SHOWN])
def test_commands_of_readme_and_manual_print_what_is_shown(shown: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    done = printed(shown.command, shown.lang)
    assert done.stdout.rstrip() == shown.output.rstrip(), f"run python -m tests.documents\n{done.stderr}"


@pytest.mark.parametrize("lang", READMES)
def test_a_command_prints_in_the_shell_as_it_does_here(lang: str) -> None:
    shown = next(each for each in SHOWN if each.lang == lang and each.command.startswith("tableside score"))
    done = subprocess.run(  # one that reads no picture, which takes long
        [sys.executable, "-m", "webui", *shlex.split(shown.command)[1:]],
        cwd=ROOT,
        env={**os.environ, "LC_ALL": SHELLS[lang], "LANGUAGE": ""},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert done.stdout.rstrip() == shown.output.rstrip(), done.stderr


def command_lines(file: Path) -> list[str]:
    """Return the command lines of Tableside in a document: those of its blocks, and those within its lines."""
    text = file.read_text("utf-8")
    lines = [line for block in blocks(file, "sh") for line in block.replace("\\\n", " ").splitlines()]
    spans = re.findall(r"(?<!`)`([^`]+)`(?!`)", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL))
    parts = (part.strip() for line in [*lines, *spans] for part in line.split("&&"))
    return [
        " ".join(part.split()).removeprefix(".venv/bin/")
        for part in parts
        if re.match(r"(\.venv/bin/)?tableside ", part)
    ]


@pytest.mark.parametrize("lang", READMES)
def test_every_command_and_option_in_the_documents_exists(lang: str) -> None:
    of_lang = [
        *documents(lang),
        *([ROOT / name for name in ("CONTRIBUTING.md", "SECURITY.md")] if lang == "en" else []),
    ]
    for line in [line for file in of_lang for line in command_lines(file)]:
        program = copy.copy(main)  # click keeps the help option that is made first, in English here, in the command
        command: click.Command = program
        context = click.Context(program, **main.context_settings)
        known = {option for each in program.get_params(context) for option in each.opts}
        for word in line.partition(" ")[2].split():
            if isinstance(command, click.Group) and (found := command.get_command(context, word)):
                command, context = found, click.Context(found, context)
                known |= {option for each in found.get_params(context) for option in [*each.opts, *each.secondary_opts]}
            elif re.fullmatch(r"--?[a-z][a-z-]*", word):
                assert word in known, f"{line}: {word}"
        assert command is not program or "--" in line, line


@pytest.mark.parametrize("lang", READMES)
def test_the_rules_that_the_manual_shows_can_be_played_by(lang: str, tmp_path: Path) -> None:
    shown = blocks(pages(lang)["rules"], "toml")
    assert len(shown) == 7
    for text in shown:
        file = tmp_path / "shown.toml"
        file.write_text(text, "utf-8")
        done = CliRunner().invoke(main, ["score", "[CCC,1][FFF,2]123m78sEE 9s seat=S from=W", "--rules", str(file)])
        assert tomllib.loads(text)["name"] in done.stdout, done.output


@pytest.mark.parametrize("lang", READMES)
def test_the_match_that_the_manual_records_can_be_recorded(
    lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (block,) = blocks(pages(lang)["command-line"], "sh")
    for line in block.splitlines():
        done = run(line, lang)
        assert done.exit_code == 0, f"{line}\n{done.output}"


@pytest.mark.parametrize("lang", READMES)
def test_what_was_kept_elsewhere_is_taken_over_as_the_manual_says(
    lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TABLESIDE_DATA", str(tmp_path / "data"))
    page = pages(lang)["moving"]
    (listed,) = blocks(page, "csv")
    (tmp_path / "league.csv").write_text(listed, "utf-8")
    of_paper, of_list = ([run(line, lang) for line in block.splitlines()] for block in blocks(page, "sh"))
    assert [done.output for done in (*of_paper, *of_list) if done.exit_code] == []
    assert "=541" in of_paper[-1].stdout
    assert re.findall(r"Ann +(\S+) +(\S+)", of_list[-1].stdout) == [("9", "55")]


@pytest.mark.parametrize("file", [READMES["en"], pages("en")["interface"]], ids=["README", "interface"])
def test_the_python_that_documents_show_runs(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (block,) = blocks(file, "python")
    names: dict[str, Any] = {}
    exec(compile(block, str(file), "exec"), names)
    assert names["sheet"].total == {"README": 18, "interface": 16}[file.stem]


def test_readmes_map_names_every_package() -> None:
    readme, map = (file.read_text("utf-8") for file in (READMES["en"], pages("en")["architecture"]))
    assert all(f"`{package}/`" in readme and f"`{package}/`" in map for package in PACKAGES)


def test_every_path_that_the_documents_name_exists() -> None:
    named = [
        (file, each)
        for file in [*documents("en"), ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md"]
        for each in re.findall(r"`((?:scoring|vision|device|webui|models|tests)/[^` ]*)`", file.read_text("utf-8"))
    ]
    assert len(named) > 40
    assert [(file.name, each) for file, each in named if not (ROOT / each).exists()] == []


def test_the_environment_has_the_entry_points_of_the_program() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for group, named in project["entry-points"].items():
        there = {each.name: each.value for each in entry_points(group=group)}
        assert named.items() <= there.items(), "install the program again: .venv/bin/pip install -e . --no-deps"


def test_ci_runs_readmes_own_commands() -> None:
    readme, ci = READMES["en"].read_text("utf-8"), (ROOT / ".ci" / "run").read_text("utf-8")
    headings = re.findall(r'^run "(.*)"', ci, re.MULTILINE)
    assert headings == ["Read a photograph", "Run the tests"]
    for heading in headings:
        assert f"## {heading}\n\n" in readme


def test_the_picture_of_the_rooms_is_that_of_the_rooms() -> None:
    assert PICTURE.read_text("utf-8") == picture(graph()), "run python -m tests.structure --picture"


def test_the_hashes_of_the_weights_are_those_of_the_weights() -> None:
    listed = json.loads((ROOT / "models" / "weights.json").read_text())
    found = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in (ROOT / "models").glob("*.onnx")}
    assert listed == found, "run python -m models.train.hashes"


@pytest.mark.parametrize(
    ("file", "sentences"),
    [
        ("README.md", ["{named} of {tiles} ({share}%)", "| {exact} of {hands}, {sure} without a question |"]),
        ("README.zh.md", ["{named}张，共{tiles}张（{share}%）", "{exact}手，共{hands}手；{sure}手没有疑问"]),
        ("README.ja.md", ["{tiles}枚中{named}枚（{share}%）", "{hands}手中{exact}手、うち{sure}手は質問なし"]),
        ("models/README.md", ["| {named} of {tiles} ({share}%, ", "| {exact} of {hands} ("]),
        (
            "webui/help/en/first-hand.md",
            [
                "In {photos} photos",
                "{named} of {tiles} tiles were found and named ({share}%)",
                "Of the {hands} complete hands in them {exact} were read exactly, {sure} of them without a question",
            ],
        ),
        (
            "webui/help/zh/first-hand.md",
            [
                "在{photos}张",
                "{tiles}张牌中找到并认对{named}张（{share}%）",
                "{hands}手完整的手牌有{exact}手完全正确，{sure}手",
            ],
        ),
        ("webui/help/zh_Hant/first-hand.md", ["在{photos}張", "{tiles}張牌中找到並認對{named}張（{share}%）"]),
    ],
)
def test_the_figures_of_the_networks_stand_once(file: str, sentences: list[str]) -> None:
    figures = json.loads((ROOT / "models/figures.json").read_text())
    text = " ".join((ROOT / file).read_text(encoding="utf-8").split())
    share = f"{100 * figures['named'] / figures['tiles']:.1f}"
    assert [each for each in sentences if each.format(**figures, share=share) not in text] == []
