"""Sights of a table by a camera: tiles, changes between two moments, sticks, and looks that carry them.

`vision.follow` makes looks, `scoring.follow.decode` makes events of them. Places are in units of the table: the playing
surface is the unit square, x to the right and y downwards as the person on seat 1 sees it. Seat 1 sits at the bottom
edge (y = 1), seat 2 at the right (x = 1), 3 at the top, 4 at the left; turns go 1, 2, 3, 4. Seconds count from the
beginning of the clip. All of it goes to JSON and back by msgspec, so that a clip's looks can be kept and decoded again.
"""

from typing import Final, Literal, NamedTuple

from msgspec import Struct

Zone = Literal["pond", "meld", "flowers", "hand", "win", "wall", "centre", "else"]
"""A part of the table: `hand` is where tiles stand or lie open at a win, `win` the place beside it for the winning
tile, `wall` also where indicators lie, `centre` what is between the ponds, `else` everything more."""

SEATS: Final = (1, 2, 3, 4)
"""The seats in the order of turns."""

_Corner = tuple[float, float]
"""A point of a picture in pixels."""
Quad = tuple[_Corner, _Corner, _Corner, _Corner]
"""Corners of a tile in pixels of the picture that it was seen in."""


class Lies(NamedTuple):
    """A zone that a tile may lie in.

    Attributes:
        zone: The zone.
        seat: The seat whose zone it is; 0 for `centre` and `else`, or if a zone is nobody's.
        weight: Its probability.
    """

    zone: Zone
    seat: int
    weight: float


class SeenTile(Struct, frozen=True):
    """A tile as it lies.

    Attributes:
        track: Number that the same tile keeps while it lies, moves or turns. A tile lifted and put down elsewhere may
            get a new one.
        x: Its centre.
        y: Its centre.
        faces: Mean probability of each tile code over all looks at the track, not multiplied; what they lack to 1 is
            "not known".
        looks: Number of looks at its face that `faces` is the mean of. A name is sure after several that agree: report
            `named` as they come in (say at 2, 4 and 8 looks).
        up: False if it shows its back.
        facing: Weights of the seats whose players read it upright; empty if that was not seen.
        lies: Weights of the zones; they need not add up to 1.
        crosswise: Probability that it lies across its owner's row.
        picture: Its corners in the picture, as evidence.
    """

    track: int
    x: float
    y: float
    faces: dict[str, float] = {}
    looks: int = 1
    up: bool = True
    facing: dict[int, float] = {}
    lies: tuple[Lies, ...] = ()
    crosswise: float = 0.0
    picture: Quad | None = None


ChangeKind = Literal["appeared", "gone", "moved", "turned", "named"]
"""A kind of change: `turned` is face up or down, `moved` another place or angle, and `named` that its faces are known
better, without a movement."""


class Change(Struct, frozen=True):
    """A change of one tile, which happened between two seconds.

    Attributes:
        kind: The kind.
        tile: The tile afterwards; as it was last seen if it is gone.
        after: Second at which its place was last seen as before.
        until: Second at which it was first seen as now.
        before: The tile beforehand, of `moved`, `turned` and `named`.
        reached: Weights of the seats whose arm was over the place in between; empty if no arm was seen.
        drawn: True if it was seen to be the tile just drawn, False if it came from among the hand, None if neither was
            seen.
    """

    kind: ChangeKind
    tile: SeenTile
    after: float
    until: float
    before: SeenTile | None = None
    reached: dict[int, float] = {}
    drawn: bool | None = None


class Stick(Struct, frozen=True):
    """A stick of a player that appeared or went.

    Attributes:
        seat: The seat that it lies before.
        appeared: False if it is gone.
        after: Second at which its place was last seen as before.
        until: Second at which it was first seen as now.
        sure: Probability that it is a stick.
        picture: Its corners in the picture.
    """

    seat: int
    appeared: bool
    after: float
    until: float
    sure: float = 1.0
    picture: Quad | None = None


class Look(Struct, frozen=True):
    """A look at the table. Without changes it says that nothing changed where it could see.

    Attributes:
        t: Its second. Looks come in order, one in two seconds or more often, also if nothing happens.
        changes: Changes noticed since the look before. At the first look everything that lies there has appeared, with
            `after` 0: its place was never seen before.
        sticks: Sticks that changed.
        covered: Zones by seat that could not be seen (an arm, a cup, darkness); their tiles are as they were last seen.
        standing: Tiles standing in the hand of each seat, where they can be counted.
        wall: Tiles that lie in the wall, those of a dead wall among them, or None if they cannot be counted. It may be
            off by two.
        still: True if nothing moves and the whole table is seen, so that all its tiles have a track.
        fresh: True if earlier tracks no longer hold (a bump, a cut, a new deal): everything that lies there is among
            the changes as appeared, under new tracks.
    """

    t: float
    changes: tuple[Change, ...] = ()
    sticks: tuple[Stick, ...] = ()
    covered: tuple[tuple[Zone, int], ...] = ()
    standing: dict[int, int] = {}
    wall: int | None = None
    still: bool = False
    fresh: bool = False
