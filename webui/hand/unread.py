"""Reasons why no hand was read in a photo: too few tiles, or tiles in no order of a hand."""

from dataclasses import dataclass, field
from typing import Literal

from scoring.errors import About
from scoring.rules import BOOKS
from scoring.tiles import FLOWERS
from vision.reading import Reading

UnreadKind = Literal["no-tiles", "other-size", "too-few", "no-winner", "in-rows", "no-order"]
"""No tile; as many tiles as a hand of another game has; fewer than a hand has; a row with all of a hand except its
winning tile; no row with enough tiles; enough tiles, but in no order of a hand."""


@dataclass(frozen=True, slots=True)
class Unread:
    """The reason why there is no hand.

    Attributes:
        kind: The reason.
        about: `count` tiles, without flowers, show their face, and `missing` of the `size` of a won hand were not seen;
            they lie in `rows` rows, of which the longest has `most`. The rules `instead` have hands of as many.
    """

    kind: UnreadKind
    about: About = field(default_factory=dict)


def unread(reading: Reading, size: int) -> Unread | None:
    """Return the reason why a reading has no hand, or None if its tiles lie as one, in doubt or not.

    Args:
        reading: The reading.
        size: Tiles of a won hand, without flowers, a kong counting as three.
    """
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
    other = BOOKS.of_other_size(count, size)
    if other and (count < size or most == count > size):
        return Unread("other-size", {"size": size, "count": count, "instead": other.name})
    if count < size:
        return Unread("too-few", {"count": count, "missing": size - count, "size": size})
    if most == size - 1:
        return Unread("no-winner", {"most": most})
    if most < size and len(rows) > 1:
        return Unread("in-rows", {"count": count, "rows": len(rows), "most": most})
    return Unread("no-order", {"count": count, "rows": len(rows)})
