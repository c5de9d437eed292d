"""A player's hand: its tiles and how it was won."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from scoring.errors import Circumstance
from scoring.extra import Extra

MeldKind = Literal["chow", "pung", "kong", "concealed-kong"]


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld: a claimed set or a declared kong.

    Attributes:
        tiles: Three or four codes, ascending in whatever order they are given.
        source: The player who gave the tile: 1 on the left, 2 across, 3 on the right; 5-7 are the same for a pung that
            became an added kong. 0 is unknown, or, of four tiles, a concealed kong.
    """

    tiles: tuple[str, ...]
    source: int = 0

    def __post_init__(self) -> None:
        """Put the tiles in order: other programs write the claimed one first."""
        object.__setattr__(self, "tiles", tuple(sorted(self.tiles)))

    @property
    def kind(self) -> MeldKind:
        """The kind of set, by the number of tiles and of different tiles; valid only if they are a set."""
        if len(set(self.tiles)) > 1:
            return "chow"
        if len(self.tiles) < 4:
            return "pung"
        return "kong" if self.source else "concealed-kong"

    @property
    def exposed(self) -> bool:
        """True if another player's tile was claimed, as for all melds but the concealed kong."""
        return len(self.tiles) != 4 or self.source != 0


@dataclass(frozen=True, slots=True)
class Win:
    """A hand and how it was won, as far as it is known.

    Attributes:
        concealed: The tiles in hand without the winning tile.
        winning: The winning tile, or None for a waiting hand.
        melds: Sets laid out before the win.
        self_draw: True if self-drawn, False on a discard or a robbed kong, or None if unknown.
        last_tile: True on the last tile of the wall, or on the discard after it.
        kong: True on the replacement tile of an own kong (self-drawn), or by robbing a kong (not). None leaves open
            only a replacement tile, since a robbed kong is always announced.
        last_of_kind: True if the other three copies of the winning tile are open on the table.
        heaven: The blessing of heaven: East wins with the deal.
        earth: The blessing of earth: another player wins on East's first discard.
        round_wind: The prevalent wind, or None if unknown.
        seat: The winner's seat wind, or None if unknown.
        flowers: Number of the winner's flower tiles, or None if unknown.
        flower_tiles: The flower tiles, if known.
        discarder: Seat of the player who discarded the winning tile or made the robbed kong, or None if unknown.
        discards: The discards since the winner's own last one, as (seat, tile), oldest first; empty if unknown.
        double_kong: True on the replacement tile of the second of two kongs in a row; `kong` is then True
            too.
        flower_tile: True on the replacement tile of a flower.
        man: The blessing of man: a player other than East wins on a discard of the first go-round.
        liable: Seat of the player liable for feeding sets, or None.
        extra: What one game alone knows of it, or None.
        red: The codes of the red fives of the hand, where one five of each suit is red.
    """

    concealed: tuple[str, ...]
    winning: str | None
    melds: tuple[Meld, ...] = ()
    self_draw: bool | None = None
    last_tile: bool = False
    kong: bool | None = None
    last_of_kind: bool = False
    heaven: bool = False
    earth: bool = False
    round_wind: str | None = None
    seat: str | None = None
    flowers: int | None = None
    flower_tiles: tuple[str, ...] = ()
    discarder: str | None = None
    discards: tuple[tuple[str, str], ...] = ()
    double_kong: bool = False
    flower_tile: bool = False
    man: bool = False
    liable: str | None = None
    extra: Extra | None = None
    red: tuple[str, ...] = ()

    @property
    def tiles(self) -> tuple[str, ...]:
        """All tiles of the hand without flowers, melds first and the winning tile last."""
        tiles = tuple(code for meld in self.melds for code in meld.tiles) + self.concealed
        return tiles if self.winning is None else (*tiles, self.winning)

    @property
    def has_kong(self) -> bool:
        """True if the hand has a kong, so that a replacement tile may have won."""
        return any(len(meld.tiles) > 3 for meld in self.melds)

    @property
    def unknown(self) -> tuple[Circumstance, ...]:
        """The circumstances that a score may depend on and that are unknown."""
        if self.self_draw is not None and self.round_wind and self.seat and self.kong is not None:
            return ()
        kong = self.kong is None and self.self_draw is not False and self.has_kong
        open_: tuple[tuple[Circumstance, bool], ...] = (
            ("self-draw", self.self_draw is None),
            ("seat", self.seat is None),
            ("round", self.round_wind is None),
            ("kong", kong),
        )
        return tuple([circumstance for circumstance, unknown in open_ if unknown])

    @property
    def giver(self) -> str | None:
        """Seat of the player who gave the winning tile: the discarder, or the player of the last discard."""
        if self.discarder is not None or self.self_draw or not self.discards:
            return self.discarder
        seat, tile = self.discards[-1]
        return seat if tile == self.winning else None


_OF_ONE_GAME: Final = "extra."
"""The beginning of the name of an attribute that one game alone knows."""


def values_of(win: Win, attributes: Iterable[str]) -> list[Any]:
    """Return the values of attributes of a hand, None for what its game alone knows and is not there.

    Args:
        win: The hand.
        attributes: Attributes of `Win`, or `extra.` with one of what its game alone knows.
    """
    return [
        getattr(win.extra, attribute.removeprefix(_OF_ONE_GAME), None)
        if attribute.startswith(_OF_ONE_GAME)
        else getattr(win, attribute)
        for attribute in attributes
    ]


def with_values(win: Win, values: Mapping[str, Any], blank: Extra | None) -> Win:
    """Return a hand with other values of attributes; see `values_of`.

    Args:
        win: The hand.
        values: The values by attribute.
        blank: What the game alone knows of a hand while nothing of it is known.
    """
    own = {each.removeprefix(_OF_ONE_GAME): value for each, value in values.items() if each.startswith(_OF_ONE_GAME)}
    changes = {each: value for each, value in values.items() if not each.startswith(_OF_ONE_GAME)}
    if own:
        extra = win.extra if type(win.extra) is type(blank) else blank
        changes["extra"] = replace(extra, **own)  # type: ignore[type-var]
    return replace(win, **changes)
