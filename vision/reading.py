"""The contract of the package: what one picture shows, how it lies, and what is doubtful about it."""

from dataclasses import dataclass, field
from typing import Literal

from vision.quads import Quad

GroupKind = Literal["concealed", "chow", "pung", "kong", "concealed-kong", "winning", "flowers", "aside"]
"""What tiles that lie together are."""


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


DoubtKind = Literal["faces", "glare", "covered", "cut-off", "count", "group", "face-down", "whose-hand", "unsure"]
"""What is doubtful of a tile or the hand.

Which of two faces a tile has (`faces`), or which face at all: it shines (`glare`), is covered, moving or blurred
(`covered`), or lies over the picture's edge (`cut-off`). How many tiles there are, of the hand or of one face
(`count`). Where tiles belong (`group`). Which tile a concealed kong is of that lies face down (`face-down`). Who laid
the hand (`whose-hand`). Nothing that could be named (`unsure`).
"""


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something a person should look at.

    Attributes:
        tile: Index into `Reading.tiles`, None for the whole hand.
        why: What the camera says of it, for people.
        other_face: Code of the face that the tile may have instead, where one is close.
        other_group: Kind of group that the tile may belong to instead, where one is close.
    """

    tile: int | None
    kind: DoubtKind
    why: str
    other_face: str | None = None
    other_group: GroupKind | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """All that was read from one picture.

    Attributes:
        size: (width, height) of the picture in pixels, as EXIF turns it.
        tiles: All of the hand, and what else is seen; what is hardly a tile only where it counts, or is asked about.
        hand: Hand text (`scoring.notation`), or None when the tiles make no hand.
        sure: True only when nothing about the hand is doubtful.
        ms: Milliseconds each stage took.
        chair: Whose hand it is, 1 to 4 in the order of play; 0 when the table is not calibrated.
        risk: Odds that its tiles are others than those named, all added up.
    """

    size: tuple[int, int]
    tiles: tuple[SeenTile, ...]
    groups: tuple[Group, ...]
    hand: str | None
    sure: bool
    doubts: tuple[Doubt, ...] = ()
    ms: dict[str, float] = field(default_factory=dict)
    chair: int = 0
    risk: float = 0.0

    def most_shown(self) -> Group | None:
        """The group of which the most tiles show their faces: a wall beyond is longer than many a hand."""
        return max(self.groups, key=lambda g: sum(self.tiles[t].face == "up" for t in g.tiles), default=None)
