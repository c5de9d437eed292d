"""A hand that was laid down: its tiles and how it was won."""

from dataclasses import dataclass
from typing import Literal

MeldKind = Literal["chow", "pung", "kong", "concealed-kong"]


@dataclass(frozen=True, slots=True)
class Meld:
    """A set that was laid out before the win.

    Attributes:
        tiles: Three or four codes; those of a chow ascending.
        source: Which player gave the tile: 1 the one before, 2 the one opposite, 3 the one after; 5-7 are the same
            for a pung that was later made a kong. 0 is not known, or a concealed kong where there are four tiles.
    """

    tiles: tuple[str, ...]
    source: int = 0

    @property
    def kind(self) -> MeldKind:
        """What kind of set the tiles are, if they are one: from their number and how many are different."""
        if len(set(self.tiles)) > 1:
            return "chow"
        if len(self.tiles) < 4:
            return "pung"
        return "kong" if self.source else "concealed-kong"

    @property
    def exposed(self) -> bool:
        """Whether it was claimed from another player, as all melds are but the concealed kong."""
        return len(self.tiles) != 4 or self.source != 0


@dataclass(frozen=True, slots=True)
class Win:
    """A hand and how it was won.

    Attributes:
        concealed: The tiles in hand without the winning tile.
        winning: The tile the hand was won on; None when the hand only waits for one.
        melds: Sets laid out before the win.
        self_draw: Won on an own draw; otherwise on a discard or a robbed kong.
        last_tile: On the last tile of the wall, or on the discard after it.
        kong: On the replacement tile after an own kong (self-drawn), or by robbing a kong (not).
        last_of_kind: The other three copies of the winning tile lie open on the table.
        heaven: Zung Jung's blessing of heaven: East wins with the deal.
        earth: Zung Jung's blessing of earth: another player wins on East's first discard.
        round_wind: The prevailing wind.
        seat: The winner's own wind.
        flowers: How many flower tiles the winner laid out.
        flower_tiles: Which ones, where that is known.
        discarder: Seat of the player who discarded the winning tile or made the robbed kong; None where not known.
        discards: The discards since the winner's own last one, as (seat, tile), oldest first; empty where not known.
    """

    concealed: tuple[str, ...]
    winning: str | None
    melds: tuple[Meld, ...] = ()
    self_draw: bool = False
    last_tile: bool = False
    kong: bool = False
    last_of_kind: bool = False
    heaven: bool = False
    earth: bool = False
    round_wind: str = "E"
    seat: str = "E"
    flowers: int = 0
    flower_tiles: tuple[str, ...] = ()
    discarder: str | None = None
    discards: tuple[tuple[str, str], ...] = ()

    @property
    def tiles(self) -> tuple[str, ...]:
        """All tiles of the hand without flowers, melds first and the winning tile last."""
        tiles = tuple(code for meld in self.melds for code in meld.tiles) + self.concealed
        return tiles if self.winning is None else (*tiles, self.winning)
