"""The contract of the package: the tiles of a picture, their groups, and the doubts about them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal, cast

from vision.errors import VisionValue
from vision.quad import Quad, in_frame

GroupKind = Literal["concealed", "chow", "pung", "kong", "concealed-kong", "winning", "flowers", "aside"]
"""The kinds of groups of tiles; `aside` is everything outside the hand."""


@dataclass(frozen=True, slots=True)
class SeenTile:
    """A tile seen in the picture.

    Attributes:
        tile: Its code, one of `scoring.tiles.FACES`, or None if it lies face down or its face is not clear.
        face: The visible side of the tile.
        confidence: Probability, 0 to 1, that `tile` is right; of a face-down tile, that there is a tile.
        quad: Corners in pixels of the picture, clockwise from the glyph's top left.
        group: Index into `Reading.groups`.
        alternatives: Other faces that the tile may have, with their probabilities, likeliest first.
        red: True if the tile is a red five; False for any other tile, and for a five whose colour is not clear.
    """

    tile: str | None
    face: Literal["up", "down"]
    confidence: float
    quad: Quad
    group: int
    alternatives: tuple[tuple[str, float], ...] = ()
    red: bool = False


Side = Literal["near", "right", "far", "left"]
"""A side of the table as the picture shows it: its player sits there."""


@dataclass(frozen=True, slots=True)
class Group:
    """Tiles that lie together.

    Attributes:
        kind: Kind of the group.
        tiles: Indices into `Reading.tiles`, in reading order.
        side: The side of its player, or None unless the picture shows the ponds of several players.
        pond: True if its tiles are discards in such a pond.
    """

    kind: GroupKind
    tiles: tuple[int, ...]
    side: Side | None = None
    pond: bool = False


@dataclass(frozen=True, slots=True)
class Pond:
    """The discards of one player.

    Attributes:
        rows: Indices into `Reading.tiles` from the left end of each row as its player sees it, rows from the middle of
            the table outwards: the order of discard.
        side: The side of its player, or None if it is open.
        chair: The seat of its player, 1 to 4 in the order of play; 0 if the table is not calibrated.
        crosswise: The tile that lies crosswise, or None.
    """

    rows: tuple[tuple[int, ...], ...]
    side: Side | None = None
    chair: int = 0
    crosswise: int | None = None

    @property
    def tiles(self) -> tuple[int, ...]:
        """Its tiles, in the order of discard."""
        return tuple(tile for row in self.rows for tile in row)


DoubtKind = Literal[
    "faces", "glare", "covered", "cut-off", "count", "group", "face-down", "whose-hand", "display", "unsure"
]
"""The kinds of doubts about a tile or the hand.

- `faces`: two possible faces of a tile.
- `glare`, `covered`, `cut-off`: the face of a tile, because light blows it out, because it is covered, moving or
  blurred, or because it reaches beyond the picture.
