"""A photograph in which no hand was read as plain JSON: its finds and rows, why, and what to do."""

from typing import Final

from msgspec import Struct

from vision.evidence import Evidence
from vision.hand.candidates import laid_together
from vision.quads import Quad
from vision.reading import Reading
from vision.table.check import Check
from webui.hand.unread import Unread, UnreadKind
from webui.messages import Messages
from webui.messages import unread as wording
from webui.serializers.hands import Area, area_json
from webui.serializers.values import About, Point

MOST: Final = 60
"""Finds shown that are hardly tiles, the likeliest first. Not measured."""


class UnreadShown(Struct, frozen=True):
    """Why there is no hand in a photograph and what to do, with what is to be drawn over it, in pixels: tiles,
    candidates for a hand, rows of tiles, and what is hardly a tile."""

    kind: UnreadKind
    about: About
    says: str
    fix: list[str]
    size: tuple[int, int]
    tiles: list[Area]
    candidates: list[Area]
    rows: list[list[Point]]
    finds: list[Area]


def unread_json(
    found: Unread, reading: Reading, seen: Evidence, checks: tuple[Check, ...], words: Messages
) -> UnreadShown:
    """Return why there is no hand, with what is to be drawn over the photograph, in pixels of it.

    Args:
        found: Why.
        reading: What was read; its groups are the rows.
        seen: What the networks see, with what they hardly take for tiles.
        checks: The check of the photograph.
        words: The language of the sentences.
    """
    says, fix = wording.why(words, found)
    likeliest = sorted(range(len(seen.quads)), key=lambda n: -seen.scores[n])[:MOST]
    return UnreadShown(
        kind=found.kind,
        about=dict(found.about),
        says=says,
        fix=[fix, *wording.fixes(words, checks)],
        size=reading.size,
        tiles=[list(tile.quad) for tile in reading.tiles],
        candidates=[area_json(area) for area in laid_together(reading)],
        rows=[[_middle(reading.tiles[n].quad) for n in group.tiles] for group in reading.groups],
        finds=[[(round(float(x), 1), round(float(y), 1)) for x, y in seen.quads[n]] for n in likeliest],
    )


def _middle(quad: Quad) -> Point:
    x, y = (round(sum(axis) / len(quad), 1) for axis in zip(*quad, strict=True))
    return x, y
