"""What a picture shows: its tiles, how they lie, the hand they make and what is doubtful about it."""

from dataclasses import dataclass, field
from typing import Any, Literal

Quad = tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]
"""Four (x, y) corners in pixels of the picture as EXIF turns it, from the glyph's top left, clockwise."""

GroupKind = Literal["concealed", "chow", "pung", "kong", "concealed-kong", "winning", "flowers", "aside"]


@dataclass(frozen=True, slots=True)
class SeenTile:
    """One tile seen in the picture.

    Attributes:
        tile: Its code in `scoring.tiles.FACES`, or None when it lies face down or cannot be named.
        face: Which way the tile lies.
        confidence: Probability in 0-1 that `tile` (or, face down, the find itself) is right.
        quad: Corners of its face in picture pixels.
        group: Index into `Reading.groups`.
        alternatives: Other faces it may be, with their probabilities, likeliest first.
    """

    tile: str | None
    face: Literal["up", "down"]
    confidence: float
    quad: Quad
    group: int
    alternatives: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """Tiles that lie together: `tiles` are indices into `Reading.tiles`, in reading order."""

    kind: GroupKind
    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something a person should look at; `tile` is an index into `Reading.tiles`, None for the whole hand."""

    tile: int | None
    why: str


@dataclass(frozen=True, slots=True)
class Reading:
    """All that was read from one picture.

    Attributes:
        size: (width, height) of the picture in pixels, as EXIF turns it.
        hand: Hand text (`scoring.notation`), or None when the tiles make no hand.
        sure: True only when nothing about the hand is doubtful.
        ms: Milliseconds each stage took.
    """

    size: tuple[int, int]
    tiles: tuple[SeenTile, ...]
    groups: tuple[Group, ...]
    hand: str | None
    sure: bool
    doubts: tuple[Doubt, ...] = ()
    ms: dict[str, float] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """The reading as plain JSON values, with the keys of `tableside read --json`."""
        return {
            "size": list(self.size),
            "tiles": [
                {
                    "tile": t.tile,
                    "face": t.face,
                    "confidence": round(t.confidence, 4),
                    "quad": [[round(x, 1), round(y, 1)] for x, y in t.quad],
                    "group": t.group,
                    "alternatives": [[code, round(p, 4)] for code, p in t.alternatives],
                }
                for t in self.tiles
            ],
            "groups": [{"kind": g.kind, "tiles": list(g.tiles)} for g in self.groups],
            "hand": self.hand,
            "sure": self.sure,
            "doubts": [{"tile": d.tile, "why": d.why} for d in self.doubts],
            "ms": {stage: round(ms, 1) for stage, ms in self.ms.items()},
        }