- `count`: the number of tiles, of the hand or of one face.
- `group`: the group of tiles.
- `face-down`: the tile of a concealed kong.
- `whose-hand`: the owner of the hand.
- `display`: real tiles, or a picture of them on a display.
- `unsure`: the reading as a whole.
"""

DoubtReason = Literal[
    "two-faces",  # The picture leaves two faces of the tile close.
    "two-faces-one-wins",  # The same, and the hand wins with the other face only.
    "settled-by-win",  # The picture alone gives another face; the declared win decides.
    "glare",  # Light blows the tile out.
    "part-seen",  # Only a part of the tile is seen.
    "hardly-seen",  # The detection scores too little to be surely a tile.
    "unreadable",  # Nothing of the tile's face is seen: something plain, or light, covers it.
    "guess",  # The tile looks like no known face, or only its neighbours in a set name it.
    "not-still",  # The picture was taken before the hand lay still.
    "cut-off",  # The tile reaches beyond the picture.
    "no-hand",  # No row is a hand; `count` tiles without flowers are in the row that shows the most.
    "over-capacity",  # One set of tiles has not enough copies for any likely naming of the hand.
    "one-too-many",  # The likeliest face of the tile would have one copy too many.
    "copies-seen",  # More copies of a face are in the picture than a set has.
    "left-out",  # A weak detection was ignored; as a tile it would make another hand.
    "weak-left-out",  # The hand is read without `count` weak detections.
    "weak-taken",  # The hand is read with `count` weak detections.
    "two-groups",  # Another grouping, with the tile elsewhere, costs little more.
    "unclear-groups",  # Another grouping of the same kinds costs little more.
    "none-crosswise",  # A chow or pung lies apart without a crosswise tile.
    "kong-face-up",  # Four alike, none of them crosswise or face down.
    "kongs-face-up",  # Several fours alike, none of them with a tile crosswise or face down.
    "kong-backs",  # A concealed kong with unusual tiles face down.
    "kong-like",  # Four alike lie as a kong does and are not taken for one.
    "fourth-beside",  # A tile beside a pung may be its fourth.
    "fourth-hidden",  # The box of a pung's crosswise tile may hold its fourth too.
    "fourth-outside",  # A pung lies at the edge of the picture, and its fourth tile would lie beyond it.
    "fourth-below",  # A tile of a claimed pung seems to lie on another one.
    "tile-beside",  # A tile that is not of the hand touches it.
    "flower-near",  # A flower that is not of the hand lies near it.
    "flower-crosswise",  # A flower lies crosswise.
    "flower-among-sets",  # A flower lies between the sets of a row.
    "scattered",  # The concealed tiles lie in several places.
    "row-direction",  # The row may be read either way round, so either neighbour may have given the tile.
    "gap",  # The gap before the tile may or may not part two groups.
    "unusual-order",  # The grouping as a whole costs much.
    "not-placed",  # The hand does not win, and `count` tiles in sight are not of it: one of them may be.
    "waits",  # The hand does not win with the tile taken as the winning one, which lies apart, but would with another.
    "none-apart",  # No tile lies apart, so the last of a sorted row is taken as the winning one.
    "white-or-back",  # Blank tiles may be white dragons or lie face down.
    "face-down",  # Nothing shows which tile a concealed kong is of.
    "whose-hand",  # Several seats show a hand.
    "several-hands",  # `count` hands are in the picture, and it is open which of them to read.
    "on-display",  # The tiles look like copies of one drawing, as a game shows them on a display.
    "unsure",  # The reading is uncertain, for no reason of this list.
]
"""The reasons of doubts."""

REASONS: Final[Mapping[DoubtReason, tuple[DoubtKind, tuple[str, ...]]]] = {
    "two-faces": ("faces", ("face", "other_face")),
    "two-faces-one-wins": ("faces", ("face", "other_face")),
    "settled-by-win": ("faces", ("face", "other_face")),
    "glare": ("glare", ("face",)),
    "part-seen": ("covered", ()),
    "hardly-seen": ("covered", ()),
    "unreadable": ("covered", ()),
    "guess": ("covered", ("face",)),
    "not-still": ("covered", ()),
    "cut-off": ("cut-off", ()),
    "no-hand": ("count", ("count",)),
    "over-capacity": ("count", ()),
    "one-too-many": ("count", ("other_face",)),
    "copies-seen": ("count", ("count", "face")),
    "left-out": ("count", ()),
    "weak-left-out": ("count", ("count",)),
    "weak-taken": ("count", ("count",)),
    "two-groups": ("group", ("group", "other_group")),
    "unclear-groups": ("group", ()),
    "none-crosswise": ("group", ()),
    "kong-face-up": ("group", ()),
    "kongs-face-up": ("group", ("kongs",)),
    "kong-backs": ("group", ()),
    "kong-like": ("group", ("other_group",)),
    "fourth-beside": ("group", ("other_group",)),
    "fourth-hidden": ("group", ("other_group",)),
    "fourth-outside": ("group", ("other_group",)),
    "fourth-below": ("group", ("other_group",)),
    "tile-beside": ("group", ()),
    "flower-near": ("group", ()),
    "flower-crosswise": ("group", ()),
    "flower-among-sets": ("group", ()),
    "scattered": ("group", ()),
    "row-direction": ("group", ()),
    "gap": ("group", ()),
    "unusual-order": ("group", ()),
    "not-placed": ("group", ("count",)),
    "waits": ("group", ()),
    "none-apart": ("group", ()),
    "white-or-back": ("group", ()),
    "face-down": ("face-down", ()),
    "whose-hand": ("whose-hand", ("chairs",)),
    "several-hands": ("whose-hand", ("count",)),
    "on-display": ("display", ()),
    "unsure": ("unsure", ()),
}
"""For each reason its kind, and the names of its parameters.

