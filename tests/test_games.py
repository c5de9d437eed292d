"""Games are named in their own folders: what asks every game names none."""

import re
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]
NAMES: Final = re.compile(r"riichi|hong[_ ]?kong|zung[_ ]?jung|\bhk\b|faan|sichuan", re.IGNORECASE)
"""The names of games, and what only one of them counts in; that of the default rules may stand anywhere."""

SCRIPTS: Final = [
    "sheet",
    "handsheet",
    "appeal",
    "won",
    "dora",
    "palette",
    "fannames",
    "count",
    "hand",
    "hands",
    "strip",
    "segments",
    "display",
    "laid",
    "laidcard",
    "live",
    "recent",
    "results",
    "running",
    "match",
]
CLEAN: Final = (
    "vision/reading.py",
    "vision/geometry/*.py",
    "webui/installed.py",
    "webui/commands/match/*.py",
    "webui/commands/options.py",
    "webui/commands/score.py",
    "webui/hand/*.py",
    "webui/games/*.py",
    "webui/match/*.py",
    "webui/messages/acts.py",
    "webui/messages/match.py",
    "webui/messages/offers.py",
    "webui/messages/table.py",
    "webui/rig/*.py",
    "webui/serializers/endings.py",
    "webui/serializers/games.py",
    "webui/serializers/hall.py",
    "webui/serializers/hands.py",
    "webui/serializers/laid.py",
    "webui/serializers/live.py",
    "webui/serializers/matches.py",
    "webui/serializers/presets.py",
    "webui/serializers/referee.py",
    "webui/serializers/remote_commands.py",
    "webui/serializers/scoring.py",
    "webui/serializers/sheet.py",
    "webui/serializers/standings.py",
    "webui/exports/*.py",
    *[f"webui/static/{name}.js" for name in SCRIPTS],
    "webui/templates/display.html",
    "webui/templates/hand.html",
    "webui/templates/laid.html",
    "webui/templates/sheet.html",
)
"""The files that name no game, as patterns; a file that is rid of the names is added."""


@pytest.mark.parametrize("pattern", CLEAN)
def test_no_game_is_named_outside_its_folder(pattern: str) -> None:
    files = sorted(ROOT.glob(pattern))
    assert files
    named = [
        f"{file.relative_to(ROOT)}:{number}: {line.strip()}"
        for file in files
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1)
        if NAMES.search(line)
    ]
    assert named == []
