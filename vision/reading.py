"""The contract of the package: what one picture shows, how it lies, and what is doubtful about it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, cast

from vision.errors import Value
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

DoubtReason = Literal[
    "two-faces",
    "two-faces-one-wins",
    "settled-by-win",
    "glare",
    "part-seen",
    "hardly-seen",
    "guess",
    "not-still",
    "cut-off",
    "no-hand",
    "over-capacity",
    "one-too-many",
    "copies-seen",
    "left-out",
    "weak-left-out",
    "weak-taken",
    "two-groups",
    "unclear-groups",
    "none-crosswise",
    "kong-face-up",
    "kong-backs",
    "kong-like",
    "fourth-beside",
    "fourth-hidden",
    "tile-beside",
    "flower-near",
    "flower-crosswise",
    "flower-among-sets",
    "scattered",
    "row-direction",
    "gap",
    "unusual-order",
    "none-apart",
    "white-or-back",
    "face-down",
    "whose-hand",
    "unsure",
]
"""Why something is doubtful; `REASONS` has what each means."""

REASONS: Final[Mapping[DoubtReason, tuple[DoubtKind, tuple[str, ...]]]] = {
    # The faces are close; the hand wins with the second only; the declared win decided against the picture.
    "two-faces": ("faces", ("face", "other_face")),
    "two-faces-one-wins": ("faces", ("face", "other_face")),
    "settled-by-win": ("faces", ("face", "other_face")),
    "glare": ("glare", ("face",)),
    # A part of the tile is seen; too little to be sure that it is a tile; no known face; the hand did not lie still.
    "part-seen": ("covered", ()),
    "hardly-seen": ("covered", ()),
    "guess": ("covered", ("face",)),
    "not-still": ("covered", ()),
    "cut-off": ("cut-off", ()),
    # No row is a hand: how many tiles without flowers the row has that shows the most.
    "no-hand": ("count", ("count",)),
    # More copies than a set of tiles has: in every naming of the hand; with the likeliest face; in the whole picture.
    "over-capacity": ("count", ()),
    "one-too-many": ("count", ("other_face",)),
    "copies-seen": ("count", ("count", "face")),
    # Weak finds: one that would change the hand; how many were left out of it, or counted as its tiles.
    "left-out": ("count", ()),
    "weak-left-out": ("count", ("count",)),
    "weak-taken": ("count", ("count",)),
    # Another grouping costs little more.
    "two-groups": ("group", ("group", "other_group")),
    "unclear-groups": ("group", ()),
    # A set or a kong that lies as none should.
    "none-crosswise": ("group", ()),
    "kong-face-up": ("group", ()),
    "kong-backs": ("group", ()),
    "kong-like": ("group", ("other_group",)),
    # Tiles that may belong to the hand, or to another set of it.
    "fourth-beside": ("group", ("other_group",)),
    "fourth-hidden": ("group", ("other_group",)),
    "tile-beside": ("group", ()),
    "flower-near": ("group", ()),
    "flower-crosswise": ("group", ()),
    "flower-among-sets": ("group", ()),
    # How the rows lie.
    "scattered": ("group", ()),
    "row-direction": ("group", ()),
    "gap": ("group", ()),
    "unusual-order": ("group", ()),
    "none-apart": ("group", ()),
    "white-or-back": ("group", ()),
    "face-down": ("face-down", ()),
    "whose-hand": ("whose-hand", ("chairs",)),
    "unsure": ("unsure", ()),
}
"""For each reason its kind, and the names of its parameters.

`face` and `other_face` are codes of `scoring.tiles.FACES`, `group` and `other_group` a `GroupKind`, `count` a number
of tiles or finds, `chairs` the numbers of chairs.
"""


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something a person should look at.

    Attributes:
        tile: Index into `Reading.tiles`, None for the whole hand.
        about: The parameters that `REASONS` names for the reason.

    Raises:
        ValueError: `about` has other parameters than the reason has.
    """

    tile: int | None
    reason: DoubtReason
    about: Mapping[str, Value] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        _, names = REASONS[self.reason]
        if set(self.about) != set(names):
            raise ValueError(f"{self.reason} is about {sorted(names)}, got {sorted(self.about)}")

    @property
    def kind(self) -> DoubtKind:
        """What is doubtful."""
        kind, _ = REASONS[self.reason]
        return kind

    @property
    def other_face(self) -> str | None:
        """Code of the face that the tile may have instead, where one is close."""
        return cast("str | None", self.about.get("other_face"))

    @property
    def other_group(self) -> GroupKind | None:
        """Kind of group that the tile may belong to instead, where one is close."""
        return cast("GroupKind | None", self.about.get("other_group"))


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
