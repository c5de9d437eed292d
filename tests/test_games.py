"""Games are named in their own folders: all else of the program names none."""

import re
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
NAMES: Final = re.compile(r"riichi|hong[_ ]?kong|zung[_ ]?jung|\bhk\b|faan|sichuan", re.IGNORECASE)
"""The names of games, and what only one of them counts in; that of the default rules may stand anywhere."""

PROGRAM: Final = ("scoring", "vision", "device", "models", "webui")
SUFFIXES: Final = (".py", ".js", ".html")
THEIRS: Final = (
    "scoring/games",
    "webui/games",
    "webui/help",
    "webui/translations",
    "webui/records/migrations",
    "webui/static/built",
    "webui/static/vendor",
)
"""The folders of games, catalogues, the manual, of what earlier versions kept, and of scripts made small."""


def test_no_game_is_named_outside_its_folder() -> None:
    files = [file for package in PROGRAM for file in sorted((ROOT / package).rglob("*")) if file.suffix in SUFFIXES]
    theirs = tuple(ROOT / folder for folder in THEIRS)
    assert all(folder.is_dir() for folder in theirs)
    named = [
        f"{file.relative_to(ROOT)}:{number}: {line.strip()}"
        for file in files
        if not any(file.is_relative_to(folder) for folder in theirs)
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1)
        if NAMES.search(line)
    ]
    assert named == []
