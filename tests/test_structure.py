"""The counts of `tests.structure`, on a small project made for it."""

import ast
from pathlib import Path
from typing import Final

import pytest

from tests.interfaces import members, repeated
from tests.structure import ROOT, arrows, circle, floors, modules, rooms, table, within


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Rooms a > b > c, with b a sub-package of two modules that import each other."""
    files = {
        "vision/__init__.py": "from vision.a import x",
        "vision/a.py": "from .b import one\nimport vision.c",
        "vision/b/__init__.py": "",
        "vision/b/one.py": "from vision.b.two import y",
        "vision/b/two.py": "from vision import c\nfrom . import one",
        "vision/c.py": "import json",
    }
    for name, text in files.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return tmp_path


def test_arrows_name_modules(project: Path) -> None:
    found = arrows(project)
    assert set(found) == set(modules(project))
    assert found["vision.a"] == {"vision.b.one", "vision.c"}
    assert found["vision.b.two"] == {"vision.c", "vision.b.one"}
    assert found["vision.c"] == set()


def test_a_circle_is_found_between_modules_and_not_between_rooms(project: Path) -> None:
    found = within(arrows(project), "vision")
    assert set(circle(found)) == {"vision.b.one", "vision.b.two"}
    between = within(rooms(arrows(project)), "vision")
    assert circle(between) == []
    assert floors(between) == 3


def test_a_line_for_each_package(project: Path) -> None:
    vision = next(line for line in table(project) if line.startswith("vision"))
    assert vision.split()[1:7] == ["5", "0", "5", "3", "3", "3"]
    assert "vision.b.one" in vision


MOST: Final = {"members": 67, "of one": 7, "of none": 0, "names": 127}
"""The counts that `tests.interfaces` reached: they may fall, and are lowered here then."""


def test_games_are_asked_no_more_than_before() -> None:
    asked = [games for each in members() for games in each.games.values()]
    counts = {
        "members": len(asked),
        "of one": sum(len(games) == 1 for games in asked),
        "of none": sum(not games for games in asked),
        "names": len(repeated(ROOT)),
    }
    assert {name: count for name, count in counts.items() if count > MOST[name]} == {}


LONGEST: Final = {"webui.table.table": 300, "webui.commands.serve.command": 80}
"""Most lines of what grew before: the table, which records and changes and leaves the rest to its parts, and the
command that starts a server."""

MOST_METHODS: Final = 15
"""Most methods of the table."""

MOST_PARAMETERS: Final = 7
"""Most parameters of a constructor; what needs more is two things, or its parts are one."""


def test_a_constructor_takes_few_parts() -> None:
    over = {}
    for file in [
        file for room in ("scoring", "vision", "device", "webui", "models") for file in (ROOT / room).rglob("*.py")
    ]:
        for owner in [node for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.ClassDef)]:
            for made in owner.body:
                if isinstance(made, ast.FunctionDef) and made.name == "__init__":
                    taken = len(made.args.posonlyargs + made.args.args + made.args.kwonlyargs) - 1
                    over |= {owner.name: taken} if taken > MOST_PARAMETERS else {}
    assert over == {}


def test_the_table_and_the_server_stay_small() -> None:
    text = (ROOT / "webui/table/table.py").read_text()
    [table] = [node for node in ast.parse(text).body if isinstance(node, ast.ClassDef)]
    methods = [node for node in table.body if isinstance(node, ast.FunctionDef)]
    [made] = [method for method in methods if method.name == "__init__"]
    serve = ast.parse((ROOT / "webui/commands/serve.py").read_text())
    [command] = [node for node in serve.body if isinstance(node, ast.FunctionDef) and node.name == "command"]
    assert len(text.splitlines()) <= LONGEST["webui.table.table"]
    assert len(methods) <= MOST_METHODS
    assert not [node for node in ast.walk(made) if isinstance(node, ast.Lambda)]
    lines = (command.end_lineno or 0) - min(each.lineno for each in command.decorator_list[-1:]) + 1
    assert lines <= LONGEST["webui.commands.serve.command"]


def test_a_name_in_two_modules_is_found(tmp_path: Path) -> None:
    (tmp_path / "device").mkdir()
    (tmp_path / "device/one.py").write_text(
        "class Step:\n    class Inner: ...\n\n\n_Own = int\nPlace = tuple[int, int]\n"
    )
    (tmp_path / "device/two.py").write_text("Step = int\n\n\nclass Inner: ...\n\n\n_Own = str\nPLACE = 1\n")
    assert repeated(tmp_path) == {"Step": ["device.one", "device.two"]}
