"""The rules of writing: rooms that follow them keep to them, and the counts of `tests.writing` on a small project."""

from pathlib import Path

import pytest

from tests.writing import FAULTS, PACKAGES, ROOT, docstrings, faults, rooms, table, written

CLEAN = (
    "scoring",
    "device",
    "models",
    "tests.bench",
    "tests.conftest",
    "tests.device",
    "tests.documents",
    "tests.guide",
    "tests.keys",
    "tests.long",
    "tests.models",
    "tests.ordeals",
    "tests.photographs",
    "tests.pictures",
    "tests.scoring",
    "tests.slow",
    "tests.structure",
    "tests.test_project",
    "tests.test_slow",
    "tests.test_structure",
    "tests.vision",
    "tests.waiting",
    "tests.walks",
    "vision",
    "webui.access",
    "webui.base",
    "webui.cli",
    "webui.commands",
    "webui.deploy",
    "webui.exports",
    "webui.hall",
    "webui.hand",
    "webui.help",
    "webui.http",
    "webui.jobs",
    "webui.match",
    "webui.messages",
    "webui.records",
    "webui.rig",
    "webui.serializers",
    "webui.source",
    "webui.table",
    "webui.terminal",
    "webui.tilesets",
    "webui.translations",
)
"""Packages and rooms without a fault; a room joins them once it is rewritten."""


@pytest.mark.parametrize("clean", CLEAN)
def test_a_clean_room_stays_clean(clean: str) -> None:
    modules = [path for name, paths in rooms(ROOT).items() if f"{name}.".startswith(f"{clean}.") for path in paths]
    assert modules, f"no room is called {clean}"
    found = [f"{fault.path.relative_to(ROOT)}:{fault.line}: {fault.kind}" for path in modules for fault in faults(path)]
    assert not found, "write these by the rules, see `python -m tests.writing`:\n" + "\n".join(found)


def test_no_docstring_opens_with_a_question() -> None:
    found = [
        f"{each.path}:{each.line}"
        for paths in rooms(ROOT).values()
        for path in paths
        for each in faults(path)
        if each.kind == "question"
    ]
    assert found == []


def test_comments_of_scripts_open_as_docstrings_do() -> None:
    """Neither with a question nor, over a function, with anything but what it does."""
    scripts = (ROOT / "webui" / "static").glob("*.js")
    found = [fault for path in scripts for fault in faults(path) if fault.kind in ("question", "noun")]
    assert found == []


SOURCE = '''
"""What a module is for."""

LIMIT = 3
"""Most tiles. Not measured."""


class Hand:
    """The tiles of a player."""

    size: int
    """How many there are."""

    @property
    def name(self) -> str:
        """The name of the hand."""

    def last(self) -> int | None:
        """Return the last tile; None where there is none."""

    def count(self) -> int:
        """The number of tiles."""

    def draw(self) -> None:
        """Draws a tile."""

    def pass_on(self) -> None:
        """Pass the turn on, or return None."""
'''


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project of one module with every kind of fault."""
    file = tmp_path / "vision" / "hands.py"
    file.parent.mkdir()
    file.write_text(SOURCE)
    return tmp_path


def test_docstrings_of_attributes_and_constants_count() -> None:
    assert len(list(docstrings(SOURCE))) == 9


def test_help_of_the_command_line_does_not_count() -> None:
    source = '@click.command()\ndef won() -> None:\n    """A hand is won."""\n    LEAST = 1\n    """Least points."""\n'
    assert [each.text for each in docstrings(source)] == ["Least points."]


def test_faults_name_their_line_and_kind(project: Path) -> None:
    found = [(fault.line, fault.kind) for fault in faults(project / "vision" / "hands.py")]
    assert sorted(found) == [
        (2, "question"),
        (5, "unmeasured"),
        (12, "question"),
        (19, "riddle"),
        (22, "noun"),
        (25, "noun"),
    ]
    assert {kind for _, kind in found} == set(FAULTS)


SCRIPT = """// What a page is for,
// on two lines.

const LIMIT = 3; // most tiles. Not measured.
const HOME = "https://example.org"; // whatever comes

/** The number of tiles. */
export const count = (tiles) => tiles.length;

/**
 * Return the last tile,
 * or nothing where there is none.
 */
export async function last() {}

/** The tiles of a player. */
let tiles = [];
"""


def test_comments_of_scripts_are_read_by_the_same_rules(tmp_path: Path) -> None:
    file = tmp_path / "webui" / "static" / "page.js"
    file.parent.mkdir(parents=True)
    file.write_text(SCRIPT)
    assert [each.line for each in written(file)] == [1, 4, 5, 7, 10, 16]
    found = [(fault.line, fault.kind) for fault in faults(file)]
    assert sorted(found) == [(1, "question"), (4, "unmeasured"), (7, "noun"), (10, "riddle")]
    assert rooms(tmp_path) == {"webui.static": [file]}


def test_the_table_counts_rooms_and_packages(project: Path) -> None:
    lines = [line.split() for line in table(project)]
    counts = ["9", "2", "2", "1", "1"]
    assert lines[0] == ["room", "docstrings", *FAULTS]
    assert ["vision.hands", *counts] in lines
    assert ["vision", *counts] in lines
    assert ["all", *counts] in lines
    assert len(lines) == 3 + len(PACKAGES)
