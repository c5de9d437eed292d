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


MOST: Final = {"members": 67, "of one": 7, "of none": 0}
"""The counts that `tests.interfaces` reached: they may fall, and are lowered here then."""

SEVERAL: Final = {
    "Answer": "of a house to a switch, of a person to a question: the field's word for both",
    "Drawn": "a tile is drawn as a camera follows it, a hand is drawn in a record: kept by these names",
    "Event": "what happens at a table in a deal, and what a hall holds",
    "Evidence": "of a tile's face to a camera, and to the follower, which knows no camera",
    "HandChanged": "an act that the hall asks for, and the news of it: kept by these names",
    "Moment": "of a record, and of a picture",
    "Name": "a tile's name as followed, and the edit that gives one: kept by these names",
    "Pattern": "each game's folder has its own, as the engine of lists has: its interface",
    "Preset": "each game's folder has its own, as the engine of lists has: its interface",
    "Quad": "corners in a picture, and for the follower, which knows no camera",
    "Role": "of the author of a record, and of a person at a server",
    "SeenTile": "by a reader of photos, and by the follower, which knows no camera",
    "Sight": "what a table sees, and what it saw of a win",
    "Standing": "of a deal in play, and of a player in a ranking",
    "Step": "of a followed deal: in its search, in its journal, and as a person corrects it",
    "Win": "a hand that is scored, and the event as it is followed: kept by these names",
}
"""The names that stand in several modules, each with the reason: elsewhere a name is one thing."""


FLOORS: Final = {"scoring": 11, "vision": 8, "device": 5, "webui": 10, "models": 3}
"""The floors of rooms that each package has reached: they may fall, and are lowered here then."""


def test_no_package_grows_a_floor() -> None:
    between = rooms(arrows(ROOT))
    counts = {package: floors(within(between, package)) for package in FLOORS}
    assert {package: count for package, count in counts.items() if count > FLOORS[package]} == {}


def test_games_are_asked_no_more_than_before() -> None:
    asked = [games for each in members() for games in each.games.values()]
    counts = {
        "members": len(asked),
        "of one": sum(len(games) == 1 for games in asked),
        "of none": sum(not games for games in asked),
    }
    assert {name: count for name, count in counts.items() if count > MOST[name]} == {}


def test_one_name_is_one_thing() -> None:
    assert repeated(ROOT).keys() == SEVERAL.keys()


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
