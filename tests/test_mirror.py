"""Tests stand at the path of the module that they test."""

from pathlib import Path
from typing import Final

from tests.mirror import is_tested, modules, room

LEAST: Final = 0.82
"""Share of the modules with a test at their path: it may rise, and is raised here then."""

WHOLE: Final = ("device", "scoring/match", "vision/finds", "vision/networks", "vision/table")
"""Rooms in which every module has one."""


def test_most_modules_have_a_test_at_their_path() -> None:
    found = modules()
    tested = [module for module in found if is_tested(module)]
    assert len(tested) / len(found) >= LEAST, f"{len(tested)} of {len(found)}: see python -m tests.mirror --missing"


def test_rooms_that_are_whole_stay_so() -> None:
    assert [str(module) for module in modules() if room(module) in WHOLE and not is_tested(module)] == []


def test_a_test_is_a_file_or_a_folder_at_the_path_of_its_module(tmp_path: Path) -> None:
    made = (*(f"scoring/{name}.py" for name in "abc"), "tests/scoring/test_a.py", "tests/scoring/b/test_x.py")
    for file in made:
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).touch()
    found = {str(module): is_tested(module, tmp_path) for module in modules(tmp_path)}
    assert found == {"scoring/a.py": True, "scoring/b.py": True, "scoring/c.py": False}
