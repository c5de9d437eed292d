"""Faults that `tests.mutations` puts into the program, and whether tests of it notice them."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutations import fault, sites

SOURCE = '''
LIMIT = 3

def within(number, most=LIMIT):
    """Return whether."""
    if number <= most and not number < 0:
        return "few" + "er"
    return number + 1
'''


def test_each_place_of_a_body_has_its_faults() -> None:
    found = [fault("a.py", SOURCE, site) for site in sites(SOURCE)]
    assert {(each.line, each.before, each.after) for each in found} == {
        (6, "number <= most and (not number < 0)", "number <= most or not number < 0"),
        (6, "number <= most", "number < most"),
        (6, "not number < 0", "number < 0"),
        (6, "number < 0", "number <= 0"),
        (6, "0", "1"),
        (8, "number + 1", "number - 1"),
        (8, "1", "2"),
    }


CONFTEST = """
import sys
from hypothesis import settings

settings.register_profile("same")
sys.path.insert(0, ".")
"""

ROOM = """
def within(number):
    return number < 3

def called_by_none():
    return 1
"""

TEST = """
def test_it():
    from room import within  # only now, as the program has it where a library is dear

    assert within(2) and not within({number})
"""

RUN = """
import sys
sys.path.insert(0, {root!r})
from tests import mutations
mutations.ROOMS["access"] = mutations.Room(("room.py",), ("tests/test_room.py",))
mutations.main(["access"])
"""


@pytest.mark.parametrize(("number", "survive"), [(3, []), (4, ["number < 3 -> number <= 3", "3 -> 4"])])
def test_a_fault_survives_where_no_test_tells_it(tmp_path: Path, number: int, survive: list[str]) -> None:
    (tmp_path / "tests").mkdir()
    files = {"pytest.ini": "[pytest]\nmarkers = long\n", "conftest.py": CONFTEST, "room.py": ROOM}
    for name, text in (files | {"tests/test_room.py": TEST.format(number=number)}).items():
        (tmp_path / name).write_text(text)
    run = [sys.executable, "-c", RUN.format(root=str(Path.cwd()))]
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    told = [line for line in done.stdout.splitlines() if line.startswith(("survived", "not called"))]
    assert sorted(told) == [
        "not called: room.py:6: 1 -> 2",
        *(f"survived: room.py:3: {each}" for each in sorted(survive)),
    ]
    assert done.stdout.split()[-4:] == ["access", str(2 - len(survive)), str(len(survive)), "1"]
