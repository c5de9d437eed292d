"""Events of a deal as they were seen: discards, claims, kongs, flowers, declarations, wins, gaps and corrections."""

from typing import Final, Literal

from msgspec import UNSET, Struct, UnsetType

from scoring.follow.seen import Quad

UNKNOWN: Final = "?"
"""The code of a tile that was not named."""

Tsumogiri = Literal["yes", "no", "unknown"]
"""A discard of the tile just drawn, as far as it was seen."""


class Evidence(Struct, frozen=True):
    """The place of an event in the picture.

    Attributes:
        track: The track of its tile.
        picture: Corners of the tile, or None if they are not known.
        likely: The tiles that it may be, the likeliest first, if its looks do not agree.
    """

    track: int
    picture: Quad | None = None
    likely: tuple[str, ...] = ()


class Event(Struct, frozen=True, kw_only=True, tag_field="type", tag=True):
    """Something that happened in a deal.

    Attributes:
        number: Running number in the stream, from 1.
        t: Second at which the tile lies where it belongs.
        seat: The player, 1 to 4; 0 if nobody or not known.
        sure: True only where every other course that explains what was seen is far behind.
        evidence: Places in the picture, the tile of the event first.
    """

    number: int = 0
    t: float
    seat: int = 0
    sure: bool = False
    evidence: tuple[Evidence, ...] = ()


class Discard(Event, frozen=True, kw_only=True):
    """A tile is discarded: `sideways` where lying crosswise declares something; `tsumogiri` is never guessed."""

    tile: str
    sideways: bool = False
    tsumogiri: Tsumogiri = "unknown"


class Claim(Event, frozen=True, kw_only=True):
    """A discard is claimed: `tile` by its code, `tiles` of the whole meld, `source` the seat that discarded it."""

    kind: Literal["chow", "pung", "kong"]
    tile: str
    tiles: tuple[str, ...]
    source: int


class Kong(Event, frozen=True, kw_only=True):
    """A kong of the player's own tiles: concealed, or added to a pung."""

    kind: Literal["concealed", "added"]
    tile: str
    tiles: tuple[str, ...]


class Flower(Event, frozen=True, kw_only=True):
    """A flower is laid beside the hand."""

    tile: str


class Declared(Event, frozen=True, kw_only=True):
    """A declaration of the rule book's own: `what` is `Play.declares`, `tile` the discard that declares it."""

    what: str
    tile: str = UNKNOWN


class Win(Event, frozen=True, kw_only=True):
    """A hand is won: `source` is the seat of the discard (or of a robbed kong), 0 if self-drawn, None if not seen.

    `hand` is the open hand with the winning tile, as far as it was named, and `wall` the tiles that lie open on the
    wall, in the order in which they were turned; left out without any.
    """

    tile: str
    source: int | None
    hand: tuple[str, ...] = ()
    wall: tuple[str, ...] | UnsetType = UNSET


class Drawn(Event, frozen=True, kw_only=True):
    """The wall is used up and nobody has won.

    `waiting` are the seats whose hands were laid open and lack one tile to win; left out without any.
    """

    waiting: tuple[int, ...] | UnsetType = UNSET


class Unseen(Event, frozen=True, kw_only=True):
    """A gap: `count` events of `seat` (0: of anybody) after second `after` and up to `t` were not seen."""

    count: int
    after: float
    what: str = "discard"


class Correction(Event, frozen=True, kw_only=True):
    """An event given out before is now seen otherwise: `of` is its number, `now` what holds, None if nothing happened.

    A person's correction has the same form, without a number of its own, and `by` names them as far as they did; an
    event that they put in has a negative number.
    """

    of: int
    now: "AnyEvent | None"
    by: str = ""


AnyEvent = Discard | Claim | Kong | Flower | Declared | Win | Drawn | Unseen | Correction
"""Every kind of event."""


def essence(event: AnyEvent | None) -> tuple[object, ...]:
    """Return what makes two events the same: act, seat, tile, tiles and source, not the second."""
    match event:
        case None:
            return ()
        case Discard():
            return ("discard", event.seat, event.tile, event.sideways)
        case Claim():
            return (event.kind, event.seat, event.tile, event.tiles, event.source)
        case Kong():
            return (event.kind, event.seat, event.tile)
        case Win():
            return ("win", event.seat, event.tile, event.source)
        case Drawn():
            return ("draw", *(event.waiting or ()))
        case Unseen():
            return ("unseen", event.seat, event.count, event.what)
        case Correction():
            return ("correction", event.of, *essence(event.now))
        case _:
            return (type(event).__name__, event.seat, getattr(event, "tile", ""))