`face` and `other_face` are codes of `scoring.tiles.FACES`, `group` and `other_group` a `GroupKind`, `count` a number
of tiles or detections, `chairs` the numbers of seats, `kongs` the face of each kong that lies face up.
"""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A question for a person.

    Attributes:
        tile: Index into `Reading.tiles`, or None for the whole hand.
        reason: The reason.
        about: The parameters that `REASONS` names for the reason.

    Raises:
        ValueError: `about` has other parameters than the reason has.
    """

    tile: int | None
    reason: DoubtReason
    about: Mapping[str, VisionValue] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        _, names = REASONS[self.reason]
        if set(self.about) != set(names):
            raise ValueError(f"{self.reason} is about {sorted(names)}, got {sorted(self.about)}")

    @property
    def kind(self) -> DoubtKind:
        """The kind of doubt."""
        kind, _ = REASONS[self.reason]
        return kind

    @property
    def other_face(self) -> str | None:
        """Code of the other likely face of the tile, or None."""
        return cast("str | None", self.about.get("other_face"))

    @property
    def other_group(self) -> GroupKind | None:
        """Kind of the other likely group of the tile, or None."""
        return cast("GroupKind | None", self.about.get("other_group"))


@dataclass(frozen=True, slots=True)
class Reading:
    """The reading of one picture.

    Attributes:
        size: (width, height) of the picture in pixels, as EXIF turns it.
        tiles: The tiles of the hand and those beside it; detections with a low score only if they are of the hand or
            doubted.
        groups: How the tiles lie together; each tile is in exactly one.
        hand: Hand text (`scoring.notation`), or None if the tiles make no hand, or one of its tiles is unreadable.
        sure: True if there is a hand without doubts.
        doubts: Questions for a person.
        ms: Milliseconds that each stage took.
        chair: Seat of the hand, 1 to 4 in the order of play; 0 if the table is not calibrated.
        risk: Sum of the odds that the tiles of the hand have other faces.
        others: The corners of an area round each other hand in the picture, in pixels.
        ponds: The discards of each player whose pond is in the picture.
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
    others: tuple[Quad, ...] = ()
    ponds: tuple[Pond, ...] = ()

    def placed(self, corner: tuple[int, int], size: tuple[int, int]) -> "Reading":
        """Return the reading of a part of a picture in pixels of the whole.

        Args:
            corner: (x, y) of the part's top left in the whole picture.
            size: (width, height) of the whole.
        """
        left, top = corner

        def moved(quad: Quad) -> Quad:
            return tuple((x + left, y + top) for x, y in quad)  # type: ignore[return-value]

        tiles = tuple(replace(tile, quad=moved(tile.quad)) for tile in self.tiles)
        return replace(self, size=size, tiles=tiles, others=tuple(map(moved, self.others)))

    def in_frame(self, size: tuple[int, int]) -> "Reading":
        """Return the reading in pixels of the same picture at another (width, height)."""
        if size == self.size:
            return self
        tiles = tuple(replace(tile, quad=in_frame(tile.quad, self.size, size)) for tile in self.tiles)
        others = tuple(in_frame(area, self.size, size) for area in self.others)
        return replace(self, size=size, tiles=tiles, others=others)

    def only(self, kept: Sequence[int]) -> "Reading":
        """Return the reading of some of the tiles, all doubted ones among them, before ponds are found."""
        at = {t: n for n, t in enumerate(kept)}
        groups = [replace(group, tiles=tuple(at[t] for t in group.tiles if t in at)) for group in self.groups]
        groups = [group for group in groups if group.tiles]
        among = {t: n for n, group in enumerate(groups) for t in group.tiles}
        return replace(
            self,
            tiles=tuple(replace(self.tiles[t], group=among[n]) for n, t in enumerate(kept)),
            groups=tuple(groups),
            doubts=tuple(d if d.tile is None else replace(d, tile=at[d.tile]) for d in self.doubts),
        )

    def most_shown(self) -> Group | None:
        """Return the group with the most face-up tiles, so that a wall is not taken for the hand."""
        return max(self.groups, key=lambda g: sum(self.tiles[t].face == "up" for t in g.tiles), default=None)
