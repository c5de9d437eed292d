"""A photograph in which no hand was read as plain JSON: its finds and rows, why, and what to do."""

from typing import Any, Final

from vision.evidence import Evidence
from vision.hand.candidates import laid_together
from vision.reading import Reading
from vision.table.check import Check
from webui.hand.unread import Unread
from webui.messages import Messages
from webui.messages import unread as wording
from webui.serializers.hands import area_json

MOST: Final = 60
"""Finds shown that are hardly tiles, the likeliest first. Not measured."""


def unread_json(
    found: Unread, reading: Reading, seen: Evidence, checks: tuple[Check, ...], words: Messages
) -> dict[str, Any]:
    """Why there is no hand, with what is to be drawn over the photograph, in pixels of it.

    Args:
        found: Why.
        reading: What was read; its groups are the rows.
        seen: What the networks see, with what they hardly take for tiles.
        checks: The check of the photograph.
        words: The language of the sentences.
    """
    says, fix = wording.why(words, found)
    likeliest = sorted(range(len(seen.quads)), key=lambda n: -seen.scores[n])[:MOST]
    return {
        "kind": found.kind,
        "about": dict(found.about),
        "says": says,
        "fix": [fix, *wording.fixes(words, checks)],
        "size": list(reading.size),
        "tiles": [[list(point) for point in tile.quad] for tile in reading.tiles],
        "candidates": [area_json(area) for area in laid_together(reading)],
        "rows": [[_middle(reading.tiles[n].quad) for n in group.tiles] for group in reading.groups],
        "finds": [[[round(float(x), 1), round(float(y), 1)] for x, y in seen.quads[n]] for n in likeliest],
    }


def _middle(quad: Any) -> list[float]:
    return [round(sum(axis) / len(quad), 1) for axis in zip(*quad, strict=True)]
