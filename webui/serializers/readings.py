"""Readings of pictures: their tiles, groups, doubts and ponds, and remarks on them."""

from math import dist
from typing import Final, Literal

from msgspec import UNSET, Struct, UnsetType, field

from scoring.rules import BOOKS
from vision.hand.counting import Remark, RemarkKind
from vision.quad import Quad
from vision.reading import Doubt, DoubtKind, DoubtReason, GroupKind, Pond, Reading, Side
from webui.hand.remarks import of_other_size
from webui.messages import Messages
from webui.messages.scoring import OTHER_SIZE, rules
from webui.messages.vision import doubt as doubt_words
from webui.messages.vision import remark as remark_words
from webui.serializers.scoring import Tiles
from webui.serializers.values import Parameters, Point

_DECLARES: Final = next((game.play.declares for game in BOOKS.games.values() if game.play.declares), "crosswise")
"""The key of a crosswise discard: the act that it declares."""

Area = list[Point]
"""The corners of an area of a picture, in pixels."""


class TileRead(Struct, frozen=True):
    """A tile of a reading: its code, null if it lies face down or is unreadable, other possible faces; `red` only of a
    red five."""

    tile: str | None
    face: Literal["up", "down"]
    confidence: float
    quad: Area
    group: int
    alternatives: list[tuple[str, float]]
    red: bool | UnsetType = UNSET


class GroupRead(Struct, frozen=True):
    """Tiles that lie together, by their indices; with its side and `pond` in a picture of a whole table."""

    kind: GroupKind
    tiles: tuple[int, ...]
    side: Side | UnsetType = UNSET
    pond: bool | UnsetType = UNSET


class PondRead(Struct, frozen=True, kw_only=True):
    """The discards of one player, by the indices of their tiles: rows from the middle of the table outwards, each from
    the player's left, which is the order of discard; the tile that lies crosswise, the seat if it is known."""

    rows: tuple[tuple[int, ...], ...]
    side: Side | UnsetType = UNSET
    chair: int | UnsetType = UNSET
    crosswise: int | UnsetType = field(default=UNSET, name=_DECLARES)


class DoubtShown(Struct, frozen=True, kw_only=True):
    """A doubt: its kind, its tile, and a sentence of the camera about it; `n` is its index in the reading."""

    n: int | UnsetType = UNSET
    tile: int | None
    kind: DoubtKind
    reason: DoubtReason
    about: Parameters
    why: str
    other_face: str | None
    other_group: str | None


class ReadingShown(Struct, frozen=True, kw_only=True):
    """A reading: its tiles, their groups, the doubts, and the ponds; the areas in `others` hold other hands."""

    size: tuple[int, int]
    tiles: list[TileRead]
    groups: list[GroupRead]
    hand: str | None
    sure: bool
    doubts: list[DoubtShown]
    ms: dict[str, float]
    chair: int | UnsetType = UNSET
    others: list[Area] | UnsetType = UNSET
    ponds: list[PondRead] | UnsetType = UNSET


def reading_json(reading: Reading, words: Messages) -> ReadingShown:
    """Return a reading, with the keys of `tableside read --json`."""
    return ReadingShown(
        size=reading.size,
        tiles=[
            TileRead(
                tile=t.tile,
                face=t.face,
                confidence=round(t.confidence, 4),
                quad=area_json(t.quad),
                group=t.group,
                alternatives=[(code, round(p, 4)) for code, p in t.alternatives],
                red=t.red or UNSET,
            )
            for t in reading.tiles
        ],
        groups=[GroupRead(g.kind, g.tiles, g.side or UNSET, g.pond or UNSET) for g in reading.groups],
        hand=reading.hand,
        sure=reading.sure,
        doubts=[doubt_json(d, words) for d in reading.doubts],
        ms={stage: round(ms, 1) for stage, ms in reading.ms.items()},
        chair=reading.chair or UNSET,
        others=[area_json(area) for area in reading.others] or UNSET,
        ponds=[pond_json(pond) for pond in reading.ponds] or UNSET,
    )


def pond_json(pond: Pond) -> PondRead:
    """Return the discards of one player."""
    crosswise = UNSET if pond.crosswise is None else pond.crosswise
    return PondRead(rows=pond.rows, side=pond.side or UNSET, chair=pond.chair or UNSET, crosswise=crosswise)


def area_json(area: Quad) -> Area:
    """Return the corners of an area of a picture, in pixels."""
    return [(round(x, 1), round(y, 1)) for x, y in area]


def doubt_json(doubt: Doubt, words: Messages) -> DoubtShown:
    """Return a doubt with a sentence of the camera about it."""
    return DoubtShown(
        tile=doubt.tile,
        kind=doubt.kind,
        reason=doubt.reason,
        about=dict(doubt.about),
        why=doubt_words(words, doubt),
        other_face=doubt.other_face,
        other_group=doubt.other_group,
    )


class RemarkShown(Struct, frozen=True):
    """A remark on the visible faces, and the tiles of the reading that it is about."""

    kind: RemarkKind | Literal["other-size"]
    faces: Tiles
    tiles: tuple[int, ...]
    says: str


def remark_json(remark: Remark, words: Messages) -> RemarkShown:
    """Return a remark on the visible faces as one set of tiles."""
    return RemarkShown(remark.kind, remark.faces, remark.tiles, remark_words(words, remark))


_BESIDE: Final = 0.6
"""Part of a tile's longer side that a strip adds around the hand, as in static/pieces.js: less hides the tiles beside,
more shows the whole table."""


def strip(reading: ReadingShown | None) -> tuple[float, float, float, float] | None:
    """Return the part of a photo on which its hand lies: left, top, width and height; None if no hand was read."""
    groups = reading.groups if reading else []
    quads = [reading.tiles[n].quad for group in groups if group.kind != "aside" for n in group.tiles] if reading else []
    if not reading or not quads:
        return None
    edges = (dist(quad[n], quad[(n + 1) % 4]) for quad in quads for n in range(4))
    around = max(edges) * _BESIDE
    xs, ys = ([corner[axis] for quad in quads for corner in quad] for axis in (0, 1))
    left, top = max(0, min(xs) - around), max(0, min(ys) - around)
    right, bottom = (min(most, max(all_) + around) for most, all_ in zip(reading.size, (xs, ys), strict=True))
    return left, top, right - left, bottom - top


def size_remarks(reading: Reading, words: Messages, size: int) -> list[RemarkShown]:
    """Return the remark on a hand of so many tiles that it is one of another game; none for any other.

    Args:
        reading: The reading.
        words: The language.
        size: Tiles of a won hand under the rules in force, a kong counting as three.
    """
    book = of_other_size(reading, size)
    if book is None:
        return []
    about = {"size": size, "count": book.game.play.size, "instead": rules(words, book)}
    return [RemarkShown("other-size", (), (), words(OTHER_SIZE, about))]
