"""The vectors of the description of riichi for three."""

import json
from collections.abc import Mapping
from typing import Any, Final

from scoring.circumstances import assumed
from scoring.games.sanma.presets import Preset
from scoring.games.sanma.switches import house
from scoring.hand import Win
from scoring.notation import parse
from tests.scoring.truth import DATA

VECTORS: Final[dict[str, Any]] = json.loads((DATA / "sanma.json").read_text(encoding="utf-8"))


def table(row: Mapping[str, Any]) -> Preset:
    """Return the rules of a row."""
    said = {switch: str(answer) for switch, answer in row["switches"].items()}
    return house(row["preset"], ("table", "Table", "1", "test"), said)


def told(text: str) -> Win:
    """Return the hand of a text, with the usual assumptions."""
    return assumed(parse(text, game="sanma"))
