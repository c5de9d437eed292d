"""A photo without a readable hand, as plain JSON: its finds and rows, the reason, and what to do."""

from typing import Final

from msgspec import Struct

from vision.evidence import Evidence
from vision.hand.candidates import laid_together
from vision.quad import Quad
from vision.reading import Reading
from vision.table.check import Check
from webui.hand.unread import Unread, UnreadKind
from webui.messages import Messages
from webui.messages import unread as wording
from webui.serializers.readings import Area, area_json
from webui.serializers.values import Parameters, Point

MOST: Final = 60
"""Most finds shown that are hardly tiles, the likeliest first; more cover the photo, fewer may leave out a missed
tile."""


class UnreadShown(Struct, frozen=True):
    """The reason why a photo has no hand, what to do, and the shapes to draw over it, in pixels: tiles, candidates for
    a hand, rows of tiles, and finds that are hardly tiles."""

    kind: UnreadKind
    about: Parameters
    says: str
    fix: list[str]
    size: tuple[int, int]
    tiles: list[Area]
    candidates: list[Area]
    rows: list[list[Point]]
    finds: list[Area]


def unread_json(
    found: Unread, reading: Reading, seen: Evidence, checks: tuple[Check, ...], words: Messages, whole: int
) -> UnreadShown:
    """Return the reason why there is no hand, with the shapes to draw over the photo, in pixels.

    Args:
        found: The reason.
        reading: The reading; its groups are the rows.
        seen: The evidence of the networks, with finds that are hardly tiles.
        checks: The checks of the photo.
        words: The language of the sentences.
        whole: Tiles of a won hand, a kong counted as three.
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
        candidates=[area_json(area) for area in laid_together(reading, whole)],
        rows=[[_middle(reading.tiles[n].quad) for n in group.tiles] for group in reading.groups],
        finds=[[(round(float(x), 1), round(float(y), 1)) for x, y in seen.quads[n]] for n in likeliest],
    )


def _middle(quad: Quad) -> Point:
    x, y = (round(sum(axis) / len(quad), 1) for axis in zip(*quad, strict=True))
    return x, y
