"""Why no hand was read in a photograph: what is missing, or too many, of the tiles that are seen in it."""

from dataclasses import dataclass, field
from typing import Final, Literal

from scoring.tiles import FLOWERS
from vision.reading import Reading
from webui.errors import About

FEWEST: Final = 14
"""Tiles of the smallest winning hand, without flowers."""

UnreadKind = Literal["no-tiles", "too-few", "no-winner", "in-rows", "no-order"]
"""No tile; fewer tiles than a hand has; a row of a hand but for its winning tile; no row with enough of them; enough of
them, in no order of a hand."""


@dataclass(frozen=True, slots=True)
class Unread:
    """Why there is no hand.

    Attributes:
        kind: Why.
        about: `count` tiles show their face, flowers not among them; `missing` of `FEWEST` are not seen; they lie in
            `rows`, of which the longest has `most`.
    """

    kind: UnreadKind
    about: About = field(default_factory=dict)


def unread(reading: Reading) -> Unread | None:
    """Why a reading has no hand; None where its tiles lie as one, though some of them may be in doubt."""
    if reading.tiles and not any(doubt.reason == "no-hand" for doubt in reading.doubts):
        return None
    rows = [
        sum(reading.tiles[n].face == "up" and reading.tiles[n].tile not in FLOWERS for n in group.tiles)
        for group in reading.groups
    ]
    rows = [row for row in rows if row]
    count, most = sum(rows), max(rows, default=0)
    if not count:
        return Unread("no-tiles")
    if count < FEWEST:
        return Unread("too-few", {"count": count, "missing": FEWEST - count})
    if most == FEWEST - 1:
        return Unread("no-winner", {"most": most})
    if most < FEWEST and len(rows) > 1:
        return Unread("in-rows", {"count": count, "rows": len(rows), "most": most})
    return Unread("no-order", {"count": count, "rows": len(rows)})
