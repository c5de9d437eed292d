"""Games are named in their own folders: all else of the program names none."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
NAMES: Final = re.compile(
    r"riichi|hong[_ ]?kong|zung[_ ]?jung|\bhk\b|faan|sichuan|taiwan-|games\.taiwan|\btai\b", re.IGNORECASE
)
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


CONCEPTS: Final = re.compile(r"tenpai|noten|\byaku\b|furiten|\bdora|\bura\b|ippatsu|honba|nagashi", re.IGNORECASE)
"""The concepts of one game, by the words of its players."""

KEPT: Final = {
    "scoring/match/records.py": "the format of kept draws and false wins",
    "webui/static/dora.js": "indicators, as the only game with them calls them",
    "webui/static/palette.js": "likewise",
    "webui/static/strip.js": "likewise",
    "webui/static/won.js": "likewise",
}
"""The files outside that hold one all the same, each with the reason: the list may only shrink."""


def test_no_game_is_named_outside_its_folder() -> None:
    assert [f"{file}:{line}" for file, line in lines(NAMES)] == []


def test_no_file_outside_holds_a_concept_of_one_game() -> None:
    assert {file for file, _ in lines(CONCEPTS)} == KEPT.keys()


def lines(pattern: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    """Yield the lines outside the folders of games that a pattern is found in, each with its file."""
    theirs = tuple(ROOT / folder for folder in THEIRS)
    assert all(folder.is_dir() for folder in theirs)
    for file in [
        file for package in PROGRAM for file in sorted((ROOT / package).rglob("*")) if file.suffix in SUFFIXES
    ]:
        if not any(file.is_relative_to(folder) for folder in theirs):
            for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
                if pattern.search(line):
                    yield str(file.relative_to(ROOT)), f"{number}: {line.strip()}"
